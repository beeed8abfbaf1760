"""Reviews that come again: of a step done over with the same result, or with the same fault found once more. Pure."""

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from planscope.analyzers.actions.failures import outcome_key
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.quick import quick
from planscope.collector.plan import normal
from planscope.collector.run import ModelCall, Run, Step, ToolCall, Verdict

_STILL = quick(
    r"\b(?:still|again|repeated(?:ly)?|persist\w*|as before|once more"
    r"|immer noch|weiterhin|erneut|wieder|nach wie vor"
    r"|toujours|encore|de nouveau|sigue\w*|todavía|aún|otra vez|de nuevo|ainda|continua\w*"
    r"|novamente|nog steeds|opnieuw|weer)\b"
    r"|仍|依然|还是|再次|一再|依旧|まだ|依然|再び|相変わらず",
    re.I,
)
_SAYING = 30  # characters; a shorter verdict ("2 tests failed") says too little to be the same critique


def reviewed_groups(run: Run) -> list[list[Verdict]]:
    """Reviews of one step by one reviewer that saw the same result each time, though the step was done again."""
    groups: dict[str, list[list[Verdict]]] = {}
    for v in _verdicts(run):
        if not (v.subject and v.seen.strip()):
            continue
        same = groups.setdefault(f"{v.name}\0{outcome_key(v.seen)}", [])
        home = next((g for g in same if _same_subject(g[-1], v)), None)
        if home is None:
            same.append([v])
        elif any(isinstance(s, ToolCall | ModelCall) for s in run.between(home[-1].number, v.number)):
            home.append(v)
    return [g for same in groups.values() for g in same if len(g) > 1]


def _verdicts(run: Run) -> Iterator[Verdict]:
    return (s for s in run.steps if isinstance(s, Verdict))


def _same_subject(one: Verdict, two: Verdict) -> bool:
    a, b = normal(one.subject[:2000]), normal(two.subject[:2000])
    return a == b or fuzz.token_set_ratio(a, b) >= 75


def repeated_critiques(run: Run, alike: float) -> list[list[Verdict]]:
    """Rows of reviews by one reviewer that find fault in much the same words, of a thing that did not change. Where it
    is known what the reviewer saw, the subject names the step; else the subject is the thing itself."""
    rows: dict[str, list[Verdict]] = {}
    done: list[list[Verdict]] = []
    for v in _verdicts(run):
        if not v.explanation.strip():
            continue
        key = f"{v.name}\0{normal(v.subject[:200]) if v.seen else ''}"
        row = rows.get(key, [])
        if v.outcome != "fail":
            done.append(rows.pop(key, []))
        elif row and not _goes_on(run, row[-1], v, alike):
            done.append(row)
            rows[key] = [v]
        else:
            rows[key] = [*row, v]
    return [r for r in [*done, *rows.values()] if len(r) > 1]


def _goes_on(run: Run, before: Verdict, after: Verdict, alike: float) -> bool:
    """The same words; or much the same, of a thing that did not change, or with the reviewer's "still" or "again"."""
    if min(len(before.explanation), len(after.explanation)) < _SAYING:
        return False
    one, two = before.seen or before.subject, after.seen or after.subject
    if one and two and outcome_key(before.explanation) == outcome_key(after.explanation):
        return True  # whatever was changed in the thing, it was not what the reviewer asked for
    likeness = fuzz.token_set_ratio(normal(before.explanation[:4000]), normal(after.explanation[:4000]))
    if _STILL.search(after.explanation[:4000]):
        return likeness >= alike - 10
    if one and two:
        return likeness >= alike and fuzz.ratio(one[:8000], two[:8000]) >= 90
    kinds = run.memo(works)
    return likeness >= alike and not any(
        s.number in kinds and kinds[s.number].changes for s in _steps(run, before, after)
    )


def _steps(run: Run, before: Verdict, after: Verdict) -> Iterator[Step]:
    return run.between(before.number, after.number)
