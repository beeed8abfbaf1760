"""The collector's HTTP service: OTLP in, spans and log records into the store; an answer means that they are durable.

POST /v1/traces and /v1/logs are stored, /v1/metrics are counted and answered, GET /health tells that it is up.
"""

import asyncio
from collections.abc import Mapping
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from planscope.collector.otlp_body import JSON
from planscope.collector.otlp_http import Answer, Refusal, failure, form_of, host_of, is_loopback, success, too_large
from planscope.collector.reception import Reception, Rules


class Receiver:
    """The service over one reception; `app` is what a server runs."""

    def __init__(self, reception: Reception) -> None:
        self._reception, self._rules = reception, reception.rules
        signals = [Route(f"/v1/{x}", partial(self._signal, x), methods=["POST"]) for x in ("traces", "logs", "metrics")]
        self.app = Starlette(
            routes=[*signals, Route("/health", self._health, methods=["GET"])],
            exception_handlers={HTTPException: _no_such},
        )

    async def _health(self, request: Request) -> Response:
        return JSONResponse(self._reception.health())

    async def _signal(self, signal: str, request: Request) -> Response:
        form = form_of(request.headers.get("content-type", ""))
        self._reception.counts["requests"] += 1
        try:
            return _response(await self._taken(signal, form, request))
        except ClientDisconnect:
            return Response(status_code=400)  # nobody hears it
        except Refusal as e:
            self._reception.counts["refused"] += 1
            return _response(failure(e, form))
        except Exception as e:  # a mistake of ours; nothing that a client could mend by sending the same again
            self._reception.say(f"a request to /v1/{signal} failed: {type(e).__name__}: {e}")
            return _response(failure(Refusal(400, f"the body cannot be taken ({type(e).__name__})"), form))

    async def _taken(self, signal: str, form: str | None, request: Request) -> Answer:
        refusal = self._objection(form, request.headers)
        if refusal is not None or form is None:
            await _drained(request, self._rules)
            raise refusal or Refusal(415, "")
        if signal == "metrics":
            await _drained(request, self._rules)
            taken = await self._reception.store(signal, b"", "", form)
            return success(signal, form, 0, taken.message)
        size = 0
        try:
            body = bytearray()
            async with asyncio.timeout(self._rules.seconds):
                async for chunk in request.stream():
                    size += self._reception.hold(len(chunk))
                    body += chunk
                    if len(body) > self._rules.limit:
                        raise too_large(self._rules.limit)
            encoding = request.headers.get("content-encoding", "")
            taken = await self._reception.store(signal, bytes(body), encoding, form)
            return success(signal, form, taken.rejected, taken.message)
        except TimeoutError as e:
            raise Refusal(408, f"the body did not come within {self._rules.seconds:g} seconds") from e
        except Refusal:
            await _drained(request, self._rules)
            raise
        finally:
            self._reception.let_go(size)

    def _objection(self, form: str | None, headers: Mapping[str, str]) -> Refusal | None:
        """Why a request is not even read."""
        try:
            self._reception.admit(headers)
        except Refusal as e:
            return e
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
