"""Right amounts of the wrong kind: a record has a refund and what was paid, an adult's fare and a child's, and the
agent calls the one by the name of the other.

What decides is the record: it holds the stated amount under a key of one kind, and another amount under a key of the
kind that the agent names; kinds are words in eight languages (numbers/amount_kinds.py).
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.held import Holdings, Source, holdings
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.amount_kinds import Kind, kinds_in, kinds_of_key, on
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run

REACH = 48  # characters between the word that names an amount and the amount
BEHIND = 24  # characters behind an amount in which a word still names it
LEAST = 10  # a smaller whole number may be a count
KEYS = 40  # amounts of one record that are looked at: an object with more is a table
_NEVER = frozenset(("paid",))  # "to be paid", "paid by card": names no amount by itself
_SHARES = frozenset(("discount", "tax", "fee", "deposit", "insurance"))  # a record may give these in percent
# Between a kind and an amount, or before the kind: the amount is of something else.
_APART = re.compile(
    r"\b(?:after|before|with(?:out)?|incl\w*|excl\w*|minus|less|plus|on top|instead|than|not|no|of your|from|nor|if"
    r"|until|would|once|nach|vor|mit|ohne|inkl\w*|exkl\w*|abzüglich|zuzüglich|statt|als|nicht|kein\w*|wenn|après|avant|avec"
    r"|sans|inclus?\w*|moins|que|pas|si|después|antes|tras|con|sin|menos|más|incl\w*|no|após|depois|com|sem|mais|não|se"
    r"|na|voor|met|zonder|plus|dan|niet|geen|als)\b|后|前|含|不|减|加|比|如果|抜き|込み|引いた|ない|後",
    re.I,
)


def misnamed(run: Run) -> Iterator[Conflict]:
    """Amounts that a result holds, called what the same record has another amount for."""
    held = run.memo(holdings)
    for found in run.memo(surroundings).values():
        for place in found:
            if _plain(place.claim):
                conflict = _looked_at(place, held, {c.claim.value for c in found})
                if conflict is not None:
                    yield conflict


def _plain(claim: Claim) -> bool:
    source = claim.source
    found = claim.verdict == "found" and claim.amount.stance == "stated"
    return found and source is not None and source.origin == "result" and bool(source.key)


def _looked_at(place: Around, held: Holdings, beside: set[Decimal]) -> Conflict | None:
    said = list(_said(place))
    if not said:
        return None
    sources = [s for v in place.claim.amount.readings for s in held.sources.get(v, ()) if s.step < place.claim.step]
    if any(s.origin == "system" or (s.origin == "result" and not s.key) for s in sources):
        return None
    sources = [s for s in sources if s.origin == "result"]
    for axis, kinds in groupby(sorted(said, key=lambda k: k.axis), key=lambda k: k.axis):
        named = {k.name for k in kinds}
        own = [on(axis, kinds_of_key(s.key)) for s in sources]
        if len(named) == 1 and not any(named & kinds for kinds in own) and (axis == "role" or all(own)):
            found = _counterpart(place.claim, axis, named.pop(), sources, held)
            if found is not None and not (found[1] in beside or shown(found[1], place.text)):
                return _conflict(place.claim, *found)
    return None


def _said(place: Around) -> Iterator[Kind]:
    """The kinds that the words around an amount say it is of. A role must be said of the amount itself."""
    left, right = list(kinds_in(place.left)), list(kinds_in(place.right[:BEHIND]))
    yield from (k for k in (*left, *right) if k.axis != "role")
    roles = [k for k in left if k.axis == "role"], [k for k in right if k.axis == "role"]
    if not any(roles):
        return
    if roles[0]:
        last = roles[0][-1]
        between, before = place.left[last.end :], place.left[max(0, last.start - 20) : last.start]
        governs = len(between) <= REACH and not _APART.search(between) and not _APART.search(before)
    else:
        last, between = roles[1][0], place.right[: roles[1][0].start]
        governs = len(between) <= BEHIND // 2 and not _APART.search(between) and not re.search(r"[,，(（]", between)
    if governs and last.name not in _NEVER and not (last.name == "total" and _for_one(place)):
        yield from (k for some in roles for k in some if k is last or k.name not in _NEVER)


def _for_one(place: Around) -> bool:
    near = f"{place.left} # {place.right[:BEHIND]}"
    return place.claim.amount.one or bool(words.FOR_ONE.search(near) or words.TO_SHARE.search(near))


def _counterpart(
    claim: Claim, axis: str, name: str, sources: Sequence[Source], held: Holdings
) -> tuple[str, Decimal, str, Source] | None:
    """The key and the amount of the kind that is named, in the last record that holds the stated amount; the key under
    which it holds that."""
    for s in sorted(sources, key=lambda s: -s.step):
        for r in held.records:
            if r.step == s.step and len(r.money) <= KEYS and (s.key, s.value) in r.money:
                others = [(k, v) for k, v in r.money if v and _is_other(k, s.key, axis, name) and _is_amount(k, v)]
                if len(others) == 1 and not _is_share(name, others[0][1], claim.value, r):
                    return (*others[0], s.key, s) if others[0][1] != claim.value else None
    return None


def _is_other(key: str, own: str, axis: str, name: str) -> bool:
    """Whether two keys differ in nothing but the kind on one axis."""
    one, two = kinds_of_key(key), kinds_of_key(own)
    rest = {k for k in one if k[0] != axis} == {k for k in two if k[0] != axis}
    return name in on(axis, one) and rest


_MEASURE = re.compile(
    r"percent|pct|prozent|porcent|pourcent|(?:^|[^a-z])(?:rate|weeks?|days?|months|hours?|nights|pieces|kg|count|number|no"
    r"|nr|id|code|date|status|time|tage|wochen|jours|semaines|días|semanas|dias|dagen|weken)(?:$|[^a-z])|%|数$|天数|件数",
    re.I,
)


def _is_amount(key: str, value: Decimal) -> bool:
    """Whether a number is an amount and no count ("bags": 2, "deposit_weeks": 5)."""
    return (value >= LEAST or value != value.to_integral_value()) and not _MEASURE.search(words.spaced(key))


def _is_share(name: str, other: Decimal, value: Decimal, record: Record) -> bool:
    """Whether the other number may be the percentage by which the stated amount came about."""
    if name not in _SHARES or other > 100:
        return False
    return any(abs(v * other / 100 - value) < 1 for _, v in record.money) or other < 1


def shown(value: Decimal, text: str) -> bool:
    """Whether a text shows an amount in whatever way of writing."""
    digits = re.sub(r"[^\d]", "", f"{value.normalize():f}")
    return bool(re.search(rf"(?<!\d){'[.,   ]?'.join(digits)}(?:[.,]0{{1,2}})?(?!\d)", text))


def _conflict(claim: Claim, key: str, value: Decimal, own: str, source: Source) -> Conflict:
    message = f"says {claim.amount.raw}; the result has {value} as {key}, and {source.raw or source.value} as {own}"
    return Conflict("contradicts-result", claim, message, (source.step,), str(source.raw), proven=True)
