"""LangSmith's OpenTelemetry export: runs of LangChain and LangGraph, each with one prompt and one completion that hold
whatever went in and came out (messages, arguments, the state of a graph), as JSON.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, genai
from planscope.collector.dialects.content import first, id_inside, loaded
from planscope.collector.dialects.messages import answers, exchanged, messages
from planscope.collector.run import ToolCall
from planscope.collector.span import Span

NAME = "langsmith"
RANK = 35


def matches(span: Span) -> bool:
    """Spans that say which kind of run they are."""
    return s.LS_KIND in span.attributes or s.LS_NAME in span.attributes


def read(span: Span) -> list[Fact]:
    """What the span says. Prompts and parsers are nodes of the tree, and hold nothing of their own."""
    a = span.attributes
    kind = str(a.get(s.LS_KIND) or "").lower()
    if kind == "llm":
        return [_chat(span)]
    if kind == "tool":
        return [_tool(span)]
    if kind == "retriever":
        query = a.get(s.OLD_PROMPT)
        given = loaded(query)
        given = given if isinstance(given, Mapping) or query is None else {"query": query}
        return [genai.tool_call(span, _name(span), "", given, a.get(s.OLD_COMPLETION))]
    return [] if kind in ("embedding", "prompt", "parser") else [_frame(span)]


def _name(span: Span) -> str:
    return str(first(span.attributes, s.TOOL_NAME, s.LS_NAME) or span.name)


def _frame(span: Span) -> Frame:
    """A graph is the agent that its metadata name, and so is what no other run encloses; the rest are nodes."""
    a = span.attributes
    agent = str(a.get(s.LS_AGENT) or "")
    name = str(first(a, s.LS_NAME) or span.name)
    given = exchanged(a.get(s.OLD_PROMPT))
    back = [] if a.get(s.OLD_COMPLETION) in ("{}", None) else exchanged(_inner(a[s.OLD_COMPLETION]), "assistant")
    kind: Any = "agent" if not span.parent_id or (agent and agent == name) else "chain"
    return Frame(span, kind, name, tuple(given), tuple(back))


def _inner(raw: Any) -> Any:
    data = loaded(raw)
    return data["output"] if isinstance(data, Mapping) and set(data) == {"output"} else raw


def _tool(span: Span) -> ToolCall:
    """`{}` stands where a failed call has no result."""
    a = span.attributes
    outcome = a.get(s.OLD_COMPLETION)
    outcome = None if outcome == "{}" and span.status == 2 else outcome
    call_id = str(first(a, s.TOOL_CALL_ID) or id_inside(outcome))
    given = _bare(a.get(s.OLD_PROMPT))
    return genai.tool_call(span, _name(span), call_id, given, outcome, first(a, s.TOOL_SCHEMA))


def _bare(raw: Any) -> Any:
    """Arguments without the wrapper into which a text is put, and that which is a Python repr read as what it is."""
    data = loaded(raw)
    return loaded(data["input"]) if isinstance(data, Mapping) and set(data) == {"input"} else raw


def _chat(span: Span) -> Chat:
    a = span.attributes
    answer = genai.answer(span)
    given, back = messages(a.get(s.OLD_PROMPT)), answers(a.get(s.OLD_COMPLETION))
    troubles = genai.troubles(span, (s.OLD_PROMPT, s.OLD_COMPLETION))
    model = answer.model or str(a.get(s.LS_MODEL) or "")
    return Chat(
        span,
        replace(answer, model=model),
        tuple(given or genai.sent(span)),
        tuple(back or genai.output(span)),
        genai.offered(a),
        troubles=tuple(troubles),
    )
