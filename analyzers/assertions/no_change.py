"""A trouble told as gone although, after the change, the same call gave byte for byte what it gave before it. Pure."""

import json
import re
from collections.abc import Iterator

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.looked import broke
from planscope.analyzers.assertions.backing import said
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.assertions.deed_words import DENIED, NO_TROUBLE, PASSES
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage

_MOST = 40_000
_SHORT, _LONG = 12, 600  # characters of a result that tells a state
_TROUBLE = quick(
    r"error|exception|fail|traceback|denied|refused|timed? ?out|timeout|not found|invalid|mismatch|unavailable"
    r"|unhealthy"
    r"|\bdown\b|unreachable|\b[45]\d\d\b|missing|expired|overdue|blocked|crash|conflict|fehler|abgelaufen"
    r"|gesperrt|erreur"
    r"|échec|introuvable|fallo|caducad|bloquead|erro\b|falha|vencid|fout|mislukt|verlopen|错误|失败|异常|超时"
    r"|エラー|失敗|期限切れ",
    re.I,
)
_GONE = quick(
    r"\b(?:fixed|resolved|solved|cured|repaired|works? (?:now|again)|now works?|back (?:up|online|to normal)"
    r"|returns? (?:the right|correct|200)|verified|healthy|cleared"
    r"|behoben|gelöst|repariert|funktioniert (?:jetzt|nun|wieder)|läuft (?:jetzt|nun|wieder)"
    r"|corrigée?s?|résolue?s?|réparée?s?|fonctionne (?:maintenant|désormais|à nouveau)|disparue?s?"
    r"|corregid[oa]s?|resuelt[oa]s?|arreglad[oa]s?|solucionad[oa]s?|ya funciona|funciona (?:ahora|de nuevo)"
    r"|corrigid[oa]s?|resolvid[oa]s?|consertad[oa]s?|já funciona|voltou a funcionar"
    r"|opgelost|verholpen|gerepareerd|werkt (?:nu|weer))\b"
    r"|已?(?:修复|解决|恢复)|正常了|直りました|解決しました|修正(?:され|でき)|復旧|なくなりました",
    re.I,
)


def no_change(run: Run) -> Iterator[Gap]:
    """Each call once."""
    pairs = run.memo(_same_after)
    told: set[int] = set()
    for step, place, text in said(run) if pairs else ():
        if len(text) > _MOST or hedged(text):
            continue
        for first, last in pairs:
            if last.number in told or not _is_last(run, last, step.number):
                continue
            sentence = next((s for s in sentences(text) if _says_gone(s)), "")
            if sentence:
                told.add(last.number)
                why = (
                    f"{last.name} gave after the change what it gave before it: {' '.join(last.result.split())[:120]!r}"
                )
                yield Gap(step, place, text, sentence, "verdict-flipped", why, (last, first))
                break


def _says_gone(sentence: str) -> bool:
    if asks(sentence) or len(sentence) > 800 or not (_GONE.search(sentence) or PASSES.search(sentence)):
        return False
    return not DENIED.search(re.sub(NO_TROUBLE, " ", _GONE.sub(" ", PASSES.sub(" ", sentence)), flags=re.I))


def _same_after(run: Run) -> list[tuple[ToolCall, ToolCall]]:
    """(call before a change, the same call after it with the same troubled result)."""
    table = run.memo(works)
    seen: dict[tuple[str, str], ToolCall] = {}
    changed = -1
    found = []
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or call.content != "present" or (work.sort == "look" and (work.paths or work.command)):
            continue  # a text that was read again
        key = (call.name, json.dumps(call.arguments, sort_keys=True, default=str)[:4000])
        before = seen.get(key)
        same = before is not None and before.result == call.result and before.number < changed
        green = work.outcome == "green" or re.search(r"\b(?:completed|passed|succe\w+)\b", call.result, re.I)
        if (
            same
            and not green
            and before is not None
            and _SHORT <= len(call.result) <= _LONG
            and _TROUBLE.search(call.result)
        ):
            found.append((before, call))
        if before is None and work.sort in ("edit", "commit", "act") and not broke(call, work):
            changed = call.number
        seen[key] = call
    return found


def _is_last(run: Run, last: ToolCall, number: int) -> bool:
    """Whether nothing was called, and the user said nothing, between a call and a message."""
    if last.number > number:
        return False
    between = run.between(last.number, number)
    return not any(isinstance(s, ToolCall) or (isinstance(s, UserMessage) and not s.system) for s in between)
