"""What a user asks of the options: bounds ("under 150 euros", "at least 1 TB", "一站以内") and other demands, by the
concept that they are about, and whether a field meets them. Pure.

`constraints_in(text)` gives what can be computed. `demands_in(text)` gives the words behind markers such as "with",
"near", "only", "sin": whoever cannot account for them must not judge.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from planscope.analyzers.numbers.currency import CODES, SIGNS
from planscope.analyzers.numbers.money_words import spaced
from planscope.analyzers.numbers.numerals import flat, numbers
from planscope.analyzers.picks.concepts import CONCEPTS
from planscope.analyzers.picks.options import Scalar
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.words import LOWER, LOWER_AFTER, UPPER, UPPER_AFTER

LONG = 20_000  # characters of a text that are looked at
MOST = 40  # constraints of one text
REMEMBERED = 128  # texts whose meaning is kept: every pick of a run asks for the same ones
AROUND, BEHIND = 26, 60  # characters before and behind a number in which its bound and unit stand

Bound = Literal["most", "least"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A bound that a text sets. `concept` as in concepts.py, or "price"; `unit` as written, "" when there is none."""

    concept: str
    bound: Bound
    value: Decimal
    unit: str
    words: str


_MOST_BEFORE = quick(
    r"(?:under|below|less than|fewer than|up to|at most|no more than|not more than|not over|not exceed(?:ing)?"
    r"|within|max(?:imum|imal)?(?: of)?"
    r"|cheaper than|shorter than|before|<=?|≤|unter|bis(?: zu)?|höchstens|nicht mehr als|moins de|jusqu['’]à"
    r"|au plus|ne dépasse pas"
    r"|menos de|hasta|como máximo|como mucho|no más de|por debajo de|até|no máximo|menos que|onder|hoogstens"
    r"|niet meer dan|tot"
    r"|(?:can(?:no|['’])t|must not|should not|don['’]t|not|never) (?:go over|exceed|be over|be more than"
    r"|cost more than|spend over)"
    r"|budget(?: total)?(?: is| of| ist| von| es| est)?(?: de)?|limit(?: is| of)?"
    r"|presupuesto(?: total)?(?: es)?(?: de)?"
    r"|orçamento(?: total)?(?: é)?(?: de)?|no puede pasar de|sin pasar de|ne pas dépasser|pas plus de"
    r"|não pode passar de|mag niet meer zijn dan"
    r"|(?:不能|不得|不要|不可|别|勿)超过|预算(?:上限)?(?:是|为|：|共)?|上限(?:是|为|は)?|予算は?(?:全部で|合計)?"
    r"|不超过|低于|少于|最多|不到|以内|小于)[\s:]{0,2}(?:of )?[^\w\s]{0,2}$",
    re.I,
)
_LEAST_BEFORE = quick(
    r"(?:over|above|more than|at least|no less than|not less than|min(?:imum|destens)?(?: of)?|>=?|≥|über"
    r"|mindestens|ab|mehr als|au moins"
    r"|plus de|à partir de|al menos|más de|por lo menos|como mínimo|pelo menos|no mínimo|mais de|acima de"
    r"|minstens|meer dan|vanaf"
    r"|至少|不少于|超过|高于|大于)[\s:]{0,2}[^\w\s]{0,2}$",
    re.I,
)
_MOST_AFTER = quick(
    r"^[\s\w€$£¥.]{0,12}?(?:or (?:less|fewer|under|below)|max\b|maximum|tops|at (?:the )?most|oder weniger"
    r"|höchstens|maximum|como m(?:ucho|áximo)|no máximo"
    r"|of minder|以内|以下|之内|未満|まで)",
    re.I,
)
_LEAST_AFTER = quick(
    r"^[\s\w€$£¥.]{0,12}?(?:or (?:more|better|higher|above|up)|\+(?!\d)|minimum|at (?:the )?least|oder mehr"
    r"|ou plus|o más|ou mais|of meer|以上|起)",
    re.I,
)
_UNIT = re.compile(
    rf"^\s?(GB|TB|MB|km|mi(?:les?)?|kg|g|grams?|m²|m2|sqm|litres?|liters?|l|W|watts?|mAh|inch(?:es)?|\"|Zoll"
    rf"|stars?|Sterne|étoiles?|estrellas?"
    rf"|estrelas?|sterren|星|stops?|escalas?|minutes?|mins?|Minuten|hours?|hrs?|h|Stunden|分钟?|小时|{CODES}"
    rf"|[$€£¥]|元|円|euros?|dollars?"
    rf"|persons?|people|人)(?![A-Za-z])",
    re.I,
)
_BY_UNIT: tuple[tuple[str, str], ...] = (
    (r"gb|tb|mb", "storage"),
    (r"km|mi(?:les?)?", "distance"),
    (r"kg|g|grams?", "weight"),
    (r"m²|m2|sqm|litres?|liters?|l", "size"),
    (r"w|watts?", "power"),
    (r"mah", "battery"),
    (r"inch(?:es)?|\"|zoll", "screen"),
    (r"stars?|sterne|étoiles?|estrellas?|estrelas?|sterren|星", "stars"),
    (r"stops?|escalas?", "stops"),
    (r"minutes?|mins?|minuten|hours?|hrs?|h|stunden|分钟?|小时", "duration"),
    (rf"(?:{CODES})|[$€£¥]|元|円|euros?|dollars?", "price"),
    (r"persons?|people|人", "people"),
)
_SIGN_BEFORE = quick(rf"(?:{SIGNS})\s?$")
_NONSTOP = quick(
    r"non-?stop|\bdirect\b|without (?:a |any )?(?:stop|change|layover)|no (?:stops?|changes?|layovers?)\b"
    r"|direkt(?:flug|verbindung)?\b"
    r"|ohne umst|sans (?:escale|correspondance)|sin escalas?|\bdirectos?\b|sem escalas?|\bdiretos?\b"
    r"|zonder overstap|rechtstreeks|直飞|直达|直行|乗り?換えなし",
    re.I,
)
_ONE_STOP = quick(
    r"(?:at most|max(?:imum)?|up to|no more than|höchstens|maximal|au plus|como (?:mucho|máximo)|no máximo"
    r"|hoogstens)\s(?:one|1|un[aoe]?|ein\w{0,2}|uma?|een)"
    r"(?:[\s-](?:stop|change|layover|escala|umstieg|escale|correspondance|overstap)\w*)"
    r"|(?:one|1|un[ao]?|uma?)(?:\s(?:escala|stop))?\s(?:como (?:mucho|máximo)|no máximo|at (?:the )?most|max)"
    r"|(?:最多|不超过)[一1]次?(?:中转|转机|经停)",
    re.I,
)


