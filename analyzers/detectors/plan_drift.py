"""What is done or reported departs from what was planned, agreed or found."""

from collections.abc import Iterable, Iterator

from planscope.analyzers.actions.approval import against_a_no, unapproved
from planscope.analyzers.actions.ask_first import unasked
from planscope.analyzers.actions.forbidden import forbidden
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.looked import CHECKS
from planscope.analyzers.actions.safeguards import left_out
from planscope.analyzers.assertions.against_words import against_words, short
from planscope.analyzers.assertions.announced import skipped
from planscope.analyzers.assertions.backing import claimed
from planscope.analyzers.assertions.directions import turned
from planscope.analyzers.assertions.fields import denied
from planscope.analyzers.assertions.misreported import misreported
from planscope.analyzers.assertions.misstated import misstated
from planscope.analyzers.assertions.mistold import mistold
from planscope.analyzers.assertions.parallel import passed_over
from planscope.analyzers.assertions.requested import requested
from planscope.analyzers.assertions.undone import undone
from planscope.analyzers.assertions.unlike_record import unlike_record
from planscope.analyzers.assertions.unsettled import unsettled
from planscope.analyzers.assertions.unused_tools import unused
from planscope.analyzers.detector import (
    Abstained,
    Finding,
    NotApplicable,
    Outcome,
    at,
    detector,
    in_result,
)
from planscope.analyzers.plans.dropped import dropped
from planscope.analyzers.plans.unmade import unmade
from planscope.analyzers.plans.unworked import unworked
from planscope.collector.run import Run, ToolCall


@detector(
    "plan_drift",
    mast=("FM-1.1 Disobey task specification", "FM-2.3 Task derailment", "FM-2.6 Reasoning-action mismatch"),
    trail=("Goal Deviation", "Instruction Non-compliance"),
)
def plan_drift(run: Run, *, most: int = 10) -> Iterable[Outcome]:
    """What the agent does or reports departs from the plan, from what was agreed, or from the results.

    ## What it finds

    - `acted-without-approval`: a plan was put up for approval and refused (or never answered), or a question was
      answered with a plain no or put off ("let me ask my wife"), and things were changed all the same. What cannot be
      taken back (a push, a deletion, a payment) is reported by itself. Also: the user wanted to be asked or shown
      before anything is ordered, booked or paid, and it was done before the user said anything more.
    - `against-instruction`: the user said in so many words what not to do ("don't push", "do not touch config.py",
      "don't book anything yet"), and it was done before the user said anything more.
    - `claimed-action-not-executed`: "I've sent the receipt", "the coupon has been used", and no call before it can have
      done it, although a tool for it is at hand; or no tool and no command could have. Also: mail to an address, a
      note in a file, a commit, as the user asked for, told as done, and no call so much as names it. Or it is told in
      the words of a tool that was at hand and never called.
    - `items-dropped`: open items vanish from the list, or are called off, unworked and unmentioned, and all is then
      said to be done.
    - `planned-step-skipped`: searches were announced, some of them were made, and the answer reports on all.
      Also: a step of an approved plan names a file that nothing touched, and all is said to be done.
      Also: of two things that were asked for side by side, and are told of alike, the calls name one only. Or of the
      steps of a list or a sentence one has no call, though every other has its own, and it is told as done. Or a dry
      run, a backup or a try on staging was wanted or promised, and the change was made without.
    - `scope-beyond-stated`: "only X", and the call that follows holds others as well. Or only some files were to be
      changed, and another was; or "a single line", and the diff has changes in several places.
    - `scope-beyond-confirmed`: the user agreed to, or asked for, one part; the call takes the whole that it is part of
      (the booking, not the one passenger). Or the user agreed to a list, and a call takes something more that stands
      nowhere.
    - `other-than-confirmed`: the user agreed to what the question names; the call names another of that kind. Also: the
      call holds another day, time, number, name or thing of a list than was agreed.
    - `other-than-stated`: the message that makes a call announces another thing, day, time or number than the call has.
    - `claim-contradicts-result`: a leg is given as running the other way than in every result; or the date given
      for a thing is another than in every result, and stands nowhere in the run; or it is said to be refundable, to
      include a bag, where every record that has such a field says no; or a number is given for what a call just set,
      and its result has another ("with priority 2": 3); or a thing is told as booked, and the answer to its booking
      says waiting list; or the report gives another thing than was agreed to and ordered; another reference, choice,
      thing of a list, day, hour, gate or seat than the one call has; or a coverage that the last run does not bear out.

    ## Why it matters

    A plan is what the user agreed to. Work beside it, or a report of work that was not done, is found out late.

    ## Example

        ExitPlanMode  -> refused: "Do not start yet"
        Edit send.go                                      <- acted-without-approval
        Bash git commit -am retry && git push             <- acted-without-approval, cannot be taken back

    ## How to fix

    Block writing tools until a plan is approved; have the agent name the call behind each action it reports; ask again
    when the scope of a confirmed action changes.

    ## When it abstains

    Abstains when no result was captured. Not applicable when the run holds no call, no plan and no claim of an action.
    Silent when the user spoke after a refusal, when another agent or a script of unknown purpose may have acted, when a
    result tells of the action, when new items took the place of old ones, and on runs that are still growing.

    Option `most`: findings at most for one run, surest first.
    """
    claims = [c for c in run.memo(claimed) if c.assertion.sort not in CHECKS]
    if not run.tool_calls and not run.plan_updates and not (claims and run.tools is not None):
        yield NotApplicable("no call, no plan and no claim of an action with tools at hand in this run")
        return
    if run.tool_calls and all(c.content == "not_captured" for c in run.tool_calls) and not run.lists:
        yield Abstained("arguments and results of the calls were not captured")
        return
    found = [
        *_unapproved(run),
        *_against(run),
        *_undone(run),
        *_dropped(run),
        *_skipped(run),
    ]
    worded = list(against_words(run))
    found += [*worded, *_contradicted(run, worded)]
    found.sort(key=lambda f: f.severity != "error")
    yield from found[:most]


