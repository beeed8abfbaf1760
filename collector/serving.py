"""Runs the receiver as a process: listens, says when it is ready, and on SIGTERM or Ctrl-C takes what is under way to
its end before it stops."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from planscope.collector.otlp_http import is_loopback
from planscope.collector.receiver import Receiver, Rules
from planscope.collector.store import Store
from planscope.errors import PlanscopeError, UsageError

KEEP = 120  # seconds that an idle connection stays: longer than exporters pause between batches
SWITCH = 0.0005  # seconds after which a thread that decodes lets the one that reads from the network go on
DRAIN = 30  # seconds for requests under way when it is to stop


class Server(uvicorn.Server):
    """uvicorn, which ends well on a signal instead of dying of it, and tells when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {s: signal.signal(s, self.handle_exit) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to an address. Raises PlanscopeError in words when that cannot be."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind, protocol)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
    except OSError as e:
        raise PlanscopeError(f"cannot listen on {host}:{port}: {e.strerror or e}; another --port may be free") from e
    return made


def server(store: Store, rules: Rules, ready: Callable[[], None], say: Callable[[str], None]) -> Server:
    """A server of the receiver, to be run with sockets. `ready` is called when it listens; `say` hears of trouble."""
    config = uvicorn.Config(
        Receiver(store, rules, say).app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=DRAIN,
        backlog=512,
    )
    return Server(config, ready)


def serve(store: Store, port: int, rules: Rules, ready: Callable[[str], None], say: Callable[[str], None]) -> None:
    """Receives until a signal comes. `ready` is told the address; `say` hears of trouble. Raises UsageError for a host
    beyond this machine without a token."""
    if not is_loopback(rules.host) and not rules.token:
        raise UsageError(
            f"--host {rules.host} can be reached from other machines: give a --token that senders have to bring"
        )
    held = listening(rules.host, port)
    name = f"[{rules.host}]" if ":" in rules.host else rules.host
    address = f"http://{name}:{held.getsockname()[1]}"
    sys.setswitchinterval(SWITCH)
    with held:
        asyncio.run(server(store, rules, lambda: ready(address), say).serve(sockets=[held]))
