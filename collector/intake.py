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

from planscope.collector.files import FileFacts, read_file
from planscope.collector.interpret import unique
from planscope.collector.pieces import Texts
from planscope.collector.publish import refresh
from planscope.collector.redact import Redaction, Redactor
from planscope.collector.redaction_key import store_key
from planscope.collector.rows import Row, row_of, rows_of
from planscope.collector.run import Trouble
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.span import Span
from planscope.collector.store import Stale, Store, now
from planscope.collector.tables import SPANS

Held = dict[tuple[str, str, str], tuple[int, tuple[Any, ...]]]  # (trace, span, file): its last reading and content
BATCH = 4096  # spans in a segment, unless files are larger
_AT = {name: n for n, name in enumerate(SPANS.names)}


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one file, how many spans it holds, how many of them were new, of which traces they are, and which
    of them a file that was read with it tells otherwise."""

    facts: FileFacts
    spans: int = 0
    added: int = 0
    traces: frozenset[str] = frozenset()
    troubles: tuple[Trouble, ...] = ()


class Intake:
    """Adds spans to a store from this process."""

    def __init__(self, store: Store, redactor: Redactor | None = None) -> None:
        """`redactor` takes secrets out; by default all that are known, with the key of the store."""
        self.store = store
        self.redactor = redactor or Redactor(Redaction(store_key(store.folder)))
        self.texts = Texts()
        self.troubles: list[Trouble] = []  # spans of the last add_new that were there in two ways
        self._epoch = store.epoch

    def add(self, spans: Iterable[Span]) -> int:
        """Adds spans, durable on return; answers with their number."""
        clean = list(map(self.redactor.span, spans))
        return self._write(lambda: rows_of(clean, self.texts, received=now()))

    def add_new(self, spans: Iterable[Span]) -> list[Span]:
        """Adds those that the store does not hold with the same content; answers with them."""
        once, self.troubles = unique(spans)
        clean = [(x, self.redactor.span(x)) for x in once]
        added: list[Span] = []

        def rows() -> list[Row]:
            held = self._held({x.trace_id for x in once})
            added.clear()
            return [row for span, masked in clean if (row := self._new(masked, held, span, added))]

        self._write(rows)
        return added

    def _new(self, masked: Span, held: Held, span: Span, added: list[Span]) -> Row | None:
        """The row of a span that the store does not hold as it is; `added` takes the span then."""
        received = now()
        row = row_of(masked, self.texts, received=received)
        before = held.get((row[_AT["trace_id"]], row[_AT["span_id"]], row[_AT["file"]]))
        if before is not None and before[1] == _content(row):
            return None
        added.append(span)
        return row if before is None else row_of(masked, self.texts, received=received, reading=before[0] + 1)

    def _write(self, make: Callable[[], Sequence[Row]]) -> int:
        """Makes rows and adds them; both again when texts were removed from the store meanwhile."""
        while True:
            epoch = self.store.epoch
            if epoch != self._epoch:
                self.texts, self._epoch = Texts(), epoch
            rows = make()
            if not rows:
                return 0
            fresh = self.texts.fresh()
            try:
                self.store.add({"texts": fresh, "spans": rows}, epoch=epoch)
            except Stale:
                continue
            self.texts.written(h for h, _ in fresh)
            return len(rows)

    def _held(self, traces: set[str]) -> Held:
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
    store: Store,
    files: Sequence[tuple[Path, str]],
    *,
    redactor: Redactor | None = None,
    progress: Callable[[Imported], None] = lambda _: None,
) -> list[Imported]:
    """Reads files (path, name that findings call it by) into the store; never raises for what is in a file. Importing
    the same file again adds nothing. `progress` hears of each file when its spans are durable."""
    intake = Intake(store, redactor)
    done: list[Imported] = []
    for batch in _batches(files):
        added = {id(x) for x in intake.add_new(x for _, spans in batch for x in spans)}
        for facts, spans in batch:
            new = sum(id(x) in added for x in spans)
            told = tuple(t for t in intake.troubles if t.place.file == facts.name)
            result = Imported(facts, len(spans), new, frozenset(x.trace_id for x in spans), told)
            done.append(result)
            progress(result)
    refresh(store)
    return done


def _batches(files: Sequence[tuple[Path, str]]) -> Iterator[list[tuple[FileFacts, Sequence[Span]]]]:
    """Files read one after the other, handed on when their spans are enough for a segment."""
    batch: list[tuple[FileFacts, Sequence[Span]]] = []
    for path, name in files:
        spans, facts = read_file(path, name)
        batch.append((facts, spans))
        if sum(len(spans) for _, spans in batch) >= BATCH or len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def batches(spans: Iterable[Span], size: int = BATCH) -> Iterator[list[Span]]:
    """Spans in lists of that many."""
    rest = iter(spans)
    while batch := list(islice(rest, size)):
        yield batch
