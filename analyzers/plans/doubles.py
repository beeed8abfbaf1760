"""Times in which one owner has several items of a list in progress while work goes on. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.plans.ticks import work_between
from planscope.collector.plan import PlanItem
from planscope.collector.plan_tools import LISTINGS, bare_name
from planscope.collector.run import ModelCall, PlanUpdate, Run, ToolCall


@dataclass(frozen=True, slots=True)
class Double:
    """From `update` on (until the step `end`), `items` are in progress together; `before` is the update that set one of
    them in progress earlier, None when they were set together; `calls` is how much work was done meanwhile, `again`
    that it was nothing but to ask a sub-agent once more."""

    update: PlanUpdate
    items: tuple[PlanItem, ...]
    before: PlanUpdate | None
    end: int
    calls: int
    again: bool = False


def doubles(run: Run) -> Iterator[Double]:
    """Every such time. Left out: states that no work follows (the next item is often set going just before the last one
    is ticked), owners of their own, sub-agents that work in parallel, and states known from a listing only."""
    updates = run.lists
    n = 0
    while n < len(updates):
        items, end = _together(updates[n]), n + 1
        while items and end < len(updates) and len(_together(updates[end])) > 1:
            end += 1
        last = updates[end].number if end < len(updates) else len(run.steps)
        listed = bare_name(updates[n].version.origin) in LISTINGS
        calls = sum(1 for _ in work_between(run, updates[n].number, last)) if items and not listed else 0
        if calls and not parallel(run, updates[n].number, last):
            again = relaunched(run, updates[n].number, last)
            yield Double(updates[n], items, _earlier(run, updates[n], items), last, calls, again)
        n = end


def _together(update: PlanUpdate) -> tuple[PlanItem, ...]:
    """The items in progress of an owner who has two or more of them."""
    going = [i for i in update.version.with_status("in_progress") if not i.uncertain]
    for owner in dict.fromkeys(i.owner for i in going):
        if len(mine := tuple(i for i in going if i.owner == owner)) > 1:
            return mine
    return ()


def _earlier(run: Run, update: PlanUpdate, items: tuple[PlanItem, ...]) -> PlanUpdate | None:
    """The last update before this one that set one of these items in progress."""
    for other in reversed([u for u in run.lists if u.number < update.number]):
        for item in items:
            old = other.before.item(item.key) if other.before else None
            new = other.version.item(item.key)
            if new is not None and new.status == "in_progress" and (old is None or old.status != "in_progress"):
                return other
    return None


def parallel(run: Run, first: int, last: int) -> bool:
    """Whether sub-agents work side by side from step `first` (with the message that made it) to step `last`: one
    message asked for two of them, one was asked for before the other was back, or they run in the background."""
    begin = next((s.number for s in reversed(run.steps[:first]) if isinstance(s, ModelCall)), first)
    together = behind = most = 0
    going: ToolCall | None = None
    for step in run.steps[begin:last]:
        if isinstance(step, ModelCall):
            together = 0
        elif isinstance(step, ToolCall) and _delegates(run, step):
            together += step.status != "error"
            behind += isinstance(step.arguments, Mapping) and bool(step.arguments.get("run_in_background"))
            most = max(most, together, behind, 2 if going is not None and _still_out(going, step) else 0)
            going = None if step.status == "error" else step
    return most > 1


def _delegates(run: Run, call: ToolCall) -> bool:
    table = run.memo(works)
    return call.number in table and table[call.number].sort == "delegate"


def _still_out(one: ToolCall, two: ToolCall) -> bool:
    """Whether a call had no result yet when another one was made: by the time, else by their places in the source."""
    if one.ended is not None and two.started is not None and one.ended != one.started:
        return two.started < one.ended
    back, made = one.result_place, two.place
    if back is None or not (back.position.isdigit() and made.position.isdigit()):
        return False
    return int(made.position) < int(back.position)


def relaunched(run: Run, first: int, last: int) -> bool:
    """Nothing but handing out and looking was done from step `first` (with the message before it) to step `last`, and a
    sub-agent that had failed, or come back, was asked once more: its item and the next one are both under way."""
    turn = [s.number for s in run.steps[:first] if isinstance(s, ModelCall)]
    begin = turn[-2] if len(turn) > 1 else first  # the message whose calls the update follows
    mine = [w for _, w in work_between(run, first, last)]
    out = [c for c, w in work_between(run, begin, last) if w.sort == "delegate"]
    if len(out) < 2 or not mine or any(w.sort not in ("delegate", "look", "ask") for w in mine):
        return False
    return any(c.failed for c in out[:-1]) or len({_task(c) for c in out}) < len(out)


def _task(call: ToolCall) -> str:
    """What a sub-agent is asked to do, in a few words."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    short = next(
        (str(arguments[k]) for k in ("description", "title", "name", "task", "prompt") if arguments.get(k)), ""
    )
    return " ".join(short.casefold().split())[:80] or str(call.number)
