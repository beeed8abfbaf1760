"""`planscope gate` and `planscope baseline` as a user, and a CI, meets them."""

import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from planscope.cli import run
from planscope.demo import RUNS
from planscope.errors import UnknownName, UsageError

SOUND = ("claude-code-backup.jsonl", "otlp-paint.jsonl")
FAULTY = "claude-code-recipes.jsonl"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two sound runs in `runs`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "runs").mkdir()
    for name in SOUND:
        shutil.copy(RUNS / name, tmp_path / "runs")
    return tmp_path


def plant(folder: Path, name: str = FAULTY) -> Path:
    """Adds a run with faults."""
    return Path(shutil.copy(RUNS / FAULTY, folder / "runs" / name))


# --- answers -------------------------------------------------------------------------------------------------------


def test_green_then_red_then_green(folder: Path, capsys: Capture) -> None:
    assert run(["gate", "runs"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "gate: passed (exit code 0)"
    added = plant(folder)
    assert run(["gate", "runs"]) == 1
    out = capsys.readouterr().out
    assert "error  rubber-stamp.success-on-error" in out
    assert "failed  error: 2 findings in 1 of 3 runs, limit 0" in out
    added.unlink()
    assert run(["gate", "runs"]) == 0


def test_limits_say_counts_and_shares(folder: Path, capsys: Capture) -> None:
    plant(folder)
    assert run(["gate", "runs", "--max", "error=2", "--max", "rubber_stamp=50%", "--max", "stale_todo=3"]) == 0
    assert run(["gate", "runs", "--max", "discipline=10%"]) == 1
    assert "failed  discipline: 1 of 3 runs (33.3 %), limit 10 %" in capsys.readouterr().out


def test_never_green_on_nothing(folder: Path, capsys: Capture) -> None:
    (folder / "empty").mkdir()
    assert run(["gate", "empty"]) == 2
    assert "no run of an agent was found" in capsys.readouterr().out
    assert run(["gate", "nosuch"]) == 2
    assert run(["gate", "runs", "nosuch"]) == 2
    assert run(["gate", "runs", "--min-runs", "3"]) == 2
    assert "2 of at least 3 runs" in capsys.readouterr().out
    shutil.copy(RUNS / "chat-lamp.json", folder / "empty")
    assert run(["gate", "empty", "--max", "stale_todo=0"]) == 2
    assert "1 run had nothing of the kind (no todo list in this run)" in capsys.readouterr().out
    plant(folder)
    assert run(["gate", "runs", "nosuch"]) == 1, "a failure is sure, whatever could not be read"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--max", "stale_tod=0"], "did you mean 'stale_todo'?"),
        (["--max", "plan_drift"], "as in stale_todo=3 or plan_drift=10%"),
        (["--junit", "-", "--markdown", "-"], "cannot both have standard output"),
        (["--store", "s"], "not both"),
        (["--kind", "stale_tod"], "did you mean"),
        (["--min-runs", "0"], "min-runs"),
    ],
)
def test_calls_that_make_no_sense(folder: Path, capsys: Capture, arguments: list[str], says: str) -> None:
    plant(folder)
    assert run(["gate", "runs", *arguments]) == 3
    assert says in capsys.readouterr().err


def test_a_store(folder: Path, capsys: Capture) -> None:
    assert run(["gate"]) == 2
    assert run(["gate", "--store", "st"]) == 2
    assert "there is no store here" in capsys.readouterr().err
    assert not (folder / "st").exists()
    run(["import", "runs", "--store", "st"])
    assert run(["gate", "--store", "st"]) == 0
    plant(folder)
    run(["import", "runs", "--store", "st"])
    assert run(["gate", "--store", "st"]) == 1
    assert run(["baseline", "--store", "st", "-o", "of_store.json"]) == 0
    assert run(["baseline", "runs", "-o", "of_files.json"]) == 0
    assert Path("of_store.json").read_text() == Path("of_files.json").read_text()


def test_a_request_too_long_for_its_row_is_the_same_task_in_a_store(folder: Path) -> None:
    for n in range(2):
        said = [
            {"role": "user", "content": "Do as told. " * 2000 + f"Task {n}."},
            {"role": "assistant", "content": "x"},
        ]
        Path(f"runs/{n}.json").write_text(json.dumps({"messages": said}))
    run(["import", "runs", "--store", "st"])
    run(["baseline", "--store", "st", "-o", "a.json"])
    run(["baseline", "runs", "-o", "b.json"])
    assert Path("a.json").read_text() == Path("b.json").read_text()
    assert len(json.loads(Path("a.json").read_text())["tasks"]) == 4


# --- baseline ------------------------------------------------------------------------------------------------------


def test_known_new_and_fixed(folder: Path, capsys: Capture) -> None:
    added = plant(folder)
    assert run(["baseline", "runs", "-o", "known.json"]) == 0
    assert run(["gate", "runs", "--baseline", "known.json"]) == 0
    assert "passed  new findings: none, 2 known, 0 fixed" in capsys.readouterr().out

    added.rename(folder / "runs" / "renamed.jsonl")
    assert run(["gate", "runs", "--baseline", "known.json"]) == 0

    shutil.copy(RUNS / "chat-estimate.json", folder / "runs")
    assert run(["gate", "runs", "--baseline", "known.json"]) == 1
    out = capsys.readouterr().out
    assert "hallucinated-price.wrong-total" in out
    assert "rubber-stamp.success-on-error" not in out
    assert run(["gate", "runs", "--baseline", "known.json", "--max", "error=3"]) == 1
    assert run(["gate", "runs", "--max", "error=3"]) == 0


