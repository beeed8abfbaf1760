"""One leg's price given for the whole way: a result has a connection of several legs, or a way out and a way back, each
with its price, and the agent states the price of one of them, for all who travel, as that of all."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.fields import shown
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import counts_in, counts_in_arguments, people_in, scalars
from planscope.analyzers.numbers.records import decimal
from planscope.collector.run import Run, ToolCall

FEW = 4  # legs of one connection
PARTY = 9  # people who travel
DEEP, WIDE = 6, 200  # levels and objects of a result that are looked through
_LEGS = re.compile(
    r"leg|segment|teilstreck|abschnitt|etappe|tramo|trecho|trajet|troncon|étape|etape|strecke|stretch|sector|connection"
    r"|行程|区间|程$|区間",
    re.I,
)
_LEG = re.compile(
    r"^(?:leg|segment|teil|etappe|abschnitt|tramo|trecho|trajet|etape|étape|sector|flight|train|第)[ _-]?"
    r"(?:\d|[一二三])程?$",
    re.I,
)
_OUT = re.compile(
    r"^(?:outbound|outward|out|going|there|hin(?:fahrt|flug|weg)?|aller|ida|heen(?:reis|weg)?|depart(?:ure)?"
    r"|去程|行き|往路)$",
    re.I,
)
_BACK = re.compile(
    r"^(?:inbound|return|back|returning|rück(?:fahrt|flug|weg)?|rueck(?:fahrt|flug)?|retour|vuelta|volta|regreso"
    r"|terug(?:reis|weg)?|回程|返程|帰り|復路)$",
    re.I,
)
_WHOLE = re.compile(
    r"\b(?:whole|entire|full) (?:way|trip|journey|route|connection|itinerary)\b|\bround[- ]?trip\b"
    r"|\bboth (?:ways|legs|flights|trains|directions)\b|\bthere and back\b|\ball the way\b|\bdoor to door\b"
    r"|\bout and back\b|\bhin und (?:zurück|retour)\b|\b(?:ganze|gesamte) (?:strecke|fahrt|reise)\b"
    r"|\bbeide (?:fahrten|strecken|flüge|züge)\b|\baller[- ](?:et )?retour\b|\btout le (?:trajet|voyage)\b"
    r"|\b(?:trajet|voyage) complet\b|\bles deux (?:trajets|trains|vols)\b|\bida y vuelta\b"
    r"|\btod[oa] el (?:viaje|trayecto)\b|\b(?:viaje|trayecto) completo\b|\bida e volta\b|\btoda a viagem\b"
    r"|\bviagem (?:completa|inteira)\b|\bheen en terug\b|\bretourtje\b|\bhele (?:reis|traject)\b"
    r"|全程|往返|来回|往復|全行程|两程|全区間",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Way:
    """The prices of all legs of one way, under one key, and what names each leg."""

    prices: tuple[Decimal, ...]
    names: tuple[tuple[str, ...], ...]
    step: int


def legs_as_whole(run: Run) -> Iterator[Conflict]:
    """Amounts of the whole way that are one leg's."""
    for found in run.memo(surroundings).values():
        for place in found:
            if _whole(run, place):
                conflict = _of_one_leg(run, place)
                if conflict is not None:
                    yield conflict
                    break


def _whole(run: Run, place: Around) -> bool:
    """Whether an amount is that of the whole way, by the words beside it; or a total, by what the user asked for."""
    c = place.claim
    from_user = c.source is not None and c.source.origin != "result"
    if c.verdict not in ("found", "derived") or c.amount.stance != "stated" or from_user:
        return False
    near = f"{place.left} # {place.right[:40]}"
    if _WHOLE.search(near):
        return True
    if not (c.amount.total or words.TOTALS.search(near)):
        return False
    return any(_WHOLE.search(r.text) for r in run.requests if r.number < c.step)


