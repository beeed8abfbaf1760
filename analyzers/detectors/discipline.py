"""Careless ticks on a todo list."""

import re
from collections.abc import Iterator, Sequence

from planscope.analyzers.detector import (
    Abstained,
    Finding,
    NotApplicable,
    Outcome,
    Severity,
    at,
    count,
    detector,
    quote,
)
from planscope.analyzers.plans.doubles import Double, doubles, parallel
from planscope.analyzers.plans.flagged import by_program
from planscope.analyzers.plans.flagged import flagged as is_flagged
from planscope.analyzers.plans.habits import habits
from planscope.analyzers.plans.matching import serves, share
from planscope.analyzers.plans.nesting import nested
from planscope.analyzers.plans.setbacks import nothing_done, setback
from planscope.analyzers.plans.tick_findings import (
    despite,
    habit,
    not_made,
    not_seen,
    not_touched,
    ticked_at,
    too_deep,
    without_work,
)
from planscope.analyzers.plans.ticks import Tick, moments, ticks, work_between
from planscope.analyzers.plans.unbegun import unseen, untouched
from planscope.analyzers.plans.unwritten import unwritten
from planscope.analyzers.quick import quick
from planscope.collector.run import ModelCall, PlanUpdate, Run, UserMessage

_TOLD = quick(  # the user settles the state of items: "mark the rest as done", "I did that one already"
    r"\b(?:mark|tick|check (?:it|them|that|those|the \w+) off|skip)\b|\bi(?:'ve| have)? (?:already )?(?:did|done)\b"
    r"|\b(?:abhaken|abgehakt|als erledigt|markier\w*|habe ich (?:schon|bereits))\b|\b(?:coche\w*|marque\w*|j'ai déjà)\b"
    r"|\b(?:marca\w*|márca\w*|ya (?:lo )?hice)\b|\bjá fiz\b|\b(?:vink\w*|markeer\w*|heb ik al)\b"
    r"|标记|勾选|标为|打勾|我已经|跳过|完了にして|チェックを?(?:入れ|付け)|済ませた",
    re.I,
)


@detector(
    "discipline",
    mast=("FM-2.6 Reasoning-action mismatch", "FM-3.2 No or incomplete verification"),
    trail=("Goal Deviation",),
)
def discipline(run: Run, *, batch: int = 2, mild: bool = True) -> Iterator[Outcome]:
    """Ticks on the todo list that the work does not bear out.

    ## What it finds
    * `batch-completion`: several items go to completed at one moment (one update, or updates with no work between)
      although some of them never were in progress. Two items that were both being worked on are only an info.
    * `two-in-progress`: two items of one agent are in progress while work goes on, and no sub-agents work in parallel.
      Info where nothing was done meanwhile but to ask a sub-agent once more.
    * `completed-without-progress`: an item goes from pending to completed in a list that otherwise marks what is being
      worked on. A warning where nothing in the run names the item, an info where work was done for it.
    * `completed-despite-error`: an item is ticked although its own last action failed or was refused, its last test or
      build run is red (where it is not the item to run them: and stays so to the end of the turn), or (plans kept by a
      program) its step failed or met a page that lets nobody in.
    * `completed-without-work`: an item is begun and ticked, and all that was done meanwhile was a look that
      found nothing; not where that may be the result, or the agent says that there was nothing to do. Also: nothing was
      done or said meanwhile, and no call before is about the item while there are calls about the others; or nothing
      but reading was done, and the file that the item is to make turns up in no call. Warning.
    * `completed-without-result`: the tests or the build that an item asks for were started in the background, and the
      item is ticked before anything of their result was looked at. Warning.
    * `nested-too-deep`: items are numbered below items of items ("2.1.3" below "2.1" below "2"). Info.
    * `one-item-for-all`: a single item stands for a job of three numbered parts and more. Info.
    * `list-longer-than-work`: three items and more to every call of the whole run, all ticked. Info.
    * `no-end-to-check`: an item says no more than "other things" or "continue". Info.
    * `no-list`: a tool for lists is offered, three things and more are asked for by number, and they are worked on over
      twenty-five calls and three files without one; never for questions and looking. Info.
    * `blocked-marked-done`: an item is ticked although the agent itself just called it blocked.

    ## Why it matters
    People watch the list to know where a run stands. Ticks set together at the end show nothing on the way, and ticks
    over a failure report work that was not done.

    ## Example
    "Run the full test suite" is completed; the last run before it ended with exit status 1: "2 failed, 210 passed".

    ## How to fix
    Update the list at the start and at the end of each item, one item at a time; leave an item open (or mark it
    blocked) when its action failed. Options: `batch` is how many ticks at one moment make a batch, `mild` = false
    leaves out findings of severity info.

    ## When it abstains
    Not applicable without a todo list or a planner's flags. It abstains where the updates of the list, or the results
    of all calls, were not captured. It is silent on ticks that the user asked for, on items that appear as completed
    already, on items recognised by likeness alone, on failures that the agent explains as not its own or takes up as
    new items, and on sub-agents' lists beside their parent's.
    """
    flagged = [c for c in run.tool_calls if is_flagged(c)]
    if not run.lists and not flagged:
        yield from [habit(h) for h in habits(run) if mild] or _nothing_to_see(run)
        return
    found = [*_findings(run, batch), *by_program(flagged)]
    found = found or [habit(h) for h in habits(run)]
    yield from (f for f in found if mild or f.severity != "info")
    calls = [c for c in run.tool_calls if not c.planning]
    if not found and calls and all(c.content in ("not_captured", "redacted") for c in calls):
        yield Abstained("the results of the calls were not captured")


