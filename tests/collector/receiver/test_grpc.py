"""The collector over gRPC: exporters as they are in the world, and the same limits and answers as over HTTP."""

import gzip
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from .conftest import JSON, PATIENCE, Running, body, raw
from .test_exporters import agent
from .test_http import binary, proto

grpc = pytest.importorskip("grpc", reason="needs the extra grpc")
TRACES = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
LOGS = "/opentelemetry.proto.collector.logs.v1.LogsService/Export"
METRICS = "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export"


class Caller:
    """A client of the collector's gRPC side."""

    def __init__(self, running: Running) -> None:
        self.channel = grpc.insecure_channel(f"127.0.0.1:{running.grpc_port}")

    def send(self, message: bytes, path: str = TRACES, **more: Any) -> bytes:
        """The answer, as bytes."""
        answer: bytes = self.channel.unary_unary(path)(message, timeout=PATIENCE, **more)
        return answer

    def fails(self, message: bytes, path: str = TRACES, **more: Any) -> tuple[str, str, dict[str, Any]]:
        """Status, words and trailers of a call that is refused."""
        with pytest.raises(grpc.RpcError) as refused:
            self.send(message, path, **more)
        error: Any = refused.value
        return error.code().name, error.details(), dict(error.trailing_metadata() or ())


@pytest.fixture
def call() -> Iterator[Callable[[Running], Caller]]:
    made: list[Caller] = []

    def begin(running: Running) -> Caller:
        made.append(Caller(running))
        return made[-1]

    yield begin
    for caller in made:
        caller.channel.close()


@pytest.mark.parametrize("compression", ["NoCompression", "Gzip"])
def test_opentelemetry_for_python(start: Callable[..., Running], compression: str) -> None:
    collector = start(token="t")
    exporter = OTLPSpanExporter(
        f"http://127.0.0.1:{collector.grpc_port}",
        headers=(("x-api-key", "t"),),
        compression=getattr(grpc.Compression, compression),
        timeout=30,
    )
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(exporter))
    agent(provider)
    provider.shutdown()
    assert collector.names() == ["execute_tool find"] * 3 + ["invoke_agent booker"]
    failed = next(x for x in collector.spans() if x.status == 2)
    assert (failed.status_message, failed.attributes["stops"]) == ("sold out", ["Ulm", "Köln"])


def test_the_same_span_over_both_ways_counts_once(collector: Running, call: Callable[[Running], Caller]) -> None:
    assert call(collector).send(binary(proto(1))) == b""
    assert collector.send(binary(proto(1), proto(2)), {"Content-Type": "application/x-protobuf"}).status == 200
    assert collector.names() == ["span1", "span2"]
    health = collector.send(path="/health", method="GET").json
    assert (health["requests"], health["stored_spans"]) == (2, 3)


def test_nothing_in_it_and_other_signals(collector: Running, call: Callable[[Running], Caller]) -> None:
    caller = call(collector)
    assert caller.send(b"") == b""
    assert caller.send(b"", LOGS) == b""
    told = ExportTraceServiceResponse.FromString(caller.send(b"\x0a\x00", METRICS)).partial_success
    assert (told.rejected_spans, told.error_message) == (0, "metrics are not kept here; nothing is wrong with them")


def test_the_good_are_kept_and_the_bad_are_counted(collector: Running, call: Callable[[Running], Caller]) -> None:
    answer = call(collector).send(binary(proto(7), proto(8, trace_id=b""), proto(9, span_id=b"1234")))
    told = ExportTraceServiceResponse.FromString(answer).partial_success
    assert told.rejected_spans == 2
    assert "without valid ids" in told.error_message
    assert collector.names() == ["span7"]


@pytest.mark.parametrize("message", [b"\x0a\xff\xff\x03abc", b"no protobuf at all", b"\x1f\x8bno gzip", b"{}"])
def test_messages_that_cannot_be_read(collector: Running, call: Callable[[Running], Caller], message: bytes) -> None:
    status, words, trailers = call(collector).fails(message)
    assert status == "INVALID_ARGUMENT"
    assert "Traceback" not in words
    assert not any("retry" in k for k in trailers), "the same again would fail again"
    assert collector.said == []


def test_a_token(start: Callable[..., Running], call: Callable[[Running], Caller]) -> None:
    collector = start(token="secret")
    caller = call(collector)
    for metadata in ((), (("authorization", "Bearer other"),), (("x-api-key", ""),)):
        status, words, _ = caller.fails(binary(proto(1)), metadata=metadata)
        assert (status, "token" in words) == ("UNAUTHENTICATED", True)
    assert collector.names() == []
    for n, metadata in enumerate(((("authorization", "bearer secret"),), (("x-api-key", "secret"),))):
        assert caller.send(binary(proto(n + 1)), metadata=metadata) == b""
    assert collector.names() == ["span1", "span2"]


