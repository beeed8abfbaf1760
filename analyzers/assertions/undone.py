"""Actions that the agent says it has done and that no call in the run can have done. Pure."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.assertion_words import ACTIONS, MESSAGE, PARTY, TOPICS
from planscope.analyzers.assertions.backing import (
    Claimed,
    claimed,
    could,
    done_words,
    files_named,
    idents,
    is_for,
    name_words,
    offered,
    stated_deep,
    told,
)
from planscope.analyzers.detector import count
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, ModelCall, Run, ToolCall


@dataclass(frozen=True, slots=True)
class Undone:
    """A claim of an action with nothing that did it; `tools`: the tools for it that were offered; `why` a clause."""

    claim: Claimed
    why: str
    sure: bool
    tools: tuple[str, ...] = ()


_EARLIER = quick(
    r"\b(?:earlier|previously|yesterday|last (?:week|time|month|year)|ago|vorhin|gestern|früher"
    r"|letzte\w? (?:woche|mal)|hier|tout à l'heure|précédemment"
    r"|ayer|antes|anteriormente|ontem|gisteren|eerder)\b|之前|昨天|上次|先ほど|昨日|以前",
    re.I,
)
_DRAFT = quick(
    r"^\W{0,4}(?:subject|betreff|objet|asunto|assunto|onderwerp|主题|件名)\W{0,3}[:：]|^\W{0,4}(?:dear|hi|hello"
    r"|sehr geehrte\w*|liebe\w*|bonjour|cher|chère"
    r"|estimad[oa]|querid[oa]|hola|olá|prezad[oa]|beste|geachte) [^\n]{1,40},\s*$|尊敬的|様\s*$|\b(?:draft"
    r"|template|entwurf|brouillon|borrador|rascunho|concept)\b",
    re.I | re.M,
)
_EXTENSION = quick(
    r"\.(?:md|txt|py|pyi|js|mjs|ts|tsx|jsx|json|jsonl|ya?ml|toml|html?|css|scss|csv|tsv|go|rs|java|kt|c|h|cpp"
    r"|hpp|cs|rb|php|sh|sql|ipynb|docx?|xlsx?|pptx?"
    r"|pdf|xml|ini|cfg|conf|env|svg|png|jpe?g|tex|rst|vue|svelte|swift|lua|proto|tf)$",
    re.I,
)
_SAID = quick(
    rf"\b(?:{MESSAGE}|{PARTY})\b|@|#\w|邮件|确认|短信|收据|发票|通知|メール|確認書|領収書|請求書"
    r"|\bto (?:you|him|her|them)\b",
    re.I,
)
_NO_FILE = quick(
    r"(?:node|vue|next|nuxt|express|react|three|d3|chart|socket|deno|bun|backbone|ember|moment|p5)\.(?:js|io)$", re.I
)


def undone(run: Run) -> Iterator[Undone]:
    """Claims of actions that nothing in the run can have done, each action once."""
    known: set[tuple[str, str]] = set()
    if not run.tool_calls and run.tools is None:
        return
    first = run.tool_calls[0].number if run.tool_calls else len(run.steps)
    if any(isinstance(s, Compaction) for s in run.steps[:first]) or any(
        c.content == "not_captured" for c in run.tool_calls
    ):
        return
    for claim in run.memo(claimed):
        sort = claim.assertion.sort
        if sort in TOPICS:
            if (
                (sort, "") not in known
                and not _EARLIER.search(claim.assertion.sentence)
                and not _is_draft(claim.message)
            ):
                known.add((sort, ""))  # the first time only: it is done or it is not
                if topic := _no_topic(run, claim):
                    yield topic
            continue
        if sort not in ACTIONS or _EARLIER.search(claim.assertion.sentence) or _is_draft(claim.message):
            continue
        found = _no_file(run, claim) if sort == "write" else _no_call(run, claim)
        if found is not None and (sort, found.why) not in known:
            known.add((sort, found.why))
            yield found


@lru_cache(maxsize=64)
def _is_draft(message: str) -> bool:
    """Whether a message holds a letter written for somebody else: what that says is not said by the agent."""
    return bool(_DRAFT.search(message[:20_000]))


def _until(run: Run, claim: Claimed) -> list[ToolCall]:
    """Calls before the claim, and those that its own message asks for."""
    end = claim.step.number + 1
    while (
        isinstance(claim.step, ModelCall)
        and claim.step.calls
        and end < len(run.steps)
        and isinstance(run.steps[end], ToolCall)
    ):
        end += 1
    calls = run.memo(_own_calls)
    return calls[: bisect_left(calls, end, key=lambda c: c.number)]


def _own_calls(run: Run) -> list[ToolCall]:
    """Its calls, without those of planning tools."""
    return [c for c in run.tool_calls if not c.planning]


def _no_call(run: Run, claim: Claimed) -> Undone | None:
    sort = claim.assertion.sort
    calls = _until(run, claim)
    if calls and calls[-1].number >= run.memo(_first_sign(sort)):
        return None
    fit = tuple(sorted(t for t in run.memo(offered) if is_for(t, sort)))
    own = claim.assertion.own or (sort == "send" and _asked_to_send(run, claim))
    if not own and (sort == "publish" or (sort == "send" and not _SAID.search(claim.assertion.sentence))):
        return None  # a parcel is sent by others, a site is live for long
    number = count(len(calls), "call")
    if fit:
        return Undone(
            claim,
            f"{', '.join(fit[:3])} is among the tools and is not called before it ({number}, none could do it)",
            True,
            fit,
        )
    if not own or (sort == "change" and "```" in claim.message):
        return None  # with code in it, the message may be the change itself
    if run.tools is not None:
        return Undone(
            claim, f"none of the {len(run.tools)} tools is for it, and no call before it could do it ({number})", False
        )
    return Undone(claim, f"no call before it could do it ({number})", False) if calls else None


_ADDRESS = quick(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")


def _asked_to_send(run: Run, claim: Claimed) -> bool:
    """Whether "has been e-mailed to x@y" is of an address that the user gave: then it was the agent's to do."""
    given = set(_ADDRESS.findall(claim.assertion.sentence.casefold()))
    asked = (s.text.casefold() for s in run.requests if s.number < claim.step.number)
    return bool(given) and any(given & set(_ADDRESS.findall(text[:100_000])) for text in asked)


