"""Picks in what the agent does: an option whose id stands in a call that takes it, where the user asked in the same
turn for an extreme to be taken. Pure.
"""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.numbers.counts import scalars
from planscope.analyzers.numbers.money_words import spaced
from planscope.analyzers.picks.better import names_of
from planscope.analyzers.picks.constraints import sentence_at
from planscope.analyzers.picks.fields import keys_for
from planscope.analyzers.picks.options import Listing, Option, listings
from planscope.analyzers.picks.orders import Order, orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.collector.run import Run, ToolCall, UserMessage

MOST = 40  # picks of one run
ARGUMENTS = 60  # values of one call that are looked at

_TAKE = re.compile(
    r"\b(?:book|order|buy|purchase|reserve|get me|grab|pick|choose|select|add|take|switch|change|swap|upgrade"
    r"|exchange|rent|hire|schedule|put"
    r"|bestell\w*|buch\w*|kauf\w*|reservier\w*|nimm|wähl\w*|réserve[rz]?|achète[rz]?|commande[rz]?|prends"
    r"|reserv\w+|compr\w+|pid\w+|elige|boek\w*"
    r"|koop|bestel\w*|kies)\b|订|买|购|下单|选|换|予約|注文|買|取って|手配",
    re.I,
)
_GIVE_BACK = re.compile(
    r"cancel|return|refund|remove|delete|drop|storn|annul|reembols|retour|取消|退|删|キャンセル|返品", re.I
)
_TAKES = re.compile(
    r"\b(?:book|order|buy|purchase|reserve|add|cart|checkout|select|choose|pay|submit|create|place|exchange"
    r"|modify|update|change|upgrade|schedule"
    r"|confirm|rent|hire|subscribe|switch|take|issue|reservar|reserva|comprar|pedir|buchen|bestellen|kaufen"
    r"|reserver|réserver|acheter|commander"
    r"|boeken|kopen)|预订|下单|购买|订购|预定|予約|注文|购|订",
    re.I,
)
_IF = re.compile(r"\b(?:if|unless|whether|falls|wenn|si|se|als|indien)\b|如果|要是|なら|たら", re.I)
_LOOKS = re.compile(r"details|status|history|get_|list_|check|search|查询", re.I)


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
    chosen = _chosen(run, call, order)
    for listing, options in chosen:
        if len(options) == 1:
            yield Pick(
                call.number, sentence, sentence, order, listing, options[0], said=False, scope=sentence[order.end :][:0]
            )


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
