"""Agents that write their calls into their text. The conversations are made up; the forms are those of mini-swe-agent,
ReAct prompts and models that answer in tool_call tags."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.run import Run

Read = Callable[..., list[Run]]


def chat(tmp_path: Path, *messages: str) -> Path:
    """A file with messages that the user and the agent take turns in."""
    roles = ("user", "assistant")
    listed: list[Any] = [{"role": roles[n % 2], "content": m} for n, m in enumerate(messages)]
    (tmp_path / "chat.json").write_text(json.dumps(listed), encoding="utf-8")
    return tmp_path / "chat.json"


@pytest.mark.parametrize(
    ("action", "outcome", "called"),
    [
        (
            "I look.\n\n```mswea_bash_command\nls gate\n```",
            "<returncode>2</returncode>\n<output>\nno gate</output>",
            ("bash", {"command": "ls gate"}, "error"),
        ),
        (
            "```bash\nls gate\n```",
            "<returncode>0</returncode>\n<output>\nError: 0 found</output>",
            ("bash", {"command": "ls gate"}, "ok"),
        ),
        ("```python\nprint(1)\n```", "Execution result: 1", ("python", {"command": "print(1)"}, "ok")),
        ("Thought: look\nAction: search[oak]", "Observation: two rooms", ("search", {"input": "oak"}, "ok")),
        (
            'Thought: look\nAction: search\nAction Input: {"room": "oak"}',
            "Observation: Error: closed",
            ("search", {"room": "oak"}, "error"),
        ),
        ("想一想\nAction: search(橡树)", "观察：两间房", ("search", {"input": "橡树"}, "ok")),
        (
            'Let me see. <tool_call>\n{"name": "look", "arguments": {"room": "oak"}}\n</tool_call>',
            '<tool_response>\n{"error": "closed"}\n</tool_response>',
            ("look", {"room": "oak"}, "error"),
        ),
    ],
)
def test_an_action_and_what_came_of_it(
    action: str, outcome: str, called: tuple[str, Any, str], runs: Read, tmp_path: Path
) -> None:
    (run,) = runs(chat(tmp_path, "Is the oak room free?", action, outcome, "It is."))
    (call,) = run.tool_calls
    assert (call.name, call.arguments, call.status) == called
    assert (call.place.position, call.result_place and call.result_place.position) == ("1", "2")
    assert call.result in outcome
    assert [r.text for r in run.requests] == ["Is the oak room free?"]
    assert [a.text for a in run.answers] == ["It is."]


def test_several_calls_in_tags_and_a_tool_role(runs: Read, tmp_path: Path) -> None:
    asked = "".join(f'<tool_call>{{"name": "look", "arguments": {{"room": {n}}}}}</tool_call>' for n in range(2))
    told = "".join(f"<tool_response>room {n}</tool_response>" for n in range(2))
    (run,) = runs(chat(tmp_path, "Look", asked, told, "Done."))
    assert [c.result for c in run.tool_calls] == ["room 0", "room 1"]


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("Try this:\n```bash\nls\n```", "It says: no such file"),
        ("The oak room is free.", "Observation: you are slow"),
        ("Use <tool_call> tags.", "Which ones?"),
        ('<tool_call>{"name": 3}</tool_call>', "What?"),
        ("Action: \n```\n", "<output>x</output>"),
    ],
)
def test_without_an_action_or_without_its_outcome_nothing_was_called(
    said: str, reply: str, runs: Read, tmp_path: Path
) -> None:
    (run,) = runs(chat(tmp_path, "Hello", said, reply, "I see."))
    assert run.tool_calls == ()
    assert [r.text for r in run.requests] == ["Hello", reply]
