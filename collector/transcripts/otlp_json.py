"""OTLP as JSON: one export object per line (also under `.json`), one object, or a list of them; gzip or not.

What the file exporter of an SDK or of a collector writes, and what a receiver saved. A file may hold several signals;
spans are analysed, and log records that tell of an agent's work; the rest is counted. A position is the span id as it
stands in the file, of an event that belongs to no span the line and its place among the records of that line ("3/0").
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from planscope.collector import otlp
from planscope.collector import semconv as s
from planscope.collector.span import Span
from planscope.collector.told_in_logs import events_of
from planscope.collector.transcripts.source import Source

NAME = "otlp"
TITLE = "OpenTelemetry spans (OTLP as JSON or JSON lines)"
RANK = 5


def matches(source: Source) -> bool:
    """An export object of any signal among the first values."""
    return any(otlp.is_export(x) for value in source.values for x in _each(value))


def read(source: Source) -> Iterator[Span]:
    """Every span in the file."""
    others: Counter[str] = Counter()
    first = 0
    for number, value in _exports(source):
        if not otlp.is_export(value):
            source.skip(number, "a JSON value that is no OTLP export")
            continue
        for item in otlp.spans_of(value, source.name):
            if isinstance(item, otlp.Refused):
                source.skip(number, item.reason)
            else:
                yield item
        events = list(events_of(value, source.name, number))
        yield from events
        for signal in () if events else (v for k, v in otlp.OTHER_SIGNALS.items() if k in value):
            first = first if others else number
            others[signal] += 1
    if others:
        said = " and ".join(f"{count} of {signal}" for signal, count in others.items())
        source.skip(first, f"OTLP exports that hold no spans: {said}; nothing in them tells of an agent")


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_document(source: Source) -> bool:
    return bool(source.values) and source.values[0] is source.__dict__.get("document")


def _exports(source: Source) -> Iterator[tuple[int, Any]]:
    """(line, value) of JSON lines, or (place, value) of one document."""
    if _is_document(source):
        found = list(enumerate(_each(source.document)))
        source.records_read += len(found)
        yield from found
    else:
        yield from source.records()


# --- which runs are inside -----------------------------------------------------------------------------------------

_TEXT = rb'\s*"((?:[^"\\]|\\.)*)"'
_VALUE = rb'"\s*,\s*"value"\s*:\s*\{\s*"stringValue"\s*:' + _TEXT
_TRACE = re.compile(rb'"traceId"\s*:' + _TEXT)
_SERVICE = re.compile(rb'"key"\s*:\s*"' + re.escape(s.SERVICE_NAME.encode()) + _VALUE)
_SESSION = re.compile(rb'"key"\s*:\s*"(?:' + b"|".join(re.escape(x.encode()) for x in s.SESSIONS) + rb")" + _VALUE)


def keys(source: Source) -> set[str]:
    """Traces, and sessions by service: a trace may be spread over files, and a session over traces. The bytes are
    searched, which is many times faster than reading the JSON twice."""
    if _is_document(source):
        return {key for span in read(source) for key in _keys_of(span)}
    found: set[str] = set()
    for _, line in source.lines():
        found |= {_word(x).lower() for x in _TRACE.findall(line) if x.strip(b"0")}
        if sessions := set(_SESSION.findall(line)):
            services = set(_SERVICE.findall(line)) or {b""}
            found |= {f"{_word(service)}/{_word(session)}" for session in sessions if session for service in services}
    return found


def _keys_of(span: Span) -> Iterator[str]:
    yield span.trace_id
    service = span.resource.get(s.SERVICE_NAME, "")
    for name in s.SESSIONS:
        if session := span.attributes.get(name, span.resource.get(name)):
            yield f"{service}/{session}"


def _word(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
