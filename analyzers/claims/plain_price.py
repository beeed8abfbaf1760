"""Plain prices: "the upgrade costs 189", "12 per person". Where nothing in the sentence says that the agent reckons, an
amount that the run does not hold rests on something only if one step from amounts of money gives it: a sum or
difference of two, a multiple or part by a count that the request, the sentence or a call names, a share that is named,
a conversion by a known rate. Any other numbers that happen to give it (a flight's number, a day of the month, three
amounts) are no ground."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import islice

from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.held import BARE, Holdings, holdings
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.terms import CENT, room
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import counts_in, percents_in
from planscope.collector.run import Run

MANY = 150  # amounts, the latest
COUNTS = range(2, 31)  # people who may share a total, though nothing says how many they are
RATES, SHARES = 8, 12
NEAR = 32  # characters behind an amount that may say what it is for


def is_plain(claim: Claim, *, looks: bool) -> bool:
    """Whether an amount is said to be the price of something, or the price for one, and nothing more. `looks`: the
    sentence has words or signs of reckoning."""
    a = claim.amount
    if a.stance != "stated" or a.total or a.minus or claim.argument or "=" in claim.line or "|" in claim.line:
        return False
    left = a.label
    if _EXTRA.search(left) or _ON_TOP.match(claim.line.split(a.raw, 1)[-1]):
        return not re.search(r"[%％]", claim.line)
    if words.FEES.search(left.rsplit(",", 1)[-1]) and not a.one:
        return False  # "with the seat it costs": some things together
    costs = bool(words.COSTS.search(left) or _IS_PRICED.search(left))
    return costs if not looks else _for_one(claim) and not _REDUCED.search(claim.line)


_IS_PRICED = re.compile(
    r"\b(?:is (?:priced|available|offered) (?:at|for)|goes for|will cost|would cost|costs you|kostet (?:sie|dich|euch)"
    r"|liegt bei|est (?:à|facturée? à|proposée? à)|vaut|vale|sale (?:a|por)|fica (?:a|por|em)|bedraagt|is te koop voor)"
    r"[\s*_]{0,4}$|(?:售价|价格|票价|单价|费用|料金|価格)(?:为|是|:|：|は)[\s*_]{0,4}$",
    re.I,
)
_EXTRA = re.compile(  # a charge that comes on top
    r"(?:\bhinzu (?:kommen|kommt)|\bs'ajoutent?|\bse suman|\badd to (?:that|this)|\bon top comes?|\bdaar komt bij"
    r"|\bthere (?:is|are) (?:also )?(?:an? )?(?:extra|additional) (?:fee|charge)s? of"
    r"|(?:costs?|kostet|kosten|coûten?t?|cuestan?|custam?|kost) (?:another|an extra|an additional|extra"
    r"|zusätzlich|weitere"
    r"|nochmals|encore|en plus|otros|otras|más|mais|nog)|(?:frais|taxe) (?:de |d')[\w-]+,"
    r"|(?:fee|charge|surcharge|gebühr|zuschlag|pauschale|费|手数料|料)[:：])[\s*_]{0,4}$",
    re.I,
)
_ON_TOP = re.compile(
    r"[\s*_,，]{0,3}(?:aparte|on top|not included|zusätzlich|extra\b|en sus|en supplément|à part|por separado"
    r"|adicionales"
    r"|à parte|apart|另计|另收|别途|別途)",
    re.I,
)
_REDUCED = re.compile(
    r"[%％÷/×*+−]\s?\d|\b(?:split|divid|average|share|each of|geteilt|aufgeteilt|durchschnitt|moyenne|divis|partag"
    r"|promedio|repart|média|gemiddeld|verdeel|instead|discount|rabatt|remise|descuento|desconto|korting)|平均|分摊"
    r"|均摊|割り勘|优惠",
    re.I,
)


def _for_one(claim: Claim) -> bool:
    """Whether the amount's own words say that it is the price for one ("12 per person"): no difference of two, no
    part of a sum."""
    after = re.split(r"[.,;:)!?）。，]", claim.line.split(claim.amount.raw, 1)[-1][:NEAR], maxsplit=1)[0]
    own = f"{claim.amount.label} # {after}"
    said = words.FOR_ONE.search(after) or words.FOR_ONE.search(claim.amount.label)
    return bool(said) and not (words.WORKED_OUT.search(own) or words.TOTALS.search(own))


def one_step(run: Run, claim: Claim) -> bool:
    """Whether one such step gives the amount."""
    held = run.memo(holdings)
    money = _money(run, held, claim)
    span = room(claim.amount.places)
    if _for_one(claim) and any(abs(t / n - claim.value) <= span for t in _totals(run, held, claim) for n in COUNTS):
        return True
    return (
        _of_two(claim.value, money, span) or _times(run, held, claim, money, span) or _shares(held, claim, money, span)
    )


def _money(run: Run, held: Holdings, claim: Claim) -> list[Decimal]:
    """Amounts of results, standing text and the user, and what the agent stated on good ground before."""
    sources = (s.value for s in reversed(held.latest) if s.step < claim.step and s.value and s.key != BARE)
    stated = (c.value for c in run.memo(claims) if c.verdict in GOOD and c.step <= claim.step and c is not claim)
    totals = (c.value for c in run.memo(claims) if c.amount.total and c.message == claim.message)
    return list(
        dict.fromkeys([*islice(sources, MANY), *stated, *totals, *(v for at, v in held.said if at < claim.step)])
    )


def _totals(run: Run, held: Holdings, claim: Claim) -> list[Decimal]:
    """What may be shared: totals that were stated, outcomes of the calculator."""
    stated = [c.value for c in run.memo(claims) if c.step <= claim.step and (c.amount.total or c.verdict == "computed")]
    return stated + [c.value for at, c in held.calculations if at < claim.step]


def _of_two(value: Decimal, money: Sequence[Decimal], span: Decimal) -> bool:
    known = {v for a in money for v in (a, round(a))} if span > CENT else set(money)
    return any(value - a in known or a + value in known for a in money)


def _times(run: Run, held: Holdings, claim: Claim, money: Iterable[Decimal], span: Decimal) -> bool:
    counts = {n for at, n in held.counts if at < claim.step} | counts_in(claim.line, large=True) | {2, 12}
    rates = [v for at, v in held.rates if at < claim.step][-RATES:]
    by = [Decimal(n) for n in counts] + [v for v in rates if v]
    return any(abs(v * n - claim.value) <= span or abs(v / n - claim.value) <= span for v in money for n in by)


def _shares(held: Holdings, claim: Claim, money: Iterable[Decimal], span: Decimal) -> bool:
    percents = percents_in(claim.line) | set([p for at, p in held.percents if at < claim.step][-SHARES:])
    return any(
        abs(v * f / 100 - claim.value) <= span
        for v in money
        for p in percents
        for f in (p, 100 - p, 100 + p, 100 * 100 / (100 + p))
    )
