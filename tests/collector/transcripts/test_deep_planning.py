"""DeepPlanning trajectories. The run is made up; its form is that of the benchmark's own agent."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from planscope.collector.run import FinalAnswer, ModelCall, Run

FILE = Path(__file__).parent / "files" / "deepplanning.json"
Read = Callable[..., list[Run]]


def changed(path: Path, **fields: Any) -> Path:
    """The trajectory with other fields."""
    path.write_text(json.dumps(json.loads(FILE.read_text("utf-8")) | fields), encoding="utf-8")
    return path


def test_a_trajectory(runs: Read) -> None:
    (run,) = runs(FILE)
    assert (run.format, run.task, run.state) == ("deepplanning", "4", "ended")
    assert [(c.name, c.arguments, c.place.position) for c in run.tool_calls] == [
        ("query_hotel_info", {"destination": "Brisa"}, "2")
    ]
    assert run.closing is not None
    assert (run.closing.text[:6], run.closing.place.position) == ("<plan>", "4")
    assert [x.thinking for x in run.steps if isinstance(x, ModelCall)] == ["A hotel first.", "Let me see."]
    assert not any(isinstance(x, FinalAnswer) for x in run.steps)


def test_the_plan_and_the_query_stand_for_messages_that_are_missing(runs: Read, tmp_path: Path) -> None:
    messages = json.loads(FILE.read_text("utf-8"))["messages"]
    (run,) = runs(changed(tmp_path / "a.json", messages=[messages[0], *messages[2:4]]))
    assert [(x.text, x.place.position) for x in run.requests] == [("Plan two days in Brisa for 900", "query")]
    assert isinstance(run.closing, FinalAnswer)
    assert (run.closing.text.splitlines()[0], run.closing.place.position) == ("Day 1: arrive", "final_plan")


def test_a_run_that_came_to_no_plan(runs: Read, tmp_path: Path) -> None:
    messages = json.loads(FILE.read_text("utf-8"))["messages"][:4]
    told = "Reached max LLM calls without final answer."
    (run,) = runs(changed(tmp_path / "a.json", messages=messages, final_plan=told, success=False))
    assert run.state == "cut_off"
    assert not any(isinstance(x, FinalAnswer) for x in run.steps)
