"""What is wrong with a trace, when it is over, and two versions of a span."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from planscope.analyzers.check import check_run
from planscope.analyzers.detector import Finding, chosen, load_detectors
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace


def findings(run: Run) -> list[Finding]:
    found, checks = check_run(run, chosen(load_detectors(), ["data_quality"]))
    assert [c.outcome for c in checks] == ["found" if found else "clean"]
    return found


def forms(run: Run) -> list[tuple[str, str]]:
    return [(f.form, f.severity) for f in findings(run)]


def test_five_hundred_orphans_are_one_finding(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    lost = [t.span("GET /free", {}, "f" * 16, seconds=0.1) for _ in range(500)]
    t.chat(root, "Done.")
    (finding,) = findings(t.run())
    assert (finding.form, finding.severity) == ("orphan", "warning")
    assert finding.message.startswith("500 spans have a parent that is not in the trace; the first: parent span ffff")
    assert [e.place.position for e in finding.evidence] == lost[:5]


def test_a_parent_elsewhere_is_no_orphan(trace: "type[Trace]") -> None:
    t = trace()
    t.chat(t.agent(parent="e" * 16), "Done.")  # the upper end of what this file holds
    assert forms(t.run()) == []
    t.span("GET /free", {}, "f" * 16, flags=0x301)  # called by another process
    assert forms(t.run()) == []


def test_a_span_that_is_its_own_parent(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.tool(root, "search", {"q": "tent"})
    t.raw[-1]["parentSpanId"] = t.raw[-1]["spanId"]
    t.chat(root, "Done.")
    (finding,) = findings(t.run())
    assert (finding.form, finding.message) == ("orphan", "span 'execute_tool search' names itself as its parent")
    assert [c.name for c in t.run().tool_calls] == ["search"]


def test_nothing_is_an_orphan_while_the_trace_may_grow(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent(endTimeUnixNano="0")
    t.span("GET /free", {}, "f" * 16)
    t.chat(root, "Working.")
    assert (t.run().state, forms(t.run())) == ("growing", [])


def test_state(trace: "type[Trace]") -> None:
    t = trace()
    t.tool("d" * 16, "search", {"q": "tent"})  # its agent has not ended, so its span was not sent
    assert t.run().state == "growing"
    t.chat("d" * 16, "TN-1 it is.")
    assert t.run().state == "ended"
    t.chat("d" * 16, "I look again.", calls=[("k2", "search", {})])
    assert t.run().state == "growing"


def test_two_versions_of_a_span(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, calls=[("k1", "free_space", {})])
    tool = t.tool(root, "free_space", {}, {"edge": "48 %"}, id="k1")
    t.raw.append(t.raw[-1])
    assert forms(t.run()) == []
    other = t.tool(root, "free_space", {}, {"edge": "12 %"}, id="k1")
    t.raw[-1]["spanId"] = tool
    t.chat(root, "48 % are free.", sent=[trace.answered("k1", {"edge": "48 %"})])
    for spans in (t.spans(), t.spans()[::-1]):
        (run,) = runs_of(spans)
        (finding,) = findings(run)
        assert (finding.form, finding.severity) == ("conflicting-duplicate", "warning")
        assert finding.evidence[0].place.position == tool != other
        assert [c.data for c in run.tool_calls] == [{"edge": "48 %"}], "the model's copy counts"


def test_a_span_sent_when_it_began_and_when_it_ended_is_one(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent(attributes={"logfire.span_type": "span", "logfire.msg": "shopper run"})
    begun = {**t.raw[0], "spanId": "b" * 16, "parentSpanId": root, "endTimeUnixNano": t.raw[0]["startTimeUnixNano"]}
    begun["attributes"] = [
        {"key": "logfire.span_type", "value": {"stringValue": "pending_span"}},
        {"key": "logfire.pending_parent_id", "value": {"stringValue": "0" * 16}},
        {"key": "logfire.msg", "value": {"stringValue": "about to run"}},
        {"key": "gen_ai.operation.name", "value": {"stringValue": "invoke_agent"}},
    ]
    final = t.raw.pop()
    t.raw.append(begun)
    t.chat(root, "Working.")
    assert t.run().state == "growing"
    t.raw.append(final)
    assert (t.run().state, t.run().agent, forms(t.run())) == ("ended", "shopper", [])


@pytest.mark.parametrize(
    ("fields", "form"),
    [
        ({"endTimeUnixNano": "1"}, ("odd-times", "warning")),
        ({"startTimeUnixNano": "0"}, ("odd-times", "warning")),
        ({"endTimeUnixNano": "0"}, ("unfinished", "info")),
        ({"name": ""}, ("odd-name", "info")),
        ({"droppedAttributesCount": 35}, ("dropped-attributes", "info")),
    ],
)
def test_odd_spans_are_kept_and_named(trace: "type[Trace]", fields: dict[str, object], form: tuple[str, str]) -> None:
    t = trace()
    root = t.agent()
    t.tool(root, "search", {"q": "tent"})
    t.raw[-1].update(fields)
    t.chat(root, "Done.")
    run = t.run()
    assert forms(run) == [form]
    assert [c.name for c in run.tool_calls] == ["search"]


def test_cut_and_hidden_content(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.tool(root, "search", {"q": "tent"}, '{"items": [{"sku": "TN-1"...[TRUNCATED: original length 48716]')
    t.tool(
        root, "search", {"q": "stove"}, '{"items": [' + '{"sku": "ST-1", "text": "a small one"}, ' * 9 + '{"sku": "S'
    )
    t.tool(root, "secret", {"q": "stove"}, "__REDACTED__")
    t.tool(root, "quiet", {"q": "stove"}, None)
    t.chat(root, "Done.")
    run = t.run()
    assert [c.content for c in run.tool_calls] == ["truncated", "truncated", "redacted", "not_captured"]
    assert forms(run) == [("truncated-result", "warning"), ("redacted", "info")]


def test_messages_that_are_cut(trace: "type[Trace]") -> None:
    t = trace()
    whole = '[{"role": "user", "parts": [{"type": "text", "content": "' + "Find a tent. " * 40
    chat = t.chat(t.agent(), "Done.", attributes={"gen_ai.input.messages": whole})
    (finding,) = findings(t.run())
    assert (finding.form, finding.evidence[0].place.position) == ("truncated-messages", chat)


def test_content_capture_is_off(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root)
    t.raw[-1]["attributes"] = [a for a in t.raw[-1]["attributes"] if "messages" not in a["key"]]
    t.tool(root, "search", None, None)
    t.tool(root, "buy", None, None)
    run = t.run()
    assert forms(run) == [("not-captured", "info")]
    assert [c.content for c in run.tool_calls] == ["not_captured"] * 2
    t.tool(root, "say", {}, "hello")
    assert "no message of a model" in findings(t.run())[0].message


def test_unreadable_attributes_cost_that_record_only(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    deep = "[" * 5000
    t.chat(root, "Done.", sent=[trace.user("Go")])
    t.chat(root, attributes={"gen_ai.input.messages": deep, "gen_ai.output.messages": '{"a": {"b": 7}}'})
    t.tool(root, "search", None, deep, attributes={"gen_ai.tool.call.arguments": "{'q': __import__('os')}"})
    t.span("odd", {"openinference.span.kind": {"a": 1}, "llm.input_messages.0": "x", "llm.input_messages.0.a": 1}, root)
    t.span("odd", {"openinference.span.kind": "LLM", "llm.output_messages": [1, None, ["x"], {"message": 7}]}, root)
    run = t.run()
    assert run.messages[0].text == "Done."
    assert run.tool_calls[0].arguments == "{'q': __import__('os')}"


def test_where_the_other_version_stands_and_how_it_differs(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    tool = t.tool(root, "free_space", {}, "much the same words, " * 8 + "and 48 %", id="k1")
    t.chat(root, "Done.")
    other = t.tool(root, "free_space", {}, "much the same words, " * 8 + "and 12 %", id="k1")
    t.raw[-1]["spanId"] = tool
    one, two = t.spans(), [replace(x, place=replace(x.place, file="b.jsonl")) for x in t.spans()[-1:]]
    (run,) = runs_of([*one[:-1], *two])
    (finding,) = findings(run)
    kept = finding.evidence[0].place.file
    stands = f"{'trace.jsonl' if kept == 'b.jsonl' else 'b.jsonl'}:{tool}"
    assert finding.message == (
        f"span {tool} came twice with different gen_ai.tool.call.result; one was kept; the other is {stands}"
    )
    assert "48 %" in finding.evidence[0].quote
    assert "12 %" in finding.evidence[0].quote
    assert tool != other


def test_a_trace_that_begins_in_several_files_is_said(trace: "type[Trace]") -> None:
    t = trace()
    for _ in range(3):
        t.chat(t.agent(), "Done.")
    whole = t.spans()
    assert forms(runs_of(whole)[0]) == [], "several roots in one file are what that program did"
    spread = [replace(x, place=replace(x.place, file=f"{'abc'[n // 2]}.jsonl")) for n, x in enumerate(whole)]
    (run,) = runs_of(spread)
    (finding,) = findings(run)
    assert (finding.form, finding.severity) == ("shared-trace", "info")
    assert "begins in 3 files (a.jsonl, b.jsonl, c.jsonl), read as one" in finding.message
    t = trace()
    t.tool(t.agent(), "search", {})
    t.chat(t.raw[0]["spanId"], "Done.")
    rotated = [replace(x, place=replace(x.place, file=f"{n}.jsonl")) for n, x in enumerate(t.spans())]
    assert forms(runs_of(rotated)[0]) == []
