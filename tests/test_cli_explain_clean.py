"""`planscope check --explain-clean KIND`: what was compared where nothing was found."""

import json
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.check import Report, check_run, facts_of
from planscope.analyzers.compared import NO_ACCOUNT, compare
from planscope.analyzers.detector import Account, Detector, chosen, detector, load_detectors
from planscope.analyzers.testing import Case, cases
from planscope.cli import run
from planscope.collector.run import Run

RUNS = Path(__file__).resolve().parents[1] / "planscope" / "demo" / "made-up-runs"
Capture = pytest.CaptureFixture[str]

STEPS = """
a day:
  steps:
    - user: Book the room, write the list and run the checks
    - todo: ["> write the list", ". book the room", ". run the tests"]
    - call: {tool: read_prices, args: {}, result: '{"room": 120.00, "lunch": 80.00}'}
    - call: {tool: write_file, args: {path: list.md, content: x}, result: ok}
    - todo: ["x write the list", "> book the room", ". run the tests"]
    - call: {tool: book_room, args: {room: 3}, error: "room 3 is taken"}
    - call: {tool: book_room, args: {room: 4}, result: booked}
    - todo: ["x write the list", "x book the room", "> run the tests"]
    - call: {tool: Bash, args: {command: pytest -q}, result: "3 passed"}
    - todo: ["x write the list", "x book the room", "x run the tests"]
    - say: "I have booked the room. All tests pass. The room is 120.00 EUR and lunch 80.00 EUR, 200.00 EUR in all."
  finds: []
"""


@pytest.fixture
def day(tmp_path: Path) -> Run:
    (tmp_path / "case.yaml").write_text(STEPS, encoding="utf-8")
    [case] = cases(tmp_path / "case.yaml")
    assert isinstance(case, Case)
    return case.run


def told(run: Run, *detectors: Detector) -> dict[str, str]:
    """What detectors say of a run, with their details below."""
    findings, checks = check_run(run, detectors)
    report = Report(runs=[facts_of(run)], findings=findings, checks=checks)
    return {c.detector: "\n".join([c.sentence, *c.details]) for c in compare(report, detectors, [run])}


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        (
            "hallucinated_price",
            ["3 amounts stated: 2 found in results or messages, 1 following from these", "120.00 EUR at 10: found"],
        ),
        (
            "rubber_stamp",
            [
                "1 claim of checks, 1 claim of finished actions: 2 with a call behind them",
                "Bash at 8",
                "book_room at 6",
            ],
        ),
        (
            "discipline",
            [
                "4 versions of the list, 3 items: 3 completed, each in progress before; none over a failure of its own",
                "“book the room” in progress at 4, 2 calls, completed at 7",
            ],
        ),
        ("stale_todo", ["4 versions of the list, at most 2 calls between two of them", "as it was left: 3 completed"]),
        ("missed_replan", ["5 calls: 1 failed, each with an error of its own", "then book_room at 6"]),
        ("over_replan", [NO_ACCOUNT]),
    ],
)
def test_the_account_of_each(day: Run, kind: str, parts: list[str]) -> None:
    [said] = told(day, *chosen(load_detectors(), [kind])).values()
    for part in parts:
        assert part in said


@detector("discipline", looked=lambda run: Account(f"{len(run.steps)} steps", ("one by one",)))
def mine(run: Run) -> list[Any]:
    """Finds nothing."""
    return []


@detector("discipline", looked=lambda run: Account(str(1 // 0)))
def failing(run: Run) -> list[Any]:
    """Finds nothing, and cannot tell why."""
    return []


def test_accounts_of_detectors_of_one_s_own(day: Run) -> None:
    said = told(day, mine, failing)
    assert said["mine"] == f"{len(day.steps)} steps\none by one"
    assert "its account failed (ZeroDivisionError" in said["failing"]


def test_files_and_a_store_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)

    def compared(*arguments: str) -> list[dict[str, Any]]:
        capsys.readouterr()
        run(["check", *arguments, "--explain-clean", "discipline", "--format", "json"])
        found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["compared"]
        return sorted(found, key=lambda c: str(c["run"]))

    of_files = compared(str(RUNS))
    assert {c["outcome"] for c in of_files} == {"clean", "not_applicable"}
    run(["import", str(RUNS)])
    assert compared() == of_files
    run(["check", str(RUNS), "--explain-clean", "discipline", "--fail-on", "never"])
    out = " ".join(capsys.readouterr().out.split())
    assert "nothing found: discipline: 6 versions of the list, 2 items: 2 completed, each in progress before;" in out
    assert "not applicable: discipline: no todo list in this run" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--explain-clean", "disciplin"], "did you mean 'discipline'?"),
        (["--explain-clean", "discipline", "--kind", "stale_todo"], "--kind leaves it out"),
        (["--explain-clean", "discipline", "--format", "jsonl"], "--explain-clean is for text and json"),
    ],
)
def test_calls_that_make_no_sense(capsys: Capture, arguments: list[str], says: str) -> None:
    assert run(["check", str(RUNS), *arguments]) == 3
    assert says in capsys.readouterr().err
