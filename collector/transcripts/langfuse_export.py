"""A trace as Langfuse exports it: {trace: {id, name, sessionId, input, output, ...}, observations: [...]}. Pure.

Observations become spans with the attributes that Langfuse's SDK would have sent. Those that were received over OTLP
keep what they came with in their metadata, which counts too.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.span import Place, Span
from planscope.collector.transcripts.moments import nanoseconds
from planscope.collector.transcripts.source import Source, json_value
from planscope.collector.transcripts.span_shapes import hex_of


def is_export(value: Any) -> bool:
    """Whether a value is such an export, or a trace that holds its observations itself."""
    observations = _observations(value)
    good = sum(map(_is_observation, observations))
    return bool(observations) and good * 2 > len(observations)


def _observations(value: Any) -> list[Any]:
    found = value.get("observations") if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _is_observation(x: Any) -> bool:
    return isinstance(x, dict) and all(isinstance(x.get(k), str) and x[k] for k in ("id", "type", "startTime"))


def spans_of(value: Mapping[str, Any], source: Source) -> Iterator[Span]:
    """Every observation; one that is none is counted."""
    trace = value["trace"] if isinstance(value.get("trace"), dict) else value
    known = {str(x["id"]) for x in _observations(value) if _is_observation(x)}
    for n, x in enumerate(_observations(value)):
        if _is_observation(x):
            yield _span(x, trace, source.name, known)
        else:
            source.skip(n, "an entry that is no observation")


def _span(x: Mapping[str, Any], trace: Mapping[str, Any], file: str, known: set[str]) -> Span:
    own, parent = str(x["id"]), x.get("parentObservationId")
    about = json_value(x["metadata"]) if isinstance(x.get("metadata"), str) else x.get("metadata")
    about = about if isinstance(about, dict) else {}
    given = about["attributes"] if isinstance(about.get("attributes"), dict) else {}
    attributes: dict[str, Any] = {**given, s.LF_TYPE: str(x["type"]).lower()}
    named = {s.LF_INPUT: "input", s.LF_OUTPUT: "output", s.LF_MODEL: "model", s.LF_LEVEL: "level"}
    named |= {s.LF_STATUS: "statusMessage"}
    attributes |= {k: _plain(x[v]) for k, v in named.items() if x.get(v) is not None}
    if str(x["type"]).upper() == "SPAN" and s.OI_KIND in given:  # it says better what it is
        del attributes[s.LF_TYPE]
        for name, key in ((s.OI_INPUT, "input"), (s.OI_OUTPUT, "output")):
            if x.get(key) is not None:
                attributes.setdefault(name, _plain(x[key]))
    usage = x.get("usageDetails", x.get("usage"))
    if isinstance(usage, dict):
        attributes[s.LF_USAGE] = json.dumps(usage, default=str)
    if isinstance(trace.get("sessionId"), str) and trace["sessionId"]:
        attributes.setdefault(s.OI_SESSION, trace["sessionId"])
    resource = about.get("resourceAttributes")
    scope = about["scope"].get("name") if isinstance(about.get("scope"), dict) else ""
    return Span(
        trace_id=hex_of(str(x.get("traceId") or trace.get("id") or file), 32),
        span_id=hex_of(own, 16),
        parent_id=hex_of(str(parent), 16) if parent and str(parent) in known else None,
        name=x["name"] if isinstance(x.get("name"), str) else "",
        start=nanoseconds(x.get("startTime")),
        end=nanoseconds(x.get("endTime")),
        place=Place(file, own),
        attributes=attributes,
        resource=resource if isinstance(resource, dict) else {},
        scope=scope if isinstance(scope, str) else "",
        status=2 if str(x.get("level")).upper() == "ERROR" else 0,
        status_message=x["statusMessage"] if isinstance(x.get("statusMessage"), str) else "",
    )


def _plain(value: Any) -> Any:
    """What goes in and comes out, as the SDK would send it: text, or JSON as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
