"""One leg's price for a connection of several: a line names its legs, and a result has a price for each."""

from collections.abc import Iterator
from decimal import Decimal

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.names import Names, names_of
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run

LEGS = 4  # of one connection


def parts(run: Run) -> Iterator[Conflict]:
    """A line names two or more legs of one connection and gives a single amount: that of one leg."""
    names = run.memo(names_of)
    for claim in _single_amounts(run):
        legs = _named_in(claim.line, names, claim.step)
        for key in {k for leg in legs for k, v in leg.money if v == claim.value}:
            prices = [v for leg in legs for k, v in leg.money if k == key]
            if len(prices) != len(legs) or prices.count(claim.value) != 1:
                continue
            shown = " + ".join(f"{leg.names[0]} {p}" for leg, p in zip(legs, prices, strict=True))
            together = " and ".join(leg.names[0] for leg in legs)
            message = f"gives {claim.amount.raw} for {together} together; {shown} make {sum(prices, Decimal(0))}"
            steps = tuple(dict.fromkeys(leg.step for leg in legs))
            yield Conflict("part-for-whole", claim, message, steps, legs[0].names[0], proven=True)
            break


def _single_amounts(run: Run) -> Iterator[Claim]:
    """Claims that a result holds, stated as facts, alone in their line."""
    for claim in run.memo(claims):
        plain = claim.verdict == "found" and not claim.argument and claim.amount.stance == "stated"
        if plain and claim.source is not None and claim.source.origin == "result" and len(amounts(claim.line)) == 1:
            yield claim


def _named_in(line: str, names: Names, step: int) -> list[Record]:
    """Records that stand together in one short list inside another and are all named in a line."""
    groups: dict[tuple[int, str], list[Record]] = {}
    for r in names.named_in(line, step):
        if "#" in r.group and 2 <= r.size <= LEGS and r.money:
            groups.setdefault((r.step, r.group), []).append(r)
    whole = [g for g in groups.values() if len(g) == g[0].size and len({r.names[0] for r in g}) == len(g)]
    return min(whole, key=len, default=[])
