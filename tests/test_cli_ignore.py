"""What a project settles about findings: severities, detectors that are off, findings that are ignored."""

import json
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from planscope.cli import run

RUNS = Path(__file__).resolve().parents[1] / "planscope" / "demo" / "made-up-runs"
FAULTY = "claude-code-recipes.jsonl"  # an error of discipline and one of rubber_stamp
Capture = pytest.CaptureFixture[str]

BOTH = """
[[ignore]]
finding = "discipline.completed-despite-error"
reason = "the suite is red on purpose"
[[ignore]]
finding = "rubber_stamp"
words = "ALL TESTS PASS"
reason = "we know"
until = 2999-12-31
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the run that has two faults."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)
    (tmp_path / "runs").mkdir()
    shutil.copy(RUNS / FAULTY, tmp_path / "runs" / FAULTY)
    return tmp_path


def settled(folder: Path, text: str) -> None:
    (folder / "planscope.toml").write_text(text)


def document(capsys: Capture, *arguments: str) -> dict[str, object]:
    capsys.readouterr()
    run(["check", *(arguments or ("runs",)), "--format", "json"])
    held: dict[str, object] = json.loads(capsys.readouterr().out)
    return held


def rules(held: dict[str, object], key: str = "findings") -> list[str]:
    found = held[key]
    assert isinstance(found, list)
    return sorted(f"{f['rule']}.{f['form']}" for f in found)


# --- ignored -------------------------------------------------------------------------------------------------------


def test_what_is_ignored_does_not_count_and_is_told_in_text(folder: Path, capsys: Capture) -> None:
    assert run(["check", "runs"]) == 1
    settled(folder, BOTH)
    capsys.readouterr()
    assert run(["check", "runs"]) == 0
    out = capsys.readouterr().out
    assert "no findings in 1 run; 2 ignored by the settings (--verbose lists them)" in out
    assert "on purpose" not in out
    assert run(["check", "runs", "--verbose"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "ignored by the settings: the suite is red on purpose: error discipline.completed-despite-error in" in out
    assert "we know (until 2999-12-31)" in out


def test_in_forms_for_programs(folder: Path, capsys: Capture) -> None:
    settled(folder, BOTH)
    held = document(capsys)
    assert (held["findings"], rules(held, "set_aside")) == (
        [], ["discipline.completed-despite-error", "rubber-stamp.success-on-error"],
    )  # fmt: skip
    assert run(["check", "runs", "--format", "jsonl"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "not counted: 2 ignored by the settings" in err
    assert run(["check", "runs", "--format", "jsonl", "--verbose"]) == 0
    lines = [json.loads(x) for x in capsys.readouterr().out.splitlines()]
    assert {x["set_aside"]["reason"] for x in lines} == {"the suite is red on purpose", "we know"}
    assert run(["check", "runs", "--format", "junit"]) == 0
    suites = ElementTree.fromstring(capsys.readouterr().out)
    assert suites.get("failures") == "0"
    said = [x.text or "" for x in suites.iter("system-out")]
    assert any("on purpose" in x and "completed-despite-error" in x for x in said)
    assert run(["check", "runs", "--format", "markdown"]) == 0
    assert "the suite is red on purpose" in capsys.readouterr().out


def test_a_gate_and_a_store_keep_to_it(folder: Path, capsys: Capture) -> None:
    assert run(["gate", "runs"]) == 1
    assert run(["import", "runs", "--store", "s"]) == 0
    assert run(["gate", "--store", "s"]) == 1
    settled(folder, BOTH)
    capsys.readouterr()
    assert run(["gate", "runs"]) == 0
    assert "2 ignored by the settings" in capsys.readouterr().out
    assert run(["gate", "--store", "s", "--verbose"]) == 0
    assert "on purpose" in capsys.readouterr().out
    assert run(["check", "--store", "s"]) == 0


def test_a_known_finding_that_is_ignored_is_not_told_as_fixed(folder: Path, capsys: Capture) -> None:
    assert run(["baseline", "runs", "-o", "known.json"]) == 0
    settled(folder, BOTH)
    capsys.readouterr()
    assert run(["gate", "runs", "--baseline", "known.json"]) == 0
    assert "new findings: none, 0 known, 0 fixed" in capsys.readouterr().out


def test_after_its_last_day_it_counts_again(folder: Path, capsys: Capture) -> None:
    settled(folder, BOTH.replace("2999-12-31", "2001-01-31"))
    assert run(["check", "runs"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "no longer ignored: rubber_stamp, words 'ALL TESTS PASS' (we know) expired on 2001-01-31" in out
    assert "1 of its findings count again" in out
    assert rules(document(capsys)) == ["rubber-stamp.success-on-error"]
    run(["check", "runs", "--format", "jsonl"])
    assert "expired on 2001-01-31" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("entry", "left"),
    [
        ('finding = "discipline"\nfile = "runs/*.jsonl"', 1),
        ('finding = "discipline"\nfile = "claude-code-*.jsonl"', 1),
        ('finding = "discipline"\nfile = "other/*.jsonl"', 2),
        ('finding = "discipline"\nwords = "run the TEST suite"', 1),
        ('finding = "discipline"\nwords = "nothing like it"', 2),
        ('finding = "discipline"\ntask = "Move our recipe*"', 1),
        ('finding = "discipline"\ntask = "Paint"', 2),
        ('finding = "all"', 0),
        ('finding = "discipline.error"', 1),
        ('finding = "discipline.warning"', 2),
        ('finding = "discipline.batch-completion"', 2),
    ],
)
def test_an_entry_speaks_of_what_fits_all_of_it(folder: Path, capsys: Capture, entry: str, left: int) -> None:
    settled(folder, f'[[ignore]]\n{entry}\nreason = "r"\n')
    held = document(capsys)
    assert len(rules(held)) == left
    assert len(rules(held, "set_aside")) == 2 - left


def test_by_the_fingerprint_of_a_baseline(folder: Path, capsys: Capture) -> None:
    run(["baseline", "runs", "-o", "known.json"])
    known = json.loads((folder / "known.json").read_text())["known"]
    mark = next(k["findings"][0]["fingerprint"] for k in known if k["kind"] == "discipline")
    settled(folder, f'[[ignore]]\nfingerprint = "{mark[:8]}"\nreason = "r"\n')
    assert rules(document(capsys)) == ["rubber-stamp.success-on-error"]


# --- severities, and off -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ('[discipline]\nseverity = "info"', {"discipline": "info", "rubber-stamp": "error"}),
        ('[rubber_stamp]\nseverity = "warning"', {"discipline": "error", "rubber-stamp": "warning"}),
        ("[discipline.severity]\ncompleted-despite-error = 'info'", {"discipline": "info", "rubber-stamp": "error"}),
        ("[discipline.severity]\nbatch-completion = 'info'", {"discipline": "error", "rubber-stamp": "error"}),
        (
            '[rubber-stamp]\nseverity = "info"\n[rubber_stamp]\nseverity = "warning"',
            {"discipline": "error", "rubber-stamp": "info"},
        ),
    ],
)
def test_severities(folder: Path, capsys: Capture, text: str, grades: dict[str, str]) -> None:
    settled(folder, text)
    found = document(capsys)["findings"]
    assert isinstance(found, list)
    assert {f["rule"]: f["severity"] for f in found} == grades


def test_severities_count_for_the_exit_code_and_the_gate(folder: Path) -> None:
    settled(folder, '[discipline]\nseverity = "info"\nmild = false\n[rubber_stamp]\nseverity = "warning"\n')
    assert run(["check", "runs"]) == 0
    assert run(["check", "runs", "--fail-on", "warning"]) == 1
    assert run(["gate", "runs", "--max", "warning=0"]) == 1
    assert run(["gate", "runs", "--max", "error=0", "--max", "info=1"]) == 0


@pytest.mark.parametrize("name", ["rubber-stamp", "rubber_stamp"])
def test_what_is_off_is_not_looked_for_and_that_is_said(folder: Path, capsys: Capture, name: str) -> None:
    settled(folder, f"[{name}]\noff = true\n")
    held = document(capsys)
    assert rules(held) == ["discipline.completed-despite-error"]
    assert held["notes"] == ["off by the settings: rubber-stamp"]
    checks = held["checks"]
    assert isinstance(checks, list)
    assert "rubber-stamp" not in {c["detector"] for c in checks}
    assert run(["check", "runs", "--kind", "rubber_stamp"]) == 1, "asked for by name, it is looked for"
    run(["import", "runs", "--store", "s"])
    assert rules(document(capsys, "--store", "s")) == ["discipline.completed-despite-error"]
    assert run(["gate", "runs", "--max", "rubber_stamp=0"]) == 2, "never green on what was not looked for"


# --- what makes no sense -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[ignore]]\nfinding = "discipline"', "entry 1: a reason is needed"),
        ('[[ignore]]\nfinding = "discipline"\nreason = " "', "reason = ' ' must be a text that is not empty"),
        ('[[ignore]]\nreason = "r"', "entry 1: say which finding"),
        ('[[ignore]]\nfindng = "discipline"\nreason = "r"', "has no key 'findng'; did you mean 'finding'?"),
        ('[[ignore]]\nfinding = "disciplin"\nreason = "r"', "did you mean 'discipline'?"),
        ('[[ignore]]\nfinding = "stale-todo.left-opn"\nreason = "r"', "did you mean 'left-open'?"),
        ('[[ignore]]\nfinding = "discipline"\nreason = "r"\nuntil = "soon"', "until = soon is no date"),
        ('[[ignore]]\nfinding = "discipline"\nreason = "r"\nuntil = 2031-01-01T10:00:00', "is no date"),
        ('[[ignore]]\nfinding = "discipline"\nreason = "r"\nfile = 3', "file = 3 must be a text"),
        ('[[ignore]]\nfingerprint = "ab"\nreason = "r"', "at least 6 characters of the fingerprint"),
        ("ignore = 'all'", "ignore must be a list of tables"),
        ('[ignore]\nfinding = "discipline"', "ignore must be a list of tables"),
        ("[[ignor]]\nreason = 'r'", "did you mean 'ignore'?"),
        ('[discipline]\nseverity = "fatal"', "discipline.severity = 'fatal'; there are error, warning, info"),
        ("[discipline]\nseverity = { batch-completon = 'info' }", "did you mean 'batch-completion'?"),
        ("[discipline]\nseverty = 'info'", "did you mean 'severity'?"),
        ("[discipline]\noff = 1", "discipline.off = 1 is neither true nor false"),
        ("[stale_tood]\noff = true", "did you mean 'stale_todo'?"),
    ],
)
def test_settings_that_make_no_sense(folder: Path, capsys: Capture, text: str, words: str) -> None:
    settled(folder, text)
    for command in (["check", "runs"], ["gate", "runs"]):
        assert run(command) == 3
        assert words in capsys.readouterr().err


def test_a_detector_with_an_option_that_settings_use(folder: Path, capsys: Capture) -> None:
    (folder / "mine.py").write_text(
        "from planscope.analyzers.detector import detector\n"
        "@detector('discipline')\ndef mine(run, *, off: int = 1): ...\n"
    )
    assert run(["check", "runs", "--detectors", "mine.py"]) == 2
    assert "the name of the option 'off' is taken by settings" in capsys.readouterr().err
