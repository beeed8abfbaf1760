"""Units of a store: traces that may belong to the same runs, and what is known of them from the last analysis."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from planscope.collector.snapshot import Files, newest, snapshot, stored, versions
from planscope.collector.store import Store

# Of each trace: what its spans are, in whatever order they came. A sum does not depend on the order.
_TRACES = """
SELECT trace_id, count(*), max(received_ns), sum(md5_number_lower(concat_ws('|', span_id, digest, name, start_ns,
    coalesce(end_ns, -1), status, status_message, parent_id, file, position, md5(resource), md5(events), scope,
    sequence, md5(links), "large"))::HUGEINT)::VARCHAR
FROM {spans} GROUP BY trace_id
"""
# What joins traces: the session; for transcripts also the file, the run that started one, and answers that two share.
_JOINS = """
SELECT DISTINCT trace_id, 's' || session FROM {spans} WHERE session IS NOT NULL
UNION ALL SELECT DISTINCT trace_id, 's' || run_parent FROM {spans} WHERE run_parent IS NOT NULL
UNION ALL SELECT DISTINCT trace_id, 'f' || file || '|' || coalesce(item, '') FROM {spans}
    WHERE step IS NOT NULL AND file <> ''
UNION ALL SELECT DISTINCT trace_id, 'r' || response_id FROM {spans} WHERE step IS NOT NULL AND response_id <> ''
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """Traces that are interpreted together. `received` when the last span of them was added."""

    traces: tuple[str, ...]
    spans: int
    received: int
    digest: str

    @property
    def name(self) -> str:
        """The same as long as no other trace joins."""
        return self.traces[0]


@dataclass
class Written:
    """What is stored of a run: its generation that counts, the traces it is in, digests of input and detectors."""

    run: str
    generation: int
    digest: str
    traces: set[str] = field(default_factory=set)
    detectors: dict[str, str] = field(default_factory=dict)


def units_of(store: Store, detectors: str) -> Iterator[Unit]:
    """Units that were never analysed with these detectors as they are now."""
    what = "SELECT unit, arg_max(input_digest || ' ' || detectors, analysed_ns)"
    files = snapshot(store)
    seen = dict(store.run(f"{what} FROM {stored(files, 'analysed')} GROUP BY unit"))
    for unit in _units(store, files):
        if seen.get(unit.name) != f"{unit.digest} {detectors}":
            yield unit


def _units(store: Store, files: Files) -> list[Unit]:
    spans = stored(files, "spans")
    about = {t: (n, received, d) for t, n, received, d in store.run(_TRACES.format(spans=versions(spans)))}
    found = []
    for traces in _joined(about, store.run(_JOINS.format(spans=spans))):
        digest = hashlib.sha256("\n".join(f"{t} {about[t][0]} {about[t][2]}" for t in traces).encode()).hexdigest()[:32]
        found.append(Unit(traces, sum(about[t][0] for t in traces), max(about[t][1] for t in traces), digest))
    return found


def _joined(traces: Iterable[str], joins: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Groups of traces that share something, directly or through others."""
    leaders: dict[str, str] = {}

    def leader(x: str) -> str:
        while (up := leaders.setdefault(x, x)) != x:
            leaders[x] = leaders[up]
            x = up
        return x

    for trace, shared in joins:
        one, two = leader(f"t{trace}"), leader(shared)
        leaders[two] = one
    groups: dict[str, list[str]] = defaultdict(list)
    for trace in sorted(traces):
        groups[leader(f"t{trace}")].append(trace)
    return sorted(tuple(g) for g in groups.values())


def written(store: Store, traces: Sequence[str]) -> Mapping[str, Written]:
    """Runs in these traces that are stored and count, by id."""
    files = snapshot(store)
    asked = [list(traces)]
    in_traces = f"SELECT run_id FROM {stored(files, 'trace_runs')} WHERE trace_id IN (SELECT unnest($1::VARCHAR[]))"
    mine = f"(SELECT * FROM {newest(files)} SEMI JOIN ({in_traces}) USING (run_id))"
    found = {
        run: Written(run, generation, digest)
        for run, generation, digest in store.run(f"SELECT run_id, generation, input_digest FROM {mine}", asked)
    }
    join = f"JOIN {mine} AS c USING (run_id, generation)"
    for run, trace in store.run(f"SELECT run_id, trace_id FROM {stored(files, 'trace_runs')} {join}", asked):
        found[run].traces.add(trace)
    query = f"SELECT run_id, detector, detector_digest FROM {stored(files, 'checks')} {join}"
    for run, detector, digest in store.run(query, asked):
        found[run].detectors[detector] = digest
    return found
