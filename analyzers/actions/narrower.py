"""Searches that only ask for less than one that had found nothing already. Pure.

A search for "sea walls" that finds nothing leaves nothing for "sea walls 2026" to find. Asking once more that
way, or for something else, is how one searches; asking so again and again is no search any longer.
"""

import re
from collections.abc import Mapping

from planscope.analyzers.actions.attempts import Attempt, attempts
from planscope.analyzers.actions.failures import fruitless
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import Run, UserMessage

_QUERY = re.compile(r"quer|search|keyword|term|text|phrase|such|recherche|busca|zoek|关键|检索|検索|^q$", re.I)


def narrower_rows(run: Run) -> list[list[Attempt]]:
    """Rows of searches of one tool that found nothing, each of which holds all that an earlier one of the row had asked
    for, with the first of them. A hit, or a word of the user, ends a row; another search begins one beside it."""
    known = run.memo(attempts)
    going: dict[str, list[list[Attempt]]] = {}
    done: list[list[Attempt]] = []
    for step in run.steps:
        attempt = known.get(step.number)
        if isinstance(step, UserMessage) and not step.system:
            done += [row for rows in going.values() for row in rows]
            going = {}
        elif attempt is not None and attempt.work.sort in ("look", "act") and (asked := _asked(attempt)):
            tool = bare_name(attempt.call.name)
            if attempt.call.status == "ok" and fruitless(attempt.call.result) == "empty":
                _join(going.setdefault(tool, []), attempt, asked)
            else:
                done += going.pop(tool, [])
    return [r for r in (*done, *(row for rows in going.values() for row in rows)) if len(r) > 1]


def _join(rows: list[list[Attempt]], attempt: Attempt, asked: str) -> None:
    """Puts a search into the row that it goes on, or begins one with it."""
    for row in rows:
        if any(_holds(asked, _asked(a)) for a in row if a.act != attempt.act):
            if all(a.act != attempt.act and a.batch != attempt.batch for a in row):
                row.append(attempt)
            return
    rows.append([attempt])


def _holds(asked: str, before: str) -> bool:
    """Whether a query has every word of another (in Chinese and Japanese: the whole of it)."""
    return before in asked or set(before.split()) <= set(asked.split())


def _asked(attempt: Attempt) -> str:
    """What a search asks for, in lower case; "" where that cannot be told, or where it filters by other things too."""
    arguments = attempt.call.arguments
    if attempt.work.program or not isinstance(arguments, Mapping):
        return ""
    texts = [v for k, v in arguments.items() if isinstance(v, str) and _QUERY.search(str(k))]
    others = sum(isinstance(v, str) and bool(v) for v in arguments.values())
    return " ".join(texts[0].casefold().split())[:400] if len(texts) == 1 == others else ""
