"""Pages on top of the store: thin, and imported by nothing else."""
