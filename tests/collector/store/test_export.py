"""What a store gives to others, and that it comes back as it was."""

import json
from pathlib import Path

import duckdb
import pytest

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.cli import run
from planscope.collector import semconv as s
from planscope.collector.export import to_duckdb, to_otlp, to_parquet
from planscope.collector.intake import Intake, import_paths
from planscope.collector.otlp import spans_of
from planscope.collector.otlp_write import export_of
from planscope.collector.reading import read_spans, run_sql
from planscope.collector.span import Place, Span, SpanEvent, SpanLink
from planscope.collector.store import Store

LONG = "a text that is longer than its row. " * 90
ODD = {"i": 3, "f": 2.5, "t": True, "n": None, "l": [1, "x", None], "m": {"a": {"b": [1.0]}}, "e": "", "big": 2**63 - 1}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    chat = [{"role": "user", "content": LONG}, {"role": "assistant", "content": "Done."}]
    (tmp_path / "c.json").write_text(json.dumps(chat))
    import_paths(made, [(tmp_path / "c.json", "in/c.json")])
    rich = Span(
        "ab" * 16, "cd" * 8, "ef" * 8, "work", 10**18, 10**18 + 5, Place("", "cd" * 8), {**ODD, s.TOOL_RESULT: LONG},
        {"service.name": "agent", "n": 1}, "a.scope", 3, 2, "it failed",
        (SpanEvent("e", 7, ODD), SpanEvent("f", None, {})), (SpanLink("12" * 16, "34" * 8, {"why": "x"}),), 4, 0, True,
    )  # fmt: skip
    Intake(made).add([rich])
    analyse(made, load_detectors(()), quiet=0)
    return made


def test_spans_are_the_same_after_otlp(store: Store, tmp_path: Path) -> None:
    held = read_spans(store)
    assert list(spans_of(json.loads(json.dumps(export_of(held))))) == sorted(held, key=lambda x: bool(x.start))


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_rows_are_equal_after_export_and_import(store: Store, tmp_path: Path, name: str) -> None:
    assert to_otlp(store, tmp_path / name) == len(read_spans(store))
    again = Store(tmp_path / "again")
    import_paths(again, [(tmp_path / name, name)])
    assert read_spans(again) == read_spans(store)
    rows = "SELECT * FROM spans ORDER BY span_id"
    assert run_sql(again, rows).rows == run_sql(store, rows).rows
    analyse(again, load_detectors(()), quiet=0)
    steps = "SELECT * FROM steps ORDER BY ALL"
    assert run_sql(again, steps).rows == run_sql(store, steps).rows


def test_a_duckdb_file_needs_nothing_else(store: Store, tmp_path: Path) -> None:
    to_duckdb(store, tmp_path / "x.duckdb")
    expected = run_sql(store, "SELECT span_id, name FROM spans ORDER BY ALL").rows
    store.folder.rename(tmp_path / "moved")
    with duckdb.connect(tmp_path / "x.duckdb", read_only=True) as connection:
        assert connection.execute("SELECT span_id, name FROM spans ORDER BY ALL").fetchall() == expected
        texts = connection.execute("SELECT full_text(text, text_ref) FROM steps WHERE type = 'user_message'").fetchall()
    assert texts == [(LONG,)]


def test_parquet_files_have_the_rows_of_the_views(store: Store, tmp_path: Path) -> None:
    to_parquet(store, tmp_path / "out")
    with duckdb.connect() as connection:
        for view in ("spans", "runs", "steps", "checks", "findings", "plan_items"):
            (mine,) = connection.execute(f"SELECT count(*) FROM '{tmp_path}/out/{view}.parquet'").fetchall()
            assert [mine] == run_sql(store, f"SELECT count(*) FROM {view}").rows


def test_the_command_says_what_it_wrote_and_replaces_nothing_unasked(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def export(*arguments: object) -> tuple[int, str]:
        code = run(["store", "export", *map(str, arguments), "--store", str(store.folder)])
        out, err = capsys.readouterr()
        return code, out + err

    for target, said in (("a.duckdb", "tables in"), ("a.jsonl", "3 spans in"), ("folder", "Parquet files in")):
        code, told = export(tmp_path / target)
        assert (code, said in told) == (0, True)
        code, told = export(tmp_path / target)
        assert (code, "is there already" in told) == (3, True)
        assert export(tmp_path / target, "--force")[0] == 0
    code, told = export(tmp_path / "a.xlsx")
    assert (code, "ends with .duckdb" in told) == (3, True)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("held", ["", "[]", "[1, 2, 3, 4]", '["a", "b", {}, 0]', "{", "[" * 9000, 7, None])
def test_a_source_that_makes_no_sense_is_passed_over(held: object) -> None:
    value = {"intValue": held} if isinstance(held, int) else {"stringValue": held}
    raw = {"traceId": "ab" * 16, "spanId": "cd" * 8, "attributes": [{"key": s.SOURCE, "value": value}]}
    (found,) = spans_of({"resourceSpans": [{"scopeSpans": [{"spans": [raw]}]}]}, "x.json")
    assert isinstance(found, Span)
    assert (found.place, found.order, dict(found.attributes)) == (Place("x.json", "cd" * 8), 0, {})
