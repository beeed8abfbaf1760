"""Items that the last list still has open although the run itself shows that they are done. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from planscope.analyzers.actions.kinds import Work, stated
from planscope.analyzers.assertions.closing import (
    admits_open,
    asks_back,
    asks_to_go_on,
    claims_whole,
    did,
    finished,
    says_blocked,
    sentences,
    unfinished,
    waits,
)
from planscope.analyzers.plans.counted import counts_all
from planscope.analyzers.plans.matching import (
    checks,
    is_check,
    labels,
    names_item,
    serves,
    share,
    terms,
    tool_named,
    words_in,
)
from planscope.analyzers.plans.ticks import WORK_IN_WORDS, work_between
from planscope.analyzers.plans.told import covered
from planscope.analyzers.plans.wrapped import goes_on, without_offers, wraps_up
from planscope.collector.plan import PlanItem
from planscope.collector.run import FinalAnswer, ModelCall, PlanUpdate, Run, Step, ToolCall
from planscope.collector.span import Place

_FEW_WORDS = 200  # characters of a message that says yes to a question
Own = Mapping[str, Sequence[ToolCall]]
Why = Literal["all", "wrapped", "said", "committed", "green", "worked", "ended", "told"]


@dataclass(frozen=True, slots=True)
class Leftover:
    """An open item and what shows that it is done.

    why    all: the closing message says that the whole is done; wrapped: it says so of something that no item is about,
           and most items are done; said: a message says that this item is; committed: a
           commit names it; green: it is to run checks, and they ran green; worked: work that is plainly its own went
           well; ended: it is the one item in progress, work went well, and the message that ends the run names nothing
           open; told: that message tells of what it is about, as of most open items
    words  the words that show it, with step and place
    """

    item: PlanItem
    why: Why
    words: str
    step: Step
    place: Place


@dataclass(frozen=True, slots=True)
class Left:
    """What was left open at the message `answer`, with the last update of the list before it and the calls since;
    `whole` is true when the message says that the whole, or each of several items, is done: the list contradicts it."""

    answer: ModelCall | FinalAnswer
    update: PlanUpdate
    items: tuple[Leftover, ...]
    calls: int
    whole: bool


def left(run: Run) -> Left | None:
    """The items left open when the agent handed back for the first time after its last work on any of them."""
    if not run.lists or not run.lists[-1].version.open_items:
        return None
    update = run.lists[-1]
    own = _own_work(run, update.version.open_items)
    last = max((calls[-1].number for calls in own.values()), default=update.number)
    for answer in _answers_after(run, max(last, update.number)):
        if run.state in ("cut_off", "growing") and answer.turn == run.steps[-1].turn:
            return None
        if (found := _left_at(run, update, answer, own)) is not None:
            return found
    return None


def _left_at(run: Run, update: PlanUpdate, answer: ModelCall | FinalAnswer, own: Own) -> Left | None:
    found = tuple(f for i in update.version.open_items if (f := _leftover(run, update, answer, i, own)) is not None)
    found = found or tuple(_told(run, update, answer))
    calls = sum(1 for _ in work_between(run, update.number, answer.number))
    said = [i for i in found if i.why == "said" and i.step is answer]
    each = len(said) == len(update.version.open_items) > 1
    whole = each or any(i.why == "all" for i in found) or _claimed(update, answer)
    return Left(answer, update, found, calls, whole) if found else None


def _told(run: Run, update: PlanUpdate, answer: ModelCall | FinalAnswer) -> Iterator[Leftover]:
    """Most open items, where the answer hands back with no word of anything open and tells of what they are about."""
    text, waiting = answer.text, update.version.open_items
    bare = without_offers(text)
    silent = not (admits_open(bare) or asks_to_go_on(text) or asks_back(bare) or says_blocked(bare) or waits(bare))
    if not silent or not _handed_back(run, update, answer) or any(i.status == "blocked" for i in waiting):
        return
    if any(unfinished(s) for i in waiting for s in sentences(text) if names_item(i.text, s)):
        return
    place = pieces(answer)[-1][1]
    for item, sentence, call in covered(waiting, text, work_between(run, update.number, answer.number)):
        if call is None:
            yield Leftover(item, "told", sentence, answer, place)
        else:
            yield Leftover(item, "worked", f"{call.name} {stated(call.arguments)}", call, call.place)


def _answers_after(run: Run, last: int) -> Iterator[ModelCall | FinalAnswer]:
    """The first answer after a step; where it only asks, and the user says yes in a few words, the next one too."""
    later = [a for a in run.answers if a.number > last]
    yield from later[:1]
    for answer, following in pairwise(later):
        said = [r for r in run.requests if answer.number < r.number < following.number]
        if not asks_back(without_offers(answer.text)) or len(said) != 1 or len(said[0].text) > _FEW_WORDS:
            return
        yield following


def _claimed(update: PlanUpdate, answer: ModelCall | FinalAnswer) -> bool:
    sizes = {len(update.version.items), len(update.version.open_items)}
    return bool(claims_whole(answer.text, alone=answer.turn == update.turn) or counts_all(answer.text, sizes))


def _own_work(run: Run, items: Sequence[PlanItem]) -> Own:
    """Calls that are plainly an item's work, of each item from its creation on, by its key. Every call is read once."""
    born = {i.key: next(u.number for u in run.lists if u.version.item(i.key)) for i in items}
    found: dict[str, list[ToolCall]] = {}
    for call, work in work_between(run, min(born.values()), len(run.steps)):
        text = stated(call.arguments)
        for item in items:
            if born[item.key] < call.number and _does(item, call, work, text):
                found.setdefault(item.key, []).append(call)
    return found