def _nothing_to_see(run: Run) -> Iterator[Outcome]:
    if any(c.planning and (c.content != "present" or c.arguments is None) for c in run.tool_calls):
        yield Abstained("the updates of the todo list were not captured")
    else:
        yield NotApplicable("no todo list in this run")


def _findings(run: Run, batch: int) -> Iterator[Finding]:
    yield from map(_double, doubles(run))
    if (deep := nested(run)) is not None:
        yield too_deep(deep)
    every = ticks(run.lists)
    named = {i.status for u in run.lists for i in u.version.items}
    for moment in moments(run):
        numbers = {u.number for u in moment}
        mine = [t for t in every if t.update.number in numbers and not _told(run, t)]
        held: set[str] = set()
        for tick in mine:
            if (back := setback(run, tick, _since(run, tick), _alone(tick))) is not None:
                held.add(tick.item.key)
                yield despite(tick, back)
            elif (check := unseen(run, tick, _since(run, tick))) is not None:
                held.add(tick.item.key)
                yield not_seen(tick, check[0])
            elif path := unwritten(run, tick):
                held.add(tick.item.key)
                yield not_made(tick, path)
            elif untouched(run, tick):
                held.add(tick.item.key)
                yield not_touched(tick)
            elif _alone(tick) and (look := nothing_done(run, tick)) is not None:
                yield without_work(tick, look)
        first = moment[0].number  # what is written down and ticked at one moment is a record, not a plan
        rest = [t for t in mine if t.item.key not in held and t.born < first]
        if (finding := _batch(run, rest, moment, batch)) is not None:
            yield finding
        elif "in_progress" in named:
            yield from _skipped(run, [t for t in rest if t.begun is None])


def _told(run: Run, tick: Tick) -> bool:
    """The user spoke of the state of items between the last update and this tick."""
    last = max((u.number for u in run.lists if u.number < tick.update.number), default=-1)
    return any(
        isinstance(s, UserMessage) and not s.system and _TOLD.search(s.text[:2000])
        for s in run.between(last, tick.update.number)
    )


