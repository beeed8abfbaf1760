"""The OpenTelemetry conventions for generative AI: current names, and all that they were called before.

What a span is stands in the operation name; spans of old emitters without one are known by what they carry. Messages
stand in attributes, in `operation.details` events, in one event per message, or in numbered names.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact, Frame, Message, Planned
from planscope.collector.dialects.content import (
    arguments,
    dumped,
    first,
    flattened,
    is_cut,
    items,
    loaded,
    result,
    state_of,
)
from planscope.collector.dialects.evaluations import of_checker
from planscope.collector.dialects.failures import failure, is_flagged, says_error, was_refused
from planscope.collector.dialects.messages import answers, message, messages
from planscope.collector.plan import drafts_of
from planscope.collector.run import Compaction, ModelCall, ToolCall, ToolStatus, Trouble
from planscope.collector.span import Span

NAME = "genai"
RANK = 80

_CHATS = frozenset({"chat", "generate_content", "text_completion", "completion", "generate", "fetch_response"})
_JUDGES = frozenset({"evaluation", "evaluate", "apply_guardrail", "guardrail.run"})
_NODES = frozenset({"execute_task", "invoke_node", "agent_step", "run_step", "chain"})  # of graphs and loops


def matches(span: Span) -> bool:
    """Spans with an operation name, or with what only model calls carry."""
    return s.OPERATION in span.attributes or is_old_chat(span)


def is_old_chat(span: Span) -> bool:
    """Whether a span without an operation name is a model call of an old emitter: provider and model, or what was said
    and used."""
    a = span.attributes
    if s.TOOL_NAME in a or not (s.SYSTEM in a or s.PROVIDER in a or s.REQUEST_MODEL in a):
        return False
    if "embed" in span.name.lower():
        return False
    known = a.keys() & _OF_CHATS or any(k.startswith(_OLD_LISTS) for k in a)
    return bool(known) or any(e.name in s.MESSAGE_EVENTS or e.name in _CHAT_EVENTS for e in span.events)


_OF_CHATS = {s.REQUEST_MODEL, s.RESPONSE_MODEL, s.INPUT_MESSAGES, s.OUTPUT_MESSAGES, s.OLD_PROMPT, s.OLD_COMPLETION,
             s.INPUT_TOKENS, s.PROMPT_TOKENS, s.RESPONSE_ID}  # fmt: skip
_OLD_LISTS = (f"{s.OLD_PROMPT}.", f"{s.OLD_COMPLETION}.")
_CHAT_EVENTS = (s.CHOICE_EVENT, s.DETAILS_EVENT, s.PROMPT_EVENT, s.COMPLETION_EVENT)


def read(span: Span) -> list[Fact]:
    """What the span says."""
    a = span.attributes
    operation = str(a.get(s.OPERATION) or "")
    if operation == "execute_tool":
        return [tool(span)]
    if operation in _CHATS or (not operation and is_old_chat(span)):
        return [chat(span)]
    if operation == "retrieval":
        return [_retrieval(span)]
    if operation in ("invoke_agent", "invoke_workflow"):
        return [frame(span, "agent" if operation == "invoke_agent" else "workflow")]
    if operation == "plan":
        return [Frame(span, "plan", str(a.get(s.AGENT_NAME) or "")), *_plan(span)]
    if operation in _NODES:
        return [node(span)]
    if operation == "compact_events":
        return [Compaction(place=span.place, started=span.start)]
    if operation in _JUDGES:
        name = str(first(a, s.GUARDRAIL_NAME, s.EVALUATION_NAME) or span.name)
        verdict = None if s.EVALUATION_NAME in a else of_checker(span, a.get(s.OI_INPUT), a.get(s.OI_OUTPUT), name)
        return [Frame(span, "judge", name), *([verdict] if verdict else [])]
    return []


# --- agents --------------------------------------------------------------------------------------------------------


def frame(span: Span, kind: Any) -> Frame:
    """An agent's or workflow's invocation."""
    a = span.attributes
    name = first(a, s.AGENT_NAME, s.AGENT_ID) if kind == "agent" else first(a, s.WORKFLOW_NAME)
    if name is None and span.name.startswith("invoke_agent "):
        name = span.name.removeprefix("invoke_agent ").strip()
    return Frame(span, kind, str(name or ""), tuple(sent(span)), tuple(output(span)), offered(a))


def node(span: Span) -> Frame:
    """A node of a graph, a step of a loop: it has a name, and others work in it."""
    a = span.attributes
    operation = str(a.get(s.OPERATION) or "")
    name = first(a, s.TASK_NAME, s.STEP_NAME) or span.name.removeprefix(operation).strip() or span.name
    return Frame(span, "chain", str(name))


def _plan(span: Span) -> Iterator[Planned]:
    """A plan that a plan span carries itself; the convention has no place for it, so it is ours."""
    a = span.attributes
    drafts, text = drafts_of(a.get(s.PLAN_ITEMS)), str(a.get(s.PLAN_TEXT) or "")
    if drafts or text:
        origin = str(first(a, s.PLAN_ORIGIN, s.AGENT_NAME) or "plan")
        yield Planned(
            place=span.place, started=span.end or span.start, origin=origin, text=text, drafts=tuple(drafts or ())
        )


# --- tools ---------------------------------------------------------------------------------------------------------


def tool(span: Span) -> ToolCall:
    """A tool's execution, by the names of this convention."""
    a = span.attributes
    raw_arguments = next((a[k] for k in (s.TOOL_ARGUMENTS, *s.OTHER_TOOL_ARGUMENTS) if a.get(k) is not None), None)
    raw_result = next((a[k] for k in (s.TOOL_RESULT, *s.OTHER_TOOL_RESULTS) if a.get(k) is not None), None)
    for name, attributes in _events(span):  # before 1.37: one event with the arguments, one with the result
        if name == "tool" and raw_arguments is None:
            raw_arguments = attributes.get("content")
        elif name == s.CHOICE_EVENT and raw_result is None:
            raw_result = first(attributes, "message", "content")
    name = str(a.get(s.TOOL_NAME) or span.name.removeprefix("execute_tool").strip() or span.name)
    call_id = str(first(a, s.TOOL_CALL_ID, s.OTHER_TOOL_ID) or "")
    return tool_call(span, name, call_id, raw_arguments, raw_result, first(a, s.TOOL_SCHEMA))


