"""What is said: words/<language>.txt holds for every intent its alternatives, and pieces that any may use."""

import random
import re
from functools import cache
from pathlib import Path

from planting.story import Text

LANGUAGES = ("en", "zh", "de", "es", "fr", "ja")
_LED = (  # noqa: SIM905 - statements that may be led in by a word or two
    "within left over extra share save deposit_rest checked unchecked closed_day unmet converted about exact cmp mailed"
    " willmail booked waiting bookfail repriced soldout unfit keepdate green stillred nottested changed_all documented"
    " committed blocked found_more more_done readall written missing nohits hits submitted notsubmitted valid notvalid"
    " dup partly finding side_a retry red ack ack_swap ack_drop newjob_a"
).split()
_PIECE = re.compile(r"\{@(\w+)\} ?")


@cache
def book(language: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """intent -> parts -> alternatives. A part follows on another after `||`; "-" alone is nothing."""
    out: dict[str, tuple[tuple[str, ...], ...]] = {}
    path = Path(__file__).parent / "words" / f"{language}.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            name, rest = line.split(":", 1)
            parts = [tuple(a.strip() for a in p.split(" | ")) for p in rest.split(" || ")]
            out[name] = tuple(tuple("" if a == "-" else a for a in p) for p in parts)
    return out


def space(language: str) -> str:
    """What stands between two sentences."""
    return "" if language in ("zh", "ja") else " "


def say(language: str, intent: str, rng: random.Random, **slots: str) -> Text:
    """One wording of an intent."""
    words = book(language)

    def piece(m: re.Match[str]) -> str:
        chosen = rng.choice(words["@" + m[1]][0])
        return chosen + space(language) if chosen else ""

    chosen = [("{@lead}" if intent in _LED else "") + rng.choice(p) for p in words[intent]]
    parts = [_PIECE.sub(piece, p).strip() for p in chosen]
    return Text(space(language).join(p for p in parts if p), slots)


def word(language: str, name: str) -> str:
    """A noun, a unit, a feature: the one wording that it has."""
    return book(language)[name][0][0]


def wordings(language: str, intent: str) -> int:
    """How many wordings an intent has."""
    words, n = book(language), 1
    for part in words[intent]:
        counts = [1] * len(part)
        for k, alternative in enumerate(part):
            for m in _PIECE.finditer(alternative):
                counts[k] *= len(words["@" + m[1]][0])
        n *= sum(counts)
    return n * len(set(words["@lead"][0])) if intent in _LED else n
