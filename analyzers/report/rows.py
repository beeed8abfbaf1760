"""Rows of a query for people and for programs: an aligned table, CSV, JSON. What is in them is untrusted."""

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from planscope.analyzers.report.safe import json_line, safe, width

NARROWEST = 6  # columns of the screen for a column of the answer; where there is less, rows are shown one by one
GAP = "  "
END = "\r\n"  # of a line of CSV: what may be a part of this is quoted inside fields

Row = Sequence[Any]


def shown(value: Any) -> str:
    """A value as one writes it."""
    match value:
        case None:
            return "NULL"
        case bool():
            return str(value).lower()
        case datetime():
            return value.isoformat(" ")
        case bytes():
            return f"0x{value.hex()}"
        case list() | tuple() | dict():
            return json.dumps(plain(value), ensure_ascii=False)
    return str(value)


def plain(value: Any) -> Any:
    """A value as JSON has it: times and whatever else JSON does not know as text, NaN and infinity as null."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Decimal():
            return float(value) if value.is_finite() else None
        case date():
            return value.isoformat()
        case list() | tuple():
            return [plain(x) for x in value]
        case Mapping():
            return {x if isinstance(x, str) else shown(x): plain(y) for x, y in value.items()}
    return shown(value)


# --- for programs --------------------------------------------------------------------------------------------------


def csv_lines(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """The names, then the rows, without ends of lines; NULL is an empty field."""
    for row in (columns, *rows):
        line = io.StringIO()
        csv.writer(line, lineterminator=END).writerow(["" if x is None else shown(x) for x in row])
        yield line.getvalue().removesuffix(END)


def json_lines(columns: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    """One list of objects, each on a line of its own. Of two columns of one name the second is called `name_2`."""
    names: list[str] = []
    for name in columns:
        same = sum(n == name or n.rpartition("_")[0] == name for n in names)
        names.append(f"{name}_{same + 1}" if name in names else name)
    yield "["
    for n, row in enumerate(rows, 1):
        comma = "," if n < len(rows) else ""
        yield json_line(dict(zip(names, map(plain, row), strict=True))) + comma
    yield "]"


# --- for people ----------------------------------------------------------------------------------------------------


def table(columns: Sequence[str], rows: Sequence[Row], screen: int | None = None) -> Iterator[str]:
    """Aligned columns, numbers to the right. On a screen so many characters wide, long values are cut with an
    ellipsis; where even that leaves too little, rows are shown one by one. NULL stands for no value."""
    heads = [_cell(c, screen) for c in columns]
    cells = [[_cell(x, screen) for x in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    if screen is not None:
        most = _fitting(widths, screen)
        if most < NARROWEST and max(widths) > most:
            yield from _one_by_one(heads, cells, screen)
            return
        widths = [min(w, most) for w in widths]
    right = [_numeric([row[n] for row in rows]) for n in range(len(columns))]
    for line in (heads, ["-" * w for w in widths], *cells):
        fields = [_padded(_cut(x, w), w, r) for x, w, r in zip(line, widths, right, strict=True)]
        yield GAP.join(fields).rstrip()


def _cell(value: Any, screen: int | None) -> str:
    text = shown(value)
    return safe(text if screen is None else text[: screen + 1])


def _fitting(widths: Sequence[int], screen: int) -> int:
    """The width that no column may exceed, so that all fit."""
    most = min(max(widths), screen)
    room = screen - len(GAP) * (len(widths) - 1)
    while most > 1 and sum(min(w, most) for w in widths) > room:
        most -= 1
    return most


def _numeric(values: Iterable[Any]) -> bool:
    given = [x for x in values if x is not None]
    return bool(given) and all(isinstance(x, int | float | Decimal) and not isinstance(x, bool) for x in given)


def _one_by_one(heads: Sequence[str], cells: Sequence[Sequence[str]], screen: int) -> Iterator[str]:
    label = min(max(map(width, heads)), screen // 2)
    for n, row in enumerate(cells, 1):
        yield f"-- row {n}"
        for head, cell in zip(heads, row, strict=True):
            yield f"{_padded(_cut(head, label), label)}{GAP}{_cut(cell, screen - label - len(GAP))}".rstrip()


def _padded(text: str, columns: int, right: bool = False) -> str:
    fill = " " * (columns - width(text))
    return fill + text if right else text + fill


def _cut(text: str, columns: int) -> str:
    """The text, with an ellipsis where it is wider."""
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        used += width(char)
        if used > columns - 1:
            break
        kept += char
    return kept + "…"
