"""Lines that give a price, how often it counts, and what that makes: "Oak, $45.00 × 2 rooms × 3 nights | $270.00",
"Oak ($45.00), 2 rooms, 3 nights: $270.00". The two amounts and the counts must fit together.

Where every count stands behind a sign of multiplication the line is an equation, and one that does not hold is wrong.
Where counts are only named (guests may come at no cost) it takes a second witness: the price that the results have for
the thing that the line names, or what was paid for it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, groupby
from math import prod

from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.names import Names, names_of
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import Text, statements
from planscope.analyzers.claims.terms import CENT, room
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.numerals import numbers
from planscope.collector.run import Run

FACTORS = 4  # counts between a price and its outcome
WIDE = 120  # characters between them
LARGE = 10_000
_SIGN = re.compile(r"[×x*·✕]\s?$", re.I)
_OTHER = re.compile(r"[%％+−=＝≈~]|\d\s?[-–]\s?\d")  # the line says more than how often it counts
_UNIT = re.compile(r"\s?[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Product:
    """One such line. `marked`: a sign of multiplication before every count."""

    price: Claim
    counts: tuple[int, ...]
    outcome: Claim
    marked: bool

    @property
    def value(self) -> Decimal:
        """What the line makes."""
        return self.price.value * prod(self.counts)

    @property
    def shown(self) -> str:
        """The left side, as written in short."""
        return " × ".join((self.price.amount.raw, *map(str, self.counts)))

    def fits(self, price: Decimal, counts: Iterable[int]) -> bool:
        """Whether a price so many times is the outcome, as far as both were rounded."""
        times = prod(counts)
        within = room(self.outcome.amount.places) + (CENT * times if price != price.to_integral_value() else 0)
        return abs(price * times - self.outcome.value) <= within

    @property
    def more(self) -> bool:
        """Whether the outcome is a multiple: a count may be named elsewhere."""
        return self.value > 0 and self.outcome.value > self.value and self.outcome.value % self.value == 0

    @property
    def partly(self) -> bool:
        """Whether some of the counts make the outcome."""
        some = (c for size in range(len(self.counts)) for c in combinations(self.counts, size))
        return any(self.fits(self.price.value, c) for c in some)


def miscounted(run: Run) -> Iterator[Conflict]:
    """Lines whose outcome is not their price so many times."""
    texts, held = run.memo(statements), run.memo(holdings)
    paid = [c for c in run.memo(claims) if c.argument]
    for p in _products(run.memo(claims), texts):
        if p.fits(p.price.value, p.counts):
            continue
        right = next((v for v in _prices(p, run.memo(names_of)) if v != p.price.value and p.fits(v, p.counts)), None)
        if right is not None:
            message = f"says {p.price.amount.raw}; the result has {right}, and the line reckons with that"
            source = held.find(right, p.price.step)
            steps = (source.step,) if source is not None else ()
            yield Conflict("restated-wrong", p.price, message, steps, str(source.raw if source else right), True)
        elif p.marked and not p.more:
            message = f"gives {p.outcome.amount.raw} for {p.shown}; that is {p.value.normalize():f}"
            yield Conflict("false-sum", p.outcome, message, (), "", True)
        elif p.partly and p.price.verdict in GOOD:
            yield from _against_paid(p, paid, texts)


def _against_paid(p: Product, paid: Iterable[Claim], texts: tuple[Text, ...]) -> Iterator[Conflict]:
    """The outcome leaves out a count of its own line, and what was paid for the thing does not."""
    for c in paid:
        names = [n for n in texts[c.message].names.split(" | ") if len(n) > 2 and n in p.outcome.line]
        if names and c.step < p.outcome.step and c.value == p.value:
            message = f"gives {p.outcome.amount.raw} for {names[0]}; {p.shown} is {p.value:f}, and that was paid"
            yield Conflict("wrong-total", p.outcome, message, (c.step,), c.amount.raw, True)
            return


def _prices(p: Product, names: Names) -> Iterator[Decimal]:
    """What the results have for the thing that the line names."""
    for r in reversed(names.named_in(p.price.line, p.price.step)):
        yield from (v for _, v in r.money if v)


def _products(found: Iterable[Claim], texts: tuple[Text, ...]) -> Iterator[Product]:
    for (message, _), group in groupby(found, key=lambda c: (c.message, c.line)):
        line = list(group)
        if len(line) == 2 and not line[0].argument and all(c.amount.stance == "stated" for c in line):
            product = _product(line[0], line[1], texts[message].text)
            if product is not None:
                yield product


def _product(price: Claim, outcome: Claim, text: str) -> Product | None:
    between = text[price.amount.end : outcome.amount.start]
    said = between.rstrip(" *_|:：=＝→-–—\t(（")
    if "\n" in between or len(between) > WIDE or _OTHER.search(said) or _is_other(said) or price.unit != outcome.unit:
        return None
    if any(True for _ in numbers(re.split(r"[|:,：，;；(（–—]", text[: price.amount.start].rsplit("\n", 1)[-1])[-1])):
        return None  # "20 × $41 × 12": a count before the price
    found = list(numbers(said))
    counts = [int(n.value) for n in found if n.value == n.value.to_integral_value() and 1 <= n.value <= LARGE]
    units = all(_UNIT.match(said, n.end) or _SIGN.search(said[: n.start]) for n in found)
    if not counts or len(counts) != len(found) or len(counts) > FACTORS or not units:
        return None
    marked = all(_SIGN.search(said[: n.start]) for n in found) and len(said) > found[-1].start
    return Product(price, tuple(counts), outcome, marked)


def _is_other(said: str) -> bool:
    """Whether words between them take something off or put something on."""
    return bool(words.SHARE.search(said) or words.DEDUCTION.search(said) or words.DIFFERENCE.search(said))
