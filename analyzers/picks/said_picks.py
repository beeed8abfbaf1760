"""Picks in what the agent says: "the cheapest is X at 120 €", "X, the cheapest one", "cheapest available versions:"
with a list, a total of the cheapest. Pure.

A sentence that asks, plans or sets a condition picks nothing; neither does one from which it does not follow with
certainty which option is meant.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.claims.calculator import calculation
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.picks.better import names_of
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.naming import Named
from planscope.analyzers.picks.options import Listing, Option, listings
from planscope.analyzers.picks.orders import Order, orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.collector.run import FinalAnswer, ModelCall, Part, Run
from planscope.collector.span import Place

MOST = 80  # picks of one run
LONG = 40_000  # characters of a message that are looked at
MANY = 60  # people or nights by which a price is taken
SENTENCE = 700
BLOCK = 40  # lines below a heading

_VOID = re.compile(
    r"(?:\b(?:i['’]ll|will|let me|let['’]s|going to|would|could|can|if|whether|want|wants|wanted|looking"
    r"|look for|find|finding|search\w*|ask(?:ed)?"
    r"|requests?|requested|prefer\w*|should|may|might|unless|until|once|try|trying|need|needs|compare|comparing"
    r"|identify\w*|determine|to get|usually"
    r"|often|typically|generally|likely|probably|perhaps|seems?|among|suche|suchen|werde|würde|wäre|könnte|falls"
    r"|wenn|ob|möchten?|sollte|vielleicht"
    r"|vais|chercher?|voud\w+|voulez|souhait\w+|serait|pourrait|buscar|busco|voy a|quier\w*|sería|podría|vou"
    r"|procur\w+|quer|queira|seria|poderia|zal"
    r"|zoek\w*|zou|wil|wilt|misschien)\b|n['’]t\b|如果|是否|想|将会|要找|寻找|查找|搜索|需要|可能|希望|请|なら"
    r"|たら|探し|探す|希望|でしょう|かもしれ)",
    re.I,
)
_ASKS = re.compile(r"[?？]\s*[*_)\"'」]*\s*$|吗[。\s]*$|でしょうか|ですか")
_BREAK = re.compile(
    r"\b(?:than|while|whereas|but|although|instead|vs|während|aber|tandis|alors|mientras|pero|enquanto|mas"
    r"|terwijl|maar)\b|[;；。]|而|但|より|比"
)
_LEADS = re.compile(  # right between an option and the extreme that it is
    r"(?:\b(?:is|are|was|were|remains?|being|as|ist|sind|war|est|sont|es|son|é|são|is|zijn|blijft|with|has|have"
    r"|hat|haben|a|ont|tiene|tienen|tem|têm"
    r"|heeft|hebben)\b"
    r"|[,–—:(（，：-]|是|为|が|は)"
    r"[\s*_]*(?:also |still |therefore |clearly |by far |now |dann |damit |mit )?(?:[^\W\d]+['’ ]{1,2}){0,4}[\s*_]*$",
    re.I,
)
_SCOPE_END = re.compile(
    r"\s(?:is|are|was|comes?|costs?|at|ist|kostet|est|es|é|kost|for (?:you|your))\s|[:：(（,，|\n]|は|是|为"
    r"|の?は",
    re.I,
)
_CHOOSES = re.compile(  # right before the option
    r"(?:\b(?:i|we)(?:['’](?:ve|ll|d))?(?: have| will| would)? (?:go|went|gone) (?:for|with)|\b(?:i"
    r"|we)(?:['’](?:ve|ll))?(?: have| will)? (?:pick(?:ed)?|choose|chose|chosen|"
    r"select(?:ed)?|take|took)|my pick(?: is|:)|\b(?:ich|wir) (?:wähle|nehme|habe|nehmen|wählen)|nehme ich"
    r"|wähle ich|je (?:choisis|prends|retiens)"
    r"|\b(?:elijo|escojo|me quedo con|tomo|escolho|fico com|ik kies|ik neem|kies ik|neem ik)|(?:我选择?|就?选择?"
    r"|选定|挑选))[\s:：*_「“]*(?:the |den |die |das |le |la |l['’]|el |de )?$",
    re.I,
)
_CHOSEN = re.compile(r"^[\s」”*_]*(?:を選び|にします|を選択|に決め|にしました)")
SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the agent, or a piece of it."""

    step: int
    text: str
    place: Place


