"""Values of a report that no text of the run holds, where the one record that tells of the thing has another: "gate
B14" where `gate` is B12 in every result, a day or an hour that nobody named where the call has its own, "91 % coverage"
where the last run says 89 %. Pure.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.actions.kinds import calls_of_turns, works
from planscope.analyzers.assertions.backing import stated_deep, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences, unfinished
from planscope.analyzers.assertions.keyed import key_words, spoken
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.numbers.times import times
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall


@dataclass(frozen=True, slots=True)
class Unlike:
    """The sentence, what it gives, and the call that has `held` instead."""

    step: ModelCall | FinalAnswer
    sentence: str
    given: str
    held: str
    call: ToolCall


_MOST = 100_000
_ANSWER = 8000
_LOOSE = quick(
    r"\b(?:not|instead|originally|before|previous\w*|earlier|was|were|asked|wanted|would|could|can|if|nicht"
    r"|statt|vorher"
    r"|pas|au lieu|avant|no|antes|em vez|niet|eerst)\b|[不没]|ではなく|→|->",
    re.I,
)


def unlike_record(run: Run) -> Iterator[Unlike]:
    """At most one of each sort for an answer."""
    if not run.tool_calls or any(c.content != "present" for c in run.tool_calls):
        return
    known = run.memo(_single)
    for answer in run.answers:
        if len(answer.text) > _ANSWER:
            continue
        found = (_coded(run, answer, known), _moment(run, answer), _coverage(run, answer))
        yield from (f for f in found if f is not None)


# --- a code or number under the words of a key ---------------------------------------------------------------------


def _single(run: Run) -> dict[str, tuple[str, ToolCall]]:
    """Keys under which all results of the run have one value, a short one with a figure in it. Through `run.memo`."""
    found: dict[str, tuple[str, ToolCall]] = {}
    several: set[str] = set()
    for call in run.tool_calls:
        if call.planning or not isinstance(call.data, Mapping | list):
            continue
        for key, value in scalars(call.data):
            text = str(value).strip()
            if key in several or not spoken(key):
                continue
            if found.get(key, (text,))[0] != text or not _CODE.fullmatch(text):
                several.add(key)
                found.pop(key, None)
            else:
                found.setdefault(key, (text, call))
    return found


_CODE = re.compile(r"(?=[^\d]{0,3}\d)[A-Z]{0,3}-?\d{1,4}[A-Z]{0,2}")


def _coded(run: Run, answer: ModelCall | FinalAnswer, known: dict[str, tuple[str, ToolCall]]) -> Unlike | None:
    folded = answer.text.casefold()
    for key, (held, call) in known.items():
        if call.number > answer.number or not all(w in folded for w in key_words(key)):
            continue
        if re.search(rf"(?<!\w){re.escape(held)}(?!\w)", answer.text):
            continue
        for sentence in sentences(answer.text):
            m = None if asks(sentence) or _LOOSE.search(sentence) else _under(key).search(sentence)
            if m and m[1].upper() != held.upper() and _CODE.fullmatch(m[1].upper()) and not _seen(run, m[1], answer):
                return Unlike(answer, sentence, m[0], f"{key} {held}", call)
    return None


@lru_cache(maxsize=1024)
def _under(key: str) -> re.Pattern[str]:
    noun = r"[\s-]".join(map(re.escape, key_words(key)))
    return re.compile(
        rf"\b{noun}(?: number| no\.?| nr\.?| is|:|=)? ?#?([A-Z]{{0,3}}-?\d{{1,4}}[A-Z]{{0,2}})(?![\w%]|[.,:/-]\d)", re.I
    )


def _seen(run: Run, token: str, answer: ModelCall | FinalAnswer) -> bool:
    """Whether a value stands anywhere in the run before an answer."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(token)}(?![\w]|\.\d)", re.I)
    return any(pattern.search(t) for t in _texts(run, answer.number))


