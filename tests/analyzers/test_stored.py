"""Analysing a store: once, again when something has changed, and never mixed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import planscope
from planscope.analyzers.check import check_run
from planscope.analyzers.detector import Detector, Finding, NotApplicable, at, detector, load_detectors
from planscope.analyzers.recall import recall
from planscope.analyzers.stored import analyse
from planscope.collector import semconv as s
from planscope.collector.compact import compact
from planscope.collector.intake import Intake
from planscope.collector.interpret import runs_of
from planscope.collector.reading import run_sql
from planscope.collector.run import Run
from planscope.collector.span import Place, Span
from planscope.collector.store import Store
from planscope.collector.transcripts.recorder import Recorder
from planscope.errors import PlanscopeError, Unreadable, UsageError


@detector("discipline")
def shouting(run: Run, *, marks: int = 1) -> Iterator[Finding | NotApplicable]:
    """Finds messages with exclamation marks."""
    if not run.messages:
        yield NotApplicable("nothing was said")
    for m in run.messages:
        if m.text.count("!") >= marks:
            yield Finding(f"says {m.text!r}", (at(m, m.text),), form="loud")


@detector("discipline")
def broken(run: Run) -> list[Finding]:
    """Crashes."""
    raise ZeroDivisionError(run.id)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def told(key: str, *texts: str, parent: str | None = None) -> list[Span]:
    recorder = Recorder("chat", f"{key}.json", key, parent=parent)
    recorder.user("Please", 0, ident="0")
    for n, text in enumerate(texts, 1):
        recorder.model([(text, n)], n, ident=str(n))
    return recorder.spans()


def chat_span(n: int, *, end: bool, text: str = "Done!", trace: str = "t1") -> Span:
    out = [{"role": "assistant", "parts": [{"type": "text", "content": text}]}]
    return Span(
        trace, f"{trace}{n}", None, "chat m", 10**18 + n, 10**18 + n + 1 if end else None, Place("", f"{trace}{n}"),
        {s.OPERATION: "chat", s.REQUEST_MODEL: "m", s.OUTPUT_MESSAGES: out}, {s.SERVICE_NAME: "desk"},
    )  # fmt: skip


def rows(store: Store, text: str) -> list[tuple[Any, ...]]:
    return run_sql(store, text).rows


LOUD = "SELECT run_id, message, position FROM findings ORDER BY ALL"
ONE: list[Detector] = [shouting]


def test_findings_and_checks_are_those_of_a_check_of_the_files(store: Store) -> None:
    spans = [*told("a", "Done!", "Well."), *told("b", "Quiet."), *told("c")]
    Intake(store).add(spans)
    done = analyse(store, [shouting, broken])
    assert (done.written, len(done.report.findings)) == (3, 1)
    expected = [check_run(r, [shouting, broken]) for r in runs_of(spans)]
    assert rows(store, "SELECT run_id, detector, outcome, reason FROM checks ORDER BY ALL") == sorted(
        (c.run, c.detector, c.outcome, c.reason) for _, checks in expected for c in checks
    )
    assert rows(store, LOUD) == [("a", "says 'Done!'", "1")]
    assert rows(store, "SELECT evidence->0->>'quote', severity, form, step FROM findings") == [
        ("Done!", "warning", "loud", 1)
    ]


def test_what_was_found_can_be_recalled_as_it_was(store: Store) -> None:
    Intake(store).add([*told("a", "Done!", "Well!"), *told("b", "Quiet."), *told("c")])
    report = analyse(store, [shouting, broken]).report
    again = recall(store)
    assert again.runs == sorted(report.runs, key=lambda r: r.file)
    assert again.findings == report.findings
    assert sorted(map(repr, again.checks)) == sorted(map(repr, report.checks))
    assert [f.name for f in again.files] == ["a.json", "b.json", "c.json"]
    assert {c.detector for c in recall(store, ["broken"]).checks} == {"broken"}


def test_nothing_is_done_twice(store: Store) -> None:
    Intake(store).add([*told("a", "Done!"), *told("b", "Quiet.")])
    assert analyse(store, ONE).units == 2
    before = {t: store.files(t) for t in ("runs", "current", "analysed")}
    assert analyse(Store(store.folder), ONE).units == 0
    compact(store, grace=0)
    assert analyse(store, ONE).units == 0
    assert before["runs"]


def test_a_span_told_in_two_ways_is_found_whenever_the_other_comes(store: Store) -> None:
    (quality,) = (d for d in load_detectors() if d.id == "data-quality")
    found = "SELECT position, severity FROM findings WHERE form = 'conflicting-duplicate'"
    Intake(store).add([chat_span(1, end=False, text="Don"), chat_span(1, end=True, text="Done!")])
    assert analyse(store, [quality]).units == 1
    assert rows(store, found) == [], "sent when it began, and again when it had ended"
    Intake(store).add([chat_span(1, end=True, text="Failed.")])
    assert analyse(store, [quality]).units == 1
    for n in range(3):
        assert rows(store, found) == [("t11", "warning")]
        assert rows(store, "SELECT count(*) FROM spans") == [(1,)]
        Intake(store).add([chat_span(1, end=True, text=x) for x in ("Done!", "Failed.")])
        compact(store, grace=0)
        assert analyse(store, [quality]).units == 0, "nothing new was said"
        assert analyse(store, [quality], {"data-quality": {"shown": n + 1}}).written == 1
        assert analyse(store, [quality]).written == 1


def test_a_file_that_is_read_again_contradicts_nobody(store: Store) -> None:
    (quality,) = (d for d in load_detectors() if d.id == "data-quality")
    for text in ("Done!", "Well.", "Done!"):
        Intake(store).add_new(told("a", text))
        analyse(store, [quality])
        assert rows(store, "SELECT form FROM findings") == []
        compact(store, grace=0)


def test_only_what_changed_is_analysed_again(store: Store) -> None:
    Intake(store).add([*told("a", "Done!"), *told("b", "Quiet.")])
    analyse(store, ONE)
    Intake(store).add_new(told("a", "Done!", "Again!"))
    done = analyse(store, ONE)
    assert (done.units, done.written) == (1, 1)
    assert rows(store, LOUD) == [("a", "says 'Again!'", "2"), ("a", "says 'Done!'", "1")]
    assert rows(store, "SELECT run_id, steps FROM runs ORDER BY 1") == [("a", 3), ("b", 2)]


def test_other_detectors_or_options_mean_another_look(store: Store) -> None:
    Intake(store).add([*told("a", "Done!"), *told("b", "Loud!!!")])
    analyse(store, ONE)
    assert analyse(store, ONE, {"shouting": {"marks": 3}}).written == 2
    assert rows(store, LOUD) == [("b", "says 'Loud!!!'", "1")]
    assert analyse(store, [shouting, broken], {"shouting": {"marks": 3}}).written == 2
    assert rows(store, "SELECT count(*) FROM checks") == [(4,)]


def test_a_growing_run_is_written_when_it_has_ended_or_fallen_quiet(store: Store) -> None:
    Intake(store).add([chat_span(1, end=False)])
    assert (done := analyse(store, ONE)).growing == 1
    assert done.written == 0
    assert analyse(store, ONE, quiet=0).written == 1
    assert rows(store, "SELECT state, service FROM runs") == [("quiet", "desk")]
    Intake(store).add([chat_span(1, end=True)])
    assert analyse(store, ONE).written == 1
    assert rows(store, "SELECT state FROM runs") == [("ended",)]


def test_a_late_span_that_joins_two_traces_leaves_one_run(store: Store) -> None:
    named = [chat_span(1, end=True), chat_span(1, end=True, trace="t2")]
    Intake(store).add(named)
    analyse(store, ONE)
    assert rows(store, "SELECT count(*) FROM runs") == [(2,)]
    late = [
        Span(t, f"{t}9", None, "invoke_agent", 10**18, 10**18 + 9, Place("", f"{t}9"), {s.CONVERSATION: "k"},
             {s.SERVICE_NAME: "desk"})
        for t in ("t1", "t2")
    ]  # fmt: skip
    Intake(store).add(late)
    done = analyse(store, ONE)
    assert (done.units, done.gone) == (1, 2)
    assert rows(store, "SELECT run_id FROM runs") == [("desk/k",)]
    assert analyse(store, ONE).units == 0


def test_a_sub_agent_is_analysed_with_the_run_that_started_it(store: Store) -> None:
    Intake(store).add([*told("main", "Done."), *told("sub", "Done!", parent="main")])
    assert analyse(store, ONE).units == 1
    assert rows(store, "SELECT run_id, parent_id FROM runs ORDER BY 1") == [("main", None), ("sub", "main")]


# --- from Python ---------------------------------------------------------------------------------------------------


def test_frames(store: Store) -> None:
    pytest.importorskip("pandas")
    Intake(store).add([*told("a", "Done!"), *told("b", "Quiet.")])
    analyse(store, ONE)
    opened = planscope.open(store.folder)
    assert list(opened.runs()["run_id"]) == ["a", "b"]
    assert list(opened.findings(kind="discipline")["run_id"]) == ["a"]
    assert list(opened.findings(kind="stale_todo")["run_id"]) == []
    assert list(opened.sql("SELECT count(*) AS n FROM steps WHERE run_id = ?", ["a"])["n"]) == [2]
    assert len(opened.view("checks")) == 2
    assert len(opened.spans()) == 4
    with pytest.raises(UsageError, match="did you mean 'kind'"):
        opened.findings(kin="x")
    with pytest.raises(UsageError, match="no view"):
        opened.view("nothing")


def test_an_open_store_sees_what_is_added_later(store: Store) -> None:
    opened = planscope.open(store.folder)
    assert opened.rows("SELECT count(*) FROM spans").rows == [(0,)]
    Intake(store).add(told("a", "Done!"))
    assert opened.rows("SELECT count(*) FROM spans").rows == [(2,)]
    compact(store, grace=0)
    Intake(store).add(told("b", "Done!"))
    assert opened.rows("SELECT count(*) FROM spans").rows == [(4,)]


def test_without_pandas_the_way_out_is_said(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(PlanscopeError, match="pip install pandas"):
        planscope.open(store.folder).runs()


def test_where_the_store_is_by_default(store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLANSCOPE_STORE", str(store.folder))
    assert planscope.open().store.folder == store.folder
    monkeypatch.delenv("PLANSCOPE_STORE")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreadable, match=r"\.planscope: there is no store"):
        planscope.open()
