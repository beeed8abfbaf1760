"""The records in a structured result, and the columns of amounts that its lists hold. Pure: data in, facts out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import MOST, is_count
from planscope.analyzers.numbers.money import priced
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.quick import quick

HUGE = 10**15  # beyond are ids
KINDS = 12  # texts that objects of a list have in common, by which they may be added up
DEEP = 40  # levels of nesting that are looked into
_NAMED = quick(
    r"(?:^|[^a-z])(?:name|title|id|no|nr|number|code|sku|model|label|item|product|flight|train|hotel|route|artikel|naam|nom|nombre|nome"
    r"|titel|titre|título|ref|reference|station|city)s?$|名|编号|車次|车次|航班|番号|^no$",
    re.I,
)
_CODE = re.compile(r"^(?=[A-Z0-9#-]*\d)[#A-Z0-9][A-Z0-9-]{2,15}$")
_DIGIT = re.compile(r"\d")
_ALONE = re.compile(
    r"\s*[A-Za-z]{0,3}\W{0,3}\d[\d.,'’ ]{0,20}\s?\W{0,2}[A-Za-z]{0,3}\W{0,2}"
)  # a text that is one number
_PER = quick(r"(?:^|[^a-z])(?:per|pro|par|por|je|each)(?:$|[^a-z])|每|/", re.I)
# Keys of numbers that are never a source of an amount.
_NEVER = quick(
    r"(?:^|[^a-z])(?:zip|postcode|postal|phone|tel|lat|lon|lng|latitude|longitude|rating|score|stars?|seats?|stock|year|distance|duration"
    r"|minutes?|age|reviews?|temperature|humidity)(?:$|[^a-z])",
    re.I,
)
# Keys of whole numbers that are no amounts, whatever their size.
_OTHER = quick(
    r"(?:^|[^a-z])(?:id|ids|zip|postcode|phone|tel|lat|lon|lng|latitude|longitude|rating|score|stars?|count|qty|quantity|seats?|left|stock"
    r"|voorraad|year|month|day|date|time|distance|duration|minutes?|hours?|km|miles|age|index|page|rank|number|no|nr|weight|size|floor"
    r"|capacity|max|min|limit|four|last|terms|status|code|version|reviews?|percent|m2|dagen|days|nights|guests|adults|children|persons"
    r"|people|passengers|rooms|beds|low|high|temp|temperature|remaining|available|baggages?|luggage)(?:$|[^a-z])",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a structured result: under which key, whether its key or a currency makes it money, as written."""

    value: Decimal
    key: str
    money: bool
    raw: str


@dataclass(frozen=True, slots=True)
class Record:
    """One object in a result (or a line of a text result).

    names   short texts by which a message may mention it: its id, name, number
    money   its amounts by key; amounts in objects inside it belong to it, those in lists inside it do not
    counts  small whole numbers in it that count people or pieces, and the lengths of such lists;  wholes  all others
    group   which list it stands in ("" when in none), and `size` how many stand in that list
    """

    names: tuple[str, ...]
    money: tuple[tuple[str, Decimal], ...]
    counts: frozenset[int]
    wholes: tuple[int, ...] = ()
    group: str = ""
    size: int = 1
    step: int = -1


@dataclass(frozen=True, slots=True)
class Column:
    """The same amount of every object in one list, in order. `names`, `counts` and `sizes` (lists and their lengths)
    are those of the object that holds the list. `by` is set when it is only of the objects that have this text in
    common ("Travel")."""

    key: str
    values: tuple[Decimal, ...]
    names: tuple[str, ...] = ()
    counts: frozenset[int] = frozenset()
    sizes: tuple[tuple[str, int], ...] = ()
    by: str = ""
    step: int = -1

    @property
    def owned(self) -> bool:
        """Whether an object holds the list: an order its items, a booking its flights; not what a search found."""
        return bool(self.names or self.sizes)


@dataclass
class Found:
    """What a walk through one result brought to light."""

    cells: list[Cell]
    records: list[Record]
    columns: list[Column]


