"""How a plan changes from one version to the next, and stretches in which it is only written over again. Pure.

Growing, dropping what is done, ticking off and starting a new list when the old one is finished are no rewrites; nor is
anything after the user spoke or decided, or after the plan's own steps moved on.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from planscope.analyzers.actions.attempts import attempts
from planscope.collector.plan import PlanVersion, normal
from planscope.collector.run import Compaction, Interruption, PlanUpdate, Run, ToolCall, UserMessage, Verdict

Change = Literal["same", "moved", "rewritten", "other"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Updates of one plan in a row; `calls` is the work between the first and the last (calls, and steps that were
    reviewed), `failed` whether any of it failed."""

    updates: tuple[PlanUpdate, ...]
    calls: int
    failed: bool


def texts(version: PlanVersion) -> tuple[str, ...]:
    """What the items say, as written."""
    return tuple(i.text.strip() for i in version.items)


def change(before: PlanVersion, after: PlanVersion) -> Change:
    """same: nothing changed; moved: an item was finished, or a plan that was being worked on got shorter; rewritten: at
    least half of what was open (and two items) says something else now; other: it grew, or details changed."""
    if texts(before) == texts(after) and _states(before) == _states(after):
        return "same"
    if _done(after) > _done(before) or (len(after.items) < len(before.items) and not _untouched(before, after)):
        return "moved"
    kept = {normal(i.text) for i in after.items}
    was_open = [i for i in before.items if i.status not in ("completed", "cancelled")]
    gone = [i for i in was_open if normal(i.text) not in kept]
    return "rewritten" if len(gone) >= 2 and len(gone) * 2 >= len(was_open) else "other"


def _untouched(*versions: PlanVersion) -> bool:
    """Every item still waits to be begun: what is gone was not done either."""
    return all(i.status == "pending" for v in versions for i in v.items)


def _states(version: PlanVersion) -> tuple[str, ...]:
    return tuple(i.status for i in version.items)


def _done(version: PlanVersion) -> int:
    return sum(i.status in ("completed", "cancelled") for i in version.items)


def stretches(run: Run) -> Iterator[list[PlanUpdate]]:
    """Updates of one plan with no word from the user, no decision and no loss of context between."""
    rows: dict[str, list[PlanUpdate]] = {}
    for step in run.steps:
        if isinstance(step, Compaction | Interruption) or (isinstance(step, UserMessage) and not step.system):
            yield from rows.values()
            rows = {}
        elif isinstance(step, PlanUpdate):
            source = step.version.source
            if step.version.decision or (rows.get(source) and rows[source][-1].version.decision):
                yield rows.pop(source, [])
            rows.setdefault(source, []).append(step)
    yield from rows.values()


def rows_of(run: Run, row: Sequence[PlanUpdate], wanted: Change, least: int = 1) -> Iterator[Stretch]:
    """The longest pieces of a row, of at least so many updates, in which each update is of the wanted sort; each begins
    with the version that is written over."""
    piece = list(row[:1])
    for before, after in pairwise(row):
        if change(before.version, after.version) == wanted:
            piece.append(after)
        else:
            yield from [_stretch(run, piece)] if len(piece) >= least else []
            piece = [after]
    yield from [_stretch(run, piece)] if len(piece) >= least else []


def returns(run: Run, row: Sequence[PlanUpdate], least: int = 1) -> Iterator[Stretch]:
    """Pieces of a row, of at least so many updates, in which every version says again what the last but one said, and
    not what the last said."""
    piece = list(row[:2])
    for n in range(2, len(row)):
        a, b, c = row[n - 2].version, row[n - 1].version, row[n].version
        if texts(a) == texts(c) != texts(b) and _done(c) <= _done(a) and len(a.items) == len(b.items):
            piece.append(row[n])
        else:
            yield from [_stretch(run, piece)] if len(piece) >= least else []
            piece = list(row[n - 1 : n + 1])
    yield from [_stretch(run, piece)] if len(piece) >= least else []


def _stretch(run: Run, updates: Sequence[PlanUpdate]) -> Stretch:
    if len(updates) < 2:
        return Stretch(tuple(updates), 0, False)
    tried = run.memo(attempts)
    worked, failed = set(), False
    for step in run.between(updates[0].number, updates[-1].number):
        if (isinstance(step, ToolCall) and not step.planning) or (isinstance(step, Verdict) and step.subject):
            worked.add(step.place)
        failed = failed or (step.number in tried and tried[step.number].failed)
        failed = failed or (isinstance(step, Verdict) and step.outcome == "fail")
    return Stretch(tuple(updates), len(worked), failed)


def reworded(updates: Sequence[PlanUpdate]) -> tuple[str, str]:
    """An item at the same place in the first and in the last version, where it says something else: an example."""
    first, last = texts(updates[0].version), texts(updates[-1].version)
    pairs = [(a, b) for a, b in zip(first, last, strict=False) if a != b]
    return pairs[0] if pairs else (first[0] if first else "", last[0] if last else "")


def most_common_size(updates: Sequence[PlanUpdate]) -> int:
    """How many items the versions mostly have."""
    return Counter(len(u.version.items) for u in updates).most_common(1)[0][0]
