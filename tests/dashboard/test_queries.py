"""What the pages ask of a store, and how text is made fit to be shown."""

from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.recall import recall
from planscope.api import OpenStore
from planscope.collector.run import ToolCall
from planscope.collector.span import Place
from planscope.dashboard import outline, queries
from planscope.dashboard.queries import ORDERS, ROWS, Asked, Order
from planscope.dashboard.visible import LONGEST, cut, line, title_of, visible


def every(store: OpenStore, **asked: str) -> list[queries.RunRow]:
    first = queries.runs(store, Asked(**asked))  # type: ignore[arg-type]
    pages = [queries.runs(store, Asked(**asked, page=n)) for n in range(1, first.pages + 1)]  # type: ignore[arg-type]
    return [r for p in pages for r in p.rows]


@pytest.mark.parametrize("order", ORDERS)
def test_pages_hold_every_run_once_in_order(shown: OpenStore, order: Order) -> None:
    rows = every(shown, order=order)
    assert len({r.id for r in rows}) == len(rows) == 30
    held: dict[str, list[Any]] = {
        "findings": [(-r.errors, -r.warnings, -r.infos) for r in rows],
        "steps": [-r.steps for r in rows],
        "title": [r.title.lower() for r in rows],
        "newest": [-r.started.timestamp() for r in rows if r.started],
        "oldest": [r.started.timestamp() for r in rows if r.started],
    }
    assert held[order] == sorted(held[order])


def test_counts_are_those_of_the_report(shown: OpenStore) -> None:
    report = recall(shown.store)
    rows = every(shown)
    assert sum(r.errors for r in rows) == sum(f.severity == "error" for f in report.findings)
    assert sum(r.warnings for r in rows) == sum(f.severity == "warning" for f in report.findings)
    for row in rows:
        mine = [f for f in report.findings if f.run == row.id]
        assert sorted(queries.findings(shown, row.id), key=str) == sorted(mine, key=str)
        assert row.kinds == ", ".join(sorted({f.kind for f in mine}))


def test_filters_narrow_down(shown: OpenStore) -> None:
    rows = every(shown)
    with_none = every(shown, severity="none")
    assert {r.id for r in with_none} == {r.id for r in rows if not r.kinds}
    stale = every(shown, kind="stale_todo")
    assert {r.id for r in stale} == {r.id for r in rows if "stale_todo" in r.kinds}
    assert {r.format for r in every(shown, format="chat")} == {"chat"}
    assert every(shown, kind="stale_todo", severity="none") == []


def test_text_is_looked_for_in_messages_of_findings_too(shown: OpenStore) -> None:
    row = next(r for r in every(shown) if r.errors)
    message = queries.findings(shown, row.id)[0].message
    assert row.id in {r.id for r in every(shown, text=f"  {message[:40].upper()} ")}


@pytest.mark.parametrize("text", ["'", "%", "_", "\\", "'; DROP TABLE runs; --", "?", "$1"])
def test_text_is_no_pattern_and_no_sql(shown: OpenStore, text: str) -> None:
    assert len(every(shown, text=text)) < 30


def test_a_page_beyond_the_last_is_the_last(shown: OpenStore) -> None:
    assert queries.runs(shown, Asked(page=10**6)).number == -(-30 // ROWS)


def test_a_run_read_back_is_the_run_that_was_analysed(shown: OpenStore) -> None:
    for row in every(shown):
        head = queries.head(shown, row.id)
        assert head is not None
        run = queries.whole_run(shown, head)
        assert run is not None
        assert len(run.steps) == head.steps
        assert run.state == head.state
        assert len(queries.checks(shown, row.id)) > 5


def test_a_run_that_is_none(shown: OpenStore) -> None:
    assert queries.head(shown, "none") is None
    assert queries.findings(shown, "none") == ()
    assert queries.generation(shown, "none") == 0


# --- text ----------------------------------------------------------------------------------------------------------


def test_lines_stay_and_what_acts_is_written_out() -> None:
    assert visible("one\r\ntwo\tx") == "one\ntwo    x"
    assert visible("\x1b[1m\u202e\u200b\ud800\x00") == "\\x1b[1m\\u202e\\u200b\\ud800\\x00"
    assert visible("نعم 好 👩‍🚀") == "نعم 好 👩‍🚀"


def test_long_texts_are_cut_and_that_is_said() -> None:
    assert cut("x" * (LONGEST + 5)) == ("x" * LONGEST, 5)
    assert cut("short") == ("short", 0)
    assert line("word " * 100, 20).endswith("…")
    assert len(line("x" * 10**6, 20)) == 20
    assert title_of("x" * 120).endswith("…")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, ""),
        (-1.0, ""),
        (0.04, "0.0 s"),
        (59.94, "59.9 s"),
        (61.0, "1 min 1 s"),
        (7384.0, "2 h 3 min"),
        (1e300, ""),
    ],
)
def test_durations(seconds: float | None, said: str) -> None:
    assert outline.duration(seconds) == said


@pytest.mark.parametrize("time", [None, 0, -5, 10**30])
def test_odd_times_are_no_times(time: int | None) -> None:
    assert outline.clock(time) == ""


def test_arguments_of_any_kind_are_text() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for arguments in (None, "text", {"a": "好"}, [1], {"a": object()}):
        made = ToolCall(place=Place("", "abc"), name="t", arguments=arguments)
        assert isinstance(outline.gist(made), str)
    assert outline.arguments_text({"a": "好"}) == '{"a": "好"}'
    assert outline.arguments_text(deep)
    assert outline.where(Place("", "abc")) == "span abc"


def test_the_queries_are_in_the_package() -> None:
    folder = Path(queries.__file__).parent / "queries"
    assert {queries.text_of(f.stem)[:2] for f in folder.glob("*.sql")} == {"--"}
