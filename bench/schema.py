"""Write docs/schema.md from the views and tables themselves.

    python bench/schema.py            write it
    python bench/schema.py --check    change nothing; end with 1 when it is not current

The doc of a column is the comment behind it in collector/views/*.sql, else that of the stored column it is.
"""

import argparse
import re
import sys
import tempfile
from pathlib import Path

from planscope.collector.publish import views
from planscope.collector.reading import run_sql
from planscope.collector.store import VERSION, Store
from planscope.collector.tables import INLINE, TABLES, Table

TARGET = Path(__file__).resolve().parent.parent / "docs" / "schema.md"
# The first steps and the rest: what people look for comes first.
ORDER = (
    "runs",
    "findings",
    "reviews",
    "checks",
    "steps",
    "tool_calls",
    "model_calls",
    "plan_versions",
    "plan_items",
    "claims",
    "replan_triggers",
    "verdicts",
)

HEAD = f"""# Views and tables of a store

<!-- made by bench/schema.py from collector/views/*.sql and collector/tables.py: change those -->

A store is read with SQL: by `planscope sql`, from Python by `planscope.open("store").sql(...)`, and by any DuckDB from
1.4 on as `duckdb -readonly store/planscope.duckdb`. A connection that is held open reconnects to see what was added
since. Within a major version views only gain columns. Times are UTC.

Of a text longer than {INLINE} characters a column holds the beginning; `full_text(result, result_ref)` gives the whole
of it, for any column that has one named `..._ref` beside it:

```sql
SELECT name, full_text(result, result_ref) AS result FROM tool_calls WHERE status = 'error';
```

Some questions:

```sql
-- which kinds of fault, how often, in how many runs
SELECT kind, severity, count(*) AS findings, count(DISTINCT run_id) AS runs FROM findings GROUP BY ALL ORDER BY ALL;

-- tools by how often they fail
SELECT name, count(*) AS calls, avg((status = 'error')::INT) AS failing FROM tool_calls GROUP BY name ORDER BY ALL;

-- items of todo lists that were never finished
SELECT i.run_id, i.text, i.status FROM plan_items i
JOIN (SELECT run_id, max(version) AS version FROM plan_versions WHERE source = 'list' GROUP BY run_id) v
  USING (run_id, version)
WHERE i.source = 'list' AND i.status IN ('pending', 'in_progress');
```
"""

STORED = f"""
# Stored tables

What the Parquet files below `hot/` and `cold/` hold, for readers that are no DuckDB (form {VERSION} of the store).
Which files count says `manifest.json`. These may change with the form, which the views above hide: rows may be there
more than once here, and of several generations.
"""


def doc_of(line: str) -> str:
    """The comment behind a column of a view."""
    return line.partition("--")[2].strip()


def columns_of(store: Store, view: str) -> list[tuple[str, str, str]]:
    """(name, type, doc) of each column of a view, in order. Raises LookupError for a column without a doc."""
    text = views()[view]
    source = re.search(r"FROM (?:current|once|stored)\.(\w+)", text)
    stored = {c.name: c.doc for c in TABLES[source[1]].columns} if source else {}
    commented = {
        re.split(r"[\s.]", line.partition("--")[0].strip().rstrip(","))[-1]: doc_of(line)
        for line in text.splitlines()
        if " -- " in line
    }
    found = []
    for name, kind, *_ in run_sql(store, f'DESCRIBE "{view}"').rows:
        doc = commented.get(name) or stored.get(name)
        if not doc:
            raise LookupError(f"column {name} of view {view} has no comment")
        found.append((name, kind, doc))
    return found


def head_of(view: str) -> str:
    """What a view says of itself."""
    lines = [line.removeprefix("--").strip() for line in views()[view].splitlines() if line.startswith("--")]
    return " ".join(lines)


def section(title: str, head: str, columns: list[tuple[str, str, str]], level: str = "##") -> str:
    """One view or table as Markdown."""
    rows = [f"| `{name}` | {kind} | {doc.replace('|', chr(92) + '|')} |" for name, kind, doc in columns]
    return "\n".join(
        [f"\n{level} {title}\n", f"{head}\n", "| column | type | what it is |", "| --- | --- | --- |", *rows, ""]
    )


def stored_section(table: Table) -> str:
    """A stored table as Markdown."""
    return section(table.name, table.doc, [(c.name, c.type, c.doc) for c in table.columns])


def page() -> str:
    """The whole page."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "store")
        names = [*ORDER, *sorted(views().keys() - set(ORDER))]
        public = [section(name, head_of(name), columns_of(store, name)) for name in names]
    return HEAD + "".join(public) + STORED + "".join(stored_section(t) for t in TABLES.values())


def main() -> int:
    parser = argparse.ArgumentParser(description="Write docs/schema.md.")
    parser.add_argument("--check", action="store_true", help="change nothing, compare")
    made = page()
    if parser.parse_args().check:
        current = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
        if made != current:
            print("docs/schema.md is not current: run `uv run python bench/schema.py`")
        return int(made != current)
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
