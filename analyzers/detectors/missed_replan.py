"""The same failing or fruitless action goes on where the plan should have changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planscope.analyzers.actions.attempts import QUICK, Attempt, attempts, failing_groups, idle_rows
from planscope.analyzers.actions.changes_asked import Overlooked, overlooked
from planscope.analyzers.actions.failures import asks_again, fruitless, outcome_key, states_a_rule
from planscope.analyzers.actions.repeated_reviews import repeated_critiques, reviewed_groups
from planscope.analyzers.actions.repeats import akin, by_outcome, impatient, nothing_new, same_cause, unchanged
from planscope.analyzers.detector import (
    Abstained,
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
from planscope.collector.run import Run, Verdict

Outcome = Finding | NotApplicable | Abstained
MOST = 10  # repeats quoted in one finding
SAYING = 30  # characters; a shorter error ("exit 1") says too little to be the same error


@detector(
    "missed_replan",
    mast=("FM-1.3 Step repetition", "FM-1.5 Unaware of termination conditions"),
    trail=("Resource Abuse",),
)
def missed_replan(
    run: Run, *, repeats: int = 3, patience: int = 5, idle: int = 4, alike: float = 80.0
) -> Iterable[Outcome]:
    """The same failing or fruitless action goes on where the plan should have changed.

    ## What it finds
    - `same-call-same-error`: a call fails, and the same call is made again with nothing in between that could change
      the outcome, and fails in the same way. Two are enough for a tool that acts or edits, within one turn; commands,
      tests and look-ups may be run once more, so there it takes `repeats`. Error; where the user spoke in between and
      the error names nothing in the call, warning.
    - `same-error-reworded-call`: the same, with arguments changed in looks only (case, spacing, empty values). Warning.
    - `same-error-kept-cause`: `repeats` failures with the same words, under changing arguments, where each call still
      holds the very value that the error names, or still lacks what it says is required. Warning.
    - `same-error-varied-call`: `repeats` commands or database queries much alike that fail with nothing said that was
      not said before. Warning.
    - `no-patience`: a failure that may pass by itself (a time-out, a rate limit) tried `patience` times without a wait.
      Warning.
    - `step-again-same-result`: a reviewer finds fault with a step or lays down a new plan, the step is done again, and
      the result is the very same. Error from `repeats` on, else warning.
    - `same-critique`: a reviewer finds the same fault `repeats` times in a row, and what is reviewed does not change,
      or the reviewer says so ("still", "again"). Warning.
    - `same-call-same-result`: `idle` calls in a row that were all made before, with the same results. Warning.
    - `known-rule-broken`: an error stated a rule ("cannot", "must first"), and a later call of the same tool breaks it
      again. Warning.
    - `change-not-taken-up`: the user replaced a time, date or number of the plan, and the next acting call carries the
      old one. Warning.

    ## Why it matters
    What failed for a reason fails again for it. Each round costs time and money, and the user waits for an agent that
    has stopped thinking; meanwhile a changed request or a rule already learnt is passed over.

    ## Example
    book_table(people=9) -> "at most 8 people"; book_table(people=9) -> "at most 8 people"

    ## How to fix
    Show the agent its last failures and ask for a different step, or for a question to the user, when the same one
    comes again. Stop the loop in the program after the second identical failure. Do not retry what will not pass.

    ## When it abstains
    When no result of any call was captured. Refusals by a user or a guard are no failures, and a retry after the user
    asked for it, after a wait, or after anything that may have changed the outcome is none of these forms. Polling and
    waiting are no `same-call-same-result`. Calls that one message asks for together count once.
    """
    verdicts = [s for s in run.steps if isinstance(s, Verdict)]
    if not run.tool_calls and not verdicts:
        yield NotApplicable("no tool call and no review in this run")
        return
    if not verdicts and all(c.status in ("unknown", "rejected") for c in run.tool_calls):
        yield Abstained(f"no result of {count(len(run.tool_calls), 'call')} was captured")
        return
    found = [
        *_failures(run, repeats, patience),
        *_reviews(run, repeats),
        *_critiques(run, repeats, alike),
        *_idle(run, idle),
        *_rules(run),
        *map(_overlooked, overlooked(run)),
    ]
    yield from _one_for_each(found)


@dataclass(frozen=True, slots=True)
class _Found:
    """A finding with the stretch of the run that it is about."""

    finding: Finding
    first: int
    last: int

    def overlaps(self, other: "_Found") -> bool:
        """By more than half of the shorter one."""
        shorter = min(self.last - self.first, other.last - other.first) + 1
        return min(self.last, other.last) - max(self.first, other.first) + 1 > shorter / 2


def _one_for_each(found: Sequence[_Found]) -> Iterator[Finding]:
    """Of findings about the same stretch, the first (they come in order of how sure they are); in order of the run."""
    kept: list[_Found] = []
    for f in found:
        if not any(f.overlaps(k) for k in kept):
            kept.append(f)
    yield from (k.finding for k in sorted(kept, key=lambda k: k.first))


def _made(form: str, severity: Severity, message: str, evidence: Iterable[Evidence], steps: Iterable[int]) -> _Found:
    numbers = list(steps)
    return _Found(Finding(message, tuple(evidence), severity, form), min(numbers), max(numbers))


def _calls_again(group: Sequence[Attempt], note: str) -> list[Evidence]:
    """The repeats, then what they repeat."""
    return [*(in_result(a.call, note) for a in group[1 : MOST + 1]), in_result(group[0].call, "first time")]


# --- failures ------------------------------------------------------------------------------------------------------


def _failures(run: Run, repeats: int, patience: int) -> Iterator[_Found]:
    for group in failing_groups(run):
        if group[0].may_pass:
            yield from _impatient(group, patience)
        elif (
            found := _unchanged(group, repeats) or _kept_cause(group, repeats) or _varied(group, repeats)
        ) is not None:
            yield found


def _unchanged(group: Sequence[Attempt], repeats: int) -> _Found | None:
    same = unchanged(group)
    if _enough(same, group, repeats):
        blocked = fruitless(same[0].call.result) == "blocked"
        quick = same[0].work.sort != "look" or blocked  # what was looked for may be about to come
        sure = quick and (len(same) >= repeats or _at_once(same) or bool(same_cause(_as_first(group, same), repeats)))
        words = f"{_error(same[0])}; the call is unchanged and nothing in between could change the outcome"
        message = f"{same[0].call.name} failed {len(same)} times with {words}{_others(same, group)}"
        return _made(
            "same-call-same-error",
            "error" if sure else "warning",
            message,
            _calls_again(same, "again"),
            _numbers(group),
        )
    same = unchanged(group, loosely=True)
    if not _enough(same, group, repeats):
        return None
    message = f"{same[0].call.name} failed {len(same)} times with {_error(same[0])}; only the looks of the call changed"
    return _made("same-error-reworded-call", "warning", message, _calls_again(same, "again"), _numbers(group))


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


def _kept_cause(group: Sequence[Attempt], repeats: int) -> _Found | None:
    """The error names what is wrong in the call, and the next call holds it still; or what the call lacks, and the next
    one lacks it too."""
    for same in by_outcome([a for a in group if a.work.sort != "look" or a.work.query]):
        held, gaps = same_cause(same, repeats), same_cause(same, repeats, gaps=True)
        if held or gaps:
            names = ", ".join(sorted(held or gaps, key=lambda v: (len(v), v))[-3:])
            cause = f"every call still {'holds' if held else 'lacks'} {names}"
            message = f"{same[0].call.name} failed {len(same)} times with {_error(same[0])}; {cause}"
            return _made("same-error-kept-cause", "warning", message, _calls_again(same, "again"), _numbers(group))
    return None


def _varied(group: Sequence[Attempt], repeats: int) -> _Found | None:
    """Programs that are much alike and fail with nothing said that was not said before: what was varied was not the
    cause. Tests may be run in several ways to find out which one fails; there the very same words are needed."""
    tried = [a for a in group if a.work.program and (a.work.sort != "look" or a.work.query)]
    for row in [*by_outcome(tried), nothing_new([a for a in tried if a.work.sort != "test"])]:
        same = akin(row)
        if len(same) >= repeats and len(" ".join(same[0].lines)) >= (20 if same[0].work.query else SAYING):
            error, what = _error(same[0]), "queries" if same[0].work.query else "commands"
            message = f"{same[0].call.name} failed {len(same)} times with {error}; the {what} are much alike"
            return _made("same-error-varied-call", "warning", message, _calls_again(same, "again"), _numbers(group))
    return None


def _impatient(group: Sequence[Attempt], patience: int) -> Iterator[_Found]:
    same = unchanged(impatient(group), loosely=True)
    if len(same) >= patience:
        message = f"{same[0].call.name} was tried {len(same)} times without a wait, each time with {_error(same[0])}"
        yield _made("no-patience", "warning", message, _calls_again(same, "again"), _numbers(same))


def _error(attempt: Attempt) -> str:
    why = attempt.work.why if attempt.work.outcome == "red" else ""
    words = attempt.call.result if not why or why.startswith("exit status") else why
    blocked = "a page that lets no program in: " if fruitless(attempt.call.result) == "blocked" else ""
    return f"{blocked}“{quote(words, size=160)}”"


def _others(same: Sequence[Attempt], group: Sequence[Attempt]) -> str:
    rest = len(group) - len(same)
    return f"; {rest} more of the same sort with other arguments" if rest else ""


def _numbers(group: Sequence[Attempt]) -> list[int]:
    return [a.call.number for a in group]


# --- reviews -------------------------------------------------------------------------------------------------------


def _reviews(run: Run, repeats: int) -> Iterator[_Found]:
    replanned = {u.place for u in run.plan_updates}
    for group in sorted(reviewed_groups(run), key=lambda g: (g[0].outcome != "fail", -len(g))):
        noted = any(v.outcome == "fail" or v.place in replanned for v in group[:-1])
        if not noted:
            continue
        said = next((v for v in group if v.outcome == "fail"), group[0]).explanation
        message = (
            f"the step “{quote(group[-1].subject, size=100)}” was done {len(group)} times with the same result"
            f" “{quote(group[-1].seen, size=100)}”; the review of it said “{quote(said, size=120)}”"
        )
        evidence = [at(v, v.explanation, "reviewed again") for v in group[1 : MOST + 1]] + [
            at(group[0], said, "first review")
        ]
        severity: Severity = "error" if len(group) >= repeats else "warning"
        yield _made("step-again-same-result", severity, message, evidence, [v.number for v in group])


def _critiques(run: Run, repeats: int, alike: float) -> Iterator[_Found]:
    for row in repeated_critiques(run, alike):
        if len(row) < repeats:
            continue
        same = len({outcome_key(v.explanation) for v in row}) == 1
        words = "in the same words" if same else "in much the same words"
        said = quote(row[-1].explanation, size=160)
        message = f"{row[0].name} found the same fault {len(row)} times in a row, {words}: “{said}”"
        evidence = [at(v, v.explanation, "again") for v in row[1 : MOST + 1]] + [
            at(row[0], row[0].explanation, "first time")
        ]
        yield _made("same-critique", "warning", message, evidence, [v.number for v in row])


# --- the rest ------------------------------------------------------------------------------------------------------


def _idle(run: Run, idle: int) -> Iterator[_Found]:
    for row in idle_rows(run):
        if len(row) < idle:
            continue
        kinds = list(dict.fromkeys(a.call.name for a in row))
        message = (
            f"{len(row)} calls in a row ({', '.join(kinds[:3])}) were all made before with the same results; "
            f"nothing new came of them: “{quote(row[-1].call.result, size=120)}”"
        )
        yield _made("same-call-same-result", "warning", message, _calls_again(row, "again"), _numbers(row))


def _rules(run: Run) -> Iterator[_Found]:
    """Calls after the first one to which a tool said, in the same words, that this is not possible at all."""
    told: dict[str, list[Attempt]] = {}
    for a in run.memo(attempts).values():
        if a.failed and a.work.sort in ("act", "delegate") and states_a_rule(a.call.result) and not a.may_pass:
            told.setdefault(f"{a.call.name}\0{a.outcome}", []).append(a)
    for first, *later in told.values():
        again = [a for a in later if a.batch != first.batch and not _asked_again(run, first, a)]
        if again:
            message = (
                f"{first.call.name} said “{quote(first.call.result, size=160)}”, and this call breaks the same rule"
            )
            evidence = [*(in_result(a.call, "again") for a in again), in_result(first.call, "first time")]
            yield _made("known-rule-broken", "warning", message, evidence, [again[0].call.number])


def _asked_again(run: Run, first: Attempt, later: Attempt) -> bool:
    """The user asked for another try, or said that something was put right, just before the later call."""
    said = [r for r in run.requests if first.call.number < r.number < later.call.number]
    return bool(said) and asks_again(said[-1].text)


def _overlooked(o: Overlooked) -> _Found:
    message = f"the user changed {o.old} to {o.new}, and {o.call.name} carries {o.old}"
    evidence = [at(o.call, o.carried, "carries the old one"), at(o.asked, o.asked.text, "asked for", around=o.new)]
    return _made("change-not-taken-up", "warning", message, evidence, [o.call.number])
