"""The whole report as one JSON document."""

from collections import Counter
from dataclasses import asdict
from typing import Any

import planscope
from planscope.analyzers.check import Report
from planscope.analyzers.detector import SEVERITIES
from planscope.analyzers.report.lines import finding_line
from planscope.analyzers.report.settled import aside_line


def document(report: Report) -> dict[str, Any]:
    """`findings` as in JSON lines; `set_aside` those that do not count, with the reason, and `notes` on what was
    settled; `checks`, `runs` and `files` as the classes of planscope.analyzers.check have them;
    `counts`; whether the work was `interrupted`."""
    return {
        "planscope": planscope.__version__,
        "findings": [finding_line(f) for f in report.findings],
        "checks": [asdict(c) for c in report.checks],
        "runs": [asdict(r) for r in report.runs],
        "files": [asdict(f) for f in report.files],
        "counts": _counts(report),
        "interrupted": report.interrupted,
        "set_aside": [aside_line(a) for a in report.set_aside],
        "notes": list(report.notes),
        "compared": [asdict(c) for c in report.compared],
    }


def _counts(report: Report) -> dict[str, Any]:
    severities = Counter(f.severity for f in report.findings)
    return {
        "findings": len(report.findings),
        "set_aside": len(report.set_aside),
        "severities": {s: severities[s] for s in SEVERITIES},
        "kinds": dict(sorted(Counter(f.kind for f in report.findings).items())),
        "checks": dict(sorted(report.outcomes().items())),
        "runs": len(report.runs),
        "files_read": len(report.read),
        "files_not_read": len(report.unread),
        "records": sum(f.records for f in report.files),
        "records_skipped": sum(len(f.skipped) for f in report.files),
    }
