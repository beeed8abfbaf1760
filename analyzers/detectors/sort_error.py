"""The option picked is not the extreme that was asked for; a comparison or an order that the figures contradict."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from planscope.analyzers.detector import (
    Abstained,
    Evidence,
    Finding,
    NotApplicable,
    Outcome,
    Severity,
    at,
    detector,
    in_result,
    quote,
)
from planscope.analyzers.picks.answered import answered_picks
from planscope.analyzers.picks.better import Judged, judged, undecided
from planscope.analyzers.picks.by_field import NotMost, not_most
from planscope.analyzers.picks.comparisons import Misjudged, compares, misjudged
from planscope.analyzers.picks.done_picks import chosen_picks, done_picks
from planscope.analyzers.picks.options import Option
from planscope.analyzers.picks.own_lists import own_picks
from planscope.analyzers.picks.pick import Pick
from planscope.analyzers.picks.ranked import Unordered, unordered, unsorted_pick
from planscope.analyzers.picks.said_picks import said_picks
from planscope.analyzers.picks.touched import figure
from planscope.collector.run import Run, ToolCall


@detector(
    "sort_error",
    mast=("FM-3.3 Incorrect verification", "FM-2.6 Reasoning-action mismatch"),
    trail=("Tool Output Misinterpretation", "Incorrect Problem Identification"),
)
def sort_error(run: Run, *, most: int = 10) -> Iterable[Outcome]:
    """The option picked is not the cheapest, shortest, best rated ... one that the results hold.

    ## What it finds

    - `wrong-extreme`: the agent names an option as the cheapest (dearest, fastest, earliest, nearest, best rated,
      lightest, ...), or takes one where the user asked for it, and the same result, or its own list, holds a better one
      that can be had and is as good in all that anybody asked for. Both values are quoted. Also of any other field by
      its own name: "the longest warranty with 36 months", and a record has `warranty_months` 48.
    - `unavailable-item-ranked`: the option named as the extreme cannot be had: its own record says sold out, no seats
      left, not available, and the agent does not.
    - `wrong-comparison`: "A at 120 is cheaper than B at 110"; "the new fare is higher" over a list with 136 for the new
      and 174 for the old; "A and B cost the same", and their records differ.
    - `wrong-order`: a list announced as sorted by price whose prices go up and down.
    - `unsorted-result` (info): the extreme was picked from part of a long result that is not in that order, of a tool
      that was called with a sort order elsewhere: what was not fetched may hold a better one.

    It is an error where all of it is read from structured results or from the agent's own figures; a warning where
    lines of text had to be read, or where the user asks, elsewhere, for more than the fields tell.

    ## Why it matters

    "The cheapest" is what people ask for most and check least. The answer looks right, names a real option at its real
    price, and costs more than it had to.

    ## Example

        "Order the cheapest laptop with 32 GB"
        catalog -> A 1,189.00 (32 GB), B 1,129.00 (32 GB), C 999.00 (16 GB)
        "Ordered A, the cheapest one that fits."       <- B costs 60.00 less

    ## How to fix

    Have the tool sort, or sort in code; ask the agent for the three best with their values before it picks; leave out
    what cannot be had before anything is ranked.

    ## When it abstains

    Abstains when picks were made and each of them rests on a demand that no field tells ("the cheapest quiet hotel").
    Not applicable when nothing is ranked or compared. Silent about an option that differs from the pick in anything
    that the user, or the claim, speaks of and that cannot be computed; that lacks a field which the pick has; that
    costs more in another way (fees, a deposit); that the user named, or the agent spoke of with a reservation; that
    another result tells otherwise of, or that was looked at closer. Silent about connections of several legs, about
    values per unit that are not worked out, and about "one of the cheapest".

    Option `most`: findings at most for one run, surest first.
    """
    picks = list(_picks(run))
    told = {n for option, _ in picks for n in option.names}
    found = [
        *(f for _, f in picks),
        *(_of_field(run, n) for n in not_most(run) if not told & set(n.option.names)),
        *(_of_comparison(run, m) for m in misjudged(run)),
        *(_of_order(run, u) for u in unordered(run)),
    ]
    found.sort(key=lambda f: ("error", "warning", "info").index(f.severity))
    yield from found[:most]
    if not found:
        yield from _why_none(run)


def _all(run: Run) -> tuple[Pick, ...]:
    said = (*run.memo(said_picks), *run.memo(own_picks), *run.memo(answered_picks))
    return (*said, *run.memo(chosen_picks), *run.memo(done_picks))


def _why_none(run: Run) -> Iterator[Outcome]:
    picks = _all(run)
    if not picks and not compares(run):
        yield NotApplicable("nothing is ranked or compared in this run")
    elif picks and all(undecided(run, p) for p in picks):
        yield Abstained(f"the choice rests on what no field tells ({undecided(run, picks[0])})")


def _picks(run: Run) -> Iterator[tuple[Option, Finding]]:
    """One finding for each option, though it be named again and booked as well."""
    told: set[tuple[str, ...]] = set()
    for pick in _all(run):
        if pick.option.names in told:
            continue
        wrong = judged(run, pick)
        if wrong is not None:
            told.add(pick.option.names)
            yield pick.option, _of_pick(run, wrong)
        elif pick.said and (why := unsorted_pick(run, pick)):
            told.add(pick.option.names)
            message = f"names {pick.option.name} as {pick.order.words!r}; {why}"
            yield pick.option, Finding(message, (_said(run, pick),), "info", "unsorted-result")


def _said(run: Run, pick: Pick) -> Evidence:
    step = run.steps[pick.step]
    if isinstance(step, ToolCall):
        return at(step, f"{step.name} {step.arguments}", "call", around=pick.option.names[0])
    return at(step, pick.message, "said", around=pick.sentence.strip()[:80], place=pick.place)


def _of_pick(run: Run, j: Judged) -> Finding:
    p, call = j.pick, run.steps[j.pick.listing.step]
    evidence: tuple[Evidence, ...] = (_said(run, p),)
    if isinstance(call, ToolCall):
        evidence += (in_result(call, around=(j.other or p.option).names[0]),)
    where = p.listing.tool or "its own list"
    does = f"names {p.option.name} as {p.order.words!r}" if p.said else f"takes {p.option.name} for {p.order.words!r}"
    severity: Severity = "error" if j.sure else "warning"
    if j.gone:
        return Finding(f"{does}; {where} has {j.gone} for it", evidence, severity, "unavailable-item-ranked")
    own, theirs = _shown(p.option, j.key, j.own), _shown(j.other, j.key, j.value)
    message = f"{does} ({j.key} {own}); {where} has {j.other.name if j.other else ''} with {theirs}"
    return Finding(message, evidence, severity, "wrong-extreme")


def _of_field(run: Run, n: NotMost) -> Finding:
    step, call = run.steps[n.said.step], run.steps[n.listing.step]
    own, other = n.option.fields[n.key], n.better.fields[n.key]
    message = (
        f"gives {n.option.name} the {n.words!r} ({n.key} {own}); {n.listing.tool} has {n.better.name} with {other}"
    )
    evidence: tuple[Evidence, ...] = (at(step, n.said.text, "said", around=n.sentence[:80], place=n.said.place),)
    if isinstance(call, ToolCall):
        evidence += (in_result(call, around=n.better.names[0]),)
    return Finding(message, evidence, "error", "wrong-extreme")


def _shown(option: Option | None, key: str, value: Decimal | None) -> str:
    """A field as its record writes it, where that is short."""
    raw = option.fields.get(key) if option else None
    return raw if isinstance(raw, str) and len(raw) <= 20 else figure(value or Decimal(0))


def _of_comparison(run: Run, m: Misjudged) -> Finding:
    said = at(run.steps[m.said.step], m.said.text, "said", around=m.sentence[:80], place=m.said.place)
    call = run.steps[m.listing.step] if m.listing else None
    evidence = (said, in_result(call)) if isinstance(call, ToolCall) else (said,)
    message = f"says {quote(m.sentence, size=140)!r}; {m.why}"
    return Finding(message, evidence, "error" if m.sure else "warning", "wrong-comparison")


def _of_order(run: Run, u: Unordered) -> Finding:
    said = at(run.steps[u.said.step], u.said.text, "said", around=u.sentence[:80], place=u.said.place)
    message = f"announces {quote(u.sentence, size=120)!r}; {u.first} stands before {u.second}"
    return Finding(message, (said,), "error", "wrong-order")
