"""Sums written out in a text ("158 + 161 = 319", "2 rooms × 3 nights × 118,50 € = 711,00 €"), and whether they hold.

Of what stands on each side of "=" only a whole expression counts: numbers with units between operators. A side that
cannot be read from end to end leaves the equation out, so what is reported as false is false. Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from planscope.analyzers.claims.calculator import evaluate, operands
from planscope.analyzers.numbers.money import Amount
from planscope.analyzers.numbers.numerals import Number, numbers

LONG = 1000  # characters of a line that is looked at
TOKENS = 40  # of one side


@dataclass(frozen=True, slots=True)
class Equation:
    """One equation as written: both sides with their values. `start` is where its left side begins in the text, `at`
    where the number on the right stands."""

    left: str
    right: str
    value: Decimal
    said: Decimal
    start: int
    at: int

    @property
    def plain(self) -> str:
        """The left side as the calculator reads it."""
        return self.left.translate(_WRITTEN)

    @property
    def text(self) -> str:
        """As written, on one line."""
        return f"{self.left} = {self.right}"


def false_equations(text: str, amounts: tuple[Amount, ...]) -> list[Equation]:
    """Equations between amounts of money that do not hold, beyond what rounding explains."""
    money = {a.start for a in amounts} | {a.end for a in amounts}
    values = {a.value for a in amounts}
    return [
        e
        for e in equations(text)
        if not (_holds(e) or _goes_on(e))
        and (any(e.at - 4 <= m <= e.at + len(e.right) + 8 for m in money) or _of_money(e, values))
    ]


def _of_money(e: Equation, amounts: set[Decimal]) -> bool:
    """Whether an equation without currencies is one of amounts: its terms, and what it comes to, are amounts of the
    text."""
    terms = [v for v, factor in operands(e.plain) if not factor]
    return len(terms) > 1 and e.said in amounts and all(v in amounts for v in terms)


def true_equations(text: str) -> Iterator[Equation]:
    """Equations that hold, with a sum on the left and its outcome on the right."""
    return (e for e in equations(text) if _holds(e) and _operators(e.plain))


def equations(text: str) -> Iterator[Equation]:
    """Every equation that can be read whole."""
    at = 0
    for line in text.split("\n"):
        if ("=" in line or "＝" in line) and len(line) <= LONG:
            yield from _in_line(line, at)
        at += len(line) + 1


def _in_line(line: str, at: int) -> Iterator[Equation]:
    sides = [(m.start(), m[0]) for m in re.finditer(r"[^=＝]+", line)]
    for (begin, left), (start, right) in pairwise(sides):
        if re.search(r"[<>!≈~≤≥:]\s*$", left):
            continue
        one, two = _suffix(left), _prefix(right)
        if one is None or two is None or not (_operators(one) or _operators(two)):
            continue
        values = evaluate(one), evaluate(two)
        if values[0] is not None and values[1] is not None:
            number = at + start + _first_number(right)
            yield Equation(_shown(one), _shown(two), values[0], values[1], at + begin, number)


def _first_number(side: str) -> int:
    return next((n.start for n in numbers(side)), 0)


_WRITTEN = str.maketrans("×÷−", "*/-")


def _operators(expression: str) -> int:
    return len(re.findall(r"(?<=\S) [-+*/] ", expression))


def _shown(expression: str) -> str:
    return expression.replace(" * ", " × ").replace(" / ", " ÷ ").replace(" - ", " − ")


# --- one side ------------------------------------------------------------------------------------------------------

_SIGNS = {"×": "*", "x": "*", "X": "*", "·": "*", "*": "*", "÷": "/", "/": "/", "+": "+", "−": "-", "–": "-", "-": "-"}
_SIGN = re.compile(
    r"\s*([+×·÷])\s*|\s*(?<![A-Za-z])([xX])(?![A-Za-z])\s*|\s+([-−–/*])\s+|(?<=\d)(\*)(?=\s?[\d(])|(?<=[\d)])\s?([-−])\s?(?=[$€£¥\d(])"
)
_GAP = re.compile(r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))")  # 4 567,30: grouped by spaces
_NAMED = re.compile(r"[^\W\d_]{5}")  # more than a unit: a dash behind it is no minus
_WORDS = re.compile(r"[^\d+×÷=()\[\]{}:;|]{0,28}")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # number, sign, open, close, words, stop, torn
    text: str


def _tokens(side: str) -> list[_Token]:
    """The side in pieces; what separates expressions (":", ";", a cell's bar) is a piece "stop"."""
    side = re.sub(r"[*_`]{2,}|[（]", lambda m: "(" if m[0] == "（" else " ", side).replace("）", ")")
    side = _GAP.sub(r"\1", side)
    found: dict[int, Number] = {n.start: n for n in numbers(side)}
    tokens: list[_Token] = []
    at = 0
    while at < len(side):
        if at in found:
            n = found[at]
            percent = re.match(r"\s?[%％]", side[n.end :])
            tokens.append(_Token("number", f"{n.value}%" if percent else str(n.value)))
            at = n.end + (percent.end() if percent else 0)
        elif side[at] == "/" and side[at + 1 : at + 2].isdecimal():
            tokens.append(_Token("torn", "/"))  # "per 1000": what follows is torn from what stands before
            at += 1
        elif side[at] in "()":
            comment = re.match(r"\([^()\d]{0,40}\)", side[at:])
            tokens.append(_Token("words", "") if comment else _Token("open" if side[at] == "(" else "close", side[at]))
            at += comment.end() if comment else 1
        elif (m := _SIGN.match(side, at)) is not None and m.end() > at:
            tokens.append(_Token("sign", _SIGNS[next(g for g in m.groups() if g)]))
            at = m.end()
        else:
            tokens.append(_Token("stop" if side[at] in ":;|,，；：[]{}" else "words", side[at]))
            at += 1
    return _joined(tokens)


def _joined(tokens: list[_Token]) -> list[_Token]:
    """Neighbouring words as one piece, blanks dropped; more than a few words separate expressions."""
    out: list[_Token] = []
    for t in tokens:
        if t.kind == "words" and out and out[-1].kind == "words":
            out[-1] = _Token("words", out[-1].text + t.text)
        else:
            out.append(t)
    kept = [t for t in out if t.kind != "words" or t.text.strip(" \t$€£¥")]
    return [_Token("stop", t.text) if t.kind == "words" and len(t.text.strip()) > 28 else t for t in kept]


def _suffix(side: str) -> str | None:
    """The expression that a side ends with."""
    tokens = _tokens(side)[-TOKENS:]
    begin = len(tokens)
    while begin > 0 and tokens[begin - 1].kind != "stop":
        begin -= 1
    return _longest(tokens[begin:], cut_left=True, bounded=begin > 0 or len(tokens) < TOKENS)


def _prefix(side: str) -> str | None:
    """The expression that a side begins with."""
    tokens = _tokens(side)[:TOKENS]
    end = next((n for n, t in enumerate(tokens) if t.kind == "stop"), len(tokens))
    return _longest(tokens[:end], cut_left=False, bounded=True)


def _longest(tokens: list[_Token], *, cut_left: bool, bounded: bool) -> str | None:
    """The longest run of tokens from the side's inner end that reads as an expression and is not torn from an operator
    beside it."""
    for n in range(len(tokens)):
        part = tokens[n:] if cut_left else tokens[: len(tokens) - n]
        beside = (tokens[n - 1] if n else None) if cut_left else (tokens[len(tokens) - n] if n else None)
        whole = part[0].kind in ("number", "open") or not cut_left
        expression = _expression(part) if whole else None
        if expression is not None and evaluate(expression) is not None:
            torn = beside is not None and beside.kind in ("sign", "open", "close", "torn")
            aside = cut_left and part[0].kind == "open" and beside is not None  # "6k shares (24k / 4) = ..."
            torn = torn or (aside and beside is not None and beside.kind == "words")
            return None if torn or not bounded else expression
    return None


def _expression(tokens: list[_Token]) -> str | None:
    """Tokens as an expression: words may stand only behind a number, as its unit, and before the first number never."""
    pieces: list[str] = []
    for n, t in enumerate(tokens):
        if t.kind == "words":
            if n == 0 or tokens[n - 1].kind not in ("number", "close"):
                return None
            if n + 1 < len(tokens) and tokens[n + 1].text == "-" and _NAMED.search(t.text):
                return None
        elif t.kind in ("stop", "torn"):
            return None
        else:
            pieces.append(t.text)
    return " ".join(pieces) if any(t.kind == "number" for t in tokens) else None


def _goes_on(e: Equation) -> bool:
    """Whether the outcome is right and the sum then goes on from it ("3 × 40 = 120 + 10 = 130"), or what was put on
    last is what is worked out ("120 + 2 × 5 = 10"), or the outcome is in another unit ("3200 × 29.4 ct = 940.80 €")."""
    first, last = evaluate(e.right.split(" ")[0]), evaluate(re.split(r" [+-] ", e.plain)[-1])
    close = Decimal("0.005")
    goes_on = first is not None and min(abs(abs(first) * k - abs(e.value)) for k in (1, 100)) <= close
    return goes_on or (last is not None and abs(abs(last) - abs(e.said)) <= close)


def _holds(e: Equation) -> bool:
    """Whether both sides agree, within what rounding explains; or would, if one reckoned from left to right."""
    left, right = _places(e.left), _places(e.right)
    room = Decimal(0)
    if left > right or re.search(r"[÷%]", e.left):  # the outcome was rounded
        room = Decimal("0.51").scaleb(-right)
    elif left and "×" in e.left:  # a factor may have been
        room = max(Decimal("1.01").scaleb(-right), abs(e.said) * Decimal("0.0005"))
    return abs(abs(e.value) - abs(e.said)) <= room or _left_to_right(e.left) == e.said


def _places(shown: str) -> int:
    return max((len(m[1]) for m in re.finditer(r"\.(\d+)", shown)), default=0)


def _left_to_right(shown: str) -> Decimal | None:
    pieces = shown.replace("×", "*").replace("÷", "/").replace("−", "-").split()
    if "(" in pieces or len(pieces) < 5:
        return None
    nested = pieces[0]
    for sign, number in zip(pieces[1::2], pieces[2::2], strict=False):
        nested = f"( {nested} {sign} {number} )"
    return evaluate(nested)
