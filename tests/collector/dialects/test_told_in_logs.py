"""Log records that tell of an agent's work: events of coding agents, alone and beside spans of the same calls, and
messages that were logged one by one.
"""

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from planscope.collector import otlp
from planscope.collector.interpret import runs_of
from planscope.collector.run import Compaction, ModelCall, Run, UserMessage
from planscope.collector.span import Span
from planscope.collector.told_in_logs import events_of
from tests.collector.dialects.conftest import SECOND, START, pairs

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace

ITEMS = [{"content": "Find a tent", "status": "in_progress"}, {"content": "Book a site", "status": "pending"}]
PLAN = [{"step": x["content"], "status": x["status"]} for x in ITEMS]


class Log:
    """Events of one session, each a second after the one before."""

    def __init__(self, program: str, service: str, **session: str) -> None:
        self.program, self.service, self.session = program, service, session
        self.raw: list[dict[str, Any]] = []
        self.clock = 0

    def event(self, kind: str, **a: Any) -> None:
        self.clock += 1
        at = a.pop("at", self.clock)
        named = {"event.name": f"{self.program}.{kind}", **self.session, **a}
        named = {k.replace("__", "."): v for k, v in named.items()}
        self.raw.append({"timeUnixNano": str(START + int(at * SECOND)), "attributes": pairs(named)})

    def export(self, *raw: dict[str, Any]) -> dict[str, Any]:
        resource = {"attributes": pairs({"service.name": self.service})}
        return {"resourceLogs": [{"resource": resource, "scopeLogs": [{"logRecords": list(raw or self.raw)}]}]}

    def spans(self) -> list[Span]:
        return list(events_of(self.export(), "logs.jsonl", 3))

    def run(self) -> Run:
        (run,) = runs_of(self.spans())
        return run


def claude_code() -> Log:
    log = Log("claude_code", "claude-code", session__id="s1")
    log.event("user_prompt", prompt="Plan a camping trip", prompt_length="19")
    used = {"input_tokens": "60", "output_tokens": "20", "cache_read_tokens": "30", "cache_creation_tokens": "10"}
    log.event("api_request", model="m", request_id="r1", duration_ms="500", query_source="repl_main_thread", **used)
    log.event("api_request", model="small", request_id="r2", query_source="generate_session_title", **used)
    log.event("assistant_response", request_id="r1", model="m", response="I look for a tent.", at=2)
    log.event("tool_decision", tool_name="TodoWrite", tool_use_id="c1", decision="accept")
    log.event("tool_result", tool_name="TodoWrite", tool_use_id="c1", success="true", duration_ms="10",
              tool_input=json.dumps({"todos": ITEMS}))  # fmt: skip
    log.event("tool_result", tool_name="Bash", tool_use_id="c2", success="false", error="no site is free",
              duration_ms="100", tool_parameters=json.dumps({"full_command": "book 7"}))  # fmt: skip
    log.event("tool_decision", tool_name="Write", tool_use_id="c3", decision="reject", source="user_reject")
    log.event("tool_result", tool_name="mcp_tool", tool_use_id="c4", success="true",
              tool_parameters=json.dumps({"mcp_server_name": "maps", "mcp_tool_name": "route"}))  # fmt: skip
    log.event("hook_execution_start", hook_name="x")
    return log


def test_claude_code() -> None:
    run = claude_code().run()
    assert (run.id, run.state) == ("claude-code/s1", "growing")
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    (asked,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asked.text, asked.model) == ("I look for a tent.", "m")
    assert (asked.input_tokens, asked.output_tokens, asked.cache_read_tokens) == (100, 20, 30)
    assert [(i.text, i.status) for i in run.lists[0].version.items] == [
        ("Find a tent", "in_progress"),
        ("Book a site", "pending"),
    ]
    failed, refused, route = run.tool_calls
    assert (failed.name, failed.status, failed.result) == ("Bash", "error", "no site is free")
    assert (failed.arguments, failed.call_id) == ({"command": "book 7"}, "c2")
    assert (refused.name, refused.status) == ("Write", "rejected")
    assert (route.name, route.status, route.content) == ("mcp__maps__route", "ok", "not_captured")
    assert failed.place.position == "3/6", "the line, and the record's place in it"


