"""Spans → OTLP as JSON, as any OTLP backend takes it. Reading it back gives the very spans, those of transcripts too:
what OTLP has no field for (the place in a file, the reader's order) travels in an attribute of ours. Pure."""

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.otlp import REMOTE
from planscope.collector.span import Span, SpanEvent, SpanLink

Json = dict[str, Any]


def export_of(spans: Iterable[Span]) -> Json:
    """One export object; spans of equal resource and scope stand together."""
    groups: dict[str, tuple[Mapping[str, Any], dict[str, list[Json]]]] = {}
    for span in spans:
        group = groups.setdefault(repr(sorted(span.resource.items(), key=str)), (span.resource, {}))
        group[1].setdefault(span.scope, []).append(span_json(span))
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": pairs(resource)},
                "scopeSpans": [{"scope": {"name": scope}, "spans": found} for scope, found in scopes.items()],
            }
            for resource, scopes in groups.values()
        ]
    }


def span_json(span: Span) -> Json:
    """One span as an OTLP object."""
    made: Json = {"traceId": span.trace_id, "spanId": span.span_id, "name": span.name, "kind": span.kind}
    if span.parent_id:
        made["parentSpanId"] = span.parent_id
    if span.start is not None:
        made["startTimeUnixNano"] = str(span.start)
    if span.end is not None:
        made["endTimeUnixNano"] = str(span.end)
    attributes = dict(span.attributes)
    attributes[s.SOURCE] = json.dumps([span.place.file, span.place.position, span.place.index, span.order])
    made["attributes"] = pairs(attributes)
    if span.status or span.status_message:
        made["status"] = {"code": span.status, "message": span.status_message}
    if span.events:
        made["events"] = [_event(e) for e in span.events]
    if span.links:
        made["links"] = [_link(x) for x in span.links]
    if span.dropped:
        made["droppedAttributesCount"] = span.dropped
    if span.remote_parent:
        made["flags"] = REMOTE
    return made


def _event(event: SpanEvent) -> Json:
    time = {} if event.time is None else {"timeUnixNano": str(event.time)}
    return {"name": event.name, **time, "attributes": pairs(event.attributes)}


def _link(link: SpanLink) -> Json:
    return {"traceId": link.trace_id, "spanId": link.span_id, "attributes": pairs(link.attributes)}


def pairs(attributes: Mapping[str, Any]) -> list[Json]:
    """Attributes as a list of key and AnyValue."""
    return [{"key": key, "value": any_value(value)} for key, value in attributes.items()]


def any_value(value: Any) -> Json:
    """A Python value as an AnyValue; an empty one for None."""
    if value is None:
        return {}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value if value - value == 0 else str(value)}  # NaN and infinity are written as text
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, bytes | bytearray):
        return {"bytesValue": base64.b64encode(value).decode()}
    if isinstance(value, Mapping):
        return {"kvlistValue": {"values": [{"key": str(k), "value": any_value(v)} for k, v in value.items()]}}
    if isinstance(value, list | tuple | set | frozenset):
        return {"arrayValue": {"values": [any_value(x) for x in value]}}
    return {"stringValue": str(value)}
