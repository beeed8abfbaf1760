"""Log records that tell of an agent's work, as spans: emitters put these things on spans or on logs, as they are set
up. Pure.

Two kinds are taken; table logs holds all the others.
- What says more about a span (messages sent and answered, details of a request, how it was judged) hangs below it.
- Events of coding agents (Claude Code, Codex, Gemini CLI), each of which is a prompt, a request or a tool call, stand
  for themselves: the span that they name is at times the wrong one. Those of one session are one trace, whose id comes
  of its name, unless they name a trace themselves. They begin as long before their time as they say that it took.

The dialects read both, as they read any span. What a span and an event tell of the same call counts once
(told_twice.py).
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import otlp
from planscope.collector import semconv as s
from planscope.collector.span import Place, Span, SpanEvent

_MESSAGES = frozenset((*s.MESSAGE_EVENTS, s.CHOICE_EVENT))
_ABOUT_SPANS = frozenset((*_MESSAGES, s.EVALUATION_EVENT, s.DETAILS_EVENT))
_EVENTS = frozenset((*s.CC_EVENTS, *s.CODEX_EVENTS, *s.GEMINI_EVENTS))
_PREFIXES = (s.CC_PREFIX, s.CODEX_PREFIX, s.GEMINI_PREFIX)
_COMPLETED = "response.completed"  # of the events of a stream, the one that tells of usage
_LONGEST = 24 * 3600 * 10**9


def is_event(span: Span) -> bool:
    """Whether a span was made of a log record that stands for itself."""
    return span.parent_id is None and (span.name in _EVENTS or span.name == s.DETAILS_EVENT)


def events_of(export: Mapping[str, Any], file: str = "", number: int = 0) -> Iterator[Span]:
    """Spans of the log records of an export that tell of an agent's work. `number` is its line in the file."""
    count = 0
    for group in otlp.objects(export, "resourceLogs"):
        resource = group.get("resource")
        about = otlp.attributes(resource.get("attributes")) if isinstance(resource, dict) else {}
        for scoped in otlp.objects(group, "scopeLogs"):
            scope = scoped.get("scope")
            name = otlp.text(scope.get("name")) if isinstance(scope, dict) else ""
            for raw in otlp.objects(scoped, "logRecords"):
                span = _span(raw, about, name)
                if span is not None:
                    yield _placed(span, raw, file, f"{number}/{count}")
                count += 1


def _placed(span: Span, raw: Mapping[str, Any], file: str, position: str) -> Span:
    """The span with its place: the span that it says more about, else its own; over the network, an id."""
    here = str(raw["spanId"]) if span.parent_id else position
    position = here if file else span.parent_id or span.span_id
    return replace(span, place=Place(file, position))


def _span(raw: Mapping[str, Any], resource: Mapping[str, Any], scope: str) -> Span | None:
    """The span that a record is, None when it is none. Its id comes of its content: sent again, it is the same."""
    a = otlp.attributes(raw.get("attributes"))
    body = otlp.any_value(raw.get("body"))
    name = _name(raw, a, body, scope)
    time = otlp.nanoseconds(raw.get("timeUnixNano")) or otlp.nanoseconds(raw.get("observedTimeUnixNano"))
    if (name not in _ABOUT_SPANS and name not in _EVENTS) or (time or 0) > otlp.LATEST:
        return None
    a = {**(body if isinstance(body, dict) else {}), **a, s.EVENT_NAME: name}
    trace, parent = otlp.identifier(raw.get("traceId"), 16), otlp.identifier(raw.get("spanId"), 8)
    lone = name in _EVENTS or not (trace and parent)
    if lone and not _stands_alone(name, a):
        return None
    session = _session(a, resource)
    trace = trace or (_hex(f"{resource.get(s.SERVICE_NAME, '')}/{session}", 32) if session else "")
    if not trace:
        return None
    if s.CODEX_PARENT in a:
        a[s.RUN_PARENT] = "/".join(str(x) for x in (resource.get(s.SERVICE_NAME), a[s.CODEX_PARENT]) if x)
    mark = repr((name, trace, parent, time, sorted((k, repr(v)) for k, v in a.items())))
    return Span(
        trace_id=trace,
        span_id=_hex(mark, 16),
        parent_id=None if lone else parent,
        name=name,
        start=_begin(time, a),
        end=time,
        place=Place("", ""),
        attributes=a,
        resource=resource,
        scope=scope,
        order=max(otlp.integer(a.get(s.LOG_SEQUENCE)) or 0, 0),
    )


