"""Runs the detectors over a folder and writes findings, one JSON line each, as `planscope check --format jsonl` does.

python bench/measure.py FOLDER -o findings.jsonl [--kind KIND ...] [--show]
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from planscope.analyzers.check import Report, check_files, find_files
from planscope.analyzers.detector import chosen, load_detectors
from planscope.analyzers.report.lines import finding_line


def main() -> int:
    """Prints counts by format and detector outcome; exit 0."""
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("folder", type=Path)
    ap.add_argument("-o", "--out", type=Path, required=True)
    ap.add_argument("--kind", action="append", default=[])
    ap.add_argument("--show", action="store_true", help="print every finding with its evidence")
    a = ap.parse_args()
    detectors = chosen(load_detectors(), a.kind)
    report = Report()
    for part in check_files(find_files([a.folder], a.folder), detectors):
        report.add(part)
    with a.out.open("w", encoding="utf-8", errors="replace") as out:
        for f in report.findings:
            out.write(json.dumps(finding_line(f), ensure_ascii=False) + "\n")
    if a.show:
        for f in report.findings:
            print(f"{f.severity} {f.kind} [{f.form}] {f.message}")
            for e in f.evidence:
                print(f"    {e.place} {e.note}: {e.quote}")
    print(Counter(f.format or f.problem for f in report.files), file=sys.stderr)
    print(Counter((c.detector, c.outcome) for c in report.checks), file=sys.stderr)
    print([(c.run, c.detector, c.reason) for c in report.checks if c.outcome == "failed"], file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
