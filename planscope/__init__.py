"""Finds where an agent's plan and an agent's work part, by computing it from traces and transcripts."""

__version__ = "0.1.0"