def _hex(of: str, size: int) -> str:
    return hashlib.sha256(of.encode("utf-8", "replace")).hexdigest()[:size]


def _name(raw: Mapping[str, Any], a: Mapping[str, Any], body: Any, scope: str) -> str:
    """The event's full name: newer records have a field for it, older ones an attribute (at times without the
    program's name) or the body."""
    short = a.get(s.EVENT_NAME)
    for name in (raw.get("eventName"), short, body):
        if isinstance(name, str) and (name in _ABOUT_SPANS or name.startswith(_PREFIXES)):
            return name
    return f"{s.CC_PREFIX}{short}" if short and scope.startswith(s.CC_SCOPE) else ""


def _stands_alone(name: str, a: Mapping[str, Any]) -> bool:
    """Whether a record is a step without the span that it may name. Of requests only what came back is one."""
    if name == s.DETAILS_EVENT:
        return s.OUTPUT_MESSAGES in a or s.INPUT_TOKENS in a
    if name.endswith("sse_event"):
        return a.get(s.CODEX_KIND) == _COMPLETED and s.CODEX_INPUT_TOKENS in a
    return name in _EVENTS


def _session(a: Mapping[str, Any], resource: Mapping[str, Any]) -> str:
    return str(next((a[k] for k in s.SESSIONS if a.get(k)), None) or resource.get(s.OI_SESSION) or "")


def _begin(time: int | None, a: Mapping[str, Any]) -> int | None:
    """When that of which a record tells began."""
    given = a.get(s.LOG_DURATION)
    try:
        took = int(float(given) * 1e6) if isinstance(given, str | int | float) else 0
    except (ValueError, OverflowError):
        took = 0
    return time - took if time and 0 < took < min(time, _LONGEST) else time


# --- messages ------------------------------------------------------------------------------------------------------


def attached(spans: Iterable[Span]) -> list[Span]:
    """Spans, with records that are messages (one each, as emitters wrote them before there were attributes for them)
    as events of the span that they name. Where that span is missing, one that holds them stands in its place."""
    told: dict[tuple[str, str], list[Span]] = defaultdict(list)
    rest: list[Span] = []
    for span in spans:
        if span.name in _MESSAGES and span.parent_id and span.attributes.get(s.EVENT_NAME) == span.name:
            told[span.trace_id, span.parent_id].append(span)
        else:
            rest.append(span)
    if not told:
        return rest
    return [_holding(x, told.pop((x.trace_id, x.span_id), [])) for x in rest] + [_made(x) for x in told.values()]


def _holding(span: Span, told: Iterable[Span]) -> Span:
    events = [SpanEvent(x.name, x.end, x.attributes) for x in _in_order(told)]
    return replace(span, events=(*span.events, *events)) if events else span


def _made(told: Iterable[Span]) -> Span:
    """A model call of which only the messages are known."""
    ordered = _in_order(told)
    first, last = ordered[0], ordered[-1]
    known = {k: x.attributes[k] for x in ordered for k in (s.SYSTEM, s.PROVIDER, *s.SESSIONS) if k in x.attributes}
    return _holding(
        replace(
            first,
            span_id=str(first.parent_id),
            parent_id=None,
            name="chat",
            end=last.end,
            attributes={s.OPERATION: "chat", **known},
        ),
        ordered,
    )


def _in_order(told: Iterable[Span]) -> list[Span]:
    return sorted(told, key=lambda x: (x.end or 0, x.name == s.CHOICE_EVENT, x.order, x.span_id))
