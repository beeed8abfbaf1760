"""Things that a message tells of as looked at although every look at them failed or came back with nothing. Pure.

A thing is known by the value that names it in the call: a file, an id, an address. What any other call or the user told
of it speaks for it.
"""

import re
from collections.abc import Iterator, Mapping

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions.backing import said, told, went_wrong
from planscope.analyzers.assertions.changes_shown import data_of
from planscope.analyzers.assertions.closing import asks, sentences, unfinished
from planscope.analyzers.assertions.deed_words import DENIED, READ_WHOLE
from planscope.analyzers.assertions.disproved import nothing_in
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.assertions.series_words import CHECKED, COMPLETE
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage

_MOST = 40_000
_QUERY = re.compile(
    r"q|query|search|term|keyword|pattern|text|prompt|question|topic|such\w*|busc\w*|consulta|frage|thema", re.I
)
_NAMES = re.compile(
    r"[\w.@~/\\-]{1,120}\.[A-Za-z]\w{1,5}|(?=[\w./#-]*\d)(?=[\w./#-]*[A-Za-z])[\w./#-]{3,40}|https?://\S{4,200}"
    r"|#?\d{4,12}"
)
_TAKEN_IN = quick(  # what was in it has gone into the work
    r"\b(?:based on|according to|summari[sz]ed|compared|reconciled|matched|merged|included|incorporated"
    r"|considered|covers"
    r"|covered|taken into account|cross-?checked|combined|per|as stated in|used"
    r"|laut|gemäß|zusammengefasst|verglichen|abgeglichen|berücksichtigt|eingearbeitet|übernommen|auf basis|anhand"
    r"|d['’]après|selon|résumée?s?|comparée?s?|rapprochée?s?|intégrée?s?|prise?s? en compte"
    r"|según|resumid[oa]s?|comparad[oa]s?|cotejad[oa]s?|incluid[oa]s?|incorporad[oa]s?|tenid[oa]s? en cuenta"
    r"|segundo|conforme|incluíd[oa]s?|considerad[oa]s?"
    r"|volgens|samengevat|vergeleken|verwerkt|meegenomen|opgenomen)\b"
    r"|根据|按照|总结|对比|比较|核对|汇总|参考|合并|によると|基づ|まとめ|比較|照合|反映|統合",
    re.I,
)


def failed_looks(run: Run) -> Iterator[Gap]:
    """Each thing once, in answers."""
    lost = run.memo(_lost)
    told_of: set[str] = set()
    for step, place, text in said(run) if lost else ():
        if len(text) > _MOST or step not in run.answers or hedged(text):
            continue
        for name, call in lost.items():
            if name in told_of or call.number > step.number or not _stands(name, text):
                continue
            mine = [s for s in sentences(text) if _stands(name, s)]
            if any(DENIED.search(s) or unfinished(s) for s in mine):
                continue
            sentence = next((s for s in mine if _takes_in(s)), "")
            if sentence:
                told_of.add(name)
                form = "success-on-empty" if call.status == "ok" and not went_wrong(call) else "success-on-error"
                why = f"{call.name} for {name} gave {' '.join(call.result.split())[:120]!r}, and no other call gave it"
                yield Gap(step, place, text, sentence, form, why, (call,))


def _takes_in(sentence: str) -> bool:
    return not asks(sentence) and any(p.search(sentence) for p in (_TAKEN_IN, CHECKED, COMPLETE, READ_WHOLE))


def _stands(name: str, text: str) -> bool:
    return name in text and bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))


def _lost(run: Run) -> dict[str, ToolCall]:
    """Names of things that were looked for and never seen, each with the last look at it."""
    table = run.memo(works)
    if any(c.content != "present" for c in run.tool_calls):
        return {}
    found: dict[str, ToolCall] = {}
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or work.sort not in ("look", "act") or work.query or call.status in ("unknown", "rejected"):
            continue
        if went_wrong(call) or nothing_in(call) or (call.status == "ok" and data_of(call) in ({}, [])):
            for name in _names(call, work.command):
                found[name] = call
    if not found or any(may_hide(c, table[c.number]) for c in run.tool_calls if c.number in table):
        return {}
    return {n: c for n, c in [*found.items()][:40] if not _known(run, n, c)}


def _names(call: ToolCall, command: str) -> list[str]:
    if command:
        return [w for w in command.split() if "." in w and _NAMES.fullmatch(w)][:3]
    given = call.arguments if isinstance(call.arguments, Mapping) else {}
    values = [str(v) for k, v in given.items() if isinstance(v, str | int) and not _QUERY.fullmatch(str(k))]
    names = [v.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] if "://" not in v else v for v in values]
    return [n for n in names if _NAMES.fullmatch(n)]


def _known(run: Run, name: str, call: ToolCall) -> bool:
    """Whether a call that went well, or the user, gave anything of it."""
    given = run.memo(told)
    for step in run.steps:
        if isinstance(step, UserMessage) and step.number > call.number and not step.system:
            return True
        if isinstance(step, UserMessage) and len(step.text) > 1500 and name in step.text:
            return True
        if not isinstance(step, ToolCall) or step.status != "ok" or went_wrong(step) or nothing_in(step):
            continue
        if data_of(step) not in ({}, []) and (name in given[step.number] or _stands(name, step.result)):
            return True
    return False
