"""Compaction: the segments of closed generations → few large files, each thing once, old files deleted after a grace.

Spans go into files of one UTC day each, sorted by session and start; of the rows that are derived only those of the
newest generation of each run stay. A step that fails or is killed changes nothing: what counts is changed in one place,
the manifest, under the exclusive lock.
"""

import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planscope.collector.publish import publish_locked, published
from planscope.collector.snapshot import stored, versions
from planscope.collector.store import GRACE, Manifest, Store, flush, literal, row_group
from planscope.collector.tables import ANALYSED, CURRENT, LOGS, REVIEWS, SPANS, TABLES, TEXTS, Table

SETTLED = 64 * 2**20  # bytes from which a compacted file is left alone
ABANDONED = 3600.0  # seconds after which a file that nobody counts is what a killed process left
MANY = 120  # files of spans from which past days are joined to months
RECENT = 60  # files that stay days then
SPAN_ORDER = "session, trace_id, start_ns, sequence, span_id"
SORTED = {  # what stands together is compressed together, and read together
    "trace_runs": "trace_id",
    "runs": "started_ns, run_id",
    "steps": "run_id, number",
    "plan_versions": "run_id, step",
    "plan_items": "run_id, step, place",
    "replan_triggers": "run_id, number",
    "claims": "run_id, number",
    "findings": "run_id, number",
    "checks": "run_id, detector",
    "current": "run_id",
    "analysed": "unit",
    "reviews": "reviewed_ns",
}


@dataclass(frozen=True, slots=True)
class Compaction:
    """What a compaction did: segments taken up, files written, files deleted, whether another was at work already."""

    segments: int = 0
    written: int = 0
    deleted: int = 0
    busy: bool = False


def compact(store: Store, *, grace: float = GRACE, notice: Callable[[str], None] = lambda _: None) -> Compaction:
    """Closes the open generation and compacts what is closed. Safe beside any number of adders and readers; of two
    compactors one does nothing. `notice` is told the name of each stage before it begins (tests stop there)."""
    with store.lock(exclusive=True, name="compact.lock", wait=False) as mine:
        if not mine:
            return Compaction(busy=True)
        return compact_locked(store, grace=grace, notice=notice)


def compact_locked(store: Store, *, grace: float = GRACE, notice: Callable[[str], None] = lambda _: None) -> Compaction:
    """The same, for who holds compact.lock."""
    before = store.manifest()
    hot = _segments(store, before, store.open_generation)
    if not hot:
        return Compaction(deleted=_sweep(store, before, grace))
    notice("close")
    last = store.close_generation()
    notice("merge")
    cold = {t: _merged(store, table, before, last, notice) for t, table in TABLES.items()}
    notice("switch")
    counted = switch(store, before, cold, last)
    written = len({x for names in cold.values() for x in names} - {x for names in before.cold.values() for x in names})
    return Compaction(len(hot), written, _sweep(store, counted, grace))


def _segments(store: Store, manifest: Manifest, last: int) -> list[Path]:
    found = [p for n in range(manifest.first, last + 1) for p in store.generation(n).glob("*.parquet")]
    return [p for p in found if not p.name.endswith("-_empty.parquet")]


def switch(store: Store, before: Manifest, cold: Mapping[str, Sequence[str]], last: int) -> Manifest:
    """Makes these compacted files count in place of all others and of the generations up to `last`."""
    at = time.time()
    kept = {x for names in cold.values() for x in names}
    gone = [x for names in before.cold.values() for x in names if x not in kept]
    gone += [str(store.generation(n).relative_to(store.folder)) for n in range(before.first, last + 1)]
    after = Manifest(last + 1, cold, [*before.retired, *((x, at) for x in gone)])
    with store.lock(exclusive=True):
        store.replace_manifest(after)
        publish_locked(store, after)
    return after


# --- merging -------------------------------------------------------------------------------------------------------


def _merged(store: Store, table: Table, before: Manifest, last: int, notice: Callable[[str], None]) -> list[str]:
    """The compacted files of a table, from here on: those that stay and those written now."""
    new = store.files(table.name, Manifest(before.first), last=last)
    old = [store.folder / name for name in before.cold.get(table.name, ())]
    if not new:
        return [_name(store, p) for p in old]
    notice(table.name)
    if table is SPANS:
        return _days(store, new, old)
    settled = [p for p in old if p.stat().st_size >= SETTLED]
    merging = [p for p in old if p not in settled] + new
    query = _query(store, table, merging, settled, before, last)
    return [*(_name(store, p) for p in settled), written_file(store, table.name, "all", query)]


