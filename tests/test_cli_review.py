"""Reviews of findings in a store: kept, honoured by check and gate, and open again when the values change."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.detector import Detector, Finding, at, detector
from planscope.analyzers.recall import findings_of, recall
from planscope.analyzers.reviews import add_review, marks
from planscope.analyzers.stored import analyse
from planscope.cli import run
from planscope.collector.compact import compact
from planscope.collector.intake import Intake
from planscope.collector.reading import run_sql
from planscope.collector.run import Run
from planscope.collector.store import Store
from planscope.collector.transcripts.recorder import Recorder

RUNS = Path(__file__).resolve().parents[1] / "planscope" / "demo" / "made-up-runs"
FAULTY = "claude-code-recipes.jsonl"  # an error of discipline and one of rubber_stamp
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """A working folder whose store holds the run with two faults, analysed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)
    shutil.copy(RUNS / FAULTY, tmp_path / FAULTY)
    assert run(["import", FAULTY]) == 0
    assert run(["check"]) == 1
    capsys.readouterr()
    return tmp_path / ".planscope"


def listed(capsys: Capture, *arguments: str) -> dict[str, Any]:
    """The findings as `planscope review` lists them, by detector."""
    capsys.readouterr()
    assert run(["review", *arguments, "--format", "json"]) == 0
    return {x["rule"]: x for x in json.loads(capsys.readouterr().out)}


def words(capsys: Capture) -> str:
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return " ".join((out + err).split())


# --- by the command ------------------------------------------------------------------------------------------------


def test_dismissed_findings_do_not_count_and_are_told(store: Path, capsys: Capture) -> None:
    found = listed(capsys)
    assert {x["state"] for x in found.values()} == {"open"}
    assert run(["review", found["discipline"]["id"], "--dismiss", "red on purpose", "--by", "ana"]) == 0
    assert "dismissed by ana on" in words(capsys)
    assert run(["check"]) == 1, "the other one counts"
    assert "1 finding (1 error) in 1 run; 1 dismissed in a review (--verbose lists them)" in words(capsys)
    assert run(["review", found["rubber-stamp"]["id"], "--dismiss", "known"]) == 0
    assert run(["check", "--verbose"]) == 0
    assert "dismissed in a review by ana: red on purpose: error discipline.completed-despite-error" in words(capsys)
    assert run(["gate"]) == 0
    assert "2 dismissed in a review" in words(capsys)
    assert run(["gate", FAULTY]) == 1, "the file is not the store"
    capsys.readouterr()
    run(["check", "--format", "json"])
    held = json.loads(capsys.readouterr().out)
    assert held["findings"] == []
    assert {a["set_aside"]["who"] for a in held["set_aside"]} >= {"ana"}


def test_confirmed_and_taken_back(store: Path, capsys: Capture) -> None:
    name = listed(capsys)["discipline"]["id"]
    assert run(["review", name, "--confirm", "told the team"]) == 0
    assert listed(capsys, "--state", "confirmed").keys() == {"discipline"}
    assert run(["check"]) == 1
    assert run(["review", name, "--dismiss", "after all"]) == 0
    assert run(["review", name, "--undo"]) == 0
    assert listed(capsys)["discipline"]["state"] == "open"
    said = run_sql(Store(store), "SELECT review, reason FROM reviews").rows
    assert said == [("confirmed", "told the team"), ("dismissed", "after all"), ("undone", "undone")]
    assert run(["review", name, "--undo"]) == 3
    assert "nothing was said of it that could be taken back" in words(capsys)


