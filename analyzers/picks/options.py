"""Options that results hold: the objects of a list (or of a mapping by id, or the rows of a table) that have the same
fields, with their names. Pure."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from planscope.analyzers.numbers import money_words
from planscope.analyzers.numbers.tables import rows_of
from planscope.analyzers.picks.lines import records_in
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall

DEEP = 12  # levels of nesting that are looked into
FEWEST, MOST = 2, 5000  # options of one listing; longer ones are cut there
LISTINGS = 300  # of one run
FIELDS = 60  # of one option
INNER = 2  # levels below an object in which its names may stand
LONG = 200  # characters of a value that is kept
TEXT = 2_000_000  # characters of a result that is read

T = TypeVar("T")
Scalar = str | int | float | bool | None
_NAME_KEY = quick(
    r"(?:^|[^a-z])(?:name|title|label|model|product|hotel|airline|vendor|shop|store|supplier|provider|seller"
    r"|carrier|restaurant|plan"
    r"|artikel|bezeichnung|anbieter|naam|nom|nombre|nome|titel|titre|titulo|título|company|brand and model"
    r"|option|zug|flug|vuelo|vol|vlucht|voo|comboio|tren|treno|linie|line|ligne|línea|lijn|trein)$"
    r"|(?:^|[^a-z])(?:id|no|nr|number|num|code|sku|ref|reference|flight|train|bus|numero|número|nummer|slug|key"
    r"|asin|isbn)s?$"
    r"|名|编号|車次|车次|航班号?|番号|^品|商家|店",
    re.I,
)
_WRAPS = re.compile(r"(?:amount|value|total|number|text)$", re.I)  # {"price": {"amount": 3}} is the price
_ID_LIKE = re.compile(r"^(?=[A-Z0-9#/-]*\d)[#A-Z0-9][A-Z0-9/-]{1,19}$")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the names by which a text or a call may mean it, and its fields by flat key ("prices.economy")."""

    names: tuple[str, ...]
    fields: Mapping[str, Scalar]

    @property
    def name(self) -> str:
        """The name for a message."""
        words = [n for n in self.names if " " in n or any(c.islower() or c > "\u3000" for c in n)]
        return next(iter([*words, *self.names]), "an option")


@dataclass(frozen=True, slots=True)
class Listing:
    """Options that stand side by side in one result.

    step    of the call, or of the message whose own list it is
    tool    its name, "" for an agent's own list
    label   names of what holds the list (the product of which these are the variants)
    asked   what the call was given, as text
    sure    read from structured data, not from lines of a text
    """

    step: int
    tool: str
    options: tuple[Option, ...]
    label: tuple[str, ...] = ()
    asked: str = ""
    sure: bool = True
    nested: bool = False  # its objects hold lists of objects: legs of a connection perhaps
    keys: frozenset[str] = field(default=frozenset())
    _memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def memo(self, fact: "Callable[[Listing], T]") -> T:
        """A fact about this listing that many picks need, computed once."""
        if fact not in self._memo:
            self._memo[fact] = fact(self)
        result: T = self._memo[fact]
        return result


def listings(run: Run) -> tuple[Listing, ...]:
    """Every listing in the results of a run, in order; take it by `run.memo(listings)`."""
    found: list[Listing] = []
    for call in run.tool_calls:
        if call.failed or call.content != "present" or len(call.result) > TEXT:
            continue
        for listing in _of_call(call):
            found.append(listing)
            if len(found) >= LISTINGS:
                return tuple(found)
    return tuple(found)


def _of_call(call: ToolCall) -> Iterator[Listing]:
    data = call.data if isinstance(call.data, Mapping | list) else loaded(call.result)
    asked = _dump(call.arguments)
    if data is None:
        rows = records_in(call.result) or rows_of(call.result)
        data = rows if len(rows) >= FEWEST else None
    if data is not None:
        yield from _walk(data, call, asked, (), 0)


