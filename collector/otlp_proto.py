"""OTLP in binary form (protobuf) → Spans: the same spans as the JSON form of the same export gives.

Written out rather than turned into the JSON form first: decoding is most of what a span costs before it is stored.
"""

import base64
from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from planscope.collector.otlp import DEEPEST, LATEST, REMOTE, Refused, text
from planscope.collector.span import Place, Span, SpanEvent, SpanLink


class Broken(ValueError):
    """Bytes that are not what they are said to be."""


def spans_of_bytes(body: bytes) -> Iterator[Span | Refused]:
    """Every span of an ExportTraceServiceRequest, in order; what cannot be a span is refused. Raises Broken."""
    request = ExportTraceServiceRequest()
    parse(request, body)
    for group in request.resource_spans:
        resource = attributes(group.resource.attributes)
        for scoped in group.scope_spans:
            scope = text(scoped.scope.name)
            for raw in scoped.spans:
                yield _span(raw, resource, scope)


def logs_of_bytes(body: bytes) -> dict[str, Any]:
    """An ExportLogsServiceRequest in its JSON form. Raises Broken. Logs are few, so they take the long way."""
    request = ExportLogsServiceRequest()
    parse(request, body)
    return {"resourceLogs": [_resource_logs(group) for group in request.resource_logs]}


def parse(message: Any, body: bytes) -> None:
    """Reads bytes into a message. Raises Broken."""
    try:
        message.ParseFromString(body)
    except (DecodeError, ValueError) as e:
        raise Broken("the body is no valid protobuf of an OTLP export") from e


def _span(raw: Any, resource: dict[str, Any], scope: str) -> Span | Refused:
    trace, span = raw.trace_id, raw.span_id
    if len(trace) != 16 or len(span) != 8 or not any(trace) or not any(span):
        return Refused(f"a span without valid ids ({trace.hex()[:40]!r}, {span.hex()[:40]!r})")
    start, end, span_id = raw.start_time_unix_nano, raw.end_time_unix_nano, span.hex()
    if start > LATEST or end > LATEST:
        return Refused(f"span {span_id}: a time beyond the year 2262")
    return Span(
        trace_id=trace.hex(),
        span_id=span_id,
        parent_id=_id(raw.parent_span_id, 8) or None,
        name=text(raw.name),
        start=start or None,
        end=end or None,
        place=Place("", span_id),
        attributes=attributes(raw.attributes),
        resource=resource,
        scope=scope,
        kind=raw.kind,
        status=raw.status.code,
        status_message=text(raw.status.message),
        events=tuple(map(_event, raw.events)),
        links=tuple(SpanLink(_id(x.trace_id, 16), _id(x.span_id, 8), attributes(x.attributes)) for x in raw.links),
        dropped=raw.dropped_attributes_count + raw.dropped_events_count + raw.dropped_links_count,
        remote_parent=raw.flags & REMOTE == REMOTE,
    )


def _event(raw: Any) -> SpanEvent:
    time = raw.time_unix_nano
    return SpanEvent(text(raw.name), time if 0 < time <= LATEST else None, attributes(raw.attributes))


def _id(raw: bytes, size: int) -> str:
    return raw.hex() if len(raw) == size and any(raw) else ""


# --- values --------------------------------------------------------------------------------------------------------


def attributes(pairs: Iterable[Any]) -> dict[str, Any]:
    """Pairs as a mapping; of a key that comes twice the last counts."""
    return {text(p.key): _value(p.value, 0) for p in pairs}


def _value(value: Any, depth: int) -> Any:
    which = value.WhichOneof("value")
    if which == "string_value":
        return text(value.string_value)
    if which == "bytes_value":
        return base64.b64encode(value.bytes_value).decode()
    if which in ("int_value", "bool_value", "double_value"):
        return getattr(value, which)
    if depth >= DEEPEST:
        return None
    if which == "array_value":
        return [_value(x, depth + 1) for x in value.array_value.values]
    if which == "kvlist_value":
        return {text(p.key): _value(p.value, depth + 1) for p in value.kvlist_value.values}
    return None


# --- logs, as JSON -------------------------------------------------------------------------------------------------


def _resource_logs(group: Any) -> dict[str, Any]:
    return {
        "resource": {"attributes": _pairs(group.resource.attributes)},
        "scopeLogs": [
            {"scope": {"name": scoped.scope.name}, "logRecords": [_record(x) for x in scoped.log_records]}
            for scoped in group.scope_logs
        ],
    }


def _record(raw: Any) -> dict[str, Any]:
    return {
        "timeUnixNano": raw.time_unix_nano,
        "observedTimeUnixNano": raw.observed_time_unix_nano,
        "severityNumber": raw.severity_number,
        "severityText": raw.severity_text,
        "eventName": raw.event_name,
        "traceId": raw.trace_id.hex(),
        "spanId": raw.span_id.hex(),
        "body": _any(raw.body, 0),
        "attributes": _pairs(raw.attributes),
    }


def _pairs(pairs: Iterable[Any], depth: int = 0) -> list[dict[str, Any]]:
    return [{"key": p.key, "value": _any(p.value, depth)} for p in pairs]


def _any(value: Any, depth: int) -> dict[str, Any]:
    which = value.WhichOneof("value")
    if which == "array_value":
        return {"arrayValue": {"values": [_any(x, depth + 1) for x in value.array_value.values]}}
    if which == "kvlist_value":
        return {"kvlistValue": {"values": _pairs(value.kvlist_value.values, depth + 1)}}
    names = {"string_value": "stringValue", "int_value": "intValue", "bool_value": "boolValue",
             "double_value": "doubleValue"}  # fmt: skip
    if which == "bytes_value":
        return {"bytesValue": base64.b64encode(value.bytes_value).decode()}
    return {names[which]: getattr(value, which)} if which in names else {}
