"""Google's Agent Development Kit. Version 1 keeps a call's arguments and response, and a model's request and response,
under names of its own; version 2 has OpenTelemetry's. `call_llm` repeats what `generate_content` inside it tells.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.content import first, items, loaded
from planscope.collector.dialects.messages import answers, message, messages
from planscope.collector.run import ToolCall
from planscope.collector.span import Span

NAME = "google_adk"
RANK = 42

_MARKS = frozenset({s.ADK_SESSION, s.ADK_REQUEST, s.ADK_RESPONSE, s.ADK_ARGUMENTS, s.ADK_RESULT, *s.ADK_IDS})
_MERGED = "(merged"  # a span for the results of several calls together, each of which has its own
_NOTHING = "{}"  # what stands where content must not be written


def matches(span: Span) -> bool:
    """Spans of its scope, or with attributes of its own."""
    return span.scope == s.ADK_SCOPE or not _MARKS.isdisjoint(span.attributes)


def read(span: Span) -> list[Fact]:
    """What the span says."""
    operation = str(span.attributes.get(s.OPERATION) or "")
    if operation == "execute_tool" or span.name.startswith("execute_tool"):
        return [] if _MERGED in span.name else [_tool(span)]
    if span.name == "call_llm":
        return [_chat(span)]
    if span.name == "invocation":
        return [Frame(span, "workflow")]
    if span.name.startswith("agent_run"):  # its first versions
        return [Frame(span, "agent", span.name.removeprefix("agent_run").strip(" []"))]
    return genai.read(span)


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    name = str(first(a, s.TOOL_NAME) or span.name.removeprefix("execute_tool").strip() or span.name)
    given, outcome = first(a, s.TOOL_ARGUMENTS, s.ADK_ARGUMENTS), first(a, s.TOOL_RESULT, s.ADK_RESULT)
    if given == outcome == _NOTHING:
        given = outcome = None
    outcome = None if outcome == "<not specified>" else outcome
    return genai.tool_call(span, name, str(a.get(s.TOOL_CALL_ID) or ""), given, outcome, first(a, s.TOOL_SCHEMA))


def _chat(span: Span) -> Chat:
    """A model call by its request and response, as the kit passed them on."""
    a = span.attributes
    request, response = loaded(a.get(s.ADK_REQUEST)), loaded(a.get(s.ADK_RESPONSE))
    request = request if isinstance(request, Mapping) else {}
    config = request["config"] if isinstance(request.get("config"), Mapping) else {}
    given = [*_instructions(config.get("system_instruction")), *messages(request.get("contents") or [])]
    content = response.get("content") if isinstance(response, Mapping) else None
    back = answers(content) if isinstance(content, Mapping) else []
    answer = genai.answer(span)
    usage = response.get("usage_metadata") if isinstance(response, Mapping) else None
    if answer.input_tokens is None and isinstance(usage, Mapping):
        answer = replace(
            answer,
            input_tokens=genai.count(usage, "prompt_token_count"),
            output_tokens=genai.count(usage, "candidates_token_count"),
        )
    troubles = tuple(genai.troubles(span, (s.ADK_REQUEST, s.ADK_RESPONSE)))
    return Chat(
        span,
        answer,
        tuple(given or genai.sent(span)),
        tuple(back or genai.output(span)),
        _offered(config) | genai.offered(a),
        troubles=troubles,
    )


def _instructions(value: Any) -> list[Message]:
    if isinstance(value, str):
        return [Message("system", value)] if value.strip() else []
    one = message({**value, "role": "system"}) if isinstance(value, Mapping) else None
    return [one] if one is not None and one.text else []


def _offered(config: Mapping[str, Any]) -> frozenset[str]:
    """Names of the functions that the model was offered."""
    names = set()
    for tool in items(config.get("tools")):
        inner = tool.get("function_declarations", tool.get("functionDeclarations")) if isinstance(tool, Mapping) else ()
        names |= {str(f["name"]) for f in items(inner) if isinstance(f, Mapping) and f.get("name")}
    return frozenset(names)
