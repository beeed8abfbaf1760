"""Reference agents, run on tasks in several planning modes and traced like any other agent."""