def test_reviews_are_seen_in_sql_and_outlast_a_compaction(store: Path, capsys: Capture) -> None:
    name = listed(capsys)["discipline"]["id"]
    run(["review", name, "--dismiss", "no"])
    run(["review", name, "--dismiss", "red on purpose"])
    query = "SELECT detector, review, review_reason FROM findings ORDER BY 1"
    expected = [("discipline", "dismissed", "red on purpose"), ("rubber-stamp", None, None)]
    assert run_sql(Store(store), query).rows == expected
    compact(Store(store), grace=0)
    assert run_sql(Store(store), query).rows == expected
    assert run_sql(Store(store), "SELECT count(*) FROM reviews").rows == [(2,)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["abcdef12", "--dismiss", "x"], "no finding of this store has the id 'abcdef12'"),
        (["", "--dismiss", "x"], "no finding of this store has the id ''"),
        (["--dismiss", "x"], "which finding?"),
        (["NAME", "--dismiss", " "], "say why"),
        (["NAME", "--dismiss", "x", "--undo"], "exclude each other"),
        (["NAME", "--by", "ana"], "--by is for"),
        (["NAME", "--state", "open"], "are for the list"),
        (["--kind", "disciplin"], "did you mean 'discipline'?"),
        (["--state", "opn"], "'opn' is not one of"),
    ],
)
def test_calls_that_make_no_sense(store: Path, capsys: Capture, arguments: list[str], says: str) -> None:
    name = listed(capsys)["discipline"]["id"]
    assert run(["review", *(name if a == "NAME" else a for a in arguments)]) == 3
    assert says in words(capsys)
    assert run_sql(Store(store), "FROM reviews").rows == []


def test_a_beginning_that_fits_several(store: Path, capsys: Capture) -> None:
    name = listed(capsys)["discipline"]["fingerprint"]
    assert run(["review", name[:3], "--dismiss", "x"]) == 3
    assert "give more of the id" in words(capsys)
    assert run(["review", name[:5].upper(), "--dismiss", "x"]) == 0


def test_without_a_store_or_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)
    assert run(["review"]) == 2
    assert "there is no store here" in words(capsys)
    Store(tmp_path / ".planscope")
    assert run(["review"]) == 0
    assert "holds no finding; `planscope check` analyses its runs" in words(capsys)


# --- over analyses -------------------------------------------------------------------------------------------------


@detector("discipline")
def shouting(run: Run, *, marks: int = 1) -> Iterator[Finding]:
    """Finds messages with exclamation marks."""
    for m in run.messages:
        if m.text.count("!") >= marks:
            yield Finding(f"says {m.text!r} with {m.text.count('!')} marks", (at(m, m.text),), form="loud")


def told(*texts: str) -> list[Any]:
    recorder = Recorder("chat", "a.json", "a")
    recorder.user("Please", 0, ident="0")
    for n, text in enumerate(texts, 1):
        recorder.model([(text, n)], n, ident=str(n))
    return recorder.spans()


def states(store: Store) -> list[tuple[str, str]]:
    return [(x.finding.message, x.state) for x in findings_of(store)]


def test_another_analysis_keeps_it_and_other_values_open_it_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    ours: list[Detector] = [shouting]
    Intake(store).add(told("Paid 20!"))
    analyse(store, ours)
    [found] = findings_of(store)
    add_review(store, found, "dismissed", "only 20", "")
    assert [a.reason for a in recall(store).set_aside] == ["only 20"]
    analyse(store, ours, {"shouting": {"marks": 0}})  # other options: another generation, with more findings
    assert sorted(s for _, s in states(store)) == ["dismissed"]
    Intake(store).add(told("Paid 30!"))  # the file is read again, and says something else
    analyse(store, ours)
    assert states(store) == [("says 'Paid 30!' with 1 marks", "open")]
    assert recall(store).set_aside == []
    assert run_sql(store, "SELECT review FROM findings").rows == [(None,)]


def test_two_findings_that_differ_in_numbers_alone_are_two(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    Intake(store).add(told("Paid 20!", "Paid 30!"))
    analyse(store, [shouting])
    first, second = findings_of(store)
    assert first.mark.fingerprint != second.mark.fingerprint
    add_review(store, second, "dismissed", "r", "")
    assert [s for _, s in states(store)] == ["open", "dismissed"]
    assert [m.fingerprint for m in marks([x.finding for x in findings_of(store)])] == [
        first.mark.fingerprint, second.mark.fingerprint,
    ]  # fmt: skip
