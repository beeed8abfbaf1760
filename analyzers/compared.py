"""What detectors that found nothing compared, and found in order: silence that says what it rests on.

A detector of one's own gives such an account by `@detector(kind, looked=function)`; the function gets the run and
answers with `Account`. Those of ours stand here, by detector; the others have none, and that is said.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from planscope.analyzers.actions.attempts import attempts, failing_groups
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.looked import CHECKS, before, broke
from planscope.analyzers.assertions.assertion_words import COULD, PLAINLY
from planscope.analyzers.assertions.backing import Claimed, about, claimed, could, done_by
from planscope.analyzers.check import Compared, Report
from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.claim import Verdict as Rests
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.detector import Account, Detector, count, quote
from planscope.analyzers.plans.ticks import Tick, ticks, work_between
from planscope.collector.run import Run, ToolCall, Verdict

MOST: Final = 300  # claims and failures of a run that are followed up
NO_ACCOUNT: Final = "has no account of what it compared"


def compare(report: Report, detectors: Sequence[Detector], runs: Iterable[Run]) -> list[Compared]:
    """What these detectors compared in the runs of a report in which they found nothing; for a run that they had to
    pass over, why. In the order of the report's runs."""
    wanted = {d.id: d for d in detectors}
    silent = {(c.run, c.detector): c for c in report.checks if c.detector in wanted and c.outcome != "found"}
    found: dict[tuple[str, str], Compared] = {}
    for run in runs:
        for d in wanted.values():
            check = silent.get((run.id, d.id))
            if check is None or (run.id, d.id) in found:
                continue
            made = _account(d, run) if check.outcome == "clean" else Account(check.reason)
            found[run.id, d.id] = Compared(run.id, d.id, check.outcome, made.sentence, made.details)
    order = {r.id: n for n, r in enumerate(report.runs)}
    return sorted(found.values(), key=lambda c: (order.get(c.run, -1), c.detector))


def _account(detector: Detector, run: Run) -> Account:
    look = detector.looked or _ACCOUNTS.get(detector.id)
    try:
        return look(run) if look else Account(NO_ACCOUNT)
    except Exception as e:  # an account is no check: it changes no answer
        return Account(f"its account failed ({type(e).__name__}: {e})"[:300])


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(p for p in parts if p)


# --- amounts -------------------------------------------------------------------------------------------------------

_RESTS: Final[Mapping[Rests, str]] = {  # in the order in which they are told
    "found": "found in results or messages",
    "computed": "given by the run's calculator",
    "derived": "following from these",
    "weak": "found as a bare number",
    "loose": "bounds, examples or ends of ranges",
    "rests": "right if another amount is",
    "operand": "reckoned from a number that is nowhere",
    "unknown": "not to be told, since a result before is missing",
    "nowhere": "in no result, and passed over (see the manual)",
}


def _amounts(run: Run) -> Account:
    every = run.memo(claims)
    of = Counter(c.verdict for c in every)
    parts = (f"{of[v]} {words}" for v, words in _RESTS.items() if of[v])
    doubtful_first = sorted(every, key=lambda c: -list(_RESTS).index(c.verdict))
    return Account(f"{count(len(every), 'amount')} stated: {_listed(parts)}", tuple(map(_amount, doubtful_first)))


def _amount(c: Claim) -> str:
    where = f"step {c.source.step}{f' ({c.source.key})' if c.source.key else ''}" if c.source else ""
    why = _listed((_RESTS[c.verdict], where, quote(c.how, size=80)))
    return f"{c.amount.raw} at {c.place.position}: {why}"


# --- claims of checks and actions ----------------------------------------------------------------------------------


def _claims(run: Run) -> Account:
    every = run.memo(claimed)
    checks = [c for c in every if c.assertion.sort in CHECKS]
    verdicts = [s for s in run.steps if isinstance(s, Verdict)]
    followed = every[:MOST]
    behind = [_behind(run, c) for c in followed]
    backed = sum(b is not None for b in behind)
    made = _listed(
        (
            f"{count(len(checks), 'claim')} of checks" if checks else "",
            f"{count(len(every) - len(checks), 'claim')} of finished actions" if len(every) > len(checks) else "",
            count(len(verdicts), "review") if verdicts else "",
        )
    )
    said = [f"{backed} with a call behind {'it' if backed == 1 else 'them'}"] if every else []
    if len(followed) > backed:
        said.append(f"{len(followed) - backed} that nothing in the run speaks against")
    if len(every) > MOST:
        said.append(f"{len(every) - MOST} not followed up here")
    if verdicts:
        seen = sum(bool(v.seen) for v in verdicts)
        said.append(f"{count(seen, 'review')} held against what the reviewer saw")
    details = [_claim(c, b) for c, b in sorted(zip(followed, behind, strict=True), key=lambda x: x[1] is not None)]
    return Account(f"{made or 'no claim'}: {_listed(said) or 'nothing to hold against'}", tuple(details))