@lru_cache(maxsize=REMEMBERED)
def constraints_in(text: str) -> tuple[Constraint, ...]:
    """The bounds that a text sets, in order."""
    plain = flat(text[:LONG])
    found = [*_stops(plain)]
    for n in numbers(plain):
        left, right = plain[max(0, n.start - AROUND) : n.start], plain[n.end : n.end + BEHIND]
        signed = _SIGN_BEFORE.search(left)
        lead = left[: signed.start()] if signed else left
        bound = _bound(lead, right)
        if bound:
            unit = _UNIT.match(right)
            concept = "price" if signed else _concept(unit[1] if unit else "", right)
            found.append(
                Constraint(
                    concept, bound, n.value, _named_unit(unit, right), (lead[-14:] + plain[n.start : n.end]).strip()
                )
            )
    return tuple(found[:MOST])


def _named_unit(unit: re.Match[str] | None, right: str) -> str:
    """The unit behind a number: a known one, or the word that stands there ("800 lumen")."""
    word = re.match(r"\s?([^\W\d_]{3,20})", right)
    return unit[1] if unit else word[1] if word else ""


def _stops(text: str) -> Iterator[Constraint]:
    one, none = _ONE_STOP.search(text), _NONSTOP.search(text)
    if one:
        yield Constraint("stops", "most", Decimal(1), "", one[0])
    elif none:
        yield Constraint("stops", "most", Decimal(0), "", none[0])


def speaks_of_stops(text: str) -> bool:
    """Whether a text may bound the stops of a way."""
    return bool(_ONE_STOP.search(text) or _NONSTOP.search(text))


_NOTHING = quick(
    r"(?:\b(?:nothing|not|never|no|nichts|nicht|kein\w{0,2}|rien|pas|nada|não|niets|niet|geen)|不要|别)\s{0,2}$", re.I
)
_DENIED = re.compile(r"^[^.!?\n]{0,60}\b(?:nicht|niet)\b", re.I)
_WITHIN = re.compile(r"^[^。\n\d]{0,10}を?超え(?:ない|ず)")


def _bound(left: str, right: str) -> Bound | None:
    most = _MOST_BEFORE.search(left) or UPPER.search(left)
    least = _LEAST_BEFORE.search(left) or LOWER.search(left)
    if _WITHIN.match(right) or (least and _DENIED.match(right)):
        return "most"  # "more than 300 it may not be"
    if most or least:
        found: Bound = "most" if most else "least"
        other: Bound = "least" if most else "most"
        at = (most or least).start()  # type: ignore[union-attr]
        return other if _NOTHING.search(left[:at]) else found
    if _MOST_AFTER.match(right) or UPPER_AFTER.match(right):
        return "most"
    return "least" if _LEAST_AFTER.match(right) or LOWER_AFTER.match(right) else None


def _concept(unit: str, right: str) -> str:
    after = right.split("\n")[0]
    if unit.lower() in ("gb", "mb") and CONCEPTS["ram"][1].search(after):
        return "ram"
    for pattern, concept in _BY_UNIT:
        if unit and re.fullmatch(pattern, unit, re.I):
            return concept
    return next((name for name, (_, wanted) in CONCEPTS.items() if wanted.match(after.strip())), "")


