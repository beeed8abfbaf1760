"""ATIF trajectories. The trajectory is made up; its form is that of ATIF 1.8."""

import json
from collections.abc import Callable
from pathlib import Path

from planscope.collector.run import Compaction, ModelCall, Run

FILE = Path(__file__).parent / "files" / "atif.json"
Read = Callable[..., list[Run]]


def test_a_trajectory_and_its_sub_agent(runs: Read) -> None:
    run, sub = runs(FILE)
    assert (run.id, run.state, run.tools) == ("at-well", "ended", frozenset({"bash"}))
    assert [x.text for x in run.requests] == ["Dig a well"]
    assert [(c.name, c.status, c.result, c.place.position) for c in run.tool_calls] == [
        ("bash", "ok", "water", "3"),
        ("bash", "error", "bash: dog: command not found", "3"),
        ("delegate", "ok", "two buckets", "5"),
    ]
    assert [x.text for x in run.steps if isinstance(x, Compaction)] == ["Summary of what was dug."]
    first = next(x for x in run.steps if isinstance(x, ModelCall))
    assert (first.thinking, first.text, first.input_tokens) == ("Deep?", "I dig.", 9)
    assert (sub.parent_id, sub.agent, [x.text for x in sub.answers]) == ("at-well", "cooper", ["Two are made."])


def test_what_was_redacted_is_missing(runs: Read, tmp_path: Path) -> None:
    document = json.loads(FILE.read_text("utf-8"))
    step = document["steps"][3]
    step["message"] = "<redacted>"
    step["tool_calls"][0]["arguments"] = "<redacted>"
    document["steps"][1]["source"] = "<redacted>"
    (tmp_path / "r.json").write_text(json.dumps(document), encoding="utf-8")
    run = runs(tmp_path / "r.json", skipped=1)[0]
    assert (run.tool_calls[0].content, run.tool_calls[0].arguments) == ("redacted", None)
    assert [x.text for x in run.messages] == ["The well holds water."]


def test_a_tool_that_ends_the_run(runs: Read, tmp_path: Path) -> None:
    document = json.loads(FILE.read_text("utf-8"))
    call = {"tool_call_id": "c9", "function_name": "mark_task_complete", "arguments": {}}
    document["steps"][-1]["tool_calls"] = [call]
    (tmp_path / "e.json").write_text(json.dumps(document), encoding="utf-8")
    assert runs(tmp_path / "e.json")[0].state == "ended"
    call["function_name"] = "bash"
    (tmp_path / "e.json").write_text(json.dumps(document), encoding="utf-8")
    assert runs(tmp_path / "e.json")[0].state == "cut_off"
