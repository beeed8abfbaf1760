"""Spans into a store, from transcripts and other files: what is there already is not added again.

Reading a file twice, or a file that has grown, changes nothing for the spans that are as they were; span ids of
transcripts are the same at each reading. A span that the same file now tells otherwise (a result came, the last line is
complete) is added with the next `reading`, and counts in place of the older one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from planscope.collector.interpret import unique
from planscope.collector.pieces import Texts
from planscope.collector.publish import refresh
from planscope.collector.rows import Row, row_of
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.span import Span
from planscope.collector.store import Store, now
from planscope.collector.tables import SPANS
from planscope.collector.transcripts import reader_of
from planscope.collector.transcripts.source import Skipped, Source
from planscope.errors import Unreadable

BATCH = 4096  # spans in a segment, unless files are larger
_AT = {name: n for n, name in enumerate(SPANS.names)}


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one file: its format ("" when unknown), spans read and spans added, what was skipped, a problem in
    words. `foreign` is true for a file in no format that we read."""

    name: str
    format: str = ""
    spans: int = 0
    added: int = 0
    skipped: tuple[Skipped, ...] = ()
    problem: str = ""
    foreign: bool = False


class Intake:
    """Adds spans to a store from this process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.texts = Texts()

    def add(self, spans: Iterable[Span]) -> int:
        """Adds spans as they are, durable on return; answers with their number."""
        received = now()
        return self._write([row_of(x, self.texts, received=received) for x in spans])

    def add_new(self, spans: Iterable[Span]) -> list[Span]:
        """Adds those that the store does not hold with the same content; answers with them."""
        once, _ = unique(spans)
        held = self._held({x.trace_id for x in once})
        received = now()
        rows: list[Row] = []
        added: list[Span] = []
        for span in once:
            row = row_of(span, self.texts, received=received)
            before = held.get((row[_AT["trace_id"]], row[_AT["span_id"]], row[_AT["file"]]))
            if before is not None and before[1] == _content(row):
                continue
            if before is not None:
                row = row_of(span, self.texts, received=received, reading=before[0] + 1)
            rows.append(row)
            added.append(span)
        self._write(rows)
        return added

    def _write(self, rows: Sequence[Row]) -> int:
        if rows:
            fresh = self.texts.fresh()
            self.store.add({"texts": fresh, "spans": rows})
            self.texts.written(h for h, _ in fresh)
        return len(rows)

    def _held(self, traces: set[str]) -> dict[tuple[str, str, str], tuple[int, tuple[Any, ...]]]:
        """Of each span of these traces and each file, the last reading and its content."""
        if not traces:
            return {}
        columns = ", ".join(f'"{name}"' for name in SPANS.names)
        query = (
            f"SELECT {columns} FROM {stored(snapshot(self.store), 'spans')} "
            "WHERE trace_id IN (SELECT unnest($1::VARCHAR[])) ORDER BY reading"
        )
        rows = self.store.run(query, [sorted(traces)])
        return {(r[_AT["trace_id"]], r[_AT["span_id"]], r[_AT["file"]]): (r[_AT["reading"]], _content(r)) for r in rows}


def _content(row: Row) -> tuple[Any, ...]:
    """What of a row is the span itself."""
    return row[: _AT["reading"]]


def import_paths(
    store: Store, files: Sequence[tuple[Path, str]], *, progress: Callable[[Imported], None] = lambda _: None
) -> list[Imported]:
    """Reads files (path, name that findings call it by) into the store; never raises for what is in a file. Importing
    the same file again adds nothing. `progress` hears of each file when its spans are durable."""
    intake = Intake(store)
    done: list[Imported] = []
    for batch in _batches(files):
        added = {id(x) for x in intake.add_new(x for _, spans in batch for x in spans)}
        for about, spans in batch:
            result = Imported(
                about.name, about.format, len(spans), sum(id(x) in added for x in spans), about.skipped,
                about.problem, about.foreign,
            )  # fmt: skip
            done.append(result)
            progress(result)
    refresh(store)
    return done


def _batches(files: Sequence[tuple[Path, str]]) -> Iterator[list[tuple[Imported, list[Span]]]]:
    """Files read one after the other, handed on when their spans are enough for a segment."""
    batch: list[tuple[Imported, list[Span]]] = []
    for path, name in files:
        batch.append(read_file(path, name))
        if sum(len(spans) for _, spans in batch) >= BATCH or len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def read_file(path: Path, name: str) -> tuple[Imported, list[Span]]:
    """The spans of a file, and what became of it."""
    about = Source(path, name)
    try:
        reader = reader_of(about) if path.is_file() else None
        if reader is None:
            problem = "unknown format" if path.is_file() else "no such file"
            return Imported(name, problem=problem, foreign=path.is_file()), []
        spans = list(reader.read(about))
        return Imported(name, reader.NAME, len(spans), 0, tuple(about.skipped)), spans
    except (Unreadable, OSError) as e:
        return Imported(name, problem=str(getattr(e, "strerror", None) or e).removeprefix(f"{name}: ")), []
    except Exception as e:  # a reader that fails on a hostile file must not cost the others
        return Imported(name, problem=f"cannot be read ({type(e).__name__}: {e})"[:300]), []


def batches(spans: Iterable[Span], size: int = BATCH) -> Iterator[list[Span]]:
    """Spans in lists of that many."""
    rest = iter(spans)
    while batch := list(islice(rest, size)):
        yield batch
