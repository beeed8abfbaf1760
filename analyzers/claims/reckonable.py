"""Whether an amount that is nowhere in a run may well be an outcome of what the run holds, by a way that was not tried.
An agent that reckons is not inventing."""

import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.nearest import meant
from planscope.analyzers.claims.plain_price import is_plain, one_step
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import statements
from planscope.analyzers.claims.worked import Stated
from planscope.analyzers.numbers.money import priced
from planscope.collector.run import Run

_ITEM = re.compile(r"(?:[-*•–]|\d{1,2}[.)])\s")
GIVEN = 3  # amounts of the user or of standing text that are as good as looked up: a bill that was pasted
PEERS = 2  # amounts of its kind that were looked up make one a price that was looked up
BEFORE, LATEST, ASKED = 12, 24, 8  # amounts stated before, amounts of results, numbers of the user that are in play


def reckonable(run: Run, claim: Claim, stated: Stated) -> bool:
    """Whether it may be such an outcome. What is one slip away from the price of the thing that it is said of is not;
    nor is anything where the agent has looked things up and found no amount to reckon from."""
    slip = meant(claim, run.memo(holdings))
    if slip is not None and (slip.same or slip.how == "two digits swapped") and not claim.amount.total:
        return False
    if run.tool_calls and not has_prices(run, claim.step):
        return False
    looks = stated.looks_worked_out()
    if _among_prices(run, claim, _same_kind) or (not looks and _among_prices(run, claim, _both_items)):
        return False
    if is_plain(claim, looks=looks) and not one_step(run, claim):
        return False
    return looks or stated.follows()


def stated_of(run: Run, claim: Claim) -> Stated:
    """The amount with all that the agent may have reckoned it from."""
    held, facts, a = run.memo(holdings), run.memo(_facts), claim.amount
    money = _Money(facts, claim.step)
    end = bisect_left(held.latest, claim.step, key=lambda s: s.step)
    latest = (s.value for s in reversed(held.latest[max(0, end - LATEST) : end]))
    asked = [v for at, v in held.asked if at < claim.step]
    before = (c.value for c in facts.before(claim.step) if money.stated(c.value))
    near = tuple(dict.fromkeys([*islice(before, BEFORE), *latest, *asked[-ASKED:]]))
    text = run.memo(statements)[claim.message].text
    return Stated(text, a.start, a.end, a.value, a.places, money, near, _Strange(facts, money))


class _Facts:
    """Where in a run amounts are known from, so that each claim can be asked about at once."""

    def __init__(self, run: Run) -> None:
        held = run.memo(holdings)
        self.claims = run.memo(claims)
        self.by_message: dict[int, list[Claim]] = {}
        self.good: dict[Decimal, int] = {}  # the first step at which a value rests on something
        self.strange: set[Decimal] = set()
        for c in self.claims:
            self.by_message.setdefault(c.message, []).append(c)
            if c.verdict in GOOD:
                self.good[c.value] = min(c.step, self.good.get(c.value, c.step))
            elif c.verdict in ("nowhere", "operand", "rests"):
                self.strange.add(c.value)
        self.latest: dict[Decimal, int] = {}
        self.given: dict[Decimal, int] = {}
        self.looked_up = sys.maxsize
        for s in held.latest:
            self.latest.setdefault(s.value, s.step)
            if s.origin != "result":
                self.given.setdefault(s.value, s.step)
            elif s.step < self.looked_up and not _said(run, s.value):
                self.looked_up = s.step
        self.enough_given = [sys.maxsize, *sorted(self.given.values())[GIVEN - 1 : GIVEN]][-1]
        self._claimed = [c.step for c in self.claims]

    def before(self, step: int) -> Iterator[Claim]:
        """The claims before a step, the latest first."""
        return (self.claims[n] for n in range(bisect_left(self._claimed, step) - 1, -1, -1))


def _facts(run: Run) -> _Facts:
    return _Facts(run)


@dataclass(frozen=True, slots=True)
class _Money:
    """The amounts that the run is known to hold at a step."""

    facts: _Facts
    step: int

    def stated(self, value: Decimal) -> bool:
        """Whether the agent stated it by then, resting on something."""
        return self.facts.good.get(value, sys.maxsize) <= self.step

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Decimal) and (
            self.stated(value) or self.facts.latest.get(value, sys.maxsize) < self.step
        )


@dataclass(frozen=True, slots=True)
class _Strange:
    """Amounts that are stated and rest on nothing."""

    facts: _Facts
    money: _Money

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Decimal) and value in self.facts.strange and not self.money.stated(value)


def has_prices(run: Run, step: int) -> bool:
    """Whether results hold amounts before a step, others than those that the user named."""
    facts = run.memo(_facts)
    return min(facts.looked_up, facts.enough_given) < step


def _said(run: Run, value: Decimal) -> bool:
    """Whether the user or standing text has it too."""
    return any(s.origin != "result" for s in run.memo(holdings).sources.get(value, ()))


def _among_prices(run: Run, claim: Claim, alike: Callable[[Claim, Claim], bool]) -> bool:
    """Whether it stands among others of its kind that were all looked up: then it is a price of that kind too, whatever
    the numbers beside it would give."""
    peers = [c for c in run.memo(_facts).by_message[claim.message] if c.value != claim.value and alike(c, claim)]
    return sum(c.verdict == "found" for c in peers) >= PEERS and all(c.verdict != "derived" for c in peers)


def _same_kind(one: Claim, other: Claim) -> bool:
    """In the same column of a table, or both prices for one."""
    a, b = one.amount, other.amount
    return bool(a.head and a.head == b.head) or (a.one and b.one)


def _both_items(one: Claim, other: Claim) -> bool:
    """Both the only amount of an item of a list."""
    return _is_item(other) and _is_item(one)


def _is_item(claim: Claim) -> bool:
    return not claim.amount.total and bool(_ITEM.match(claim.line)) and len(list(priced(claim.line))) == 1
