"""Runs detectors over files: which files, read how; findings and checks come out."""

import os
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from planscope.analyzers.detector import SEVERITIES, Abstained, Detector, Evidence, Finding, NotApplicable, quote
from planscope.analyzers.files import Job, find_files, jobs_of, unknown
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.span import Span
from planscope.collector.transcripts import reader_of
from planscope.collector.transcripts.source import Skipped, Source
from planscope.errors import BadDetector, PlanscopeError, Unreadable

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


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What became of one file: its format ("" when unknown), records read and skipped, a problem in words.

    `foreign` is true for a file that is no transcript (empty, or in no format that we read), as many in a folder are;
    other problems mean that something which may well be one could not be read.
    """

    name: str
    format: str
    records: int = 0
    skipped: tuple[Skipped, ...] = ()
    problem: str = ""
    foreign: bool = False


@dataclass
class Report:
    """Everything that a check brought to light."""

    files: list[FileFacts] = field(default_factory=list)
    runs: list[RunFacts] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    interrupted: bool = False

    def add(self, other: "Report") -> None:
        """Takes in the report of one more job."""
        self.files += other.files
        self.runs += other.runs
        self.findings += other.findings
        self.checks += other.checks

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


def read_job(job: Job) -> tuple[list[Span], list[FileFacts]]:
    """The spans of a job's files, and what became of each file. Never raises for what is in a file."""
    spans: list[Span] = []
    facts: list[FileFacts] = []
    for path, name in job.files:
        found, about = _read(path, name)
        spans += found
        facts.append(about)
    return spans, facts


def _read(path: Path, name: str) -> tuple[list[Span], FileFacts]:
    source = Source(path, name)
    try:
        if path.stat().st_size == 0 and path.is_file():
            return [], FileFacts(name, "", problem="empty file", foreign=True)
        if not path.is_file():
            return [], FileFacts(name, "", problem="neither a file nor a folder that can be read", foreign=True)
        reader = reader_of(source)
        if reader is None:
            return [], FileFacts(name, "", problem=unknown(source), foreign=True)
        found = list(reader.read(source))
        if source.mostly_skipped:
            problem = f"looks like {reader.NAME}, but most of it could not be read ({source.skipped[0].reason})"
            return [], FileFacts(name, "", problem=problem, foreign=True)
        return found, FileFacts(name, reader.NAME, source.records_read, tuple(source.skipped))
    except FileNotFoundError:
        if path.is_symlink():
            return [], FileFacts(name, "", problem="a link to a file that does not exist", foreign=True)
        problem = "no such file or folder"
    except (Unreadable, OSError) as e:
        problem = (getattr(e, "strerror", None) or str(e)).removeprefix(f"{name}: ")
    except Exception as e:  # a reader that fails on a hostile file must not cost the others
        problem = f"cannot be read ({_words(e)})"
    return [], FileFacts(name, "", problem=problem)


def check_job(job: Job, detectors: Sequence[Detector], settings: Settings) -> Report:
    """Reads one job's files and runs all detectors over the runs inside. Never raises for what is in a file."""
    spans, files = read_job(job)
    report = Report(files=files)
    try:
        runs = runs_of(spans)
    except Exception as e:
        problem = f"cannot be made into runs ({_words(e)})"
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
            _refuse_unfit(outcomes)
        except KeyboardInterrupt:
            raise
        except BaseException as e:  # also one that calls sys.exit: it must not end the check with a clean code
            checks.append(Check(run.id, d.id, d.kind, "failed", _words(e)))
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


def _refuse_unfit(outcomes: Sequence[object]) -> None:
    """Raises BadDetector for what a report could not print."""
    for x in outcomes:
        if not isinstance(x, Finding | NotApplicable | Abstained):
            raise BadDetector(f"answered with a {type(x).__name__}; a Finding, NotApplicable or Abstained is needed")
        if isinstance(x, Finding) and not (x.evidence and all(isinstance(e, Evidence) for e in x.evidence)):
            raise BadDetector(f"a finding without evidence: {x.message!r}")
        if isinstance(x, Finding) and x.severity not in SEVERITIES:
            raise BadDetector(f"unknown severity {x.severity!r}; there are {', '.join(SEVERITIES)}")


def _words(error: BaseException) -> str:
    """What was raised and where, in one line."""
    if isinstance(error, PlanscopeError):
        return str(error)
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f", in line {last.tb_lineno} of {Path(last.tb_frame.f_code.co_filename).name}" if last else ""
    return f"{type(error).__name__}: {error}"[:300] + where


def facts_of(run: Run) -> RunFacts:
    """A run in a few figures, with the beginning of its first request as title."""
    first = next((r.text for r in run.requests), "")
    place = run.place
    return RunFacts(
        run.id, place.file, place.index, run.format, run.agent, run.parent_id, run.state, len(run.steps),
        len(run.tool_calls), len(run.plan_updates), quote(first[:2000], size=80),
    )  # fmt: skip


# --- many jobs -----------------------------------------------------------------------------------------------------


def check_files(
    files: Sequence[tuple[Path, str]],
    detectors: Sequence[Detector],
    *,
    extra: Sequence[str] = (),
    settings: Settings | None = None,
    processes: int | None = None,
) -> Generator[Report, None, None]:
    """One report for each job, in the order of the files. Several jobs are spread over processes (one for each
    processor by default), which load the detectors again from `extra`. Closing the iterator stops the work."""
    jobs = jobs_of(files)
    count = min(processes or os.cpu_count() or 1, len(jobs))
    if count <= 1 or sum(_size(p) for j in jobs for p, _ in j.files) < WORTH_PROCESSES:
        for job in jobs:
            yield check_job(job, detectors, settings or {})
        return
    from planscope.analyzers.processes import Recipe, spread  # its imports cost more than a small check

    yield from spread(jobs, Recipe(tuple(extra), tuple(d.id for d in detectors), settings or {}), count)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


__all__ = [
    "Check",
    "CheckOutcome",
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
