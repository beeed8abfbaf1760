"""Conventions of frameworks, on spans written from their description: the same small agent in each. It keeps a list,
searches, fails to book, and answers; models were asked with 100 tokens in all.
"""

import json
from typing import TYPE_CHECKING, Any

import pytest

from planscope.collector.dialects import dialect_of
from planscope.collector.interpret import runs_of
from planscope.collector.otlp import spans_of
from planscope.collector.run import ModelCall, Run, Verdict
from planscope.collector.span import Span

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace

ASKED = "Plan a camping trip"
ANSWER = "Nomad 3 for 189, no site."
ITEMS = [{"content": "Find a tent", "status": "in_progress"}, {"content": "Book a site", "status": "pending"}]
FOUND = [{"name": "Nomad 3", "price": 189}]
FAILED = {"code": 2, "message": "no site is free"}
CALLS = [("c1", "write_todos", {"todos": ITEMS}, "ok"), ("c2", "search", {"what": "tent"}, FOUND),
         ("c3", "book", {"id": 7}, None)]  # fmt: skip


def raised(kind: str, message: str) -> dict[str, Any]:
    values = {"exception.type": kind, "exception.message": message}
    pairs = [{"key": k, "value": {"stringValue": v}} for k, v in values.items()]
    return {"name": "exception", "attributes": pairs}


