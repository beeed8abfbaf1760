"""Commands over a store, as a user meets them: import, sql, store info, store compact, check without a path."""

import base64
import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from planscope.cli import run
from planscope.collector.interpret import runs_of
from planscope.collector.reading import Limits, run_sql
from planscope.collector.sink import Sink
from planscope.collector.store import Store

MINE = '''
from planscope.analyzers.detector import Finding, NotApplicable, at, detector

@detector("discipline")
def many_calls(run, *, limit: int = 2):
    """More calls than allowed."""
    if not run.tool_calls:
        yield NotApplicable("no calls")
    elif len(run.tool_calls) > limit:
        call = run.tool_calls[-1]
        yield Finding(f"{len(run.tool_calls)} calls, more than {limit}", (at(call, call.result),), "error", "too-many")
'''


def chat(calls: int, result: str = "fine") -> dict[str, Any]:
    """A chat with so many tool calls."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Water the plants"}]
    for n in range(calls):
        asked = {"id": f"c{n}", "function": {"name": "water", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": "", "tool_calls": [asked]})
        messages.append({"role": "tool", "tool_call_id": f"c{n}", "content": result})
    return {"messages": [*messages, {"role": "assistant", "content": "They are watered."}]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a detector of one's own, a transcript that it finds something in, and a clean one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLANSCOPE_STORE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "bad.json").write_text(json.dumps(chat(3)))
    (tmp_path / "runs" / "good.json").write_text(json.dumps(chat(2)))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "mistake in planscope" not in err
    return out, err


# --- import --------------------------------------------------------------------------------------------------------


def test_import_tells_what_was_new_and_what_to_do_next(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "runs" / "notes.md").write_text("# Notes")
    (folder / "runs" / "lines.jsonl").write_text(f"{json.dumps(chat(1))}\n{{broken\n{json.dumps(chat(1))}\n")
    assert run(["import", "runs"]) == 0
    out, err = said(capsys)
    assert out.splitlines()[0] == "3 files read: 4 traces of 22 spans, 22 new"
    assert "1 file passed over: 1 unknown format (--verbose names them)" in out
    assert "1 record skipped: 1 no valid JSON (--verbose names them)" in out
    assert out.splitlines()[-1] == "next: planscope check"
    assert "notes.md" not in out
    assert err == ""
    assert run(["import", "runs", "-v"]) == 0, "again"
    out, _ = said(capsys)
    assert out.splitlines()[0] == "3 files read: 4 traces of 22 spans, 0 new, 22 already there"
    assert "runs/notes.md: unknown format (no JSON: begins with '# Notes')" in out
    assert "runs/lines.jsonl:1: no valid JSON" in out


def test_import_of_what_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes.md").write_text("# Notes")
    for arguments, words in (
        (["runs", "gone.json"], "gone.json: no such file or folder"),
        (["runs", "notes.md"], "notes.md: unknown format"),
        (["notes.md"], "nothing was imported"),
        (["gone.json"], "nothing was imported"),
    ):
        assert run(["import", *arguments, "--store", "a store"]) == 2
        out, err = said(capsys)
        assert words in err
        assert ("next: planscope check --store 'a store'" in out) == ("runs" in arguments)
    assert run(["import"]) == 3


def test_a_store_is_not_imported_into_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.py").unlink()
    for _ in range(2):
        assert run(["import", ".", "--store", "kept"]) == 0
        out, _ = said(capsys)
        assert "passed over" not in out


def test_import_where_no_store_can_be_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text("x")
    assert run(["import", "runs", "--store", "file/below"]) == 2
    assert "no store can be made here" in said(capsys)[1]


# --- sql -----------------------------------------------------------------------------------------------------------

HOSTILE = "SELECT chr(27) || '[2J' || chr(10) || '=1+1' AS a, 1.50 AS b, NULL AS c, [1, 2] AS d, true AS e"


@pytest.fixture
def kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The same folder with both transcripts in its store."""
    assert run(["import", "runs"]) == 0
    capsys.readouterr()
    return folder


