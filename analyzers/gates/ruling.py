"""What a gate answers to one of its questions."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["pass", "fail", "undecided"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """`name` says the question; `words` give the figures. `notes` tell what the figures rest on, or lack. `against` are
    places in the report's list of findings: those for which it fails, none otherwise."""

    name: str
    outcome: Outcome
    words: str
    notes: tuple[str, ...] = ()
    against: tuple[int, ...] = ()