def event(name: str, **attributes: str) -> dict[str, Any]:
    return {"name": name, "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in attributes.items()]}


def langsmith(t: "Trace") -> None:
    def node(kind: str, name: str, given: Any, back: Any, parent: str = "", **more: Any) -> str:
        a = {"langsmith.span.kind": kind, "langsmith.trace.name": name, "langsmith.metadata.thread_id": "s1",
             "langsmith.metadata.lc_agent_name": "camper", "gen_ai.system": "langchain",
             "gen_ai.prompt": json.dumps(given), "gen_ai.completion": json.dumps(back)}  # fmt: skip
        return t.span(name, a | more.pop("a", {}), parent, **more)

    def lc(kind: str, **kwargs: Any) -> dict[str, Any]:
        return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}

    human = {"messages": [{"type": "human", "content": ASKED}]}
    root = node("chain", "camper", human, {"output": {"messages": [{"type": "ai", "content": ANSWER}]}}, seconds=900)
    calls = [{"name": n, "args": a, "id": i, "type": "tool_call"} for i, n, a, _ in CALLS]
    said = {"generations": [[{"message": lc("AIMessage", content="", tool_calls=calls)}]]}
    inner = node("chain", "model", human, {"output": None}, root)
    node("llm", "Fake", {"messages": [[lc("HumanMessage", content=ASKED)]]}, said, inner,
         a={"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 100})  # fmt: skip
    for call_id, name, given, result in CALLS:
        message = lc("ToolMessage", content=json.dumps(result), tool_call_id=call_id, status="success")
        trace = f'RuntimeError: no site is free{"Traceback (most recent call last)"}:\n  File "x", line 1\n'
        more: dict[str, Any] = {"status": {"code": 2}, "events": [raised("Exception", trace)]} if not result else {}
        node("tool", name, given, {"output": message} if result else {}, root, **more)


def pydantic_ai_1(t: "Trace") -> None:
    """Messages as events in one attribute, arguments under a name of its own."""
    named = {"gen_ai.agent.name": "camper", "gen_ai.conversation.id": "s1", "logfire.msg": "x"}
    user = {"event.name": "gen_ai.user.message", "role": "user", "content": ASKED}
    calls = [{"id": i, "type": "function", "function": {"name": n, "arguments": json.dumps(a)}} for i, n, a, _ in CALLS]
    asks = {"event.name": "gen_ai.choice", "index": 0, "message": {"role": "assistant", "tool_calls": calls}}
    history = [user, {**asks["message"], "event.name": "gen_ai.assistant.message"},  # type: ignore[dict-item]
               {"event.name": "gen_ai.tool.message", "id": "c3", "content": "no site is free"}]  # fmt: skip
    done = {"event.name": "gen_ai.choice", "message": {"role": "assistant", "content": ANSWER}}
    root = t.span("agent run", {**named, "agent_name": "camper", "all_messages_events": json.dumps([*history, done]),
                                "final_result": ANSWER, "gen_ai.usage.input_tokens": 100}, seconds=900)  # fmt: skip
    base = {"gen_ai.operation.name": "chat", "gen_ai.system": "x", "gen_ai.request.model": "m", "logfire.msg": "x"}
    t.span("chat m", {**base, "events": json.dumps([user, asks]), "gen_ai.usage.input_tokens": 60}, root)
    for call_id, name, given, result in CALLS:
        a = {"gen_ai.tool.name": name, "gen_ai.tool.call.id": call_id, "tool_arguments": json.dumps(given), **named}
        a |= {"tool_response": json.dumps(result) if result else "no site is free"}
        more: dict[str, Any] = {} if result else {"status": FAILED}
        t.span("running tool", a, root, **more)
    t.span("chat m", {**base, "events": json.dumps([*history, done]), "gen_ai.usage.input_tokens": 40}, root)


def google_adk_1(t: "Trace") -> None:
    def own(**values: Any) -> dict[str, Any]:
        return {f"gcp.vertex.agent.{k}": v if isinstance(v, str) else json.dumps(v) for k, v in values.items()}

    root = t.span("invocation", own(session_id="s1"), seconds=900)
    root = t.span("agent_run [camper]", own(session_id="s1"), root, seconds=890)
    contents = [{"role": "user", "parts": [{"text": ASKED}]}]
    request = {"model": "m", "config": {"system_instruction": "Be brief."}, "contents": contents}
    calls = [{"function_call": {"id": i, "name": n, "args": a}} for i, n, a, _ in CALLS]
    usage = {"usage_metadata": {"prompt_token_count": 60, "candidates_token_count": 5}}
    a = {"gen_ai.system": "gcp.vertex.agent", "gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 60}
    outer = t.span("call_llm", {**a, **own(llm_request=request, llm_response={"content": {"parts": calls}, **usage})},
                   root, seconds=3)  # fmt: skip
    t.span("generate_content m", {**a, "gen_ai.operation.name": "generate_content"}, outer)  # the same once more
    for call_id, name, given, result in CALLS:
        a = {"gen_ai.tool.name": name, "gen_ai.tool.call.id": call_id, "gen_ai.tool.type": "FunctionTool"}
        a |= own(tool_call_args=given, tool_response=result or {"error": "no site is free"}, llm_request={})
        t.span(f"execute_tool {name}", a | ({} if result else {"error.type": "TOOL_ERROR"}), root)
    t.span("execute_tool (merged tools)", {"gen_ai.tool.name": "(merged tools)", **own(tool_response={})}, root)
    answer = {"content": {"role": "model", "parts": [{"text": ANSWER}]},
              "usage_metadata": {"prompt_token_count": 40, "candidates_token_count": 5}}  # fmt: skip
    t.span("call_llm", {"gen_ai.request.model": "m", **own(llm_request=request, llm_response=answer)}, root)


def strands(t: "Trace") -> None:
    named = {"gen_ai.system": "strands-agents", "session.id": "s1"}
    usage = {"gen_ai.usage.prompt_tokens": 60, "gen_ai.usage.input_tokens": 60}
    said = event("gen_ai.choice", message=ANSWER, finish_reason="end_turn")
    asked = event("gen_ai.user.message", content=json.dumps([{"text": ASKED}]))
    agent = {**named, "gen_ai.operation.name": "invoke_agent", "system_prompt": "Be brief."}
    root = t.span("invoke_agent camper", {**agent, "gen_ai.agent.name": "camper", "gen_ai.usage.input_tokens": 100},
                  seconds=900, events=[asked, said])  # fmt: skip
    cycle = t.span("execute_event_loop_cycle", {**named, "gen_ai.usage.input_tokens": 100}, root, seconds=800)
    calls = json.dumps([{"toolUse": {"toolUseId": i, "name": n, "input": a}} for i, n, a, _ in CALLS])
    chat = {**named, "gen_ai.operation.name": "chat", "gen_ai.request.model": "m"}
    t.span("chat", {**chat, **usage}, cycle, events=[asked, event("gen_ai.choice", message=calls)])
    for call_id, name, given, result in CALLS:
        a = {**named, "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.id": call_id}
        text = json.dumps([{"text": result if isinstance(result, str) else json.dumps(result)}])
        events = [event("gen_ai.tool.message", role="tool", content=json.dumps(given), id=call_id)]
        events += [event("gen_ai.choice", message=text if result else json.dumps([{"text": "no site is free"}]))]
        t.span(
            f"execute_tool {name}", {**a, "gen_ai.tool.status": "success" if result else "error"}, cycle, events=events
        )
    t.span("chat", {**chat, "gen_ai.usage.prompt_tokens": 40}, cycle, events=[asked, said])


def anthropic_sdk(t: "Trace") -> None:
    """Requests hold only what is new; results stand under a name of their own."""
    named = {"gen_ai.conversation.id": "s1"}
    root = t.span("anthropic.messages.tool_runner", {**named, "gen_ai.operation.name": "invoke_agent",
                                                     "gen_ai.agent.name": "camper"}, seconds=900)  # fmt: skip
    wanted = [(i, n, a) for i, n, a, _ in CALLS]
    t.chat(root, "", wanted, [t.user(ASKED)], name="anthropic.messages.create",
           attributes={**named, "gen_ai.usage.input_tokens": 60})  # fmt: skip
    for call_id, name, given, result in CALLS:
        a = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.id": call_id, **named}
        text = "no site is free" if not result else result if isinstance(result, str) else json.dumps(result)
        a |= {"anthropic.tool_result.content": json.dumps([{"type": "text", "text": text}])}
        a |= {"gen_ai.tool.call.arguments": json.dumps(given)}
        more: dict[str, Any] = {} if result else {"status": {"code": 2}}
        t.span(f"anthropic.custom_tool_use {name}", a | ({} if result else {"error.type": "tool_error"}), root, **more)
    t.chat(root, ANSWER, sent=[t.answered("c3", "no site is free")], name="anthropic.messages.create",
           attributes={**named, "gen_ai.usage.input_tokens": 40})  # fmt: skip


def openllmetry_langchain(t: "Trace") -> None:
    """Arguments as a Python repr, results as serialised messages, both in the envelope of a callback."""
    named = {"traceloop.association.properties.thread_id": "s1", "traceloop.workflow.name": "camper"}
    asked = {"inputs": {"messages": [{"role": "user", "content": ASKED}]}, "tags": [], "metadata": {}}
    top = t.span("camper.workflow", {**named, "traceloop.span.kind": "workflow", "traceloop.entity.name": "camper",
                                     "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "camper",
                                     "gen_ai.provider.name": "langgraph", "traceloop.entity.input": json.dumps(asked),
                                     "traceloop.entity.output": json.dumps({"outputs": {"answer": ANSWER}})},
                 seconds=900)  # fmt: skip
    task = {
        **named,
        "traceloop.span.kind": "task",
        "gen_ai.operation.name": "execute_task",
        "gen_ai.task.name": "tools",
    }
    node = t.span("execute_task tools", {**task, "gen_ai.provider.name": "langgraph"}, top, seconds=800)
    old = {"llm.request.type": "chat", "gen_ai.system": "x", "gen_ai.request.model": "unknown",
           "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": ASKED, "gen_ai.completion.0.role": "assistant",
           "gen_ai.usage.prompt_tokens": 100, "llm.request.functions.0.name": "search", **named}  # fmt: skip
    for n, (call_id, name, given, _) in enumerate(CALLS):
        at = f"gen_ai.completion.0.tool_calls.{n}"
        old |= {f"{at}.id": call_id, f"{at}.name": name, f"{at}.arguments": json.dumps(given)}
    t.span("Fake.chat", old, node)
    for call_id, name, given, result in CALLS:
        a = {**named, "traceloop.span.kind": "tool", "gen_ai.tool.name": name}
        a |= {"gen_ai.tool.call.arguments": json.dumps({"input_str": repr(given), "tags": [], "metadata": {}})}
        message = {"lc": 1, "type": "constructor", "id": ["x", "ToolMessage"],
                   "kwargs": {"content": json.dumps(result), "tool_call_id": call_id}}  # fmt: skip
        a |= {"gen_ai.tool.call.result": json.dumps({"output": message, "kwargs": {"tags": []}})} if result else {}
        repr_of = {"message": "no site is free", "data": {}}
        more: dict[str, Any] = {} if result else {"status": {"code": 2, "message": repr(repr_of)}}
        t.span(f"execute_tool {name}", a, node, **more)


WRITERS = [langsmith, pydantic_ai_1, google_adk_1, strands, anthropic_sdk, openllmetry_langchain]


def read(writer: Any, trace: "type[Trace]") -> Run:
    t = trace()
    writer(t)
    return t.run()


@pytest.mark.parametrize("writer", WRITERS)
def test_the_list_is_seen(writer: Any, trace: "type[Trace]") -> None:
    (update,) = read(writer, trace).lists
    items = [(i.text, i.status) for i in update.version.items]
    assert items == [("Find a tent", "in_progress"), ("Book a site", "pending")]


@pytest.mark.parametrize("writer", WRITERS)
def test_calls_are_whole(writer: Any, trace: "type[Trace]") -> None:
    search, book = read(writer, trace).tool_calls
    assert (search.name, search.call_id, search.status, search.arguments) == ("search", "c2", "ok", {"what": "tent"})
    assert search.data == FOUND
    assert (book.name, book.call_id, book.status, book.arguments) == ("book", "c3", "error", {"id": 7})
    assert "no site is free" in book.result
    assert "File" not in book.result
    assert (search.content, book.content) == ("present", "present")


@pytest.mark.parametrize("writer", WRITERS)
def test_what_was_asked_answered_and_used(writer: Any, trace: "type[Trace]") -> None:
    run = read(writer, trace)
    assert [r.text for r in run.requests] == [ASKED]
    assert [a.text for a in run.answers][-1:] == [ANSWER]
    calls = [x for x in run.steps if isinstance(x, ModelCall)]
    assert sum(x.input_tokens or 0 for x in calls) == 100
    assert (calls[0].call_ids, calls[0].calls) == (("c1", "c2", "c3"), 3)
    assert (run.id, run.agent, run.parent_id, run.state) == ("shop/s1", "camper", None, "ended")
    assert run.troubles == ()


@pytest.mark.parametrize("writer", WRITERS)
def test_each_is_read_by_its_own_dialect(writer: Any, trace: "type[Trace]") -> None:
    t = trace()
    writer(t)
    named = writer.__name__.removesuffix("_1").removesuffix("_langchain")
    scopes = {
        "anthropic_sdk": "com.anthropic.sdk.python",
        "pydantic_ai": "pydantic-ai",
        "google_adk": "gcp.vertex.agent",
    }
    export = t.export()
    export["resourceSpans"][0]["scopeSpans"][0]["scope"]["name"] = scopes.get(named, "x")
    found = {d.NAME if (d := dialect_of(x)) else "" for x in spans_of(export)}  # type: ignore[arg-type]
    assert found == {named}


# --- single traits -------------------------------------------------------------------------------------------------


def test_a_step_named_a_check_that_gives_an_outcome_is_a_verdict(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    for name, back in (("validate_budget", {"passed": False, "reason": "too dear"}), ("validate_form", "fine"),
                       ("pack", {"passed": True})):  # fmt: skip
        a = {"traceloop.span.kind": "task", "traceloop.entity.name": name, "traceloop.entity.output": json.dumps(back)}
        t.span(f"{name}.task", {**a, "traceloop.entity.input": json.dumps({"args": [640], "kwargs": {}})}, root)
    t.tool(root, "search")
    verdicts = [x for x in t.run().steps if isinstance(x, Verdict)]
    assert [(v.name, v.outcome, v.explanation) for v in verdicts] == [("validate_budget", "fail", "too dear")]


def test_a_workflow_with_a_provider_is_no_model_call(trace: "type[Trace]") -> None:
    t = trace()
    root = t.span("Agent Workflow", {"gen_ai.provider.name": "openai"}, seconds=900)
    t.chat(root, "Hello")
    assert [x.text for x in t.run().steps if isinstance(x, ModelCall)] == ["Hello"]


def test_a_call_over_a_protocol_counts_once(trace: "type[Trace]") -> None:
    """By agent, client and server, of which the protocol's ids say nothing of the call."""
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("c1", "search", {"what": "tent"})])
    outer = t.tool(root, "search", result="", id="", seconds=9)
    said = {"content": [{"type": "text", "text": json.dumps(FOUND)}], "isError": False}
    a = {"mcp.method.name": "tools/call", "gen_ai.tool.name": "search", "jsonrpc.request.id": "1"}
    client = t.span("tools/call search", {**a, "gen_ai.tool.call.result": json.dumps(said)}, outer, seconds=5)
    t.span("tools/call search", a, client)
    t.span("initialize", {"mcp.method.name": "initialize", "gen_ai.operation.name": "execute_tool"}, root)
    (call,) = t.run().tool_calls
    assert (call.call_id, call.arguments, call.data, call.status) == ("c1", {"what": "tent"}, FOUND, "ok")


def test_a_request_over_a_protocol_without_the_standards_names(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    request = {"method": "tools/call", "params": {"name": "search", "arguments": {"what": "tent"}}}
    said = {"content": [{"type": "text", "text": "no tent"}], "isError": True}
    t.span("search.tool", {"mcp.request.argument": json.dumps(request), "mcp.response.value": json.dumps(said)}, root)
    (call,) = t.run().tool_calls
    assert (call.name, call.arguments, call.status, call.result) == ("search", {"what": "tent"}, "error", "no tent")


def test_content_that_must_not_be_written_is_not_captured(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    a = {"gen_ai.tool.name": "search", "gcp.vertex.agent.tool_call_args": "{}", "gcp.vertex.agent.tool_response": "{}"}
    t.span("execute_tool search", a, root)
    (call,) = t.run().tool_calls
    assert (call.arguments, call.result, call.content, call.status) == (None, "", "not_captured", "ok")


def test_a_provider_seen_by_logfire(trace: "type[Trace]") -> None:
    t = trace()
    body = {"model": "m", "messages": [{"role": "user", "content": ASKED}],
            "tools": [{"type": "function", "function": {"name": "search"}}]}  # fmt: skip
    back = {"message": {"role": "assistant", "content": ANSWER}, "usage": {"prompt_tokens": 100}}
    a = {"logfire.msg": "Chat Completion", "request_data": json.dumps(body), "response_data": json.dumps(back)}
    t.span("Chat Completion with {model}", a)
    run = t.run()
    (call,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (call.text, call.model, call.input_tokens) == (ANSWER, "m", 100)
    assert sorted(run.tools or ()) == ["search"]
    assert [r.text for r in run.requests] == [ASKED]


def test_names_of_calls_in_use_before_the_standard(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    a = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.call_id": "c9",
         "gen_ai.tool.arguments": '{"what": "tent"}', "gen_ai.tool.output": "none"}  # fmt: skip
    t.span("execute_tool search", a, root)
    (call,) = t.run().tool_calls
    assert (call.call_id, call.arguments, call.result) == ("c9", {"what": "tent"}, "none")


@pytest.mark.parametrize("parallel", [False, True])
def test_an_agent_called_as_a_tool_that_stands_beside_its_caller(trace: "type[Trace]", parallel: bool) -> None:
    """It ran during one call of its sibling, and so is that call's; during two at once nobody can tell whose it is."""
    t = trace()

    def node(kind: str, name: str, parent: str = "", **more: Any) -> str:
        a = {"traceloop.span.kind": kind, **({"gen_ai.agent.name": name} if kind == "agent" else {})}
        a |= {"gen_ai.tool.name": name, "gen_ai.operation.name": "execute_tool"} if kind == "tool" else {}
        return t.span(f"{name}.{kind}", a | more.pop("a", {}), parent, **more)

    top = node("workflow", "Agent Workflow", seconds=90)
    lead = node("agent", "lead", top, seconds=80)
    t.chat(lead, calls=[("c1", "ask_finder", {"query": "tents"})], sent=[t.user(ASKED)])
    node("tool", "ask_finder", lead, seconds=20)
    if parallel:
        node("tool", "look_up", lead, seconds=20)
    finder = node("agent", "finder", top, seconds=9)
    t.chat(finder, calls=[("c2", "search", {"what": "tent"})], sent=[t.user("tents")])
    node("tool", "search", finder)
    export = t.export()
    export["resourceSpans"][0]["scopeSpans"][0]["scope"]["name"] = "opentelemetry.instrumentation.openai_agents"
    runs = runs_of(x for x in spans_of(export) if isinstance(x, Span))
    if parallel:
        assert len(runs) == 1
        return
    main, sub = sorted(runs, key=lambda r: r.parent_id or "")
    assert (main.agent, sub.agent, sub.parent_id) == ("lead", "finder", main.id)
    assert [r.text for r in main.requests] == [ASKED]
    assert [c.name for c in main.tool_calls] == ["ask_finder"]
    assert [c.name for c in sub.tool_calls] == ["search"]


def test_a_hand_off_is_a_span_without_a_step_and_the_next_agent_works_on(trace: "type[Trace]") -> None:
    t = trace()
    top = t.span("trip", {"traceloop.span.kind": "workflow", "traceloop.entity.name": "trip"}, seconds=90)
    first = t.agent("greeter", top, seconds=9)
    t.chat(first, calls=[("c1", "transfer_to_camper", {})], sent=[t.user(ASKED)])
    t.span("greeter -> camper.handoff", {"gen_ai.operation.name": "handoff", "gen_ai.provider.name": "openai"}, first)
    second = t.agent("camper", top, seconds=9)
    t.tool(second, "search", {"what": "tent"}, FOUND, "c2")
    t.chat(second, ANSWER)
    (run,) = t.runs()
    assert [c.name for c in run.tool_calls] == ["transfer_to_camper", "search"]
    assert [a.text for a in run.answers] == [ANSWER]


def test_content_that_was_cut_or_masked_is_known_as_such(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    cut = '{"todos": [{"content": "Find a tent", "status": ...[TRUNCATED: original length 20000]'
    a = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": "ok"}
    t.span("x", {**a, "gen_ai.tool.name": "search", "gen_ai.tool.call.arguments": "<REDACTED>"}, root)
    t.span("x", {**a, "gen_ai.tool.name": "write_todos", "gen_ai.tool.call.arguments": cut}, root)
    run = t.run()
    assert [(c.name, c.content) for c in run.tool_calls] == [("search", "redacted"), ("write_todos", "truncated")]
    assert {x.form for x in run.troubles} == {"redacted", "truncated-result", "not-captured"}
