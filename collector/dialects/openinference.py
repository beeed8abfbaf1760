"""OpenInference: the kind of a span says what it is; messages are flattened into names, everything else stands in
`input.value` and `output.value`. Spans that also (or only) carry OpenTelemetry's names are read with those.
"""

from collections.abc import Mapping
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.content import dumped, first, flattened, id_inside, loaded
from planscope.collector.dialects.evaluations import of_checker
from planscope.collector.dialects.messages import answers, exchanged, message, messages
from planscope.collector.run import ModelCall, ToolCall
from planscope.collector.span import Span

NAME = "openinference"
RANK = 30


def matches(span: Span) -> bool:
    """Spans that say their kind."""
    return s.OI_KIND in span.attributes


def read(span: Span) -> list[Fact]:
    """What the span says. Kinds that nobody knows yet are nodes like any other."""
    a = span.attributes
    kind = str(a[s.OI_KIND]).upper()
    if kind == "LLM":
        return [_chat(span)]
    if kind == "TOOL":
        return [_tool(span)]
    if kind == "AGENT":
        return [_frame(span, "agent", str(first(a, s.OI_AGENT, s.AGENT_NAME) or ""))]
    if kind in ("EVALUATOR", "GUARDRAIL"):
        carried = s.EVALUATION_NAME in a or any(k.startswith((s.OI_EVALUATIONS, s.OI_ANNOTATIONS)) for k in a)
        verdict = None if carried else of_checker(span, a.get(s.OI_INPUT), a.get(s.OI_OUTPUT))
        return [Frame(span, "judge", span.name), *([verdict] if verdict else [])]
    if kind == "RETRIEVER":
        return [_retrieval(span)]
    if kind in ("EMBEDDING", "RERANKER", "PROMPT", "DECISION"):
        return []
    return [_frame(span, "chain", str(a.get(s.OI_NODE) or span.name))]


# --- frames and tools ----------------------------------------------------------------------------------------------


def _frame(span: Span, kind: Any, name: str) -> Frame:
    a = span.attributes
    given = genai.sent(span) or exchanged(a.get(s.OI_INPUT))
    back = genai.output(span) or exchanged(a.get(s.OI_OUTPUT), "assistant")
    return Frame(span, kind, name, tuple(given), tuple(back), genai.offered(a))


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    name = str(first(a, s.OI_TOOL_NAME, s.TOOL_NAME) or span.name)
    outcome = first(a, s.OI_OUTPUT, s.TOOL_RESULT)
    outcome = a.get(s.OI_OUTPUT) if outcome is None else outcome
    call_id = first(a, s.OI_TOOL_ID, s.TOOL_CALL_ID) or id_inside(outcome)
    given = first(a, s.OI_INPUT, s.TOOL_ARGUMENTS)
    schema = first(a, s.OI_TOOL_PARAMETERS, s.OI_TOOL_SCHEMA, s.TOOL_SCHEMA)
    return genai.tool_call(span, name, str(call_id or ""), given, outcome, schema)


def _retrieval(span: Span) -> ToolCall:
    """A look-up: evidence, as a tool's result is."""
    a = span.attributes
    texts = []
    for entry in flattened(a, s.OI_DOCUMENTS):
        document = entry.get("document", entry) if isinstance(entry, Mapping) else {}
        texts.append(dumped(document.get("content")) if isinstance(document, Mapping) else "")
    query = a.get(s.OI_INPUT)
    found = "\n\n".join(t for t in texts if t) or a.get(s.OI_OUTPUT)
    return genai.tool_call(span, span.name, "", {"query": query} if query is not None else None, found)


# --- model calls ---------------------------------------------------------------------------------------------------


def _chat(span: Span) -> Chat:
    a = span.attributes
    given = [] if s.INPUT_MESSAGES in a else _flat(a, s.OI_INPUT_MESSAGES)  # where both are, the newer says more
    given = given or genai.sent(span) or _prompts(a) or messages(a.get(s.OI_INPUT))
    back = [] if s.OUTPUT_MESSAGES in a else _flat(a, s.OI_OUTPUT_MESSAGES, "assistant")
    back = back or genai.output(span) or _choices(a) or answers(a.get(s.OI_OUTPUT))
    names = (s.OI_INPUT, s.OI_OUTPUT) if not given or not back else ()
    found = (*genai.troubles(span, names), *genai.troubles(span, (s.INPUT_MESSAGES, s.OUTPUT_MESSAGES)))
    tools = genai.offered(a) | _offered(a)
    return Chat(span, _answer(span), tuple(given), tuple(back), tools, a.get(s.COMPACTED) is True, found)


def _answer(span: Span) -> ModelCall:
    a = span.attributes
    return ModelCall(
        model=str(
            first(a, s.OI_RESPONSE_MODEL, s.OI_MODEL, s.OI_REQUEST_MODEL, s.RESPONSE_MODEL, s.REQUEST_MODEL) or ""
        ),
        response_id=str(a.get(s.RESPONSE_ID) or ""),
        input_tokens=genai.count(a, s.OI_PROMPT_TOKENS, s.INPUT_TOKENS, s.PROMPT_TOKENS),
        output_tokens=genai.count(a, s.OI_COMPLETION_TOKENS, s.OUTPUT_TOKENS, s.COMPLETION_TOKENS),
        cache_read_tokens=genai.count(a, s.OI_CACHE_READ, s.CACHE_READ_TOKENS),
        place=span.place,
        started=span.start,
    )


def _flat(a: Mapping[str, Any], prefix: str, role: str = "user") -> list[Message]:
    """Messages flattened into names."""
    found = []
    for entry in flattened(a, prefix):
        inner = entry.get("message", entry) if isinstance(entry, Mapping) else entry
        if isinstance(inner, Mapping):
            if "contents" in inner and "content" in inner:  # both say the same; the parts say more
                inner = {k: v for k, v in inner.items() if k != "content"}
            if name := inner.get("function_call_name"):
                inner = {
                    **inner,
                    "function_call": {"name": name, "arguments": inner.get("function_call_arguments_json")},
                }
        if (one := message(inner, role)) is not None:
            found.append(one)
    return [m for m in found if m.text or m.calls or m.results or m.thinking]


def _prompts(a: Mapping[str, Any]) -> list[Message]:
    return [Message("user", str(x)) for x in _inner(a, s.OI_PROMPTS, "prompt", "text")]


def _choices(a: Mapping[str, Any]) -> list[Message]:
    return [Message("assistant", str(x)) for x in _inner(a, s.OI_CHOICES, "completion", "text")]


def _inner(a: Mapping[str, Any], prefix: str, member: str, leaf: str) -> list[Any]:
    entries = (x.get(member) for x in flattened(a, prefix) if isinstance(x, Mapping))
    return [x[leaf] for x in entries if isinstance(x, Mapping) and x.get(leaf)]


def _offered(a: Mapping[str, Any]) -> frozenset[str]:
    """Names of the tools that the model was offered."""
    names = set()
    for entry in flattened(a, s.OI_TOOLS):
        tool = entry.get("tool", entry) if isinstance(entry, Mapping) else {}
        schema = loaded(tool.get("json_schema")) if isinstance(tool, Mapping) else None
        inner = schema.get("function", schema) if isinstance(schema, Mapping) else None
        if isinstance(inner, Mapping) and inner.get("name"):
            names.add(str(inner["name"]))
    return frozenset(names)
