"""Searches for the very same thing, spelled otherwise, that find nothing each time. Pure.

A search may be tried again with other words, in another place, or without regard to case. In quotes, with its words in
another order, or with the place named where it looked before, it is the search that found nothing already.
"""

import re
from collections.abc import Mapping
from typing import Any

from planscope.analyzers.actions.attempts import Attempt, attempts
from planscope.analyzers.actions.failures import fruitless
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import Run, UserMessage

_CODE = re.compile(r"grep|rg|glob|ack|search_?(?:dir|file)|find_?(?:file|in)|regex|pattern", re.I)
_QUERY = re.compile(
    r"quer|search|keyword|term|text|phrase|such|recherche|busca|zoek|关键|检索|検索|キーワード|^q$|^name$", re.I
)
_AMOUNT = re.compile(
    r"limit|page|size|top|max|offset|count|^n$|^k$|num|lang|sort|order|anzahl|seite|nombre|cantidad|aantal", re.I
)
_SMALL_WORDS = """
a an the of in for on at to and or der die das den dem und oder für im in am le la les l de des du et ou pour el los las
y o para en del os as e em no na do da een het van en voor op te 的 の を に は
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_TELLS = 12  # characters; a result says more than that there is nothing
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|[^\s'\"]+")
_JOINTS = frozenset(("&&", "||", "|", ";", "&", ">", ">>", "<"))
_PLACES = re.compile(r"^(?:\.{1,2}|\.{0,2}/[\w./*-]{0,200}|[\w.-]{1,80}/|--?[\w=-]{1,40})$")


def same_searches(run: Run) -> list[list[Attempt]]:
    """Rows of searches of one tool that found nothing, which ask for the same thing; a hit of that tool, or a word of
    the user, ends a row. Calls that one message asks for together count once."""
    known = run.memo(attempts)
    going: dict[str, dict[str, list[Attempt]]] = {}
    done: list[list[Attempt]] = []
    for step in run.steps:
        if isinstance(step, UserMessage) and not step.system:
            done += [row for rows in going.values() for row in rows.values()]
            going = {}
            continue
        attempt = known.get(step.number)
        if attempt is None or not _searches(attempt):
            continue
        tool = _tool(attempt)
        if not _nothing(attempt):
            done += going.pop(tool, {}).values()
        elif core := _core(attempt):
            row = going.setdefault(tool, {}).setdefault(core, [])
            if all(a.batch != attempt.batch for a in row):
                row.append(attempt)
    return [r for r in (*done, *(row for rows in going.values() for row in rows.values())) if len(r) > 1]


def _searches(attempt: Attempt) -> bool:
    """It looks for something; of tools whose names say nothing, it brought nothing."""
    if attempt.call.status in ("rejected", "unknown"):
        return False
    if attempt.work.sort in ("act", "run"):
        return len(attempt.call.result.strip()) >= _TELLS and _nothing(attempt)
    return attempt.work.sort == "look"


def _nothing(attempt: Attempt) -> bool:
    """No hit; a command's status of 1 with nothing printed says the same."""
    if attempt.call.status == "ok":
        return fruitless(attempt.call.result) == "empty"
    bare = re.sub(r"(?i)exit code:? ?1\b|\[exit(?: code)? 1\]", "", attempt.call.result).strip()
    return attempt.work.sort == "look" and bool(attempt.work.command) and not bare


def _tool(attempt: Attempt) -> str:
    if not attempt.work.program:
        return bare_name(attempt.call.name)
    return "$ " + attempt.work.program[:200].split(maxsplit=1)[0] if attempt.work.program.strip() else "$"


def _core(attempt: Attempt) -> str:
    """What a search asks for, without its looks; "" where it cannot be told."""
    if attempt.work.program:
        return _of_command(attempt)
    arguments = attempt.call.arguments
    if not isinstance(arguments, Mapping):
        return ""
    asked = {str(k): v for k, v in arguments.items() if isinstance(v, str) and _QUERY.search(str(k))}
    rest = {str(k): v for k, v in arguments.items() if k not in asked and not _AMOUNT.search(str(k))}
    if len(asked) != 1:
        return _plainly(arguments)
    words = _words(next(iter(asked.values())), code=bool(_CODE.search(attempt.call.name)))
    return f"{' '.join(sorted(words))}\0{_plainly(rest)}" if words else ""


def _words(query: str, *, code: bool) -> set[str]:
    """The words of a query; a pattern for code is taken as it stands, but for quotes."""
    if code:
        return {query.strip().strip("\"'`")}
    return {w for w in re.findall(r"[\w.+#-]+", query.casefold()) if w not in _SMALL}


def _plainly(values: Mapping[Any, Any]) -> str:
    kept = {str(k): v for k, v in values.items() if v not in (None, "", [], {}) and not _AMOUNT.search(str(k))}
    return " ".join(f"{k}={str(v).casefold().strip()}" for k, v in sorted(kept.items()))[:2000]


def _of_command(attempt: Attempt) -> str:
    """The words of a command. Places where it looks do not count where the answer is the same in so many words, so that
    it was the same place."""
    words = [w.strip("\"'") for w in _TOKEN.findall(attempt.work.program[:2000])]
    if any(w in _JOINTS or w.endswith(";") for w in words):
        return ""
    if len(attempt.call.result.strip()) < _TELLS:
        return " ".join(words)
    kept = [w for w in words if not _PLACES.match(w) or (w.startswith("-") and "i" in w)]
    return f"{' '.join(kept)}\0{attempt.outcome}" if len(kept) > 1 else ""
