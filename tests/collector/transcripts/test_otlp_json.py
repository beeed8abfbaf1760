"""OTLP files: lines, documents, several signals, damage, and which files belong together."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.check import check_job
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.files import jobs_of
from planscope.collector.transcripts import keys_of, reader_of
from planscope.collector.transcripts.source import Source

LOGS = {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": {"stringValue": "hello"}}]}]}]}
METRICS: dict[str, Any] = {"resourceMetrics": [{"scopeMetrics": []}]}


def export(n: int = 1, session: str = "", service: str = "shop") -> dict[str, Any]:
    said = [{"key": "session.id", "value": {"stringValue": session}}] if session else []
    span = {
        "traceId": f"{n:032X}", "spanId": f"{n:016X}", "name": "x", "startTimeUnixNano": "5", "endTimeUnixNano": "6",
        "attributes": said,
    }  # fmt: skip
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": service}}]}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": [span]}]}]}


def lines(*values: Any) -> str:
    return "".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in values)


def source(folder: Path, content: str | bytes, name: str = "t.jsonl") -> Source:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Source(path, name)


def ids(s: Source) -> list[str]:
    reader = reader_of(s)
    assert reader is not None
    assert reader.NAME == "otlp"
    return [x.place.position for x in reader.read(s)]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (lines(export(10), export(11)), "t.jsonl"),
        (lines(export(10), export(11)), "t.json"),
        (json.dumps([export(10), export(11)], indent=2), "t.json"),
        (json.dumps({"resourceSpans": export(10)["resourceSpans"] + export(11)["resourceSpans"]}, indent=2), "t.json"),
        (gzip.compress(lines(export(10), export(11)).encode()), "t.jsonl.gz"),
        (lines(export(10), "", "  ", export(11)), "t.jsonl"),
        (json.dumps(export(10)) + json.dumps(export(11)) + "\n", "t.jsonl"),
    ],
)
def test_forms(tmp_path: Path, content: str | bytes, name: str) -> None:
    s = source(tmp_path, content, name)
    assert ids(s) == ["000000000000000A", "000000000000000B"]
    assert s.skipped == []
    assert keys_of(reader_of(s), s) == {f"otlp:{n:032x}" for n in (10, 11)}  # type: ignore[arg-type]


def test_bad_records_cost_themselves(tmp_path: Path) -> None:
    bad = export(3)
    bad["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["spanId"] = "DEF"
    s = source(tmp_path, lines({"no": "otlp"}, "no JSON at all", export(1), bad, export(2)) + '{"resourceSpans": [{"re')
    assert ids(s) == [f"{n:016X}" for n in (1, 2)]
    assert [x.position for x in s.skipped] == ["0", "1", "3", "5"]
    assert "no OTLP export" in s.skipped[0].reason
    assert "DEF" in s.skipped[2].reason


def test_several_signals_in_a_file(tmp_path: Path) -> None:
    s = source(tmp_path, lines(LOGS, export(1), METRICS, {**LOGS, **export(2)}))
    assert ids(s) == [f"{n:016X}" for n in (1, 2)]
    (said,) = s.skipped
    assert "2 of logs and 1 of metrics" in said.reason


@pytest.mark.parametrize("other", [LOGS, METRICS])
def test_a_file_without_spans_is_read_and_said_to_hold_none(tmp_path: Path, other: Any) -> None:
    s = source(tmp_path, lines(other, other))
    (job,) = jobs_of([(s.path, s.name)])
    report = check_job(job, load_detectors(), {})
    assert (report.runs, report.findings) == ([], [])
    assert (report.files[0].format, report.files[0].records, report.files[0].problem) == ("otlp", 2, "")
    assert "hold no spans" in report.files[0].skipped[0].reason


@pytest.mark.parametrize(
    "content",
    [
        lines({"spans": [{"traceId": "1" * 32}]}),
        json.dumps({"batches": [{"scopeSpans": []}]}),
        json.dumps({"data": [{"traceID": "1", "spans": []}]}),
        lines({"type": "trace.span", "id": "x"}),
        "",
        "plain text\n",
    ],
)
def test_other_files_are_left_to_others(tmp_path: Path, content: str) -> None:
    reader = reader_of(source(tmp_path, content))
    assert reader is None or reader.NAME != "otlp"


def test_files_of_one_trace_or_session_are_read_together(tmp_path: Path) -> None:
    contents = {
        "a": lines(export(1)),
        "b": lines(export(2, "s1")),
        "c": json.dumps(export(3, "s1"), indent=1),
        "d": lines(export(4, "s1", "bank")),
        "e": json.dumps(export(1)).replace('":', '" : ').replace('000001"', '000001"') + "\n",
        "f": lines(LOGS | {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"traceId": "", "spanId": ""}]}]}]}),
        "g": lines({"resourceLogs": [{"scopeLogs": [{"logRecords": [{"traceId": ""}]}]}]}),
    }
    files = [(source(tmp_path, text, name).path, name) for name, text in contents.items()]
    assert [[name for _, name in job.files] for job in jobs_of(files)] == [["a", "e"], ["b", "c"], ["d"], ["f"], ["g"]]
