"""Numbers that a text gives under a key's words: "with priority 2" for `priority`, "3 nights" for `nights`. Pure."""

import re
from functools import lru_cache

from planscope.analyzers.numbers import money_words
from planscope.analyzers.quick import quick

_IGNORED = quick(
    r"id|ids|code|number|nr|no|num|numero|número|ref|reference|index|version|year|month|day|hour|minute|date"
    r"|time|phone"
    r"|zip|port|count|total|status|success|ok|error|errors|limit|offset|page|size|length|retries|attempts|left"
    r"|remaining"
    r"|available|stock|balance|step|steps|line|lines|row|rows|level|code|max|min"
)
_BEFORE, _AFTER = r"(?<![\d.,:#-])", r"(?![\d.,:%€$£-]*\d|\s?[%€$£])"


def key_words(key: str) -> list[str]:
    """The words of a key: `passengerCount` gives passenger, count."""
    return [w for w in re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).casefold()) if w]


@lru_cache(maxsize=2048)
def spoken(key: str) -> bool:
    """Whether a person would use a key's words for the number under it: a word or two that say what it is."""
    words = key_words(key)
    return (
        0 < len(words) <= 2
        and not money_words.named(key)
        and all(w.isalpha() and len(w) > 2 for w in words)
        and not any(map(_IGNORED.fullmatch, words))
    )


def numbers_under(key: str, text: str) -> set[int]:
    """Whole numbers that a text gives under a key's words."""
    return {int(m["a"] or m["b"]) for m in _said(key).finditer(plain(text))}


@lru_cache(maxsize=2048)
def _said(key: str) -> re.Pattern[str]:
    noun = r"[\s-]".join(re.escape(plain(w).removesuffix("s")) + "(?:s|n|en|es)?" for w in key_words(key))
    first = rf"\b{noun}(?: is| of| set to| to|:)? {_BEFORE}(?P<a>\d{{1,3}}){_AFTER}"
    return re.compile(rf"{first}|{_BEFORE}(?P<b>\d{{1,3}}) {noun}\b")


def plain(text: str) -> str:
    """Lower case, with umlauts spelled out as keys have them."""
    return text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
