"""Which spans make which run: sessions, sub-agents, teams."""

from typing import TYPE_CHECKING

from planscope.collector.interpret import runs_of
from planscope.collector.run import FinalAnswer, ToolCall, UserMessage

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace

TODO = {"todos": [{"content": "look", "status": "in_progress"}, {"content": "buy", "status": "pending"}]}
OTHER = {"todos": [{"content": "read", "status": "pending"}, {"content": "write", "status": "pending"}]}


def test_a_session_goes_through_several_traces(trace: "type[Trace]") -> None:
    one, two = trace("aa" * 16), trace("bb" * 16, at=60)
    for t, text in ((one, "Find a tent"), (two, "And a stove")):
        root = t.agent(conversation="c-1")
        t.chat(root, "Here.", sent=[trace.user(text)])
    (run,) = runs_of([*one.spans(), *two.spans()])
    assert [r.text for r in run.requests] == ["Find a tent", "And a stove"]
    assert run.requests[1].turn == 2


def test_equal_session_ids_of_two_services_stay_apart(trace: "type[Trace]") -> None:
    found = []
    for n, service in enumerate(("shop", "bank")):
        t = trace(f"{n + 1:032x}", service)
        t.chat(t.agent(conversation="1"), "Hello.")
        found += t.spans()
    assert len(runs_of(found)) == 2


def test_a_service_called_within_a_trace_belongs_to_it(trace: "type[Trace]") -> None:
    shop, stock = trace(service="shop"), trace(service="stock", at=2)
    root = shop.agent(conversation="c-1")
    call = shop.tool(root, "stock", {"sku": 1}, "3 left", id="k1")
    stock.span("GET /stock", {}, call)
    (run,) = runs_of([*shop.spans(), *stock.spans()])
    assert [c.name for c in run.tool_calls] == ["stock"]
    assert run.troubles == ()


def test_long_silence_cuts_a_session(trace: "type[Trace]") -> None:
    one, two = trace("aa" * 16), trace("bb" * 16, at=7 * 3600)
    for t in (one, two):
        t.chat(t.agent(conversation="c-1"), "Here.", sent=[trace.user("Find a tent")])
    assert [r.id for r in runs_of([*two.spans(), *one.spans()])] == ["shop/c-1", "shop/c-1+1"]