def _texts(run: Run, before: int) -> Iterator[str]:
    for step in run.steps[:before]:
        if isinstance(step, ToolCall):
            yield f"{stated_deep(step.arguments)} {step.result[:_MOST]}"
        elif text := getattr(step, "text", ""):
            yield text[:_MOST]


# --- a day or an hour ----------------------------------------------------------------------------------------------


def _moment(run: Run, answer: ModelCall | FinalAnswer) -> Unlike | None:
    """A day or an hour that stands nowhere, in the report of the one change of a turn, which has its own."""
    table = run.memo(works)
    acts = [c for c in run.memo(calls_of_turns).get(answer.turn, ()) if c.number < answer.number]
    acts = [c for c in acts if table[c.number].sort == "act" and c.status == "ok" and not went_wrong(c)]
    if len(acts) != 1:
        return None
    call = acts[0]
    own = f"{stated_deep(call.arguments)} {call.result[:_MOST]}"
    for read in (_days, _clocks):
        said = read(answer.text)
        held = read(own) if said else set()
        if not held or said & held or len(said) > 2:
            continue
        first = run.memo(_first_named)
        if any(first.get(x, answer.number) < answer.number for x in said):
            continue
        sentence = next((s for s in sentences(answer.text) if read(s)), "")
        if sentence and not asks(sentence) and not unfinished(sentence):
            return Unlike(answer, sentence, ", ".join(sorted(said)), ", ".join(sorted(held)), call)
    return None


def _first_named(run: Run) -> dict[str, int]:
    """At which step each day and each hour first stands. Use it through `run.memo`."""
    found: dict[str, int] = {}
    for step in run.steps:
        text = getattr(step, "text", "")[:_MOST]
        if isinstance(step, ToolCall):
            text = f"{stated_deep(step.arguments)} {step.result[:_MOST]}"
        for x in _days(text) | _clocks(text) if text else ():
            found.setdefault(x, step.number)
    return found


def _days(text: str) -> set[str]:
    return {f"{month:02}-{day:02}" for month, day in dates(text)}


def _clocks(text: str) -> set[str]:
    return {f"{t // 60:02}:{t % 60:02}" for t in times(text)}


# --- coverage ------------------------------------------------------------------------------------------------------

_COVERS = quick(r"\bcoverage\b|abdeckung|couverture|cobertura|dekking|覆盖率|カバレッジ|網羅率", re.I)
_PERCENT = re.compile(r"(?<![\d.,+-])(\d{1,3}(?:[.,]\d{1,2})?)\s?[%％]")
_REPORTS = re.compile(r"\bTOTAL\b|\bAll files\b|coverage|\bLines\s*:|statements", re.I)
_APART = quick(
    r"\b(?:points?|by|um|percentage points|target|goal|threshold|want\w*|asked|required|minimum|ziel|über)\b|目标", re.I
)


def _coverage(run: Run, answer: ModelCall | FinalAnswer) -> Unlike | None:
    if "%" not in answer.text or not _COVERS.search(answer.text):
        return None
    looks = [c for c in run.tool_calls if c.number < answer.number and _REPORTS.search(c.result[:_MOST])]
    looks = [c for c in looks if _PERCENT.search(c.result[:_MOST])]
    if not looks:
        return None
    known = [float(p.replace(",", ".")) for t in _texts(run, answer.number) for p in _PERCENT.findall(t)]
    for sentence in sentences(answer.text):
        if not _COVERS.search(sentence) or asks(sentence) or unfinished(sentence):
            continue
        for m in _PERCENT.finditer(sentence):
            value = float(m[1].replace(",", "."))
            if _APART.search(sentence[max(0, m.start() - 12) : m.end() + 10]) or any(abs(k - value) < 1 for k in known):
                continue
            total = [x for x in looks[-1].result[:_MOST].splitlines() if _REPORTS.search(x) and _PERCENT.search(x)]
            if total:
                return Unlike(answer, sentence, m[0], " ".join(total[-1].split())[:80], looks[-1])
    return None
