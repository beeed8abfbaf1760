"""`planscope import --watch`, and what import says of things that two files tell."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planscope import cli
from planscope.collector.reading import read_spans
from planscope.collector.store import Store


def line(uuid: str, kind: str, content: Any, session: str = "s1", **more: Any) -> str:
    """A line of a Claude Code session."""
    message = {"role": kind, "content": content, **more}
    return json.dumps({"type": kind, "sessionId": session, "uuid": uuid, "message": message}) + "\n"


def test_watching_imports_what_appears_and_grows(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    command = [sys.executable, "-m", "planscope", "import", "runs", "--watch", "--store", "store"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("0 files read")
    (tmp_path / "runs" / "a.jsonl").write_text(line("u1", "user", "count the lamps"))
    assert process.stdout.readline() == "runs/a.jsonl: 1 span, 1 new\n"
    with (tmp_path / "runs" / "a.jsonl").open("a") as file:
        file.write(line("u2", "assistant", [{"type": "text", "text": "Three."}]))
    assert process.stdout.readline() == "runs/a.jsonl: 2 spans, 1 new\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err
    assert len(read_spans(Store(tmp_path / "store"))) == 2


def test_spans_that_two_files_tell_otherwise_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("a", "Three."), ("b", "Four!.")):
        said = line("u2", "assistant", [{"type": "text", "text": text}])
        Path(f"{name}.jsonl").write_text(line("u1", "user", "count the lamps") + said)
    assert cli.run(["import", "a.jsonl"]) == 0
    assert "told otherwise" not in capsys.readouterr().out
    assert cli.run(["import", "b.jsonl", "-v"]) == 0
    assert "1 span told otherwise by another file" in capsys.readouterr().out
    assert cli.run(["import", "a.jsonl", "b.jsonl", "--store", "other"]) == 0
    assert "1 span told otherwise by another file" in capsys.readouterr().out


def test_copies_of_resumed_sessions_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for session, turns in (("s1", 1), ("s2", 2)):
        text = ""
        for n in range(turns):
            text += line(f"{session}q{n}", "user", f"question {n}", session)
            answer = [{"type": "text", "text": f"answer {n}"}]
            text += line(f"{session}a{n}", "assistant", answer, session, id=f"msg_{n}", model="m")
        Path(f"{session}.jsonl").write_text(text)
    assert cli.run(["import", "s1.jsonl"]) == 0
    assert cli.run(["import", "s2.jsonl"]) == 0
    assert "1 session not counted, being the beginning of another one that goes on" in capsys.readouterr().out
