"""What is worth asking about a run: places where a detector looked and was silent because only meaning decides. Pure.

- left-open: an item is left open, and the last message speaks of it in words that computation does not know.
- same-error-varied-call: a failure comes again under changed arguments, which may or may not be a change that matters.
- check-without-look: a check is claimed, and only a command or tool of unknown purpose may have made it.
- claimed-action-not-executed: the same of an action.
- planned-step-skipped: a step of an approved plan names no file and shares no words with any call.
- request-passed-over: a part of the request shares hardly a word with calls and answer.

Nothing is asked about a place of which the same detector has found something: a computed finding is never overruled.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from planscope.analyzers.check import Check
from planscope.analyzers.detector import Finding
from planscope.analyzers.judge.claims import actions_open, checks_open
from planscope.analyzers.judge.plans import items_open, steps_open
from planscope.analyzers.judge.question import Question
from planscope.analyzers.judge.repeats import failures_open
from planscope.analyzers.judge.requests import parts_open
from planscope.collector.run import Run

MOST_EACH = 3  # questions of one form about one run

_MAKERS: Sequence[tuple[str, Callable[[Run, Collection[int]], Iterator[Question]]]] = (
    ("stale-todo", items_open),
    ("missed-replan", failures_open),
    ("rubber-stamp", checks_open),
    ("plan-drift", actions_open),
    ("plan-drift", steps_open),
    ("requirement-gap", parts_open),
)


def questions(run: Run, findings: Iterable[Finding], checks: Iterable[Check]) -> list[Question]:
    """The questions about a run, of those detectors that have looked at it without failing."""
    looked = {c.detector for c in checks if c.run == run.id and c.outcome != "failed"}
    told: dict[str, set[int]] = {}
    for f in findings:
        if f.run == run.id:
            told.setdefault(f.detector, set()).update(e.step for e in f.evidence)
    found: list[Question] = []
    for detector, make in _MAKERS:
        if detector in looked:
            found += islice(make(run, told.get(detector, set())), MOST_EACH)
    return found
