"""The one way to hand spans, and rows of other tables, to a store without a server: from a worker of the harness, a
script, or an agent that traces itself."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from planscope.collector.derived import row
from planscope.collector.intake import Intake
from planscope.collector.otlp import spans_of
from planscope.collector.span import Span
from planscope.collector.store import Store
from planscope.collector.tables import TABLES
from planscope.errors import UsageError


class Sink:
    """Adds to a store from this process; any number of processes may do so at once.

    sink = Sink("runs/")
    sink.spans([...])     # durable, and seen by every reader, when it returns
    """

    def __init__(self, store: Store | Path | str) -> None:
        self._intake = Intake(store if isinstance(store, Store) else Store(store))

    def spans(self, spans: Iterable[Span]) -> int:
        """Adds spans; answers with their number. The same span again does no harm: it counts once."""
        return self._intake.add(list(spans))

    def export(self, export: Mapping[str, Any]) -> int:
        """Adds the spans of one OTLP export, as JSON objects; answers with their number. What cannot be a span is left
        out."""
        return self.spans(x for x in spans_of(export) if isinstance(x, Span))

    def rows(self, table: str, rows: Iterable[Mapping[str, Any]]) -> int:
        """Adds rows to another table, as mappings by column; what is left out is NULL. Raises UsageError."""
        if table not in TABLES:
            raise UsageError(f"no table is called {table!r}; there are {', '.join(TABLES)}")
        try:
            made: Sequence[tuple[Any, ...]] = [row(TABLES[table], values) for values in rows]
        except KeyError as e:
            raise UsageError(str(e.args[0])) from e
        self._intake.store.add({table: made})
        return len(made)
