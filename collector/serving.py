"""Runs the collector as a process: listens, says when it is ready, and on SIGTERM or Ctrl-C takes what is under way to
its end before it stops."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from planscope.collector.otlp_http import is_loopback
from planscope.collector.receiver import Receiver
from planscope.collector.receiver_grpc import MISSING, GrpcReceiver, installed
from planscope.collector.reception import Reception, Rules
from planscope.collector.store import Store
from planscope.errors import PlanscopeError, UsageError

KEEP = 120  # seconds that an idle connection stays: longer than exporters pause between batches
SWITCH = 0.0005  # seconds after which a thread that decodes lets the one that reads from the network go on
DRAIN = 30  # seconds for requests under way when it is to stop
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Grpc:
    """Where gRPC is to be taken. Unless `needed`, a port that is taken means that there is none."""

    host: str
    port: int
    needed: bool = False


class Server(uvicorn.Server):
    """uvicorn, which ends well on a signal instead of dying of it, and gRPC beside it; `ready` is told the port of
    gRPC, 0 for none, when both listen."""

    def __init__(
        self, config: uvicorn.Config, reception: Reception, grpc: Grpc | None, ready: Callable[[int], None]
    ) -> None:
        super().__init__(config)
        self._reception, self._place, self._ready = reception, grpc, ready
        self._grpc: GrpcReceiver | None = None
        self._ending: asyncio.Task[None] | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Takes requests until it is told to stop; then writes what it took."""
        with self.capture_signals():  # to the end: the second of two signals must not cost what the first one saves
            await asyncio.to_thread(self._reception.open)
            try:
                await super().serve(sockets)
            finally:
                if not self.force_exit:
                    await self._ended()
                    await asyncio.to_thread(self._reception.close)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            port = await self._listen() if self._place else 0
            self._ready(port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._grpc is not None:  # both stop at the same time
            self._ending = asyncio.create_task(self._grpc.stop(DRAIN))
        await super().shutdown(sockets=sockets)

    async def _ended(self) -> None:
        if self._ending is not None:
            await self._ending

    async def _listen(self) -> int:
        """Starts gRPC; answers with its port, 0 when there is none. Raises PlanscopeError where it is needed."""
        assert self._place is not None
        host, port = self._place.host, self._place.port
        if not installed():
            self._reception.say(MISSING)
            return 0
        self._grpc = GrpcReceiver(self._reception)
        try:
            return await self._grpc.start(f"{_resolved(host)}:{port}")
        except OSError as e:
            self._grpc = None
            if self._place.needed:
                raise PlanscopeError(f"cannot listen on {host}:{port}: {e}; another --grpc-port may be free") from e
            self._reception.say(f"gRPC is off, since port {port} is taken: --grpc-port names another")
            return 0

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


def _resolved(host: str) -> str:
    """The same address that HTTP is taken at, for a name that has several."""
    return _bracketed(str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0]))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def server(store: Store, rules: Rules, ready: Callable[[int], None], say: Say, grpc: Grpc | None = None) -> Server:
    """A server of the collector, to be run with sockets. `ready` is called with the port of gRPC, 0 for none, when it
    listens; `say` hears of trouble."""
    reception = Reception(store, rules, say)
    config = uvicorn.Config(
        Receiver(reception).app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=DRAIN,
        backlog=512,
    )
    return Server(config, reception, grpc, ready)


def serve(
    store: Store, port: int, rules: Rules, ready: Callable[[str], None], say: Say, grpc: Grpc | None = None
) -> None:
    """Receives until a signal comes. `ready` is told where; `say` hears of trouble. Raises UsageError for a host beyond
    this machine without a token, PlanscopeError for a port that is taken or a store that cannot be written."""
    if not is_loopback(rules.host) and not rules.token:
        raise UsageError(
            f"--host {rules.host} can be reached from other machines: give a --token that senders have to bring"
        )
    held = listening(rules.host, port)
    name = _bracketed(rules.host)
    address = f"http://{name}:{held.getsockname()[1]}"

    def both(grpc_port: int) -> None:
        ready(f"{address}, gRPC on {name}:{grpc_port}" if grpc_port else address)

    sys.setswitchinterval(SWITCH)
    with held:
        asyncio.run(server(store, rules, both, say, grpc).serve(sockets=[held]))
