"""The optional judge: narrow questions, put to a model one by one, about what computation leaves open. It only ever
adds findings, and none that it cannot quote; everything works without it."""