def _since(run: Run, tick: Tick) -> int:
    """Where the item's own work begins: where it was set in progress, else at the last update before its tick."""
    if tick.begun is not None:
        return tick.begun
    return max((u.number for u in run.lists if u.number < tick.update.number), default=tick.born)


def _alone(tick: Tick) -> bool:
    """No other item was in progress before the tick, so that the work of that time was this item's."""
    before = tick.update.before
    return before is not None and {i.key for i in before.with_status("in_progress")} <= {tick.item.key}


# --- batches and skipped states ------------------------------------------------------------------------------------


def _batch(run: Run, done: Sequence[Tick], moment: Sequence[PlanUpdate], least: int) -> Finding | None:
    """Several ticks of one moment. Over several updates it takes three, two of them of items that were not being worked
    on before (one update forgotten and made good is no batch), or items that all were in progress before."""
    never = [t for t in done if t.begun is None]
    hollow = [t for t in done if t.begun is not None and t.begun >= moment[0].number]
    together = len({t.update.number for t in done}) == 1
    least = least if together or not (never or hollow) else max(3, least)
    enough = len(done) >= least and (together or len(never) + len(hollow) != 1)
    if not enough or (not never and not hollow and _side_by_side(run, done, moment[0].number)):
        return None
    severity: Severity = (
        "info" if not never and not hollow else "error" if len(done) > 2 or len(never) > 1 else "warning"
    )
    where = "in one update" if together else f"in {len(moment)} updates with no work between them"
    idle = f"; {len(never)} of them never {_was(never)} in progress" if never else "; all of them were in progress"
    names = ", ".join(f'"{quote(t.item.text, size=60)}"' for t in done[:6])
    return Finding(
        form="batch-completion",
        severity=severity,
        message=f"{len(done)} items went to completed {where}{idle}: {names}",
        evidence=tuple(ticked_at(t) for t in done),
    )


def _side_by_side(run: Run, done: Sequence[Tick], end: int) -> bool:
    """The items were worked on by several at a time, who may well have finished together."""
    owners = {t.item.owner for t in done}
    first = min(t.begun or t.born for t in done)
    return len(owners) == len(done) or parallel(run, first, end)


def _was(some: Sequence[object]) -> str:
    return "was" if len(some) == 1 else "were"


def _skipped(run: Run, never: Sequence[Tick]) -> Iterator[Finding]:
    """Ticks of items that never were in progress, one moment's together."""
    if not never:
        return
    idle = [t for t in never if not _named(run, t)]
    first = (idle or never)[0]
    names = ", ".join(f'"{quote(t.item.text, size=80)}"' for t in never)
    why = "no action or message of the run names it" if idle else "something was done or said for it"
    yield Finding(
        form="completed-without-progress",
        severity="warning" if idle else "info",
        message=f"{names} went from {first.was} to completed and never {_was(never)} in progress; {why}",
        evidence=(ticked_at(first), *(ticked_at(t) for t in never if t is not first)),
    )


def _named(run: Run, tick: Tick) -> bool:
    """Whether anything done or said from the item's creation to its tick could be about it."""
    said = [s.text for s in run.between(tick.born, tick.update.number) if isinstance(s, ModelCall)]
    return any(share(tick.item.text, text) >= 0.5 for text in said) or any(
        work.sort == "delegate" or serves(tick.item.text, call, work)
        for call, work in work_between(run, tick.born, tick.update.number)
    )


# --- two at a time, and ticks over a failure -----------------------------------------------------------------------


def _double(d: Double) -> Finding:
    names = ", ".join(f'"{quote(i.text, size=80)}"' for i in d.items)
    earlier = [at(d.before, names, "one of them was already in progress")] if d.before else []
    asked = ", with which a sub-agent was asked once more" if d.again else ""
    return Finding(
        form="two-in-progress",
        severity="info" if d.again else "error",
        message=f"{len(d.items)} items are in progress at a time, over {count(d.calls, 'call')}{asked}: {names}",
        evidence=(at(d.update, names, "in progress together"), *earlier),
    )
