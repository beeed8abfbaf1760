"""How amounts are written: signs, words and scripts. Amounts are whole cents."""

import random
from dataclasses import dataclass

_STYLES = {
    "en": ("$", "$", "US$", "USD", "dollars", "£", "€en", "plain$"),
    "zh": ("元", "元", "￥", "¥", "plain元"),
    "de": ("€", "€", "EUR", "CHF"),
    "es": ("€", "€", "EUR"),
    "fr": ("€fr", "€fr", "EUR"),
    "ja": ("円", "¥jp"),
}
_CODES = {"$": "USD", "US$": "USD", "USD": "USD", "dollars": "USD", "plain$": "USD", "£": "GBP", "CHF": "CHF"}
_YUAN = ("元", "￥", "¥", "plain元")


@dataclass(frozen=True)
class Money:
    """One way of writing amounts, kept through a run."""

    style: str
    language: str

    @property
    def code(self) -> str:
        """The currency's code."""
        if self.style in _YUAN:
            return "CNY"
        return "JPY" if self.whole and self.language == "ja" else _CODES.get(self.style, "EUR")

    @property
    def whole(self) -> bool:
        """Whether there are no cents."""
        return self.style in ("円", "¥jp", "plain$", "plain元")

    def __call__(self, cents: int) -> str:
        """The amount as a person reads it."""
        n = self.bare(cents)
        marks = {"$": f"${n}", "US$": f"US${n}", "USD": f"USD {n}", "dollars": f"{n} dollars", "£": f"£{n}"}
        marks |= {"€en": f"€{n}", "plain$": f"{n} dollars", "元": f"{n} 元", "plain元": f"{n}元", "￥": f"￥{n}"}
        marks |= {"¥": f"¥{n}", "€": f"{n} €", "EUR": f"{n} EUR", "CHF": f"CHF {n}", "€fr": f"{n} €"}
        return {**marks, "円": f"{n}円", "¥jp": f"¥{n}"}[self.style]

    def bare(self, cents: int) -> str:
        """The number without sign or code."""
        if self.whole:
            digits = f"{cents // 100:d}" if self.style.startswith("plain") else f"{cents // 100:,d}"
        elif self.style in _YUAN:
            digits = f"{cents / 100:,.2f}".rstrip("0").rstrip(".") if self.style == "元" else f"{cents / 100:,.2f}"
        else:
            digits = f"{cents / 100:,.2f}"
        if self.style == "元":
            return digits.replace(",", "")
        if self.language == "fr":
            return digits.replace(",", "\u202f").replace(".", ",")
        if self.style in ("€", "EUR") and self.language in ("de", "es"):
            return digits.translate(str.maketrans(",.", ".,"))
        return digits

    def number(self, cents: int) -> int | float:
        """The amount as data."""
        return cents // 100 if cents % 100 == 0 else cents / 100

    def price(self, rng: random.Random, low: int, high: int) -> int:
        """A price between two amounts of whole units, dearer in numbers where the unit is small."""
        factor = {"CNY": 5, "JPY": 120}.get(self.code, 1)
        units = rng.randint(low * factor, high * factor)
        if self.code == "JPY":
            return units // 10 * 1000
        return units * 100 + (0 if self.whole else rng.choice((0, 0, 50, 90, 99, 25, rng.randint(1, 98))))


def style(language: str, rng: random.Random) -> Money:
    """A style that is usual in this language."""
    return Money(rng.choice(_STYLES[language]), language)
