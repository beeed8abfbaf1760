"""The collector over HTTP: what is taken, what is refused and how, and that nothing is an error of the server."""

import gzip
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span as ProtoSpan

from planscope.collector.reading import run_sql

from .conftest import JSON, PROTOBUF, Running, body, raw

GZIP = {"Content-Encoding": "gzip"}
TWO = (raw(1), raw(2))


def binary(*spans: ProtoSpan) -> bytes:
    request = ExportTraceServiceRequest()
    request.resource_spans.add().scope_spans.add().spans.extend(spans)
    return bytes(request.SerializeToString())


def proto(n: int, **more: Any) -> ProtoSpan:
    given = {"trace_id": bytes([n]) * 16, "span_id": bytes([n]) * 8, "start_time_unix_nano": 5, "end_time_unix_nano": 9}
    return ProtoSpan(name=f"span{n}", **{**given, **more})


# --- what is taken -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    ("content", "headers"),
    [
        (body(*TWO), JSON),
        (binary(proto(1), proto(2)), PROTOBUF),
        (body(*TWO), {"CONTENT-TYPE": "Application/JSON; charset=utf-8"}),
    ],
    ids=["json", "protobuf", "charset"],
)
def test_both_forms_with_and_without_gzip(
    collector: Running, content: bytes, headers: dict[str, str], zipped: bool
) -> None:
    answer = collector.send(gzip.compress(content) if zipped else content, {**headers, **(GZIP if zipped else {})})
    assert answer.status == 200
    assert answer.type == ("application/x-protobuf" if headers is PROTOBUF else "application/json")
    assert answer.body == (b"" if headers is PROTOBUF else b"{}"), "no partial success when all is taken"
    assert collector.names() == ["span1", "span2"]


@pytest.mark.parametrize("content", [b"", b"{}", b'{"resourceSpans": []}', body()])
def test_nothing_in_it(collector: Running, content: bytes) -> None:
    answer = collector.send(content)
    assert (answer.status, answer.json, collector.names()) == (200, {}, [])
    assert collector.send(b"", PROTOBUF).status == 200


def test_the_good_are_kept_and_the_bad_are_counted(collector: Running) -> None:
    bad = [raw(6, endTimeUnixNano=str(2**63 + 1)), raw(3, traceId=""), raw(4, spanId="0" * 16), raw(5, spanId="abcd")]
    answer = collector.send(body(raw(1), *bad, raw(2)))
    partial = answer.json["partialSuccess"]
    assert (answer.status, partial["rejectedSpans"]) == (200, "4")
    assert "4 spans rejected" in partial["errorMessage"]
    assert "2262" in partial["errorMessage"]
    assert collector.names() == ["span1", "span2"]
    answer = collector.send(binary(proto(7), proto(8, trace_id=b""), proto(9, span_id=b"1234")), PROTOBUF)
    told = ExportTraceServiceResponse.FromString(answer.body).partial_success
    assert (answer.status, told.rejected_spans) == (200, 2)
    assert "without valid ids" in told.error_message
    assert collector.names() == ["span1", "span2", "span7"]


def test_odd_spans_are_kept(collector: Running) -> None:
    number = {"key": "n", "value": {"intValue": str(2**53 + 1)}}
    text = {"key": "t", "value": {"stringValue": "a\0b\ud83d"}}
    odd = [
        raw(1, endTimeUnixNano="0"),
        raw(2, endTimeUnixNano="5"),
        raw(3, startTimeUnixNano="0"),
        raw(4, name=""),
        raw(5, parentSpanId=f"{5:016x}"),
        raw(6, attributes=[number, text]),
    ]
    assert collector.send(body(*odd)).json == {}
    found = {x.span_id[-1]: x for x in collector.spans()}
    assert len(found) == 6
    assert found["6"].attributes == {"n": 2**53 + 1, "t": "ab?"}


def test_the_same_again_counts_once_and_the_fuller_version_wins(collector: Running) -> None:
    growing = raw(1, endTimeUnixNano="0")
    whole = raw(1, attributes=[{"key": "a", "value": {"stringValue": "x"}}])
    for content in (growing, whole, growing, whole):
        assert collector.send(body(content)).status == 200
    (span,) = collector.spans()
    assert (span.end, span.attributes) == (10**18 + 6, {"a": "x"})
    other = collector.send(body(raw(1, trace=2)))
    assert (other.status, len(collector.spans())) == (200, 2), "the same span id in another trace is another span"


