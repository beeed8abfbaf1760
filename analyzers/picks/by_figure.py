"""Picks that a figure makes: an option meant by its price alone, or by one of the figures that a total is made of; and
which option of that name a figure means. Pure."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from planscope.analyzers.claims.calculator import calculation
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.naming import Named
from planscope.analyzers.picks.options import Listing, Option, listings
from planscope.analyzers.picks.orders import Order
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said import SENTENCE, Said, scope_of
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.clock import clocks
from planscope.collector.run import Run

MANY = 60  # people or nights by which a price is taken


def the_one(chosen: list[Named], values: tuple[Decimal, ...], order: Order) -> tuple[Listing, Option] | None:
    """Of the listings that hold an option of that name: the last that has the figure given, or the last that has the
    attribute at all."""
    fits = [(n.listing, n.option) for n in chosen if keys_for(order.aspect, n.listing)]
    exact = [x for x in fits if _has(x[0], x[1], values, order)]
    pool = exact or ([x for x in fits if _times(x[0], x[1], values)] if order.aspect == "price" and values else fits)
    return max(pool, key=lambda x: x[0].step) if pool else None


def _has(listing: Listing, option: Option, values: tuple[Decimal, ...], order: Order) -> bool:
    return any(value_of(option, k, order.aspect) in values for k in keys_for(order.aspect, listing))


def _times(listing: Listing, option: Option, values: tuple[Decimal, ...]) -> bool:
    """Whether a figure is the price taken several times (for so many people or nights), or none is an amount at all."""
    own = [v for k in keys_for("price", listing) if (v := value_of(option, k, "price"))]
    large = [x for x in values if own and x >= min(own) / 2]
    return not large or any(x % v == 0 and 2 <= x / v <= MANY for x in large for v in own)


@lru_cache(maxsize=1024)
def figures(text: str) -> tuple[Decimal, ...]:
    """The numbers of a text, by which a field is recognised."""
    return tuple(dict.fromkeys(r for n in numbers(text[:SENTENCE]) for r in n.readings))


def by_value(
    run: Run, said: Said, sentence: str, order: Order, text: str, scope: str | None = None, *, labelled: bool = False
) -> Iterator[Pick]:
    """An option meant by its figure alone: the only one that has it, in a listing whose label the sentence names (or in
    the only listing there is)."""
    if order.aspect in ("time", "arrival"):
        yield from by_time(run, said, sentence, order, text)
        return
    values = [v for v in figures(text) if v >= 1]
    if order.aspect != "price" or not values:
        return
    low = sentence.casefold()
    known = [x for x in run.memo(listings) if x.step < said.step and (keys_for("price", x))]
    named = [x for x in known if any(len(t) > 3 and not t.isdecimal() and t.casefold() in low for t in x.label)]
    pool = named if named or labelled else known[-1:]
    for listing in pool[-20:]:
        hits = [
            o for o in listing.options if any(value_of(o, k, "price") in values for k in keys_for("price", listing))
        ]
        if len(hits) == 1:
            words = scope_of(sentence, order) if scope is None else scope
            yield Pick(
                said.step, said.text, sentence, order, listing, hits[0], tuple(values), words, place=said.place,
                combined=labelled,
            )  # fmt: skip
            return


_DAY = 24 * 60
_SCOPE = re.compile(
    r"\b(?:you|he|she|they|we|can|be|get|there|arrive|reach|possible|sie|kommen|an|ankunft|ankommen)\b", re.I
)


def by_time(run: Run, said: Said, sentence: str, order: Order, text: str) -> Iterator[Pick]:
    """An option meant by its time alone ("the earliest you can be there is 10:15"): the only one of the last listing
    that has the first time behind the extreme, as a departure or an arrival."""
    found = [c.minutes for c in clocks(text) if text is not sentence or c.start >= order.end]
    known = [x for x in run.memo(listings) if x.step < said.step and (keys_for("time", x) or keys_for("arrival", x))]
    if not found or not known or known[-1].nested:
        return
    listing = known[-1]
    aspects = ("arrival",) if order.aspect == "arrival" else ("time", "arrival")
    times = [
        (o, v, a)
        for a in aspects
        for k in keys_for(a, listing)
        for o in listing.options
        if (v := value_of(o, k, a)) is not None
    ]
    hits = [t for t in times if t[1] % _DAY == found[0]]
    if len(hits) == 1 and len({v // _DAY for _, v, _ in times}) == 1:
        option, value, aspect = hits[0]
        meant = replace(order, aspect=aspect)
        scope = _SCOPE.sub(" ", scope_of(sentence, order))
        yield Pick(said.step, said.text, sentence, meant, listing, option, (value,), scope, place=said.place)


_PLUS = quick(r"\d[\d.,]*(?:\s?\+\s?[$€£¥]?\s?\d[\d.,]*){1,20}")
_TOTAL = quick(r"total|sum|gesamt|zusammen|ensemble|suma|soma|totaal|合计|总|合計", re.I)


def _added(run: Run) -> dict[int, str]:
    """The additions that calls of the run worked out, by number of the call."""
    worked = ((c.number, calculation(c)) for c in run.tool_calls)
    return {n: w.expression for n, w in worked if w is not None and _PLUS.fullmatch(w.expression.strip())}


def of_total(run: Run, said: Said, sentence: str, order: Order) -> Iterator[Pick]:
    """A total that a calculation made of one figure for each listing: each of them is a pick."""
    added = run.memo(_added)
    if not added or order.aspect != "price" or not _TOTAL.search(sentence):
        return
    values = set(figures(sentence))
    until = bisect_left(run.tool_calls, said.step, key=lambda c: c.number)
    for call in reversed(run.tool_calls[max(0, until - 6) : until]):
        if call.number not in added or not _result(call.result) & values:
            continue
        parts = [n.value for n in numbers(added[call.number])]
        picks = [p for v in parts for p in _part(run, said, sentence, order, v)]
        if len(picks) == len(parts) and len({id(p.listing) for p in picks}) == len(parts):
            yield from picks
        return


def _result(text: str) -> set[Decimal]:
    return {r for n in numbers(text[:200]) for r in n.readings}


def _part(run: Run, said: Said, sentence: str, order: Order, value: Decimal) -> Iterator[Pick]:
    hits: list[tuple[Listing, Option]] = []
    for listing in run.memo(listings):
        if listing.step < said.step and len(listing.options) > 2:
            key = next((k for k in keys_for("price", listing)[:3] if _holders(listing, k, value)), "")
            hits += [(listing, o) for o in _holders(listing, key, value)] if key else []
    most = max((len(x.options) for x, _ in hits), default=0)
    large = [h for h in hits if len(h[0].options) == most]
    if len({o.names for _, o in large}) == 1:
        listing, option = large[-1]
        yield Pick(
            said.step, said.text, sentence, order, listing, option, (value,), "", place=said.place, combined=True
        )


def _holders(listing: Listing, key: str, value: Decimal) -> list[Option]:
    return [o for o in listing.options if value_of(o, key, "price") == value]
