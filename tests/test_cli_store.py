"""Commands over a store, as a user meets them: import, sql, store info, store compact, check without a path."""

import json
from pathlib import Path
from typing import Any

import pytest

from planscope.cli import run

MINE = '''
from planscope.analyzers.detector import Finding, NotApplicable, at, detector

@detector("discipline")
def many_calls(run, *, limit: int = 2):
    """More calls than allowed."""
    if not run.tool_calls:
        yield NotApplicable("no calls")
    elif len(run.tool_calls) > limit:
        call = run.tool_calls[-1]
        yield Finding(f"{len(run.tool_calls)} calls, more than {limit}", (at(call, call.result),), "error", "too-many")
'''


def chat(calls: int, result: str = "fine") -> dict[str, Any]:
    """A chat with so many tool calls."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Water the plants"}]
    for n in range(calls):
        asked = {"id": f"c{n}", "function": {"name": "water", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": "", "tool_calls": [asked]})
        messages.append({"role": "tool", "tool_call_id": f"c{n}", "content": result})
    return {"messages": [*messages, {"role": "assistant", "content": "They are watered."}]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a detector of one's own, a transcript that it finds something in, and a clean one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "bad.json").write_text(json.dumps(chat(3)))
    (tmp_path / "runs" / "good.json").write_text(json.dumps(chat(2)))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "mistake in planscope" not in err
    return out, err


# --- import --------------------------------------------------------------------------------------------------------


def test_import_tells_what_was_new_and_what_to_do_next(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "runs" / "notes.md").write_text("# Notes")
    (folder / "runs" / "lines.jsonl").write_text(f"{json.dumps(chat(1))}\n{{broken\n{json.dumps(chat(1))}\n")
    assert run(["import", "runs"]) == 0
    out, err = said(capsys)
    assert out.splitlines()[0] == "3 files read: 4 traces of 22 spans, 22 new"
    assert "1 file passed over: 1 unknown format (--verbose names them)" in out
    assert "1 record skipped: 1 no valid JSON (--verbose names them)" in out
    assert out.splitlines()[-1] == "next: planscope check"
    assert "notes.md" not in out
    assert err == ""
    assert run(["import", "runs", "-v"]) == 0, "again"
    out, _ = said(capsys)
    assert out.splitlines()[0] == "3 files read: 4 traces of 22 spans, 0 new, 22 already there"
    assert "runs/notes.md: unknown format (no JSON: begins with '# Notes')" in out
    assert "runs/lines.jsonl:1: no valid JSON" in out


def test_import_of_what_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes.md").write_text("# Notes")
    for arguments, words in (
        (["runs", "gone.json"], "gone.json: no such file or folder"),
        (["runs", "notes.md"], "notes.md: unknown format"),
        (["notes.md"], "nothing was imported"),
        (["gone.json"], "nothing was imported"),
    ):
        assert run(["import", *arguments, "--store", "a store"]) == 2
        out, err = said(capsys)
        assert words in err
        assert ("next: planscope check --store 'a store'" in out) == ("runs" in arguments)
    assert run(["import"]) == 3


def test_a_store_is_not_imported_into_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.py").unlink()
    for _ in range(2):
        assert run(["import", ".", "--store", "kept"]) == 0
        out, _ = said(capsys)
        assert "passed over" not in out


def test_import_where_no_store_can_be_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text("x")
    assert run(["import", "runs", "--store", "file/below"]) == 2
    assert "no store can be made here" in said(capsys)[1]
