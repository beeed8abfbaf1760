"""Picks in what the agent says: "the cheapest is X at 120 €", "X, the cheapest one", "cheapest available versions:"
with a list, a total of the cheapest. Pure.

A sentence that asks, plans or sets a condition picks nothing; neither does one from which it does not follow with
certainty which option is meant.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from planscope.analyzers.picks.better import names_of
from planscope.analyzers.picks.by_figure import by_value, figures, of_total, the_one
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.naming import Named
from planscope.analyzers.picks.options import Listing, Option, listings
from planscope.analyzers.picks.orders import Order, names_extreme, orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said import SENTENCE, SENTENCES, Said, asks, is_void, messages, scope_of
from planscope.analyzers.quick import quick
from planscope.collector.run import Run

MOST = 80  # picks of one run
BLOCK = 40  # lines below a heading

_BREAK = quick(
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
_CHOOSES = quick(  # right before the option
    r"(?:\b(?:i|we)(?:['’](?:ve|ll|d))?(?: have| will| would)? (?:go|went|gone) (?:for|with)|\b(?:i"
    r"|we)(?:['’](?:ve|ll))?(?: have| will)? (?:pick(?:ed)?|choose|chose|chosen|"
    r"select(?:ed)?|take|took)|my pick(?: is|:)|\b(?:ich|wir) (?:wähle|nehme|habe|nehmen|wählen)|nehme ich"
    r"|wähle ich|je (?:choisis|prends|retiens)"
    r"|\b(?:elijo|escojo|me quedo con|tomo|escolho|fico com|ik kies|ik neem|kies ik|neem ik)|(?:我选择?|就?选择?"
    r"|选定|挑选))[\s:：*_「“]*(?:the |den |die |das |le |la |l['’]|el |de )?$",
    re.I,
)
_CHOSEN = re.compile(r"^[\s」”*_]*(?:を選び|にします|を選択|に決め|にしました)")


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


def _of_message(run: Run, said: Said) -> Iterator[Pick]:
    if not names_extreme(said.text):
        return
    lines = said.text.split("\n")
    for n, line in enumerate(lines):
        leads = (":" in line or "：" in line) and bool(re.search(r"[:：][\s*_]*$", line))
        for sentence in [line] if line.lstrip().startswith("|") else SENTENCES.split(line):
            if len(sentence) > SENTENCE:
                continue
            for order in orders_in(sentence):
                yield from _of_order(run, said, sentence, order, lines[n + 1 : n + 1 + BLOCK] if leads else [])


def chosen_in(run: Run, said: Said, sentence: str) -> list[Named]:
    """The option that a sentence says is taken, with no word on why ("I go for X, rated 4.3")."""
    if len(sentence) > SENTENCE or asks(sentence):
        return []
    named = run.memo(names_of).named(sentence, said.step)
    if len({(n.start, n.end) for n in named}) != 1:
        return []
    first = named[0]
    taken = _CHOOSES.search(sentence, 0, first.start) or _CHOSEN.match(sentence[first.end :])
    return named if taken else []


def _of_order(run: Run, said: Said, sentence: str, order: Order, below: list[str]) -> Iterator[Pick]:
    total = list(of_total(run, said, sentence, order))
    if total:
        yield from total
        return
    if is_void(sentence, order.start):
        return
    named = run.memo(names_of).named(sentence, said.step)
    chosen = meant(sentence, order, named)
    if chosen and _of_another(sentence, order, chosen):
        return
    if chosen:
        yield from _inline(said, sentence, order, chosen)
    elif not named and below:
        yield from _listed(run, said, sentence, order, below)
    elif not named:
        yield from by_value(run, said, sentence, order, sentence)


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


def _of_another(sentence: str, order: Order, chosen: list[Named]) -> bool:
    """Whether a figure between the extreme and the option is not the option's own: "cheapest at 395, B asks 420"."""
    between = set(figures(sentence[order.end : chosen[0].start])) if chosen[0].start >= order.end else set()
    if not between:
        return False
    for n in chosen:
        for key in keys_for(order.aspect, n.listing):
            theirs = {value_of(o, key, order.aspect) for o in n.listing.options if o is not n.option}
            if between & theirs and value_of(n.option, key, order.aspect) not in between:
                return True
    return False


def _joined(gap: str, order: Order) -> bool:
    """The extreme may hold the verb ("X leaves first"); in Chinese and Japanese it may follow at once ("X价格最低"), or
    close a clause ("是能订到的最低价")."""
    if _VERBAL.match(order.words):
        return bool(re.fullmatch(r"[\s*_)\]\"']*(?:[^\W\d]+ ){0,2}", gap))
    return (
        not order.words.isascii() and order.words[0] > "\u3040" and bool(re.search(r"^\s?$|是[^，。]{0,12}$|里$", gap))
    )


_VERBAL = quick(
    r"(?:costs?|leaves|departs|starts|goes|kostet|fährt|geht|startet|fliegt|co[uû]te|part|cuesta|custa|sale|sai"
    r"|kost|vertrekt)\b",
    re.I,
)


def _inline(said: Said, sentence: str, order: Order, chosen: list[Named]) -> Iterator[Pick]:
    values = figures(sentence)
    options = the_one(chosen, values, order)
    if options is not None:
        scope = scope_of(sentence, order)
        yield Pick(said.step, said.text, sentence, order, options[0], options[1], values, scope, place=said.place)


def _listed(run: Run, said: Said, sentence: str, order: Order, below: list[str]) -> Iterator[Pick]:
    """The options that the list below a heading names: one of each listing, or none is picked."""
    found: dict[int, list[Pick]] = {}
    for line in _block(below):
        named = run.memo(names_of).named(line, said.step)
        values = figures(line)
        picks = []
        for start in sorted({n.start for n in named})[:1]:
            one = the_one([n for n in named if n.start == start], values, order)
            picks += [_pick(said, line, order, one, values, scope_of(sentence, order))] if one else []
        if not picks:
            picks = list(by_value(run, said, line, order, line, scope=scope_of(sentence, order), labelled=True))
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
