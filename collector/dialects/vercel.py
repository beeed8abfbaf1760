"""The AI SDK of Vercel up to version 6: operations, steps of them that ask a model, and tool calls. Later versions use
OpenTelemetry's names.
"""

from planscope.collector import semconv as s
from planscope.collector.dialects import Call, Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.content import arguments, dumped, first, items, loaded
from planscope.collector.dialects.messages import messages
from planscope.collector.run import ModelCall
from planscope.collector.span import Span

NAME = "vercel"
RANK = 50

_OUTER = ("ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject")
_STEPS = (".doGenerate", ".doStream")


def matches(span: Span) -> bool:
    """Spans that name the SDK's operation."""
    a = span.attributes
    return s.AI_OPERATION in a or (span.name.startswith("ai.") and s.AI_OLD_OPERATION in a)


def read(span: Span) -> list[Fact]:
    """What the span says. The outer operation repeats the usage and the answer of the steps inside."""
    a = span.attributes
    operation = str(first(a, s.AI_OPERATION) or str(a[s.AI_OLD_OPERATION]).partition(" ")[0])
    if operation == "ai.toolCall":
        name, call_id = str(a.get(s.AI_TOOL_NAME) or span.name), str(a.get(s.AI_TOOL_ID) or "")
        return [genai.tool_call(span, name, call_id, a.get(s.AI_TOOL_ARGUMENTS), a.get(s.AI_TOOL_RESULT))]
    if operation.startswith(_OUTER) and operation.endswith(_STEPS):
        given = messages(a.get(s.AI_MESSAGES)) or _asked(span)
        return [Chat(span, _answer(span), tuple(given), tuple(_output(span)), _offered(span))]
    if operation in _OUTER:
        return [Frame(span, "agent", str(a.get(s.AI_FUNCTION) or ""), tuple(_asked(span)), tuple(_output(span)))]
    return []


def _asked(span: Span) -> list[Message]:
    """Instructions, then the messages or the prompt."""
    given = loaded(span.attributes.get(s.AI_PROMPT))
    if not isinstance(given, dict):
        return messages(given)
    system = given.get("system")
    found = [Message("system", system)] if isinstance(system, str) and system.strip() else []
    return found + messages(given.get("messages") or given.get("prompt"))


def _output(span: Span) -> list[Message]:
    a = span.attributes
    calls = tuple(
        Call(str(x["toolName"]), arguments(x.get("input", x.get("args"))), str(x.get("toolCallId") or ""))
        for x in items(loaded(a.get(s.AI_CALLS)))
        if isinstance(x, dict) and x.get("toolName")
    )
    text, thinking = dumped(first(a, s.AI_TEXT, s.AI_OBJECT)), dumped(a.get(s.AI_REASONING))
    return [Message("assistant", text, thinking, calls)] if text or thinking or calls else []


def _answer(span: Span) -> ModelCall:
    a = span.attributes
    return ModelCall(
        model=str(first(a, s.AI_RESPONSE_MODEL, s.RESPONSE_MODEL, s.AI_MODEL, s.REQUEST_MODEL) or ""),
        response_id=str(first(a, s.AI_RESPONSE_ID, s.RESPONSE_ID) or ""),
        input_tokens=genai.count(a, *s.AI_INPUT_TOKENS, s.INPUT_TOKENS),
        output_tokens=genai.count(a, *s.AI_OUTPUT_TOKENS, s.OUTPUT_TOKENS),
        cache_read_tokens=genai.count(a, s.AI_CACHED_TOKENS, s.CACHE_READ_TOKENS),
        place=span.place,
        started=span.start,
    )


def _offered(span: Span) -> frozenset[str]:
    """Names of the tools; each is JSON of its own in a list."""
    tools = (loaded(x) for x in items(loaded(span.attributes.get(s.AI_TOOLS))))
    return frozenset(str(t["name"]) for t in tools if isinstance(t, dict) and t.get("name"))
