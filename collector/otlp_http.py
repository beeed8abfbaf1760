"""What the collector's HTTP side decides, as pure functions: forms of bodies, decompression within limits, answers.

An answer has the form of the request. Errors are a google.rpc.Status; of the codes only 429, 502, 503 and 504 make a
client send the same again, so nothing that would fail again is answered with those.
"""

import hmac
import ipaddress
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from planscope.collector.otlp_body import FORMS, JSON, PROTOBUF
from planscope.collector.rpc_status import code_of, export_response, status_message

LIMIT: Final = 64 * 2**20  # bytes of a body, before and after decompression
_CHUNK = 1 << 20
_REJECTED = {"traces": "rejectedSpans", "logs": "rejectedLogRecords", "metrics": "rejectedDataPoints"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back to the client."""

    status: int
    body: bytes
    headers: Mapping[str, str]


class Refusal(Exception):
    """A request that is not taken: HTTP status, what to say, and seconds after which it may come again."""

    def __init__(self, status: int, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.retry_after = status, message, retry_after


# --- what a request says of itself ---------------------------------------------------------------------------------


def form_of(content_type: str) -> str | None:
    """PROTOBUF or JSON; None for any other content type. Parameters (charset) do not matter."""
    form = content_type.partition(";")[0].strip().lower()
    return form if form in FORMS else None


def permitted(headers: Mapping[str, str], token: str) -> bool:
    """Whether a request brings the token: `Authorization: Bearer TOKEN` or `x-api-key: TOKEN`. No token permits all."""
    if not token:
        return True
    scheme, _, given = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        given = headers.get("x-api-key", "")
    return hmac.compare_digest(given.strip().encode("latin-1", "replace"), token.encode())


def is_loopback(host: str) -> bool:
    """Whether a name or address, without a port, is this machine and no other."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_of(header: str) -> str:
    """The host in a Host header, without its port."""
    if header.startswith("["):
        return header.partition("]")[0] + "]"
    return header.partition(":")[0]


def inflated(body: bytes, encoding: str, limit: int = LIMIT) -> bytes:
    """The body without its compression; it stops as soon as there is more than the limit. Raises Refusal."""
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        return body
    if encoding != "gzip":
        raise Refusal(415, f"Content-Encoding {encoding[:40]!r} is not known here; gzip and none are")
    parts: list[bytes] = []
    size, rest = 0, body
    try:
        while rest:  # a gzip body may have several members
            stream = zlib.decompressobj(31)
            while not stream.eof:
                part = stream.decompress(rest, _CHUNK)
                rest = stream.unconsumed_tail
                size += len(part)
                if size > limit:
                    raise too_large(limit, " when decompressed")
                if not part and not rest and not stream.eof:
                    raise Refusal(400, "the gzip body breaks off")
                parts.append(part)
            rest = stream.unused_data
    except zlib.error as e:
        raise Refusal(400, "the body is said to be gzip, and is not") from e
    return b"".join(parts)


def too_large(limit: int, when: str = "") -> Refusal:
    """The refusal of a body over the limit. It is no matter of time, so the client must not come again."""
    size = f"{limit / 2**20:g} MiB" if limit >= 2**20 else f"{limit} bytes"
    return Refusal(413, f"the body is larger than {size}{when}; send smaller batches")


# --- answers -------------------------------------------------------------------------------------------------------


def success(signal: str, form: str, rejected: int = 0, message: str = "") -> Answer:
    """200, with a partial success when something was rejected or there is something to say."""
    if form == PROTOBUF:
        return Answer(200, export_response(rejected, message), {"content-type": form})
    partial: dict[str, str] = {_REJECTED[signal]: str(rejected)} if rejected else {}
    partial |= {"errorMessage": message} if message else {}
    return Answer(200, json.dumps({"partialSuccess": partial} if partial else {}).encode(), {"content-type": form})


def failure(refusal: Refusal, form: str | None) -> Answer:
    """The answer to a request that is not taken, in its own form where that is known."""
    code, headers = code_of(refusal.status), {"content-type": form or JSON}
    if refusal.retry_after is not None:
        headers["retry-after"] = str(refusal.retry_after)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    if form == PROTOBUF:
        return Answer(refusal.status, status_message(code, refusal.message, refusal.retry_after), headers)
    return Answer(refusal.status, json.dumps({"code": code, "message": refusal.message}).encode(), headers)
