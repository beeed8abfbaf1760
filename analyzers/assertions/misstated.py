"""Dates that a message gives for a thing, that results give otherwise, and that stand nowhere in the run. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.assertions.backing import said, stated_deep
from planscope.analyzers.assertions.closing import asks
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage
from planscope.collector.span import Place

_IDENT = re.compile(r"(?<![\w-])#?(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{2,15}(?![\w-])")
_PROPOSES = quick(
    r"\b(?:can|could|would|if|instead|propos\w+|suggest\w*|options?|alternativ\w*|chang\w+|mov\w+|reschedul\w+"
    r"|new|könn\w+|würd\w+|wenn|stattdessen"
    r"|neue\w?|verschieb\w*|verlegt?|pourr\w+|peux|si|nouve\w+|déplac\w+|podría\w*|puedo|nuev[oa]|mover|posso"
    r"|poderia|nov[oa]|kan|zou|nieuwe?|verplaats\w*)\b"
    r"|可以|如果|改为|改到|新的|変更|できます|もし",
    re.I,
)
_MANY = 400  # objects of one result that are looked at
_DEEP = 12


@dataclass(frozen=True, slots=True)
class Known:
    """The dates that one object in a result gives for a thing."""

    call: ToolCall
    dates: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Misstated:
    """A line that gives another date for a thing than every result does; `given` and `known` in words."""

    step: ModelCall | FinalAnswer
    place: Place
    text: str
    line: str
    ident: str
    given: str
    known: str
    call: ToolCall


def known_moments(run: Run) -> dict[str, list[Known]]:
    """What results say of each identifier; take it by `run.memo(known_moments)`."""
    found: dict[str, list[Known]] = defaultdict(list)
    for call in run.tool_calls:
        budget = [_MANY]
        for ident, text in _objects(call.data, 0, budget):
            found[ident].append(Known(call, frozenset(dates(text))))
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
    """Lines that name one thing and one date for it that is known nowhere, while results give another."""
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
    if asks(line) or _PROPOSES.search(line):
        return None
    told = [k for k in facts if k.dates]
    if len(given) == 1 and told and not any(given & k.dates for k in told):
        day = next(iter(given))
        if run.memo(_first_seen).get(day, number) >= number:
            return _day(day), ", ".join(sorted({_day(d) for k in told for d in k.dates})), told[-1].call
    return None


def _first_seen(run: Run) -> dict[tuple[int, int], int]:
    """At which step each date first stands in what users, tools and calls say."""
    days: dict[tuple[int, int], int] = {}
    for step in run.steps:
        text = ""
        if isinstance(step, UserMessage):
            text = step.text[:200_000]
        elif isinstance(step, ToolCall):
            text = f"{stated_deep(step.arguments)} {step.result[:200_000]}"
        for day in dates(text):
            days.setdefault(day, step.number)
    return days


def _day(day: tuple[int, int]) -> str:
    return f"{day[0]:02}-{day[1]:02}"
