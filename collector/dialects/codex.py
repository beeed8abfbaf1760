"""Log events of Codex: prompts, usage, what tools were given and gave back, final answers."""

from dataclasses import replace

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, genai
from planscope.collector.dialects.content import is_redacted
from planscope.collector.run import FinalAnswer, ModelCall, ToolCall, UserMessage
from planscope.collector.span import Span

NAME = "codex"
RANK = 12

_REFUSED = ("denied", "abort", "reject", "cancel")


def matches(span: Span) -> bool:
    """What its log events were made into."""
    return span.name in s.CODEX_EVENTS


def read(span: Span) -> list[Fact]:
    """What the event says."""
    a = span.attributes
    kind = span.name.removeprefix(s.CODEX_PREFIX)
    if kind == "user_prompt":
        return [UserMessage(text=x, place=span.place, started=span.start) for x in _told(a.get(s.CC_LOGGED_PROMPT))]
    if kind == "agent_response":
        return [FinalAnswer(text=x, place=span.place, started=span.start) for x in _told(a.get(s.CC_LOGGED_ANSWER))]
    if kind == "sse_event":
        return [Chat(span, _answer(span))]
    if kind == "tool_result":
        return [_tool(span)]
    refused = str(a.get(s.CC_DECISION[0]) or "").lower().startswith(_REFUSED)
    return [replace(_tool(span), status="rejected")] if refused else []


def _told(text: object) -> list[str]:
    return [text] if isinstance(text, str) and text.strip() and not is_redacted(text) else []


def _answer(span: Span) -> ModelCall:
    """Usage; tokens that came from the cache are among those of the input."""
    a = span.attributes
    return ModelCall(
        model=str(a.get(s.CODEX_MODEL) or ""),
        input_tokens=genai.count(a, s.CODEX_INPUT_TOKENS),
        output_tokens=genai.count(a, s.CODEX_OUTPUT_TOKENS),
        cache_read_tokens=genai.count(a, s.CODEX_CACHED_TOKENS),
        place=span.place,
        started=span.start,
    )


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    name, call_id = str(a.get(s.CC_TOOL_NAME) or span.name), str(a.get(s.CODEX_CALL_ID) or "")
    made = genai.tool_call(span, name, call_id, a.get(s.CODEX_ARGUMENTS), a.get(s.CC_OUTPUT))
    told = str(a.get(s.CC_SUCCESS) or "").lower()
    if told == "false" and made.status == "ok":
        return replace(made, status="error")
    return replace(made, status="ok") if told == "true" and made.status == "error" else made
