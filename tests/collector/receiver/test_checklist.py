"""What a receiver of OTLP has to do, line by line, with exporters as agents have them where one can show it."""

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from planscope.collector.reading import run_sql

from .conftest import JSON, PATIENCE, PROTOBUF, Running, body, raw
from .test_exporters import agent
from .test_http import GZIP, binary, proto

NAMES = ["execute_tool find"] * 3 + ["invoke_agent booker"]


@pytest.fixture(scope="module")
def spans() -> list[ReadableSpan]:
    """Spans of a small run, as the SDK hands them to an exporter."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    agent(provider)
    return list(kept.get_finished_spans())


def exporter(collector: Running, **more: Any) -> OTLPSpanExporter:
    return OTLPSpanExporter(f"http://127.0.0.1:{collector.port}/v1/traces", **{"timeout": 30, **more})


@pytest.fixture
def sent(spans: list[ReadableSpan]) -> bytes:
    """The body that an exporter makes of them."""
    return bytes(encode_spans(spans).SerializeToString())


@pytest.mark.parametrize("compression", [Compression.NoCompression, Compression.Gzip])
def test_1_forms(collector: Running, spans: list[ReadableSpan], sent: bytes, compression: Compression) -> None:
    assert exporter(collector, compression=compression).export(spans) is SpanExportResult.SUCCESS
    assert collector.names() == NAMES
    for headers in (PROTOBUF, {"CONTENT-type": "application/x-protobuf"}, {**PROTOBUF, "content-ENCODING": "gzip"}):
        zipped = "content-ENCODING" in headers
        answer = collector.send(gzip.compress(sent) if zipped else sent, headers)
        assert (answer.status, answer.type, answer.body) == (200, "application/x-protobuf", b"")
    for more in ({}, GZIP):
        headers = {"content-type": "application/json; charset=utf-8", **more}
        answer = collector.send(gzip.compress(body(raw(1))) if more else body(raw(1)), headers)
        assert (answer.status, answer.type, answer.body) == (200, "application/json", b"{}")
    assert len(collector.spans()) == len(NAMES) + 1


def test_2_methods_paths_and_types(collector: Running) -> None:
    assert [collector.send(method=m).status for m in ("GET", "PUT", "DELETE")] == [405] * 3
    assert [collector.send(path=p).status for p in ("/", "/v1/trace", "/v1/traces/x")] == [404] * 3
    assert collector.send(b"{}", {}).status == 415
    assert collector.send(b"{}", {"Content-Type": "text/plain"}).status == 415
    assert [collector.send(b"x", {**JSON, "Content-Encoding": e}).status for e in ("br", "zstd")] == [415] * 2


def test_3_what_cannot_be_read(collector: Running, sent: bytes) -> None:
    for content, headers in (
        (sent[:-7], PROTOBUF),
        (b"{", JSON),
        (b"[]", JSON),
        (gzip.compress(sent)[:-9], {**PROTOBUF, **GZIP}),
        (b"\x1f\x8b\0", {**JSON, **GZIP}),
    ):
        answer = collector.send(content, headers)
        assert (answer.status, answer.type) == (400, headers["Content-Type"])
        assert b"Traceback" not in answer.body
        assert b"line " not in answer.body or headers is JSON
    assert collector.names() == []


def test_4_size(start: Callable[..., Running], spans: list[ReadableSpan], sent: bytes) -> None:
    collector = start(limit=1000)
    assert exporter(collector).export(spans) is SpanExportResult.FAILURE
    assert collector.send(path="/health", method="GET").json["requests"] == 1, "a 413 does not come again"

    def chunks() -> Iterator[bytes]:
        yield from (sent[n : n + 100] for n in range(0, len(sent), 100))

    assert collector.send(chunks(), PROTOBUF).status == 413
    assert collector.send(gzip.compress(b"\0" * 900_000), {**PROTOBUF, **GZIP}).status == 413
    assert collector.names() == []


def test_5_nothing(collector: Running) -> None:
    assert exporter(collector).export([]) is SpanExportResult.SUCCESS
    for content, headers in ((b"", PROTOBUF), (b"", JSON), (b"{}", JSON), (body(), JSON)):
        assert collector.send(content, headers).status == 200


def test_6_partly_bad(collector: Running) -> None:
    odd = [proto(1, end_time_unix_nano=0), proto(2, end_time_unix_nano=1), proto(3, start_time_unix_nano=0)]
    bad = [proto(4, trace_id=bytes(16)), proto(5, span_id=b"123"), proto(6, start_time_unix_nano=2**63)]
    answer = collector.send(binary(*odd, *bad), PROTOBUF)
    assert answer.status == 200
    assert b"3 spans rejected" in answer.body
    assert collector.names() == ["span1", "span2", "span3"]


def test_7_twice(collector: Running, spans: list[ReadableSpan]) -> None:
    for _ in range(2):
        assert exporter(collector).export(spans) is SpanExportResult.SUCCESS
    assert collector.names() == NAMES
    growing, whole = raw(1, endTimeUnixNano="0"), raw(1)
    for content in (growing, whole, growing):
        collector.send(body(content))
    assert next(x for x in collector.spans() if x.name == "span1").end == 10**18 + 6


def test_8_numbers(collector: Running) -> None:
    values = [
        {"key": "text", "value": {"intValue": str(2**53 + 1)}},
        {"key": "number", "value": {"intValue": 2**53 + 1}},
    ]
    span = raw(1, attributes=values, kind="SPAN_KIND_CLIENT", startTimeUnixNano=10**18 + 1, status={"code": 2})
    late = raw(2, startTimeUnixNano=str(2**64 - 1))
    answer = collector.send(body(span, late))
    assert answer.json["partialSuccess"]["rejectedSpans"] == "1"
    (found,) = collector.spans()
    assert found.attributes == {"text": 2**53 + 1, "number": 2**53 + 1}
    assert (found.kind, found.start, found.status) == (3, 10**18 + 1, 2)


def test_9_snake_case_is_not_lost_in_silence(collector: Running) -> None:
    span = {"trace_id": "1" * 32, "span_id": "2" * 16, "name": "s", "start_time_unix_nano": "5"}
    collector.send(json.dumps({"resource_spans": [{"scope_spans": [{"spans": [span]}]}]}))
    assert collector.names() == ["s"]
    assert collector.send(b'{"Resource-Spans": []}').json["partialSuccess"]["errorMessage"]


def test_10_hostile_things(collector: Running) -> None:
    half = json.dumps({"key": "a", "value": {"stringValue": "\ud83d \0 ok"}})
    span = json.dumps(raw(1, attributes=["HERE"])).replace('"HERE"', half)
    assert collector.send(body("SPAN").replace(b'"SPAN"', span.encode())).status == 200
    deep: dict[str, Any] = {"stringValue": "x"}
    for _ in range(80):
        deep = {"kvlistValue": {"values": [{"key": "k", "value": deep}]}}
    large = {"key": "large", "value": {"stringValue": "x" * 5_000_000}}
    assert collector.send(body(raw(2, attributes=[{"key": "d", "value": deep}, large]))).status == 200
    assert collector.send(b'{"resourceSpans":' + b"[" * 300_000, JSON).status == 400
    assert collector.send(b"\xff" * 1000, PROTOBUF).status == 400
    one, two = collector.spans()
    assert one.attributes["a"] == "?  ok"
    assert len(two.attributes["large"]) == 5_000_000


def test_10_a_hundred_thousand_spans(collector: Running) -> None:
    many = binary(*(proto(1, span_id=n.to_bytes(8, "big")) for n in range(1, 100_001)))
    assert collector.send(many, PROTOBUF).status == 200
    assert run_sql(collector.store, "SELECT count(*) FROM spans").rows == [(100_000,)]


def test_11_logs_and_metrics(collector: Running) -> None:
    base = f"http://127.0.0.1:{collector.port}/v1"
    logs = LoggerProvider()
    logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter(f"{base}/logs", timeout=30)))
    logs.get_logger("agent").emit(event_name="tool_result", body="done", attributes={"tool": "Bash"})
    logs.shutdown()
    assert run_sql(collector.store, "SELECT name, body FROM logs").rows == [("tool_result", '"done"')]
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(f"{base}/metrics", timeout=30), 60_000)
    meters = MeterProvider([reader])
    meters.get_meter("agent").create_counter("calls").add(1)
    meters.shutdown()
    health = collector.send(path="/health", method="GET").json
    assert (health["metrics"], health["refused"]) == (1, 0)


def test_12_a_busy_store_is_a_matter_of_time(collector: Running, spans: list[ReadableSpan]) -> None:
    folder = collector.store.folder / "tmp"
    folder.rename(folder.with_name("away"))
    results: list[SpanExportResult] = []
    sender = threading.Thread(target=lambda: results.append(exporter(collector).export(spans)))
    sender.start()
    until = time.monotonic() + PATIENCE
    while not collector.said and time.monotonic() < until:
        time.sleep(0.01)
    folder.with_name("away").rename(folder)
    sender.join(PATIENCE)
    assert results == [SpanExportResult.SUCCESS], "the exporter came again by itself"
    assert collector.names() == NAMES


def test_13_what_is_answered_is_durable(collector: Running, spans: list[ReadableSpan]) -> None:
    for n, span in enumerate(spans):
        assert exporter(collector).export([span]) is SpanExportResult.SUCCESS
        assert len(collector.spans()) == n + 1, "another reader sees it when the answer is there"


def test_14_who_may(start: Callable[..., Running], spans: list[ReadableSpan], sent: bytes) -> None:
    collector = start(token="t")
    assert exporter(collector).export(spans) is SpanExportResult.FAILURE
    assert collector.send(path="/health", method="GET").status == 200
    preflight = {"Origin": "http://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = collector.send(headers=preflight, method="OPTIONS")
    assert not any(k.startswith("access-control") for k in answer.headers)
    for headers in ({"x-api-key": "t"}, {"Authorization": "Bearer t"}):
        assert exporter(collector, headers=headers).export(spans) is SpanExportResult.SUCCESS
    assert collector.names() == NAMES


def test_15_what_comes_is_text(collector: Running) -> None:
    secret = "sk-ant-api03-" + "Zq7Rt1Kd9Wm3Xv5B" * 5 + "AA"
    pairs = {
        "'; DROP TABLE spans; --": "x",
        'a"b': "y",
        "api_key": "plain-old-value-48151623",
        "said": f"use {secret} now",
    }
    given = [{"key": k, "value": {"stringValue": v}} for k, v in pairs.items()]
    assert collector.send(body(raw(1, attributes=given, name="'; DROP TABLE spans; --"))).status == 200
    (span,) = collector.spans()
    assert (span.name, span.attributes["'; DROP TABLE spans; --"]) == ("'; DROP TABLE spans; --", "x")
    assert span.attributes["said"].startswith("use [redacted:")
    stored = b"".join(p.read_bytes() for p in collector.store.folder.rglob("*") if p.is_file())
    assert secret.encode() not in stored
    assert b"plain-old-value-48151623" not in stored
