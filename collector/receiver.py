"""The collector's HTTP service: OTLP in, spans and log records into the store; an answer means that they are durable.

POST /v1/traces and /v1/logs are stored, /v1/metrics are counted and answered, GET /health tells that it is up. Reading,
decompressing and decoding are bounded in size, time and number; whoever comes while too much is waiting is told to come
again (503).
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from planscope.collector.commit import Busy, Committer
from planscope.collector.housekeeping import SEGMENTS, Housekeeper
from planscope.collector.otlp_body import JSON, Decoded, decode, rejection
from planscope.collector.otlp_http import (
    LIMIT,
    Answer,
    Refusal,
    failure,
    form_of,
    host_of,
    inflated,
    is_loopback,
    permitted,
    success,
    too_large,
)
from planscope.collector.otlp_proto import Broken
from planscope.collector.publish import refresh
from planscope.collector.redact import Redaction, Redactor
from planscope.collector.store import Store

DECODERS: Final = 2  # bodies that are decoded at once
AGAIN: Final = 2  # seconds after which a client that was sent away may come again


@dataclass(frozen=True, slots=True)
class Rules:
    """What a collector takes. token: asked of every request, "" for none. host: what it listens on, which is then also
    allowed in Host headers. limit: bytes of a body; held: bytes of all bodies under way; seconds: to send a body.
    keep_days: what is older is deleted. redaction: what is masked, by default every secret, by the store's key."""

    token: str = ""
    host: str = "127.0.0.1"
    limit: int = LIMIT
    held: int = 4 * LIMIT
    seconds: float = 30.0
    segments: int = SEGMENTS
    redaction: Redaction | None = None
    keep_days: int | None = None


