"""Whether an amount that is nowhere in a run may well be an outcome of what the run holds, by a way that was not tried.
An agent that reckons is not inventing."""

import re
from collections.abc import Callable
from decimal import Decimal

from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.nearest import meant
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
    return looks or stated.follows()


def stated_of(run: Run, claim: Claim) -> Stated:
    """The amount with all that the agent may have reckoned it from."""
    held, made, a = run.memo(holdings), run.memo(claims), claim.amount
    good = {c.value for c in made if c.verdict in GOOD and c.step <= claim.step}
    latest = [s.value for s in reversed(held.latest) if s.step < claim.step]
    asked = [v for at, v in held.asked if at < claim.step]
    before = [c.value for c in reversed(made) if c.step < claim.step and c.value in good]
    near = tuple(dict.fromkeys([*before[:BEFORE], *latest[:LATEST], *asked[-ASKED:]]))
    strange = {c.value for c in made if c.verdict in ("nowhere", "operand", "rests")} - good
    text = run.memo(statements)[claim.message].text
    return Stated(text, a.start, a.end, a.value, a.places, good | set(latest), near, strange)


def has_prices(run: Run, step: int) -> bool:
    """Whether results hold amounts before a step, others than those that the user named."""
    held = run.memo(holdings)
    given = {s.value for s in held.latest if s.step < step and s.origin != "result"}
    looked_up = any(s.step < step and s.origin == "result" and not _said(run, s.value) for s in held.latest)
    return looked_up or len(given) >= GIVEN


def _said(run: Run, value: Decimal) -> bool:
    return any(s.origin != "result" for s in run.memo(holdings).sources.get(value, ()))


def _among_prices(run: Run, claim: Claim, alike: Callable[[Claim, Claim], bool]) -> bool:
    """Whether it stands among others of its kind that were all looked up: then it is a price of that kind too, whatever
    the numbers beside it would give."""
    beside = [c for c in run.memo(claims) if c.message == claim.message and c.value != claim.value]
    peers = [c for c in beside if alike(c, claim)]
    return sum(c.verdict == "found" for c in peers) >= PEERS and all(c.verdict != "derived" for c in peers)


def _same_kind(one: Claim, other: Claim) -> bool:
    """In the same column of a table, or both prices for one."""
    a, b = one.amount, other.amount
    return bool(a.head and a.head == b.head) or (a.one and b.one)


def _both_items(one: Claim, other: Claim) -> bool:
    """Both the only amount of an item of a list."""
    return _is_item(one) and _is_item(other)


def _is_item(claim: Claim) -> bool:
    return not claim.amount.total and bool(_ITEM.match(claim.line)) and len(list(priced(claim.line))) == 1
