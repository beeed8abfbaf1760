"""What the tests of the harness share: spans kept in memory with ids and times that repeat, and what they tell of."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import pytest
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped,unused-ignore]
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from planscope.collector import otlp
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.span import Span
from planscope.harness.tracing import CountingIds, Ticks, Tracer, tracing


class Kept:
    """A tracer, and the spans that it has made."""

    def __init__(self, tracer: Tracer, exporter: InMemorySpanExporter) -> None:
        self.tracer, self._exporter = tracer, exporter

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        """Spans that have ended, in order of their beginning."""
        return sorted(self._exporter.get_finished_spans(), key=lambda x: x.start_time or 0)

    def named(self, name: str) -> list[ReadableSpan]:
        """Spans of this name."""
        return [x for x in self.spans if x.name == name]

    def runs(self) -> list[Run]:
        """The runs that the spans tell of, read as they come over the wire."""
        found = list(otlp.spans_of(MessageToDict(encode_spans(self._exporter.get_finished_spans()))))
        assert all(isinstance(x, Span) for x in found)
        return runs_of(x for x in found if isinstance(x, Span))

    def outline(self, *said: str) -> str:
        """The tree of spans by name, with those of these attributes that a span has, and its events."""
        below: dict[int, list[ReadableSpan]] = {}
        for span in self.spans:
            below.setdefault(span.parent.span_id if span.parent else 0, []).append(span)
        return "\n".join(_lines(below, 0, 0, said))


def _lines(below: dict[int, list[ReadableSpan]], parent: int, depth: int, said: Sequence[str]) -> Iterator[str]:
    for span in below.get(parent, ()):
        a = span.attributes or {}
        words = [span.name, *(f"{k.rpartition('.')[2]}={a[k]!s}" for k in said if k in a)]
        yield "  " * depth + " ".join([*words, *(f"[{e.name}]" for e in span.events)])
        assert span.context is not None
        yield from _lines(below, span.context.span_id, depth + 1, said)


@contextmanager
def _keeping() -> Iterator[Kept]:
    exporter = InMemorySpanExporter()
    with tracing(exporter, clock=Ticks(), ids=CountingIds(), at_once=True) as tracer:
        yield Kept(tracer, exporter)


@pytest.fixture
def kept() -> Iterator[Kept]:
    """A tracer whose spans are kept in memory; ids and times are the same each time."""
    with _keeping() as found:
        yield found


@pytest.fixture
def keeping() -> Callable[[], AbstractContextManager[Kept]]:
    """Makes as many of them as a test needs."""
    return _keeping
