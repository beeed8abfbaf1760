"""Spans in other shapes than OTLP. All are made up; the shapes are those of TRAIL, Jaeger, Tempo, Langfuse, Phoenix and
of SDKs' own JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.run import ModelCall, Run
from planscope.collector.transcripts.source import Source
from planscope.collector.transcripts.span_shapes import is_span, spans_in
from planscope.collector.transcripts.spans_json import keys

FILES = Path(__file__).parent / "files"
Read = Callable[..., list[Run]]
TRACE, SPAN, ABOVE = "5f1c0de0a1b2c3d4e5f60718293a4b5c", "00000000000000a1", "00000000000000a0"
STOVE = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "stove"}


def test_a_tree(runs: Read) -> None:
    (run,) = runs(FILES / "spans.json")
    assert [(c.name, c.status, c.place.position, c.result) for c in run.tool_calls] == [
        ("scale", "ok", "00000000000000a4", "3 g"),
        ("stove", "error", "00000000000000a5", run.tool_calls[1].result),
    ]
    assert "too hot" in run.tool_calls[1].result
    answer = next(x for x in run.steps if isinstance(x, ModelCall))
    assert (answer.text, answer.input_tokens, answer.model) == ("I weigh it.", 12, "m-1")
    scale = run.tool_calls[0]
    assert scale.ended is not None
    assert scale.started is not None
    assert scale.ended - scale.started == 10**9


@pytest.mark.parametrize("name", ["spans+jaeger.json", "spans+langfuse.json"])
def test_failed_calls_of_other_exports(runs: Read, name: str) -> None:
    (run,) = runs(FILES / name)
    assert [(c.name, c.status) for c in run.tool_calls][-1] == ("stove", "error")
    assert run.tool_calls[-1].arguments == {"heat": 9}
    assert run.tool_calls[-1].place.position in ("00000000000000b2", "o4")


def test_what_langfuse_was_sent_counts_too(runs: Read) -> None:
    (run,) = runs(FILES / "spans+langfuse.json")
    assert run.tool_calls[-1].call_id == "c9"
    assert "evening" in run.id
    answer = next(x for x in run.steps if isinstance(x, ModelCall))
    assert (answer.text, answer.input_tokens, answer.output_tokens) == ("I weigh it.", 12, 3)


@pytest.mark.parametrize(
    "shape",
    [
        {"trace_id": TRACE, "span_id": SPAN, "parent_span_id": ABOVE, "start_time": 1772352000 * 10**9},
        {
            "context": {"trace_id": "0x" + TRACE, "span_id": "0x" + SPAN},
            "parent_id": "0x" + ABOVE,
            "start_time": "2026-03-01T08:00:00Z",
        },
        {
            "context": {"trace_id": int(TRACE, 16), "span_id": int(SPAN, 16)},
            "parent": {"span_id": int(ABOVE, 16)},
            "start_time": 1772352000 * 10**9,
        },
        {
            "spanContext": {"traceId": TRACE, "spanId": SPAN},
            "parentSpanContext": {"spanId": ABOVE},
            "startTime": [1772352000, 0],
        },
        {
            "traceID": TRACE,
            "spanID": SPAN,
            "references": [{"refType": "CHILD_OF", "spanID": ABOVE}],
            "startTime": 1772352000000000,
        },
    ],
)
def test_one_span_in_many_shapes(shape: dict[str, Any]) -> None:
    x = {"name": "execute_tool stove", "attributes": STOVE, "status": {"status_code": "ERROR"}, **shape}
    assert is_span(x)
    (span,) = spans_in(x, "f", {})
    assert (span.trace_id, span.span_id, span.parent_id) == (TRACE, SPAN, ABOVE)
    assert (span.start, span.status, span.attributes) == (1772352000 * 10**9, 2, STOVE)


def test_ids_that_are_no_hex(tmp_path: Path) -> None:
    x = {"trace_id": "live", "span_id": "llm-1", "parent_span_id": "root", "name": "x", "attributes": {}}
    (one,) = spans_in(x, "f", {})
    (root,) = spans_in({**x, "span_id": "root", "parent_span_id": None}, "f", {})
    assert (one.parent_id, one.place.position) == (root.span_id, "llm-1")
    path = tmp_path / "x.json"
    path.write_text(json.dumps([x]), encoding="utf-8")
    assert keys(Source(path, path.name)) == {"live"}


def test_nested_attributes_get_dots() -> None:
    nested = {
        "openinference": {"span": {"kind": "LLM"}},
        "llm": {"input_messages": [{"message": {"role": "user"}}]},
        "x": {"y": 1},
    }
    (span,) = spans_in({"trace_id": TRACE, "span_id": SPAN, "name": "x", "attributes": nested}, "f", {})
    assert span.attributes == {
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "x": {"y": 1},
    }


def test_tempo_and_lines_and_lists_by_name(runs: Read, tmp_path: Path) -> None:
    boxed = [{"key": k, "value": {"stringValue": v}} for k, v in STOVE.items()]
    plain = {"traceId": TRACE, "spanId": SPAN, "name": "execute_tool stove", "startTimeUnixNano": "1772352000000000000"}
    scoped = [{"spans": [{**plain, "attributes": boxed}]}]
    contents = {
        "tempo.json": json.dumps({"batches": [{"resource": {"attributes": []}, "scopeSpans": scoped}]}),
        "lines.jsonl": "\n".join(json.dumps({**plain, "spanId": i, "attributes": STOVE}) for i in (SPAN, ABOVE)),
        "named.json": json.dumps({"execute_tool": [{**plain, "attributes": STOVE}]}),
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
        (run,) = runs(tmp_path / name)
        assert {c.name for c in run.tool_calls} == {"stove"}
