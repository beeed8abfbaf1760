"""Bounded arithmetic: whether an amount follows from others by a step that a person would take, and which.

With enough terms anything is a sum of something, so the words around an amount decide what it may be: a total is a sum
or a multiple, what is left or refunded a difference, a price for one a part, a discount or tax a share; a plain price
is at most a multiple by a count beside it, or the sum of the lines above. Terms are what is in play: the amounts of the
same message, what was stated shortly before, what the user and the rules say, the records that the message mentions,
the lists in results. Counts are those that the run names. Pure.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice

from planscope.analyzers import money_words as words
from planscope.analyzers.records import Column, Record

CENT = Decimal("0.005")
FEW = 6  # a list up to this length may be summed in part, when its amounts have cents (whole ones meet too easily)
NEAR = 10  # amounts of the message nearest to the one in question that are combined in pairs
MANY = 40  # sums of lines of one kind that are combined in pairs
RUN = 60  # lines in one sum


@dataclass(frozen=True, slots=True)
class Term:
    """A value with how it came about ("158 × 3")."""

    value: Decimal
    how: str


@dataclass(frozen=True)
class Basis:
    """What an amount may be made of.

    before, after  the amounts of the message by line, before and after the one in question, in order
    stated         amounts that the agent stated shortly before, the latest first
    said           amounts that the user names;  rules  those of standing text (fees, allowances)
    bill           the message names a total: its lines may be multiples
    subtotals      amounts of the message that are named totals
    alike          amounts of the message that are called the same, or stand in lines of one kind
    series         amounts under one key of the objects fetched one after another
    records        records that the message mentions, or that were just fetched;  columns  lists of amounts
    cents          amounts of any record, when the one in question has cents (whole ones meet too easily)
    counts         people, nights, pieces, wherever they stand;  named  those that the user or this message names
    beside         counts in the same line
    percents       shares, in percent;  rates  of exchange
    """

    before: tuple[tuple[Decimal, ...], ...] = ()
    after: tuple[tuple[Decimal, ...], ...] = ()
    stated: tuple[Decimal, ...] = ()
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
    beside: frozenset[int] = frozenset()
    percents: frozenset[Decimal] = frozenset()
    rates: tuple[Decimal, ...] = ()


def close(a: Decimal, b: Decimal, places: int = 2) -> bool:
    """Whether `a` is `b` as it would be written with so many decimals."""
    return abs(a - b) <= (CENT if places >= 2 else Decimal(5).scaleb(-places - 1))


def derivation(value: Decimal, places: int, basis: Basis, line: str, *, total: bool = False) -> str:
    """How the value follows from the basis ("158 + 161"), "" when it does not. `line` is the text around it, `total`
    whether it is named a total."""
    for terms in _ways(basis, line, total):
        for t in terms:
            if close(t.value, value, places):
                return t.how
    return ""


def _ways(basis: Basis, line: str, total: bool) -> Iterator[Iterable[Term]]:
    whole = total or bool(words.TOTALS.search(line)) or not line
    difference = not line or bool(words.DIFFERENCE.search(line)) or "=" in line or "＝" in line
    yield _runs(basis)
    yield _listed(basis)
    yield _multiples(basis, basis.named if whole or difference or basis.bill else basis.beside)
    if whole or basis.bill:
        yield _categories(basis)
    if whole:
        yield _totals(basis)
    if difference or whole:
        yield _differences(basis)
    if words.FOR_ONE.search(line) or words.TO_SHARE.search(line):
        yield _parts(basis)
    if words.SHARE.search(line) or whole or difference:
        yield _shares(basis)


def _add(values: Sequence[Decimal]) -> Term:
    shown = " + ".join(map(str, values[:6])) + (f" + … ({len(values)} amounts)" if len(values) > 6 else "")
    return Term(sum(values, Decimal(0)), shown)


def _times(term: Term, counts: Iterable[int]) -> Iterator[Term]:
    yield term
    for n in counts:
        yield Term(term.value * n, f"({term.how}) × {n}" if " " in term.how else f"{term.how} × {n}")


# --- sums ----------------------------------------------------------------------------------------------------------


def _runs(basis: Basis) -> Iterator[Term]:
    """Runs of neighbouring lines, up to the amount or from it on; of a line all its amounts, or one of them."""
    single = [(v,) for r in basis.before for v in r], [(v,) for r in basis.after for v in r]
    for rows, backwards in (
        (basis.before[::-1], True),
        (basis.after, False),
        (single[0][::-1], True),
        (single[1], False),
    ):
        for pick in (tuple, _last, _first, max):
            run: list[Decimal] = []
            for row in islice((r for r in rows if r), RUN):
                chosen = pick(row)
                run += chosen if isinstance(chosen, tuple) else (chosen,)
                if len(run) > 1:
                    yield from _times(_add(run[::-1] if backwards else run), basis.beside)


def _last(row: Sequence[Decimal]) -> Decimal:
    return row[-1]


def _first(row: Sequence[Decimal]) -> Decimal:
    return row[0]


def _listed(basis: Basis) -> Iterator[Term]:
    """The amounts of one list added up, times the count that stands beside the list or is named."""
    for c in basis.columns:
        yield from _times(_add(c.values), basis.named | c.counts)
    for record in basis.records:
        for _, v in record.money:
            yield from (Term(v * n, f"{v} × {n}") for n in record.counts)


def listed(value: Decimal, columns: Sequence[Column]) -> bool:
    """Whether the value is the sum of a list's amounts, or a multiple of it by a count that stands beside the list."""
    return any(close(t.value, value) for c in columns for t in _times(_add(c.values), c.counts))