def test_sql_prints_an_aligned_table(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", "SELECT file, count(*) AS spans FROM spans GROUP BY file ORDER BY file"]) == 0
    assert said(capsys) == (
        "file            spans\n--------------  -----\nruns/bad.json       8\nruns/good.json      6\n2 rows\n",
        "",
    )


def test_sql_on_a_store_that_was_not_analysed_says_what_to_do(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", "FROM findings"]) == 0
    assert "planscope check --store .planscope" in said(capsys)[1]
    run(["check", "--fail-on", "never"])
    capsys.readouterr()
    assert run(["sql", "FROM findings WHERE kind = 'none'"]) == 0
    assert said(capsys)[1] == ""


def test_sql_shows_what_a_text_hides(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", HOSTILE]) == 0
    assert r"\x1b[2J\n=1+1" in said(capsys)[0]
    assert run(["sql", HOSTILE, "--format", "json"]) == 0
    out, _ = said(capsys)
    assert "\x1b" not in out
    assert json.loads(out) == [{"a": "\x1b[2J\n=1+1", "b": 1.5, "c": None, "d": [1, 2], "e": True}]
    assert run(["sql", HOSTILE, "--format", "csv"]) == 0
    (head, row) = csv.reader(io.StringIO(said(capsys)[0]))
    assert (head, row) == (["a", "b", "c", "d", "e"], ["\x1b[2J\n=1+1", "1.50", "", "[1, 2]", "true"])


def test_sql_says_when_rows_were_cut(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", "FROM range(5)", "--limit", "3", "--format", "json"]) == 0
    out, err = said(capsys)
    assert [x["range"] for x in json.loads(out)] == [0, 1, 2]
    assert "there are more rows than 3; --limit gives up to" in err
    assert run(["sql", "FROM range(3)", "--limit", "3", "--format", "json"]) == 0
    assert said(capsys)[1] == ""
    assert run(["sql", "FROM range(0)", "--format", "json"]) == 0
    assert json.loads(said(capsys)[0]) == []


def test_sql_from_a_file_and_from_standard_input(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (kept / "q.sql").write_text("\ufeffSELECT 7 AS n;\n")
    assert run(["sql", "--file", "q.sql"]) == 0
    assert "7" in said(capsys)[0]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"SELECT 8 AS n")))
    assert run(["sql", "-"]) == 0
    assert "8" in said(capsys)[0]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["selct 1"], 3, 'Parser Error: syntax error at or near "selct"\n\nLINE 1: selct 1\n        ^^^^^'),
        (["FROM run"], 3, 'Did you mean "runs"?'),
        (["DELETE FROM runs"], 3, "only read"),
        (["COPY (SELECT 1) TO 'x.csv'"], 3, "only read"),
        (["SELECT * FROM 'runs/bad.json'"], 3, "disabled"),
        (["SELECT 1; SELECT 2"], 3, "one query at a time"),
        ([" "], 3, "no query"),
        ([], 3, "which query?"),
        (["FROM runs", "--file", "x"], 3, "which query?"),
        (["--file", "gone.sql"], 2, "gone.sql: cannot be read (No such file or directory)"),
        (["FROM runs", "--limit", "0"], 3, "--limit"),
        (["FROM runs", "--timeout", "nan"], 3, "--timeout"),
        (["FROM runs", "--store", "nowhere"], 2, "nowhere: there is no store here; `planscope import PATH...`"),
        (["SELECT count(*) FROM range(10000000000) a WHERE a.range % 7 = 3", "--timeout", "1"], 2, "longer than 1 s"),
    ],
)
def test_sql_that_cannot_be_answered(
    kept: Path, arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sql", *arguments]) == code
    out, err = said(capsys)
    assert words in err
    assert out == ""
    assert not (kept / "nowhere").exists()
    assert not (kept / "x.csv").exists()


# --- store info, store compact -------------------------------------------------------------------------------------


def test_store_info_and_compact(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["store", "info"]) == 0
    out, _ = said(capsys)
    assert f"store        {kept / '.planscope'} (form 1)" in out
    assert "spans        14" in out
    assert "segments     1 not compacted" in out
    assert "planscope.duckdb, up to date" in out
    assert re.search(r"^spans +14 +1 +\d+$", out, re.M)
    assert run(["store", "compact"]) == 0
    out, _ = said(capsys)
    assert "1 segment merged into 1 file; 0 old ones deleted" in out
    assert re.search(r"^before: 1 file, \d+ bytes\nafter:  1 file, \d+ bytes$", out, re.M)
    assert run(["store", "info", "--format", "json"]) == 0
    facts = json.loads(said(capsys)[0])
    assert (facts["spans"], facts["segments"], facts["waiting"], facts["generation"]) == (14, 0, 1, 2)
    assert run(["store", "compact"]) == 0
    assert "0 segments merged" in said(capsys)[0]


def test_store_compact_while_another_is_at_it(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(kept / ".planscope").lock(exclusive=True, name="compact.lock"):
        assert run(["store", "compact"]) == 2
    assert "somebody else is compacting it" in said(capsys)[1]


def test_store_commands_make_no_store(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("info", "compact"):
        assert run(["store", name, "--store", "nowhere"]) == 2
        assert "nowhere: there is no store here" in said(capsys)[1]
        assert run(["store", name, "--help"]) == 0
        assert f"  planscope store {name}" in said(capsys)[0]
    assert not (folder / "nowhere").exists()
    (folder / "odd").mkdir()
    (folder / "odd" / "VERSION").write_text("99")
    assert run(["store", "info", "--store", "odd"]) == 2
    assert "written by a newer planscope" in said(capsys)[1]
    assert run(["store"]) == 3


# --- check of a store ----------------------------------------------------------------------------------------------

MANY = ["check", "--detectors", "mine.py", "--kind", "many-calls"]


def test_check_of_a_store_finds_what_a_check_of_the_files_finds(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("jsonl", "text"):
        assert run([*MANY, "runs", "--format", form]) == 1
        of_files = said(capsys)
        for _ in range(2):  # analysed, and recalled
            assert run([*MANY, "--format", form]) == 1
            assert said(capsys) == of_files
    assert run([*MANY, "--store", ".planscope", "--fail-on", "never", "--format", "json"]) == 0
    document = json.loads(said(capsys)[0])
    assert [c["outcome"] for c in document["checks"]] == ["found", "clean"]
    assert [f["name"] for f in document["files"]] == ["runs/bad.json", "runs/good.json"]


def test_check_of_a_store_looks_again_when_something_has_changed(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(MANY) == 1
    (kept / "runs" / "good.json").write_text(json.dumps(chat(4)))
    assert run(["import", "runs"]) == 0
    assert run(MANY) == 1
    assert "2 findings (2 errors) in 2 of 2 runs" in said(capsys)[0]
    (kept / "planscope.toml").write_text('detectors = ["mine.py"]\n[many-calls]\nlimit = 3\n')
    assert run(["check", "--kind", "many-calls"]) == 1
    assert "4 calls, more than 3" in (out := said(capsys)[0])
    assert "1 finding (1 error) in 1 of 2 runs" in out


def test_a_kind_narrows_the_report_and_not_the_store(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--kind", "stale_todo", "--detectors", "mine.py"]) == 0
    assert "no findings in 2 runs" in said(capsys)[0]
    assert run(["sql", "SELECT count(DISTINCT detector) > 5 AS several FROM checks"]) == 0
    assert "true" in said(capsys)[0]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--store", "nowhere"], 2, "nowhere: there is no store here; `planscope import PATH...`"),
        (["--store", "nowhere", "--kind", "stale_tood"], 3, "did you mean 'stale_todo'"),
        (["runs", "--store", "nowhere"], 3, "give files and folders, or --store; not both"),
        (["--last", "--store", "nowhere"], 3, "give --last, or --store; not both"),
        (["--root", "."], 3, "--root is for files"),
        (["--processes", "2"], 3, "--processes is for files"),
    ],
)
def test_calls_that_do_not_fit_a_store(
    folder: Path, arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", *arguments]) == code
    out, err = said(capsys)
    assert words in err
    assert out == ""
    assert not (folder / "nowhere").exists()


def test_no_store_and_a_store_without_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check"]) == 2
    assert ".planscope: there is no store here; `planscope import PATH...`" in said(capsys)[1]
    Store(folder / "void")
    assert run(["check", "--store", "void"]) == 2
    err = said(capsys)[1]
    assert "void holds no run: `planscope import PATH...`" in err
    assert "nothing was checked" in err


def test_the_store_of_the_environment_gives_way_to_paths(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANSCOPE_STORE", str(folder / "other"))
    assert run(["import", "runs"]) == 0
    assert f"next: planscope check --store {folder}/other" in said(capsys)[0]
    assert run([*MANY, "runs/good.json"]) == 0
    assert "no findings in 1 run; 1 file read" in said(capsys)[0]
    assert run(MANY) == 1


def exported(span: str, parent: str, name: str, end: int) -> dict[str, Any]:
    """One span as generic protobuf printers write it, ids in base64."""
    ids = {k: base64.b64encode(bytes.fromhex(v)).decode() for k, v in (("spanId", span), ("parentSpanId", parent))}
    trace = base64.b64encode(bytes.fromhex("ab" * 16)).decode()
    operation = {"key": "gen_ai.operation.name", "value": {"stringValue": name}}
    tool = {"key": "gen_ai.tool.name", "value": {"stringValue": "water"}}
    about = {
        "name": name,
        "startTimeUnixNano": str(10**18),
        "endTimeUnixNano": str(end),
        "attributes": [operation, tool],
    }
    made = {**ids, "traceId": trace, **about}
    return {"resourceSpans": [{"scopeSpans": [{"spans": [made]}]}]}


def test_spans_of_the_network_stand_at_their_hex_ids_and_growing_runs_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sink = Sink(folder / ".planscope")
    for n in range(1, 4):
        sink.export(exported(f"{n:02x}" * 8, "aa" * 8, "execute_tool", 10**18 + n))
    assert run([*MANY, "--format", "jsonl"]) == 2
    out, err = said(capsys)
    assert out == ""
    assert f"1 run still grows and is not in this report: {'ab' * 16} (taken for over" in err
    assert "holds no run" not in err
    sink.export(exported("aa" * 8, "", "invoke_agent", 10**18 + 9))
    assert run([*MANY, "--format", "jsonl"]) == 1
    found = json.loads(said(capsys)[0])
    assert (found["file"], found["run"], found["steps"]) == ("", "ab" * 16, ["03" * 8])
    assert run(MANY) == 1
    out, _ = said(capsys)
    assert out.startswith(f"{'ab' * 16} (")
    assert "file" not in out.splitlines()[-1]


def test_a_trace_that_cannot_be_analysed_is_said(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(spans: list[Any]) -> list[Any]:
        if any(x.place.file == "runs/good.json" for x in spans):
            raise ValueError("odd")
        return list(runs_of(spans))

    monkeypatch.setattr("planscope.analyzers.stored.runs_of", failing)
    assert run([*MANY, "--fail-on", "never"]) == 2
    out, err = said(capsys)
    assert "3 calls, more than 2" in out
    assert "cannot be analysed (ValueError: odd" in err


@pytest.mark.parametrize(
    "manifest",
    [
        {"first": 1, "cold": {}, "retired": [["{victim}", 0]]},
        {"first": 1, "cold": {}, "retired": [["hot/../../victim", 0]]},
        {"first": 1, "cold": {"spans": ["../victim/x.parquet"]}, "retired": []},
        {"first": "x", "cold": {}, "retired": []},
        {"first": -5, "cold": {}, "retired": []},
        {"first": 1, "cold": [], "retired": []},
        {"first": 1, "cold": {"spans": [1]}, "retired": []},
        [],
    ],
)
def test_a_manifest_that_no_store_writes_is_refused_and_nothing_outside_is_touched(
    manifest: Any, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    victim = kept / "victim"
    victim.mkdir()
    (victim / "x.parquet").write_text("mine")
    (kept / ".planscope" / "manifest.json").write_text(json.dumps(manifest).replace("{victim}", str(victim)))
    for command in (["store", "compact"], ["store", "info"], ["check"], ["sql", "FROM spans"]):
        assert run(command) == 2, command
        assert "damaged" in said(capsys)[1]
    assert (victim / "x.parquet").read_text() == "mine"


def test_findings_that_got_lost_are_no_clean_bill(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--detectors", "mine.py"]) == 1
    for path in (kept / ".planscope").glob("hot/*/findings-[0-9a-f]*.parquet"):
        path.unlink()
    capsys.readouterr()
    assert run(["check", "--detectors", "mine.py"]) == 2
    assert "a file is lost" in said(capsys)[1]
    assert run(["gate", "--detectors", "mine.py"]) == 2


def test_times_that_databases_take_for_infinity(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chats = [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}]
    spans = [
        {"traceId": f"{n:032x}", "spanId": f"{n:016x}", "name": "chat", "attributes": chats,
         "startTimeUnixNano": str(start), "endTimeUnixNano": str(2**63 - 1)}
        for n, start in ((1, 2**63 - 1), (2, 10**18))
    ]  # fmt: skip
    (folder / "odd.json").write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}))
    assert run(["import", "odd.json"]) == 0
    run(["check", "--fail-on", "never"])
    capsys.readouterr()
    for query in ("FROM spans", "FROM runs", "FROM steps"):
        assert run(["sql", query, "--format", "csv"]) == 0, query
    assert run(["store", "info"]) == 0
    said(capsys)


def test_an_empty_path_is_a_variable_that_was_not_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "gate", "import"):
        assert run([command, ""]) == 3
        assert "a path is empty" in said(capsys)[1]


def test_large_rows_are_taken_few_at_a_time(kept: Path) -> None:
    limits = Limits(rows=10_000, seconds=60, size=10**6)
    answer = run_sql(Store(kept / ".planscope"), "SELECT range(10000) FROM range(10000)", limits)
    assert answer.truncated
    assert len(answer.rows) < 20, "a row is about 160,000 bytes"
