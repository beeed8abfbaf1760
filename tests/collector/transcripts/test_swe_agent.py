"""SWE-agent trajectories. The run is made up; its form is that of SWE-agent 0.7 (actions) and 1.0 (functions)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.run import ModelCall, Run, UserMessage

FILE = Path(__file__).parent / "files" / "swe-agent.json"
Read = Callable[..., list[Run]]


def test_a_trajectory(runs: Read) -> None:
    (run,) = runs(FILE)
    assert (run.format, run.state) == ("swe-agent", "ended")
    asked = [(x.text, x.system, x.place.position) for x in run.steps if isinstance(x, UserMessage)]
    assert asked == [
        ("You work on a command line.", True, "history/0"),
        ("The gate does not open. Mend it.", False, "history/2"),  # the demonstration is not of this run
    ]
    calls = [(c.place.position, c.name, c.status) for c in run.tool_calls]
    assert calls == [
        ("0", "find_file", "ok"),
        ("1", "edit", "error"),
        ("2", "bash", "error"),
        ("3", "str_replace_editor", "ok"),
        ("5", "submit", "ok"),
    ]
    assert run.tool_calls[2].arguments == {"command": "python gate.py"}
    assert run.tool_calls[3].arguments["old_str"] == "a"
    thoughts = [(x.text, x.calls) for x in run.steps if isinstance(x, ModelCall)]
    assert thoughts[4] == ("Nothing to do.", 0)


def test_arguments_without_functions(runs: Read, tmp_path: Path) -> None:
    document = json.loads(FILE.read_text("utf-8"))
    del document["history"][4]
    (tmp_path / "t.traj").write_text(json.dumps(document), encoding="utf-8")
    (run,) = runs(tmp_path / "t.traj")
    assert run.tool_calls[3].arguments == {
        "command": "str_replace",
        "path": "/garden/gate.py",
        "input": "--old_str 'a' --new_str 'b'",
    }


@pytest.mark.parametrize(
    ("info", "state"),
    [
        ({"exit_status": "submitted", "submission": "diff"}, "ended"),
        ({"exit_status": None, "submission": "diff"}, "ended"),
        ({"submission": "diff"}, "ended"),
        ({"exit_status": "exit_cost", "submission": None}, "cut_off"),
        ({"exit_status": "submitted (exit_cost)", "submission": "diff"}, "cut_off"),
        ({}, "cut_off"),
    ],
)
def test_how_it_ended(runs: Read, tmp_path: Path, info: dict[str, Any], state: str) -> None:
    document = json.loads(FILE.read_text("utf-8")) | {"info": info}
    (tmp_path / "t.traj").write_text(json.dumps(document), encoding="utf-8")
    (run,) = runs(tmp_path / "t.traj")
    assert run.state == state


def test_an_entry_that_is_no_step_is_counted(runs: Read, tmp_path: Path) -> None:
    document = json.loads(FILE.read_text("utf-8"))
    document["trajectory"].insert(1, "?")
    (tmp_path / "t.traj").write_text(json.dumps(document), encoding="utf-8")
    (run,) = runs(tmp_path / "t.traj", skipped=1)
    assert [c.place.position for c in run.tool_calls] == ["0", "2", "3", "4", "6"]


def test_a_trajectory_on_each_line(runs: Read, tmp_path: Path) -> None:
    document = json.loads(FILE.read_text("utf-8"))
    lines = [json.dumps({"instance_id": f"gate-{n}", **document}) + "\n" for n in range(2)]
    (tmp_path / "t.jsonl").write_text("".join(lines), encoding="utf-8")
    found = runs(tmp_path / "t.jsonl")
    assert [(r.place.index, r.task, len(r.tool_calls)) for r in found] == [
        ("gate-0", "gate-0", 5),
        ("gate-1", "gate-1", 5),
    ]
