"""Actions said to be done although every call for them failed. Pure."""

import re

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import Work, works
from planscope.analyzers.actions.looked import Unbacked, before, broke, worked
from planscope.analyzers.assertions.assertion_words import ACTIONS
from planscope.analyzers.assertions.backing import (
    Claimed,
    about,
    could,
    done_by,
    done_words,
    file_name,
    files_named,
    is_change,
)
from planscope.analyzers.assertions.closing import claims_whole
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall


def failed_at(run: Run, claim: Claimed) -> Unbacked | None:
    """What is wrong with a claim of an action; None when a call did it, may have, or none was made for it."""
    if claim.assertion.sort not in ACTIONS:
        return None
    named = claim.assertion.sort == "write" and files_named(claim.assertion.sentence)
    return _failed_file(run, claim) if named else _failed(run, claim)


def nothing_done(run: Run) -> tuple[ModelCall | FinalAnswer, str, tuple[ToolCall, ...]] | None:
    """The message, and its words, that call the work of an ended run done although every call up to it that was to
    change something failed."""
    for answer in run.answers[:20] if run.closing is not None else ():
        words = claims_whole(answer.text)
        if not words or hedged(answer.text):
            continue
        calls = _all_failed([(c, w) for c, w in run.memo(worked) if w.changes and c.number < answer.number])
        if calls:
            return answer, words, calls
    return None


def _all_failed(changing: list[tuple[ToolCall, Work]]) -> tuple[ToolCall, ...]:
    plain = [c for c, w in changing if w.sort in ("edit", "commit") or is_change(c.name)]
    if not plain or not all(broke(c, w) for c, w in changing) or any(_was_done(c.result, "write") for c in plain):
        return ()
    return tuple(reversed([c for c, _ in changing][-3:]))


def _failed_file(run: Run, claim: Claimed) -> Unbacked | None:
    """A file said to be written although every attempt to write it failed."""
    prior = before(run, claim)
    for name in files_named(claim.assertion.sentence):
        edits = [(c, w) for c, w in prior if w.sort == "edit" and name in map(file_name, w.paths)]
        if not edits or not all(broke(c, w) for c, w in edits):
            continue
        others = [(c, w) for c, w in prior if c.number > edits[0][0].number and (c, w) not in edits]
        if any(w.sort in ("delegate", "act", "run") or (w.sort != "look" and name in w.command) for c, w in others):
            continue
        last = edits[-1][0]
        how = "the only attempt" if len(edits) == 1 else f"every one of {len(edits)} attempts"
        why = f"{how} to write {name} failed: {_first_line(last.result)!r}"
        return Unbacked(claim, "success-on-error", why, tuple(c for c, _ in reversed(edits[-3:])))
    return None


def _failed(run: Run, claim: Claimed) -> Unbacked | None:
    """An action said to be done although every call that is for it failed."""
    sort, sentence = claim.assertion.sort, claim.assertion.sentence
    table = run.memo(works)
    calls = [c for c in about(done_by(run, sort, claim.step.number), sentence) if c.number in table]
    if not calls or not all(broke(c, table[c.number]) for c in calls):
        return None
    if hedged(claim.message):
        return None
    others = [c for c, w in before(run, claim) if c not in calls and w.sort not in ("look", "ask")]
    if any(not broke(c, table[c.number]) and could(run, c, sort) for c in about(others, sentence)):
        return None
    if any(_was_done(c.result, sort) for c in calls):
        return None
    last = calls[-1]
    how = "the only call for it" if len(calls) == 1 else f"each of the {len(calls)} calls for it"
    why = f"{how} ({last.name}) failed: {_first_line(last.result)!r}"
    return Unbacked(claim, "success-on-error", why, tuple(reversed(calls[-3:])))


_ALREADY = quick(r"\b(?:already|bereits|schon|déjà|ya|já|reeds|al)\b|已经?|既に|すでに", re.I)
_NOTHING_TO_DO = quick(r"\b(?:already exists|up[- ]to[- ]date|nothing to|duplicate)\b|已存在", re.I)


def _was_done(error: str, sort: str) -> bool:
    """Whether an error says that it is done already, if not by this call."""
    text = error[:4000]
    return bool(_NOTHING_TO_DO.search(text) or (_ALREADY.search(text) and done_words(sort).search(text)))


def _first_line(text: str) -> str:
    return next((x.strip()[:160] for x in text.splitlines() if x.strip()), "")
