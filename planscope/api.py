"""A store from Python: `planscope.open("runs/").findings()` is a pandas frame.

import planscope

store = planscope.open()              # $PLANSCOPE_STORE, else ./.planscope
store.runs()
store.findings(kind="stale_todo")
store.sql("SELECT name, count(*) AS calls FROM tool_calls GROUP BY name")
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planscope.collector.publish import views
from planscope.collector.reading import Answer, Reader, read_spans
from planscope.collector.span import Span
from planscope.collector.store import Store
from planscope.errors import PlanscopeError, UsageError, nearest

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]


class OpenStore:
    """A store to ask. Frames are pandas'; `rows` gives the same without pandas."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._reader = Reader(store)

    def sql(self, text: str, parameters: list[Any] | None = None) -> "pandas.DataFrame":
        """The answer to a query over the views (docs/schema.md lists them); `?` stands for a parameter."""
        return _frame(self.rows(text, parameters))

    def rows(self, text: str, parameters: list[Any] | None = None) -> Answer:
        """The same as names of columns and rows. Raises UsageError with DuckDB's own words."""
        import duckdb

        try:
            return self._reader.query(text, parameters)
        except duckdb.Error as e:
            raise UsageError(str(e)) from e

    def runs(self, **equal: Any) -> "pandas.DataFrame":
        """Runs, latest first; `equal` narrows them down: `runs(agent="booking", state="ended")`."""
        return self._view("runs", "started DESC, run_id", equal)

    def findings(self, **equal: Any) -> "pandas.DataFrame":
        """Findings, the most serious first; `equal` narrows them down: `findings(kind="stale_todo")`."""
        order = "list_position(['error', 'warning', 'info'], severity), kind, run_id, number"
        return self._view("findings", order, equal)

    def view(self, name: str, **equal: Any) -> "pandas.DataFrame":
        """One of the other views, whole: steps, tool_calls, checks, ..."""
        if name not in views():
            raise UsageError(f"no view is called {name!r}{nearest(name, views())}")
        return self._view(name, "ALL", equal)

    def spans(self, *traces: str) -> list[Span]:
        """Spans as they were received; of all traces when none is given."""
        return read_spans(self.store, traces=traces)

    def _view(self, name: str, order: str, equal: dict[str, Any]) -> "pandas.DataFrame":
        known = self.rows(f'DESCRIBE "{name}"').rows
        columns = [str(r[0]) for r in known]
        for column in equal:
            if column not in columns:
                raise UsageError(f"{name} has no column {column!r}{nearest(column, columns)}")
        where = " AND ".join(f'"{c}" = ?' for c in equal)
        text = f'SELECT * FROM "{name}"{" WHERE " + where if where else ""} ORDER BY {order}'
        return self.sql(text, list(equal.values()))


def open(store: Path | str | None = None) -> OpenStore:
    """Opens a store to read; by default $PLANSCOPE_STORE, else ./.planscope. Raises Unreadable when there is none."""
    folder = store if store is not None else os.environ.get("PLANSCOPE_STORE") or ".planscope"
    return OpenStore(Store(folder, create=False))


def _frame(answer: Answer) -> "pandas.DataFrame":
    try:
        import pandas
    except ImportError as e:
        raise PlanscopeError(
            "frames need pandas, which is not installed: pip install pandas (rows(...) works without it)"
        ) from e
    return pandas.DataFrame(answer.rows, columns=list(answer.columns))
