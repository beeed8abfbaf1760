"""Requirements of the user that slipped through."""

from collections.abc import Iterable, Iterator
from itertools import islice

from planscope.analyzers.detector import Abstained, Finding, NotApplicable, Outcome, at, detector, in_result
from planscope.analyzers.requirements.asked_files import untouched
from planscope.analyzers.requirements.budget import exceeded
from planscope.analyzers.requirements.contradicted import contradicted, uncompared
from planscope.analyzers.requirements.deadlines import late
from planscope.analyzers.requirements.deliverables import missing
from planscope.analyzers.requirements.listed import left_out
from planscope.analyzers.requirements.literal import unwritten
from planscope.analyzers.requirements.members import skipped
from planscope.analyzers.requirements.passed_over import passed_over
from planscope.analyzers.requirements.replaced import Replaced, replaced
from planscope.analyzers.requirements.schedules import misscheduled
from planscope.analyzers.requirements.withheld import withheld
from planscope.collector.run import Run


@detector(
    "requirement_gap",
    mast=("FM-1.1 Disobey task specification", "FM-2.4 Information withholding"),
    trail=("Instruction Non-compliance", "Goal Deviation"),
)
def requirement_gap(run: Run, *, most: int = 10) -> Iterable[Outcome]:
    """What the user asked for is not what was picked, booked, written or answered, and nobody says so.

    ## What it finds

    - `clause-contradicted`: a clause that can be measured ("arrives before 10:00", "at most 90 € a night", "four
      stars", "non-stop", "at least 16 GB of memory", "within 2 km", "with breakfast"), and the record of what was
      booked or recommended says otherwise. Error; warning where a list of amenities lacks it, or a distance names no
      place. Also a wish beside the thing itself (a seat by the window, a card, a diet, two beds, a colour, express
      delivery, a reminder), where the record of the booking or order leaves that slot empty ("seats: not selected") or
      holds another value in it; a schedule (cron, calendar rule) that runs on other days or at another pace; and a day
      of delivery after the one by which it had to be there.
    - `asked-value-replaced`: the user gave a time, a date, a number of people, rooms or nights, or chose one of several
      things, and the call carries another one: the one from before the change, or one that nobody spoke of. Error.
    - `budget-exceeded`: what the booking calls cost together is more than the budget for all of it. Error.
    - `named-output-missing`: a file that the request names as the place for the result stands in no call, result, plan
      or answer, and work is said to be done; or a file that was to be changed is written by no call. Warning; error
      where a listing of the changes (`git status`, `git diff --stat`) shows it.
    - `recipient-passed-over`: the same of an e-mail address to which something was to be sent. Warning.
    - `fewer-than-asked`: so many options were asked for, and the answer's numbered list is shorter. Warning.
    - `request-passed-over`: a text given word for word ("a card saying “…”") stands in no call, result or answer; a
      member of a list ("cancel 8801, 8802 and 8810") is left out, of which the calls take up the others; there is no
      call for a message to somebody, a calendar entry, a cancellation or a test, and all is said to be done as asked;
      an item of a numbered request, or what is asked "also", shares no word with anything that was said, called, found
      or planned, and work is said to be done. Warning; error of a thing in a list ("a desk (1 piece), lamps
      (2 pieces)") where the calls name all others in the user's words.

    ## Why it matters

    A request has many parts, and an agent that forgets one still reports success. The user finds out at the station, at
    the desk, or never.

    ## Example

        user: a train that arrives before 10:00, please
        search_trains -> T81 09:20, T83 10:50
        book_train T83                                    <- clause-contradicted: arrival 10:50

    ## How to fix

    Have the agent list the clauses of the request first, and check each against the record of what it picked before it
    acts. Where one cannot be met, it has to say so and ask.

    ## When it abstains

    Abstains when the run does not end with an answer, and where no record of what was picked tells of a clause that
    could be measured. Not applicable without a request. Silent about wishes
    ("preferably", "about", "or"), about what a later message touches again, about what the agent tells openly or the
    user saw and agreed to, about things whose record cannot be told from others, and about whatever a single pick of
    the run keeps to.

    Option `most`: findings at most for one run, surest first.
    """
    if not run.requests:
        yield NotApplicable("no request of a user in this run")
        return
    if run.closing is None:
        yield Abstained("the run does not end with an answer: what was asked may still be done")
        return
    found = [
        *_replaced(run),
        *_contradicted(run),
        *_exceeded(run),
        *_untouched(run),
        *_missing(run),
        *_passed_over(run),
        *_withheld(run),
        *_scheduled(run),
        *_late(run),
        *_skipped(run),
    ]
    found.sort(key=lambda f: f.severity != "error")
    yield from found[:most]
    open_clauses = [] if found else list(dict.fromkeys(map(str, islice(uncompared(run), 3))))
    if open_clauses:
        yield Abstained(f"no record of what was picked tells of: {', '.join(open_clauses)}")


