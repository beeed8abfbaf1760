"""What an agent did: what kind of work a call is, what failed, what was tried again, what was looked at."""
