"""`planscope demo`: the runs that ship with the package, and what has to be found in them."""

import subprocess
import sys
from pathlib import Path

import pytest

from planscope.analyzers.check import Report, check_files, find_files
from planscope.analyzers.detector import load_detectors
from planscope.cli import run
from planscope.demo import RUNS, demo_files

ROOT = Path(__file__).resolve().parent.parent

# (kind, position): the fault as it was planted, wherever else it is reported besides
PLANTED = {
    "chat-estimate.json": {("hallucinated_price", "7")},
    "chat-lamp.json": {("sort_error", "3")},
    "claude-code-recipes.jsonl": {("discipline", "16"), ("rubber_stamp", "18")},
    "otlp-report.jsonl": {("missed_replan", "")},
}
KINDS = {d.kind for d in load_detectors()}
SOUND = {"claude-code-backup.jsonl", "otlp-paint.jsonl"}


@pytest.fixture(scope="module")
def report() -> Report:
    whole = Report()
    for part in check_files(find_files(demo_files(), RUNS), load_detectors()):
        whole.add(part)
    return whole


def test_shipped_runs_are_what_the_script_makes(tmp_path: Path) -> None:
    script = ROOT / "bench" / "make_demo.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    made = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    assert made == {p.name: p.read_bytes() for p in demo_files()}


def test_all_six_are_read(report: Report) -> None:
    assert {f.name for f in report.read} == PLANTED.keys() | SOUND
    assert {r.format for r in report.runs} == {"claude-code", "chat", "otlp"}
    assert len(report.runs) == 6
    assert not [f for f in report.files if f.skipped]


@pytest.mark.parametrize("name", PLANTED)
def test_planted_faults_are_found(report: Report, name: str) -> None:
    found = {(f.kind, e.place.position) for f in report.findings for e in f.evidence if e.place.file == name}
    kinds = {kind for kind, _ in found}
    if not {kind for kind, _ in PLANTED[name]} <= KINDS:
        pytest.skip("there is no detector of this kind yet")
    assert [(kind, at) for kind, at in PLANTED[name] if (kind, at) not in found and (at or kind not in kinds)] == []
    assert kinds == {kind for kind, _ in PLANTED[name]}, "each run has the faults that were planted and no others"


def test_sound_runs_are_clean(report: Report) -> None:
    assert [(f.detector, f.message) for f in report.findings if f.evidence[0].place.file in SOUND] == []
    assert not [c for c in report.checks if c.outcome == "failed"]


def test_command_ends_with_0_and_says_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo"]) == 0
    out, err = capsys.readouterr()
    faulty = sum({kind for kind, _ in faults} <= KINDS for faults in PLANTED.values())
    assert f"in {faulty} of 6 runs; 6 files read" in " ".join(out.split())
    assert "planscope check PATH" in out
    assert err == ""