def _query(store: Store, table: Table, files: list[Path], settled: list[Path], before: Manifest, last: int) -> str:
    rows = _stored(table, files)
    if table is TEXTS:  # in the order of arrival: a text stands near the longer one that repeats it
        fresh = f"WHERE hash NOT IN (SELECT hash FROM {_stored(table, settled)})" if settled else ""
        return (
            "SELECT hash, text FROM (SELECT *, row_number() OVER (PARTITION BY hash ORDER BY place) AS copy FROM "
            f"(SELECT *, row_number() OVER () AS place FROM {rows}) {fresh}) WHERE copy = 1 ORDER BY place"
        )
    if table is LOGS:
        first = "row_number() OVER (PARTITION BY digest ORDER BY received_ns) = 1"
        return f"SELECT * FROM {rows} QUALIFY {first} ORDER BY time_ns"
    order = SORTED[table.name]
    if table is ANALYSED:
        last_one = "row_number() OVER (PARTITION BY unit ORDER BY analysed_ns DESC) = 1"
        return f"SELECT * FROM {rows} QUALIFY {last_one} ORDER BY {order}"
    if table is REVIEWS:  # all of them stay, whatever becomes of the findings
        return f"SELECT * FROM {rows} ORDER BY {order}"
    known = _stored(CURRENT, store.files("current", before))
    newest = f"(SELECT run_id, max(generation) AS newest FROM {known} GROUP BY run_id)"
    return (
        f"SELECT r.* FROM {rows} AS r LEFT JOIN {newest} AS c USING (run_id) "
        f"WHERE c.newest IS NULL OR r.generation >= c.newest ORDER BY {order}"
    )


def _days(store: Store, new: list[Path], old: list[Path]) -> list[str]:
    """Spans by day: the files of the days concerned merged, the others left."""
    day = f"coalesce(start_ns // {24 * 3600 * 10**9}, -1)"
    days = [d for (d,) in store.run(f"SELECT DISTINCT {day} FROM {_stored(SPANS, new)} ORDER BY 1")]
    names: list[str] = []
    done: set[Path] = set()
    for d in days:
        label = _label(d)
        same = [p for p in old if p.name.startswith(f"{label}-") and p.stat().st_size < SETTLED]
        done.update(same)
        rows = f"(SELECT * FROM {_stored(SPANS, [*same, *new])} WHERE {day} = {d})"
        query = f"SELECT * FROM {versions(rows)} ORDER BY {SPAN_ORDER}"
        names.append(written_file(store, "spans", label, query))
    return _months(store, [_name(store, p) for p in old if p not in done] + names)


def _months(store: Store, names: list[str]) -> list[str]:
    """The same files, days that are long past joined to months when there are MANY: each file costs every query."""
    if len(names) <= MANY:
        return names
    months: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names, key=lambda n: Path(n).name)[:-RECENT]:
        label = Path(name).name[:7]
        if label[:4].isdigit() and (store.folder / name).stat().st_size < SETTLED:
            months[label].append(name)
    joined: list[str] = []
    for label, members in months.items():
        if len(members) > 1:
            rows = _stored(SPANS, [store.folder / n for n in members])
            names = [n for n in names if n not in members]
            joined.append(written_file(store, "spans", label, f"SELECT * FROM {versions(rows)} ORDER BY {SPAN_ORDER}"))
    return names + joined


def _label(day: int) -> str:
    return "undated" if day < 0 else time.strftime("%Y-%m-%d", time.gmtime(min(day, 106_000) * 86400))


def _stored(table: Table, files: Sequence[Path]) -> str:
    return stored({table.name: [str(f) for f in files]}, table.name)


def written_file(store: Store, table: str, label: str, query: str, given: Sequence[Any] = ()) -> str:
    """Writes the rows of a query as a compacted file, and answers with its name; nobody counts it yet. `given`: the
    query's parameter, a list of texts."""
    folder = store.folder / "cold" / table
    folder.mkdir(parents=True, exist_ok=True)
    made, target = store.folder / "tmp" / f"{uuid.uuid4().hex}.parquet", folder / f"{label}-{uuid.uuid4().hex}.parquet"
    store.run(
        f"COPY ({query}) TO {literal(made)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {row_group(table)})",
        [list(given)] if given else None,
    )
    flush(made)
    made.rename(target)
    flush(folder)
    return _name(store, target)


def _name(store: Store, path: Path) -> str:
    return path.relative_to(store.folder).as_posix()


# --- deleting ------------------------------------------------------------------------------------------------------


def _sweep(store: Store, manifest: Manifest, grace: float) -> int:
    """Deletes what has not counted for longer than the grace, and what killed processes left; answers with how much."""
    at = time.time()
    due = [name for name, when in manifest.retired if at - when >= grace]
    left = [p for p in (*store.folder.glob("tmp/*"), *_uncounted(store, manifest)) if _age(p, at) > ABANDONED]
    if due or left:
        with store.lock(exclusive=True):
            for path in (*(store.folder / name for name in due), *left):
                _remove(path)
            keep = [(name, when) for name, when in manifest.retired if name not in set(due)]
            store.replace_manifest(Manifest(manifest.first, manifest.cold, keep))
    if not published(store):
        with store.lock(exclusive=True):
            publish_locked(store)
    return len(due) + len(left)


def remove_files(store: Store, manifest: Manifest) -> None:
    """Deletes all that does not count any more, at once."""
    _sweep(store, manifest, 0)


def _uncounted(store: Store, manifest: Manifest) -> Iterable[Path]:
    known = {x for names in manifest.cold.values() for x in names} | {name for name, _ in manifest.retired}
    return (p for p in store.folder.glob("cold/*/*.parquet") if _name(store, p) not in known)


def _age(path: Path, at: float) -> float:
    try:
        return at - path.stat().st_mtime
    except OSError:
        return 0.0


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        if path.is_dir():
            for inner in path.iterdir():
                inner.unlink(missing_ok=True)
            path.rmdir()
        else:
            path.unlink()
