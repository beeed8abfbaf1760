"""Totals of what the same sentence, or the lines above, list: "3.00 for the belt and 13.00 for the trousers, so 19.00
in total"; a bill whose total leaves out one of its own lines.

A total may hold more than is listed right before it. So nothing is said where the difference is an amount of the run,
or two amounts of the message, or where counts, shares or prices for one stand between.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from planscope.analyzers.claims.bills import Bill, bills
from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.held import Holdings, holdings
from planscope.analyzers.claims.missed import swapped_or_changed
from planscope.analyzers.claims.statements import statements
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.amount_kinds import kinds_in
from planscope.analyzers.numbers.counts import counts_in
from planscope.analyzers.numbers.numerals import numbers
from planscope.collector.run import Run

MOST = 12  # amounts of one sentence
SHORT = 6  # words between the last amount and the total
SHOWN = 5
_CLOSING = re.compile(
    r"\s{0,2}[*_]{0,2}\s?(?:in total|in all|altogether|all told|overall|combined|total\b|together|insgesamt|zusammen"
    r"|in summe|au total|en tout|ensemble|en total|en conjunto|no total|ao todo|in totaal|samen|bij elkaar)"
    r"|\s?(?:合计|总共|一共|合計)",
    re.I,
)
_END = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
_OPTIONAL = re.compile(
    r"\b(?:optional\w*|alternativ\w*|instead|already|prepaid|includ\w*|free|waived|refund\w*|deposit|later|separate\w*"
    r"|on site|at check[- ]?in|on arrival|if|or|not|fakultativ|bereits|inklusive|enthalten|kostenlos|vor ort|oder|nicht"
    r"|wenn|kaution|facultatif|option|déjà|inclus\w*|gratuit\w*|sur place|ou|non|si|caution|opcional|alternativa|ya"
    r"|incluid\w*|gratis|in situ|fianza|já|incluíd\w*|grátis|no local|não|caução|optioneel|al betaald|inbegrepen"
    r"|ter plaatse|niet|borg)\b|可选|自选|已付|已含|包含|免费|到店|押金|或|任意|含む|無料|現地|別途|または",
    re.I,
)


def wrong_sums(run: Run) -> Iterator[Conflict]:
    """Totals that what is listed beside them refutes."""
    held = run.memo(holdings)
    texts = run.memo(statements)
    for message, found in run.memo(surroundings).items():
        if len(found) > 2:
            yield from _in_prose(texts[message].text, found, held)
    for bill in run.memo(bills):
        conflict = _bill(bill, held)
        if conflict is not None:
            yield conflict


# --- sentences -----------------------------------------------------------------------------------------------------


def _in_prose(text: str, found: Sequence[Around], held: Holdings) -> Iterator[Conflict]:
    for n, place in enumerate(found):
        if n > 1 and _is_total(place):
            begin = max((m.end() for m in _END.finditer(text, 0, place.claim.amount.start)), default=0)
            items = [p for p in found[max(0, n - MOST) : n] if p.claim.amount.start >= begin]
            others = [p.claim.value for p in found if p not in items and p is not place]
            said = text[items[0].claim.amount.start if items else begin : place.claim.amount.start]
            wrong = _refuted(items, place, said, others, held) if len(items) > 1 else None
            if wrong is not None:
                yield wrong


def _is_total(place: Around) -> bool:
    a = place.claim.amount
    if a.stance != "stated" or a.one or a.minus or words.WORKED_OUT.search(place.right[:24]):
        return False
    closing = _CLOSING.match(place.right) or (a.total and not re.search(r"\bthat's|\bthat is|\bworth\b", a.label, re.I))
    from_result = place.claim.verdict == "found" and place.claim.source is not None
    return bool(closing) and not from_result and not words.WORKED_OUT.search(a.label)


def _refuted(
    items: Sequence[Around], place: Around, said: str, others: Sequence[Decimal], held: Holdings
) -> Conflict | None:
    """The conflict of a total with all the amounts before it in its sentence, joined by nothing but words."""
    amounts = [i.claim.amount for i in items]
    plain = all(i.claim.verdict in GOOD and a.stance == "stated" for i, a in zip(items, amounts, strict=True))
    odd = any(a.minus or a.one or a.total for a in amounts) or len({a.unit for a in amounts} | {place.claim.unit}) > 1
    if not plain or odd or not _joined(said, amounts[0].start, items, place.claim.value):
        return None
    values = [a.value for a in amounts]
    right, total = sum(values, Decimal(0)), place.claim.value
    gap = abs(total - right)
    if right == total or total < max(values) or len(place.left.split()) > SHORT or right - total in values:
        return None
    if gap not in values and _explained(gap, place.claim, others, held):
        return None
    shown = " + ".join(a.raw for a in amounts[:SHOWN]) + (" + …" if len(amounts) > SHOWN else "")
    message = f"gives {place.claim.amount.raw} as the total; {shown} is {right:f}"
    return Conflict("wrong-total", place.claim, message, (), "", proven=True)


def _joined(said: str, at: int, items: Sequence[Around], total: Decimal) -> bool:
    """Whether the words between the amounts only list them: no counts, shares, prices for one, differences, choices."""
    inside = [(i.claim.amount.start - at, i.claim.amount.end - at) for i in items]
    if any(not any(a <= n.start < b for a, b in inside) for n in numbers(said)):
        return False
    bare = "".join(said[b:a] for (_, b), (a, _) in zip(inside, [*inside[1:], (len(said), 0)], strict=True))
    odd = (
        words.SHARE,
        words.FOR_ONE,
        words.TO_SHARE,
        words.WORKED_OUT,
        words.DEDUCTION,
        words.CONDITION,
        words.THRESHOLD,
    )
    if any(w.search(bare) for w in odd) or _CHOICE.search(bare) or any(k.axis == "person" for k in kinds_in(bare)):
        return False
    counts = counts_in(bare)
    values = [i.claim.value for i in items]
    both = counts == {2} and len(values) == 2  # "both together"
    doubled = {n * values[0] + m * values[1] for n in (1, 2) for m in (1, 2)} if both else set()
    return not counts or (both and total not in doubled)


_CHOICE = re.compile(
    r"\b(?:or|versus|vs|instead|than|now|from|oder|jetzt|maintenant|ahora|agora|statt|als|von|ou|au lieu|en vez|em vez"
    r"|in plaats|not|nicht)\b|[×*/=→]|\d\s?x|或|还是|而不是|または|から",
    re.I,
)


def _explained(gap: Decimal, claim: Claim, others: Sequence[Decimal], held: Holdings) -> bool:
    """Whether what a total has more or less than its parts is an amount of the run, or two of the message."""
    if gap in others or any(a + b == gap for a, b in combinations(others[:MOST], 2)):
        return True
    source = held.find(gap, claim.step)
    return source is not None and source.money


# --- bills ---------------------------------------------------------------------------------------------------------


def _bill(bill: Bill, held: Holdings) -> Conflict | None:
    """A total that is all of its lines but one, or one slip of the pen away from their sum."""
    total, right = bill.total, bill.sum
    if total.verdict != "derived" or total.amount.stance != "stated" or total.amount.one or right == total.value:
        return None
    if any(c.verdict not in GOOD for c in bill.lines):
        return None
    shown = " + ".join(c.amount.raw for c in bill.lines[:SHOWN]) + (" + …" if len(bill.lines) > SHOWN else "")
    out = [c for c in bill.lines if c.value == right - total.value and not c.amount.minus]
    if len(out) == 1 and len(bill.lines) > 2 and out[0].value != total.value and not _aside(bill, out[0]):
        lost = f"that leaves out {out[0].amount.raw} of its own lines"
        message = f"gives {total.amount.raw} as the total; {lost}: {shown} is {right:f}"
        return Conflict("wrong-total", total, message, (), "", proven=True)
    gap = abs(right - total.value)
    if swapped_or_changed(total.value, right, total.amount.places) and not _explained(gap, total, (), held):
        message = f"gives {total.amount.raw} as the total; the lines above it ({shown}) make {right:f}"
        return Conflict("wrong-total", total, message, (), "", proven=True)
    return None


def _aside(bill: Bill, line: Claim) -> bool:
    """Whether a line may be meant to stay out of the total."""
    near = bill.text[bill.lines[-1].amount.end : bill.total.amount.start + 80]
    name = re.split(r"[|:：(（]", line.line.strip(" |*-•"))[0].strip(" *")
    named = len(name) > 2 and name.casefold() in near.casefold()
    return named or bool(_OPTIONAL.search(line.line))
