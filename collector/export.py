"""A store as files for others: one native DuckDB file, a folder of Parquet files, or spans as OTLP in JSON lines.

What is written stands under another name until it is whole."""

import gzip
import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from planscope.collector.otlp_write import export_of
from planscope.collector.publish import FULL_TEXT, statements, views
from planscope.collector.reading import read_spans
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.store import Store, literal

if TYPE_CHECKING:
    import duckdb

AT_ONCE: Final = 500  # traces that are read together


def to_duckdb(store: Store, target: Path) -> int:
    """Every view as a table of a new DuckDB file, with the whole of long texts in table texts and the macro full_text;
    answers with the number of tables. The file needs nothing else."""
    made = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    try:
        with _reader(store) as connection:
            connection.execute(f"ATTACH {literal(made)} AS exported")
            for name, query in _tables(store):
                connection.execute(f'CREATE TABLE exported."{name}" AS {query}')
            connection.execute("USE exported")
            connection.execute(FULL_TEXT.replace("stored.texts", "texts"))
            connection.execute("USE memory")
            connection.execute("DETACH exported")
        made.rename(target)
    finally:
        made.unlink(missing_ok=True)
    return len(views()) + 1


def to_parquet(store: Store, target: Path) -> int:
    """Every view, and the long texts, as a Parquet file each in a folder; answers with the number of files."""
    target.mkdir(parents=True, exist_ok=True)
    with _reader(store) as connection:
        for name, query in _tables(store):
            made = target / f".{name}.{uuid.uuid4().hex}"
            connection.execute(f"COPY ({query}) TO {literal(made)} (FORMAT parquet, COMPRESSION zstd)")
            made.rename(target / f"{name}.parquet")
    return len(views()) + 1


def to_otlp(store: Store, target: Path, progress: Callable[[int], None] = lambda _: None) -> int:
    """Every span as OTLP, one export of a trace a line, compressed when the name ends with .gz; answers with the number
    of spans. Imported again they are the very spans."""
    made = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    count = 0
    try:
        with _writing(made, compressed=target.suffix == ".gz") as out:
            for traces in _traces(store):
                spans = read_spans(store, traces=traces)
                by_trace: dict[str, list[int]] = {}
                for n, span in enumerate(spans):
                    by_trace.setdefault(span.trace_id, []).append(n)
                for numbers in by_trace.values():
                    line = json.dumps(export_of(spans[n] for n in numbers), separators=(",", ":"), allow_nan=False)
                    out.write(line.encode() + b"\n")
                count += len(spans)
                progress(len(traces))
        made.rename(target)
    finally:
        made.unlink(missing_ok=True)
    return count


def trace_count(store: Store) -> int:
    """Number of traces in a store."""
    files = snapshot(store)
    return int(store.run(f"SELECT count(DISTINCT trace_id) FROM {stored(files, 'spans')}")[0][0])


def _traces(store: Store) -> Iterator[list[str]]:
    files = snapshot(store)
    found = [t for (t,) in store.run(f"SELECT DISTINCT trace_id FROM {stored(files, 'spans')} ORDER BY 1")]
    for n in range(0, len(found), AT_ONCE):
        yield found[n : n + AT_ONCE]


def _writing(path: Path, *, compressed: bool) -> IO[bytes]:
    return gzip.open(path, "wb") if compressed else path.open("wb")  # type: ignore[return-value]


def _reader(store: Store) -> "duckdb.DuckDBPyConnection":
    import duckdb

    connection = duckdb.connect(config=store.settings())
    for text in statements(snapshot(store)):
        connection.execute(text)
    return connection


def _tables(store: Store) -> Iterator[tuple[str, str]]:
    """(name, query) of all that is exported."""
    for name in views():
        yield name, f'SELECT * FROM "{name}"'
    rows = stored(snapshot(store), "texts")
    yield "texts", f"SELECT hash, any_value(text) AS text FROM {rows} GROUP BY hash"
