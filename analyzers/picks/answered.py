"""Picks that answer a question: the user asks which option is the extreme, and the answer names one option only.
Pure."""

import re

from planscope.analyzers.picks.better import names_of
from planscope.analyzers.picks.by_figure import figures, the_one
from planscope.analyzers.picks.constraints import sentence_at
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.options import listings
from planscope.analyzers.picks.orders import Order, orders_in
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.said import SENTENCE, SENTENCES, Said, asks
from planscope.collector.run import Run

MOST = 20
_WHICH = re.compile(
    r"\b(?:which|what|who|welche\w{0,2}|wer|was|(?:la|le|les)?quel(?:le)?s?|qui|cuál(?:es)?|qué|quién|qual|quais|quem|welke?"
    r"|wie)\b|哪|谁|どれ|どの|誰|どちら",
    re.I,
)
_OPEN = re.compile(  # more was asked than the extreme, or the answer makes a reservation
    r"\b(?:but|however|although|except|unless|not|n['’]t|aber|jedoch|nicht|mais|pas|pero|no|mas|não|maar|niet"
    r"|sold|unavailable)\b|但|不|没|ない|ません",
    re.I,
)


def answered_picks(run: Run) -> tuple[Pick, ...]:
    """The one option that an answer to "which is the cheapest?" names with its value; take it by
    `run.memo(answered_picks)`."""
    found: list[Pick] = []
    if not run.memo(listings):
        return ()
    for n, request in enumerate(run.requests[:200]):
        if len(request.text) > 1_000:
            continue
        orders = orders_in(request.text)
        if len(orders) != 1 or not _WHICH.search(sentence_at(request.text, orders[0].start)):
            continue
        end = run.requests[n + 1].number if n + 1 < len(run.requests) else len(run.steps)
        answer = next((a for a in run.answers if request.number < a.number < end), None)
        if answer is not None and len(answer.text) <= 4 * SENTENCE and not orders_in(answer.text):
            found += _of_answer(run, Said(answer.number, answer.text, answer.place), orders[0], request.text)
        if len(found) >= MOST:
            break
    return tuple(found)


def _of_answer(run: Run, said: Said, order: Order, asked: str) -> list[Pick]:
    named = run.memo(names_of).named(said.text, said.step)
    sentences = [s for s in SENTENCES.split(said.text) if run.memo(names_of).named(s, said.step)]
    if not named or len({n.option.name for n in named}) != 1 or _OPEN.search(said.text) or not sentences:
        return []
    sentence, values = sentences[0], figures(said.text)
    one = the_one(named, values, order)
    if one is None or asks(sentence):
        return []
    gives = any(value_of(one[1], k, order.aspect) in values for k in keys_for(order.aspect, one[0]))
    mine = {s[2] for s in run.memo(names_of).spots(asked)}
    if not gives or mine:
        return []
    return [
        Pick(said.step, said.text, sentence, order, one[0], one[1], values, asked[order.end :][:60], place=said.place)
    ]