def test_names_of_events_in_older_records() -> None:
    """The name in the body, in an attribute without the program's name, in the field that newer records have."""
    log = claude_code()
    expected = log.run().steps
    scope = {"scope": {"name": "com.anthropic.claude_code.events"}}
    for form in ("body", "scope", "field"):
        raw = []
        for record in log.raw:
            name = record["attributes"][0]["value"]["stringValue"]
            short = {"key": "event.name", "value": {"stringValue": name.removeprefix("claude_code.")}}
            more = {"body": {"stringValue": name}} if form == "body" else {}
            more = {"eventName": name} if form == "field" else more
            raw.append({**record, **more, "attributes": [short, *record["attributes"][1:]]})
        export = log.export(*raw)
        if form == "scope":
            export["resourceLogs"][0]["scopeLogs"][0] |= scope
        (run,) = runs_of(events_of(export, "logs.jsonl", 3))
        assert run.steps == expected, form


def test_claude_code_spans_and_events_of_the_same_calls_count_once(trace: "type[Trace]") -> None:
    t = trace(service="claude-code")
    a = {"session.id": "s1"}
    root = t.span("claude_code.interaction", {**a, "user_prompt": "Plan a camping trip"}, seconds=30)
    used = {"input_tokens": 60, "output_tokens": 20, "cache_read_tokens": 30, "cache_creation_tokens": 10}
    t.span("claude_code.llm_request", {**a, "model": "m", "request_id": "r1", **used}, root)
    said = {"name": "tool.output", "attributes": pairs({"output": "Todos have been modified"})}
    for call_id, name in (("c1", "TodoWrite"), ("c2", "Bash"), ("c3", "Write")):
        own = {**a, "tool_name": name, "tool_use_id": call_id}
        tool = t.span("claude_code.tool", own, root, seconds=9, events=[said] if name == "TodoWrite" else [])
        if name == "Write":
            t.span("claude_code.tool.blocked_on_user", {**a, "decision": "reject"}, tool)
        else:
            done = {"success": name != "Bash", **({"error": "no site is free"} if name == "Bash" else {})}
            t.span("claude_code.tool.execution", {**a, "tool_use_id": call_id, **done}, tool)
    spans = [*t.spans(), *claude_code().spans()]
    (run,) = runs_of(spans)
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    (asked,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asked.text, asked.input_tokens) == ("I look for a tent.", 100)
    assert run.lists[0].result == "Todos have been modified"
    assert [(c.name, c.status) for c in run.tool_calls] == [
        ("Bash", "error"), ("Write", "rejected"), ("mcp__maps__route", "ok"),
    ]  # fmt: skip
    assert run.tool_calls[0].arguments == {"command": "book 7"}
    assert run.state == "ended", "the span that encloses it has ended"
    for seed in range(5):
        random.Random(seed).shuffle(spans)
        assert runs_of(spans) == [run]


def test_codex() -> None:
    log = Log("codex", "codex_cli_rs", conversation__id="s1")
    log.event("conversation_starts", model="m")
    log.event("user_prompt", prompt="Plan a camping trip")
    log.event("sse_event", event__kind="response.output_item.done")
    log.event("sse_event", event__kind="response.completed", model="m", input_token_count="100",
              output_token_count="20", cached_token_count="40")  # fmt: skip
    log.event("tool_result", tool_name="update_plan", call_id="c1", arguments=json.dumps({"plan": PLAN}),
              success="true", output="Plan updated", duration_ms="1")  # fmt: skip
    log.event("tool_result", tool_name="exec_command", call_id="c2", arguments='{"cmd": "book 7"}', success="false",
              output="no site is free")  # fmt: skip
    log.event("tool_decision", tool_name="exec_command", call_id="c3", decision="denied")
    log.event("agent_response", response="No site is free.", agent__type="main")
    run = log.run()
    assert (run.id, run.state) == ("codex_cli_rs/s1", "ended")
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    assert [i.status for i in run.lists[0].version.items] == ["in_progress", "pending"]
    (asked,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asked.input_tokens, asked.output_tokens, asked.cache_read_tokens) == (100, 20, 40)
    failed, refused = run.tool_calls
    assert (failed.status, failed.arguments, failed.result) == ("error", {"cmd": "book 7"}, "no site is free")
    assert refused.status == "rejected"
    assert run.closing is not None
    assert run.closing.text == "No site is free."


