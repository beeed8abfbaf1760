"""A server on the loopback that speaks the Messages API, so that the real client is what is tested. Nothing leaves the
machine, and no key is needed."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest


@dataclass
class Response:
    """What the server sends; `delay` seconds before it does; `hang_up` sends nothing at all."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    hang_up: bool = False


Reply = Callable[[dict[str, Any], int], Response]


def message(text: str, stop: str = "end_turn", **more: Any) -> Response:
    """A whole message, as the service sends it."""
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "some-model",
        "content": [{"type": "text", "text": text}],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 500, "output_tokens": 40},
        **more,
    }
    return Response(json.dumps(body).encode())


def answer(value: str, quote: str = "", stop: str = "end_turn") -> Response:
    """A message with an answer in the form asked for."""
    return message(json.dumps({"answer": value, "quote": quote}), stop)


def error(status: int, kind: str, **headers: str) -> Response:
    """An error of the service."""
    body = {"type": "error", "error": {"type": kind, "message": "SECRET WORDS OF THE SERVICE"}}
    return Response(json.dumps(body).encode(), status, {k.replace("_", "-"): v for k, v in headers.items()})


class MessagesServer:
    """Answers requests as `reply` says; keeps their bodies, and how many were there at once."""

    def __init__(self) -> None:
        self.reply: Reply = lambda body, n: answer("cannot_tell")
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def prompts(self) -> list[str]:
        """What was sent to the model, one text for each request."""
        return [b["system"] + "\n" + b["messages"][0]["content"] for b in self.bodies]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with outer._lock:
                    outer.bodies.append(body)
                    outer.headers.append({k.lower(): v for k, v in self.headers.items()})
                    number = len(outer.bodies)
                    outer.at_once += 1
                    outer.most_at_once = max(outer.most_at_once, outer.at_once)
                try:
                    self._send(outer.reply(body, number))
                finally:
                    with outer._lock:
                        outer.at_once -= 1

            def _send(self, response: Response) -> None:
                time.sleep(response.delay)
                self.close_connection = True
                if response.hang_up:
                    return
                self.send_response(response.status)
                for name, value in {"content-type": "application/json", **response.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(response.body)))
                self.end_headers()
                with suppress(OSError):  # the client may be gone
                    self.wfile.write(response.body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesServer]:
    """The server, with an environment that leads the client there, whatever the machine has set up."""
    for name in [n for n in os.environ if n.startswith("ANTHROPIC_") or n.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    made = MessagesServer()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "no-key-at-all")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", made.url)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # where the client may find a profile
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield made
    made.stop()


@pytest.fixture
def sends() -> dict[str, Callable[..., Response]]:
    """Ways to answer, for tests that cannot import this file."""
    return {"message": message, "answer": answer, "error": error, "raw": Response}
