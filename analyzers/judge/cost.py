"""What asking costs: tokens always; money only where the settings give prices. There is no price list of our own, for
a list that is out of date says wrong things."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from planscope.errors import UsageError


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens sent and received."""

    sent: int = 0
    received: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.sent + other.sent, self.received + other.received)

    @property
    def total(self) -> int:
        """Both."""
        return self.sent + self.received


@dataclass
class Purse:
    """A budget of tokens that several threads spend. What may be needed is reserved before a request, and settled by
    what it took."""

    budget: int
    used: Usage = Usage()
    _reserved: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reserve(self, tokens: int) -> bool:
        """Whether there is that much left."""
        with self._lock:
            if self.used.total + self._reserved + tokens > self.budget:
                return False
            self._reserved += tokens
            return True

    def settle(self, reserved: int, usage: Usage) -> None:
        """What was reserved is free again; what was used is gone."""
        with self._lock:
            self._reserved -= reserved
            self.used += usage


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost."""

    sent: float
    received: float
    currency: str = "USD"

    def of(self, usage: Usage) -> str:
        """In words, as "0.0123 USD"."""
        return f"{(usage.sent * self.sent + usage.received * self.received) / 1e6:.4f} {self.currency}"


def price_of(model: str, prices: Mapping[str, Any], where: str) -> Price | None:
    """The price of a model by `[tool.planscope.prices]`, None where there is none. Raises UsageError for one of the
    wrong form."""
    table = prices.get(model)
    if table is None:
        return None
    form = f'{where}: prices."{model}" must be {{ input = 1.0, output = 5.0, currency = "USD" }}, per million tokens'
    if not isinstance(table, Mapping) or not {"input", "output"} <= set(table) <= {"input", "output", "currency"}:
        raise UsageError(form)
    numbers = [table["input"], table["output"]]
    if any(isinstance(n, bool) or not isinstance(n, int | float) or not 0 <= n < 1e9 for n in numbers):
        raise UsageError(form)
    currency = table.get("currency", "USD")
    if not isinstance(currency, str) or not currency:
        raise UsageError(form)
    return Price(float(numbers[0]), float(numbers[1]), currency)
