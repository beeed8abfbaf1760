"""Ways of planning: each is the loop of agent.py with its own tools and its own view of the conversation."""
