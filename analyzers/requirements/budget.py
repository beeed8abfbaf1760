"""A budget for all of it that the calls go beyond together, and nobody says so. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.numbers.records import decimal
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import Clause, classes_of
from planscope.analyzers.requirements.contradicted import standing, topic_of
from planscope.analyzers.requirements.picked import UNDOES, cells_of, picks, structured
from planscope.analyzers.requirements.readings import ONE, same_unit
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Exceeded:
    """What the calls come to, beyond the budget that the message sets, and the answer that follows."""

    clause: Clause
    asked: UserMessage
    calls: tuple[tuple[ToolCall, Decimal], ...]
    sum: Decimal
    report: ModelCall | FinalAnswer


_ALL = words.words(
    r"budget|in all|altogether|in total|overall|all together|total|everything",
    r"insgesamt|zusammen|gesamt\w*|in summe|alles",
    r"au total|en tout|tout compris|presupuesto|en total|en conjunto|todo|orçamento|no total|ao todo",
    r"in totaal|samen|bij elkaar",
    cjk="预算|一共|总共|总计|全部|共计|予算|合計|全部で|総額",
)
_AMOUNT = quick(
    r"(?:^|\s)(?:total(?: price| cost| amount)?|amount|total_price|gesamtpreis|betrag|montant"
    r"|importe|valor|bedrag)$|总价|总额|金额|合計|金額",
    re.I,
)
_AGAIN = quick(r"modify|change|update|exchange|rebook|move|switch|reschedule|replace", re.I)


def exceeded(run: Run) -> Iterator[Exceeded]:
    """At most one: the budget is for all, it stands alone, and what was ordered costs more."""
    bounds = [(m, c) for m, c in standing(run) if c.sort == "price"]
    if len(bounds) != 1 or run.closing is None:
        return
    message, clause = bounds[0]
    if not _ALL.search(clause.words) or ONE.search(clause.words) or classes_of(clause.sentence):
        return
    calls = [p.call for p in run.memo(picks) if p.call and p.number > message.number]
    low = clause.sentence.casefold()
    if any(s in low for p in run.memo(picks) for s in p.subjects) or _taken_back(run, calls):
        return
    paid = [(c, a) for c in calls for a in _amount(c, clause.unit)]
    total = sum((a for _, a in paid), Decimal(0))
    report = next((a for a in run.answers if paid and a.number > paid[-1][0].number), None)
    if total > clause.value and report is not None and not _open(run, message, clause, total, paid[0][0]):
        yield Exceeded(clause, message, tuple(paid), total, report)


def _taken_back(run: Run, calls: list[ToolCall]) -> bool:
    """Whether something was undone or booked again: then the sum is not what is paid."""
    given = [str(c.arguments) for c in calls]
    return len(set(given)) < len(given) or any(
        UNDOES.search(c.name) or _AGAIN.search(c.name) for c in run.tool_calls if calls and c.number > calls[0].number
    )


def _amount(call: ToolCall, unit: str) -> list[Decimal]:
    """The one amount that a call was given, else the one that its result tells; none where they are several."""
    for value in (call.arguments, structured(call)):
        cells = list(cells_of(value))
        units = [
            str(c.value).upper() for c in cells if re.search(r"currency|währung|devise|moneda|币种|通貨", c.key, re.I)
        ]
        found = {a for c in cells if _AMOUNT.search(c.key) and (a := decimal(c.value)) is not None}
        if len(found) == 1:
            return list(found) if not units or same_unit(unit, units[0]) else []
    return []


def _open(run: Run, message: UserMessage, clause: Clause, total: Decimal, first: ToolCall) -> bool:
    """The agent tells that it is more, or the user saw the sum and went on."""
    sums = {total, total - clause.value}

    def actual(text: str) -> bool:
        return any(sums & set(n.readings) for n in numbers(text))

    def asked(text: str) -> bool:
        return any(clause.value in n.readings for n in numbers(text))

    said = openly.admitted(run, message.number, asked, actual, topic_of(clause))
    return said or openly.confirmed(run, message.number, first.number, actual)
