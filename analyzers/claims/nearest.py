"""Which amount of the run a wrong one was probably meant to be: the same digits in another order, one digit changed,
lost or added, the point moved, the cents cut off. Pure but for what it is given."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.held import BARE, Holdings, Source
from planscope.analyzers.claims.names import names_held

ENOUGH = 400  # sources that are compared with one claim


@dataclass(frozen=True, slots=True)
class Meant:
    """A source with what happened to it on the way. `same` is true when the line names the thing that it belongs to."""

    source: Source
    how: str
    same: bool


def meant(claim: Claim, held: Holdings) -> Meant | None:
    """The amount that a claim misstates; None when none is near, or several are and the line does not say which."""
    known = held.once(_asked)
    key = (claim.value, claim.line, claim.step)
    if key not in known:
        known[key] = _meant(claim, held)
    return known[key]


def _asked(_: Holdings) -> "dict[tuple[Decimal, str, int], Meant | None]":
    return {}


def _meant(claim: Claim, held: Holdings) -> Meant | None:
    named = _of_the_thing(claim, held)
    near: list[Meant] = []
    for source in _near(claim, held, named):
        how = slip(claim.value, source.value)
        if how:
            near.append(Meant(source, how, source.value in named))
    own = [m for m in near if m.same]
    exact = [m for m in near if m.how != _CHANGED]
    for group in (own, exact, near):
        if len(group) == 1:
            return group[0]
        if group:
            return group[0] if group is own else None
    return None


def _near(claim: Claim, held: Holdings, named: set[Decimal]) -> list[Source]:
    """The last source of each amount that may be a slip away: of the latest ones, and of the thing that is named."""
    amounts = held.once(_amounts)
    end = bisect_left(amounts.steps, claim.step)
    of_thing = {v: s for v in named if (s := held.find(v, claim.step)) is not None}
    found: dict[Decimal, tuple[int, Source]] = {}
    for value in amounts.alike(claim.value):
        known = amounts.places[value]
        at = bisect_left(known, end) - 1
        if at >= 0 and known[at] >= end - ENOUGH:
            first = bisect_left(known, max(0, end - ENOUGH))
            found[value] = known[first], of_thing.get(value, amounts.latest[known[at]])
    for n, (value, source) in enumerate(of_thing.items()):
        found.setdefault(value, (end + n, source))
    return [source for _, source in sorted(found.values(), key=lambda x: x[0])]


class _Amounts:
    """The amounts of a run by what a slip of the pen leaves as it was."""

    def __init__(self, held: Holdings) -> None:
        self.latest = [s for s in held.latest if s.key != BARE]
        self.steps = [s.step for s in self.latest]
        self.places: dict[Decimal, list[int]] = {}
        self.left: dict[str, list[Decimal]] = {}
        for at, s in enumerate(self.latest):
            if s.value not in self.places:
                for trace in _traces(s.value):
                    self.left.setdefault(trace, []).append(s.value)
            self.places.setdefault(s.value, []).append(at)

    def alike(self, value: Decimal) -> list[Decimal]:
        """Amounts that share something with this one; all that are a slip away are among them."""
        return list(dict.fromkeys(v for trace in _traces(value) for v in self.left.get(trace, ())))


def _amounts(held: Holdings) -> _Amounts:
    return _Amounts(held)


def _traces(value: Decimal) -> set[str]:
    """What is left of an amount by each slip: its significant digits where the point moved, its whole part where the
    cents were cut off, its digits in any order, and all but one of them."""
    digits = _digits(value)
    bare = f"{value:f}".replace(".", "").strip("0")
    less = {digits[:n] + digits[n + 1 :] for n in range(len(digits))}
    whole = f"{value.to_integral_value(rounding='ROUND_DOWN'):f}"
    return {f"={bare}", f"_{whole}", f"~{''.join(sorted(digits))}", digits, *less}


def _of_the_thing(claim: Claim, held: Holdings) -> set[Decimal]:
    """Amounts of the records that the claim's line names."""
    return {v for r in held.once(names_held).named_in(claim.line, claim.step) for _, v in r.money}


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


def nearly(claim: Claim, others: Sequence[Claim], held: Holdings) -> bool:
    """Whether a source, what the agent worked out, or the sum of what stands in the same line is within a tenth of an
    amount that is said to be rough."""
    room = claim.value / 10
    good = [c for c in others if c.verdict in GOOD and c.step <= claim.step]
    beside = sum((c.value for c in good if c.message == claim.message and c.line == claim.line), Decimal(0))
    if any(abs(v - claim.value) <= room for v in (beside, *(c.value for c in good))):
        return True
    near = (found for v, found in held.sources.items() if abs(v - claim.value) <= room)
    return any(s.money and s.step < claim.step for found in near for s in found)
