"""Calls of the command line beside those that check files: usage errors, help, manuals, the last session."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from planscope.cli import cli, run

MINE = '''
from planscope.analyzers.detector import Finding, at, detector

@detector("discipline")
def many_calls(run, *, limit: int = 2):
    """More calls than allowed.

    - `too-many`: of one tool
    """
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a detector of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


# --- calls that make no sense --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Usage"),
        (["chek"], "check"),
        (["check", "--last", "--store", "x"], "give --last, or --store; not both"),
        (["check", "--last", "x"], "--last takes no paths"),
        (["check", "--frmat", "json", "x"], "--format"),
        (["check", "--format", "xml", "x"], "jsonl"),
        (["check", "--fail-on", "always", "x"], "never"),
        (["check", "--processes", "0", "x"], "0"),
        (["check", "--kind", "stale_tood", "x"], "did you mean 'stale_todo'"),
        (["explain", "stale_tood"], "did you mean 'stale_todo'"),
        (["explain"], "NAME"),
        (["explain", "left-opn"], "did you mean 'left-open'?; `planscope detectors` lists all"),
    ],
)
def test_usage_errors_end_with_3(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 3
    out, err = capsys.readouterr()
    assert words in err
    assert out == ""


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"  planscope {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    import planscope

    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"planscope {planscope.__version__}\n"


# --- manuals -------------------------------------------------------------------------------------------------------


def test_list_of_detectors_and_manual(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["detectors", "--detectors", "mine.py"]) == 0
    out = capsys.readouterr().out
    assert "discipline\n" in out
    assert "  many-calls\n      More calls than allowed.\n      forms: too-many\n" in out
    for name in ("many-calls", "many-calls.too-many", "discipline", "too-many", "discipline.too-many"):
        assert run(["explain", name, "--detectors", "mine.py"]) == 0
        out = capsys.readouterr().out
        assert "# many-calls" in out
        assert "    limit = 2" in out


# --- the last session ----------------------------------------------------------------------------------------------


def session_line(session: str, uuid: str, **more: Any) -> str:
    message = {"role": "user", "content": "Hello"}
    return json.dumps({"type": "user", "sessionId": session, "uuid": uuid, "message": message, **more}) + "\n"


def test_last_session_with_its_sub_agents(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(folder / "conf"))
    (folder / "my work_1").mkdir()
    monkeypatch.chdir(folder / "my work_1")
    assert run(["check", "--last"]) == 2
    assert "no Claude Code session" in capsys.readouterr().err
    place = folder / "conf" / "projects" / "".join(c if c.isalnum() else "-" for c in str(Path.cwd()))
    (place / "s2" / "subagents").mkdir(parents=True)
    for n, name in enumerate(("s1", "s2")):
        (place / f"{name}.jsonl").write_text(session_line(name, "u1"))
        os.utime(place / f"{name}.jsonl", (n + 1, n + 1))
    (place / "agent-a.jsonl").write_text(session_line("s2", "u2", isSidechain=True, agentId="a"))
    (place / "agent-b.jsonl").write_text(session_line("s1", "u3", isSidechain=True, agentId="b"))
    (place / "s2" / "subagents" / "agent-c.jsonl").write_text(session_line("s2", "u4", isSidechain=True, agentId="c"))
    run(["check", "--last", "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert sorted(r["id"] for r in document["runs"]) == ["s2", "s2/a", "s2/c"]
