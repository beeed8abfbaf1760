"""Figures with what they are worth: shares with their interval. Pure."""

import math
from dataclasses import dataclass
from typing import Final

Z: Final = 1.959963984540054  # of the standard normal distribution, for 95 %
FEW: Final = 10  # a share of fewer is only a rough one


def wilson(k: int, n: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of the share k of n; all of [0, 1] where there is nothing to go by."""
    if not n:
        return 0.0, 1.0
    p, square = k / n, z * z
    middle = (p + square / (2 * n)) / (1 + square / n)
    half = z * math.sqrt(p * (1 - p) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    k: int = 0
    n: int = 0

    @property
    def value(self) -> float | None:
        """The share, None of nothing."""
        return self.k / self.n if self.n else None

    @property
    def words(self) -> str:
        """`18/20 90% [70-97]`, `~` before a rough one; `-` of nothing."""
        if not self.n:
            return "-"
        low, high = wilson(self.k, self.n)
        rough = "~" if self.n < FEW else ""
        return f"{self.k}/{self.n} {rough}{100 * self.k / self.n:.0f}% [{100 * low:.0f}-{100 * high:.0f}]"
