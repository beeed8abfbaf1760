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
_NOT_WORD = [(ops.NEGATE, None), (ops.CATEGORY, ops.CATEGORY_NOT_WORD)] if ops else []
_SHUT_OUT = (
    {  # [^\W], [^\W_], [^\W\d_]
        frozenset(_NOT_WORD): 1,
        frozenset((*_NOT_WORD, (ops.LITERAL, 95))): 2,
        frozenset((*_NOT_WORD, (ops.CATEGORY, ops.CATEGORY_DIGIT), (ops.LITERAL, 95))): 3,
    }
    if ops
    else {}
)
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
        self.words, self._text, self._flags = tuple(map(bare, words)), text, flags
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
        return self._pattern.search(text, pos, endpos) if self.possible(text) or _cut(text, endpos) else None

    def finditer(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> "Iterable[re.Match[str]]":
        """As Pattern.finditer."""
        possible = self.possible(text) or _cut(text, endpos)
        return self._pattern.finditer(text, pos, endpos) if possible else iter(())

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


def _cut(text: str, end: int) -> bool:
    """Whether a word is cut in two where a text is to end."""
    return 0 < end < len(text) and _kind(text[end - 1]) > 0 < _kind(text[end])


# --- the words that a pattern needs --------------------------------------------------------------------------------


def needed_words(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Words (case folded where case does not count) of which every match needs one in the text; none when there is no
    such set."""
    return tuple(sorted(map(bare, _read(pattern, flags)[0])))


def _read(pattern: str, flags: int) -> tuple[tuple[str, ...], int]:
    """The words, marked, and all flags, also those that stand in the pattern."""
    if parser is None:
        return (), flags
    parsed = parser.parse(pattern, flags)
    flags = parsed.state.flags
    words = set() if flags & re.ASCII else _needed(parsed, 0, 0) or set()  # where words end is another matter there
    if flags & re.IGNORECASE:
        words = {_folded(w) for w in words}
    least = {w for w in words if not any(v != w and v in w for v in words)}  # a longer one is there with the shorter
    return tuple(sorted(least)) if len(least) <= MOST_WORDS else (), flags


def _needed(items: Iterable[Any], left: int, right: int) -> set[str] | None:
    """The best set of words for a sequence of nodes: any one of its parts will do, the one with the longest words.
    `left` and `right`: which characters are known not to stand there, as in `_edge`."""
    candidates: list[set[str]] = []
    nodes = [*items, (None, None)]
    run, begun, before = "", 0, left
    for n, (op, value) in enumerate(nodes):
        if op is ops.LITERAL:
            run, begun = run + chr(value), begun if run else before
            before = 0
            continue
        if run:
            candidates.append({_within(run, begun, _ahead(nodes[n:], right))})
            run = ""
        if (edge := _edge(op, value, -1)) or _is_empty(op):
            before = min(edge, before) if edge and before else edge or before
            continue
        inner = _inner(op, value, before, _ahead(nodes[n + 1 :], right)) if op is not None else None
        candidates += [inner] if inner else []
        before = 0
    fit = [c for c in candidates if all(map(_tells, map(bare, c)))]
    return max(fit, key=lambda c: (min(min(len(bare(w)) for w in c), 5), -len(c)), default=None)


def _ahead(nodes: Iterable[Any], right: int) -> int:
    """What is known not to stand where these nodes begin."""
    found = 0
    for op, value in nodes:
        if op is None:
            return min(found, right) if found and right else found or right
        edge = _edge(op, value, 1)
        if not edge and not _is_empty(op):
            return found
        found = min(found, edge) if found and edge else found or edge
    return found


def _is_empty(op: Any) -> bool:
    return op in (ops.AT, ops.ASSERT, ops.ASSERT_NOT)


def _edge(op: Any, value: Any, side: int) -> int:
    """Which characters a node of no width shuts out beside a word that consists of such: 1 all that make words, 2 all
    but "_", 3 letters; 0 none of these."""
    if op is ops.AT:
        return 1 if value is ops.AT_BOUNDARY else 0
    if op is not ops.ASSERT_NOT or value[0] != side or len(value[1]) != 1 or value[1][0][0] is not ops.IN:
        return 0
    kinds = list(value[1][0][1])
    if (ops.CATEGORY, ops.CATEGORY_WORD) in kinds and kinds[0][0] is not ops.NEGATE:
        return 1
    return _SHUT_OUT.get(frozenset(kinds), 0) if kinds and kinds[0][0] is ops.NEGATE else 0


def _tells(word: str) -> bool:
    """Single letters of the Latin script and blanks are everywhere."""
    longest = max(map(len, word.split()), default=0)
    return longest > 1 or (longest == 1 and len(word) == 1 and not (word.isascii() and word.isalnum()))


def _inner(op: Any, value: Any, left: int, right: int) -> set[str] | None:
    """Words that one node needs; None when it can do without any."""
    if op is ops.BRANCH:
        branches = [_needed(b, left, right) for b in value[1]]
        return set().union(*(b for b in branches if b)) if all(branches) else None
    if op is ops.IN:
        plain = all(kind is ops.LITERAL for kind, _ in value)
        return {_within(chr(v), left, right) for _, v in value} if plain else None
    if op is ops.SUBPATTERN:
        _, added, removed, items = value
        return None if added or removed else _needed(items, left, right)  # whether case counts is another matter
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return _needed(value[2], left, right if value[1] == 1 else 0) if value[0] else None
    if op is ops.ATOMIC_GROUP:
        return _needed(value, left, right)
    return None


def _folded(text: str) -> str:
    """The text without differences of case; the two Turkish letters that `re` takes for an i become one."""
    return text.casefold() if text.isascii() else text.replace("İ", "i").replace("ı", "i").casefold()


# --- where words begin and end -------------------------------------------------------------------------------------

# Marks stand where one of three kinds of runs begins or ends: of all that makes words, of that but "_", of letters.
# "pas" with the marks of a word of its own is not in the marked "passed".
_MARK = ("", "\x00", "\x01", "\x02")
_RUNS = re.compile(r"[^\W\d_]+|\d+|_+|\W+")
_UNMARKED = {0: None, 1: None, 2: None}


def bare(word: str) -> str:
    """A word without marks."""
    return word.translate(_UNMARKED)


def marked(text: str) -> str:
    """A text with marks."""
    if text.isalpha():
        return f"\x00\x01\x02{text}\x02\x01\x00"
    out, last = [], 0
    for run in _RUNS.findall(text):
        kind = _kind(run[0])
        out += [_between(last, kind), run]
        last = kind
    return "".join(out) + _between(last, 0)


def _kind(char: str) -> int:
    return 3 if char.isalpha() else 1 if char == "_" else 2 if char.isdecimal() else 3 if char.isalnum() else 0


def _between(one: int, other: int) -> str:
    """The marks between two characters: of the runs that end, the innermost first, and of those that begin."""
    return "".join(_MARK[one:other:-1]) if one > other else "".join(_MARK[one + 1 : other + 1])


def _within(word: str, left: int, right: int) -> str:
    """A word with the marks inside, and those outside as far as it is known what stands there."""
    first, last = _kind(word[0]), _kind(word[-1])
    inside = marked(word)
    inside = inside[len(_between(0, first)) : len(inside) - len(_between(last, 0))]
    before = "".join(_MARK[left : first + 1]) if left and first >= left else ""
    behind = "".join(_MARK[last : right - 1 if right > 1 else None : -1]) if right and last >= right else ""
    return before + inside + behind


# --- which patterns a text may be met by ---------------------------------------------------------------------------


class _Index(dict[str, int]):
    """The patterns that each piece of text speaks for, as bits; pieces that were not met before are looked through."""

    def __init__(self) -> None:
        super().__init__()
        self.bits = 0
        # exact and folded words by their first letters: the letters, with marks, the bit of their pattern
        self.starts: tuple[dict[str, list[tuple[str, str, int]]], ...] = ({}, {})

    def take(self, words: Iterable[str], folded: bool) -> tuple[int, int, tuple[str, ...]]:
        """Bits for a pattern: met when a piece holds one of its words, and when it may be part of one that has blanks,
        which are the last."""
        sure, maybe = 1 << self.bits, 2 << self.bits
        self.bits += 2
        parted = {w: bare(w) for w in words if len(w.split()) > 1 or bare(w) != bare(w).strip()}
        for w in words:
            piece, bit = (max(w.split(), key=lambda p: len(bare(p))), maybe) if w in parted else (w, sure)
            plain = bare(piece)
            self.starts[folded].setdefault(plain[:GRAM], []).append((plain, piece, bit))
        self.clear()
        _usual.cache_clear()
        _long.cache_clear()
        return sure, maybe, tuple(parted.values())

    def __missing__(self, piece: str) -> int:
        whole = marked(piece)
        met = self._looked(piece, whole, self.starts[0]) | self._looked(_folded(piece), _folded(whole), self.starts[1])
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
    return reduce(or_, set(map(_index.__getitem__, text.split())), 0)


_usual = lru_cache(maxsize=2048)(_met)
_long = lru_cache(maxsize=8)(_met)
_index = _Index()
