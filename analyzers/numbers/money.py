"""Amounts of money in text: value, currency, place, and how they are meant (stated, about, a bound, a range, an
example). Pure.

A number is money when a currency stands beside it, when a word that names an amount does ("price: 364", also as a key
of JSON), or when it stands in a column of a table whose heading names one. Percentages, dates, times, ids, versions
and measures are not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.currency import AFTER, BEFORE, unit_of
from planscope.analyzers.numbers.numerals import Number, flat, numbers
from planscope.analyzers.quick import quick

Stance = Literal["stated", "about", "bound", "range", "example"]
CLAUSE = 90  # characters before a number in which the clause begins that it belongs to
LEAST = 10  # a whole number from here on is an amount when nothing but "costs" says so
NEAR = 48  # characters around a number in which words tell how it is meant


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money. `value` is never negative.

    unit      the currency as a code where one is known, the sign where several countries share it, "" when none
    explicit  a currency stands beside it (or heads its column)
    stance    stated as a fact, about, a bound ("under 500"), an end of a range, an example
    total     named a total or sum;  one  said to be for one person, one night, one piece
    minus     it is taken off: a sign says so, or a word such as discount
    head      the heading of its column, in a table;  label  the words before it in its clause
    places    decimals as written; of "1.2 million" -5, for its last digit stands for 10^5
    """

    value: Decimal
    unit: str
    start: int
    end: int
    raw: str
    explicit: bool
    stance: Stance = "stated"
    total: bool = False
    one: bool = False
    minus: bool = False
    places: int = 0
    head: str = ""
    label: str = ""
    also: Decimal | None = None

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """Every way to read it."""
        return (self.value,) if self.also is None else (self.value, self.also)


@dataclass(frozen=True, slots=True)
class Cell:
    """What the heading of a table's column says of a number below it."""

    head: str
    money: bool
    unit: str


