"""Runs taken out of a store: nothing of them stays, nothing else goes, whoever writes meanwhile."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.collector import semconv as s
from planscope.collector.intake import Intake
from planscope.collector.pieces import Texts
from planscope.collector.reading import read_spans, run_sql
from planscope.collector.remove import DAY, beyond_size, older_than, remove, traces_of
from planscope.collector.span import Place, Span
from planscope.collector.store import Stale, Store

SHARED = "what both runs hold, and say at length. " * 40


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def told(key: str, *texts: str, day: int = 0, parent: str | None = None) -> list[Span]:
    """A run of a transcript with these messages, alternately of the user and the model."""
    found = []
    for n, text in enumerate((*texts, "Done.")):
        a = {s.STEP: s.STEP_USER if n % 2 == 0 else s.STEP_MODEL, s.RUN_KEY: key, s.TEXT: text}
        a |= {s.RUN_PARENT: parent} if parent else {}
        at = (day + 20_000) * DAY + n
        found.append(Span(f"t-{key}", f"{key}-{n}", None, "x", at, at, Place(f"{key}.jsonl", str(n)), a, scope="chat"))
    return found


def bytes_of(folder: Path) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(folder.rglob("*.parquet")))


def look(store: Store) -> None:
    analyse(store, load_detectors(()), quiet=0)


def test_a_removed_run_leaves_nothing_and_takes_nothing_along(store: Store) -> None:
    Intake(store).add([*told("a", "unmistakable tulips", SHARED), *told("b", "plain words", SHARED)])
    look(store)
    traces, runs = traces_of(store, "a")
    assert (set(traces), set(runs)) == ({"t-a"}, {"a"})
    done = remove(store, traces, grace=0)
    assert (done.runs, done.traces, done.spans) == (1, 1, 3)
    assert [x.trace_id for x in read_spans(store)] == ["t-b"] * 3
    for table in ("runs", "steps", "checks", "plan_versions"):
        assert {r for (r,) in run_sql(store, f"SELECT DISTINCT run_id FROM {table}").rows} <= {"b"}
    assert SHARED in [x.attributes[s.TEXT] for x in read_spans(store)]
    for path in store.folder.rglob("*.parquet"):
        held = store.run(f"SELECT count(*) FROM read_parquet('{path}') AS t WHERE t::VARCHAR LIKE '%tulips%'")
        assert held == [(0,)], path


def test_what_was_removed_can_be_added_and_is_analysed_again(store: Store) -> None:
    intake = Intake(store)
    intake.add(told("a", SHARED))
    look(store)
    remove(store, ["t-a"], grace=0)
    assert read_spans(store) == []
    intake.add(told("a", SHARED))  # the same process, which has written this text before
    look(store)
    assert [x.attributes[s.TEXT] for x in read_spans(store)] == [SHARED, "Done."]
    assert run_sql(store, "SELECT run_id FROM runs").rows == [("a",)]


def test_runs_that_share_a_trace_or_a_session_go_together(store: Store) -> None:
    sub = [
        replace(x, trace_id="t-a", attributes={**x.attributes, s.RUN_KEY: "a/sub"}) for x in told("sub", "look into it")
    ]
    Intake(store).add([*told("a", "go"), *sub, *told("b", "go")])
    look(store)
    assert tuple(map(set, traces_of(store, "a/sub"))) == ({"t-a"}, {"a", "a/sub"})
    assert tuple(map(set, traces_of(store, "t-b"))) == ({"t-b"}, {"b"})
    assert traces_of(store, "nothing") == (frozenset(), frozenset())


def test_whoever_remembers_stored_texts_forgets_them(store: Store) -> None:
    texts = Texts()
    texts.put(SHARED)
    fresh = texts.fresh()
    epoch = store.epoch
    store.add({"texts": fresh}, epoch=epoch)
    Intake(store).add(told("a", "x"))
    remove(store, ["t-a"], grace=0)
    with pytest.raises(Stale):
        store.add({"texts": fresh}, epoch=epoch)
    assert not list((store.folder / "tmp").glob("*.parquet"))


def test_adding_while_runs_are_removed_loses_nothing(store: Store) -> None:
    added: list[str] = []
    stop = threading.Event()

    def work() -> None:
        mine, n = Intake(Store(store.folder)), 0
        while not stop.is_set():
            mine.add(told(f"k{n}", SHARED, f"{n} " + SHARED))
            added.append(f"k{n}")
            n += 1

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for n in range(3):
            Intake(store).add(told(f"gone{n}", SHARED))
            assert remove(store, [f"t-gone{n}"], grace=0).traces == 1
    finally:
        stop.set()
        thread.join()
    held = read_spans(store)  # raises where a text is missing
    assert {x.trace_id for x in held} == {f"t-{k}" for k in added}
    assert sum(x.attributes[s.TEXT] == SHARED for x in held) == len(added)


def test_by_age_and_by_size_the_oldest_go(store: Store) -> None:
    Intake(store).add([x for n in range(10) for x in told(f"r{n}", f"{n} " + SHARED * n, day=n)])
    assert older_than(store, 20_003 * DAY) == {"t-r0", "t-r1", "t-r2"}
    assert older_than(store, 0) == frozenset()
    assert beyond_size(store, 10**9) == frozenset()
    size = sum(p.stat().st_size for t in ("spans", "texts") for p in store.files(t))
    some = beyond_size(store, size // 2)
    assert some
    assert some == {f"t-r{n}" for n in range(len(some))}
    assert beyond_size(store, 1) == {f"t-r{n}" for n in range(10)}


def test_two_at_once_one_does_nothing(store: Store) -> None:
    Intake(store).add(told("a", "x"))
    with store.lock(exclusive=True, name="compact.lock"):
        assert remove(Store(store.folder), ["t-a"]).busy
    assert len(read_spans(store)) == 2
