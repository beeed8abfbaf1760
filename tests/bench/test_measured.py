"""Figures are kept by set, and printed with their intervals; what is found seldom is named."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.detector import KINDS

BENCH = Path(__file__).parents[2] / "bench"
sys.path.insert(0, str(BENCH))
import measured  # type: ignore[import-not-found]  # noqa: E402
import sub_rules  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(str(BENCH))


def share(k: int, n: int) -> dict[str, Any]:
    return {"k": k, "n": n}


EVALUATION = {
    "planscope": "0.1.0",
    "kinds": {
        "stale_todo": {
            "recall": share(13, 20),
            "precision": share(13, 14),
            "clean_pairs_with_false_alarms": share(1, 40),
        },
    },
    "forms": [
        {"kind": "stale_todo", "form": "left_open_at_end", "recall": share(9, 10)},
        {"kind": "stale_todo", "form": "not_updated_while_working", "recall": share(4, 10)},
    ],
    "rules": {"stale-todo.left-open": {"hit": 9, "false alarm": 1, "elsewhere": 3}},
}


def keep(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "e.json").write_text(json.dumps(EVALUATION))
    command = [sys.executable, str(BENCH / "measured.py"), *arguments, "--file", "kept.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_sets_are_kept_replaced_and_dropped(tmp_path: Path) -> None:
    assert keep(tmp_path, "made-up", "e.json", "--what", "seed 7").returncode == 0
    assert keep(tmp_path, "a first", "e.json", "--what", "read by hand").returncode == 0
    assert keep(tmp_path, "made-up", "e.json").returncode == 0, "a known set keeps its words"
    sets = measured.load(tmp_path / "kept.json")
    assert [(s["name"], s["what"]) for s in sets] == [("a first", "read by hand"), ("made-up", "seed 7")]
    assert sets[0]["findings"] == {"stale-todo.left-open": {"hits": 9, "false_alarms": 1}}
    assert keep(tmp_path, "a first", "--drop").returncode == 0
    assert [s["name"] for s in measured.load(tmp_path / "kept.json")] == ["made-up"]
    assert keep(tmp_path, "other", "e.json").returncode == 2, "a new set without a word on it"


def test_the_page_has_shares_with_intervals_and_names_what_is_found_seldom(tmp_path: Path) -> None:
    keep(tmp_path, "made-up", "e.json", "--what", "seed 7")
    page = "\n".join(measured.section(measured.load(tmp_path / "kept.json")))
    assert "| `stale_todo` | 13/20 65% [43-82] | 1/40 2% [0-13] |" in page
    assert "| `stale_todo.not_updated_while_working` | 4/10 40% [17-69] |" in page
    assert "Found less than every other time: `stale_todo.not_updated_while_working` (4 of 10, made-up)." in page
    assert "| `stale-todo.left-open` | 9 | 1 |" in page
    assert list(measured.section([])) == []


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text('{"format": "else", "sets": []}')
    with pytest.raises(SystemExit, match="the format is 'else'"):
        measured.load(tmp_path / "kept.json")


def test_what_is_committed_can_be_read_and_sub_rules_are_of_one_kind() -> None:
    assert isinstance(list(measured.section(measured.load())), list)
    assert sub_rules.SUB_RULES.keys() <= set(KINDS)
    names = [name for of in sub_rules.SUB_RULES.values() for name in of]
    assert len(names) == len(set(names))
