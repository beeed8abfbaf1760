"""Whether an option is as good a choice as the one picked, but for the attribute in question: every field in which the
two differ is either not spoken of, or meets what is asked. Pure.

This is how an unknown wish is kept from being overlooked: an option that equals the pick in all that anyone speaks of
meets whatever the pick meets.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from planscope.analyzers.numbers.money_words import spaced
from planscope.analyzers.picks.available import tells_stock
from planscope.analyzers.picks.concepts import KIND
from planscope.analyzers.picks.constraints import (
    LONG,
    REMEMBERED,
    Constraint,
    concepts_in,
    concepts_of,
    constraints_in,
    demands_in,
    meets,
    speaks_of,
    speaks_of_stops,
)
from planscope.analyzers.picks.everyday import DEGREE, FREE, FREE_CJK
from planscope.analyzers.picks.fields import KEYS, MONEY_SIDE, reading
from planscope.analyzers.picks.options import Listing, Option, Scalar, is_name
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.clock import clocks, minutes_in

WORD = re.compile(r"[^\W\d_]{3,}|\d+(?:[.,]\d+)?|[\u3040-\u30ff\u3400-\u9fff]+")
_ANY = quick(
    r"\b(?:any|whatever|whichever|(?:no matter|regardless of|don['’]t (?:care|mind) (?:about|which|what))"
    r" (?:the |what |which )?|egal,? welche\w{0,2}|beliebige\w{0,2}|n['’]importe quel\w*|cualquier|qualquer"
    r"|om het even welke?) ?[^\W\d_]{2,20}"
    r"|(?:任何|不限|不论)[\u3400-\u9fff]{1,4}|[\u3400-\u9fff]{2}(?:不限|都行|都可以)|どの[\u3040-\u9fff]{1,6}でも",
    re.I,
)
_DEGREE = frozenset(DEGREE.split())
_STEM = 5  # letters by which words are compared
NEAR = 200  # characters within which words may belong to a number


@dataclass(frozen=True)
class Asked:
    """What was said about the choice: the user's words and those that narrow the claim (also as `text`, without
    differences of case), their bounds and stems."""

    words: str
    text: str
    bounds: tuple[Constraint, ...]
    stems: frozenset[str]

    @cached_property
    def any_left_out(self) -> str:
        """The words without what may be as it likes: "any size", "egal welche Farbe"."""
        return _ANY.sub(" ", self.words)

    @classmethod
    def of(cls, user: str, scope: str) -> "Asked":
        """Of the user's messages and the words of a claim."""
        return _asked(user, scope)


@lru_cache(maxsize=REMEMBERED)
def _asked(user: str, scope: str) -> Asked:
    text = f"{user}\n{scope}"
    bounds = constraints_in(user if _sets_none(user, scope) else text)
    return Asked(text, f"{_folded(user)}\n{scope.casefold()}", bounds, _stems(user) | stems(scope))


def _sets_none(user: str, scope: str) -> bool:
    """Whether the words of a claim plainly set no bound, and change nothing in those that the user's words set."""
    joint = f"{user[-NEAR:]}\n{scope}"
    return len(user) + len(joint) <= LONG and not _DIGIT.search(joint) and not speaks_of_stops(joint)


_DIGIT = re.compile(r"\d")
_folded = lru_cache(maxsize=16)(str.casefold)


@lru_cache(maxsize=16)
def _stems(user: str) -> frozenset[str]:
    return frozenset(stems(user))


def stems(text: str) -> set[str]:
    """Words of a text, cut to a few letters so that forms of a word meet."""
    return {w.casefold()[:_STEM] for w in WORD.findall(text)}


def as_good(other: Option, pick: Option, key: str, aspect: str, direction: int, asked: Asked) -> bool:
    """Whether nothing that anyone speaks of, and no other price, tells against the other option."""
    fields = other.fields
    for field, own in pick.fields.items():
        theirs = fields.get(field)
        stock = tells_stock(field) and not (isinstance(own, str) and _months(own))
        if field == key or theirs == own or stock or _sibling(field, key, aspect):
            continue
        if own in pick.names and theirs in other.names:
            continue  # what they are called
        if aspect in _MOMENTS and concepts_of(field) & _WHEN and _any_time(asked):
            continue
        if "stops" in concepts_of(field) and _plain(own) and _plain(theirs) and theirs < own:  # type: ignore[operator]
            continue  # nobody minds a change less
        if theirs is None or (not is_name(field) and not _fits(field, own, theirs, aspect, direction, asked)):
            return False
    if fields.keys() <= pick.fields.keys():
        return True
    return all(f in pick.fields or v in (None, "", 0, False) or not _counts(f, asked) for f, v in fields.items())


def _plain(value: Scalar) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_MOMENTS = ("time", "arrival")
_WHEN = frozenset(("times", "duration"))


def _any_time(asked: Asked) -> bool:
    """Whether nobody sets a time: who asks for the earliest takes whatever other times come with it."""
    bound = any(b.concept in _WHEN for b in asked.bounds)
    return not bound and not any(clocks(asked.words))


