"""The same failing or fruitless action goes on where the plan should have changed."""

from collections.abc import Iterable, Iterator

from planscope.analyzers.actions.attempts import Attempt, asks_state, attempts, idle_rows
from planscope.analyzers.actions.changes_asked import Overlooked, overlooked
from planscope.analyzers.actions.failures import asks_again, outcome_key, states_a_rule
from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.actions.names_changed import Passed, passed_over
from planscope.analyzers.actions.narrower import narrower_rows
from planscope.analyzers.actions.repeated_reviews import repeated_critiques, reviewed_groups
from planscope.analyzers.actions.repeats import other_thing, without_amounts
from planscope.analyzers.actions.same_feedback import returned_drafts
from planscope.analyzers.actions.same_search import same_searches
from planscope.analyzers.actions.stretch import MOST, Found, calls_again, made, numbers, one_for_each
from planscope.analyzers.actions.stuck import stuck
from planscope.analyzers.actions.unheeded import unheeded
from planscope.analyzers.actions.verdicts import refusal
from planscope.analyzers.detector import (
    Abstained,
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
      not said before; or calls with other arguments, where the error says that the caller is not let in at all (a key
      or token that does not hold). Warning.
    - `replan-changes-nothing`: between two failures of the same call the plan is written again, and says the same as
      before. Error.
    - `no-patience`: a failure that may pass by itself (a time-out, a rate limit) tried `patience` times without a wait.
      Warning.
    - `step-again-same-result`: a reviewer finds fault with a step or lays down a new plan, the step is done again, and
      the result is the very same. Error from `repeats` on, else warning.
    - `same-critique`: a reviewer finds the same fault `repeats` times in a row, and what is reviewed does not change,
      or the reviewer says so ("still", "again"); or a tool that judges drafts gives `repeats` of them back with the
      same remark, word for word. Warning.
    - `same-call-same-result`: `idle` calls in a row that were all made before, with the same results; or `repeats` in a
      row that are one and the same. Warning.
    - `narrower-after-nothing`: a search found nothing, and at least `idle` more follow that ask for the same and for
      more words, and find nothing either. Warning.
    - `same-search-respelled`: `repeats` searches that find nothing ask for the very same: in quotes, with the words in
      another order, with the place named where they looked anyway; or, with others between that find nothing either,
      `idle` times in the same words. Warning.
    - `warning-unheeded`: a file said that it is generated and not to be edited, and is edited all the same, its source
      untouched and nobody saying a word of it. Warning.
    - `known-rule-broken`: an error stated a rule ("cannot", "must first"), and a later call of the same tool breaks it
      again. Warning; info where the later call is about another thing (another order), for which it may not have held.
    - `change-not-taken-up`: the user replaced a time, date or number of the plan, and the next acting call carries the
      old one; or took a name back for another one, and calls go on putting the old one in. Warning.
    - `change-taken-up-late`: the same, and the new name is put in only after two calls or more with the old one.
      Warning.

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
        *stuck(run, repeats, patience),
        *_reviews(run, repeats),
        *_critiques(run, repeats, alike),
        *_drafts(run, repeats),
        *_idle(run, repeats, idle),
        *_narrower(run, idle),
        *_same_search(run, repeats, idle),
        *_rules(run),
        *_unheeded(run),
        *map(_overlooked, overlooked(run)),
        *map(_passed_over, passed_over(run)),
    ]
    yield from one_for_each(found)


# --- reviews -------------------------------------------------------------------------------------------------------


def _reviews(run: Run, repeats: int) -> Iterator[Found]:
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
        yield made("step-again-same-result", severity, message, evidence, [v.number for v in group])


def _critiques(run: Run, repeats: int, alike: float) -> Iterator[Found]:
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
        yield made("same-critique", "warning", message, evidence, [v.number for v in row])


def _drafts(run: Run, repeats: int) -> Iterator[Found]:
    for row in returned_drafts(run):
        if len(row) >= repeats:
            remark = refusal(row[-1].call.result, row[-1].call.data)
            message = (
                f"{row[0].call.name} gave {len(row)} drafts in a row back with the same remark,"
                f" “{quote(remark, size=160)}”; what was changed is not what it asks for"
            )
            yield made("same-critique", "warning", message, calls_again(row, "given back again"), numbers(row))


# --- the rest ------------------------------------------------------------------------------------------------------


