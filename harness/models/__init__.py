"""Models: whatever answers messages with text and calls of tools (`Model` in messages.py)."""
