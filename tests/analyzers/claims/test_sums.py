"""What written-out sums, calculators and bounded arithmetic accept, and how often they accept what is wrong."""

import random
from decimal import Decimal
from typing import Any

import pytest

from planscope.analyzers.claims.calculator import calculation, evaluate, is_expression, operands
from planscope.analyzers.claims.claim import GOOD
from planscope.analyzers.claims.equations import equations, false_equations
from planscope.analyzers.claims.nearest import slip
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.numbers.number_words import spelled, spells_large
from planscope.analyzers.testing import run_of
from planscope.collector.run import ToolCall
from planscope.collector.span import Place


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("158 + 161", "319"),
        ("(136 - (94 + 80)) * 3", "-114"),
        ("1,200.50 * 3", "3601.50"),
        ("2 × 3 × 118.5", "711.0"),
        ("200 + 10%", "220.0"),
        ("-5 + 7", "2"),
    ],
)
def test_expressions(expression: str, value: str) -> None:
    assert evaluate(expression) == Decimal(value)


@pytest.mark.parametrize("expression", ["12/0", "((((", "2 +", "print(1)", "(" * 3000, "9" * 5000])
def test_what_is_no_expression(expression: str) -> None:
    assert evaluate(expression) is None


def test_operands_tell_factors() -> None:
    assert operands("158 + 141 * 3") == ((Decimal(158), False), (Decimal(141), True), (Decimal(3), True))


def _call(arguments: object, result: str, name: str = "calculate") -> ToolCall:
    return ToolCall(name=name, arguments=arguments, result=result, status="ok", place=Place("f", "0"))


def test_a_calculator_is_known_by_what_it_does() -> None:
    assert calculation(_call({"expression": "158 + 141"}, "299.0")) is not None
    assert calculation(_call({"sum": "158 + 141"}, "The result is 299.", "tool_7")) is not None
    assert calculation(_call({"date": "2026-05-20"}, "[{'price': 5}, {'price': 7}]", "search")) is None
    assert calculation(_call({"expression": "158 + 141", "note": "x"}, "301", "search")) is None
    assert not is_expression("import os")


@pytest.mark.parametrize(
    "text",
    [
        "$158 + $161 = $329",
        "458 元 × 2 间 × 3 晚 = 2478 元",
        "3 × $45 = $145",
        "$54.84 - $46.85 = $8.99",
        "Price difference: $54.84 - $46.85 = $7.98 (refund)",
        "2 Zimmer × 3 Nächte × 118,50 € = 771,00 €",
        "$40 x 2 = $80 and $30 x 3 = $95",
    ],
)
def test_sums_that_do_not_hold(text: str) -> None:
    assert len(false_equations(text, tuple(amounts(text)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "$158 + $161 = $319",
        "$833 - $500 (certificate) = $333",
        "2 Zimmer × 3 Nächte × 118,50 € = 711,00 €, abzüglich 10 % (71,10 €) = 639,90 €",
        "$100.00 ÷ 3 = $33.33",
        "3 × €7.99 = €23.97; €23.97 × 1.0731 = $25.72",
        "$240 − 15% = $204",
        "$100 + $50 × 2 = $300",  # from left to right, as people reckon
        "$1.50/1K × 3 = $4.50",
        "x = 5, price = $9",
        "total (a + b) = $12",
        "up 12% = $50",
        "1 + 2 = 4",
    ],
)
def test_sums_that_hold_or_cannot_be_read(text: str) -> None:
    assert false_equations(text, tuple(amounts(text))) == []


def test_a_side_torn_from_its_operator_is_not_read() -> None:
    assert list(equations("(what you paid) - $20 - $5 = $75")) == []


@pytest.mark.parametrize(
    ("said", "held", "how"),
    [
        ("1294.00", "1249.00", "two digits swapped"),
        ("1358", "13588", "one digit lost"),
        ("2484", "248.40", "the point moved"),
        ("89", "89.95", "the cents cut off"),
        ("652", "651", "one digit changed"),
        ("600", "601", ""),  # round numbers are near everything
        ("412", "987", ""),
        ("5", "6", ""),
    ],
)
def test_slips(said: str, held: str, how: str) -> None:
    assert slip(Decimal(said), Decimal(held)) == how


def test_numbers_in_words() -> None:
    assert Decimal(1250) in spelled("twelve hundred and fifty dollars")
    assert Decimal(3500) in spelled("三千五百元")
    assert Decimal(20000) in spelled("两万")
    assert spells_large("fünfhundert Euro")
    assert not spells_large("a mild Friday")


def _share_explained(cents: bool) -> float:
    """How often an amount drawn at random in place of a price or a total is explained all the same, in runs in which
    much is in play: a large result, prices stated before, fees in the rules, counts of people and nights."""
    wrong = explained = 0
    for seed in range(40):
        chance = random.Random(seed)
        scale = Decimal(100 if cents else 1)
        prices = [Decimal(chance.randint(40 * int(scale), 900 * int(scale))) / scale for _ in range(30)]
        drawn = Decimal(chance.randint(40 * int(scale), 2_500 * int(scale))) / scale
        lines = [f"- Item {n} of {seed}: ${p}" for n, p in enumerate(prices[:3])]
        lines = [lines[0], f"- Item 1: ${drawn}", lines[2]] if seed % 2 else [*lines, f"- Total: ${drawn}"]
        shop = [{"name": f"Item {n} of {seed}", "price": float(p)} for n, p in enumerate(prices)]
        steps: list[dict[str, Any]] = [
            {"system": "A bag is $50, insurance $30 per person."},
            {"user": "For three of us, two nights."},
            {"call": {"tool": "shop", "result": shop}},
            {"say": "We have " + ", ".join(f"${p}" for p in prices[10:16])},
            {"user": "The first three."},
            {"say": "\n".join(lines)},
        ]
        claim = next(c for c in run_of(steps).memo(claims) if c.step == 6 and c.value == drawn)
        right = drawn in prices or (not seed % 2 and drawn == sum(prices[:3]))
        wrong += not right
        explained += not right and claim.verdict in GOOD
    return explained / wrong


def test_arithmetic_does_not_explain_everything() -> None:
    """The rate at which wrong amounts pass: printed, and bounded. Whole amounts in a narrow range meet more easily."""
    rates = {"with cents": _share_explained(True), "whole": _share_explained(False)}
    print({k: f"{v:.0%}" for k, v in rates.items()})
    assert rates["with cents"] <= 0.05
    assert rates["whole"] <= 0.15
