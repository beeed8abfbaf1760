"""Lists that are too coarse or too fine for the work, items without an end, and long jobs without a list. Pure.

None of it is a fault by itself; each is told of once, and only where the run is far from what a list is for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import Work
from planscope.analyzers.assertions.closing import asks
from planscope.analyzers.plans.ticks import WORK_IN_WORDS, work_between
from planscope.analyzers.quick import quick
from planscope.collector.plan import PlanItem
from planscope.collector.plan_tools import is_list_tool
from planscope.collector.run import ModelCall, PlanUpdate, Run, UserMessage

_FINE = 3  # items to a call
_LONG = 25  # calls of a job of several parts that has no list
_PARTS = 3  # of what is asked for
_NUMBERED = re.compile(r"(?:^|[\n;:：；。]|[.,]\s|\s)[ \t]{0,8}(?:\(?(\d{1,2})[.)、．](?!\d)|[①-⑳])\s{0,4}(?=\S)")
_BULLETS = re.compile(r"^[ \t]{0,8}[-*•]\s+\S", re.M)
_VAGUE = quick(
    r"^\W*(?:(?:do|handle|finish|fix|the|some|any|all) )*"
    r"(?:misc(?:ellaneous)?|various|other|remaining|further|additional)"
    r"(?: (?:things?|stuff|improvements?|fixes|tasks?|work|changes|items?|bits|issues))?\W*$"
    r"|^\W*(?:continue|keep)(?: on)?(?: (?:working|going|the work|coding))?\W*$|^\W*(?:do|finish) the rest\W*$"
    r"|^\W*(?:make|improve)(?: (?:it|things|everything|the code))?(?: better)?\W*$"
    r"|^\W*(?:sonstiges|verschiedenes|diverses|weitermachen|den rest (?:machen|erledigen)|alles verbessern)\W*$"
    r"|^\W*(?:divers|autres choses|continuer|le reste|améliorer tout)\W*$"
    r"|^\W*(?:varios|otras cosas|continuar|el resto|mejorar todo|diversos|outras coisas|o resto|melhorar tudo)\W*$"
    r"|^\W*(?:overig|diversen|verdergaan|de rest)\W*$|^\W*(?:其他|其余|杂项|继续|其它|完善|その他|続き|残り)\W*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Habit:
    """Something about a list as such: `form`, the update (or, where there is none, the request) it is read from, the
    item, and how many calls and items there are."""

    form: str
    at: PlanUpdate | UserMessage
    item: PlanItem | None
    calls: int
    items: int


def habits(run: Run) -> list[Habit]:
    """At most one of each sort."""
    if not run.lists:
        return [h for h in [_no_list(run)] if h]
    return [h for h in (_coarse(run), _fine(run), _endless(run)) if h]


def _coarse(run: Run) -> Habit | None:
    """One list of one item stands for a job of several parts."""
    sizes = {len(u.version.items) for u in run.lists}
    if sizes != {1} or run.closing is None:
        return None
    since = [w for _, w in work_between(run, run.lists[0].number, len(run.steps))]
    asked = next((r for r in reversed(run.requests) if r.number < run.lists[0].number), None)
    if asked is None or _parts(asked.text) < _PARTS or len(since) < 2 * _PARTS or _changes(since) < _PARTS:
        return None
    return Habit("one-item-for-all", run.lists[0], run.lists[0].version.items[0], len(since), 1)


def _fine(run: Run) -> Habit | None:
    """A list is written and ticked off to the end for a call or two."""
    last = run.lists[-1]
    items = len(last.version.items)
    if items < _FINE or len(run.requests) != 1 or run.closing is None or last.version.open_items:
        return None
    work = list(work_between(run, -1, len(run.steps)))
    if not work or len(work) * _FINE > items or any(w.sort == "delegate" for _, w in work):
        return None
    long = any(isinstance(s, ModelCall) and len(s.text) >= WORK_IN_WORDS for s in run.steps)
    written = any(len(str(c.arguments)) > 2 * WORK_IN_WORDS for c, _ in work)
    return None if long or written else Habit("list-longer-than-work", run.lists[0], None, len(work), items)


def _endless(run: Run) -> Habit | None:
    """An item of which nobody can say when it is done."""
    for update in run.lists:
        for item in update.version.items:
            if _VAGUE.search(item.text[:80]):
                return Habit("no-end-to-check", update, item, 0, len(update.version.items))
    return None


def _no_list(run: Run) -> Habit | None:
    """A tool for lists is offered, several things are asked for by number, and they are worked on over many calls and
    files without a list. Questions, looking and mending are done as one goes along."""
    if (
        not any(map(is_list_tool, run.tools or ()))
        or run.closing is None
        or any(isinstance(s, PlanUpdate) for s in run.steps)
    ):
        return None
    for request, following in zip(run.requests, [*run.requests[1:], None], strict=True):
        end = following.number if following else len(run.steps)
        work = list(work_between(run, request.number, end))
        files = {p for _, w in work if w.sort == "edit" for p in w.paths}
        long = len(work) >= _LONG and len(files) >= _PARTS and _changes([w for _, w in work]) * 3 >= len(work)
        if long and not asks(request.text.strip()) and (parts := _parts(request.text)) >= _PARTS:
            return Habit("no-list", request, None, len(work), parts)
    return None


def _parts(text: str) -> int:
    return max(len(_NUMBERED.findall(text[:8000])), len(_BULLETS.findall(text[:8000])))


def _changes(work: Sequence[Work]) -> int:
    return sum(w.changes for w in work)
