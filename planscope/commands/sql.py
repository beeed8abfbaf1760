"""`planscope sql`: a query over a store."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.options import opened, store_option
from planscope.errors import UnknownName, Unreadable, UsageError, nearest

if TYPE_CHECKING:
    from planscope.collector.reading import Answer
    from planscope.collector.store import Store

MOST = 1_000_000  # rows; more is work for another tool


@click.command()
@click.argument("query", required=False, metavar="QUERY")
@store_option("The store to ask.")
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Read the query there.")
@click.option(
    "--question", "asked", metavar="NAME", help="Ask one of the worked questions (docs/sql.md); ? lists them."
)
@click.option(
    "--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
    help="csv with NULL as an empty field; json is one list with an object for each row.",
)  # fmt: skip
@click.option("--limit", type=click.IntRange(1, MOST), default=10_000, show_default=True, help="Rows, at most.")
@click.option("--timeout", type=click.IntRange(1, 3600), default=60, show_default=True, help="Seconds, at most.")
def sql(
    query: str | None, store: Path, file: Path | None, asked: str | None, form: str, limit: int, timeout: int
) -> int:
    """Ask a store in SQL, by the views that docs/schema.md lists: runs, findings, steps, tool_calls, plan_items, ...

    \b
    Examples:
      planscope sql "SELECT kind, count(*) FROM findings GROUP BY ALL"
      planscope sql "FROM runs" --format csv > runs.csv
      planscope sql --question tools_that_fail
      planscope sql "SHOW TABLES"
      planscope sql "DESCRIBE findings"
      echo "FROM tool_calls" | planscope sql - --format json

    QUERY is - to read it from standard input. A store is only read: nothing can be changed, and no file beside it and
    no network be reached.

    Exit code: 0 answered, 2 no store, or more time or memory needed than there is, 3 the query makes no sense.
    """
    from planscope.collector.reading import Limits, run_sql

    if asked is not None and (query or file):
        raise UsageError("give a QUERY, --file or --question; not several")
    if asked == "?":
        console.write(_questions())
        return 0
    text = _worked(asked) if asked is not None else _query(query, file)
    held = opened(store)
    try:
        answer = run_sql(held, text, Limits(rows=limit, seconds=timeout))
    except UsageError as e:
        console.say_lines(str(e))
        return 3
    console.write(_lines(answer, form))
    if answer.truncated:
        console.say(_more(len(answer.rows), limit, store))
    elif not answer.rows and (why := _why_empty(held, store)):
        console.say(why)
    return 0


def _why_empty(asked: "Store", folder: Path) -> str:
    """What to do about an empty answer, where nothing was analysed yet."""
    from planscope.collector.snapshot import snapshot

    files = snapshot(asked)
    if files["runs"] or not files["spans"]:
        return ""
    return f"no run of this store was analysed yet, so only spans are there; `planscope check --store {folder}` does it"


def _questions() -> Iterable[str]:
    from planscope.analyzers.report.rows import table
    from planscope.collector.questions import questions

    return table(("name", "question"), [(q.name, q.title) for q in questions()])


def _worked(name: str) -> str:
    """The SQL of a worked question. Raises UnknownName."""
    from planscope.collector.questions import questions

    known = {q.name: q.sql for q in questions()}
    if name not in known:
        raise UnknownName(
            f"no question is called {name!r}{nearest(name, known)}; `planscope sql --question ?` lists them"
        )
    return known[name]


def _query(query: str | None, file: Path | None) -> str:
    if (query is None) == (file is None):
        raise UsageError("which query? Give it in quotation marks, - to read standard input, or --file FILE")
    try:
        raw = file.read_bytes() if file else sys.stdin.buffer.read() if query == "-" else (query or "").encode()
        return raw.decode("utf-8-sig")
    except UnicodeError as e:
        raise UsageError("the query is no text in UTF-8") from e
    except OSError as e:
        raise Unreadable(f"{file or 'standard input'}: cannot be read ({e.strerror or e})") from e


def _lines(answer: "Answer", form: str) -> Iterable[str]:
    from planscope.analyzers.detector import count
    from planscope.analyzers.report import rows
    from planscope.analyzers.report.safe import safe

    screen = console.columns() if console.terminal() else None
    if form == "json":
        return rows.json_lines(answer.columns, answer.rows)
    if form == "csv":
        lines = rows.csv_lines(answer.columns, answer.rows)
        return map(safe, lines) if screen else lines
    return [*rows.table(answer.columns, answer.rows, screen), count(len(answer.rows), "row")]


def _more(rows: int, limit: int, store: Path) -> str:
    if rows < limit:
        return f"cut after {rows} rows, since their texts are long; ask for fewer rows or for left(column, 1000)"
    ways = f"--limit gives up to {MOST}; " if limit < MOST else ""
    return f"there are more rows than {limit}; {ways}`duckdb -readonly {store}/planscope.duckdb` knows no limit"
