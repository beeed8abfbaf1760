"""Events of `codex exec --json`. The thread is made up; its form is that of Codex CLI 0.128-0.160."""

import json
from collections.abc import Callable
from pathlib import Path

from planscope.collector.run import ModelCall, Run

FILE = Path(__file__).parent / "files" / "codex-exec.jsonl"
Read = Callable[..., list[Run]]


def test_a_thread(runs: Read) -> None:
    (run,) = runs(FILE)
    assert (run.id, run.format, run.state) == ("th-pond", "codex-exec", "ended")
    assert [(c.name, c.status, c.result) for c in run.tool_calls] == [
        ("command_execution", "error", "cat: pond.txt: No such file\n"),
        ("apply_patch", "ok", ""),
        ("shop__find", "ok", "no stock"),
        ("shop__order", "error", "out of stock"),
        ("web_search", "unknown", ""),
    ]
    cat = run.tool_calls[0]
    assert (cat.place.position, cat.result_place and cat.result_place.position) == ("5", "6")
    assert cat.arguments == {"command": "bash -lc 'cat pond.txt'"}
    assert [[i.status for i in u.version.items] for u in run.plan_updates] == [
        ["pending", "pending"],
        ["completed", "pending"],
    ]
    first, last = (x for x in run.steps if isinstance(x, ModelCall))
    assert (first.thinking, last.text, last.place.position) == ("**Look first**", "No foil to be had.", "12")


def test_a_thread_without_its_end(runs: Read, tmp_path: Path) -> None:
    lines = FILE.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:6]), encoding="utf-8")
    (tmp_path / "failed.jsonl").write_text("".join(lines[:-1]) + '{"type": "turn.failed", "error": {}}\n', "utf-8")
    (cut,), (failed,) = runs(tmp_path / "cut.jsonl"), runs(tmp_path / "failed.jsonl")
    assert (cut.state, [c.status for c in cut.tool_calls]) == ("cut_off", ["unknown"])
    assert failed.state == "cut_off"


def test_a_resumed_thread_whose_ids_begin_anew(runs: Read, tmp_path: Path) -> None:
    command = {"id": "item_0", "type": "command_execution", "command": "ls", "exit_code": 0, "status": "completed"}
    turn = [
        {"type": "turn.started"},
        {"type": "item.completed", "item": {**command, "aggregated_output": "a"}},
        {"type": "turn.completed"},
    ]
    head = {"type": "thread.started", "thread_id": "t"}
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(x) + "\n" for x in [head, *turn, head, *turn]), encoding="utf-8")
    (run,) = runs(path)
    assert len(run.tool_calls) == 2
