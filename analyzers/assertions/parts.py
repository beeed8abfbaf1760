"""Calls that take the whole where only a part of it was spoken of: "cancel only Jonas's seat", and the booking is
cancelled, his wife's seat with it. Pure.

The parts are those that an earlier result lists for what the call names (passengers of a booking, lines of an order). A
call that names a part, or whose result tells of some parts only, takes no whole.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.assertions.backing import name_words, went_wrong
from planscope.analyzers.assertions.closing import sentences
from planscope.analyzers.assertions.departed import agrees
from planscope.analyzers.assertions.scope import ONLY, TAKE_WORDS, TAKES, YES
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.quick import quick
from planscope.collector.run import ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class WholeTaken:
    """The words that speak of a part, the call that takes the whole, and the parts that went with it; `shown` when the
    result tells of them."""

    said: ModelCall | UserMessage
    sentence: str
    call: ToolCall
    rest: tuple[str, ...]
    shown: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """What one part has that no other of its list has: values as text, longer words of them, and its name."""

    values: frozenset[str]
    words: frozenset[str]
    name: str


_DEEP = 5
_LOOKS = 60  # calls before that are looked at
_PARTS = 40  # of one whole
_NAMES = ("name", "title", "product", "label", "description", "passenger", "item", "sku", "id")
_ALL = quick(
    r"\b(?:all|both|whole|entire|complete(?:ly)?|everything|alles?|beide\w*|ganze\w*|komplett\w*|gesamte\w*"
    r"|tous|toutes"
    r"|toute?|entière?|tod[oa]s?|ambos|enter[oa]|complet[oa]|inteir[oa]|tudo|hele|volledig\w*)\b|全部|整个"
    r"|整张|都|全て|すべて",
    re.I,
)
_REMOVE = quick(
    rf"{TAKE_WORDS}|\b(?:take|drop|strike|leave) \b|\boff\b|\bout\b|\b(?:nimm|nehme|streich\w*|entfern\w*"
    rf"|retir\w+|enl[eè]v\w+"
    r"|quit\w+|tir\w+|schrap\w*|haal\w*)\b|去掉|撤|外して|外す|除いて",
    re.I,
)
_CLAUSE = re.compile(r"[,;:，；、。]|\b(?:and|und|et|y|e|en|but|aber|mais|pero|mas|maar)\b|但")
_KEEPS = quick(
    r"\b(?:keep\w*|stays?|remain\w*|leave|unchanged|behalt\w*|bleib\w*|lass\w*|gard\w+|reste\w*|conserv\w+"
    r"|mant[eé]n\w*"
    r"|qued\w+|fica\w*|mantém|houd\w*|blijf\w*|laat)\b|保留|不变|留|残し|そのまま",
    re.I,
)


def wholes_taken(run: Run) -> Iterator[WholeTaken]:
    """Each such call once."""
    for n, call in enumerate(run.steps):
        if not isinstance(call, ToolCall) or call.status != "ok" or went_wrong(call):
            continue
        if not TAKES.search(name_words(call.name)) or not isinstance(call.arguments, Mapping):
            continue
        told = {_even(v) for _, v in scalars(call.arguments)}
        parts = _parts_of(run, told, call.number)
        if (
            len(parts) < 2
            or any(p.values & told for p in parts)
            or any(isinstance(v, list) for v in call.arguments.values())
        ):
            continue
        found = _spoken(run, n, parts)
        if found is not None:
            step, sentence, named = found
            rest = [p for p in parts if p not in named]
            hit = _hit(call, parts)
            if hit is not None:
                yield WholeTaken(step, sentence, call, tuple(p.name for p in rest), hit)


def _even(value: Any) -> str:
    return str(value).strip().casefold()


def _parts_of(run: Run, told: set[str], number: int) -> list[_Part]:
    """The parts that the latest result lists for what a call names."""
    idents = {t for t in told if len(t) >= 3 and re.search(r"\d", t)}
    end = bisect_left(run.tool_calls, number, key=lambda c: c.number)
    for look in reversed(run.tool_calls[max(0, end - _LOOKS) : end]):
        if isinstance(look.data, Mapping) and not look.planning:
            about = idents & {_even(v) for _, v in scalars(look.arguments)}
            for rows in _lists(look.data, idents, bool(about), 0):
                return _as_parts(rows)
    return []


def _lists(data: Mapping[str, Any], idents: set[str], about: bool, depth: int) -> Iterator[list[Mapping[str, Any]]]:
    """Lists of things in a record that is about one of these identifiers."""
    about = about or any(_even(v) in idents for v in data.values() if isinstance(v, str | int))
    for value in data.values() if depth < _DEEP else ():
        if isinstance(value, Mapping):
            yield from _lists(value, idents, about, depth + 1)
        elif (
            about
            and isinstance(value, list)
            and 1 < len(value) <= _PARTS
            and all(isinstance(v, Mapping) for v in value)
        ):
            yield value


def _as_parts(rows: list[Mapping[str, Any]]) -> list[_Part]:
    every = [{_even(v) for _, v in scalars(r)} for r in rows]
    found = []
    for n, row in enumerate(rows):
        others = set().union(*(v for m, v in enumerate(every) if m != n))
        own = frozenset(v for v in every[n] - others if v)
        theirs = " ".join(others)
        words = {w for v in own for w in re.findall(r"[^\W\d_]{4,}|[\u3040-\u30ff\u3400-\u9fff]{2,}", v)}
        texts = [*(row[k] for k in _NAMES if k in row), *(v for v in row.values() if isinstance(v, str))]
        name = next((str(v) for v in texts if isinstance(v, str | int)), "")
        found.append(_Part(own, frozenset(w for w in words if w not in theirs), name))
    return found if all(p.name for p in found) else []


def _spoken(run: Run, n: int, parts: list[_Part]) -> tuple[ModelCall | UserMessage, str, list[_Part]] | None:
    """The last words before a call that speak of taking some of the parts, and not all: in the message that makes the
    call, in the user's request or answer before it, in the question to which that is a yes."""
    for step in _last_words(run, n):
        for sentence in reversed(sentences(step.text[:8000])):
            named = [p for c in _clauses(sentence) for p in parts if _names(p, c)]
            if _ALL.search(sentence) and named:
                return None
            if named:
                sure = len({p.name for p in named}) < len(parts) and not _IF.search(sentence)
                plain = ONLY.search(sentence) or _KEEPS.search(step.text[:8000])
                return (step, sentence, named) if sure and plain else None
    return None


