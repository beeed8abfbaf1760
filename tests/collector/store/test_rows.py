"""A span that is made a row and read back is the very same span."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from planscope.collector import semconv as s
from planscope.collector.pieces import Texts
from planscope.collector.rows import ATTRIBUTES, FIELDS, refs_in, row_of, rows_of, span_of
from planscope.collector.span import Place, Span, SpanEvent, SpanLink

TEXT = st.text(st.characters(exclude_categories=()), max_size=40) | st.sampled_from(["", "\ud800", "a\0b", "x" * 1001])
LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT | st.binary(max_size=9)
VALUE = st.recursive(
    LEAF, lambda v: st.lists(v, max_size=4) | st.dictionaries(TEXT | st.just("$type"), v, max_size=4), max_leaves=8
)
KEYS = st.sampled_from([*ATTRIBUTES, "llm.input_messages.0.message.role", "", "#", "#events", "#result"]) | TEXT
ATTRS = st.dictionaries(KEYS, VALUE, max_size=8)
SPANS = st.builds(
    Span,
    trace_id=TEXT, span_id=TEXT, parent_id=st.none() | TEXT, name=TEXT,
    start=st.none() | st.integers(-5, 2**64), end=st.none() | st.integers(0, 2**64),
    place=st.builds(Place, TEXT, TEXT, st.none() | st.integers() | TEXT),
    attributes=ATTRS, resource=st.dictionaries(TEXT, VALUE, max_size=3), scope=TEXT, kind=st.integers(0, 5),
    status=st.integers(0, 2), status_message=TEXT,
    events=st.lists(st.builds(SpanEvent, TEXT, st.none() | st.integers(), ATTRS), max_size=2).map(tuple),
    links=st.lists(st.builds(SpanLink, TEXT, TEXT, ATTRS), max_size=2).map(tuple),
    dropped=st.integers(0, 2**70), remote_parent=st.booleans(), order=st.integers(0, 2**40),
)  # fmt: skip


def back(span: Span) -> Span:
    texts = Texts()
    row = row_of(span, texts)
    pieces = dict(texts.fresh())
    assert refs_in([row]) <= pieces.keys()
    return span_of(row, pieces)


def typed(value: Any) -> Any:
    """The value with the types inside: 1, 1.0 and True are not the same."""
    if isinstance(value, dict):
        return {k: typed(v) for k, v in value.items()}
    if isinstance(value, list):
        return [typed(v) for v in value]
    return (type(value), value)


def test_every_field_has_its_place() -> None:
    """A field that spans get later must not be lost silently: it is named among the columns, or here."""
    elsewhere = {"place", "attributes", "resource", "events", "links"}
    assert {f.name for f in fields(Span)} == {*FIELDS.values(), *elsewhere}


@settings(deadline=None)
@given(SPANS)
def test_row_gives_back_the_span(span: Span) -> None:
    got = back(span)
    assert got == span
    assert typed(got.attributes) == typed(span.attributes)


@settings(deadline=None)
@given(st.lists(st.text("ab\\n\n{}, ", max_size=3000), max_size=6))
def test_large_values_come_back(parts: list[str]) -> None:
    text = "},{".join(parts) * 3
    span = Span("a", "b", None, "n", 1, 2, Place("", "b"), {s.TOOL_RESULT: text, "x": text, "y": [text, {"z": text}]})
    assert back(span) == span


def test_not_a_number_comes_back() -> None:
    got = back(Span("a", "b", None, "n", 1, 2, Place("", "b"), {"x": float("nan"), "y": [float("-inf")]}))
    assert got.attributes["x"] != got.attributes["x"]
    assert got.attributes["y"] == [float("-inf")]


@settings(deadline=None)
@given(st.lists(SPANS, max_size=4))
def test_rows_of_spans_that_came_together_are_those_of_each(spans: list[Span]) -> None:
    """Spans are handed over one by one, so that none but the last is held by somebody else."""
    together = rows_of((replace(x, resource=dict(x.resource)) for x in spans), Texts(), received=7)
    assert together == [row_of(x, Texts(), received=7) for x in spans]
