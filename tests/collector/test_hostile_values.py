"""Whatever stands in a record, reading and interpretation bear it: any value may be of any type."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planscope.analyzers.check import read_job
from planscope.analyzers.files import find_files, jobs_of
from planscope.collector import semconv
from planscope.collector.interpret import runs_of
from planscope.collector.span import Place, Span

ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.sampled_from(["", "x", "\ud800", "[", '{"todos": 3}', "user", "1e999", "#1"]),
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["type", "text", "id"]), inner),
    max_leaves=4,
)

TODO = {"type": "tool_use", "id": "t1", "name": "TodoWrite", "input": {"todos": [{"content": "dig", "status": "done"}]}}
MAKE = {"type": "tool_use", "id": "t2", "name": "TaskCreate", "input": {"subject": "dig"}}
PLAN = {"type": "tool_use", "id": "t3", "name": "ExitPlanMode", "input": {"plan": "1. dig\n2. plant"}}
ABOUT = {"uuid": "u", "parentUuid": "p", "sessionId": "s", "timestamp": "2026-03-02T09:00:00Z", "isSidechain": False}
USAGE = {"input_tokens": 3, "output_tokens": 4}
SESSION: list[dict[str, Any]] = [
    {**ABOUT, "uuid": "u0", "type": "user", "message": {"role": "user", "content": "Mend the gate"}},
    {
        **ABOUT,
        "type": "assistant",
        "message": {"id": "m", "role": "assistant", "model": "m", "content": [TODO, MAKE, PLAN], "usage": USAGE},
    },
    {
        **ABOUT,
        "type": "user",
        "toolUseResult": {"task": {"id": "1", "subject": "dig"}, "plan": "1. dig"},
        "message": {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": "#1"}]}],
        },
    },
    {**ABOUT, "type": "attachment", "attachment": {"type": "queued_command", "prompt": "x", "commandMode": "prompt"}},
    {**ABOUT, "type": "system", "subtype": "init", "tools": ["Bash"]},
    {**ABOUT, "uuid": "u9", "type": "user", "message": {"role": "user", "content": "Thanks"}},
]
CHAT: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "text": "Book oak"}], "timestamp": 1772442060},
    {
        "role": "assistant",
        "content": "Yes.",
        "reasoning": "hm",
        "usage": USAGE,
        "tool_calls": [{"id": "c", "function": {"name": "write_todos", "arguments": '{"todos": []}'}}],
    },
    {"role": "tool", "tool_call_id": "c", "name": "write_todos", "content": '{"error": null, "success": false}'},
    {"role": "assistant", "function_call": {"name": "task_tracker", "arguments": {"task_list": [{"title": "dig"}]}}},
    {"role": "tool", "tool_messages": [{"role": "tool", "id": "c", "content": {"status": "error"}}]},
    {"role": "user", "content": "Thanks"},
]
CHATS: list[dict[str, Any]] = [
    {"id": 1, "task_id": 2, "trial": 0, "model": "m", "tools": [{"function": {"name": "x"}}], "messages": CHAT},
    {"_index": "two", "termination_reason": "user_stop", "messages": CHAT},
]


def paths(x: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to every value inside."""
    inside = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ()
    return [p for k, v in inside for p in ((*path, k), *paths(v, (*path, k)))]


def changed(x: Any, path: Sequence[Any], value: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return value
    here, rest = path[0], path[1:]
    if isinstance(x, dict):
        return {**x, here: changed(x[here], rest, value)} if here in x else x
    if isinstance(x, list) and isinstance(here, int) and here < len(x):
        return [changed(v, rest, value) if n == here else v for n, v in enumerate(x)]
    return x


def bear(text: str) -> None:
    """Reads and interprets a file with this text; nothing may raise and no reader may give up."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.jsonl"
        path.write_text(text, encoding="utf-8")
        for job in jobs_of(find_files([path])):
            spans, facts = read_job(job)
            runs = runs_of(spans)
            assert [f.problem for f in facts if "cannot be read" in f.problem] == []
            assert all(isinstance(repr(r), str) for r in runs)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes=st.lists(st.tuples(st.sampled_from(paths(SESSION)), ODD), min_size=1, max_size=4))
def test_sessions(changes: Sequence[tuple[Any, Any]]) -> None:
    lines: Any = SESSION
    for path, value in changes:
        lines = changed(lines, path, value)
    bear("\n".join(map(json.dumps, lines)))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes=st.lists(st.tuples(st.sampled_from(paths(CHATS)), ODD), min_size=1, max_size=4), lines=st.booleans())
def test_chats(changes: Sequence[tuple[Any, Any]], lines: bool) -> None:
    runs: Any = CHATS
    for path, value in changes:
        runs = changed(runs, path, value)
    bear("\n".join(map(json.dumps, runs)) if lines else json.dumps(runs, indent=1))


STEPS = [v for k, v in vars(semconv).items() if k.startswith("STEP_")]
NAMES = [v for k, v in vars(semconv).items() if isinstance(v, str) and v.startswith(("planscope.", "gen_ai."))]


@settings(max_examples=150, deadline=None)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(STEPS), st.dictionaries(st.sampled_from(NAMES), ODD), st.integers(0, 2)), max_size=5
    )
)
def test_spans_of_our_own_dialect_from_anyone(steps: Sequence[tuple[str, dict[str, Any], int]]) -> None:
    spans = [
        Span("t" * 32, f"{same:016x}", None, "x", n, n, Place("", str(n)), {**attributes, semconv.STEP: step})
        for n, (step, attributes, same) in enumerate(steps)
    ]
    assert all(isinstance(repr(r), str) for r in runs_of(spans))
