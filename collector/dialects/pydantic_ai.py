"""Pydantic AI, versions 1 to 5 of its instrumentation, and Logfire's own instrumentations of providers. Version 1 keeps
messages as events in one attribute, version 2 has its own names for a tool's arguments and response, later ones have
OpenTelemetry's.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.content import dumped, first, items, loaded
from planscope.collector.dialects.messages import answers, message, messages
from planscope.collector.run import ToolCall
from planscope.collector.span import Span

NAME = "pydantic_ai"
RANK = 40

_AGENT = "agent run"
_MARKS = frozenset(s.LOGFIRE_MARKS)
_TOOLS = ("running tool", "running output function")


def matches(span: Span) -> bool:
    """Spans of its scope, by the names that older versions give, or with what Logfire puts on its spans."""
    return span.scope == s.PYDANTIC_SCOPE or span.name in (_AGENT, *_TOOLS) or not _MARKS.isdisjoint(span.attributes)


def read(span: Span) -> list[Fact]:
    """What the span says. The agent's span repeats the usage of its model calls, which is not counted again."""
    a = span.attributes
    operation = str(a.get(s.OPERATION) or "")
    if operation == "invoke_agent" or span.name == _AGENT:
        return [_agent(span)]
    if operation == "execute_tool" or (span.name in _TOOLS and s.TOOL_NAME in a):
        return [_tool(span)]
    if s.LOGFIRE_REQUEST in a and s.OLD_PROMPT not in a and s.INPUT_MESSAGES not in a:
        return _provider(span)
    return [_chat(span, f) if isinstance(f, Chat) else f for f in genai.read(span)]


def _agent(span: Span) -> Frame:
    a = span.attributes
    name = str(first(a, s.AGENT_NAME, s.PYDANTIC_AGENT) or span.name.removeprefix("invoke_agent").strip())
    listed = messages(a.get(s.PYDANTIC_MESSAGES)) or _logged(a)
    asked = [m for m in genai.sent(span) or listed if m.role in ("user", "system")]
    final = dumped(a.get(s.PYDANTIC_FINAL))
    told = (Message("assistant", final),) if final.strip() else tuple(listed[-1:])
    return Frame(span, "agent", "" if name == _AGENT else name, tuple(asked), tuple(m for m in told if _is_answer(m)))


def _is_answer(m: Message) -> bool:
    return m.role == "assistant" and bool(m.text.strip()) and not m.calls


def _tool(span: Span) -> ToolCall:
    """A call that its agent asks to be made again has failed, and says so in its response."""
    a = span.attributes
    name = str(first(a, s.TOOL_NAME) or span.name.removeprefix("execute_tool").strip())
    given = first(a, s.TOOL_ARGUMENTS, s.PYDANTIC_ARGUMENTS)
    outcome = first(a, s.TOOL_RESULT, s.PYDANTIC_RESULT)
    return genai.tool_call(span, name, str(a.get(s.TOOL_CALL_ID) or ""), given, outcome, first(a, s.TOOL_SCHEMA))


def _chat(span: Span, chat: Chat) -> Chat:
    """With the messages that stand as events in one attribute."""
    logged = _logged(span.attributes)
    if not logged or chat.sent or chat.output:
        return chat
    last = logged[-1:] if logged[-1].role == "assistant" else []
    return replace(chat, sent=tuple(logged[: len(logged) - len(last)]), output=tuple(last))


def _logged(a: Mapping[str, Any]) -> list[Message]:
    """Messages that are written as events: each names itself, the answer (`gen_ai.choice`) wraps a message."""
    found = []
    for event in items(loaded(first(a, *s.PYDANTIC_EVENTS))):
        if not isinstance(event, Mapping):
            continue
        inner = event["message"] if isinstance(event.get("message"), Mapping) else event
        if event.get(s.EVENT_NAME) == s.MESSAGE_EVENTS_TOOL:
            inner = {**inner, "role": "tool", "tool_call_id": event.get("id")}
        inner = {k: v for k, v in inner.items() if k != s.EVENT_NAME}
        if (one := message(inner, "assistant" if inner is not event else "user")) is not None:
            found.append(one)
    return found


def _provider(span: Span) -> list[Fact]:
    """A request that Logfire saw a provider's client make: the body sent, and what it made of the answer."""
    a = span.attributes
    request, response = loaded(a[s.LOGFIRE_REQUEST]), loaded(a.get(s.LOGFIRE_RESPONSE))
    if not isinstance(request, Mapping) or not ({"messages", "input", "prompt"} & set(request)):
        return []
    response = response if isinstance(response, Mapping) else {}
    given = messages(request) or messages(request.get("input", request.get("prompt")))
    system = request.get("system", request.get("instructions"))
    head = [Message("system", system)] if isinstance(system, str) and system.strip() else []
    back = answers(first(response, "message", "output", "combined_chunk_content", "text"))
    usage = response.get("usage")
    usage = usage if isinstance(usage, Mapping) else {}
    answer = genai.answer(span)
    counted = replace(
        answer,
        model=answer.model or str(request.get("model") or ""),
        input_tokens=_either(answer.input_tokens, genai.count(usage, "prompt_tokens", "input_tokens")),
        output_tokens=_either(answer.output_tokens, genai.count(usage, "completion_tokens", "output_tokens")),
    )
    tools = genai.offered({s.TOOL_DEFINITIONS: request.get("tools")})
    return [Chat(span, counted, (*head, *given), tuple(back), tools)]


def _either(one: int | None, two: int | None) -> int | None:
    return two if one is None else one