def test_another_recording_of_the_same_is_known(folder: Path) -> None:
    """Times, ids of session, messages and calls, and the name of the file are others; the fault is the same."""
    added = plant(folder)
    run(["baseline", "runs", "-o", "known.json"])
    text = added.read_text(encoding="utf-8")
    added.unlink()
    again = [json.loads(line) for line in text.splitlines()]
    ids = {
        r[k]: f"{n:08x}-aaaa-4bbb-8ccc-dddddddddddd"
        for n, r in enumerate(again)
        for k in ("uuid", "sessionId")
        if k in r
    }
    for old, new in ids.items():
        text = text.replace(old, new)
    text = text.replace("2026-", "2031-").replace("toolu_", "toolu_again")
    (folder / "runs" / "00000000-aaaa-4bbb-8ccc-dddddddddddd.jsonl").write_text(text, encoding="utf-8")
    assert run(["gate", "runs", "--baseline", "known.json", "--exact"]) == 0


def test_a_baseline_that_cannot_be_read_decides_nothing(folder: Path, capsys: Capture) -> None:
    Path("bad.json").write_text("<<<<<<< HEAD")
    for name in ("bad.json", "none.json"):
        assert run(["gate", "runs", "--baseline", name]) == 2
        assert f"planscope baseline PATH... -o {name}" in capsys.readouterr().err


def test_no_baseline_is_written_of_half_of_it(folder: Path, capsys: Capture) -> None:
    (folder / "empty").mkdir()
    for paths in (["empty"], ["runs", "nosuch"]):
        assert run(["baseline", *paths, "-o", "known.json"]) == 2
        assert not Path("known.json").exists()
    assert "no baseline was written" in capsys.readouterr().err
    assert run(["baseline", "runs"]) == 3
    assert "-o FILE" in capsys.readouterr().err


# --- reports -------------------------------------------------------------------------------------------------------


def test_reports_are_written_beside_the_answer(folder: Path, capsys: Capture) -> None:
    plant(folder)
    assert run(["gate", "runs", "--junit", "out/x.xml", "--markdown", "out/x.md"]) == 1
    assert ET.parse("out/x.xml").getroot().get("failures") == "3"
    assert Path("out/x.md").read_text().startswith("## planscope gate: failed")
    assert "gate: failed" in capsys.readouterr().out
    assert run(["gate", "runs", "--junit", "-"]) == 1
    out, err = capsys.readouterr()
    assert ET.fromstring(out).tag == "testsuites"
    assert "gate: failed" in err


def test_the_summary_of_a_github_step_is_added_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    Path("summary.md").write_text("before\n")
    Path("other.md").write_text("before\n")
    for name in ("summary.md", "other.md"):
        assert run(["gate", "runs", "--markdown", str(folder / name)]) == 0
    assert Path("summary.md").read_text().startswith("before\n## planscope gate")
    assert Path("other.md").read_text().startswith("## planscope gate")


def test_a_report_that_cannot_be_written_is_no_pass(folder: Path, capsys: Capture) -> None:
    Path("file").write_text("")
    assert run(["gate", "runs", "--junit", "file/x.xml", "--markdown", "x.md"]) == 2
    assert "file/x.xml cannot be written" in capsys.readouterr().err
    assert Path("x.md").exists()
    plant(folder)
    assert run(["gate", "runs", "--junit", "file/x.xml"]) == 1


def test_check_has_both_forms(folder: Path, capsys: Capture) -> None:
    plant(folder)
    assert run(["check", "runs", "--format", "junit"]) == 1
    assert ET.fromstring(capsys.readouterr().out).get("failures") == "2"
    assert run(["check", "runs", "--format", "junit", "--fail-on", "never"]) == 0
    assert ET.fromstring(capsys.readouterr().out).get("failures") == "0"
    assert run(["check", "runs", "--format", "markdown"]) == 1
    assert "- **error** `rubber-stamp.success-on-error`" in capsys.readouterr().out


# --- settings ------------------------------------------------------------------------------------------------------


def test_settings_say_what_the_command_line_does_not(folder: Path, capsys: Capture) -> None:
    plant(folder)
    run(["baseline", "runs", "-o", "known.json"])
    Path("pyproject.toml").write_text('[tool.planscope.gate]\nmin_runs = 3\nmax = { error = 2, discipline = "10%" }\n')
    assert run(["gate", "runs"]) == 1
    assert "discipline: 1 of 3 runs (33.3 %), limit 10 %" in capsys.readouterr().out
    assert run(["gate", "runs", "--max", "discipline=40%"]) == 0
    assert run(["gate", "runs", "--max", "discipline=40%", "--min-runs", "4"]) == 2
    Path("planscope.toml").write_text('[gate]\nbaseline = "known.json"\n')
    assert run(["gate", "runs"]) == 0
    assert run(["baseline", "runs"]) == 0
    assert run(["check", "runs"]) == 1, "a check has its own threshold"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[gate]\nmin_run = 3", UnknownName), ("[gate]\nmin_runs = '3'", UsageError), ("gate = 3", UsageError),
        ("[gate]\nmin_runs = 0", UsageError), ("[gate]\nfail_on_new = 'eror'", UsageError),
        ("[gate]\nmax = ['error=0']", UsageError), ("[gate.max]\nerror = true", UsageError),
        ("[gate]\nmin_runs = true", UsageError), ("[gate.max]\nstale_tod = 1", UnknownName),
        ("[gate]\nexact = 1", UsageError),
    ],
)  # fmt: skip
def test_settings_that_make_no_sense(folder: Path, capsys: Capture, text: str, error: type[UsageError]) -> None:
    Path("planscope.toml").write_text(text)
    assert run(["gate", "runs"]) == 3
    err = capsys.readouterr().err
    assert "planscope.toml: gate" in err
    assert ("did you mean" in err) == (error is UnknownName)
