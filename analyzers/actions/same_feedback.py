"""Drafts that are handed in again and again and come back with the same remark, word for word. Pure.

What was changed in the draft is then not what the remark asks for. A single second remark may be a slip of either side.
"""

from collections.abc import Mapping

from planscope.analyzers.actions.attempts import Attempt, attempts
from planscope.analyzers.actions.verdicts import refusal
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import Run, UserMessage

_DRAFT = 40  # characters from which a text of the arguments is a draft


def returned_drafts(run: Run) -> list[list[Attempt]]:
    """Rows of calls of one tool that judges a draft, each given back with the same remark although the draft was
    written over. Another answer of the tool, or a word of the user, ends a row."""
    known = run.memo(attempts)
    rows: dict[str, list[Attempt]] = {}
    done: list[list[Attempt]] = []
    changed = 0
    changes: dict[int, int] = {}
    for step in run.steps:
        if isinstance(step, UserMessage) and not step.system:
            done += rows.values()
            rows = {}
            continue
        attempt = known.get(step.number)
        if attempt is None:
            continue
        key = f"{bare_name(attempt.call.name)}\0{_beside(attempt)}"
        row = rows.get(key, [])
        changes[step.number] = changed
        changed += attempt.work.sort == "edit" and not attempt.failed
        if not _gives_back(attempt):
            done.append(rows.pop(key, []))
        elif row and row[-1].outcome == attempt.outcome:
            anew = attempt.act != row[-1].act or changes[row[-1].call.number] < changes[step.number]
            row += [attempt] if anew and attempt.batch != row[-1].batch else []
        else:
            done.append(row)
            rows[key] = [attempt]
    return [r for r in (*done, *rows.values()) if len(r) > 1]


def _gives_back(attempt: Attempt) -> bool:
    """The call hands in a draft, and the answer does not accept it and says why."""
    if attempt.work.program or attempt.work.sort in ("test", "build", "edit", "ask") or attempt.may_pass:
        return False
    return bool(attempt.call.status in ("ok", "error") and refusal(attempt.call.result, attempt.call.data))


def _beside(attempt: Attempt) -> str:
    """The arguments but for drafts."""
    arguments = attempt.call.arguments
    if not isinstance(arguments, Mapping):
        return ""
    return str(sorted((str(k), str(v)) for k, v in arguments.items() if len(str(v)) < _DRAFT))[:2000]
