"""The plan is written over again and again instead of being carried out."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from planscope.analyzers.detector import (
    Evidence,
    Finding,
    NotApplicable,
    Severity,
    at,
    count,
    detector,
    in_result,
    quote,
)
from planscope.analyzers.plans.replaced import found_out, replaced_rows, worked_off
from planscope.analyzers.plans.reworded import Restart, reordered_rows, restarts, reworded_rows
from planscope.analyzers.plans.rewrites import Stretch, most_common_size, returns, reworded, rows_of, stretches, texts
from planscope.collector.run import ModelCall, PlanUpdate, Run

Outcome = Finding | NotApplicable
_WORK_PER_REWRITE = 4  # with more calls between, the plan follows the work, however oddly


@detector("over_replan", mast=("FM-1.3 Step repetition",), trail=("Goal Deviation",))
def over_replan(run: Run, *, rewrites: int = 3, same: int = 3) -> Iterable[Outcome]:
    """The plan is written over again and again instead of being carried out.

    ## What it finds
    - `plan-anew-each-time`: at least `rewrites` times in a row most of the open items are replaced by others, with a
      few calls between; no item is finished, nothing failed, and the user said nothing. Warning.
    - `list-replaced-each-time`: at least `rewrites` updates of one list, and most of its updates, put other items into
      the place of most of those before, done or not, after fewer calls than these are; nothing failed, the
      user said nothing, and what the calls brought is not what the new items are about. Warning.
    - `same-plan-again`: the planner lays down the very same plan at least `same` more times in a row, nothing on it
      having moved (also: a list is sent again unchanged so often with no work between). Error where steps were carried
      out between, else warning.
    - `back-and-forth`: the items go back to what they said before, and back again, with no item finished. Error when no
      work was done between, else warning.
    - `list-reworded-each-time`: while the work goes on, at least `rewrites` updates of one list, and at least half of
      its updates, say half of the items in other words, finished ones too. Warning.
    - `plan-reordered-each-time`: at least `rewrites` times within a turn a message lays down what is left of the
      numbered plan before it in another order. Warning.
    - `restart-from-scratch`: one update sets everything that was done back to open, though nothing failed and nobody
      asked for it, and the same calls are then made once more. Warning.

    ## Why it matters
    Every new plan costs a call and throws away what the last one had settled. An agent that keeps planning looks busy
    and gets nowhere; and a plan that never holds cannot be followed or checked.

    ## Example
    ["Query sales", "Draw chart"] -> ["Work out sales", "Make a visual"] -> ["Sum by month", "Plot"] -> ...

    ## How to fix
    Plan once, and change a plan for a reason that can be named: a failure, a finding, a word of the user. Let the
    program compare a new plan with the old one, and refuse one that says the same in other words. Give the planner the
    state of the items, so that it ticks off instead of beginning anew.

    ## When it abstains
    It is not applicable when there is no plan. A list that grows after a finding, items ticked off or dropped when
    done, a planner that lays down only what is left, and plans written again after the user spoke or refused are no
    rewrites; nor are plans whose items carry no state, which may each be for another task.
    """
    reordered = [row for row in reordered_rows(run) if len(row) > rewrites]
    if not run.plan_updates and not reordered:
        yield NotApplicable("no plan in this run")
        return
    found = [f for row in stretches(run) for f in _of_row(run, row, rewrites, same)]
    if not found:
        found = [_reworded(row) for row, of in reworded_rows(run) if rewrites < len(row) and of < 2 * len(row)][:1]
    if not found:
        rows = [s for s, of in replaced_rows(run) if rewrites < len(s.updates) and of < 2 * (len(s.updates) - 1)]
        found = [_replaced(s) for s in rows[:1]]
    yield from found
    yield from map(_reordered, reordered[:1])
    yield from map(_restarted, restarts(run))


def _of_row(run: Run, row: list[PlanUpdate], rewrites: int, same: int) -> Iterator[Finding]:
    """At most one finding of each form for a stretch; one that goes back and forth is not told of twice."""
    swings = list(returns(run, row, 4))
    yield from map(_back_and_forth, swings[:1])
    yield from [_again(s) for s in rows_of(run, row, "same", same + 1) if _is_again(s, same)][:1]
    if not swings:
        yield from [_anew(s) for s in rows_of(run, row, "rewritten", rewrites + 1) if _is_anew(run, s, rewrites)][:1]


def _is_again(s: Stretch, same: int) -> bool:
    if len(s.updates) - 1 < same or not s.updates[0].version.items:
        return False
    return s.updates[0].version.source == "planner" or s.calls == 0


def _is_anew(run: Run, s: Stretch, rewrites: int) -> bool:
    """A plan whose items have no state may be one for each of several tasks: it is left alone. What was found out is a
    reason for a new plan."""
    if not all(any(i.status != "unknown" for i in u.version.items) for u in s.updates):
        return False
    times = len(s.updates) - 1
    if times < rewrites or s.failed or s.calls > times * _WORK_PER_REWRITE:
        return False
    return times - sum(found_out(run, a, b) or worked_off(run, a, b) for a, b in pairwise(s.updates)) >= rewrites


def _back_and_forth(s: Stretch) -> Finding:
    one, two = reworded(s.updates[:2])
    message = (
        f"the plan went back and forth {len(s.updates) - 1} times between “{quote(one, size=80)}” and "
        f"“{quote(two, size=80)}”, with {count(s.calls, 'call')} between and no item finished"
    )
    return _finding("back-and-forth", "warning" if s.calls else "error", message, s)


def _again(s: Stretch) -> Finding:
    items = s.updates[0].version.items
    message = (
        f"the same plan of {len(items)} items was laid down {len(s.updates)} times in a row, each time with "
        f"“{quote(items[0].text, size=80)}” first, and nothing on it moved"
    )
    return _finding("same-plan-again", "error" if s.calls else "warning", message, s)


def _anew(s: Stretch) -> Finding:
    one, two = reworded(s.updates)
    message = (
        f"the plan of {most_common_size(s.updates)} items was written anew {len(s.updates) - 1} times within "
        f"{count(s.calls, 'call')}, with no item finished and nothing failed: “{quote(one, size=80)}” became "
        f"“{quote(two, size=80)}”"
    )
    return _finding("plan-anew-each-time", "warning", message, s)


def _replaced(s: Stretch) -> Finding:
    one, two = (quote(" | ".join(texts(u.version)), size=120) for u in s.updates[:2])
    message = (
        f"the list was replaced by another one {len(s.updates) - 1} times, with {count(s.calls, 'call')} between,"
        f" though nothing failed, nobody asked for it and none of its items was ticked: “{one}” became “{two}”"
    )
    return _finding("list-replaced-each-time", "warning", message, s)


def _reworded(row: Sequence[PlanUpdate]) -> Finding:
    one, two = reworded(row[:2])
    message = (
        f"{len(row) - 1} updates of the list say at least half of its {len(row[0].version.items)} items in other words:"
        f" “{quote(one, size=80)}” became “{quote(two, size=80)}”"
    )
    return _finding("list-reworded-each-time", "warning", message, Stretch(tuple(row), 0, False))


def _reordered(row: Sequence[tuple[ModelCall, tuple[str, ...]]]) -> Finding:
    later = [*row[1:10], row[0]]
    one, two = (quote(" | ".join(listed), size=120) for _, listed in row[:2])
    message = (
        f"the plan of {len(row[0][1])} steps was written again {len(row) - 1} times, each time with what was left of it"
        f" in another order: “{one}” became “{two}”"
    )
    evidence = tuple(at(m, " | ".join(listed), "plan in the message") for m, listed in later)
    return Finding(message, evidence, "warning", "plan-reordered-each-time")


def _restarted(r: Restart) -> Finding:
    message = (
        f"all {r.done} items that were done were set back to open at once, though nothing failed and nobody asked for"
        f" it, and {count(len(r.again), 'call')} of before {'was' if len(r.again) == 1 else 'were'} made again"
    )
    evidence = (
        at(r.update, " | ".join(texts(r.update.version)), "all open again"),
        at(r.before, " | ".join(f"{i.status}: {i.text}" for i in r.before.version.items), "before"),
        *(in_result(a.call, "made again") for a in r.again[:8]),
    )
    return Finding(message, evidence, "warning", "restart-from-scratch")


def _finding(form: str, severity: Severity, message: str, s: Stretch) -> Finding:
    """The third version is the first of which one can say that it is one too many."""
    later = [s.updates[2], *s.updates[1:2], *s.updates[3:10], s.updates[0]]
    evidence: list[Evidence] = [at(u, " | ".join(texts(u.version)), f"version {u.version.number + 1}") for u in later]
    return Finding(message, tuple(evidence), severity, form)