def said_picks(run: Run) -> tuple[Pick, ...]:
    """Every option that the agent names as an extreme; take it by `run.memo(said_picks)`."""
    if not run.memo(listings):
        return ()
    found: list[Pick] = []
    for said in messages(run):
        for pick in _of_message(run, said):
            found.append(pick)
            if len(found) >= MOST:
                return tuple(found)
    return tuple(found)


def messages(run: Run) -> Iterator[Said]:
    """What the agent says, piece by piece."""
    for step in run.steps:
        if isinstance(step, ModelCall):
            parts: tuple[Part, ...] = step.parts
            yield from (Said(step.number, p.text[:LONG], p.place) for p in parts if p.text.strip())
        elif isinstance(step, FinalAnswer):
            yield Said(step.number, step.text[:LONG], step.place)


def _of_message(run: Run, said: Said) -> Iterator[Pick]:
    lines = said.text.split("\n")
    for n, line in enumerate(lines):
        leads = bool(re.search(r"[:：][\s*_]*$", line))
        for sentence in [line] if line.lstrip().startswith("|") else SENTENCES.split(line):
            if len(sentence) > SENTENCE:
                continue
            for order in orders_in(sentence):
                yield from _of_order(run, said, sentence, order, lines[n + 1 : n + 1 + BLOCK] if leads else [])


def chosen_in(run: Run, said: Said, sentence: str) -> list[Named]:
    """The option that a sentence says is taken, with no word on why ("I go for X, rated 4.3")."""
    if len(sentence) > SENTENCE or _ASKS.search(sentence):
        return []
    named = run.memo(names_of).named(sentence, said.step)
    if len({(n.start, n.end) for n in named}) != 1:
        return []
    first = named[0]
    taken = _CHOOSES.search(sentence[: first.start]) or _CHOSEN.match(sentence[first.end :])
    return named if taken else []


def _of_order(run: Run, said: Said, sentence: str, order: Order, below: list[str]) -> Iterator[Pick]:
    total = list(_of_total(run, said, sentence, order))
    if total:
        yield from total
        return
    if is_void(sentence, order.start):
        return
    named = run.memo(names_of).named(sentence, said.step)
    chosen = meant(sentence, order, named)
    if chosen:
        yield from _inline(said, sentence, order, chosen)
    elif not named and below:
        yield from _listed(run, said, sentence, order, below)
    elif not named:
        yield from _by_value(run, said, sentence, order, sentence)


def is_void(sentence: str, at: int) -> bool:
    """Whether a sentence asks, plans or sets a condition in front of a place."""
    return bool(_ASKS.search(sentence) or _VOID.search(sentence[:at]))


def meant(sentence: str, order: Order, named: list[Named]) -> list[Named]:
    """The option that the sentence makes the extreme: right before it, or the first behind it."""
    before = [n for n in named if n.end <= order.start]
    if before:
        last = max(n.end for n in before)
        gap = sentence[last : order.start]
        if len(gap) <= 90 and not _BREAK.search(gap) and (_LEADS.search(gap) or _joined(gap, order)):
            return [n for n in before if n.end == last]
    after = [n for n in named if n.start >= order.end]
    if after:
        first = min(n.start for n in after)
        gap = sentence[order.end : first]
        if len(gap) <= 140 and not _BREAK.search(gap):
            return [n for n in after if n.start == first]
    return []


def _joined(gap: str, order: Order) -> bool:
    """The extreme may hold the verb ("X leaves first"); in Chinese and Japanese it may follow at once ("X价格最低"), or
    close a clause ("是能订到的最低价")."""
    if _VERBAL.match(order.words):
        return bool(re.fullmatch(r"[\s*_)\]\"']*(?:[^\W\d]+ ){0,2}", gap))
    return (
        not order.words.isascii() and order.words[0] > "\u3040" and bool(re.search(r"^\s?$|是[^，。]{0,12}$|里$", gap))
    )


_VERBAL = re.compile(
    r"(?:costs?|leaves|departs|starts|goes|kostet|fährt|geht|startet|fliegt|co[uû]te|part|cuesta|custa|sale|sai"
    r"|kost|vertrekt)\b",
    re.I,
)


