"""Amounts converted the wrong way: divided by a rate of exchange that they are to be multiplied by, or the other way
round. A rate has a direction when the run says which currency it starts from."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.terms import room
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.money import Amount, amounts
from planscope.analyzers.numbers.records import decimal
from planscope.collector.run import Run, UserMessage

MANY = 60  # rates of one run that are looked at
_WORKED = ("derived", "computed", "operand", "rests", "nowhere")
_FROM = re.compile(r"^(?:base|from|source|src|von|de|origen|origem|van|源币种|原币)", re.I)
_TO = re.compile(r"^(?:quote|to|target|dest|symbol|counter|nach|zu|vers|a$|para|naar|目标)", re.I)
_RATE = re.compile(r"rate|kurs|taux|tasa|taxa|cambio|câmbio|koers|汇率|レート", re.I)
_CODE = re.compile(r"[A-Z]{3}")
_WRITTEN = re.compile(r"\b1\s?([A-Z]{3})\s?[=≈]\s?(\d{1,6}[.,]\d{1,6}|\d{1,6})\s?([A-Z]{3})\b")


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of one currency for one of the other, and the step that says so."""

    base: str
    quote: str
    rate: Decimal
    step: int


def misconverted(run: Run) -> Iterator[Conflict]:
    """Amounts that are what the wrong direction of a known rate makes of another amount in the same line, or of the
    user's only amount in that currency."""
    made = [c for c in run.memo(claims) if c.unit and not c.argument]
    mine = [c for c in made if c.amount.stance != "example" and c.verdict in _WORKED]
    if not mine:
        return
    found = list(_rates(run))[:MANY]
    if not found:
        return
    asked = [a for s in run.requests for a in amounts(s.text) if a.unit]
    for c in mine:
        beside = [o.amount for o in made if o.message == c.message and o.line == c.line and o is not c]
        for rate in (r for r in found if r.step <= c.step):
            wrong = next((w for a in (*beside, *asked) if (w := _wrong_way(a, c, rate))), "")
            if wrong:
                yield Conflict("miscalculated", c, wrong, (rate.step,) if rate.step < c.step else (), _raw(rate), True)
                break


def _raw(rate: Rate) -> str:
    return f"{rate.rate.normalize():f}"


def _wrong_way(a: Amount, c: Claim, rate: Rate) -> str:
    """How the claim comes about by the wrong direction, "" when it does not or the right one gives it too."""
    if _is(a.unit, rate.base) and _is(c.unit, rate.quote):
        right, wrong, sign = a.value * rate.rate, a.value / rate.rate, "×"
    elif _is(a.unit, rate.quote) and _is(c.unit, rate.base):
        right, wrong, sign = a.value / rate.rate, a.value * rate.rate, "÷"
    else:
        return ""
    within = max(room(c.amount.places), Decimal("0.01"))
    if abs(wrong - c.value) > within or abs(right - c.value) <= right / 50:
        return ""
    known = f"one {rate.base} is {_raw(rate)} {rate.quote}"
    return f"says {c.amount.raw} for {a.raw}; {known}, so {a.raw} {sign} {_raw(rate)} is {right:.2f}"


def _is(unit: str, code: str) -> bool:
    if len(unit) == 3:
        return unit == code
    return (unit == "$" and code.endswith("D")) or (unit == "¥" and code in ("CNY", "JPY"))


def _rates(run: Run) -> Iterator[Rate]:
    """Every rate whose direction the run tells: by the keys of a call and its result, or written "1 GBP = 1.15 EUR"."""
    for call in run.tool_calls:
        fields = [*scalars(call.arguments), *(scalars(call.data) if isinstance(call.data, Mapping) else ())]
        if any(_RATE.search(k) for k, _ in fields) or "rates" in call.result[:2000]:
            yield from _in_fields(fields, call.number)
    for step in run.steps:
        text = step.text if isinstance(step, UserMessage) else ""
        yield from _in_text(text, step.number)
    for c in run.memo(claims):
        if "=" in c.line or "≈" in c.line:
            yield from _in_text(c.line, c.step)


def _in_fields(fields: list[tuple[str, object]], step: int) -> Iterator[Rate]:
    codes = [(k, v) for k, v in fields if isinstance(v, str) and _CODE.fullmatch(v)]
    base = {v for k, v in codes if _FROM.search(k)}
    quote = {v for k, v in codes if _TO.search(k)}
    if len(base) != 1:
        return
    numbers = [(k, n) for k, v in fields if (n := decimal(v)) is not None and n > 0]
    one = base.pop()
    for key, n in numbers:
        if _CODE.fullmatch(key) and key != one and n != 1:
            yield Rate(one, key, n, step)
        elif _RATE.search(key) and len(quote) == 1 and n != 1:
            yield Rate(one, next(iter(quote)), n, step)


def _in_text(text: str, step: int) -> Iterator[Rate]:
    for m in _WRITTEN.finditer(text):
        n = Decimal(m[2].replace(",", "."))
        if m[1] != m[3] and n not in (0, 1):
            yield Rate(m[1], m[3], n, step)
