"""Gates: what is asked of a report, how findings are told apart across recordings, and what the answer is. Pure."""
