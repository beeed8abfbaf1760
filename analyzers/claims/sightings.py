"""Where in a step an amount can be seen: the evidence that quotes it."""

import re

from planscope.analyzers.detector import Evidence, at, in_result
from planscope.analyzers.numbers.money import amounts
from planscope.collector.run import Run, ToolCall

BESIDE = 24  # characters quoted around the amount at least
LONG = 400_000  # characters that are searched for the amount as money


def sighting(run: Run, step: int, raw: str, note: str = "result") -> Evidence:
    """Evidence at a step that quotes the place where `raw` stands in it: as an amount where it is one, else as a whole
    number, else wherever."""
    found = run.steps[step]
    if isinstance(found, ToolCall):
        return in_result(found, note, around=_around(found.result, raw))
    text = str(getattr(found, "text", ""))
    return at(found, text, "source", around=_around(text, raw))


def _around(text: str, raw: str) -> str:
    whole = re.compile(rf"(?<![\d.,]){re.escape(raw)}(?!\d|[.,]\d)")
    places = [m.start() for m in whole.finditer(text[:LONG])]
    if len(places) > 1:
        money = {a.start + a.raw.find(raw) for a in amounts(text[:LONG]) if raw in a.raw}
        places = [p for p in places if p in money] or places
    if not places:
        return raw
    return text[max(0, places[0] - BESIDE) : places[0] + len(raw) + BESIDE]
