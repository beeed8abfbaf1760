"""What a statement may draw on: the amounts in play at one point of a run, picked from all that the run holds."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any

from planscope.analyzers.claims.calculator import Calculation
from planscope.analyzers.claims.held import Holdings
from planscope.analyzers.claims.names import names_held
from planscope.analyzers.claims.sums import listed
from planscope.analyzers.claims.terms import Basis
from planscope.analyzers.numbers.counts import counts_in, percents_in
from planscope.analyzers.numbers.money import Amount
from planscope.analyzers.numbers.records import Column, Record

RECENT = 8  # amounts stated before that stay in play
SAID = 8  # amounts of the user and of standing text
MENTIONED = 40  # records that one message may mention
FRESH = 4  # a result with so few records is in play as a whole, mentioned or not
RESULTS = 4  # such results, the latest ones
MANY = 12  # objects fetched one after another whose amounts may be added up
ANY = 400  # amounts of other records that one with cents may differ from
SHARES = 60  # percentages, the latest


@dataclass
class Known:
    """What was stated and rests on something, as the run goes on."""

    good: set[Decimal] = field(default_factory=set)
    bad: set[Decimal] = field(default_factory=set)  # stated, and resting on nothing
    recent: list[Decimal] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    _seen: int = 0  # calculations that were looked at
    _doubtful: list[tuple[int, Calculation]] = field(default_factory=list)  # those with an operand that was not known

    def take(self, held: Holdings, step: int) -> None:
        """Takes in what the calculator worked out from known operands before a step."""
        seen = bisect_left(held.calculations, step, lo=self._seen, key=lambda c: c[0])
        fresh, self._seen = held.calculations[self._seen : seen], seen
        doubtful: list[tuple[int, Calculation]] = []
        for at, worked in (*self._doubtful, *fresh):
            if worked.value in self.good:
                continue  # once it is, it stays
            if self.strange(worked, held, step):
                doubtful.append((at, worked))
            else:
                self.say([worked.value], "")
        self._doubtful = doubtful

    def say(self, values: Sequence[Decimal], text: str) -> None:
        """Takes in what was just stated."""
        for v in values:
            self.good.add(v)
            if v in self.recent:
                self.recent.remove(v)
            self.recent.append(v)
        del self.recent[: -4 * RECENT]
        if text:
            self.texts = [*self.texts[-1:], text]

    def strange(self, worked: Calculation, held: Holdings, step: int) -> tuple[Decimal, ...]:
        """Operands of a calculation that nothing holds: not found, not stated before, no small count."""
        return tuple(v for v, factor in worked.operands if not self._supported(v, factor, held, step))

    def _supported(self, value: Decimal, factor: bool, held: Holdings, step: int) -> bool:
        whole = value == value.to_integral_value()
        if value in (0, 1) or (factor and whole and value <= 100) or value in self.good:
            return True
        shares = (value * 100, 100 - value * 100, value * 100 - 100) if 0 < value < 2 and not whole else ()
        if any(p == at for p in shares for when, at in held.percents if when < step):
            return True  # 0.8 for "20% off", 1.19 for "19% on top"
        return held.find(value, step) is not None or listed(value, [c for c in held.columns if c.step < step])


def scene(held: Holdings, known: Known, text: str, step: int) -> Basis:
    """All that a text may draw on but its own amounts, which differ from one amount to the next."""
    past = held.once(_past)
    past.go_to(step)
    named = past.named | counts_in(text)
    return Basis(
        stated=tuple(known.recent[-RECENT:][::-1]),
        asked=past.asked.latest(step),
        said=past.said.latest(step),
        rules=past.rules.latest(step),
        series=past.series(),
        records=tuple(_in_play(held, past, text or " ".join(known.texts), step)),
        columns=tuple(past.columns(text)),
        cents=tuple(past.amounts),
        counts=named | past.counts,
        named=named,
        percents=frozenset(percents_in(text) | {p for at, p in held.percents[-SHARES:] if at < step}),
        rates=past.rates.latest(step),
    )


class _Said:
    """Values by the step at which each came up first."""

    def __init__(self, said: Sequence[tuple[int, Decimal]]) -> None:
        first: dict[Decimal, int] = {}
        for at, value in said:
            first.setdefault(value, at)
        self.values, self.steps = list(first), list(first.values())

    def latest(self, step: int) -> tuple[Decimal, ...]:
        """The last ones before a step."""
        end = bisect_left(self.steps, step)
        return tuple(self.values[max(0, end - SAID) : end])


class _Past:
    """What the results before a step hold, taken in as the run goes on."""

    def __init__(self, held: Holdings) -> None:
        self.held = held
        self.asked, self.said, self.rules, self.rates = map(_Said, (held.asked, held.said, held.rules, held.rates))
        self._begin()

    def _begin(self) -> None:
        self.step = -1
        self.named: frozenset[int] = frozenset()
        self.counts: frozenset[int] = frozenset()
        self.amounts: dict[Decimal, None] = {}  # the first ones, each once
        self.small: dict[int, list[Record]] = {}  # the records with amounts of the last small results
        self._taken = self._told = 0
        self._last: list[Record] = []
        self._keys: dict[str, dict[tuple[str, ...], Decimal]] = {}
        self._series: tuple[tuple[Decimal, ...], ...] | None = None
        self._columns = _Columns(self.held.columns)

    def go_to(self, step: int) -> None:
        """Takes in all records before a step."""
        if step < self.step:
            self._begin()
        self.step = step
        records, told = self.held.records, self.held.counts
        first, self._taken = self._taken, bisect_left(records, step, lo=self._taken, key=lambda r: r.step)
        for n in range(first, self._taken):
            self._take(records[n])
        self._close()
        begin, self._told = self._told, bisect_left(told, step, lo=self._told, key=lambda c: c[0])
        self.named |= {n for _, n in told[begin : self._told]}
        self._columns.go_to(step)

    def _take(self, record: Record) -> None:
        self._series = None
        if record.counts - self.counts:
            self.counts |= record.counts
        if len(self.amounts) < ANY:
            self.amounts.update(dict.fromkeys([v for _, v in record.money if v not in self.amounts][:ANY]))
            for v in list(self.amounts)[ANY:]:
                del self.amounts[v]
        if not record.group and record.names:
            for key, value in record.money:
                self._keys.setdefault(key, {})[record.names] = value
        if record.money:
            if self._last and self._last[0].step != record.step:
                self._close()
            self._last.append(record)

    def _close(self) -> None:
        """The records of one result are all there."""
        if 0 < len(self._last) <= FRESH:
            self.small[self._last[0].step] = self._last
            for step in list(self.small)[:-RESULTS]:
                del self.small[step]
        self._last = []

    def series(self) -> tuple[tuple[Decimal, ...], ...]:
        """Amounts under one key of the objects that results consist of, in the order in which they were fetched."""
        if self._series is None:
            last = (islice((v for v in reversed(by_name.values()) if v), MANY) for by_name in self._keys.values())
            series = (tuple(reversed(tuple(values))) for values in last)
            self._series = tuple(s for s in series if len(s) > 1)
        return self._series

    def columns(self, text: str) -> list[Column]:
        """The last lists of amounts that a text may draw on, each once."""
        return self._columns.of(text)


def _past(held: Holdings) -> _Past:
    return _Past(held)


class _Columns:
    """Lists of amounts up to a step. Those of objects with a text in common count where that text is named."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.all, self.taken = columns, 0
        self.alike: dict[tuple[Any, ...], list[int]] = {}  # the places of those that are the same
        self.first: list[int] = []  # the first of each, by each text in common

    def go_to(self, step: int) -> None:
        """Takes in those before a step."""
        begin, self.taken = self.taken, bisect_left(self.all, step, lo=self.taken, key=lambda c: c.step)
        for n in range(begin, self.taken):
            known = self.alike.setdefault(_sameness(self.all[n]), [])
            if not any(self.all[m].by == self.all[n].by for m in known):
                self.first.append(n)
            known.append(n)

    def of(self, text: str) -> list[Column]:
        """The last ones that a text may draw on, each once, in the order in which they came up."""
        found: list[Column] = []
        for n in reversed(self.first):
            column = self.all[n]
            if column.by in text:
                known = self.alike[_sameness(column)]
                if next(m for m in known if self.all[m].by in text) == n:
                    found.append(self.all[next(m for m in reversed(known) if self.all[m].by in text)])
                    if len(found) == MENTIONED:
                        break
        return found[::-1]


