"""A gate: a question about a report, answered pass, fail, or could not decide (exit codes 0, 1, 2)."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Literal

from planscope.analyzers.check import Report
from planscope.analyzers.detector import SEVERITIES

Answer = Literal[0, 1, 2]
PASS: Answer = 0
FAIL: Answer = 1
UNDECIDED: Answer = 2
THRESHOLDS = (*SEVERITIES, "never")
DECIDED = frozenset({"found", "clean", "not_applicable"})


def answer(report: Report, fail_on: str, asked: Collection[str] = ()) -> Answer:
    """FAIL for a finding at or above the threshold, else UNDECIDED when there is a reason for it, else PASS. `asked`
    names the files that the user named one by one."""
    if against(report, fail_on):
        return FAIL
    return UNDECIDED if any(undecided(report, asked)) else PASS


def against(report: Report, fail_on: str) -> frozenset[int]:
    """The findings at or above the threshold, as places in the report's list."""
    grave = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on in SEVERITIES else ()
    return frozenset(n for n, f in enumerate(report.findings) if f.severity in grave)


def undecided(report: Report, asked: Collection[str] = ()) -> Iterator[str]:
    """Why silence of this report would prove nothing, one sentence each. Skipped records are no such reason, and
    neither is a file in a folder that is no transcript; one that was asked for is."""
    if report.interrupted:
        yield "interrupted: this is what was found so far"
    for f in report.unread:
        if not f.foreign or f.name in asked:
            yield f"{f.name}: {f.problem}"
    failed = [c for c in report.checks if c.outcome == "failed"]
    for detector, count in Counter(c.detector for c in failed).items():
        reason = next(c.reason for c in failed if c.detector == detector)
        where = "the only run" if len(report.runs) == 1 else f"{count} of {len(report.runs)} runs"
        yield f"detector {detector} crashed on {where} ({reason})"
    if not report.runs:
        yield "nothing was checked: no run of an agent was found"
    elif not report.checks:
        yield "nothing was checked: there is no detector of that kind"
    elif not DECIDED & report.outcomes().keys() and not failed:
        yield "nothing was checked: every detector had to abstain (--verbose says why)"
