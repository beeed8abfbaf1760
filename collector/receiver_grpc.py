"""The collector's gRPC service (extra `grpc`): the same requests as over HTTP, into the same reception.

The four bytes of work that are its own: who may is asked before a message is read; messages are inflated by us rather
than by gRPC, which would inflate a bomb to its end; and what may come again is told with a RetryInfo.
"""

import asyncio
import importlib.util
import os
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from planscope.collector.otlp_body import PROTOBUF
from planscope.collector.otlp_http import Refusal
from planscope.collector.reception import Reception, Taken
from planscope.collector.rpc_status import code_of, export_response, retry_info, status_message

if TYPE_CHECKING:
    from grpc.aio import ServicerContext

READERS: Final = 16  # messages that are read at once: how large one is, is known when all of it is there
MISSING: Final = "gRPC is off, since it needs an extra: pip install 'planscope[grpc]'; OTLP over HTTP is taken"
_GZIP: Final = b"\x1f\x8b"  # no protobuf begins so: it would be wire type 7, which there is not
_SIGNALS: Final = ("trace", "logs", "metrics")


def installed() -> bool:
    """Whether gRPC can be served."""
    return importlib.util.find_spec("grpc") is not None


class GrpcReceiver:
    """The three Export services over one reception."""

    def __init__(self, reception: Reception) -> None:
        self._reception, self._rules = reception, reception.rules
        self._readers = asyncio.Semaphore(READERS)
        self._server: Any = None

    async def start(self, address: str) -> int:
        """Listens on host:port; answers with the port. Raises OSError when that cannot be."""
        grpc = _grpc()
        self._server = grpc.aio.server(
            options=[
                ("grpc.max_receive_message_length", self._rules.limit),
                ("grpc.per_message_decompression", 0),
                ("grpc.so_reuseport", 0),  # or a second collector would take half of the requests
                ("grpc.max_concurrent_streams", 128),
            ]
        )
        for name in _SIGNALS:
            service = f"opentelemetry.proto.collector.{name}.v1.{name.capitalize()}Service"
            signal = "traces" if name == "trace" else name
            export = grpc.stream_unary_rpc_method_handler(partial(self._export, signal))
            handler = grpc.method_handlers_generic_handler(service, {"Export": export})
            self._server.add_generic_rpc_handlers((handler,))
        try:
            port = int(self._server.add_insecure_port(address))
        except RuntimeError as e:
            raise OSError("the address is taken, or not one of this machine") from e
        await self._server.start()
        return port

    async def stop(self, seconds: float) -> None:
        """Takes no more; what is under way is answered, within so many seconds."""
        if self._server is not None:
            await self._server.stop(seconds)

    async def _export(self, signal: str, _: object, context: "ServicerContext[Any, Any]") -> bytes:
        self._reception.counts["requests"] += 1
        try:
            taken = await self._taken(signal, context)
        except Refusal as e:
            self._reception.counts["refused"] += 1
            refusal = e
        except Exception as e:  # a mistake of ours; nothing that a client could mend by sending the same again
            self._reception.say(f"a request for {signal} over gRPC failed: {type(e).__name__}: {e}")
            refusal = Refusal(400, f"the message cannot be taken ({type(e).__name__})")
        else:
            return export_response(taken.rejected, taken.message)
        await context.abort(_status(refusal), refusal.message, _trailers(refusal))
        raise AssertionError("abort raises")

    async def _taken(self, signal: str, context: "ServicerContext[Any, Any]") -> Taken:
        self._reception.admit(_headers(context))
        body = await self._message(context)
        size = self._reception.hold(len(body))
        try:
            encoding = "gzip" if body.startswith(_GZIP) else ""
            return await self._reception.store(signal, body, encoding, PROTOBUF)
        finally:
            self._reception.let_go(size)

    async def _message(self, context: "ServicerContext[Any, Any]") -> bytes:
        try:
            async with asyncio.timeout(self._rules.seconds), self._readers:
                found = await context.read()
        except TimeoutError as e:
            raise Refusal(408, f"the message did not come within {self._rules.seconds:g} seconds") from e
        if not isinstance(found, bytes):
            raise Refusal(400, "there is no message in the request")
        return found


def _grpc() -> Any:
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what it has to say on stderr, it also raises
    import grpc
    import grpc.aio

    return grpc


def _headers(context: "ServicerContext[Any, Any]") -> Mapping[str, str]:
    return {str(k).lower(): v for k, v in context.invocation_metadata() or () if isinstance(v, str)}


def _status(refusal: Refusal) -> Any:
    code = code_of(refusal.status)
    return next(x for x in _grpc().StatusCode if x.value[0] == code)


def _trailers(refusal: Refusal) -> tuple[tuple[str, bytes], ...]:
    """When it may come again, as senders look for it; nothing for what must not come again."""
    if refusal.retry_after is None:
        return ()
    status = status_message(code_of(refusal.status), refusal.message, refusal.retry_after)
    return (
        ("grpc-status-details-bin", status),
        ("google.rpc.retryinfo-bin", retry_info(refusal.retry_after)),
    )
