"""Spans in other shapes than OTLP: trees with `child_spans` (as TRAIL holds them), the SDKs' own JSON, Jaeger, Tempo,
Phoenix, exports of Langfuse.

The spans may stand in a list, in lists inside an object, one a line, or nested in one another. What they say is read
as if they had come over the wire. A position is the span id as it stands in the file.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector import otlp
from planscope.collector.span import Span
from planscope.collector.transcripts.langfuse_export import is_export, spans_of
from planscope.collector.transcripts.source import Source
from planscope.collector.transcripts.span_shapes import is_span, spans_in, written_ids

NAME = "spans"
TITLE = "spans as JSON: nested trees (TRAIL), SDKs' own, Jaeger, Tempo, Phoenix, Langfuse exports"
RANK = 60

_DEEPEST = 6  # levels at which spans are looked for


def matches(source: Source) -> bool:
    """A document that holds spans, or mostly lines that do."""
    values = source.values
    return bool(values) and sum(_holds(v) for v in values) * 2 > len(values)


def _holds(value: Any) -> bool:
    return _tempo(value) is not None or is_export(value) or any(True for _ in _found(value, {}, 0))


def _tempo(value: Any) -> list[Any] | None:
    """The batches of an export of Tempo: OTLP under another name."""
    if isinstance(value, dict) and isinstance(value.get("trace"), dict):
        inner = value["trace"]
        value = {"batches": inner.get("batches", inner.get(otlp.SPANS))}
    batches = value.get("batches") if isinstance(value, dict) else None
    good = isinstance(batches, list) and any(isinstance(b, dict) and "resource" in b for b in batches)
    return batches if good else None


_Object = tuple[Mapping[str, Any], Mapping[str, Any]]  # a span, and the processes that it may name


def _found(value: Any, processes: Mapping[str, Any], depth: int) -> Iterator[_Object]:
    """Objects that are spans, outermost ones only."""
    if depth > _DEEPEST:
        return
    if is_span(value):
        yield value, processes
        return
    if isinstance(value, dict) and isinstance(value.get("processes"), dict):
        processes = value["processes"]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for x in inner:
        if isinstance(x, dict | list):
            yield from _found(x, processes, depth + 1)


def keys(source: Source) -> set[str]:
    """Traces, which may be spread over files."""
    return {written_ids(x)[0] for value in source.values for x, _ in _found(value, {}, 0)}


def read(source: Source) -> Iterator[Span]:
    """Every span in the file."""
    if source.document is not None:
        source.records_read += 1
        yield from _spans(source, 0, source.document)
        return
    for number, value in source.records():
        if _holds(value):
            yield from _spans(source, number, value)
        else:
            source.skip(number, "a JSON value that holds no span")


def _spans(source: Source, number: int, value: Any) -> Iterator[Span]:
    if (batches := _tempo(value)) is not None:
        for item in otlp.spans_of({otlp.SPANS: batches}, source.name):
            if isinstance(item, otlp.Refused):
                source.skip(number, item.reason)
            else:
                yield item
    elif is_export(value):
        yield from spans_of(value, source)
    else:
        for x, processes in _found(value, {}, 0):
            yield from spans_in(x, source.name, processes)
