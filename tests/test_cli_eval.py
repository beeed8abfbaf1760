"""`planscope eval` as a user meets it."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from planscope.cli import run

RUNS = Path(__file__).resolve().parents[1] / "planscope" / "demo" / "made-up-runs"
Capture = pytest.CaptureFixture[str]

LABELS = [
    {"id": "one", "trace": "shop/recipes.jsonl", "kind": "discipline", "sub_rule": "over_red", "steps": ["16"]},
    {"id": "two", "trace": "shop/recipes.jsonl", "kind": "rubber_stamp", "sub_rule": "red", "steps": ["1"]},
    {"id": "three", "trace": "shop/lamp.json", "kind": "over_replan", "sub_rule": "again", "steps": ["3"]},
]
CLEAN = [{"trace": "shop/lamp.json", "kind": "discipline"}, {"trace": "shop/recipes.jsonl", "kind": "stale_todo"}]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with labels, and the traces that they are about in a folder beside them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "traces" / "shop").mkdir(parents=True)
    shutil.copy(RUNS / "claude-code-recipes.jsonl", tmp_path / "traces" / "shop" / "recipes.jsonl")
    shutil.copy(RUNS / "chat-lamp.json", tmp_path / "traces" / "shop" / "lamp.json")
    write(tmp_path, "labels", LABELS)
    write(tmp_path, "clean", CLEAN)
    return tmp_path


def write(folder: Path, name: str, entries: list[dict[str, Any]]) -> None:
    (folder / f"{name}.json").write_text(json.dumps(entries))


def document(capsys: Capture, *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["eval", "--labels", "labels.json", *arguments, "--format", "json"]) in (0, 1)
    held: dict[str, Any] = json.loads(capsys.readouterr().out)
    return held


def test_hits_misses_and_what_is_beside_the_place(folder: Path, capsys: Capture) -> None:
    held = document(capsys)
    assert {k: (f["recall"]["k"], f["recall"]["n"]) for k, f in held["kinds"].items()} == {
        "rubber_stamp": (0, 1), "stale_todo": (0, 0), "over_replan": (0, 1), "discipline": (1, 1),
    }  # fmt: skip
    assert [x["id"] for x in held["missed"]] == ["three"]
    assert [x["id"] for x in held["hit_at_another_step"]] == ["two"]
    assert held["all"]["clean_pairs_with_false_alarms"]["n"] == 2
    assert held["false_alarms"] == []
    assert [(f["kind"], f["form"]) for f in held["forms"]] == [
        ("rubber_stamp", "red"), ("over_replan", "again"), ("discipline", "over_red"),
    ]  # fmt: skip
    assert held["sets"].keys() == {"shop"}


def test_a_false_alarm_is_listed(folder: Path, capsys: Capture) -> None:
    write(folder, "clean", [{"id": "sound", "trace": "shop/recipes.jsonl.gz", "kind": "rubber_stamp"}])
    assert run(["eval", "--labels", "labels.json", "traces", "--verbose"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "false alarm: sound: error rubber-stamp.success-on-error in shop/recipes.jsonl at 15, 18" in out
    assert "missed: three: over_replan.again in shop/lamp.json at 3" in out
    assert "found at another place: two: rubber_stamp.red" in out


def test_findings_made_before_give_the_same(folder: Path, capsys: Capture) -> None:
    of_files = document(capsys)
    run(["check", "traces", "--root", "traces", "--format", "jsonl"])
    (folder / "found.jsonl").write_text(capsys.readouterr().out)
    assert document(capsys, "--findings", "found.jsonl") == of_files


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        ("discipline=1", 0),
        ("discipline=100%:0", 0),
        ("rubber_stamp=0.1", 1),
        ("all=30%", 0),
        ("all=0.4", 1),
        ("over_replan=0:0", 1),
        ("missed_replan=0", 0),
        ("missed_replan=0.1", 1),
    ],
)
def test_bounds(folder: Path, capsys: Capture, bound: str, code: int) -> None:
    assert run(["eval", "--labels", "labels.json", "--fail-under", bound]) == code
    assert ("NOT met" in capsys.readouterr().err) is bool(code)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--fail-under", "disciplin=1"], 3, "did you mean 'discipline'?"),
        (["--fail-under", "discipline"], 3, "write KIND=RECALL"),
        (["--fail-under", "discipline=1.5"], 3, "a share is at most 1"),
        (["--labels", "none.json"], 2, "none.json: cannot be read"),
        (["--labels", "traces/shop/recipes.jsonl"], 2, "no valid JSON"),
        (["--findings", "none.jsonl"], 2, "none.jsonl: cannot be read"),
        (["--findings", "labels.json"], 2, "labels.json, line 1: no finding"),
        (["--findings", "labels.json", "traces"], 3, "or --findings; not both"),
        (["--set", "other"], 3, "there is no label and no clean run in the set other"),
        (["--root", "traces/shop"], 3, "labels speak of 'shop/recipes.jsonl', the files read are called as"),
        (["nowhere"], 3, "--root DIR says what names are relative to"),
    ],
)
def test_calls_that_make_no_sense(folder: Path, capsys: Capture, arguments: list[str], code: int, says: str) -> None:
    assert run(["eval", "--labels", "labels.json", *arguments]) == code
    assert says in " ".join(capsys.readouterr().err.split())


def test_labels_of_files_that_are_not_here_are_left_out_and_told(folder: Path, capsys: Capture) -> None:
    (folder / "traces" / "shop" / "lamp.json").unlink()
    assert run(["eval", "--labels", "labels.json"]) == 0
    out, err = capsys.readouterr()
    assert "labels of files that are not here are left out: shop/lamp.json" in err
    assert "over_replan" not in out.split("\n\n")[0]


def test_a_file_that_cannot_be_read_counts_as_missed(folder: Path, capsys: Capture) -> None:
    broken = folder / "traces" / "shop" / "lamp.json"
    broken.unlink()
    os.mkfifo(broken)
    assert run(["eval", "--labels", "labels.json"]) == 2
    out, err = capsys.readouterr()
    assert "shop/lamp.json" in err
    assert "over_replan   0/1" in out