def test_names_in_snake_case_are_not_lost_in_silence(collector: Running) -> None:
    span = {"trace_id": "1" * 32, "span_id": "2" * 16, "name": "snake", "start_time_unix_nano": "5"}
    assert collector.send(json.dumps({"resource_spans": [{"scope_spans": [{"spans": [span]}]}]})).json == {}
    assert collector.names() == ["snake"]
    wrong = collector.send(json.dumps({"ResourceSpans": [1]})).json["partialSuccess"]
    assert "nothing stored" in wrong["errorMessage"]
    assert "rejectedSpans" not in wrong
    logs = collector.send(json.dumps({"resourceLogs": []})).json["partialSuccess"]
    assert "another kind" in logs["errorMessage"]


def test_large_things(collector: Running) -> None:
    long = raw(1, attributes=[{"key": "input.value", "value": {"stringValue": "x" * 5_000_000}}])
    many = raw(2, attributes=[{"key": f"k{n}", "value": {"intValue": n}} for n in range(500)])
    assert collector.send(body(long, many)).json == {}
    one, two = collector.spans()
    assert (len(one.attributes["input.value"]), len(two.attributes)) == (5_000_000, 500)
    assert collector.send(body(*(raw(n, trace=3) for n in range(1, 20_001)))).json == {}
    assert run_sql(collector.store, "SELECT count(*) FROM spans").rows == [(20_002,)]


# --- logs and metrics ----------------------------------------------------------------------------------------------

RECORD = {
    "timeUnixNano": "7",
    "eventName": "tool_result",
    "severityNumber": 9,
    "body": {"stringValue": "ok"},
    "attributes": [{"key": "tool", "value": {"stringValue": "Bash"}}],
}


def logs(*records: Any) -> bytes:
    return json.dumps(
        {"resourceLogs": [{"scopeLogs": [{"scope": {"name": "s"}, "logRecords": list(records)}]}]}
    ).encode()


def test_log_records_are_kept_once(collector: Running) -> None:
    for _ in range(2):
        assert collector.send(logs(RECORD, {"body": {"kvlistValue": {"values": []}}}), path="/v1/logs").json == {}
    found = run_sql(collector.store, "SELECT epoch_ns(time), name, severity, body, attributes FROM logs ORDER BY name")
    assert found.rows == [(None, "", 0, "{}", "{}"), (7, "tool_result", 9, '"ok"', '{"tool":"Bash"}')]


def test_an_outcome_in_a_log_record_is_a_span_as_well(collector: Running) -> None:
    said = {"key": "gen_ai.evaluation.name", "value": {"stringValue": "tests"}}
    record = {"traceId": "1" * 32, "spanId": "2" * 16, "timeUnixNano": "7", "eventName": "gen_ai.evaluation.result"}
    assert collector.send(logs({**record, "attributes": [said]}), path="/v1/logs").json == {}
    (span,) = collector.spans()
    assert (span.name, span.parent_id) == ("gen_ai.evaluation.result", "2" * 16)


def test_metrics_are_answered_and_counted(collector: Running) -> None:
    answer = collector.send(b'{"resourceMetrics": []}', path="/v1/metrics")
    assert answer.status == 200
    assert "not kept" in answer.json["partialSuccess"]["errorMessage"]
    assert collector.send(b"\x0a\x00", PROTOBUF, "/v1/metrics").status == 200
    health = collector.send(path="/health", method="GET")
    assert (health.status, health.json["metrics"], health.json["status"]) == (200, 2, "ok")


# --- what is refused -----------------------------------------------------------------------------------------------

DEEP = b'{"resourceSpans":' + b"[" * 200_000


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"\x0a\xff\xff\x03abc", PROTOBUF, 400),
        (b"no protobuf at all", PROTOBUF, 400),
        (b'{"resourceSpans": [', JSON, 400),
        (b"[]", JSON, 400),
        (b"\xff\xfe\x00", JSON, 400),
        (DEEP, JSON, 400),
        (b"not gzip", {**JSON, **GZIP}, 400),
        (gzip.compress(body(raw(1)))[:-12], {**JSON, **GZIP}, 400),
        (body(raw(1)), {**JSON, "Content-Encoding": "br"}, 415),
        (body(raw(1)), {"Content-Type": "text/plain"}, 415),
        (body(raw(1)), {}, 415),
    ],
)
def test_bodies_that_cannot_be_read(collector: Running, content: bytes, headers: dict[str, str], status: int) -> None:
    answer = collector.send(content, headers)
    assert answer.status == status
    assert answer.type == ("application/x-protobuf" if headers is PROTOBUF else "application/json")
    assert b"Traceback" not in answer.body
    if answer.type == "application/json":
        assert answer.json["message"]
    else:
        assert b"protobuf" in answer.body
    assert collector.names() == []
    assert collector.said == []


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
def test_other_methods(collector: Running, method: str) -> None:
    answer = collector.send(method=method)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_other_paths_are_told_the_right_one(collector: Running) -> None:
    for path in ("/", "/v1/trace", "/v1/traces/v1/traces"):
        answer = collector.send(body(raw(1)), path=path)
        assert answer.status == 404
        assert "/v1/traces" in answer.json["message"]


