"""The amounts that an agent states, each with what it rests on: `run.memo(claims)`.

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

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from planscope.analyzers import money_words as words
from planscope.analyzers.amounts import Holdings, Source, holdings
from planscope.analyzers.basis import Known, basis_of
from planscope.analyzers.calculator import Calculation
from planscope.analyzers.money import Amount
from planscope.analyzers.statements import Text, statements
from planscope.analyzers.sums import derivation
from planscope.collector.run import Run
from planscope.collector.span import Place

LINE = 400  # characters of a line behind a sign of equality
ROUNDED = 20  # whole amounts from here on may be rounded ones
PASSES = 4  # over one text, each making use of what the last found
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

    @property
    def value(self) -> Decimal:
        """The amount."""
        return self.amount.value

    @property
    def unit(self) -> str:
        """Its currency, "" when unknown."""
        return self.amount.unit


def claims(run: Run) -> tuple[Claim, ...]:
    """Every amount that the agent states, in order. Use it as `run.memo(claims)`."""
    texts = run.memo(statements)
    if not texts:
        return ()
    held = run.memo(holdings)
    known = Known()
    found: list[Claim] = []
    for n, text in enumerate(texts):
        known.take(held, text.step)
        judged = _judge(text, held, known, n)
        known.say([c.value for c in judged if c.verdict in GOOD], text.text)
        found += judged
    return tuple(found)


# --- what it rests on ----------------------------------------------------------------------------------------------


def _judge(text: Text, held: Holdings, known: Known, message: int) -> list[Claim]:
    """The claims of one text. What is looked up comes first; what follows from that, next; and so on, for a total may
    stand before its parts."""
    keys = text.keys or ("",) * len(text.amounts)
    made = [
        Claim(a, text.step, text.place, _line(text.text, a), "nowhere", argument=k, message=message)
        for a, k in zip(text.amounts, keys, strict=True)
    ]
    made = [_looked_up(c, held, known) for c in made]
    for _ in range(PASSES):
        before = list(made)
        for n in range(len(made)):
            made[n] = _followed(made[n], made, n, text, held, known)
        if made == before:
            break
    made = [_resting(c, made, n, text, held, known) for n, c in enumerate(made)]
    missing = held.missing_before(text.step)
    return [
        replace(c, verdict="unknown", how=missing) if missing and c.verdict in ("nowhere", "operand", "rests") else c
        for c in made
    ]


def _looked_up(claim: Claim, held: Holdings, known: Known) -> Claim:
    a = claim.amount
    for value in a.readings:
        if (source := held.find(value, claim.step)) is not None:
            return replace(claim, verdict="found" if source.money else "weak", source=source)
    if not a.places and a.value >= ROUNDED and (source := held.find_rounded(a.value, claim.step)) is not None:
        return replace(claim, verdict="found", source=source)
    if a.value == 0 or a.stance in ("bound", "example"):
        return replace(claim, verdict="loose")
    if a.value % 50 == 0 and any(at < claim.step for at in held.worded):
        return replace(claim, verdict="loose", how="the user may have spelled it out")
    if a.value in known.good:
        return replace(claim, verdict="derived", how="stated before")
    return _calculated(claim, held, known)


def _calculated(claim: Claim, held: Holdings, known: Known) -> Claim:
    """Whether the calculator gave it, from what is known."""
    worked = [c for at, c in held.calculations if at < claim.step and _same(c.value, claim.amount)]
    if not worked:
        return claim
    strange = [known.strange(c, held, claim.step) for c in worked]
    if not all(strange):
        good = worked[strange.index(())]
        return replace(claim, verdict="computed", how=good.expression)
    return replace(claim, verdict="operand", how=worked[-1].expression, operands=strange[-1])


def _same(value: Decimal, amount: Amount) -> bool:
    room = Decimal("0.005") if amount.places >= 2 else Decimal(5).scaleb(-amount.places - 1)
    return any(abs(value - r) <= room for r in amount.readings)


def _followed(claim: Claim, made: list[Claim], n: int, text: Text, held: Holdings, known: Known) -> Claim:
    if claim.verdict != "nowhere":
        return claim
    good = [c for c in made if c.verdict in GOOD and c is not claim]
    if any(c.value == claim.value for c in good):
        return replace(claim, verdict="derived", how="stated beside")
    how = _derived(claim, good, n, made, text, held, known)
    return replace(claim, verdict="derived", how=how) if how else claim


def _resting(claim: Claim, made: list[Claim], n: int, text: Text, held: Holdings, known: Known) -> Claim:
    """A sum that is right once the amounts that are known nowhere, or not as money, are taken as given is no second
    fault."""
    others = [c for c in made if c.verdict != "loose" and c.value != claim.value]
    if claim.verdict != "nowhere" or all(c.verdict in GOOD for c in others) or not _concludes(claim, text):
        return claim
    how = _derived(claim, others, n, made, text, held, known, here=True)
    return replace(claim, verdict="rests", how=how) if how else claim


def _concludes(claim: Claim, text: Text) -> bool:
    """Whether the words or a sign of equality say that the amount is worked out from others."""
    left = text.text[: claim.amount.start].rsplit("\n", 1)[-1].rstrip(" *$€£¥≈~")
    return (
        claim.amount.total
        or left.endswith(("=", "＝"))
        or bool(words.TOTALS.search(claim.line) or words.DIFFERENCE.search(claim.line))
    )


def _derived(
    claim: Claim,
    good: Iterable[Claim],
    n: int,
    made: list[Claim],
    text: Text,
    held: Holdings,
    known: Known,
    *,
    here: bool = False,
) -> str:
    concluded = _conclusions(text.text, claim.amount)
    ids = {id(c) for c in good if not concluded <= c.amount.start < concluded + LINE}
    before = [(c.amount, _row(text.text, c.amount)) for c in made[:n] if id(c) in ids]
    after = [(c.amount, _row(text.text, c.amount)) for c in made[n + 1 :] if id(c) in ids]
    bill = any(c.amount.total for c in made) and not claim.amount.one
    basis = basis_of(held, known, text.text, claim.line, claim.value, claim.step, before, after, here=here, bill=bill)
    a = claim.amount
    return derivation(a.value, a.places, basis, claim.line, total=a.total)


def _conclusions(text: str, amount: Amount) -> int:
    """Where in its line the conclusion begins that the amount is a premise of; beyond the text when it is none."""
    end = text.find("\n", amount.end)
    at = re.search(r"[=＝]", text[amount.end : end if end >= 0 else len(text)])
    return amount.end + at.start() if at else len(text) + 1


def _row(text: str, amount: Amount) -> int:
    return text.count("\n", 0, amount.start)


def _line(text: str, amount: Amount) -> str:
    begin = text.rfind("\n", 0, amount.start) + 1
    end = text.find("\n", amount.end)
    return text[begin : end if end >= 0 else len(text)].strip()


def calculations(run: Run) -> list[tuple[int, Calculation]]:
    """What the run's calculator was asked, with the steps."""
    return run.memo(holdings).calculations
