"""The words of which any match of a pattern needs one, read off the pattern itself, with what is known of where they
begin and end; and texts made ready to be looked through for them. Pure.

Where Python's parser of patterns cannot be had, or a pattern has no such words, there are none.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

try:
    from re import _constants as ops  # type: ignore[attr-defined]
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # no promise is made about it
    ops = parser = None

AND = "\x03"  # between words all of which are needed
MOST_WORDS = 400  # with more of them the pattern itself is as fast
WAYS = 16  # alternatives of a pattern that are looked at one by one
TOGETHER = 3  # sets of words that one alternative needs
_EVERYWHERE = (  # words that tell nothing, in some of our languages
    " a all an and are as at be by de du el en er es est et for from had has have i il in is it la le les los no not"
    " of on or que se sie that the to un und was we will with you zu "
)
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


@dataclass(frozen=True, slots=True)
class Needs:
    """What a match needs: one of the words, or, of one of the alternatives, one word of each set. All are marked, and
    case folded where case does not count; there are none of either when nothing is known. `flags` are all of the
    pattern, also those that stand in it."""

    words: tuple[str, ...]
    joint: tuple[tuple[tuple[str, ...], ...], ...]
    flags: int


def needs_of(pattern: str, flags: int) -> Needs:
    """What a pattern needs."""
    if parser is None:
        return Needs((), (), flags)
    parsed = parser.parse(pattern, flags)
    flags = parsed.state.flags
    ways = [] if flags & re.ASCII else _ways(parsed, 0, 0)  # where words end is another matter there
    if not ways or not all(ways):
        return Needs((), (), flags)
    if len(ways) > WAYS:
        ways = [[_needed(parsed, 0, 0) or set()]]
    fold = folded if flags & re.IGNORECASE else str
    words = _least({fold(w) for way in ways if len(way) == 1 for w in way[0]})
    joint = tuple(tuple(_least({fold(w) for w in some}) for some in way) for way in ways if len(way) > 1)
    few = len(words) <= MOST_WORDS and all(len(some) <= MOST_WORDS for way in joint for some in way)
    return Needs(words, joint, flags) if few else Needs((), (), flags)


def _least(words: set[str]) -> tuple[str, ...]:
    """A longer word is there with a shorter one that it holds."""
    return tuple(sorted(w for w in words if not any(v != w and v in w for v in words)))


def _ways(items: Iterable[Any], left: int, right: int) -> list[list[set[str]]]:
    """Each alternative of a pattern as the sets of words of which it needs one each, the best first."""
    nodes = list(items)
    wide = [n for n, (op, value) in enumerate(nodes) if not _is_empty(op)]
    if len(wide) == 1:
        op, value = nodes[wide[0]]
        before, behind = _behind(nodes[: wide[0]], left), _ahead([*nodes[wide[0] + 1 :], (None, None)], right)
        if op is ops.SUBPATTERN and not value[1] and not value[2]:
            return _ways(value[3], before, behind)
        if op is ops.BRANCH:
            return [way for b in value[1] for way in _ways(b, before, behind)]
    fit = sorted(_sets(nodes, left, right), key=_worth, reverse=True)
    return [fit[:TOGETHER]]


def _behind(nodes: Iterable[Any], left: int) -> int:
    """What is known not to stand behind these nodes of no width."""
    before = left
    for op, value in nodes:
        edge = _edge(op, value, -1)
        before = min(edge, before) if edge and before else edge or before
    return before


def _worth(words: set[str]) -> tuple[int, int]:
    return min(min(map(length, words)), 5), -len(words)


def _needed(items: Iterable[Any], left: int, right: int) -> set[str] | None:
    """The best set of words for a sequence of nodes: any one of its parts will do, the one with the longest words."""
    fit = _sets(items, left, right)
    best = max(fit, key=_worth, default=None)
    if best is None or len(best) > 1:
        return best
    return {AND.join(w for c in fit if len(c) == 1 for w in c)}


def _sets(items: Iterable[Any], left: int, right: int) -> list[set[str]]:
    """The sets of words of the parts of a sequence. `left` and `right`: which characters are known not to stand there,
    as in `_edge`."""
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
        before = 1 if _parts(op, value) else 0
    return [c for c in candidates if all(map(_tells, map(bare, c)))]


def length(word: str) -> int:
    """Letters of the longest piece that tells something."""
    return max(1 if f" {p} " in _EVERYWHERE else len(p) for p in bare(word).replace(AND, " ").split())


def _ahead(nodes: Iterable[Any], right: int) -> int:
    """What is known not to stand where these nodes begin."""
    found = 0
    for op, value in nodes:
        if op is None:
            return min(found, right) if found and right else found or right
        edge = _edge(op, value, 1) or (1 if _parts(op, value) else 0)
        found = min(found, edge) if found and edge else found or edge
        if not _is_empty(op):
            return found
    return found


def _parts(op: Any, value: Any) -> bool:
    """Whether a node is something that is no part of a word: a blank, a sign."""
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return value[0] > 0 and len(value[2]) == 1 and _parts(*value[2][0])
    if op is not ops.IN:
        return False
    return all(
        (sort is ops.CATEGORY and v in (ops.CATEGORY_SPACE, ops.CATEGORY_NOT_WORD))
        or (sort is ops.LITERAL and kind(chr(v)) == 0)
        for sort, v in value
    )


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
    longest = max(map(len, word.replace(AND, " ").split()), default=0)
    return longest > 1 or (longest == 1 and len(word) == 1 and not (word.isascii() and word.isalnum()))


def _inner(op: Any, value: Any, left: int, right: int) -> set[str] | None:
    """Words that one node needs; None when it can do without any."""
    if op is ops.BRANCH:
        branches = [_needed(b, left, right) for b in value[1]]
        return set().union(*(b for b in branches if b)) if all(branches) else None
    if op is ops.IN:
        plain = all(sort is ops.LITERAL for sort, _ in value)
        return {_within(chr(v), left, right) for _, v in value} if plain else None
    if op is ops.SUBPATTERN:
        _, added, removed, items = value
        return None if added or removed else _needed(items, left, right)  # whether case counts is another matter
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return _needed(value[2], left, right if value[1] == 1 else 0) if value[0] else None
    if op is ops.ATOMIC_GROUP:
        return _needed(value, left, right)
    return None


def folded(text: str) -> str:
    """A text without differences of case; the two Turkish letters that `re` takes for an i become one."""
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
        own = kind(run[0])
        out += [_between(last, own), run]
        last = own
    return "".join(out) + _between(last, 0)


def kind(char: str) -> int:
    """3 for a letter, 2 for a digit, 1 for "_", 0 for what is in no word."""
    return 3 if char.isalpha() else 1 if char == "_" else 2 if char.isdecimal() else 3 if char.isalnum() else 0


def _between(one: int, other: int) -> str:
    """The marks between two characters: of the runs that end, the innermost first, and of those that begin."""
    return "".join(_MARK[one:other:-1]) if one > other else "".join(_MARK[one + 1 : other + 1])


def _within(word: str, left: int, right: int) -> str:
    """A word with the marks inside, and those outside as far as it is known what stands there."""
    first, last = kind(word[0]), kind(word[-1])
    inside = marked(word)
    inside = inside[len(_between(0, first)) : len(inside) - len(_between(last, 0))]
    before = "".join(_MARK[left : first + 1]) if left and first >= left else ""
    behind = "".join(_MARK[last : right - 1 if right > 1 else None : -1]) if right and last >= right else ""
    return before + inside + behind


def pieces(word: str) -> list[str]:
    """The pieces of a word as a text is parted, all of which are needed."""
    return word.replace(AND, " ").split()
