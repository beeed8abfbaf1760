"""OpenLLMetry (traceloop): functions decorated with its SDK, and its instrumentations of frameworks and providers. A
kind says what a span is, an input and an output hold what went in and out; newer versions have OpenTelemetry's names
besides, older ones numbered prompts and completions.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, genai
from planscope.collector.dialects.content import first, flattened, id_inside, loaded
from planscope.collector.dialects.evaluations import of_task
from planscope.collector.dialects.messages import exchanged
from planscope.collector.run import ToolCall
from planscope.collector.span import Span

NAME = "openllmetry"
RANK = 60

_PACKAGES = {
    "agno", "alephalpha", "anthropic", "bedrock", "cohere", "crewai", "google_generativeai", "groq", "haystack",
    "langchain", "llamaindex", "mcp", "mistralai", "ollama", "openai", "openai_agents", "replicate", "sagemaker",
    "together", "transformers", "vertexai", "watsonx", "writer",
}  # fmt: skip
_ASKED = ("chat", "completion")


def matches(span: Span) -> bool:
    """Spans that say their kind or the type of their request, and those of its instrumentations."""
    a = span.attributes
    return s.TL_KIND in a or s.TL_REQUEST in a or _is_its_own(span.scope)


def _is_its_own(scope: str) -> bool:
    own, instrumentations = s.TL_SCOPES
    return scope.startswith(own) or (
        scope.startswith(instrumentations) and scope.removeprefix(instrumentations).partition(".")[0] in _PACKAGES
    )


def read(span: Span) -> list[Fact]:
    """What the span says. The parts that have the standard's names are read by these."""
    a = span.attributes
    span = _failed(span)
    kind, operation = str(a.get(s.TL_KIND) or "").lower(), str(a.get(s.OPERATION) or "")
    if kind == "tool" or operation == "execute_tool":
        return [_tool(span)]
    if kind in ("agent", "workflow") or operation in ("invoke_agent", "invoke_workflow"):
        return [_frame(span, "agent" if "invoke_agent" in operation or kind == "agent" else "workflow")]
    if kind == "task" or operation == "execute_task":
        return _task(span)
    if a.get(s.TL_REQUEST) in _ASKED and not operation:
        return [_chat(span, genai.chat(span))]
    return [_chat(span, f) if isinstance(f, Chat) else f for f in genai.read(span)]


def _failed(span: Span) -> Span:
    """The span with the status that its outcome tells of."""
    wrong = str(span.attributes.get(s.TL_TASK_OUTCOME) or "").lower() in ("failure", "error")
    return replace(span, status=2) if wrong and span.status != 2 else span


# --- what encloses other spans -------------------------------------------------------------------------------------


def _frame(span: Span, kind: Any) -> Frame:
    a = span.attributes
    name = first(a, s.AGENT_NAME, s.TL_NAME) if kind == "agent" else first(a, s.TL_NAME, s.WORKFLOW_NAME, s.TL_WORKFLOW)
    name = name or span.name.removeprefix("invoke_agent ").removesuffix(".agent").removesuffix(".workflow")
    asked, answered = _exchanged(span)
    return Frame(span, kind, str(name), tuple(asked), tuple(answered), genai.offered(a))


def _exchanged(span: Span) -> tuple[list[Message], list[Message]]:
    asked = genai.sent(span) or exchanged(_given(span, "inputs"))
    return asked, genai.output(span) or exchanged(_given(span, "outputs"), "assistant")


def _given(span: Span, key: str) -> Any:
    """What went in or came out, without the envelope of a callback (tags, metadata)."""
    names = (s.TL_INPUT, s.TL_TASK_INPUT) if key == "inputs" else (s.TL_OUTPUT, s.TL_TASK_OUTPUT)
    raw = first(span.attributes, *names)
    data = loaded(raw)
    return data[key] if isinstance(data, Mapping) and key in data else raw


def _task(span: Span) -> list[Fact]:
    """A node of a graph, a step of a pipeline; one that is called a check and gives an outcome is a check."""
    name = str(first(span.attributes, s.TASK_NAME, s.TL_NAME) or span.name.removesuffix(".task"))
    verdict = of_task(span, name, _given(span, "inputs"), _given(span, "outputs"))
    return [Frame(span, "judge" if verdict else "chain", name), *([verdict] if verdict else [])]


# --- tools and models ----------------------------------------------------------------------------------------------


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    name = str(first(a, s.TOOL_NAME, s.TL_NAME) or span.name.removeprefix("execute_tool ").removesuffix(".tool"))
    given = first(a, s.TOOL_ARGUMENTS, s.TL_INPUT, s.TL_TASK_INPUT)
    outcome = first(a, s.TOOL_RESULT, s.TL_OUTPUT, s.TL_TASK_OUTPUT)
    call_id = str(first(a, s.TOOL_CALL_ID) or id_inside(outcome))
    return genai.tool_call(span, name, call_id, given, outcome, first(a, s.TOOL_SCHEMA))


def _chat(span: Span, chat: Chat) -> Chat:
    """With the tools that stand in numbered names, and without the word for a model that is not known."""
    named = (x.get("name") for x in flattened(span.attributes, s.TL_TOOLS) if isinstance(x, Mapping))
    model = "" if chat.answer.model == "unknown" else chat.answer.model
    tools = chat.tools | {str(n) for n in named if n}
    return replace(chat, answer=replace(chat.answer, model=model), tools=tools)
