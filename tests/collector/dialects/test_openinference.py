"""OpenInference: kinds of spans, flattened messages, and spans that carry both conventions."""

import json
from typing import TYPE_CHECKING, Any

from planscope.collector.run import ModelCall

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace

KIND = "openinference.span.kind"


def flat(prefix: str, *messages: dict[str, Any], first: int = 0) -> dict[str, Any]:
    """Messages as flattened attributes."""
    found: dict[str, Any] = {}
    for n, m in enumerate(messages, first):
        for k, v in m.items():
            found[f"{prefix}.{n}.message.{k}"] = v
    return found


def llm(t: "Trace", parent: str, said: dict[str, Any], *sent: dict[str, Any], first: int = 0, **more: Any) -> str:
    a = {KIND: "LLM", "llm.model_name": "m", "llm.token_count.prompt": 10, "llm.token_count.completion": 2}
    a |= flat("llm.input_messages", *sent, first=first) | flat("llm.output_messages", said) | more
    return t.span("ChatModel", a, parent)


CALL = {
    "tool_calls.0.tool_call.id": "c1",
    "tool_calls.0.tool_call.function.name": "search",
    "tool_calls.0.tool_call.function.arguments": '{"to": "PEK"}',
}


def test_a_run(trace: "type[Trace]") -> None:
    t = trace()
    root = t.span("shopper", {KIND: "CHAIN", "session.id": "s"}, seconds=900)
    asked = {"role": "user", "content": "Fly me"}
    llm(t, root, {"role": "assistant", **CALL}, asked, first=1)
    tool = {KIND: "TOOL", "tool.name": "search", "input.value": "PEK", "output.value": '{"price": 640}'}
    t.span("search", tool, root)
    llm(t, root, {"role": "assistant", "content": "640."}, asked, {"role": "assistant", **CALL},
        {"role": "tool", "tool_call_id": "c1", "content": '{"price": 640}'}, first=1)  # fmt: skip
    run = t.run()
    assert [r.text for r in run.requests] == ["Fly me"]
    (call,) = run.tool_calls
    assert (call.call_id, call.arguments, call.data) == ("c1", {"to": "PEK"}, {"price": 640})
    assert run.closing is not None
    assert (run.closing.text, run.agent, run.id) == ("640.", "shopper", "shop/s")
    calls = [x for x in run.steps if isinstance(x, ModelCall)]
    assert [(x.model, x.input_tokens, x.output_tokens) for x in calls] == [("m", 10, 2)] * 2


def test_parts_of_a_message(trace: "type[Trace]") -> None:
    t = trace()
    part = "contents.{}.message_content.{}"
    said = {"role": "assistant", "content": "Hello."}
    said |= {part.format(0, "type"): "reasoning", part.format(0, "text"): "hm"}
    said |= {part.format(2, "type"): "text", part.format(2, "text"): "Hello."}
    llm(t, "", said)
    (call,) = [x for x in t.run().steps if isinstance(x, ModelCall)]
    assert (call.text, call.thinking) == ("Hello.", "hm")


def test_old_function_calls(trace: "type[Trace]") -> None:
    t = trace()
    llm(t, "", {"role": "assistant", "function_call_name": "search", "function_call_arguments_json": '{"to": "PEK"}'})
    (call,) = t.run().tool_calls
    assert (call.name, call.arguments, call.status) == ("search", {"to": "PEK"}, "unknown")


def test_only_input_and_output(trace: "type[Trace]") -> None:
    t = trace()
    sent = json.dumps({"messages": [[{"lc": 1, "id": ["HumanMessage"], "kwargs": {"content": "Fly me"}}]]})
    back = json.dumps({"generations": [[{"message": {"kwargs": {"content": "640."}, "id": ["AIMessage"]}}]]})
    t.span("Chat", {KIND: "LLM", "input.value": sent, "output.value": back})
    t.span("Chat", {KIND: "LLM", "input.value": "Fly me back", "output.value": "812."})
    runs = t.runs()
    assert [[r.text for r in x.requests] for x in runs] == [["Fly me", "Fly me back"]]
    assert [m.text for m in runs[0].messages] == ["640.", "812."]