_IS = r"[:：=＝]|is|are|was|were|will be|of|为|是|共|beträgt|kostet|est de|es de|es|é de|é|bedraagt|は|が|に"
_OPENED = r"\s{0,3}[\"'*_`(（]{0,4}[-−+]?$"
_LED = quick(rf"(?:{_IS}){_OPENED}")  # right before a number that words may name
_LINK = quick(  # all that may stand between the naming word and the number
    rf"[\"'*_`)\]】）]{{0,4}}(?:\s?[(（][^()（）\d\n]{{0,24}}[)）])?(?:[ \t]+[^\W\d]+){{0,3}}[\"'*_`)]{{0,4}}\s{{0,3}}"
    rf"(?:{_IS}){_OPENED}"
)
_CLOSED = re.compile(r"[\"'*_`)]{0,4}(?:[.,;:!?，。；！？)|](?!\d)|\s*$|\s{1,2}[^\W\d]{3})", re.M)
_MINUS = re.compile(r"(?:^|[\s(|:*])[-−–](?=\S|$)(?!\s)")
_BARE = re.compile(r"[\s*_]*[-−+]?(\d[\d.,'’]*)[\s*_]*")
_CODE = quick(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]{1,200}`", re.S)
_RANGE = quick(r"\s?(?:[-–—~～〜]|to|bis|à|至|到|から)\s?(?:\w{2,3})?[$€£¥]?$")


def without_code(text: str) -> str:
    """The text with code blanked out, every other character in its place: what stands in code is no statement."""
    return _CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


@dataclass(frozen=True, slots=True)
class Priced:
    """A number that is money, with its currency: less than an Amount says, and quicker to have."""

    number: Number
    unit: str
    start: int
    end: int
    explicit: bool


def priced(text: str, *, explicit: bool = False) -> Iterator[Priced]:
    """Every number of a text that is money, in order. `explicit`: only those with a currency."""
    text = flat(text)
    return _priced(text, _headed(text) if "|" in text else {}, explicit)


def amounts(text: str, *, explicit: bool = False) -> list[Amount]:
    """Every amount of money in a text, in order. `explicit`: only those with a currency."""
    text = flat(text)
    headed = _headed(text) if "|" in text else {}
    found: list[Amount] = []
    for p in _priced(text, headed, explicit):
        stance = _stance(text, p.start, p.end)
        if stance != "bound" and found and found[-1].explicit and _ranging(text, p.number, p.start, found[-1]):
            found[-1], stance = replace(found[-1], stance="range"), "range"
        head = headed[p.number.start].head if p.number.start in headed else ""
        found.append(replace(_made(text, p, stance), head=head))
    return found


def _priced(text: str, headed: dict[int, Cell], explicit: bool) -> Iterator[Priced]:
    last: Priced | None = None
    for n in numbers(text):
        found = _with_currency(text, n, last)
        if found is None and not explicit and not words.OTHER_UNIT.match(text, n.end) and _called(text, n, headed):
            unit = headed[n.start].unit if n.start in headed else ""
            found = Priced(n, unit, n.start, n.end, bool(unit))
        if found is not None:
            yield found
            last = found


def _with_currency(text: str, n: Number, last: Priced | None) -> Priced | None:
    """The number with the currency before or behind it, or that of the range which it ends."""
    own = max(n.start - 8, last.end if last else 0, 0)  # a sign behind the last amount is that one's
    sign = BEFORE.search(text, own, n.start) if _may_lead(text, n.start) else None
    if sign:
        return Priced(n, unit_of(sign[1] or sign[2]), sign.start(), n.end, True)
    mark = AFTER.match(text, n.end)
    if mark:
        return Priced(n, unit_of(mark[1]), n.start, mark.end(), True)
    led = last is not None and last.start < last.number.start  # of "11 € – 19 seats" the 19 is no amount
    if last is not None and last.explicit and led and _ranging(text, n, n.start, last):
        return Priced(n, last.unit, n.start, n.end, True)
    return None


def _may_lead(text: str, start: int) -> bool:
    """Whether the character before a number, but for blanks and signs, may end a currency; most do not."""
    at = start - 1
    while at >= 0 and start - at < 4 and text[at] in " \u00a0\u202f\u2009-−+.":
        at -= 1
    return at >= 0 and (text[at] in "$€£¥₹₩₽₺₫₴₪฿₱币srčABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _ranging(text: str, n: Number, start: int, before: Amount | Priced) -> bool:
    """Whether the number is the upper end of a range that the last amount begins (and not what is taken off it)."""
    low = before.value if isinstance(before, Amount) else before.number.value
    if start - before.end > 8 or low >= n.value or not _RANGE.fullmatch(text[before.end : start]):
        return False
    return not re.match(r"[^\n]{0,40}[=＝]", text[n.end : n.end + NEAR])


def _made(text: str, p: Priced, stance: Stance) -> Amount:
    n, start, end = p.number, p.start, p.end
    raw = text[n.start : n.end]
    part = re.match(r"\d+[.,](\d{1,2})(?!\d)", raw) if n.power else re.search(r"[.,](\d{1,2})$", raw)
    label, after = _clause_before(text, start), re.split(r"[\n|\d;。$€£¥]", text[end : end + NEAR], maxsplit=1)[0]
    return Amount(
        value=n.value,
        unit=p.unit,
        start=start,
        end=end,
        raw=text[start:end].strip(),
        explicit=p.explicit,
        stance=stance,
        total=bool(words.TOTALS.search(label)),
        one=bool(words.FOR_ONE.search(label) or words.FOR_ONE.search(after)),
        minus=bool(_MINUS.search(text[max(0, start - 2) : n.start]) or words.DEDUCTION.search(label)),
        places=(len(part[1]) if part else 0) - n.power,
        also=n.also,
        label=label,
    )


def _clause_before(text: str, start: int) -> str:
    """The words that name the number: back to the last amount, sentence or line, but over the cells of a table row."""
    left = text[max(0, start - CLAUSE) : start].rsplit("\n", 1)[-1]
    return re.split(r"\d(?:[.,]\d+)*|[;；。]|[,，]\s|\.\s", left)[-1] if "|" not in left else left


def _called(text: str, n: Number, headed: dict[int, Cell]) -> bool:
    """Whether words say that the bare number is money."""
    if n.start in headed and headed[n.start].money:
        return True
    if words.COSTS.search(text, max(0, n.start - 24), n.start) and _CLOSED.match(text, n.end):
        return n.value >= LEAST or n.value != n.value.to_integral_value()
    if not _LED.search(text, max(0, n.start - 16), n.start):
        return False
    left = words.spaced(text[max(0, n.start - NEAR) : n.start].rsplit("\n", 1)[-1].rsplit("|", 1)[-1])
    named = list(words.NAMES.finditer(left))
    return bool(named) and bool(_LINK.match(left[named[-1].end() :]))


def _stance(text: str, start: int, end: int) -> Stance:
    left = text[max(0, start - NEAR) : start].rsplit("\n", 1)[-1]
    right = text[end : end + 12]
    if words.BOUND_BEFORE.search(left) or words.BOUND_AFTER.match(right):
        return "bound"
    if words.BUDGET_BEFORE.search(left) and not words.TOTALS.search(left):
        return "bound"
    clause = text[max(0, start - CLAUSE) : start]
    if words.EXAMPLE.search(clause) or words.CONDITION.search(clause):
        return "example"
    if words.ABOUT_BEFORE.search(left) or words.ABOUT_AFTER.match(right):
        return "about"
    return "stated"


def _headed(text: str) -> dict[int, Cell]:
    """The numbers that stand in tables, by their place, with what their column's heading says."""
    found: dict[int, Cell] = {}
    table: list[tuple[int, list[str]]] = []
    at = 0
    for line in (*text.split("\n"), ""):
        if line.lstrip().startswith("|"):
            table.append((at, line.split("|")))
        elif table:
            found.update(_cells(table))
            table = []
        at += len(line) + 1
    return found


def _cells(table: list[tuple[int, list[str]]]) -> Iterator[tuple[int, Cell]]:
    """The numbers of one table. Bare ones are money below a heading that names it, in columns that hold little else."""
    heads = table[0][1]
    for n, head in enumerate(heads):
        cells = [(at + sum(len(c) + 1 for c in row[:n]), row[n]) for at, row in table[2:] if len(row) == len(heads)]
        filled = 2 * sum(any(True for _ in numbers(cell)) for _, cell in cells) >= len(cells)
        sign = words.CURRENCY_HINT.search(head)
        money = filled and (words.named(head) or (sign is not None and sign[0] == head.strip(" *_()[]")))
        for at, cell in cells:
            for m in re.finditer(r"\d[\d.,'’]*", cell):
                alone = money and bool(_BARE.fullmatch(cell))
                yield at + m.start(), Cell(head.strip(" *_"), alone, unit_of(sign[0]) if sign and alone else "")