def _behind(run: Run, claim: Claimed) -> ToolCall | None:
    """The last call that did what is said, or could have, and did not fail."""
    sort, prior = claim.assertion.sort, before(run, claim)
    good = [(c, w) for c, w in prior if not broke(c, w)]
    if sort in ("tests", "build"):
        found = [c for c, w in good if w.sort == sort.removesuffix("s")]
    elif sort in COULD and sort in PLAINLY:
        fine = {c.number for c, _ in good}
        did = [c for c in done_by(run, sort, claim.step.number) if c.number in fine]
        found = did or [c for c, _ in good if could(run, c, sort)]
    else:
        found = [c for c, w in good if w.sort != "edit"]
    named = about(found, claim.assertion.sentence) or found
    return named[-1] if named else None


def _claim(claim: Claimed, call: ToolCall | None) -> str:
    said = f"“{quote(claim.assertion.sentence, size=100)}” at {claim.place.position}"
    return f"{said}: {call.name} at {call.place.position}" if call else f"{said}: nothing speaks against it"


# --- lists ---------------------------------------------------------------------------------------------------------


def _ticks(run: Run) -> Account:
    if not run.lists:
        flagged = [c for c in run.tool_calls if isinstance(c.data, Mapping) and c.data.get("completed") is True]
        return Account(f"{count(len(flagged), 'step')} flagged as completed: none over a failure of its own")
    every = ticks(run.lists)
    begun = sum(t.begun is not None for t in every)
    items = {i.key for u in run.lists for i in u.version.items}
    head = f"{count(len(run.lists), 'version')} of the list, {count(len(items), 'item')}"
    if not every:
        return Account(f"{head}: none went to completed")
    rest = f", {len(every) - begun} not marked so" if begun < len(every) else ""
    each = "each" if begun == len(every) else str(begun)
    words = f"{len(every)} completed, {each} in progress before{rest}; none over a failure of its own"
    return Account(f"{head}: {words}", tuple(_tick(run, t) for t in every))


def _tick(run: Run, tick: Tick) -> str:
    since = tick.begun if tick.begun is not None else tick.born
    calls = sum(1 for _ in work_between(run, since, tick.update.number))
    how = "in progress" if tick.begun is not None else "in the list"
    begun = f"{how} at {run.steps[since].place.position}, {count(calls, 'call')}"
    return f"“{quote(tick.item.text, size=80)}” {begun}, completed at {tick.update.place.position}"


def _standing(run: Run) -> Account:
    numbers = [u.number for u in run.lists]
    gaps = [
        sum(1 for _ in work_between(run, a, b)) for a, b in zip(numbers, [*numbers[1:], len(run.steps)], strict=True)
    ]
    states = Counter(i.status.replace("_", " ") for i in run.lists[-1].version.items)
    last = _listed(f"{n} {state}" for state, n in states.most_common()) or "no item"
    longest = f"at most {count(max(gaps[:-1]), 'call')} between two of them, " if len(gaps) > 1 else ""
    words = (
        f"{count(len(run.lists), 'version')} of the list, {longest}{gaps[-1]} after the last; as it was left: {last}"
    )
    left = (f"“{quote(i.text, size=80)}” {i.status.replace('_', ' ')}" for i in run.lists[-1].version.items)
    return Account(words, tuple(left))


# --- failures ------------------------------------------------------------------------------------------------------


def _failures(run: Run) -> Account:
    tried = list(run.memo(attempts).values())
    failed = [a for a in tried if a.failed]
    groups = failing_groups(run)
    again = sum(len(g) for g in groups)
    verdicts = sum(isinstance(s, Verdict) and s.outcome == "fail" for s in run.steps)
    head = _listed((count(len(tried), "call"), f"{verdicts} reviews that found fault" if verdicts else ""))
    if not failed:
        return Account(f"{head}: none failed")
    words = f"{len(failed)} failed, " + (
        f"{again} of them in {count(len(groups), 'row')} of like errors, with the call changed or too few of them"
        if groups
        else "each with an error of its own"
    )
    return Account(f"{head}: {words}", tuple(_failure(run, a.call) for a in failed[:MOST]))


def _failure(run: Run, call: ToolCall) -> str:
    after = next((c for c in run.tool_calls if c.number > call.number and c.number in run.memo(works)), None)
    then = f"; then {after.name} at {after.place.position}" if after else "; then nothing was called"
    return f"{call.name} at {call.place.position}: “{quote(call.result, size=80)}”{then}"


_ACCOUNTS: Final[Mapping[str, Callable[[Run], Account]]] = {
    "hallucinated-price": _amounts,
    "rubber-stamp": _claims,
    "discipline": _ticks,
    "stale-todo": _standing,
    "missed-replan": _failures,
}
