"""Jobs spread over processes of this machine: reports come in the order of the jobs, and a process that dies costs the
job that killed it and no other."""

import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass

from planscope.analyzers.check import FileFacts, Job, Report, Settings, check_job
from planscope.analyzers.detector import Detector, load_detectors
from planscope.collector.redact import Redaction


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a process needs to make the detectors itself: they are functions, and those of a user's file cannot be
    sent to it."""

    extra: tuple[str, ...]
    ids: tuple[str, ...]
    settings: Settings
    redaction: Redaction | None = None


_detectors: list[Detector] = []  # of this process, once it has begun
_recipe: list[Recipe] = []


def _begin(recipe: Recipe) -> None:
    """Ctrl-C reaches every process of the group: only the first one is to react, and it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.stdout = sys.stderr  # where findings go for programs, nothing that a user's detector prints may get between
    _detectors[:] = [d for d in load_detectors(recipe.extra) if d.id in recipe.ids]
    _recipe[:] = [recipe]


def _work(job: Job) -> Report:
    return check_job(job, _detectors, _recipe[0].settings, _recipe[0].redaction)


def spread(jobs: Sequence[Job], recipe: Recipe, count: int) -> Iterator[Report]:
    """One report for each job, in order, made by `count` processes. Closing the iterator ends them at once."""
    given = 0
    while given < len(jobs):
        try:
            with _pool(count, recipe) as pool:
                for report in _in_turn(pool, jobs[given:], count * 3):
                    given += 1
                    yield report
        except BrokenProcessPool:  # whose fault it was is not known: those under way are done again, each by itself
            for job in jobs[given : given + count * 3]:
                given += 1
                yield _alone(job, recipe)


@contextmanager
def _pool(count: int, recipe: Recipe) -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(count, initializer=_begin, initargs=(recipe,)) as pool:
        try:
            yield pool
        except BaseException:  # the reader went away or was interrupted: waiting for work that nobody wants is no use
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _alone(job: Job, recipe: Recipe) -> Report:
    try:
        with _pool(1, recipe) as pool:
            return pool.submit(_work, job).result()
    except BrokenProcessPool:
        problem = "the process that read it died (out of memory?)"
        return Report(files=[FileFacts(name, "", problem=problem) for _, name in job.files])


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
