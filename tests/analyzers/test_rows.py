"""Rows of a query as tables and for programs: right widths, nothing hidden, nothing lost."""

import json
from datetime import datetime, timedelta
from decimal import Decimal

from planscope.analyzers.report.rows import csv_lines, json_lines, plain, table
from planscope.analyzers.report.safe import width


def test_numbers_stand_right_and_wide_characters_count_double() -> None:
    assert list(table(["n", "t"], [(1, "水"), (-10, None), (2.5, "ab\tc")])) == [
        "  n  t",
        "---  -----",
        "  1  水",
        "-10  NULL",
        "2.5  ab\\tc",
    ]


def test_a_table_without_rows_has_its_head() -> None:
    assert list(table(["a", "long name"], [])) == ["a  long name", "-  ---------"]


def test_a_table_is_no_wider_than_the_screen() -> None:
    rows = [("x" * 10_000_000, "水" * 500, n) for n in range(3)]
    lines = list(table(["first", "second", "third"], rows, 40))
    assert max(map(width, lines)) <= 40
    assert "…" in lines[2]
    assert lines[2].endswith("    0")
    assert lines[0].startswith("first")


def test_too_many_columns_are_shown_below_each_other() -> None:
    names = [f"column {n}" for n in range(30)]
    lines = list(table(names, [["a" * 100] * 30, ["b"] * 30], 60))
    assert lines[0] == "-- row 1"
    assert lines[1].startswith("column 0   aaa")
    assert max(map(width, lines)) == 60
    assert lines[31] == "-- row 2"
    assert len(lines) == 62
    assert next(table(["n"] * 30, [[1] * 30], 100)).startswith("n  n  n"), "they fit"


def test_json_has_all_columns_and_only_what_json_knows() -> None:
    times = (datetime(2020, 1, 2, 3, 4, 5), timedelta(seconds=90))
    row = (float("nan"), Decimal("1.5"), b"\x00", {1: float("inf")}, *times)
    (found,) = json.loads("\n".join(json_lines(["a", "a", "a", "b", "c", "d"], [row])))
    assert found == {
        "a": None,
        "a_2": 1.5,
        "a_3": "0x00",
        "b": {"1": None},
        "c": "2020-01-02T03:04:05",
        "d": "0:01:30",
    }
    assert plain(10**30) == 10**30


def test_csv_quotes_what_needs_it() -> None:
    assert list(csv_lines(["a,b", "c"], [('say "hi"', None), ("two\nlines", ""), ("\r", 1)])) == [
        '"a,b",c',
        '"say ""hi""",',
        '"two\nlines",',
        '"\r",1',
    ]
