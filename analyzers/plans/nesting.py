"""Lists that are nested over more than two levels, as their items' numbers say. Pure."""

import re
from dataclasses import dataclass

from planscope.collector.plan import PlanItem
from planscope.collector.run import PlanUpdate, Run

_OUTLINE = re.compile(r"\s*[(\[]?(\d{1,2}(?:\.\d{1,2}){0,6})[.)\]]?\s")
MOST = 2  # levels that a list may well have


@dataclass(frozen=True, slots=True)
class Nested:
    """The first update whose list is nested too deep, its deepest item, and how many levels that makes."""

    update: PlanUpdate
    item: PlanItem
    levels: int


def nested(run: Run) -> Nested | None:
    """Numbers count only where the numbers above them stand in the list too: "1.2.3" may be a version of something."""
    for update in run.lists:
        found = ((m[1], i) for i in update.version.items if (m := _OUTLINE.match(i.text)))
        numbered = dict(found)
        deep = [n for n in numbered if n.count(".") >= MOST and all(p in numbered for p in _above(n))]
        if deep:
            deepest = max(deep, key=lambda n: n.count("."))
            return Nested(update, numbered[deepest], deepest.count(".") + 1)
    return None


def _above(number: str) -> list[str]:
    pieces = number.split(".")
    return [".".join(pieces[:n]) for n in range(1, len(pieces))]
