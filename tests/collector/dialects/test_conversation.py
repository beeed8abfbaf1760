"""Messages, each once; calls joined with the messages that ask for them; calls told twice; compactions; plans."""

import json
from typing import TYPE_CHECKING

from planscope.collector.interpret import runs_of
from planscope.collector.run import Compaction, ModelCall, Run

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace


def tokens(run: Run) -> int:
    return sum(x.input_tokens or 0 for x in run.steps if isinstance(x, ModelCall))


def test_a_history_sent_again_is_read_once(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    history = [trace.user("Find a tent")]
    t.chat(root, "Which size?", sent=history)
    history += [trace.said("Which size?"), trace.user("Two persons")]
    t.chat(root, "TN-1.", sent=history)
    history += [trace.said("TN-1."), trace.user("Find a tent")]
    t.chat(root, "TN-1 again.", sent=history)
    run = t.run()
    assert [r.text for r in run.requests] == ["Find a tent", "Two persons", "Find a tent"]
    assert [m.text for m in run.messages] == ["Which size?", "TN-1.", "TN-1 again."]


def test_only_new_messages_sent(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("k1", "search", {"q": "tent"})], sent=[trace.user("Find a tent")])
    t.chat(root, "TN-1.", sent=[trace.answered("k1", "TN-1 $389.00")])
    t.chat(root, "TN-2.", sent=[trace.user("Cheaper?")])
    run = t.run()
    assert [r.text for r in run.requests] == ["Find a tent", "Cheaper?"]
    (call,) = run.tool_calls
    assert (call.arguments, call.result, call.status) == ({"q": "tent"}, "TN-1 $389.00", "ok")


def test_the_same_prompt_in_another_trace_is_a_new_request(trace: "type[Trace]") -> None:
    one, two = trace("aa" * 16), trace("bb" * 16, at=60)
    for t in (one, two):
        t.chat(t.agent(conversation="c"), "Here.", sent=[trace.user("Go on")])
    (run,) = runs_of([*one.spans(), *two.spans()])
    assert len(run.requests) == 2


def test_what_was_said_before_the_trace_began_is_known_from_the_history(trace: "type[Trace]") -> None:
    t = trace()
    history = [
        trace.user("Find a tent"),
        trace.said("I look.", ("k0", "search", {"q": "tent"})),
        trace.answered("k0", "TN-1 $389.00"),
        trace.said("TN-1 costs $389.00."),
        trace.user("And with a footprint?"),
    ]
    chat = t.chat(t.agent(), "$431.00", sent=history)
    run = t.run()
    assert [type(x).__name__ for x in run.steps] == [
        "UserMessage", "ModelCall", "ToolCall", "ModelCall", "UserMessage", "ModelCall",
    ]  # fmt: skip
    (call,) = run.tool_calls
    assert (call.result, call.place.position) == ("TN-1 $389.00", chat)
    assert tokens(run) == 100


def test_a_span_without_arguments_or_id_takes_them_from_the_message(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("k1", "price", {"sku": "A"}), ("k2", "price", {"sku": "B"})])
    t.tool(root, "price", None, "1.00")
    t.tool(root, "price", None, "2.00")
    calls = t.run().tool_calls
    assert [(c.call_id, c.arguments, c.result) for c in calls] == [
        ("k1", {"sku": "A"}, "1.00"),
        ("k2", {"sku": "B"}, "2.00"),
    ]


def test_spans_in_another_order_than_the_message_are_told_apart_by_arguments(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("k1", "price", {"sku": "A"}), ("k2", "price", {"sku": "B"})])
    t.tool(root, "price", {"sku": "B"}, "2.00")
    t.tool(root, "price", {"sku": "A"}, "1.00")
    assert [(c.call_id, c.result) for c in t.run().tool_calls] == [("k2", "2.00"), ("k1", "1.00")]


def test_a_call_without_a_span_has_the_result_that_the_history_holds(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    calls = [("", "price", {"sku": "A"}), ("", "price", {"sku": "B"}), ("", "stock", {"sku": "B"})]
    asked = t.chat(root, calls=calls)
    results = [
        {"role": "tool", "parts": [{"type": "tool_call_response", "name": n, "response": r}]}
        for n, r in (("price", "1.00"), ("price", "Error: no such article"))
    ]
    done = t.chat(root, "Done.", sent=[trace.said("", *calls), *results])
    found = t.run().tool_calls
    assert [c.result_place and c.result_place.position for c in found] == [done, done, None]
    assert [(c.result, c.status) for c in found] == [
        ("1.00", "ok"), ("Error: no such article", "error"), ("", "unknown"),
    ]  # fmt: skip
    assert {c.place.position for c in found} == {asked}


def test_a_result_that_was_not_captured_is_taken_from_the_history(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("k1", "price", {"sku": "A"})])
    t.tool(root, "price", {"sku": "A"}, None, id="k1")
    t.chat(root, "Done.", sent=[trace.answered("k1", {"price": "1.00"})])
    (call,) = t.run().tool_calls
    assert (call.data, call.status, call.content) == ({"price": "1.00"}, "ok", "present")


