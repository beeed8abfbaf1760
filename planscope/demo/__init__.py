"""The embedded tasks and transcripts behind `planscope demo`."""
