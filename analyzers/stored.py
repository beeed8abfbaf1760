"""Analyses the runs of a store: those whose spans, or whose detectors, are not what they were the last time.

A *unit* is the traces that may belong to the same runs; it is read and interpreted as a whole. Of its runs, those that
have ended or fallen quiet are written, each as a new generation that is seen at once and whole; a run that is as it
was, and was looked at by the same detectors, is left alone.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from inspect import getsourcefile
from pathlib import Path
from typing import Any

from planscope import __version__
from planscope.analyzers.accounts import account_rows
from planscope.analyzers.check import Check, Report, RunFacts, Settings, check_run, facts_of
from planscope.analyzers.detector import Detector, Finding
from planscope.analyzers.reviews import Mark, marks
from planscope.collector import semconv as s
from planscope.collector.derived import Row, place, row, rows_of
from planscope.collector.exact import encode
from planscope.collector.interpret import runs_of
from planscope.collector.pieces import Texts
from planscope.collector.publish import refresh
from planscope.collector.reading import read_spans
from planscope.collector.run import Run
from planscope.collector.span import Place, Span
from planscope.collector.store import Stale, Store, now
from planscope.collector.tables import ANALYSED, CHECKS, CURRENT, FINDINGS
from planscope.collector.units import Unit, Written, units_of, written

QUIET = 600 * 10**9  # nanoseconds without a new span after which a growing run is taken for over
AT_ONCE = 20_000  # spans read together
ROWS = 20_000  # steps after which what was found is written


@dataclass
class Analysis:
    """What an analysis did: units looked at, runs written, left as they were, and still growing (these also by name);
    the report holds the runs written, with their findings and checks."""

    units: int = 0
    written: int = 0
    same: int = 0
    growing: int = 0
    gone: int = 0
    unfinished: list[RunFacts] = field(default_factory=list)
    report: Report = field(default_factory=Report)


def analyse(
    store: Store,
    detectors: Sequence[Detector],
    settings: Settings | None = None,
    *,
    quiet: int = QUIET,
    failed: Callable[[Unit, Exception], None] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Brings runs, findings and checks of a store up to date. Several may do so at once: the last to finish counts.
    Where `failed` is given it hears of a unit that cannot be analysed, which then costs the others nothing; `progress`
    hears how many traces of how many are done."""
    while True:
        work = _Work(store, detectors, settings or {}, quiet, failed)
        units = list(units_of(store, work.digest))
        done, total = 0, sum(len(u.traces) for u in units)
        try:
            for batch in _batches(units):
                work.units(batch)
                done += sum(len(u.traces) for u in batch)
                progress(done, total)
            work.flush()
        except Stale:  # runs were removed meanwhile: what is left is looked at again
            continue
        refresh(store)
        return work.done


