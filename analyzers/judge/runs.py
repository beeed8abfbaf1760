"""The runs that a report is about, read once more: a report holds findings and no steps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from planscope.analyzers.check import Report, jobs_of, read_job
from planscope.analyzers.judge.question import Question
from planscope.analyzers.judge.questions import questions
from planscope.analyzers.stored import QUIET
from planscope.collector.interpret import runs_of
from planscope.collector.reading import read_spans
from planscope.collector.run import Run
from planscope.collector.span import Span
from planscope.collector.store import Store, now
from planscope.collector.units import units_of


def questions_on(report: Report, runs: Iterator[Run]) -> list[Question]:
    """The questions about those runs that the report is about, each run once."""
    waiting = {run.id for run in report.runs}
    found: list[Question] = []
    for run in runs:
        if run.id in waiting:
            waiting.discard(run.id)
            found += questions(run, report.findings, report.checks)
    return found


def runs_of_files(files: Sequence[tuple[Path, str]]) -> Iterator[Run]:
    """Runs of files, a job's at a time; what cannot be read is left out, as the report has said so."""
    for job in jobs_of(files):
        yield from _runs(read_job(job)[0])


def runs_of_store(store: Store) -> Iterator[Run]:
    """Runs of a store that have ended or fallen quiet, a unit's at a time."""
    for unit in units_of(store, "all of them, whatever was analysed"):
        silent = now() - unit.received >= QUIET
        for run in _runs(read_spans(store, traces=unit.traces, contradicting=True)):
            if run.state != "growing":
                yield run
            elif silent:
                yield replace(run, state="quiet")


def _runs(spans: list[Span]) -> list[Run]:
    try:
        return runs_of(spans)
    except Exception:
        return []
