"""Many files, several processes, and what may happen to them: interruption, a death, a reader that goes away."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from planscope.analyzers.check import Job, check_files, find_files, jobs_of
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.processes import Recipe, spread

SLOW = '''
import os, time
from pathlib import Path
from planscope.analyzers.detector import Finding, at, detector

@detector("discipline")
def slow_one(run):
    """Takes its time, or kills its process, when a run says so."""
    said = run.requests[0]
    if "wait" in said.text:
        Path("waiting").touch()
        time.sleep(60)
    if "die" in said.text:
        os._exit(9)
    print("a detector that prints")
    yield Finding("seen", (at(said, said.text),), "info")
'''


def write(path: Path, text: str, size: int = 0) -> None:
    """A chat in which the user says that; `size` bytes of standing context make it worth a process."""
    said = [{"role": "system", "content": "x" * size}, {"role": "user", "content": text}]
    path.write_text(json.dumps({"messages": [*said, {"role": "assistant", "content": "ok"}]}))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "runs").mkdir()
    return tmp_path


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "planscope", "check", "--detectors", "slow.py", "--kind", "slow-one", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def until(path: Path) -> None:
    """Waits for a file to be there."""
    for _ in range(3000):
        if path.exists():
            return
        time.sleep(0.01)
    raise AssertionError(f"{path} never came")


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("size", [0, 300_000], ids=["one process", "several"])
def test_interruption_prints_what_was_found_so_far(folder: Path, ended_by: signal.Signals, size: int) -> None:
    for name in ("a", "b", "c"):
        write(folder / "runs" / f"{name}.json", "go on", size)
    write(folder / "runs" / "d.json", "wait", size)
    process = started("runs", "--processes", "2", "--format", "jsonl")
    until(folder / "waiting")
    if ended_by is signal.SIGINT:
        os.killpg(process.pid, ended_by)  # Ctrl-C reaches the whole group
    else:
        process.send_signal(ended_by)
    out, err = process.communicate(timeout=20)
    found = [json.loads(line)["file"] for line in out.splitlines()]
    done = [f"runs/{n}.json" for n in "abc"]
    assert found == done[: len(found)]
    assert size or found == done, "with several processes, the others may not have answered yet"
    assert "interrupted" in err
    assert "Traceback" not in err
    assert process.returncode == 2
    with pytest.raises(ProcessLookupError):  # nobody of the group is left
        os.killpg(process.pid, 0)


def test_a_process_that_dies_costs_its_own_file_only(folder: Path) -> None:
    for name in "abdef":
        write(folder / "runs" / f"{name}.json", "go on", 100_000)
    write(folder / "runs" / "c.json", "die", 100_000)
    out, err = (process := started("runs", "--processes", "2", "--format", "jsonl")).communicate(timeout=60)
    assert [json.loads(line)["file"] for line in out.splitlines()] == [f"runs/{n}.json" for n in "abdef"]
    assert "runs/c.json: the process that read it died" in err
    assert process.returncode == 2


def test_reader_that_goes_away_is_no_trouble(folder: Path) -> None:
    for n in range(200):
        write(folder / "runs" / f"{n:03}.json", "go on " * 60)
    process = started("runs", "--format", "jsonl")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(20) == 0
    assert "Broken" not in err
    assert "Traceback" not in err


def test_what_a_detector_prints_is_not_in_the_output(folder: Path) -> None:
    for name in "ab":
        write(folder / "runs" / f"{name}.json", "go on", 300_000)
    out, err = started("runs", "--processes", "2", "--format", "jsonl").communicate(timeout=60)
    assert len([json.loads(line) for line in out.splitlines()]) == 2
    assert "a detector that prints" in err


def test_reports_come_in_the_order_of_the_files(folder: Path) -> None:
    for n in range(9):
        write(folder / "runs" / f"{n}.json", "go on", 1000 * (9 - n))
    jobs = jobs_of(find_files([folder / "runs"]))
    recipe = Recipe((str(folder / "slow.py"),), ("slow-one",), {})
    names = [f.name for report in spread(jobs, recipe, 2) for f in report.files]
    assert names == sorted(names)
    assert len(names) == 9


def test_one_process_or_several_answer_the_same(folder: Path) -> None:
    for n in range(4):
        write(folder / "runs" / f"{n}.json", f"go on {n}", 200_000)
    own = (str(folder / "slow.py"),)
    detectors = [d for d in load_detectors(own) if d.id == "slow-one"]
    files = find_files([folder / "runs"])
    one, two = (
        [f for part in check_files(files, detectors, extra=own, processes=n) for f in part.findings] for n in (1, 2)
    )
    assert one == two
    assert len(one) == 4


# --- which files are read together ---------------------------------------------------------------------------------


def session(path: Path, *ids: str) -> None:
    """A Claude Code file with a line for each session id."""
    lines = [
        {"type": "user", "sessionId": s, "uuid": f"{path.name}{s}", "message": {"role": "user", "content": s}}
        for s in ids
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")


def test_files_that_share_a_run_are_one_job(tmp_path: Path) -> None:
    session(tmp_path / "a.jsonl", "s1")
    session(tmp_path / "b.jsonl", "s2")
    session(tmp_path / "c.jsonl", "s3")
    session(tmp_path / "d.jsonl", "s3", "s1")  # joins a and c, which had nothing in common before
    write(tmp_path / "e.json", "hello")
    files = find_files([tmp_path], tmp_path)
    jobs = jobs_of([*files, (tmp_path / "missing", "missing")])
    assert [[name for _, name in j.files] for j in jobs] == [
        ["a.jsonl", "c.jsonl", "d.jsonl"],
        ["b.jsonl"],
        ["e.json"],
        ["missing"],
    ]


def test_a_single_file_is_not_read_beforehand(tmp_path: Path) -> None:
    missing = (tmp_path / "missing", "missing")
    assert jobs_of([missing]) == [Job((missing,))]


def test_folders_of_tools_are_not_entered(tmp_path: Path) -> None:
    for name in ("sub/node_modules", "sub/.git", ".venv"):
        (tmp_path / name).mkdir(parents=True)
        write(tmp_path / name / "x.json", "hello")
    write(tmp_path / "sub" / "x.json", "hello")
    assert [name for _, name in find_files([tmp_path], tmp_path)] == ["sub/x.json"]
