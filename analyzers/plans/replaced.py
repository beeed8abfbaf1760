"""Lists that are replaced by another one though nothing happened that would ask for it. Pure.

Unlike `rewrites`, what counts here is what became of the items: most of those listed are gone, ticked or not, and
others stand there, some of them done already. The work goes on as it was; it is only called otherwise each time.
"""

from collections.abc import Iterator
from itertools import pairwise

from planscope.analyzers.actions.attempts import attempts
from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.plans.matching import terms, words_in
from planscope.analyzers.plans.rewrites import Stretch, stretches
from planscope.analyzers.plans.ticks import work_between
from planscope.collector.plan import PlanItem, PlanVersion, normal
from planscope.collector.run import PlanUpdate, Run, UserMessage, Verdict

_MOST = 60  # items of a list that are compared
_READ = 20_000  # characters of results that are looked through for what they brought
_FINAL = ("completed", "cancelled")


def replaced_rows(run: Run) -> Iterator[tuple[Stretch, int]]:
    """Of every stretch without a word of the user, the updates that put other items into the place of those before
    them, with the first list so replaced; and how many updates the stretch has."""
    for row in stretches(run):
        pairs = [(a, b) for a, b in pairwise(row) if _replaces(run, a, b)]
        if pairs:
            calls = sum(_calls(run, a, b) for a, b in pairs)
            yield Stretch((pairs[0][0], *(b for _, b in pairs)), calls, False), len(row) - 1


def _replaces(run: Run, before: PlanUpdate, after: PlanUpdate) -> bool:
    """Most items are gone and others stand there, and nothing between is a reason: too few calls were made for the work
    of what is gone, none of them failed, and what they brought is not what the new items are about."""
    gone, fresh = _exchanged(before.version, after.version)
    if not gone or not fresh:
        return False
    calls = _calls(run, before, after)
    if calls >= len(gone) or _failed(run, before, after):
        return False
    return not found_out(run, before, after)


def _exchanged(before: PlanVersion, after: PlanVersion) -> tuple[list[PlanItem], list[PlanItem]]:
    """The items that are gone, and those that are new, where both are two and half of the list at least, something that
    was open is gone, and nothing that stayed was ticked; else nothing."""
    if not all(2 <= len(v.items) <= _MOST and any(i.status != "unknown" for i in v.items) for v in (before, after)):
        return [], []
    old, new = ({normal(i.text): i.status for i in v.items} for v in (before, after))
    gone = [i for i in before.items if normal(i.text) not in new]
    fresh = [i for i in after.items if normal(i.text) not in old]
    ticked = any(new.get(t) in _FINAL and s not in _FINAL for t, s in old.items())
    most = min(len(gone), len(fresh)) >= 2 and 2 * len(gone) >= len(old) and 2 * len(fresh) >= len(new)
    if ticked or not most or all(i.status in _FINAL for i in gone):
        return [], []
    return gone, fresh


def _calls(run: Run, before: PlanUpdate, after: PlanUpdate) -> int:
    return sum(1 for _ in work_between(run, before.number, after.number))


def _failed(run: Run, before: PlanUpdate, after: PlanUpdate) -> bool:
    tried = run.memo(attempts)
    return any(
        (s.number in tried and tried[s.number].failed) or (isinstance(s, Verdict) and s.outcome == "fail")
        for s in run.between(before.number, after.number)
    )


def worked_off(run: Run, before: PlanUpdate, after: PlanUpdate) -> bool:
    """As many calls were made as items are gone: they may have been done, and not ticked."""
    kept = {normal(i.text) for i in after.version.items}
    gone = sum(normal(i.text) not in kept for i in before.version.items)
    return _calls(run, before, after) >= max(2, gone)


def found_out(run: Run, before: PlanUpdate, after: PlanUpdate) -> bool:
    """Half of the new items or more hold a word that the results since the list before brought: one that neither that
    list nor the user had, nor the calls themselves."""
    old = {normal(i.text) for i in before.version.items}
    fresh = [i for i in after.version.items[:_MOST] if normal(i.text) not in old]
    calls = [c for c, _ in work_between(run, before.number, after.number)]
    results = "\n".join(c.result[:_READ] for c in calls)[:_READ]
    if not results or not fresh:
        return False
    known = " ".join([*(i.text for i in before.version.items), *(stated(c.arguments, _READ) for c in calls)])
    asked = " ".join(s.text[:_READ] for s in run.steps[: after.number] if isinstance(s, UserMessage))[:_READ]
    brought = 0
    for item in fresh:
        mine = terms(item.text)
        words = [w for w in mine.words | mine.names if not words_in([w], known) and not words_in([w], asked)]
        brought += bool(words_in(words, results))
    return 2 * brought >= len(fresh)
