"""Langfuse's SDK: observations with a type; whatever goes in and comes out stands in one input and one output each.
Observations that Langfuse received from others keep what these said besides.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, genai, vercel
from planscope.collector.dialects.content import first, loaded
from planscope.collector.dialects.evaluations import of_checker
from planscope.collector.dialects.messages import answers, exchanged, messages
from planscope.collector.run import ModelCall, ToolCall
from planscope.collector.span import Span

NAME = "langfuse"
RANK = 20


def matches(span: Span) -> bool:
    """Spans that say which kind of observation they are."""
    return s.LF_TYPE in span.attributes


def read(span: Span) -> list[Fact]:
    """What the span says. A type that nobody knows yet is a node like any other."""
    a = span.attributes
    kind = str(a[s.LF_TYPE]).lower()
    span = _failed(span)
    if vercel.matches(span):
        return vercel.read(_as_vercels(span))
    if kind == "generation":
        return [_chat(span)]
    if kind == "tool":
        return [_tool(span)]
    if kind == "retriever":
        query = a.get(s.LF_INPUT)
        return [genai.tool_call(span, span.name, "", None if query is None else {"query": query}, a.get(s.LF_OUTPUT))]
    if kind in ("evaluator", "guardrail"):
        verdict = None if s.EVALUATION_NAME in a else of_checker(span, a.get(s.LF_INPUT), a.get(s.LF_OUTPUT))
        return [Frame(span, "judge", span.name), *([verdict] if verdict else [])]
    if kind in ("embedding", "event"):
        return []
    given, back = exchanged(a.get(s.LF_INPUT)), exchanged(a.get(s.LF_OUTPUT), "assistant")
    name = str(first(a, s.AGENT_NAME) or span.name.removeprefix("invoke_agent ")) if kind == "agent" else span.name
    return [Frame(span, "agent" if kind == "agent" else "chain", name, tuple(given), tuple(back), genai.offered(a))]


def _as_vercels(span: Span) -> Span:
    """An observation of Vercel's SDK, whose outer operations are generations here too, with input and output under the
    names that it had for them."""
    a = dict(span.attributes)
    given, back = a.get(s.LF_INPUT), a.get(s.LF_OUTPUT)
    calls = isinstance(listed := loaded(back), list) and all(isinstance(x, Mapping) and "toolName" in x for x in listed)
    names = (s.AI_PROMPT, s.AI_MESSAGES, s.AI_TOOL_ARGUMENTS)
    names_of_output = (s.AI_CALLS if calls else s.AI_TEXT, s.AI_TOOL_RESULT)
    for value, keys in ((given, names), (back, names_of_output)):
        if value is not None:
            a |= {k: value for k in keys if k not in a}
    return replace(span, attributes=a)


def _failed(span: Span) -> Span:
    """The span with the status that its level tells of."""
    a = span.attributes
    if span.status == 2 or str(a.get(s.LF_LEVEL, "")).upper() != "ERROR":
        return span
    return replace(span, status=2, status_message=str(a.get(s.LF_STATUS) or span.status_message))


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    call_id, name = str(first(a, s.TOOL_CALL_ID) or ""), str(first(a, s.TOOL_NAME) or span.name)
    return genai.tool_call(span, name, call_id, a.get(s.LF_INPUT), a.get(s.LF_OUTPUT))


def _chat(span: Span) -> Chat:
    a = span.attributes
    given = loaded(a.get(s.LF_INPUT))
    tools = genai.offered({s.TOOL_DEFINITIONS: given.get("tools")} if isinstance(given, Mapping) else {})
    tools |= genai.offered(a)
    return Chat(span, _answer(span), tuple(messages(given)), tuple(answers(a.get(s.LF_OUTPUT))), tools)


def _answer(span: Span) -> ModelCall:
    a = span.attributes
    usage: Any = loaded(a.get(s.LF_USAGE))
    usage = usage if isinstance(usage, Mapping) else {}
    return ModelCall(
        model=str(first(a, s.LF_MODEL, s.RESPONSE_MODEL, s.REQUEST_MODEL) or ""),
        response_id=str(a.get(s.RESPONSE_ID) or ""),
        input_tokens=genai.count({**a, **usage}, "input", "input_tokens", "prompt_tokens", s.INPUT_TOKENS),
        output_tokens=genai.count({**a, **usage}, "output", "output_tokens", "completion_tokens", s.OUTPUT_TOKENS),
        cache_read_tokens=genai.count(
            {**a, **usage}, "input_cached_tokens", "cache_read_input_tokens", s.CACHE_READ_TOKENS
        ),
        place=span.place,
        started=span.start,
    )
