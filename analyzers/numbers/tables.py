"""Tables in a text result (CSV, tab-separated, Markdown) as records. Pure."""

import csv
import re

LONG = 400_000  # characters that are looked at
ROWS = 5000
_VALUE = re.compile(r"[:：=]\s?\S|\d[.,]\d")  # "Oak: price 82.50" is no heading
_NUMBER = re.compile(r",\s?[-+]?\d[\d.]*\s*$")  # a line of two cells, as commas in prose make none


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of the first table in a text, by column; empty when there is none."""
    lines = [line for line in text[:LONG].split("\n") if line.strip()]
    for at in range(min(len(lines), 5)):  # a caption may stand above
        for mark in ("|", "\t", ",", ";"):
            width = lines[at].count(mark)
            if not width or not _is_head(lines[at], mark):
                continue
            body = [x for x in lines[at + 1 : at + 1 + ROWS] if not re.fullmatch(r"[\s|:+-]+", x)]
            same = next((n for n, x in enumerate(body) if x.count(mark) != width), len(body))
            sure = width > 1 or mark != "," or all(_NUMBER.search(x) for x in body[:same])
            if sure and same >= 2:
                return _read([lines[at], *body[:same]], mark)
    return []


def _is_head(line: str, mark: str) -> bool:
    """A heading names its columns: short texts without figures."""
    cells = [c.strip() for c in line.strip(" |" if mark == "|" else " ").split(mark)]
    return all(c and len(c) <= 40 and not c[0].isdecimal() for c in cells) and not any(map(_VALUE.search, cells))


def _read(lines: list[str], mark: str) -> list[dict[str, str]]:
    if mark == "|":
        rows = [[c.strip() for c in line.strip().strip("|").split("|")] for line in lines]
    else:
        rows = [[c.strip() for c in row] for row in csv.reader(lines, delimiter=mark)]
    head = rows[0]
    return [dict(zip(head, row, strict=True)) for row in rows[1:] if len(row) == len(head)]