def test_limits_before_and_after_decompression(
    start: Callable[..., Running], call: Callable[[Running], Caller]
) -> None:
    collector = start(limit=20_000)
    caller = call(collector)
    large = binary(proto(1, trace_state="x" * 30_000))
    for more in ({}, {"compression": grpc.Compression.Gzip}):
        status, _, trailers = caller.fails(large, **more)
        assert status == "RESOURCE_EXHAUSTED"
        assert not any("retry" in k or "details" in k for k in trailers), "it must not come again"
    bomb = gzip.compress(b"\0" * 15_000_000)
    assert len(bomb) < 20_000
    assert caller.fails(bomb)[0] == "RESOURCE_EXHAUSTED"
    assert caller.send(binary(proto(2)), compression=grpc.Compression.Gzip) == b""
    assert collector.names() == ["span2"]


def test_too_much_at_once_is_to_come_again(start: Callable[..., Running], call: Callable[[Running], Caller]) -> None:
    collector = start(limit=5000, held=6000)
    slow = collector.connect()
    slow.putrequest("POST", "/v1/traces")
    for name, value in {**JSON, "Content-Length": "4900"}.items():
        slow.putheader(name, value)
    slow.endheaders(body(raw(1)).ljust(4800))  # and no more for now: what HTTP holds, counts here too
    late = binary(proto(2, trace_state="x" * 3000))
    while (found := fails_or_not(call(collector), late)) is None:  # until the first has arrived
        pass
    status, words, trailers = found
    assert (status, "too much" in words) == ("UNAVAILABLE", True)
    error_details = pytest.importorskip("google.rpc.error_details_pb2")
    info = error_details.RetryInfo.FromString(trailers["google.rpc.retryinfo-bin"])
    assert info.retry_delay.seconds > 0
    status_pb2 = pytest.importorskip("google.rpc.status_pb2")
    said = status_pb2.Status.FromString(trailers["grpc-status-details-bin"])
    again = error_details.RetryInfo()
    assert said.code == 14
    assert said.details[0].Unpack(again)
    assert again == info
    slow.send(b" " * 100)
    assert slow.getresponse().read() == b"{}"
    slow.close()
    assert call(collector).send(late) == b""


def fails_or_not(caller: Caller, message: bytes) -> tuple[str, str, dict[str, Any]] | None:
    try:
        caller.send(message)
    except grpc.RpcError as e:
        error: Any = e
        return error.code().name, error.details(), dict(error.trailing_metadata() or ())
    return None


def test_a_message_that_does_not_come(start: Callable[..., Running], call: Callable[[Running], Caller]) -> None:
    collector = start(seconds=0.3)
    never = threading.Event()

    def nothing() -> Iterator[bytes]:
        never.wait(PATIENCE)
        yield b""

    with pytest.raises(grpc.RpcError) as refused:
        call(collector).channel.stream_unary(TRACES)(nothing(), timeout=PATIENCE)
    never.set()
    error: Any = refused.value
    assert (error.code().name, "0.3 seconds" in error.details()) == ("DEADLINE_EXCEEDED", True)


def test_a_store_that_cannot_be_written_is_a_matter_of_time(
    collector: Running, call: Callable[[Running], Caller]
) -> None:
    caller = call(collector)
    assert caller.send(binary(proto(1))) == b""
    folder = collector.store.folder / "tmp"
    folder.rename(folder.with_name("away"))
    folder.write_text("no folder")
    status, words, trailers = caller.fails(binary(proto(2)))
    assert (status, "cannot be written" in words) == ("UNAVAILABLE", True)
    assert "google.rpc.retryinfo-bin" in trailers
    folder.unlink()
    folder.with_name("away").rename(folder)
    assert caller.send(binary(proto(2))) == b""
    assert collector.names() == ["span1", "span2"]


def test_what_was_answered_is_there_when_it_stops(
    start: Callable[..., Running], call: Callable[[Running], Caller]
) -> None:
    collector = start()
    caller, answered = call(collector), list[int]()

    def send(k: int) -> None:
        for n in range(1, 400):
            try:
                caller.send(binary(proto(1, span_id=bytes([k, n // 250, n % 250, 1, 0, 0, 0, 1]))))
            except grpc.RpcError:
                return
            answered.append(n)

    threads = [threading.Thread(target=send, args=(k,)) for k in range(1, 5)]
    for thread in threads:
        thread.start()
    while len(answered) < 20:
        pass
    collector.stop()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(collector.spans()) >= len(answered)


def test_requests_that_no_service_knows(collector: Running, call: Callable[[Running], Caller]) -> None:
    request = ExportTraceServiceRequest().SerializeToString()
    status, _, _ = call(collector).fails(request, "/opentelemetry.proto.collector.profiles.v1.Profiles/Export")
    assert status == "UNIMPLEMENTED"
