"""Regular expressions that look for a word first: most long patterns have a few words of which any match must contain
one, and that none of them is there can be told for all patterns at once.

Which words these are is read off the pattern itself, so nothing can be forgotten when it changes. A text is parted at
its blanks; which patterns a piece speaks for is worked out once, for texts repeat the same few thousand words. Where
Python's parser of patterns cannot be had, or a pattern has no such words, the pattern is used as it is.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any, TypeVar, cast

try:
    from re import _constants as ops  # type: ignore[attr-defined]
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # no promise is made about it
    ops = parser = None

K = TypeVar("K")
MOST_WORDS = 400  # with more of them the pattern itself is as fast
GRAM = 3  # characters by which words are looked for first
USUAL = 8_000  # characters of a text of which many are remembered
LONG = 400_000  # characters above which a text is not parted
PIECES = 60_000  # pieces of texts that are remembered, each up to PIECE characters
PIECE = 32


class Quick:
    """A pattern with the words that it needs, compiled when one of them is met for the first time; what is not defined
    here is the compiled pattern's own."""

    def __init__(self, text: str, flags: int, words: tuple[str, ...]) -> None:
        self.words, self._text, self._flags = words, text, flags
        self._folded = bool(flags & re.IGNORECASE)
        self._sure, self._maybe, self._parted = _index.take(words, self._folded)
        self.mask = self._sure | self._maybe

    @cached_property
    def _pattern(self) -> "re.Pattern[str]":
        return re.compile(self._text, self._flags)

    def possible(self, text: str) -> bool:
        """Whether the text holds one of the words."""
        met = masks(text)
        if met is None:
            looked = _folded(text) if self._folded else text
            return any(w in looked for w in self.words)
        if met & self._sure:
            return True
        if not met & self._maybe:
            return False
        looked = _folded(text) if self._folded else text
        return any(w in looked for w in self._parted)

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> "re.Match[str] | None":
        """As Pattern.search."""
        return self._pattern.search(text, pos, endpos) if self.possible(text) else None

    def finditer(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> "Iterable[re.Match[str]]":
        """As Pattern.finditer."""
        return self._pattern.finditer(text, pos, endpos) if self.possible(text) else iter(())

    def sub(self, repl: Any, text: str, count: int = 0) -> str:
        """As Pattern.sub."""
        return self._pattern.sub(repl, text, count) if self.possible(text) else text

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._pattern, name)
        if not name.startswith("_"):
            setattr(self, name, found)  # the next time it is had at once
        return found


def quick(pattern: str, flags: int = 0) -> "re.Pattern[str]":
    """As re.compile."""
    words, flags = _read(pattern, flags)
    return cast("re.Pattern[str]", Quick(pattern, flags, words)) if words else re.compile(pattern, flags)


def likely(patterns: "Mapping[K, re.Pattern[str]]", text: str) -> "list[tuple[K, re.Pattern[str]]]":
    """Those of the patterns that may be met in a text: asked once for a message, and not for each of its sentences."""
    return [(k, p) for k, p in patterns.items() if may_match(p, text)]


def may_match(pattern: Any, text: str) -> bool:
    """Whether a text holds one of the words that a pattern needs."""
    return not isinstance(pattern, Quick) or pattern.possible(text)


# --- the words that a pattern needs --------------------------------------------------------------------------------


