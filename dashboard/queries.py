"""What the pages ask a store, as plain rows. The SQL is in queries/*.sql, over the public views alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any, Literal

from planscope.analyzers.check import Check
from planscope.analyzers.detector import Evidence, Finding
from planscope.api import OpenStore
from planscope.collector.exact import decode
from planscope.collector.interpret import runs_of
from planscope.collector.reading import read_spans
from planscope.collector.run import Run, RunState, Trouble
from planscope.collector.snapshot import current, newest, snapshot, stored
from planscope.collector.span import Place

Order = Literal["newest", "oldest", "findings", "steps", "title"]
ORDERS: tuple[Order, ...] = ("newest", "findings", "steps", "title", "oldest")
ROWS = 25  # runs on a page


@dataclass(frozen=True, slots=True)
class Asked:
    """Which runs are wanted; "" is any. `severity` may be "none": runs without findings."""

    kind: str = ""
    severity: str = ""
    format: str = ""
    text: str = ""
    order: Order = "newest"
    page: int = 1


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the list shows it. `done` of `items` of its todo list are completed; None without a list."""

    id: str
    title: str
    agent: str
    format: str
    state: str
    steps: int
    started: datetime | None
    seconds: float | None
    failed_calls: int
    variant: str
    errors: int
    warnings: int
    infos: int
    kinds: str
    done: int | None
    items: int | None


@dataclass(frozen=True, slots=True)
class RunPage:
    """A page of runs, and how many there are in all."""

    rows: tuple[RunRow, ...]
    total: int
    number: int

    @property
    def pages(self) -> int:
        """Number of pages, at least one."""
        return max(1, -(-self.total // ROWS))


@dataclass(frozen=True, slots=True)
class Head:
    """What is stored of a run as a whole."""

    id: str
    parent_id: str | None
    format: str
    agent: str
    service: str
    task: str
    variant: str
    trial: str
    state: RunState
    started: datetime | None
    ended: datetime | None
    seconds: float | None
    title: str
    steps: int
    model_calls: int
    tool_calls: int
    plan_versions: int
    failed_calls: int
    input_tokens: int | None
    output_tokens: int | None
    file: str
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """A sub-agent's run, or the run that started this one."""

    id: str
    title: str
    agent: str
    parent: bool


@dataclass(frozen=True, slots=True)
class Facets:
    """What there is to choose from, with the number of runs: kinds of findings, formats."""

    kinds: dict[str, int]
    formats: dict[str, int]


@cache
def text_of(name: str) -> str:
    """The text of a query."""
    return resources.files("planscope.dashboard").joinpath("queries", f"{name}.sql").read_text(encoding="utf-8")


def _rows(store: OpenStore, name: str, *parameters: Any) -> list[tuple[Any, ...]]:
    return store.rows(text_of(name), list(parameters)).rows


def runs(store: OpenStore, asked: Asked) -> RunPage:
    """A page of the runs that are wanted; the last page where a later one is asked for."""
    page = max(1, asked.page)
    wanted = [asked.kind, asked.severity, asked.format, asked.text.strip().lower(), asked.order]
    rows = _rows(store, "runs", *wanted, ROWS, (page - 1) * ROWS)
    if not rows and page > 1:
        first = runs(store, replace(asked, page=1))
        return runs(store, replace(asked, page=first.pages)) if first.pages > 1 else first
    return RunPage(tuple(RunRow(*r[:-1]) for r in rows), rows[0][-1] if rows else 0, page)


def facets(store: OpenStore) -> Facets:
    """Kinds and formats that occur."""
    found: dict[str, dict[str, int]] = {"kind": {}, "format": {}}
    for what, value, count in _rows(store, "facets"):
        found[what][value] = count
    return Facets(found["kind"], found["format"])


def spans(store: OpenStore) -> int:
    """How many spans a store holds."""
    return int(_rows(store, "waiting")[0][0])


def head(store: OpenStore, run_id: str) -> Head | None:
    """The head of a run, None when no run has this id."""
    rows = _rows(store, "run", run_id)
    if not rows:
        return None
    values = list(rows[0])
    values[-1] = tuple(_trouble(t) for t in decode(values[-1])) if values[-1] else ()
    return Head(*values)


def _trouble(said: dict[str, Any]) -> Trouble:
    return Trouble(said["form"], said["message"], _place(said), said["quote"])


def _place(said: dict[str, Any]) -> Place:
    return Place(said["file"], said["position"], None if said["item"] is None else decode(said["item"]))


def findings(store: OpenStore, run_id: str) -> tuple[Finding, ...]:
    """The findings of a run, the most serious first."""
    return tuple(_finding(run_id, r) for r in _rows(store, "findings", run_id))


def _finding(run_id: str, row: Sequence[Any]) -> Finding:
    detector, kind, form, severity, message, evidence = row
    shown = tuple(Evidence(_place(e), e["step"], e["quote"], e["note"]) for e in decode(evidence))
    return Finding(message, shown, severity, form, detector, kind, run_id)


def checks(store: OpenStore, run_id: str) -> tuple[Check, ...]:
    """The checks of a run."""
    return tuple(Check(run_id, *r) for r in _rows(store, "checks", run_id))


def related(store: OpenStore, run: Head) -> tuple[Related, ...]:
    """The run that started this one, and those that it started."""
    return tuple(Related(*r) for r in _rows(store, "related", run.id, run.parent_id or ""))


def generation(store: OpenStore, run_id: str) -> int:
    """Which interpretation of a run counts: what is kept of it is right as long as this stays; 0 when there is none."""
    found = store.store.run(f"SELECT generation FROM {newest(snapshot(store.store))} WHERE run_id = $1", [run_id])
    return int(found[0][0]) if found else 0


def whole_run(store: OpenStore, run: Head) -> Run | None:
    """The run itself, interpreted anew from its spans and those of its sessions; None when they are gone."""
    files = snapshot(store.store)
    mine = f"SELECT trace_id FROM {current(files, 'trace_runs')} WHERE run_id = $1"
    traces = [r[0] for r in store.store.run(mine, [run.id])]
    if not traces:
        return None
    in_traces = "WHERE list_contains($1::VARCHAR[], trace_id) AND session IS NOT NULL"
    sessions = store.store.run(f"SELECT DISTINCT session FROM {stored(files, 'spans')} {in_traces}", [traces])
    made = runs_of(read_spans(store.store, traces=traces, sessions=[r[0] for r in sessions]))
    found = next((r for r in made if r.id == run.id), None)
    return None if found is None else replace(found, state=run.state)