def test_a_sub_agent_of_codex_names_its_caller() -> None:
    log = Log("codex", "codex_cli_rs", conversation__id="s2", parent__conversation__id="s1")
    log.event("agent_response", response="Done.", agent__type="subagent")
    main = Log("codex", "codex_cli_rs", conversation__id="s1")
    main.event("user_prompt", prompt="Plan a camping trip")
    assert {r.id: r.parent_id for r in runs_of([*log.spans(), *main.spans()])} == {
        "codex_cli_rs/s1": None,
        "codex_cli_rs/s2": "codex_cli_rs/s1",
    }


def gemini_cli() -> Log:
    log = Log("gemini_cli", "gemini-cli", session__id="s1")
    log.event("user_prompt", prompt="Plan a camping trip", prompt_id="p1")
    answer = {"candidates": [{"content": {"role": "model", "parts": [{"text": "I look for a tent."}]}}]}
    used = {"model": "m", "input_token_count": 100, "output_token_count": 20, "cached_content_token_count": 40}
    log.event("api_response", duration_ms=500, role="main", response_text=json.dumps([answer]), **used)
    log.event("api_response", duration_ms=9, role="utility_router", **used)
    log.event("tool_call", function_name="write_todos", function_args=json.dumps({"todos": ITEMS}), success=True,
              duration_ms=5)  # fmt: skip
    log.event("tool_call", function_name="book", function_args='{"id": 7}', success=False, error="no site is free",
              duration_ms=500)  # fmt: skip
    log.event("tool_call", function_name="book", function_args='{"id": 8}', success=False, decision="reject")
    log.event("chat_compression", tokens_before=1)
    return log


def test_gemini_cli() -> None:
    run = gemini_cli().run()
    assert run.id == "gemini-cli/s1"
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    (asked,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asked.text, asked.input_tokens, asked.cache_read_tokens) == ("I look for a tent.", 100, 40)
    assert len(run.lists[0].version.items) == 2
    failed, refused = run.tool_calls
    assert (failed.status, failed.arguments, failed.result) == ("error", {"id": 7}, "no site is free")
    assert refused.status == "rejected"
    assert isinstance(run.steps[-1], Compaction)


