"""Reports that give another reference, or another choice, than the answer of the call that they tell of. Pure.

A reference: "your booking code is R-4411" where the call answered R-4414, and R-4411 stands nowhere. A choice: a call
was told `size: large`, its answer says `size: medium`, and the report says large.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import calls_of_turns, works
from planscope.analyzers.assertions.backing import stated_deep, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences, unfinished
from planscope.analyzers.assertions.keyed import key_words
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.numbers.times import clock, times
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall


@dataclass(frozen=True, slots=True)
class Mistold:
    """The sentence, what it gives, and the call whose result has `held` under `key`."""

    step: ModelCall | FinalAnswer
    sentence: str
    given: str
    key: str
    held: str
    call: ToolCall


_CODE = re.compile(
    r"(?<![\w./#-])(?=[A-Z-]{0,6}\d|[A-Z\d]{5,12}(?![\w-]))[A-Z][A-Z\d]{0,5}-?[A-Z\d]{2,10}(?![\w-]|[./]\w)"
)
_LONG = 100_000
_STATE = re.compile(
    r"id|ids|status|state|message|msg|note|notes|text|name|title|description|reason|url|link|type|mode|language|lang"
    r"|currency|format|result|code|ref|reference|created|updated|time|timestamp"
)


def mistold(run: Run) -> Iterator[Mistold]:
    """References and choices that a report gives otherwise, each call once."""
    table = run.memo(works)
    done = [c for c in run.tool_calls if c.number in table and table[c.number].sort == "act" and c.status == "ok"]
    acts = {c.number for c in done if isinstance(c.data, Mapping) and not went_wrong(c)}
    for answer in run.answers if acts else ():
        mine = [
            c for c in run.memo(calls_of_turns).get(answer.turn, ()) if c.number in acts and c.number < answer.number
        ]
        mine = mine[-20:]
        if mine and len(answer.text) <= 8000:
            found = _reference(run, answer, mine) or _choice(run, answer, mine)
            if found is not None:
                yield found


def _reference(run: Run, answer: ModelCall | FinalAnswer, mine: list[ToolCall]) -> Mistold | None:
    given = dict.fromkeys(_CODE.findall(answer.text))
    if not given:
        return None
    held = {(str(k), str(v), c.number): c for c in mine for k, v in scalars(c.data) if _CODE.fullmatch(str(v))}
    for code in given:
        alike = {v: (k, c) for (k, v, _), c in held.items() if _shape(v) == _shape(code)}
        if len(alike) != 1 or sum(_shape(g) == _shape(code) for g in given) > 1:
            continue
        value, (key, call) = next(iter(alike.items()))
        if value == code or value in answer.text or _known(run, code, answer.number):
            continue
        sentence = next((s for s in sentences(answer.text) if code in s), "")
        if sentence and not asks(sentence):
            return Mistold(answer, sentence, code, key, value, call)
    return None


def _shape(code: str) -> str:
    """A code with its figures made alike, and its letters too where figures stand between them."""
    mixed = re.search(r"\d[A-Z]", code)
    return re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", code)) if mixed else re.sub(r"\d", "0", code)


def _known(run: Run, code: str, before: int) -> bool:
    for step in run.steps[:before]:
        text = getattr(step, "text", "")
        if isinstance(step, ToolCall):
            text = f"{stated_deep(step.arguments)} {step.result[:_LONG]}"
        if code in text:
            return True
    return False


def _choice(run: Run, answer: ModelCall | FinalAnswer, mine: list[ToolCall]) -> Mistold | None:
    """A value that a call was given and that its result has otherwise, told as it was given."""
    for call in mine:
        for key, given, held in _overruled(call):
            if any(
                c is not call and re.search(_whole(given), f"{stated_deep(c.arguments)} {c.result}", re.I) for c in mine
            ):
                continue
            if _tells(held, answer.text) or _was_so(run, call, key, held):
                continue
            for sentence in sentences(answer.text):
                if _tells(given, sentence) and not unfinished(sentence):
                    return Mistold(answer, sentence, given, key, held, call)
    return None


def _was_so(run: Run, call: ToolCall, key: str, held: str) -> bool:
    """Whether an earlier result has it so: then the call's own may be the record as it was before."""
    earlier = (c for c in run.tool_calls if c.number < call.number and held in c.result)
    return any((key, held) in ((k, str(v).strip()) for k, v in scalars(c.data)) for c in earlier)


def _tells(value: str, text: str) -> bool:
    """Whether a text holds a value, a day or an hour in any way of writing."""
    if re.search(_whole(value), text, re.I):
        return True
    return bool(dates(value) & dates(text)) if dates(value) else bool(clock(value) & times(text))


def _overruled(call: ToolCall) -> Iterator[tuple[str, str, str]]:
    """(key, given, held) of the texts of a call that its result has otherwise."""
    given = call.arguments if isinstance(call.arguments, Mapping) else {}
    for key, held in call.data.items():
        told = given.get(key)
        if not isinstance(told, str) or not isinstance(held, str) or any(map(_STATE.fullmatch, key_words(str(key)))):
            continue
        if _differ(told.strip(), held.strip()):
            yield str(key), told.strip(), held.strip()


def _differ(one: str, other: str) -> bool:
    """Whether two short texts are plainly different values, not one value written in two ways."""
    if clock(one) and clock(other):
        return not clock(one) & clock(other)
    if dates(one) or dates(other) or times(one) or times(other):
        return bool(dates(one) and dates(other)) and not dates(one) & dates(other)
    a, b = one.casefold(), other.casefold()
    if not re.fullmatch(r"[^\W\d_]{3,20}(?: [^\W\d_]{2,20})?", a) or not re.fullmatch(
        r"[^\W\d_]{3,20}(?: [^\W\d_]{2,20})?", b
    ):
        return False
    return a not in b and b not in a and a[:3] != b[:3] and one[:1].isupper() == other[:1].isupper()


def _whole(value: str) -> str:
    return rf"(?<!\w){re.escape(value)}(?!\w)"
