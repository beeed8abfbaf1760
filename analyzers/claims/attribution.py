"""Right amounts said of the wrong thing: one leg's price for a connection of several, another thing's price."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.names import Names, names_of
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.numbers.records import Record
from planscope.analyzers.quick import quick
from planscope.collector.run import Run

LEGS = 4  # of one connection
CLOSE = 40  # characters between a name and its price
_COMPARED = quick(
    r"\b(?:than|compared|instead|versus|vs|unlike|whereas|als|statt|gegenüber|que|contre|em vez|en vez|in plaats)\b"
    r"|比|より|而不是",
    re.I,
)


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


def of_another(run: Run) -> Iterator[Conflict]:
    """A line names one thing of a list and gives a single amount: one that the same list has for another thing."""
    held, names = run.memo(holdings), run.memo(names_of)
    for claim in _single_amounts(run):
        mine = [r for r in names.named_in(claim.line, claim.step) if r.money]
        one_thing = len({r.names[0] for r in mine}) == 1 and _priced(claim, mine[0].names)
        if one_thing and not any(v == claim.value for r in mine for _, v in r.money):
            past = [r for r in held.records if r.step < claim.step and r.money and r.names]
            yield from _swapped(mine[-1], [r for r in past if r not in mine], claim)


def _priced(claim: Claim, names: Sequence[str]) -> bool:
    """Whether the amount is said of the thing: it follows the name closely, in its clause, and nothing is compared."""
    left = claim.line.split(claim.amount.raw)[0]
    at = max((left.rfind(n) + len(n) for n in names if n in left), default=-1)
    return (
        at >= 0
        and len(left) - at <= CLOSE
        and not re.search(r"[,;.，；。]\s", left[at:])
        and not _COMPARED.search(claim.line)
    )


def _swapped(mine: Record, others: Sequence[Record], claim: Claim) -> Iterator[Conflict]:
    own = dict(mine.money)
    for other in others:
        key = next((k for k, v in other.money if v == claim.value and k in own and _is_price(k)), None)
        if key is not None and other.group == mine.group:
            values = f"the result has {own[key]} for it, and {claim.value} for {other.names[0]}"
            message = f"gives {claim.amount.raw} for {mine.names[0]}; {values}"
            yield Conflict("other-things-price", claim, message, (mine.step,), mine.names[0], proven=False)
            return


def _is_price(key: str) -> bool:
    return words.named(key.rsplit(".", 1)[-1])
