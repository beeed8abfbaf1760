"""Plans that are written in other words, or in another order, at every step, and plans begun anew. Pure.

The other half of over-planning: here work goes on all the while, and what is written over and over is the plan.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planscope.analyzers.actions.attempts import Attempt, attempts
from planscope.analyzers.actions.failures import asks_again
from planscope.analyzers.assertions.closing import asks
from planscope.analyzers.plans.rewrites import stretches
from planscope.analyzers.quick import quick
from planscope.collector.plan import PlanVersion, normal
from planscope.collector.plan_text import likeness
from planscope.collector.run import Compaction, Interruption, ModelCall, PlanUpdate, Run, UserMessage

_ALIKE = 50  # of 100: how much of an old text a new one must have to say the same in other words
_MOST = 60  # items of a list that are compared


def reworded_rows(run: Run) -> Iterator[tuple[list[PlanUpdate], int]]:
    """Of every stretch without a word of the user, the updates that say at least half of the items in other words,
    finished ones too, with the one before them; and how many updates the stretch has."""
    for row in stretches(run):
        told = [b for a, b in pairwise(row) if _other_words(a.version, b.version)]
        if told:
            yield [row[row.index(told[0]) - 1], *told], len(row) - 1


def _other_words(before: PlanVersion, after: PlanVersion) -> bool:
    """As many items as before; at least half of them, and two, say in other words what one of them said."""
    if len(before.items) != len(after.items) or not 3 <= len(after.items) <= _MOST:
        return False
    old, new = {normal(i.text) for i in before.items}, {normal(i.text) for i in after.items}
    fresh, gone = new - old, old - new
    if len(fresh) < 2 or 2 * len(fresh) < len(new):
        return False
    return sum(any(_says_the_same(f, g) for g in gone) for f in fresh) * 2 >= len(new)


def _says_the_same(one: str, two: str) -> bool:
    """Much the same words, and the same numbers: leaflet 4 is not leaflet 1."""
    return re.findall(r"\d+", one) == re.findall(r"\d+", two) and likeness(one, two) >= _ALIKE


# --- plans in messages ---------------------------------------------------------------------------------------------

_NUMBERED = quick(r"^[ \t*]{0,8}(\d{1,2})[.)、．][ \t*]{0,4}(\S[^\n]{0,300})$", re.M)
_SECOND = ("2.", "2)", "2、", "2．")


def reordered_rows(run: Run) -> Iterator[list[tuple[ModelCall, tuple[str, ...]]]]:
    """Rows of numbered lists in messages of one turn, each of which has nothing but steps of the list before it, and
    those in another order; a list that keeps the order ends no row and counts for nothing."""
    last: tuple[str, ...] = ()
    row: list[tuple[ModelCall, tuple[str, ...]]] = []
    first: ModelCall | None = None
    for step in run.steps:
        if isinstance(step, Compaction | Interruption) or (isinstance(step, UserMessage) and not step.system):
            yield row
            last, row, first = (), [], None
        if not isinstance(step, ModelCall) or not step.text:
            continue
        for listed in _lists(step.text):
            common = [x for x in last if x in listed]
            if len(common) < len(listed):
                yield row
                row = []
            elif common != list(listed):
                row = row or ([(first, last)] if first is not None else [])
                row.append((step, listed))
            last, first = listed, step
    yield row


def _lists(text: str) -> Iterator[tuple[str, ...]]:
    """The numbered lists of a message, as the texts of their lines; a single line is none."""
    if not any(s in text for s in _SECOND):
        return
    going: list[str] = []
    for m in _NUMBERED.finditer(text):
        if int(m[1]) == 1:
            yield from [tuple(going)] if len(going) > 1 else []
            going = []
        if int(m[1]) == len(going) + 1:
            going.append(normal(m[2]))
    yield from [tuple(going)] if len(set(going)) == len(going) > 1 else []


# --- begun anew ----------------------------------------------------------------------------------------------------

_FROM_SCRATCH = quick(
    r"start (?:over|again|afresh|from)|from (?:scratch|the (?:start|beginning|top))|von (?:vorn\w*|neuem|null)"
    r"|neu (?:an|be)|(?:du|depuis le) début|de zéro|repars|recommenc|desde (?:el principio|cero)|empieza de"
    r"|do (?:início|zero)|recomec|opnieuw|van voren|从头|重新|最初から|やり直",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Restart:
    """An update that sets everything that was done back to open, and calls that are then made once more."""

    before: PlanUpdate
    update: PlanUpdate
    done: int
    again: tuple[Attempt, ...]


def restarts(run: Run) -> Iterator[Restart]:
    """Restarts for which nothing in the run asks: nothing failed since the update before, the context was not lost, and
    the user did no more than ask a question."""
    for before, update in pairwise(run.lists):
        old = {i.key: i for i in before.version.items}
        back = [i for i in update.version.items if i.key in old and old[i.key].status == "completed" != i.status]
        done = before.version.with_status("completed")
        same = {normal(i.text) for i in before.version.items} == {normal(i.text) for i in update.version.items}
        if len(done) >= 2 and len(back) == len(done) and same and not _asked_for(run, before, update):
            again = _again(run, update)
            if len(again) >= 2:
                yield Restart(before, update, len(done), again)


def _asked_for(run: Run, before: PlanUpdate, update: PlanUpdate) -> bool:
    tried = run.memo(attempts)
    for step in run.between(before.number, update.number):
        if isinstance(step, Compaction | Interruption) or (step.number in tried and tried[step.number].failed):
            return True
        if isinstance(step, UserMessage) and not step.system:
            text = step.text.strip()
            if not asks(text) or len(text) > 200 or asks_again(text) or _FROM_SCRATCH.search(text):
                return True
    return False


def _again(run: Run, update: PlanUpdate) -> tuple[Attempt, ...]:
    """Calls after an update that had all been made before it, word for word, one after the other."""
    known: Sequence[Attempt] = list(run.memo(attempts).values())
    earlier = {a.act for a in known if a.call.number < update.number}
    found: list[Attempt] = []
    for a in known:
        if a.call.number > update.number and a.work.sort not in ("test", "build", "ask"):
            if a.act not in earlier:
                break
            found.append(a)
    return tuple(found)
