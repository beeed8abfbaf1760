"""A disk that is full, and a clock that is set back: nothing acknowledged is lost, nothing is broken, all goes on."""

import http.client
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from planscope.collector import semconv as s
from planscope.collector.compact import compact
from planscope.collector.reading import read_spans, run_sql
from planscope.collector.store import Store

from .conftest import JSON, PATIENCE, PROTOBUF, Running, body, raw
from .test_http import binary, proto

ROOM = 60_000  # bytes that a file may have; a system whose disk is full behaves so for every file


class Collector:
    """`planscope collect` as a process, whose disk can be filled and emptied."""

    def __init__(self, store: Path) -> None:
        command = [sys.executable, "-m", "planscope", "collect", "--store", str(store), "--port", "0"]
        self.store = store
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        ports = [int(x) for x in re.findall(r"127\.0\.0\.1:(\d+)", self.line)]
        self.port, self.grpc_port = ports[0], (ports[1] if len(ports) > 1 else 0)

    def room(self, size: int) -> None:
        _, most = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, most))

    def send(self, content: bytes) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("POST", "/v1/traces", content, JSON)
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Retry-After", "")
        finally:
            connection.close()

    def names(self) -> list[str]:
        return sorted(x.name for x in read_spans(Store(self.store)))


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Collector]:
    made = Collector(tmp_path / "store")
    yield made
    made.process.kill()
    made.process.communicate()


def noise(n: int) -> bytes:
    """A span that does not compress: its bytes are those of the file."""
    import random

    text = random.Random(n).randbytes(200_000).hex()
    return body(raw(n, attributes=[{"key": "input.value", "value": {"stringValue": text}}]))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="another process's limits are set as Linux does")
def test_a_full_disk_over_http(process: Collector) -> None:
    assert process.send(body(raw(1)))[0] == 200
    process.room(ROOM)
    for _ in range(3):
        status, again = process.send(noise(2))
        assert (status, again.isdecimal()) == (503, True)
    assert process.names() == ["span1"], "readers see what was there"
    assert process.send(body(raw(3)))[0] == 200, "what has room is taken"
    process.room(resource.RLIM_INFINITY)
    assert process.send(noise(2))[0] == 200
    assert process.names() == ["span1", "span2", "span3"]
    process.process.terminate()
    assert process.process.wait(PATIENCE) == 0
    assert "Traceback" not in process.process.communicate()[1]
    store = Store(process.store)
    compact(store, grace=0)
    assert process.names() == ["span1", "span2", "span3"]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="another process's limits are set as Linux does")
def test_a_full_disk_over_grpc(process: Collector) -> None:
    grpc: Any = pytest.importorskip("grpc", reason="needs the extra grpc")
    path = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
    import random

    text = random.Random(1).randbytes(200_000).hex()
    large = proto(1)
    large.attributes.add(key="input.value").value.string_value = text
    with grpc.insecure_channel(f"127.0.0.1:{process.grpc_port}") as channel:
        process.room(ROOM)
        with pytest.raises(grpc.RpcError) as refused:
            channel.unary_unary(path)(binary(large), timeout=PATIENCE)
        error: Any = refused.value
        assert error.code() is grpc.StatusCode.UNAVAILABLE
        assert "google.rpc.retryinfo-bin" in dict(error.trailing_metadata())
        process.room(resource.RLIM_INFINITY)
        assert channel.unary_unary(path)(binary(large), timeout=PATIENCE) == b""
    assert process.names() == ["span1"]


HOUR = 3600 * 10**9


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the clock of this process by so many nanoseconds."""
    real_ns, real, by = time.time_ns, time.time, [0]
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + by[0])
    monkeypatch.setattr(time, "time", lambda: real() + by[0] / 1e9)

    def set_by(ns: int) -> None:
        by[0] = ns

    return set_by


@pytest.mark.parametrize("jump", [-48 * HOUR, 48 * HOUR])
def test_a_clock_that_jumps(collector: Running, clock: Callable[[int], None], jump: int) -> None:
    for n in range(1, 5):
        assert collector.send(binary(proto(n)), PROTOBUF).status == 200
    compact(collector.store)
    clock(jump)
    for n in range(3, 8):
        assert collector.send(binary(proto(n)), PROTOBUF).status == 200
    names = [f"span{n}" for n in range(1, 8)]
    assert collector.names() == names
    compact(collector.store)
    assert collector.names() == names
    clock(0)
    assert collector.send(binary(proto(8)), PROTOBUF).status == 200
    compact(collector.store)
    assert collector.names() == [*names, "span8"]


def test_an_analysis_after_the_clock_was_set_back_counts(collector: Running, clock: Callable[[int], None]) -> None:
    from planscope.analyzers.detector import load_detectors
    from planscope.analyzers.stored import analyse

    def step(n: int, **more: Any) -> bytes:
        given = {s.OPERATION: "execute_tool", s.TOOL_NAME: "find", s.TOOL_CALL_ID: f"c{n}"}
        pairs = [{"key": k, "value": {"stringValue": v}} for k, v in given.items()]
        return body(raw(n, attributes=pairs, **more))

    store, detectors = collector.store, load_detectors()
    collector.send(step(1))
    assert analyse(store, detectors).written == 1
    clock(-48 * HOUR)
    collector.send(step(2))
    assert analyse(store, detectors, quiet=0).written == 1
    counted = "SELECT count(*) FROM steps"
    assert run_sql(store, counted).rows == [(2,)]
    compact(store)
    assert run_sql(store, counted).rows == [(2,)]
