"""Event logs of plan-and-execute agents. The run is made up; its form is that of the documentation folder of
Open-Manus-TS, joined into one JSON file per run."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.interpret import runs_of
from planscope.collector.run import FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage, Verdict
from planscope.collector.transcripts import open_manus, reader_of
from planscope.collector.transcripts.source import Source


def event(folder: str, number: int, kind: str, time: str, *details: Any, said: str = "") -> dict[str, Any]:
    """An event as these logs hold it."""
    return {
        "path": f"{folder}/{number:03}_{kind}/{kind}.md",
        "seq": number,
        "event": kind,
        "agent": folder.partition("_")[2],
        "state": "running",
        "time": f"5/4/2025, {time}",
        "details": list(details),
        "text": f"# Event\n\n- **Agent**: x\n\n## Message\n\n{said}\n\n## Additional Details\n\n<json: see details>\n",
    }


def plan(number: int, *steps: str) -> dict[str, Any]:
    """A plan as the planner lays it down."""
    items = [
        {"id": f"s{n}_{number}", "description": t, "assignedAgent": "web", "completed": False}
        for n, t in enumerate(steps)
    ]
    return {"id": f"p{number}", "title": "Garden fence", "steps": items}


def executed(number: int, text: str, result: str) -> dict[str, Any]:
    """A step with its result."""
    return {"id": f"s0_{number}", "description": text, "assignedAgent": "web", "completed": True, "result": result}


FIND = "Find the price of larch boards"
FIRST = plan(1, FIND, "Write the shopping list")
SECOND = plan(2, "Ask the sawmill for the price of larch boards", "Write the shopping list")
LOG: list[dict[str, Any]] = [
    event("00_orchestrator", 1, "user_input", "9:00:00 AM", {"request": "Plan my fence"}, said="Plan my fence"),
    event("01_planning", 1, "system", "9:00:05 AM", {"plan": FIRST, "summary": {}}, said="Created plan"),
    event("00_orchestrator", 4, "system", "9:00:05 AM", {"plan": FIRST, "summary": {}}, said="Beginning execution"),
    event(
        "00_orchestrator", 1, "agent_selection", "9:00:05 AM",
        said="Orchestrator selecting web to execute: Find the price of larch boards",
    ),
    event(
        "01_planning", 5, "system", "9:01:00 AM",
        {
            "executedStep": executed(1, FIND, "Observed output of cmd `web` executed:\nError 403"),
            "feedback": "The step failed: the page could not be read.",
            "updatedPlan": SECOND,
        },
        said="Planning agent updated plan after step execution",
    ),
    event(
        "00_orchestrator", 2, "agent_selection", "9:01:00 AM",
        said="Orchestrator selecting web to execute: Ask the sawmill for the price of larch boards",
    ),
    event(
        "01_planning", 9, "system", "12:02:00 PM",
        {
            "executedStep": executed(2, "Write the shopping list", "Twelve boards, about 90 euros in all."),
            "feedback": "The step was successful.",
        },
        said="Planning agent reviewed step execution",
    ),
    event("00_orchestrator", 1, "completion", "12:02:00 PM", said="Plan execution completed: Garden fence"),
    {"path": "index.md", "seq": None, "event": "index.md", "details": [], "text": "# Task"},
]  # fmt: skip


def read(tmp_path: Path, document: Any) -> tuple[Run, Source]:
    """The run that a document gives, and its source."""
    path = tmp_path / "log.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    source = Source(path, "log.json")
    reader = reader_of(source)
    assert reader is not None
    assert reader.NAME == "open-manus"
    (run,) = runs_of(reader.read(source))
    return run, source


def test_a_run(tmp_path: Path) -> None:
    run, source = read(tmp_path, {"run": "garden", "events": LOG})
    kinds = [(type(s).__name__, s.place.position) for s in run.steps]
    assert kinds == [
        ("UserMessage", "00_orchestrator/001"),
        ("PlanUpdate", "01_planning/001"),
        ("ToolCall", "01_planning/005"),
        ("Verdict", "01_planning/005"),
        ("PlanUpdate", "01_planning/005"),
        ("ToolCall", "00_orchestrator/002"),
        ("ModelCall", "01_planning/009"),
        ("Verdict", "01_planning/009"),
        ("FinalAnswer", "00_orchestrator/001"),
    ]
    assert run.state == "ended"
    assert run.task == "garden"
    assert source.records_read == len(LOG)
    assert not source.skipped


def test_what_tools_printed_is_a_result_and_what_the_agent_wrote_is_its_text(tmp_path: Path) -> None:
    run, _ = read(tmp_path, {"events": LOG})
    failed, unheard = run.tool_calls
    assert (failed.name, failed.status, failed.content) == ("web", "error", "present")
    assert failed.arguments == {"step": "Find the price of larch boards"}
    assert (unheard.status, unheard.content) == ("unknown", "not_captured")
    (said,) = run.messages
    assert said.text == "Twelve boards, about 90 euros in all."


def test_reviews_and_replans(tmp_path: Path) -> None:
    run, _ = read(tmp_path, {"events": LOG})
    bad, good = [s for s in run.steps if isinstance(s, Verdict)]
    assert (bad.outcome, bad.subject) == ("fail", "Find the price of larch boards")
    assert bad.seen.endswith("Error 403")
    assert good.outcome == "pass"
    before, after = (u.version for u in run.plan_updates)
    assert [i.status for i in before.items] == ["pending", "pending"]
    assert after.items[1].key == before.items[1].key
    assert after.origin == "planning"


def test_order_is_that_of_the_clock_whatever_the_folders(tmp_path: Path) -> None:
    shuffled = LOG[:-1]
    random.Random(3).shuffle(shuffled)
    expected, _ = read(tmp_path, {"events": LOG})
    run, _ = read(tmp_path, {"events": [*shuffled, LOG[-1]]})
    assert [(type(s), s.place.position) for s in run.steps] == [(type(s), s.place.position) for s in expected.steps]


def test_left_in_mid_work(tmp_path: Path) -> None:
    run, _ = read(tmp_path, {"events": LOG[:5]})
    assert run.state == "cut_off"


def test_one_good_piece_makes_no_error(tmp_path: Path) -> None:
    result = (
        "Observed output of cmd `ls` executed:\nfence.md\nObserved output of cmd `ls` executed:\nError: no such folder"
    )
    review = {"executedStep": executed(1, "Look", result), "feedback": "Proceeding."}
    run, _ = read(tmp_path, {"events": [LOG[0], event("01_planning", 2, "system", "9:05:00 AM", review)]})
    assert [c.status for c in run.tool_calls] == ["ok"]


def test_a_step_told_of_twice_is_one_call(tmp_path: Path) -> None:
    step = executed(1, "Look", "[DONE] 3 pages")
    told = event("02_web", 4, "system", "9:04:00 AM", {"step": step, "result": "[DONE] 3 pages"})
    review = event("01_planning", 5, "system", "9:05:00 AM", {"executedStep": step, "feedback": "Approved."})
    run, _ = read(tmp_path, [LOG[0], told, review])
    assert [c.place.position for c in run.tool_calls] == ["02_web/004"]
    assert [type(s) for s in run.steps] == [UserMessage, ToolCall, Verdict]


def test_without_paths_and_times_the_order_of_the_list_counts(tmp_path: Path) -> None:
    bare = [{k: v for k, v in e.items() if k not in ("path", "time", "seq")} for e in LOG[:2]]
    run, _ = read(tmp_path, {"events": bare})
    assert [(type(s), s.place.position) for s in run.steps] == [(UserMessage, "0"), (PlanUpdate, "1")]


def test_odd_entries_cost_themselves_only(tmp_path: Path) -> None:
    odd = [
        7,
        {"event": None},
        {"event": "system", "details": [{"executedStep": 3, "plan": {"steps": 4}}], "text": None},
    ]
    run, source = read(tmp_path, {"events": [*LOG, *odd]})
    assert [s.position for s in source.skipped] == [str(len(LOG)), str(len(LOG) + 1)]
    assert isinstance(run.steps[-1], FinalAnswer)
    assert isinstance(run.steps[-3], ModelCall)


@pytest.mark.parametrize(
    ("agent", "result", "printed"),
    [
        ("browser", "Dealer page. $1,899.00 (was $2,149.00). In stock.", True),
        ("browser", "I will simulate a visit to the dealer: the price is $1,899.00.", False),
        ("planning", "The price is about $1,899.00.", False),
        ("planning", "Observed output of cmd `browser` executed:\n$1,899.00", True),
    ],
)
def test_what_a_tool_gave_is_told_from_what_the_agent_wrote(agent: str, result: str, printed: bool) -> None:
    assert open_manus._printed(agent, result) is printed
