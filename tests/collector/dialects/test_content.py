"""What attribute values hold: arguments, results, flattened lists, cut and hidden text."""

from typing import Any

import pytest

from planscope.collector.dialects.content import arguments, flattened, is_cut, loaded, result, state_of

SCHEMA = '{"properties": {"to": {"type": "string"}}}'


@pytest.mark.parametrize(
    ("raw", "schema", "expected"),
    [
        ('{"to": "PEK"}', None, {"to": "PEK"}),
        ("{'to': 'PEK', 'n': None}", None, {"to": "PEK", "n": None}),
        ({"to": "PEK"}, None, {"to": "PEK"}),
        ("PEK", SCHEMA, {"to": "PEK"}),
        ("PEK", '{"function": 1, "parameters": ' + SCHEMA + "}", {"to": "PEK"}),
        ("PEK", '{"properties": {"to": {}, "from": {}}}', "PEK"),
        ("PEK", None, "PEK"),
        ('{"input_str": "x", "inputs": {"to": "PEK"}, "tags": []}', None, {"to": "PEK"}),
        ('{"input_str": "{\'to\': \'PEK\'}", "tags": []}', None, {"to": "PEK"}),
        ('{"args": ["PEK"], "kwargs": {"n": 1}}', None, {"arg0": "PEK", "n": 1}),
        ('{"args": ["PEK"], "kwargs": {}}', None, "PEK"),
        ('{"args": ["PEK"], "kwargs": {}}', '{"properties": {"to": {}}}', {"to": "PEK"}),
        ('{"args": [{"to": "PEK"}], "kwargs": {}}', None, {"to": "PEK"}),
        ("{'to': open('/etc/passwd')}", None, "{'to': open('/etc/passwd')}"),
        ("{not json", None, "{not json"),
        (None, SCHEMA, None),
    ],
)
def test_arguments(raw: Any, schema: Any, expected: Any) -> None:
    assert arguments(raw, schema) == expected


TOOL_MESSAGE = {"lc": 1, "type": "constructor", "kwargs": {"content": "sold out", "tool_call_id": "c1"}}


@pytest.mark.parametrize(
    ("raw", "text", "data"),
    [
        ("sold out", "sold out", None),
        ('{"a":1}', '{"a":1}', {"a": 1}),
        ('"sold out"', "sold out", None),
        ('"{\\"a\\": 1}"', '{"a": 1}', {"a": 1}),
        ({"a": 1}, '{"a": 1}', {"a": 1}),
        ([{"text": '[{"no": 1}]'}], '[{"no": 1}]', [{"no": 1}]),
        ('[{"type": "text", "text": "a"}, {"type": "image", "data": "x"}]', "a\n[image]", None),
        ('[{"text": "a", "price": 7}]', '[{"text": "a", "price": 7}]', [{"text": "a", "price": 7}]),
        (TOOL_MESSAGE, "sold out", None),
        ({"output": TOOL_MESSAGE}, "sold out", None),
        ({"type": "tool", "data": {"content": '{"a": 1}'}}, '{"a": 1}', {"a": 1}),
        ({"update": {"todos": [], "messages": [TOOL_MESSAGE, TOOL_MESSAGE]}}, "sold out\nsold out", None),
        ({"content": [{"type": "text", "text": "a"}], "isError": False}, "a", None),
        ({"content": "a", "sku": 7}, '{"content": "a", "sku": 7}', {"content": "a", "sku": 7}),
        (None, "", None),
        ("", "", None),
        ("[" * 3000, "[" * 3000, None),
    ],
)
def test_result(raw: Any, text: str, data: Any) -> None:
    assert result(raw) == (text, data)


def test_flattened_lists_have_gaps_and_begin_anywhere() -> None:
    a = {
        "m.10.message.role": "tool", "m.2.message.role": "user", "m.2.message.content": "hi",
        "m.x.message.role": "odd", "m.3": "no member", "other.0.message": 1,
    }  # fmt: skip
    assert flattened(a, "m") == [{"message": {"role": "user", "content": "hi"}}, {"message": {"role": "tool"}}]
    assert flattened({"m": '[{"role": "user"}]'}, "m") == [{"role": "user"}]
    assert flattened({"m.0": "x", "m.0.a": 1, "m.0.a.b": 2}, "m") == [{"a": {"b": 2}}]


def test_texts_from_json_can_be_written() -> None:
    assert loaded('["cut \\ud83d", {"\\udc00": 1}]')[0].encode()


@pytest.mark.parametrize(
    "value",
    [
        "abc...[TRUNCATED: original length 48716]",
        '{"a": "b...[TRUNCATED: original length 48716]"}',
        "some text [truncated]",
        "some text ...<truncated>",
        "some text (output truncated, 3000 characters)",
        "some text… truncated",
        '[{"sku": "TN-1", "text": "' + "long " * 30,
        '{"items": [1, 2, 3' + ", 4" * 40,
        '{"items": [{"a": 1}, ' * 8,
    ],
)
def test_cut(value: str) -> None:
    assert is_cut(value)


@pytest.mark.parametrize(
    "value",
    [
        "3 files were truncated",
        "app.log truncated",
        "truncate() [see manual]",
        "[truncated] lines are marked so; here are the rest of them: " + "x" * 500,
        '{"a": 1}\n{"a": 2}\n' * 20,
        "[INFO] started " * 20,
        "{'a': 1, 'b': [" * 20,
        '[{"a": 1}] and then some more text after the list, which is not JSON but whole' * 2,
        '{"a": ' + "broken in the middle " * 20 + "}",
        "",
        None,
        7,
    ],
)
def test_not_cut(value: Any) -> None:
    assert not is_cut(value)


def test_state() -> None:
    assert state_of((None, None)) == "not_captured"
    assert state_of(("{}", "ok")) == "present"
    assert state_of(("{}", "<REDACTED>")) == "redacted"
    assert state_of(('{"a": "<REDACTED>"}', "the word redacted")) == "present"
    assert state_of(("{}", "x [truncated]")) == "truncated"


def test_hostile_texts_take_no_time() -> None:
    for value in ("[(<" * 2_000_000, '{"' * 3_000_000, "(truncated" * 600_000, "." * 6_000_000, "{'" * 1_000_000):
        state_of((value, value))
        result(value)
        arguments(value)
