"""SQL from users: what it may do, what it may not, and where it is stopped."""

from pathlib import Path

import pytest

from planscope.collector import semconv as s
from planscope.collector.derived import rows_of
from planscope.collector.exact import encode
from planscope.collector.intake import Intake
from planscope.collector.pieces import Texts, cut
from planscope.collector.plan import PlanItem, PlanVersion
from planscope.collector.publish import views
from planscope.collector.reading import Limits, info, read_spans, read_text, run_sql
from planscope.collector.run import (
    Compaction,
    FinalAnswer,
    Interruption,
    ModelCall,
    Part,
    PlanUpdate,
    Run,
    ToolCall,
    Trouble,
    UserMessage,
    Verdict,
)
from planscope.collector.span import Place, Span
from planscope.collector.store import Store
from planscope.errors import TooMuch, UsageError

LONG = "".join(f"row {n} of a long result\n" for n in range(2000))


def place(n: int) -> Place:
    return Place("a.jsonl", str(n), "x")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A store with one run in which everything happens that can happen."""
    made = Store(tmp_path_factory.mktemp("sql") / "store")
    items = (PlanItem("i1", "look", "completed"), PlanItem("i2", "book", "pending", "ann", uncertain=True))
    version = PlanVersion(0, "list", "TodoWrite", items, place(2), 2)
    run = Run(
        "r1",
        "chat",
        (
            UserMessage(number=0, text="Book a room", place=place(0), started=10**18),
            ModelCall(number=1, parts=(Part(text="On it.", place=place(1)),), calls=1, input_tokens=5, place=place(1)),
            PlanUpdate(number=2, version=version, place=place(2)),
            ToolCall(
                number=3, name="search", arguments={"q": "room"}, result=LONG, status="ok", place=place(3),
                started=10**18 + 10**9, ended=10**18 + 3 * 10**9, result_place=place(4),
            ),
            ToolCall(number=4, name="pay", arguments="{", result="no", status="error", place=place(5)),
            Verdict(number=5, name="review", outcome="pass", explanation="fine", seen="x" * 5000, place=place(6)),
            Compaction(number=6, text="so far", place=place(7)),
            Interruption(number=7, place=place(8)),
            FinalAnswer(number=8, text="Booked.", place=place(9)),
        ),
        tools=frozenset({"search", "pay"}),
        troubles=(Trouble("orphan", "a parent is missing", place(0)),),
    )  # fmt: skip
    texts = Texts()
    rows = rows_of(run, 1, texts, traces=["t"], service="desk")
    made.add({**rows, "texts": texts.fresh(), "current": [("r1", 1, "", False)]})
    Intake(made).add([Span("t", "s", None, "n", 1, 2, Place("", "s"), {s.TOOL_RESULT: LONG})])
    return made


def test_everything_that_happened_is_a_row(store: Store) -> None:
    types = [r[0] for r in run_sql(store, "SELECT type FROM steps ORDER BY number").rows]
    assert types == [
        "user_message", "model_call", "plan_update", "tool_call", "tool_call", "verdict", "compaction",
        "interruption", "final_answer",
    ]  # fmt: skip
    assert run_sql(store, "SELECT items, completed, open FROM plan_versions").rows == [(2, 1, 1)]
    assert run_sql(store, "SELECT text, status, owner, uncertain FROM plan_items ORDER BY place").rows == [
        ("look", "completed", "", False),
        ("book", "pending", "ann", True),
    ]
    assert run_sql(store, "SELECT name, outcome, explanation FROM verdicts").rows == [("review", "pass", "fine")]
    assert run_sql(store, "SELECT item, seconds, result_position FROM tool_calls WHERE name = 'search'").rows == [
        ("x", 2.0, "4")
    ]
    assert run_sql(store, "SELECT state, tool_calls, failed_calls, input_tokens, service, tools FROM runs").rows == [
        ("ended", 2, 1, 5, "desk", '["pay","search"]')
    ]


def test_long_texts_are_cut_and_can_be_had_whole(store: Store) -> None:
    assert len(cut(LONG)) > 3
    ((short, ref, whole),) = run_sql(
        store, "SELECT result, result_ref, full_text(result, result_ref) FROM tool_calls WHERE name = 'search'"
    ).rows
    assert (short, whole) == (LONG[:1000], LONG)
    assert read_text(store, short, ref) == LONG
    assert run_sql(store, "SELECT full_text(result, result_ref) FROM tool_calls WHERE name = 'pay'").rows == [("no",)]
    assert run_sql(store, "SELECT full_text(seen, seen_ref) FROM verdicts").rows == [("x" * 5000,)]
    query = "SELECT length(result), length(full_text(result, result_ref)) FROM spans"
    assert run_sql(store, query).rows == [(1000, len(LONG))]
    assert read_spans(store)[0].attributes == {s.TOOL_RESULT: LONG}


def test_derived_rows_and_spans_share_their_texts(store: Store) -> None:
    ((rows, distinct),) = store.run(
        "SELECT count(*), count(DISTINCT hash) FROM read_parquet($1)", [[str(f) for f in store.files("texts")]]
    )
    assert (rows - distinct) == len(cut(LONG))  # written by two, who do not know of each other, under the same names


@pytest.mark.parametrize("view", sorted(views()))
def test_every_column_of_a_view_can_be_named(store: Store, view: str) -> None:
    columns = [r[0] for r in run_sql(store, f"DESCRIBE {view}").rows]
    run_sql(store, f"SELECT {', '.join(columns)} FROM {view}")  # no column needs quotation marks


@pytest.mark.parametrize(
    "text",
    [
        "COPY runs TO '{hot}/x.parquet'",
        "EXPLAIN ANALYZE COPY runs TO '{hot}/x.parquet'",
        "EXPLAIN(ANALYZE)COPY(SELECT/**/1)TO'{hot}/x.parquet'--\nSELECT 1",
        "explain --\n COPY runs TO '{hot}/x.parquet'",
        "ATTACH '{hot}/x.db'",
        "DROP VIEW runs",
        "CREATE TABLE t (a INT)",
        "SET threads = 1",
        "PRAGMA enable_profiling",
        "EXPORT DATABASE '{hot}/x'",
        "INSTALL httpfs",
        "SELECT 1; DROP VIEW runs",
        "",
        "FROM read_text('{folder}/VERSION')",
        "FROM read_text('{hot}/../../VERSION')",
        "FROM read_csv('/etc/passwd')",
        "FROM glob('/etc/*')",
        "FROM 'http://127.0.0.1:9/x.parquet'",
    ],
)
def test_nothing_is_written_and_nothing_else_is_read(store: Store, text: str) -> None:
    before = sorted(store.folder.rglob("*"))
    with pytest.raises(UsageError):
        run_sql(store, text.format(hot=store.folder / "hot" / "g000001", folder=store.folder))
    assert sorted(store.folder.rglob("*")) == before
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    "text", ["DESCRIBE runs", "SHOW TABLES", "SUMMARIZE runs", "EXPLAIN SELECT 1", "WITH a AS (FROM runs) FROM a"]
)
def test_ways_to_ask(store: Store, text: str) -> None:
    assert run_sql(store, text).rows


def test_rows_are_limited_and_that_is_said(store: Store) -> None:
    answer = run_sql(store, "SELECT * FROM range(50)", Limits(rows=10))
    assert (len(answer.rows), answer.truncated, answer.columns) == (10, True, ("range",))
    assert not run_sql(store, "SELECT * FROM range(10)", Limits(rows=10)).truncated
    assert len(run_sql(store, "SELECT * FROM range(5000)", Limits(rows=4999)).rows) == 4999
    long = run_sql(store, "SELECT repeat('x', 1000) FROM range(5000)", Limits(size=10_000))
    assert long.truncated
    assert len(long.rows) < 1000
    assert not run_sql(store, "SELECT repeat('x', 20000)", Limits(size=10_000)).truncated


def test_a_query_that_takes_too_long_is_stopped(store: Store) -> None:
    text = "SELECT count(*) FROM range(1000000000) a, range(1000) b WHERE (a.range * b.range) % 7 = 3"
    with pytest.raises(TooMuch, match=r"longer than 0\.2 seconds"):
        run_sql(store, text, Limits(seconds=0.2))


def test_a_query_that_takes_too_much_memory_is_stopped(store: Store) -> None:
    text = "SELECT list(a.range || repeat('x', 1000)) FROM range(10000000) a"
    with pytest.raises(TooMuch, match=r"(?i)memory"):
        run_sql(store, text, Limits(memory="50MB"))


def test_mistakes_are_told_in_duckdb_s_words(store: Store) -> None:
    with pytest.raises(UsageError, match="nothing_like_it"):
        run_sql(store, "SELECT * FROM nothing_like_it")


def test_info_counts(store: Store) -> None:
    facts = info(store)
    assert (facts.runs, facts.spans, facts.first, facts.segments) == (1, 1, "1970-01-01", 9)
    assert {t.name: t.rows for t in facts.tables}["steps"] == 9


def test_encoding_is_json_that_any_reader_takes() -> None:
    assert encode({"a": [1, 1.5, None, True, "ü"]}) == '{"a":[1,1.5,null,true,"ü"]}'
