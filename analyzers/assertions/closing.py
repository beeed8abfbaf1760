"""What an agent's message says about the state of its work: done, not done, blocked, or a question handed back. Pure.

Every function gives the sentence it rests on ("" when there is none), so that a finding can quote it. Read in English,
Chinese, German, French, Spanish, Portuguese, Dutch and Japanese. What is denied ("not done yet"), conditional ("once
all is done") or announced ("I will finish") claims nothing. Code blocks and quoted lines are left out.
"""

import re
import unicodedata
from functools import lru_cache

from planscope.analyzers.assertions import closing_words as words
from planscope.analyzers.quick import quick

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
        if asks(s) or words.PART.search(s) or not (said := _claim_in(s)):
            continue
        if (alone and words.ALONE.match(said)) or (
            words.DONE.search(said) and (words.WHOLE.search(said) or words.WORK.match(said))
        ):
            return s
    return ""


_HEAD = re.compile(r"[:;,：；，、]\s*|\s[—–-]\s")


def _claim_in(sentence: str) -> str:
    """The part of a sentence that may claim something: all of it, unless the rest of it takes something out ("but the
    docs wait"); or, where only what follows it denies anything ("all is ready: 71 sent without a bounce"), and nothing
    of that is an exception, the part that it begins with."""
    head, *rest = _HEAD.split(sentence, maxsplit=1)
    follows = words.NOTHING_OPEN.sub(" ", rest[0]) if rest else ""
    apart = bool(words.APART.search(follows))
    if not words.VOID.search(_bare(sentence)):
        return "" if apart and (words.OPEN.search(follows) or words.WAITS.search(follows)) else sentence
    if not rest or apart or words.OPEN.search(follows) or words.VOID.search(_bare(head)):
        return ""
    return head.rstrip()


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


_VERB = re.compile(r"[^\W\d_]{3,30}")
_PAST = re.compile(r"[^\W\d_]{2,26}(?:ed|lt|nt|ote|ut|t|en|d|[ai]d[oa]s?|ée?s?|ies?|is?)\b")
_JOINED = quick(  # "an-ge-legt", "op-ge-ruimd", "ge-druckt", "ver-stuurd": the root begins after it
    r"^(?:(an|ab|auf|aus|bei|ein|fest|frei|her|hin|los|mit|nach|um|vor|weg|zu|zurück|aan|af|bij|in|na|op|toe|uit|voor"
    r"|terug)?ge|(?:ver|be|er)(?=\w{5}))(?=\w{3})"
)
_VERB_ENDINGS = "adas ados idas idos ada ado ida ido ees ed ee es et te en ar er ir re or e t d i n"  # of verbs
_ENDINGS = tuple(_VERB_ENDINGS.split())


def did(item: str, sentence: str) -> str:
    """The word of a sentence that is the past of a verb of the item ("Move the parser", "The parser was moved";
    "Etiketten drucken", "Etiketten sind gedruckt"), "" when none is. In Chinese and Japanese the mark of the past."""
    if re.search(r"[\u3040-\u30ff\u3400-\u9fff]", item):
        marked = re.search(r"已|了|しました|済み", sentence)
        return marked[0] if marked and not words.YET_TO_BE.search(sentence) else ""
    own = {w.casefold() for w in _VERB.findall(item[:200])}
    verbs = {r for w in own for r in _roots(w)}
    as_noun = {w + e for w in own for e in ("", "s", "es", "n", "en", "e")}
    for clause in re.split(r"[,;:]\s", sentence[:1000].casefold()):
        past = (m[0] for m in _PAST.finditer(clause) if m[0] not in as_noun)
        word = next((w for w in past if verbs & _roots(w)), "")
        if word and not words.YET_TO_BE.search(clause):
            return word
    return ""


@lru_cache(maxsize=4096)
def _roots(word: str) -> frozenset[str]:
    """What may be the root of a verb in any of its forms, without accents and without the vowels that change."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
    joined = _JOINED.match(plain)
    bases = {plain, (joined[1] or "") + plain[joined.end() :]} if joined else {plain}
    bases |= {b[: -len(e)] for b in tuple(bases) for e in _ENDINGS if b.endswith(e) and len(b) - len(e) >= 3}
    bare = (b[:1] + re.sub("[aeiouy]", "", b[1:]) for b in bases if len(b) >= 3)
    return frozenset(re.sub(r"(.)\1", r"\1", b) for b in bare if len(b) > 1)


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


_OPENERS = quick(r"\bto be (?:clear|precise|exact|fair|honest|sure|safe|on the safe side)\b", re.I)


_PORTUGUESE = quick(r"[ãõ]|\b(?:uma|do|dos|das|foi|foram|ao|aos|pelo|pela|os|você|seu|meu|em)\b", re.I)
_IN_THE = quick(r"\bnos? (?=\w)", re.I)


def _bare(sentence: str) -> str:
    """A sentence without the denials that confirm that all is done ("no errors", "nothing is left"), and without
    openers such as "to be clear"; of Portuguese without its "no" ("in the")."""
    if _PORTUGUESE.search(sentence):
        sentence = _IN_THE.sub(" ", sentence)
    return words.NOTHING_OPEN.sub(" ", words.NO_TROUBLE.sub(" ", _OPENERS.sub(" ", sentence)))
