"""Finds where an agent's plan and an agent's work part, by computing it from traces and transcripts."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`planscope.open`, loaded when it is asked for: starting is most of what a small check costs."""
    if name == "open":
        return import_module("planscope.api").open
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
