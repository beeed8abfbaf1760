"""The runs of the demo, read back from their spans: what the interpreter makes of them, and that the detectors find
each planted fault in every move, and nothing in the sound runs."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from planscope.analyzers.check import check_run
from planscope.analyzers.detector import load_detectors
from planscope.collector.run import PlanUpdate, Verdict
from planscope.harness.demo import play
from planscope.harness.office_move.scripts import FAULTS, Fault
from planscope.harness.office_move.tasks import MOVES, Move

if TYPE_CHECKING:
    from tests.harness.conftest import Kept

FOUND: dict[Fault | None, tuple[str, str] | None] = {
    None: None,
    "batch-ticked": ("discipline", "batch-completion"),
    "invented-price": ("hallucinated-price", "no-source"),
    "repeated-booking": ("missed-replan", "same-call-same-error"),
    "unlooked-check": ("rubber-stamp", "check-without-look"),
    "left-open": ("stale-todo", "left-open"),
}
ALSO: dict[Fault | None, set[tuple[str, str]]] = {  # what the same fault is as well, in the longer moves
    "batch-ticked": {("stale-todo", "not-updated")},
}


def test_every_fault_has_its_finding() -> None:
    assert FOUND.keys() == {None, *FAULTS}


@pytest.mark.parametrize("fault", FOUND)
@pytest.mark.parametrize("move", MOVES, ids=lambda m: m.id)
def test_planted_faults_are_found_and_nothing_else(kept: "Kept", move: Move, fault: Fault | None) -> None:
    outcome = play(move, fault, kept.tracer)
    (run,) = kept.runs()
    findings, checks = check_run(run, load_detectors())
    assert [c for c in checks if c.outcome == "failed"] == []
    expected = FOUND[fault]
    surest = {(f.detector, f.form) for f in findings if f.severity == "error"}
    assert surest == ({expected} if expected else set())
    assert {(f.detector, f.form) for f in findings} - surest <= ALSO.get(fault, set())
    assert len(outcome.state["booked"]) == len(move.needs)
    assert outcome.state["total"] <= move.limit


def test_steps_of_a_sound_run(kept: "Kept") -> None:
    outcome = play(MOVES[0], None, kept.tracer)
    (run,) = kept.runs()
    assert (run.agent, run.task, run.variant, run.trial, run.state) == ("planner", "studio", "sound", "1", "ended")
    assert run.tools == frozenset({
        "TodoWrite", "write_draft_plan", "search_suppliers", "get_quote", "book_supplier", "calculate",
    })  # fmt: skip
    assert [r.text for r in run.requests] == [MOVES[0].request]
    assert [len(u.version.with_status("completed")) for u in run.lists] == [0, 1, 2, 3, 4, 5, 6]
    drafts = [x.version for x in run.plan_updates if x.version.source == "document"]
    assert [(d.origin, d.number) for d in drafts] == [("write_draft_plan", 0), ("write_draft_plan", 1)]
    verdicts = [x for x in run.steps if isinstance(x, Verdict)]
    assert [(v.name, v.outcome, v.explanation) for v in verdicts] == [
        ("within-budget", "pass", "653.20 EUR, limit 900.00"),
        ("within-budget", "pass", "708.70 EUR, limit 900.00"),
    ]
    assert verdicts[1].seen == "544.50 + 164.20 = 708.70"
    assert verdicts[1].subject == drafts[1].text
    assert run.closing is not None
    assert run.closing.text == outcome.answer
    assert [x for x in run.steps if isinstance(x, PlanUpdate) and not x.result] == []
    assert run.troubles == ()


def test_a_draft_above_the_limit_does_not_pass(kept: "Kept") -> None:
    poor = replace(MOVES[0], limit=700.0)
    play(poor, None, kept.tracer)
    (run,) = kept.runs()
    verdicts = [x for x in run.steps if isinstance(x, Verdict)]
    assert [(v.outcome, v.explanation) for v in verdicts] == [
        ("pass", "653.20 EUR, limit 700.00"),
        ("fail", "708.70 EUR is 8.70 above the limit of 700.00"),
    ]
