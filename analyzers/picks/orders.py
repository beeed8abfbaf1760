"""Orders in a text: "the cheapest", "le plus rapide", "评分最高" as (aspect, direction, which place). Pure.

Left out is what names no single extreme: "one of the cheapest", "the three cheapest", "not the cheapest".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.picks import order_words as words
from planscope.analyzers.quick import likely, quick

MANY = 60  # orders of one text
LONG = 60_000  # characters of a text that are looked at
SHORT = 700  # characters of a text that is remembered
LEFT = 48  # characters before the word that tell how it is meant


@dataclass(frozen=True, slots=True)
class Order:
    """An extreme that a text names.

    aspect     price, duration, time, arrival, rating, distance, weight, size, age
    direction  -1 the least, +1 the most
    place      1 the extreme itself, 2 the second, 3 the third
    per        it is meant per square metre, per kilo and the like
    words      as written, with the place where they stand
    """

    aspect: str
    direction: int
    words: str
    start: int
    end: int
    place: int = 1
    per: bool = False

    @property
    def name(self) -> str:
        """For a message: lowest price, longest duration."""
        return f"{_LEAST.get(self.aspect, 'lowest') if self.direction < 0 else _MOST.get(self.aspect, 'highest')}"


_LEAST = {"price": "cheaper", "duration": "shorter", "time": "earlier", "arrival": "earlier", "distance": "nearer"}
_LEAST |= {"weight": "lighter", "size": "smaller", "age": "older", "rating": "rated lower"}
_MOST = {"price": "dearer", "duration": "longer", "time": "later", "arrival": "later", "distance": "farther"}
_MOST |= {"weight": "heavier", "size": "larger", "age": "newer", "rating": "rated higher"}

_LATIN = r"(?<![^\W_])"  # not inside a word
_PATTERNS = [
    (
        aspect,
        direction,
        quick(
            rf"(?:{_LATIN}|(?<=zweit)|(?<=dritt)|(?=[\u3040-\u9fff])|(?<=[\u3040-\u9fff]))(?:{pattern})(?![a-zà-ÿ])",
            re.I,
        ),
    )
    for aspect, direction, pattern in words.WORDS
]
_KINDS = dict(enumerate(p for _, _, p in _PATTERNS))
_SECOND = quick(rf"(?:{words.SECOND})$", re.I)
_THIRD = quick(rf"(?:{words.THIRD})$", re.I)
_SOME = quick(rf"(?:{words.SOME})", re.I)
_SOME_FIGURE = re.compile(rf"(?:{words.SOME_FIGURE})", re.I)
_DENIED = quick(rf"(?:{words.DENIED})", re.I)
_AFTER_SOME = quick(words.AFTER_SOME, re.I)
_COMPARED = quick(words.COMPARED, re.I)
_PER = quick(words.PER, re.I)


def orders_in(text: str) -> list[Order]:
    """Every extreme that a text names, in order; of words that overlap the first kind counts."""
    return list(_remembered(text) if len(text) <= SHORT else _lately(text))


def _orders(text: str) -> tuple[Order, ...]:
    taken: list[Order] = []
    looked = text[:LONG]
    for n, pattern in likely(_KINDS, looked):
        aspect, direction, _ = _PATTERNS[n]
        for m in _matches(pattern, looked):
            if not any(o.start < m.end() and m.start() < o.end for o in taken):
                order = _order(text, aspect, direction, m)
                taken += [order] if order else []
    return tuple(sorted(taken, key=lambda o: o.start)[:MANY])


_lately = lru_cache(maxsize=32)(_orders)  # what the user said is asked about for every pick
_remembered = lru_cache(maxsize=4096)(_orders)  # each sentence is looked at for picks, own lists and comparisons


def names_extreme(text: str) -> bool:
    """Whether any sentence of a text may name an extreme: quickly asked, sometimes wrongly affirmed."""
    return bool(likely(_KINDS, text))


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    for n, m in enumerate(pattern.finditer(text)):
        if n >= MANY:
            return
        yield m


def _order(text: str, aspect: str, direction: int, m: re.Match[str]) -> Order | None:
    left, right = text[max(0, m.start() - LEFT) : m.start()], text[m.end() : m.end() + LEFT]
    left = re.split(r"[\n.;!?。！？]", left)[-1]
    if _AFTER_SOME.search(right) or _COMPARED.search(right):
        return None
    place = 2 if _SECOND.search(left) else 3 if _THIRD.search(left) else 1
    figure = left[-2:-1].isdecimal() and _SOME_FIGURE.search(left)
    if place == 1 and (figure or _SOME.search(left) or _DENIED.search(left)):
        return None
    return Order(aspect, direction, m[0], m.start(), m.end(), place, bool(_PER.search(right)))
