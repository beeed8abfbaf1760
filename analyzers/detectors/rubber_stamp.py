"""Checks said to have been made and work said to have succeeded, with nothing, or the contrary, behind it."""

from collections.abc import Iterable, Iterator

from planscope.analyzers.actions.acceptance import says_within_budget
from planscope.analyzers.actions.looked import CHECKS, Unbacked, unbacked
from planscope.analyzers.actions.reviews import Flaw, flaws
from planscope.analyzers.assertions.against_outcome import against_outcome
from planscope.analyzers.assertions.backing import claimed
from planscope.analyzers.assertions.by_others import by_others
from planscope.analyzers.assertions.came_out import came_out
from planscope.analyzers.assertions.disproved import disproved
from planscope.analyzers.assertions.failed_at import failed_at, nothing_done
from planscope.analyzers.assertions.failed_looks import failed_looks
from planscope.analyzers.assertions.flipped import flipped
from planscope.analyzers.assertions.handed_out import handed_out
from planscope.analyzers.assertions.listed import against_looks
from planscope.analyzers.assertions.no_change import no_change
from planscope.analyzers.assertions.not_made import not_made
from planscope.analyzers.assertions.read_all import read_all
from planscope.analyzers.assertions.same_results import same_results
from planscope.analyzers.assertions.series import Gap, gaps
from planscope.analyzers.assertions.ticked import Ticked, ticked
from planscope.analyzers.assertions.unseen import one_unseen, unseen
from planscope.analyzers.assertions.unsettled import unsettled
from planscope.analyzers.assertions.untouched import untouched
from planscope.analyzers.claims.measured import FromNowhere, after_misses, measured
from planscope.analyzers.detector import Abstained, Evidence, Finding, NotApplicable, Outcome, at, detector, in_result
from planscope.analyzers.numbers.money import amounts
from planscope.collector.run import Run, ToolCall, Verdict

_DEEDS = (
    against_outcome,
    same_results,
    untouched,
    not_made,
    by_others,
    came_out,
    failed_looks,
    no_change,
    handed_out,
    unseen,
    one_unseen,
)


