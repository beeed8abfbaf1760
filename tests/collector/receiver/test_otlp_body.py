"""Both forms of a body give the same spans and log records."""

import base64
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.logs.v1.logs_pb2 import SEVERITY_NUMBER_INFO
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord as ProtoRecord
from opentelemetry.proto.trace.v1.trace_pb2 import Span as ProtoSpan

from planscope.collector.otlp_body import JSON, PROTOBUF, Decoded, decode
from planscope.collector.otlp_proto import Broken

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
WHOLE = st.integers(-(2**63), 2**63 - 1)
VALUES = st.recursive(
    st.none() | TEXTS | WHOLE | st.booleans() | st.floats(allow_nan=False) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
ATTRIBUTES = st.dictionaries(TEXTS, VALUES, max_size=4)
TIMES = st.integers(0, 2**64 - 1)
SPANS = st.fixed_dictionaries(
    {
        "trace": st.sampled_from([b"", b"\0" * 16, b"\1" * 16, b"\xab" * 16, b"\1" * 4]),
        "span": st.sampled_from([b"", b"\0" * 8, b"\2" * 8, b"\xcd" * 8]),
        "parent": st.sampled_from([b"", b"\3" * 8, b"\0" * 8]),
        "name": TEXTS,
        "kind": st.integers(0, 5),
        "start": TIMES,
        "end": TIMES,
        "attributes": ATTRIBUTES,
        "events": st.lists(st.tuples(TEXTS, TIMES, ATTRIBUTES), max_size=2),
        "links": st.lists(ATTRIBUTES, max_size=2),
        "status": st.tuples(st.integers(0, 2), TEXTS),
        "dropped": st.integers(0, 9),
        "flags": st.sampled_from([0, 1, 256, 257, 769]),
    }
)


# --- the same thing in both forms ----------------------------------------------------------------------------------


def any_json(value: Any) -> dict[str, Any]:
    match value:
        case None:
            return {}
        case bool():
            return {"boolValue": value}
        case str():
            return {"stringValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case bytes():
            return {"bytesValue": base64.b64encode(value).decode()}
        case list():
            return {"arrayValue": {"values": [any_json(x) for x in value]}}
    return {"kvlistValue": {"values": pairs_json(value)}}


def pairs_json(values: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": k, "value": any_json(v)} for k, v in values.items()]


def any_proto(value: Any) -> AnyValue:
    made = AnyValue()
    match value:
        case None:
            pass
        case bool():
            made.bool_value = value
        case str():
            made.string_value = value
        case int():
            made.int_value = value
        case float():
            made.double_value = value
        case bytes():
            made.bytes_value = value
        case list():
            made.array_value.values.extend([any_proto(x) for x in value])
            made.array_value.SetInParent()
        case _:
            made.kvlist_value.values.extend(pairs_proto(value))
            made.kvlist_value.SetInParent()
    return made


def pairs_proto(values: dict[str, Any]) -> list[KeyValue]:
    return [KeyValue(key=k, value=any_proto(v)) for k, v in values.items()]


def in_json(spans: list[dict[str, Any]], resource: dict[str, Any]) -> bytes:
    made = [
        {
            "traceId": x["trace"].hex().upper(),
            "spanId": x["span"].hex().upper(),
            "parentSpanId": x["parent"].hex(),
            "name": x["name"],
            "kind": x["kind"],
            "startTimeUnixNano": str(x["start"]),
            "endTimeUnixNano": x["end"],
            "attributes": pairs_json(x["attributes"]),
            "events": [{"name": n, "timeUnixNano": str(t), "attributes": pairs_json(a)} for n, t, a in x["events"]],
            "links": [{"traceId": "05" * 16, "spanId": "06" * 8, "attributes": pairs_json(a)} for a in x["links"]],
            "status": {"code": x["status"][0], "message": x["status"][1]},
            "droppedAttributesCount": x["dropped"],
            "flags": x["flags"],
        }
        for x in spans
    ]
    scoped = [{"scope": {"name": "lib"}, "spans": made}]
    return json.dumps(
        {"resourceSpans": [{"resource": {"attributes": pairs_json(resource)}, "scopeSpans": scoped}]}
    ).encode()


def in_protobuf(spans: list[dict[str, Any]], resource: dict[str, Any]) -> bytes:
    request = ExportTraceServiceRequest()
    group = request.resource_spans.add()
    group.resource.attributes.extend(pairs_proto(resource))
    scoped = group.scope_spans.add()
    scoped.scope.name = "lib"
    for x in spans:
        made = ProtoSpan(
            trace_id=x["trace"], span_id=x["span"], parent_span_id=x["parent"], name=x["name"], kind=x["kind"],
            start_time_unix_nano=x["start"], end_time_unix_nano=x["end"], attributes=pairs_proto(x["attributes"]),
            dropped_attributes_count=x["dropped"], flags=x["flags"],
        )  # fmt: skip
        for n, t, a in x["events"]:
            made.events.add(name=n, time_unix_nano=t, attributes=pairs_proto(a))
        for a in x["links"]:
            made.links.add(trace_id=b"\5" * 16, span_id=b"\6" * 8, attributes=pairs_proto(a))
        made.status.code, made.status.message = x["status"]
        scoped.spans.append(made)
    return bytes(request.SerializeToString())


@settings(deadline=None, max_examples=60)
@given(st.lists(SPANS, max_size=4), ATTRIBUTES)
def test_both_forms_give_the_same_spans(spans: list[dict[str, Any]], resource: dict[str, Any]) -> None:
    one, two = decode(in_json(spans, resource), JSON), decode(in_protobuf(spans, resource), PROTOBUF)
    assert repr(one.spans) == repr(two.spans), "types of values included"
    assert one.rejected == two.rejected == len(spans) - len(one.spans)
    assert bool(one.message) == bool(two.message) == bool(one.rejected)
    assert all(x.place.position == x.span_id and x.place.file == "" for x in one.spans)


@settings(deadline=None, max_examples=30)
@given(VALUES, ATTRIBUTES, st.integers(0, 2**63 - 1))
def test_both_forms_give_the_same_log_records(said: Any, attributes: dict[str, Any], time: int) -> None:
    record = {"timeUnixNano": str(time), "eventName": "e", "severityText": "INFO", "severityNumber": 9}
    record |= {"body": any_json(said), "attributes": pairs_json(attributes), "traceId": "0A" * 16, "spanId": "0b" * 8}
    export = {"resourceLogs": [{"scopeLogs": [{"scope": {"name": "lib"}, "logRecords": [record]}]}]}
    request = ExportLogsServiceRequest()
    scoped = request.resource_logs.add().scope_logs.add()
    scoped.scope.name = "lib"
    scoped.log_records.append(
        ProtoRecord(
            time_unix_nano=time,
            event_name="e",
            severity_text="INFO",
            severity_number=SEVERITY_NUMBER_INFO,
            body=any_proto(said),
            attributes=pairs_proto(attributes),
            trace_id=b"\x0a" * 16,
            span_id=b"\x0b" * 8,
        )
    )
    one = decode(json.dumps(export).encode(), JSON, "logs")
    two = decode(request.SerializeToString(), PROTOBUF, "logs")
    assert repr(one) == repr(two)
    assert [x.name for x in one.logs] == ["e"]


def test_log_records_in_snake_case() -> None:
    export = {"resource_logs": [{"scope_logs": [{"log_records": [{"event_name": "e", "time_unix_nano": "7"}]}]}]}
    assert [(x.name, x.time) for x in decode(json.dumps(export).encode(), JSON, "logs").logs] == [("e", 7)]


def test_values_too_deep_for_protobuf_are_a_broken_body() -> None:
    def field(number: int, content: bytes) -> bytes:
        size = len(content)
        return bytes([number << 3 | 2, size & 127 | 128, size >> 7 & 127 | 128, size >> 14]) + content

    value = b""
    for _ in range(120):
        value = field(5, field(1, value))  # a list that holds a value
    attribute = field(9, field(2, value))
    with pytest.raises(Broken, match="no valid protobuf"):
        decode(field(1, field(2, field(2, attribute))), PROTOBUF)


@pytest.mark.parametrize("body", [b"[1]", b'"x"', b"7", b"{", b"\xff", b"[" * 100_000, b'{"a":' * 100_000])
def test_json_that_is_no_export(body: bytes) -> None:
    with pytest.raises(Broken):
        decode(body, JSON)


@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_broken(body: bytes) -> None:
    for form in (JSON, PROTOBUF):
        for signal in ("traces", "logs"):
            with suppress(Broken):
                assert isinstance(decode(body, form, signal), Decoded)
