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

from planscope.analyzers.pattern_words import AND, Needs, bare, folded, kind, length, marked, needs_of, pieces

K = TypeVar("K")
GRAM = 3  # characters by which words are looked for first
USUAL = 8_000  # characters of a text of which many are remembered
LONG = 400_000  # characters above which a text is not parted
PIECES = 60_000  # pieces of texts that are remembered, each up to PIECE characters
PIECE = 32


class Quick:
    """A pattern with the words that it needs, compiled when one of them is met for the first time; what is not defined
    here is the compiled pattern's own."""

    def __init__(self, text: str, needs: Needs) -> None:
        self._needs, self._text, self._flags = needs, text, needs.flags
        self._folded = bool(needs.flags & re.IGNORECASE)
        self._sure, self._maybe, self._parted = _index.take(needs.words, self._folded)
        taken = [[_index.take(some, self._folded) for some in way] for way in needs.joint]
        # of each alternative one bit of each pair: a set is met when a word is there, or a piece of one
        self._joint = tuple(tuple(sure | maybe for sure, maybe, _ in way) for way in taken)
        self.mask = self._sure | self._maybe | reduce(or_, (way[0] for way in self._joint), 0)

    @cached_property
    def _pattern(self) -> "re.Pattern[str]":
        return re.compile(self._text, self._flags)

    def possible(self, text: str) -> bool:
        """Whether the text holds one of the words."""
        met = _usual(text) if len(text) <= USUAL else masks(text)
        if met is None:
            return self._is_in(text)
        if not met & self.mask:
            return False
        if met & self._sure:
            return True
        for way in self._joint:
            if all(map(met.__and__, way)):
                return True
        if not met & self._maybe:
            return False
        looked = folded(text) if self._folded else text
        return any(all(w in looked for w in some) for some in self._parted)

    def _is_in(self, text: str) -> bool:
        looked = folded(text) if self._folded else text
        firsts = (*self._needs.words, *(w for way in self._needs.joint for w in way[0]))
        return any(all(part in looked for part in bare(w).split(AND)) for w in firsts)

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> "re.Match[str] | None":
        """As Pattern.search."""
        if self.possible(text) or (endpos != sys.maxsize and _cut(text, endpos)):
            return self._pattern.search(text, pos, endpos)
        return None

    def finditer(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> "Iterable[re.Match[str]]":
        """As Pattern.finditer."""
        if self.possible(text) or (endpos != sys.maxsize and _cut(text, endpos)):
            return self._pattern.finditer(text, pos, endpos)
        return iter(())

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
    needs = needs_of(pattern, flags)
    if not needs.words and not needs.joint:
        return re.compile(pattern, flags)
    return cast("re.Pattern[str]", Quick(pattern, needs))


def likely(patterns: "Mapping[K, re.Pattern[str]]", text: str) -> "list[tuple[K, re.Pattern[str]]]":
    """Those of the patterns that may be met in a text: asked once for a message, and not for each of its sentences."""
    met = masks(text)
    if met is None:
        return [(k, p) for k, p in patterns.items() if may_match(p, text)]
    return [(k, p) for k, p in patterns.items() if (mask := getattr(p, "mask", 0)) == 0 or met & mask]


def may_match(pattern: Any, text: str) -> bool:
    """Whether a text holds one of the words that a pattern needs."""
    return not isinstance(pattern, Quick) or pattern.possible(text)


def _cut(text: str, end: int) -> bool:
    """Whether a word is cut in two where a text is to end."""
    return 0 < end < len(text) and kind(text[end - 1]) > 0 < kind(text[end])


def needed_words(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Words (case folded where case does not count) of which every match needs one in the text; none when there is no
    such set."""
    needs = needs_of(pattern, flags)
    best = [max(way, key=lambda some: min(len(bare(w)) for w in some)) for way in needs.joint]
    return tuple(sorted(max(bare(w).split(AND), key=len) for some in (needs.words, *best) for w in some))


# --- which patterns a text may be met by ---------------------------------------------------------------------------


class _Index(dict[str, int]):
    """The patterns that each piece of text speaks for, as bits; pieces that were not met before are looked through."""

    def __init__(self) -> None:
        super().__init__()
        self.bits = 0
        # exact and folded words by their first letters: the letters, with marks, the bit of their pattern
        self.starts: tuple[dict[str, list[tuple[str, str, int]]], ...] = ({}, {})

    def take(self, words: Iterable[str], fold: bool) -> tuple[int, int, tuple[tuple[str, ...], ...]]:
        """Bits for a pattern: met when a piece holds one of its words, and when it may be part of one of several
        pieces; these are the last, as what all has to be there."""
        sure, maybe = 1 << self.bits, 2 << self.bits
        self.bits += 2
        parted = {w: tuple(bare(w).split(AND)) for w in words if len(pieces(w)) > 1 or bare(w) != bare(w).strip()}
        for w in words:
            piece, bit = (max(pieces(w), key=length), maybe) if w in parted else (w, sure)
            plain = bare(piece)
            self.starts[fold].setdefault(plain[:GRAM], []).append((plain, piece, bit))
        self.clear()
        _usual.cache_clear()
        _long.cache_clear()
        return sure, maybe, tuple(parted.values())

    def __missing__(self, piece: str) -> int:
        whole = marked(piece)
        met = self._looked(piece, whole, self.starts[0]) | self._looked(folded(piece), folded(whole), self.starts[1])
        if len(piece) <= PIECE:
            if len(self) >= PIECES:
                self.clear()
            self[piece] = met
        return met

    def _looked(self, piece: str, whole: str, starts: dict[str, list[tuple[str, str, int]]]) -> int:
        met = 0
        for size in range(1, GRAM + 1):
            for gram in {piece[i : i + size] for i in range(len(piece) - size + 1)} & starts.keys():
                for plain, word, bit in starts[gram]:
                    if not met & bit and plain in piece and word in whole:
                        met |= bit
        return met


def masks(text: str) -> int | None:
    """The patterns that a text may be met by, as bits; None when it is too long to be parted."""
    if len(text) <= USUAL:
        return _usual(text)
    return _long(text) if len(text) <= LONG else None


def _met(text: str) -> int:
    return reduce(or_, map(_index.__getitem__, set(text.split())), 0)


_usual = lru_cache(maxsize=2048)(_met)
_long = lru_cache(maxsize=8)(_met)
_index = _Index()
