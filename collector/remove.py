"""Taking runs out of a store for good: spans, log records, everything derived from them, and texts that nothing else
needs.

Whole traces go, since spans of one trace tell of runs that started each other. It is done under the compactor's lock on
closed generations: files that hold something of it are written anew without it, and count from one moment on. What is
added meanwhile is left alone; a run that still grows comes back with what arrives.

Whoever adds to the store remembers which texts it has written. `Store.forget` tells all of them that this does not hold
any more, before anything is looked at: what is added from then on brings its texts along.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from planscope.collector.compact import compact_locked, remove_files, switch, written_file
from planscope.collector.snapshot import current, stored
from planscope.collector.store import GRACE, Manifest, Store, literal
from planscope.collector.tables import REFERENCES, TABLES

DAY = 24 * 3600 * 10**9  # nanoseconds


@dataclass(frozen=True, slots=True)
class Removed:
    """What went: runs, traces and spans. `busy` when somebody else compacts; then nothing was done."""

    runs: int = 0
    traces: int = 0
    spans: int = 0
    busy: bool = False


def traces_of(store: Store, name: str) -> tuple[frozenset[str], frozenset[str]]:
    """(traces, runs) that go when this run does, which is named by its id or by a trace: all traces it is in, and all
    runs that are in those. Empty when there is none."""
    files = {t: [str(p) for p in store.files(t)] for t in ("spans", "trace_runs", "current")}
    pairs = store.run(f"SELECT DISTINCT run_id, trace_id FROM {current(files, 'trace_runs')}")
    traces = {t for r, t in pairs if name in (r, t)}
    query = f"SELECT DISTINCT trace_id FROM {stored(files, 'spans')} WHERE trace_id = $1 OR session = $1"
    traces |= {t for (t,) in store.run(query, [name])}
    before = -1
    while len(traces) != before:  # runs share traces, and traces runs
        before = len(traces)
        runs = {r for r, t in pairs if t in traces}
        traces |= {t for r, t in pairs if r in runs}
    return frozenset(traces), frozenset(r for r, t in pairs if t in traces)


def older_than(store: Store, before: int) -> frozenset[str]:
    """Traces of which nothing is as new as this time (UTC nanoseconds); those without any time go by when they came."""
    files = {"spans": [str(p) for p in store.files("spans")]}
    newest = "max(coalesce(nullif(greatest(coalesce(end_ns, 0), coalesce(start_ns, 0)), 0), received_ns))"
    query = f"SELECT trace_id FROM {stored(files, 'spans')} GROUP BY trace_id HAVING {newest} < $1"
    return frozenset(t for (t,) in store.run(query, [before]))


def beyond_size(store: Store, most: int) -> frozenset[str]:
    """The oldest traces, as many as must go for the store to hold no more than `most` bytes, going by their share of
    all attributes."""
    files = {"spans": [str(p) for p in store.files("spans")]}
    size = sum(p.stat().st_size for t in TABLES for p in store.files(t))
    if size <= most:
        return frozenset()
    weight = 'sum(200 + length(attributes) + coalesce(length("large"), 0) * 40 + coalesce(length(result), 0))'
    newest = "max(coalesce(start_ns, received_ns))"
    rows = store.run(
        f"SELECT trace_id, {weight} FROM {stored(files, 'spans')} GROUP BY trace_id ORDER BY {newest} DESC, trace_id"
    )
    total = sum(w for _, w in rows) or 1
    kept, allowed = 0, total * most / size
    for n, (_, w) in enumerate(rows):
        kept += w
        if kept > allowed:
            return frozenset(t for t, _ in rows[n:])
    return frozenset()


def remove(store: Store, traces: Collection[str], *, grace: float = GRACE) -> Removed:
    """Takes these traces out, with all runs in them. Their bytes are deleted once `grace` seconds are over, at a
    compaction: queries may be reading the files. 0 deletes at once."""
    if not traces:
        return Removed()
    with store.lock(exclusive=True, name="compact.lock", wait=False) as mine:
        if not mine:
            return Removed(busy=True)
        store.forget()
        compact_locked(store, grace=grace)
        manifest = store.manifest()
        doomed = sorted(traces)
        runs = _runs(store, manifest, doomed)
        spans = _counted(store, manifest, "spans", "trace_id IN (SELECT unnest($1::VARCHAR[]))", doomed)
        cold: dict[str, list[str]] = {}
        for table in TABLES:
            if table != "texts":
                cold[table] = _without(store, manifest, table, doomed, runs)
        cold["texts"] = _needed_texts(store, manifest, cold)
        after = switch(store, manifest, cold, manifest.first - 1)
        if grace <= 0:
            remove_files(store, after)
        return Removed(len(runs), len(doomed), spans)


def _files(store: Store, manifest: Manifest, table: str) -> list[str]:
    return [str(store.folder / name) for name in manifest.cold.get(table, ())]


def _runs(store: Store, manifest: Manifest, traces: Sequence[str]) -> list[str]:
    """Runs of any generation, counting or not, in these traces."""
    rows = stored({"trace_runs": _files(store, manifest, "trace_runs")}, "trace_runs")
    query = f"SELECT DISTINCT run_id FROM {rows} WHERE trace_id IN (SELECT unnest($1::VARCHAR[])) ORDER BY 1"
    return [r for (r,) in store.run(query, [list(traces)])]


def _counted(store: Store, manifest: Manifest, table: str, where: str, given: Sequence[str]) -> int:
    rows = stored({table: _files(store, manifest, table)}, table)
    found = store.run(f"SELECT count(*) FROM {rows} WHERE {where}", [list(given)])
    return int(found[0][0])


def _condition(table: str) -> tuple[str, bool]:
    """Which rows go, and whether by run (true) or by trace."""
    names = TABLES[table].names
    if "run_id" in names:
        return "run_id IN (SELECT unnest($1::VARCHAR[]))", True
    column = "unit" if table == "analysed" else "trace_id"
    return f"{column} IN (SELECT unnest($1::VARCHAR[]))", False


def _without(store: Store, manifest: Manifest, table: str, traces: Sequence[str], runs: Sequence[str]) -> list[str]:
    """The files of a table, from here on: those that hold nothing of it, and the others written anew."""
    where, by_run = _condition(table)
    given = list(runs if by_run else traces)
    kept: list[str] = []
    for name in manifest.cold.get(table, ()):
        rows = stored({table: [str(store.folder / name)]}, table)
        ((found, all_rows),) = store.run(f"SELECT count(*) FILTER ({where}), count(*) FROM {rows}", [given])
        if not found:
            kept.append(name)
        elif found < all_rows:
            query = f"SELECT * FROM {rows} WHERE NOT coalesce({where}, false)"
            kept.append(written_file(store, table, _label(name), query, given))
    return kept


def _label(name: str) -> str:
    """What stands before the unique part of a compacted file's name: a day, a month, or "all"."""
    return Path(name).stem[:-33]


def _needed_texts(store: Store, manifest: Manifest, cold: Mapping[str, Sequence[str]]) -> list[str]:
    """The files of texts with those only that a row still names."""
    words = []
    for table, columns in REFERENCES.items():
        rows = stored({table: [str(store.folder / n) for n in cold.get(table, ())]}, table)
        words += [
            f"SELECT unnest(regexp_extract_all({c}, '(?:^| )([\\w-]{{20}})', 1)) AS hash FROM {rows}" for c in columns
        ]
    needed = f"(SELECT DISTINCT hash FROM ({' UNION ALL '.join(words)}))"
    kept: list[str] = []
    for name in manifest.cold.get("texts", ()):
        rows = f"read_parquet({literal(store.folder / name)})"
        ((spare, all_rows),) = store.run(
            f"SELECT count(*) FILTER (n.hash IS NULL), count(*) FROM {rows} AS t LEFT JOIN {needed} AS n USING (hash)"
        )
        if not spare:
            kept.append(name)
        elif spare < all_rows:
            query = f"SELECT t.* FROM {rows} AS t SEMI JOIN {needed} AS n USING (hash)"
            kept.append(written_file(store, "texts", _label(name), query))
    return kept
