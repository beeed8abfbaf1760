"""Traces as the OpenAI Agents SDK hands them to its own processors: `trace` and `trace.span` objects, one a line, in a
list, or under `data` as they are sent to its backend. Not OTLP; the spans made of them have the standard's names.

Messages stand only on spans of kind generation; those of responses name an id and the usage. Sums that the kinds task
and turn repeat are left out. A position is the span's id.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.span import Place, Span
from planscope.collector.transcripts.moments import nanoseconds
from planscope.collector.transcripts.source import Source
from planscope.collector.transcripts.span_shapes import hex_of

NAME = "openai-agents"
TITLE = "OpenAI Agents SDK: its own trace export"
RANK = 20

_TRACE, _SPAN = "trace", "trace.span"


def matches(source: Source) -> bool:
    """Objects that say they are traces or their spans."""
    found = [x for value in source.values for x in _each(value)]
    return bool(found) and sum(map(_is_known, found)) * 2 > len(found)


def _each(value: Any) -> list[Any]:
    inner = value.get("data") if isinstance(value, dict) and "object" not in value else None
    listed = inner if isinstance(inner, list) else value
    return listed if isinstance(listed, list) else [listed]


def _is_known(x: Any) -> bool:
    if not isinstance(x, dict) or x.get("object") not in (_TRACE, _SPAN) or not isinstance(x.get("id"), str):
        return False
    return x["object"] == _TRACE or (isinstance(x.get("trace_id"), str) and isinstance(x.get("span_data"), dict))


def keys(source: Source) -> set[str]:
    """Traces, which may be spread over files."""
    found = (x for _, x in _objects(source))
    return {str(x["id"] if x["object"] == _TRACE else x["trace_id"]) for x in found if _is_known(x)}


def read(source: Source) -> Iterator[Span]:
    """Every span in the file; traces say what they are called, and which conversation they belong to."""
    traces: dict[str, Mapping[str, Any]] = {}
    spans: list[Mapping[str, Any]] = []
    for number, x in _objects(source):
        if not _is_known(x):
            source.skip(number, "neither a trace nor a span of the OpenAI Agents SDK")
        elif x["object"] == _TRACE:
            traces[x["id"]] = x
        else:
            spans.append(x)
    for x in spans:
        yield _span(x, traces.get(x["trace_id"], {}), source.name)


def _objects(source: Source) -> Iterator[tuple[int, Any]]:
    """(line, object), or (place in the list, object) where the file is one document."""
    if source.document is not None:
        source.records_read += 1
        yield from enumerate(_each(source.document))
        return
    for number, value in source.records():
        yield from ((number, x) for x in _each(value))


def _span(x: Mapping[str, Any], trace: Mapping[str, Any], file: str) -> Span:
    data: Mapping[str, Any] = x["span_data"]
    error = x["error"] if isinstance(x.get("error"), dict) else None
    parent = x.get("parent_id")
    attributes = _attributes(data)
    if isinstance(trace.get("group_id"), str) and trace["group_id"]:
        attributes[s.CONVERSATION] = trace["group_id"]
    workflow = trace.get("workflow_name")
    return Span(
        trace_id=hex_of(x["trace_id"], 32),
        span_id=hex_of(x["id"], 16),
        parent_id=hex_of(parent, 16) if isinstance(parent, str) and parent else None,
        name=_name(data),
        start=nanoseconds(x.get("started_at")),
        end=nanoseconds(x.get("ended_at")),
        place=Place(file, x["id"]),
        attributes={k: v for k, v in attributes.items() if v not in (None, "")},
        resource={s.SERVICE_NAME: workflow} if isinstance(workflow, str) and workflow else {},
        scope=NAME,
        status=2 if error else 0,
        status_message=_why(error) if error else "",
    )


def _name(data: Mapping[str, Any]) -> str:
    kind = str(data.get("type") or "span")
    if kind == "handoff":
        return f"{data.get('from_agent')} -> {data.get('to_agent')}"
    return str(data.get("name") or kind)


def _why(error: Mapping[str, Any]) -> str:
    """What failed, with the detail that the SDK adds."""
    detail = error["data"].get("error") if isinstance(error.get("data"), dict) else None
    return ": ".join(str(v) for v in (error.get("message"), detail) if v)


def _attributes(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a span says, by the standard's names; nothing for a kind that only encloses others (task, turn, handoff:
    the model's call of the tool for it is the step)."""
    match data.get("type"):
        case "agent":
            return {s.OPERATION: s.OP_AGENT, s.AGENT_NAME: data.get("name"), s.AGENT_TOOLS: data.get("tools")}
        case "function":
            given = {s.TOOL_ARGUMENTS: data.get("input"), s.TOOL_RESULT: data.get("output")}
            return {s.OPERATION: s.OP_TOOL, s.TOOL_NAME: data.get("name"), **given}
        case "response":
            return {s.OPERATION: s.OP_CHAT, s.RESPONSE_ID: data.get("response_id"), **_chat(data)}
        case "generation":
            return {s.OPERATION: s.OP_CHAT, s.REQUEST_MODEL: data.get("model"), **_chat(data)}
        case "guardrail":
            outcome = {"True": "fail", "False": "pass"}.get(str(data.get("triggered")))
            return {s.OPERATION: s.OP_EVALUATION, s.EVALUATION_NAME: data.get("name"), s.EVALUATION_LABEL: outcome}
    return {}


def _chat(data: Mapping[str, Any]) -> dict[str, Any]:
    usage = data["usage"] if isinstance(data.get("usage"), dict) else {}
    details = usage.get("input_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    return {
        s.INPUT_TOKENS: usage.get("input_tokens", usage.get("prompt_tokens")),
        s.OUTPUT_TOKENS: usage.get("output_tokens", usage.get("completion_tokens")),
        s.CACHE_READ_TOKENS: cached,
        s.INPUT_MESSAGES: _json(data.get("input")),
        s.OUTPUT_MESSAGES: _json(data.get("output")),
    }


def _json(messages: Any) -> str | None:
    return json.dumps(messages, ensure_ascii=False, default=str) if isinstance(messages, list) and messages else None