def test_an_agent_called_by_a_tool_is_a_run_of_its_own(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent("main")
    t.chat(root, calls=[("k1", "write_todos", TODO), ("k2", "task", {"prompt": "read the docs"})])
    t.tool(root, "write_todos", TODO, id="k1")
    task = t.tool(root, "task", {"prompt": "read the docs"}, "read them", id="k2", seconds=60)
    reader = t.agent("reader", task, seconds=50)
    t.chat(reader, calls=[("k3", "write_todos", OTHER)], sent=[trace.user("read the docs")])
    t.tool(reader, "write_todos", OTHER, id="k3")
    t.chat(root, "Done.")
    main, sub = t.runs()
    assert (main.agent, sub.agent, sub.parent_id) == ("main", "reader", main.id)
    assert [len(u.version.items) for u in main.lists] == [2]
    assert [c.name for c in main.tool_calls] == ["task"]
    assert [i.text for i in sub.lists[0].version.items] == ["read", "write"]
    assert [r.text for r in sub.requests] == ["read the docs"]


def test_an_agent_called_without_a_tool_is_a_call_of_its_caller(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent("main")
    t.chat(root, "I ask the pricer.")
    priced = {"gen_ai.input.messages": '[{"role": "user", "parts": [{"type": "text", "content": "price of TN-1"}]}]'}
    pricer = t.agent("pricer", root, seconds=9, attributes=priced)
    t.chat(pricer, "TN-1 costs $389.00.")
    t.chat(root, "It costs $389.00.")
    main, sub = t.runs()
    (call,) = main.tool_calls
    assert (call.name, call.arguments, call.status) == ("pricer", {"task": "price of TN-1"}, "ok")
    assert call.result == "TN-1 costs $389.00."
    assert call.place.position == pricer
    assert [r.text for r in sub.requests] == ["price of TN-1"]
    assert sub.parent_id == main.id


def test_the_same_agent_told_twice_is_one(trace: "type[Trace]") -> None:
    t = trace()
    inner = t.agent("shopper", t.agent("shopper"))
    t.chat(inner, "Here.")
    assert t.run().agent == "shopper"


def test_agents_side_by_side_are_a_team(trace: "type[Trace]") -> None:
    t = trace()
    flow = t.span("invoke_workflow trip", {"gen_ai.operation.name": "invoke_workflow"}, seconds=900)
    for name in ("planner", "booker", "checker"):
        t.chat(t.agent(name, flow, seconds=5), f"{name} was here")
    run = t.run()
    assert [m.text for m in run.messages] == [f"{n} was here" for n in ("planner", "booker", "checker")]


def test_members_of_a_team_keep_lists_of_their_own(trace: "type[Trace]") -> None:
    t = trace()
    flow = t.span("invoke_workflow trip", {"gen_ai.operation.name": "invoke_workflow"}, seconds=900)
    for name, todo in (("one", TODO), ("two", OTHER), ("one", TODO)):
        t.tool(t.agent(name, flow, seconds=5), "write_todos", todo)
    t.chat(flow, "All done.")
    runs = {r.agent: r for r in t.runs()}
    assert [len(runs[n].lists) for n in ("one", "two")] == [2, 1]


def test_a_wrapper_without_work_is_its_only_agent(trace: "type[Trace]") -> None:
    t = trace()
    outer = t.span("trip", {"openinference.span.kind": "AGENT"}, seconds=900)
    inner = t.span("planner", {"openinference.span.kind": "AGENT", "agent.name": "planner"}, outer, seconds=800)
    t.chat(inner, "Here.")
    assert (t.run().agent, t.run().parent_id) == ("planner", None)


def test_an_agent_loop_inside_a_tool_is_an_agent(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent("main")
    t.chat(root, calls=[("k1", "research", {"topic": "tents"})], sent=[trace.user("Find a tent")])
    tool = t.tool(root, "research", {"topic": "tents"}, "TN-1 is best", id="k1", seconds=60)
    t.chat(tool, calls=[("k2", "search", {"q": "tents"})], sent=[trace.user("Research tents")])
    t.tool(tool, "search", {"q": "tents"}, "TN-1, TN-2", id="k2")
    t.chat(tool, "TN-1 is best", sent=[trace.user("Research tents")])
    t.chat(root, "Take TN-1.")
    main, sub = t.runs()
    assert ([c.name for c in main.tool_calls], [c.name for c in sub.tool_calls]) == (["research"], ["search"])
    assert [r.text for r in main.requests] == ["Find a tent"]
    assert (sub.agent, sub.parent_id) == ("research", main.id)


def test_a_model_asked_inside_a_tool_says_nothing_to_the_user(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("k1", "summarise", {})], sent=[trace.user("Sum it up")])
    tool = t.tool(root, "summarise", {}, "short", id="k1", seconds=9)
    t.chat(tool, "short", sent=[trace.user("Summarise the following")])
    t.chat(root, "It is short.")
    run = t.run()
    assert [m.text for m in run.messages] == ["It is short."]
    assert [r.text for r in run.requests] == ["Sum it up"]
    assert sum(x.input_tokens or 0 for x in run.steps if hasattr(x, "input_tokens")) == 300


def test_request_and_answer_of_an_agent_whose_models_are_not_traced(trace: "type[Trace]") -> None:
    t = trace()
    held = {
        "gen_ai.input.messages": '[{"role": "user", "parts": [{"type": "text", "content": "Find a tent"}]}]',
        "gen_ai.output.messages": '[{"role": "assistant", "parts": [{"type": "text", "content": "TN-1, $389.00"}]}]',
    }
    root = t.agent(attributes=held)
    t.tool(root, "search", {"q": "tent"}, "TN-1 $389.00")
    request, call, answer = t.run().steps
    assert isinstance(request, UserMessage)
    assert request.text == "Find a tent"
    assert isinstance(call, ToolCall)
    assert isinstance(answer, FinalAnswer)
    assert (answer.text, answer.place.position) == ("TN-1, $389.00", root)


def test_the_agents_own_span_repeats_nothing(trace: "type[Trace]") -> None:
    t = trace()
    held = {
        "gen_ai.input.messages": '[{"role": "user", "parts": [{"type": "text", "content": "Find a tent"}]}]',
        "gen_ai.output.messages": '[{"role": "assistant", "parts": [{"type": "text", "content": "TN-1,\\n$389.00"}]}]',
        "gen_ai.usage.input_tokens": 100,
    }
    root = t.agent(attributes=held)
    chat = t.chat(root, "TN-1, $389.00", sent=[trace.user("Find a tent")])
    run = t.run()
    assert [x.place.position for x in run.steps] == [chat, chat]
    assert run.closing is run.steps[1]


def test_a_run_below_one_that_did_nothing_has_no_parent(trace: "type[Trace]") -> None:
    t = trace()
    flow = t.span("invoke_workflow trip", {"gen_ai.operation.name": "invoke_workflow"}, seconds=900)
    for name, todo in (("one", TODO), ("two", OTHER)):
        t.tool(t.agent(name, flow, seconds=5), "write_todos", todo)
    assert [(r.agent, r.parent_id) for r in t.runs()] == [("one", None), ("two", None)]


def test_a_turn_that_never_ended_does_not_keep_a_session_open(trace: "type[Trace]") -> None:
    one, two = trace("aa" * 16), trace("bb" * 16, at=60)
    one.chat(one.agent(conversation="c", endTimeUnixNano="0"), "Hm.")
    two.chat(two.agent(conversation="c"), "Here.")
    (run,) = runs_of([*one.spans(), *two.spans()])
    assert (run.state, [x.form for x in run.troubles]) == ("ended", ["unfinished"])


def test_texts_that_are_longer_than_any_reader_needs(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.tool(root, "dump", {}, "x" * 5_000_000)
    t.chat(root, "y" * 5_000_000, sent=[trace.user("z" * 5_000_000)])
    run = t.run()
    assert max(len(x) for x in (run.tool_calls[0].result, run.messages[0].text, run.requests[0].text)) < 2_200_000
    assert (run.tool_calls[0].content, run.troubles) == ("truncated", ())


def test_traces_without_agents_are_no_runs(trace: "type[Trace]") -> None:
    t = trace()
    t.span("GET /free", {}, t.span("GET /", {}))
    t.span("GET /lost", {}, "f" * 16)
    assert t.runs() == []
