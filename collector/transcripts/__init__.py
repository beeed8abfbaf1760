"""Files that agents leave on disk to spans, one file per format."""
