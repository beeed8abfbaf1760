"""The list of work and the drafts: what they keep, what they answer, and that a broken check passes nothing."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from planscope.harness.todo import Item, TodoList
from planscope.harness.validation import Draft, DraftBoard, Line, Verdict, WithinBudget

if TYPE_CHECKING:
    from tests.harness.conftest import Kept

LINES: list[Line] = [{"what": "van", "amount": 120.10}, {"what": "boxes", "amount": 79.90}]


def test_todo_write_answers_with_the_list_before_and_after() -> None:
    told: list[tuple[list[Item], int]] = []
    todos = TodoList(lambda items, version: told.append((list(items), version)))
    tool = todos.tool()
    one = [{"content": "pack", "status": "in_progress"}]
    two = [{"content": "pack", "status": "completed"}, {"content": "load", "status": "pending"}]
    assert json.loads(tool({"todos": one}).text) == {"oldTodos": [], "newTodos": one}
    assert json.loads(tool({"todos": two}).text) == {"oldTodos": one, "newTodos": two}
    assert told == [(one, 1), (two, 2)]
    assert str(todos) == "1. [completed] pack\n2. [pending] load"
    assert (tool.name, "in_progress" in tool.spec.description) == ("TodoWrite", True)


def test_a_list_that_is_none_changes_nothing() -> None:
    todos = TodoList()
    todos.tool()({"todos": [{"content": "pack", "status": "pending"}]})
    assert todos.tool()({"todos": [{"content": "pack", "status": "done"}]}).error == "invalid_arguments"
    assert (todos.version, todos.items) == (1, [{"content": "pack", "status": "pending"}])


@pytest.mark.parametrize(
    ("total", "limit", "passed", "words"),
    [
        (200.00, 200.0, True, "200.00 EUR, limit 200.00"),
        (200.00, 199.99, False, "200.00 EUR is 0.01 above the limit of 199.99"),
        (199.00, 300.0, False, "the lines come to 200.00 EUR, the draft says 199.00"),
    ],
)
def test_within_budget(total: float, limit: float, passed: bool, words: str) -> None:
    verdict = WithinBudget(limit, "EUR").check(Draft("move", tuple(LINES), total))
    assert (verdict.passed, verdict.explanation) == (passed, words)
    assert verdict.seen == f"120.10 + 79.90 = {total:.2f}"


def test_a_draft_without_lines_is_not_passed() -> None:
    assert not WithinBudget(100).check(Draft("move", (), 0)).passed


@dataclass(frozen=True)
class Broken:
    """A check that crashes."""

    name: str = "broken"

    def check(self, draft: Draft) -> Verdict:
        raise KeyError(draft.plan)


def test_a_check_that_crashes_has_not_passed(kept: "Kept") -> None:
    board = DraftBoard([Broken(), WithinBudget(500)], kept.tracer)
    told = board.write("move", LINES, 200.0)
    assert [(c["check"], c["verdict"]) for c in told["checks"]] == [("broken", "fail"), ("within-budget", "pass")]
    assert told["checks"][0]["explanation"] == "could not check: KeyError: 'move'"
    (span,) = kept.named("evaluate broken")
    assert not span.status.is_ok
    assert dict(span.events[0].attributes or {})["gen_ai.evaluation.score.label"] == "fail"


def test_drafts_are_numbered_and_say_why_they_were_written(kept: "Kept") -> None:
    board = DraftBoard([WithinBudget(150)], kept.tracer)
    board.write("all", LINES, 200.0)
    board.write("van only", LINES[:1], 120.10)
    board.write("van only, again", LINES[:1], 120.10)
    said = ("planscope.plan.version", "planscope.plan.parent_version", "planscope.plan.trigger")
    assert kept.outline(*said).splitlines()[::2] == [
        "plan planner version=1 trigger=initial",
        "plan planner version=2 parent_version=1 trigger=validator_fail",
        "plan planner version=3 parent_version=2",
    ]
