"""Calls that do another thing than what was agreed to, announced or asked for, and reports that tell another thing than
what was done. Pure.

What counts as agreed: the question or offer to which the user answered with a yes, or the user's own choice in that
answer. As announced: the sentence of intent in the message that makes the call.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions import slots
from planscope.analyzers.assertions.backing import is_change, stated_deep, went_wrong
from planscope.analyzers.assertions.closing import asks, asks_back, sentences, unfinished
from planscope.analyzers.assertions.keyed import numbers_under
from planscope.analyzers.assertions.scope import YES
from planscope.analyzers.assertions.slots import Clash, clash
from planscope.analyzers.numbers.counts import in_figures, scalars
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.numbers.times import times
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Departed:
    """A call, where the words were said that it goes against, what differs, and the report that tells it as said.

    form   other-than-confirmed, other-than-stated (announced), claim-contradicts-result (only the report is wrong)
    """

    form: str
    call: ToolCall
    asked: ModelCall | UserMessage | FinalAnswer
    clash: Clash
    report: ModelCall | FinalAnswer | None = None


@dataclass(slots=True)
class _Turn:
    """What was asked and answered, and what was done until the user spoke again."""

    asked: ModelCall | None
    answer: UserMessage
    calls: list[ToolCall]
    tried: str = ""
    report: ModelCall | FinalAnswer | None = None


_MOST = 40_000
_OTHERWISE = quick(
    r"\b(?:but|instead|rather|except|without|only|not|no|nope|don['’]?t|another|other|change|wait|stop"
    r"|first|aber|statt"
    r"|lieber|außer|ohne|nur|nicht|nein|kein\w*|ander\w*|erst|mais|plutôt|sauf|sans|seulement|non|pas|autre"
    r"|d['’]abord"
    r"|pero|mejor|excepto|sin|solo|sólo|otr[oa]s?|antes|mas|melhor|exceto|sem|apenas|só|não|outr[oa]s?|maar|liever"
    r"|behalve|zonder|alleen|niet|nee|geen|eerst)\b|但|不|改|换|除了|只|别|另外|先|でも|ただ|代わり|以外"
    r"|だけ|ない|いいえ|ません(?!か)"
    r"|他の|別の",
    re.I,
)
_HARMLESS = quick(
    r"没问题|沒問題|不错|問題(?:は)?(?:あり|ござい)ません|no (?:problem|objections?|worries)|kein problem"
    r"|pas de problème"
    r"|why not|warum nicht|pourquoi pas|por qué no|sin problema|sem problema",
    re.I,
)
_ANSWER = 300  # characters of an answer that agrees
_CHOICE = 60  # characters of an answer that only names what is chosen
_UNSURE = quick(
    r"\b(?:may|might|maybe|perhaps|let me|I['’]ll|think|what about|how about|vielleicht|überleg\w*|frag\w*|peut-être"
    r"|quizás?|tal vez|talvez|misschien)\b|也许|可能|考虑|かも|考え",
    re.I,
)
_INTENT = quick(
    r"\b(?:I['’]ll|I will|let me|I['’]m (?:now )?(?:going to|\w+ing)|I am (?:now )?(?:going to|\w+ing)|now \w+ing"
    r"|(?:booking|reserving|cancel+ing|ordering|moving|sending|transferring|updating|setting|scheduling"
    r"|paying|buying)"
    r"|ich (?:werde|buche|reserviere|storniere|bestelle|trage|setze|sende|schicke|überweise|verschiebe|lege)"
    r"|je (?:vais|réserve|commande|annule|mets|programme)|voy a|reservo|pido|cancelo|vou|ik (?:ga|zal|boek|reserveer"
    r"|annuleer|bestel))\b|我(?:将|会|来|先|这就|现在)|(?:现在|这就)?为您|します|いたします",
    re.I,
)


_PROPOSES = quick(
    _INTENT.pattern + r"|\b(?:I['’]d|I would|I can|I could|we can|we could|shall|recommend|suggest|propos\w+|plan"
    r"|würde|kann|könnte|schlage|empfehle|propose|recommande|peux|pourrais|propongo|recomiendo|puedo|podría|proponho"
    r"|recomendo|posso|poderia|stel|raad|kan|zou)\b|建议|推荐|可以|ます(?:ね|が|よ)?。?$",
    re.I,
)


def departed(run: Run) -> Iterator[Departed]:
    """At most one for each call."""
    if not any(w.sort == "act" for w in run.memo(works).values()):
        return
    before: list[str] = []
    for turn in _turns(run):
        told = "\n".join(before[-40:]) if turn.calls else ""
        seen: set[int] = set()
        for found in (
            ()
            if not turn.calls
            else (*_against_yes(run, turn, told), *_against_intent(run, turn, told), *_misreports(run, turn, told))
        ):
            if found.call.number not in seen:
                seen.add(found.call.number)
                yield found
        before += [turn.asked.text if turn.asked else "", turn.answer.text]


def _turns(run: Run) -> Iterator[_Turn]:
    """Turns in which something was changed."""
    table, looks = run.memo(works), {x.number for x in run.memo(slots.listings)}
    turn: _Turn | None = None
    last: ModelCall | None = None
    for step in run.steps:
        if isinstance(step, UserMessage) and not step.system:
            if turn is not None:
                yield turn
            turn, last = _Turn(last, step, []), None
        elif turn is None:
            continue
        elif isinstance(step, ToolCall) and step.number in table and table[step.number].sort == "act":
            if step.number in looks and not is_change(step.name):
                continue  # it found things, whatever its name
            turn.tried += f" {stated_deep(step.arguments)}" if len(turn.tried) < _MOST else ""
            turn.calls += [step] if step.status == "ok" and not went_wrong(step) else []
        elif isinstance(step, ModelCall | FinalAnswer) and step.text.strip():
            last = step if isinstance(step, ModelCall) else last
            turn.report = None if getattr(step, "calls", 0) else step
    if turn is not None:
        yield turn


# --- agreed to -----------------------------------------------------------------------------------------------------


def _against_yes(run: Run, turn: _Turn, before: str) -> Iterator[Departed]:
    answer = turn.answer.text
    if turn.asked is None or not turn.calls or not agrees(answer) or not asks_back(turn.asked.text):
        return
    agreed = bool(YES.match(answer))
    if not agreed and (len(answer) > _CHOICE or _UNSURE.search(answer)):
        return
    pieces = (answer, *offer(turn.asked.text)) if agreed else (answer,)
    spoken = f"{before}\n{turn.asked.text}\n{answer}"
    for call in turn.calls[:20]:
        found = clash(run, call, pieces, spoken, turn.tried)
        if found is not None:
            report = turn.report if turn.report is not None and _tells(run, turn, call, found) else None
            yield Departed("other-than-confirmed", call, turn.asked, found, report)


def agrees(answer: str) -> bool:
    """Whether a short answer says yes, or names a choice, and wants nothing otherwise."""
    bare = _HARMLESS.sub(" ", answer)
    return 0 < len(answer.strip()) <= _ANSWER and not asks(answer) and not _OTHERWISE.search(bare)


def offer(text: str) -> tuple[str, ...]:
    """The words of a proposal, the narrowest first: its question, the sentence of intent before it, all of it."""
    found = sentences(text)
    question = asks_back(text)
    at = max((n for n, s in enumerate(found) if s == question), default=len(found) - 1)
    lead = found[at - 1] if at > 0 and _PROPOSES.search(found[at - 1]) and not unfinished(found[at - 1]) else ""
    return (question, lead, text)


def _tells(run: Run, turn: _Turn, call: ToolCall, found: Clash) -> bool:
    """Whether the report tells as done what was agreed to and not done."""
    told = clash(run, call, [turn.report.text], "", turn.tried) if turn.report is not None else None
    return told is not None and (told.kind, told.said) == (found.kind, found.said)


# --- announced -----------------------------------------------------------------------------------------------------


def _against_intent(run: Run, turn: _Turn, before: str) -> Iterator[Departed]:
    """A sentence of intent in the message that makes the call."""
    for call in turn.calls[:20]:
        step = run.steps[call.number - 1] if call.number else None
        if not isinstance(step, ModelCall) or step.calls != 1 or not _INTENT.search(step.text):
            continue
        meant = [s for s in sentences(step.text) if _INTENT.search(s) and not asks(s) and not _OTHERWISE.search(s)]
        if len(meant) != 1:
            continue
        spoken = f"{before}\n{turn.asked.text if turn.asked else ''}\n{turn.answer.text}\n{step.text}"
        found = clash(run, call, (meant[0],), spoken, turn.tried)
        if found is not None:
            yield Departed("other-than-stated", call, step, found)


# --- reported ------------------------------------------------------------------------------------------------------


def _misreports(run: Run, turn: _Turn, before: str) -> Iterator[Departed]:
    """A report of the one change of a turn, which names another thing than it took, or another time, as asked for."""
    if turn.report is None or len(turn.calls) != 1 or len(turn.report.text) > 4000:
        return
    call, report = turn.calls[0], turn.report
    told = [s for s in sentences(report.text) if not unfinished(s)]
    if asks_back(report.text):
        return
    words = " ".join(told)
    said = f"{before}\n{turn.asked.text if turn.asked else ''}\n{turn.answer.text}"
    found = (
        slots.thing(run, call, [words], turn.tried) or _other_time(call, words, said) or _other_day(call, words, said)
    )
    found = found or _other_number(call, words, said)
    if found is not None:
        yield Departed("claim-contradicts-result", call, report, found)


def _other_time(call: ToolCall, told: str, before: str) -> Clash | None:
    """The times that were wanted, told as done, where the call and its result have others."""
    found = slots.time_of_day(call, [told], "")
    said = times(told) if found else set()
    return found if said and said <= times(before[-_MOST:]) and not said & times(call.result[:_MOST]) else None


def _other_day(call: ToolCall, told: str, before: str) -> Clash | None:
    """The day that was wanted, told as done, where the call and its result have another."""
    found = slots.day(call, [told], "")
    said = dates(told) if found else set()
    return found if said and said <= dates(before[-_MOST:]) and not said & dates(call.result[:_MOST]) else None


def _other_number(call: ToolCall, told: str, before: str) -> Clash | None:
    """The number that was wanted, told as done, where the call has another of the kind, and its result not that."""
    found = slots.number(call, [told], "")
    if found is None:
        return None
    key, said = found.said.rsplit(" ", 1)
    held = {str(v) for k, v in scalars(call.data)} if isinstance(call.data, Mapping | list) else set()
    wanted = numbers_under(key, in_figures(before[-_MOST:]))
    return found if int(said) in wanted and said not in held else None
