"""The command line as a user meets it: what is said, where, and with which exit code."""

import gzip
import json
import os
import subprocess
import sys
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
        message = f"{len(run.tool_calls)} calls, more than {limit}"
        yield Finding(message, (at(call, call.result),), "SEVERITY", "too-many")
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
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "mine.py").write_text(MINE.replace("SEVERITY", "error"))
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "bad.json").write_text(json.dumps(chat(3)))
    (tmp_path / "runs" / "good.json").write_text(json.dumps(chat(2)))
    return tmp_path


def check(*arguments: str) -> int:
    return run(["check", "--detectors", "mine.py", "--kind", "many-calls", *arguments])


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "planscope", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env)


# --- what a check answers ------------------------------------------------------------------------------------------


def test_report_names_run_detector_values_and_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("runs") == 1
    out, err = capsys.readouterr()
    assert "runs/bad.json (chat" in out
    assert "error  many-calls.too-many  discipline" in out
    assert "3 calls, more than 2" in out
    assert "at 6  “fine”" in out or "at 5  “fine”" in out
    assert out.splitlines()[-1] == "1 finding (1 error) in 1 of 2 runs; 2 files read"
    assert err == ""
    assert "good.json" not in out


@pytest.mark.parametrize(
    ("severity", "threshold", "code"),
    [
        ("error", "error", 1),
        ("error", "never", 0),
        ("warning", "error", 0),
        ("warning", "warning", 1),
        ("info", "warning", 0),
        ("info", "info", 1),
    ],
)
def test_threshold(folder: Path, severity: str, threshold: str, code: int) -> None:
    (folder / "mine.py").write_text(MINE.replace("SEVERITY", severity))
    assert check("runs", "--fail-on", threshold) == code


def test_json_lines_hold_the_promised_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("runs", "--format", "jsonl", "--root", "runs") == 1
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    promised = {k: found[k] for k in ("file", "index", "kind", "rule", "severity", "steps")}
    assert promised == {
        "file": "bad.json",
        "index": None,
        "kind": "discipline",
        "rule": "many-calls",
        "severity": "error",
        "steps": ["5"],
    }


def test_json_is_one_document_with_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "runs" / "notes.md").write_text("# Notes")
    assert check("runs", "--format", "json") == 1
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert [f["message"] for f in document["findings"]] == ["3 calls, more than 2"]
    assert [c["outcome"] for c in document["checks"]] == ["found", "clean"]
    assert [r["tool_calls"] for r in document["runs"]] == [3, 2]
    assert [(f["name"], f["foreign"]) for f in document["files"]][2] == ("runs/notes.md", True)
    assert document["counts"]["severities"] == {"error": 1, "warning": 0, "info": 0}
    assert document["interrupted"] is False
    assert "1 file" in err


def test_verbose_tells_what_was_clean_and_why_not_looked_at(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "runs" / "idle.json").write_text(json.dumps(chat(0)))
    check("runs")
    brief = capsys.readouterr().out
    assert "not applicable: many-calls 1" in brief
    assert "no calls" not in brief
    check("runs", "--verbose")
    full = capsys.readouterr().out
    assert "not applicable: many-calls (no calls)" in full
    assert "clean: many-calls" in full


def test_the_gravest_run_comes_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = MINE.replace('"SEVERITY"', '"error" if len(run.tool_calls) > 3 else "info"')
    (folder / "mine.py").write_text(mine)
    (folder / "runs" / "worse.json").write_text(json.dumps(chat(4)))
    check("runs")
    out = capsys.readouterr().out
    assert out.index("worse.json") < out.index("bad.json")


# --- bad input -----------------------------------------------------------------------------------------------------

LINE = json.dumps({"messages": chat(3)["messages"]})

