"""The detectors: one file each, the docstring is the manual, keyword-only parameters are the options."""
