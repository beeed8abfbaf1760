"""Lists announced as sorted that are not, and results taken unsorted where an order was asked for. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from planscope.analyzers.numbers.money import amounts
from planscope.analyzers.picks.constraints import sentence_at
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.options import loaded
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said import Said, is_void, messages
from planscope.analyzers.picks.touched import figure
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall

LEAST = 3  # lines of a list that has an order
LONG_LISTING = 10  # options from which on a result is long
MOST = 10
WIDE = 2000  # characters of a line in which the announcement is looked for

_BY = r"(?:by|from|in order of|in|on) (?:the )?(?:(?:total|unit|ascending|descending|increasing|decreasing) )?"
_SORTED = quick(
    rf"\b(?:sort(?:ed)?|rank(?:ed|ing)?|ordered|arranged|listed|order)(?: \w+){{0,3}} {_BY}(?:price|cost|fare"
    rf"|rating|order of)"
    r"|\b(?:price|rating) ranking|(?:cheapest|lowest(?: price)?|least expensive"
    r"|best(?: rated)?) (?:\w+ )?(?:first|to (?:the )?(?:most expensive|highest|dearest|priciest))"
    r"|most expensive first|\bnach (?:dem |der )?(?:preis|bewertung)|vom (?:günstigsten|billigsten) zum"
    r"|von (?:günstig|billig) nach teuer|\b(?:tri|class)\w* par (?:prix|note)|du moins cher au plus cher"
    r"|\b(?:ordenad|clasific|orden)\w* (?:por|de menor a mayor|de mayor a menor)(?: el)? ?(?:precio|preço"
    r"|valoración|avaliação)?"
    r"|de(?:l)? más barato a(?:l)? más caro|do mais barato (?:para|a)o? mais caro|gesorteerd op (?:prijs"
    r"|beoordeling)|van goedkoop naar duur"
    r"|按(?:照)?(?:价格|评分)[^，。]{0,10}(?:排|序)|(?:价格|评分)从[低高]到[高低]|[从由]便宜到[昂]?贵"
    r"|[由从]低到高|低价在前|价格排序"
    r"|(?:安い|高い|価格|料金|評価)(?:もの|方|の)?(?:から|が)?(?:高|低)?い?(?:順|から順)",
    re.I,
)
_UP = quick(
    r"ascending|increasing|cheapest|lowest|least expensive|low to high|aufsteigend|billigste|günstig|croissant"
    r"|moins cher au plus"
    r"|menor a mayor|barato a|barato para|crescente|creciente|ascendente|oplopend|goedkoop naar|从低到高"
    r"|由低到高|[从由]便宜|低价在前|升序|安い|昇順|低い",
    re.I,
)
_DOWN = quick(
    r"descending|decreasing|most expensive first|highest first|high to low|absteigend|décroissant|mayor a menor"
    r"|decreciente|descendente"
    r"|decrescente|aflopend|从高到低|由高到低|降序|高い順|降順|best (?:rated )?first",
    re.I,
)
_ROW = quick(r"\s*(?:\d{1,2}[.):、）]|[-*•])\s*(.{3,200})")
_RATING = re.compile(r"(?<![\d.,])([0-5][.,]\d)(?![\d.,])")


@dataclass(frozen=True, slots=True)
class Unordered:
    """A list said to be sorted: two neighbours that stand the wrong way round."""

    said: Said
    sentence: str
    first: str
    second: str


def unordered(run: Run) -> tuple[Unordered, ...]:
    """Every list announced as sorted by price or rating that is not in that order."""
    found: list[Unordered] = []
    for said in messages(run):
        lines = said.text.split("\n")
        for n, line in enumerate(lines[:-LEAST]):  # that many lines have to follow
            m = _SORTED.search(line) if len(line) <= WIDE else None
            sentence = sentence_at(line, m.start()) if m else ""
            if m and not is_void(sentence, sentence.find(m[0])) and len(found) < MOST:
                found += _broken(said, sentence, lines[n + 1 : n + 60])
    return tuple(found)


def _broken(said: Said, sentence: str, below: list[str]) -> list[Unordered]:
    rows = list(
        _rows(
            below, rating=bool(re.search(r"rating|bewertung|note|valoraci|avalia|beoordel|评分|評価", sentence, re.I))
        )
    )
    if len(rows) < LEAST:
        return []
    up = [p for p in pairwise(rows) if p[0][1] < p[1][1]]
    down = [p for p in pairwise(rows) if p[0][1] > p[1][1]]
    rising, falling = bool(_UP.search(sentence)), bool(_DOWN.search(sentence))
    wrong = min((up, down), key=len) if up and down else []  # where neither is said, either will do
    if rising != falling:
        wrong = down if rising else up
    if not wrong:
        return []
    (a, x), (b, y) = wrong[0]
    return [Unordered(said, sentence, f"{a} ({figure(x)})", f"{b} ({figure(y)})")]


def _rows(below: list[str], *, rating: bool) -> Iterator[tuple[str, Decimal]]:
    """The lines of the list below, each with its one amount (or rating); none when a line has no or several."""
    begun = False
    for line in below:
        m = _ROW.match(line)
        if m is None:
            if begun or line.strip():
                return
            continue
        begun = True
        values = [Decimal(v[1].replace(",", ".")) for v in _RATING.finditer(m[1])] if rating else []
        values = values or [a.value for a in amounts(m[1], explicit=True)[:2] if not rating]
        if len(values) != 1 and not (rating and values):
            return
        yield re.split(r"[(（:：–—|]|\s-\s", m[1])[0].strip(" *")[:40], values[-1]


# --- results that came in another order, and not all of them --------------------------------------------------------

_SORT_KEY = quick(r"^(?:sort|sorting|sort_?by|order_?by|sort_?order|orden|ordenar_?por|sortierung|tri|排序)$", re.I)
_ALL_KEY = quick(
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
