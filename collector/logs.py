"""Log records exactly as received, in their JSON form → LogRecord → rows of table logs."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from planscope.collector import otlp
from planscope.collector import semconv as s
from planscope.collector.exact import encode


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One log record. Times are UTC nanoseconds, None when unknown; ids "" when it belongs to no span."""

    time: int | None
    name: str
    severity: int
    severity_text: str
    trace_id: str
    span_id: str
    body: Any
    attributes: Mapping[str, Any]
    resource: Mapping[str, Any] = field(default_factory=dict)
    scope: str = ""


def records_of(export: Mapping[str, Any]) -> Iterator[LogRecord]:
    """Every record of an export, in the order in which they stand. Nothing is required of a record."""
    for group in otlp.objects(export, "resourceLogs"):
        resource = group.get("resource")
        about = otlp.attributes(resource.get("attributes")) if isinstance(resource, Mapping) else {}
        for scoped in otlp.objects(group, "scopeLogs"):
            scope = scoped.get("scope")
            name = otlp.text(scope.get("name")) if isinstance(scope, Mapping) else ""
            for raw in otlp.objects(scoped, "logRecords"):
                yield _record(raw, about, name)


def _record(raw: Mapping[str, Any], resource: Mapping[str, Any], scope: str) -> LogRecord:
    a = otlp.attributes(raw.get("attributes"))
    time = otlp.nanoseconds(raw.get("timeUnixNano")) or otlp.nanoseconds(raw.get("observedTimeUnixNano"))
    return LogRecord(
        time=time if (time or 0) <= otlp.LATEST else None,
        name=otlp.text(raw.get("eventName")) or otlp.text(a.get(s.EVENT_NAME)),
        severity=otlp.integer(raw.get("severityNumber")) or 0,
        severity_text=otlp.text(raw.get("severityText")),
        trace_id=otlp.identifier(raw.get("traceId"), 16),
        span_id=otlp.identifier(raw.get("spanId"), 8),
        body=otlp.any_value(raw.get("body")),
        attributes=a,
        resource=resource,
        scope=scope,
    )


def row_of_log(record: LogRecord, received: int) -> tuple[Any, ...]:
    """The row of a record. Its digest is the same when a client sends it again, by which it counts once."""
    severity = record.severity if -(2**63) <= record.severity < 2**63 else 0
    service = record.resource.get(s.SERVICE_NAME)
    held = (
        record.time,
        record.name,
        severity,
        record.severity_text,
        record.trace_id or None,
        record.span_id or None,
        otlp.text(service) or None,
        record.scope,
        encode(record.body),
        encode(record.attributes),
        encode(record.resource),
    )
    return (*held, hashlib.md5(repr(held).encode("utf-8", "replace"), usedforsecurity=False).hexdigest(), received)
