"""The few protobuf messages that a collector answers with, written by hand: google.rpc.Status, which says what was
wrong, and Export...ServiceResponse, which is the same bytes for every signal."""

from typing import Final

RETRY_INFO: Final = "type.googleapis.com/google.rpc.RetryInfo"
_CODES: Final = {400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 408: 4, 413: 8, 415: 3, 503: 14}


def code_of(status: int) -> int:
    """The google.rpc.Code, which is gRPC's own status too, of an HTTP status."""
    return _CODES.get(status, 2)


def status_message(code: int, message: str, retry_after: int | None = None) -> bytes:
    """A google.rpc.Status; with a RetryInfo where the same may come again after so many seconds."""
    detail = b""
    if retry_after is not None:
        detail = _part(3, _text(1, RETRY_INFO) + _part(2, retry_info(retry_after)))
    return _integer(1, code) + _text(2, message) + detail


def retry_info(seconds: int) -> bytes:
    """A google.rpc.RetryInfo."""
    return _part(1, _integer(1, seconds))


def export_response(rejected: int, message: str) -> bytes:
    """An Export...ServiceResponse. Nothing to say is no bytes at all."""
    inner = (_integer(1, rejected) if rejected else b"") + (_text(2, message) if message else b"")
    return _part(1, inner) if inner else b""


def _integer(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _part(field, value.encode("utf-8", "replace"))


def _part(field: int, raw: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