def _inline(said: Said, sentence: str, order: Order, chosen: list[Named]) -> Iterator[Pick]:
    values = figures(sentence, order.aspect)
    options = the_one(chosen, values, order)
    if options is not None:
        scope = scope_of(sentence, order)
        yield Pick(said.step, said.text, sentence, order, options[0], options[1], values, scope, place=said.place)


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


def figures(text: str, aspect: str) -> tuple[Decimal, ...]:
    """The numbers of a text (and its times, for orders by time), by which a field is recognised."""
    del aspect
    return tuple(dict.fromkeys(r for n in numbers(text[:SENTENCE]) for r in n.readings))


def scope_of(sentence: str, order: Order) -> str:
    """The words that narrow the extreme: from it to the verb or the next mark."""
    rest = sentence[order.end :]
    end = _SCOPE_END.search(rest)
    return rest[: end.start() if end else 60]


def _listed(run: Run, said: Said, sentence: str, order: Order, below: list[str]) -> Iterator[Pick]:
    """The options that the list below a heading names: one of each listing, or none is picked."""
    found: dict[int, list[Pick]] = {}
    for line in _block(below):
        named = run.memo(names_of).named(line, said.step)
        values = figures(line, order.aspect)
        picks = []
        for start in sorted({n.start for n in named})[:1]:
            one = the_one([n for n in named if n.start == start], values, order)
            picks += [_pick(said, line, order, one, values, scope_of(sentence, order))] if one else []
        if not picks:
            picks = list(_by_value(run, said, line, order, line, scope=scope_of(sentence, order), labelled=True))
        for p in picks:
            found.setdefault(id(p.listing), []).append(p)
    single = [ps[0] for ps in found.values() if len({p.option.names for p in ps}) == 1]
    for p in single:
        if len(single) == 1 or _apart(p, single):
            yield p


def _pick(
    said: Said, line: str, order: Order, one: tuple[Listing, Option], values: tuple[Decimal, ...], scope: str
) -> Pick:
    return Pick(said.step, said.text, line, order, one[0], one[1], values, scope, place=said.place, combined=True)


def _apart(pick: Pick, others: list[Pick]) -> bool:
    """Whether a choice of several parts may be made part by part: other products, or searches for other days. Legs that
    have to fit each other in time may not."""
    timed = [p for p in others if keys_for("time", p.listing)]
    if pick not in timed or len(timed) < 2:
        return True
    days = [frozenset(re.findall(r"\d{4}-\d{2}-\d{2}", p.listing.asked)) for p in timed]
    return all(days) and len(set(days)) == len(days)


def _block(below: list[str]) -> Iterator[str]:
    """The lines of the list below a heading, until prose follows."""
    begun = False
    for line in below:
        if not line.strip():
            continue
        item = re.match(r"\s*(?:[-*•+|#]|\d{1,2}[.)、]|\*\*)", line)
        if begun and not item:
            return
        begun = begun or bool(item)
        if begun:
            yield line[:SENTENCE]


def _by_value(
    run: Run, said: Said, sentence: str, order: Order, text: str, scope: str | None = None, *, labelled: bool = False
) -> Iterator[Pick]:
    """An option meant by its figure alone: the only one that has it, in a listing whose label the sentence names (or in
    the only listing there is)."""
    values = [v for v in figures(text, order.aspect) if v >= 1]
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


_PLUS = re.compile(r"\d[\d.,]*(?:\s?\+\s?[$€£¥]?\s?\d[\d.,]*){1,20}")


def _of_total(run: Run, said: Said, sentence: str, order: Order) -> Iterator[Pick]:
    """A total that a calculation made of one figure for each listing: each of them is a pick."""
    if order.aspect != "price" or not re.search(
        r"total|sum|gesamt|zusammen|ensemble|suma|soma|totaal|合计|总|合計", sentence, re.I
    ):
        return
    values = set(figures(sentence, "price"))
    for call in reversed([c for c in run.tool_calls if c.number < said.step][-6:]):
        worked = calculation(call)
        if worked is None or not _PLUS.fullmatch(worked.expression.strip()) or not _result(call.result) & values:
            continue
        parts = [n.value for n in numbers(worked.expression)]
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
