"""The bare numbers of a text, in the ways in which people write them: "1,234.50", "1.234,50", "1 250", "12,34,567",
"3万". Dates, times, versions, ids and what is glued to a unit are none. Pure.

"1.234" may be read in two ways: `value` holds the likelier one, `also` the other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.numbers.currency import AFTER, CODES, SPACES


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text. `also` is its other reading, None when there is only one."""

    value: Decimal
    start: int
    end: int
    also: Decimal | None = None
    power: int = 0  # of ten, for "1.2 million"

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """Every way to read it."""
        return (self.value,) if self.also is None else (self.value, self.also)


_DATE = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}\.\d{1,2}\.\d{4}(?!\d)"
    r"|\d{1,4}\s?年|\d{1,2}\s?[月日号](?!元)"
)
_TIME = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\+\d)?"
_MARKS = rf"[.,'’{SPACES}]"
_SPACED = rf"\d{{1,3}}(?:[ {SPACES}]\d{{3}}){{1,3}}(?:[.,]\d{{1,2}})?(?=\s?(?:€|kr\b|Kč|zł|Ft\b|₽|\$|(?:{CODES})\b))"
_GROUPED = rf"\d{{1,3}}(?:{_MARKS}\d{{3}}){{1,5}}(?:[.,]\d+)?(?!\d|[.,]\d)"
_LAKHS = r"\d{1,2}(?:,\d{2}){1,4},\d{3}(?:\.\d+)?(?![.,]?\d)"  # 12,34,567 as written in India
_TOKEN = re.compile(
    rf"(?P<junk>https?://\S+|{_DATE}|{_TIME})|(?P<code>(?:{CODES}|Rs|kr|Kč)\.?(?=\d))"
    rf"|(?P<word>[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*)"
    rf"|(?P<number>{_SPACED}|{_GROUPED}|{_LAKHS})|(?P<version>\d+(?:\.\d+){{2,}})|(?P<plain>\d+(?:[.,]\d+)?)"
)  # repeats are bounded or cannot fail behind them: linear in practice
_DIGIT = re.compile(r"\d")
_WIDE = str.maketrans("０１２３４５６７８９．￥＄", "0123456789.¥$")
_TIMES = re.compile(
    r"\s?([kK](?![^\W\d_])|thousand\b|million\b|[mM]io\b|bn\b|billion\b|crore\b|lakh\b|百万|万|萬|千|亿|億)"
)
_FACTOR = {
    **dict.fromkeys(("k", "K", "thousand", "千"), 10**3),
    **dict.fromkeys(("million", "mio", "Mio", "百万"), 10**6),
    **dict.fromkeys(("bn", "billion"), 10**9),
    "crore": 10**7,
    "lakh": 10**5,
    **dict.fromkeys(("万", "萬"), 10**4),
    **dict.fromkeys(("亿", "億"), 10**8),
}
_GAPS = {ord(c): None for c in f" '’{SPACES}"}
_HUGE = 18  # digits: longer ones are ids


def flat(text: str) -> str:
    """The text with full-width digits and signs made plain; every character keeps its place."""
    return text.translate(_WIDE) if not text.isascii() else text


def numbers(text: str) -> Iterator[Number]:
    """Every bare number, in order: dates, times, versions, ids, words with digits and what is glued to a unit are
    passed over."""
    text, at = flat(text), 0
    while (digit := _DIGIT.search(text, at)) is not None:
        begin = digit.start()  # going through all words before it is slow, and no word reaches over a blank
        at = max(at, text.rfind(" ", at, begin) + 1, text.rfind("\n", at, begin) + 1)
        for m in _TOKEN.finditer(text, at):
            at = m.end()
            if at > begin:
                break
        if m.lastgroup in ("number", "plain") and (number := _number(text, m[0], m.start(), at)) is not None:
            yield number


def _number(text: str, raw: str, start: int, end: int) -> Number | None:
    if len(raw) > _HUGE:
        return None
    value, also = _readings(raw)
    if (m := _TIMES.match(text, end)) is not None and (factor := _FACTOR.get(m[1])):
        return Number(value * factor, start, m.end(), None if also is None else also * factor, len(str(factor)) - 1)
    glued = end < len(text) and text[end].isascii() and (text[end].isalpha() or text[end] == "_")
    if glued and not AFTER.match(text, end):
        return None
    return Number(value, start, end, also)


def _readings(raw: str) -> tuple[Decimal, Decimal | None]:
    """The value, and the other way to read it: one separator with three digits after it may be either."""
    bare = raw if raw.isdecimal() else raw.translate(_GAPS)
    marks = [c for c in bare if c in ".,"]
    if not marks:
        return Decimal(bare), None
    last = marks[-1]
    whole, _, part = bare.rpartition(last)
    digits = whole.replace(".", "").replace(",", "")
    if len(set(marks)) == 2:
        return Decimal(f"{digits}.{part}"), None
    if len(marks) > 1:
        return Decimal(digits + part), None
    if len(part) == 3 and not whole.startswith("0"):
        return Decimal(digits + part), Decimal(f"{digits}.{part}")
    return Decimal(f"{digits or '0'}.{part}"), None
