"""Codex sessions: what becomes of items and events. The session is made up; its form is that of Codex CLI 0.128-0.160
and, for code mode, of the models that only write programs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.run import Compaction, Interruption, ModelCall, PlanUpdate, Run, ToolCall, UserMessage
from planscope.collector.transcripts import keys_of, reader_of
from planscope.collector.transcripts.source import Source

FILE = Path(__file__).parent / "files" / "codex.jsonl"
Read = Callable[..., list[Run]]
META = {"type": "session_meta", "payload": {"id": "s1", "timestamp": "2026-05-04T09:00:00Z"}}


def item(**payload: Any) -> dict[str, Any]:
    """A line with an item of the model or for it."""
    return {"type": "response_item", "payload": payload}


def said(role: str, text: str) -> dict[str, Any]:
    """A message."""
    kind = "output_text" if role == "assistant" else "input_text"
    return item(type="message", role=role, content=[{"type": kind, "text": text}])


def called(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    """A call of a function."""
    return item(type="function_call", name=name, arguments=json.dumps(arguments), call_id=call_id)


def gave(call_id: str, output: Any) -> dict[str, Any]:
    """What came of it."""
    return item(type="function_call_output", call_id=call_id, output=output)


def program(call_id: str, code: str, *texts: str, head: str = "Script completed") -> list[dict[str, Any]]:
    """A program in code mode, and what it printed."""
    header = f"{head}\nWall time 0.3 seconds\nOutput:\n"
    pieces = [{"type": "input_text", "text": t} for t in (header, *texts)]
    return [
        item(type="custom_tool_call", call_id=call_id, name="exec", input=code),
        item(type="custom_tool_call_output", call_id=call_id, output=pieces),
    ]


def write(path: Path, *lines: Any) -> Path:
    """A file of these lines."""
    path.write_text("".join(json.dumps(x) + "\n" for x in lines), encoding="utf-8")
    return path


@pytest.fixture
def read(runs: Read, tmp_path: Path) -> Callable[..., Run]:
    """The one run that lines make."""

    def run(*lines: Any, skipped: int = 0) -> Run:
        (found,) = runs(write(tmp_path / "r.jsonl", *lines), skipped=skipped)
        return found

    return run


def test_a_session(runs: Read) -> None:
    (run,) = runs(FILE)
    assert (run.id, run.format, run.state) == ("s-garden", "codex", "ended")
    asked = [(x.text[:8], x.system, x.place.position) for x in run.steps if isinstance(x, UserMessage)]
    assert asked == [("<environ"[:8], True, "1"), ("Count th", False, "3")]
    first = next(x for x in run.steps if isinstance(x, ModelCall))
    assert (first.text, first.thinking, first.calls, first.model) == ("I will make a list.", "**Looking**", 1, "m-1")
    assert (first.input_tokens, first.output_tokens, first.cache_read_tokens) == (100, 7, 40)
    assert [p.place.position for p in first.parts] == ["6"]
    (plan,) = run.plan_updates
    assert [(i.text, i.status) for i in plan.version.items] == [
        ("Count the beds", "in_progress"),
        ("Mend the test", "pending"),
    ]
    assert [(c.name, c.status, c.data) for c in run.tool_calls] == [
        ("exec_command", "ok", {"exit_code": 0}),
        ("shell", "error", {"exit_code": 1}),
        ("apply_patch", "error", None),
        ("exec_command", "ok", {"exit_code": 1}),  # found nothing, which is an answer
        ("exec_command", "rejected", None),
        ("web_search", "unknown", None),
    ]
    ls = run.tool_calls[0]
    assert (ls.result, ls.place.position, ls.result_place and ls.result_place.position) == (
        "north\nsouth\n",
        "10",
        "12",
    )
    assert [x.text for x in run.answers] == ["Two beds; the test still fails."]  # the event that repeats it is none


def test_the_answer_to_a_call_with_parallel_ones_is_one_message(runs: Read) -> None:
    (run,) = runs(FILE)
    assert [x.calls for x in run.steps if isinstance(x, ModelCall)] == [1, 2, 1, 1, 1, 1, 0]


def test_messages_that_stand_as_events_only_count(read: Callable[..., Run]) -> None:
    event = {"type": "event_msg", "payload": {"type": "user_message", "message": "Prune the roses"}}
    reply = {"type": "event_msg", "payload": {"type": "agent_message", "message": "They are pruned."}}
    run = read(META, event, called("c1", "exec_command", {"cmd": "prune"}), gave("c1", "done"), reply)
    assert [x.text for x in run.requests] == ["Prune the roses"]
    assert [x.text for x in run.answers] == ["They are pruned."]


@pytest.mark.parametrize(
    ("text", "system", "kept"),
    [
        ("# AGENTS.md instructions for /garden\n\nUse spaces", True, None),
        ("<user_shell_command>\nls\n</user_shell_command>", True, None),
        ("<b>Make</b> this bold", False, None),
        (
            "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nWater it",
            False,
            "Water it",
        ),
    ],
)
def test_what_the_program_says_in_the_users_name(
    read: Callable[..., Run], text: str, system: bool, kept: str | None
) -> None:
    run = read(META, said("user", text), said("assistant", "Yes."))
    (asked,) = (x for x in run.steps if isinstance(x, UserMessage))
    assert (asked.system, asked.text) == (system, kept or text)


def test_the_first_form_without_an_envelope(read: Callable[..., Run]) -> None:
    head: dict[str, Any] = {"id": "old", "timestamp": "2025-05-01T10:00:00Z", "instructions": None, "git": {}}
    items = [
        x["payload"] for x in (said("user", "Water it"), called("c", "shell", {"command": ["ls"]}), gave("c", "a"))
    ]
    run = read(head, {"record_type": "state"}, *items, said("assistant", "Done.")["payload"])
    assert (run.id, run.state, [c.result for c in run.tool_calls]) == ("old", "ended", ["a"])


def test_interrupted_compacted_and_cut_off(read: Callable[..., Run], runs: Read, tmp_path: Path) -> None:
    stop = {"type": "event_msg", "payload": {"type": "turn_aborted", "reason": "interrupted"}}
    short = {"type": "compacted", "payload": {"message": "So far: beds counted"}}
    run = read(META, said("user", "Water it"), said("assistant", "I begin."), stop, short, said("user", "Go on"))
    assert [type(x) for x in run.steps[2:4]] == [Interruption, Compaction]
    path = write(tmp_path / "cut.jsonl", META, said("user", "Water it"), said("assistant", "Done."))
    path.write_bytes(path.read_bytes() + b'{"type": "response_item", "payl')
    (run,) = runs(path, skipped=1)
    assert run.state == "cut_off"


def test_history_repeated_in_the_file_counts_once(read: Callable[..., Run]) -> None:
    history = [
        said("user", "Count"), said("assistant", "Two."), said("user", "Again"),
        called("c1", "exec_command", {"cmd": "ls"}), gave("c1", "two"), said("assistant", "Two again."),
    ]  # fmt: skip
    run = read(META, *history, META, *history, said("user", "And now?"), said("assistant", "Two."))
    assert [x.text for x in run.requests] == ["Count", "Again", "And now?"]
    assert len(run.tool_calls) == 1
    assert [x.text for x in run.answers] == ["Two.", "Two again.", "Two."]


def test_a_forked_session_that_holds_all_of_the_first(runs: Read, tmp_path: Path) -> None:
    history = [
        said("user", "Count"),
        called("c1", "exec_command", {"cmd": "ls"}),
        gave("c1", "x"),
        said("assistant", "1"),
    ]
    fork = {
        "type": "session_meta",
        "payload": {"id": "s2", "timestamp": "2026-05-04T10:00:00Z", "forked_from_id": "s1"},
    }
    one = write(tmp_path / "one.jsonl", META, *history)
    two = write(tmp_path / "two.jsonl", fork, META, *history, said("user", "And?"), said("assistant", "2"))
    (run,) = runs(one, two)
    assert (run.id, [x.text for x in run.answers]) == ("s2", ["1", "2"])
    assert _keys(one) & _keys(two)


def _keys(path: Path) -> set[str]:
    source = Source(path, path.name)
    reader = reader_of(source)
    assert reader is not None
    return keys_of(reader, source)


def test_a_sub_agent_begins_after_the_history_of_its_parent(runs: Read, tmp_path: Path) -> None:
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": "s1", "depth": 1}}}
    meta = {"id": "s2", "timestamp": "2026-05-04T10:00:00Z", "source": spawn, "subagent_history_start_ordinal": 3}
    lines = [
        {"type": "session_meta", "ordinal": 0, "payload": meta},
        {**said("user", "Count"), "ordinal": 1},
        {**said("assistant", "Two."), "ordinal": 2},
        {**said("user", "Only the roses"), "ordinal": 3},
        {**said("assistant", "One."), "ordinal": 4},
    ]
    (run,) = runs(write(tmp_path / "sub.jsonl", *lines))
    assert (run.parent_id, [x.text for x in run.requests]) == ("s1", ["Only the roses"])


# --- code mode -----------------------------------------------------------------------------------------------------


def test_a_program_with_one_call_is_that_call(read: Callable[..., Run]) -> None:
    code = 'const r = await tools.exec_command({cmd: "git status"});\ntext(JSON.stringify(r));'
    run = read(META, said("user", "?"), *program("x", code, '{"exit_code":2,"output":"no repository"}'))
    (call,) = run.tool_calls
    assert (call.name, call.arguments, call.status) == ("exec_command", {"cmd": "git status"}, "error")
    assert (call.result, call.data) == ("no repository", {"exit_code": 2})


def test_a_program_with_several_calls_keeps_what_it_printed(read: Callable[..., Run]) -> None:
    code = 'const a = await tools.exec_command({cmd: "ls"}); await tools.view_image({path: a.x});'
    run = read(META, *program("x", code, "north", "south"))
    assert [(c.name, c.content, c.result) for c in run.tool_calls] == [
        ("exec", "present", "north\nsouth"),
        ("exec_command", "not_captured", ""),
        ("view_image", "not_captured", ""),
    ]
    assert run.tool_calls[0].arguments == {"source": code}


def test_a_script_that_failed_is_a_failed_call(read: Callable[..., Run]) -> None:
    code = 'await tools.exec_command({cmd: "ls"});'
    run = read(META, *program("x", code, "Script error:\nx is not defined", head="Script failed"))
    assert [c.status for c in run.tool_calls] == ["error"]


PLAN = 'await tools.update_plan({plan: [{step: "Dig", status: "%s"}, {step: "Sow", status: "pending"}]});'


def test_a_list_that_a_program_sends_once_counts(read: Callable[..., Run]) -> None:
    both = PLAN % "completed" + ' await tools.exec_command({cmd: "dig"});'
    run = read(META, *program("x", PLAN % "in_progress", "{}"), *program("y", both, "dug"))
    assert [[i.status for i in u.version.items] for u in run.plan_updates] == [
        ["in_progress", "pending"],
        ["completed", "pending"],
    ]
    assert [c.name for c in run.tool_calls] == ["exec_command"]


@pytest.mark.parametrize(
    "code",
    [
        "for (const s of states) await tools.update_plan({plan: make(s)});",
        PLAN % "completed" + PLAN % "completed",
        'const t = tools["update_plan"]; await t(x);',
    ],
)
def test_a_list_that_a_program_computes_leaves_the_items_unknown(read: Callable[..., Run], code: str) -> None:
    run = read(META, *program("x", PLAN % "in_progress", "{}"), *program("y", code, "{}"))
    last = [x for x in run.steps if isinstance(x, PlanUpdate)][-1]
    assert [i.status for i in last.version.items] == ["unknown", "unknown"]
    assert not any(isinstance(x, ToolCall) and x.name == "update_plan" for x in run.steps)


def test_a_result_without_its_call_is_counted(read: Callable[..., Run]) -> None:
    run = read(META, said("user", "Count"), gave("nowhere", "2"), said("assistant", "Two."), skipped=1)
    assert run.state == "ended"
