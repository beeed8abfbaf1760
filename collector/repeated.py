"""What of imported files is told elsewhere too: sessions that another file goes on with, and spans that another file
tells otherwise."""

from collections.abc import Collection

from planscope.collector import semconv as s
from planscope.collector.interpret import group, runs_of, unique
from planscope.collector.reading import read_spans
from planscope.collector.run import Trouble
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.store import Store


def contradictions(store: Store, traces: Collection[str]) -> list[Trouble]:
    """Spans of these traces that two files tell in two ways."""
    query = (
        f"SELECT DISTINCT trace_id FROM (SELECT trace_id FROM {stored(snapshot(store), 'spans')} "
        "WHERE trace_id IN (SELECT unnest($1::VARCHAR[])) GROUP BY trace_id, span_id "
        "HAVING count(DISTINCT file) > 1 AND count(DISTINCT digest) > 1)"
    )
    found = {trace for (trace,) in store.run(query, [sorted(traces)])}
    return unique(read_spans(store, traces=found, contradicting=True))[1] if found else []


def copies(store: Store, traces: Collection[str]) -> list[str]:
    """Sessions that are not counted, since another one begins with all that they hold: one of the two is in these
    traces."""
    spans = stored(snapshot(store), "spans")
    shared = f"SELECT response_id FROM {spans} WHERE response_id IS NOT NULL AND step IS NOT NULL"
    query = (
        f"SELECT DISTINCT trace_id FROM {spans} WHERE response_id IN (SELECT response_id FROM {spans} "
        f"WHERE trace_id IN (SELECT unnest($1::VARCHAR[])) INTERSECT ({shared} GROUP BY response_id "
        "HAVING count(DISTINCT session) > 1))"
    )
    found = {trace for (trace,) in store.run(query, [sorted(traces)])}
    if not found:
        return []
    held, _ = unique(x for x in read_spans(store, traces=found) if s.STEP in x.attributes)
    return sorted(group(held).keys() - {run.id for run in runs_of(held)})
