"""The life of the items of a list: when each was ticked, whether it ever was in progress, what lay between. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import Work, works
from planscope.collector.plan import PlanItem, Status, changes
from planscope.collector.plan_tools import LISTINGS, bare_name
from planscope.collector.run import ModelCall, PlanUpdate, Run, Step, ToolCall, UserMessage

WORK_IN_WORDS = 400  # characters of a message that count as work done in words (an analysis, a draft)


@dataclass(frozen=True, slots=True)
class Tick:
    """An item going to completed.

    update   the update that did it
    item     the item as it stands then
    was      its state before
    born     step number of the update in which it first stood in the list
    begun    step number of the update that last set it in progress; None when it never was
    """

    update: PlanUpdate
    item: PlanItem
    was: Status
    born: int
    begun: int | None


def ticks(updates: Sequence[PlanUpdate]) -> list[Tick]:
    """Every tick of the agent's own, in order. Left out: items that appear as completed already, items whose identity
    rests on similarity alone, and listings, by which other agents' ticks become known."""
    born: dict[str, int] = {}
    begun: dict[str, int] = {}
    found: list[Tick] = []
    for update in updates:
        own = bare_name(update.version.origin) not in LISTINGS
        for change in changes(update.before, update.version):
            item, before = change.after, change.before
            if item is None:
                continue
            born.setdefault(item.key, update.number)
            if item.status == "in_progress" and (before is None or before.status != "in_progress"):
                begun[item.key] = update.number
            if own and _ticked(before, item) and before is not None:
                found.append(Tick(update, item, before.status, born[item.key], begun.get(item.key)))
    return found


def _ticked(before: PlanItem | None, after: PlanItem) -> bool:
    return before is not None and after.status == "completed" != before.status and not after.uncertain


def moments(run: Run) -> list[list[PlanUpdate]]:
    """Updates of the list by moment: those with no work and no word of the user between them stand together."""
    groups: list[list[PlanUpdate]] = []
    last = -1
    for update in run.lists:
        if groups and not any(parts(step) for step in run.between(last, update.number)):
            groups[-1].append(update)
        else:
            groups.append([update])
        last = update.number
    return groups


def parts(step: Step) -> bool:
    """Whether a step parts two updates: work (a long message is work done in words), or a word of the user."""
    if isinstance(step, ToolCall):
        return not step.planning
    if isinstance(step, ModelCall):
        return len(step.text) >= WORK_IN_WORDS
    return isinstance(step, UserMessage) and not step.system


def work_between(run: Run, first: int, last: int) -> Iterator[tuple[ToolCall, Work]]:
    """Tool calls that are no planning between two step numbers, with what they did."""
    table = run.memo(works)
    for step in run.between(first, last):
        if isinstance(step, ToolCall) and not step.planning:
            yield step, table[step.number]
