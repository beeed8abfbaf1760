"""OTLP export objects → Spans. Pure; the JSON side.

The seam is `spans_of`: one export as JSON objects (camelCase names, ids in hex, 64-bit integers as text) in, spans and
refusals out. Binary bodies come in by the same door once they are walked into that form.

Lenient where the meaning is plain: ids in base64 and names in snake_case (both made by generic protobuf printers),
enums by name, `instrumentationLibrarySpans` of old exporters, numbers where text is due. Unknown fields are ignored.
"""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.span import Place, Span, SpanEvent, SpanLink

SPANS = "resourceSpans"
OTHER_SIGNALS = {"resourceLogs": "logs", "resourceMetrics": "metrics", "resourceProfiles": "profiles"}
LATEST = 2**63 - 1  # nanoseconds
DEEPEST = 64  # levels of lists and mappings in one attribute value
REMOTE = 0x300  # the flags "it is known whether the parent is remote" and "it is"
_STATUS = {"STATUS_CODE_OK": 1, "STATUS_CODE_ERROR": 2}
_KIND = {"INTERNAL": 1, "SERVER": 2, "CLIENT": 3, "PRODUCER": 4, "CONSUMER": 5}


@dataclass(frozen=True, slots=True)
class Refused:
    """A span that could not be taken, and why."""

    reason: str


def is_export(value: Any) -> bool:
    """Whether a JSON value is an OTLP export object of any signal."""
    return isinstance(value, dict) and any(isinstance(value.get(k), list) for k in (SPANS, *OTHER_SIGNALS, *_SNAKE))


def spans_of(export: Mapping[str, Any], file: str = "") -> Iterator[Span | Refused]:
    """Every span of an export, in the order in which they stand; what cannot be a span is refused, one by one. A place
    in a file is the id as it is written there; without a file it is the id as all others write it, in hex."""
    if SPANS not in export and _snake(SPANS) in export:
        export = camel(export)
    for group in objects(export, SPANS):
        resource = group.get("resource")
        about = attributes(resource.get("attributes")) if isinstance(resource, Mapping) else {}
        for scoped in (*objects(group, "scopeSpans"), *objects(group, "instrumentationLibrarySpans")):
            scope = scoped.get("scope", scoped.get("instrumentationLibrary"))
            name = text(scope.get("name")) if isinstance(scope, Mapping) else ""
            for raw in _list(scoped.get("spans")):
                yield _span(raw, file, about, name) if isinstance(raw, dict) else Refused("a span that is no object")