@lru_cache(maxsize=4096)
def _sibling(field: str, key: str, aspect: str) -> bool:
    """Prices of other classes beside the one that counts ("prices.business" beside "prices.economy")."""
    parent = key.rpartition(".")[0]
    return aspect == "price" and bool(KEYS["price"].search(spaced(parent))) and field.rpartition(".")[0] == parent


def _counts(field: str, asked: Asked) -> bool:
    return bool(MONEY_SIDE.search(spaced(field)) or speaks_of(asked.words, concepts_of(field)))


def _fits(field: str, own: Scalar, theirs: Scalar, aspect: str, direction: int, asked: Asked) -> bool:
    last, concepts, is_kind, is_price = _told_by(field)
    priced = bool(_PRICED.search(str(own)) and _PRICED.search(str(theirs)))
    if is_kind and not priced:
        return False
    if is_price or priced:
        return _no_worse(own, theirs, direction) if aspect == "price" else _affordable(own, theirs, asked)
    spoken = speaks_of(asked.any_left_out, concepts) or _literal(last, own, theirs, asked)
    if not spoken:
        return True
    bounds = [b for b in asked.bounds if b.concept in concepts or (not b.concept and stems(b.unit) & stems(last))]
    if bounds:
        return all(meets(b, field, theirs) for b in bounds)
    return _same_side(own, theirs, asked) or _no_less_good(concepts, own, theirs) or _covers(own, theirs)


def _same_side(own: Scalar, theirs: Scalar, asked: Asked) -> bool:
    """Whether two times of day cannot be told apart by any time that was said: all of these come before both, or after
    both, so that whatever is meant by them holds for both or for neither."""
    a, b = (reading("time", x) if isinstance(x, str) and ":" in x else None for x in (own, theirs))
    if a is None or b is None or a // 1440 != b // 1440:
        return False
    low, high = sorted((a % 1440, b % 1440))
    said = minutes_in(asked.words)
    return bool(said) and not any(low <= t <= high for t in said)


_PRICED = re.compile(r"^\s*[$€£¥￥]\s?\d[\d.,]*\s*$|^\s*\d[\d.,]*\s?(?:[$€£¥￥元円]|EUR|USD|GBP|CHF|CNY|JPY)\s*$")
_GOOD = frozenset(("baggage", "stars", "rating", "reviews", "ram", "storage", "warranty"))
_BAD = frozenset(("distance", "duration", "stops"))


def _no_less_good(concepts: frozenset[str], own: Scalar, theirs: Scalar) -> bool:
    """Whether the other has as much or more of what one can only have too little of, or as little or less of what one
    can only have too much of, by one number each in one unit."""
    a, b = (_QUANTITY.fullmatch(str(x)) for x in (own, theirs))
    if not concepts or a is None or b is None or a[2].casefold() != b[2].casefold():
        return False
    mine, other = Decimal(a[1]), Decimal(b[1])
    return (concepts <= _GOOD and other >= mine > 0) or (concepts <= _BAD and 0 < other <= mine)


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_RANGE = re.compile(
    rf"\s*({'|'.join(_MONTHS)})[a-z]{{0,6}}\s?(?:-|–|to|until)\s?({'|'.join(_MONTHS)})[a-z]{{0,6}}\s*", re.I
)


def _covers(own: Scalar, theirs: Scalar) -> bool:
    """Whether the other is to be had in every month in which the pick is."""
    a, b = (_months(x) if isinstance(x, str) else frozenset() for x in (own, theirs))
    return bool(a) and a <= b


def _months(text: str) -> frozenset[int]:
    m = _RANGE.fullmatch(text)
    if m is None:
        return frozenset()
    first, last = (_MONTHS.index(m[n].lower()) for n in (1, 2))
    return frozenset((first + n) % 12 for n in range((last - first) % 12 + 1))


_QUANTITY = re.compile(r"\s*(\d{1,6}(?:\.\d{1,2})?)\s?([^\W\d_]{0,12})\s*")


@lru_cache(maxsize=4096)  # the same few keys come in every record
def _told_by(field: str) -> tuple[str, frozenset[str], bool, bool]:
    """The last words of a key, its concepts, whether it tells a kind, whether it is a price and nothing else."""
    last, concepts = spaced(field.rsplit(".", 1)[-1]), concepts_of(field)
    is_price = bool(MONEY_SIDE.search(last)) and not concepts - {"price", "refund", "delivery"}
    return last, concepts, bool(KIND.search(last)), is_price


def _no_worse(own: Scalar, theirs: Scalar, direction: int) -> bool:
    a, b = reading("price", own), reading("price", theirs)
    return a is not None and b is not None and (b - a) * direction >= 0


_MONEY_TALK = quick(
    r"budget|cheap|afford|price|cost|spend|[$€£¥]|günstig|billig|preis|prix|cher|barat|precio|preço|goedkoop"
    r"|prijs|预算|便宜|价|元|予算|安|円",
    re.I,
)


