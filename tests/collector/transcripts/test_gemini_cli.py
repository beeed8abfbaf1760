"""Gemini CLI sessions. The session is made up; its forms are those of 2025 (one object) and 2026 (lines)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.run import ModelCall, Run

FILES = Path(__file__).parent / "files"
Read = Callable[..., list[Run]]


def told(run: Run) -> Any:
    """What the session tells, without places."""
    calls = [(c.name, c.status, c.result) for c in run.tool_calls]
    return calls, [x.text for x in run.messages], [x.text for x in run.requests], run.state, run.id


@pytest.mark.parametrize(("name", "position"), [("gemini-cli.json", "2"), ("gemini-cli+lines.jsonl", "4")])
def test_a_session(runs: Read, name: str, position: str) -> None:
    (run,) = runs(FILES / name)
    assert told(run) == (
        [
            ("run_shell_command", "error", "Command not allowed"),
            ("replace", "rejected", "[Operation Cancelled] Reason: User denied"),
            ("read_file", "ok", "nettles"),
        ],
        ["I make a list.", "It is weeded."],
        ["Weed the bed"],
        "ended",
        "g-bed",
    )
    (plan,) = run.plan_updates
    assert [(i.text, i.status) for i in plan.version.items] == [("Weed", "in_progress"), ("Water", "pending")]
    first = next(x for x in run.steps if isinstance(x, ModelCall))
    assert (first.thinking, first.input_tokens, first.place.position) == ("Weeds: which?", 20, position)


def test_messages_that_were_compressed(runs: Read, tmp_path: Path) -> None:
    lines = (FILES / "gemini-cli+lines.jsonl").read_text("utf-8")
    kept = [{"id": "c", "type": "user", "content": "Summary: weeded"}]
    (tmp_path / "c.jsonl").write_text(lines + json.dumps({"$set": {"messages": kept}}) + "\n", encoding="utf-8")
    (run,) = runs(tmp_path / "c.jsonl")
    assert [x.text for x in run.requests] == ["Summary: weeded"]
    assert run.tool_calls == ()
