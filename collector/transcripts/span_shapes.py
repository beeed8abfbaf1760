"""One span, as one JSON object of any of the shapes in which programs write spans out, as a Span. Pure.

Known: the SDKs' own JSON (`context`, `spanContext`; ids as hex, 0x-hex or numbers), trees with `child_spans` (TRAIL),
Jaeger (`tags`, `references`), Phoenix, and lists in snake_case. Ids that are no hex become hex by hashing; where a span
stands is told by its id as it is written.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector import otlp
from planscope.collector import semconv as s
from planscope.collector.span import Place, Span, SpanEvent
from planscope.collector.transcripts.moments import nanoseconds
from planscope.collector.transcripts.recorder import digest

_TRACE = ("trace_id", "traceId", "traceID")
_SPAN = ("span_id", "spanId", "spanID")
_PARENT = ("parent_span_id", "parentSpanId", "parentSpanID", "parent_id", "parentId", "parent", "parentSpanContext")
_CONTEXT = ("context", "spanContext", "span_context")
_NAME = ("name", "span_name", "operationName", "spanName")
_START = ("start_time", "startTime", "startTimeUnixNano", "start_time_unix_nano", "timestamp", "start")
_END = ("end_time", "endTime", "endTimeUnixNano", "end_time_unix_nano", "end")
_CHILDREN = ("child_spans", "children", "childSpans")
_NESTED = frozenset({"openinference", "llm", "gen_ai", "tool", "input", "output", "session", "retrieval", "agent"})
_DURATION = re.compile(r"P(?:(\d{1,6})D)?T?(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,12})?)S)?")
_HEX = re.compile(r"(?:0x)?([0-9a-fA-F]{16}(?:[0-9a-fA-F]{16})?)")
_DEEPEST = 12  # levels of attributes that are nested rather than named with dots


def is_span(x: Any) -> bool:
    """Whether an object is a span: it has its own id and its trace's, and a name."""
    return isinstance(x, dict) and bool(_id(x, _SPAN)) and bool(_id(x, _TRACE)) and _first(x, _NAME) is not None


def spans_in(x: Mapping[str, Any], file: str, processes: Mapping[str, Any], above: str = "") -> Iterator[Span]:
    """The span that an object is, and those nested in it."""
    waiting: list[tuple[Mapping[str, Any], str]] = [(x, above)]
    while waiting:
        one, parent = waiting.pop()
        span = _span(one, file, processes, parent)
        yield span
        inner = [c for k in _CHILDREN for c in (one[k] if isinstance(one.get(k), list) else ()) if is_span(c)]
        waiting += [(c, span.span_id) for c in reversed(inner)]


def written_ids(x: Mapping[str, Any]) -> tuple[str, str]:
    """(trace id, span id) as they are written."""
    return _id(x, _TRACE), _id(x, _SPAN)


def _span(x: Mapping[str, Any], file: str, processes: Mapping[str, Any], above: str) -> Span:
    trace, own = written_ids(x)
    attributes = _attributes(x)
    start = _time(_first(x, _START))
    status, message = _status(x, attributes)
    return Span(
        trace_id=hex_of(trace, 32),
        span_id=hex_of(own, 16),
        parent_id=hex_of(given, 16) if (given := _parent(x)) else above or None,
        name=str(_first(x, _NAME)),
        start=start,
        end=_time(_first(x, _END)) or _after(start, x.get("duration")),
        place=Place(file, own),
        attributes=attributes,
        resource=_resource(x, processes),
        scope=_scope(x, attributes),
        status=status,
        status_message=message,
        events=tuple(_events(x)),
    )


