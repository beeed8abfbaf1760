"""OTLP export objects as spans: every form in which emitters write them, and what is refused."""

import base64
from typing import Any

import pytest

from planscope.collector.otlp import Refused, attributes, is_export, spans_of, text
from planscope.collector.span import Span

TRACE, SPAN = "5B8EFFF798038103D269B633813FC60C", "EEE19B7EC3C1B174"


def raw(**more: Any) -> dict[str, Any]:
    begin = {"startTimeUnixNano": "1640000000000000000", "endTimeUnixNano": "1640000000100000000"}
    return {"traceId": TRACE, "spanId": SPAN, "name": "GET /users", **begin, **more}


def export(*spans: Any, **resource: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"scope": {"name": "lib"}, "spans": list(spans)}], **resource}]}


def one(**more: Any) -> Span:
    (span,) = spans_of(export(raw(**more)), "f.jsonl")
    assert isinstance(span, Span)
    return span


def test_a_span() -> None:
    span = one(
        parentSpanId="eee19b7ec3c1b173",
        kind=3,
        status={"code": 2, "message": "sold out"},
        events=[{"name": "exception", "timeUnixNano": "1640000000050000000", "attributes": []}],
        links=[{"traceId": TRACE, "spanId": SPAN}],
        droppedAttributesCount=3,
        droppedEventsCount=1,
        flags=0x301,
    )
    assert (span.trace_id, span.span_id, span.parent_id) == (TRACE.lower(), SPAN.lower(), "eee19b7ec3c1b173")
    assert (span.place.file, span.place.position) == ("f.jsonl", SPAN), "as it stands in the file"
    assert (span.start, span.end) == (1640000000000000000, 1640000000100000000)
    assert (span.kind, span.status, span.status_message, span.scope) == (3, 2, "sold out", "lib")
    assert (span.events[0].name, span.events[0].time) == ("exception", 1640000000050000000)
    assert (span.links[0].span_id, span.dropped, span.remote_parent) == (SPAN.lower(), 4, True)
    assert not one(flags=256).remote_parent


def test_values_of_every_type() -> None:
    found = attributes(
        [
            {"key": "text", "value": {"stringValue": "x"}},
            {"key": "yes", "value": {"boolValue": True}},
            {"key": "int", "value": {"intValue": "9007199254740993"}},
            {"key": "number", "value": {"intValue": 7}},
            {"key": "float", "value": {"doubleValue": 1.5}},
            {"key": "nan", "value": {"doubleValue": "Infinity"}},
            {"key": "list", "value": {"arrayValue": {"values": [{"stringValue": "a"}, {"intValue": "1"}, {}]}}},
            {"key": "map", "value": {"kvlistValue": {"values": [{"key": "k", "value": {"stringValue": "v"}}]}}},
            {"key": "bytes", "value": {"bytesValue": "AAE="}},
            {"key": "empty", "value": {}},
            {"key": "none"},
            {"key": "index", "value": {"stringValueStrindex": 4}},
            {"key": "bad", "value": {"intValue": "x" * 9}},
            {"key": "twice", "value": {"stringValue": "one"}},
            {"key": "twice", "value": {"stringValue": "two"}},
            "no pair",
        ]
    )
    assert found == {
        "text": "x", "yes": True, "int": 9007199254740993, "number": 7, "float": 1.5, "nan": float("inf"),
        "list": ["a", 1, None], "map": {"k": "v"}, "bytes": "AAE=", "empty": None, "none": None, "index": None,
        "bad": None, "twice": "two",
    }  # fmt: skip


def test_what_lies_too_deep_is_left_out() -> None:
    value: Any = {"stringValue": "bottom"}
    for _ in range(400):
        value = {"arrayValue": {"values": [value]}}
    assert "bottom" not in str(attributes([{"key": "deep", "value": value}]))


def test_texts_that_no_encoder_takes_are_mended() -> None:
    assert text("a\0b") == "ab"
    assert text("cut \ud83d").encode("utf-8")
    assert text("café 浇水 🌧") == "café 浇水 🌧"
    assert text(7) == ""


def test_ids_in_base64_and_names_in_snake_case() -> None:
    ids = {
        "trace_id": base64.b64encode(bytes.fromhex(TRACE)).decode(),
        "span_id": base64.b64encode(bytes.fromhex(SPAN)).decode(),
    }
    given = {
        "resource_spans": [
            {
                "resource": {"attributes": [{"key": "service.name", "value": {"string_value": "shop"}}]},
                "scope_spans": [
                    {"spans": [{**ids, "name": "x", "start_time_unix_nano": "5", "end_time_unix_nano": 6}]}
                ],
            }
        ]
    }
    assert is_export(given)
    (span,) = spans_of(given)
    assert isinstance(span, Span)
    assert (span.trace_id, span.start, span.end) == (TRACE.lower(), 5, 6)
    assert span.resource == {"service.name": "shop"}
    assert span.place.position == span.span_id == SPAN.lower()
    (in_a_file,) = spans_of(given, "spans.json")
    assert isinstance(in_a_file, Span)
    assert in_a_file.place.position == ids["span_id"], "as it stands in the file"


def test_enums_by_name_and_old_scopes() -> None:
    span = one(kind="SPAN_KIND_CLIENT", status={"code": "STATUS_CODE_ERROR"})
    assert (span.kind, span.status) == (3, 2)
    old = {"instrumentationLibrarySpans": [{"instrumentationLibrary": {"name": "lib"}, "spans": [raw()]}]}
    (found,) = spans_of({"resourceSpans": [old]})
    assert isinstance(found, Span)
    assert found.scope == "lib"


@pytest.mark.parametrize(
    ("span", "why"),
    [
        (raw(traceId=""), "without valid ids"),
        (raw(traceId="0" * 32), "without valid ids"),
        (raw(spanId="DEF"), "without valid ids"),
        (raw(spanId=7), "without valid ids"),
        (raw(spanId="zz" * 8), "without valid ids"),
        (raw(endTimeUnixNano=str(2**63 + 5)), "beyond the year 2262"),
        ("no span", "no object"),
    ],
)
def test_refused(span: Any, why: str) -> None:
    kept, refused = spans_of(export(raw(), span))
    assert isinstance(kept, Span)
    assert isinstance(refused, Refused)
    assert why in refused.reason


@pytest.mark.parametrize("time", ["0", 0, None, "soon", -5, ""])
def test_no_time(time: Any) -> None:
    assert one(startTimeUnixNano=time).start is None


@pytest.mark.parametrize(
    "odd",
    [
        {"resourceSpans": [7, None, {"scopeSpans": 7}, {"scopeSpans": [7, {"spans": 7}, {"scope": 7, "spans": []}]}]},
        {"resourceSpans": [{"resource": 7, "scopeSpans": [{"spans": []}]}]},
        {"resourceSpans": {}},
        {},
    ],
)
def test_odd_envelopes_hold_nothing(odd: Any) -> None:
    assert list(spans_of(odd)) == []


def test_odd_fields_cost_nothing_but_themselves() -> None:
    span = one(events=[7, {"timeUnixNano": str(2**64)}], links="x", status=7, attributes={"a": 1}, kind=None, name=None)
    assert (span.name, span.status, span.kind, span.attributes, span.links) == ("", 0, 0, {}, ())
    assert [e.time for e in span.events] == [None]


def test_what_is_an_export() -> None:
    assert is_export({"resourceLogs": []})
    assert not is_export({"resourceSpans": "x"})
    assert not is_export([])
    assert not is_export({"spans": []})
