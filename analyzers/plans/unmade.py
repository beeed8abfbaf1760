"""Steps that were announced or asked for one after the other, of which one was never made and is told as done. Pure.

"First I cancel the old plan, then I order the SIM, then I tell Mrs Roth": three steps. Every call is given to the steps
with whose own words its name or its arguments have something in common. Where each call that changes something has a
step of its own and one step has no call at all, that step was not made; it is reported where the closing message tells
of it as done. A call that goes with no step may have been any of them, and then nothing is said.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import calls_of_turns, stated, works
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions.backing import name_words
from planscope.analyzers.assertions.closing import asks, did, finished, sentences, unfinished
from planscope.analyzers.plans.matching import COMMON, terms, words_in
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Unmade:
    """Where the steps were named, the one that has no call, the others, and the sentence that tells it as done."""

    plan: ModelCall | UserMessage | PlanUpdate
    step: str
    others: tuple[str, ...]
    closing: ModelCall | FinalAnswer
    sentence: str


_NUMBERED = re.compile(r"^\s{0,6}(?:\d{1,2}[.)、]|[-*•])\s+(.{4,200})$")
_CUT = quick(
    r"[,;，、；]\s?(?:and |und |et |y |e |en )?(?:then |dann |danach |puis |ensuite |luego |después "
    r"|depois |dan |daarna )?"
    r"|\b(?:and then|then|and finally|und dann|danach|et ensuite|puis|ensuite|y luego|luego|y después"
    r"|depois|en daarna)\b"
    r"|\b(?:and|und|et|y|e|en)\b(?= \w+ )|然后|接着|最后|再|(?<=て)、?|それから",
    re.I,
)
_SEQUENCE = quick(
    r"\b(?:first|then|after that|finally|zuerst|zunächst|dann|danach|anschließend|d['’]abord|puis|ensuite"
    r"|enfin|primero"
    r"|luego|después|finalmente|primeiro|depois|por fim|eerst|dan|daarna|tot slot)\b|先|然后|接着|再|最后"
    r"|まず|次に|それから",
    re.I,
)
_MOST = 8000
_STEPS = 9


def unmade(run: Run) -> Iterator[Unmade]:
    """At most one for an answer."""
    if any(isinstance(s, Compaction) for s in run.steps) or any(c.content != "present" for c in run.tool_calls):
        return
    spoken: dict[int, list[ModelCall | UserMessage]] = {}
    for step in run.steps:
        if isinstance(step, ModelCall | UserMessage) and step.text:
            spoken.setdefault(step.turn, []).append(step)
    for answer in run.answers:
        calls = [c for c in run.memo(calls_of_turns).get(answer.turn, ()) if c.number < answer.number]
        if not calls or len(calls) > 40:
            continue
        if (found := _of_list(run, calls, answer)) is not None:
            yield found
            continue
        plans = (p for p in spoken.get(answer.turn, ()) if p.number < answer.number)
        found = next((f for p in plans if (f := _of_plan(run, p, calls, answer)) is not None), None)
        if found is not None:
            yield found


def _of_list(run: Run, calls: list[ToolCall], answer: ModelCall | FinalAnswer) -> Unmade | None:
    """Of the items of the list, when it was written and worked off in this turn."""
    lists = [u for u in run.lists if u.turn == answer.turn and u.number < answer.number]
    items = tuple(i.text for i in lists[0].version.items) if lists else ()
    table = run.memo(works)
    if not 2 <= len(items) <= _STEPS or len({u.version.items and len(u.version.items) for u in lists}) != 1:
        return None
    if any(may_hide(c, table[c.number]) or table[c.number].command for c in calls):
        return None
    for step in _missing(run, items, calls):
        sentence = _told(step, items, answer.text[:_MOST])
        if sentence and any(i.text == step and i.status == "completed" for i in lists[-1].version.items):
            return Unmade(lists[-1], step, tuple(s for s in items if s != step), answer, sentence)
    return None


def _of_plan(
    run: Run, plan: ModelCall | UserMessage, calls: list[ToolCall], answer: ModelCall | FinalAnswer
) -> Unmade | None:
    if getattr(plan, "system", False) or (isinstance(plan, ModelCall) and not plan.calls):
        return None
    after = [c for c in calls if c.number > plan.number]
    table = run.memo(works)
    if not after or any(may_hide(c, table[c.number]) or table[c.number].command for c in after):
        return None
    for steps in _steps(plan.text[:_MOST]):
        missing = _missing(run, steps, after)
        for step in missing:
            sentence = _told(step, steps, answer.text[:_MOST])
            if sentence:
                return Unmade(plan, step, tuple(s for s in steps if s != step), answer, sentence)
    return None


def _steps(text: str) -> Iterator[tuple[str, ...]]:
    """The steps of a numbered list, and of each sentence that tells of several things one after the other."""
    listed = tuple(m[1].strip() for line in text.splitlines() if (m := _NUMBERED.match(line)))
    if 2 <= len(listed) <= _STEPS:
        yield listed
    for sentence in sentences(text):
        if len(sentence) > 500 or asks(sentence) or not _SEQUENCE.search(sentence):
            continue
        pieces = tuple(p.strip(" .:。") for p in _CUT.split(sentence) if p and len(p.strip()) > 3)
        if 2 <= len(pieces) <= _STEPS:
            yield pieces


def _own(steps: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The words of each step that no other has."""
    often = Counter(w for s in steps for w in terms(s).words)
    return {s: frozenset(w for w in terms(s).words if often[w] == 1 and w not in COMMON) for s in steps}


def _missing(run: Run, steps: tuple[str, ...], calls: list[ToolCall]) -> list[str]:
    """Steps without a call, where every call that changes something has a step."""
    own, table = _own(steps), run.memo(works)
    if not all(own.values()):
        return []
    served: set[str] = set()
    for call in calls:
        text = f"{name_words(call.name).replace('_', ' ')} {stated(call.arguments)}"
        mine = {s for s, words in own.items() if words_in(words, text)}
        if not mine and table[call.number].sort != "look":
            return []
        served |= mine
    told = "\n".join(c.result[:4000] for c in calls)
    left = [s for s in steps if s not in served]
    return left if len(left) == 1 and served and not words_in(own[left[0]], told) else []


def _told(step: str, steps: tuple[str, ...], text: str) -> str:
    """The sentence that tells a step as done: its verb in the past and another word of its own, or two of these and a
    word for done."""
    own = _own(steps)[step]
    for sentence in sentences(text):
        if asks(sentence):
            continue
        for clause in _CLAUSE.split(sentence):
            common = words_in(own, clause)
            if common and _said_done(step, clause, common):
                return sentence
    return ""


_CLAUSE = re.compile(r"[,;:，；、]\s?|\s(?:and|und|et|y|e|en)\s")


def _said_done(step: str, clause: str, common: int) -> bool:
    past = did(step, clause)
    if not past and (common < 2 or not finished(clause)):
        return False
    told = " ".join(clause.split()[:6]) if past and len(clause) > 60 else clause  # what follows tells of the thing
    return not unfinished(told)
