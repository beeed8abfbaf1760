"""What a statement may draw on: the amounts in play at one point of a run, picked from all that the run holds."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice

from planscope.analyzers.claims.calculator import Calculation
from planscope.analyzers.claims.held import Holdings
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

    def take(self, held: Holdings, step: int) -> None:
        """Takes in what the calculator worked out from known operands before a step."""
        for at, worked in held.calculations:
            if at < step and worked.value not in self.good and not self.strange(worked, held, step):
                self.say([worked.value], "")

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
    named = frozenset({n for at, n in held.counts if at < step} | counts_in(text))
    past = [r for r in held.records if r.step < step]
    other = dict.fromkeys(v for r in past for _, v in r.money)
    return Basis(
        stated=tuple(known.recent[-RECENT:][::-1]),
        asked=_latest(held.asked, step),
        said=_latest(held.said, step),
        rules=_latest(held.rules, step),
        series=_series(past),
        records=tuple(_in_play(past, text or " ".join(known.texts))),
        columns=tuple(_distinct(c for c in held.columns if c.step < step and c.by in text)),
        cents=tuple(islice(other, ANY)),
        counts=named | {n for r in past for n in r.counts},
        named=named,
        percents=frozenset(percents_in(text) | {p for at, p in held.percents[-SHARES:] if at < step}),
        rates=_latest(held.rates, step),
    )


def _latest(said: Sequence[tuple[int, Decimal]], step: int) -> tuple[Decimal, ...]:
    return tuple(dict.fromkeys(v for at, v in said if at < step))[-SAID:]


def _distinct(columns: Iterator[Column]) -> list[Column]:
    """The last lists of amounts, each once."""
    found = {(c.key, c.values, c.counts): c for c in columns}
    return list(found.values())[-MENTIONED:]


def _series(past: Sequence[Record]) -> tuple[tuple[Decimal, ...], ...]:
    """Amounts under one key of the objects that results consist of, in the order in which they were fetched."""
    found: dict[str, dict[tuple[str, ...], Decimal]] = {}
    for r in past:
        if not r.group and r.names:
            for key, value in r.money:
                found.setdefault(key, {})[r.names] = value
    series = (tuple(v for v in by_name.values() if v)[-MANY:] for by_name in found.values())
    return tuple(s for s in series if len(s) > 1)


def _in_play(past: Sequence[Record], text: str) -> list[Record]:
    """Records that the text mentions by name, the latest first, and those of the last small results."""
    small = [s for s, n in Counter(r.step for r in past if r.money).items() if n <= FRESH][-RESULTS:]
    named = (r for r in reversed(past) if r.money and any(n in text for n in r.names))
    picked = list(islice(named, MENTIONED))
    return picked + [r for r in past if r.step in small and r.money and r not in picked]


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
