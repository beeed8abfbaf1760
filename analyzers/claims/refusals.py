"""Calls that were refused because the amount was not the total, and what the agent says the total is after that."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.numbers.records import decimal
from planscope.collector.run import Run, ToolCall, UserMessage

LONG = 2000  # characters of a refusal that are read


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that was given an amount and failed with another one as the total."""

    call: ToolCall
    total: Decimal


def refusals(run: Run) -> list[Refusal]:
    """Calls that failed and answered with the amount that they were given and with one other as the total."""
    found = []
    for call in run.tool_calls:
        paid = _paid(call) if call.failed else frozenset()
        named = {a.value for a in amounts(call.result[:LONG]) if a.total} - paid
        if len(named) == 1 and paid & {n.value for n in numbers(call.result[:LONG])}:
            found.append(Refusal(call, named.pop()))
    return found


def _paid(call: ToolCall) -> frozenset[Decimal]:
    """Amounts that a call was given, and their sum."""
    given = [v for k, x in scalars(call.arguments) if words.named(k) and (v := decimal(x)) is not None]
    return frozenset([*given, sum(given, Decimal(0))]) if given else frozenset()


def refused(run: Run) -> Iterator[Conflict]:
    """After a refusal, and before the user speaks again or the call is made again, a message gives another total and
    does not mention the right one."""
    for refusal in refusals(run):
        for claim in _totals_after(run, refusal.call):
            said = {v for c in run.memo(claims) if c.step == claim.step for v in c.amount.readings}
            if refusal.total in said:
                continue
            answer = f"{refusal.call.name} had answered that it is {refusal.total}"
            message = f"says the total is {claim.amount.raw}; {answer}"
            yield Conflict(
                "contradicts-result", claim, message, (refusal.call.number,), str(refusal.total), proven=True
            )
            break


def _totals_after(run: Run, call: ToolCall) -> Iterator[Claim]:
    end = next((s.number for s in run.steps[call.number + 1 :] if _ends(s, call)), len(run.steps))
    for claim in run.memo(claims):
        total = claim.amount.total or words.TOTALS.search(claim.line)
        if call.number < claim.step < end and not claim.argument and total:
            yield claim


def _ends(step: object, call: ToolCall) -> bool:
    again = isinstance(step, ToolCall) and step.name == call.name
    return again or (isinstance(step, UserMessage) and not step.system)