def _batches(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    batch: list[Unit] = []
    for unit in units:
        if batch and sum(u.spans for u in batch) + unit.spans > AT_ONCE:
            yield batch
            batch = []
        batch.append(unit)
    if batch:
        yield batch


class _Work:
    """One analysis as it goes on: what it is done with, and rows that wait to be written."""

    def __init__(
        self,
        store: Store,
        detectors: Sequence[Detector],
        settings: Settings,
        quiet: int,
        failed: Callable[[Unit, Exception], None] | None = None,
    ) -> None:
        self.failed = failed
        self.store, self.detectors, self.settings, self.quiet = store, detectors, settings, quiet
        self.digests = {d.id: digest_of(d, settings.get(d.id, {})) for d in detectors}
        self.digest = _sha("\n".join(f"{k} {v}" for k, v in sorted(self.digests.items())), _code())
        self.texts, self.epoch, self.done = Texts(), store.epoch, Analysis()
        self.rows: dict[str, list[Row]] = defaultdict(list)

    def units(self, units: Sequence[Unit]) -> None:
        """Interprets and checks these units."""
        try:
            spans = _by_trace(read_spans(self.store, traces={t for u in units for t in u.traces}, contradicting=True))
            before = written(self.store, [t for u in units for t in u.traces])
        except Exception as e:
            if self.failed is None:
                raise
            if len(units) == 1:
                self.failed(units[0], e)
            for unit in units if len(units) > 1 else ():
                self.units([unit])
            return
        for unit in units:
            try:
                self._unit(unit, [x for t in unit.traces for x in spans.get(t, ())], before)
            except Exception as e:
                if self.failed is None:
                    raise
                self.failed(unit, e)
            if len(self.rows["steps"]) >= ROWS:
                self.flush()

    def _unit(self, unit: Unit, spans: list[Span], before: Mapping[str, Written]) -> None:
        runs = runs_of(spans)
        traces, services = _traces(spans), {x.trace_id: str(x.resource.get(s.SERVICE_NAME, "")) for x in spans}
        silent = now() - unit.received >= self.quiet
        growing = 0
        for run in runs:
            if run.state == "growing" and not silent:
                growing += 1
                self.done.unfinished.append(facts_of(run))
                continue
            settled = replace(run, state="quiet") if run.state == "growing" else run
            self._run(settled, before.get(run.id), *_home(settled, traces, services))
        gone = {w.run for w in before.values() if w.traces & set(unit.traces)} - {r.id for r in runs}
        for run_id in gone:
            after = {"run_id": run_id, "generation": _next(before[run_id])}
            self.rows["current"].append(row(CURRENT, after, gone=True))
        self.done.units += 1
        self.done.gone += len(gone)
        self.done.growing += growing
        if not growing:
            seen = {"unit": unit.name, "input_digest": unit.digest, "detectors": self.digest, "analysed_ns": now()}
            self.rows["analysed"].append(row(ANALYSED, seen))

    def _run(self, run: Run, before: Written | None, traces: set[str], service: str) -> None:
        digest = digest_of_run(run)
        if before and before.digest == digest and before.detectors == self.digests and before.traces == traces:
            self.done.same += 1
            return
        generation = _next(before)
        findings, checks = check_run(run, self.detectors, self.settings)
        made = rows_of(run, generation, self.texts, traces=traces, service=service)
        key = {"run_id": made["runs"][0][0], "generation": generation}
        marked = zip(findings, marks(findings), strict=True)
        made["findings"] = [_finding(key, n, f, mark) for n, (f, mark) in enumerate(marked)]
        made["checks"] = [self._check(key, c, digest) for c in checks]
        made |= account_rows(run, key)
        made["current"] = [row(CURRENT, key, input_digest=digest, gone=False)]
        for table, rows in made.items():
            self.rows[table] += rows
        self.done.written += 1
        self.done.report.add(Report(runs=[facts_of(run)], findings=findings, checks=checks))

    def _check(self, key: Mapping[str, Any], check: Check, digest: str) -> Row:
        return row(
            CHECKS, key, detector=check.detector, kind=check.kind, outcome=check.outcome, reason=check.reason,
            input_digest=digest, detector_digest=self.digests[check.detector], checked_ns=now(),
        )  # fmt: skip

    def flush(self) -> None:
        """Writes what waits."""
        fresh = self.texts.fresh()
        self.store.add({**self.rows, "texts": fresh}, epoch=self.epoch)
        self.texts.written(h for h, _ in fresh)
        self.rows.clear()


def _next(before: Written | None) -> int:
    """A generation above the one that counts, also when the clock was set back since."""
    return max(now(), before.generation + 1 if before else 0)


def _finding(key: Mapping[str, Any], number: int, finding: Finding, mark: Mark) -> Row:
    first = finding.evidence[0]
    evidence = [{"step": e.step, **place(e.place), "quote": e.quote, "note": e.note} for e in finding.evidence]
    return row(
        FINDINGS, key, number=number, detector=finding.detector, kind=finding.kind, form=finding.form,
        severity=finding.severity, message=finding.message, step=first.step, quote=first.quote,
        evidence=encode(evidence), fingerprint=mark.fingerprint, digest=mark.digest, **place(first.place),
    )  # fmt: skip


# --- which spans a run is made of ----------------------------------------------------------------------------------


def _by_trace(spans: Iterable[Span]) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        found[span.trace_id].append(span)
    return found


def _traces(spans: Iterable[Span]) -> dict[Place, set[str]]:
    """Traces by the place that a span stands at: steps know places."""
    found: dict[Place, set[str]] = defaultdict(set)
    for span in spans:
        found[span.place].add(span.trace_id)
    return found


def _home(run: Run, traces: Mapping[Place, set[str]], services: Mapping[str, str]) -> tuple[set[str], str]:
    """The traces that a run is in, and the service that it is from."""
    places = [*(x.place for x in run.steps), *(x.place for x in run.troubles)]
    home = {t for p in places for t in traces.get(p, ())}
    return home, next((services[t] for t in sorted(home) if services[t]), "")


# --- digests -------------------------------------------------------------------------------------------------------


def digest_of_run(run: Run) -> str:
    """Of everything that a detector can see of a run."""
    held = [getattr(run, f.name) for f in fields(run) if f.init and f.name not in ("_memo", "tools")]
    return _sha(repr(held), repr(None if run.tools is None else sorted(run.tools)))


def digest_of(detector: Detector, options: Mapping[str, Any]) -> str:
    """Of a detector: its source, its options with the settings, and planscope's own code if it is one of ours."""
    try:
        source = Path(getsourcefile(detector.find) or "").read_text(encoding="utf-8", errors="replace")
    except (OSError, TypeError):
        source = ""
    given = sorted({**{o.name: o.default for o in detector.options}, **options}.items())
    plain = [(k, sorted(v) if isinstance(v, frozenset | set) else v) for k, v in given]
    return _sha(detector.id, source, repr(plain), _code())


@cache
def _code() -> str:
    """Of the code that makes runs of spans and that detectors share."""
    folder = Path(__file__).parent
    texts = [p.read_bytes().decode() for p in sorted(folder.rglob("*.py"))]
    import planscope.collector

    texts += [p.read_bytes().decode() for p in sorted(Path(planscope.collector.__path__[0]).rglob("*.py"))]
    return _sha(__version__, *texts)


def _sha(*texts: str) -> str:
    made = hashlib.sha256()
    for text in texts:
        made.update(text.encode("utf-8", "replace") + b"\0")
    return made.hexdigest()[:32]


__all__ = ["Analysis", "analyse", "digest_of", "digest_of_run"]
