"""Runs detectors over files: which files, read how; findings and checks come out."""

import os
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from planscope.analyzers.aside import SetAside
from planscope.analyzers.detector import Abstained, Detector, Finding, NotApplicable, quote
from planscope.analyzers.files import Job, find_files, jobs_of
from planscope.analyzers.fit import refuse_unfit
from planscope.analyzers.gates.sameness import request_key
from planscope.collector.files import FileFacts, read_file, words
from planscope.collector.interpret import runs_of
from planscope.collector.redact import Redaction, Redactor
from planscope.collector.redaction_key import files_key
from planscope.collector.run import Run
from planscope.collector.span import Span

CheckOutcome = Literal["found", "clean", "not_applicable", "abstained", "failed"]
Settings = Mapping[str, Mapping[str, Any]]  # options by detector
WORTH_PROCESSES = 400_000  # bytes to read, below which starting processes takes longer than the work


@dataclass(frozen=True, slots=True)
class Check:
    """That a detector looked at a run, and how that went. `reason` for all but found and clean."""

    run: str
    detector: str
    kind: str
    outcome: CheckOutcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """What a detector that found nothing in a run compared there, with each piece of it; for one that passed the run
    over, the reason."""

    run: str
    detector: str
    outcome: CheckOutcome
    sentence: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a report says about a run besides its findings."""

    id: str
    file: str
    index: str | int | None
    format: str
    agent: str
    parent_id: str | None
    state: str
    steps: int
    tool_calls: int
    plan_versions: int
    title: str
    task: str = ""  # with `variant`: what it was, in the words of whoever started it
    variant: str = ""
    request: str = ""  # names the first request; equal for equal requests, whenever they were made


@dataclass
class Report:
    """Everything that a check brought to light. What was settled about findings is applied to it afterwards: those
    that do not count are `set_aside`, and `notes` say what else was settled, a sentence each."""

    files: list[FileFacts] = field(default_factory=list)
    runs: list[RunFacts] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    interrupted: bool = False
    set_aside: list[SetAside] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    redacted: Counter[str] = field(default_factory=Counter)  # secrets that were masked, by type

    def add(self, other: "Report") -> None:
        """Takes in the report of one more job."""
        self.files += other.files
        self.runs += other.runs
        self.findings += other.findings
        self.checks += other.checks
        self.set_aside += other.set_aside
        self.notes += other.notes
        self.compared += other.compared
        self.redacted += other.redacted

    @property
    def read(self) -> list[FileFacts]:
        """Files that were read."""
        return [f for f in self.files if not f.problem]

    @property
    def unread(self) -> list[FileFacts]:
        """Files that were not: of unknown format, or unreadable."""
        return [f for f in self.files if f.problem]

    def outcomes(self) -> Counter[str]:
        """Checks by outcome."""
        return Counter(c.outcome for c in self.checks)


# --- one job -------------------------------------------------------------------------------------------------------


def read_job(job: Job, redactor: Redactor | None = None) -> tuple[list[Span], list[FileFacts]]:
    """The spans of a job's files without secrets, and what became of each file. Never raises for what is in a file."""
    clean = (redactor or Redactor(Redaction(files_key()))).span
    spans: list[Span] = []
    facts: list[FileFacts] = []
    for path, name in job.files:
        found, about = read_file(path, name)
        spans += map(clean, found)
        facts.append(about)
    return spans, facts


def check_job(
    job: Job, detectors: Sequence[Detector], settings: Settings, redaction: Redaction | None = None
) -> Report:
    """Reads one job's files and runs all detectors over the runs inside. Never raises for what is in a file."""
    redactor = Redactor(redaction or Redaction(files_key()))
    spans, files = read_job(job, redactor)
    report = Report(files=files, redacted=redactor.counts)
    try:
        runs = runs_of(spans)
    except Exception as e:
        problem = f"cannot be made into runs ({words(e)})"
        return Report(files=[f if f.problem else FileFacts(f.name, f.format, problem=problem) for f in files])
    for run in runs:
        report.runs.append(facts_of(run))
        findings, checks = check_run(run, detectors, settings)
        report.findings += findings
        report.checks += checks
    return report


def check_run(
    run: Run, detectors: Sequence[Detector], settings: Settings | None = None
) -> tuple[list[Finding], list[Check]]:
    """What the detectors say of one run. A detector that crashes is a failed check, never silence."""
    findings: list[Finding] = []
    checks: list[Check] = []
    for d in detectors:
        try:
            outcomes = d.run(run, (settings or {}).get(d.id))
            refuse_unfit(outcomes)
        except KeyboardInterrupt:
            raise
        except BaseException as e:  # also one that calls sys.exit: it must not end the check with a clean code
            checks.append(Check(run.id, d.id, d.kind, "failed", words(e)))
            continue
        found = [x for x in outcomes if isinstance(x, Finding)]
        findings += found
        silent = next((x for x in outcomes if not isinstance(x, Finding)), None)
        if found:
            checks.append(Check(run.id, d.id, d.kind, "found"))
        elif isinstance(silent, NotApplicable):
            checks.append(Check(run.id, d.id, d.kind, "not_applicable", silent.reason))
        elif isinstance(silent, Abstained):
            checks.append(Check(run.id, d.id, d.kind, "abstained", silent.reason))
        else:
            checks.append(Check(run.id, d.id, d.kind, "clean"))
    return findings, checks


def facts_of(run: Run) -> RunFacts:
    """A run in a few figures, with the beginning of its first request as title."""
    first = next((r.text for r in run.requests), "")
    place = run.place
    return RunFacts(
        run.id, place.file, place.index, run.format, run.agent, run.parent_id, run.state, len(run.steps),
        len(run.tool_calls), len(run.plan_updates), quote(first[:2000], size=80), run.task, run.variant,
        request_key(first),
    )  # fmt: skip


# --- many jobs -----------------------------------------------------------------------------------------------------


def check_files(
    files: Sequence[tuple[Path, str]],
    detectors: Sequence[Detector],
    *,
    extra: Sequence[str] = (),
    settings: Settings | None = None,
    processes: int | None = None,
    redaction: Redaction | None = None,
) -> Generator[Report, None, None]:
    """One report for each job, in the order of the files. Several jobs are spread over processes (one for each
    processor by default), which load the detectors again from `extra`. Closing the iterator stops the work."""
    masks = redaction or Redaction(files_key())
    jobs = jobs_of(files)
    count = min(processes or os.cpu_count() or 1, len(jobs))
    if count <= 1 or sum(_size(p) for j in jobs for p, _ in j.files) < WORTH_PROCESSES:
        for job in jobs:
            yield check_job(job, detectors, settings or {}, masks)
        return
    from planscope.analyzers.processes import Recipe, spread  # its imports cost more than a small check

    yield from spread(jobs, Recipe(tuple(extra), tuple(d.id for d in detectors), settings or {}, masks), count)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


__all__ = [
    "Check",
    "CheckOutcome",
    "Compared",
    "FileFacts",
    "Job",
    "Report",
    "RunFacts",
    "check_files",
    "check_job",
    "check_run",
    "facts_of",
    "find_files",
    "jobs_of",
    "read_job",
]
