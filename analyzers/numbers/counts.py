"""Small counts and percentages that a text or a call names: people, nights, pieces, shares. An amount may be multiplied
by them. Pure."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.money import priced
from planscope.analyzers.numbers.numerals import flat, numbers
from planscope.analyzers.quick import quick

DEEP = 40  # levels of nesting in arguments that are looked into
LONG = 20_000  # characters of a text in which counts are looked for
LARGE = 1_000_000  # of shares, users, pieces in the line of a price
MOST = 60  # a count above is no number of people, nights or pieces

_COUNT_KEY = quick(
    r"(?:^|[^a-z])(?:qty|quantity|nights?|days?|guests?|persons?|people|pax|adults?|children|kids?"
    r"|passengers?|travell?ers?|rooms?"
    r"|shares?|units?|pieces?|tickets?|items?|bags?|personen|naechte|nächte|zimmer|stück|personnes?|nuits?"
    r"|chambres?|personas?|noches?"
    r"|habitaciones|pessoas?|noites?|quartos?|aantal|menge|anzahl|cantidad|quantidade|quantité|nachten"
    r"|kamers?|dagen|tage)(?:$|[^a-z])"
    r"|人数|数量|晚|夜|间数|張|枚数|泊|名様",
    re.I,
)
_PERCENT = quick(
    r"(\d{1,3}(?:[.,]\d{1,3})?)\s?(?:[%％]|percent|per cent|Prozent|procent|por ciento|pour cent|por cento)"
)
_OFF = re.compile(r"(\d(?:\.\d)?)\s?折")


def in_figures(text: str) -> str:
    """A text with its small numbers in figures ("three nights", "三晚")."""
    return _COUNT_WORD.sub(lambda m: str(_COUNT_WORDS.get((m[1] or m[2]).lower()) or 2), text)


def percents_in(text: str) -> set[Decimal]:
    """Percentages that a text names (also discounts of the form "8 折")."""
    found = {Decimal(m[1].replace(",", ".")) for m in _PERCENT.finditer(text)}
    found |= {100 - 10 * Decimal(m[1]) for m in _OFF.finditer(text)}
    return {p for p in found if 0 < p <= 200}


_WORDS = {
    2: "två zwo two both couple double zwei deux dos dois duas twee due 两 俩 双 二人 兩 ふたり",
    3: "three tre drei trois tres três drie tre 三",
    4: "four fyra fire vier quatre cuatro quatro quattro 四",
    5: "five fem fünf cinq cinco vijf cinque 五",
    6: "six sechs seis zes sei 六",
    7: "seven sieben sept siete sete zeven sette 七",
    8: "eight acht huit ocho oito otto 八",
    9: "nine neun neuf nueve nove negen 九",
    10: "ten zehn dix diez dez tien dieci 十",
    12: "twelve dozen zwölf douze doce doze twaalf 十二",
}
_COUNT_WORDS = {w: n for n, ws in _WORDS.items() for w in ws.split()}
_LATIN = "|".join(w for w in _COUNT_WORDS if w[0] < "\u3000")
_MEASURES = "个名位人张張间間晚夜天件成大份次条套日泊枚斤公瓶盒包箱辆台杯碗双本册棵支年月周"  # after a Chinese numeral
_COUNT_WORD = quick(rf"(?<![^\W\d_])({_LATIN})(?![^\W\d_])|([两俩双兩二三四五六七八九十]|十二)(?=[{_MEASURES}])", re.I)
_MARKER = quick(r"(?m)^[\s>*#-]*\(?\d{1,2}[.):、](?=\s)|#\s?\d{1,2}\b|\b(?:option|step|day|第)\s?\d{1,2}\b", re.I)
_THERE_AND_BACK = quick(
    r"round[- ]?trip|there and back|both ways|each way|return (?:fare|ticket|flight|trip)|hin und zurück"
    r"|aller[- ]retour|ida y vuelta|ida e volta|heen en terug|retour|往返|往復|来回|双程",
    re.I,
)
_GLUED = re.compile(r"(?<![\w.,])(\d{1,2})\s?[x×]|[x×]\s?(\d{1,2})(?![\d.,])", re.I)
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")


def counts_in(text: str, *, large: bool = False) -> set[int]:
    """Counts that a text names in figures or words (2 to 60, or more when `large`), and the days between the dates in
    it. Markers of lists and amounts of money are none."""
    return set(_counts(text[:LONG], LARGE if large else MOST))


@lru_cache(maxsize=256)  # every claim asks it of the same requests and lines
def _counts(text: str, most: int) -> frozenset[int]:
    plain = _MARKER.sub(lambda m: " " * len(m[0]), flat(text))
    for p in list(priced(plain, explicit=True)):
        plain = plain[: p.start] + "#" * (p.end - p.start) + plain[p.end :]
    found = {int(n.value) for n in numbers(plain) if 2 <= n.value <= most and n.value == int(n.value)}
    for m in _COUNT_WORD.finditer(plain):
        word = (m[1] or m[2]).lower()
        found.add(_COUNT_WORDS.get(word) or {"二": 2}.get(word, 0))
    found |= {int(m[1] or m[2]) for m in _GLUED.finditer(plain)}
    found |= {2} if _THERE_AND_BACK.search(plain) else set()
    return frozenset(n for n in found | _spans(plain) if 2 <= n <= most)


_COUNT = rf"(?<![\d.,])(\d{{1,2}}|(?<![A-Za-zÀ-ÿ])(?:{_LATIN})|[两兩俩三四五六七八九十])[\s-]?"
_PEOPLE = quick(
    rf"{_COUNT}(?:个|位|名)?[\s-]?(?:young |other )?"
    r"(?:adults?|people|persons?|passengers?|travell?ers?|guests?|friends|of us|erwachsene\w*|personen|reisende\w*"
    r"|gäste|adultes?|personnes|voyageurs|adultos|personas|viajeros|pessoas|passageiros|volwassenen"
    r"|reizigers|成年人|成人|大人"
    r"|人(?![民均])|名様)",
    re.I,
)
_NIGHTS = quick(rf"{_COUNT}(?:nights?|nächte|nuits?|noches|noites|nachten|晚|夜|泊)(?![^\W\d_])", re.I)
_ROOMS = quick(rf"{_COUNT}(?:\w{{3,8}} )?(?:rooms?|zimmer|chambres|habitaciones|quartos|kamers|间|間|部屋|室)", re.I)


def people_in(text: str) -> set[int]:
    """How many people a text speaks of ("three passengers", "三位成人"), from two on."""
    return set(_counted(_PEOPLE, text[:LONG]))


def nights_in(text: str) -> set[int]:
    """How many nights a text speaks of, from two on."""
    return set(_counted(_NIGHTS, text[:LONG]))


def rooms_in(text: str) -> set[int]:
    """How many rooms a text speaks of, from two on."""
    return set(_counted(_ROOMS, text[:LONG]))


@lru_cache(maxsize=256)  # every call and every pick asks it of what the user said
def _counted(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    words_found = [m[1].lower() for m in pattern.finditer(flat(text))]
    return frozenset(n for w in words_found if (n := int(w) if w.isdecimal() else _COUNT_WORDS.get(w, 0)) >= 2)


def days_between(text: str) -> set[int]:
    """Days between the dates in a text (2026-05-17), from two on."""
    return {n for n in _spans(text) if 2 <= n <= MOST}


def _spans(text: str) -> set[int]:
    days: list[int] = []
    for m in _DAY.finditer(text):
        try:
            days.append(date(int(m[1]), int(m[2]), int(m[3])).toordinal())
        except ValueError:
            continue
    near = list(dict.fromkeys(days))[:8]
    return {abs(a - b) for a in near for b in near}


def is_count(key: str) -> bool:
    """Whether a number under this key, or the length of a list under it, is a count by which a price is multiplied."""
    return bool(_COUNT_KEY.search(words.spaced(key)))


def counts_in_arguments(arguments: Any) -> set[int]:
    """Counts in what a call was given: small whole numbers, lengths of lists, days between dates."""
    texts = [v for _, v in scalars(arguments) if isinstance(v, str) and len(v) <= 40]
    found = {v for k, v in scalars(arguments) if isinstance(v, int) and is_count(k)}
    found |= {len(v) for k, v in _lists(arguments) if is_count(k)} | _spans(" ".join(texts))
    found |= {int(v) for k, v in scalars(arguments) if is_count(k) and str(v).isdecimal() and len(str(v)) < 3}
    return {n for n in found if 2 <= n <= MOST}


_FACTOR_KEY = quick(
    r"(?:^|[^a-z])(?:hours?|months?|weeks?|years?|seats?|trips?|legs?|licen[cs]es?|copies|sessions?|stunden"
    r"|monate|wochen|plätze"
    r"|heures?|mois|semaines?|horas?|mes(?:es)?|semanas?|plazas?|lugares|uren|maanden|weken|plaatsen)(?:$|[^a-z])"
    r"|小时|个月|月数|席|时间|時間|か月",
    re.I,
)
_FACTORS = 4  # counts of one call


def factors_in(arguments: Any) -> tuple[int, ...]:
    """The counts that a call was given, by which together a price is multiplied: nights and rooms, people and trips;
    each as often as it stands there."""
    found = []
    for key, value in scalars(arguments):
        whole = value if isinstance(value, int) else int(value) if str(value).isdecimal() and len(str(value)) < 3 else 0
        if 2 <= whole <= MOST and (is_count(key) or _FACTOR_KEY.search(words.spaced(key))):
            found.append(whole)
    return tuple(found) if len(found) <= _FACTORS else ()


def scalars(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Every (key, text or number) in a structured value, however deep."""
    if depth > DEEP:
        return
    if isinstance(value, Mapping):
        for k, v in value.items():
            yield from scalars(v, str(k), depth + 1)
    elif isinstance(value, list | tuple):
        for v in value:
            yield from scalars(v, key, depth + 1)
    elif value is not None and not isinstance(value, bool):
        yield key, value


def _lists(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, list[Any]]]:
    if depth > DEEP:
        return
    if isinstance(value, list):
        yield key, value
        for v in value:
            yield from _lists(v, key, depth + 1)
    elif isinstance(value, Mapping):
        for k, v in value.items():
            yield from _lists(v, str(k), depth + 1)
