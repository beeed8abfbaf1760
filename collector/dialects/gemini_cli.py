"""Gemini CLI: its log events (prompts, responses, tool calls), and the spans that it makes when it is asked to. In
events calls of tools have no id, and no result.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.claude_code import REFUSALS
from planscope.collector.dialects.content import first, is_redacted, items, loaded
from planscope.collector.dialects.messages import answers, exchanged, messages
from planscope.collector.run import Compaction, ModelCall, ToolCall, UserMessage
from planscope.collector.span import Span

NAME = "gemini_cli"
RANK = 14

_SPANS = ("tool_call", "llm_call", "agent_call", "user_prompt", "system_prompt", "schedule_tool_calls")


def matches(span: Span) -> bool:
    """What its log events were made into, and spans of its tracer or with its operations."""
    own = span.scope == s.GEMINI_SCOPE or span.attributes.get(s.OPERATION) in _SPANS
    return span.name in s.GEMINI_EVENTS or (own and span.name != s.DETAILS_EVENT)


def read(span: Span) -> list[Fact]:
    """What the event or span says."""
    a = span.attributes
    if span.name not in s.GEMINI_EVENTS:
        return _span(span, str(a.get(s.OPERATION) or span.name))
    kind = span.name.removeprefix(s.GEMINI_PREFIX)
    if kind == "user_prompt":
        asked = a.get(s.CC_LOGGED_PROMPT)
        told = isinstance(asked, str) and asked.strip() and not is_redacted(asked)
        return [UserMessage(text=str(asked), place=span.place, started=span.start)] if told else []
    if kind == "tool_call":
        return [_logged_tool(span)]
    if kind == "api_response":
        return _response(span)
    return [Compaction(place=span.place, started=span.start)]


# --- events --------------------------------------------------------------------------------------------------------


def _logged_tool(span: Span) -> ToolCall:
    """A call that ended; of one that failed, why. A person may have refused it."""
    a = span.attributes
    made = genai.tool_call(span, str(a.get(s.GEMINI_TOOL) or span.name), "", a.get(s.GEMINI_ARGUMENTS), None)
    why = str(first(a, s.CC_ERROR, s.ERROR_TYPE) or "")
    if str(a.get(s.CC_DECISION[0]) or "").lower() in REFUSALS:
        return replace(made, status="rejected")
    if str(a.get(s.CC_SUCCESS)).lower() == "false":
        return replace(made, status="error", result=why, content="present" if why else "not_captured")
    return made


def _response(span: Span) -> list[Fact]:
    """A model call. What the program asks for its own purposes (a router, a summary) is not the agent's work, and of a
    sub-agent's only the usage counts."""
    a = span.attributes
    role = str(a.get(s.GEMINI_ROLE) or "")
    if role.startswith("utility"):
        return []
    given = ModelCall(
        model=str(a.get(s.CC_MODEL) or ""),
        input_tokens=genai.count(a, s.CODEX_INPUT_TOKENS),
        output_tokens=genai.count(a, s.CODEX_OUTPUT_TOKENS),
        cache_read_tokens=genai.count(a, s.GEMINI_CACHED_TOKENS),
        place=span.place,
        started=span.start,
    )
    return [Chat(span, given, output=() if role == "subagent" else tuple(_said(a.get(s.GEMINI_ANSWER))))]


def _said(raw: Any) -> list[Message]:
    """An answer in JSON (one response, or the pieces of a stream), or its text."""
    value = loaded(raw)
    if isinstance(value, list) and any(isinstance(x, Mapping) and "candidates" in x for x in value):
        pieces = [m for x in value for m in answers(x)]
        text, calls = "".join(m.text for m in pieces), tuple(c for m in pieces for c in m.calls)
        return [Message("assistant", text, "".join(m.thinking for m in pieces), calls)] if pieces else []
    return [m for m in answers(value) if m.text.strip() or m.calls or m.thinking]


# --- spans ---------------------------------------------------------------------------------------------------------


def _span(span: Span, operation: str) -> list[Fact]:
    a = span.attributes
    given, back = first(a, *s.GEMINI_SPAN_INPUT), first(a, *s.GEMINI_SPAN_OUTPUT)
    if operation == "tool_call":
        name, arguments = _called(given)
        name = str(first(a, s.TOOL_NAME, s.GEMINI_TOOL) or name or span.name)
        call_id = str(first(a, s.TOOL_CALL_ID, s.OTHER_TOOL_ID) or "")
        given = first(a, s.TOOL_ARGUMENTS, s.GEMINI_ARGUMENTS) or arguments
        return [genai.tool_call(span, name, call_id, given, first(a, s.TOOL_RESULT) or _result(back))]
    if operation == "llm_call":
        return [Chat(span, genai.answer(span), tuple(_asked(given)), tuple(_said(back)), genai.offered(a))]
    if operation in ("agent_call", "user_prompt"):
        asked, answered = exchanged(given), [m for m in _said(back) if m.text.strip()]
        name = str(first(a, s.AGENT_NAME) or "") if operation == "agent_call" else ""
        return [Frame(span, "agent", name, tuple(asked), tuple(answered))]
    return [] if operation in _SPANS else genai.read(span)


def _asked(raw: Any) -> list[Message]:
    value = loaded(raw)
    inner = value.get("contents", value.get("messages", value)) if isinstance(value, Mapping) else value
    return messages(inner)


def _called(raw: Any) -> tuple[str, Any]:
    """Name and arguments of the one call in a request."""
    value = loaded(raw)
    value = value[0] if len(items(value)) == 1 else value
    inner = value.get("request", value) if isinstance(value, Mapping) else {}
    if not isinstance(inner, Mapping):
        return "", None
    return str(inner.get("name") or ""), inner.get("args", inner.get("arguments"))


def _result(raw: Any) -> Any:
    """What a call gave back, without what the program keeps of it for its display."""
    value = loaded(raw)
    value = value[0] if len(items(value)) == 1 else value
    inner = value.get("response", value) if isinstance(value, Mapping) else None
    return inner.get("llmContent", inner.get("responseParts", raw)) if isinstance(inner, Mapping) else raw