def _unapproved(run: Run) -> Iterator[Finding]:
    for u in unapproved(run):
        first = u.calls[0]
        state = "was refused" if u.refused else "was never answered"
        what = f"{len(u.calls)} changes" if len(u.calls) > 1 else "a change"
        what = "an action that cannot be taken back" if u.lasting else what
        message = f"the plan put up for approval {state}; then {what} without approval: {_what(run, first)}"
        acts = [at(c, str(c.arguments), f"{c.name} without approval") for c in u.calls[:4]]
        asked = at(u.plan, u.plan.result or u.plan.version.text, state, place=u.plan.result_place)
        evidence = (acts[0], asked, *acts[1:])
        yield Finding(message, evidence, "error" if u.refused else "warning", "acted-without-approval")

    for wish in unasked(run):
        message = f"the user said {short(wish.words)!r}; {_what(run, wish.call)} came before any such word"
        said = at(wish.message, wish.message.text, "instruction", around=wish.words[:60])
        acted = at(wish.call, str(wish.call.arguments), f"{wish.call.name} unasked")
        yield Finding(message, (acted, said), "error", "acted-without-approval")

    for answer, call in against_a_no(run):
        message = f"the user answered {short(answer.text)!r}; then {_what(run, call)} all the same"
        evidence = (at(call, str(call.arguments), f"{call.name} against a no"), at(answer, answer.text, "answer"))
        yield Finding(message, evidence, "error", "acted-without-approval")


def _against(run: Run) -> Iterator[Finding]:
    for f in forbidden(run):
        message = f"the user said {short(f.words)!r}; then {_what(run, f.call)} all the same"
        said = at(f.message, f.message.text, "instruction", around=f.words[:60])
        yield Finding(
            message, (at(f.call, str(f.call.arguments), "done all the same"), said), "error", "against-instruction"
        )


def _what(run: Run, call: ToolCall) -> str:
    work = run.memo(works)[call.number]
    return f"{call.name} {short(work.command or ', '.join(work.paths) or str(call.arguments), 120)}".strip()


def _undone(run: Run) -> Iterator[Finding]:
    told: set[tuple[int, str]] = set()
    for u in (*undone(run), *requested(run)):
        c = u.claim
        if (c.step.number, c.assertion.sentence) in told:
            continue
        told.add((c.step.number, c.assertion.sentence))
        said = at(c.step, c.message, "said", around=c.assertion.words, place=c.place)
        message = f"says {short(c.assertion.sentence)!r}; {u.why}"
        yield Finding(message, (said,), "error" if u.sure else "warning", "claimed-action-not-executed")

    for x in unused(run):
        if (x.step.number, x.sentence) not in told:
            message = f"says {short(x.sentence)!r}; {x.tool} is among the tools and was never called"
            where = at(x.step, x.step.text, "said", around=x.sentence[:80])
            yield Finding(message, (where,), "warning", "claimed-action-not-executed")


def _dropped(run: Run) -> Iterator[Finding]:
    for d in dropped(run):
        texts = "; ".join(f"{i.text!r} ({i.status})" for i in d.items[:4])
        message = f"left out of the list unworked: {texts}; the last message says {short(d.claim, 100)!r}"
        evidence = (
            at(d.update, f"{len(d.update.version.items)} items", "list without them"),
            at(d.before, texts, "list with them"),
            at(d.closing, d.closing.text, "said at the end", around=d.claim),
        )
        yield Finding(message, evidence, "warning", "items-dropped")


_SKIPPED = "planned-step-skipped"


