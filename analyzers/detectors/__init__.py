"""The detectors that come with planscope, one file each."""