class Receiver:
    """The service over one store; `app` is what a server runs."""

    def __init__(self, store: Store, rules: Rules, say: Callable[[str], None]) -> None:
        self._store, self._rules, self._say = store, rules, say
        self._held = 0
        self._counts: Counter[str] = Counter()
        self._decoders = asyncio.Semaphore(DECODERS)
        self._committer: Committer
        signals = [Route(f"/v1/{x}", partial(self._signal, x), methods=["POST"]) for x in ("traces", "logs", "metrics")]
        self.app = Starlette(
            routes=[*signals, Route("/health", self._health, methods=["GET"])],
            exception_handlers={HTTPException: _no_such},
            lifespan=self._life,
        )

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(_ready, self._store)
        rules = self._rules.redaction
        self._committer = Committer(self._store, Redactor(rules) if rules else None)
        keeper = Housekeeper(self._store, self._say, segments=self._rules.segments, keep_days=self._rules.keep_days)
        try:
            yield
        finally:
            await asyncio.to_thread(self._committer.close)
            await asyncio.to_thread(keeper.close)

    # --- requests --------------------------------------------------------------------------------------------------

    async def _health(self, request: Request) -> Response:
        counts = {name: self._counts[name] for name in ("requests", "refused", "rejected_spans", "metrics")}
        redacted = self._committer.redactor.counts.total()
        return JSONResponse({"status": "ok", **counts, "stored_spans": self._committer.stored, "redacted": redacted})

    async def _signal(self, signal: str, request: Request) -> Response:
        form = form_of(request.headers.get("content-type", ""))
        self._counts["requests"] += 1
        try:
            return _response(await self._taken(signal, form, request))
        except ClientDisconnect:
            return Response(status_code=400)  # nobody hears it
        except Refusal as e:
            self._counts["refused"] += 1
            return _response(failure(e, form))
        except Exception as e:  # a mistake of ours; nothing that a client could mend by sending the same again
            self._say(f"a request to /v1/{signal} failed: {type(e).__name__}: {e}")
            return _response(failure(Refusal(400, f"the body cannot be taken ({type(e).__name__})"), form))

    async def _taken(self, signal: str, form: str | None, request: Request) -> Answer:
        refusal = self._objection(form, request.headers)
        if refusal is not None or form is None:
            await _drained(request, self._rules)
            raise refusal or Refusal(415, "")
        if signal == "metrics":
            await _drained(request, self._rules)
            self._counts["metrics"] += 1
            return success(signal, form, 0, "metrics are not kept here; nothing is wrong with them")
        size = 0
        try:
            body = bytearray()
            async with asyncio.timeout(self._rules.seconds):
                async for chunk in request.stream():
                    size += self._hold(len(chunk))
                    body += chunk
                    if len(body) > self._rules.limit:
                        raise too_large(self._rules.limit)
            encoding = request.headers.get("content-encoding", "")
            async with self._decoders:
                found, whole = await asyncio.to_thread(_decoded, bytes(body), encoding, form, signal, self._rules.limit)
            size += self._hold(max(0, whole - size))
            return await self._stored(signal, form, found)
        except TimeoutError as e:
            raise Refusal(408, f"the body did not come within {self._rules.seconds:g} seconds") from e
        except Refusal:
            await _drained(request, self._rules)
            raise
        finally:
            self._held -= size

    def _objection(self, form: str | None, headers: Mapping[str, str]) -> Refusal | None:
        """Why a request is not even read."""
        if not permitted(headers, self._rules.token):
            return Refusal(401, "a token is needed: Authorization: Bearer TOKEN, or x-api-key: TOKEN")
        host = host_of(headers.get("host", ""))
        if not self._rules.token and host and not is_loopback(host) and host != self._rules.host:
            return Refusal(403, f"requests to {host[:100]!r} are not taken without a token")  # a page that got a name
        if form is None:
            given = headers.get("content-type", "")[:80]
            return Refusal(415, f"Content-Type {given!r} is not OTLP; application/x-protobuf and application/json are")
        declared = headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > self._rules.limit:
            return too_large(self._rules.limit)
        return None

    def _hold(self, size: int) -> int:
        if self._held + size > self._rules.held:
            raise Refusal(503, "too much is waiting to be stored", AGAIN)
        self._held += size
        return size

    async def _stored(self, signal: str, form: str, found: Decoded) -> Answer:
        try:
            lost = await asyncio.wrap_future(self._committer.submit(found.spans, found.logs))
        except Busy as e:
            self._say(str(e))
            raise Refusal(503, "the store cannot be written now; see the collector's own output", AGAIN) from e
        self._counts["rejected_spans"] += found.rejected + len(lost)
        message = "; ".join(x for x in (found.message, rejection(lost)) if x)
        return success(signal, form, found.rejected + len(lost), message)


def _ready(store: Store) -> None:
    """What the first request would wait for otherwise: the views, and DuckDB itself."""
    refresh(store)
    store.run("SELECT 1")


def _decoded(body: bytes, encoding: str, form: str, signal: str, limit: int) -> tuple[Decoded, int]:
    """What is in a body, and how large it is without compression. Runs in a thread, since it may take a while."""
    try:
        whole = inflated(body, encoding, limit)
        return decode(whole, form, signal), len(whole)
    except Broken as e:
        raise Refusal(400, str(e)) from e


async def _drained(request: Request, rules: Rules) -> None:
    """Reads on and forgets it, within limits: a client that is still sending would not hear the answer."""
    size = 0
    try:
        async with asyncio.timeout(min(5.0, rules.seconds)):
            async for chunk in request.stream():
                size += len(chunk)
                if size > 2 * rules.limit:
                    return
    except (TimeoutError, RuntimeError, ClientDisconnect):  # RuntimeError: it was read to its end already
        return


def _response(answer: Answer) -> Response:
    return Response(answer.body, answer.status, dict(answer.headers))


async def _no_such(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    path = request.url.path
    if status == 405:
        message = f"{request.method} is not for {path[:80]}; data is sent with POST"
    else:
        message = f"there is no {path[:80]!r} here; spans go to /v1/traces, log records to /v1/logs"
    answer = failure(Refusal(status, message), form_of(request.headers.get("content-type", "")) or JSON)
    allowed = dict(getattr(error, "headers", None) or {})
    return Response(answer.body, answer.status, {**allowed, **answer.headers})
