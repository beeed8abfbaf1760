"""Lists announced as sorted that are not, and results taken unsorted where an order was asked for. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.options import loaded
from planscope.analyzers.picks.own_lists import own_lists
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said_picks import Said, is_void, messages
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall

LEAST = 3  # lines of a list that has an order
LONG_LISTING = 10  # options from which on a result is long
MOST = 10

_SORTED = quick(
    r"\b(?:sorted|ranked|ordered|arranged|listed) (?:\w+ )?(?:by|from|in order of|in ascending"
    r"|in descending) ?(?:the )?(?:total |ascending |descending )?"
    r"(?:price|cost|fare|lowest|cheapest|highest|most expensive|order of price)"
    r"|\bfrom (?:the )?(?:cheapest|lowest|least expensive) to (?:the )?(?:most expensive|highest|priciest|dearest)"
    r"|\bfrom (?:the )?(?:most expensive|highest) to (?:the )?(?:cheapest|lowest)|\bcheapest first\b"
    r"|\blowest (?:price |fare )?first\b"
    r"|\bnach (?:dem )?preis (?:auf|ab)?(?:steigend )?(?:sortiert|geordnet)|\btri[ée]e?s? par prix"
    r"|\bordenad[oa]s? (?:por|de menor a mayor) precio"
    r"|\bordenad[oa]s? por preço|\bgesorteerd op prijs|按(?:照)?价格[^，。]{0,8}(?:排序|排列)|价格从低到高"
    r"|价格从高到低|(?:安い|高い|価格|料金の?)順",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Unordered:
    """A list said to be sorted: the two neighbours that break the order which most of its neighbours keep."""

    said: Said
    sentence: str
    first: str
    second: str
    sure: bool


def unordered(run: Run) -> tuple[Unordered, ...]:
    """Every list announced as sorted by price whose prices are in neither order."""
    found: list[Unordered] = []
    for said in messages(run):
        lines = said.text.split("\n")
        for n, line in enumerate(lines):
            m = _SORTED.search(line)
            if m and not is_void(line, m.start()) and len(found) < MOST:
                below = Said(said.step, "\n".join(lines[n + 1 : n + 80]), said.place)
                found += list(_broken(said, line, below))
    return tuple(found)


def _broken(said: Said, line: str, below: Said) -> Iterator[Unordered]:
    for listing in list(own_lists(below))[:1]:
        keys = keys_for("price", listing)
        rows = [(o.name, v) for o in listing.options if keys and (v := value_of(o, keys[0], "price")) is not None]
        if len(rows) < LEAST or len(rows) != len(listing.options) or len(keys) != 1:
            continue
        pair = _break(rows)
        if pair:
            a, b = pair
            yield Unordered(said, line, f"{a[0]} ({a[1]:f})", f"{b[0]} ({b[1]:f})", listing.sure)


def _break(rows: list[tuple[str, Decimal]]) -> tuple[tuple[str, Decimal], tuple[str, Decimal]] | None:
    up = [p for p in pairwise(rows) if p[0][1] < p[1][1]]
    down = [p for p in pairwise(rows) if p[0][1] > p[1][1]]
    if not up or not down:
        return None
    return min((up, down), key=len)[0]


# --- results that came in another order, and not all of them --------------------------------------------------------

_SORT_KEY = re.compile(
    r"^(?:sort|sorting|sort_?by|order_?by|sort_?order|orden|ordenar_?por|sortierung|tri|排序)$", re.I
)
_ALL_KEY = re.compile(
    r"^(?:total|total_?(?:results|count|hits|found)|count_total|num_?found|gesamt|总数|total_items)$", re.I
)


def unsorted_pick(run: Run, pick: Pick) -> str:
    """Why the listing that a pick rests on may well not hold the extreme: it is long, shows a part of what there is, is
    not in that order, and the tool can sort; "" when one of these is not so."""
    call = run.steps[pick.listing.step]
    if not isinstance(call, ToolCall) or len(pick.listing.options) < LONG_LISTING or _sorts(call):
        return ""
    total = _total(call)
    keys = keys_for(pick.order.aspect, pick.listing)
    if (
        total <= len(pick.listing.options)
        or not keys
        or not any(_sorts(c) for c in run.tool_calls if c.name == call.name)
    ):
        return ""
    values = [v for o in pick.listing.options if (v := value_of(o, keys[0], pick.order.aspect)) is not None]
    if all(a <= b for a, b in pairwise(values)) or all(a >= b for a, b in pairwise(values)):
        return ""
    shown = f"{len(pick.listing.options)} of {total}"
    return f"{call.name} gave {shown}, not sorted by {keys[0]}, and was called with a sort order elsewhere"


def _sorts(call: ToolCall) -> bool:
    given = call.arguments if isinstance(call.arguments, Mapping) else {}
    return any(_SORT_KEY.match(str(k)) and v for k, v in given.items())


def _total(call: ToolCall) -> int:
    data: Any = call.data if isinstance(call.data, Mapping) else loaded(call.result)
    if not isinstance(data, Mapping):
        return 0
    return max((v for k, v in data.items() if _ALL_KEY.match(str(k)) and isinstance(v, int)), default=0)
