"""Questions about plans: open items that the last message may call done, approved steps that nothing may have touched.
Pure."""

from collections.abc import Collection, Iterator

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import files_named
from planscope.analyzers.assertions.closing import admits_open, asks_to_go_on, claims_whole, sentences, unfinished
from planscope.analyzers.detector import at, quote
from planscope.analyzers.judge.pieces import every_call
from planscope.analyzers.judge.question import OPEN, Material, Question, material
from planscope.analyzers.plans.matching import names_item, serves
from planscope.collector.run import PlanUpdate, Run

_LEFT = (
    "The item is an entry of the agent's own todo list, which still has it open at the end. The message is what the "
    "agent says when it hands back to the user. Does the message say that the work of this very entry is done? Answer "
    "done only if it says so of this entry or of all the work; open if it says that the entry is not done, not wanted "
    "or left for later; cannot_tell if it says nothing of it. If done: quote the words of the message that say so."
)
_SKIPPED = (
    "The step is one of a plan that the user approved; the message is what the agent says at the end of the work. "
    "Calls are all the calls that the agent made after the approval, in order. Is the step done, begun or made "
    "needless by at least one call, or may it be? Answer told if the message says that it was left out or changed. "
    "If no: quote the step."
)


def items_open(run: Run, told: Collection[int]) -> Iterator[Question]:
    """Items left open at the end of which the closing message may say that they are done, in words that computation
    does not know. One that it plainly calls open, or passes over while it says that something is left, is not asked
    about."""
    closing = run.closing
    if closing is None or not run.lists:
        return
    update = run.lists[-1]
    if update.number in told or closing.number in told or closing.turn != update.turn:
        return
    if asks_to_go_on(closing.text):
        return
    said, rest = at(closing, closing.text, "handed back"), admits_open(closing.text)
    for item in update.version.open_items:
        spoken = [s for s in sentences(closing.text) if names_item(item.text, s)]
        if any(unfinished(s) for s in spoken) or (rest and not spoken):
            continue
        listed = at(update, f"{item.status}: {item.text}", "the list as it was left")
        pieces = (material("message", closing.text, said, 3600), Material("item", item.text[:600], listed))
        state = item.status.replace("_", " ")
        says = f'the list is left with "{quote(item.text, size=80)}" {state}, and the last message says that it is done'
        answers = ("done", "open", OPEN)
        yield Question(
            run.id, "stale-todo", "left-open-judged", "warning", _LEFT, answers, "done", "message", says, pieces
        )


def steps_open(run: Run, told: Collection[int]) -> Iterator[Question]:
    """Steps of the last approved plan with which no call has anything in common, while all is said to be done."""
    plans = [u for u in run.plan_updates if u.version.source == "document" and u.version.decision == "approved"]
    closing = run.closing
    if not plans or closing is None or not claims_whole(closing.text) or admits_open(closing.text):
        return
    plan, table = plans[-1], run.memo(works)
    if plan.number in told or any(r.number > plan.number for r in run.requests):
        return
    calls = [c for c in run.tool_calls if plan.number < c.number < closing.number and c.number in table]
    every = every_call(run, calls)
    if every is None:
        return
    said = material("message", closing.text, at(closing, closing.text, "said at the end"), 900)
    for item in plan.version.items:
        if not files_named(item.text) and not any(serves(item.text, c, table[c.number]) for c in calls):
            yield _step(run, plan, item.text, said, every)


def _step(run: Run, plan: PlanUpdate, text: str, said: Material, every: Material) -> Question:
    step = Material("step", text[:600], at(plan, plan.version.text, "plan", around=text[:80]))
    says = (
        f'no call after the plan was approved is about its step "{quote(text, size=100)}", and all is said to be done'
    )
    return Question(
        run.id, "plan-drift", "planned-step-skipped-judged", "info", _SKIPPED, ("yes", "no", "told", OPEN), "no",
        "step", says, (step, every, said),
    )  # fmt: skip