BAD = {
    "missing": (None, 2, "no such file or folder"),
    "empty": (b"", 2, "empty file"),
    "white space": (b"\n \n", 2, "nothing but white space"),
    "prose": (b"Dear all,\nhow are you?\n", 2, "unknown format (no JSON: begins with 'Dear all,')"),
    "binary": (bytes(range(256)) * 9, 2, "unknown format"),
    "other JSON": (b'{"colour": "red"}', 2, "unknown format (JSON with the keys 'colour')"),
    "cut in the first line": (LINE[:200].encode(), 2, "unknown format (no complete JSON value)"),
    "no messages": (b'{"messages": []}', 2, "unknown format"),
    "deep": (b"[" * 100_000, 2, "unknown format"),
    "a number too long": (b"[" + b"9" * 10_000 + b"]", 2, "unknown format"),
    "no gzip after all": (b"\x1f\x8bnonsense", 2, ""),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_file_alone(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, code, words = BAD[name]
    if content is not None:
        (folder / "x.json").write_bytes(content)
    assert check("x.json") == code
    out, err = capsys.readouterr()
    assert f"planscope: x.json: {words}" in err
    assert "nothing was checked" in err
    assert "Traceback" not in out + err


@pytest.mark.parametrize("name", BAD)
def test_bad_file_among_good_ones(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, _, words = BAD[name]
    if content is not None:
        (folder / "x.json").write_bytes(content)
    assert check("x.json", "runs/good.json") == 2, "what was asked for by name could not be checked"
    assert words in capsys.readouterr().err
    assert check("x.json", "runs/bad.json") == 1, "findings go before what could not be read"
    assert "3 calls" in capsys.readouterr().out


def test_foreign_files_in_a_folder_are_no_trouble(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "runs" / "good.md").write_text("# Read me")
    (folder / "runs" / "empty.json").touch()
    (folder / "runs" / "bad.json").unlink()
    assert check("runs") == 0
    out, err = capsys.readouterr()
    assert "1 passed over (unknown format): runs/good.md" in " ".join(out.split())
    assert "1 passed over (empty file): runs/empty.json" in " ".join(out.split())
    assert err == ""


def test_folder_without_transcripts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "void").mkdir()
    assert check("void") == 2
    assert "nothing was checked" in capsys.readouterr().err


def test_skipped_records_are_told_and_change_no_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "lines.jsonl").write_text(f"{json.dumps(chat(1))}\n{{broken\n{json.dumps(chat(1))}\n{LINE[:90]}")
    assert check("lines.jsonl") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "2 records skipped: 1 no valid JSON, 1 incomplete last line" in out
    assert check("lines.jsonl", "--verbose") == 0
    assert "lines.jsonl:1: skipped, no valid JSON" in capsys.readouterr().out


def test_gzip_is_read_and_keeps_its_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "x.json.gz").write_bytes(gzip.compress(json.dumps(chat(3)).encode()))
    assert check("x.json.gz", "--format", "jsonl") == 1
    assert json.loads(capsys.readouterr().out)["file"] == "x.json.gz"


def test_the_same_file_given_twice_is_read_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("runs", "runs/bad.json", "./runs") == 1
    assert "1 finding" in capsys.readouterr().out


def test_name_of_a_file_outside_the_root_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "elsewhere").mkdir()
    assert check("runs/bad.json", "--root", "elsewhere", "--format", "jsonl") == 1
    assert json.loads(capsys.readouterr().out)["file"] == "runs/bad.json"


def test_file_that_is_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe")
    assert check("pipe") == 2
    assert "pipe: neither a file nor a folder" in capsys.readouterr().err


def test_hostile_text_reaches_no_terminal(folder: Path) -> None:
    text = "\x1b[2J\x1b]0;x\x07 \u202egpj.exe \x9b31m \ud800 done"
    (folder / "runs" / "bad\x1b[1m.json").write_text(json.dumps(chat(3, text)))
    done = process("check", "--detectors", "mine.py", "--kind", "many-calls", "runs")
    assert done.returncode == 1, done.stderr
    assert not [c for c in done.stdout + done.stderr if not (c.isprintable() or c == "\n")]
    assert r"\x1b[2J\x1b]0;x\x07 \u202egpj.exe \x9b31m" in done.stdout


def test_hostile_text_in_json_is_escaped_and_comes_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\x1b[2J \u202egpj.exe \x9b31m \x7f done"
    (folder / "x.json").write_text(json.dumps(chat(3, text)))
    check("x.json", "--format", "jsonl")
    out = capsys.readouterr().out
    assert not [c for c in out if not (c.isprintable() or c == "\n")]
    assert json.loads(out)["evidence"][0]["quote"] == text


def test_output_in_an_encoding_that_lacks_the_characters(folder: Path) -> None:
    (folder / "runs" / "bad.json").write_text(json.dumps(chat(3, "水をやった")))
    arguments = ("check", "--detectors", "mine.py", "--kind", "many-calls", "runs")
    done = process(*arguments, PYTHONIOENCODING="ascii")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    done = process(*arguments, "--format", "jsonl", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)["evidence"][0]["quote"] == "水をやった"
