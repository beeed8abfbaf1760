"""Bounded arithmetic: whether an amount follows from others by a step that a person would take, and which.

With enough terms anything is a sum of something, so the words around an amount decide what it may be: a total is a sum
or a multiple, what is left or refunded a difference, a price for one a part, a discount or tax a share; a plain price
is at most a multiple by a count beside it, or the sum of the lines above. Terms are what is in play: the amounts of the
same message, what was stated shortly before, what the user and the rules say, the records that the message mentions,
the lists in results. Counts are those that the run names. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, product

from planscope.analyzers.claims.terms import (
    NEAR,
    Basis,
    Term,
    add,
    by_key,
    close,
    here,
    list_sums,
    minus,
    prices,
    single,
    times,
)
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.records import Column

FEW = 6  # a list up to this length may be summed in part, when its amounts have cents (whole ones meet too easily)
MANY = 40  # sums of lines of one kind that are combined in pairs
RUN = 60  # lines in one sum
LEAST = 20  # of the user's own numbers that may be an amount
MIXED = 12  # people or pieces of one kind
YEAR = 12  # months
COUNTED = re.compile(r"\d\s?[x×]|[x×]\s?\d")  # a line that says how often a price counts


def derivation(value: Decimal, places: int, basis: Basis, line: str, *, total: bool = False) -> str:
    """How the value follows from the basis ("158 + 161"), "" when it does not. `line` is the text around it, `total`
    whether it is named a total."""
    if value == value.to_integral_value():
        basis = replace(basis, cents=())
    for terms in _ways(basis, line, total):
        for t in terms:
            if close(t.value, value, places):
                return t.how
    return ""


def named_sums(basis: Basis, line: str, *, total: bool = False) -> Iterator[Term]:
    """Every combination that the words name, what stands nearest first."""
    basis = replace(basis, cents=())
    for terms in (_near(basis), *_ways(basis, line, total, loose=False)):
        yield from terms


def own_line(basis: Basis) -> tuple[Term, ...]:
    """What the amounts, counts and percentages of the amount's own line make."""
    whole = [add(basis.same)] if len(basis.same) > 2 else []
    found = [*whole, *islice(_near(basis), MANY), *(islice(_beside(basis), MANY))]
    return tuple({t.value: t for t in reversed(found)}.values())


def _near(basis: Basis) -> Iterator[Term]:
    yield from (Term(v * n, f"{v} × {n}") for v in basis.same for n in basis.beside)
    for p in basis.shares:
        for v in basis.same:
            yield from (Term(v * p / 100, f"{p}% of {v}"), Term(v - v * p / 100, f"{v} − {p}%"))
            yield Term(v + v * p / 100, f"{v} + {p}%")


def listed(value: Decimal, columns: Sequence[Column]) -> bool:
    """Whether the value is the sum of a list's amounts, or a multiple of it by a count that stands beside the list."""
    return any(close(t.value, value) for c in columns for t in times(add(c.values), c.counts))


def _ways(basis: Basis, line: str, total: bool, *, loose: bool = True) -> Iterator[Iterable[Term]]:
    """`loose`: also by steps that leave it open which amounts and counts go together."""
    whole, difference, each, fees, threshold, share = _allowed(line)
    whole = whole or total
    alone = not (basis.before or basis.after)
    yield _runs(basis)
    yield basis.lines
    if whole:
        yield basis.ordered
    yield _beside(basis)
    yield _listed(basis)
    yield _multiples(basis, basis.named if whole or difference or basis.bill else basis.beside)
    if loose and (whole or basis.bill):
        yield _categories(basis)
    if whole or alone:
        yield _totals(basis)
    if loose and (whole or alone):
        yield _mixed(basis)
    if fees:
        yield _with_fees(basis)
    if basis.asked and (whole or difference or each):
        yield _asked(basis)
    if difference or whole:
        yield _differences(basis, {*basis.beside, YEAR} if each else basis.beside)
    if threshold:
        yield (minus(a, b) for a in single([*basis.same, *basis.stated]) for b in single([*basis.rules, *basis.said]))
    if each:
        yield _parts(basis)
    yield (t for v in (*here(basis), *basis.stated) for r in basis.rates for t in _converted(v, r))
    if share or whole or difference:
        yield _shares(basis)


