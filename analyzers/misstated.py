"""Dates and times that a message gives for a thing, that every result gives otherwise, and that stand nowhere. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.backing import said, stated_deep
from planscope.analyzers.moments import dates, times
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage
from planscope.collector.span import Place

_IDENT = re.compile(r"(?<![\w-])#?(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{2,15}(?![\w-])")
_ZONE = re.compile(r"\b(?:UTC|GMT|[ECMP][SD]T|CES?T|JST|IST|BST|local|zone)\b|时间|時間")
_MANY = 400  # objects of one result that are looked at
_DEEP = 12


@dataclass(frozen=True, slots=True)
class Known:
    """What one object in a result says of a thing: its dates and times."""

    call: ToolCall
    dates: frozenset[tuple[int, int]]
    times: frozenset[int]
    text: str


@dataclass(frozen=True, slots=True)
class Misstated:
    """A line that gives another date or time for a thing than every result does; `said` and `known` in words."""

    step: ModelCall | FinalAnswer
    place: Place
    text: str
    line: str
    ident: str
    said: str
    known: str
    call: ToolCall


def known_moments(run: Run) -> dict[str, list[Known]]:
    """What results say of each identifier; take it by `run.memo(known_moments)`."""
    found: dict[str, list[Known]] = defaultdict(list)
    for call in run.tool_calls:
        budget = [_MANY]
        for ident, text in _objects(call.data, 0, budget):
            found[ident].append(Known(call, frozenset(dates(text)), frozenset(times(text)), text))
    return dict(found)


def _objects(value: Any, depth: int, budget: list[int]) -> Iterator[tuple[str, str]]:
    """(identifier, scalars as text) of every object that holds just one identifier."""
    if depth > _DEEP or budget[0] <= 0:
        return
    if isinstance(value, list):
        for item in value:
            yield from _objects(item, depth + 1, budget)
    if not isinstance(value, Mapping):
        return
    budget[0] -= 1
    plain = [str(v) for v in value.values() if isinstance(v, str | int) and len(str(v)) < 200]
    idents = {v.lstrip("#") for v in plain if _IDENT.fullmatch(v)}
    if len(idents) == 1:
        yield idents.pop(), " ; ".join(plain)
    for item in value.values():
        if isinstance(item, Mapping | list):
            yield from _objects(item, depth + 1, budget)


def misstated(run: Run) -> Iterator[Misstated]:
    """Lines that name one thing and one date (or time) for it that is known nowhere, while results give another."""
    known = run.memo(known_moments)
    for step, place, text in said(run) if known else ():
        for line in text.splitlines():
            named = {m.lstrip("#") for m in _IDENT.findall(line)} & known.keys() if len(line) < 1000 else set()
            if len(named) != 1:
                continue
            ident = named.pop()
            facts = [k for k in known[ident] if k.call.number < step.number]
            if wrong := _wrong(run, line, facts, step.number):
                yield Misstated(step, place, text, line.strip(), ident, *wrong)


def _wrong(run: Run, line: str, facts: list[Known], number: int) -> tuple[str, str, ToolCall] | None:
    given = dates(line)
    told = [k for k in facts if k.dates]
    if len(given) == 1 and told and not any(given & k.dates for k in told):
        day = next(iter(given))
        if run.memo(_first_seen)[0].get(day, number) >= number:
            return _day(day), ", ".join(sorted({_day(d) for k in told for d in k.dates})), told[-1].call
    clock = times(line)
    timed = [k for k in facts if k.times]
    if len(clock) == 1 and timed and not _ZONE.search(line) and not any(clock & k.times for k in timed):
        moment = next(iter(clock))
        if run.memo(_first_seen)[1].get(moment, number) >= number:
            return _clock(moment), ", ".join(sorted({_clock(t) for k in timed for t in k.times})), timed[-1].call
    return None


def _first_seen(run: Run) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """At which step each date and time first stands in what users, tools and calls say."""
    days: dict[tuple[int, int], int] = {}
    clocks: dict[int, int] = {}
    for step in run.steps:
        text = ""
        if isinstance(step, UserMessage):
            text = step.text[:200_000]
        elif isinstance(step, ToolCall):
            text = f"{stated_deep(step.arguments)} {step.result[:200_000]}"
        for day in dates(text):
            days.setdefault(day, step.number)
        for clock in times(text):
            clocks.setdefault(clock, step.number)
    return days, clocks


def _day(day: tuple[int, int]) -> str:
    return f"{day[0]:02}-{day[1]:02}"


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
