"""A collector in a thread of the test, spans as requests hold them, and what the store has of them."""

import asyncio
import http.client
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.reading import read_spans
from planscope.collector.reception import Rules
from planscope.collector.serving import Grpc, listening, server
from planscope.collector.span import Span
from planscope.collector.store import Store

JSON = {"Content-Type": "application/json"}
PROTOBUF = {"Content-Type": "application/x-protobuf"}
PATIENCE = 60.0


def raw(n: int, trace: int = 1, **more: Any) -> dict[str, Any]:
    """A span in the JSON form."""
    times = {"startTimeUnixNano": str(10**18 + n), "endTimeUnixNano": str(10**18 + n + 5)}
    return {"traceId": f"{trace:032x}", "spanId": f"{n:016x}", "name": f"span{n}", **times, **more}


def export(*spans: Any, service: str = "desk") -> dict[str, Any]:
    """Spans as an export in the JSON form."""
    named = {"attributes": [{"key": "service.name", "value": {"stringValue": service}}]}
    return {"resourceSpans": [{"resource": named, "scopeSpans": [{"scope": {"name": "lib"}, "spans": list(spans)}]}]}


def body(*spans: Any) -> bytes:
    """The same as the body of a request."""
    return json.dumps(export(*spans)).encode()


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def type(self) -> str:
        return self.headers["content-type"]


class Running:
    """A collector that runs, and its store."""

    def __init__(self, folder: Path, rules: Rules) -> None:
        self.store, self.said = Store(folder), list[str]()
        self._ready = threading.Event()
        self._socket = listening("127.0.0.1", 0)
        self.port: int = self._socket.getsockname()[1]
        self.grpc_port = 0
        self._server = server(Store(folder), rules, self._listens, self.said.append, Grpc("127.0.0.1", 0))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._server.serve(sockets=[self._socket])))
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    def _listens(self, grpc_port: int) -> None:
        self.grpc_port = grpc_port
        self._ready.set()

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def send(
        self, content: Any = b"", headers: Mapping[str, str] = JSON, path: str = "/v1/traces", method: str = "POST"
    ) -> Answer:
        """One request on a connection of its own."""
        connection = self.connect()
        try:
            connection.request(method, path, content, dict(headers))
            answer = connection.getresponse()
            found = {k.lower(): v for k, v in answer.getheaders()}
            return Answer(answer.status, found, answer.read())
        finally:
            connection.close()

    def spans(self) -> list[Span]:
        """What a reader sees, by name."""
        return sorted(read_spans(Store(self.store.folder)), key=lambda x: x.name)

    def names(self) -> list[str]:
        return [x.name for x in self.spans()]

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()
        assert not self._thread.is_alive()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts collectors with rules of one's own."""
    made: list[Running] = []

    def begin(**rules: Any) -> Running:
        made.append(Running(tmp_path / "store", Rules(**rules)))
        return made[-1]

    yield begin
    for running in made:
        running.stop()


@pytest.fixture
def collector(start: Callable[..., Running]) -> Running:
    """A collector as it is by default."""
    return start()