@lru_cache(maxsize=4096)
def concepts_of(key: str) -> frozenset[str]:
    """What a field is about, by its key."""
    plain = spaced(key.rsplit(".", 1)[-1])
    return frozenset(name for name, (keys, _) in CONCEPTS.items() if keys.search(plain))


@lru_cache(maxsize=REMEMBERED)
def concepts_in(text: str) -> frozenset[str]:
    """What a text speaks of."""
    looked = text[:LONG]
    return frozenset(name for name, (_, wanted) in CONCEPTS.items() if wanted.search(looked))


@lru_cache(maxsize=REMEMBERED)
def speaks_of(text: str, concepts: frozenset[str]) -> bool:
    """Whether a text speaks of one of the concepts."""
    looked = text[:LONG]
    return any(CONCEPTS[name][1].search(looked) for name in concepts)


_IN_UNIT = {"tb": Decimal(1000), "gb": Decimal(1), "mb": Decimal("0.001")}


def meets(constraint: Constraint, key: str, value: Scalar) -> bool | None:
    """Whether a field meets a constraint on its concept, None when it cannot be told."""
    number = _value(value)
    if isinstance(value, bool) and constraint.concept == "stops":
        number = Decimal(0 if value == bool(re.search("direct|non.?stop|直", key, re.I)) else 1)
    if number is None:
        return None
    if constraint.unit.lower() in _IN_UNIT:
        own = re.search(r"(tb|gb|mb)\b", f"{spaced(key)} {value}", re.I)
        if own is None and constraint.value != number:
            return None
        scale = _IN_UNIT[own[1].lower()] if own else _IN_UNIT[constraint.unit.lower()]
        number, bound = number * scale, constraint.value * _IN_UNIT[constraint.unit.lower()]
    else:
        bound = constraint.value
    return number <= bound if constraint.bound == "most" else number >= bound


def _value(value: Scalar) -> Decimal | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return Decimal(str(value))
    found = list(numbers(re.sub(r"(\d)(?=(?:GB|TB|MB|kg|km|W|mAh)\b)", r"\1 ", value[:60], flags=re.I)))
    return found[0].value if len(found) == 1 else None


# --- demands that are no bounds ------------------------------------------------------------------------------------

_MARKER = quick(
    r"\b(?:with(?:out)?|near|close to|next to|only (?!ha[sd]|have|need|want|got|an?\b|one|the|if|when|after"
    r"|be\b)|must|(?<=\w )(?:that|which|who) (?:has|have|is|are|allows?|accepts?|takes?|includes?|comes?|fits?"
    r"|works?)"
    r"|suitable for|good for|including|except|excluding|mit|ohne|nur|nahe|in der nähe|geeignet für|avec|sans"
    r"|seulement|près|proche|con|sin|solo|cerca"
    r"|com|sem|só|apenas|perto|met|zonder|alleen|dicht)\b|必须|只要|不要|带|含|靠近|适合",
    re.I,
)
_BEHIND = re.compile(r"(?:付き|つき|込み|なし|近く|のみ|ができる|可能|附近)")  # markers that follow what they are about
_STRONG = quick(
    r"\b(?:must|need|needs|only|has to|have to|muss|nur|brauche|doit|faut|debe|necesito|tem que|preciso|moet)\b"
    r"|必须|只要|一定要|必須",
    re.I,
)
_END = re.compile(
    r"[,;.!?\n。，；！？、:()]|\s(?:and|or|und|oder|et|ou|y|o|e|en|of|for|für|pour|para|voor)\s|[和或]", re.I
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")


@lru_cache(maxsize=REMEMBERED)
def demands_in(text: str) -> tuple[str, ...]:
    """The words that stand at markers of a demand, each up to the end of its clause."""
    found = []
    for m in _MARKER.finditer(text[:LONG]):
        end = _END.search(text, m.end() + 1)
        found.append(text[m.end() : min(end.start() if end else len(text), m.end() + 80)].strip())
    for m in _BEHIND.finditer(text[:LONG]):
        before = re.split(r"[\s、。，,]|で", text[max(0, m.start() - 10) : m.start()])[-1]
        found.append(before)
    return tuple(f for f in found if f and not any(c.concept == "price" for c in constraints_in(f)))[:MOST]


@lru_cache(maxsize=REMEMBERED)
def strict_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that say what must be."""
    return tuple(s for s in _SENTENCE.split(text[:LONG]) if _STRONG.search(s))[:MOST]


def sentence_at(text: str, at: int) -> str:
    """The sentence of a text that holds a place."""
    start = 0
    for m in _SENTENCE.finditer(text):
        if m.end() > at:
            return text[start : m.start()]
        start = m.end()
    return text[start:]
