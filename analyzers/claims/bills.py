"""Bills in a message: a total with the lines directly above it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import statements
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.numerals import numbers
from planscope.collector.run import Run

COUNTED = re.compile(r"[x×*]\s?\d|\d\s?[x×]")  # a line that says itself how often its price counts


COUNTS = 4  # numbers between a price and what they make of it
ROWS = 200  # amounts above a total that may be its lines
TOTALS = 400  # amounts of one message among which totals are looked for


@dataclass(frozen=True, slots=True)
class Bill:
    """A total with the lines that stand directly above it, and the whole text."""

    total: Claim
    lines: tuple[Claim, ...]
    text: str

    @property
    def sum(self) -> Decimal:
        """What the lines come to."""
        return sum((-c.value if c.amount.minus else c.value for c in self.lines), Decimal(0))

    @property
    def head(self) -> str:
        """The text right above the lines, back to an empty line: a heading, the head of a table."""
        return self.text[: self.lines[0].amount.start].rsplit("\n\n", 1)[-1].rpartition("\n")[0]


def bills(run: Run) -> tuple[Bill, ...]:
    """Every total that at least two lines with one amount each stand directly above. Use it as `run.memo(bills)`."""
    texts = run.memo(statements)
    found = []
    before: list[Claim] = []  # in the same message
    totals = 0
    for total in run.memo(claims):
        before = [*before[-ROWS:], total] if before and before[-1].message == total.message else [total]
        totals = totals + 1 if len(before) > 1 else 0
        if total.amount.total and not total.argument and totals <= TOTALS:
            text = texts[total.message].text
            above = [c for c in before if c.amount.start < total.amount.start]
            lines = _block(text, above, total)
            if len(lines) > 1 and len({c.amount.unit for c in (*lines, total)} - {""}) < 2:
                found.append(Bill(total, tuple(lines), text))
    return tuple(found)


def _block(text: str, above: Iterable[Claim], total: Claim) -> list[Claim]:
    """The lines that stand directly above a total, back to an empty line, a heading, or one without an amount."""
    by_line: dict[int, list[Claim]] = {}
    for c in above:
        by_line.setdefault(text.count("\n", 0, c.amount.start), []).append(c)
    row = text.count("\n", 0, total.amount.start) - 1
    if row >= 0 and not text.split("\n")[row].strip():
        row -= 1
    lines: list[Claim] = []
    while (line := _line_amount(text, by_line.get(row, []), total)) is not None:
        lines.insert(0, line)
        row -= 1
    return lines


def _line_amount(text: str, found: Sequence[Claim], total: Claim) -> Claim | None:
    """What a line comes to: its only amount, the one behind its sign of equality, in a table the one in the column of
    the total; None when that is not plain."""
    column = [c for c in found if total.amount.head and c.amount.head == total.amount.head]
    if len(column) == 1 and not words.TOTALS.search(column[0].line.split("|")[1:2][0]):
        return column[0]
    last = found[-1] if found else None
    if last is not None and not total.amount.head and _is_last_cell(last, text):
        return last
    if last is None or last.amount.total or last.amount.stance != "stated":
        return None
    worked_out = text[: last.amount.start].rstrip(" *_$€£¥").endswith(("=", "＝"))
    plain = len(found) == 1 and not COUNTED.search(last.line)
    worked_out = worked_out or (len(found) == 2 and _multiplied(found[0], last))
    return last if plain or worked_out else None


def _is_last_cell(last: Claim, text: str) -> bool:
    """Whether an amount is all that the last cell of a table's row holds, and no total."""
    begin = text.rfind("\n", 0, last.amount.start) + 1
    row = text[begin : text.find("\n", last.amount.end) if "\n" in text[last.amount.end :] else len(text)].strip()
    if not row.startswith("|") or row.count("|") < 3 or last.amount.stance != "stated" or last.amount.total:
        return False
    cells = row.strip("|").split("|")
    bare = re.fullmatch(r"[\s*_]*[-−]?[A-Z$€£¥]{0,3}\s?[\d.,' ]+\s?[A-Z$€£¥元円]{0,3}[\s*_]*", cells[-1])
    return bool(bare) and not words.TOTALS.search(cells[0])


def _multiplied(one: Claim, last: Claim) -> bool:
    """Whether a line gives a price, counts, and what they make: "Oak ($45.00), 2 pieces, 3 months: $270.00"."""
    between = last.line.split(one.amount.raw, 1)[-1].rsplit(last.amount.raw, 1)[0]
    made = [one.value]
    for n in (n.value for n in islice(numbers(between), COUNTS)):
        made += [v * n for v in made]
    return last.value in made[1:]
