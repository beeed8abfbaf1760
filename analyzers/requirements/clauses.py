"""Measurable clauses of a request: a bound or a value that what is chosen must keep to. Pure.

Only what leaves no doubt is read: a clause with its bound and its unit in one piece of a sentence, with no "if", "or",
"about" or "preferably" beside it, and no denial.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import words
from planscope.analyzers.requirements.clock import Clock, as_clock, clocks
from planscope.analyzers.requirements.sorts import CLASSES, FEATURES, INCLUDED, WITH

Op = Literal["most", "least", "is"]
LONG = 6_000  # characters of a message that are read; what is longer is pasted for the most part
_MOST = 20  # clauses of one message


@dataclass(frozen=True, slots=True)
class Clause:
    """One requirement. `sort` says what is measured, `value` the bound, `words` the piece of the sentence, `topic` what
    is measured where the sort does not say it, `classes` what kinds of things the sentence speaks of,
    `sentence` all of it."""

    sort: str
    op: Op
    value: Decimal
    words: str
    unit: str = ""
    topic: str = ""
    classes: frozenset[str] = frozenset()
    sentence: str = ""

    def __str__(self) -> str:
        shown = as_clock(int(self.value)) if self.sort in ("arrive", "depart") else f"{self.value:f}"
        bound = {"most": "at most ", "least": "at least ", "is": ""}[self.op]
        if self.sort == "feature":
            return self.topic
        if self.sort in ("arrive", "depart"):
            return f"{self.sort} {'by' if self.op == 'most' else 'after'} {shown}"
        if self.sort == "stops":
            return "non-stop" if not self.value else f"at most {shown} stops"
        return f"{bound}{shown} {self.unit or self.sort}".strip()


def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of one message (none of a long one: its figures may belong to anything)."""
    found: list[Clause] = []
    if len(text) > LONG:
        return ()
    last = ""
    text = _QUOTED.sub(" ", text)
    for sentence in re.split(r"(?<=[.!?])\s|[。！？!?\n]", text):
        kinds = classes_of(sentence)
        for segment in filter(None, (s.strip() for s in words.SEGMENT.split(sentence))):
            soft = words.SOFT.search(segment) or (len(last) < 24 and words.SOFT.search(last))
            if not soft and not words.IF.search(words.BOUND_OR.sub(" ", segment)):
                found += [replace(c, sentence=sentence[:400]) for c in _of_segment(segment, kinds)]
            last = segment
            if len(found) > _MOST:
                return tuple(found[:_MOST])
    return tuple(found)


_QUOTED = quick(  # somebody else's words
    r"(?<!\w)'[^'\n]{20,1000}'(?!\w)|\"[^\"\n]{20,1000}\"|“[^”\n]{20,1000}”|„[^“\n]{20,1000}“"
    r"|«[^»\n]{20,1000}»|「[^」\n]{20,1000}」|^>.*$",
    re.M,
)


def classes_of(text: str) -> frozenset[str]:
    """The kinds of things (lodging, flight, ...) that a text speaks of."""
    return frozenset(name for name, pattern in CLASSES.items() if pattern.search(text))


def _of_segment(segment: str, kinds: frozenset[str]) -> Iterator[Clause]:
    own = classes_of(segment) or kinds
    for piece in filter(None, words.AND.split(segment)):
        yield from _times(piece, classes_of(piece) or own)
    yield from _prices(segment, own)
    yield from _stars(segment, own)
    yield from _stops(segment, own)
    yield from _measures(segment, own)
    yield from _features(segment, own)


# --- times ---------------------------------------------------------------------------------------------------------


_RIDES = frozenset(("train", "flight", "bus", "ferry"))


def _times(piece: str, kinds: frozenset[str]) -> Iterator[Clause]:
    found = list(clocks(piece))
    if len(found) != 1 or found[0].loose:
        return
    op = _bound(piece, found[0])
    arrives, departs = words.ARRIVE.search(piece), words.DEPART.search(piece)
    if op and not arrives and not departs and op == "least" and kinds and kinds <= _RIDES:
        sort = "depart"  # "no train before 9:30"
    elif op and bool(arrives) != bool(departs):
        sort = "arrive" if arrives else "depart"
    else:
        return
    yield Clause(sort, op, Decimal(found[0].minutes), piece.strip(), classes=kinds)


def _bound(piece: str, clock: Clock) -> Literal["most", "least", ""]:
    """Whether the time is the latest or the earliest: "by 9", "not before 9", "9 or later"."""
    left, right = piece[max(0, clock.start - 32) : clock.start], piece[clock.end : clock.end + 20]
    if words.EARLIEST.search(left) or words.EARLIEST_AFTER.match(right):
        return "least"
    if words.LATEST.search(left) or words.LATEST_AFTER.match(right):
        return "most"
    denied = bool(words.NOT.search(piece) or words.NOTHING.search(piece))
    if words.BEFORE.search(left) or words.BEFORE_AFTER.match(right):
        return "least" if denied else "most"
    if words.AFTER.search(left) or words.AFTER_AFTER.match(right):
        return "most" if denied else "least"
    return ""


