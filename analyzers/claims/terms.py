"""Terms: what an amount may be made of, and values with how they came about. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.numbers.records import Column, Record

CENT = Decimal("0.005")
NEAR = 10  # amounts of the message nearest to the one in question that are combined in pairs
LISTS = 6  # lists of amounts, the latest, that are combined with others
SHORT, LONG = 2, 12  # amounts of one kind over different records


@dataclass(frozen=True, slots=True)
class Term:
    """A value with how it came about ("158 × 3")."""

    value: Decimal
    how: str


@dataclass(frozen=True)
class Basis:
    """What an amount may be made of.

    before, after  the amounts of the message by line, before and after the one in question, in order
    counted        what each line before it comes to when lines say how often their price counts
    stated         amounts that the agent stated shortly before, the latest first
    asked          numbers that the user names, amounts or not, the latest
    said           amounts that the user names;  rules  those of standing text (fees, allowances)
    bill           the message names a total: its lines may be multiples
    subtotals      amounts of the message that are named totals
    alike          amounts of the message that are called the same, or stand in lines of one kind
    series         amounts under one key of the objects fetched one after another
    records        records that the message mentions, or that were just fetched;  columns  lists of amounts
    cents          amounts of any record, when the one in question has cents (whole ones meet too easily)
    counts         people, nights, pieces, wherever they stand;  named  those that the user or this message names
    same           amounts of the same line
    beside         counts in the same line, large ones too
    lines          prices times what the call that found them was given;  ordered  such lines together
    percents       in the message and before;  shares  those of the same line;  rates  of exchange
    """

    before: tuple[tuple[Decimal, ...], ...] = ()
    after: tuple[tuple[Decimal, ...], ...] = ()
    counted: tuple[Decimal, ...] = ()
    stated: tuple[Decimal, ...] = ()
    asked: tuple[Decimal, ...] = ()
    said: tuple[Decimal, ...] = ()
    rules: tuple[Decimal, ...] = ()
    bill: bool = False
    subtotals: tuple[Decimal, ...] = ()
    alike: tuple[tuple[Decimal, ...], ...] = ()
    series: tuple[tuple[Decimal, ...], ...] = ()
    records: tuple[Record, ...] = ()
    columns: tuple[Column, ...] = ()
    cents: tuple[Decimal, ...] = ()
    counts: frozenset[int] = frozenset()
    named: frozenset[int] = frozenset()
    same: tuple[Decimal, ...] = ()
    beside: frozenset[int] = frozenset()
    lines: tuple[Term, ...] = ()
    ordered: tuple[Term, ...] = ()
    percents: frozenset[Decimal] = frozenset()
    shares: frozenset[Decimal] = frozenset()
    rates: tuple[Decimal, ...] = ()


def room(places: int) -> Decimal:
    """How far an amount written with so many decimals may lie from what it rounds."""
    return CENT if places >= 2 else Decimal(5).scaleb(-places - 1)


def close(a: Decimal, b: Decimal, places: int = 2) -> bool:
    """Whether `a`, whatever its sign, is `b` as it would be written with so many decimals."""
    more = abs(a) - b
    return abs(more) <= room(places) and (places >= 2 or more < room(places))  # 12.5 is written 13, not 12


def add(values: Sequence[Decimal]) -> Term:
    """The sum of some values; negative ones are taken off."""
    shown = " + ".join(map(str, values[:6])).replace("+ -", "− ")
    return Term(sum(values, Decimal(0)), shown + (f" + … ({len(values)} amounts)" if len(values) > 6 else ""))


def times(term: Term, counts: Iterable[int]) -> Iterator[Term]:
    """A term, and its multiples by each count."""
    yield term
    for n in counts:
        yield Term(term.value * n, f"({term.how}) × {n}" if " " in term.how else f"{term.how} × {n}")


def minus(a: Term, b: Term) -> Term:
    """The larger of two less the smaller."""
    high, low = (a, b) if a.value >= b.value else (b, a)
    return Term(high.value - low.value, f"{_one(high.how)} − {_one(low.how)}")


def _one(how: str) -> str:
    return f"({how})" if " + " in how or " − " in how else how


def single(values: Iterable[Decimal]) -> list[Term]:
    """Values by themselves, each once."""
    return [Term(v, str(v)) for v in dict.fromkeys(values)]


def here(basis: Basis) -> list[Decimal]:
    """The amounts of the message, the nearest first, each once."""
    near: list[Decimal] = []
    for n in range(max(len(basis.before), len(basis.after))):
        near += basis.before[-1 - n] if n < len(basis.before) else ()
        near += basis.after[n] if n < len(basis.after) else ()
    return [v for v in dict.fromkeys(map(abs, near)) if v][:NEAR]


def prices(basis: Basis) -> list[Decimal]:
    """Single amounts in play: of the message, stated before, of the user and the rules, of the records mentioned."""
    mentioned = [v for r in basis.records for _, v in r.money]
    return [v for v in dict.fromkeys([*here(basis), *basis.stated, *basis.said, *basis.rules, *mentioned]) if v]


def list_sums(basis: Basis) -> list[Term]:
    """The last lists that belong to something added up, each by itself and times the count beside it."""
    owned = [c for c in basis.columns if c.owned]
    return [t for c in owned[-LISTS:] for t in times(add(c.values), c.counts)]


def by_key(records: Sequence[Record]) -> list[list[Decimal]]:
    """The amounts under each key over different records."""
    found: dict[str, dict[tuple[str, ...], Decimal]] = {}
    for r in records:
        for key, value in r.money:
            if r.names and value:
                found.setdefault(key, {})[r.names] = value
    return [list(by_name.values()) for by_name in found.values() if SHORT <= len(by_name) <= LONG]