@detector(
    "rubber_stamp",
    mast=("FM-3.2 No or incomplete verification", "FM-3.3 Incorrect verification"),
    trail=("Tool Output Misinterpretation", "Goal Deviation"),
)
def rubber_stamp(run: Run, *, most: int = 12) -> Iterable[Outcome]:
    """A check, review or success that is claimed with nothing, or with the contrary, behind it.

    ## What it finds

    In what the agent says (what is denied, announced or conditional claims nothing):

    - `check-without-look`: "all tests pass", "tried it in the browser", "checked the database", and no call in the run
      that could have looked; or, for tests, none since the last change of code (a warning, for it may still be true).
      Also: "every site is verified", and the checking tool was not called for one of those that were worked on; "all
      four documents are read", and one of those that the user named was never opened; opening hours said to have been
      checked, and no call and no result mentions any. Also: a script run, a copy made, a time measured, a person
      called, a text read in full, no other caller left, a file said to be there, and every call of the run plainly
      does something else; the proofreader has approved it, and none was asked; of two papers in order, one that no call
      is about; a named check ("mypy has no complaints") that is older than a change.
    - `success-on-error`: tests that pass though the last run of them failed; a file created, an order cancelled, a
      branch pushed, though every call for it failed; all done, though every call that was to change something failed;
      all three renewed, though the call for the third failed; a review passed, though its last verdict was a fail; a
      validation passed, though all that the validator answered is an error page or half a line; a form sent, though
      the page after the click is the page before it; a check named as clean ("flake8 runs without a message") that
      came out badly or could not run; the only line, file or row changed, and the run shows more; the others left as
      they were, and the call took all of them; a file compared that could not be opened.
    - `success-on-empty`: sources found, though every search for them came back empty; an export of 0 rows, a check
      that looked at nothing; a date confirmed by somebody whose reply is empty.
    - `success-without-outcome`: deployed, imported, published, and the last that the call says is "queued".
    - `placeholders-accepted`: a letter sent, and "[Your Name]" is still in it.
    - `review-without-evidence`: requests approved one after the other and told as reviewed, and the tool that shows
      one was called for none of them.
    - `verdict-flipped`: one look-up gave the same for two things, and one of them is said to be well and the other
      not; or it gave after a change what it gave before, and the trouble is said to be mended.
    - `ticked-against-result`: a requirement ticked as met that the data fetched break ("at least 65 W ✓": 45), or
      that its own row breaks ("| lead time | ≤ 21 days | 26 days | ✓ |").
    - `against-own-look`: 13 entries counted where the list that was shown has 11; no duplicates where an entry is there
      twice; open on a day for which the look-up says closed; all to be had, and one that is listed was sold out.
    - `measured-nowhere`: measurements ("p95 went from 840 ms to 95 ms") that no result and no user ever held; of those
      that the agent says it took itself, one is enough.
    - `figures-after-misses`: look-ups failed or came back empty, no other call gave a number, and the answer has
      figures all the same.

    In reviews (verdicts that passed something), held against what the reviewer saw:

    - `success-on-empty`: it saw nothing, a page that lets no program in, or only links. Also a record that came back
      empty, called complete and handed on.
    - `success-on-error`: what it saw ends with an error.
    - `placeholders-accepted`: what it passed still holds slots such as "[Your Name]"; or a record with blanks ("TBD")
      was called complete and handed on.
    - `made-up-accepted`: what it passed says of itself that it is simulated, and real work was asked for.
    - `success-without-outcome`: a decision was asked for, and what was passed tells how it will be made.
    - `review-without-evidence`: a review praised as thorough that called no tool and quotes nothing.
    - `requirement-unbacked`: a budget said to be kept where there is not one amount.
    - `verdict-flipped`: the same input, byte for byte, failed another time. Also: a validator that said no, asked
      again about the same thing with nothing changed in between, says yes.

    ## Why it matters

    Whoever reads "verified" stops looking. A check that was never made is worse than none.

    ## Example

        Edit src/tree.ts
        "I tested it in the browser, and all tests pass."     <- no browser was opened, no test run since the edit

    ## How to fix

    Have the agent name the call that a claim rests on, run the checks in the loop rather than ask for them, and give a
    reviewer the thing itself, with the right to fail it.

    ## When it abstains

    Abstains when results were not captured or were cut, and when no review says what it saw. Not applicable when the
    run claims no check and no finished action and holds no review. Silent when something may have looked all the same:
    another agent, an unknown tool or script, work before a summary.

    Option `most`: findings at most for one run, surest first.
    """
    claims = run.memo(claimed)
    verdicts = [s for s in run.steps if isinstance(s, Verdict)]
    answers = [*_of_answers(run), *map(_of_gap, gaps(run)), *map(_of_ticked, ticked(run))]
    answers += [*map(_of_figures, measured(run)), *map(_of_figures, after_misses(run))]
    answers += [_of_gap(g) for rule in (disproved, against_looks, read_all, *_DEEDS) for g in rule(run)]
    answers += [*_of_flips(run), *_of_refused(run)]
    if not claims and not verdicts and not answers and run.memo(nothing_done) is None:
        yield NotApplicable("no claim of a check or of a finished action, and no review, in this run")
        return
    dark = bool(run.tool_calls) and all(c.content != "present" for c in run.tool_calls)
    found = [*_of_claims(run)] if not dark else []
    found += [*map(_of_flaw, flaws(run)), *answers]
    found += [f for f in _of_nothing_done(run) if not dark and not _same_place(f, found)]
    if not found and dark and not any(v.seen for v in verdicts):
        yield Abstained("the calls and results that a claim could rest on were not captured")
    elif not found and not claims and not any(v.seen for v in verdicts):
        yield Abstained("no review in this run says what it saw")
    found = [f for n, f in enumerate(found) if not any(_same_fault(f, g) for g in found[:n])]
    found.sort(key=lambda f: f.severity != "error")
    yield from found[:most]


def _same_fault(one: Finding, other: Finding) -> bool:
    """Whether two rules tell the same: the same form at the same place, by the same call or by some of the same."""
    mine, others = ([e.step for e in f.evidence] for f in (one, other))
    same = mine[0] == others[0] and bool(set(mine[1:]) & set(others[1:]))
    if one.form == "check-without-look":
        same = mine[0] == others[0]  # one for a message
    return one.form == other.form and (same or set(mine) == set(others))


def _of_flips(run: Run) -> Iterator[Finding]:
    for f in flipped(run):
        message = f"{f.passed.name} says yes to what it said no to before, with nothing changed in between"
        yield Finding(
            message, (in_result(f.passed, "yes"), in_result(f.failed, "no before it")), "warning", "verdict-flipped"
        )


def _of_refused(run: Run) -> Iterator[Finding]:
    for u in unsettled(run):
        if u.failed:
            said = at(u.step, u.message, "said", around=u.sentence[:80], place=u.place)
            message = f"says {_short(u.sentence)!r}; {u.call.name} for {u.name} failed: {_short(u.state, 120)!r}"
            yield Finding(message, (said, in_result(u.call)), "error", "success-on-error")


def _of_claims(run: Run) -> Iterator[Finding]:
    """One finding for each message, and none for a repetition of the same fault."""
    told: set[tuple[str, tuple[int, ...]]] = set()
    by_message: dict[int, list[Unbacked]] = {}
    for claim in run.memo(claimed):
        flaw = (unbacked if claim.assertion.sort in CHECKS else failed_at)(run, claim)
        key = (claim.assertion.sort, tuple(c.number for c in flaw.calls)) if flaw else None
        if flaw is not None and key is not None and key not in told:
            told.add(key)
            by_message.setdefault(claim.step.number, []).append(flaw)
    for group in by_message.values():
        yield _of_message(sorted(group, key=lambda u: not u.sure))


