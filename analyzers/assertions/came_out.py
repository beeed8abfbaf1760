"""Work told as done although the call for it says otherwise: it failed, it is still going on, or it did nothing ("0
rows"). Whatever the work is: it is known by the words of the tool's name. Pure.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.looked import broke
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.actions.shell import plain_output
from planscope.analyzers.assertions.backing import idents, name_words, said, stated_deep
from planscope.analyzers.assertions.changes_shown import data_of
from planscope.analyzers.assertions.closing import asks, did, sentences, unfinished
from planscope.analyzers.assertions.deed_words import CHANGED, DENIED
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.assertions.series_words import speaks_of
from planscope.analyzers.quick import quick
from planscope.collector.run import PlanUpdate, Run, ToolCall

_MOST, _LATEST = 40_000, 20  # characters of a message; calls before it that are asked about
_OF_ALL_WORK = re.compile(
    r"get|set|list|read|run|start|stop|do|make|fetch|lookup|find|search|query|new|the|all|tool|api|call|status"
    r"|data|item"
    r"|items|handle|process|perform|execute|trigger|begin|init|agent|service|mcp|job|task|begin|v\d"
)
_RUNNING = re.compile(
    r"running|in[ _-]?progress|processing|queued|pending|building|deploying|start(?:ed|ing)|scheduled|initiali[sz]ing"
    r"|provisioning|waiting|accepted|submitted|uploading|rendering|rolling[ _-]?out|läuft|in arbeit|gestartet"
    r"|in warteschlange|en cours|en attente|démarrée?|en curso|en cola|iniciad[oa]|pendiente|em andamento"
    r"|na fila|pendente"
    r"|bezig|in wachtrij|gestart|进行中|运行中|处理中|排队中?|已启动|実行中|処理中|待機中|キュー待ち",
    re.I,
)
_STILL = quick(
    r"\b(?:running|in progress|processing|queued?|pending|background|started|scheduled|underway|ongoing|waiting"
    r"|soon|minutes"
    r"|läuft|laufend\w*|warteschlange|gestartet|im hintergrund|en cours|en attente|lancée?|démarrée?|en curso|en cola"
    r"|iniciad[oa]|pendiente|em andamento|na fila|iniciad[oa]|pendente|bezig|gestart|wachtrij)\b"
    r"|进行中|运行中|处理中|排队|启动|稍后|実行中|処理中|待機|開始",
    re.I,
)
_ENDED = quick(
    r"\b(?:completed?|finished|done|live|succeeded|successful(?:ly)?|through|ready|deployed|published|imported"
    r"|exported"
    r"|migrated|restored|rendered|processed|built|rolled out|synced|synchroni[sz]ed|uploaded|trained|indexed"
    r"|abgeschlossen|fertig|erledigt|beendet|erfolgreich|ausgerollt|importiert|exportiert|migriert"
    r"|veröffentlicht|durch"
    r"|terminée?s?|finie?s?|réussie?s?|déployée?s?|importée?s?|exportée?s?|publiée?s?|migrée?s?|en ligne"
    r"|terminad[oa]s?|complet\w+|finalizad[oa]s?|desplegad[oa]s?|importad[oa]s?|exportad[oa]s?|publicad[oa]s?"
    r"|migrad[oa]s?"
    r"|concluíd[oa]s?|implantad[oa]s?|no ar|afgerond|klaar|voltooid|uitgerold|geïmporteerd|geëxporteerd|gepubliceerd"
    r"|gemigreerd)\b|完成|成功|上线|已(?:部署|发布|导入|导出|迁移)|完了|終わりました|公開しました|デプロイしました",
    re.I,
)
_JOBS = re.compile(
    r"deploy|build|migrat|export|import|sync|back_?up|restore|render|train|index|job|pipeline|publish|upload|transcod"
    r"|convert|scan|provision|roll_?out|release|generat|batch|copy|workflow|ausroll|veröff|déploi|deploi"
    r"|desplieg|desple"
    r"|implant|uitrol|部署|构建|迁移|导出|导入|发布|公開|移行|出力"
)
_STATE_KEY = re.compile(r"(?:\w+_)?(?:status|state|phase)|estado|statut|状态|状態", re.I)
_COUNTS = re.compile(
    r"rows|records|items|entries|count|total|exported|imported|synced|sent|delivered|processed|migrated|copied"
    r"|written"
    r"|uploaded|inserted|updated|created|deleted|moved|archived|matched|affected|changed|recipients|files"
    r"|documents|bytes"
    r"|pages|lines|zeilen|datensätze|lignes|enregistrements|filas|registros|linhas|rijen|exportiert|importiert|num|n"
    r"|number|of|size|行数|条数|件数"
)
_NO_ROWS = re.compile(
    r"^(?:UPDATE|DELETE|INSERT 0|COPY|MERGE) 0$|^\W*(?:exported|imported|processed|copied|migrated|synced|sent"
    r"|wrote|written"
    r"|uploaded|deleted|updated|inserted|moved)\W{1,3}0\b[^\n]{0,30}$"
    r"|^\W*0 (?:rows?|records?|items?|files?|documents?|entries|objects|messages|zeilen|datensätze|lignes"
    r"|registros|filas"
    r"|linhas|rijen)(?: \w+){0,4}\W*$",
    re.I | re.M,
)
_ALREADY = re.compile(  # an error that says that it is done, if not by this call
    r"\b(?:already|duplicate|up[- ]to[- ]date|nothing to|bereits|schon|déjà|ya|já|reeds)\b|已经?|既に|すでに", re.I
)
_NONE = re.compile(
    r"\b(?:0|no|none|zero|nothing|empty|null|keine?n?|nichts|leer|aucune?|rien|vide|ning[uú]n\w*|nada|vací[oa]"
    r"|nenhum\w*|vazi[oa]"
    r"|geen|niets|leeg)\b|没有|[为是]空|零|なし|ありません|空",
    re.I,
)


def came_out(run: Run) -> Iterator[Gap]:
    """Each call once."""
    open_calls = run.memo(_open)
    if not open_calls:
        return
    good_at = {c.number: _good_at(run, c, form) for c, form, _ in open_calls}
    told: set[int] = set()
    for step, place, text in said(run):
        if len(text) > _MOST or step.number < open_calls[0][0].number:
            continue
        mine = [(c, f, w) for c, f, w in open_calls if c.number < step.number and c.turn == step.turn]
        if not mine or hedged(text):
            continue
        for call, form, why in mine[-_LATEST:]:
            if call.number in told or good_at[call.number] < step.number:
                continue
            sentence = next((s for s in sentences(text) if _says_done(run, s, text, call, form)), "")
            if sentence:
                told.add(call.number)
                yield Gap(step, place, text, sentence, form, why, (call,))


def _open(run: Run) -> list[tuple[ToolCall, str, str]]:
    """Calls that were to do something and did not, each with the form of the fault and what it says."""
    table = run.memo(works)
    found = []
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or call.content != "present" or call.status in ("unknown", "rejected"):
            continue
        if work.sort == "act" and broke(call, work):
            if _ALREADY.search(call.result[:4000]):
                continue
            found.append((call, "success-on-error", f"{call.name} failed: {_flat(call.result)!r}"))
        elif work.sort not in ("look", "ask", "delegate", "test", "build") or _JOBS.search(name_words(call.name)):
            state = _running(call)
            nothing = "" if state else _nothing(call, work.command or work.query)
            if state:
                found.append((call, "success-without-outcome", f"the last that {call.name} says is {state!r}"))
            elif nothing:
                found.append((call, "success-on-empty", f"{call.name} says {nothing!r}"))
    return found[-200:]


def _running(call: ToolCall) -> str:
    data = data_of(call)
    if not isinstance(data, Mapping) or not _JOBS.search(name_words(call.name)):
        return ""
    states = [f"{k}: {v}" for k, v in data.items() if _STATE_KEY.fullmatch(str(k)) and isinstance(v, str)]
    ends = [s for s in states if _RUNNING.fullmatch(s.split(": ", 1)[1].strip())]
    return ends[0] if ends and len(states) == 1 else ""


def _nothing(call: ToolCall, program: str) -> str:
    data = data_of(call)
    if isinstance(data, Mapping):
        counts = {k: v for k, v in data.items() if isinstance(v, int) and not isinstance(v, bool) and _is_count(str(k))}
        return ", ".join(f"{k}: 0" for k in counts) if counts and not any(counts.values()) else ""
    text = plain_output(call.result)[:2000]
    m = _NO_ROWS.search(text) if program or len(text) < 200 else None
    return " ".join(m[0].split()) if m and len(_NO_ROWS.findall(text)) == 1 and len(text.split("\n")) < 8 else ""


@lru_cache(maxsize=1024)
def _is_count(key: str) -> bool:
    words = [w for w in re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).casefold()) if w]
    return bool(words) and all(map(_COUNTS.fullmatch, words))


def _good_at(run: Run, call: ToolCall, form: str) -> int:
    """The step from which on a call may have been made good: by the same tool, by one for the same thing, by one that
    may do anything; a number past the end where none was."""
    table = run.memo(works)
    name = name_words(call.name)
    roots = _verbs(name)
    ids = idents(f"{call.result[:2000]} {stated_deep(call.arguments)}")
    for step in run.tool_calls:
        if step.number not in table or step is call:
            continue
        work, other = table[step.number], name_words(step.name)
        good = not broke(step, work)
        later = step.number > call.number
        if later and (step.status == "unknown" or may_hide(step, work)):
            return step.number
        if form == "success-on-error" and good and work.sort != "look" and (other == name or roots & _verbs(other)):
            return step.number
        if later and good and (other == name or ids & idents(step.result[:20_000])):
            return step.number
    return len(run.steps)


def _verbs(name: str) -> set[str]:
    return {w for w in name.split("_") if len(w) > 2 and not _OF_ALL_WORK.fullmatch(w)}


def _says_done(run: Run, sentence: str, text: str, call: ToolCall, form: str) -> bool:
    if asks(sentence) or len(sentence) > 800:
        return False
    own = " ".join(sorted(_verbs(name_words(call.name))))
    if form == "success-on-error":
        clauses = [c for c in re.split(r"[,;:]\s", sentence) if not DENIED.search(c)]
        items = run.memo(_doing).get(call.number, "")
        return any((own and did(own, c)) or (items and did(items, c) and _shares(items, c)) for c in clauses)
    if unfinished(sentence):
        return False
    if form == "success-without-outcome":
        named = bool(did(own, sentence)) or speaks_of(call.name, sentence)
        return named and bool(_ENDED.search(sentence)) and not _STILL.search(text)
    changed = bool(re.match(r"(?:UPDATE|DELETE|INSERT)\b", call.result)) and CHANGED.search(sentence)
    named = bool(changed or did(own, sentence) or (speaks_of(call.name, sentence) and _ENDED.search(sentence)))
    return named and not _NONE.search(text)


def _shares(item: str, clause: str) -> bool:
    """Whether a clause holds two words of an item, in any form."""
    spoken = [w.casefold() for w in re.findall(r"[^\W\d_]{3,}", clause)]
    wanted = {w.casefold()[:4] for w in re.findall(r"[^\W\d_]{3,}", item)}
    return len({s[:4] for s in spoken} & wanted) > 1


def _doing(run: Run) -> dict[int, str]:
    """The item that was in progress at each call."""
    found: dict[int, str] = {}
    now = ""
    for step in run.steps:
        if isinstance(step, PlanUpdate):
            doing = [i.text for i in step.version.items if i.status == "in_progress"]
            now = doing[0] if len(doing) == 1 else ""
        elif isinstance(step, ToolCall) and now:
            found[step.number] = now
    return found


def _flat(text: str) -> str:
    return " ".join(text.split())[:120]
