"""docs/harness.md is true: its example prints what the page says."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "harness.md"


def test_the_example_prints_what_the_page_says(tmp_path: Path) -> None:
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S))
    (tmp_path / "jam.py").write_text(blocks["python"], encoding="utf-8")
    done = subprocess.run([sys.executable, "jam.py"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (blocks["text"], "")
