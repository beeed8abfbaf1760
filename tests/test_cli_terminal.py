"""On a terminal: colour, width and progress; and none of it elsewhere."""

import fcntl
import json
import os
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from planscope import console
from planscope.analyzers.report.safe import width

MINE = '''
from planscope.analyzers.detector import Finding, at, detector

@detector("discipline")
def any_request(run):
    """Every request."""
    for said in run.requests:
        yield Finding("long words " * 30, (at(said, said.text * 9),), "error", "seen")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    said = [{"role": "user", "content": "水やりをお願いします。" * 3}, {"role": "assistant", "content": "ok"}]
    (tmp_path / "x.json").write_text(json.dumps({"messages": said}))
    return tmp_path


def on_terminal(folder: Path, columns: int, **environment: str) -> str:
    """What a check writes to a terminal of that width."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "planscope", "check", "x.json", "--detectors", "mine.py", "--kind", "any-request"]
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    env = {**kept, "TERM": "xterm", **environment}
    with subprocess.Popen(command, cwd=folder, stdout=slave, stderr=subprocess.DEVNULL, env=env):
        os.close(slave)
        pieces = []
        while piece := _read(master):
            pieces.append(piece)
    os.close(master)
    return b"".join(pieces).decode().replace("\r\n", "\n")


def _read(master: int) -> bytes:
    try:
        return os.read(master, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


@pytest.mark.parametrize("columns", [60, 120])
def test_lines_fit_and_are_coloured(folder: Path, columns: int) -> None:
    text = on_terminal(folder, columns)
    assert "\x1b[1;31merror\x1b[0m" in text
    bare = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert columns - 25 < max(map(width, bare.splitlines())) <= columns


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(folder: Path, environment: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal(folder, 80, **environment)


def test_progress_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    master, slave = os.openpty()
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with console.Progress(7, "files") as progress:
            progress.add(3)
            assert os.read(master, 1000) == b"\r3 of 7 files"
        assert os.read(master, 1000) == b"\r\x1b[K", "the line is gone at the end"
    os.close(master)
    with (tmp_path / "log").open("w") as log:
        monkeypatch.setattr(sys, "stderr", log)
        with console.Progress(7, "files") as progress:
            progress.add(3)
    assert (tmp_path / "log").read_text() == ""
