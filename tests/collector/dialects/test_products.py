"""Conventions of single products, on spans written from their description: the same small agent in each. It keeps a
list, searches, fails to book, and answers; a model was asked with 100 tokens.
"""

import json
from typing import TYPE_CHECKING, Any

import pytest

from planscope.collector.dialects import dialect_of
from planscope.collector.interpret import runs_of
from planscope.collector.rows import session_of
from planscope.collector.run import ModelCall, Run, Verdict

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace

ITEMS = [{"content": "Find a tent", "status": "in_progress"}, {"content": "Book a site", "status": "pending"}]
FOUND = [{"name": "Nomad 3", "price": 189}]
FAILED = {"code": 2, "message": "no site is free"}


def langfuse(t: "Trace") -> None:
    def node(kind: str, name: str, given: Any, back: Any = None, parent: str = "", **more: Any) -> str:
        a = {"langfuse.observation.type": kind, "session.id": "s1"}
        a |= {"langfuse.observation.input": given if isinstance(given, str) else json.dumps(given)}
        if back is not None:
            a |= {"langfuse.observation.output": back if isinstance(back, str) else json.dumps(back)}
        return t.span(name, a | more.pop("a", {}), parent, **more)

    root = node("agent", "camper", "Plan a camping trip", "Nomad 3 for 189, no site.", seconds=900)
    call = {"id": "c1", "type": "function", "function": {"name": "write_todos", "arguments": "{}"}}
    usage = {
        "langfuse.observation.model.name": "m",
        "langfuse.observation.usage_details": '{"input": 100, "output": 9}',
    }
    node("generation", "llm", [{"role": "user", "content": "Plan a camping trip"}],
         {"role": "assistant", "tool_calls": [call]}, root, a=usage)  # fmt: skip
    node("tool", "write_todos", {"todos": ITEMS}, "ok", root)
    node("tool", "search", {"what": "tent"}, FOUND, root)
    wrong = {"langfuse.observation.level": "ERROR", "langfuse.observation.status_message": "no site is free"}
    node("tool", "book", {"id": 7}, parent=root, a=wrong)  # by its level alone
    node("embedding", "vectors", "tent", parent=root, a=usage)


def openllmetry(t: "Trace") -> None:
    def node(kind: str, name: str, given: Any, back: Any = None, parent: str = "", **more: Any) -> str:
        a = {"traceloop.span.kind": kind, "traceloop.entity.name": name, "gen_ai.agent.name": "camper"}
        a |= {"traceloop.association.properties.session_id": "s1", "traceloop.entity.input": json.dumps(given)}
        a |= {"traceloop.entity.output": json.dumps(back)} if back is not None else {}
        return t.span(f"{name}.{kind}", a, parent, **more)

    def given(*args: Any, **kwargs: Any) -> dict[str, Any]:
        return {"args": list(args), "kwargs": kwargs}

    answer = "Nomad 3 for 189, no site."
    top = node("workflow", "trip", given("Plan a camping trip"), answer, seconds=950)
    root = node("agent", "camper", given("Plan a camping trip"), answer, top, seconds=900)
    t.chat(root, calls=[("", "write_todos", {"todos": ITEMS})], sent=[t.user("Plan a camping trip")])
    node("tool", "write_todos", given(ITEMS), "ok", root)
    node("tool", "search", given(what="tent"), FOUND, root)
    node("tool", "book", given(id=7), None, root, status=FAILED)
    node("task", "format_answer", given("x"), "y", root)


def vercel(t: "Trace") -> None:
    asked = {"role": "user", "content": [{"type": "text", "text": "Plan a camping trip"}]}
    outer = {"ai.operationId": "ai.generateText", "ai.telemetry.functionId": "camper",
             "ai.prompt": json.dumps({"system": "Be brief.", "messages": [asked]}), "ai.usage.inputTokens": 100,
             "ai.response.text": "Nomad 3 for 189, no site.", "ai.telemetry.metadata.sessionId": "s1"}  # fmt: skip
    root = t.span("ai.generateText", outer, seconds=900)

    def step(name: str, sent: list[Any], **a: Any) -> None:
        named = {"ai.operationId": name, "ai.model.id": "m", "gen_ai.system": "x", "gen_ai.request.model": "m"}
        t.span(name, {**named, "ai.prompt.messages": json.dumps(sent), **a}, root)

    def tool(name: str, call_id: str, given: Any, result: Any, **more: Any) -> None:
        a = {"ai.operationId": "ai.toolCall", "ai.toolCall.name": name, "ai.toolCall.id": call_id}
        a |= {"ai.toolCall.args": json.dumps(given)} | ({"ai.toolCall.result": json.dumps(result)} if result else {})
        t.span("ai.toolCall", a, root, **more)

    calls = [{"toolCallId": "c1", "toolName": "write_todos", "input": json.dumps({"todos": ITEMS})}]
    step("ai.generateText.doGenerate", [asked],
         **{"ai.response.toolCalls": json.dumps(calls), "ai.usage.promptTokens": 60})  # fmt: skip
    tool("write_todos", "c1", {"todos": ITEMS}, "ok")
    tool("search", "c2", {"what": "tent"}, FOUND)
    tool("book", "c3", {"id": 7}, None, status=FAILED)
    history = [asked, {"role": "assistant", "content": [
        {"type": "tool-call", "toolCallId": "c2", "toolName": "search", "input": {"what": "tent"}},
        {"type": "tool-call", "toolCallId": "c3", "toolName": "book", "input": {"id": 7}}]},
        {"role": "tool", "content": [
            {"type": "tool-result", "toolCallId": "c2", "toolName": "search",
             "output": {"type": "json", "value": FOUND}},
            {"type": "tool-result", "toolCallId": "c3", "toolName": "book",
             "output": {"type": "error-text", "value": "no site is free"}}]}]  # fmt: skip
    done = {"ai.response.text": "Nomad 3 for 189, no site.", "ai.usage.inputTokens": 40}
    step("ai.generateText.doGenerate", history, **done)