_FOR_ONE = re.compile(  # a bound that is said of each night, or of the one thing
    r"\b(?:per|a|an|each|pro|je|par|por|la|le|die|the|o|al|al?|op)[ -]?(?:night|nacht|nuit|noche|noite|person|persona"
    r"|pessoa|personne|piece|stück|unit|hour|day)\b|/ ?(?:night|nacht|person)|每晚|每人|每夜|一晚|一泊|每天",
    re.I,
)
_ALTOGETHER = quick(
    r"\b(?:altogether|in total|total budget|overall|all together|combined|in all|insgesamt|zusammen|gesamtbudget"
    r"|en tout|au total|en total|ao todo|no total|in totaal|samen|for each|each of|jeweils"
    r"|pour chacun\w*|para cada|voor elk)\b"
    r"|总共|一共|总预算|总计|合计|总费用|总价|总额|全部|加起来|每项|各项|全部で|合計|それぞれ",
    re.I,
)


def _affordable(own: Scalar, theirs: Scalar, asked: Asked) -> bool:
    """Whether the price of another option tells against it where the order is not by price."""
    if _no_worse(own, theirs, -1):
        return True
    bounds = [b for b in asked.bounds if b.concept == "price"]
    if _ALTOGETHER.search(asked.text):
        return False  # what this one costs more may be lacking for another
    if bounds:
        return bool(_FOR_ONE.search(asked.text)) and all(meets(b, "price", theirs) for b in bounds)
    return not _MONEY_TALK.search(asked.text)


def _literal(last: str, own: Scalar, theirs: Scalar, asked: Asked) -> bool:
    """Whether the key or one of the two values stands in what was said."""
    stems = asked.stems
    if any(w[:_STEM] in stems for w in _words(last)):
        return True
    for value in (own, theirs):
        if isinstance(value, str) and any(_in_text(w, asked) for w in _words(value) if not w.isdecimal()):
            return True
    return False


@lru_cache(maxsize=8192)
def _words(value: str) -> tuple[str, ...]:
    return tuple(w for w in map(str.casefold, WORD.findall(value)) if w not in _DEGREE)


def _in_text(word: str, asked: Asked) -> bool:
    return word in asked.text if word[0] >= "\u3040" else word[:_STEM] in asked.stems


# --- demands that no field accounts for ----------------------------------------------------------------------------

_FREE_STEMS = frozenset(w[:_STEM] for w in FREE.split())


def unmet(sentence: str, listing: Listing) -> str:
    """The first demand or bound in a sentence of the user that neither a field nor the search accounts for, "" when
    there is none."""
    told = listing.memo(_told)
    if sentence not in told:
        told[sentence] = _unmet(sentence, listing)
    return told[sentence]


def _told(_: Listing) -> dict[str, str]:
    return {}


def _unmet(sentence: str, listing: Listing) -> str:
    known = listing.memo(_known)
    for phrase in demands_in(sentence):
        concepts = concepts_in(phrase)
        if (concepts and not concepts & known) or uncovered(phrase, listing):
            return phrase
    for bound in constraints_in(sentence):
        by_key = not bound.concept and stems(bound.unit) & stems(spaced(" ".join(listing.keys)))
        if bound.concept not in known and bound.concept not in ("price", "people") and not by_key:
            return bound.words
    return ""


def _known(listing: Listing) -> set[str]:
    """The concepts that the listing's fields, or its search, speak of."""
    return {c for k in listing.keys for c in concepts_of(k)} | concepts_in(_search(listing)) | {"price"}


def _search(listing: Listing) -> str:
    return f"{spaced(listing.tool)} {listing.asked} {' '.join(listing.label)}"


def uncovered(phrase: str, listing: Listing) -> list[str]:
    """Words of a phrase that are neither everyday words nor accounted for by the search, a field or a concept."""
    held, values = listing.memo(_held), listing.memo(_values)
    rest: list[str] = []
    for word in WORD.findall(phrase):
        low = word.casefold()
        if low[0].isdecimal() or low[:_STEM] in held or low[:_STEM] in _FREE_STEMS or low[:_STEM] in values:
            continue
        if low[0] >= "\u3040" and _cjk_known(low, listing):
            continue
        if not concepts_in(word):
            rest.append(word)
    return rest


def _held(listing: Listing) -> set[str]:
    return stems(spaced(f"{_search(listing)} {' '.join(listing.keys)}"))


def _cjk_known(word: str, listing: Listing) -> bool:
    bare = FREE_CJK.sub("", word)
    search = _search(listing)
    return len(bare) < 2 or bool(concepts_in(word)) or any(bare[i : i + 2] in search for i in range(len(bare) - 1))


def _values(listing: Listing) -> frozenset[str]:
    """Words in the values of the first options: what a field may be asked for."""
    texts = [v for o in listing.options[:200] for v in o.fields.values() if isinstance(v, str)]
    return frozenset(stems(" ".join(texts)))


def figure(value: Decimal) -> str:
    """A number for a message."""
    return f"{value.normalize():f}" if value == value.to_integral_value() else f"{value:f}"
