"""What the agent says, piece by piece, and how a sentence is meant: as a statement, over how wide a choice. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.picks.orders import Order
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Part, Run
from planscope.collector.span import Place

LONG = 40_000  # characters of a message that are looked at
SENTENCE = 700
SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")

_VOID = quick(
    r"(?:\b(?:i['’]ll|will|let me|let['’]s|going to|would|could|can|if|whether|want|wants|wanted|looking"
    r"|look for|find|finding|search\w*|ask(?:ed)?"
    r"|requests?|requested|prefer\w*|should|may|might|unless|until|once|try|trying|need|needs|compare|comparing"
    r"|identify\w*|determine|to get|usually"
    r"|often|typically|generally|likely|probably|perhaps|seems?|among|suche|suchen|werde|würde|wäre|könnte|falls"
    r"|wenn|ob|möchten?|sollte|vielleicht"
    r"|vais|chercher?|voud\w+|voulez|souhait\w+|serait|pourrait|buscar|busco|voy a|quier\w*|sería|podría|vou"
    r"|procur\w+|quer|queira|seria|poderia|zal"
    r"|zoek\w*|zou|wil|wilt|misschien)\b|n['’]t\b|如果|是否|想|将会|要找|寻找|查找|搜索|需要|可能|希望|请|なら"
    r"|たら|探し|探す|希望|でしょう|かもしれ)",
    re.I,
)
_ASKS = quick(r"[?？]\s*[*_)\"'」]*\s*$|吗[。\s]*$|でしょうか|ですか")
_SCOPE_END = re.compile(
    r"\s(?:is|are|was|comes?|costs?|at|ist|kostet|est|es|é|kost|for (?:you|your))\s|[:：(（,，|\n]|は|是|为"
    r"|の?は",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the agent, or a piece of it."""

    step: int
    text: str
    place: Place


def messages(run: Run) -> Iterator[Said]:
    """What the agent says, piece by piece."""
    for step in run.steps:
        if isinstance(step, ModelCall):
            parts: tuple[Part, ...] = step.parts
            yield from (Said(step.number, p.text[:LONG], p.place) for p in parts if p.text.strip())
        elif isinstance(step, FinalAnswer):
            yield Said(step.number, step.text[:LONG], step.place)


def is_void(sentence: str, at: int) -> bool:
    """Whether a sentence asks, plans or sets a condition in front of a place."""
    return asks(sentence) or bool(_VOID.search(sentence, 0, at))


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return bool(_ASKS.search(sentence))


def scope_of(sentence: str, order: Order) -> str:
    """The words that narrow the extreme: from it to the verb or the next mark."""
    rest = sentence[order.end :]
    end = _SCOPE_END.search(rest)
    return rest[: end.start() if end else 60]
