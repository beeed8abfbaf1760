"""Amounts that the agent may have worked out, by any arithmetic a person would do in passing, rather than looked up.

An agent that computes (a share, a tax, what is left, so many of each) is not inventing, even where the way cannot be
followed with certainty. What is said here is only that an amount may be such an outcome; whether a sum that is written
out holds, and whether a total fits its lines, is judged elsewhere. Words are no help in ten languages, so this looks at
signs, at the shape of tables, and at numbers. Pure.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, islice
from math import inf

from planscope.analyzers.claims.terms import room
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.quick import quick

CLAUSE = 8  # numbers of one clause whose outcomes are compared
PAIRS, THREES = 30, 12  # numbers combined in pairs and in threes, the nearest first
SIGNS = re.compile(
    r"[\d)%€$£¥元円]\s{0,2}[×÷*/+−–=＝≈→]\s{0,2}[(\d€$£¥~]|\d\s?[xX]\s?[€$£¥]?\d|[=＝≈→]\s{0,2}\*{0,2}[€$£¥A-Z]{0,3}\s?\d"
    r"|\d\s?[%％]|[-−–]\s?[€$£¥]\s?\d"
)
OUTCOMES = quick(
    r"\b(?:balance|solde|saldo|restant|rest\w*|à payer|zu zahlen|rounded|gerundet|arrondi\w*|net(?:to|t)?|brutto"
    r"|gross|averag\w*|mean|above|below|against|compared|than|half|double|twice"
    r"|instal?lments?|mittel\w*|durchschnitt\w*|hälfte|raten?|im vergleich|moyenne|net(?:te)?|moitié|mensualités?"
    r"|promedio|media|mitad|cuotas?|média|metade|parcelas?|gemiddeld\w*|helft|termijn\w*)\b"
    r"|便宜|贵|平均|人均|高于|低于|相比|一半|分期|安い|高い|安く|高く|半額|差し引き",
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
    money: Container[Decimal]
    near: Sequence[Decimal]
    strange: Container[Decimal]

    def follows(self) -> bool:
        """Whether one or two of the four basic operations give it, from what is known."""
        plain = (v for v in _beside(self.text, self.start, self.end) if v not in self.strange)
        near = dict.fromkeys(v for v in self.near if v)
        return _follows(self.value, self.places, chain(plain, near), lambda v: v in near or v in self.money)

    def looks_worked_out(self) -> bool:
        """Whether what stands around it says that it is an outcome."""
        return _reckons(_clause(self.text, self.start, self.end)) or _in_computed_cell(self.text, self.start)

    def slipped(self) -> str:
        """The outcome of numbers in its own clause that it misses by a slip of the pen ("12 × 27.60 = 331.20"): two
        digits swapped, or one changed. "" when there is none."""
        clause = _clause(self.text, self.start, self.end)
        begin = self.text.find(clause, max(0, self.start - 400))
        own = (self.start - begin, self.end - begin)
        numbers_here = [n.value for n in numbers(clause) if not own[0] <= n.start < own[1]]
        known = [v for v in dict.fromkeys(numbers_here) if v and v not in self.strange][:CLAUSE]
        if not any(v in self.money for v in known):
            return ""
        outcomes = [(sum(known, Decimal(0)), " + ".join(map(str, known)))] if len(known) > 2 else []
        for n, a in enumerate(known):
            for b in known[n + 1 :]:
                if a in self.money or b in self.money:
                    outcomes += [(a + b, f"{a} + {b}"), (abs(a - b), f"{a} − {b}"), (a * b, f"{a} × {b}")]
        whole = outcomes[:1] if len(known) > 2 else []
        few = outcomes if len(known) <= 3 else whole
        missed = ((x, how) for x, how in few if _slip(x, self.value, self.places, turned_only=(x, how) not in whole))
        return next((f"{how} = {_shown(x, self.places)}" for x, how in missed), "")


def _shown(value: Decimal, places: int) -> str:
    return f"{round(value, max(places, 0)):f}"


def _slip(right: Decimal, said: Decimal, places: int, *, turned_only: bool) -> bool:
    """Whether two amounts of at least four digits differ by two neighbouring digits swapped, or (unless only those
    count) by one digit: there are too many single steps for a digit not to be met by chance."""
    one, two = (_shown(x, max(places, 0)).replace(".", "") for x in (right, said))
    if len(one) != len(two) or len(one) < 4 or one == two:
        return False
    at = [n for n, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    turned = len(at) == 2 and at[1] == at[0] + 1 and one[at[0]] == two[at[1]] and one[at[1]] == two[at[0]]
    return turned or (len(at) == 1 and not turned_only)


def _clause(text: str, start: int, end: int) -> str:
    """The sentence or line around an amount."""
    ends = list(re.finditer(r"[.!?](?=\s)|[。！？\n]", text[max(0, start - 400) : start]))
    begin = max(0, start - 400) + (ends[-1].end() if ends else 0)
    after = re.search(r"[.!?](?=\s|$)|[。！？\n]", text[end : end + 400])
    return text[begin : end + (after.start() if after else 400)]


def _reckons(clause: str) -> bool:
    """The clause shows signs of reckoning between numbers, or says that something is the outcome of it."""
    said = (words.DIFFERENCE, words.SHARE, words.TOTALS, words.FOR_ONE, words.TO_SHARE, words.THRESHOLD, OUTCOMES)
    return bool(SIGNS.search(clause)) or any(w.search(clause) for w in said)


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


# --- arithmetic ----------------------------------------------------------------------------------------------------


def _follows(value: Decimal, places: int, near: Iterable[Decimal], known: Callable[[Decimal], bool]) -> bool:
    whole = value == value.to_integral_value()
    span = room(places)
    many = list(islice(dict.fromkeys(near), PAIRS // 2 if whole else PAIRS))
    money = [known(v) for v in many]
    if _of_two(value, span, [*many, *_ALWAYS], [*money, *(False for _ in _ALWAYS)]):
        return True
    few = THREES - 4 if whole else THREES
    return any(money[:few]) and _of_three(value, span, many[:few])


_ALWAYS = (Decimal(2), Decimal(12))  # a half, a year's months


def _of_two(value: Decimal, span: Decimal, near: Sequence[Decimal], money: Sequence[bool]) -> bool:
    """Whether two numbers, one of them an amount, make the value. What the other would have to be is looked up, as
    near as floats tell, and only what is met is worked out."""
    order = sorted(range(len(near)), key=near.__getitem__)
    floats = [float(near[n]) for n in order]
    v, s = float(value), float(span)
    for n, a in enumerate(near):
        x = float(a)
        slack = (v + x + 100) * 1e-9
        for low, high in _wanted(v, s, x):
            at = bisect_left(floats, low - slack)
            while at < len(floats) and floats[at] <= high + slack:
                m = order[at]
                if m != n and (money[n] or money[m]) and any(abs(y - value) <= span for y in _worked(a, near[m])):
                    return True
                at += 1
    return False


def _wanted(v: float, s: float, a: float) -> Iterator[tuple[float, float]]:
    """Where a second number has to lie that makes `v` of `a` in one of the ways of `_worked`, either of them first."""
    low, high, most = v - s, v + s, inf
    yield low - a, high - a
    yield a - high, a - low
    part = 100 * low / a, 100 * high / a
    yield part[0] / 100, part[1] / 100
    yield part
    yield part[0] - 100, part[1] - 100
    yield 100 - part[1], 100 - part[0]
    over = a / high, a / low if low > 0 else most
    yield over
    yield 100 * over[0] - 100, 100 * over[1] - 100
    if low < a:
        yield 100 * low / (a - low), 100 * high / (a - high) if high < a else most


def _worked(a: Decimal, b: Decimal) -> Iterable[Decimal]:
    yield from (a + b, abs(a - b), a * b, a / b, b / a)
    for x, p in ((a, b), (b, a)):
        if p < 100:
            yield from (
                x * p / 100,
                x * (100 + p) / 100,
                x * (100 - p) / 100,
                x * 100 / (100 + p),
                x - x * 100 / (100 + p),
            )


def _of_three(value: Decimal, span: Decimal, few: Sequence[Decimal]) -> bool:
    """(a ∘ b) ∘ c and (a ∘ b) + (c ∘ d) over a few numbers; worked out where floats come near."""
    pairs = sorted((x, n) for n, x in enumerate(_float_pairs([float(x) for x in few])))
    floats = [x for x, _ in pairs]
    made: list[Decimal] = []

    def met(wanted: Decimal, within: Decimal) -> bool:
        near, slack = float(wanted), float(within) + abs(float(wanted)) * 1e-9 + 1e-9
        at = bisect_left(floats, near - slack)
        while at < len(floats) and floats[at] <= near + slack:
            made[:] = made or _pairs(few)
            if wanted - within <= made[pairs[at][1]] <= wanted + within:
                return True
            at += 1
        return False

    for c in few:
        ways = ((value - c, span), (value + c, span), (c - value, span), (value / c, span / c), (value * c, span * c))
        if any(wanted > 0 and met(wanted, within) for wanted, within in ways):
            return True
    return _two_make(value, span, pairs, floats, lambda: made or _pairs(few))


def _two_make(
    value: Decimal,
    span: Decimal,
    pairs: Sequence[tuple[float, int]],
    floats: Sequence[float],
    made: Callable[[], Sequence[Decimal]],
) -> bool:
    """Whether two of the outcomes come to the value together."""
    whole, slack = float(value), float(span) + float(value) * 1e-9 + 1e-9
    for x, n in pairs:
        if x > whole + slack:
            break
        at = bisect_left(floats, whole - x - slack)
        while at < len(floats) and floats[at] <= whole - x + slack:
            one, other = made()[n], made()[pairs[at][1]]
            if one < value and value - one - span <= other <= value - one + span:
                return True
            at += 1
    return False


def _pairs(few: Sequence[Decimal]) -> list[Decimal]:
    return [x for n, a in enumerate(few) for b in few[n + 1 :] for x in (a * b, a + b, abs(a - b), a * b / 100)]


def _float_pairs(few: Sequence[float]) -> list[float]:
    return [x for n, a in enumerate(few) for b in few[n + 1 :] for x in (a * b, a + b, abs(a - b), a * b / 100)]
