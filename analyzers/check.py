"""Runs detectors over files: which files, read how, in which process; findings and checks come out."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from planscope.analyzers.detector import Abstained, Detector, Finding, NotApplicable, load_detectors
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.span import Span
from planscope.collector.transcripts import keys_of, reader_of
from planscope.collector.transcripts.source import Skipped, Source
from planscope.errors import Unreadable

CheckOutcome = Literal["found", "clean", "not_applicable", "abstained", "failed"]


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
    """What became of one file: its format ("" when unknown), records read and skipped, a problem in words."""

    name: str
    format: str
    records: int = 0
    skipped: tuple[Skipped, ...] = ()
    problem: str = ""


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
        return [f for f in self.files if f.format and not f.problem]

    @property
    def unread(self) -> list[FileFacts]:
        """Files that were not: of unknown format, or unreadable."""
        return [f for f in self.files if not f.format or f.problem]

    def outcomes(self) -> Counter[str]:
        """Checks by outcome."""
        return Counter(c.outcome for c in self.checks)


@dataclass(frozen=True, slots=True)
class Job:
    """Files that are read together, because they may hold pieces of the same run."""

    files: tuple[tuple[Path, str], ...]


# --- which files ---------------------------------------------------------------------------------------------------


def find_files(paths: Sequence[Path], root: Path | None = None) -> list[tuple[Path, str]]:
    """(file, name) for every file given or below a folder given, in order, each once. The name is relative to `root`,
    else the path as given. Raises Unreadable for a path that does not exist."""
    found: dict[Path, str] = {}
    for path in paths:
        if not path.exists():
            raise Unreadable(f"{path}: no such file or folder")
        inside = _below(path) if path.is_dir() else [path]
        for file in inside:
            found.setdefault(file.absolute(), _name(file, root))
    return list(found.items())


def _below(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in (".git", "node_modules", ".venv", "__pycache__"))
        yield from (Path(here) / n for n in sorted(names) if (Path(here) / n).is_file())


def _name(file: Path, root: Path | None) -> str:
    if root is None:
        return file.as_posix()
    try:
        return file.absolute().relative_to(root.absolute()).as_posix()
    except ValueError:
        return file.as_posix()


def jobs_of(files: Iterable[tuple[Path, str]]) -> list[Job]:
    """Files that name the same run go together; the others alone."""
    owner: dict[str, int] = {}
    groups: dict[int, list[tuple[Path, str]]] = {}
    for n, (path, name) in enumerate(files):
        groups[n] = [(path, name)]
        for key in _keys(path, name):
            other = owner.get(key)
            if other is not None and other in groups and other != n:
                groups[other] += groups.pop(n)
                n = other
            owner[key] = n
    return [Job(tuple(g)) for g in groups.values()]


def _keys(path: Path, name: str) -> set[str]:
    source = Source(path, name)
    try:
        reader = reader_of(source)
        return keys_of(reader, source) if reader else set()
    except (Unreadable, OSError):
        return set()


# --- one job -------------------------------------------------------------------------------------------------------


def read_job(job: Job) -> tuple[list[Span], list[FileFacts]]:
    """The spans of a job's files, and what became of each file. Never raises for what is in a file."""
    spans: list[Span] = []
    facts: list[FileFacts] = []
    for path, name in job.files:
        source = Source(path, name)
        try:
            if path.stat().st_size == 0:
                facts.append(FileFacts(name, "", problem="empty file"))
                continue
            reader = reader_of(source)
            if reader is None:
                facts.append(FileFacts(name, "", problem="unknown format"))
                continue
            spans += reader.read(source)
            facts.append(FileFacts(name, reader.NAME, source.records_read, tuple(source.skipped)))
        except (Unreadable, OSError) as e:
            facts.append(FileFacts(name, "", problem=str(e)))
    return spans, facts


def check_job(job: Job, detectors: Sequence[Detector], settings: Mapping[str, Mapping[str, Any]]) -> Report:
    """Reads one job's files and runs all detectors over the runs inside."""
    spans, files = read_job(job)
    report = Report(files=files)
    for run in runs_of(spans):
        report.runs.append(facts_of(run))
        findings, checks = check_run(run, detectors, settings)
        report.findings += findings
        report.checks += checks
    return report


def check_run(
    run: Run, detectors: Sequence[Detector], settings: Mapping[str, Mapping[str, Any]] | None = None
) -> tuple[list[Finding], list[Check]]:
    """What the detectors say of one run. A detector that crashes is a failed check, never silence."""
    findings: list[Finding] = []
    checks: list[Check] = []
    for d in detectors:
        try:
            outcomes = d.run(run, (settings or {}).get(d.id))
        except Exception as e:
            checks.append(Check(run.id, d.id, d.kind, "failed", f"{type(e).__name__}: {e}"))
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
        len(run.tool_calls), len(run.plan_updates), " ".join(first.split())[:80],
    )  # fmt: skip


# --- many jobs -----------------------------------------------------------------------------------------------------

_worker: dict[str, Any] = {}


def _start(extra: Sequence[str], ids: Sequence[str], settings: Mapping[str, Mapping[str, Any]]) -> None:
    _worker["detectors"] = [d for d in load_detectors(extra) if d.id in ids]
    _worker["settings"] = settings


def _work(job: Job) -> Report:
    return check_job(job, _worker["detectors"], _worker["settings"])


def check_files(
    files: Sequence[tuple[Path, str]],
    detectors: Sequence[Detector],
    *,
    extra: Sequence[str] = (),
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    processes: int | None = None,
) -> Iterator[Report]:
    """One report for each job, in the order of the files. Several jobs are spread over processes (one for each
    processor by default). Closing the iterator stops the work."""
    jobs = jobs_of(files)
    count = min(processes or os.cpu_count() or 1, len(jobs))
    if count <= 1 or sum(p.stat().st_size for j in jobs for p, _ in j.files) < 400_000:
        for job in jobs:
            yield check_job(job, detectors, settings or {})
        return
    given = (list(extra), [d.id for d in detectors], settings or {})
    with ProcessPoolExecutor(count, initializer=_start, initargs=given) as pool:
        try:
            yield from _in_turn(pool, jobs, count * 3)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(getattr(pool, "_processes", {}).values()):
                process.terminate()
            raise


def _in_turn(pool: ProcessPoolExecutor, jobs: Sequence[Job], ahead: int) -> Iterator[Report]:
    """Reports in the order of the jobs, with a bounded number of jobs under way."""
    waiting: dict[Future[Report], int] = {}
    ready: dict[int, Report] = {}
    submitted = given = 0
    while given < len(jobs):
        while submitted < len(jobs) and submitted - given < ahead:
            waiting[pool.submit(_work, jobs[submitted])] = submitted
            submitted += 1
        if given not in ready:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                ready[waiting.pop(future)] = future.result()
        while given in ready:
            yield ready.pop(given)
            given += 1


def by_run(report: Report) -> dict[str, list[Finding]]:
    """Findings by run id."""
    grouped: dict[str, list[Finding]] = defaultdict(list)
    for f in report.findings:
        grouped[f.run].append(f)
    return grouped