def test_the_same_call_inside_itself_counts_once(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    outer = t.chat(root, calls=[("k1", "price", {"sku": "A"})], attributes={"gen_ai.response.id": ""}, seconds=5)
    t.chat(outer, calls=[("k1", "price", {"sku": "A"})], seconds=2)
    tool = t.tool(root, "price", {"sku": "A"}, None, id="k1", seconds=5)
    client = t.span("tools/call price", {"mcp.method.name": "tools/call", "gen_ai.tool.name": "price"}, tool, seconds=4)
    t.tool(client, "mcp__shop__price", {"sku": "A"}, "1.00", seconds=1)
    run = t.run()
    (call,) = run.tool_calls
    assert (call.place.position, call.result) == (tool, "1.00")
    assert tokens(run) == 100


def test_two_calls_of_different_usage_are_two(trace: "type[Trace]") -> None:
    t = trace()
    outer = t.chat(t.agent(), "a", seconds=5)
    t.chat(outer, "b", attributes={"gen_ai.usage.input_tokens": 7})
    assert tokens(t.run()) == 107


def test_a_tool_used_by_a_tool_is_another_call(trace: "type[Trace]") -> None:
    t = trace()
    outer = t.tool(t.agent(), "report", {"sku": "A"}, "cheap", seconds=5)
    t.tool(outer, "price", {"sku": "A"}, "1.00")
    assert [c.name for c in t.run().tool_calls] == ["report", "price"]


def test_compaction(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, "One.", sent=[trace.user("Go")])
    t.chat(root, "Two.", attributes={"gen_ai.conversation.compacted": True})
    t.chat(root, "Three.", attributes={"gen_ai.conversation.compacted": True})
    steps = t.run().steps
    assert [type(x) for x in steps[2:4]] == [Compaction, ModelCall]
    assert sum(isinstance(x, Compaction) for x in steps) == 1


def test_a_plan_operation_lays_down_a_plan(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    plan = t.span("plan shopper", {"gen_ai.operation.name": "plan", "gen_ai.agent.name": "shopper"}, root, seconds=3)
    chat = t.chat(plan, "Here is what I do:\n1. Look at tents\n2. Compare prices\n3. Buy one")
    t.chat(root, "1. is not a plan\n2. here")
    (update,) = t.run().plan_updates
    assert (update.version.source, update.place.position) == ("planner", chat)
    assert [i.text for i in update.version.items] == ["Look at tents", "Compare prices", "Buy one"]


def test_a_planners_list_is_a_plan_and_its_talk_is_none(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    steps = json.dumps({"Steps": ["Look at tents", "Compare prices"]})
    node = t.span("planner", {"openinference.span.kind": "CHAIN"}, root, seconds=3)
    t.chat(node, f"```json\n{steps}\n```")
    t.chat(node, "- first\n- second")
    t.chat(root, steps)
    (update,) = t.run().plan_updates
    assert (update.version.origin, len(update.version.items)) == ("planner", 2)


def test_a_failed_call_says_why(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    raised = [
        {"name": "exception", "attributes": [
            {"key": "exception.type", "value": {"stringValue": "KeyError"}},
            {"key": "exception.message", "value": {"stringValue": "'sku'"}},
        ]}
    ]  # fmt: skip
    stack = 'Traceback (most recent call last):\n  File "x.py", line 3\nValueError: sold out\n'
    t.tool(root, "a", {}, None, status={"code": 2}, events=raised)
    t.tool(root, "b", {}, None, status={"code": 2, "message": stack})
    t.tool(root, "c", {}, None, attributes={"error.type": "timeout"})
    t.tool(root, "d", {}, {"error": "sold out"})
    t.tool(root, "e", {}, None, status={"code": 2, "message": "the call was rejected by the user"})
    t.tool(root, "f", {}, {"error": None, "items": []})
    t.tool(root, "g", {}, {"content": [{"type": "text", "text": "sold out"}], "isError": True})
    t.tool(root, "h", {}, {"type": "tool", "data": {"content": "sold out", "tool_call_id": "c", "status": "error"}})
    t.tool(root, "i", {}, {"status": "error", "orders": [7]})
    assert [(c.status, c.result) for c in t.run().tool_calls] == [
        ("error", "KeyError: 'sku'"),
        ("error", "ValueError: sold out"),
        ("error", "timeout"),
        ("error", '{"error": "sold out"}'),
        ("rejected", "the call was rejected by the user"),
        ("ok", '{"error": null, "items": []}'),
        ("error", "sold out"),
        ("error", "sold out"),
        ("ok", '{"status": "error", "orders": [7]}'),
    ]
    assert {c.content for c in t.run().tool_calls} == {"present"}


def test_a_message_that_lost_the_arguments_still_asks_for_the_call(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("c1", "search", {}), ("c2", "search", {"to": "PEK"})])
    t.tool(root, "search", {"to": "PEK"})
    t.tool(root, "search", {"to": "SHA"})
    assert [(c.call_id, c.arguments) for c in t.run().tool_calls] == [("c2", {"to": "PEK"}), ("c1", {"to": "SHA"})]
