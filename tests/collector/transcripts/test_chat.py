"""Chats: which files hold them, which runs they hold, and what a message says. All chats are made up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.run import ModelCall, Run, UserMessage
from planscope.collector.transcripts import reader_of
from planscope.collector.transcripts.source import Source

Read = Callable[..., list[Run]]

CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Is the oak room free?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"room": "oak"}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "name": "look", "content": '{"free": false}'},
    {"role": "assistant", "content": "It is taken."},
]


def file(tmp_path: Path, content: Any, name: str = "chat.json") -> Path:
    """A file with this JSON, or with these values on lines of their own."""
    path = tmp_path / name
    lines = "\n".join(json.dumps(x) for x in content) if name.endswith("jsonl") else json.dumps(content, indent=1)
    path.write_text(lines, encoding="utf-8")
    return path


def of(run: Run) -> list[tuple[str, str, str]]:
    """Name, result and status of every call."""
    return [(c.name, c.result, c.status) for c in run.tool_calls]


@pytest.mark.parametrize(
    "content",
    [
        CHAT,
        {"messages": CHAT, "model": "m", "tools": [{"type": "function", "function": {"name": "look"}}]},
        {"traj": CHAT, "task_id": 4, "reward": 0.0},
        {"conversation": CHAT, "tools": ["look"]},
    ],
)
def test_one_run(content: Any, runs: Read, tmp_path: Path) -> None:
    (run,) = runs(file(tmp_path, content))
    assert of(run) == [("look", '{"free": false}', "ok")]
    assert (run.tool_calls[0].arguments, run.tool_calls[0].data) == ({"room": "oak"}, {"free": False})
    assert [x.place.position for x in run.steps] == ["0", "1", "2", "2", "4"]
    assert run.place.index is None
    assert run.state == "ended"
    assert run.tools is None or run.tools == frozenset({"look"})


@pytest.mark.parametrize("key", ["", "runs", "simulations", "results"])
def test_a_list_of_runs_gives_each_its_index(key: str, runs: Read, tmp_path: Path) -> None:
    listed = [
        {"_index": 70, "messages": CHAT},
        {"id": "r-2", "messages": CHAT},
        {"task_id": 5, "trial": 1, "messages": CHAT},
        {"note": "nothing"},
        {"messages": CHAT},
    ]
    found = {
        r.id: (r.place.index, r.task, r.trial)
        for r in runs(file(tmp_path, {key: listed} if key else listed), skipped=1)
    }
    assert found == {
        "chat.json#70": (70, "", ""),
        "chat.json#r-2": ("r-2", "", ""),
        "chat.json#5/1": (2, "5", "1"),
        "chat.json#4": (4, "", ""),
    }


def test_runs_with_the_same_id_stay_apart(runs: Read, tmp_path: Path) -> None:
    same = [{"id": "task-1", "messages": CHAT}] * 2 + [{"id": "task-1", "trial": n, "messages": CHAT} for n in range(2)]
    found = runs(file(tmp_path, same))
    assert len({r.id for r in found}) == 4
    assert {len(r.steps) for r in found} == {5}


def test_lines_of_runs_and_lines_of_messages(runs: Read, tmp_path: Path) -> None:
    two = runs(file(tmp_path, [{"id": "a", "messages": CHAT}, {"x": 1}, {"messages": CHAT}], "runs.jsonl"), skipped=1)
    assert [r.place.index for r in two] == [2, "a"]
    (one,) = runs(file(tmp_path, [*CHAT, {"event": "saved"}], "messages.jsonl"), skipped=1)
    assert [x.place.position for x in one.steps] == ["0", "1", "2", "2", "4"]


@pytest.mark.parametrize("ids", [(None, None), ("", ""), (None, "c9"), ("c1", None)])
def test_calls_without_ids_take_the_results_in_order(ids: tuple[Any, Any], runs: Read, tmp_path: Path) -> None:
    asked, answered = ids
    calls = [{"id": asked, "function": {"name": n, "arguments": "{}"}} for n in ("look", "book")]
    if asked:
        calls[1]["id"] = "c2"
    chat = [
        {"role": "user", "content": "Book oak."},
        {"role": "assistant", "content": "", "tool_calls": [{"id": asked and "c0", "function": {"name": "lost"}}]},
        {"role": "assistant", "content": "", "tool_calls": calls},
        {"role": "tool", "tool_call_id": answered, "content": "free"},
        {"role": "tool", "tool_call_id": answered, "content": "booked"},
    ]
    (run,) = runs(file(tmp_path, chat))
    assert of(run) == [("lost", "", "unknown"), ("look", "free", "ok"), ("book", "booked", "ok")]


def test_a_result_of_no_call_is_counted(runs: Read, tmp_path: Path) -> None:
    chat = [*CHAT, {"role": "tool", "tool_call_id": "c7", "content": "?"}]
    (run,) = runs(file(tmp_path, chat), skipped=1)
    assert of(run) == [("look", '{"free": false}', "ok")]


SPELLINGS: dict[str, list[dict[str, Any]]] = {
    "old function calls": [
        {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": '{"room": "oak"}'}},
        {"role": "function", "name": "look", "content": "Error: closed"},
    ],
    "tau2": [
        {"role": "assistant", "tool_calls": [{"id": "c1", "name": "look", "arguments": {"room": "oak"}}]},
        {"role": "tool", "id": "c1", "content": "closed", "error": True, "requestor": "assistant"},
    ],
    "tau2, several results": [
        {"role": "assistant", "tool_calls": [{"id": "c1", "name": "look", "arguments": {"room": "oak"}}]},
        {"role": "tool", "tool_messages": [{"role": "tool", "id": "c1", "content": "closed", "error": True}]},
    ],
    "content blocks": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "look", "input": {"room": "oak"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "x", "is_error": True}]},
    ],
    "items of responses": [
        {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"room": "oak"}'},
        {"type": "function_call_output", "call_id": "c1", "output": '{"error": "closed"}'},
    ],
    "parts of the AI SDK": [
        {
            "role": "assistant",
            "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "look", "input": {"room": "oak"}}],
        },
        {
            "role": "tool",
            "content": [
                {"type": "tool-result", "toolCallId": "c1", "output": {"type": "error-text", "value": "Error: x"}}
            ],
        },
    ],
    "LangChain": [
        {"type": "ai", "content": "", "tool_calls": [{"id": "c1", "name": "look", "args": {"room": "oak"}}]},
        {"type": "tool", "tool_call_id": "c1", "content": "closed", "status": "error"},
    ],
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spellings_of_calls_and_results(spelling: str, runs: Read, tmp_path: Path) -> None:
    human = {"type": "human"} if spelling == "LangChain" else {"role": "user"}
    (run,) = runs(file(tmp_path, [{**human, "content": "Is oak free?"}, *SPELLINGS[spelling]]))
    (call,) = run.tool_calls
    assert (call.name, call.arguments, call.status) == ("look", {"room": "oak"}, "error")
    assert [r.text for r in run.requests] == ["Is oak free?"]
    assert (call.place.position, call.result_place and call.result_place.position) == ("1", "2")


def test_tools_of_the_simulated_user_are_not_the_agents(runs: Read, tmp_path: Path) -> None:
    simulation = {
        "task_id": "t",
        "trial": 0,
        "termination_reason": "user_stop",
        "messages": [
            {"role": "assistant", "content": "Please restart it.", "turn_idx": 0},
            {"role": "user", "tool_calls": [{"id": "u1", "name": "restart", "arguments": {}, "requestor": "user"}]},
            {"role": "tool", "id": "u1", "content": "Error: no power", "requestor": "user", "error": True},
            {"role": "assistant", "tool_calls": [{"id": "a1", "name": "look", "arguments": {}, "requestor": "a"}]},
            {"role": "tool", "id": "a1", "content": "off", "requestor": "assistant", "error": False},
        ],
    }
    (run,) = runs(file(tmp_path, {"info": {}, "tasks": [{"id": "t"}], "simulations": [simulation]}))
    assert of(run) == [("look", "off", "ok")]
    assert run.state == "ended"


def test_content_in_parts_and_thinking_apart(runs: Read, tmp_path: Path) -> None:
    chat = [
        {"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {}}, "here"]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "An oak."}]},
        {"role": "assistant", "content": "Old.", "reasoning_content": "ho", "usage": {"prompt_tokens": 7}},
    ]
    (run,) = runs(file(tmp_path, chat))
    said = [x for x in run.steps if isinstance(x, ModelCall)]
    assert [r.text for r in run.requests] == ["Look\nhere"]
    assert [(m.text, m.thinking, m.input_tokens) for m in said] == [("An oak.", "hm", None), ("Old.", "ho", 7)]


def test_the_order_of_the_list_counts_whatever_the_times_say(runs: Read, tmp_path: Path) -> None:
    times = [None, "2026-03-02T09:00:05Z", None, "2026-03-02T09:00:01Z", 1772442060]
    chat = [{"role": "user", "content": str(n), "timestamp": t} for n, t in enumerate(times)]
    chat.append({"role": "assistant", "content": "5"})
    (run,) = runs(file(tmp_path, chat))
    assert [x.text for x in run.steps if isinstance(x, UserMessage | ModelCall)] == list("012345")


def test_cut_results_are_known_as_such(runs: Read, tmp_path: Path) -> None:
    chat = [{**m, "content": "oak, elm, ... [900 chars truncated]"} if m["role"] == "tool" else m for m in CHAT]
    (run,) = runs(file(tmp_path, chat))
    assert [c.content for c in run.tool_calls] == ["truncated"]


def test_todo_tools_in_chats(runs: Read, tmp_path: Path) -> None:
    def write(items: Any) -> list[dict[str, Any]]:
        call = {"id": "c", "function": {"name": "write_todos", "arguments": json.dumps({"todos": items})}}
        return [
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": "Updated todo list"},
        ]

    first = [{"content": "Ask for the date", "status": "pending"}, {"content": "Book", "status": "pending"}]
    second = [{"content": "Ask for the exact date", "status": "completed"}, {"content": "Book", "status": "pending"}]
    (run,) = runs(file(tmp_path, [{"role": "user", "content": "Book oak"}, *write(first), *write(second)]))
    one, two = (u.version for u in run.plan_updates)
    assert [i.key for i in one.items] == [i.key for i in two.items]
    assert [i.status for i in two.items] == ["completed", "pending"]


@pytest.mark.parametrize(
    "content",
    [
        {"trajectory": [{"action": "ls", "observation": "x"}], "history": CHAT},
        {"history": [{"id": 1, "source": "agent", "action": "read", "args": {}}]},
        {"trace": {"id": "t"}, "observations": [{"input": CHAT}]},
        [{"role": "user", "content": "x"}, {"kind": "event"}, {"kind": "event"}],
        [{"messages": CHAT}, {"row": 1}, {"row": 2}],
        {"messages": [{"type": "user", "content": "x"}, {"type": "gemini", "content": "y"}]},
        {"messages": [{"role": "system", "content": "only standing text"}]},
        {"samples": [{"messages": CHAT}], "eval": {}},
    ],
)
def test_other_formats_are_not_half_read(content: Any, tmp_path: Path) -> None:
    path = file(tmp_path, content)
    reader = reader_of(Source(path, path.name))
    assert reader is None or reader.NAME != "chat"


@pytest.mark.parametrize(
    ("status", "state"),
    [("Submitted", "ended"), ("", "ended"), ("LimitsExceeded", "cut_off"), ("RuntimeError", "cut_off")],
)
def test_a_mini_swe_agent_hands_in(runs: Read, tmp_path: Path, status: str, state: str) -> None:
    messages = [
        {"role": "system", "content": "You use a shell."},
        {"role": "user", "content": "Count the beds"},
        {"role": "assistant", "content": "I list them.\n\n```mswea_bash_command\nls beds\n```"},
        {"role": "user", "content": "<returncode>0</returncode>\n<output>\nnorth\n</output>"},
        {"role": "assistant", "content": "One.\n\n```mswea_bash_command\necho done && git diff\n```"},
        {"role": "user", "content": "diff --git a/x b/x"},
    ]
    (run,) = runs(file(tmp_path, {"info": {"exit_status": status}, "messages": messages}))
    assert [x.text for x in run.requests] == ["Count the beds"]
    assert [c.result for c in run.tool_calls][1] == "diff --git a/x b/x"
    assert run.state == state


@pytest.mark.parametrize(
    ("content", "thought", "said"),
    [
        ("<think>Two?</think>\n\nTwo.", "Two?", "Two."),
        ("Two?\n</think>Two.", "Two?", "Two."),
        ("Two. <think>is a tag</think>", "", "Two. <think>is a tag</think>"),
        ("Two.", "", "Two."),
    ],
)
def test_thoughts_before_an_answer(runs: Read, tmp_path: Path, content: str, thought: str, said: str) -> None:
    messages = [{"role": "user", "content": "Count"}, {"role": "assistant", "content": content}]
    (run,) = runs(file(tmp_path, {"messages": messages}))
    (answer,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (answer.thinking, answer.text) == (thought, said)


@pytest.mark.parametrize("wrapped", ["constructor", "data", "plain"])
def test_messages_of_langchain(runs: Read, tmp_path: Path, wrapped: str) -> None:
    call = {"name": "count", "args": {"of": "beds"}, "id": "c1", "type": "tool_call"}
    messages: list[dict[str, Any]] = [
        {"type": "human", "content": "How many beds?"},
        {"type": "ai", "content": "", "tool_calls": [call]},
        {"type": "tool", "content": "no such thing", "tool_call_id": "c1", "status": "error"},
        {"type": "ai", "content": "None."},
    ]
    if wrapped == "constructor":
        names = {"human": "HumanMessage", "ai": "AIMessageChunk", "tool": "ToolMessage"}
        messages = [
            {"lc": 1, "type": "constructor", "id": ["langchain", "schema", names[m["type"]]], "kwargs": m}
            for m in messages
        ]
    elif wrapped == "data":
        messages = [{"type": m["type"], "data": m} for m in messages]
    (run,) = runs(file(tmp_path, {"messages": messages}))
    assert [x.text for x in run.requests] == ["How many beds?"]
    assert [(c.name, c.arguments, c.status) for c in run.tool_calls] == [("count", {"of": "beds"}, "error")]
    assert [x.text for x in run.answers] == ["None."]


@pytest.mark.parametrize("words", [("role", "text", "human", "ai"), ("from", "value", "human", "gpt")])
def test_messages_in_other_words(runs: Read, tmp_path: Path, words: tuple[str, str, str, str]) -> None:
    who, what, user, agent = words
    messages = [{who: user, what: "How many beds?"}, {who: agent, what: "None."}]
    (run,) = runs(file(tmp_path, {"conversations": messages}))
    assert [x.text for x in run.requests] == ["How many beds?"]
    assert [x.text for x in run.answers] == ["None."]