def _totals(basis: Basis) -> Iterator[Term]:
    """Sums of all subtotals, of all amounts of the message, of two stated before; of those of one kind over the records
    mentioned; of a part of a list; of something and a fee."""
    here, stated = _here(basis), basis.stated[:4]
    yield _add(basis.subtotals)
    for series in basis.series:
        yield from (_add(series[i:j]) for i in range(len(series)) for j in range(i + 2, len(series) + 1))
    if 3 <= len(here) <= NEAR - 1:
        yield from (_add(c) for size in (len(here), len(here) - 1) for c in combinations(here, size))
    yield from map(_add, combinations(stated, 2))
    yield from (_add((a, b)) for a in here[:3] for b in stated[:3])
    for values in (*_by_key(basis.records), *(list(c.values) for c in basis.columns)):
        yield from _times(_add(values), basis.counts)
        if len(values) <= FEW and any(v != v.to_integral_value() for v in values):
            yield from (_add(c) for size in range(2, len(values)) for c in combinations(values, size))
    for base in (*(Term(v, str(v)) for v in (*here[:2], *stated[:2])), *_list_sums(basis)):
        for fee in (*basis.rules, *basis.said):
            yield from (
                Term(base.value + t.value, f"{base.how} + {t.how}") for t in _times(Term(fee, str(fee)), basis.named)
            )


def _categories(basis: Basis) -> Iterator[Term]:
    """What lines of one kind come to for so many people or rooms; two kinds together; one price times two counts."""
    sums = [t for alike in basis.alike for t in _times(_add(alike), basis.named)]
    yield from sums
    near = [Term(v, str(v)) for v in _here(basis)[:4]]
    for a, b in combinations(sums[:MANY] + near, 2):
        yield Term(a.value + b.value, f"{a.how} + {b.how}")
    for v in _prices(basis)[: 2 * NEAR]:
        yield from (Term(v * n * m, f"{v} × {n} × {m}") for n, m in combinations(sorted(basis.named), 2))


def _list_sums(basis: Basis) -> list[Term]:
    return [t for c in basis.columns[-6:] for t in _times(_add(c.values), c.counts)]


def _here(basis: Basis) -> list[Decimal]:
    """The amounts of the message, the nearest first, each once."""
    near: list[Decimal] = []
    for n in range(max(len(basis.before), len(basis.after))):
        near += basis.before[-1 - n] if n < len(basis.before) else ()
        near += basis.after[n] if n < len(basis.after) else ()
    return [v for v in dict.fromkeys(near) if v][:NEAR]


def _by_key(records: Sequence[Record]) -> Iterator[list[Decimal]]:
    """The amounts under each key over different records."""
    found: dict[str, dict[tuple[str, ...], Decimal]] = {}
    for r in records:
        for key, value in r.money:
            if r.names and value:
                found.setdefault(key, {})[r.names] = value
    yield from (list(by_name.values()) for by_name in found.values() if 2 <= len(by_name) <= 12)


# --- multiples, parts, differences ---------------------------------------------------------------------------------


def _prices(basis: Basis) -> list[Decimal]:
    """Single amounts in play: of the message, stated before, of the records mentioned, of the rules."""
    mentioned = [v for r in basis.records for _, v in r.money]
    return [v for v in dict.fromkeys([*_here(basis), *basis.stated, *basis.said, *basis.rules, *mentioned]) if v > 1]


def _multiples(basis: Basis, counts: Iterable[int]) -> Iterator[Term]:
    """One amount times one count; times two when both stand in the same line."""
    for v in _prices(basis):
        yield from (Term(v * n, f"{v} × {n}") for n in counts)
        yield from (Term(v * n * m, f"{v} × {n} × {m}") for n in basis.beside for m in basis.beside)


def _parts(basis: Basis) -> Iterator[Term]:
    for v in (*_here(basis), *basis.stated):
        yield from (Term(v / n, f"{v} ÷ {n}") for n in basis.named)


def _differences(basis: Basis) -> Iterator[Term]:
    """What is left of one amount when another is taken off."""
    here = _here(basis)
    near = list(dict.fromkeys([*here, *basis.stated]))
    for a, b in combinations(near, 2):
        yield from _times(_minus(Term(a, str(a)), Term(b, str(b))), basis.beside)
    mentioned = list(dict.fromkeys(v for r in basis.records for _, v in r.money))[:NEAR]
    others = [Term(v, str(v)) for v in dict.fromkeys([*basis.said, *mentioned, *basis.cents])] + _list_sums(basis)
    for a in near:
        yield from (_minus(Term(a, str(a)), b) for b in others)
    for one, other in combinations(_list_sums(basis), 2):
        yield _minus(one, other)


def _minus(a: Term, b: Term) -> Term:
    high, low = (a, b) if a.value >= b.value else (b, a)
    return Term(high.value - low.value, f"{high.how} − {low.how}")


def _shares(basis: Basis) -> Iterator[Term]:
    """A percentage of an amount, and the amount with it taken off or put on; an amount in another currency."""
    sums = [t.value for t in _runs(basis)][:NEAR]
    for v in (*_here(basis), *basis.stated, *sums):
        for p in basis.percents:
            part = v * p / 100
            yield Term(part, f"{p}% of {v}")
            yield Term(v - part, f"{v} − {p}%")
            yield Term(v + part, f"{v} + {p}%")
        for r in basis.rates:
            yield Term(v * r, f"{v} × {r}")
            yield Term(v / r, f"{v} ÷ {r}")
