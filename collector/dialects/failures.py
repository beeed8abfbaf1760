"""Whether a call failed, by what its span, its result's envelope or its result's own words say; and why, in few words.
Pure; no dialect of its own.
"""

import re
from collections.abc import Mapping
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects.content import loaded
from planscope.collector.failing import says_failure
from planscope.collector.span import Span

_REFUSED = re.compile(
    r"\b(?:rejected|denied|declined|refused|cancel?led) by (?:the )?(?:user|human)\b"
    r"|\b(?:user|human) (?:has )?(?:rejected|denied|declined|refused|cancel?led|doesn't want|does not want)\b",
    re.I,
)


def says_error(text: str, data: Any) -> bool:
    """Whether a result (text, structured form) without a flag is an error by its own words: the form has no other place
    to say so."""
    return says_failure(text, data)


def is_flagged(raw: Any) -> bool:
    """Whether the envelope of a result (of a protocol, of a framework's message) says that the call failed, although
    the span may have ended well: the failure was handled."""
    if isinstance(raw, str) and "isError" not in raw and "tool_call_id" not in raw:
        return False
    value = loaded(raw)
    for key in ("output", "data", "kwargs"):
        inner = value.get(key) if isinstance(value, Mapping) else None
        value = inner if isinstance(inner, Mapping) and "tool_call_id" in inner else value
    if not isinstance(value, Mapping):
        return False
    return value.get("isError") is True or ("tool_call_id" in value and value.get("status") == "error")


def was_refused(text: str) -> bool:
    """Whether a failure says that a person did not allow the call: a refusal, not a failure."""
    return bool(_REFUSED.search(text[:600]))


def failure(span: Span) -> str:
    """Why a span failed, in few words; "" when nothing says that it did."""
    a = span.attributes
    for event in span.events:
        if event.name == s.EXCEPTION_EVENT and (span.status == 2 or a.get(s.ERROR_TYPE)):
            kind, message = (str(event.attributes.get(x) or "") for x in (s.EXCEPTION_TYPE, s.EXCEPTION_MESSAGE))
            message = _brief(message)
            kind = "" if kind == "Exception" and _NAMED_ERROR.match(message) else kind
            return ": ".join(x for x in (kind, message) if x) or "exception"
    if span.status == 2 or a.get(s.ERROR_TYPE):
        return _brief(span.status_message) or str(a.get(s.ERROR_TYPE) or "error")
    return "error" if str(a.get(s.TOOL_OUTCOME, "")).lower() in ("error", "failed", "failure") else ""


_TRACEBACK = "Traceback (most recent call last)"
_NAMED_ERROR = re.compile(r"\w{1,80}(?:Error|Exception)\b")


def _brief(message: str) -> str:
    """A status message without its stack trace: what stands before it, else its last line, says what happened. Some
    emitters write the repr of a mapping with a message and data."""
    said = loaded(message)
    if isinstance(said, Mapping) and isinstance(said.get("message"), str):
        data = said.get("data")
        inner = data.get("error") if isinstance(data, Mapping) else None
        return f"{said['message']}: {inner}" if isinstance(inner, str) and inner else str(said["message"])
    before, mark, after = message.partition(_TRACEBACK)
    if not mark:
        return message.strip()
    if before.strip():
        return before.strip()
    lines = [x.strip() for x in after.strip().splitlines() if x.strip()]
    return lines[-1] if lines else ""