def _idle(run: Run, repeats: int, idle: int) -> Iterator[Found]:
    for row in idle_rows(run):
        alike = len({a.act for a in row}) == 1
        if len(row) < (repeats if alike else idle):
            continue
        kinds = list(dict.fromkeys(a.call.name for a in row))
        message = (
            f"{len(row)} calls in a row ({', '.join(kinds[:3])}) were all made before with the same results; "
            f"nothing new came of them: “{quote(row[-1].call.result, size=120)}”"
        )
        yield made("same-call-same-result", "warning", message, calls_again(row, "again"), numbers(row))


def _narrower(run: Run, idle: int) -> Iterator[Found]:
    """Searches after one that found nothing, each for less than an earlier one."""
    for row in narrower_rows(run):
        if len(row) > idle:
            message = (
                f"{row[0].call.name} found nothing {len(row)} times in a row; each search asks for what an earlier one"
                f" had not found, and for more: “{quote(stated(row[-1].call.arguments), size=120)}”"
            )
            yield made("narrower-after-nothing", "warning", message, calls_again(row, "nothing again"), numbers(row))


def _same_search(run: Run, repeats: int, idle: int) -> Iterator[Found]:
    for row in same_searches(run):
        spellings = len({a.act for a in row})
        if len(row) >= (repeats if spellings > 1 else idle) and (spellings > 1 or not asks_state(row[0])):
            how = f"in {spellings} spellings" if spellings > 1 else "each time in the same words"
            asked, found = stated(row[-1].call.arguments), row[-1].call.result
            message = (
                f"{row[0].call.name} looked {len(row)} times for the same thing, {how}, and found nothing:"
                f" “{quote(asked, size=120)}” gave “{quote(found, size=100)}”"
            )
            yield made("same-search-respelled", "warning", message, calls_again(row, "nothing again"), numbers(row))


def _unheeded(run: Run) -> Iterator[Found]:
    for u in unheeded(run):
        message = f"{quote(u.path, size=100)} was edited although it says: “{quote(u.line, size=160)}”"
        evidence = [at(u.edit, stated(u.edit.arguments), "edited"), in_result(u.look, "said so", around=u.line)]
        yield made("warning-unheeded", "warning", message, evidence, [u.edit.number])


def _rules(run: Run) -> Iterator[Found]:
    """Calls after the first one to which a tool said, in the same words, that this is not possible at all."""
    told: dict[str, list[Attempt]] = {}
    for a in run.memo(attempts).values():
        if a.failed and a.work.sort in ("act", "delegate") and states_a_rule(a.call.result) and not a.may_pass:
            told.setdefault(f"{a.call.name}\0{without_amounts(a)}", []).append(a)
    for first, *later in told.values():
        again = [a for a in later if a.batch != first.batch and not _asked_again(run, first, a)]
        if again:
            other = all(other_thing(first, a) for a in again)
            breaks = "meets the same rule with another thing" if other else "breaks the same rule"
            message = f"{first.call.name} said “{quote(first.call.result, size=160)}”, and this call {breaks}"
            evidence = [*(in_result(a.call, "again") for a in again), in_result(first.call, "first time")]
            severity: Severity = "info" if other else "warning"
            yield made("known-rule-broken", severity, message, evidence, [again[0].call.number])


def _asked_again(run: Run, first: Attempt, later: Attempt) -> bool:
    """The user asked for another try, or said that something was put right, just before the later call."""
    said = [r for r in run.requests if first.call.number < r.number < later.call.number]
    return bool(said) and asks_again(said[-1].text)


def _overlooked(o: Overlooked) -> Found:
    message = f"the user changed {o.old} to {o.new}, and {o.call.name} carries {o.old}"
    evidence = [at(o.call, o.carried, "carries the old one"), at(o.asked, o.asked.text, "asked for", around=o.new)]
    return made("change-not-taken-up", "warning", message, evidence, [o.call.number])


def _passed_over(p: Passed) -> Found:
    calls = count(len(p.calls), "call")
    late = f"; {p.new} was put in only afterwards" if p.taken_up else f"; {p.new} is put in nowhere"
    message = f"the user asked for {p.new} and not for {p.old}; {calls} after it still put in {p.old}{late}"
    evidence = [at(c, stated(c.arguments), "still the old", around=p.old) for c in p.calls[:MOST]]
    evidence.insert(1, at(p.asked, p.asked.text, "asked for", around=p.new))
    form = "change-taken-up-late" if p.taken_up else "change-not-taken-up"
    return made(form, "warning", message, evidence, [p.calls[0].number])
