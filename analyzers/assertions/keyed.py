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
    return {int(m["a"] or m["b"] or m["c"]) for m in _said(key).finditer(plain(text))}


_DONE = re.compile(r"(?:ed|ent|old|ade|iert|ado|ados|adas|idos|idas|ées?)$")
_BEEN = r"(?:(?:was|were|has been|have been|is|are|wurden?|sind|fueron|foram) (?:all |successfully )?)?"


def is_deed(key: str) -> bool:
    """Whether a key is the participle of a deed: `imported`."""
    words = key_words(key)
    return len(words) == 1 and bool(_DONE.search(words[0]))


def without_been(key: str, text: str) -> str:
    """A text without the "were" before the words of a key that are a participle: "12 rows were updated"."""
    words = key_words(key)
    if len(words) != 1 or not _DONE.search(words[0]):
        return text
    return re.sub(rf"\b(?:was|were)\b(?= (?:all |successfully )?{re.escape(words[0])}\b)", " ", text, flags=re.I)


@lru_cache(maxsize=2048)
def _said(key: str) -> re.Pattern[str]:
    noun = r"[\s-]".join(re.escape(plain(w).removesuffix("s")) + "(?:s|n|en|es)?" for w in key_words(key))
    first = rf"\b{noun}(?: is| of| set to| to|:)? {_BEFORE}(?P<a>\d{{1,3}}){_AFTER}"
    words = key_words(key)
    after = rf"|{_BEFORE}(?P<c>\d{{1,3}}) (?:[^\W\d_]+ ){{1,2}}{_BEEN}{noun}\b"  # "12 new rows were updated"
    after = after if len(words) == 1 and _DONE.search(words[0]) else r"|(?P<c>(?!))"
    return re.compile(rf"{first}|{_BEFORE}(?P<b>\d{{1,3}}) {noun}\b{after}")


def plain(text: str) -> str:
    """Lower case, with umlauts spelled out as keys have them."""
    return text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
