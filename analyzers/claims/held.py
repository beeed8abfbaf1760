"""What a run holds at each point that an amount may rest on: the numbers of its results, of the user and of standing
text, the records in its results with their amounts and counts, and what its calculator worked out.

An echo is no source: a number that the agent itself put into a call (an amount to pay, code, a note) and that comes
back in the result was known before or it was not.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Literal, TypeVar

from planscope.analyzers.claims.calculator import Calculation, calculation
from planscope.analyzers.claims.text_records import records_of
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import counts_in, counts_in_arguments, percents_in, scalars
from planscope.analyzers.numbers.money import Priced, priced
from planscope.analyzers.numbers.number_words import spelled, spells_large
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.numbers.records import Column, Record, decimal, walk
from planscope.analyzers.numbers.tables import rows_of
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, PlanUpdate, Run, Step, ToolCall, UserMessage

Origin = Literal["result", "user", "system"]
T = TypeVar("T")
MANY = 40_000  # records of a run that are kept; the numbers of all are
OFTEN = 200  # sources of one value that are kept
BARE = "bare"  # the key of a user's number that nothing calls an amount
MANY_ASKED = 12  # numbers of one message of the user that may be reckoned with
LEAST_ASKED = 20  # smaller ones are counts
LINES = 60  # lines of one text result that are records
SHORT = 40  # characters of a result that is one number
LONG = 400_000  # characters of a text result that are looked through for words; its numbers all count


@dataclass(frozen=True, slots=True)
class Source:
    """A number that the run holds: at which step, under which key, whether words or a currency make it money."""

    value: Decimal
    step: int
    origin: Origin
    key: str = ""
    money: bool = False
    raw: str = ""


@dataclass
class Holdings:
    """All of it, in the order of the run. Filled by `holdings` and then only read."""

    sources: dict[Decimal, list[Source]] = field(default_factory=dict)
    rounded: dict[Decimal, list[Source]] = field(default_factory=dict)  # by the nearest whole amount and cent
    records: list[Record] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    calculations: list[tuple[int, Calculation]] = field(default_factory=list)
    counts: list[tuple[int, int]] = field(default_factory=list)  # (step, count) from the user and from arguments
    percents: list[tuple[int, Decimal]] = field(default_factory=list)
    rates: list[tuple[int, Decimal]] = field(default_factory=list)  # (step, rate) of exchange
    latest: list[Source] = field(default_factory=list)  # every source that is money, in order
    said: list[tuple[int, Decimal]] = field(default_factory=list)  # (step, amount) in words of the user
    asked: list[tuple[int, Decimal]] = field(default_factory=list)  # (step, number) in words of the user, bare ones too
    rules: list[tuple[int, Decimal]] = field(default_factory=list)  # (step, amount) in standing text
    worded: list[int] = field(default_factory=list)  # steps in which the user spells a large number that we cannot read
    incomplete: list[tuple[int, str]] = field(default_factory=list)  # (step, why) results that could hold more
    _known: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, fact: "Callable[[Holdings], T]") -> T:
        """A fact about all that is held, computed once; ask when everything was taken in."""
        if fact not in self._known:
            self._known[fact] = fact(self)
        result: T = self._known[fact]
        return result

    def find(self, value: Decimal, before: int) -> Source | None:
        """The last source of a value before a step; money goes before bare numbers."""
        return self._last(self.sources.get(value, ()), before)

    def find_rounded(self, value: Decimal, before: int) -> Source | None:
        """The last source before a step that is this amount when rounded to a whole one or to cents."""
        return self._last((s for s in self.rounded.get(value, ()) if s.money), before)

    def find_near(self, value: Decimal, within: Decimal, before: int) -> Source | None:
        """The last amount before a step that lies so near."""
        near = (found for v, found in self.sources.items() if abs(v - value) <= within)
        return self._last((s for found in near for s in found if s.money), before)

    @staticmethod
    def _last(sources: Iterable[Source], before: int) -> Source | None:
        known = [s for s in sources if s.step < before]
        return max(known, key=lambda s: (s.money, s.step), default=None)

    def missing_before(self, step: int) -> str:
        """Why the results before a step may hold more than the trace shows, "" when they are all there."""
        return next((why for at, why in self.incomplete if at < step), "")

    def add(self, source: Source) -> None:
        """One more source."""
        known = self.sources.setdefault(source.value, [])
        if source.money and (not known or not known[-1].money):
            self.latest.append(source)
        if source.value and _is_rate(source.key):
            self.rates.append((source.step, source.value))
        if len(known) < OFTEN:
            known.append(source)
            for places in (0, 2):
                short = source.value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
                if short != source.value:
                    self.rounded.setdefault(short, []).append(source)


def _is_rate(key: str) -> bool:
    low = key.lower()
    return (
        "exchange" in low or "kurs" in low or "汇率" in key or ("rate" in low and "rate" in re.split(r"[^a-z]+", low))
    )


def holdings(run: Run) -> Holdings:
    """What the run holds; use it as `run.memo(holdings)`."""
    held = Holdings()
    if not any(isinstance(s, UserMessage) for s in run.steps):
        held.incomplete.append((-1, "no message of the user is in the trace"))
    own: set[Decimal] = set()  # numbers in the agent's own list, which many hosts repeat to it
    for step in run.steps:
        match step:
            case UserMessage(system=True):
                _take_text(held, step, step.text, "system", {v for v in own if held.find(v, step.number) is None})
            case UserMessage():
                _take_text(held, step, step.text, "user")
                held.counts += [(step.number, n) for n in counts_in(step.text)]
            case Compaction():
                if not step.text and step.number == 0:
                    held.incomplete.append((0, "the summary of what went before is not in the trace"))
                _take_text(held, step, step.text, "system")
            case ToolCall():
                _take_call(held, step)
            case PlanUpdate():
                own |= {r for i in step.version.items for n in numbers(i.text) for r in n.readings}
                _take_text(held, step, step.result, "result", {v for v in own if held.find(v, step.number) is None})
            case _:
                pass
    return held


# --- one call ------------------------------------------------------------------------------------------------------

_UNSEEN = quick(r"\[(?:image|image_url|input_image|document|file)\]")
_IN_DATE = quick(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+$|[#.:/-]$", re.I)
_CENTS = quick(r"(?<![\d.,])(\d{1,2})\s?(?:cents?\b|¢|ct\b)", re.I)
_OF_A_HUNDRED = re.compile(  # "6.5 l per 100 km"
    r"(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?) ?[^\W\d_]{1,12} ?(?:/|per|a|je|auf|pro|pour|aux|por|à|每) ?100\b"
)
_SHARE = quick(r"percent|pct|prozent|pourcent|porcent|procent|折扣率|百分", re.I)
_WRITTEN = quick(r"code|command|script|content|thought|note|message|body|text|source|cmd|input|stdin|expression", re.I)


def _take_call(held: Holdings, call: ToolCall) -> None:
    held.counts += [(call.number, n) for n in counts_in_arguments(call.arguments)]
    worked = calculation(call)
    if worked is not None:
        held.calculations.append((call.number, worked))
        return
    if why := _missing(call):
        held.incomplete.append((call.number, why))
    data = call.data if isinstance(call.data, Mapping | list) else _loaded(call.result)
    table = rows_of(call.result) or records_of(call.result) if data is None else []
    echo = {v for v in _own_numbers(call.arguments) if held.find(v, call.number) is None}
    if data is not None or table:
        _take_data(held, call, data or table, echo)
    if data is None or (call.data is data and not _loaded(call.result)):
        _take_text(held, call, call.result, "result", echo)


def _take_data(held: Holdings, call: ToolCall, data: Any, echo: set[Decimal]) -> None:
    found = walk(data)
    for c in found.cells:
        if c.value not in echo:
            held.add(Source(c.value, call.number, "result", c.key, c.money, c.raw))
        if _SHARE.search(c.key) and 0 < c.value < 100:
            held.percents.append((call.number, c.value))
    room = max(0, MANY - len(held.records))
    held.records += [replace(r, step=call.number) for r in found.records[:room]]
    held.columns += [replace(c, step=call.number) for c in found.columns[:room]]


def _missing(call: ToolCall) -> str:
    if call.content != "present":
        return f"the result of {call.name} is {call.content.replace('_', ' ')}"
    if call.status == "unknown" and not call.result:
        return f"the result of {call.name} is missing"
    return f"the result of {call.name} holds a picture" if _UNSEEN.search(call.result[:4000]) else ""


def _loaded(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _own_numbers(arguments: Any) -> set[Decimal]:
    """Numbers that the agent itself wrote into a call: amounts it states, and code or prose. What it searches by is not
    among them: a shop may well have something at just that price."""
    return set(_written(arguments))


def _written(arguments: Any) -> Iterator[Decimal]:
    for key, value in scalars(arguments):
        if words.is_limit(key):
            continue
        if isinstance(value, str) and (_WRITTEN.search(key) or words.named(key)):
            yield from (r for n in numbers(value) for r in n.readings)
        elif words.named(key) and (number := decimal(value)) is not None:
            yield number


# --- texts ---------------------------------------------------------------------------------------------------------


def _take_text(held: Holdings, step: Step, text: str, origin: Origin, echo: set[Decimal] | None = None) -> None:
    skip = echo or set()
    money = list(priced(text[:LONG]))
    marked = {v for a in money for v in a.number.readings}
    if len(text) < SHORT and len(alone := list(numbers(text))) == 1 and not any(c.isalpha() for c in text):
        marked |= set(alone[0].readings)  # a result that is one number was worked out
    for n in numbers(text):
        if words.OTHER_UNIT.match(text, n.end) and n.value not in marked:
            continue
        for value in n.readings:
            if value not in skip:
                held.add(Source(value, step.number, origin, "", value in marked, text[n.start : n.end]))
    held.percents += [(step.number, p) for p in percents_in(text[:LONG])]
    held.percents += [(step.number, Decimal(m[1].replace(",", "."))) for m in _OF_A_HUNDRED.finditer(text[:LONG])]
    for m in _CENTS.finditer(text[:LONG]):
        held.add(Source(Decimal(m[1]) / 100, step.number, origin, "", True, m[0]))
    if origin == "user":
        bare = [n.value for n in numbers(text[:LONG]) if not _IN_DATE.search(text[max(0, n.start - 12) : n.start])]
        held.asked += [(step.number, v) for v in bare[:MANY_ASKED]]
        for value in bare:
            amount = value >= LEAST_ASKED or value != value.to_integral_value()
            held.add(Source(value, step.number, origin, BARE, amount, f"{value}"))
    if origin != "result":
        for value in spelled(text[:LONG]):
            held.add(Source(value, step.number, origin, "", True, str(value)))
        held.worded += [step.number] if spells_large(text[:LONG]) else []
    if origin == "user":
        held.said += [(step.number, a.number.value) for a in money if a.explicit]
    elif origin == "system":
        held.rules += [(step.number, a.number.value) for a in money if a.explicit and a.number.value not in skip]
    elif money:
        _take_lines(held, step, text[:LONG], [a for a in money if a.number.value not in skip])


def _take_lines(held: Holdings, step: Step, text: str, money: list[Priced]) -> None:
    """Each line of a text result that names amounts is a record, up to a number of them; counts are those of a line."""
    by_line: dict[int, list[Priced]] = {}
    for a in money:
        by_line.setdefault(text.rfind("\n", 0, a.start) + 1, []).append(a)
    for start, found in list(by_line.items())[:LINES]:
        end = text.find("\n", start)
        counts = frozenset(counts_in(text[start : end if end >= 0 else len(text)]))
        if len(held.records) < MANY:
            held.records.append(Record((), tuple(("", a.number.value) for a in found), counts, step=step.number))
