"""Runs in, findings out: detectors, what they share, gates and reports."""
