"""Spans in order of time, and cut where nothing happened for long. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.span import Span


def begins_of(spans: Sequence[Span]) -> dict[str, int]:
    """When each transcript begins."""
    begins: dict[str, int] = {}
    for x in spans:
        if s.STEP in x.attributes:
            begins[x.place.file] = min(x.start or 0, begins.get(x.place.file, x.start or 0))
    return begins


def in_order(spans: Sequence[Span], begins: Mapping[str, int] | None = None) -> list[Span]:
    """By time, then parent before child, then by the reader's own order, then by end and id. Of a run that lies in
    several transcripts, what stands in the one that begins first comes first."""
    begins = begins_of(spans) if begins is None else begins
    by_id = {(x.trace_id, x.span_id): x for x in spans}
    depths: dict[tuple[str, str], int] = {}

    def depth(span: Span) -> int:
        """How many ancestors began at the very same time."""
        above = by_id.get((span.trace_id, span.parent_id or ""))
        if above is None or above.start != span.start:
            return 0
        chain: list[tuple[str, str]] = []
        node: Span | None = span
        while node is not None and (key := (node.trace_id, node.span_id)) not in depths:
            depths[key] = -1  # on the path: a cycle ends here
            chain.append(key)
            parent = by_id.get((node.trace_id, node.parent_id or ""))
            node = parent if parent is not None and parent.start == node.start else None
        base = depths[node.trace_id, node.span_id] if node is not None else -1
        for n, key in enumerate(reversed(chain), 1):
            depths[key] = base + n
        return depths[span.trace_id, span.span_id]

    def place(span: Span) -> tuple[Any, ...]:
        file = span.place.file if s.STEP in span.attributes else ""
        return (span.start or 0, begins.get(file, 0), depth(span), file, span.order, span.end or 0, span.span_id)

    return sorted(spans, key=lambda x: (*place(x), x.trace_id))


def cut(spans: Sequence[Span], run_gap: int | None) -> list[list[Span]]:
    """Spans in order, cut where nothing happened for longer than `run_gap` (None: never) and where a reader
    says so."""
    pieces: list[list[Span]] = [[]]
    last: int | None = None
    for span in spans:
        silent = run_gap is not None and last is not None and span.start and span.start - last > run_gap
        if pieces[-1] and (silent or span.attributes.get(s.RUN_CUT)):
            pieces.append([])
        pieces[-1].append(span)
        seen = max(span.start or 0, span.end or 0)
        last = max(last or 0, seen) if seen else last
    return pieces
