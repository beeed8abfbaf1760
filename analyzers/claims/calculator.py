"""What a calculator was asked: its expression, the operands in it, and what it comes to. Nothing is executed: the
expression is read by a small parser of + - * / ( ) and percent. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow
from typing import Any

from planscope.analyzers.numbers.numerals import numbers
from planscope.collector.run import ToolCall

_TOKEN = re.compile(r"\s*(?:(\d[\d.,]*)|([-−+*/×÷·x()%^]))")
_WHOLE = re.compile(r"[\s\d.,+\-−*/×÷·x()%$€£¥]+")
_OPERATOR = re.compile(r"\d\s*[)%]?\s*[-−+*/×÷·x]\s*\(?\s*[$€£¥]?\d")
_CALLED = re.compile(r"calc|math|evaluat|arithmetic|sum\b", re.I)
_CENT = Decimal("0.01")
LONG = 2000  # characters of an expression
SHORT = 80  # characters of a calculator's answer


@dataclass(frozen=True, slots=True)
class Calculation:
    """An expression with its value. `operands` are the numbers in it, with whether each only multiplies or divides."""

    expression: str
    value: Decimal
    operands: tuple[tuple[Decimal, bool], ...]


def calculation(call: ToolCall) -> Calculation | None:
    """What this call computed, None when it is no call of a calculator: one whose argument is a sum and whose result is
    nothing but its value."""
    expression = _expression(call.arguments)
    given = list(numbers(call.result)) if expression and len(call.result) <= SHORT else []
    if expression is None or len(given) != 1:
        return None
    value, shown = evaluate(expression), given[0]
    if value is not None and any(abs(r - abs(value)) <= max(_CENT, abs(value) / 1000) for r in shown.readings):
        return Calculation(expression, abs(value), operands(expression))
    return Calculation(expression, shown.value, operands(expression)) if _CALLED.search(call.name) else None


def _expression(arguments: Any) -> str | None:
    texts = [arguments] if isinstance(arguments, str) else []
    if isinstance(arguments, Mapping):
        texts = [v for v in arguments.values() if isinstance(v, str)]
    return next((t for t in texts if is_expression(t)), None) if len(texts) <= 3 else None


def is_expression(text: str) -> bool:
    """Whether a text is a sum and nothing else."""
    return len(text) <= LONG and bool(_WHOLE.fullmatch(text)) and bool(_OPERATOR.search(text))


def operands(expression: str) -> tuple[tuple[Decimal, bool], ...]:
    """The numbers of an expression, each with whether it stands beside a sign of multiplication or division."""
    found = []
    for m in re.finditer(r"(?<![\d.])\d+(?:\.\d+)?", expression.replace(",", "")):
        bare = expression.replace(",", "")
        left, right = bare[: m.start()].rstrip(), bare[m.end() :].lstrip()
        factor = left[-1:] in tuple("*/×÷·x") or right[:1] in tuple("*/×÷·x%")
        found.append((Decimal(m[0]), factor))
    return tuple(found)


def evaluate(expression: str) -> Decimal | None:
    """The value of an expression, None when it is none."""
    if len(expression) > LONG:
        return None
    tokens: list[str] = []
    at, text = 0, re.sub(r"[$€£¥]", "", expression).rstrip(" =.")
    while at < len(text):
        m = _TOKEN.match(text, at)
        if m is None:
            return None
        tokens.append(m[1] or m[2])
        at = m.end()
    try:
        parser = _Parser(tokens)
        value = parser.sum(0)
        return value if parser.at == len(tokens) else None
    except (InvalidOperation, DivisionByZero, Overflow, IndexError, ValueError):
        return None


class _Parser:
    """Recursive descent over a list of tokens; nesting is bounded."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def sum(self, depth: int) -> Decimal:
        value = self._product(depth)
        while (sign := self._peek()) and sign in "+-−":
            self.at += 1
            term = self._product(depth)
            if self._percent_before:  # "200 + 10%" adds a share of what stands before
                term = value * term
            value = value + term if sign == "+" else value - term
        return value

    def _product(self, depth: int) -> Decimal:
        self._percent_before = False
        value = self._atom(depth)
        alone = self._percent_before
        while (sign := self._peek()) and sign in "*/×÷·x":
            self.at += 1
            factor = self._atom(depth)
            value = value / factor if sign in "/÷" else value * factor
            alone = False
        self._percent_before = alone
        return value

    def _atom(self, depth: int) -> Decimal:
        if depth > 50:
            raise ValueError("nested too deeply")
        token = self.tokens[self.at]
        self.at += 1
        if token in "-−+":
            value = self._atom(depth + 1)
            return value if token == "+" else -value
        if token == "(":
            value = self.sum(depth + 1)
            if self._peek() != ")":
                raise ValueError("unbalanced")
            self.at += 1
            self._percent_before = False
        else:
            value = Decimal(
                token.rstrip(".,").replace(",", "") if re.search(r",\d{3}(?:\D|$)", token) else token.replace(",", ".")
            )
        if self._peek() == "%":
            self.at += 1
            self._percent_before = True
            return value / 100
        return value
