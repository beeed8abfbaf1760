"""Bodies of OTLP requests → spans and log records: one seam, whichever form the bytes have.

`decode` is pure. A span that cannot be taken (no valid id, a time after 2262) is rejected and costs nobody else; a body
that cannot be read at all raises Broken.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from planscope.collector.logs import LogRecord, records_of
from planscope.collector.otlp import OTHER_SIGNALS, SPANS, Refused, camel, is_export, spans_of
from planscope.collector.otlp_proto import Broken, logs_of_bytes, spans_of_bytes
from planscope.collector.span import Place, Span
from planscope.collector.told_in_logs import events_of

PROTOBUF: Final = "application/x-protobuf"
JSON: Final = "application/json"
FORMS: Final = (PROTOBUF, JSON)
_REASONS = 3  # of rejected spans, told to the sender
_NAMES = {"traces": SPANS, **{signal: key for key, signal in OTHER_SIGNALS.items()}}


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a body held. `rejected` counts what could not be taken; `message` says why, or warns though nothing was
    rejected."""

    spans: tuple[Span, ...] = ()
    logs: tuple[LogRecord, ...] = ()
    rejected: int = 0
    message: str = ""


def decode(body: bytes, content_type: str, signal: str = "traces") -> Decoded:
    """The content of a body without compression; content_type is PROTOBUF or JSON, signal traces or logs. Raises
    Broken."""
    if signal == "logs":
        export = logs_of_bytes(body) if content_type == PROTOBUF else _json(body)
        if "resource_logs" in export:
            export = camel(export)
        return Decoded(tuple(events_of(export)), tuple(records_of(export)), 0, _warning(export, signal))
    if content_type == PROTOBUF:
        return _sorted(spans_of_bytes(body), "")
    export = _json(body)
    return _sorted(map(_as_received, spans_of(export)), _warning(export, signal))


def _sorted(found: Iterable[Span | Refused], warning: str) -> Decoded:
    spans: list[Span] = []
    refused: list[str] = []
    for item in found:
        if isinstance(item, Refused):
            refused.append(item.reason)
        else:
            spans.append(item)
    return Decoded(tuple(spans), (), len(refused), rejection(refused) or warning)


def rejection(reasons: Iterable[str]) -> str:
    """Why spans were rejected, in one sentence; "" when none were."""
    counted = Counter(reasons)
    if not counted:
        return ""
    total, shown = counted.total(), [reason for reason, _ in counted.most_common(_REASONS)]
    more = "" if len(counted) <= _REASONS else ", and others"
    return f"{total} span{'s' if total > 1 else ''} rejected: {'; '.join(shown)}{more}"


def _as_received(item: Span | Refused) -> Span | Refused:
    """A span of a request has no file to point into: its position is its id, in the one form that ids have."""
    if isinstance(item, Span) and item.place.position != item.span_id:
        return replace(item, place=Place("", item.span_id))
    return item


def _json(body: bytes) -> Mapping[str, Any]:
    """The object that a JSON body is; an empty body is an empty one. Raises Broken."""
    if not body.strip():
        return {}
    try:
        value = json.loads(body)
    except RecursionError as e:
        raise Broken("the body is JSON that is nested too deeply") from e
    except ValueError as e:
        raise Broken(f"the body is no valid JSON: {e}"[:200]) from e
    if not isinstance(value, dict):
        raise Broken(f"the body is JSON, but no object with {SPANS} or the like")
    return value


def _warning(export: Mapping[str, Any], signal: str) -> str:
    """What to say of a body that is not what its address says: storing nothing must not look like success."""
    key = _NAMES[signal]
    snake = "".join("_" + c.lower() if c.isupper() else c for c in key)
    if not export or key in export or snake in export:
        return ""
    what = "another kind of OTLP data" if is_export(export) else "none of that"
    return f"nothing stored: {key} expected, and the body holds {what}"
