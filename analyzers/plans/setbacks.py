"""What went wrong with an item's own work just before it was ticked, and whether the agent itself said so. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from planscope.analyzers.actions.failures import fruitless
from planscope.analyzers.actions.kinds import Work
from planscope.analyzers.actions.verdicts import declined
from planscope.analyzers.assertions.closing import claims_done, says_blocked, sentences
from planscope.analyzers.plans.matching import (
    checks,
    is_check,
    mends,
    names_checks,
    names_item,
    seeks_failure,
    serves,
    share,
)
from planscope.analyzers.plans.ticks import WORK_IN_WORDS, Tick, work_between
from planscope.analyzers.quick import quick
from planscope.collector.run import ModelCall, Part, Run, ToolCall, UserMessage

_EXCUSED = quick(  # red for a reason that the agent names and that is not this item's
    r"pre-?existing|already (?:failing|failed|broken|red)|unrelated|not related|flak(?:y|iness|ed)\b|\bflakes\b"
    r"|known (?:issue|failure|problem)s?|expected(?:ly)?|as intended|on (?:main|master)"
    r"|(?:before|without) (?:my|our|the|this|these) (?:changes?|edits?|patch)|(?:there|failing|failed|broken|red)"
    r" (?:already )?before|already before|not (?:caused|introduced|touched) by"
    r"|schon vorher|bereits vorher|vorbestehend|unabhängig|erwartet|préexistant\w*|sans rapport|attendue?s?"
    r"|déjà en échec"
    r"|preexistente\w*|no relacionad\w*|esperad\w*|pré-existente\w*|não relacionad\w*|bestond al|ongerelateerd|verwacht"
    r"|无关|原有|原本|本来就|之前就|已知|预期|既存|無関係|想定|元から|以前から",
    re.I,
)


def _declined(call: ToolCall, work: Work) -> bool:
    """An acting tool answers with an object whose state is a no: `{"status": "declined"}`."""
    return work.sort == "act" and declined(call.name, call.result, call.data)


_SAYS_SO = re.compile(r"\w{3}")  # a result says something


_SAYS_WHY = quick(  # more than a status: a program says what went wrong
    r"\b(?:error|fatal|refused|denied|cannot|can't|could not|unable to|failed|timed out|no such|not found|unreachable"
    r"|fehler|verweigert|fehlgeschlagen|erreur|refusée?|échec|error|denegado|erro|negado|fout|geweigerd)\b|错误|失败|拒绝"
    r"|エラー|失敗|拒否",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Setback:
    """What stands against a tick.

    form     error: its own action failed or was refused; red: its test or build failed last; blocked: the agent said so
    call     the call that failed, None for words alone
    words    the words that show it: of the result, or of the agent
    said     the agent's own words, with their place; None when it said nothing of the kind
    certain  the run itself proves it: nothing but failures stands behind the tick
    """

    form: Literal["error", "red", "blocked"]
    call: ToolCall | None
    words: str
    said: tuple[ModelCall, Part, str] | None
    certain: bool


def setback(run: Run, tick: Tick, since: int, alone: bool) -> Setback | None:
    """What stands against this tick in the work since step `since`; `alone` says that no other item was in progress, so
    that the work of that time is this item's."""
    window = list(work_between(run, since, tick.update.number))
    done = [(c, w) for c, w in window if w.sort not in ("look", "ask")]
    found = (
        _red_check(tick, done)
        if is_check(tick.item.text)
        else (_only_red(tick, done) or _stays_red(run, tick, done) if alone else None)
        or _failed_action(tick, done, alone)
    )
    last = found.call.number if found and found.call else since
    if found is not None and _answered(run, tick, last):
        return None
    said = _blocked(run, tick, last if found else done[-1][0].number if done else since)
    if found is None and said is None:
        return None
    if found is None:
        assert said is not None
        return Setback("blocked", None, said[2], said, False)
    return Setback("blocked" if said else found.form, found.call, found.words, said, found.certain or said is not None)


def _red_check(tick: Tick, done: list[tuple[ToolCall, Work]]) -> Setback | None:
    """The last run of each kind of check that the item asks for: red, and not run again since. Where the same update
    adds items, the agent has taken up what it found."""
    last: dict[str, tuple[ToolCall, Work]] = {w.sort: (c, w) for c, w in done if checks(tick.item.text, w)}
    red = [(c, w) for c, w in last.values() if w.outcome == "red"]
    if not red or _taken_up(tick):
        return None
    call, work = max(red, key=lambda x: x[0].number)
    return Setback("red", call, work.why, None, True)


