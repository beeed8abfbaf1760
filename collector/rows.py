"""Span ⇄ row of table spans. Reading a row back gives the very span that was added, types of attributes included.

Attributes that are analysed are columns, when they have the column's type; the others are JSON in `attributes`. A value
longer than INLINE characters is in table texts: `large` names its place, with "t" before the hashes for a text and "j"
for JSON. In `large`, "#result" stands for the value of column result, "#events" for the events, and "#" alone for
attributes of numbered lists (a.0.b), which repeat a history as large values do.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.exact import clean, decode, encode, whole
from planscope.collector.interpret import fullness
from planscope.collector.pieces import Texts, joined
from planscope.collector.span import Place, Span, SpanEvent, SpanLink
from planscope.collector.tables import INLINE, SPANS

Row = tuple[Any, ...]

ATTRIBUTES: dict[str, str] = {  # attribute -> its column
    s.STEP: "step",
    s.OPERATION: "operation",
    s.PROVIDER: "provider",
    s.REQUEST_MODEL: "request_model",
    s.RESPONSE_MODEL: "response_model",
    s.RESPONSE_ID: "response_id",
    s.AGENT_NAME: "agent",
    s.CONVERSATION: "conversation",
    s.TOOL_NAME: "tool",
    s.TOOL_CALL_ID: "call_id",
    s.TOOL_ARGUMENTS: "arguments",
    s.TOOL_RESULT: "result",
    s.TOOL_STATUS: "tool_status",
    s.INPUT_TOKENS: "input_tokens",
    s.OUTPUT_TOKENS: "output_tokens",
    s.CACHE_READ_TOKENS: "cached_tokens",
    s.ERROR_TYPE: "error_type",
    s.OI_KIND: "openinference",
    s.RUN_PARENT: "run_parent",
    s.TASK: "task",
    s.VARIANT: "variant",
    s.TRIAL: "trial",
    s.PROJECT: "project",
}
_AT = {name: n for n, name in enumerate(SPANS.names)}
_WHOLE = {c.name for c in SPANS.columns if c.type == "BIGINT"}
FIELDS = {  # column -> field of Span that it holds
    "trace_id": "trace_id", "span_id": "span_id", "parent_id": "parent_id", "name": "name", "start_ns": "start",
    "end_ns": "end", "kind": "kind", "status": "status", "status_message": "status_message", "scope": "scope",
    "sequence": "order", "dropped": "dropped", "remote_parent": "remote_parent",
}  # fmt: skip
_NUMBERED = re.compile(r"\.\d+\.")
_OWN = "#"  # begins keys of `large` that are no attributes
_EVENTS = "#events"
_COLUMNS = {f"#{column}": key for key, column in ATTRIBUTES.items()}


def _fits_text(value: Any) -> bool:
    return type(value) is str and (value.isascii() or whole(value))


def _fits_whole(value: Any) -> bool:
    return type(value) is int and -(2**63) <= value < 2**63


def _fits_flag(value: Any) -> bool:
    return type(value) is bool


_FITS = {"VARCHAR": _fits_text, "BIGINT": _fits_whole, "BOOLEAN": _fits_flag}
_KEPT = [
    (column, _AT[column], attrgetter(field), _FITS[next(c.type for c in SPANS.columns if c.name == column)])
    for column, field in {**FIELDS, "file": "place.file", "position": "place.position"}.items()
]


_SESSIONS = frozenset(s.SESSIONS)


def session_of(span: Span) -> str | None:
    """What joins traces, as interpretation does: the key that a reader gave, else service, project and conversation."""
    a, r = span.attributes, span.resource
    if key := a.get(s.RUN_KEY):
        return clean(str(key))
    known = not _SESSIONS.isdisjoint(a)
    named = (known and next((a[k] for k in s.SESSIONS if a.get(k)), None)) or r.get(s.OI_SESSION)
    where = (r.get(s.SERVICE_NAME), r.get(s.PROJECT), named) if named else ()
    return clean("/".join(str(x) for x in where if x)) or None


# --- to a row ------------------------------------------------------------------------------------------------------


def rows_of(spans: Iterable[Span], texts: Texts, *, received: int) -> list[Row]:
    """Rows of spans that came together: most share their resource."""
    said: dict[int, tuple[Any, str]] = {}  # resources are held, so that their ids stay theirs
    rows: list[Row] = []
    for span in spans:
        known = said.get(id(span.resource))
        if known is None:
            known = said[id(span.resource)] = (span.resource, encode(span.resource))
        rows.append(row_of(span, texts, received=received, resource=known[1]))
    return rows


def row_of(span: Span, texts: Texts, *, reading: int = 0, received: int = 0, resource: str = "") -> Row:
    """The row of a span; large values go to `texts`. `resource` is its resource as JSON, where that is known."""
    row: list[Any] = [None] * len(_AT)
    odd: dict[str, Any] = {}
    for column, at, get, fits in _KEPT:
        value = get(span)
        if value is None or fits(value):
            row[at] = value
        else:  # the column gets what comes nearest
            odd[column] = value
            row[at] = clean(str(value)) if fits is _fits_text else None
    row[_AT["item"]] = None if span.place.index is None else encode(span.place.index)
    large: dict[str, str] = {}
    _attributes(row, span.attributes, large, texts)
    row[_AT["session"]] = session_of(span)
    service = span.resource.get(s.SERVICE_NAME)
    row[_AT["service"]] = clean(service) if isinstance(service, str) else None
    row[_AT["resource"]] = resource or encode(span.resource)
    if span.events:
        _events(row, span.events, large, texts)
    if span.links:
        row[_AT["links"]] = encode([[x.trace_id, x.span_id, x.attributes] for x in span.links])
    row[_AT["large"]] = encode(large) if large else None
    row[_AT["odd"]] = encode(odd) if odd else None
    full = fullness(span)
    row[_AT["attribute_count"]], row[_AT["digest"]] = full[1], full[3]
    row[_AT["reading"]], row[_AT["received_ns"]] = reading, received
    return tuple(row)


def _attributes(row: list[Any], attributes: Mapping[str, Any], large: dict[str, str], texts: Texts) -> None:
    rest: dict[str, Any] = {}
    numbered: list[str] = []
    for key, value in attributes.items():
        form = _form(key)
        if form == "odd":  # a name that `large` or JSON cannot hold: nothing is said of such attributes
            _all_odd(row, attributes)
            large.clear()
            return
        if form == "column" and _promoted(row, ATTRIBUTES[key], value, large, texts):
            continue
        text = _long(value)
        if text is not None:
            large[key] = f"{'t' if text is value else 'j'} {texts.put(text)}"
        elif form == "numbered":
            numbered.append(f"{encode(key)}:{encode(value)}")
        else:
            rest[key] = value
    text = encode(rest)
    if sum(map(len, numbered)) > INLINE:
        large[_OWN] = "j " + texts.put("{" + ",\n".join(numbered) + "}")
    elif numbered:
        text = "{" + ",".join([*numbered, text[1:-1]]).removesuffix(",") + "}"
    row[_AT["attributes"]] = text


@lru_cache(10_000)
def _form(key: str) -> str:
    """How an attribute of that name is kept; names come again and again."""
    if not whole(key) or key.startswith(_OWN):
        return "odd"
    if key in ATTRIBUTES:
        return "column"
    return "numbered" if _NUMBERED.search(key) else "rest"


def _long(value: Any) -> str | None:
    """The text of a value that is too long for its row, None for one that is not."""
    if value is None or isinstance(value, bool | int | float):
        return None
    if type(value) is str and (len(value) <= INLINE or whole(value)):
        return value if len(value) > INLINE else None
    text = encode(value)
    return text if len(text) > INLINE else None


def _promoted(row: list[Any], column: str, value: Any, large: dict[str, str], texts: Texts) -> bool:
    """Whether the column holds the value, or its beginning, so that it need not stand among the rest."""
    if column in _WHOLE:
        if _fits_whole(value):
            row[_AT[column]] = value
            return True
        return False
    if type(value) is not str:
        return False
    fits = whole(value)
    row[_AT[column]] = value[:INLINE] if fits else clean(value[:INLINE])
    if fits and len(value) > INLINE:
        large[f"{_OWN}{column}"] = f"t {texts.put(value)}"
    return fits


def _all_odd(row: list[Any], attributes: Mapping[str, Any]) -> None:
    for column in ATTRIBUTES.values():
        row[_AT[column]] = None
    row[_AT["attributes"]] = encode(attributes)


def _events(row: list[Any], events: Sequence[SpanEvent], large: dict[str, str], texts: Texts) -> None:
    text = encode([{"name": e.name, "time_ns": e.time, "attributes": e.attributes} for e in events])
    if len(text) > INLINE:
        large[_EVENTS] = f"j {texts.put(text)}"
    else:
        row[_AT["events"]] = text


# --- from a row ----------------------------------------------------------------------------------------------------


def refs_in(rows: Iterable[Row]) -> set[str]:
    """Hashes of all pieces that these rows need."""
    found: set[str] = set()
    at = _AT["large"]
    for row in rows:
        if row[at] is not None:
            for ref in decode(row[at]).values():
                found.update(ref.split()[1:])
    return found


def span_of(row: Row, pieces: Mapping[str, str]) -> Span:
    """The span that a row was made of. Raises KeyError when a piece is missing."""
    odd: dict[str, Any] = decode(row[_AT["odd"]]) if row[_AT["odd"]] else {}
    large = decode(row[_AT["large"]]) if row[_AT["large"]] else {}
    fields: dict[str, Any] = {field: odd.get(column, row[_AT[column]]) for column, field in FIELDS.items()}
    attributes = {key: row[_AT[c]] for key, c in ATTRIBUTES.items() if row[_AT[c]] is not None}
    attributes.update(decode(row[_AT["attributes"]]))
    events = row[_AT["events"]]
    for key, ref in large.items():
        form, _, hashes = ref.partition(" ")
        text = joined(hashes, pieces)
        if key == _EVENTS:
            events = text
        elif key == _OWN:
            attributes.update(decode(text))
        else:
            attributes[_COLUMNS.get(key, key)] = text if form == "t" else decode(text)
    item = row[_AT["item"]]
    return Span(
        **fields,
        place=Place(
            str(odd.get("file", row[_AT["file"]])),
            str(odd.get("position", row[_AT["position"]])),
            None if item is None else decode(item),
        ),
        attributes=attributes,
        resource=decode(row[_AT["resource"]]),
        events=tuple(SpanEvent(e["name"], e["time_ns"], e["attributes"]) for e in decode(events or "[]")),
        links=tuple(SpanLink(t, i, a) for t, i, a in decode(row[_AT["links"]] or "[]")),
    )
