"""A number that a message gives for what a call just set, although the call's own result has another: "with priority 2"
where the result says priority 3. Pure.

Only the results of calls that change something, only where one such call gives the field, only whole numbers under a
key of a word or two that the message uses too; amounts of money are another detector's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import is_change, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.keyed import is_deed, numbers_under, spoken, without_been
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall


@dataclass(frozen=True, slots=True)
class Misreported:
    """The sentence, the number that it gives under `key`, and the call whose result has `held`."""

    step: ModelCall | FinalAnswer
    sentence: str
    key: str
    given: int
    held: int
    call: ToolCall


_LOOSE = quick(
    r"\b(?:not|n['’]t|instead|originally|before|previous\w*|earlier|was|were|asked|request\w*|want\w*|would"
    r"|could|can|if"
    r"|up to|at least|at most|about(?= \d)|from|than|or|each|per|nicht|statt|vorher|wollten|pas|au lieu|avant|no"
    r"|antes|em vez"
    r"|niet|eerst|nem)\b|[不没]|ではなく|→|->|/",
    re.I,
)


def misreported(run: Run) -> Iterator[Misreported]:
    """Each field of each call once."""
    table = run.memo(works)
    acts = (c for c in run.tool_calls if c.number in table and table[c.number].sort == "act")
    set_by = [c for c in acts if is_change(c.name) or _overruled(c)]
    for n, call in enumerate(set_by[:400]):
        end = set_by[n + 1].number if n + 1 < len(set_by) else len(run.steps)
        fields = _fields(call.data) if not went_wrong(call) and call.content == "present" else {}
        answers = [a for a in run.answers if call.number < a.number < end][:2] if fields else []
        for key, held in fields.items():
            if _elsewhere(set_by, n, key):
                continue
            found = next((f for a in answers for f in _in_text(a, key, held, call)), None)
            if found is not None and not _known_under(run, call, key, found.given):
                yield found


def _overruled(call: ToolCall) -> bool:
    """Whether a result has another number under a key than the call was given, or counts what was done
    ("imported": 38): it changed something, whatever its name."""
    given = call.arguments if isinstance(call.arguments, Mapping) else {}
    fields = _fields(call.data)
    return any(is_deed(k) or (isinstance(g := given.get(k), int) and g != held) for k, held in fields.items())


def _fields(data: Any, *, named: bool = True) -> dict[str, int]:
    """Whole numbers directly in a result, under keys that a person would use; with `named` = false under any."""
    if not isinstance(data, Mapping):
        return {}
    return {
        str(k): v
        for k, v in list(data.items())[:60]
        if isinstance(v, int) and not isinstance(v, bool) and 0 <= v < 1000 and (spoken(str(k)) or not named)
    }


def _elsewhere(calls: list[ToolCall], n: int, key: str) -> bool:
    """Whether another call that changed something has the field as well: which of them is meant cannot be told."""
    return any(key in _fields(c.data) for m, c in enumerate(calls[:400]) if m != n)


def _in_text(answer: ModelCall | FinalAnswer, key: str, held: int, call: ToolCall) -> Iterator[Misreported]:
    if len(answer.text) > 20_000 or re.search(rf"(?<!\d){held}(?!\d)", answer.text):
        return  # it tells the number that the result has, whatever else it says
    for sentence in sentences(answer.text):
        if asks(sentence) or _LOOSE.search(without_been(key, sentence)):
            continue
        parts = set(_fields(call.data, named=False).values())
        for given in sorted(numbers_under(key, sentence)):
            if any(given - p in parts for p in parts):
                continue  # of two of its numbers together
            yield Misreported(answer, sentence, key, given, held, call)


def _known_under(run: Run, call: ToolCall, key: str, given: int) -> bool:
    """Whether another result has the given number under the same key: then that may be what is spoken of."""
    for other in run.tool_calls[:2000]:
        if other is not call and isinstance(other.data, Mapping | list) and _holds(other.data, key, given):
            return True
    return False


def _holds(data: Any, key: str, given: int) -> bool:
    waiting, left = [data], 5000
    while waiting and left > 0:
        value, left = waiting.pop(), left - 1
        if isinstance(value, Mapping):
            if value.get(key) == given:
                return True
            waiting += [v for v in value.values() if isinstance(v, Mapping | list)]
        elif isinstance(value, list):
            waiting += value[:1000]
    return False
