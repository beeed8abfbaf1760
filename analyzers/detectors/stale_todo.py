"""Todo lists that no longer say where the work stands."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from planscope.analyzers.detector import (
    Abstained,
    Evidence,
    Finding,
    NotApplicable,
    Outcome,
    Severity,
    at,
    count,
    detector,
    in_result,
    quote,
)
from planscope.analyzers.plans.leftovers import Left, Leftover, left, pieces
from planscope.analyzers.plans.matching import serves, worked_on
from planscope.analyzers.plans.ticks import Tick, moments, ticks, work_between
from planscope.analyzers.plans.wrapped import says_list_done
from planscope.collector.plan import PlanItem
from planscope.collector.run import Compaction, PlanUpdate, Run, ToolCall


@detector("stale_todo", mast=("FM-2.6 Reasoning-action mismatch",), trail=("Context Handling Failures",))
def stale_todo(run: Run, *, calls: int = 15, left_calls: int = 10) -> Iterator[Outcome]:
    """Items of the todo list that stay behind the work.

    ## What it finds
    * `left-open`: the agent hands back and the last list still has items open although the run shows that they are
      done: the message says that everything (or this very item, or the job by another name) is done, a commit names
      it, its checks ran green, or the work on the list ends after its work without a word of anything open; or the
      message tells of what most open items are about, after as many calls as there are items, and of nothing open.
    * `lost-in-compaction`: the summary with which the context was cut short says that the whole list is done, and the
      list has items open, to the end. Warning.
    * `not-updated`: the list stays as it is over many calls while several items are worked off, which are then ticked
      at one moment.
    * `left-behind`: the user goes on to other things, and the list of the job before stands there with open items to
      the end, untouched over many calls (info).

    ## Why it matters
    Whoever looks at the list, the user or the agent itself after its context was summarised, takes finished work for
    open and does it again, or takes the run for unfinished.

    ## Example
    The closing message says "Everything is in place"; the list has "Write the exporter" in progress and four items
    pending, and eight calls have passed since it was last touched.

    ## How to fix
    Tick an item when it is done, before the next call; look at the list before the closing message, and cancel what is
    not going to be done. Options: `calls` is how many calls without an update count as many for `not-updated`
    (15: between updates of lists that are well kept lay at most 9 calls before two ticks at a time; half of it where
    the calls are plainly about three of the items, or a whole list of four and more is ticked), `left_calls` the same
    for `left-behind`.

    ## When it abstains
    Not applicable when the run has no todo list, or its updates were not captured (then it abstains). Runs that are cut
    off or go on say nothing about their end: with open items it abstains. It is silent where the message says openly
    what remains, speaks of the item as open or asks whether to go on with it; and on the lists of other agents.
    """
    if not run.lists:
        hidden = any(c.planning and (c.content != "present" or c.arguments is None) for c in run.tool_calls)
        yield (
            Abstained("the updates of the todo list were not captured")
            if hidden
            else NotApplicable("no todo list in this run")
        )
        return
    open_end = left(run)
    found = [*([_left_open(open_end)] if open_end else []), *_not_updated(run, calls)]
    if open_end is None:
        found += _lost(run)
    if not found:
        found += _left_behind(run, left_calls)
    yield from found
    waiting = run.lists[-1].version.open_items
    if not found and waiting and run.state in ("cut_off", "growing"):
        state = "is cut off in mid-work" if run.state == "cut_off" else "still goes on"
        yield Abstained(f"the run {state}: whether its {len(waiting)} open items are stale cannot be told")


# --- left open at the end ------------------------------------------------------------------------------------------

_WHY = {
    "all": 'the message says "{}"',
    "wrapped": 'the message says "{}"',
    "said": 'the agent said "{}"',
    "committed": 'a commit says "{}"',
    "green": 'its checks ran green ("{}")',
    "worked": 'it was worked on ("{}")',
    "ended": 'the run ends with "{}"',
    "told": 'the message that hands the work back says "{}" and names nothing open',
}


def _left_open(found: Left) -> Finding:
    first = found.items[0]
    by_state = [(i, i.item.status.replace("_", " ")) for i in found.items]
    names = ", ".join(f'"{quote(i.item.text, size=80)}" {state}' for i, state in by_state[:6])
    more = f" and {len(by_state) - 6} more" if len(by_state) > 6 else ""
    severity: Severity = "error" if found.whole else "warning"
    return Finding(
        form="left-open",
        severity=severity,
        message=f"the list is left with {names}{more}, though {_WHY[first.why].format(quote(first.words, size=160))}; "
        f"{count(found.calls, 'call')} since its last update",
        evidence=tuple(_evidence(found)),
    )


def _evidence(found: Left) -> Iterator[Evidence]:
    """The message with which the agent handed back, the list as it was left, and what shows that items are done."""
    inside = next((i for i in found.items if i.step is found.answer), None)
    text = inside.words if inside else getattr(found.answer, "text", "")
    place = inside.place if inside else pieces(found.answer)[-1][1]
    yield at(found.answer, text, "handed back", place=place)
    listed = "; ".join(f"{i.item.status}: {i.item.text}" for i in found.items)
    yield at(found.update, listed, "the list as it was left")
    for item in found.items:
        if item.step is not found.answer:
            yield _shown(item)


def _shown(item: Leftover) -> Evidence:
    if isinstance(item.step, ToolCall) and item.why == "green":
        return in_result(item.step, "green", around=item.words)
    return at(item.step, item.words, item.why, place=item.place)


# --- lost in compaction --------------------------------------------------------------------------------------------


def _lost(run: Run) -> Iterator[Finding]:
    """A summary says that all is done; the list before it says something else, and nobody touches it any more."""
    last = run.lists[-1]
    waiting = last.version.open_items
    if not waiting or run.closing is None:
        return
    for step in run.steps[last.number :]:
        if isinstance(step, Compaction) and (said := says_list_done(step.text)):
            names = ", ".join(f'"{quote(i.text, size=60)}" {i.status.replace("_", " ")}' for i in waiting[:6])
            yield Finding(
                form="lost-in-compaction",
                severity="warning",
                message=f'the summary of the context says "{quote(said, size=120)}"; the list has {names}',
                evidence=(at(step, step.text, "summary", around=said), at(last, names, "the list as it was left")),
            )
            return


# --- not updated while working -------------------------------------------------------------------------------------


def _not_updated(run: Run, least: int) -> Iterator[Finding]:
    """Stretches of `least` calls without an update, at the end of which three items, or two that never were in
    progress, are ticked at one moment: the work on them was done meanwhile. Half as many calls are enough where the
    calls themselves show it (three of the items, two of them never in progress, have calls about them alone), or where
    it is the whole list that is ticked, four items or more, with two calls for each."""
    every = ticks(run.lists)
    groups = moments(run)
    for before, after in pairwise(groups):
        last, first = before[-1], after[0]
        done = [t for t in every if t.update in after and t.born <= last.number]
        never = [t for t in done if t.begun is None]
        if not never or (len(done) < 3 and len(never) < 2):
            continue
        calls = list(work_between(run, last.number, first.number))
        shown = len(done) >= 3 and len(never) >= 2 and 2 * len(calls) >= least
        whole = shown and len(done) == len(after[-1].version.items) >= 4 and len(calls) >= 2 * len(done)
        if len(calls) >= least or whole or (shown and len(worked_on([t.item for t in done], calls)) >= 3):
            yield _stretch(last, done, len(calls))


def _stretch(last: PlanUpdate, done: Sequence[Tick], calls: int) -> Finding:
    names = ", ".join(f'"{quote(t.item.text, size=60)}"' for t in done[:6])
    return Finding(
        form="not-updated",
        severity="warning",
        message=f"the list was not touched over {count(calls, 'call')} in which "
        f"{count(len(done), 'item')} {'was' if len(done) == 1 else 'were'} worked off: {names}",
        evidence=(
            at(last, "; ".join(f"{i.status}: {i.text}" for i in last.version.items), "the last update before"),
            *(at(t.update, t.item.text, "ticked afterwards") for t in done),
        ),
    )


# --- left behind ---------------------------------------------------------------------------------------------------


def _left_behind(run: Run, least: int) -> Iterator[Finding]:
    """The user went on to other things, and the list of the job before stands open to the end."""
    last = run.lists[-1]
    waiting: Sequence[PlanItem] = last.version.open_items
    request = next((r for r in run.requests if r.turn > last.turn), None)
    if not waiting or request is None or run.closing is None:
        return
    since = list(work_between(run, request.number, len(run.steps)))
    related = any(serves(i.text, c, w) for c, w in since for i in waiting)
    if len(since) < least or related or not any(w.changes or w.sort == "edit" for _, w in since):
        return
    names = ", ".join(f'"{quote(i.text, size=60)}"' for i in waiting[:6])
    yield Finding(
        form="left-behind",
        severity="info",
        message=f"{count(len(waiting), 'item')} of the list {'was' if len(waiting) == 1 else 'were'} left open when "
        f"the user went on to something else, and not touched over {count(len(since), 'call')}: {names}",
        evidence=(at(last, names, "the list as it was left"), at(request, request.text, "the next request")),
    )
