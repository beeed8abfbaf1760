"""Amounts that an agent states, and what each of them rests on."""