# --- prices --------------------------------------------------------------------------------------------------------


def _prices(segment: str, kinds: frozenset[str]) -> Iterator[Clause]:
    for a in amounts(segment, explicit=True):
        left, right = segment[max(0, a.start - 40) : a.start], segment[a.end : a.end + 24]
        if not (is_upper(left, right) or words.BUDGET.search(left)):
            continue
        if words.NOT.search(left) and not re.search(
            r"more|mehr|plus|más|mais|meer|exceed|over|above|über|超|高|dépass|supere|up", left
        ):
            continue
        yield Clause("price", "most", a.value, segment, a.unit, "total" if words.BUDGET.search(left) else "", kinds)


def is_upper(left: str, right: str) -> bool:
    """Whether the words before or behind a number make it the most."""
    return bool(words.UPPER.search(left) or words.UPPER_AFTER.match(right))


# --- hotels, stops -------------------------------------------------------------------------------------------------

_DIGITS = {c: n for n, c in enumerate("一二三四五", 1)} | dict(zip(["three", "four", "five"], (3, 4, 5), strict=True))
_STARS = quick(
    r"(?<![\d.,])([3-5]|three|four|five)[\s-]?(?:stars?\b|sternen?\b|étoiles\b|estrellas\b|estrelas\b"
    r"|sterren\b)(?!\s?(?:review|rating|bewertung))"
    r"|([三四五3-5])\s?(?:星级|星級|星(?!期|座)|つ星)",
    re.I,
)
_NONSTOP = quick(
    r"(?<![^\W_])(?:non-?stop|direct (?:flights?|trains?|connections?|bus(?:es)?)|(?:fly|flying|flights?"
    r"|trains?) direct(?:ly)?"
    r"|(?:without|no) (?:stops?|stopovers?|layovers?|changes?|changing|transfers?|connections?)"
    r"|direktfl[uü]ge?|direktverbindung\w*|nonstop\w*"
    r"|ohne (?:umstieg\w*|umsteigen|zwischenstopps?|zwischenlandung)|vols? directs?|trains? directs?"
    r"|sans (?:escales?|correspondances?|changement)"
    r"|(?:vuelos?|tren(?:es)?) directos?|sin (?:escalas?|transbordos?)|voos? diretos?|sem (?:escalas?"
    r"|conex\w+)|rechtstreeks\w*|zonder (?:overstap\w*|tussenstop\w*))"
    r"(?![^\W_])|直飞|直达|不转机|不中转|无需换乘|直行便|乗り換えなし|乗継なし",
    re.I,
)
_ONE_STOP = quick(
    r"(?<![^\W_])(?:(?:at most|no more than|not more than|max(?:imum)?\.?|up to) (?:one|1|a single) (?:stop"
    r"|change|stopover|layover|transfer|connection)"
    r"|(?:höchstens|maximal) (?:ein(?:en|em)?|1) (?:umstieg|umsteigen|zwischenstopp)"
    r"|une? (?:seule )?(?:escale|correspondance|changement) (?:au plus|maximum|au maximum)|(?:como máximo"
    r"|máximo) una? (?:escala|transbordo)|no máximo uma? (?:escala|conexão)"
    r"|(?:hoogstens|maximaal) (?:één|een|1) (?:overstap|tussenstop))(?![^\W_])|"
    r"最多(?:转|中转|换乘)(?:一|1)次|乗り換え1回(?:まで|以内)",
    re.I,
)


_NONE_BELOW = quick(r"\s?(?:未満|以下の?もの)は(?:不可|だめ|駄目|NG|避け|いけません|困り)|以下的?不(?:要|行)")


def _stars(segment: str, kinds: frozenset[str]) -> Iterator[Clause]:
    m = _STARS.search(segment)
    left, right = (segment[: m.start()], segment[m.end() :]) if m else ("", "")
    if m and (
        words.NOTHING_BELOW.search(left)
        or _NONE_BELOW.match(right)
        or not (words.NOT.search(segment) or is_upper(left, right))
    ):
        raw = (m[1] or m[2]).lower()
        value = Decimal(raw) if raw.isdecimal() else Decimal(_DIGITS[raw])
        yield Clause("stars", "least", value, segment, "stars", classes=kinds)


def _stops(segment: str, kinds: frozenset[str]) -> Iterator[Clause]:
    m = _NONSTOP.search(segment)
    if m and not words.NOT.search(segment[: m.start()] + segment[m.end() :]):
        yield Clause("stops", "most", Decimal(0), segment, classes=kinds)
    elif _ONE_STOP.search(segment):
        yield Clause("stops", "most", Decimal(1), segment, classes=kinds)


# --- measures ------------------------------------------------------------------------------------------------------

