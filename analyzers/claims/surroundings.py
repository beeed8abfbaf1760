"""What stands around an amount and is said of it: the part of its sentence between the amounts before and behind it."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import statements
from planscope.collector.run import Run

WIDE = 300  # characters to each side that are looked at
_END = re.compile(r"[.!?](?=\s)|[。！？\n|;；•]")


@dataclass(frozen=True, slots=True)
class Around:
    """The words to the left and to the right of one claim, and its whole text."""

    claim: Claim
    left: str
    right: str
    text: str


def around(text: str, claim: Claim, starts: Sequence[int], ends: Sequence[int]) -> Around:
    """The surroundings of one claim; `starts` and `ends` are those of all amounts of the text, in order."""
    a = claim.amount
    n = bisect_left(starts, a.start)
    begin = max(ends[n - 1] if n else 0, a.start - WIDE)
    until = min(starts[n + 1] if n + 1 < len(starts) else len(text), a.end + WIDE)
    left, right = text[begin : a.start], text[a.end : until]
    cut = [m.end() for m in _END.finditer(left)]
    stop = _END.search(right)
    return Around(claim, left[cut[-1] :] if cut else left, right[: stop.start()] if stop else right, text)


def surroundings(run: Run) -> dict[int, list[Around]]:
    """Every claim in words with its surroundings, by piece of text. Use it as `run.memo(surroundings)`."""
    texts = run.memo(statements)
    by_text: dict[int, list[Claim]] = {}
    for c in run.memo(claims):
        if not c.argument:
            by_text.setdefault(c.message, []).append(c)
    out = {}
    for message, found in by_text.items():
        text = texts[message].text
        starts, ends = [c.amount.start for c in found], [c.amount.end for c in found]
        out[message] = [around(text, c, starts, ends) for c in found]
    return out