def claude_code(t: "Trace") -> None:
    def node(kind: str, parent: str = "", events: Any = (), seconds: float = 0.5, status: Any = None, **a: Any) -> str:
        named = {"session.id": "s1", "span.type": kind, **a}
        return t.span(f"claude_code.{kind}", named, parent, events=list(events), seconds=seconds, status=status or {})

    root = node("interaction", user_prompt="Plan a camping trip", seconds=900)
    used = {"input_tokens": 60, "output_tokens": 20, "cache_read_tokens": 30, "cache_creation_tokens": 10}
    node("llm_request", root, model="m", **used)
    node("llm_request", root, model="small", query_source="generate_session_title", **used)
    said = [{"name": "tool.output", "attributes": [{"key": "output", "value": {"stringValue": json.dumps(FOUND)}}]}]
    one = node("tool", root, said, tool_name="Grep", tool_use_id="c1", file_path="tents.csv", seconds=2)
    node("tool.execution", one, tool_use_id="c1", success=True)
    two = node("tool", root, tool_name="Bash", tool_use_id="c2", full_command="book 7", seconds=2)
    node("tool.blocked_on_user", two, decision="accept")
    node("tool.execution", two, status={"code": 2, "message": "ShellError"}, tool_use_id="c2", success=False,
         error="no site is free")  # fmt: skip
    node("tool", root, tool_name="Read", tool_use_id="c3")