def tool_call(span: Span, name: str, call_id: str, given: Any, outcome: Any, schema: Any = None) -> ToolCall:
    """A tool call from its raw arguments and result, wherever a convention keeps them."""
    text, data = result(outcome)
    why = failure(span)
    content = state_of((given, outcome, why or None))
    status: ToolStatus = "ok" if span.end else "unknown"
    if why or says_error(text, data) or is_flagged(outcome):
        status = "rejected" if was_refused(text or why) else "error"
    return ToolCall(
        name=name,
        call_id="" if call_id.startswith("<") else call_id,
        arguments=arguments(given, schema),
        result=text or (why if status != "ok" else ""),
        data=data,
        status=status,
        place=span.place,
        started=span.start,
        ended=span.end,
        content="not_captured" if outcome is None and span.end and content == "present" else content,
    )


def _retrieval(span: Span) -> ToolCall:
    """A look-up in a data source: evidence, as a tool's result is."""
    a = span.attributes
    name = str(a.get(s.DATA_SOURCE) or "retrieval")
    query = a.get(s.RETRIEVAL_QUERY)
    return tool_call(span, name, "", {"query": query} if query is not None else None, a.get(s.RETRIEVAL_DOCUMENTS))


# --- model calls ---------------------------------------------------------------------------------------------------


def chat(span: Span) -> Chat:
    """A model call, by the names of this convention."""
    a = span.attributes
    return Chat(span, answer(span), tuple(sent(span)), tuple(output(span)), offered(a), a.get(s.COMPACTED) is True,
                tuple(troubles(span, (s.INPUT_MESSAGES, s.OUTPUT_MESSAGES))))  # fmt: skip


def answer(span: Span) -> ModelCall:
    """Usage and ids; what was said is filled in by interpretation."""
    a = span.attributes
    return ModelCall(
        model=str(first(a, s.RESPONSE_MODEL, s.REQUEST_MODEL) or ""),
        response_id=str(a.get(s.RESPONSE_ID) or ""),
        input_tokens=count(a, s.INPUT_TOKENS, s.PROMPT_TOKENS),
        output_tokens=count(a, s.OUTPUT_TOKENS, s.COMPLETION_TOKENS),
        cache_read_tokens=count(a, s.CACHE_READ_TOKENS, s.OLD_CACHE_READ_TOKENS),
        place=span.place,
        started=span.start,
    )


