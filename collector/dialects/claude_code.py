"""Spans of Claude Code: an interaction for each prompt, requests to models, and tools, whose outcome stands on a span
of their execution below them. Arguments come only in part, and only when its settings say so.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.content import first, is_redacted
from planscope.collector.run import ModelCall, ToolCall
from planscope.collector.span import Span

NAME = "claude_code"
RANK = 10

REFUSALS = ("reject", "rejected", "deny", "denied", "abort", "cancel")


def matches(span: Span) -> bool:
    """Spans of this program, by their scope or name."""
    return span.scope.startswith(s.CC_SCOPE) or span.name.startswith(s.CC_PREFIX)


def read(span: Span) -> list[Fact]:
    """What the span says. What a model is asked for the program's own purposes (a title) is not the agent's work."""
    a = span.attributes
    kind = span.name.removeprefix(s.CC_PREFIX)
    if kind == "interaction":
        asked = a.get(s.CC_PROMPT)
        told = isinstance(asked, str) and asked.strip() and not is_redacted(asked)
        return [Frame(span, "agent", "", (Message("user", str(asked)),) if told else ())]
    if kind == "llm_request" and not is_aside(a):
        return [Chat(span, answer(span))]
    if kind == "tool":
        return [_tool(span)]
    if kind == "tool.blocked_on_user":
        return [_refused(span)] if str(first(a, *s.CC_DECISION) or "").lower() in REFUSALS else []
    return [_execution(span)] if kind == "tool.execution" else []


def is_aside(a: Mapping[str, Any]) -> bool:
    """Whether a model was asked for the program's own purposes."""
    return str(a.get(s.CC_SOURCE) or "").startswith("generate_")


def answer(span: Span) -> ModelCall:
    """A request's usage, on its span or in its event. The source counts what came from the cache apart."""
    a = span.attributes
    cached, made = genai.count(a, s.CC_CACHE_READ), genai.count(a, s.CC_CACHE_WRITE)
    fresh = genai.count(a, s.CC_INPUT_TOKENS)
    return ModelCall(
        model=str(first(a, s.CC_MODEL, s.REQUEST_MODEL) or ""),
        response_id=str(first(a, s.CC_REQUEST_ID, s.RESPONSE_ID) or ""),  # what its log events name
        input_tokens=None if fresh is None else fresh + (cached or 0) + (made or 0),
        output_tokens=genai.count(a, s.CC_OUTPUT_TOKENS),
        cache_read_tokens=cached,
        place=span.place,
        started=span.start,
    )


def _tool(span: Span) -> ToolCall:
    """A call; whether it succeeded is not on its own span."""
    a = span.attributes
    given = {name: a[k] for k, name in s.CC_DETAILS.items() if a.get(k)} or None
    said = next((e.attributes.get(s.CC_OUTPUT) for e in span.events if e.name == s.CC_OUTPUT_EVENT), None)
    made = genai.tool_call(span, str(a.get(s.CC_TOOL_NAME) or span.name), _id(a), given, said)
    return made if made.failed else replace(made, status="unknown")


def _execution(span: Span) -> ToolCall:
    """How a call went; it is merged into the call around it."""
    a = span.attributes
    made = genai.tool_call(span, str(a.get(s.CC_TOOL_NAME) or span.name), _id(a), None, None)
    if made.failed or str(a.get(s.CC_SUCCESS, "")).lower() == "false":
        why = str(first(a, s.CC_ERROR) or made.result)
        return replace(made, status="error", result=why, content="present" if why else made.content)
    return made


def _refused(span: Span) -> ToolCall:
    """The call around it was not allowed; it has no name here, and is merged into that call."""
    made = genai.tool_call(span, "", _id(span.attributes), None, None)
    return replace(made, status="rejected")


def _id(a: Mapping[str, Any]) -> str:
    return str(first(a, s.CC_CALL_ID, s.TOOL_CALL_ID) or "")
