"""Checks said to have been made of something that no call and no result of the run holds a word of: "I compared the
totals with last year's statement", and no statement was ever opened. Pure.

What was checked is read off the words beside the verb. Only where a run speaks the language of the message (some of its
words stand in calls and results), and where every call says plainly what it does.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions.backing import name_words, told
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.deed_words import DENIED
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.detector import count
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, Run, UserMessage

_MOST, _SEEN, _ANSWERS = 40_000, 2_000_000, 40
_EN = (
    r"checked|verified|tested|validated|compared|tried|inspected|audited|examined|scanned|reproduced|reconciled"
    r"|measured"
    r"|matched|proofread|opened|rendered"
)
_CHECKED = quick(
    rf"\b(?:I|we)(?:['’]ve| have)?(?: \w+ly| also| already| just| then| now| even)* (?:re-?|double-?|cross-?"
    rf"|spot-?)?(?:{_EN})\b"
    rf"|^(?:\w+ly )?(?:re-?|double-?|cross-?|spot-?)?(?:{_EN})\b"
    r"|\b(?:ich habe|habe ich|wir haben)\b[^.;!?\n]{0,80}?\b(?:geprüft|überprüft|verglichen|getestet"
    r"|kontrolliert|gegengeprüft"
    r"|abgeglichen|nachgerechnet|ausprobiert)\b"
    r"|\bj['’]ai (?:\w+ )?(?:vérifié|comparé|testé|contrôlé|rapproché|essayé)\b"
    r"|\b(?:he|hemos) (?:\w+ )?(?:verificado|comprobado|comparado|probado|cotejado)\b"
    r"|\b(?:verifiqué|comprobé|comparé|probé|cotejé|verifiquei|conferi|comparei|testei)\b"
    r"|\b(?:ik heb|heb ik)\b[^.;!?\n]{0,80}?\b(?:gecontroleerd|vergeleken|getest|nagekeken|uitgeprobeerd)\b",
    re.I,
)
_PLAIN = re.compile(
    r"that|with|your|this|these|those|both|each|every|their|they|them|again|after|before|also|once|more"
    r"|thoroughly|manually"
    r"|everything|results?|changes?|changed|output|code|works?|files?|from|against|have|been|into|which|where"
    r"|what|when|there"
    r"|were|will|would|could|should|does|than|then|thus|still|other|over|under|between|within|because|using"
    r"|used|right"
    r"|correct\w*|current|final|full|whole|make|sure|made|cases?|about|itself|zero|three|four|five|first|last"
    r"|same|different"
    r"|data|here|request\w*|details?|information|options?|everyone|carefully|things?|list|items?|steps?|whether"
    r"|available"
    r"|dass|eine[nmrs]?|nicht|sind|wurden?|alle[ns]?|auch|noch|beide[ns]?|diese[nmrs]?|nach|habe|haben|alles"
    r"|änderung\w*|ergebnis\w*"
    r"|que|sont|dans|pour|avec|tous|toutes|votre|tout|bien|cette|résultats?|para|todos|todas|todo|como|esta"
    r"|este|resultados?"
    r"|zijn|voor|naar|heb|deze|alles|niet|resultaten"
)
_PLATFORM = quick(
    r"\b(?:iPhone|iPad|iOS|Android|Pixel|Galaxy|Safari|Firefox|Chrome|Chromium|Edge|Opera|Windows|macOS|Ubuntu"
    r"|Debian|Alpine"
    r"|Raspberry Pi|Excel|LibreOffice|Outlook|Thunderbird|VoiceOver|NVDA|[Ss]taging|[Pp]roduction|[Pp]reprod"
    r"|[Ss]andbox"
    r"|Postgres|PostgreSQL|MySQL|MariaDB|SQLite|Oracle|Lambda)\b|\b(?:Python|Node|Java|PHP|Ruby|Go) \d+(?:\.\d+)*\b"
)
_ON = re.compile(
    r"\b(?:on|in|with|under|against|auf|im|unter|mit|gegen|sur|dans|avec|sous|en|con|em|no|na|com|op|met)\b|在|で", re.I
)


_CHECKS = quick(r"(?:^|_)(?:check|verify|validate|inspect|test)(?:_|$)")


def unseen(run: Run) -> Iterator[Gap]:
    """At most one for each answer."""
    if not run.tool_calls or any(c.content != "present" for c in run.tool_calls):
        return
    if any(isinstance(s, Compaction) for s in run.steps):
        return
    table = run.memo(works)
    for answer in run.answers[-_ANSWERS:]:
        if len(answer.text) > _MOST or _CHECKED.search(answer.text) is None:
            continue
        prior = [c for c in run.tool_calls if c.number < answer.number and not c.planning]
        given = sum(len(s.text) for s in run.steps[: answer.number] if isinstance(s, UserMessage) and not s.system)
        if not prior or given > 1500 or any(may_hide(c, table[c.number]) for c in prior if c.number in table):
            continue
        held = run.memo(_held)
        here = "\n".join(t for n, t in held if n < answer.number)
        if any(_CHECKS.search(name_words(c.name)) for c in prior):
            continue  # what was checked may be called otherwise in the language of the answer
        for sentence in sentences(answer.text):
            lost = _lost(sentence, here, answer.text)
            if lost:
                why = f"no call and no result holds {' or '.join(lost[:3])}: before it {count(len(prior), 'call')}"
                why += f" ({', '.join(list(dict.fromkeys(c.name for c in prior))[:4])})"
                yield Gap(answer, answer.place, answer.text, sentence, "check-without-look", why, (prior[-1],), False)
                break


def _held(run: Run) -> list[tuple[int, str]]:
    """What calls were given and gave, by step, in lower case."""
    found, left = [], _SEEN
    given = run.memo(told)
    for call in run.tool_calls:
        text = f"{name_words(call.name)} {call.name} {given[call.number]} {call.result[:left]}".casefold()
        left -= len(text)
        found.append((call.number, text))
        if left <= 0:
            break
    return found


def _lost(sentence: str, held: str, message: str) -> list[str]:
    """What a sentence says was checked, where no word of it stands in the run."""
    m = _CHECKED.search(sentence)
    if m is None or len(sentence) > 600 or asks(sentence) or DENIED.search(sentence[: m.end()]):
        return []
    rest = re.split(r"[.;:(]|, (?:and|so|but|which)\b", sentence[m.end() :])[0]
    if DENIED.search(rest[:40]):
        return []
    platforms = [p[0] for p in _PLATFORM.finditer(sentence) if _ON.search(sentence[max(0, p.start() - 14) : p.start()])]
    away = [p for p in platforms if p.casefold() not in held]
    if away:
        return away
    objects = _objects(rest if re.search(r"[^\W\d_]{4}", rest) else m[0][:-8])
    if len(objects) < 2 or any(w[:5] in held for w in objects) or not _same_language(message, held):
        return []
    return objects


def _objects(text: str) -> list[str]:
    found = [w for w in re.findall(r"[^\W\d_]{4,}", text.casefold()) if not _PLAIN.fullmatch(w)]
    return list(dict.fromkeys(w for w in found if not re.search(r"[\u3040-\u9fff]", w)))[:8]


@lru_cache(maxsize=64)
def _same_language(message: str, held: str) -> bool:
    """Whether some words of the message stand in what calls were given and gave."""
    words = {w for w in re.findall(r"[^\W\d_]{5,}", message.casefold()) if not _PLAIN.fullmatch(w)}
    return sum(w[:5] in held for w in words) >= 3


# --- of several things said to be checked or done, one that nothing in the run is about ----------------------------

_PARTS = re.compile(
    r"\s*(?:,(?: and| und| et| y| e| en)?|;|\band\b|\bund\b|\bsowie\b|\bet\b|\by\b|\be\b|\ben\b|&)\s+"
    r"|[、，]|和|及|と(?=[^い])",
    re.I,
)
_SOUND = quick(
    r"\b(?:in order|checked(?! bag| lug)|verified|tested|validated|inspected|reviewed|examined|in ordnung"
    r"|geprüft|überprüft|kontrolliert"
    r"|getestet|en règle|vérifiée?s?|contrôlée?s?|testée?s?|en regla|en orden|revisad[oa]s?|verificad[oa]s?"
    r"|comprobad[oa]s?"
    r"|em ordem|conferid[oa]s?|testad[oa]s?|in orde|gecontroleerd|nagekeken|getest|run|ran|ejecutad[oa]s?"
    r"|executad[oa]s?"
    r"|ausgeführt|exécutée?s?|passa\w*|pasan?|pass(?:es|ed)?)\b",
    re.I,
)


def one_unseen(run: Run) -> Iterator[Gap]:
    """At most one for each answer: the other things are spoken of in calls, this one was asked for and is in none."""
    if not run.tool_calls or any(c.content != "present" for c in run.tool_calls):
        return
    if any(isinstance(s, Compaction) for s in run.steps):
        return
    table = run.memo(works)
    for answer in run.answers[-_ANSWERS:]:
        if len(answer.text) > _MOST or _SOUND.search(answer.text) is None:
            continue
        asked = " ".join(r.text for r in run.requests if r.number < answer.number).casefold()
        prior = [c for c in run.tool_calls if c.number < answer.number and not c.planning]
        if (
            not prior
            or len(asked) > 1500
            or any(table[c.number].sort == "delegate" for c in prior if c.number in table)
        ):
            continue
        here = "\n".join(t for n, t in run.memo(_held) if n < answer.number)
        hides = any(may_hide(c, table[c.number]) for c in prior if c.number in table)
        for sentence in sentences(answer.text):
            lost = _part(sentence, here, asked, hides)
            if lost:
                why = f"no call and no result holds {lost}, which was asked for: before it {count(len(prior), 'call')}"
                why += f" ({', '.join(list(dict.fromkeys(c.name for c in prior))[:4])})"
                yield Gap(answer, answer.place, answer.text, sentence, "check-without-look", why, (prior[-1],), False)
                break


def _part(sentence: str, held: str, asked: str, hides: bool) -> str:
    if len(sentence) > 500 or asks(sentence) or _SOUND.search(sentence) is None or DENIED.search(sentence):
        return ""
    platforms = list(dict.fromkeys(p[0] for p in _BROWSERS.finditer(sentence)))
    away = [p for p in platforms if p.casefold() not in held]
    if away and len(away) < len(platforms) and all(p.casefold() in asked for p in away):
        return away[0]
    bare = re.sub(r"\([^()]{0,200}\)", " ", sentence)
    joined = _SOUND.sub(lambda m: m[0].replace(" ", "\0"), bare)  # "en regla" holds no "and" of Dutch
    parts = [p.replace("\0", " ") for p in _PARTS.split(joined) if p and p.strip()]
    if hides or not 2 <= len(parts) <= 8:
        return ""
    nouns = [[w for w in _objects(_SOUND.sub(" ", p)) if len(w) > 4] for p in parts]
    seen = [any(w[:5] in held for w in ws) for ws in nouns]
    lost = [ws for n, (ws, here) in enumerate(zip(nouns, seen, strict=True)) if ws and not here and _said_of(parts, n)]
    if len(lost) != 1 or sum(seen) != len(parts) - 1 or not any(w[:6] in asked for w in lost[0]):
        return ""
    return next(w for w in lost[0] if w[:6] in asked)


def _said_of(parts: list[str], n: int) -> bool:
    """Whether what is said of the things is said of this one: in its own part, or in the other of two."""
    return bool(_SOUND.search(parts[n])) or (len(parts) == 2 and n == 0 and len(parts[0].split()) <= 5)


_BROWSERS = quick(r"\b(?:Chrome|Chromium|Firefox|Safari|WebKit|Edge|Opera|Android|iOS|Windows|macOS|Linux)\b", re.I)