@lru_cache(maxsize=64)  # a line is asked about several times in a row
def _allowed(line: str) -> tuple[bool, bool, bool, bool, bool, bool]:
    """What the words of a line say that an amount is: a total, a difference, a price for one, one with fees, what is
    left to a threshold, a share."""
    if not line:
        return True, True, False, True, False, False
    return (
        bool(words.TOTALS.search(line)),
        bool(words.DIFFERENCE.search(line)) or "=" in line or "＝" in line,
        bool(words.FOR_ONE.search(line) or words.TO_SHARE.search(line) or COUNTED.search(line)),
        bool(words.FEES.search(line)),
        bool(words.THRESHOLD.search(line)),
        bool(words.SHARE.search(line)),
    )


# --- sums ----------------------------------------------------------------------------------------------------------


def _beside(basis: Basis) -> Iterator[Term]:
    """Two amounts of the same line together, or one less the other."""
    for a, b in combinations(single(basis.same), 2) if len(basis.same) <= FEW else ():
        yield Term(a.value + b.value, f"{a.how} + {b.how}")
        yield minus(a, b)


def _runs(basis: Basis) -> Iterator[Term]:
    """Runs of neighbouring lines, up to the amount or from it on; of a line all its amounts, or one of them."""
    few = [n for n in basis.beside if n <= RUN]
    each = tuple((v,) for r in basis.before for v in r), tuple((v,) for r in basis.after for v in r)
    counted = tuple((v,) for v in basis.counted)
    for rows in (basis.before[::-1], basis.after, each[0][::-1], each[1], counted[::-1]):
        for pick in (tuple, _last, _first, _most):
            run: list[Decimal] = []
            for row in islice((r for r in rows if r), RUN):
                chosen = pick(row)
                run += chosen if isinstance(chosen, tuple) else (chosen,)
                if len(run) > 1:
                    yield from times(add(run), few)


def _most(row: Sequence[Decimal]) -> Decimal:
    return max(row, key=abs)


def _last(row: Sequence[Decimal]) -> Decimal:
    return row[-1]


def _first(row: Sequence[Decimal]) -> Decimal:
    return row[0]


def _listed(basis: Basis) -> Iterator[Term]:
    """The amounts of one list added up, times the count that stands beside the list or is named."""
    for c in basis.columns:
        yield from times(add(c.values), basis.named | c.counts if c.owned else ())
    for record in basis.records:
        for _, v in record.money:
            yield from (Term(v * n, f"{v} × {n}") for n in record.counts)


def _totals(basis: Basis) -> Iterator[Term]:
    """Sums of all subtotals, of amounts of the line or of the whole message, of two stated before; of those of one kind
    over the records mentioned; of a part of a list."""
    near, stated = here(basis), basis.stated[:4]
    yield add(basis.subtotals)
    for size in (2, 3) if len(basis.same) <= FEW else ():
        yield from (t for c in combinations(basis.same, size) for t in times(add(c), basis.named))
    for series in basis.series:
        yield from (add(series[i:j]) for i in range(len(series)) for j in range(i + 2, len(series) + 1))
    if 3 <= len(near) <= NEAR - 1:
        yield from (add(c) for size in (len(near), len(near) - 1) for c in combinations(near, size))
    yield from map(add, combinations(stated, 2))
    yield from (add((a, b)) for a in near[:3] for b in stated[:3])
    for values in (*by_key(basis.records), *(list(c.values) for c in basis.columns if c.owned)):
        yield from times(add(values), basis.counts)
        if len(values) <= FEW and any(v != v.to_integral_value() for v in values):
            yield from (add(c) for size in range(2, len(values)) for c in combinations(values, size))


def _with_fees(basis: Basis) -> Iterator[Term]:
    """An amount or a list's sum and what the rules or the user add to it."""
    bases = [*single([*here(basis)[:2], *basis.stated[:2]]), *list_sums(basis)]
    fees = [t for fee in single([*basis.rules, *basis.said]) for t in times(fee, basis.named)]
    yield from (Term(base.value + fee.value, f"{base.how} + {fee.how}") for base in bases for fee in fees)


def _categories(basis: Basis) -> Iterator[Term]:
    """What lines of one kind come to for so many people or rooms; two kinds together; one price times two counts."""
    sums = [t for alike in basis.alike for t in times(add(alike), basis.named)]
    yield from sums
    for a, b in combinations(sums[:MANY] + single(here(basis)[:4]), 2):
        yield Term(a.value + b.value, f"{a.how} + {b.how}")
    for v in prices(basis)[: 2 * NEAR]:
        yield from (Term(v * n * m, f"{v} × {n} × {m}") for n, m in combinations(sorted(basis.named), 2))