def _of_message(group: list[Unbacked]) -> Finding:
    first = group[0]
    message = f"says {_short(first.claim.assertion.sentence)!r}; {first.why}"
    message += "".join(f"; also says {_short(u.claim.assertion.words)!r}: {u.why}" for u in group[1:])
    said = at(
        first.claim.step, first.claim.message, "said", around=first.claim.assertion.words, place=first.claim.place
    )
    behind = [_behind(u, c) for u in group for c in u.calls]
    return Finding(message, (said, *behind), "error" if first.sure else "warning", first.form)


def _behind(flaw: Unbacked, call: ToolCall) -> Evidence:
    if flaw.form == "success-on-error":
        return in_result(call, "result")
    return at(call, str(call.arguments), f"{call.name} before it")


def _of_gap(gap: Gap) -> Finding:
    said = at(gap.step, gap.message, "said", around=gap.sentence[:80], place=gap.place)
    shown = [in_result(c, "result") if c.result else at(c, str(c.arguments), c.name) for c in gap.calls]
    message = f"says {_short(gap.sentence)!r}; {gap.why}"
    return Finding(message, (said, *shown), "error" if gap.sure else "warning", gap.form)


def _of_ticked(t: Ticked) -> Finding:
    said = at(t.step, t.message, "said", around=t.line[:80], place=t.place)
    if t.call is None:
        message = f"ticks {_short(t.line)!r}, although {t.value} breaks {t.field}"
        return Finding(message, (said,), "error", "ticked-against-result")
    message = f"ticks {_short(t.line)!r}; {t.call.name} has {t.field} {t.value}"
    return Finding(message, (said, in_result(t.call, around=t.field)), "error", "ticked-against-result")


def _of_figures(f: FromNowhere) -> Finding:
    said = at(f.step, f.step.text, "said", around=f.sentence[:80])
    if not f.calls:
        message = f"says {_short(f.sentence)!r}; no result and no message before it holds {' or '.join(f.figures[:3])}"
        return Finding(message, (said,), "warning", "measured-nowhere")
    message = f"says {_short(f.sentence)!r}; {f.calls[-1].name} gave nothing before it, and no result and no message "
    message += f"holds {', '.join(f.figures[:4])}"
    return Finding(message, (said, *map(in_result, f.calls)), "warning", "figures-after-misses")


def _of_flaw(flaw: Flaw) -> Finding:
    v = flaw.verdict
    again = f" (and {len(flaw.others)} more times)" if flaw.others and flaw.form != "verdict-flipped" else ""
    message = f"passes {_short(v.subject or v.name)!r} with {_short(v.explanation)!r}; {flaw.why}{again}"
    seen = [at(v, v.seen, "seen", around=flaw.words)] if v.seen else []
    others = [at(o, o.explanation, "another verdict on the same") for o in flaw.others]
    return Finding(
        message, (at(v, v.explanation, "verdict"), *seen, *others), "error" if flaw.sure else "warning", flaw.form
    )


def _of_nothing_done(run: Run) -> Iterator[Finding]:
    """The work called done at the end although every call that was to change something failed."""
    nothing = run.memo(nothing_done)
    if nothing is None:
        return
    answer, words, calls = nothing
    said = at(answer, answer.text, "said", around=words)
    why = f"every call that was to change something failed, last {calls[0].name}: {_short(calls[0].result, 120)!r}"
    evidence = (said, *(in_result(c) for c in calls))
    yield Finding(f"says {_short(words)!r}; {why}", evidence, "error", "success-on-error")


def _same_place(finding: Finding, others: list[Finding]) -> bool:
    return any(o.evidence[0].step == finding.evidence[0].step for o in others)


def _of_answers(run: Run) -> Iterator[Finding]:
    """A budget said to be kept in an answer, with no amount but the limit in the whole run."""
    for answer in run.answers:
        sentence = says_within_budget(answer.text)
        if not sentence:
            continue
        given = _values(r.text for r in run.requests)
        held = _values([answer.text, *(c.result for c in run.tool_calls), *(str(c.arguments) for c in run.tool_calls)])
        if given and not held - given and not any(c.content != "present" for c in run.tool_calls):
            why = "neither the answer nor any result holds an amount other than the limit"
            said = at(answer, answer.text, "said", around=sentence)
            yield Finding(f"says {_short(sentence)!r}; {why}", (said,), "warning", "requirement-unbacked")


def _values(texts: Iterable[str]) -> set[str]:
    return {str(r.normalize()) for t in texts for a in amounts(t[:200_000]) for r in a.readings}


def _short(text: str, size: int = 140) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= size else flat[: size - 1] + "…"
