"""Regular expressions that look for a word first: most long patterns have a few words of which any match must contain
one, and to find that none of them is there takes a fiftieth of the time.

Which words these are is read off the pattern itself, so nothing can be forgotten when it changes. Where Python's parser
of patterns cannot be had, or a pattern has no such words, the pattern is used as it is.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, TypeVar, cast

try:
    from re import _constants as ops  # type: ignore[attr-defined]
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # no promise is made about it
    ops = parser = None

K = TypeVar("K")
MOST_WORDS = 400  # with more of them the pattern itself is as fast
GRAM = 3  # characters by which words are looked for first
REMEMBERED = 5000  # characters of a text whose groups of letters are kept
SHORTEST = 2  # characters: single ones are everywhere


class Quick:
    """A pattern with the words that it needs, compiled when one of them is met for the first time; what is not defined
    here is the compiled pattern's own."""

    def __init__(self, text: str, flags: int, words: tuple[str, ...]) -> None:
        self.words, self._text, self._flags = words, text, flags
        self._folded = bool(flags & re.IGNORECASE)
        self._short = tuple(w for w in words if len(w) < GRAM)
        self._short_ascii = tuple(w for w in self._short if w.isascii())
        self._grams: dict[str, tuple[str, ...]] = {}
        for w in words:
            if len(w) >= GRAM:
                self._grams[w[:GRAM]] = (*self._grams.get(w[:GRAM], ()), w)

    @cached_property
    def _pattern(self) -> "re.Pattern[str]":
        return re.compile(self._text, self._flags)

    def possible(self, text: str) -> bool:
        """Whether the text holds one of the words."""
        if len(text) > REMEMBERED:
            looked = _folded(text) if self._folded else text
            return any(w in looked for w in self.words)
        looked, grams = _known(text, self._folded)
        for w in self._short_ascii if looked.isascii() else self._short:
            if w in looked:
                return True
        if self._grams.keys().isdisjoint(grams):
            return False
        return any(w in looked for gram in self._grams.keys() & grams for w in self._grams[gram])

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
        return getattr(self._pattern, name)


def quick(pattern: str, flags: int = 0) -> "re.Pattern[str]":
    """As re.compile; flags are given here, not as `(?i)` in the pattern."""
    words = needed_words(pattern, flags)
    return cast("re.Pattern[str]", Quick(pattern, flags, words)) if words else re.compile(pattern, flags)


def likely(patterns: "Mapping[K, re.Pattern[str]]", text: str) -> "list[tuple[K, re.Pattern[str]]]":
    """Those of the patterns that may be met in a text: asked once for a message, and not for each of its sentences."""
    return [(k, p) for k, p in patterns.items() if may_match(p, text)]


def may_match(pattern: Any, text: str) -> bool:
    """Whether a text holds one of the words that a pattern needs."""
    return not isinstance(pattern, Quick) or pattern.possible(text)


def needed_words(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Words (case folded where case does not count) of which every match needs one in the text; none when there is no
    such set."""
    if parser is None:
        return ()
    words = _needed(parser.parse(pattern, flags)) or set()
    if flags & re.IGNORECASE:
        words = {_folded(w) for w in words}
    least = {w for w in words if not any(v != w and v in w for v in words)}  # a longer one is there with the shorter
    return tuple(sorted(least)) if len(least) <= MOST_WORDS else ()


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
    fit = [c for c in candidates if min(map(len, c)) >= SHORTEST]
    return max(fit, key=lambda c: (min(min(map(len, c)), 5), -len(c)), default=None)


def _inner(op: Any, value: Any) -> set[str] | None:
    """Words that one node needs; None when it can do without any."""
    if op is ops.BRANCH:
        branches = [_needed(b) for b in value[1]]
        return set().union(*(b for b in branches if b)) if all(branches) else None
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


@lru_cache(maxsize=32)
def _known(text: str, folded: bool) -> tuple[str, frozenset[str]]:
    """The text as it is looked at, and all its groups of three letters: a message or a sentence is asked about by many
    patterns in a row, and a word is there only where its first three letters are."""
    looked = _folded(text) if folded else text
    return looked, frozenset([looked[i : i + GRAM] for i in range(len(looked) - GRAM + 1)])
