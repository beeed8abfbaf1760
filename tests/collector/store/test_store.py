"""What a store keeps: what was added, once, through crashes and compactions, whoever else is at work."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from planscope.collector.compact import compact
from planscope.collector.derived import row
from planscope.collector.intake import Intake
from planscope.collector.interpret import unique
from planscope.collector.publish import NAME, publish, published, refresh
from planscope.collector.reading import Reader, info, read_spans, run_sql
from planscope.collector.span import Place, Span
from planscope.collector.store import Store, literal
from planscope.collector.tables import CURRENT, FINDINGS, RUNS, TABLES
from planscope.errors import Unreadable

DAY = 24 * 3600 * 10**9
STAGES = ["close", "merge", "texts", "spans", "runs", "switch"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "sto're [a]")  # a quotation mark in a path is no SQL, a bracket no pattern
    yield made
    made.close()


def span(n: int, *, day: int = 0, **more: object) -> Span:
    text = "a text that is kept once " * 80
    at = DAY * (20_000 + day) + n
    return replace(
        Span(f"t{n % 3}", f"s{n}", None, "chat", at, at + 1, Place("", f"s{n}"), {"gen_ai.tool.call.result": text}),
        **more,  # type: ignore[arg-type]
    )


def ids(store: Store) -> list[str]:
    """Ids of spans that readers see, as often as they see them."""
    return sorted(r[0] for r in run_sql(store, "SELECT span_id FROM spans").rows)


def derive(store: Store, run: str, generation: int, findings: int, *, current: bool = True) -> None:
    of = {"run_id": run, "generation": generation}
    rows = {
        "runs": [row(RUNS, of, state="ended", title=f"generation {generation}")],
        "findings": [row(FINDINGS, of, number=n) for n in range(findings)],
    }
    store.add({**rows, "current": [row(CURRENT, of, gone=False)]} if current else rows)


# --- adding and reading --------------------------------------------------------------------------------------------


def test_empty_store_answers(store: Store) -> None:
    assert ids(store) == []
    for view in ("runs", "steps", "findings", "checks", "verdicts", "plan_items"):
        assert run_sql(store, f"SELECT * FROM {view}").rows == []
    assert read_spans(store) == []
    assert info(store).spans == 0


def test_spans_come_back_as_they_were(store: Store) -> None:
    spans = [span(n, day=n % 4) for n in range(9)]
    Intake(store).add(spans)
    assert sorted(read_spans(store), key=lambda x: x.span_id) == spans
    assert {x.trace_id for x in read_spans(store, traces=["t1"])} == {"t1"}
    compact(store, grace=0)
    assert sorted(read_spans(store), key=lambda x: x.span_id) == spans


def test_a_text_that_is_repeated_is_stored_once(store: Store) -> None:
    for n in range(5):
        Intake(store).add([span(n)])  # five processes, which do not know of each other
    compact(store, grace=0)
    assert [t.rows for t in info(store).tables if t.name == "texts"] == [1]


def test_half_a_surrogate_pair_breaks_nothing(store: Store) -> None:
    odd = span(1, name="\ud83d", attributes={"\udc00": "\ud800", "gen_ai.tool.name": "a\ud800\0"})
    Intake(store).add([odd])
    assert read_spans(store) == [odd]
    store.add({"findings": [row(FINDINGS, {"run_id": "r", "generation": 1}, message="x\ud800\0")]})


def test_of_two_versions_the_fuller_counts_as_in_interpretation(store: Store) -> None:
    versions = [
        span(1, end=None),
        span(1, attributes={"a": 1, "b": 2}),
        span(1, attributes={"a": 1, "b": 3}),
        span(1, attributes={"a": 1}, end=DAY * 30_000),
    ]
    for version in versions:
        Intake(store).add([version])
    expected, _ = unique(versions)
    assert read_spans(store) == expected
    compact(store, grace=0)
    assert read_spans(store) == expected
    assert ids(store) == ["s1"]


def test_a_newer_store_is_refused_in_words(store: Store) -> None:
    (store.folder / "VERSION").write_text("7\n")
    with pytest.raises(Unreadable, match="newer planscope"):
        Store(store.folder)


def test_a_folder_that_is_no_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no store"):
        Store(tmp_path / "nothing", create=False)
    with pytest.raises(Unreadable, match="patterns"):
        Store(tmp_path / "what?")
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreadable, match="no store can be made"):
        Store(tmp_path / "file")


def test_files_of_an_older_planscope_lack_columns(store: Store) -> None:
    Intake(store).add([span(1)])
    (old,) = store.files("spans")
    made = store.folder / "tmp" / "x.parquet"
    store.run(f"COPY (SELECT * EXCLUDE (remote_parent, task) FROM read_parquet({literal(old)})) TO {literal(made)}")
    made.rename(old)
    assert run_sql(store, "SELECT span_id, task FROM spans").rows == [("s1", None)]
    compact(store, grace=0)
    assert run_sql(store, "SELECT span_id, task FROM spans").rows == [("s1", None)]


# --- generations of derived rows -----------------------------------------------------------------------------------


def test_a_new_generation_supersedes_and_never_mixes(store: Store) -> None:
    derive(store, "r", 1, 3)
    derive(store, "other", 1, 1)
    derive(store, "r", 2, 1)
    derive(store, "r", 3, 5, current=False)  # killed before it was whole
    count = "SELECT run_id, title, (SELECT count(*) FROM findings f WHERE f.run_id = r.run_id) FROM runs r ORDER BY 1"
    expected = [("other", "generation 1", 1), ("r", "generation 2", 1)]
    assert run_sql(store, count).rows == expected
    compact(store, grace=0)
    assert run_sql(store, count).rows == expected
    store.add({"current": [row(CURRENT, {"run_id": "r", "generation": 3}, gone=False)]})  # it was not killed, only slow
    assert run_sql(store, count).rows == [("other", "generation 1", 1), ("r", "generation 3", 5)]


def test_a_run_that_is_gone_is_not_seen(store: Store) -> None:
    derive(store, "r", 1, 2)
    store.add({"current": [row(CURRENT, {"run_id": "r", "generation": 2}, gone=True)]})
    assert run_sql(store, "SELECT * FROM runs").rows == []
    compact(store, grace=0)
    assert run_sql(store, "SELECT * FROM findings").rows == []


# --- compaction ----------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """As if the process had ended there."""


@pytest.mark.parametrize("stage", STAGES)
def test_what_is_added_while_compacting_is_not_lost(store: Store, stage: str) -> None:
    Intake(store).add([span(n) for n in range(5)])
    derive(store, "r", 1, 2)

    def meanwhile(name: str) -> None:
        if name == stage:
            Intake(store).add([span(3), span(7)])
            derive(store, "r2", 1, 1)

    compact(store, grace=0, notice=meanwhile)
    for _ in range(2):
        assert ids(store) == ["s0", "s1", "s2", "s3", "s4", "s7"]
        assert run_sql(store, "SELECT run_id, count(*) FROM findings GROUP BY 1 ORDER BY 1").rows == [
            ("r", 2),
            ("r2", 1),
        ]
        compact(store, grace=0)


@pytest.mark.parametrize("stage", STAGES)
def test_a_compaction_that_is_killed_changes_nothing(store: Store, stage: str) -> None:
    Intake(store).add([span(n, day=n) for n in range(5)])
    compact(store, grace=0)
    Intake(store).add([span(n, day=n) for n in range(3, 8)])
    derive(store, "r", 1, 2)

    def killed(name: str) -> None:
        if name == stage:
            raise Killed

    with pytest.raises(Killed):
        compact(store, grace=0, notice=killed)
    assert ids(store) == [f"s{n}" for n in range(8)]
    Intake(store).add([span(9)])
    assert compact(store, grace=0).segments > 0
    assert ids(store) == [*(f"s{n}" for n in range(8)), "s9"]


def test_of_two_compactors_one_does_nothing(store: Store) -> None:
    Intake(store).add([span(1)])
    seen = []
    compact(store, notice=lambda name: seen.append(compact(Store(store.folder))) if name == "merge" else None)
    assert seen[0].busy


def test_files_stay_for_readers_until_the_grace_is_over(store: Store) -> None:
    Intake(store).add([span(1)])
    reader = Reader(store)
    cursor = reader.cursor()
    compact(store, grace=1000)
    assert cursor.execute("SELECT span_id FROM spans").fetchall() == [("s1",)]  # with the views from before
    assert reader.query("SELECT span_id FROM spans").rows == [("s1",)]
    assert compact(store, grace=0).deleted
    assert reader.query("SELECT span_id FROM spans").rows == [("s1",)]
    assert not (store.folder / "hot" / "g000001").exists()
    reader.close()


def test_days_stand_apart_and_are_sorted(store: Store) -> None:
    Intake(store).add([span(n, day=n % 2) for n in range(6)] + [span(8, start=None)])
    compact(store, grace=0)
    names = sorted(p.name[:10] for p in store.files("spans"))
    assert names == ["2024-10-04", "2024-10-05", "undated-" + names[2][8:]]
    before = store.files("spans")
    Intake(store).add([span(10, day=1)])
    compact(store, grace=0)
    assert len(set(before) & set(store.files("spans"))) == 2  # only the day concerned is written anew


def test_days_long_past_are_joined_to_months(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planscope.collector.compact.MANY", 5)
    monkeypatch.setattr("planscope.collector.compact.RECENT", 2)
    Intake(store).add([span(n, day=7 * n) for n in range(8)])
    compact(store, grace=0)
    assert ids(store) == [f"s{n}" for n in range(8)]
    assert len(store.files("spans")) <= 4
    Intake(store).add([span(9, day=0), span(3, day=21)])
    compact(store, grace=0)
    assert ids(store) == [*(f"s{n}" for n in range(8)), "s9"]


def test_what_killed_processes_left_is_deleted_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (store.folder / "tmp" / "left.parquet").write_bytes(b"")
    (store.folder / "cold" / "spans").mkdir()
    (store.folder / "cold" / "spans" / "left.parquet").write_bytes(b"")
    compact(store, grace=0)
    assert (store.folder / "tmp" / "left.parquet").exists()
    monkeypatch.setattr("planscope.collector.compact.ABANDONED", -1.0)
    compact(store, grace=0)
    assert not list(store.folder.glob("**/left.parquet"))


# --- the published file --------------------------------------------------------------------------------------------


def test_published_views_show_what_the_store_holds(store: Store) -> None:
    import duckdb

    Intake(store).add([span(1)])
    derive(store, "r", 1, 2)
    path = publish(store)
    assert path.stat().st_mode & 0o777 == 0o444
    with duckdb.connect(str(path), read_only=True) as connection:
        assert connection.execute("SELECT span_id FROM spans").fetchall() == [("s1",)]
        assert connection.execute("SELECT count(*) FROM findings").fetchall() == [(2,)]
        Intake(store).add([span(2)])  # into the same generation: seen at once
        assert connection.execute("SELECT count(*) FROM spans").fetchall() == [(2,)]
    with duckdb.connect() as connection:  # under another name than the file's
        connection.execute(f"ATTACH {literal(path)} AS other (READ_ONLY)")
        assert connection.execute("SELECT count(*) FROM other.spans").fetchall() == [(2,)]


def test_it_is_published_again_when_the_folder_has_moved_on(store: Store) -> None:
    refresh(store)
    assert published(store)
    (store.folder / f"{NAME}.wal").write_bytes(b"x")
    assert not published(store)
    refresh(store)
    assert published(store)
    assert not (store.folder / f"{NAME}.wal").exists()
    Intake(store).add([span(1)])
    compact(store)
    assert published(store)


def test_a_store_that_was_moved_is_published_for_its_new_place(store: Store, tmp_path: Path) -> None:
    Intake(store).add([span(1)])
    publish(store)
    shutil.move(store.folder, tmp_path / "moved")
    moved = Store(tmp_path / "moved")
    assert ids(moved) == ["s1"]
    assert not published(moved)
    publish(moved)
    assert published(moved)


def test_every_table_has_documented_columns() -> None:
    for table in TABLES.values():
        assert len(set(table.names)) == len(table.columns)
        assert all(c.doc and c.type in ("VARCHAR", "BIGINT", "BOOLEAN", "DOUBLE") for c in table.columns)


# --- several processes ---------------------------------------------------------------------------------------------


def test_adders_compactors_and_readers_at_once_with_kills() -> None:
    """The long form is bench/store_trial.py itself."""
    script = Path(__file__).parents[3] / "bench" / "store_trial.py"
    done = subprocess.run(
        [sys.executable, str(script), "--seconds", "6", "--adders", "3", "--seed", "1"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout.splitlines()[0])["acknowledged"] > 0
