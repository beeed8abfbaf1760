"""Findings that somebody has settled: they do not count, and are never hidden either."""

from dataclasses import dataclass
from typing import Literal

from planscope.analyzers.detector import Finding

Why = Literal["ignored", "dismissed"]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A finding that does not count, and for what reason: `ignored` by an entry of the settings (up to the day `until`,
    "" for ever), or `dismissed` in a review of the store by `who`."""

    finding: Finding
    why: Why
    reason: str
    who: str = ""
    until: str = ""
