"""Suppliers, quotes and bookings, and the tools to come by them."""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from planscope.harness.tools import Tool, ToolError
from planscope.harness.validation import Validator, WithinBudget

Service = Literal["movers", "cleaning", "network", "storage"]
SortKey = Literal["hourly_rate", "rating", "distance_km"]


@dataclass(frozen=True, slots=True)
class Supplier:
    """Who offers a service: a fee for coming, a rate for each hour, days on which nothing is free."""

    name: str
    service: Service
    city: str
    call_out: float
    hourly_rate: float
    rating: float
    distance_km: float
    full_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """What a supplier asks for a day's work."""

    quote: str
    supplier: str
    date: str
    hours: float
    amount: float


class OfficeMove:
    """The world of one task: its suppliers, what was quoted, what is booked."""

    def __init__(self, suppliers: Sequence[Supplier], limit: float) -> None:
        self._suppliers = {s.name: s for s in suppliers}
        self._limit = limit
        self._quotes: dict[str, Quote] = {}
        self._booked: list[str] = []

    def tools(self) -> Sequence[Tool]:
        """Four tools: look for suppliers, ask for a quote, book it, reckon."""
        functions: tuple[Callable[..., Any], ...] = (
            self.search_suppliers, self.get_quote, self.book_supplier, calculate,
        )  # fmt: skip
        return [Tool.of(f) for f in functions]

    def validators(self) -> Sequence[Validator]:
        """A plan has to stay within the limit."""
        return [WithinBudget(self._limit, "EUR")]

    def state(self) -> Mapping[str, Any]:
        """What is booked, and what it comes to."""
        booked = [self._quotes[q] for q in self._booked]
        return {"booked": [asdict(q) for q in booked], "total": round(sum(q.amount for q in booked), 2)}

    def search_suppliers(
        self, service: Service, city: str, sort_key: SortKey = "hourly_rate", at_most: int = 5
    ) -> list[dict[str, Any]]:
        """Suppliers of a service in a city. Ratings come best first, rates and distances lowest first. Whether a day is
        free is seen only when booking."""
        found = [s for s in self._suppliers.values() if s.service == service and s.city.lower() == city.lower()]
        found.sort(key=lambda s: -s.rating if sort_key == "rating" else getattr(s, sort_key))
        hidden = ("service", "city", "full_on", "call_out")
        return [{k: v for k, v in asdict(s).items() if k not in hidden} for s in found[:at_most]]

    def get_quote(self, supplier: str, date: str, hours: float) -> dict[str, Any]:
        """What a supplier asks for so many hours on a day, in EUR, all in. It binds nobody until it is booked."""
        found = self._suppliers.get(supplier)
        if found is None:
            raise ToolError(f"no supplier is called {supplier!r}")
        amount = round(found.call_out + found.hourly_rate * hours, 2)
        quote = Quote(f"Q-{len(self._quotes) + 101}", supplier, date, hours, amount)
        self._quotes[quote.quote] = quote
        return asdict(quote)

    def book_supplier(self, quote: str) -> dict[str, Any]:
        """Book a supplier at a quote. It cannot be taken back."""
        found = self._quotes.get(quote)
        if found is None:
            raise ToolError(f"there is no quote {quote!r}")
        if quote in self._booked:
            raise ToolError(f"{quote} is booked already")
        if found.date in self._suppliers[found.supplier].full_on:
            raise ToolError(f"{found.supplier} has nothing free on {found.date}")
        self._booked.append(quote)
        return {"booking": quote.replace("Q", "B"), "supplier": found.supplier, "amount": found.amount}


# --- reckoning -----------------------------------------------------------------------------------------------------

_OPERATORS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip
_LONGEST = 500  # characters of an expression


def calculate(expression: str) -> dict[str, Any]:
    """Work out sums, differences, products and quotients, with brackets."""
    try:
        if len(expression) > _LONGEST:
            raise ValueError("too long")
        value = _value(ast.parse(expression, mode="eval").body)
    except (ValueError, SyntaxError, ZeroDivisionError, RecursionError, OverflowError) as e:
        raise ToolError(f"cannot work out {expression[:80]!r}: {e}") from e
    return {"expression": expression, "result": round(value, 2)}


def _value(node: ast.expr) -> float:
    """The value of an expression of numbers; nothing is executed."""
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left), _value(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case _:
            raise ValueError("only numbers, + - * / and brackets")