def _first(x: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((x[n] for n in names if x.get(n) is not None), None)


def _id(x: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """An id, of the object or of its context, as text."""
    holders = [x, *(c for n in _CONTEXT if isinstance(c := x.get(n), dict))]
    for holder in holders:
        value = _first(holder, names)
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**128:
            return f"{value:0{16 if names is _SPAN else 32}x}"
        if isinstance(value, str) and value:
            return value
    return ""


def hex_of(given: str, size: int) -> str:
    """An id as hex of that many characters: as it is written where it is hex, else by hashing."""
    m = _HEX.fullmatch(given)
    if m and len(m[1]) == size and m[1].strip("0"):
        return m[1].lower()
    return digest(given, size)


def _parent(x: Mapping[str, Any]) -> str:
    references = x.get("references")
    for r in references if isinstance(references, list) else ():
        if isinstance(r, dict) and r.get("refType") == "CHILD_OF":
            return _id(r, _SPAN)
    given = _first(x, _PARENT)
    if isinstance(given, dict):
        return _id(given, _SPAN)
    if isinstance(given, int) and not isinstance(given, bool):
        return f"{given:016x}" if 0 < given < 2**64 else ""
    return given if isinstance(given, str) and given.strip("0") else ""


def _time(value: Any) -> int | None:
    """Also as [seconds, nanoseconds]."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(v, int) for v in value):
        whole: int = value[0] * 10**9 + value[1]
        return whole if 0 < whole < 2**63 else None
    return nanoseconds(value)


def _after(start: int | None, duration: Any) -> int | None:
    """When a span ended that lasted so long: microseconds, or as ISO 8601 writes durations."""
    if start is None:
        return None
    if isinstance(duration, int) and not isinstance(duration, bool) and 0 <= duration < 2**50:
        return start + duration * 1000
    m = _DURATION.fullmatch(duration) if isinstance(duration, str) else None
    if m is None:
        return None
    days, hours, minutes = (int(m[n] or 0) for n in (1, 2, 3))
    return start + (days * 86400 + hours * 3600 + minutes * 60) * 10**9 + int(float(m[4] or 0) * 1e9)


def _attributes(x: Mapping[str, Any]) -> dict[str, Any]:
    given = _first(x, ("attributes", "span_attributes", "spanAttributes", "tags"))
    if isinstance(given, list):
        return _pairs(given)
    if not isinstance(given, dict):
        return {}
    flat = {k: v for k, v in given.items() if k not in _NESTED or not isinstance(v, dict)}
    for k in given.keys() & _NESTED:
        if isinstance(given[k], dict):
            flat.update(_flat(given[k], k, 0))
    return flat


def _pairs(given: list[Any]) -> dict[str, Any]:
    """Attributes as a list: OTLP's values in boxes, or plain ones."""
    plain = {
        t["key"]: t["value"] for t in given if isinstance(t, dict) and isinstance(t.get("key"), str) and "value" in t
    }
    return {k: otlp.any_value(v) if isinstance(v, dict) else v for k, v in plain.items()}


def _flat(value: Any, name: str, depth: int) -> dict[str, Any]:
    """Nested attributes, named with dots."""
    if depth < _DEEPEST and isinstance(value, dict) and value:
        return {k: v for key, x in value.items() for k, v in _flat(x, f"{name}.{key}", depth + 1).items()}
    if depth < _DEEPEST and isinstance(value, list) and any(isinstance(v, dict) for v in value):
        return {k: v for n, x in enumerate(value) for k, v in _flat(x, f"{name}.{n}", depth + 1).items()}
    return {name: value}


def _resource(x: Mapping[str, Any], processes: Mapping[str, Any]) -> dict[str, Any]:
    given = _first(x, ("resource_attributes", "resourceAttributes", "resource"))
    if isinstance(given, dict):
        inner = given.get("attributes", given)
        found = _pairs(inner) if isinstance(inner, list) else dict(inner) if isinstance(inner, dict) else {}
    else:
        found = {}
    process = processes.get(str(x.get("processID")))
    if isinstance(process, dict):
        found |= _pairs(process["tags"]) if isinstance(process.get("tags"), list) else {}
        found[s.SERVICE_NAME] = process.get("serviceName", "")
    if isinstance(x.get(s.SERVICE_NAME), str):
        found.setdefault(s.SERVICE_NAME, x[s.SERVICE_NAME])
    return found


def _scope(x: Mapping[str, Any], attributes: Mapping[str, Any]) -> str:
    given = _first(x, ("scope_name", "scopeName", "scope", "instrumentationScope", "instrumentation_scope"))
    given = given.get("name") if isinstance(given, dict) else given
    given = given or attributes.get("otel.scope.name") or attributes.get("otel.library.name")
    return given if isinstance(given, str) else ""


def _status(x: Mapping[str, Any], attributes: Mapping[str, Any]) -> tuple[int, str]:
    given = x.get("status")
    code, message = x.get("status_code", x.get("statusCode")), x.get("status_message", x.get("statusMessage"))
    if isinstance(given, dict):
        code, message = _first(given, ("code", "status_code")), _first(given, ("message", "description"))
    elif isinstance(given, str):
        code = given
    code = code if code is not None else attributes.get("otel.status_code")
    told = str(code).upper().removeprefix("STATUS_CODE_")
    failed = told in ("ERROR", "2") or attributes.get("error") in (True, "true")
    said = message if message is not None else attributes.get("otel.status_description")
    return (2 if failed else 1 if told in ("OK", "1") else 0), said if isinstance(said, str) else ""


def _events(x: Mapping[str, Any]) -> Iterator[SpanEvent]:
    given = _first(x, ("events", "span_events", "logs"))
    for e in given if isinstance(given, list) else ():
        if not isinstance(e, dict):
            continue
        fields = e["fields"] if isinstance(e.get("fields"), list) else None
        attributes = _pairs(fields) if fields is not None else _first(e, ("attributes", "Attributes"))
        attributes = _pairs(attributes) if isinstance(attributes, list) else attributes
        attributes = attributes if isinstance(attributes, dict) else {}
        name = _first(e, ("name", "Name", "event_name")) or attributes.get("event")
        time = _time(_first(e, ("timestamp", "Timestamp", "time", "timeUnixNano")))
        if isinstance(name, str):
            yield SpanEvent(name, time, attributes)
