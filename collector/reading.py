"""Reading a store: the views in an in-memory DuckDB, spans as they were added, and SQL from users within limits."""

import re
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planscope.collector.pieces import joined
from planscope.collector.publish import published, statements
from planscope.collector.rows import refs_in, span_of
from planscope.collector.snapshot import Files, once, snapshot, stored, versions
from planscope.collector.span import Span
from planscope.collector.store import VERSION, Manifest, Store, literal
from planscope.collector.tables import SPANS, TABLES
from planscope.errors import TooMuch, UsageError

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gave. `truncated` is true when there were more rows than asked for."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a user's query may take: rows, seconds, memory of DuckDB, and characters and bytes in the answer."""

    rows: int = 10_000
    seconds: float = 60.0
    memory: str = "2GB"
    size: int = 2**28


class Reader:
    """Reads a store again and again, in one process; each query has a cursor of its own and sees one state."""

    def __init__(self, store: Store) -> None:
        import duckdb

        self.store = store
        self._connection = duckdb.connect(config=store.settings())
        self._files: Files = {}
        self._made: set[str] = set()
        self._guard = threading.Lock()

    def query(self, text: str, parameters: Sequence[Any] | None = None) -> Answer:
        """Runs SQL of our own over the views."""
        cursor = self.cursor(text)
        try:
            cursor.execute(text, parameters)
            columns = tuple(d[0] for d in cursor.description or ())
            return Answer(columns, cursor.fetchall())
        finally:
            cursor.close()

    def cursor(self, text: str | None = None) -> "duckdb.DuckDBPyConnection":
        """A cursor for this query (for any, without one), which sees the store as it is now."""
        files = snapshot(self.store)
        with self._guard:
            if files != self._files:
                self._files, self._made = files, set()
            for made in statements(files, text):
                if made not in self._made:
                    self._connection.execute(made)
                    self._made.add(made)
            return self._connection.cursor()

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


# --- tables as they are stored -------------------------------------------------------------------------------------


def read_spans(
    store: Store, *, traces: Collection[str] = (), sessions: Collection[str] = (), contradicting: bool = False
) -> list[Span]:
    """The spans of these traces and sessions, each once; all spans when neither is given. With `contradicting` also
    versions of a span that say otherwise than the one that counts."""
    files = snapshot(store)
    columns = ", ".join(f'"{c}"' for c in SPANS.names)
    given = [list(x) for x in (traces, sessions) if x]
    names = [n for n, x in (("trace_id", traces), ("session", sessions)) if x]
    where = " OR ".join(f"{n} IN (SELECT unnest(${i}::VARCHAR[]))" for i, n in enumerate(names, 1))
    rows = f"(SELECT * FROM {stored(files, 'spans')} {'WHERE ' + where if where else ''})"
    counted = versions(rows) if contradicting else once(rows)
    found = store.run(f"SELECT {columns} FROM {counted} ORDER BY session, start_ns, sequence, span_id", given)
    pieces = read_pieces(store, refs_in(found), files)
    return [span_of(row, pieces) for row in found]


def read_pieces(store: Store, hashes: Collection[str], files: Files | None = None) -> dict[str, str]:
    """Pieces of large texts by hash. The rows are looked for first and their texts read then: a condition on the hash
    alone has DuckDB read the texts of all others as well."""
    listed = (files or snapshot(store))["texts"]
    if not hashes or not listed:
        return {}
    found = store.run(
        f"SELECT filename, min(file_row_number), hash FROM read_parquet([{', '.join(map(literal, listed))}], "
        "filename = true, file_row_number = true) WHERE hash IN (SELECT unnest($1::VARCHAR[])) GROUP BY filename, hash",
        [sorted(hashes)],
    )
    rows: dict[str, list[int]] = defaultdict(list)
    for file, row, _ in {hash: (file, row, hash) for file, row, hash in found}.values():
        rows[file].append(row)
    pieces: dict[str, str] = {}
    for file, numbers in rows.items():
        among = f"WHERE file_row_number IN ({', '.join(map(str, sorted(numbers)))})"
        pieces.update(
            store.run(f"SELECT hash, text FROM read_parquet([{literal(file)}], file_row_number = true) {among}")
        )
    return pieces


def read_text(store: Store, beginning: str, ref: str | None) -> str:
    """A text of which a row holds the beginning."""
    return joined(ref, read_pieces(store, set(ref.split()))) if ref else beginning


# --- SQL from users ------------------------------------------------------------------------------------------------


