"""Makes docs/detectors.md from the detectors' manuals, docs/formats.md from the readers' own descriptions, and the
report in README.md from the demo.

python bench/make_docs.py              write them
python bench/make_docs.py --check      change nothing; end with 1 when one of them is out of date
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from planscope.analyzers.check import Report, check_files, find_files
from planscope.analyzers.detector import KINDS, Detector, load_detectors
from planscope.analyzers.report.manual import forms, headline, manual
from planscope.analyzers.report.text import Style, text_report
from planscope.collector.dialects import dialects
from planscope.collector.transcripts import readers
from planscope.demo import RUNS

ROOT = Path(__file__).resolve().parent.parent
MADE = "<!-- made by bench/make_docs.py, do not edit by hand -->"


def detectors_page(detectors: list[Detector]) -> Iterator[str]:
    """A table of all, the forms of each kind, and the manuals."""
    yield from ("# Detectors", "", MADE, "")
    yield "What `planscope explain NAME` prints, for all of them. The second table says which kind a form of fault"
    yield "counts as: where two could apply, it decides."
    yield from ("", "| detector | kind | what it finds |", "| --- | --- | --- |")
    yield from (f"| [{d.id}](#{d.id}) | `{d.kind}` | {headline(d)} |" for d in detectors)
    yield from ("", "| form | kind | detector |", "| --- | --- | --- |")
    by_kind = sorted(detectors, key=lambda d: (KINDS.index(d.kind), d.id))
    yield from (f"| `{form}` | `{d.kind}` | [{d.id}](#{d.id}) |" for d in by_kind for form in forms(d))
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


def _description(module: Any) -> str:
    return inspect.getdoc(module) or ""


def _first_line(module: Any) -> str:
    return " ".join(_description(module).split("\n\n")[0].split())


def readme(before: str) -> str:
    """README.md with what the demo prints of one run: the block after the comment that says so."""
    report = Report()
    for part in check_files(find_files([RUNS / "claude-code-recipes.jsonl"], RUNS), load_detectors()):
        report.add(part)
    shown = "\n".join(text_report(report, Style())).rpartition("\n\n")[0]  # the last paragraph is the summary
    block = r"(<!-- what `planscope demo` prints.*?```text\n).*?(\n```)"
    return re.sub(block, lambda m: m[1] + shown + m[2], before, flags=re.S)


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
