"""Records in the lines of a text result: `key=value` pairs, "Name: price 49.27, rating 4.8", blocks of `key: value`.
Pure.
"""

import re
from collections import Counter
from collections.abc import Iterator

from planscope.analyzers.quick import quick

LONG = 400_000  # characters that are looked at
LINES = 5000
WIDTH = 600  # characters of a line
FEWEST = 2  # pairs of one record, and records of one text

_PAIR = quick(r"(?<![\w.])([^\W\d][\w.-]{0,30})=(?:\"([^\"]{0,200})\"|'([^']{0,200})'|([^\s,;\"']{1,200}))")
_NAMED = quick(r"\s{0,8}(?:[-*•]\s|\d{1,3}[.)]\s)?\s{0,4}([^:：=|]{2,60})[:：]\s(.{4,})$")
_PIECE = re.compile(r"([^\W\d][^\W\d]*(?:[ _][^\W\d]+){0,2})[:：]?\s+(\S.{0,80})$")
_FIELD = quick(r"\s{0,12}(?:[-*•]\s{1,3})?([^\W\d][\w ./-]{0,30})[:：]\s+(\S.{0,200})$")


def records_in(text: str) -> list[dict[str, str]]:
    """The records of a text, by the form that most of its lines have; empty when they have none."""
    lines = [x.rstrip() for x in text[:LONG].split("\n")[:LINES] if len(x) <= WIDTH]
    for read in (_pairs, _named):
        found = [r for line in lines if (r := read(line))]
        if len(found) >= FEWEST:
            return _alike(found)
    return _alike(list(_blocks(lines)))


def _alike(records: list[dict[str, str]]) -> list[dict[str, str]]:
    """Those that have the first key, and most keys, of the others; none when they are of many kinds."""
    if len(records) < FEWEST:
        return []
    first, many = Counter(next(iter(r)) for r in records).most_common(1)[0]
    same = [r for r in records if next(iter(r)) == first]
    return same if many >= FEWEST and many * 2 > len(records) else []


def _pairs(line: str) -> dict[str, str]:
    found = {m[1]: m[2] or m[3] or m[4] or "" for m in _PAIR.finditer(line)}
    return found if len(found) > FEWEST else {}


def _named(line: str) -> dict[str, str]:
    """ "Name: key value, key value": each piece begins with its key."""
    m = _NAMED.match(line)
    if m is None:
        return {}
    pieces = [_PIECE.match(p.strip(" .")) for p in re.split(r"[,;]\s|\s\|\s", m[2])]
    if len(pieces) < FEWEST or not all(pieces):
        return {}
    found = {"name": m[1].strip()} | {p[1]: p[2].strip() for p in pieces if p}
    return found if len(found) == len(pieces) + 1 else {}


def _blocks(lines: list[str]) -> Iterator[dict[str, str]]:
    """Blocks of `key: value`: a new one begins where the first key comes again."""
    block: dict[str, str] = {}
    for line in [*lines, ""]:
        m = _FIELD.match(line)
        if (m and m[1] in block) or (block and not m):
            if len(block) >= FEWEST:
                yield block
            block = {}
        if m:
            block[m[1]] = m[2].strip()