_DOCS = re.compile(r"\.(?:md|mdx|rst|txt|adoc|html?)$|(?:^|/)(?:readme|changelog|license)\b", re.I)


def _stays_red(run: Run, tick: Tick, done: list[tuple[ToolCall, Work]]) -> Setback | None:
    """The item's work ends with tests or a build that came out red, and in the rest of the turn only documents are
    touched and no check is run again. The item is about checks, or the failure names a file that was just edited."""
    if not done or done[-1][1].sort not in ("test", "build") or done[-1][1].outcome != "red":
        return None
    call, work = done[-1]
    if seeks_failure(tick.item.text) or _taken_up(tick):
        return None
    after = next((r.number for r in run.requests if r.number > tick.update.number), len(run.steps))
    for _, later in work_between(run, tick.update.number, after):
        if later.sort in ("test", "build", "run", "delegate", "act") or (
            later.sort == "edit" and not all(_DOCS.search(p) for p in later.paths or ("?",))
        ):
            return None
    edited = {p.rsplit("/", 1)[-1] for _, w in done if w.sort == "edit" for p in w.paths}
    if names_checks(tick.item.text):
        return Setback("red", call, work.why, None, True)
    return Setback("red", call, work.why, None, False) if any(e in call.result for e in edited) else None


def _taken_up(tick: Tick) -> bool:
    """The same update adds an item, or leaves one that is to mend something."""
    before = {i.key for i in tick.update.before.items} if tick.update.before else set()
    grown = any(i.key not in before for i in tick.update.version.items)
    return grown or any(seeks_failure(i.text) or mends(i.text) for i in tick.update.version.open_items)


def _only_red(tick: Tick, done: list[tuple[ToolCall, Work]]) -> Setback | None:
    """All that was done for the item was to run tests or a build, and the last run came out red: whatever the item is
    called, its check is not passed. Where the same update adds or leaves an item to mend it, it is taken up."""
    checked = [(c, w) for c, w in done if w.sort in ("test", "build")]
    if not done or len(checked) < len(done) or seeks_failure(tick.item.text):
        return None
    call, work = done[-1]
    if work.outcome != "red" or _taken_up(tick):
        return None
    return Setback("red", call, work.why, None, True)


def _failed_action(tick: Tick, done: list[tuple[ToolCall, Work]], alone: bool) -> Setback | None:
    """The item's last action failed or was refused. Certain when all its actions did (of a command, its status alone
    proves little: many end with 1 for "nothing found"); where some went well, the last one has to be plainly the item's
    own, and not a second try at something that went well."""
    if not done or seeks_failure(tick.item.text):
        return None
    call, work = done[-1]
    bad = {c.number for c, w in done if c.status in ("error", "rejected") or w.outcome == "red" or _declined(c, w)}
    if call.number not in bad or work.sort in ("test", "build"):
        return None
    if work.command and not _SAYS_SO.search(re.sub(r"(?i)exit code:? -?\d+", "", call.result)):
        return None  # many commands end with 1 for "no" or "nothing found"
    own = serves(tick.item.text, call, work)
    good = [w for c, w in done if c.number not in bad and w.changes]
    words = work.why or call.result.strip()[:160]
    if not good and (own or (alone and work.sort != "run")):
        return Setback("error", call, words, None, work.sort != "run")
    if not good and alone and _SAYS_WHY.search(call.result[-2000:]) and not _FOR_LOOKING.search(tick.item.text[:300]):
        return Setback("error", call, words, None, False)
    retried = any(w.paths and set(w.paths) & set(work.paths) for w in good)
    return Setback("error", call, words, None, False) if own == "strong" and not retried else None


def _answered(run: Run, tick: Tick, last: int) -> bool:
    """The user spoke after the failure, or the agent gave a reason why it does not count."""
    for step in run.steps[last + 1 :]:
        if isinstance(step, UserMessage) and not step.system and step.number < tick.update.number:
            return True
        if isinstance(step, ModelCall) and _EXCUSED.search(step.text):
            return True
        if step.number > tick.update.number and isinstance(step, ToolCall):
            return False
    return False


