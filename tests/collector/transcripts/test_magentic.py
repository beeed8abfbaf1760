"""Conversations of a team. Both are made up; their forms are those of Magentic-One's log as Who&When holds it, and of
AutoGen 0.4."""

import json
from collections.abc import Callable
from pathlib import Path

from planscope.collector.run import FinalAnswer, ModelCall, Run

FILES = Path(__file__).parent / "files"
Read = Callable[..., list[Run]]


def test_an_orchestrator_and_its_agents(runs: Read) -> None:
    (run,) = runs(FILES / "magentic.json")
    assert (run.format, run.state, run.task) == ("magentic", "ended", "q-7")
    assert [x.text for x in run.requests] == ["How tall is the oak?"]
    assert [(c.name, c.arguments, c.status, c.place.position) for c in run.tool_calls] == [
        ("WebSurfer", {"task": "Look up the oak."}, "error", "3"),
        ("Assistant", {"task": "Write a script."}, "ok", "5"),
        ("ComputerTerminal", {"task": "Run it."}, "error", "7"),
    ]
    assert [(u.version.text, u.version.source) for u in run.plan_updates] == [
        ("1. Look it up\n2. Answer", "planner"),
        ("1. Ask a forester\n2. Answer", "planner"),
    ]
    assert [x.text for x in run.messages] == ["```python\nprint(12)\n```"]
    thoughts = [x.thinking for x in run.steps if isinstance(x, ModelCall) and x.thinking]
    assert [t.split()[0] for t in thoughts] == ["Updated", "Stalled...."]
    (final,) = (x for x in run.steps if isinstance(x, FinalAnswer))
    assert (final.text, final.place.position) == ("FINAL ANSWER: 12 m", "11")


def test_messages_of_autogen(runs: Read) -> None:
    (run,) = runs(FILES / "magentic+autogen.jsonl")
    assert [(c.name, c.arguments, c.status, c.result) for c in run.tool_calls] == [
        ("measure", {"tree": "oak"}, "ok", "12 m"),
        ("weigh", {}, "error", "too heavy"),
    ]
    assert [x.text for x in run.answers] == ["It is 12 m tall."]
    assert run.state == "ended"


def test_a_code_executor_is_no_user(runs: Read, tmp_path: Path) -> None:
    history = [
        {"role": "user", "name": "manager", "content": "How tall is the oak?"},
        {"role": "assistant", "name": "Tree_Expert", "content": "I compute it.\n```python\nprint(x)\n```"},
        {
            "role": "user",
            "name": "Computer_terminal",
            "content": "exitcode: 1 (execution failed)\nCode output: NameError",
        },
        {"role": "assistant", "name": "Tree_Expert", "content": "It cannot be told."},
    ]
    (tmp_path / "w.json").write_text(json.dumps({"question": "?", "history": history}), encoding="utf-8")
    (run,) = runs(tmp_path / "w.json")
    assert [x.text for x in run.requests] == ["How tall is the oak?"]
    assert [(c.name, c.status) for c in run.tool_calls] == [("python", "error")]