def _contradicted(run: Run) -> Iterator[Finding]:
    for c in contradicted(run):
        where = f"{c.source.name} has {c.reading}" if not c.in_arguments else f"{c.source.name} was given {c.reading}"
        message = f"asked was {c.clause!s} (“{c.clause.words[:120]}”); {where}"
        source = (
            at(c.source, str(c.source.arguments), "called")
            if c.in_arguments
            else in_result(c.source, around=str(c.reading.cell.value)[:40])
        )
        evidence = [source]
        if c.pick.call is not None and c.pick.call is not c.source:
            evidence.append(at(c.pick.call, str(c.pick.call.arguments), "picked"))
        evidence += [
            at(c.report, c.report.text, "reported"),
            at(c.asked, c.asked.text, "asked", around=c.clause.words[:80]),
        ]
        yield Finding(message, tuple(evidence), "error" if c.reading.sure else "warning", "clause-contradicted")


def _exceeded(run: Run) -> Iterator[Finding]:
    for x in exceeded(run):
        parts = " + ".join(f"{a:f}" for _, a in x.calls[:12])
        message = f"asked was {x.clause!s} in all (“{x.clause.words[:120]}”); the calls come to {parts} = {x.sum:f}"
        evidence = [at(c, str(c.arguments), "called") for c, _ in x.calls[-2:]]
        evidence += [at(x.report, x.report.text, "reported"), at(x.asked, x.asked.text, "asked", around=x.clause.words)]
        yield Finding(message, tuple(evidence), "error", "budget-exceeded")


def _replaced(run: Run) -> Iterator[Finding]:
    groups: dict[int, list[Replaced]] = {}
    for r in replaced(run):
        groups.setdefault(r.message.number, []).append(r)
    for group in groups.values():
        first = group[0]
        values = "; ".join(dict.fromkeys(f"{r.sort} {r.asked} was asked, {r.call.name} has {r.carried}" for r in group))
        calls = list({r.call.number: r.call for r in group}.values())[:2]
        evidence = [at(c, str(c.arguments), "called", place=None) for c in calls]
        evidence += [at(first.report, first.report.text, "reported"), at(first.message, first.message.text, "asked")]
        evidence.append(in_result(first.call))
        yield Finding(values, tuple(evidence), "error", "asked-value-replaced")


def _untouched(run: Run) -> Iterator[Finding]:
    for u in untouched(run):
        why = f"{u.listing.name} lists the changes, without it" if u.listing else "no call writes it"
        message = f"{u.name} was to be changed (“{u.piece[:120]}”); {why}, and the answer does not speak of it"
        shown = (in_result(u.listing),) if u.listing else ()
        evidence = (
            at(u.closing, u.closing.text, "answered", around=u.claim),
            *shown,
            at(u.message, u.message.text, "asked", around=u.piece[:80]),
        )
        yield Finding(message, evidence, "error" if u.listing else "warning", "named-output-missing")


