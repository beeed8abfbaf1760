"""`planscope serve`: all parts up, one Ctrl-C down."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from planscope import api
from planscope.dashboard import queries
from planscope.dashboard.queries import Asked
from planscope.dashboard.server import free

PATIENCE = 90


def two_ports() -> list[int]:
    """Ports that nobody listens on."""
    probes = [socket.socket() for _ in range(2)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [int(p.getsockname()[1]) for p in probes]
    for probe in probes:
        probe.close()
    return ports


class Served:
    """A `planscope serve` of our own."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.port, self.otlp_port = two_ports()
        self.process = run_serve(store, self.port, self.otlp_port)
        out = self.process.stdout
        assert out is not None
        self.said = "".join(out.readline() for _ in range(3))

    def children(self) -> list[int]:
        """Processes that it has started."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(x) for x in path.read_text().split()]


def run_serve(store: Path, port: int, otlp_port: int) -> "subprocess.Popen[str]":
    words = ["serve", "--store", str(store), "--port", str(port), "--otlp-port", str(otlp_port)]
    return subprocess.Popen(
        [sys.executable, "-m", "planscope", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "store")
    yield served
    if served.process.poll() is None:
        served.process.terminate()
    served.process.communicate(timeout=PATIENCE)


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.2)


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=30) as answer:
        body: bytes = answer.read()
        return body


def send(port: int, export: object) -> None:
    body = json.dumps(export).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/traces", body, {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=30).close()


def an_ended_run() -> object:
    def attribute(name: str, value: str) -> object:
        return {"key": name, "value": {"stringValue": value}}

    now = time.time_ns()
    asked = json.dumps([{"role": "user", "parts": [{"type": "text", "content": "Please count the lamps"}]}])
    said = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": "There are three."}]}])
    span = {
        "traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174", "name": "invoke_agent counter",
        "startTimeUnixNano": str(now - 10**9), "endTimeUnixNano": str(now),
        "attributes": [
            attribute("gen_ai.operation.name", "invoke_agent"), attribute("gen_ai.agent.name", "counter"),
            attribute("gen_ai.input.messages", asked), attribute("gen_ai.output.messages", said),
        ],
    }  # fmt: skip
    return {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}


def test_what_is_sent_is_analysed_and_served_until_ctrl_c(serve: Served) -> None:
    assert f"http://127.0.0.1:{serve.port}" in serve.said
    assert f"http://127.0.0.1:{serve.otlp_port}" in serve.said
    assert b"ok" in get(f"http://127.0.0.1:{serve.port}/_stcore/health")
    send(serve.otlp_port, an_ended_run())
    opened = api.open(serve.store)
    until(lambda: queries.runs(opened, Asked(text="lamps")).total == 1)
    children = serve.children()
    assert len(children) == 3
    serve.process.send_signal(signal.SIGINT)
    _, errors = serve.process.communicate(timeout=PATIENCE)
    assert serve.process.returncode == 0, errors
    assert "Traceback" not in errors
    assert not any(Path(f"/proc/{c}").exists() for c in children)
    assert free("127.0.0.1", serve.port)


def test_when_a_part_dies_the_rest_is_stopped(serve: Served) -> None:
    children = serve.children()
    os.kill(children[1], signal.SIGKILL)
    _, errors = serve.process.communicate(timeout=PATIENCE)
    assert serve.process.returncode == 2
    assert "the analysis has ended" in errors
    assert not any(Path(f"/proc/{c}").exists() for c in children)


def test_nothing_stays_when_it_is_killed(serve: Served) -> None:
    children = serve.children()
    assert len(children) == 3
    serve.process.kill()
    serve.process.wait()
    until(lambda: not any(alive(c) for c in children))
    until(lambda: free("127.0.0.1", serve.port) and free("127.0.0.1", serve.otlp_port))


def alive(process: int) -> bool:
    """Whether a process is there and is more than what its parent has yet to hear of."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("place", [0, 1])
def test_a_port_that_is_taken_is_told(tmp_path: Path, place: int) -> None:
    ports = two_ports()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", ports[place]))
        taken.listen()
        process = run_serve(tmp_path / "store", *ports)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert (
        f"port {ports[place]} of 127.0.0.1 is taken; choose another one with {('--port', '--otlp-port')[place]}"
        in errors
    )