_IF = quick(
    r"\b(?:if|unless|cannot|can['’]t|instead|need to|would have to|wenn|falls|stattdessen|müsste\w*|si"
    r"|sinon|à la place"
    r"|en lugar|se|em vez|als|in plaats)\b|如果|否则|不能|もし|場合|代わり",
    re.I,
)


def _last_words(run: Run, n: int) -> Iterator[ModelCall | UserMessage]:
    steps = [s for s in run.steps[max(0, n - 40) : n] if isinstance(s, ModelCall | UserMessage) and s.text.strip()]
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        if isinstance(step, UserMessage) and step.system:
            continue
        yield step
        if isinstance(step, UserMessage):
            if at and isinstance(steps[at - 1], ModelCall) and YES.match(step.text) and agrees(step.text):
                yield steps[at - 1]
            return


def _clauses(sentence: str) -> Iterator[str]:
    """The clauses of a sentence from that on that speaks of taking something away, or of something only; without those
    that say what is kept."""
    taking = False
    for piece in _CLAUSE.split(sentence.casefold()):
        taking = taking or bool(ONLY.search(piece) or _REMOVE.search(piece))
        if taking and not _KEEPS.search(piece):
            yield piece


def _names(part: _Part, clause: str) -> bool:
    values = (v for v in part.values if len(v) > 2 and not v.replace(".", "").isdecimal())
    return any(w in clause for w in part.words) or any(v in clause for v in values)


def _hit(call: ToolCall, parts: list[_Part]) -> bool | None:
    """Whether the result tells of every part; None where it tells of some only."""
    seen = {_even(v) for _, v in scalars(call.data)} if isinstance(call.data, Mapping | list) else set()
    lists = [v for v in call.data.values() if isinstance(v, list)] if isinstance(call.data, Mapping) else []
    told = [p for p in parts if p.values & seen]
    if lists and told:
        return True if len(told) == len(parts) else None
    return None if told else False