def count(a: Mapping[str, Any], *names: str) -> int | None:
    """The first of these that is a number of tokens, also written as text."""
    return next((n for k in names if (n := _number(a.get(k))) is not None), None)


def _number(value: Any) -> int | None:
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 16 else None
    return int(value) if isinstance(value, int | float) and value == value and abs(value) < 1e15 else None


def sent(span: Span) -> list[Message]:
    """What a model or agent was given: instructions first, then messages."""
    carried = _carried(span)
    found = _system(first(carried, s.SYSTEM_INSTRUCTIONS))
    if (given := first(carried, s.INPUT_MESSAGES)) is not None:
        return found + messages(given)
    if numbered := flattened(span.attributes, s.OLD_PROMPT):
        return found + messages(numbered)
    found += [m for name, a in _events(span) if name != s.CHOICE_EVENT and (m := _of_event(name, a)) is not None]
    return found + messages(first(carried, s.OLD_PROMPT))


def output(span: Span) -> list[Message]:
    """What it gave back."""
    carried = _carried(span)
    if (given := first(carried, s.OUTPUT_MESSAGES)) is not None:
        return messages(given, "assistant")
    if numbered := flattened(span.attributes, s.OLD_COMPLETION):
        return messages(numbered, "assistant")
    found = [m for name, a in _events(span) if name == s.CHOICE_EVENT and (m := _of_event("assistant", a)) is not None]
    return found or answers(first(carried, s.OLD_COMPLETION, s.RESPONSE_CONTENT))


def _system(value: Any) -> list[Message]:
    value = loaded(value)
    if isinstance(value, str):
        return [Message("system", value)] if value.strip() else []
    one = message({"role": "system", "content": value}) if value else None
    return [one] if one is not None and one.text else []


def _carried(span: Span) -> Mapping[str, Any]:
    """Attributes, with those of events that carry the same names."""
    extra = [e.attributes for e in span.events if e.name in (s.DETAILS_EVENT, s.PROMPT_EVENT, s.COMPLETION_EVENT)]
    return {k: v for a in (*reversed(extra), span.attributes) for k, v in a.items()} if extra else span.attributes


def _events(span: Span) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(role, attributes) of events that are messages; the answer under its own name."""
    for event in span.events:
        if event.name in s.MESSAGE_EVENTS or event.name == s.CHOICE_EVENT:
            yield s.MESSAGE_EVENTS.get(event.name, event.name), event.attributes


def _of_event(role: str, a: Mapping[str, Any]) -> Message | None:
    inner = loaded(first(a, "message"))
    if isinstance(inner, Mapping):
        return message({"role": role, **inner}, role)
    content = inner if inner is not None else loaded(a.get("content"))
    whole = {"role": a.get("role") or role, "content": content, "tool_calls": loaded(a.get("tool_calls"))}
    return message({**whole, "tool_call_id": a.get("id"), "name": a.get("name")}, role)


def offered(a: Mapping[str, Any]) -> frozenset[str]:
    """Names of the tools that were offered."""
    names: set[str] = set()
    for entry in (*items(loaded(a.get(s.TOOL_DEFINITIONS))), *items(loaded(a.get(s.AGENT_TOOLS)))):
        if isinstance(entry, str):
            names.add(entry)
        elif isinstance(entry, Mapping):
            inner = entry["function"] if isinstance(entry.get("function"), Mapping) else entry
            names.add(str(inner.get("name") or ""))
    return frozenset(names - {""})


def troubles(span: Span, names: Sequence[str]) -> Iterator[Trouble]:
    """What is wrong with the messages themselves."""
    for name in names:
        value = span.attributes.get(name)
        if isinstance(value, str) and isinstance(loaded(value), str) and is_cut(value):
            yield Trouble(
                "truncated-messages",
                f"{name} of {span.name!r} is cut after {len(value)} characters, so it cannot be read",
                span.place,
                dumped(value)[-160:],
            )
