"""The OpenAI Agents SDK's own trace export, written from its description."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.files import read_file
from planscope.collector.interpret import runs_of
from planscope.collector.run import ModelCall, Run, Verdict

PLAN = [{"step": "Find a tent", "status": "in_progress"}, {"step": "Book a site", "status": "pending"}]
USAGE = {"input_tokens": 100, "output_tokens": 20, "input_tokens_details": {"cached_tokens": 40}}


def span(number: int, parent: int | None, error: Any = None, **data: Any) -> dict[str, Any]:
    at = f"2026-03-02T09:00:{number:02}"
    return {"object": "trace.span", "id": f"span_{number}", "trace_id": "trace_1",
            "parent_id": None if parent is None else f"span_{parent}", "started_at": f"{at}+00:00",
            "ended_at": f"{at}.500000+00:00", "span_data": data, "error": error}  # fmt: skip


TRACE = {"object": "trace", "id": "trace_1", "workflow_name": "trip", "group_id": "thread-1", "metadata": None}
ASKED = [{"role": "user", "content": "Plan a camping trip"}]
SAID = [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "No site is free."}]}]
OBJECTS = [
    span(2, 1, type="agent", name="camper", tools=["update_plan", "book"], handoffs=[]),
    span(1, None, type="custom", name="task", data={"sdk_span_type": "task", "usage": {"input_tokens": 200}}),
    TRACE,
    span(3, 2, type="response", response_id="r1", usage=USAGE),
    span(4, 2, type="function", name="update_plan", input=json.dumps({"plan": PLAN}), output="Plan updated"),
    span(5, 2, {"message": "Error running tool", "data": {"error": "no site is free"}}, type="function", name="book",
         input='{"id": 7}', output=None),
    span(6, 2, type="generation", input=ASKED, output=SAID, model="m", usage=USAGE),
    span(7, 2, type="guardrail", name="price_check", triggered=True),
    span(8, 2, type="handoff", from_agent="camper", to_agent="driver"),
]  # fmt: skip


def written(path: Path, form: str, objects: Sequence[Any]) -> Path:
    if form == "lines":
        path.write_text("".join(json.dumps(x) + "\n" for x in objects))
    else:
        path.write_text(json.dumps(list(objects) if form == "list" else {"data": list(objects)}))
    return path


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Run]:
    def of(form: str = "lines", objects: Sequence[Any] = OBJECTS) -> Run:
        spans, facts = read_file(written(tmp_path / "trace.json", form, objects), "trace.json")
        assert (facts.format, facts.problem) == ("openai-agents", "")
        (run,) = runs_of(spans)
        return run

    return of


@pytest.mark.parametrize("form", ["lines", "list", "body"])
def test_an_export_is_one_run(read: Callable[..., Run], form: str) -> None:
    run = read(form)
    assert (run.id, run.agent, run.state) == ("trip/thread-1", "camper", "ended")
    assert sorted(run.tools or ()) == ["book", "update_plan"]
    assert [(i.text, i.status) for i in run.lists[0].version.items] == [
        ("Find a tent", "in_progress"),
        ("Book a site", "pending"),
    ]
    (book,) = run.tool_calls
    assert (book.name, book.status, book.arguments) == ("book", "error", {"id": 7})
    assert book.result == "Error running tool: no site is free"
    assert book.place.position == "span_5"


def test_usage_is_that_of_model_calls(read: Callable[..., Run]) -> None:
    calls = [x for x in read().steps if isinstance(x, ModelCall)]
    assert [(x.input_tokens, x.output_tokens, x.cache_read_tokens) for x in calls] == [(100, 20, 40)] * 2
    assert calls[1].text == "No site is free."
    assert [r.text for r in read().requests] == ["Plan a camping trip"]


def test_a_guardrail_that_was_triggered_is_a_verdict(read: Callable[..., Run]) -> None:
    (verdict,) = (x for x in read().steps if isinstance(x, Verdict))
    assert (verdict.name, verdict.outcome) == ("price_check", "fail")


def test_order_does_not_matter_and_odd_objects_cost_themselves(read: Callable[..., Run], tmp_path: Path) -> None:
    assert read(objects=OBJECTS[::-1]) == read()
    odd = [7, {"object": "trace.span", "id": "span_9"}, {"object": "trace.span", "id": "x", "trace_id": 3}]
    path = written(tmp_path / "odd.jsonl", "lines", [*OBJECTS, *odd])
    spans, facts = read_file(path, "odd.jsonl")
    assert (len(spans), len(facts.skipped)) == (len(OBJECTS) - 1, 3)
