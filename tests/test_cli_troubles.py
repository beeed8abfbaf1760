"""Where the system does not do what a command needs: full disks, closed streams, folders that are gone."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from planscope.cli import run

FAULTY = """
from planscope.analyzers.detector import Finding, at, detector

@detector("discipline")
def any_request(run):
    \"\"\"Every request.\"\"\"
    for said in run.requests:
        yield Finding("asks", (at(said, said.text),), "error")
"""
ANY = "check x.json --detectors mine.py --kind any-request"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)
    (tmp_path / "mine.py").write_text(FAULTY)
    said = [{"role": "user", "content": "Water the plants"}, {"role": "assistant", "content": "ok"}]
    (tmp_path / "x.json").write_text(json.dumps({"messages": said}))
    return tmp_path


def shell(words: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of a line; `planscope` is ours."""
    ours = f"{shlex.quote(sys.executable)} -c 'from planscope.cli import main; main()'"
    done = subprocess.run(
        ["sh", "-c", words.replace("planscope", ours)], capture_output=True, text=True, encoding="utf-8"
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr
    assert "mistake in planscope" not in done.stdout + done.stderr
    return done


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("command", "code"), [("detectors", 2), (ANY, 1), (f"{ANY} --fail-on never", 2), ("--version", 2), ("--help", 2)]
)
def test_output_that_cannot_be_written(folder: Path, command: str, code: int) -> None:
    done = shell(f"planscope {command} > /dev/full")
    assert done.returncode == code
    assert "No space left on device" in done.stderr
    assert shell(f"planscope {command} > /dev/full 2> /dev/full").returncode == code


@pytest.mark.parametrize(("command", "code"), [(ANY, 1), (f"{ANY} --fail-on never", 0), ("detectors", 0)])
def test_streams_that_are_closed(folder: Path, command: str, code: int) -> None:
    done = shell(f"planscope {command} >&-")
    assert (done.returncode, done.stderr) == (code, "")
    done = shell(f"planscope {command} 2>&-")
    assert done.returncode == code
    assert done.stdout
    assert shell(f"planscope {command} <&- >&- 2>&-").returncode == code


def test_messages_do_not_get_into_the_output(folder: Path) -> None:
    done = shell("planscope check gone.json --format jsonl 2>&-")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("command", ["check x.json", "import x.json", "detectors", "explain stale_todo"])
def test_a_folder_that_is_gone(folder: Path, command: str) -> None:
    done = shell(f"mkdir gone && cd gone && rmdir ../gone && planscope {command}")
    assert done.returncode == 2
    assert "does not exist any more; change to another one" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that nobody can read, not even root")
@pytest.mark.parametrize("name", ["planscope.toml", "pyproject.toml"])
def test_settings_that_cannot_be_read(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / name).symlink_to("/proc/self/mem")
    assert run(["check", "x.json"]) == 3
    assert f"{name}: the settings cannot be read (" in capsys.readouterr().err


def test_a_store_that_is_damaged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "x.json"]) == 0
    (segment,) = (folder / ".planscope" / "hot" / "g000001").glob("spans-[0-9a-f]*.parquet")
    segment.write_bytes(segment.read_bytes()[:100])
    for arguments in (["check"], ["store", "info"], ["store", "compact"], ["import", "x.json"]):
        capsys.readouterr()
        assert run(arguments) == 2
        err = capsys.readouterr().err
        assert "DuckDB cannot work on the store" in err
        assert str(segment) in err
    os.truncate(folder / ".planscope" / "manifest.json", 5)
    assert run(["check"]) == 2
    err = capsys.readouterr().err
    assert "manifest.json" in err
    assert "mistake" not in err