def _mixed(basis: Basis) -> Iterator[Term]:
    """Two prices, each times a count that is named ("2 adults and a child"), there or there and back."""
    counts = sorted({1, *(n for n in basis.named if n <= MIXED)})
    every = (p for r in basis.records for p in combinations([v for _, v in r.money if v], 2))
    pairs = islice(every, MANY)  # of a record with thousands of amounts there are millions of pairs
    for a, b in [*pairs, *combinations(basis.stated, 2)]:
        for n, m in (c for c in product(counts, repeat=2) if c != (1, 1)):
            whole = Term(a * n + b * m, f"{a} × {n} + {b} × {m}")
            yield from times(whole, (2,))


def _asked(basis: Basis) -> Iterator[Term]:
    """What the user's own numbers come to: two of them together, a run of them added up."""
    numbers = basis.asked
    for n in range(len(numbers)):
        yield from (add(numbers[n:m]) for m in range(n + 2, len(numbers) + 1))
    for a, b in combinations(numbers, 2):
        yield Term(a * b, f"{a} × {b}")
        if max(a, b) >= LEAST or a % 1 or b % 1:  # two days of the month have no difference in money
            yield minus(Term(a, str(a)), Term(b, str(b)))
        yield from (Term(x / y, f"{x} ÷ {y}") for x, y in ((a, b), (b, a)) if y)
    for v in here(basis):
        yield from (Term(v * x, f"{v} × {x}") for x in numbers)
        for x in (x for x in numbers if x >= LEAST and x != v):
            yield Term(v + x, f"{v} + {x}")
            yield minus(*single([v, x]))


# --- multiples, parts, differences ---------------------------------------------------------------------------------


def _multiples(basis: Basis, counts: Iterable[int]) -> Iterator[Term]:
    """One amount times one count; times two when both stand in the same line."""
    for v in prices(basis):
        yield from (Term(v * n, f"{v} × {n}") for n in {*counts, *basis.beside})
        yield from (Term(v * n * m, f"{v} × {n} × {m}") for n, m in combinations_with_replacement(basis.beside, 2))


def _parts(basis: Basis) -> Iterator[Term]:
    for v in (*here(basis), *basis.stated):
        yield from (Term(v / n, f"{v} ÷ {n}") for n in basis.named | basis.beside | {YEAR})
    for values in (*(c.values for c in basis.columns), tuple(here(basis))):
        if len(values) > 1:
            yield Term(sum(values, Decimal(0)) / len(values), f"the mean of {len(values)} amounts")
    for r in basis.records:
        yield from (Term(v / n, f"{v} ÷ {n}") for _, v in r.money for n in r.wholes)


def _differences(basis: Basis, counts: Iterable[int]) -> Iterator[Term]:
    """What is left of one amount when another is taken off, or of one sum when another is."""
    near = single([*here(basis), *basis.stated])
    for a, b in combinations(near, 2):
        yield from times(minus(a, b), basis.beside)
    mentioned = list(dict.fromkeys(v for r in basis.records for _, v in r.money))[:NEAR]
    lists = list_sums(basis)
    others = [*single([*basis.said, *mentioned, *basis.cents]), *lists]
    others += [Term(v * n, f"{v} × {n}") for v in basis.same for n in counts]
    for a in near:
        yield from (minus(a, b) for b in others)
    for one, other in combinations([*lists, *map(add, by_key(basis.records))], 2):
        yield from times(minus(one, other), basis.named)


def _converted(value: Decimal, rate: Decimal) -> tuple[Term, Term]:
    return Term(value * rate, f"{value} × {rate}"), Term(value / rate, f"{value} ÷ {rate}")


def _shares(basis: Basis) -> Iterator[Term]:
    """A percentage of an amount, and the amount with it taken off or put on."""
    sums = [t.value for t in islice(_runs(basis), NEAR)]
    if basis.cents:  # whole amounts meet too easily
        sums += [v * n * m for v in prices(basis)[: 2 * NEAR] for n, m in combinations(sorted(basis.named), 2)]
    near = {*here(basis), *basis.stated, *basis.said, *sums}  # "84.50 net, with 10 %" is what people ask
    for v in dict.fromkeys((*near, *prices(basis))):
        for p in basis.percents if v in near else basis.shares:
            part = v * p / 100
            yield Term(part, f"{p}% of {v}")
            yield Term(v - part, f"{v} − {p}%")
            yield Term(v + part, f"{v} + {p}%")
