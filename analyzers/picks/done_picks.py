"""Picks in what the agent does: an option whose id stands in a call that takes it, where the user asked in the same
turn for an extreme to be taken. Pure.
"""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.money_words import spaced
from planscope.analyzers.picks.better import bare_names, names_of
from planscope.analyzers.picks.by_figure import figures, the_one
from planscope.analyzers.picks.constraints import sentence_at
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.options import Listing, Option, listings
from planscope.analyzers.picks.orders import Order, orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said import SENTENCE, SENTENCES, Said, messages
from planscope.analyzers.picks.said_picks import chosen_in
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage

MOST = 40  # picks of one run
ARGUMENTS = 60  # values of one call that are looked at

_TAKE = quick(
    r"\b(?:book|order|buy|purchase|reserve|get me|grab|pick|choose|select|add|take|switch|change|swap|upgrade"
    r"|exchange|rent|hire|schedule|put"
    r"|bestell\w*|buch\w*|kauf\w*|reservier\w*|nimm|wähl\w*|réserve[rz]?|achète[rz]?|commande[rz]?|prends"
    r"|reserv\w+|compr\w+|pid\w+|elige|boek\w*"
    r"|koop|bestel\w*|kies)\b|订|买|购|下单|选|换|予約|注文|買|取って|手配",
    re.I,
)
_GIVE_BACK = quick(
    r"cancel|return|refund|remove|delete|drop|storn|annul|reembols|retour|取消|退|删|キャンセル|返品", re.I
)
_TAKES = quick(
    r"\b(?:book|order|buy|purchase|reserve|add|cart|checkout|select|choose|pay|submit|create|place|exchange"
    r"|modify|update|change|upgrade|schedule"
    r"|confirm|rent|hire|subscribe|switch|take|issue|reservar|reserva|comprar|pedir|buchen|bestellen|kaufen"
    r"|reserver|réserver|acheter|commander"
    r"|boeken|kopen)|预订|下单|购买|订购|预定|予約|注文|购|订",
    re.I,
)
_IF = quick(r"\b(?:if|unless|whether|falls|wenn|si|se|als|indien)\b|如果|要是|なら|たら", re.I)
_LOOKS = quick(r"details|status|history|get_|list_|check|search|查询", re.I)


def done_picks(run: Run) -> tuple[Pick, ...]:
    """Every option that a call takes under an order of the same turn; take it by `run.memo(done_picks)`."""
    if not run.memo(listings):
        return ()
    found: list[Pick] = []
    request: UserMessage | None = None
    for step in run.steps:
        if isinstance(step, UserMessage) and not step.system:
            request = step
        elif isinstance(step, ToolCall) and request is not None and len(found) < MOST:
            found += _of_call(run, step, request)
    return tuple(found)


def _of_call(run: Run, call: ToolCall, request: UserMessage) -> Iterator[Pick]:
    name = spaced(call.name)
    if call.status in ("error", "rejected") or not _TAKES.search(name) or _LOOKS.search(call.name):
        return
    if run.memo(works).get(call.number) is None or run.memo(works)[call.number].sort != "act":
        return
    asked = [(o, s) for o, s in _orders(request.text) if bool(_GIVE_BACK.search(name)) == bool(_GIVE_BACK.search(s))]
    if len(asked) != 1:  # two orders: it would have to be known which of them the call serves
        return
    order, sentence = asked[0]
    if not for_each(run, order, sentence, call.number, request.number):
        return
    chosen = _chosen(run, call, order)
    for listing, options in chosen:
        named = {s[2] for s in run.memo(names_of).spots(request.text)}
        if len(options) == 1 and not named & bare_names(options[0]):  # else it is the user's own choice
            yield Pick(call.number, sentence, sentence, order, listing, options[0], said=False, scope="")


def chosen_picks(run: Run) -> tuple[Pick, ...]:
    """Every option that the agent says it takes, with no word on why, under the user's only order; take it by
    `run.memo(chosen_picks)`."""
    found: list[Pick] = []
    if not run.memo(listings):
        return ()
    for said in messages(run):
        request = next((r for r in reversed(run.requests) if r.number < said.step), None)
        asked = [(o, sentence_at(request.text, o.start)) for o in orders_in(request.text[:8000])] if request else []
        if len(asked) != 1 or request is None or len(found) >= MOST or _IF.search(asked[0][1]):
            continue
        for line in said.text.split("\n"):
            for sentence in SENTENCES.split(line) if len(line) <= SENTENCE and not orders_in(line) else ():
                found += _of_choice(run, said, (sentence, line), asked[0], request)
    return tuple(found)


def _of_choice(
    run: Run, said: Said, words: tuple[str, str], asked: tuple[Order, str], request: UserMessage
) -> Iterator[Pick]:
    (order, wish), (sentence, line) = asked, words
    chosen = chosen_in(run, said, sentence)
    values = figures(line)
    one = the_one(chosen, values, order) if chosen else None
    if one is None or {s[2] for s in run.memo(names_of).spots(request.text)} & bare_names(one[1]):
        return
    cited = order.aspect != "price" and any(
        value_of(one[1], k, order.aspect) in values for k in keys_for(order.aspect, one[0])
    )
    if cited or for_each(run, order, wish, said.step, request.number):
        yield Pick(said.step, said.text, sentence, order, one[0], one[1], said=False, place=said.place)


_EACH = quick(
    r"\b(?:each|every|always|all|both|everything|jeweils|immer|alle|jede\w*|chaque|toujours|tous|toutes|cada"
    r"|siempre|todos?|todas?|sempre|elke?"
    r"|altijd)\b|都|一律|每|各|どれも|すべて|全て|それぞれ",
    re.I,
)


def for_each(run: Run, order: Order, sentence: str, before: int, after: int) -> bool:
    """Whether an order applies to whatever is chosen: it says so, or only one kind of thing was looked for."""
    if _EACH.search(sentence):
        return True
    searched = {(x.tool, x.asked) for x in run.memo(listings) if after < x.step < before and keys_for(order.aspect, x)}
    later = {(x.tool, x.asked) for x in run.memo(listings) if x.step > before and keys_for(order.aspect, x)}
    return len(searched | later) <= 1


def _orders(text: str) -> list[tuple[Order, str]]:
    """The orders of a request that tell the agent to take something, each with its sentence."""
    found = []
    for order in orders_in(text[:8000]):
        sentence = sentence_at(text, order.start)
        if _TAKE.search(sentence) and not _IF.search(sentence):
            found.append((order, sentence))
    return found


def _chosen(run: Run, call: ToolCall, order: Order) -> list[tuple[Listing, list[Option]]]:
    """The options that the arguments name, by the last listing that holds them: one listing at most, for a choice of
    several parts need not be the best in each."""
    found: dict[int, tuple[Listing, list[Option]]] = {}
    for _, value in list(scalars(call.arguments))[:ARGUMENTS]:
        hits = run.memo(names_of).called(str(value), call.number) if len(str(value)) < 80 else []
        fits = [h for h in hits if len(h[0].options) > 1 and keys_for(order.aspect, h[0])]
        if fits:
            listing, option = max(fits, key=lambda h: h[0].step)
            known = found.setdefault(id(listing), (listing, []))[1]
            known += [] if any(o.names == option.names for o in known) else [option]
    return list(found.values()) if len(found) == 1 else []
