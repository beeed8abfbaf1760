"""The loop: what a model sees, what is carried out, how a run ends, and what is left on disk."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from planscope.harness.agent import Agent, Limits, Trial, run
from planscope.harness.messages import Message, Reply, ToolSpec
from planscope.harness.models.scripted import Say, Scripted, ScriptEnded, Seen
from planscope.harness.modes.interleaved import Interleaved
from planscope.harness.tools import Tool
from planscope.harness.validation import Validator

if TYPE_CHECKING:
    from tests.harness.conftest import Kept

LIST = ("TodoWrite", {"todos": [{"content": "fill", "status": "in_progress"}]})


class Jar:
    """A world with one thing in it."""

    id, request = "jar", "Fill the jar."

    def __init__(self) -> None:
        self.beans = 0

    def world(self) -> "Jar":
        """Another one."""
        return Jar()

    def put(self, beans: int) -> str:
        """Put beans into the jar."""
        self.beans += beans
        return f"{self.beans} beans"

    def tools(self) -> Sequence[Tool]:
        return [Tool.of(self.put)]

    def validators(self) -> Sequence[Validator]:
        return []

    def state(self) -> Mapping[str, Any]:
        return {"beans": self.beans}


class Listening(Scripted):
    """Plays a script, and keeps what it was sent."""

    def __init__(self, turns: Sequence[Any]) -> None:
        super().__init__(turns)
        self.heard: list[list[Message]] = []

    def ask(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        self.heard.append(list(messages))
        return super().ask(messages, tools)


def test_a_run_ends_when_the_model_asks_for_nothing_more(kept: "Kept") -> None:
    model = Scripted([Say("", (("put", {"beans": 2}), ("put", {"beans": 3}))), Say("There are 5.")])
    outcome = run(Jar(), model, Agent, kept.tracer)
    assert (outcome.answer, outcome.ending, outcome.state) == ("There are 5.", "answered", {"beans": 5})
    assert [(m.role, m.text) for m in outcome.trajectory] == [
        ("user", "Fill the jar."),
        ("assistant", ""),
        ("tool", "2 beans"),
        ("tool", "5 beans"),
        ("assistant", "There are 5."),
    ]


def test_results_belong_to_their_calls(kept: "Kept") -> None:
    turns = [Say("", (("put", {"beans": 2}), ("pour", {}), ("put", {"beans": "x"}))), Say("Done.")]
    outcome = run(Jar(), Scripted(turns), Agent, kept.tracer)
    calls = outcome.trajectory[1].calls
    results = outcome.trajectory[2:5]
    assert [c.id for c in calls] == [m.call_id for m in results] == ["call-1", "call-2", "call-3"]
    assert [m.error for m in results] == ["", "unknown_tool", "invalid_arguments"]
    assert results[1].text == "there is no tool 'pour'; there are put"
    assert outcome.state == {"beans": 2}


def test_the_list_is_in_view_at_every_turn_and_only_as_it_is_now(kept: "Kept") -> None:
    done = ("TodoWrite", {"todos": [{"content": "fill", "status": "completed"}]})
    model = Listening([Say("", (LIST,)), Say("", (("put", {"beans": 1}),)), Say("", (done,)), Say("Done.")])
    outcome = run(Jar(), model, Interleaved, kept.tracer)
    assert [heard[-1].text for heard in model.heard] == [
        "Your list of work is empty.",
        "Your list of work:\n1. [in_progress] fill",
        "Your list of work:\n1. [in_progress] fill",
        "Your list of work:\n1. [completed] fill",
    ]
    assert all(sum(m.text.startswith("Your list") for m in heard) == 1 for heard in model.heard)
    assert not any(m.role == "system" for m in outcome.trajectory)
    for before, after in zip(model.heard, model.heard[1:], strict=False):
        assert after[: len(before) - 1] == before[:-1]


def test_a_mode_offers_drafts_only_where_something_checks_them(kept: "Kept") -> None:
    agent = Interleaved(Scripted([]), Jar(), kept.tracer)
    assert list(agent.tools) == ["TodoWrite", "put"]


@pytest.mark.parametrize(
    ("limits", "ending", "beans"),
    [(Limits(turns=2), "turns", 2), (Limits(tokens=100), "tokens", 2), (Limits(turns=9, tokens=900), "answered", 3)],
)
def test_limits(kept: "Kept", limits: Limits, ending: str, beans: int) -> None:
    again = Say("", (("put", {"beans": 1}),), input_tokens=40, output_tokens=10)
    outcome = run(Jar(), Scripted([again] * 3 + [Say("Done.")]), Agent, kept.tracer, limits=limits)
    assert (outcome.ending, outcome.state) == (ending, {"beans": beans})
    (root,) = kept.named("invoke_agent planner")
    assert root.status.is_ok == (ending == "answered")


def test_the_conversation_is_kept_when_the_model_crashes(kept: "Kept", tmp_path: Path) -> None:
    path = tmp_path / "runs" / "jar.json"
    with pytest.raises(ScriptEnded, match="only 1 turns"):
        run(Jar(), Scripted([Say("", (("put", {"beans": 4}),))]), Agent, kept.tracer, keep=path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert (saved["task"], saved["ending"], saved["state"]) == ("jar", "unfinished", {"beans": 4})
    assert [m["role"] for m in saved["trajectory"]] == ["user", "assistant", "tool"]
    root, *_, last = kept.spans
    assert (root.attributes or {})["error.type"] == (last.attributes or {})["error.type"] == "ScriptEnded"


def test_two_runs_of_a_task_do_not_share_a_world(kept: "Kept") -> None:
    jar = Jar()
    for _ in range(2):
        outcome = run(jar, Scripted([Say("", (("put", {"beans": 1}),)), Say("Done.")]), Agent, kept.tracer)
        assert outcome.state == {"beans": 1}


def test_a_script_may_depend_on_results(kept: "Kept") -> None:
    def second(seen: Seen) -> Say:
        with pytest.raises(LookupError, match="put was called 1 times"):
            seen.result("put", 1)
        return Say(f"It says {seen.result('put')}, after {seen.result('TodoWrite')['oldTodos']}.")

    outcome = Interleaved(Scripted([Say("", (LIST, ("put", {"beans": 7}))), second]), Jar(), kept.tracer).run(
        "Fill the jar.", Trial("jar")
    )
    assert outcome.answer == "It says 7 beans, after []."