def test_both_conventions_on_one_span(trace: "type[Trace]") -> None:
    t = trace()
    parts = [
        {"type": "text", "content": "I look."},
        {"type": "tool_call", "id": "c1", "name": "search", "arguments": {}},
    ]
    said = json.dumps([{"role": "assistant", "parts": parts}])
    both: dict[str, Any] = {
        "gen_ai.output.messages": said,
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.operation.name": "chat",
    }
    llm(t, "", {"role": "assistant", "content": "I look."}, **both)
    (call, tool) = t.run().steps
    assert isinstance(call, ModelCall)
    assert (call.text, call.calls, call.input_tokens) == ("I look.", 1, 10)
    assert tool.place == call.place


def test_kind_of_one_and_content_of_the_other(trace: "type[Trace]") -> None:
    t = trace()
    a = {KIND: "LLM", "gen_ai.system": "x", "gen_ai.request.model": "m", "gen_ai.response.content": "Hello."}
    t.span("llm.x", {**a, "gen_ai.usage.input_tokens": 7})
    (call,) = [x for x in t.run().steps if isinstance(x, ModelCall)]
    assert (call.text, call.model, call.input_tokens) == ("Hello.", "m", 7)


def test_look_ups_are_evidence(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    a = {KIND: "RETRIEVER", "input.value": "tents"}
    a |= {f"retrieval.documents.{n}.document.content": x for n, x in ((1, "TN-1 $389"), (4, "TN-2 $219"))}
    t.span("catalogue", a, root)
    query = {
        "gen_ai.operation.name": "retrieval",
        "gen_ai.data_source.id": "wiki",
        "gen_ai.retrieval.query.text": "tents",
    }
    t.span("retrieval wiki", {**query, "gen_ai.retrieval.documents": '[{"content": "TN-3 $99"}]'}, root)
    t.span("rerank", {KIND: "RERANKER", "input.value": "x", "output.value": "y"}, root)
    one, two = t.run().tool_calls
    assert (one.name, one.arguments, one.result) == ("catalogue", {"query": "tents"}, "TN-1 $389\n\nTN-2 $219")
    assert (two.name, two.arguments) == ("wiki", {"query": "tents"})
    assert "TN-3 $99" in two.result


def test_request_and_answer_in_a_root_without_models(trace: "type[Trace]") -> None:
    forms = [
        ("Fly me", "640."),
        ('{"question": "Fly me", "days": 3}', '{"answer": "640."}'),
        ('{"messages": [{"role": "user", "content": "Fly me"}]}',
         '{"messages": [{"type": "human", "content": "Fly me"}, {"type": "ai", "content": "640."}]}'),
    ]  # fmt: skip
    for n, (given, back) in enumerate(forms):
        t = trace(f"{n + 1:032x}")
        root = t.span("shopper", {KIND: "AGENT", "input.value": given, "output.value": back}, seconds=900)
        t.span("search", {KIND: "TOOL", "input.value": '{"to": "PEK"}', "output.value": "640"}, root)
        run = t.run()
        assert [r.text for r in run.requests] == ["Fly me"]
        assert run.closing is not None
        assert run.closing.text == "640."


def test_kinds_that_nobody_knows_are_nodes(trace: "type[Trace]") -> None:
    t = trace()
    root = t.span("x", {KIND: "UNKNOWN"}, seconds=9)
    for kind in ("DECISION", "EMBEDDING", "NEW"):
        t.span(kind, {KIND: kind, "input.value": "a"}, root)
    assert t.runs() == []


def test_plain_spans_are_no_steps(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.span("GET /free", {"http.request.method": "GET"}, root)
    t.span("", {}, root)
    t.chat(root, "Done.")
    assert len(t.run().steps) == 1