def needed_words(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Words (case folded where case does not count) of which every match needs one in the text; none when there is no
    such set."""
    return _read(pattern, flags)[0]


def _read(pattern: str, flags: int) -> tuple[tuple[str, ...], int]:
    """The words, and all flags, also those that stand in the pattern."""
    if parser is None:
        return (), flags
    parsed = parser.parse(pattern, flags)
    flags = parsed.state.flags
    words = _needed(parsed) or set()
    if flags & re.IGNORECASE:
        words = {_folded(w) for w in words}
    least = {w for w in words if not any(v != w and v in w for v in words)}  # a longer one is there with the shorter
    return tuple(sorted(least)) if len(least) <= MOST_WORDS else (), flags


def _needed(items: Iterable[Any]) -> set[str] | None:
    """The best set of words for a sequence of nodes: any one of its parts will do, the one with the longest words."""
    candidates: list[set[str]] = []
    run = ""
    for op, value in [*items, (None, None)]:
        if op is ops.LITERAL:
            run += chr(value)
            continue
        candidates += [{run}] if run else []
        run = ""
        inner = _inner(op, value)
        candidates += [inner] if inner else []
    fit = [c for c in candidates if all(map(_tells, c))]
    return max(fit, key=lambda c: (min(min(map(len, c)), 5), -len(c)), default=None)


def _tells(word: str) -> bool:
    """Single letters of the Latin script and blanks are everywhere."""
    longest = max(map(len, word.split()), default=0)
    return longest > 1 or (longest == 1 and len(word) == 1 and not (word.isascii() and word.isalnum()))


def _inner(op: Any, value: Any) -> set[str] | None:
    """Words that one node needs; None when it can do without any."""
    if op is ops.BRANCH:
        branches = [_needed(b) for b in value[1]]
        return set().union(*(b for b in branches if b)) if all(branches) else None
    if op is ops.IN:
        return {chr(v) for _, v in value} if all(kind is ops.LITERAL for kind, _ in value) else None
    if op is ops.SUBPATTERN:
        _, added, removed, items = value
        return None if added or removed else _needed(items)  # flags of its own: whether case counts is another matter
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return _needed(value[2]) if value[0] else None
    if op is ops.ATOMIC_GROUP:
        return _needed(value)
    return None


def _folded(text: str) -> str:
    """The text without differences of case; the two Turkish letters that `re` takes for an i become one."""
    return text.casefold() if text.isascii() else text.replace("İ", "i").replace("ı", "i").casefold()


# --- which patterns a text may be met by ---------------------------------------------------------------------------


class _Index(dict[str, int]):
    """The patterns that each piece of text speaks for, as bits; pieces that were not met before are looked through."""

    def __init__(self) -> None:
        super().__init__()
        self.bits = 0
        self.starts: tuple[dict[str, list[tuple[str, int]]], ...] = ({}, {})  # exact and folded words by first letters

    def take(self, words: Iterable[str], folded: bool) -> tuple[int, int, tuple[str, ...]]:
        """Bits for a pattern: met when a piece holds one of its words, and when it may be part of one that has blanks,
        which are the last."""
        sure, maybe = 1 << self.bits, 2 << self.bits
        self.bits += 2
        parted = tuple(w for w in words if len(w.split()) > 1 or w != w.strip())
        for w in words:
            piece, bit = (max(w.split(), key=len), maybe) if w in parted else (w, sure)
            self.starts[folded].setdefault(piece[:GRAM], []).append((piece, bit))
        self.clear()
        _usual.cache_clear()
        _long.cache_clear()
        return sure, maybe, parted

    def __missing__(self, piece: str) -> int:
        met = self._looked(piece, self.starts[0]) | self._looked(_folded(piece), self.starts[1])
        if len(piece) <= PIECE:
            if len(self) >= PIECES:
                self.clear()
            self[piece] = met
        return met

    def _looked(self, piece: str, starts: dict[str, list[tuple[str, int]]]) -> int:
        met = 0
        for size in range(1, GRAM + 1):
            for gram in {piece[i : i + size] for i in range(len(piece) - size + 1)} & starts.keys():
                for word, bit in starts[gram]:
                    if not met & bit and (len(word) <= size or word in piece):
                        met |= bit
        return met


def masks(text: str) -> int | None:
    """The patterns that a text may be met by, as bits; None when it is too long to be parted."""
    if len(text) <= USUAL:
        return _usual(text)
    return _long(text) if len(text) <= LONG else None


def _met(text: str) -> int:
    return reduce(or_, set(map(_index.__getitem__, text.split())), 0)


_usual = lru_cache(maxsize=1024)(_met)
_long = lru_cache(maxsize=8)(_met)
_index = _Index()