def _leftover(
    run: Run, update: PlanUpdate, answer: ModelCall | FinalAnswer, item: PlanItem, own: Own
) -> Leftover | None:
    """Why this item counts as done, the surest reason first; None when the answer speaks of it as open, or when nothing
    but a general word speaks for it and the answer says that something is left."""
    text = answer.text
    spoken = [s for s in sentences(text) if names_item(item.text, s)]
    if any(unfinished(s) for s in spoken):
        return None
    found = _said(run, answer, item, own) or _committed(run, update, answer, item)
    bare = without_offers(text)
    if found is None and not admits_open(bare) and not asks_to_go_on(text):
        found = _green(run, update, answer, item) or _whole(update, answer, item, own)
        if found is None and _handed_back(run, update, answer):
            waiting = asks_back(bare) or says_blocked(bare) or waits(bare)
            found = None if waiting else _ended(run, update, answer, item, own)
    return found


def _handed_back(run: Run, update: PlanUpdate, answer: ModelCall | FinalAnswer) -> bool:
    """The work on the list ends with this answer: in the turn of its last update, or in one in which the user only said
    yes to what the agent had asked; and what the user says next, if anything, is not to go on with it."""
    between = [r for r in run.requests if update.number < r.number < answer.number]
    asked = [a for a in run.answers if update.number < a.number < answer.number]
    if any(len(r.text) > _FEW_WORDS for r in between) or len(between) > len(asked):
        return False
    after = next((r for r in run.requests if r.number > answer.number), None)
    if after is None:
        return answer is run.closing
    idle = not any(isinstance(s, ToolCall) for s in run.steps[after.number :])  # "thanks"
    return idle or not goes_on(after.text)


def _said(run: Run, answer: ModelCall | FinalAnswer, item: PlanItem, own: Own) -> Leftover | None:
    """The last message that says that this item is done: the answer, or an earlier one that gives its number, or that
    came after work which is plainly the item's."""
    worked = own[item.key][0].number if item.key in own else answer.number
    label = terms(item.text).labels
    born = next(u.number for u in run.lists if u.version.item(item.key))
    for step in reversed(run.steps[born if label else min(worked + 1, answer.number) : answer.number + 1]):
        for text, place in pieces(step):
            for sentence in sentences(text):
                known = step is answer or step.number > worked or bool(label & labels(sentence))
                if known and _tells(item, sentence, step is answer) and not unfinished(sentence):
                    return Leftover(item, "said", sentence, step, place)
    return None


