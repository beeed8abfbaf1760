"""Messages in every form in which they are written down."""

import json
from typing import Any

import pytest

from planscope.collector.dialects import Call, Message
from planscope.collector.dialects.messages import answers, messages

ASKED = Call("search", {"q": "tent"}, "c1")
GIVEN = '{"q": "tent"}'

FORMS = {
    "opentelemetry": [
        {"role": "user", "parts": [{"type": "text", "content": "Hi"}]},
        {"role": "assistant", "parts": [
            {"type": "reasoning", "content": "hm"}, {"type": "text", "content": "I look."},
            {"type": "tool_call", "id": "c1", "name": "search", "arguments": {"q": "tent"}},
        ]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "result": "TN-1"}]},
    ],
    "openai chat": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "I look.", "reasoning_content": "hm", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "search", "arguments": GIVEN}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "TN-1"},
    ],
    "openai responses": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
        {"type": "reasoning", "summary": [{"type": "text", "text": "hm"}], "role": "assistant"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
        {"type": "function_call", "name": "search", "arguments": GIVEN, "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": "TN-1"},
    ],
    "anthropic": [
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "c1", "name": "search", "input": {"q": "tent"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": [
            {"type": "text", "text": "TN-1"}]}]},
    ],
    "bedrock": [
        {"role": "user", "content": [{"text": "Hi"}]},
        {"role": "assistant", "content": [
            {"type": "reasoning", "text": "hm"}, {"text": "I look."},
            {"toolUse": {"toolUseId": "c1", "name": "search", "input": {"q": "tent"}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "TN-1"}]}}]},
    ],
    "gemini": [
        {"role": "user", "parts": [{"text": "Hi"}]},
        {"role": "model", "parts": [
            {"type": "thinking", "text": "hm"}, {"text": "I look."},
            {"functionCall": {"id": "c1", "name": "search", "args": {"q": "tent"}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "search", "response": "TN-1"}}]},
    ],
    "langchain": [
        {"type": "human", "data": {"content": "Hi"}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "AIMessage"], "kwargs": {
            "content": "I look.", "reasoning_content": "hm",
            "tool_calls": [{"name": "search", "args": {"q": "tent"}, "id": "c1", "type": "tool_call"}]}},
        {"type": "tool", "content": "TN-1", "tool_call_id": "c1"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("write", [lambda x: x, json.dumps, lambda x: {"messages": x}, lambda x: [x]])
def test_forms(form: str, write: Any) -> None:
    found = messages(write(FORMS[form]))
    assert [(m.role, m.text) for m in found if m.text] == [("user", "Hi"), ("assistant", "I look.")]
    assert [m.thinking for m in found if m.thinking] == ["hm"]
    assert [c for m in found for c in m.calls] == [ASKED]
    assert [(i, t) for m in found for i, _, t in m.results] == [("c1", "TN-1")]


def test_results_without_an_id_belong_to_the_calls_before_them() -> None:
    calls = [{"function": {"name": n, "arguments": "{}"}, "id": i} for n, i in (("a", "c1"), ("b", "c2"))]
    found = messages(
        [
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "content": "one"},
            {"role": "tool", "content": "two", "status": "error"},
        ]
    )
    assert [m.results for m in found[1:]] == [(("c1", "a", "one"),), (("c2", "b", "two"),)]


def test_failed_results() -> None:
    block = {"type": "tool_result", "tool_use_id": "c1", "content": "no", "is_error": True}
    (found,) = messages([{"role": "user", "content": [block]}])
    assert found.failed == ("c1",)
    (found,) = messages([{"role": "tool", "tool_call_id": "c2", "content": "Error: sold out"}])
    assert found.failed == ("c2",)


def test_a_compaction_is_no_request() -> None:
    (found,) = messages([{"role": "user", "parts": [{"type": "compaction", "id": "x", "content": "so far: tents"}]}])
    assert (found.role, found.text) == ("summary", "so far: tents")


@pytest.mark.parametrize(
    "response",
    [
        {"choices": [{"message": {"role": "assistant", "content": "Hi"}}]},
        {"generations": [[{"text": "Hi", "message": {"kwargs": {"content": "Hi"}, "id": ["x", "AIMessage"]}}]]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Hi"}]}}]},
        {"output": [{"type": "message", "content": [{"type": "output_text", "text": "Hi"}]}]},
        {"output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}}},
        {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]},
        "Hi",
    ],
)
def test_answers(response: Any) -> None:
    assert [(m.role, m.text) for m in answers(response)] == [("assistant", "Hi")]
    if not isinstance(response, str):
        assert [(m.role, m.text) for m in answers(json.dumps(response))] == [("assistant", "Hi")]


def test_a_structured_answer_is_its_text() -> None:
    assert answers('{"total": 7}') == [Message("assistant", '{"total": 7}')]


@pytest.mark.parametrize("odd", [None, 7, "", [], [None, 7, []], [{"role": 7}], {"messages": {"a": 1}}, [[[]]], [{}]])
def test_odd_values_hold_nothing(odd: Any) -> None:
    assert [m for m in messages(odd) if m.text or m.calls or m.results] == []
    assert [m for m in answers(odd) if m.calls or m.results] == []
