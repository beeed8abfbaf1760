"""Makes docs/detectors.md from the detectors' manuals, docs/formats.md from the readers' own descriptions, docs/sql.md
from the questions in collector/asked, and the
table and the report in README.md from the demo.

python bench/make_docs.py              write them
python bench/make_docs.py --check      change nothing; end with 1 when one of them is out of date
"""

import inspect
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measured import load, section
from sub_rules import SUB_RULES

from planscope.analyzers.detector import KINDS, Detector, load_detectors
from planscope.analyzers.report.manual import forms, headline, manual
from planscope.collector.dialects import dialects
from planscope.collector.questions import questions
from planscope.collector.transcripts import readers

ROOT = Path(__file__).resolve().parent.parent
MADE = "<!-- made by bench/make_docs.py, do not edit by hand -->"


def detectors_page(detectors: list[Detector]) -> Iterator[str]:
    """A table of all, the forms of each kind, what labels are called, what was measured, and the manuals."""
    yield from ("# Detectors", "", MADE, "")
    yield "What `planscope explain NAME` prints, for all of them, [below](#data-quality); before that the forms of"
    yield "faults that they find, the kind that a fault counts as, and what was measured."
    yield from ("", "| detector | kind | what it finds |", "| --- | --- | --- |")
    yield from (f"| [{d.id}](#{d.id}) | `{d.kind}` | {headline(d)} |" for d in detectors)
    yield from ("", "## Forms of faults", "", "| form | kind | detector |", "| --- | --- | --- |")
    by_kind = sorted(detectors, key=lambda d: (KINDS.index(d.kind), d.id))
    yield from (f"| `{form}` | `{d.kind}` | [{d.id}](#{d.id}) |" for d in by_kind for form in forms(d))
    yield from ("", "## Which kind a fault counts as", "")
    yield "Where two kinds could apply, this table decides: by it runs are labelled ([eval.md](eval.md)) and findings"
    yield "are counted. `sub_rule` is what a label calls the fault."
    yield from ("", "| sub_rule | kind | the fault |", "| --- | --- | --- |")
    yield from (f"| `{name}` | `{k}` | {what} |" for k in KINDS for name, what in SUB_RULES.get(k, {}).items())
    yield from ("", *section(load()))
    for d in detectors:
        yield ""
        for line in manual(d):
            yield f"#{line}" if line.startswith("#") else line


def formats_page() -> Iterator[str]:
    """A table of readers and dialects, and what each reader says of itself."""
    yield from ("# Formats that are read", "", MADE, "")
    yield "The format of a file is recognised by its content. Files may be compressed with gzip. Positions in findings"
    yield "count from 0."
    yield from ("", "## Files", "", "| name | what writes it |", "| --- | --- |")
    yield from (f"| [{r.NAME}](#{r.NAME}) | {r.TITLE} |" for r in readers())
    yield from ("", "## Attributes of OpenTelemetry spans", "", "| name | what is read |", "| --- | --- |")
    yield from (f"| {d.NAME} | {_first_line(d)} |" for d in dialects() if d.NAME != "planscope")
    for r in readers():
        yield from ("", f"## {r.NAME}", "", *_description(r).splitlines())


def sql_page() -> Iterator[str]:
    """How a store is asked, and every worked question with its SQL."""
    yield from ("# Questions to a store", "", MADE, "")
    yield "Each of these answers from the views that [schema.md](schema.md) lists; `planscope sql --question NAME` asks"
    yield "it, and its text is a beginning for a question of your own:"
    yield from ("", "    planscope import runs/ && planscope check", "    planscope sql --question tools_that_fail")
    yield from ("", "[questions.ipynb](questions.ipynb) asks the same from Python, as pandas frames.")
    yield from ("", "| name | question |", "| --- | --- |")
    yield from (f"| [{q.name}](#{q.name}) | {q.title} |" for q in questions())
    for q in questions():
        yield from ("", f"## {q.name}", "", f"**{q.title}** {q.note}", "", "```sql", *q.sql.splitlines(), "```")


def _description(module: Any) -> str:
    return inspect.getdoc(module) or ""


def _first_line(module: Any) -> str:
    return " ".join(_description(module).split("\n\n")[0].split())


def readme(before: str) -> str:
    """README.md with what the demo prints: the table of runs, and the report on one of them, each in the block after
    the comment that says so."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "planscope", "demo", "--store", f"{folder}/store"]
        env = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
        shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, env=env).stdout
    table = shown[shown.index("collector ") :].split("\n\n")[:2]
    report = shown[shown.index("\nclaude-code-recipes.jsonl (") + 1 :].split("\n\n")[:3]
    after = _block(before, "of its runs", "\n\n".join(table))
    return _block(after, "of one run", "\n\n".join(report))


def _block(page: str, which: str, shown: str) -> str:
    block = rf"(<!-- what `planscope demo` prints {which},[^\n]*-->\n\n```text\n).*?(\n```)"
    made, count = re.subn(block, lambda m: m[1] + shown + m[2], page, flags=re.S)
    if count != 1:
        raise SystemExit(f"README.md has no place for what the demo prints {which}")
    return made


def text(lines: Iterator[str]) -> str:
    """The page, without runs of empty lines."""
    out: list[str] = []
    for line in lines:
        if line or (out and out[-1]):
            out.append(line.rstrip())
    return "\n".join(out).rstrip() + "\n"


def main() -> int:
    """Writes or compares the pages."""
    made = {
        "docs/detectors.md": text(detectors_page(load_detectors())),
        "docs/formats.md": text(formats_page()),
        "docs/sql.md": text(sql_page()),
        "README.md": readme((ROOT / "README.md").read_text("utf-8")),
    }
    stale = [n for n, page in made.items() if not (ROOT / n).exists() or (ROOT / n).read_text("utf-8") != page]
    if "--check" in sys.argv[1:]:
        for name in stale:
            print(f"{name} is out of date: run `uv run python bench/make_docs.py`")
        return int(bool(stale))
    for name in stale:
        (ROOT / name).write_text(made[name], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