def objects(holder: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The objects in a list of an export; what is no list or no object is passed over."""
    return [x for x in _list(holder.get(key)) if isinstance(x, dict)]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _span(raw: Mapping[str, Any], file: str, resource: Mapping[str, Any], scope: str) -> Span | Refused:
    trace_id, span_id = identifier(raw.get("traceId"), 16), identifier(raw.get("spanId"), 8)
    if not trace_id or not span_id:
        given = ", ".join(repr(str(raw.get(k, "")))[:40] for k in ("traceId", "spanId"))
        return Refused(f"a span without valid ids ({given})")
    start, end = nanoseconds(raw.get("startTimeUnixNano")), nanoseconds(raw.get("endTimeUnixNano"))
    if (start or 0) > LATEST or (end or 0) > LATEST:
        return Refused(f"span {raw['spanId']}: a time beyond the year 2262")
    status = raw.get("status")
    code, message = (status.get("code"), status.get("message")) if isinstance(status, Mapping) else (0, "")
    said = attributes(raw.get("attributes"))
    place, order = _source(said, Place(file, str(raw["spanId"]) if file else span_id))
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=identifier(raw.get("parentSpanId"), 8) or None,
        name=text(raw.get("name")),
        start=start,
        end=end,
        place=place,
        attributes=said,
        resource=resource,
        scope=scope,
        order=order,
        kind=_enum(raw.get("kind"), _KIND, "SPAN_KIND_"),
        status=_enum(code, _STATUS),
        status_message=text(message),
        events=tuple(_event(e) for e in objects(raw, "events")),
        links=tuple(_link(x) for x in objects(raw, "links")),
        dropped=sum(integer(raw.get(f"dropped{x}Count")) or 0 for x in ("Attributes", "Events", "Links")),
        remote_parent=(integer(raw.get("flags")) or 0) & REMOTE == REMOTE,
    )


def _source(said: dict[str, Any], here: Place) -> tuple[Place, int]:
    """Where a span stood before it was exported, and its place in the reader's order; the attribute is taken out."""
    held = said.pop(s.SOURCE, None)
    try:
        file, position, index, order = json.loads(held)
    except (ValueError, TypeError, RecursionError):
        return here, 0
    if isinstance(file, str) and isinstance(position, str) and isinstance(index, str | int | None):
        return Place(file, position, index), order if type(order) is int and 0 <= order < 2**63 else 0
    return here, 0


def _event(raw: Mapping[str, Any]) -> SpanEvent:
    time = nanoseconds(raw.get("timeUnixNano"))
    return SpanEvent(text(raw.get("name")), time if (time or 0) <= LATEST else None, attributes(raw.get("attributes")))


def _link(raw: Mapping[str, Any]) -> SpanLink:
    return SpanLink(
        identifier(raw.get("traceId"), 16), identifier(raw.get("spanId"), 8), attributes(raw.get("attributes"))
    )


# --- values --------------------------------------------------------------------------------------------------------


def attributes(pairs: Any) -> dict[str, Any]:
    """A list of key and value objects as a mapping; of a key that comes twice the last counts."""
    if not isinstance(pairs, list):
        return {}
    return {text(p["key"]): _value(p.get("value"), 0) for p in pairs if isinstance(p, dict) and "key" in p}


def any_value(value: Any) -> Any:
    """An AnyValue as a Python value."""
    return _value(value, 0)


def _value(value: Any, depth: int) -> Any:
    """An AnyValue as a Python value; None for an empty one, and for what lies deeper than anybody reads."""
    if not isinstance(value, dict):
        return text(value) if isinstance(value, str) else None
    if "stringValue" in value:
        return text(value["stringValue"])
    if "intValue" in value:
        return integer(value["intValue"])
    if "boolValue" in value:
        return bool(value["boolValue"])
    if "doubleValue" in value:
        return _double(value["doubleValue"])
    if depth >= DEEPEST:
        return None
    if isinstance(inner := value.get("arrayValue"), dict):
        return [_value(x, depth + 1) for x in _list(inner.get("values"))]
    if isinstance(inner := value.get("kvlistValue"), dict):
        pairs = [p for p in _list(inner.get("values")) if isinstance(p, dict) and "key" in p]
        return {text(p["key"]): _value(p.get("value"), depth + 1) for p in pairs}
    return value.get("bytesValue")


def text(value: Any) -> str:
    """A string that can be written anywhere: halves of surrogate pairs (emitters cut texts in the middle of an emoji)
    are replaced and NULs dropped; "" for what is no string."""
    if not isinstance(value, str):
        return ""
    whole: str = value.replace("\0", "") if "\0" in value else value
    return whole if whole.isascii() else whole.encode("utf-8", "replace").decode("utf-8")


def integer(value: Any) -> int | None:
    """A whole number, also one written as text; None for what is none."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        try:
            return int(value)
        except ValueError:  # not a number, or one with thousands of digits
            return None
    return int(value) if isinstance(value, float) and value.is_integer() else None


def _double(value: Any) -> float | None:
    try:
        return float(value)  # "NaN" and "Infinity" come as text
    except (TypeError, ValueError, OverflowError):
        return None


def nanoseconds(value: Any) -> int | None:
    """Nanoseconds; None where there is none (unset is 0)."""
    found = integer(value)
    return found if found and found > 0 else None


def _enum(value: Any, names: Mapping[str, int], prefix: str = "") -> int:
    if isinstance(value, str) and not value.isdecimal():
        return names.get(value.removeprefix(prefix), 0)
    return integer(value) or 0


def identifier(value: Any, size: int) -> str:
    """An id of so many bytes as lower-case hex; "" for an invalid one, all zeros included."""
    if not isinstance(value, str):
        return ""
    if len(value) != size * 2:
        try:
            raw = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return ""
        return raw.hex() if len(raw) == size and any(raw) else ""
    found = value.lower()
    return found if _HEX.fullmatch(found) and found.strip("0") else ""


_HEX = re.compile("[0-9a-f]+")


# --- names in snake_case -------------------------------------------------------------------------------------------


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda m: "_" + m[0].lower(), name)


_SNAKE = tuple(map(_snake, (SPANS, *OTHER_SIGNALS)))


def camel(value: Any) -> Any:
    """The same with names in camelCase. Keys of attributes are values in OTLP, so they stay as they are."""
    if isinstance(value, dict):
        return {re.sub(r"_([a-z])", lambda m: m[1].upper(), k): camel(v) for k, v in value.items()}
    return [camel(x) for x in value] if isinstance(value, list) else value
