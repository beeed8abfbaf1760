"""What is found is counted right: hits by place, other kinds that a label allows, false alarms on honest runs only."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"
sys.path.insert(0, str(BENCH))
import detect  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(str(BENCH))

LABEL: dict[str, Any] = {
    "trace": "a.json",
    "kind": "sort_error",
    "steps": ["7"],
    "partner": ["8"],
    "alt_kinds": ["plan_drift"],
}
LABEL |= {
    "form": "wrong_ranking",
    "provable": True,
    "language": "en",
    "format": "chat",
    "mode": "none",
    "domain": "ops",
}
LABEL |= {"quotes": ["x"], "evidence": "y"}


def finding(**changed: Any) -> dict[str, Any]:
    about: dict[str, Any] = {
        "file": "a.json",
        "kind": "sort_error",
        "rule": "sort-error",
        "severity": "warning",
        "steps": ["7"],
    }
    return {**about, **changed}


@pytest.mark.parametrize(
    ("changed", "hit", "near"),
    [
        ({}, True, True),
        ({"steps": ["8"]}, True, True),  # the other half of a call
        ({"steps": [7]}, True, True),
        ({"kind": "plan_drift"}, True, True),
        ({"steps": ["9"]}, False, True),
        ({"kind": "stale_todo"}, False, False),
        ({"file": "b.json"}, False, False),
    ],
)
def test_a_label_is_hit_by_kind_file_and_place(changed: dict[str, Any], hit: bool, near: bool) -> None:
    (found,) = detect.judge([LABEL], [finding(**changed)])
    assert (bool(found.hits), bool(found.near)) == (hit, near)


def test_tables_count_hits_errors_and_false_alarms() -> None:
    clean = [
        {"trace": "c.json", "kind": "sort_error", "own": True, "form": "right_ranking"},
        {"trace": "d.json", "kind": "sort_error", "own": False, "form": "other"},
    ]
    findings = [finding(severity="error"), finding(file="c.json"), finding(file="c.json", kind="plan_drift")]
    found = detect.judge([LABEL, {**LABEL, "trace": "z.json", "provable": False}], findings)
    recall = "\n".join(detect.recall_table(found))
    assert "1/2  50%" in recall.splitlines()[2]
    assert "provable" in recall
    assert "1/1 100%" in recall
    alarms = "\n".join(detect.alarm_table(clean, findings))
    assert "1/2  50%" in alarms, "one of two honest runs"
    assert "right_ranking" in alarms
    rules = detect.rule_table(found, clean, findings)
    assert rules[-1].split() == ["sort-error", "1", "0", "1", "1"], "hit, near, other, false"


def test_interval_of_a_share() -> None:
    assert detect.wilson(0, 0) == (0.0, 1.0)
    low, high = detect.wilson(9, 10)
    assert (round(low, 3), round(high, 3)) == (0.596, 0.982)


def test_a_folder_without_labels_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(BENCH / "detect.py"), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "labels.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_findings_made_before_are_measured(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text(json.dumps([LABEL]), encoding="utf-8")
    (tmp_path / "clean.json").write_text("[]", encoding="utf-8")
    (tmp_path / "f.jsonl").write_text(json.dumps(finding(steps=["1"])) + "\n", encoding="utf-8")
    command = [sys.executable, str(BENCH / "detect.py"), str(tmp_path), "--findings", str(tmp_path / "f.jsonl")]
    done = subprocess.run([*command, "--show", "wrong_ranking"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "0/1" in done.stdout
    assert "MISSED a.json" in done.stdout
