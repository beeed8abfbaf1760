"""Prices for one counted the wrong number of times: "4 nights for 407.50" at 81.50 a night; 2 adults and 2 children
paid for as one of each. The number is the one that stands beside the amount, or that the user names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.fields import shown
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.names import names_of
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.amount_kinds import kinds_of_key, on
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run

MOST = 60
RECORDS = 12  # the latest, among which a price for one is looked for
PRICES = 3  # for one, that are in question
_WORDS = {
    1: "a an one ein eine einen einem un une uno una um uma een 一",
    2: "two zwei deux dos dois duas twee 两 二 俩 兩",
    3: "three drei trois tres três drie 三",
    4: "four vier quatre cuatro quatro 四",
    5: "five fünf cinq cinco vijf 五",
    6: "six sechs seis zes 六",
    7: "seven sieben sept siete sete zeven 七",
    8: "eight acht huit ocho oito 八",
    9: "nine neun neuf nueve nove negen 九",
    10: "ten zehn dix diez dez tien 十",
}
_VALUE = {w: n for n, said in _WORDS.items() for w in said.split()}
_LATIN = "|".join(sorted((w for w in _VALUE if w < "\u3000"), key=len, reverse=True))
_N = rf"(?<![\w.,:/-])(?P<n>\d{{1,2}}|{_LATIN}|[一两兩俩二三四五六七八九十])"
_ADJ = (
    r"(?:[\s-]|个|位|名|张|大)?\s?"
    r"(?:(?:young|small|full|little|kleine|ganze|petits?|jeunes?|pequeñ[oa]s|pequen[oa]s) )?"
)
_UNITS = {
    "night": r"nights?|nächten?|nuit(?:ée)?s?|noches?|noites?|nachten|晚|夜|泊",
    "day": r"days?|tagen?|jours?|días?|dias?|dagen|天|日間",
    "week": r"weeks?|wochen?|semaines?|semanas?|weken|周|週間",
    "month": r"months?|monaten?|mois|mes(?:es)?|maanden|个月|か月|ヶ月",
    "hour": r"hours?|stunden?|heures?|horas?|uren|小时|時間",
    "person": r"people|persons?|adults?|guests?|passengers?|travell?ers?|personen|erwachsenen?|personnes?|adultes?"
    r"|personas?|adultos?|pessoas?|volwassenen|人|成人|名様",
}
_COUNTED = re.compile(
    "|".join(
        rf"{_N.replace('?P<n>', f'?P<n{i}>')}{_ADJ}(?P<{u}>{w})(?![^\W\d_])" for i, (u, w) in enumerate(_UNITS.items())
    ),
    re.I,
)
_ADULTS = re.compile(
    rf"{_N}{_ADJ}(?:adults?|grown-?ups?|erwachsenen?|adultes?|adultos?|volwassenen|成人|大人)(?![A-Za-zÀ-ÿ])", re.I
)
_CHILDREN = re.compile(
    rf"{_N}{_ADJ}(?:children|child|kids?|kindern?|enfants?|niñ[oa]s?|crianças?|kinderen|儿童|小孩|孩子|子供|子ども)"
    r"(?![A-Za-zÀ-ÿ])",
    re.I,
)
_OFFER = re.compile(
    r"\b(?:for free|free (?:night|of charge|extra|ticket|month|entry)"
    r"|(?:nights?|tickets?|months?|persons?|children|kids) (?:is |are )?free"
    r"|complimentary|for the price of|pay (?:for )?\d|offer|promo\w*|discount\w*|deal|gratis|kostenlos\w*|geschenkt"
    r"|aktion|gratuite?s?|offerte?s?|remise|oferta|descuento|grátis|oferecid\w*|desconto|korting|aanbieding)\b"
    r"|%|免费|赠|送一|优惠|折|無料|割引",
    re.I,
)
_PERSON_KEY = re.compile(
    r"per.?(?:person|pax|adult|guest|passenger|ticket)|pro.?person|par.?personne|por.?(?:persona|pessoa|pax)|p\.?p\.?$"
    r"|人均|每人|一人"
)


def miscounted_units(run: Run) -> Iterator[Conflict]:
    """Amounts for so many nights, people … that are the price for one times another number."""
    for found in run.memo(surroundings).values():
        for place in found:
            c = place.claim
            if c.verdict in ("derived", "nowhere") and c.amount.stance == "stated" and not c.amount.one:
                counted = _counted(place)
                if counted is not None:
                    yield from _times_another(run, place, *counted)


def _counted(place: Around) -> tuple[int, str] | None:
    """The one number of units that stands beside an amount, and the unit."""
    near = f"{place.left} # {place.right[:24]}"
    hits = list(_COUNTED.finditer(near))
    if len(hits) != 1 or _OFFER.search(place.text) or words.TO_SHARE.search(place.right[:24]):
        return None
    unit = hits[0].lastgroup or ""
    n = _number(next(v for k, v in hits[0].groupdict().items() if k.startswith("n") and k[1:].isdecimal() and v))
    return (n, unit) if 2 <= n <= MOST else None


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _VALUE.get(word.lower(), 0)


def _times_another(run: Run, place: Around, n: int, unit: str) -> Iterator[Conflict]:
    value = place.claim.value
    prices = _for_one(run, place, unit)
    if not 1 <= len(prices) <= PRICES or any(p and value % (p * n) == 0 for p in prices):
        return
    for p, (key, step) in prices.items():
        times = (value / p).normalize() if p else Decimal(0)
        if times == times.to_integral_value() and abs(times - n) == 1 and times >= 2 and not shown(p * n, place.text):
            said = place.claim.amount.raw
            message = f"gives {said} for {n} × {unit}; at {p} ({key}) that is {p * n}, and {said} is {times:f} × {p}"
            steps = (step,) if step < place.claim.step else ()
            yield Conflict("wrong-total", place.claim, message, steps, f"{p}", proven=True)
            return


def _for_one(run: Run, place: Around, unit: str) -> dict[Decimal, tuple[str, int]]:
    """The prices for one such unit: of the things that the text names, else of the latest results."""
    before = place.claim.step
    named = [r for r in run.memo(names_of).named_in(place.text, before) if r.money]
    latest = [r for r in run.memo(holdings).records if r.step < before and r.money][-RECORDS:]
    for records in (named, latest):
        found = {v: (k, r.step) for r in records for k, v in r.money if v and _is_for_one(k, unit)}
        if found:
            return found
    return {}


def _is_for_one(key: str, unit: str) -> bool:
    if unit == "person":
        return bool(_PERSON_KEY.search(words.spaced(key).lower()))
    return unit in on("period", kinds_of_key(key)) or bool(re.search(rf"per.?{unit}|{unit}(?:ly|_rate)", key, re.I))


# --- adults and children -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fares:
    """An adult's fare and a child's, of one record."""

    adult: Decimal
    child: Decimal
    step: int


def miscounted_party(run: Run) -> Iterator[Conflict]:
    """Totals for adults and children that count fewer of them than there are."""
    party = _party(run)
    fares = [f for r in run.memo(holdings).records[-400:] if (f := _fares(r)) is not None] if party else []
    if not party or not fares:
        return
    for found in run.memo(surroundings).values():
        for place in found:
            c = place.claim
            if (
                c.amount.total
                and not c.amount.one
                and c.verdict in ("derived", "found", "nowhere")
                and c.amount.stance == "stated"
            ):
                conflict = next((x for f in fares if f.step < c.step and (x := _too_few(place, f, *party))), None)
                if conflict is not None:
                    yield conflict
                    break


def _party(run: Run) -> tuple[int, int] | None:
    """How many adults and children there are: by the user's last message that names both, or else by a call."""
    for request in reversed(run.requests):
        one, two = _ADULTS.findall(request.text[:4000]), _CHILDREN.findall(request.text[:4000])
        if len(one) == len(two) == 1:
            return _number(one[0]), _number(two[0])
    for call in reversed(run.tool_calls):
        given = {k.lower(): v for k, v in scalars(call.arguments) if isinstance(v, int)}
        if given.get("adults") and given.get("children"):
            return int(given["adults"]), int(given["children"])
    return None


def _fares(record: Record) -> Fares | None:
    adult = [v for k, v in record.money if "adult" in on("person", kinds_of_key(k)) and v]
    child = [v for k, v in record.money if "child" in on("person", kinds_of_key(k))]
    return Fares(adult[0], child[0], record.step) if len(adult) == len(child) == 1 else None


def _too_few(place: Around, f: Fares, adults: int, children: int) -> Conflict | None:
    right, value = f.adult * adults + f.child * children, place.claim.value
    if adults + children < 3 or value % right == 0 or shown(right, place.text):
        return None
    for n, m in product(range(adults + children + 1), range(adults + children + 1)):
        fewer = (n <= adults and m <= children) or n + m == adults + children
        if fewer and n + m > 1 and f.adult * n + f.child * m == value:
            made = f"{adults} × {f.adult} + {children} × {f.child} is {right}"
            message = f"gives {place.claim.amount.raw} as the total for {adults} adults and {children} children; {made}"
            return Conflict("wrong-total", place.claim, message, (f.step,), str(f.adult), proven=True)
    return None
