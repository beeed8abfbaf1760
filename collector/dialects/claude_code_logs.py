"""Log events of Claude Code: prompts, requests, answers, and what became of tool calls. They have no results of tools;
arguments, prompts and answers only when its settings say so.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Message, genai
from planscope.collector.dialects.claude_code import REFUSALS, answer, is_aside
from planscope.collector.dialects.content import first, is_redacted, loaded
from planscope.collector.dialects.messages import answers
from planscope.collector.run import Compaction, ToolCall, UserMessage
from planscope.collector.span import Span

NAME = "claude_code_logs"
RANK = 9


def matches(span: Span) -> bool:
    """What its log events were made into."""
    return span.name in s.CC_EVENTS


def read(span: Span) -> list[Fact]:
    """What the event says. A sub-agent's answers are not the agent's own: only their usage counts."""
    a = span.attributes
    kind = span.name.removeprefix(s.CC_PREFIX)
    if kind == "user_prompt":
        asked = a.get(s.CC_LOGGED_PROMPT)
        told = isinstance(asked, str) and asked.strip() and not is_redacted(asked)
        return [UserMessage(text=str(asked), place=span.place, started=span.start)] if told else []
    if kind in ("api_request", "assistant_response", "api_response_body"):
        return [] if is_aside(a) else [_chat(span, kind)]
    if kind == "tool_result":
        return [_tool(span)]
    if kind == "tool_decision":
        return [_decided(span, "rejected")] if _refused(a) else []
    return [Compaction(place=span.place, started=span.start)] if kind == "compaction" else []


def _chat(span: Span, kind: str) -> Chat:
    a = span.attributes
    output: list[Message] = []
    if str(a.get(s.CC_SOURCE) or "").startswith("agent"):
        pass
    elif kind == "assistant_response":
        said = a.get(s.CC_LOGGED_ANSWER)
        known = isinstance(said, str) and said.strip() and not is_redacted(said)
        output = [Message("assistant", str(said))] if known else []
    elif kind == "api_response_body" and isinstance(loaded(a.get(s.CC_LOGGED_BODY)), Mapping):
        output = answers(a[s.CC_LOGGED_BODY])
    return Chat(span, answer(span), output=tuple(output))


def _tool(span: Span) -> ToolCall:
    """A call that ended. Its result is not here; of one that failed, why."""
    a = span.attributes
    if str(a.get(s.CC_SUCCESS)).lower() != "false":
        return _decided(span, "ok")
    if _refused(a):
        return _decided(span, "rejected")
    why = str(first(a, s.CC_ERROR, s.CC_ERROR_TYPE) or "")
    return replace(_decided(span, "error"), result=why, content="present" if why else "not_captured")


def _decided(span: Span, status: Any) -> ToolCall:
    a = span.attributes
    parameters = loaded(a.get(s.CC_LOGGED_PARAMETERS))
    parameters = parameters if isinstance(parameters, Mapping) else {}
    server, tool = (str(parameters.get(x) or "") for x in s.CC_LOGGED_SERVER)
    name = f"mcp__{server}__{tool}" if tool else str(a.get(s.CC_TOOL_NAME) or "")
    given = a.get(s.CC_LOGGED_INPUT) or {k: parameters[x] for x, k in s.CC_DETAILS.items() if x in parameters} or None
    return replace(genai.tool_call(span, name, str(a.get(s.CC_CALL_ID) or ""), given, None), status=status)


def _refused(a: Mapping[str, Any]) -> bool:
    return str(first(a, *s.CC_DECISION) or "").lower() in REFUSALS
