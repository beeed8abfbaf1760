"""Events that ask for another plan, and what the plan did about them: table replan_triggers. Pure.

A trigger is a call that fails for a cause not met before, a check or review that fails, or a message in which the user
speaks again while a plan stands. The response is what the first update of the plan after it changed: nothing, states
only, some of what was open, or half of it and more. An account, not a judgement: many failures ask for another step,
and for no other plan.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from planscope.analyzers.actions.failures import outcome_key
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.plans.rewrites import change, texts
from planscope.collector.run import PlanUpdate, Run, Step, ToolCall, UserMessage, Verdict

Event = Literal["failure", "check_failed", "user"]
Response = Literal["none", "no_op", "micro_revision", "rewrite"]


@dataclass(frozen=True, slots=True)
class Trigger:
    """An event at `step`, what the plan did, and after how many tool calls; `answer` is the update that did it."""

    event: Event
    step: Step
    words: str
    response: Response
    delay: int | None
    answer: PlanUpdate | None


def triggers(run: Run) -> list[Trigger]:
    """Every trigger of a run with a plan, in order; none for a run without one."""
    updates = run.plan_updates
    if not updates:
        return []
    events = list(_events(run))
    numbers = [u.number for u in updates]
    calls = [c.number for c in run.tool_calls if not c.planning]
    found = []
    for n, (event, step, words) in enumerate(events):
        next_same = next((e[1].number for e in events[n + 1 :] if e[0] == event), len(run.steps))
        at = bisect_right(numbers, step.number)
        before = updates[at - 1] if at else None
        response, answer = _response(before, [u for u in updates[at:] if u.number <= next_same])
        delay = None if answer is None else sum(step.number < c < answer.number for c in calls)
        found.append(Trigger(event, step, words, response, delay, answer))
    return found


def _events(run: Run) -> Iterator[tuple[Event, Step, str]]:
    table = run.memo(works)
    known: set[tuple[str, str]] = set()
    planned = run.plan_updates[0].number
    for step in run.steps:
        if isinstance(step, ToolCall) and step.number in table:
            work = table[step.number]
            if work.outcome == "red" and (key := (step.name, outcome_key(step.result))) not in known:
                known.add(key)
                event: Event = "check_failed" if work.sort in ("test", "build") else "failure"
                yield event, step, work.why or step.result[:200]
        elif isinstance(step, Verdict) and step.outcome == "fail":
            yield "check_failed", step, step.explanation
        elif isinstance(step, UserMessage) and not step.system and step.number > planned:
            yield "user", step, step.text


def _response(before: PlanUpdate | None, after: Sequence[PlanUpdate]) -> tuple[Response, PlanUpdate | None]:
    """The first update that says something else than the plan before it, else the first that does not."""
    last = before
    for update in after:
        if last is None or last.version.source != update.version.source:
            return "rewrite" if last is None else "micro_revision", update
        if change(last.version, update.version) == "rewritten":
            return "rewrite", update
        if texts(last.version) != texts(update.version):
            return "micro_revision", update
        last = update
    return ("no_op", after[0]) if after else ("none", None)