def chunks(content: bytes, size: int = 1000) -> Iterator[bytes]:
    for n in range(0, len(content), size):
        yield content[n : n + size]


def test_limits_before_and_after_decompression(start: Callable[..., Running]) -> None:
    collector = start(limit=10_000)
    large = body(*(raw(n) for n in range(1, 200)))
    assert collector.send(large).status == 413
    assert collector.send(chunks(large)).status == 413, "without a length"
    assert collector.send(gzip.compress(large), {**JSON, **GZIP}).status == 413
    bomb = collector.send(gzip.compress(b"\0" * 9_000_000), {**PROTOBUF, **GZIP})
    assert bomb.status == 413
    assert b"decompressed" in bomb.body
    assert "retry-after" not in bomb.headers
    assert collector.send(chunks(body(raw(1)))).status == 200
    assert collector.names() == ["span1"]


def test_gzip_of_several_members(collector: Running) -> None:
    whole = body(raw(1))
    assert collector.send(gzip.compress(whole[:50]) + gzip.compress(whole[50:]), {**JSON, **GZIP}).status == 200
    assert collector.names() == ["span1"]


def test_too_much_at_once_is_to_come_again(start: Callable[..., Running]) -> None:
    collector = start(limit=5000, held=6000)
    slow = collector.connect()
    slow.putrequest("POST", "/v1/traces")
    slow.putheader("content-type", "application/json")
    slow.putheader("content-length", "4900")
    slow.endheaders(body(raw(1)).ljust(4800))  # and no more for now
    late = b"".ljust(3000)
    answers = {collector.send(late).status for _ in range(20)}
    assert answers == {503}
    assert collector.send(late).headers["retry-after"].isdecimal()
    slow.send(b" " * 100)
    answer = slow.getresponse()
    assert (answer.status, answer.read()) == (200, b"{}")
    slow.close()
    assert collector.send(body(raw(2))).status == 200
    assert collector.names() == ["span1", "span2"]


def test_a_body_that_does_not_come(start: Callable[..., Running]) -> None:
    collector = start(seconds=0.2)
    slow = collector.connect()
    slow.putrequest("POST", "/v1/traces")
    slow.putheader("content-type", "application/json")
    slow.putheader("content-length", "100")
    slow.endheaders(b"{")
    answer = slow.getresponse()
    assert (answer.status, b"0.2 seconds" in answer.read()) == (408, True)
    slow.close()


def test_a_client_that_goes_away_in_the_middle(collector: Running) -> None:
    with socket.create_connection(("127.0.0.1", collector.port)) as gone:
        gone.sendall(b"POST /v1/traces HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n")
        gone.sendall(b"content-length: 1000\r\n\r\n{")
    assert collector.send(body(raw(1))).status == 200
    assert collector.said == []


# --- who may -------------------------------------------------------------------------------------------------------


def test_a_token(start: Callable[..., Running]) -> None:
    collector = start(token="geheim-é")
    given = "geheim-é".encode().decode("latin-1")
    for headers in ({}, {"Authorization": "Bearer other"}, {"x-api-key": ""}, {"Authorization": f"Basic {given}"}):
        answer = collector.send(body(raw(1)), {**JSON, **headers})
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert collector.names() == []
    for n, headers in enumerate(({"Authorization": "bearer x"}, {"X-API-Key": "x"})):
        held = {k: v.replace("x", given) for k, v in headers.items()}
        assert collector.send(body(raw(n + 1)), {**JSON, **held}).status == 200
    assert collector.names() == ["span1", "span2"]


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:4318", 200), ("127.0.0.1", 200), ("[::1]:4318", 200), ("evil.example:4318", 403), ("10.0.0.7", 403)],
)
def test_names_that_a_page_gave_this_machine_are_refused(collector: Running, host: str, status: int) -> None:
    assert collector.send(body(raw(1)), {**JSON, "Host": host}).status == status


def test_a_connection_serves_many_requests(collector: Running) -> None:
    connection = collector.connect()
    for n in range(1, 4):
        connection.request("POST", "/v1/traces", body(raw(n)), JSON)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"{}")
    connection.close()
    assert len(collector.names()) == 3