def decimal(value: Any) -> Decimal | None:
    """A number of JSON as a non-negative Decimal, None when it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = abs(Decimal(str(value)))
    except InvalidOperation:
        return None
    return number if number.is_finite() and number < HUGE else None


def walk(data: Any) -> Found:
    """Every cell, record and column of a structured result."""
    found = Found([], [], [])
    _visit(found, data, "", "", 1, "", 0)
    return found


def _visit(found: Found, value: Any, key: str, group: str, size: int, name: str, depth: int) -> None:
    if depth > DEEP:
        return
    if isinstance(value, Mapping):
        _record(found, value, group, size, name, depth)
    elif isinstance(value, list):
        if depth == 0 or "#" in group:
            found.columns += _columns(key, value, (), frozenset(), ())
        for n, item in enumerate(value):
            inner = f"{group}/{key}" if isinstance(item, Mapping) else f"{group}/{key}#{n}"
            _visit(found, item, key, inner, len(value), "", depth + 1)
    else:
        found.cells += _cells(key, value)


def _record(found: Found, data: Mapping[str, Any], group: str, size: int, name: str, depth: int) -> None:
    """One object: its own cells, then what its lists hold. Objects inside are part of it, and records of their own."""
    cells, lists, inner = _flat(data, "", depth)
    found.cells += [c for _, cs in cells for c in cs]
    names = tuple(dict.fromkeys(([name] if name else []) + _names(data)))
    counts = {int(c.value) for key, cs in cells if is_count(key) for c in cs if c.value == c.value.to_integral_value()}
    counts |= {len(v) for key, v in lists if is_count(key)}
    money = tuple((key, c.value) for key, cs in cells for c in cs if c.money)
    wholes = tuple(
        int(c.value) for _, cs in cells for c in cs if c.value > 1 and c.value == c.value.to_integral_value()
    )
    found.records.append(Record(names, money, _small(counts), wholes[:KINDS], group, size))
    sizes = tuple((k, len(v)) for k, v in lists)
    for key, value in lists:
        found.columns += _columns(key, value, names, _small(counts), sizes)
        _visit(found, value, key, f"{group}.{key}", 1, "", depth + 1)
    for key, part in inner:
        if _CODE.match(key) or key.isdecimal():
            _visit(found, part, key, f"{group}.*", len(inner), key, depth + 1)


def _small(counts: set[int]) -> frozenset[int]:
    return frozenset(n for n in counts if 2 <= n <= MOST)


def _flat(
    data: Mapping[str, Any], prefix: str, depth: int
) -> tuple[list[tuple[str, list[Cell]]], list[tuple[str, list[Any]]], list[tuple[str, Mapping[str, Any]]]]:
    """(cells by key, lists by key, objects that are records of their own) of an object and the objects in it."""
    cells: list[tuple[str, list[Cell]]] = []
    lists: list[tuple[str, list[Any]]] = []
    inner: list[tuple[str, Mapping[str, Any]]] = []
    for raw, value in data.items():
        key = f"{prefix}.{raw}" if prefix else str(raw)
        if isinstance(value, Mapping):
            own = _CODE.match(str(raw)) or str(raw).isdecimal()
            if own or depth > DEEP:
                inner.append((str(raw), value))
                continue
            more = _flat(value, key, depth + 1)
            cells, lists, inner = cells + more[0], lists + more[1], inner + more[2]
        elif isinstance(value, list):
            lists.append((key, value))
            if len(value) == 1 and isinstance(value[0], Mapping) and depth <= DEEP:
                cells += _flat(value[0], key, depth + 1)[0]
        else:
            cells.append((key, _cells(key, value)))
    return cells, lists, inner


def _cells(key: str, value: Any) -> list[Cell]:
    """The numbers in one scalar, but for those whose key says that they are something else than money."""
    if _NEVER.search(words.spaced(key)) and not words.named(key.rsplit(".", 1)[-1]):
        return _marked(key, value)
    if (number := decimal(value)) is not None:
        return [Cell(number, key, is_money(key), str(value))]
    if not isinstance(value, str) or not _DIGIT.search(value):
        return []
    marked = {c.value for c in _marked(key, value)}
    whole = bool(_ALONE.fullmatch(value)) and is_money(key)
    return [Cell(r, key, whole or r in marked, value[n.start : n.end]) for n in numbers(value) for r in n.readings]


def _marked(key: str, value: Any) -> list[Cell]:
    """The amounts in a text that say themselves what they are."""
    found = priced(value) if isinstance(value, str) else ()
    return [Cell(r, key, True, value[p.start : p.end].strip()) for p in found for r in p.number.readings]


def is_money(key: str) -> bool:
    """Whether a number under this key may be an amount. Keys of amounts are of any kind ("adult": 65 is the ticket of
    one), so all count but those of other quantities."""
    plain = words.spaced(key)
    return words.named(key.rsplit(".", 1)[-1]) or bool(_PER.search(plain)) or not _OTHER.search(plain)


def _names(data: Mapping[str, Any], depth: int = 0) -> list[str]:
    found = []
    for key, value in data.items():
        if isinstance(value, str) and 2 < len(value) <= 80 and any(c.isalpha() for c in value):
            if _NAMED.search(words.spaced(str(key))) or _CODE.match(value):
                found.append(value)
        elif isinstance(value, Mapping) and depth < 3 and not str(key).isdecimal():
            found += _names(value, depth + 1)
        elif isinstance(value, int) and not isinstance(value, bool) and value > 9999 and _NAMED.search(str(key)):
            found.append(str(value))
    return found


def _columns(
    key: str, items: list[Any], names: tuple[str, ...], counts: frozenset[int], sizes: tuple[tuple[str, int], ...]
) -> Iterator[Column]:
    """Amounts under the same key in at least two of the objects of a list."""
    rows = [_flat(item, "", 0)[0] for item in items if isinstance(item, Mapping)]
    values = _by_column(rows)
    for inner, column in values.items():
        yield Column(f"{key}.{inner}", tuple(column), names, counts, sizes)
    yield from _products(key, rows)
    if values and len(rows) > 2:
        yield from _by_kind(key, items)


def _products(key: str, rows: Sequence[Sequence[tuple[str, list[Cell]]]]) -> Iterator[Column]:
    """Quantity times price of every object in a list."""
    cells = [{k: c[0].value for k, c in row if c} for row in rows]
    keys = [k for k, c in rows[0] if c] if rows else []
    for many in (k for k in keys if is_count(k)):
        for one in (k for k in keys if is_money(k) and k != many and not is_count(k)):
            if all(many in c and one in c for c in cells):
                yield Column(f"{key}.{many}×{one}", tuple(c[many] * c[one] for c in cells))


def _by_column(rows: Sequence[Sequence[tuple[str, list[Cell]]]]) -> dict[str, list[Decimal]]:
    values: dict[str, list[Decimal]] = {}
    for row in rows:
        for inner, cells in row:
            values.setdefault(inner, []).extend(c.value for c in cells[:1] if c.money)
    return {k: v for k, v in values.items() if len(v) > 1}


def _by_kind(key: str, items: Sequence[Any]) -> Iterator[Column]:
    """The columns of those objects that have a text in common: a category, a month, a name."""
    texts: dict[str, dict[str, list[Any]]] = {}
    for item in items:
        for k, v in item.items() if isinstance(item, Mapping) else ():
            if isinstance(v, str) and 1 < len(v) <= 40 and not v[0].isdecimal():
                texts.setdefault(str(k), {}).setdefault(v, []).append(item)
    for kinds in texts.values():
        for kind, members in kinds.items() if len(kinds) <= KINDS else ():
            for inner, column in _by_column([_flat(m, "", 0)[0] for m in members]).items():
                yield Column(f"{key}.{inner}", tuple(column), by=kind)
