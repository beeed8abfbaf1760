"""What a message says a thing has although every record that tells of it says that it has not: "includes a checked bag"
where `checked_bag` is 0 or false throughout. Pure.

Keys of results are English nearly everywhere, so this reads English messages. It speaks only where no record and no
user text of the run has the contrary, and where the sentence plainly predicates the key's own words.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from planscope.analyzers.assertions.backing import went_wrong
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall


@dataclass(frozen=True, slots=True)
class Denied:
    """The sentence that says that a thing has it, and the call whose result says under `key` that it has not."""

    step: ModelCall | FinalAnswer
    sentence: str
    key: str
    value: str
    call: ToolCall


_LIMIT = 40_000  # values of one result that are looked at
_GENERIC = quick(  # what every record may have, or what no one would be told of
    r"success|ok|errors?|valid|found|done|status|more|next|prev|count|total|results?|page|was|active|enabled|deleted"
    r"|archived|open|closed|required|optional|default|dry|run|debug|verbose|cached|truncated|partial|completed?"
    r"|confirmed|approved|paid|sent|booked|cancell?ed|pending|failed|passed|failures|warnings|changed|modified|updated"
    r"|created|removed|added|skipped|number|index|offset|limit|score|price|cost|fee|rating|stops?|delay|days|hours"
    r"|minutes|nights|guests|adults|children|infants|quantity|amount|tax|discount|balance|time|version"
)
_NEGATED = quick(
    r"\b(?:no|not|n['’]t|non|without|never|neither|nor|isn['’]t|aren['’]t|doesn['’]t|lacks?|excludes?|excluding|extra|fee"
    r"|charge|unable|cannot|sorry|unfortunately|only|if|whether|unless|would|could|should(?! your?\b)|can"
    r"|may|might|add|adding|upgrade|request\w*|want\w*"
    r"|need\w*|prefer\w*|search\w*|look\w*|filter\w*|other|another|instead|option|available for|costs?|separately)\b"
    r"|[✗✘❌❓?$€£]",
    re.I,
)


def denied(run: Run) -> Iterator[Denied]:
    """Sentences of answers that say yes to what every record says no to; each key once."""
    told: set[str] = set()
    flags = run.memo(_flags)
    if not flags:
        return
    for answer in run.answers:
        if len(answer.text) > 40_000:
            continue
        for sentence in sentences(answer.text):
            if asks(sentence):
                continue
            clauses = [c for c in re.split(r"[,;()]", sentence.casefold()) if not _NEGATED.search(c)]
            for key, (value, call) in flags.items():
                if key not in told and call.number < answer.number and any(map(_says(key).search, clauses)):
                    told.add(key)
                    yield Denied(answer, sentence, key, value, call)


def _flags(run: Run) -> dict[str, tuple[str, ToolCall]]:
    """Keys that are false, "no" or 0 in every record that has them, with one call that says so."""
    found: dict[str, tuple[str, ToolCall]] = {}
    other: set[str] = set()
    for call in run.tool_calls:
        if call.planning or went_wrong(call) or call.content != "present":
            continue
        for key, value in _leaves(call.data):
            if not _telling(key):
                continue
            no = (
                value is False or (value == 0 and not isinstance(value, bool)) or value in ("no", "No", "none", "false")
            )
            if no and isinstance(value, bool | int | str):
                found.setdefault(key, (str(value), call))
            elif value is not None:
                other.add(key)
    return {k: v for k, v in found.items() if k not in other}


def _leaves(data: Any) -> Iterator[tuple[str, Any]]:
    waiting, left = [data], _LIMIT
    while waiting and left > 0:
        value = waiting.pop()
        left -= 1
        if isinstance(value, Mapping):
            for k, v in value.items():
                if isinstance(v, Mapping | list):
                    waiting.append(v)
                else:
                    yield str(k), v
        elif isinstance(value, list):
            waiting += value[:2000]


@lru_cache(maxsize=4096)
def _words(key: str) -> tuple[str, ...]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", key)
    words = [w for w in re.split(r"[\W_]+", spaced.casefold()) if w]
    return tuple(w for w in words if w not in ("is", "has", "included", "includes", "allowed", "available", "with"))


@lru_cache(maxsize=4096)
def _telling(key: str) -> bool:
    """Whether a key names something that a thing may have: a word or two, and nothing that every record has."""
    words = _words(key)
    return (
        0 < len(words) <= 3
        and all(w.isalpha() and len(w) > 2 for w in words)
        and not any(map(_GENERIC.fullmatch, words))
    )


@lru_cache(maxsize=4096)
def _says(key: str) -> re.Pattern[str]:
    """A sentence that predicates the key: "is refundable", "includes a checked bag", "breakfast included", "wifi ✓"."""
    noun = r"[\s-]".join(map(re.escape, _words(key)))
    return re.compile(
        rf"\b(?:is|are|it['’]s|and|fully)(?: also| fully| completely| both)? {noun}\b"
        rf"(?= ?(?:[.!]|and\b|with\b|should\b|$))"
        rf"|\b(?:includes?|including|comes? with|has)\b[^.;:]{{0,30}}?\b{noun}s?\b"
        rf"|\b{noun}s? (?:is |are )?(?:included|allowed|available)\b"
        rf"|\b{noun}s?\W{{0,6}}(?:✓|✅|✔|yes\b)"
    )
