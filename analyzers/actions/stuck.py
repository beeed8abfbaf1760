"""Failures that repeat each other, as findings: the same call, the same cause, nothing new said, no wait."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from planscope.analyzers.actions.attempts import QUICK, Attempt, failing_groups
from planscope.analyzers.actions.failures import fruitless
from planscope.analyzers.actions.outages import nobody_there, wants_a_key
from planscope.analyzers.actions.repeats import (
    akin,
    by_outcome,
    exploring,
    held_by_all,
    impatient,
    nothing_new,
    same_cause,
    unchanged,
)
from planscope.analyzers.actions.stretch import Found, calls_again, made, numbers
from planscope.analyzers.detector import at, quote
from planscope.analyzers.plans.rewrites import change
from planscope.collector.run import PlanUpdate, Run

_TELLS = 8  # characters; a shorter error ("failed") does not tell of anything
SAYING = 30  # characters; a shorter error ("exit 1") says too little to be the same error


def stuck(run: Run, repeats: int, patience: int) -> Iterator[Found]:
    """A finding for every group of failures that repeat each other; see the manual of missed-replan for their forms."""
    for group in failing_groups(run):
        if group[0].may_pass and not (group[0].work.sort in ("test", "build") and nobody_there(group[0].call.result)):
            yield from _impatient(group, patience)
            continue
        waited = impatient(group) if group[0].may_pass else group
        found = _replanned(run, waited) or _unchanged(waited, repeats) or _kept_cause(waited, repeats)
        found = found or _varied(waited, repeats) or _no_key(run, waited, repeats) or _only_added(waited, repeats)
        if found is not None:
            yield found


def _replanned(run: Run, group: Sequence[Attempt]) -> Found | None:
    """Between two failures of the same call the plan was written again, and says what it said before."""
    same = unchanged(group)
    between = [_same_plan(run, a, b) for a, b in pairwise(same)]
    if not same or not any(between):
        return None
    plans = [u for u in between if u is not None]
    message = (
        f"{same[0].call.name} failed {len(same)} times with {_error(same[0])}; the plan was written again in between"
        f" and says the same as before, and so does the call"
    )
    evidence = [
        *calls_again(same, "again"),
        *(at(u, _items(u), "the same plan again") for u in plans),
    ]
    return made("replan-changes-nothing", "error", message, evidence, numbers(group))


def _items(update: PlanUpdate) -> str:
    return " | ".join(f"{i.status}: {i.text}" for i in update.version.items)


def _same_plan(run: Run, one: Attempt, two: Attempt) -> PlanUpdate | None:
    """The last update between two attempts of one turn, where all of them say what the plan before them said."""
    if one.call.turn != two.call.turn:
        return None
    updates = [s for s in run.between(one.call.number, two.call.number) if isinstance(s, PlanUpdate)]
    idle = all(u.before is not None and change(u.before, u.version) == "same" for u in updates)
    return updates[-1] if updates and idle and updates[-1].version.items else None


def _unchanged(group: Sequence[Attempt], repeats: int) -> Found | None:
    if not group:
        return None
    same = unchanged(group)
    if _enough(same, group, repeats):
        blocked = fruitless(same[0].call.result) == "blocked"
        quick = same[0].work.sort != "look" or blocked  # what was looked for may be about to come
        sure = quick and (len(same) >= repeats or _at_once(same) or bool(same_cause(_as_first(group, same), repeats)))
        words = f"{_error(same[0])}; the call is unchanged and nothing in between could change the outcome"
        message = f"{same[0].call.name} failed {len(same)} times with {words}{_others(same, group)}"
        return made(
            "same-call-same-error",
            "error" if sure else "warning",
            message,
            calls_again(same, "again"),
            numbers(group),
        )
    same = unchanged(group, loosely=True)
    if not _enough(same, group, repeats):
        return None
    message = f"{same[0].call.name} failed {len(same)} times with {_error(same[0])}; only the looks of the call changed"
    return made("same-error-reworded-call", "warning", message, calls_again(same, "again"), numbers(group))


def _enough(same: Sequence[Attempt], group: Sequence[Attempt], repeats: int) -> bool:
    """Two for what acts, within one turn; else as many as `repeats`, of which two are the same call."""
    if len(same) < 2:
        return False
    quick = same[0].work.sort in QUICK
    return len(same) >= repeats or (quick and (_at_once(same) or len(group) >= repeats))


def _at_once(same: Sequence[Attempt]) -> bool:
    return any(a.call.turn == b.call.turn for a, b in pairwise(same))


def _as_first(group: Sequence[Attempt], same: Sequence[Attempt]) -> list[Attempt]:
    return [a for a in group if a.outcome == same[0].outcome]


def _kept_cause(group: Sequence[Attempt], repeats: int) -> Found | None:
    """The error names what is wrong in the call, and the next call holds it still; or what the call lacks, and the next
    one lacks it too."""
    for same in by_outcome([a for a in group if a.work.sort != "look" or a.work.query]):
        held, gaps = same_cause(same, repeats), same_cause(same, repeats, gaps=True)
        if held or gaps:
            names = ", ".join(sorted(held or gaps, key=lambda v: (len(v), v))[-3:])
            cause = f"every call still {'holds' if held else 'lacks'} {names}"
            message = f"{same[0].call.name} failed {len(same)} times with {_error(same[0])}; {cause}"
            return made("same-error-kept-cause", "warning", message, calls_again(same, "again"), numbers(group))
    return None


def _varied(group: Sequence[Attempt], repeats: int) -> Found | None:
    """Programs that are much alike and fail with nothing said that was not said before: what was varied was not the
    cause. Tests may be run in several ways to find out which one fails; there the very same words are needed."""
    tried = [a for a in group if a.work.program and (a.work.sort != "look" or a.work.query)]
    for row in [*by_outcome(tried), nothing_new([a for a in tried if a.work.sort != "test"])]:
        same = akin(row)
        if len(same) >= repeats and len(" ".join(same[0].lines)) >= (20 if same[0].work.query else SAYING):
            error, what = _error(same[0]), "queries" if same[0].work.query else "commands"
            message = f"{same[0].call.name} failed {len(same)} times with {error}; the {what} are much alike"
            return made("same-error-varied-call", "warning", message, calls_again(same, "again"), numbers(group))
    return None


def _no_key(run: Run, group: Sequence[Attempt], repeats: int) -> Found | None:
    """Other arguments do not mend what the error says is wrong with whoever calls."""
    for same in by_outcome([a for a in group if wants_a_key(a.call.result)]):
        first, last = same[0].call, same[-1].call
        let_in = any(
            c.name == first.name and c.status == "ok" for c in run.tool_calls if first.number < c.number < last.number
        )
        if len(same) >= repeats and not let_in:
            message = (
                f"{first.name} failed {len(same)} times with {_error(same[0])}; what was changed are the arguments, and"
                " the error is not about them"
            )
            return made("same-error-varied-call", "warning", message, calls_again(same, "again"), numbers(group))
    return None


def _only_added(group: Sequence[Attempt], repeats: int) -> Found | None:
    """What acts is tried again with all that was in the call that failed, and something beside it (`retry`, a note)."""
    for same in by_outcome([a for a in group if a.work.sort == "act"]):
        if len(same) >= repeats and len(same[0].outcome) >= _TELLS and (kept := held_by_all(same)):
            message = (
                f"{same[0].call.name} failed {len(same)} times with {_error(same[0])}; every call carries"
                f" {quote(kept, size=120)}, and only what stands beside it changed"
            )
            return made("same-error-kept-cause", "warning", message, calls_again(same, "again"), numbers(group))
    return None


def _impatient(group: Sequence[Attempt], patience: int) -> Iterator[Found]:
    row = impatient(group)
    alike = max(by_outcome(row), key=len, default=[])
    same = unchanged(row, loosely=True) if row else []
    same = same if len(same) >= patience or exploring(alike) else alike
    if len(same) >= patience:
        message = f"{same[0].call.name} was tried {len(same)} times without a wait, each time with {_error(same[0])}"
        yield made("no-patience", "warning", message, calls_again(same, "again"), numbers(same))


def _error(attempt: Attempt) -> str:
    why = attempt.work.why if attempt.work.outcome == "red" else ""
    words = attempt.call.result if not why or why.startswith("exit status") else why
    shut = not attempt.call.failed and fruitless(attempt.call.result) == "blocked"
    blocked = "a page that lets no program in: " if shut else ""
    return f"{blocked}“{quote(words, size=160)}”"


def _others(same: Sequence[Attempt], group: Sequence[Attempt]) -> str:
    rest = len(group) - len(same)
    return f"; {rest} more of the same sort with other arguments" if rest else ""