def _tells(item: PlanItem, sentence: str, at_end: bool) -> bool:
    """Whether a sentence says that this item is done; in the message that ends the work its own verb in the past does,
    with what it is about ("28 labels printed")."""
    if names_item(item.text, sentence) and finished(sentence):
        return True
    verb = did(item.text, sentence) if at_end else ""
    if not verb:
        return False
    words = terms(item.text).words
    rest = words_in([w for w in words if not words_in([w], verb)], sentence.casefold().replace(verb, " "))
    return names_item(item.text, sentence) or (rest >= 1 and rest + 1 >= 0.6 * len(words))


def _does(item: PlanItem, call: ToolCall, work: Work, text: str) -> bool:
    """Whether a call is plainly the item's work; looking is so only where the tool's name is the item's."""
    looks = work.sort in ("look", "ask")
    return tool_named(item.text, call) if looks else serves(item.text, call, work, text) == "strong"


def _committed(run: Run, update: PlanUpdate, answer: Step, item: PlanItem) -> Leftover | None:
    """A commit since the last update whose words name the item."""
    for call, work in work_between(run, update.number, answer.number):
        if work.sort != "commit" or call.status != "ok" or words_in(terms(item.text).words, work.command) < 3:
            continue
        if names_item(item.text, work.command):
            return Leftover(item, "committed", work.command, call, call.place)
    return None


def _green(run: Run, update: PlanUpdate, answer: Step, item: PlanItem) -> Leftover | None:
    """The item is to run checks, and the last one of each kind since the last update was green."""
    if not is_check(item.text):
        return None
    last = {w.sort: (c, w) for c, w in work_between(run, update.number, answer.number) if checks(item.text, w)}
    if not last or any(w.outcome != "green" for _, w in last.values()):
        return None
    call, work = max(last.values(), key=lambda x: x[0].number)
    return Leftover(item, "green", work.why or work.command, call, call.result_place or call.place)


def _whole(update: PlanUpdate, answer: ModelCall | FinalAnswer, item: PlanItem, own: Own) -> Leftover | None:
    """The answer says that the whole is done; in a later turn than the list's, in so many words and after work on it.
    "Phase 1 is done" is about phase 1."""
    later = answer.turn > update.turn
    if later and not any(update.number < c.number < answer.number for calls in own.values() for c in calls):
        return None
    sizes = {len(update.version.items), len(update.version.open_items)}
    for text, place in pieces(answer):
        sentence = claims_whole(text, alone=not later) or counts_all(text, sizes)
        if sentence and not (labels(sentence) - terms(item.text).labels):
            return Leftover(item, "all", sentence, answer, place)
    items, waiting = update.version.items, update.version.open_items
    if later or 2 * len(waiting) > len(items):  # "the plan is ready" wraps up nothing
        return None
    wrapped = ((wraps_up(text, items), place) for text, place in pieces(answer))
    return next((Leftover(item, "wrapped", s, answer, place) for s, place in wrapped if s), None)


def _ended(run: Run, update: PlanUpdate, answer: ModelCall | FinalAnswer, item: PlanItem, own: Own) -> Leftover | None:
    """The run ends here without a word of anything open: the item's own work went well, or it is the only open one, in
    progress, and something was done."""
    yes = max((r.number for r in run.requests if r.number < answer.number), default=update.number)
    since = list(work_between(run, max(update.number, yes), answer.number))
    last_done = next((w for _, w in reversed(since) if w.sort not in ("look", "ask")), None)
    if last_done is not None and last_done.outcome == "red":
        return None
    good = [(c, w) for c, w in since if c.status == "ok"]
    mine = {c.number for c in own.get(item.key, ())}
    last = next((c for c, _ in reversed(good) if c.number in mine), None)
    if last is not None:
        return Leftover(item, "worked", f"{last.name} {stated(last.arguments)}", last, last.place)
    text, place = pieces(answer)[-1]
    told = len(answer.text) >= WORK_IN_WORDS or share(item.text, answer.text) >= 0.5  # the message is the work itself
    if item.status != "in_progress" or len(update.version.open_items) > 1:
        return None
    if not told and not any(w.changes for _, w in good):
        return None
    return Leftover(item, "ended", text, answer, place)


def pieces(step: Step) -> Sequence[tuple[str, Place]]:
    """What a message says, with the places of its pieces."""
    if isinstance(step, ModelCall):
        return [(p.text, p.place) for p in step.parts]
    return [(step.text, step.place)] if isinstance(step, FinalAnswer) else []
