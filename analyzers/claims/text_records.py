"""The records of a text result that is no JSON and no table: lines such as "Oak: price 118, rating 4.2", blocks of
`key: value`, pairs `key=value`. Pure.
"""

from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.picks.lines import records_in
from planscope.analyzers.quick import quick

SHORT = 4000  # characters of a result that may be one record
_LINE = quick(r"\s{0,8}(?:[-*•]\s{1,3})?([^\W\d][\w ./-]{0,30})[:：]\s{0,3}(\S.{0,200})")
_PAIR = quick(r"(?<![\w.])([^\W\d][\w.-]{0,30})=(?:\"([^\"]{0,200})\"|'([^']{0,200})'|([^\s,;\"']{1,200}))")


def records_of(text: str) -> list[dict[str, str]]:
    """The records of a text, when one of their keys names an amount of money; else nothing, for logs and notes are
    made of such lines too."""
    if "\n" not in text and "=" not in text:
        return []
    found = records_in(text) or _single(text)
    return found if any(words.named(key) for r in found for key in r) else []


def _single(text: str) -> list[dict[str, str]]:
    """A short text that is one record from end to end."""
    if len(text) > SHORT:
        return []
    lines = [x for x in text.split("\n") if x.strip()]
    fields = [_LINE.fullmatch(x.rstrip()) for x in lines]
    if len(fields) > 1 and all(fields):
        record = {m[1]: m[2].strip() for m in fields if m}
        return [record] if len(record) == len(fields) else []
    pairs = {m[1]: m[2] or m[3] or m[4] or "" for m in _PAIR.finditer(text)} if len(lines) == 1 else {}
    return [pairs] if len(pairs) > 1 else []
