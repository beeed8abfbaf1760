"""The store: a folder of Parquet segments that any number of processes add to and read at once.

    VERSION                       form of the store, one number; a newer one is refused
    store.lock                    taken shared to add, exclusively to close a generation, to publish and to delete
    epoch                         how often texts were removed; whoever remembers stored texts forgets them by it
    manifest.json                 which compacted files count, and from which generation on segments do
    hot/g000001/<table>-*.parquet segments as they were added; the generation with the highest number is open
    cold/<table>/*.parquet        compacted segments
    empty/<table>.parquet         one for each table, so that a table without rows can be read
    planscope.duckdb              views over all this, for other people's tools; `published` says of what state

A segment is written under another name, flushed to disk, and renamed into the open generation; what `add` has returned
from is there after a crash. Only closed generations are compacted. Segments are never changed, so a reader that has its
list of files sees one state of the store; files that no longer count stay for GRACE seconds.
"""

import fcntl
import json
import os
import re
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planscope.collector.exact import clean
from planscope.collector.tables import TABLES, Table
from planscope.errors import Unreadable

if TYPE_CHECKING:
    import duckdb

VERSION = 1
GRACE = 15 * 60.0  # seconds that a file stays after it was replaced: longer than the longest query
ROW_GROUPS = {"texts": 2048}  # small, since texts are read one by one; of other tables 20480
Rows = Sequence[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Manifest:
    """first: generations from here on are read as segments. cold: compacted files by table, relative to the store.
    retired: files that no longer count, with the time of that (seconds since the epoch)."""

    first: int = 1
    cold: Mapping[str, Sequence[str]] = field(default_factory=dict)
    retired: Sequence[tuple[str, float]] = ()


class Stale(Exception):
    """Texts that were stored when these rows were made may not be any more: make the rows again."""


class Store:
    """One store. Opening creates it unless `create` is false. Raises Unreadable."""

    def __init__(self, folder: Path | str, *, create: bool = True) -> None:
        self.folder = Path(folder).absolute()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._owner = os.getpid()
        if any(c in "*?" for c in str(self.folder)):
            raise Unreadable(f"{self.folder}: no store can be kept here, since DuckDB reads * and ? as patterns")
        if not (self.folder / "VERSION").exists():
            if not create:
                raise Unreadable(f"{self.folder}: there is no store here")
            self._create()
        self._check_version()
        self._complete()

    # --- adding ----------------------------------------------------------------------------------------------------

    def add(self, rows: Mapping[str, Rows], *, epoch: int | None = None) -> int:
        """Adds rows by table, in the columns' order; answers with the number of segments. When it returns, they are
        durable and seen by every reader. Tables become visible one by one, in the order of TABLES. Rows that refer to
        texts written earlier say in which `epoch` that was; raises Stale when it is over."""
        added = 0
        for name, table in TABLES.items():
            if rows.get(name):
                self._add(table, rows[name], epoch)
                added += 1
        return added

    def _add(self, table: Table, rows: Rows, epoch: int | None) -> None:
        made = self.write(table, rows)
        with self.lock(exclusive=False):
            if epoch is not None and self.epoch != epoch:
                made.unlink()
                raise Stale
            folder = self.generation(self.open_generation)
            made.rename(folder / f"{table.name}-{made.name}")
            flush(folder)

    def write(self, table: Table, rows: Rows) -> Path:
        """Rows as a Parquet file under a temporary name, flushed to disk; compressed in haste, since compaction does it
        again."""
        made = self.folder / "tmp" / f"{uuid.uuid4().hex}.parquet"
        given: list[Any] = []
        values: list[str] = []
        for column, held in zip(table.columns, zip(*rows, strict=True), strict=True):
            same = len(rows) > 1 and held.count(held[0]) == len(rows)  # given once, a value costs next to nothing
            given.append(held[0] if same else list(held))
            form = f"${len(given)}::{column.type}" if same else f"unnest(${len(given)}::{column.type}[])"
            values.append(f'{form} AS "{column.name}"')
        form = f"FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE {row_group(table.name)}"
        query = f"COPY (SELECT {', '.join(values)}) TO {literal(made)} ({form})"
        try:
            self.run(query, given)
        except Exception as e:
            if "surrogate" not in str(e):
                raise
            self.run(query, [_cleaned(x) for x in given])
        flush(made)
        return made

    def run(self, query: str, parameters: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """Runs SQL in this process's own in-memory DuckDB."""
        if self._connection is None or self._owner != os.getpid():  # a forked child starts anew
            import duckdb

            self._connection = duckdb.connect(config={"threads": 1, **self.settings()})
            self._owner = os.getpid()
        cursor = self._connection.cursor()
        try:
            found: list[tuple[Any, ...]] = cursor.execute(query, parameters).fetchall()
            return found
        finally:
            cursor.close()

    def settings(self) -> dict[str, str | bool | int | float | list[str]]:
        """Settings for any DuckDB that works on the store: what does not fit into memory goes there, not to the
        working folder."""
        return {"temp_directory": str(self.folder / "tmp" / "spilt")}

    # --- what is there ---------------------------------------------------------------------------------------------

    @property
    def open_generation(self) -> int:
        """Number of the generation that segments are added to. Steady only under the lock."""
        try:
            return max(int(p.name[1:]) for p in (self.folder / "hot").iterdir() if p.name[1:].isdigit())
        except (ValueError, FileNotFoundError) as e:
            raise Unreadable(f"{self.folder}: the store is damaged, since its folder hot holds no generation") from e

    @property
    def epoch(self) -> int:
        """How often texts were removed. Steady only under the lock."""
        try:
            return int((self.folder / "epoch").read_text())
        except FileNotFoundError:
            return 0
        except ValueError as e:
            raise Unreadable(f"{self.folder}: the store cannot be written, since its file epoch is damaged") from e

    def forget(self) -> None:
        """Begins a new epoch: nobody may go by what it knows of stored texts any more."""
        with self.lock(exclusive=True):
            self.replace_file("epoch", f"{self.epoch + 1}\n".encode())

    def generation(self, number: int) -> Path:
        """Folder of a generation."""
        return self.folder / "hot" / f"g{number:06d}"

    def manifest(self) -> Manifest:
        """What counts now. Raises Unreadable for anything that no store writes: names in it are opened and deleted."""
        text = (self.folder / "manifest.json").read_text(encoding="utf-8", errors="replace")
        try:
            held = json.loads(text)
            first, cold = held["first"], {str(t): [_inner(name) for name in names] for t, names in held["cold"].items()}
            retired = [(_inner(name), float(when)) for name, when in held["retired"]]
            if type(first) is not int or not 0 < first < 10**9:
                raise ValueError(f"first is {first!r}")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as e:
            raise Unreadable(
                f"{self.folder}: the store cannot be read, since its manifest.json is damaged ({e})"
            ) from e
        return Manifest(first, cold, retired)

    def files(self, table: str, manifest: Manifest | None = None, *, last: int | None = None) -> list[Path]:
        """Files of a table that count, compacted ones first; up to generation `last` where given."""
        manifest = manifest or self.manifest()
        found = [self.folder / name for name in manifest.cold.get(table, ())]
        for number in range(manifest.first, (last or self.open_generation) + 1):
            found += sorted(p for p in self.generation(number).glob(f"{table}-*.parquet") if "_empty" not in p.name)
        return found

    # --- changing what counts --------------------------------------------------------------------------------------

    @contextmanager
    def lock(self, *, exclusive: bool, name: str = "store.lock", wait: bool = True) -> Iterator[bool]:
        """Holds the lock. Without `wait`, answers False when somebody else holds it."""
        with (self.folder / name).open("a") as file:
            how = (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | (0 if wait else fcntl.LOCK_NB)
            try:
                fcntl.flock(file, how)
            except BlockingIOError:
                yield False
                return
            yield True  # closing the file lets go

    def close_generation(self) -> int:
        """Opens a new generation; answers with the number of the one closed by that."""
        with self.lock(exclusive=True):
            last = self.open_generation
            self._new_generation(last + 1)
        return last

    def replace_manifest(self, manifest: Manifest) -> None:
        """Makes another set of files count, at once. To be called under the exclusive lock."""
        self.replace_file("manifest.json", json.dumps(asdict(manifest)).encode())

    def replace_file(self, name: str, content: bytes) -> None:
        """Writes a file of the store whole or not at all."""
        made = self.folder / "tmp" / uuid.uuid4().hex
        made.write_bytes(content)
        flush(made)
        made.rename(self.folder / name)
        flush(self.folder)

    def close(self) -> None:
        """Lets go of what this process holds. The store itself needs no closing."""
        if self._connection is not None and self._owner == os.getpid():
            self._connection.close()
        self._connection = None

    # --- making it -------------------------------------------------------------------------------------------------

    def _create(self) -> None:
        try:
            for name in ("hot", "cold", "empty", "tmp"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            with self.lock(exclusive=True):
                if (self.folder / "VERSION").exists():  # somebody was faster
                    return
                for table in TABLES:
                    self._write_empty(table, self.folder / "empty" / f"{table}.parquet")
                flush(self.folder / "empty")
                self._new_generation(1)
                self.replace_manifest(Manifest())
                self.replace_file("VERSION", f"{VERSION}\n".encode())
        except OSError as e:
            raise Unreadable(f"{self.folder}: no store can be made here ({e.strerror or e})") from e

    def _write_empty(self, table: str, path: Path) -> None:
        columns = ", ".join(f'NULL::{c.type} AS "{c.name}"' for c in TABLES[table].columns)
        self.run(f"COPY (SELECT {columns} LIMIT 0) TO {literal(path)} (FORMAT parquet)")
        flush(path)

    def _complete(self) -> None:
        """Tables that an earlier planscope did not know are empty ones from now on."""
        there = {p.name for p in (self.folder / "empty").glob("*.parquet")}
        missing = [t for t in TABLES if f"{t}.parquet" not in there]
        if not missing or not there:
            return
        made = self.folder / "tmp" / f"{uuid.uuid4().hex}.parquet"
        with self.lock(exclusive=True):
            for table in missing:
                self._write_empty(table, made)
                for folder in (*(self.folder / "hot").iterdir(), self.folder / "empty"):  # the last one tells
                    name = f"{table}.parquet" if folder.name == "empty" else f"{table}-_empty.parquet"
                    self.replace_file(f"{folder.relative_to(self.folder)}/{name}", made.read_bytes())
                    flush(folder)
        made.unlink(missing_ok=True)

    def _new_generation(self, number: int) -> None:
        if self.generation(number).exists():
            return
        made = self.folder / "tmp" / uuid.uuid4().hex
        made.mkdir()
        for table in TABLES:
            content = (self.folder / "empty" / f"{table}.parquet").read_bytes()
            (made / f"{table}-_empty.parquet").write_bytes(content)
            flush(made / f"{table}-_empty.parquet")
        flush(made)
        made.rename(self.generation(number))
        flush(self.folder / "hot")

    def _check_version(self) -> None:
        try:
            text = (self.folder / "VERSION").read_text(encoding="utf-8", errors="replace").strip()
        except OSError as e:
            raise Unreadable(f"{self.folder}: the store cannot be read ({e.strerror or e})") from e
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise Unreadable(f"{self.folder}: VERSION holds {text[:20]!r} and no number; is this a store?")
        if int(text) > VERSION:
            raise Unreadable(
                f"{self.folder}: this store was written by a newer planscope (form {text}, known here: {VERSION}); "
                "update planscope to read it"
            )


_INNER = re.compile(r"(?:hot|cold)(?:/[\w=-][\w.=-]*){1,4}", re.A)


def _inner(name: Any) -> str:
    """A name below hot/ or cold/, and no way out of there."""
    if not isinstance(name, str) or not _INNER.fullmatch(name):
        raise ValueError(f"it names {name!r}, which is no file of a store")
    return name


def _cleaned(value: Any) -> Any:
    if isinstance(value, list):
        return [_cleaned(x) for x in value]
    return clean(value) if isinstance(value, str) else value


def row_group(table: str) -> int:
    """Rows that are compressed together."""
    return ROW_GROUPS.get(table, 20480)


def literal(path: Path | str) -> str:
    """A text or path as SQL literal."""
    return "'" + str(path).replace("'", "''") + "'"


def flush(path: Path) -> None:
    """Has the system write a file or folder to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def now() -> int:
    """The time, in UTC nanoseconds."""
    return time.time_ns()