def _sameness(column: Column) -> tuple[Any, ...]:
    return column.key, column.values, column.counts


def _in_play(held: Holdings, past: _Past, text: str, step: int) -> list[Record]:
    """Records that the text mentions by name, the latest first, and those of the last small results."""
    picked = held.once(names_held).latest_in(text, step, MENTIONED)
    return picked + [r for some in past.small.values() for r in some if r not in picked]


# --- the text's own amounts ----------------------------------------------------------------------------------------


def alike(text: str, found: Sequence[Amount]) -> tuple[tuple[Decimal, ...], ...]:
    """Amounts that are called the same, stand in lines of the same kind ("12:00 | meal | …", "Lunch: …"), or are per
    the same ("/person"). Each group once."""
    groups: dict[str, list[Decimal]] = {}
    for a in found:
        line = text[text.rfind("\n", 0, a.start) + 1 : a.start]
        for kind in _kinds(line, text[a.end : a.end + 16]):
            groups.setdefault(kind, []).append(a.value)
    return tuple(dict.fromkeys(tuple(v) for v in groups.values() if len(v) > 1))


def _kinds(left: str, right: str) -> Iterator[str]:
    """What the line before and behind an amount tells of its kind."""
    cells = left.split("|")
    if len(cells) > 2:
        yield f"|{cells[1].strip()}"
    called = re.sub(r"[\W\d_]+", " ", re.split(r"\d|[,;，；]", cells[-1])[-1]).strip().lower()
    if called:
        yield called
    head = re.match(r"[\W\d_]*([^\W\d_]+)", left)
    if head and len(cells) == 1:
        yield f"^{head[1].lower()}"
    per = re.match(r"\s?(?:/|per )\s?([^\W\d_]+)", right)
    if per:
        yield f"/{per[1].lower()}"
