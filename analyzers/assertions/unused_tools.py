"""Deeds told of in the very words of a tool that was at hand and was never called: `avisar_compras` among the tools,
"he avisado al departamento de compras" in the report, and no such call. Pure.

Whatever the tool is for, and in any language in which its name is written: the sentence has the tool's verb in the past
and its noun. Another tool with one of these words, a script or another agent may have done it; then nothing is said.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions.backing import name_words, stated_deep
from planscope.analyzers.assertions.closing import asks, did, sentences, unfinished
from planscope.analyzers.plans.matching import terms, words_in
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, Run


@dataclass(frozen=True, slots=True)
class Unused:
    """The sentence that tells of what the tool is for, and the tool that was never called."""

    step: ModelCall | FinalAnswer
    sentence: str
    tool: str


_LOOKS = re.compile(
    r"(?:get|list|find|search|check|show|read|lookup|look|quote|validate|verify|view|preview|query|fetch"
    r"|describe|count"
    r"|calculate|compute|estimate|compare|suggest|think|plan|consult\w*|buscar|ver|listar|obtener|comprobar|calcular"
    r"|chercher|lister|voir|vérifier|suche\w*|finde\w*|zeige\w*|hole\w*|prüfe\w*|liste\w*|zoek\w*|toon\w*"
    r"|haal\w*|lees)(?:_|$)"
)
_OTHERS = quick(
    r"\b(?:you|they|he|she|who|already|earlier|previously|automatically|usted|ustedes|ya|él|ella|Sie"
    r"|bereits|schon|vous"
    r"|déjà|il|elle|você|já|u|je|al|automatisch|automáticamente|automatiquement)\b|您|你|已经由|自动|自動",
    re.I,
)


_SAYS_DONE = quick(  # somebody did it, or it has been done
    r"\b(?:I|we|been|was|were|is|are|ich|wir|wurden?|ist|sind|j['’]ai|nous|été|est|sont|he|hemos|ha|han"
    r"|sido|queda\w*|está\w*"
    r"|fue|fueron|foi|foram|está|ficou|ik|wij|werd|werden|zijn)\b",
    re.I,
)


def unused(run: Run) -> Iterator[Unused]:
    """Each tool once."""
    called = {c.name for c in run.tool_calls}
    spare = {t: _words(t) for t in run.tools or () if t not in called and len(_words(t)) >= 2}
    spare = {t: w for t, w in spare.items() if not _LOOKS.match(name_words(t))}
    if not spare or len(spare) > 200 or not run.answers or any(isinstance(s, Compaction) for s in run.steps):
        return
    table = run.memo(works)
    calls = [c for c in run.tool_calls if c.number in table]
    if any(c.content != "present" or may_hide(c, table[c.number]) for c in calls):
        return
    done = {w for name in called for w in _words(name)}
    lows = [(a, a.text.casefold()) for a in run.answers if len(a.text) <= 8000]
    for tool, words in spare.items():
        if set(words) & done:
            continue
        begins = [w[:4] for w in words]
        told = (a for a, low in lows if any(b in low for b in begins))
        found = next(((a, s) for a in told if (s := _told(words, a.text))), None)
        if found is not None and not _shown(run, found[1], words, found[0].number):
            yield Unused(*found, tool)


@lru_cache(maxsize=1024)
def _words(tool: str) -> tuple[str, ...]:
    return tuple(w for w in name_words(tool).split("_") if len(w) >= 3)


def _told(words: tuple[str, ...], text: str) -> str:
    """The sentence with the verb of a tool in the past and another of its words."""
    for sentence in sentences(text):
        if asks(sentence) or unfinished(sentence) or _OTHERS.search(sentence) or not _SAYS_DONE.search(sentence):
            continue
        for verb in words:
            nouns = terms(" ".join(w for w in words if w != verb)).words
            past = did(verb, sentence)
            if past and nouns and words_in(nouns, sentence.casefold().replace(past, " ")) == len(nouns):
                return sentence
    return ""


def _shown(run: Run, sentence: str, words: tuple[str, ...], before: int) -> bool:
    """Whether a result, or what a call was told, tells of the deed or of its thing: then it may well be so."""
    past = next((p for w in words if (p := did(w, sentence))), "")
    known = [w[:5] for w in (past, *(w for w in words if not did(w, sentence))) if w]
    for c in run.tool_calls:
        keys = " ".join(map(str, c.arguments)) if isinstance(c.arguments, Mapping) else ""
        text = f"{keys} {stated_deep(c.arguments)} {c.result[:50_000]}".casefold()
        if c.number < before and any(w in text for w in known):
            return True
    return False
