"""Runs that no analysis has written yet: those that are growing, and those that have only just ended. They are
interpreted in memory by whoever looks at them, and have no findings yet."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from planscope.api import OpenStore
from planscope.collector.derived import rows_of
from planscope.collector.interpret import runs_of
from planscope.collector.pieces import Texts
from planscope.collector.reading import read_spans
from planscope.collector.run import Run
from planscope.collector.snapshot import current, newest, snapshot, stored
from planscope.collector.store import now
from planscope.collector.tables import RUNS
from planscope.dashboard.queries import Asked, Head, RunPage, RunRow

RECENT = 600 * 10**9  # nanoseconds without a span after which a run is left to the analysis, which takes it for over
TRACES = 200  # looked at, the latest first
SPANS = 10_000  # read, at most, but for the rest of the last trace and its session

_LATE = """
WITH came AS (
    SELECT trace_id, max(session) AS session, max(received_ns) AS received, count(*) AS spans
    FROM {spans} WHERE received_ns >= $1 GROUP BY trace_id
), looked AS (
    SELECT trace_id, max(generation) AS generation FROM {trace_runs} GROUP BY trace_id
)
SELECT trace_id, session, spans FROM came LEFT JOIN looked USING (trace_id)
WHERE generation IS NULL OR generation < received
ORDER BY received DESC, trace_id LIMIT {most}
"""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A run as it is now. `known`: an analysis has written an earlier state of it."""

    run: Run
    head: Head
    row: RunRow
    known: bool


def marker(store: OpenStore) -> str:
    """Something that is another when runs may have changed. Cheap: it reads names of files only."""
    files = snapshot(store.store)
    names = "\n".join(name for table in ("spans", "current") for name in files[table])
    return hashlib.sha256(names.encode()).hexdigest()[:16]


def growing(store: OpenStore, at: int | None = None) -> tuple[Fresh, ...]:
    """Runs with spans that no analysis has seen, the latest first; `at` is the time, now by default. Of a run that is
    known, only that it grows is news."""
    traces, sessions = _late(store, now() if at is None else at)
    if not traces:
        return ()
    made = runs_of(read_spans(store.store, traces=traces, sessions=sessions))
    known = _known(store, [r.id for r in made])
    runs = [r for r in made if r.steps and (r.id not in known or r.state == "growing")]
    found = [_fresh(r, r.id in known) for r in runs]
    return tuple(sorted(found, key=lambda f: (f.row.started or datetime.min, f.row.id), reverse=True))


def _late(store: OpenStore, at: int) -> tuple[list[str], list[str]]:
    """Traces, and sessions that they belong to, with spans that came after the last analysis."""
    files = snapshot(store.store)
    query = _LATE.format(spans=stored(files, "spans"), trace_runs=current(files, "trace_runs"), most=TRACES)
    traces: list[str] = []
    sessions: set[str] = set()
    left = SPANS
    for trace, session, spans in store.store.run(query, [at - RECENT]):
        if left <= 0:
            break
        left -= spans
        traces.append(trace)
        sessions |= {session} - {None}
    return traces, sorted(sessions)


def _known(store: OpenStore, runs: Sequence[str]) -> set[str]:
    query = f"SELECT run_id FROM {newest(snapshot(store.store))} WHERE run_id IN (SELECT unnest($1::VARCHAR[]))"
    return {r[0] for r in store.store.run(query, [list(runs)])}


def _fresh(run: Run, known: bool) -> Fresh:
    made = rows_of(run, 0, Texts())["runs"][0]
    held: dict[str, Any] = dict(zip(RUNS.names, made, strict=True))
    started, ended = held["started_ns"], held["ended_ns"]
    held |= {
        "id": run.id, "service": "", "started": _time(started), "ended": _time(ended),
        "seconds": None if started is None else (ended - started) / 1e9, "troubles": run.troubles,
        "errors": 0, "warnings": 0, "infos": 0, "kinds": "", **_list(run),
    }  # fmt: skip
    head = Head(**{f.name: held[f.name] for f in fields(Head)})
    return Fresh(run, head, RunRow(**{f.name: held[f.name] for f in fields(RunRow)}), known)


def _list(run: Run) -> dict[str, int | None]:
    """How far its todo list is."""
    if not run.lists:
        return {"done": None, "items": None}
    version = run.lists[-1].version
    cancelled = len(version.with_status("cancelled"))
    return {"done": len(version.with_status("completed")), "items": len(version.items) - cancelled}


def _time(nanoseconds: int | None) -> datetime | None:
    return None if nanoseconds is None else datetime.fromtimestamp(nanoseconds / 1e9, UTC).replace(tzinfo=None)


# --- in the list ---------------------------------------------------------------------------------------------------


def listed(page: RunPage, fresh: Iterable[Fresh], asked: Asked) -> tuple[tuple[RunRow, ...], set[str]]:
    """The rows of a page with runs as they are now, and the ids of those without findings yet: new ones stand first on
    the first page, whatever the order; others keep their place and their findings."""
    now_known = {f.row.id: f.row for f in fresh if f.known}
    rows = tuple(_as_now(r, now_known[r.id]) if r.id in now_known else r for r in page.rows)
    new = tuple(f.row for f in fresh if not f.known and fits(f, asked)) if page.number == 1 else ()
    return new + rows, {r.id for r in new}


def _as_now(row: RunRow, fresh: RunRow) -> RunRow:
    return replace(
        fresh, errors=row.errors, warnings=row.warnings, infos=row.infos, kinds=row.kinds, title=row.title
    )  # fmt: skip


def fits(fresh: Fresh, asked: Asked) -> bool:
    """Whether a run is among those that are wanted. What is found in it nobody knows yet."""
    head = fresh.head
    if asked.kind or asked.severity or asked.format not in ("", head.format):
        return False
    words = " ".join((head.title, head.agent, head.task, head.variant, head.id, head.file))
    return asked.text.strip().lower() in words.lower()


__all__ = ["Fresh", "fits", "growing", "listed", "marker"]