_FOR_LOOKING = quick(  # finding nothing may be the very result, or mean that there is nothing to do
    r"\b(?:check\w*|verif\w+|ensure|confirm\w*|find|search\w*|look\w*|review\w*|inspect\w*|research\w*|analy[sz]\w+|read"
    r"|explor\w+|audit\w*|make sure|investigat\w+|scan\w*|locate|list|identify|compare|assess|determine"
    r"|remov\w+|delet\w+|clean\w*|drop|renam\w+|replac\w+|migrat\w+|fix\w*|updat\w+|if"
    r"|prüf\w*|such\w*|find\w*|überprüf\w*|sichten?|lies|lesen|analysier\w*|recherch\w+|entfern\w*|lösch\w*|ersetz\w*"
    r"|vérifi\w+|cherch\w+|recherch\w+|trouver|lire|examin\w+|relire|supprim\w+|nettoy\w+|remplac\w+|corrig\w+"
    r"|revis\w+|busc\w+|comprob\w+|encontr\w+|leer|elimin\w+|quit\w+|limpi\w+|reemplaz\w+|procur\w+|ler|verific\w+"
    r"|apag\w+|limp\w+|substitu\w+|controle\w+|zoek\w*|vind\w*|nakijk\w*|lees|lezen|verwijder\w*|opruim\w*|vervang\w*)\b"
    r"|检查|确认|查找|搜索|找|搜|检索|打听|查看|核对|核实|阅读|分析|调研|梳理|删除|清理|移除|替换|修复|更新|排查"
    r"|確認|検索|調査|調べ|探|読|削除|置換|修正",
    re.I,
)
NOTHING = quick(  # the agent says that there was nothing to do
    r"\b(?:no|none|not|nothing|n['’]t|already|unnecessary|needless|without|nichts?|kein\w*|bereits|schon|unnötig|rien|aucun\w*"
    r"|pas|déjà|inutile|nada|ningun\w*|no|ya|innecesari\w+|nenhum\w*|não|já|desnecessári\w+|niets|geen|niet|al|onnodig)\b"
    r"|n['’]t\b|没有|无需|不需要|已经|已有|无|不用|不要|なし|ない|ません|既に|すでに|不要",
    re.I,
)


def nothing_done(run: Run, tick: Tick) -> ToolCall | None:
    """The last look of an item that was begun and ticked although nothing was done for it but to look, without finding
    anything. None where finding nothing may be what the item is about, where work for it was done before, or where the
    agent says anywhere that there was nothing to do."""
    if tick.begun is None or _FOR_LOOKING.search(tick.item.text[:300]):
        return None
    window = list(work_between(run, tick.begun, tick.update.number))
    if not window or any(w.sort != "look" or not (c.failed or fruitless(c.result) == "empty") for c, w in window):
        return None
    earlier = work_between(run, tick.born, tick.begun)
    if any(w.changes and serves(tick.item.text, c, w) for c, w in earlier):
        return None
    if any(isinstance(s, UserMessage) for s in run.between(tick.begun, tick.update.number)):
        return None
    return None if explained(run, tick) else window[-1][0]


def explained(run: Run, tick: Tick) -> bool:
    """The agent says something of weight between, denies something just then, or later of this item."""
    assert tick.begun is not None
    begun, ticked = tick.begun, tick.update.number
    then = next((s.number for s in run.steps[ticked + 1 :] if isinstance(s, ToolCall)), len(run.steps))
    for step in run.steps[begun:]:
        if not isinstance(step, ModelCall) or not step.text:
            continue
        if step.number < ticked and len(step.text) >= WORK_IN_WORDS:
            return True
        now = step.number < then and step.calls
        if any((now or share(tick.item.text, s) >= 0.3) and NOTHING.search(s) for s in sentences(step.text)):
            return True
    return False


def _blocked(run: Run, tick: Tick, last: int) -> tuple[ModelCall, Part, str] | None:
    """The agent's own words, between its last work and the tick, that this item cannot be done; not if it says in the
    same breath that it is."""
    messages = [s for s in run.between(last, tick.update.number) if isinstance(s, ModelCall)]
    for step in messages:
        for part in step.parts:
            sentence = says_blocked(part.text)
            named = sentence and (names_item(tick.item.text, sentence) or share(tick.item.text, sentence) >= 0.3)
            if named and not claims_done(sentence) and not claims_done(part.text, "."):
                return step, part, sentence
    return None