def _no_topic(run: Run, claim: Claimed) -> Undone | None:
    """Something set up for which a tool is at hand by its name, while no call before it so much as mentions it."""
    _, tool, may = (re.compile(p, re.I) for p in TOPICS[claim.assertion.sort])
    fit = tuple(sorted(t for t in run.memo(offered) if tool.search(name_words(t)) and not _LOOKS.match(name_words(t))))
    calls, table = _until(run, claim), run.memo(works)
    if not fit or any(table[c.number].sort in ("run", "delegate") or c.content != "present" for c in calls):
        return None
    marked: set[str] = set()  # identifiers that results give to such a thing
    for c in calls:
        keys = " ".join(map(str, c.arguments)) if isinstance(c.arguments, Mapping) else ""
        arguments = run.memo(told)[c.number]
        if table[c.number].changes and (
            may.search(f"{name_words(c.name)} {keys} {arguments}") or marked & idents(arguments)
        ):
            return None
        if (tool.search(c.result[:20_000]) and table[c.number].changes) or _IS_SO.search(c.result[:20_000]):
            return None
        for key, value in c.data.items() if isinstance(c.data, Mapping) else ():
            marked |= idents(stated_deep(value)) if tool.search(str(key)) else set()
    why = f"{', '.join(fit[:3])} is among the tools; no call is for it ({count(len(calls), 'call')} before it)"
    return Undone(claim, why, True, fit)


_LOOKS = quick(r"(?:get|list|find|search|check|show|read|lookup|quote|validate|view|consult\w*|buscar|ver)_")
_IS_SO = quick(
    r"applied|redeemed|(?<![a-z])used|exchanged|exchange_?id|eingelöst|angewendet|utilisé|aplicad|canjead"
    r"|usad[oa]|resgatad"
    r"|ingewisseld|toegepast|已使用|使用済|適用済",
    re.I,
)


@lru_cache(maxsize=64)
def _first_sign(sort: str) -> Callable[[Run], int]:
    """The first call that could have done an action, or whose result tells of it (it came with another)."""

    def first(run: Run) -> int:
        signs = (c.number for c in run.memo(_own_calls) if _is_sign(run, c, sort))
        return next(signs, len(run.steps) + 1)

    return first


def _is_sign(run: Run, call: ToolCall, sort: str) -> bool:
    work = run.memo(works)[call.number]
    return (
        call.content != "present"
        or work.sort == "delegate"
        or (work.changes if sort == "change" else could(run, call, sort))
        or (sort != "change" and bool(done_words(sort).search(call.result[:20_000])))
    )


def _no_file(run: Run, claim: Claimed) -> Undone | None:
    """A file said to be written that no call so much as names."""
    if not claim.assertion.own:
        return None
    table = run.memo(works)
    calls = _until(run, claim)
    if not calls or any(table[c.number].sort not in ("look", "edit", "ask") for c in calls):
        return None  # a command, a script, another agent may have written it
    for name in files_named(claim.assertion.sentence):
        if not _EXTENSION.search(name) or _NO_FILE.search(name):
            continue
        arguments = run.memo(told)
        named = any(name in arguments[c.number] or any(name in p for p in table[c.number].paths) for c in calls)
        if not named and not any(name in c.result for c in calls):
            return Undone(claim, f"no call names {name} ({count(len(calls), 'call')} before it)", True)
    return None
