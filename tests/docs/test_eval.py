"""The page on measuring does what it says."""

import re
from pathlib import Path

import pytest

from planscope.cli import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "eval.md"
_FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
_CONSOLE = re.compile(r"^```console\n\$ planscope (.+?)\n(.*?)^```$", re.M | re.S)


def test_the_example_is_measured_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (tmp_path / "runs").mkdir()
    files = dict(_FILE.findall(page))
    assert files.keys() == {"runs/garden.json", "runs/labels.json", "runs/clean.json"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    [(command, shown)] = _CONSOLE.findall(page)
    assert run(command.split()) == 0
    assert shown.strip() in capsys.readouterr().out
    assert run([*command.split(), "--fail-under", "stale_todo=0.8:2%"]) == 1, "there is no clean run to judge it by"
