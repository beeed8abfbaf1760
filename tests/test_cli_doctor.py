"""`planscope doctor`: what it says of what was and was not understood."""

import json
from pathlib import Path
from typing import Any

import pytest

from planscope.cli import run
from planscope.collector import semconv as s


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def otlp(*spans: dict[str, Any], scope: str = "some.agent") -> str:
    made = [
        {
            "traceId": "a" * 32,
            "spanId": f"{n + 1:016x}",
            "name": x.pop("name", "work"),
            "startTimeUnixNano": str(10**18 + n),
            "endTimeUnixNano": str(10**18 + n + 1),
            "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in x.items()],
        }
        for n, x in enumerate(spans)
    ]
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"scope": {"name": scope}, "spans": made}]}]})


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["doctor", *arguments]) == code
    out, err = capsys.readouterr()
    return out + err


def test_names_that_nothing_reads_are_counted_and_plain_spans_kept(capsys: pytest.CaptureFixture[str]) -> None:
    tool = {s.OPERATION: s.OP_TOOL, s.TOOL_NAME: "find", s.TOOL_ARGUMENTS: "{}", s.TOOL_RESULT: "ok"}
    first = {**tool, "acme.mood": "good", "acme.list.0.x": "1", "acme.list.1.x": "2", "http.method": "GET"}
    Path("t.json").write_text(otlp(first, {**tool, "acme.mood": "bad"}, {"name": "GET /"}))
    told = said(capsys, "t.json")
    assert "otlp: 1 file, 1 record" in told
    assert "spans: 3 (genai 2)" in told
    assert "in no dialect, kept as nodes of the tree: some.agent 1" in told
    assert "attributes that nothing reads: acme.mood 2, acme.list.N.x 2\n" in told
    assert "tool calls 2" in told
    assert "no plan:" in told
    assert "next: planscope check t.json" in told


def test_content_that_was_not_captured_and_the_switch_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    call = {s.OPERATION: s.OP_TOOL, s.TOOL_NAME: "find"}
    Path("t.json").write_text(otlp(call, call, {**call, s.TOOL_ARGUMENTS: '{"a": 1}', s.TOOL_RESULT: "ok"}))
    told = said(capsys, "t.json")
    assert "not captured: what a tool was given, 2 of 3 (genai)" in told
    assert "not captured: what a tool gave back, 2 of 3 (genai)" in told
    assert "CAPTURE_MESSAGE_CONTENT" in told


def test_tools_that_look_like_plans_and_are_not_read_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {"todos": [{"content": "a", "status": "pending"}, {"content": "b", "status": "pending"}]}
    chat: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for n, (name, arguments) in enumerate([("write_todos", listed), ("sync_todo_board", {"board": 7})]):
        call = {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        chat.append({"role": "assistant", "content": "", "tool_calls": [call]})
        chat.append({"role": "tool", "tool_call_id": f"c{n}", "content": "ok"})
    Path("c.json").write_text(json.dumps(chat))
    told = said(capsys, "c.json")
    assert "plans came from: write_todos 1" in told
    assert "whose calls were not read as one: sync_todo_board 1" in told


def test_a_store_is_looked_into_and_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.json").write_text(
        json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello."}])
    )
    run(["import", "c.json", "--store", "st"])
    capsys.readouterr()
    before = sorted(str(x) for x in Path("st").rglob("*"))
    for arguments in (["st"], ["--store", "st"]):
        told = said(capsys, *arguments)
        assert "store st" in told
        assert "runs: 1 (" in told
        assert "user messages 1" in told
    assert sorted(str(x) for x in Path("st").rglob("*")) == before


def test_files_that_are_no_traces_are_named_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    Path("x").mkdir()
    Path("x/a.txt").write_text("just words")
    Path("x/b.json").write_text('{"what": 1}')
    told = said(capsys, "x", "--verbose", code=2)
    assert "not read: 2 files: unknown format" in told
    assert "x/b.json: unknown format (JSON with the keys 'what')" in told
    assert "nothing was understood" in told


def test_no_store_and_no_path_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == 2
    assert ".planscope: there is no store here" in capsys.readouterr().err
