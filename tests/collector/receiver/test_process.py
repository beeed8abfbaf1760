"""`planscope collect` as a process: it says when it is ready, ends well, and loses nothing when it does not."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from planscope.collector.reading import read_spans
from planscope.collector.store import Store

from .conftest import JSON, body, raw

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0
Starter = Callable[..., tuple["subprocess.Popen[str]", int]]


@pytest.fixture
def collect(tmp_path: Path) -> Iterator[Starter]:
    made: list[subprocess.Popen[str]] = []

    def start(*options: str) -> tuple["subprocess.Popen[str]", int]:
        command = [sys.executable, "-m", "planscope", "collect", "--store", str(tmp_path / "store"), *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        made.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"ready on http://127\.0\.0\.1:(\d+), (?:gRPC on 127\.0\.0\.1:\d+, )?storing in ", line)
        assert found, line + process.communicate()[1]
        return process, int(found[1])

    yield start
    for process in made:
        process.kill()
        process.communicate()


def send(port: int, content: bytes) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("POST", "/v1/traces", content, JSON)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_when_what_is_under_way_is_stored(
    collect: Starter, tmp_path: Path, number: signal.Signals
) -> None:
    process, port = collect("--port", "0")
    answered: list[int] = []
    began = threading.Event()

    def sender(k: int) -> None:
        for n in range(1, 500):
            try:
                status = send(port, body(raw(n, trace=k)))
            except (OSError, http.client.HTTPException):
                return
            answered.append(status)
            if len(answered) > 20:
                began.set()

    threads = [threading.Thread(target=sender, args=(k,)) for k in range(1, 5)]
    for thread in threads:
        thread.start()
    assert began.wait(PATIENCE)
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0
    for thread in threads:
        thread.join(PATIENCE)
    assert set(answered) == {200}
    assert len(read_spans(Store(tmp_path / "store"))) >= len(answered)
    out, err = process.communicate()
    assert (out, err) == ("", ""), "no word but that it is ready"


def test_killed_at_random_moments_it_loses_nothing() -> None:
    command = [sys.executable, str(ROOT / "bench" / "kill_collector.py"), "--times", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_opens_a_store_that_a_killed_one_left(collect: Starter, tmp_path: Path) -> None:
    process, port = collect("--port", "0")
    assert send(port, body(raw(1))) == 200
    process.kill()
    process.wait(PATIENCE)
    _, port = collect("--port", "0")
    assert send(port, body(raw(1), raw(2))) == 200
    assert sorted(x.name for x in read_spans(Store(tmp_path / "store"))) == ["span1", "span2"]


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "planscope", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_beyond_this_machine_a_token_is_needed(tmp_path: Path) -> None:
    done = run("collect", "--store", str(tmp_path / "s"), "--host", "0.0.0.0", "--port", "0")
    assert done.returncode == 3
    assert "--token" in done.stderr


def test_a_port_that_is_taken_is_said_in_words(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        done = run("collect", "--store", str(tmp_path / "s"), "--port", str(other.getsockname()[1]))
    assert done.returncode == 2
    assert "cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


def test_spans_are_seen_soon(collect: Starter, tmp_path: Path) -> None:
    """An answer is given when other processes see the spans; nothing waits for a timer of seconds."""
    _, port = collect("--port", "0")
    for n in range(1, 6):
        assert send(port, body(raw(n))) == 200
        assert len(read_spans(Store(tmp_path / "store"))) == n


def test_other_commands_do_not_load_the_server() -> None:
    code = (
        "import sys, json; from planscope import cli; cli.run(['check', '--help']); "
        "import planscope.analyzers.check, planscope.collector.sink; print(); "
        "print(json.dumps([m for m in ('starlette', 'uvicorn', 'google.protobuf', 'anyio') if m in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == []


def test_idle_it_does_nothing_to_the_store(collect: Starter, tmp_path: Path) -> None:
    _, port = collect("--port", "0")
    assert send(port, body(raw(1))) == 200
    time.sleep(0.5)
    before = sorted(p for p in (tmp_path / "store").rglob("*") if p.is_file())
    time.sleep(1.5)
    assert sorted(p for p in (tmp_path / "store").rglob("*") if p.is_file()) == before