UNITS = {
    "GB": r"GB|Go(?=\b)|gigabytes?|G(?=\s?(?:内存|显存|RAM))",
    "TB": r"TB|To(?=\b)|terabytes?",
    "inch": r"inch(?:es)?|\"|″|zoll|pouces|pulgadas|polegadas|英寸|インチ",
    "km": r"km|kilomet(?:er|re)s?|kilómetros|quilômetros|公里|千米|キロ",
    "m²": r"m²|m2|sqm|square met(?:er|re)s|quadratmeter|mètres carrés|metros cuadrados|metros quadrados"
    r"|vierkante meter|平方米|平米|㎡",
    "kg": r"kg|kilos?|kilograms?|公斤|千克|キロ?グラム",
    "lumen": r"lumens?|lm|流明|ルーメン",
    "W": r"W|watts?|瓦|ワット",
    "mAh": r"mAh",
    "Hz": r"Hz",
    "litres": r"l|lit(?:er|re)s?|litros|升|リットル",
}
_TOPICS = {  # what a measure is of, where its unit measures several things
    "memory": (
        r"ram|memory|arbeitsspeicher|mémoire|mémoire vive|memoria|memória|werkgeheugen|geheugen|内存|メモリ",
        r"ram"
        r"|memory"
        r"|mem"
        r"|arbeitsspeicher"
        r"|内存"
        r"|メモリ",
    ),
    "storage": (
        r"ssd|storage|disk|disc|hdd|drive|festplatte|speicherplatz|stockage|disque|almacenamiento|disco"
        r"|armazenamento|opslag|硬盘|存储|ストレージ",
        r"ssd|storage|disk|hdd|drive|festplatte|stockage"
        r"|almacenamiento|opslag|硬盘|存储",
    ),
}
_UNIT = re.compile(
    r"[\s-]?(?:" + "|".join(f"(?P<u{n}>{p})" for n, p in enumerate(UNITS.values())) + r")(?![A-Za-z²2])", re.I
)
_UNIT_NAMES = tuple(UNITS)


def unit_after(text: str, at: int) -> str:
    """The unit that stands right after a number, "" when none does."""
    m = _UNIT.match(text, at)
    return _UNIT_NAMES[int(str(m.lastgroup)[1:])] if m and m.lastgroup else ""


def _measures(segment: str, kinds: frozenset[str]) -> Iterator[Clause]:
    bare = re.sub(r"(?<=\d)(?=(?:GB|TB|km|kg|lm|W|mAh|Hz|m²|m2|sqm|G)\b)", " ", segment)
    for n in numbers(bare):
        unit = unit_after(bare, n.end)
        if not unit or n.also is not None:
            continue
        end = _UNIT.match(bare, n.end)
        left, right = bare[max(0, n.start - 40) : n.start], bare[end.end() if end else n.end :][:40]
        topic = _topic(re.split(r"\d", right)[0][:24]) or _topic(re.split(r"\d", left)[-1][-20:])
        if re.search(r"[/x×]|\bper\b|\bje\b", right[:4]) or (unit in ("GB", "TB") and not topic):
            continue
        if is_upper(left, right):
            yield Clause("measure", "most", n.value, segment, unit, topic, kinds)
        elif (words.LOWER.search(left) or words.LOWER_AFTER.match(right)) and not words.NOT.search(left):
            yield Clause("measure", "least", n.value, segment, unit, topic, kinds)


def _topic(text: str) -> str:
    return next((n for n, (said, _) in _TOPICS.items() if re.search(rf"(?<![a-z])(?:{said})(?![a-z])", text, re.I)), "")


def topic_key(topic: str) -> re.Pattern[str]:
    """The keys under which records hold a measure of that topic."""
    return re.compile(rf"(?<![a-z])(?:{_TOPICS[topic][1]})(?![a-z])", re.I)


# --- features ------------------------------------------------------------------------------------------------------

_FEATURES = {
    name: quick(
        rf"(?<![^\W_])(?:{WITH})\s(?:[^\W\d_]{{1,14}}\s){{0,2}}(?:{said})(?![^\W_])"
        rf"|(?<![^\W_])(?:{said})\s(?:[^\W\d_]{{1,24}}\s){{0,4}}(?:{INCLUDED})(?![^\W_])"
        rf"|(?:包含|包括|必须有|一定要有|要有|[含带有帶])(?:免费)?(?:{cjk})|(?:{cjk})(?:付き|込み|あり|可|のある|のつい|が必須|を(?:必ず)?(?:付け|つけ))",
        re.I,
    )
    for name, (said, cjk, _) in FEATURES.items()
}
_FREE_TO_CANCEL = quick(
    rf"(?<![^\W_])(?:{FEATURES['refundable'][0]})(?![^\W_])|可免费取消|免费取消|キャンセル無料", re.I
)
_SURELY = quick(r"(?<![^\W_])(?:sin falta|sans faute|sem falta)(?![^\W_])|一定要", re.I)


def _features(segment: str, kinds: frozenset[str]) -> Iterator[Clause]:
    if words.NOT.search(_SURELY.sub(" ", segment)):
        return
    for name, pattern in _FEATURES.items():
        if pattern.search(segment) or (name == "refundable" and _FREE_TO_CANCEL.search(segment)):
            yield Clause("feature", "is", Decimal(1), segment, topic=name, classes=kinds)
