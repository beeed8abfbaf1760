"""Runs that no analysis has written yet, as they are shown while they grow."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from planscope import api
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.api import OpenStore
from planscope.collector.sink import Sink
from planscope.collector.store import now
from planscope.dashboard import queries
from planscope.dashboard.growing import RECENT, Fresh, growing, listed, marker
from planscope.dashboard.queries import Asked

if TYPE_CHECKING:
    from tests.dashboard.conftest import Lamps


@pytest.fixture
def sink(tmp_path: Path) -> Sink:
    return Sink(tmp_path / "store")


@pytest.fixture
def store(sink: Sink, tmp_path: Path) -> OpenStore:
    return api.open(tmp_path / "store")


def in_list(store: OpenStore, asked: Asked | None = None) -> tuple[list[tuple[str, int]], set[str]]:
    rows, new = listed(queries.runs(store, asked or Asked()), growing(store), asked or Asked())
    return [(r.state, r.steps) for r in rows], new


def only(store: OpenStore) -> Fresh:
    (found,) = growing(store)
    return found


def test_a_run_grows_until_it_is_analysed(sink: Sink, store: OpenStore, lamps: "Lamps") -> None:
    assert growing(store) == ()
    sink.export(lamps.asks())
    first = only(store)
    assert (first.run.state, first.head.title) == ("growing", "Please count the lamps in the cellar")
    sink.export(lamps.counts(2))
    assert only(store).head.tool_calls == first.head.tool_calls + 1
    assert only(store).head.steps > first.head.steps
    assert in_list(store) == ([("growing", only(store).head.steps)], {first.head.id})
    sink.export(lamps.ends())
    assert only(store).head.state == "ended"
    analyse(store.store, load_detectors())
    assert growing(store) == ()
    (row,) = queries.runs(store, Asked()).rows
    assert row.id == first.head.id


def test_what_is_shown_is_what_is_written_when_it_is_over(sink: Sink, store: OpenStore, lamps: "Lamps") -> None:
    for export in (lamps.asks(), lamps.counts(1), lamps.counts(2), lamps.ends()):
        sink.export(export)
    shown = only(store)
    analyse(store.store, load_detectors())
    (row,) = queries.runs(store, Asked()).rows
    head = queries.head(store, row.id)
    assert head is not None
    for name in ("id", "title", "agent", "format", "state", "steps", "variant", "done", "items", "failed_calls"):
        assert getattr(shown.row, name) == getattr(row, name), name
    for name in ("parent_id", "task", "trial", "model_calls", "tool_calls", "plan_versions", "troubles", "file"):
        assert getattr(shown.head, name) == getattr(head, name), name
    assert shown.head.started is not None
    assert head.started is not None
    assert abs((shown.head.started - head.started).total_seconds()) < 1e-3
    assert shown.head.seconds == head.seconds


def test_a_run_that_goes_on_keeps_its_place_and_its_findings(sink: Sink, store: OpenStore, lamps: "Lamps") -> None:
    sink.export(lamps.asks())
    sink.export(lamps.counts(1))
    analyse(store.store, load_detectors(), quiet=0)
    (before,) = queries.runs(store, Asked()).rows
    assert before.state == "quiet"
    sink.export(lamps.counts(2))
    found = only(store)
    assert found.known
    assert found.head.steps > before.steps
    assert in_list(store) == ([("growing", found.head.steps)], set())


def test_filters_hold_for_runs_that_grow(sink: Sink, store: OpenStore, lamps: "Lamps") -> None:
    sink.export(lamps.asks())
    for asked in (Asked(), Asked(text="CELLAR"), Asked(format="otlp"), Asked(text="lamp-shop")):
        assert len(in_list(store, asked)[0]) == 1, asked
    for asked in (Asked(text="attic"), Asked(format="chat"), Asked(severity="none"), Asked(kind="stale_todo")):
        assert in_list(store, asked)[0] == [], asked


def test_what_has_been_silent_is_left_to_the_analysis(sink: Sink, store: OpenStore, lamps: "Lamps") -> None:
    sink.export(lamps.asks())
    assert growing(store, now() + RECENT) == ()


def test_the_marker_changes_with_what_is_added_alone(sink: Sink, store: OpenStore, lamps: "Lamps") -> None:
    seen = [marker(store), marker(store)]
    sink.export(lamps.asks())
    seen += [marker(store), marker(store)]
    analyse(store.store, load_detectors(), quiet=0)
    seen += [marker(store), marker(store)]
    assert seen[0::2] == seen[1::2]
    assert len(set(seen)) == 3