def _skipped(run: Run) -> Iterator[Finding]:
    for s in skipped(run):
        names = ", ".join(s.missing[:4])
        message = f"announces {short(s.said, 160)!r}; {s.tool} was called for {s.made} of them and never for {names}"
        evidence = (
            at(s.plan, s.plan.text, "announced", around=s.said[:80]),
            at(s.answer, s.answer.text, "reported all the same"),
            *(at(c, str(c.arguments), "called") for c in s.calls[:2]),
        )
        yield Finding(message, evidence, "warning", _SKIPPED)

    for p in passed_over(run):
        message = (
            f"tells of {p.used!r} and {p.missing!r} alike; {p.call.name} was called for the one, nothing for the other"
        )
        said = at(p.answer, p.answer.text, "reported", around=p.sentence[:80])
        asked = at(p.asked, p.asked.text, "asked for or announced", around=p.missing)
        evidence = (said, asked, at(p.call, str(p.call.arguments), "called"))
        yield Finding(message, evidence, "warning", _SKIPPED)

    for n in unmade(run):
        message = f"says {short(n.sentence)!r}; of the steps named there is no call for {short(n.step, 80)!r}"
        told = at(n.closing, n.closing.text, "reported", around=n.sentence[:80])
        yield Finding(
            message,
            (told, at(n.plan, getattr(n.plan, "text", n.step), "steps", around=n.step[:60])),
            "warning",
            _SKIPPED,
        )

    for o in left_out(run):
        message = f"says {short(o.sentence)!r}; {_what(run, o.call)} without any {o.what} before it"
        after = next((a for a in run.answers if a.number > o.call.number), None)
        report = (at(after, after.text, "reported"),) if after is not None else ()
        said = at(o.said, o.said.text, "said", around=o.sentence[:80])
        yield Finding(message, (at(o.call, str(o.call.arguments), "done without"), said, *report), "warning", _SKIPPED)

    for u in unworked(run):
        texts = "; ".join(f"{item!r} ({name})" for item, name in u.steps[:3])
        message = f"no call after the plan was approved names the file of: {texts}; says {short(u.claim, 100)!r}"
        evidence = (
            at(u.plan, u.plan.version.text, "plan", around=u.steps[0][0]),
            at(u.closing, u.closing.text, "said at the end", around=u.claim),
        )
        yield Finding(message, evidence, "warning", _SKIPPED)


def _contradicted(run: Run, told: list[Finding]) -> Iterator[Finding]:
    """What a report has otherwise than results; of what is only worked out from values, one for a message."""
    steps = {e.place for f in told for e in f.evidence}
    for t in turned(run):
        steps.add(t.step.place)
        leg = t.leg
        way = f"from {leg.origin} to {leg.destination}"
        message = f"gives {leg.ident} as {short(t.words, 60)!r}; {leg.call.name} has it {way}"
        said = at(t.step, t.text, "said", around=t.line[:100], place=t.place)
        yield Finding(message, (said, in_result(leg.call, around=leg.ident)), "error", "claim-contradicts-result")
    for m in misstated(run):
        steps.add(m.step.place)
        message = f"gives {m.given} for {m.ident}; {m.call.name} has {m.known}, and {m.given} stands nowhere in the run"
        said = at(m.step, m.text, "said", around=m.line[:100], place=m.place)
        yield Finding(message, (said, in_result(m.call, around=m.ident)), "warning", "claim-contradicts-result")
    for w in unsettled(run):
        if not w.failed:
            steps.add(w.step.place)
            message = f"says {short(w.sentence)!r}; {w.call.name} answered {w.state!r} for {w.name}"
            said = at(w.step, w.message, "said", around=w.sentence[:80], place=w.place)
            yield Finding(message, (said, in_result(w.call, around=w.state)), "error", "claim-contradicts-result")
    for d in denied(run):
        message = f"says {short(d.sentence)!r}; every result that has {d.key} says {d.value} ({d.call.name})"
        said = at(d.step, d.step.text, "said", around=d.sentence[:80])
        yield Finding(message, (said, in_result(d.call, around=d.key)), "warning", "claim-contradicts-result")
    for x in mistold(run):
        if x.step.place not in steps:
            steps.add(x.step.place)
            message = f"says {short(x.sentence)!r}; the result of {x.call.name} has {x.key} {x.held!r}"
            said = at(x.step, x.step.text, "said", around=x.given)
            yield Finding(message, (said, in_result(x.call, around=x.held)), "error", "claim-contradicts-result")
    for r in misreported(run):
        steps.add(r.step.place)
        message = f"says {short(r.sentence)!r}; the result of {r.call.name} has {r.key} {r.held}"
        said = at(r.step, r.step.text, "said", around=r.sentence[:80])
        yield Finding(message, (said, in_result(r.call, around=r.key)), "error", "claim-contradicts-result")
    for y in unlike_record(run):
        if y.step.place not in steps:
            steps.add(y.step.place)
            message = f"says {short(y.sentence)!r}: {y.given} stands nowhere in the run; {y.call.name} has {y.held!r}"
            said = at(y.step, y.step.text, "said", around=y.sentence[:80])
            yield Finding(message, (said, in_result(y.call)), "warning", "claim-contradicts-result")
