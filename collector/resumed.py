"""What stands in two files: a session that was resumed begins as a copy of the one that it goes on with, and a
sub-agent that was forked begins with its parent's history. Pure.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from planscope.collector import semconv as s
from planscope.collector.run import ModelCall, Run
from planscope.collector.span import Span

_ABOUT_RUN = (s.RUN_PARENT, s.AGENT_NAME, s.TASK, s.TRIAL, s.RUN_TOOLS, s.RUN_CUT_OFF, s.CLOSED)


def without_copies(runs: Sequence[Run]) -> list[Run]:
    """The runs without those of which another file holds all answers of the model, and goes on. Which answer is which
    is known by the provider's ids, and by what it says; traces, in which a gateway and an application may tell of one
    answer, are left alone, and so are sub-agents. What a dropped run started belongs to the run that goes on with
    it."""
    answers = {r.id: _answers(r) for r in runs}
    holders: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        for given in answers[run.id]:
            holders[given].append(run)
    goes_on: dict[str, str] = {}
    for run in runs:
        mine = answers[run.id]
        longer = [
            other
            for other in (holders[min(mine)] if mine else ())
            if (other.format, other.parent_id) == (run.format, run.parent_id)
            and other.place.file != run.place.file
            and mine <= answers[other.id]
            and _rank(other, answers) > _rank(run, answers)
        ]
        if longer:
            goes_on[run.id] = max(longer, key=lambda r: _rank(r, answers)).id
    if not goes_on:
        return list(runs)
    kept = [r for r in runs if r.id not in goes_on]
    return [replace(r, parent_id=goes_on.get(r.parent_id or "", r.parent_id)) for r in kept]


def _answers(run: Run) -> frozenset[tuple[str, str]]:
    if run.format == "otlp" or run.parent_id is not None:
        return frozenset()
    return frozenset((x.response_id, x.text) for x in run.steps if isinstance(x, ModelCall) and x.response_id)


def _rank(run: Run, answers: Mapping[str, frozenset[tuple[str, str]]]) -> tuple[int, int, str]:
    return len(answers[run.id]), len(run.steps), run.id


def without_inherited(runs: Mapping[str, list[Span]]) -> dict[str, list[Span]]:
    """Spans by run, in order; those of sub-agents without the history that they were given of their parent, which is
    known by the ids of the model's answers. What was done in it is the parent's work."""
    answers = {key: {i for x in spans if (i := _answer(x))} for key, spans in runs.items()}
    own: dict[str, list[Span]] = {}
    for key, spans in runs.items():
        parent = next((str(p) for x in spans if (p := x.attributes.get(s.RUN_PARENT))), "")
        known = answers.get(parent, set()) if parent != key else set()
        last = max((n for n, x in enumerate(spans) if _answer(x) in known), default=-1)
        own[key] = spans if last < 0 else _after(spans, last)
    return {key: spans for key, spans in own.items() if spans}


def _answer(span: Span) -> str:
    given = span.attributes.get(s.RESPONSE_ID)
    return given if isinstance(given, str) else ""


def _after(spans: Sequence[Span], last: int) -> list[Span]:
    """The spans after one answer and the calls that it asked for; what is said of the run goes to the first."""
    while last + 1 < len(spans) and spans[last + 1].attributes.get(s.STEP) == s.STEP_TOOL:
        last += 1
    rest = list(spans[last + 1 :])
    about = {k: v for x in spans[: last + 1] for k, v in x.attributes.items() if k in _ABOUT_RUN}
    if rest and about:
        rest[0] = replace(rest[0], attributes={**about, **rest[0].attributes})
    return rest
