"""From where to where: the directions that structured results give for a flight, a train, a transfer, and messages that
turn one round. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.assertions.backing import said
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall
from planscope.collector.span import Place

_PAIRS = (
    ("origin", "destination"),
    ("from", "to"),
    ("departure", "arrival"),
    ("source", "target"),
    ("sender", "recipient"),
    ("start", "end"),
    ("von", "nach"),
    ("départ", "arrivée"),
    ("depart", "arrivee"),
    ("origen", "destino"),
    ("desde", "hasta"),
    ("origem", "destino"),
    ("de", "para"),
    ("van", "naar"),
    ("herkomst", "bestemming"),
    ("出发地", "目的地"),
    ("起点", "终点"),
    ("出发", "到达"),
    ("出発地", "到着地"),
    ("出発", "到着"),
)
_PLACE_KEYS = (
    "",
    "_airport",
    "_city",
    "_station",
    "_code",
    "_account",
    "_place",
    "_location",
    "_stop",
    "Airport",
    "City",
    "Station",
    "Code",
)
_ENDS = {
    one + suffix: (number * len(_PLACE_KEYS) + place, one + suffix, two + suffix)
    for number, (one, two) in enumerate(_PAIRS)
    for place, suffix in enumerate(_PLACE_KEYS)
}  # by the key of the first end: which pair is asked first, and both keys
_IDENT = re.compile(r"(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{2,15}")
_DEEP = 12


@dataclass(frozen=True, slots=True)
class Direction:
    """One leg as a result holds it."""

    ident: str
    origin: str
    destination: str
    call: ToolCall


@dataclass(frozen=True, slots=True)
class Turned:
    """A message that gives a leg the other way round than every result."""

    step: ModelCall | FinalAnswer
    place: Place
    text: str
    line: str
    words: str
    leg: Direction


def directions(run: Run) -> dict[str, list[Direction]]:
    """Legs by identifier. Use it through `run.memo(directions)`."""
    found: dict[str, list[Direction]] = defaultdict(list)
    for call in run.tool_calls:
        for leg in _legs(call, call.data, 0):
            found[leg.ident].append(leg)
    return dict(found)


def _legs(call: ToolCall, value: Any, depth: int) -> Iterator[Direction]:
    if depth > _DEEP:
        return
    if isinstance(value, list):
        for item in value[:500]:
            yield from _legs(call, item, depth + 1)
    if not isinstance(value, Mapping):
        return
    pair = _pair(value)
    idents = {v for v in value.values() if isinstance(v, str) and _IDENT.fullmatch(v)} - set(pair or ())
    if pair is not None and len(idents) == 1:
        yield Direction(idents.pop(), *pair, call)
    for item in value.values():
        if isinstance(item, Mapping | list):
            yield from _legs(call, item, depth + 1)


def _pair(record: Mapping[str, Any]) -> tuple[str, str] | None:
    for _, one, two in sorted(_ENDS[key] for key in record if key in _ENDS):
        a, b = record[one], record.get(two)
        if isinstance(a, str) and isinstance(b, str) and a != b and 2 <= len(a) <= 40 and 2 <= len(b) <= 40:
            return (a, b) if any(c.isalpha() for c in a) and any(c.isalpha() for c in b) else None
    return None


_BETWEEN = r"\)?\s*(?:\bto\b|→|->|➔|⇒|\bnach\b|\bà\b|\bpara\b|\ba\b|\bnaar\b|到|至|から|–|—)\s*(?:[\w .'’]{0,30}\()?"


def turned(run: Run) -> Iterator[Turned]:
    """Lines of messages that name one leg and give its two ends the other way round."""
    legs = run.memo(directions)
    for step, place, text in said(run) if legs else ():
        for line in text.splitlines():
            found = _turned_in(line, legs, step.number)
            if found is not None:
                yield Turned(step, place, text, line.strip(), *found)


def _turned_in(line: str, legs: Mapping[str, list[Direction]], number: int) -> tuple[str, Direction] | None:
    named = set(_IDENT.findall(line)) & legs.keys() if len(line) < 2000 else set()
    if len(named) != 1:
        return None
    known = [d for d in legs[named.pop()] if d.call.number < number]
    ways = {(d.origin, d.destination) for d in known}
    for leg in known:
        if (leg.destination, leg.origin) in ways:
            return None
        pattern = rf"(?<!\w){re.escape(leg.destination)}{_BETWEEN}{re.escape(leg.origin)}(?!\w)"
        right = rf"(?<!\w){re.escape(leg.origin)}{_BETWEEN}{re.escape(leg.destination)}(?!\w)"
        m = re.search(pattern, line)
        if m and not re.search(right, line):
            return m[0], leg
    return None