def test_gemini_cli_spans_and_events_without_ids_count_once(trace: "type[Trace]") -> None:
    """A call by its name, arguments and time; a request by its usage and time, told three times."""
    log = gemini_cli()
    details = {"gen_ai.operation.name": "generate_content", "gen_ai.request.model": "m",
               "gen_ai.usage.input_tokens": 100, "gen_ai.usage.output_tokens": 20,
               "event.name": "gen_ai.client.inference.operation.details", "session.id": "s1"}  # fmt: skip
    log.raw.append({"timeUnixNano": str(START + 2 * SECOND), "attributes": pairs(details)})
    t = trace(service="gemini-cli", at=4)
    own = {"gen_ai.conversation.id": "s1", "gen_ai.tool.name": "book", "gen_ai.tool.call_id": "c7"}
    given, back = json.dumps({"request": {"name": "book", "args": {"id": 7}}}), json.dumps({"error": "no site is free"})
    t.span("tool_call", {**own, "gen_ai.operation.name": "tool_call", "input-json": given, "output-json": back},
           status={"code": 2, "message": "no site is free"})  # fmt: skip
    (run,) = runs_of([*t.spans(), *log.spans()])
    (asked,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (asked.text, asked.input_tokens) == ("I look for a tent.", 100)
    assert [(c.call_id, c.status, c.arguments) for c in run.tool_calls] == [
        ("c7", "error", {"id": 7}),
        ("", "rejected", {"id": 8}),
    ]


def test_prompts_kept_back_are_no_requests() -> None:
    for program, service, mark in (("claude_code", "x", "<REDACTED>"), ("codex", "y", "[REDACTED]")):
        log = Log(program, service, session__id="s1")
        log.event("user_prompt", prompt=mark)
        log.event("tool_result", tool_name="Bash", success="true")
        assert log.run().requests == ()


def test_a_record_twice_is_one_and_one_without_session_is_none() -> None:
    log = claude_code()
    once = log.spans()
    assert runs_of([*once, *once]) == runs_of(once)
    lost = Log("claude_code", "claude-code")
    lost.event("user_prompt", prompt="Plan a camping trip")
    assert lost.spans() == []


@pytest.mark.parametrize("exported", [True, False])
def test_messages_that_were_logged_one_by_one(trace: "type[Trace]", exported: bool) -> None:
    """They belong to the span that they name; where it was not exported, they are a model call all the same."""
    t = trace()
    root = t.agent(conversation="s1")
    chat = t.chat(root, attributes={"gen_ai.system": "x", "gen_ai.conversation.id": "s1"})
    t.raw[-1]["attributes"] = [a for a in t.raw[-1]["attributes"] if "messages" not in a["key"]]
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"what": "tent"}'}}
    bodies = [("gen_ai.user.message", {"content": "Plan a camping trip"}),
              ("gen_ai.choice", {"index": 0, "message": {"role": "assistant", "tool_calls": [call]}})]  # fmt: skip
    records = [
        {"traceId": t.trace, "spanId": chat, "eventName": name, "body": otlp_value(body),
         "timeUnixNano": str(START + t.clock * SECOND + n),
         "attributes": pairs({"gen_ai.system": "x", "gen_ai.conversation.id": "s1"})}
        for n, (name, body) in enumerate(bodies)
    ]  # fmt: skip
    logs = {"resourceLogs": [{"resource": {"attributes": pairs({"service.name": "shop"})},
                              "scopeLogs": [{"logRecords": records}]}]}  # fmt: skip
    spans = t.spans() if exported else t.spans()[:1]
    (run,) = runs_of([*spans, *events_of(logs, "logs.jsonl")])
    assert [r.text for r in run.requests] == ["Plan a camping trip"]
    assert [(c.name, c.arguments) for c in run.tool_calls] == [("search", {"what": "tent"})]
    assert sum(isinstance(x, ModelCall) for x in run.steps) == 1
    assert sum(x.input_tokens or 0 for x in run.steps if isinstance(x, ModelCall)) == (100 if exported else 0)


def otlp_value(x: Any) -> dict[str, Any]:
    value: dict[str, Any] = pairs({"x": x})[0]["value"]
    return value


def test_hostile_records_cost_themselves_alone() -> None:
    log = claude_code()
    odd: list[Any] = [
        {"attributes": pairs({"event.name": "claude_code.tool_result", "session.id": "s1", "duration_ms": "x"})},
        {"timeUnixNano": str(2**63), "attributes": pairs({"event.name": "claude_code.api_request"})},
        {"attributes": pairs({"event.name": "codex.tool_result", "conversation.id": [1], "arguments": 7})},
        {"attributes": pairs({"event.name": "gemini_cli.api_response", "session.id": "s1", "response_text": "[[[["})},
    ]
    spans = list(events_of(log.export(*log.raw, *odd), "logs.jsonl"))
    assert otlp.objects(log.export(), "resourceLogs")
    run = next(r for r in runs_of(spans) if r.id == "claude-code/s1")
    assert any(isinstance(x, UserMessage) for x in run.steps)