def run_sql(store: Store, text: str, limits: Limits = Limits()) -> Answer:
    """Runs one query of a user over the views: read-only, no other files, no network, within limits. Raises UsageError
    with DuckDB's own words, TooMuch when it needs more time or memory."""
    import duckdb

    with duckdb.connect(config={"memory_limit": limits.memory}) as connection:
        for made in statements(snapshot(store)):
            connection.execute(made)
        _close_off(connection, store)
        timer = threading.Timer(limits.seconds, connection.interrupt)
        timer.daemon = True
        timer.start()
        until = time.monotonic() + limits.seconds
        try:
            _refuse_changes(connection, text)
            connection.execute(text)
            columns = tuple(d[0] for d in connection.description or ())
            rows, whole = _fetched(connection, limits, until)
        except duckdb.InterruptException as e:
            raise TooMuch(f"the query took longer than {limits.seconds:g} seconds and was stopped") from e
        except duckdb.OutOfMemoryException as e:
            raise TooMuch(f"the query needs more memory than {limits.memory}: {e}") from e
        except duckdb.Error as e:
            raise UsageError(str(e)) from e
        finally:
            timer.cancel()
        return Answer(columns, rows, not whole)


def _fetched(
    connection: "duckdb.DuckDBPyConnection", limits: Limits, until: float
) -> tuple[list[tuple[Any, ...]], bool]:
    """Rows as long as the limits last, and whether these are all. Of large rows few are taken at a time."""
    rows: list[tuple[Any, ...]] = []
    size, count = 0, 1
    while part := connection.fetchmany(count):
        rows += part
        size += sum(map(_size, part))
        if len(rows) > limits.rows:
            return rows[: limits.rows], False
        if size > limits.size:
            return rows, not connection.fetchmany(1)
        if time.monotonic() > until:
            raise TooMuch(f"the answer was not all there after {limits.seconds:g} seconds")
        count = max(1, min(256, (limits.size - size) * len(rows) // (size + 1)))
    return rows, True


def _size(value: Any) -> int:
    """About how many bytes a value takes, nested ones included."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, list | tuple):
        return 8 * len(value) + sum(map(_size, value))
    return 8 + sum(_size(k) + _size(v) for k, v in value.items()) if isinstance(value, dict) else 8


def _close_off(connection: "duckdb.DuckDBPyConnection", store: Store) -> None:
    """From here on the connection reads the store's folder and nothing else. Writing there is left to DuckDB, so only
    statements that cannot write are let through."""
    connection.execute("SET temp_directory = ''")
    connection.execute("SET allowed_directories = $1", [[f"{store.folder}/hot/", f"{store.folder}/cold/"]])
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _refuse_changes(connection: "duckdb.DuckDBPyConnection", text: str) -> None:
    import duckdb

    parts = connection.extract_statements(text)
    if len(parts) != 1:
        raise UsageError(
            f"one query at a time, please; there are {len(parts)}" if parts else "there is no query in this"
        )
    kind: duckdb.StatementType | None = parts[0].type
    if kind == duckdb.StatementType.EXPLAIN:
        inner = re.fullmatch(r"\s*explain\s+(?:analyze\s+)?(\S.*)", text, re.I | re.S)
        kind = connection.extract_statements(inner[1])[0].type if inner else None
    if kind != duckdb.StatementType.SELECT:
        raise UsageError("a store is only read by SQL: SELECT, FROM, WITH, DESCRIBE, SHOW, SUMMARIZE and EXPLAIN")


def each_table(store: Store) -> Iterator[tuple[str, int, int, int]]:
    """(table, rows, files, bytes) of every stored table."""
    files = snapshot(store)
    for table in TABLES:
        count = store.run(f"SELECT count(*) FROM {stored(files, table)}")[0][0]
        yield table, count, len(files[table]), sum(Path(f).stat().st_size for f in files[table])


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A stored table: rows (repeated and superseded ones included), files, bytes."""

    name: str
    rows: int
    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """What `planscope store info` says of a store. Generations from the first to the open one are read as segments."""

    folder: str
    form: int
    tables: tuple[TableFacts, ...]
    runs: int
    findings: int
    spans: int
    first: str
    last: str
    segments: int
    waiting: int
    published: bool
    first_generation: int
    generation: int


def info(store: Store) -> StoreFacts:
    """A store in figures. `first` and `last` are days of spans, "" for none; `segments` not compacted yet; `waiting`
    files and folders to be deleted when their grace is over."""
    manifest = store.manifest()
    query = (
        "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM findings), count(*), "
        "coalesce(strftime(min(started), '%Y-%m-%d'), ''), coalesce(strftime(max(started), '%Y-%m-%d'), '') FROM spans"
    )
    reader = Reader(store)
    runs, findings, spans, first, last = reader.query(query).rows[0]
    reader.close()
    tables = tuple(TableFacts(*facts) for facts in each_table(store))
    hot = sum(len(store.files(t, Manifest(manifest.first))) for t in TABLES)
    return StoreFacts(
        str(store.folder), VERSION, tables, runs, findings, spans, first, last, hot, len(manifest.retired),
        published(store), manifest.first, store.open_generation,
    )  # fmt: skip


def counted(store: Store) -> tuple[int, int]:
    """Number and bytes of the files that count now."""
    files = [Path(f) for names in snapshot(store).values() for f in names]
    return len(files), sum(f.stat().st_size for f in files)
