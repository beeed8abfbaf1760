"""A safeguard that was wanted or promised before a change and was left out: a dry run, a backup, a try on staging.
Pure.

Each leaves a trace in what some call is told, in one of many words; where none does, and nothing ran that may have done
it unseen, the change was made without.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.actions.opaque import may_hide
from planscope.analyzers.assertions.backing import is_change, name_words, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Who spoke of the safeguard, in which sentence, what it is, and the change that was made without it."""

    said: ModelCall | UserMessage
    sentence: str
    what: str
    call: ToolCall


_FIRST = quick(
    r"\b(?:first|before\w*|then|once|prior|beforehand|up front|zuerst|zunächst|erst|vorher|davor|bevor|dann"
    r"|d['’]abord"
    r"|avant|puis|ensuite|primero|antes|luego|después|primeiro|depois|eerst|vooraf|voordat|dan)\b|先|再"
    r"|之前|然后|まず|前に|から",
    re.I,
)
_NOT = quick(
    r"\b(?:no|not|without|skip\w*|don['’]t|needn['’]t|isn['’]t|instead of|rather than|kein\w*|ohne|nicht"
    r"|statt|pas|sans"
    r"|sin|sem|não|geen|zonder|niet)\b|不用|无需|不要|跳过|不要です|なし",
    re.I,
)
_STAGING = "try on staging"
_LIVE = quick(r"prod|\blive\b|生产|正式环境|本番", re.I)
_SAFEGUARDS: dict[str, tuple["re.Pattern[str]", "re.Pattern[str]"]] = {  # how it is spoken of; what shows it in a call
    "dry run": (
        quick(
            r"\bdry[- ]?runs?\b|--dry-run|\bprobelauf\w*|\btrockenlauf\w*|\b(?:essai|exécution) à blanc|\bà blanc\b"
            r"|\bsimulacro\b|\b(?:en )?modo de prueba\b|\bsimulação\b|\bproefdraai\w*|\bdroog(?:loop"
            r"|draaien)\b|试运行|演练"
            r"|预演|ドライラン|予行",
            re.I,
        ),
        quick(
            r"dry|simulat|preview|probe|plan|--check|(?:^|\s)-[A-Za-z]*n[A-Za-z]*(?:\s|$)|--diff|rollback"
            r"|explain|validate"
            r"|--no-act|what-?if|blanc|prueba|proef|droog|试|ドライ|予行|\btest",
            re.I,
        ),
    ),
    "backup": (
        quick(
            r"\bback(?:ing|ed)?[- ]?ups?\b|\bsnapshots?\b|\bsicherung(?:skopie)?\b|\bsicher(?:e|n) (?:ich"
            r"|wir|die|den|das)\b"
            r"|\bsauvegard\w+|\bcopia de seguridad\b|\brespaldo\b|\bcópia de segurança\b|\bback-?up\b"
            r"|\breservekopie\b|备份"
            r"|バックアップ",
            re.I,
        ),
        quick(
            r"backup|back_up|back-up|\bbak\b|\.bak|dump|snapshot|\bcp\b|copy|export|\btar\b|rsync|clone"
            r"|stash|archive|save"
            r"|sicher|sauvegard|respald|copia|cópia|备份|バックアップ|branch|\bzip\b|\.orig|\.old|select .* into",
            re.I,
        ),
    ),
    _STAGING: (
        quick(r"\b(?:on|in|to|auf|en|em|op|sur) (?:the )?staging\b|预发布?环境|ステージング", re.I),
        quick(r"stag|stg|preprod|预发|ステージング", re.I),
    ),
}
_MOST = 8000


def left_out(run: Run) -> Iterator[LeftOut]:
    """Each safeguard once."""
    if any(isinstance(s, Compaction) for s in run.steps) or any(c.content != "present" for c in run.tool_calls):
        return
    for what, (spoken, shows) in _SAFEGUARDS.items():
        found = _without(run, what, spoken, shows)
        if found is not None:
            yield found


def _without(run: Run, what: str, spoken: "re.Pattern[str]", shows: "re.Pattern[str]") -> LeftOut | None:
    texts = [r.text for r in run.requests] + [m.text for m in run.messages]
    if not any(spoken.search(t[:_MOST]) for t in texts):
        return None
    table = run.memo(works)
    wish: tuple[ModelCall | UserMessage, str] | None = None
    for step in run.steps:
        if isinstance(step, ModelCall | UserMessage) and not getattr(step, "system", False):
            if not spoken.search(step.text[:_MOST]):
                continue
            told = [s for s in sentences(step.text[:_MOST]) if spoken.search(s)]
            if any(_NOT.search(s) for s in told):
                wish = None
                continue
            told = [s for s in told if what != _STAGING or _LIVE.search(s)]
            wanted = next((s for s in told if _FIRST.search(s) and not asks(s)), "")
            wish = (step, wanted) if wanted and wish is None else wish
        elif isinstance(step, ToolCall) and step.number in table:
            work = table[step.number]
            if shows.search(_told(step)):
                return None
            if may_hide(step, work) and not _TOLD_ALL.match(work.command):
                return None
            if what == _STAGING and not _LIVE.search(_told(step)):
                continue  # where it was done cannot be seen
            if wish is not None and _changed(step) and work.sort == "act":
                return LeftOut(*wish, what, step)
            if wish is not None and work.command and _WEIGHTY.search(work.command) and step.status == "ok":
                return LeftOut(*wish, what, step)
    return None


_WEIGHTY = quick(
    r"\brm -|\bdelete from\b|\bupdate \w+ set\b|\bdrop (?:table|column|database|index)\b|\balter table\b|\btruncate\b"
    r"|\bkubectl (?:apply|delete|rollout|scale)|\bterraform (?:apply|destroy)|\bhelm (?:upgrade|install)|\bdeploy\b"
    r"|\bgit (?:push|clean|reset --hard)|\baws s3 (?:rm|mv|sync)|\brsync .*--delete|\bapt(?:-get)? (?:upgrade|remove)"
    r"|\bmigrate\b|\bpsql .*-f\b|\bmysql .*<",
    re.I,
)


def _told(call: ToolCall) -> str:
    """What a call was told: its tool, its arguments, and the names of those that are set."""
    given = call.arguments if isinstance(call.arguments, Mapping) else {}
    keys = " ".join(str(k) for k, v in given.items() if v is not False and v is not None)
    return f"{name_words(call.name)} {keys} {stated(call.arguments)}"


_TOLD_ALL = re.compile(
    r"\s*(?:sudo )?(?:terraform|helm|aws|gcloud|rsync|kubectl)\b(?!.*[;|])"
)  # what they do stands there


def _changed(call: ToolCall) -> bool:
    return is_change(call.name) and call.status == "ok" and not went_wrong(call)
