"""Which amount of the run a wrong one was probably meant to be: the same digits in another order, one digit changed,
lost or added, the point moved, the cents cut off. Pure but for what it is given."""

from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.held import BARE, Holdings, Source

ENOUGH = 400  # sources that are compared with one claim


@dataclass(frozen=True, slots=True)
class Meant:
    """A source with what happened to it on the way. `same` is true when the line names the thing that it belongs to."""

    source: Source
    how: str
    same: bool


def meant(claim: Claim, held: Holdings) -> Meant | None:
    """The amount that a claim misstates; None when none is near, or several are and the line does not say which."""
    named = _of_the_thing(claim, held)
    latest = [s for s in held.latest if s.step < claim.step and s.key != BARE][-ENOUGH:]
    thing = [s for v in named if (s := held.find(v, claim.step)) is not None]
    near: list[Meant] = []
    for value, source in {s.value: s for s in (*latest, *thing)}.items():
        how = slip(claim.value, value)
        if how:
            near.append(Meant(source, how, value in named))
    own = [m for m in near if m.same]
    exact = [m for m in near if m.how != _CHANGED]
    for group in (own, exact, near):
        if len(group) == 1:
            return group[0]
        if group:
            return group[0] if group is own else None
    return None


def _of_the_thing(claim: Claim, held: Holdings) -> set[Decimal]:
    """Amounts of the records that the claim's line names."""
    return {
        v for r in held.records if r.step < claim.step and any(n in claim.line for n in r.names) for _, v in r.money
    }


_CHANGED = "one digit changed"


def slip(said: Decimal, held: Decimal) -> str:
    """What makes one amount of the other, "" when it is no single slip."""
    if said == held or min(said, held) < 10:
        return ""
    if held != held.to_integral_value() and said == held.to_integral_value(rounding="ROUND_DOWN"):
        return "the cents cut off"
    for power in (10, 100):
        if said * power == held or held * power == said:
            return "the point moved"
    one, other = _digits(said), _digits(held)
    if min(len(one.rstrip("0")), len(other.rstrip("0"))) < 3:
        return ""
    if len(one) == len(other):
        differing = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        if (
            len(differing) == 2
            and one[differing[0]] == other[differing[1]]
            and one[differing[1]] == other[differing[0]]
        ):
            return "two digits swapped"
        return _CHANGED if len(differing) == 1 else ""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) == 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long))):
        return "one digit lost" if len(one) < len(other) else "one digit added"
    return ""


def _digits(value: Decimal) -> str:
    """The digits with two decimals, or none when it is whole."""
    whole = value == value.to_integral_value()
    return f"{value:.0f}" if whole else f"{value:.2f}".replace(".", "")
