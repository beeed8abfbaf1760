"""Calls in programs: what is read without running it."""

import pytest

from planscope.collector.transcripts.code_mode import Nested, mentions, nested_calls


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("tools.x({a: 1, 'b': [true, null,], \"c\": -1.5e3})", {"a": 1, "b": [True, None], "c": -1500.0}),
        (
            "tools.x({a: 'it\\'s', b: \"\\u0041\\x42\\u{43}\\n\", c: `two\nlines`})",
            {"a": "it's", "b": "ABC\n", "c": "two\nlines"},
        ),
        ("tools . x ( /* one */ {a: 'x' + \"y\" // two\n})", {"a": "xy"}),
        ("tools.x()", {}),
        ("tools.x(`patch`, {more: true})", "patch"),
        ("tools.x({a: {}, b: []})", {"a": {}, "b": []}),
    ],
)
def test_literals_are_read(code: str, arguments: object) -> None:
    assert nested_calls(code) == [Nested("x", arguments, True)]


@pytest.mark.parametrize(
    "argument",
    [
        "a",
        "{a: b}",
        "{a}",
        "{...a}",
        "`x${y}`",
        "'a' + b",
        "[1, f()]",
        "{a: 1",
        "'open",
        "{[k]: 1}",
        "1 + n",
        "'x'.trim()",
    ],
)
def test_what_is_computed_stays_unknown(argument: str) -> None:
    (call,) = nested_calls(f"await tools.x({argument})")
    assert (call.name, call.arguments, call.known) == ("x", None, False)


def test_strings_comments_and_other_objects_hold_no_calls() -> None:
    code = """
    // tools.a({})
    /* tools.b({}) */
    const s = "tools.c({})" + 'tools.d({})' + `tools.e({}) ${tools.f}`;
    const r = s.replace(/"tools/g, "");
    mytools.g({}); other.tools.h({});
    await tools.mcp.shop.find({what: "foil"});
    """
    assert nested_calls(code) == [Nested("mcp.shop.find", {"what": "foil"}, True)]


def test_a_program_speaks_of_a_tool() -> None:
    assert mentions('tools.update_plan({}); grep("update_plan is here")', "update_plan") == 1
    assert mentions("tools['update_plan'](x); const {update_plan} = tools", "update_plan") == 2
    assert mentions("tools.my_update_plan_too()", "update_plan") == 0


def test_deep_and_open_ends_are_survived() -> None:
    for code in ("tools.x(" + "[" * 5000, "tools.x({a:" * 2000, "tools.x(`" + "\\`" * 9000, "tools.x(/*" * 9000):
        assert not any(c.known for c in nested_calls(code))
