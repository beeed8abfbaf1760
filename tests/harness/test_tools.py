"""Tools: what the model is told of them, and that whatever it calls them with ends in a result."""

import json
from typing import Any, Literal, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planscope.harness.office_move.world import calculate
from planscope.harness.tools import Tool, ToolError, schema_of


class Stop(TypedDict):
    """A place on a way."""

    place: str
    minutes: int


def drive(by: Literal["car", "bus"], stops: list[Stop], fare: float = 2.5, note: str | None = None) -> dict[str, Any]:
    """Go somewhere. The fare is for one."""
    if fare < 0:
        raise ToolError("a fare is not below 0")
    return {"by": by, "minutes": sum(s["minutes"] for s in stops) // (1 if stops else 0), "note": note}


DRIVE = Tool.of(drive)


def test_a_model_is_told_what_the_function_says() -> None:
    assert DRIVE.spec.name == "drive"
    assert DRIVE.spec.description == "Go somewhere. The fare is for one."
    stop = {"place": {"type": "string"}, "minutes": {"type": "integer"}}
    assert DRIVE.spec.schema == {
        "type": "object",
        "properties": {
            "by": {"type": "string", "enum": ["car", "bus"]},
            "stops": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": stop,
                    "required": ["place", "minutes"],
                    "additionalProperties": False,
                },
            },
            "fare": {"type": "number", "default": 2.5},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "required": ["by", "stops"],
        "additionalProperties": False,
    }


def test_a_result_is_text_for_the_model() -> None:
    result = DRIVE({"by": "bus", "stops": [{"place": "Tør", "minutes": 4}], "note": "Ø"})
    assert result.error == ""
    assert json.loads(result.text) == {"by": "bus", "minutes": 4, "note": "Ø"}
    assert "Ø" in result.text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"by": "bus"}, "arguments lacks stops"),
        ({"by": "bus", "stops": [], "far": 1}, "arguments has no far (there are by, stops, fare, note)"),
        ({"by": "boat", "stops": []}, "arguments.by must be one of car, bus, not 'boat'"),
        ({"by": "car", "stops": [{"place": "x", "minutes": "4"}]}, 'stops[0].minutes must be of type integer, not "4"'),
        ({"by": "car", "stops": [{"place": "x", "minutes": True}]}, "minutes must be of type integer, not true"),
        ({"by": "car", "stops": "x"}, "arguments.stops must be of type array"),
        ({"by": "car", "stops": [], "note": 3}, "arguments.note must be of type string"),
        ("by car", "arguments must be of type object"),
        (None, "arguments must be of type object"),
    ],
)  # fmt: skip
def test_arguments_that_do_not_fit_are_a_result_that_says_why(arguments: Any, words: str) -> None:
    result = DRIVE(arguments)
    assert result.error == "invalid_arguments"
    assert words in result.text


def test_a_failure_and_a_crash_are_results() -> None:
    refused = DRIVE({"by": "car", "stops": [], "fare": -1})
    assert (refused.error, refused.text) == ("tool_error", "a fare is not below 0")
    broken = DRIVE({"by": "car", "stops": []})
    assert broken.error == "ZeroDivisionError"
    assert broken.text.startswith("ZeroDivisionError: ")


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
NAMES = st.sampled_from(["by", "stops", "fare", "place", "minutes"]) | st.text()


@given(st.recursive(LEAVES, lambda x: st.lists(x) | st.dictionaries(NAMES, x)))
def test_nothing_that_a_model_gives_makes_a_call_raise(arguments: Any) -> None:
    result = DRIVE(arguments)
    assert result.text


def test_what_cannot_be_described_is_refused_when_the_tool_is_made() -> None:
    def silent(x: int) -> int:
        return x

    def loose(x) -> int:  # type: ignore[no-untyped-def]
        """Takes anything."""
        return int(x)

    with pytest.raises(TypeError, match="docstring"):
        Tool.of(silent)
    with pytest.raises(TypeError, match="'x' needs an annotation"):
        Tool.of(loose)
    with pytest.raises(TypeError, match="no JSON schema"):
        schema_of(bytes)


@pytest.mark.parametrize(
    ("expression", "value"), [("2 + 3 * 4", 14), ("(544.50 + 164.20) / 2", 354.35), ("-3 - -5", 2), ("0.1 + 0.2", 0.3)]
)
def test_calculate(expression: str, value: float) -> None:
    assert calculate(expression)["result"] == value


@pytest.mark.parametrize(
    "expression",
    ["__import__('os')", "9 ** 9", "1 / 0", "a + 1", "1 +", "(" * 300, "-" * 499 + "1" * 2, "1" * 501, "True + 1"],
)
def test_calculate_takes_only_sums(expression: str) -> None:
    result = Tool.of(calculate)({"expression": expression})
    assert result.error == "tool_error"
