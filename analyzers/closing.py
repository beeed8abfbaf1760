"""What an agent's message says about the state of its work: done, not done, blocked, or a question handed back. Pure.

Every function gives the sentence it rests on ("" when there is none), so that a finding can quote it. Read in English,
Chinese, German, French, Spanish, Portuguese, Dutch and Japanese. What is denied ("not done yet"), conditional ("once
all is done") or announced ("I will finish") claims nothing. Code blocks and quoted lines are left out.
"""

import re
from functools import lru_cache

from planscope.analyzers import closing_words as words

_LONG = 40_000  # characters of one message that are looked at, from its beginning and its end
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


@lru_cache(maxsize=8192)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a message without code blocks, quoted lines and markup; a list line or table row is one."""
    if len(text) > 2 * _LONG:
        text = text[:_LONG] + "\n" + text[-_LONG:]
    found: list[str] = []
    code = False
    for line in text.splitlines():
        if _FENCE.match(line):
            code = not code
        elif not code and not line.lstrip().startswith(">"):
            bare = line.replace("**", "").replace("__", "").strip(" \t#*-•|✅☑✓✔🎉")
            found += [s.strip() for s in _END.split(bare) if s.strip()]
    return tuple(found)


def claims_whole(text: str, *, alone: bool = True) -> str:
    """The sentence that says that the whole of the work is done, not just a part of it. With `alone` = false a bare
    "Done." does not count: it may be about the last request only."""
    for s in sentences(text):
        if asks(s) or words.VOID.search(_bare(s)):
            continue
        if (alone and words.ALONE.match(s)) or (
            words.DONE.search(s) and (words.WHOLE.search(s) or words.WORK.match(s))
        ):
            return s
    return ""


def claims_done(text: str, about: str = "") -> str:
    """The first sentence that says that something is done; with `about` (a pattern), only where it names that too."""
    for s in sentences(text):
        if asks(s) or words.VOID.search(_bare(s)) or (about and not re.search(about, s, re.I)):
            continue
        if words.ALONE.match(s) or words.DONE.search(s):
            return s
    return ""


def admits_open(text: str) -> str:
    """The sentence that says openly that something remains, was left out or did not work."""
    return next((s for s in sentences(text) if not asks(s) and words.OPEN.search(words.NOTHING_OPEN.sub(" ", s))), "")


@lru_cache(maxsize=8192)
def unfinished(sentence: str) -> bool:
    """Whether a sentence speaks of something as not done: denied, open, conditional, announced, or asked about."""
    bare = _bare(sentence)
    return asks(sentence) or bool(words.VOID.search(bare) or words.OPEN.search(bare) or words.OFFER.search(bare))


@lru_cache(maxsize=8192)
def finished(sentence: str) -> bool:
    """Whether a sentence says that something is done."""
    return bool(words.DONE.search(sentence)) and not asks(sentence) and not words.VOID.search(_bare(sentence))


def says_blocked(text: str) -> str:
    """The sentence that says that work cannot go on or did not happen (not one that only announces a look at it)."""
    said = (s for s in sentences(text) if not asks(s) and not s.endswith((":", "：")) and not words.ANNOUNCES.search(s))
    return next((s for s in said if words.BLOCKED.search(words.NOTHING_OPEN.sub(" ", s))), "")


def waits(text: str) -> str:
    """The sentence that says that something is needed from somebody, or waited for."""
    return next((s for s in sentences(text) if words.WAITS.search(_bare(s))), "")


def asks_back(text: str) -> str:
    """The question or offer near the end of a message with which the decision is handed back to the user."""
    return next((s for s in reversed(sentences(text)[-6:]) if asks(s) or words.OFFER.search(s)), "")


def asks_to_go_on(text: str) -> str:
    """The question or offer near the end of a message whether to go on with what is left."""
    return next(
        (s for s in reversed(sentences(text)[-6:]) if (asks(s) or words.OFFER.search(s)) and words.GO_ON.search(s)), ""
    )


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return sentence.rstrip(" *)\"'”」").endswith(("?", "？"))


def _bare(sentence: str) -> str:
    """A sentence without the denials that confirm that all is done ("no errors", "nothing is left")."""
    return words.NOTHING_OPEN.sub(" ", words.NO_TROUBLE.sub(" ", sentence))
