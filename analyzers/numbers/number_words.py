"""Numbers that a person writes in words ("five hundred dollars", "一千二百元"). English and Chinese numerals are
read; of other languages it is known that a large number stands there, not which. Pure."""

import re
from decimal import Decimal

from planscope.analyzers.quick import quick

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_UP = "seventeen eighteen nineteen"
_DECADES = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {w: n for n, w in enumerate(f"{_ONES} {_UP}".split())}
_TENS = {w: 10 * n for n, w in enumerate(_DECADES.split(), 2)}
_LARGE = {"hundred": 100, "thousand": 1000, "grand": 1000, "million": 10**6, "billion": 10**9}
_WORDS = {**_SMALL, **_TENS, **_LARGE}
_ENGLISH = quick(
    rf"(?<![A-Za-z])(?:a\s+)?(?:{'|'.join(_WORDS)})(?:(?:\s+and\s+|[\s-]+)(?:{'|'.join(_WORDS)})){{0,10}}(?![A-Za-z])",
    re.I,
)
_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2, "〇": 0}
_POWERS = {"十": 10, "百": 100, "千": 1000}
_CHINESE = quick(r"[零〇一二两兩三四五六七八九十百千]{1,9}[万萬]?[零〇一二两兩三四五六七八九十百千]{0,9}")
_OTHER = quick(
    r"(?:hundert|tausend|(?<![a-z])(?:cents?|mille)|cient[oa]s?|quinient[oa]s|duzent[oa]s|trezent[oa]s|quinhent[oa]s"
    r"|honderd|duizend|(?<!\w)mil)\w{0,12}\s+(?:de\s+)?"
    r"(?:€|\$|£|(?:euros?|dollars?|francs?|franken|reais|pesos|kronen|pfund|dólares)\b)",
    re.I,
)


def spelled(text: str) -> set[Decimal]:
    """Every number written in words, in English or Chinese numerals."""
    found = {Decimal(_english(m[0])) for m in _ENGLISH.finditer(text)}
    found |= {Decimal(_chinese(m[0])) for m in _CHINESE.finditer(text)}
    return {v for v in found if v > 0}


def spells_large(text: str) -> bool:
    """Whether a large number stands in the text in words of another language."""
    return bool(_OTHER.search(text))


def _english(text: str) -> int:
    whole, part = 0, 0
    for word in re.findall(r"[a-z]+", text.lower()):
        value = _WORDS.get(word, 1 if word == "a" else None)
        if value is None:
            continue
        if word not in _LARGE:
            part += value
        elif value == 100:
            part = max(part, 1) * 100
        else:
            whole, part = whole + max(part, 1) * value, 0
    return whole + part


def _chinese(text: str) -> int:
    whole, part, digit = 0, 0, 0
    for c in text:
        if c in _DIGITS:
            digit = _DIGITS[c]
        elif c in _POWERS:
            part, digit = part + max(digit, 1) * _POWERS[c], 0
        else:
            whole, part, digit = (part + digit) * 10_000, 0, 0
    return whole + part + digit
