"""The documents are true: blocks are run, generated pages are current, links lead somewhere."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from planscope.cli import run as run_command

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(p for p in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

_FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
_CONSOLE = re.compile(r"^```console\n\$ (.+?)\n(.*?)^```$", re.M | re.S)


def run(command: str, folder: Path) -> str:
    """The output of a command of a document. `planscope` and `python` are this Python's."""
    name, _, rest = command.partition(" ")
    whole = f"{sys.executable} {'-m planscope ' if name == 'planscope' else ''}{rest}"
    env = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    return subprocess.run(whole.split(), cwd=folder, capture_output=True, text=True, encoding="utf-8", env=env).stdout


def test_tutorial_does_what_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "own_detector.md").read_text(encoding="utf-8")
    blocks = sorted([*_FILE.finditer(page), *_CONSOLE.finditer(page)], key=lambda m: m.start())
    commands = 0
    for block in blocks:
        if block.re is _FILE:
            (tmp_path / block[1]).parent.mkdir(exist_ok=True)
            (tmp_path / block[1]).write_text(block[2], encoding="utf-8")
        else:
            commands += 1
            expected = block[2].strip()
            assert expected in run(block[1], tmp_path), block[1]
    assert commands >= 3
    assert page.count("```") // 2 == len(blocks) + 1, "every block but the last is a file or a command"


def test_gate_answers_as_its_page_says(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "planscope" / "demo" / "made-up-runs", tmp_path / "runs")
    [block] = _CONSOLE.finditer((ROOT / "docs" / "gate.md").read_text(encoding="utf-8"))
    assert block[2].strip() in run(block[1], tmp_path)


def test_generated_pages_are_current() -> None:
    script = ROOT / "bench" / "make_docs.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    targets = [t for t in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in t]
    headings = {
        re.sub(r"[^\w\s-]", "", h).strip().lower().replace(" ", "-") for h in re.findall(r"^#+ (.+)$", text, re.M)
    }
    missing = [t for t in targets if not t.startswith("#") and not (page.parent / t.partition("#")[0]).exists()]
    missing += [t for t in targets if t.startswith("#") and t[1:] not in headings]
    assert missing == []


def test_fields_of_the_output_are_described(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
    first, second = (set(re.findall(r"^\| `(\w+)`", part, re.M)) for part in page.split("## One document"))
    run_command(["check", str(ROOT / "planscope" / "demo"), "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert document.keys() == second
    assert document["findings"][0].keys() == first
    for name in ("checks", "runs", "files"):
        (row,) = re.findall(rf"^\| `{name}` .*", page, re.M)
        assert document[name][0].keys() <= set(re.findall(r"`(\w+)`", row)), name
    (row,) = re.findall(r"^\| `counts` .*", page, re.M)
    assert document["counts"].keys() <= set(re.findall(r"`(\w+)`", row))