def loaded(text: str) -> Any:
    """JSON in a text, None when it is none."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _dump(value: Any) -> str:
    return value[:4000] if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)[:4000]


def _walk(value: Any, call: ToolCall, asked: str, label: tuple[str, ...], depth: int) -> Iterator[Listing]:
    if depth > DEEP:
        return
    if isinstance(value, list):
        objects = [v for v in value[:MOST] if isinstance(v, Mapping)]
        if len(objects) >= FEWEST:
            made = _listing([("", o) for o in objects], call, asked, label)
            yield from [made] if made else []
        for v in objects[:LISTINGS]:
            yield from _inside(v, call, asked, label, depth)
    elif isinstance(value, Mapping):
        yield from _inside(value, call, asked, label, depth)


def _inside(
    data: Mapping[str, Any], call: ToolCall, asked: str, label: tuple[str, ...], depth: int
) -> Iterator[Listing]:
    own = (*label, *_names(data, INNER))[:6]
    for key, v in list(data.items())[:MOST]:
        if isinstance(v, Mapping) and len(v) >= FEWEST and _alike(v):
            made = _listing([(str(k), o) for k, o in list(v.items())[:MOST]], call, asked, (*own, str(key)))
            yield from [made] if made else []
        elif isinstance(v, Mapping | list):
            yield from _walk(v, call, asked, (*own, str(key)), depth + 1)


def _alike(v: Mapping[str, Any]) -> bool:
    """Whether a mapping holds options by their id: objects that share most of their keys."""
    objects = list(v.values())[:MOST]
    if not all(isinstance(o, Mapping) and len(o) > 1 for o in objects):
        return False
    shared = set(objects[0])
    for o in objects:
        shared &= set(o)
    return len(shared) >= 2


def _listing(
    items: list[tuple[str, Mapping[str, Any]]], call: ToolCall, asked: str, label: tuple[str, ...]
) -> Listing | None:
    options, nested = [], False
    unnamed = [] if any(key or _names(data) for key, data in items[:FEWEST]) else _first_texts(items)
    for n, (key, data) in enumerate(items):
        fields: dict[str, Scalar] = {}
        nested |= _flat(data, "", fields, 0)
        names = tuple(dict.fromkeys(([key] if key else []) + (_names(data) or unnamed[n : n + 1])))
        if names:
            options.append(Option(names, fields))
    if len(options) < FEWEST:
        return None
    keys = frozenset(options[0].fields).intersection(*(o.fields for o in options[1:]))
    return Listing(call.number, call.name, tuple(options), label, asked, True, nested, keys)


def _flat(data: Mapping[str, Any], prefix: str, into: dict[str, Scalar], depth: int) -> bool:
    """Fills in the scalars of an object; True when a list of objects is in it."""
    nested = False
    for raw, value in data.items():
        key = prefix if prefix and _WRAPS.match(str(raw)) else f"{prefix}.{raw}" if prefix else str(raw)
        if len(into) >= FIELDS:
            break
        if isinstance(value, Mapping):
            nested |= depth < DEEP and _flat(value, key, into, depth + 1)
        elif isinstance(value, list):
            if any(isinstance(v, Mapping | list) for v in value):
                nested = True
            else:
                into[key] = ", ".join(str(v) for v in value[:20])[:LONG]
        elif isinstance(value, str):
            into[key] = value[:LONG]
        elif value is None or isinstance(value, int | float):
            into[key] = value
    return nested


@lru_cache(maxsize=4096)
def is_name(key: str) -> bool:
    """Whether a key holds a name or an id of the option."""
    return bool(_NAME_KEY.search(money_words.spaced(key.rsplit(".", 1)[-1])))


def _names(data: Mapping[str, Any], depth: int = 0) -> list[str]:
    found = []
    for key, value in list(data.items())[:FIELDS]:
        if isinstance(value, Mapping) and depth < INNER and not str(key).isdecimal():
            found += _names(value, depth + 1)
        elif isinstance(value, str) and 1 < len(value.strip()) <= 80:
            if is_name(str(key)) or (_ID_LIKE.match(value) and not _figure(value) and not _code(value)):
                found.append(value.strip())
        elif isinstance(value, int) and not isinstance(value, bool) and value > 999 and is_name(str(key)):
            found.append(str(value))
    return found


def _first_texts(items: list[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Names for objects that no key names: their first texts, where each has its own (a customer, a host, a ship); else
    a sign by their place, which no text holds."""
    objects = [data for _, data in items]
    for key in list(objects[0])[:FIELDS]:
        texts = [o.get(key) for o in objects]
        fit = [t.strip() for t in texts if isinstance(t, str) and 1 < len(t.strip()) <= 60 and not _AMOUNT.match(t)]
        if len(fit) == len(texts) == len(set(fit)):
            return fit
    return [f"#{n}" for n in range(1, len(objects) + 1)]


_AMOUNT = re.compile(
    r"\W*\d[\d\s.,:/hT-]*\W{0,3}(?:[^\W\d]{0,10}\.?\W*){0,2}$|\d{4}-\d{2}-\d{2}|(?:yes|no|true|false|ok|none"
    r"|open|closed)$",
    re.I,
)


def _code(value: str) -> bool:
    """A time or date is no name."""
    return bool(re.match(r"\d{2,4}-\d{2}(?:-\d{2})?$", value))


def _figure(value: str) -> bool:
    return not any(c.isalpha() for c in value)
