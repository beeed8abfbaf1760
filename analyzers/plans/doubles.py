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
    them in progress earlier, None when they were set together; `calls` is how much work was done meanwhile."""

    update: PlanUpdate
    items: tuple[PlanItem, ...]
    before: PlanUpdate | None
    end: int
    calls: int


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
            yield Double(updates[n], items, _earlier(run, updates[n], items), last, calls)
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
    message asked for two of them, or they run in the background."""
    table = run.memo(works)
    begin = next((s.number for s in reversed(run.steps[:first]) if isinstance(s, ModelCall)), first)
    together = behind = most = 0
    for step in run.steps[begin:last]:
        if isinstance(step, ModelCall):
            together = 0
        elif isinstance(step, ToolCall) and step.number in table and table[step.number].sort == "delegate":
            together += step.status != "error"
            behind += isinstance(step.arguments, Mapping) and bool(step.arguments.get("run_in_background"))
            most = max(most, together, behind)
    return most > 1