def any_agent(t: "Trace") -> None:
    root = t.span("invoke_agent [camper]", {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "camper",
                                            "session.id": "s1"}, seconds=900)  # fmt: skip

    def node(name: str, back: Any, **more: Any) -> None:
        a = {"gen_ai.operation.name": name.split()[0], "gen_ai.output": back, "gen_ai.output.type": "json"}
        t.span(name, a | more.pop("a"), root, **more)

    def tool(name: str, given: Any, back: str, **more: Any) -> None:
        node(f"execute_tool {name}", back, a={"gen_ai.tool.name": name, "gen_ai.tool.args": json.dumps(given)}, **more)

    asked = json.dumps([{"role": "user", "content": "Plan a camping trip"}])
    used = {"gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 100}
    calls = [{"tool.name": "write_todos", "tool.args": json.dumps({"todos": ITEMS})}]
    node("call_llm m", json.dumps(calls), a={**used, "gen_ai.input.messages": asked})
    tool("write_todos", {"todos": ITEMS}, "ok")
    tool("search", {"what": "tent"}, json.dumps(FOUND))
    tool("book", {"id": 7}, "no site is free", status=FAILED)
    node("call_llm m", "Nomad 3 for 189, no site.", a={"gen_ai.request.model": "m"})


WRITERS = [langfuse, openllmetry, vercel, any_agent]


def read(writer: Any, trace: "type[Trace]") -> Run:
    t = trace()
    writer(t)
    assert {d.NAME for x in t.spans() if (d := dialect_of(x))} <= {writer.__name__, "genai"}
    return t.run()


@pytest.mark.parametrize("writer", WRITERS)
def test_the_list_is_seen(writer: Any, trace: "type[Trace]") -> None:
    (update,) = read(writer, trace).lists
    assert [(i.text, i.status) for i in update.version.items] == [
        ("Find a tent", "in_progress"),
        ("Book a site", "pending"),
    ]


@pytest.mark.parametrize("writer", WRITERS)
def test_calls_are_whole(writer: Any, trace: "type[Trace]") -> None:
    search, book = read(writer, trace).tool_calls
    assert (search.name, search.status, search.arguments, search.data) == ("search", "ok", {"what": "tent"}, FOUND)
    assert (book.name, book.status, book.arguments, book.result) == ("book", "error", {"id": 7}, "no site is free")


@pytest.mark.parametrize("writer", WRITERS)
def test_what_was_asked_answered_and_used(writer: Any, trace: "type[Trace]") -> None:
    run = read(writer, trace)
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    assert [a.text for a in run.answers][-1:] == ["Nomad 3 for 189, no site."]
    assert sum(x.input_tokens or 0 for x in run.steps if isinstance(x, ModelCall)) == 100
    assert (run.id, run.agent, run.state, run.troubles) == ("shop/s1", "camper", "ended", ())


def test_checks_of_langfuse_are_verdicts(trace: "type[Trace]") -> None:
    t = trace()
    root = t.span("camper", {"langfuse.observation.type": "agent"}, seconds=900)
    for kind, said in (("evaluator", '{"passed": true, "reason": "ok"}'), ("guardrail", '{"passed": false}')):
        a = {"langfuse.observation.type": kind, "langfuse.observation.input": "189"}
        a["langfuse.observation.output"] = said
        t.span(f"the {kind}", a, root)
    assert [(v.name, v.outcome, v.seen) for v in t.run().steps if isinstance(v, Verdict)] == [
        ("the evaluator", "pass", "189"),
        ("the guardrail", "fail", "189"),
    ]


def test_what_langfuse_received_from_vercels_sdk(trace: "type[Trace]") -> None:
    """The outer operation is a generation there too, and repeats what the steps inside tell."""
    t = trace()

    def node(operation: str, kind: str, given: Any, back: Any, parent: str = "", **a: Any) -> str:
        named = {"ai.operationId": operation, "langfuse.observation.type": kind, "ai.model.id": "m"}
        named |= {"langfuse.observation.input": json.dumps(given), "langfuse.observation.output": json.dumps(back)}
        return t.span(operation, named | a, parent, seconds=9)

    calls = [{"toolCallId": "c1", "toolName": "search", "input": '{"what": "tent"}'}]
    given = {"prompt": "Plan a camping trip"}
    root = node("ai.generateText", "generation", given, calls, **{"ai.usage.promptTokens": "7"})
    asked = [{"role": "user", "content": [{"type": "text", "text": "Plan a camping trip"}]}]
    node("ai.generateText.doGenerate", "generation", asked, calls, root, **{"ai.usage.promptTokens": "100"})
    node("ai.toolCall", "tool", {"what": "tent"}, FOUND, root, **{"ai.toolCall.name": "search", "ai.toolCall.id": "c1"})
    run = t.run()
    (asking,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asking.call_ids, asking.input_tokens) == (("c1",), 100)
    (call,) = run.tool_calls
    assert (call.name, call.arguments, call.data) == ("search", {"what": "tent"}, FOUND)
    assert [r.text for r in run.requests] == ["Plan a camping trip"]


def test_claude_code(trace: "type[Trace]") -> None:
    run = read(claude_code, trace)
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    (asked,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asked.model, asked.input_tokens, asked.output_tokens, asked.cache_read_tokens) == ("m", 100, 20, 30)
    found, failed, unknown = run.tool_calls
    assert (found.name, found.status, found.data, found.arguments) == ("Grep", "ok", FOUND, {"file_path": "tents.csv"})
    assert (failed.name, failed.status, failed.result) == ("Bash", "error", "no site is free")
    assert failed.arguments == {"command": "book 7"}
    assert (unknown.name, unknown.status) == ("Read", "unknown"), "no span tells how it went"


def test_what_claude_code_keeps_to_itself_is_no_request(trace: "type[Trace]") -> None:
    t = trace()
    root = t.span("claude_code.interaction", {"user_prompt": "<REDACTED>"}, seconds=900)
    t.span("claude_code.tool", {"tool_name": "Bash", "tool_use_id": "c1"}, root)
    assert t.run().requests == ()


@pytest.mark.parametrize(
    "name",
    [
        "traceloop.association.properties.thread_id",
        "langsmith.metadata.thread_id",
        "langsmith.metadata.session_id",
        "gcp.vertex.agent.session_id",
        "ai.telemetry.metadata.sessionId",
    ],
)
def test_traces_of_one_session_are_one_run(trace: "type[Trace]", name: str) -> None:
    spans = []
    for n, mark in enumerate(("ab", "cd")):
        t = trace(mark * 16, at=n * 1000)
        root = t.agent(attributes={name: "s1"})
        t.tool(root, "search", {"n": n}, id=f"c{n}")
        spans += t.spans()
    (run,) = runs_of(spans)
    assert (run.id, len(run.tool_calls)) == ("shop/s1", 2)
    assert {session_of(x) for x in spans if name in x.attributes} == {"shop/s1"}
