"""Extremes of any field that results have by its own name: "Hettner has the longest warranty with 36 months", where
another record of the same list has warranty_months 48. Pure.

The orders that people ask for (price, time, rating, ...) are read elsewhere, with all that goes with them; here the
field's own words, the option and its value must all stand in the sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from planscope.analyzers.numbers.money_words import spaced
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.picks.available import gone
from planscope.analyzers.picks.constraints import constraints_in
from planscope.analyzers.picks.naming import Named, Names
from planscope.analyzers.picks.options import Listing, Option, Scalar, is_name, listings
from planscope.analyzers.picks.said import SENTENCES, Said, is_void, messages
from planscope.analyzers.quick import quick
from planscope.collector.run import Run


@dataclass(frozen=True, slots=True)
class NotMost:
    """The sentence, the option that it calls the extreme, and one that is more so by the same field."""

    said: Said
    sentence: str
    words: str
    key: str
    option: Option
    better: Option
    listing: Listing


_UP = "longest|highest|largest|biggest|greatest|most|längste\\w?|höchste\\w?|größte\\w?|meiste\\w?"
_DOWN = "shortest|lowest|smallest|fewest|least|kürzeste\\w?|niedrigste\\w?|kleinste\\w?|wenigste\\w?"
_NEXT = r"(?:[ -](?!(?:with|and|for|mit|und|bei|von|the|but)\b)[^\W\d_]{3,20})?"
_VERBS = (  # of which the most is had by some number of the record, whatever its name
    r"spends?|spent|sells?|sold|earn(?:s|ed)|ma[kd]es?|uses?|used|consumes?d?|receive[sd]|pa(?:ys|id)"
    r"|generate[sd]|produce[sd]|handle[sd]"
    r"|scor(?:es|ed)|lasts?|lasted|weighs|occup(?:ies|ied)|takes? up|took up"
)
_EXTREME = quick(
    rf"(?<![^\W_])(?:(?P<up>{_UP})|(?P<down>{_DOWN})) (?P<noun>[^\W\d_][^\W_]{{2,19}}{_NEXT}|p\d\d)"
    r"|(?:la|le|el|o|a) (?P<noun2>[^\W\d_]{4,20}) (?:la |le )?(?:plus|más|mais) (?:(?P<up2>longue|long|larga|largo"
    r"|longa|longo|grande|alta|alto|élevée?)|(?P<down2>courte?|corta|curta|petite?|baja|baixa|pequeña|basse))"
    r"|(?P<noun3>[\u3400-\u9fff]{2,6}?)最(?:(?P<up3>[长高大多强久])|(?P<down3>[短低小少]))的?"
    r"|(?P<noun4>[\u30a0-\u30ff\u3400-\u9fff]{2,10})[がの](?:一番|最も|もっとも)(?:(?P<up4>長|高|大き|多)"
    r"|(?P<down4>短|低|小さ|少な))"
    rf"|(?P<verb>{_VERBS})\s(?:by far )?(?:the )?(?:(?P<up5>most)|(?P<down5>least|fewest))(?=\s(?:in|of|at|by"
    rf"|during|this|last|on|for|with)\b"
    r"|\W*$|\s?[,.(:–-])",
    re.I,
)
_NARROWED = quick(
    r"\b(?:among|of those|of the (?:two|three|remaining|rest|cheap\w*)|within|under|below|over|for (?:the|its|your)"
    r" (?:price|budget|size)|that|which|after|except|besides|apart from|other|next|second|third|one of"
    r"|almost|nearly|not the|isn['’]t|unter den|außer|zweit\w+|parmi|sauf|entre|excepto|exceto|segund[oa])\b",
    re.I,
)


def not_most(run: Run) -> Iterator[NotMost]:
    """Each option and field once."""
    told: set[tuple[str, str]] = set()
    for said in messages(run):
        for sentence in SENTENCES.split(said.text) if _EXTREME.search(said.text) else ():
            for m in _EXTREME.finditer(sentence) if len(sentence) < 500 and not _NARROWED.search(sentence) else ():
                found = None if is_void(sentence, m.start()) else _of(run, said, sentence, m)
                if found is not None and (found.key, found.option.name) not in told:
                    told.add((found.key, found.option.name))
                    yield found


def _names(run: Run) -> Names:
    return Names(x for x in run.memo(listings) if x.sure)


def _of(run: Run, said: Said, sentence: str, m: re.Match[str]) -> NotMost | None:
    noun = frozenset(_stems(_noun(m)))
    sign = 1 if any(m[f"up{n}"] for n in ("", 2, 3, 4, 5)) else -1
    named = run.memo(_names).named(sentence, said.step)
    meant = {(id(n.listing), n.option.name): n for n in named if _near(n, m)}
    if len({n.option.name for n in meant.values()}) != 1:
        return None
    for pick in meant.values():
        if m["verb"]:
            keys = _given(pick, sentence)
        elif m["noun3"] or m["noun4"]:
            keys = [k for k in pick.option.fields if _noun(m) in k]
        else:
            keys = [k for k in pick.option.fields if noun <= frozenset(_stems(k)) or _last(noun, m, k)]
        for key in keys if len(keys) == 1 else ():
            better = _better(run, said, sentence, pick, key, sign)
            if better is not None:
                return NotMost(said, sentence.strip(), m[0], key, pick.option, better, pick.listing)
    return None


def _last(noun: frozenset[str], m: re.Match[str], key: str) -> bool:
    """Whether the key is the first word of two ("longest warranty period")."""
    first = _stems(_noun(m).split()[0]) if len(noun) > 1 else ()
    return bool(first) and frozenset(first) <= frozenset(_stems(key))


def _noun(m: re.Match[str]) -> str:
    return m["noun"] or m["noun2"] or m["noun3"] or m["noun4"] or ""


def _given(pick: Named, sentence: str) -> list[str]:
    """The only field with a number that is no name and differs between the options, where the sentence gives it."""
    numbers = [k for k in pick.option.fields if _number(pick.option.fields[k]) is not None and not is_name(k)]
    return numbers if len(numbers) == 1 else []


def _near(n: Named, m: re.Match[str]) -> bool:
    return -80 < n.start - m.end() < 60 or 0 <= m.start() - n.end < 60


@lru_cache(maxsize=4096)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(w.removesuffix("s") for w in re.findall(r"[^\W\d_]{3,}|p\d\d", spaced(text).casefold()))


def _better(run: Run, said: Said, sentence: str, pick: Named, key: str, sign: int) -> Option | None:
    """The most extreme option that can be had; None where the sentence does not give the pick's own value, where the
    user set bounds and the message does not speak of the other, or where a field is missing."""
    own = _number(pick.option.fields.get(key))
    if own is None or not _states(sentence, own):
        return None
    others = [(v, o) for o in pick.listing.options if (v := _number(o.fields.get(key))) is not None and not gone(o)]
    if not others:
        return None
    value, best = max(others, key=lambda x: x[0] * sign)
    if (value - own) * sign <= 0:
        return None
    spoken = any(n in said.text for n in best.names if len(n) > 2)
    bound = any(constraints_in(r.text[:4000]) for r in run.requests[-20:])
    return best if spoken or not bound else None


def _states(sentence: str, value: Decimal) -> bool:
    plain = re.search(rf"(?<![\d.,]){re.escape(_plain(value))}(?![\d]|[.,]\d)", sentence)
    return bool(plain) or any(value in n.readings for n in numbers(sentence))


def _number(value: Scalar) -> Decimal | None:
    return Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"