def _missing(run: Run) -> Iterator[Finding]:
    told = {u.name for u in untouched(run)}
    for m in missing(run):
        if m.name in told:
            continue
        if m.form == "fewer-than-asked":
            message = f"asked was “{m.sentence[:120]}”; the answer lists {m.said}"
        else:
            what = "file" if m.form == "named-output-missing" else "address"
            message = (
                f"the {what} {m.name} that the request names (“{m.sentence[:120]}”) stands in no call, result or answer"
            )
        evidence = (
            at(m.closing, m.closing.text, "answered", around=m.said),
            at(m.message, m.message.text, "asked", around=m.sentence[:80]),
        )
        yield Finding(message, evidence, "warning", m.form)


def _passed_over(run: Run) -> Iterator[Finding]:
    for p in passed_over(run):
        message = f"no call, result, plan or answer takes up “{p.part[:120]}”; the answer says “{p.claim[:100]}”"
        evidence = (
            at(p.closing, p.closing.text, "answered", around=p.claim),
            at(p.message, p.message.text, "asked", around=p.part[:80]),
        )
        yield Finding(message, evidence, "warning", "request-passed-over")

    held = [w.wish for w in withheld(run)]
    for u in unwritten(run):
        if any(w.message is u.message and w.slot.said.search(f"{u.piece} {u.text}") for w in held):
            continue  # the record tells it already
        message = f"the text “{u.text}” that the request gives (“{u.piece[-80:]}”) stands in no call, result or answer"
        evidence = (
            at(u.closing, u.closing.text, "answered", around=u.claim),
            at(u.message, u.message.text, "asked", around=u.text[:60]),
        )
        yield Finding(message, evidence, "warning", "request-passed-over")

    for x in left_out(run):
        message = f"no call, result, plan or answer takes up “{x.name}”; the calls name {', '.join(x.others[:4])}"
        evidence = (at(x.closing, x.closing.text, "answered"), at(x.message, x.message.text, "asked", around=x.name))
        yield Finding(message, evidence, "error", "request-passed-over")


def _withheld(run: Run) -> Iterator[Finding]:
    for w in withheld(run):
        has = "was given" if w.in_arguments else "has"
        value = "null" if w.cell.value is None else str(w.cell.value)[:80]
        message = f"asked was {w.asked} (“{w.wish.words[:120]}”); {w.call.name} {has} {w.cell.key}: {value}"
        record = at(w.call, str(w.call.arguments), "called") if w.in_arguments else in_result(w.call, around=w.cell.key)
        evidence = (
            at(w.report, w.report.text, "answered"),
            at(w.call, str(w.call.arguments), "called"),
            record,
            at(w.wish.message, w.wish.message.text, "asked", around=w.wish.words[:80]),
        )
        yield Finding(message, evidence, "error", "clause-contradicted")


def _scheduled(run: Run) -> Iterator[Finding]:
    for m in misscheduled(run):
        message = f"asked was {m.asked} (“{m.words[:120]}”); {m.call.name} has “{m.schedule}”, which runs {m.runs}"
        evidence = (
            at(m.report, m.report.text, "answered"),
            at(m.call, str(m.call.arguments), "called", around=m.schedule),
            at(m.message, m.message.text, "asked", around=m.words[:80]),
        )
        yield Finding(message, evidence, "error", "clause-contradicted")


def _late(run: Run) -> Iterator[Finding]:
    for x in late(run):
        message = f"asked was {x.asked} (“{x.words[:120]}”); {x.call.name} has {x.cell.key}: {x.cell.value}"
        evidence = (
            at(x.report, x.report.text, "answered"),
            at(x.call, str(x.call.arguments), "called"),
            in_result(x.call, around=str(x.cell.value)),
            at(x.message, x.message.text, "asked", around=x.words[:80]),
        )
        yield Finding(message, evidence, "error", "clause-contradicted")


def _skipped(run: Run) -> Iterator[Finding]:
    for x in skipped(run):
        message = f"asked was {x.what} (“{x.piece[:120]}”); no call, result or answer holds it"
        if x.taken:
            message += f" (the calls: {', '.join(x.taken[:4])})"
        evidence = (
            at(x.closing, x.closing.text, "answered", around=x.claim),
            at(x.message, x.message.text, "asked", around=x.piece[:80]),
        )
        yield Finding(message, evidence, "warning", "request-passed-over")
