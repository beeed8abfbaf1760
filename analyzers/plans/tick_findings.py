"""Findings about single ticks of a todo list, in words."""

from planscope.analyzers.detector import Evidence, Finding, at, count, in_result, quote
from planscope.analyzers.plans.habits import Habit
from planscope.analyzers.plans.nesting import Nested
from planscope.analyzers.plans.setbacks import Setback
from planscope.analyzers.plans.ticks import Tick
from planscope.collector.run import ToolCall, UserMessage


def ticked_at(tick: Tick) -> Evidence:
    """The tick as evidence."""
    return at(tick.update, tick.item.text, f"{tick.was} → completed")


def despite(tick: Tick, back: Setback) -> Finding:
    """A tick over a failure, or over the agent's own word that it cannot be done."""
    item = quote(tick.item.text, size=80)
    form = "blocked-marked-done" if back.form == "blocked" else "completed-despite-error"
    why = {
        "error": "its own last action was refused"
        if back.call and back.call.status == "rejected"
        else "its own last action failed",
        "red": "the last run of its checks is red",
        "blocked": "the agent itself just said that it cannot be done",
    }[back.form]
    evidence = [ticked_at(tick)]
    if back.call is not None:
        evidence.append(in_result(back.call, "failed", around=back.words))
    if back.said is not None:
        step, part, sentence = back.said
        evidence.append(at(step, part.text, "said", around=sentence, place=part.place))
    words = quote(back.said[2] if back.said else back.words, size=160)
    return Finding(
        form=form,
        severity="error" if back.certain else "warning",
        message=f'"{item}" went to completed although {why}: "{words}"',
        evidence=tuple(evidence),
    )


def not_seen(tick: Tick, check: ToolCall) -> Finding:
    """A tick of a check that was sent into the background and never looked at."""
    item = quote(tick.item.text, size=80)
    return Finding(
        form="completed-without-result",
        severity="warning",
        message=f'"{item}" went to completed although its check was only started in the background, and nothing was'
        f' looked at since: {check.name} gave "{quote(check.result, size=120)}"',
        evidence=(ticked_at(tick), in_result(check, "all that came of it")),
    )


def not_touched(tick: Tick) -> Finding:
    """A tick with nothing done or said for the item."""
    item = quote(tick.item.text, size=80)
    return Finding(
        form="completed-without-work",
        severity="warning",
        message=f'"{item}" was begun and went to completed with no call and no word in between, and no call of the run'
        " is about it, though there are calls about the other items",
        evidence=(ticked_at(tick),),
    )


def not_made(tick: Tick, path: str) -> Finding:
    """A tick of an item whose file turns up nowhere."""
    item = quote(tick.item.text, size=80)
    return Finding(
        form="completed-without-work",
        severity="warning",
        message=f'"{item}" went to completed although {quote(path, size=100)}, which it is to make, turns up in no call'
        " and no result up to then, and nothing but reading was done for it",
        evidence=(ticked_at(tick),),
    )


def too_deep(n: Nested) -> Finding:
    """A list numbered below items of items."""
    return Finding(
        form="nested-too-deep",
        severity="info",
        message=f'the list is nested over {n.levels} levels, down to "{quote(n.item.text, size=80)}"',
        evidence=(at(n.update, n.item.text, f"level {n.levels}"),),
    )


def without_work(tick: Tick, look: ToolCall) -> Finding:
    """A tick after nothing but a look that brought nothing."""
    item = quote(tick.item.text, size=80)
    return Finding(
        form="completed-without-work",
        severity="warning",
        message=f'"{item}" went to completed although nothing was done for it but a look that brought nothing: '
        f'{look.name} gave "{quote(look.result, size=120)}"',
        evidence=(ticked_at(tick), in_result(look, "all that was done")),
    )


_HABITS = {
    "one-item-for-all": "the list has a single item, “{item}”, for work of {calls}",
    "list-longer-than-work": "a list of {items} items was written and ticked off for {calls} in the whole run",
    "no-end-to-check": "of “{item}” nobody can say when it is done",
    "no-list": "{items} things were asked for by number and worked on over {calls} without a list, though"
    " a tool for lists was offered",
}


def habit(h: Habit) -> Finding:
    """What a list, or its lack, says about how the agent plans."""
    item = quote(h.item.text, size=80) if h.item else ""
    message = _HABITS[h.form].format(item=item, calls=count(h.calls, "call"), items=h.items)
    text = h.at.text if isinstance(h.at, UserMessage) else "; ".join(i.text for i in h.at.version.items)
    return Finding(form=h.form, severity="info", message=message, evidence=(at(h.at, text, "read from here"),))
