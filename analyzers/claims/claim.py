"""A stated amount with what it rests on.

A claim is an amount of money in a message of the agent, in its final answer, or among the arguments of a call that pays
or books. Its verdict:

    found       a result, the user or standing text holds it
    weak        a text holds the number, and nothing says that it is money there: nothing else is built on it
    computed    the run's calculator gave it, and every operand is known
    derived     it follows from known amounts by a small step (see sums.py); `how` says which
    operand     the calculator gave it, but an operand is known nowhere; `how` names it
    rests       it follows only with the help of another amount that is known nowhere
    loose       a bound, an example, an end of a range, zero: nothing is stated that could be wrong
    unknown     it is nowhere, but a result before it is missing or cut
    nowhere     none of these
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from planscope.analyzers.claims.basis import Known
from planscope.analyzers.claims.held import Holdings, Source
from planscope.analyzers.claims.missed import Missed
from planscope.analyzers.claims.terms import room
from planscope.analyzers.numbers.money import Amount
from planscope.collector.span import Place

ROUNDED = 20  # whole amounts from here on may be rounded ones
Verdict = Literal["found", "weak", "computed", "derived", "operand", "rests", "loose", "unknown", "nowhere"]
GOOD = frozenset({"found", "computed", "derived"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One stated amount. `line` is the text around it; `source` where the run holds it (a step), None when nowhere."""

    amount: Amount
    step: int
    place: Place
    line: str
    verdict: Verdict
    how: str = ""
    source: Source | None = None
    argument: str = ""  # the key, for an amount in a call's arguments
    operands: tuple[Decimal, ...] = ()  # those that are known nowhere
    message: int = 0  # which piece of text it stands in
    missed: Missed | None = None  # what it should have been, for one that is nowhere

    @property
    def value(self) -> Decimal:
        """The amount."""
        return self.amount.value

    @property
    def exact(self) -> Decimal:
        """The amount as the run holds it, where it was rounded."""
        rounded = self.source is not None and abs(self.source.value - self.value) <= room(self.amount.places)
        return self.source.value if rounded and self.source is not None else self.value

    @property
    def unit(self) -> str:
        """Its currency, "" when unknown."""
        return self.amount.unit


def looked_up(claim: Claim, held: Holdings, known: Known) -> Claim:
    """The claim with what a look-up says of it; "nowhere" is left to be followed up."""
    a = claim.amount
    source = _source(a, claim.step, held)
    if source is not None:
        return replace(claim, verdict="found" if source.money else "weak", source=source)
    if a.value == 0 or a.stance in ("bound", "example"):
        return replace(claim, verdict="loose")
    if a.value % 50 == 0 and any(at < claim.step for at in held.worded):
        return replace(claim, verdict="loose", how="the user may have spelled it out")
    if a.value in known.good:
        return replace(claim, verdict="derived", how="stated before")
    return _calculated(claim, held, known)


def _source(a: Amount, step: int, held: Holdings) -> Source | None:
    """Where the run holds it: as written, rounded, or in minor units (1249.00 as 124900)."""
    exact = [s for v in a.readings if (s := held.find(v, step)) is not None]
    if exact:
        return max(exact, key=lambda s: s.money)
    if a.places < 0:
        return held.find_near(a.value, room(a.places), step)
    if (a.places == 0 and a.value >= ROUNDED) or a.places == 2:
        rounded = held.find_rounded(a.value, step)
        if rounded is not None:
            return rounded
    minor = held.find(a.value * 100, step) if a.places == 2 else None
    return minor if minor is not None and minor.money else None


def _calculated(claim: Claim, held: Holdings, known: Known) -> Claim:
    """Whether the calculator gave it, from what is known."""
    worked = [c for at, c in held.calculations if at < claim.step and _same(c.value, claim.amount)]
    if not worked:
        return claim
    strange = [known.strange(c, held, claim.step) for c in worked]
    if not all(strange):
        return replace(claim, verdict="computed", how=worked[strange.index(())].expression)
    return replace(claim, verdict="operand", how=worked[-1].expression, operands=strange[-1])


def _same(value: Decimal, amount: Amount) -> bool:
    return any(abs(value - r) <= room(amount.places) for r in amount.readings)
