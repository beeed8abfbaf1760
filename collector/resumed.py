"""Runs that stand in two files: a session that was resumed begins as a copy of the one that it goes on with. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from planscope.collector.run import ModelCall, Run


def without_copies(runs: Sequence[Run]) -> list[Run]:
    """The runs without those of which another file holds all answers of the model, and goes on. Which answer is which
    is known by the provider's ids; traces, in which a gateway and an application may tell of one answer, are left
    alone, and so are sub-agents. What a dropped run started belongs to the run that goes on with it."""
    answers = {r.id: _answers(r) for r in runs}
    holders: dict[str, list[Run]] = defaultdict(list)
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


def _answers(run: Run) -> frozenset[str]:
    if run.format == "otlp" or run.parent_id is not None:
        return frozenset()
    return frozenset(x.response_id for x in run.steps if isinstance(x, ModelCall) and x.response_id)


def _rank(run: Run, answers: dict[str, frozenset[str]]) -> tuple[int, int, str]:
    return len(answers[run.id]), len(run.steps), run.id