def _of_one_leg(run: Run, place: Around) -> Conflict | None:
    claim = place.claim
    known = [w for w in run.memo(ways) if w.step < claim.step]
    for way in reversed(known):
        if not _named(way, place, sum(w.step == way.step for w in known) == 1):
            continue
        whole = sum(way.prices, Decimal(0))
        for n in range(1, PARTY + 1):
            if n > 1 and not _are(n, run, place):
                continue
            if any(p * n == claim.value for p in way.prices) and whole * n != claim.value:
                return _conflict(place, way, whole, n)
    return None


def _are(n: int, run: Run, place: Around) -> bool:
    """Whether so many travel, by what the user, the sentence or a call says."""
    said = people_in(" \n".join(r.text for r in run.requests)) | counts_in(f"{place.left} {place.right[:40]}")
    before = [c for c in run.tool_calls if c.number < place.claim.step]
    return n in said or any(n in counts_in_arguments(c.arguments) for c in before)


def _conflict(place: Around, way: Way, whole: Decimal, n: int) -> Conflict | None:
    right = whole * n
    if shown(right, place.text) or (n > 1 and shown(whole, place.text)):
        return None
    made = " + ".join(map(str, way.prices))
    how = f"{made} = {whole}" if n == 1 else f"({made}) × {n} = {right}"
    message = f"gives {place.claim.amount.raw} for the whole way; that is one leg's, and all of it is {how}"
    return Conflict("part-for-whole", place.claim, message, (way.step,), str(way.prices[0]), proven=True)


def _named(way: Way, place: Around, alone: bool) -> bool:
    """Whether the message is about this way: it names two of its legs, or there is no other way that it could mean."""
    named = sum(any(n in place.text for n in names) for names in way.names)
    return named >= 2 or (alone and (named > 0 or not any(way.names) or place.claim.verdict == "found"))


# --- in results ----------------------------------------------------------------------------------------------------


def ways(run: Run) -> tuple[Way, ...]:
    """Every way of several legs in the results. Use it as `run.memo(ways)`."""
    return tuple(w for c in run.tool_calls if isinstance(c.data, Mapping | list) for w in _in(c.data, c, 0, [WIDE]))


def _in(value: Any, call: ToolCall, depth: int, left: list[int]) -> Iterator[Way]:
    left[0] -= 1
    if depth > DEEP or left[0] < 0:
        return
    if isinstance(value, Mapping):
        legs = [v for k, v in value.items() if _LEG.match(str(k))]
        there = (
            [v for k, v in value.items() if _OUT.match(str(k))],
            [v for k, v in value.items() if _BACK.match(str(k))],
        )
        yield from _way(legs, call)
        if len(there[0]) == len(there[1]) == 1:
            yield from _way([there[0][0], there[1][0]], call)
        for k, v in value.items():
            if isinstance(v, list) and _LEGS.search(str(k)):
                yield from _way(v, call)
            yield from _in(v, call, depth + 1, left)
    elif isinstance(value, list):
        for v in value[:WIDE]:
            yield from _in(v, call, depth + 1, left)


def _way(legs: Sequence[Any], call: ToolCall) -> Iterator[Way]:
    """Legs with one price each under the same key (and no price for all)."""
    if not 2 <= len(legs) <= FEW:
        return
    if all(decimal(v) is not None for v in legs):
        yield Way(tuple(decimal(v) or Decimal(0) for v in legs), ((),) * len(legs), call.number)
        return
    if not all(isinstance(v, Mapping) for v in legs):
        return
    for key in legs[0]:
        prices = [decimal(v.get(key)) for v in legs]
        if all(p is not None and p >= 2 for p in prices) and _is_price(str(key)):
            yield Way(tuple(p for p in prices if p is not None), tuple(map(_names, legs)), call.number)


def _names(leg: Mapping[str, Any]) -> tuple[str, ...]:
    """Texts by which a message may name a leg."""
    texts = (x for _, x in scalars(leg) if isinstance(x, str))
    return tuple(x for x in texts if 2 < len(x) < 40 and any(c.isalpha() for c in x))


_OTHER = re.compile(r"min|dur|time|dist|km|stop|seat|no$|number|id$|left|gate|platform|date|分|时|時|号", re.I)


def _is_price(key: str) -> bool:
    return words.named(key) or not _OTHER.search(key)
