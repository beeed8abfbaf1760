"""Span: one record exactly as received over OTLP, or as made from a transcript."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in its source.

    file      path as it was given (relative to --root where one is given), or "" for spans received over the network
    position  message or history index, 0-based physical line, span id, trajectory index or event path, as text
    index     which run of a file that holds several: the file's own id of that run, or its place; None otherwise
    """

    file: str
    position: str
    index: str | int | None = None

    def __str__(self) -> str:
        inside = "" if self.index is None else f"[{self.index}]"
        return f"{self.file}{inside}:{self.position}"


@dataclass(frozen=True, slots=True)
class SpanEvent:
    """A timestamped event on a span; time in UTC nanoseconds, None when the source has none."""

    name: str
    time: int | None
    attributes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SpanLink:
    """A link from one span to another."""

    trace_id: str
    span_id: str
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Span:
    """One span.

    Ids are lower-case hex. Times are UTC nanoseconds, None when unknown (a transcript without times).
    Attribute values are what the source held: text, numbers, booleans, lists, mappings.
    status is 0 unset, 1 ok, 2 error, as in OTLP.
    """

    trace_id: str
    span_id: str
    parent_id: str | None
    name: str
    start: int | None
    end: int | None
    place: Place
    attributes: Mapping[str, Any]
    resource: Mapping[str, Any] = field(default_factory=dict)
    scope: str = ""
    kind: int = 0
    status: int = 0
    status_message: str = ""
    events: tuple[SpanEvent, ...] = ()
    links: tuple[SpanLink, ...] = ()
    dropped: int = 0
    order: int = 0  # the reader's own order, for records of equal time
    remote_parent: bool = False  # the source says that the parent belongs to another process
