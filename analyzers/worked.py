"""Amounts that the agent may have worked out, by any arithmetic a person would do in passing, rather than looked up.

An agent that computes (a share, a tax, what is left, so many of each) is not inventing, even where the way cannot be
followed with certainty. What is said here is only that an amount may be such an outcome; whether a sum that is written
out holds, and whether a total fits its lines, is judged elsewhere. Words are no help in ten languages, so this looks at
signs, at the shape of tables, and at numbers. Pure.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers import money_words as words
from planscope.analyzers.numerals import numbers
from planscope.analyzers.terms import room

CLAUSE = 8  # numbers of one clause whose outcomes are compared
SIGNS = re.compile(
    r"[\d)%€$£¥元円]\s{0,2}[×÷*/+−–=＝≈→]\s{0,2}[(\d€$£¥~]|\d\s?[xX]\s?[€$£¥]?\d|[=＝≈→]\s{0,2}\*{0,2}[€$£¥A-Z]{0,3}\s?\d"
    r"|\d\s?[%％]|[-−–]\s?[€$£¥]\s?\d"
)
OUTCOMES = re.compile(
    r"\b(?:net(?:to|t)?|brutto|gross|averag\w*|mean|above|below|against|compared|than|half|double|twice"
    r"|instal?lments?|mittel\w*|durchschnitt\w*|hälfte|raten?|im vergleich|moyenne|net(?:te)?|moitié|mensualités?"
    r"|promedio|media|mitad|cuotas?|média|metade|parcelas?|gemiddeld\w*|helft|termijn\w*)\b"
    r"|便宜|贵|平均|人均|高于|低于|相比|一半|分期|安い|高い|半額|差し引き",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Stated:
    """An amount where it stands: `money` are the amounts that the run is known to hold, `near` the numbers in play
    outside the text, the nearest first; nothing rests on a `strange` one."""

    text: str
    start: int
    end: int
    value: Decimal
    places: int
    money: Set[Decimal]
    near: Sequence[Decimal]
    strange: Set[Decimal]

    def follows(self) -> bool:
        """Whether one of the four basic operations gives it, from the numbers of its own clause or two amounts that are
        known. Not more: from many numbers in many steps anything follows."""
        own = [v for v in self._own() if v not in self.strange]
        stated = [v for v in _beside(self.text, self.start, self.end) if v in self.money][:CLAUSE]
        many = list(dict.fromkeys(v for v in (*own, *stated, *self.near[:CLAUSE]) if v))
        return any(abs(x - self.value) <= room(self.places) for a, b in _two(many, self.money) for x in _basic(a, b))

    def looks_worked_out(self) -> bool:
        """Whether what stands around it, from the number before it to the one behind, says that it is an outcome."""
        clause, begin = self._clause()
        own = self.start - begin, self.end - begin
        others = [n for n in numbers(clause) if not own[0] <= n.start < own[1]]
        before = max((n for n in others if n.end <= own[0]), key=lambda n: n.end, default=None)
        after = min((n for n in others if n.start >= own[1]), key=lambda n: n.start, default=None)
        signs = clause[before.start if before else 0 : after.end if after else len(clause)]
        said = clause[before.end if before else 0 : after.start if after else len(clause)]
        return bool(SIGNS.search(signs)) or _reckons(said) or _in_computed_cell(self.text, self.start)

    def _clause(self) -> tuple[str, int]:
        clause = _clause(self.text, self.start, self.end)
        return clause, self.text.find(clause, max(0, self.start - 400))

    def _own(self) -> list[Decimal]:
        """The other numbers of its clause."""
        clause, begin = self._clause()
        found = [n for n in numbers(clause) if not self.start <= n.start + begin < self.end]
        return [v for v in dict.fromkeys(n.value for n in found) if v][:CLAUSE]

    def slipped(self) -> str:
        """The outcome of numbers in its own clause that it misses by a slip of the pen ("12 × 27.60 = 331.20"): two
        digits swapped, or one changed. "" when there is none."""
        known = [v for v in self._own() if v not in self.strange]
        if not self.money & set(known):
            return ""
        outcomes = [(sum(known, Decimal(0)), " + ".join(map(str, known)))] if len(known) > 2 else []
        for n, a in enumerate(known):
            for b in known[n + 1 :]:
                if a in self.money or b in self.money:
                    outcomes += [(a + b, f"{a} + {b}"), (abs(a - b), f"{a} − {b}"), (a * b, f"{a} × {b}")]
        return next(
            (f"{how} = {_shown(x, self.places)}" for x, how in outcomes if _slip(x, self.value, self.places)), ""
        )


def _shown(value: Decimal, places: int) -> str:
    return f"{round(value, max(places, 0)):f}"


def _slip(right: Decimal, said: Decimal, places: int) -> bool:
    """Whether two amounts of at least four digits differ by two neighbouring digits swapped, or by one digit."""
    one, two = (_shown(x, max(places, 0)).replace(".", "") for x in (right, said))
    if len(one) != len(two) or len(one) < 4 or one == two:
        return False
    at = [n for n, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    swapped = len(at) == 2 and at[1] == at[0] + 1 and one[at[0]] == two[at[1]] and one[at[1]] == two[at[0]]
    return len(at) == 1 or swapped


def _clause(text: str, start: int, end: int) -> str:
    """The sentence or line around an amount."""
    ends = list(re.finditer(r"[.!?](?=\s)|[。！？\n]", text[max(0, start - 400) : start]))
    begin = max(0, start - 400) + (ends[-1].end() if ends else 0)
    after = re.search(r"[.!?](?=\s|$)|[。！？\n]", text[end : end + 400])
    return text[begin : end + (after.start() if after else 400)]


def _reckons(said: str) -> bool:
    """Whether words say that something is the outcome of reckoning."""
    found = (words.WORKED_OUT, words.SHARE, words.TOTALS, words.FOR_ONE, words.TO_SHARE, words.THRESHOLD, OUTCOMES)
    return any(w.search(said) for w in found)


def _in_computed_cell(text: str, start: int) -> bool:
    """A cell of a table whose row holds other numbers: columns are often worked out from others."""
    begin = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    row, at = text[begin : end if end > 0 else len(text)], start - begin
    cells = re.split(r"(?<=\|)", row)
    own = next((n for n, _ in enumerate(cells) if at < sum(map(len, cells[: n + 1]))), 0)
    return row.count("|") > 1 and any(re.search(r"\d", c) for n, c in enumerate(cells) if n != own)


def _beside(text: str, start: int, end: int) -> list[Decimal]:
    """Other numbers of the text, the nearest first."""
    found = list(numbers(text[max(0, start - 1500) : end + 700]))
    shift = max(0, start - 1500)
    others = [(abs(n.start + shift - start), n.value) for n in found if not start <= n.start + shift < end]
    return list(dict.fromkeys(v for _, v in sorted(others, key=lambda x: x[0]) if v))


def _two(near: Sequence[Decimal], money: Set[Decimal]) -> Iterable[tuple[Decimal, Decimal]]:
    """Pairs of which one is an amount; an amount and what halves, doubles or makes a year of it."""
    for n, a in enumerate(near):
        yield from ((a, b) for b in near[n + 1 :] if a in money or b in money)
        if a in money:
            yield from ((a, Decimal(k)) for k in (2, 12))


def _basic(a: Decimal, b: Decimal) -> tuple[Decimal, ...]:
    return a + b, abs(a - b), a * b, a / b, b / a
