"""Bills with a percentage off: what is left of a sum after the share that the message names, and what a coupon that is
for goods only is taken off.

The sum is what the message states before: a subtotal, or what its lines come to. An amount to pay that misses the sum
less the share by one slip of the pen is wrong; so is one from which the share was taken off shipping too, where the run
says that it is not for shipping.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from planscope.analyzers.claims.claim import GOOD
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.missed import TURNED, swapped_or_changed
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.claims.terms import close
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.amount_kinds import kinds_in
from planscope.analyzers.numbers.counts import percents_in, scalars
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, UserMessage

FEW = 3  # digits of an amount that nothing else explains
MOST = 8  # amounts before the one to pay
LONG = 20_000  # characters of a text in which an exclusion is looked for
_PAY = quick(
    r"\b(?:you(?:'d| would|'ll| will)? pay|to pay|comes? (?:down )?to|makes|total|you owe|leaves|now|final|zahl\w*"
    r"|macht|insgesamt|gesamt|endpreis|vous (?:payez|réglez|payerez|paierez)|à payer|revient à|soit|au total"
    r"|pagas?|pagará[ns]?|a pagar|queda en|total|fica|você paga|paga|betaalt|te betalen|komt (?:op|neer op)|totaal)\b"
    r"|实付|合计|总共|一共|共|应付|只需|支払|合計|お支払い",
    re.I,
)
_OFF = quick(
    r"\b(?:off|discount\w*|coupons?|vouchers?|codes?|save|member\w*|rebates?|rabatte?|nachlass|gutscheine?"
    r"|ermäßigung|remises?|réductions?"
    r"|descuentos?|cup[oó]n(?:es)?|descontos?|cupo[mn]s?|kortingen|korting)\b|折|优惠|减|割引|クーポン",
    re.I,
)
_CODE = quick(r"\b[A-Z]{3,12}\d{2}\b")
_EXCLUDES = quick(
    r"n't\b|\b(?:never|not|excludes?|excluding|except|only|nicht|nie|außer|nur|ohne|ne\b.{0,20}\bpas|hors|sauf"
    r"|uniquement|no|nunca|excepto|salvo|solo|sólo|não|exceto|só|niet|behalve|alleen)\b"
    r"|n'.{0,20}\bpas\b|不|除外|仅|のみ|除く|対象外",
    re.I,
)
_GOODS = re.compile(
    r"(?:items?|products?|goods|merchandise|articles?|artikel|waren?|produits?|art[ií]culos|productos|produtos|商品)"
    r"(?: only)?",
    re.I,
)
_APPLIES = quick(r"appl|scope|basis|valid_?(?:for|on)|gilt|portée|alcance|对象|適用|适用", re.I)


def misdiscounted(run: Run) -> Iterator[Conflict]:
    """Amounts to pay that the message's own sum and share refute."""
    goods_only: bool | None = None
    for found in run.memo(surroundings).values():
        for n, place in enumerate(found):
            c = place.claim
            asked = n > 1 and c.verdict in ("derived", "nowhere") and c.amount.stance == "stated" and not c.amount.one
            if not asked or not (c.amount.total or _PAY.search(place.left) or _PAY.search(place.right[:16])):
                continue
            before = found[max(0, n - MOST) : n]
            share = _share(place, before)
            if share is None:
                continue
            conflict = _slipped(place, before, share)
            if conflict is None and _shipping(before):
                goods_only = _goods_only(run) if goods_only is None else goods_only
                conflict = _off_shipping(place, before, share) if goods_only else None
            if conflict is not None:
                yield conflict
                break


def _share(place: Around, before: Sequence[Around]) -> Decimal | None:
    """The one percentage that is taken off between the sum and the amount to pay."""
    begin = max(before[0].claim.amount.start, place.claim.amount.start - 400)
    said = place.text[begin : place.claim.amount.start]
    shares = percents_in(said)
    taxed = any(k.axis == "role" and k.name == "tax" for k in kinds_in(said))
    return shares.pop() if len(shares) == 1 and (_OFF.search(said) or _CODE.search(said)) and not taxed else None


def _sums(before: Sequence[Around]) -> list[Decimal]:
    """What the share may be taken off: the last total that is stated, or else the outcomes, or all amounts."""
    plain = [p.claim for p in before if not (p.claim.amount.minus or _is_shipping(p))]
    if not all(c.verdict in GOOD and c.amount.stance == "stated" for c in plain):
        return []
    totals = [c.value for c in plain if c.amount.total]
    outcomes = [c.value for c in plain if c.verdict == "derived" and not c.amount.total]
    summed = [c.value for n, c in enumerate(plain) if n > 1 and c.value == sum(x.value for x in plain[:n])]
    if totals or summed:
        return (totals or summed)[-1:]
    return [sum(some, Decimal(0)) for some in (outcomes, [c.value for c in plain]) if len(some) > 1]


def _slipped(place: Around, before: Sequence[Around], share: Decimal) -> Conflict | None:
    said = place.claim
    shipping = [p.claim.value for p in before if _is_shipping(p)]
    extras = {Decimal(0), *shipping}
    for base in _sums(before):
        outcomes = [base * (100 - share) / 100 + extra for extra in extras]
        if any(close(v, said.value, said.amount.places) for v in outcomes):
            return None
        for right in outcomes[:1] if not shipping else ():
            least = FEW if said.verdict == "nowhere" else TURNED
            if swapped_or_changed(said.value, right, said.amount.places, least):
                message = f"says {said.amount.raw}; {base} − {share}% is {right:.2f}"
                return Conflict("miscalculated", said, message, (), "", proven=True)
    return None


# --- shipping ------------------------------------------------------------------------------------------------------


def _is_shipping(place: Around) -> bool:
    near = f"{place.left[-30:]} # {place.right[:14]}"
    return any(k.name == "shipping" for k in kinds_in(near)) and not words.TOTALS.search(place.left[-14:])


def _shipping(before: Sequence[Around]) -> bool:
    return any(_is_shipping(p) for p in before)


def _off_shipping(place: Around, before: Sequence[Around], share: Decimal) -> Conflict | None:
    """The share is taken off shipping too."""
    said, fees = place.claim, [p.claim.value for p in before if _is_shipping(p)]
    for base in _sums(before) if len(fees) == 1 else ():
        right, wrong = base * (100 - share) / 100 + fees[0], (base + fees[0]) * (100 - share) / 100
        if close(wrong, said.value, said.amount.places) and not close(right, said.value, said.amount.places):
            message = f"says {said.amount.raw}, {share}% off shipping too; {base} − {share}% + {fees[0]} is {right:.2f}"
            return Conflict("miscalculated", said, message, (), "", proven=True)
    return None


def _goods_only(run: Run) -> bool:
    """Whether a text of the run says that what is taken off is not for shipping, or a result that it is for goods."""
    for step in run.steps:
        if isinstance(step, UserMessage) and _OFF.search(step.text[:LONG]):
            for m in _SENTENCE.finditer(step.text[:LONG]):
                kinds = {k.name for k in kinds_in(m[0])}
                if "shipping" in kinds and (kinds & {"discount"} or _OFF.search(m[0])) and _EXCLUDES.search(m[0]):
                    return True
    pairs = (kv for c in run.tool_calls for kv in scalars(c.data))
    given = ((k, v) for k, v in pairs if isinstance(v, str) and _GOODS.fullmatch(v.strip()))
    return any(_APPLIES.search(k) for k, _ in given)


_SENTENCE = quick(r"[^.!?。！？\n]{4,300}")
