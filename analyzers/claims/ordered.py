"""What the things that the agent looked up come to: the price of each times what the call that found it was given
(nights, people, pieces), and all of them together. A total at the end of a run is mostly that, though no line of it was
stated.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations, islice, product
from math import prod

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.held import Holdings
from planscope.analyzers.claims.terms import Term, add
from planscope.analyzers.numbers.counts import factors_in
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run

PRICES = 3  # of one look-up: the pick, and what it was compared with
LOOKED = 6  # look-ups that are added up
MANY = 400  # choices of one price for each
RECORDS = 4000  # of a run in which a price is looked for


@dataclass
class Picked:
    """The prices that the agent took from results, by the call whose counts they are multiplied by."""

    factors: dict[int, tuple[int, ...]]  # by step of the call
    finds: dict[tuple[int, Decimal], tuple[str, ...]]  # (step, amount): the names of the record
    found_by: dict[str, int]  # a name: the last call with counts that found it
    prices: dict[int, list[Decimal]] = field(default_factory=dict)

    def take(self, claims: Iterable[Claim]) -> None:
        """Takes in the amounts that a text states from results."""
        for c in claims:
            names = self.finds.get((c.source.step, c.source.value)) if c.source is not None else None
            if c.verdict != "found" or c.source is None or names is None:
                continue
            step = next((self.found_by[n] for n in names if n in self.found_by), c.source.step)
            said = self.prices.setdefault(step, [])
            if c.source.value not in said and len(said) < PRICES:
                said.append(c.source.value)

    def lines(self) -> tuple[Term, ...]:
        """Each price times all that its call was given."""
        return tuple(self._line(step, v) for step, said in self.prices.items() for v in said if self.factors.get(step))

    def totals(self) -> tuple[Term, ...]:
        """One price of each look-up, all together."""
        groups = [[self._line(step, v) for v in said] for step, said in self.prices.items()]
        if not 2 <= len(groups) <= LOOKED:
            return ()
        return tuple(_together(choice) for choice in islice(product(*groups), MANY))

    def _line(self, step: int, value: Decimal) -> Term:
        factors = self.factors.get(step, ())
        return Term(value * prod(factors), " × ".join(map(str, (value, *factors))))


def _together(lines: Sequence[Term]) -> Term:
    return Term(add([t.value for t in lines]).value, " + ".join(t.how for t in lines))


def picked(run: Run, held: Holdings) -> Picked:
    """Where prices were found, before any is taken."""
    factors = {c.number: f for c in run.tool_calls if (f := factors_in(c.arguments))}
    out = Picked(factors, {}, {})
    for r in held.records[:RECORDS]:
        if r.names:
            out.finds.update({(r.step, v): r.names for _, v in r.money if v})
            out.found_by.update({n: r.step for n in r.names if r.step in factors and r.money})
    return out


def given_for(factors: Sequence[int], mine: Sequence[Record]) -> Iterator[Term]:
    """What the thing that a call names (its records, the latest first) comes to by the counts in the same call: by all
    of them first."""
    for v in dict.fromkeys(v for r in mine for _, v in r.money if v):
        for size in range(len(factors), 0, -1):
            for some in combinations(factors, size):
                yield Term(v * prod(some), " × ".join(map(str, (v, *some))))
