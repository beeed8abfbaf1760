"""Items ticked although the file that they are to make, by their own words or the user's, turns up in no call. Pure.

A file that was written by any means is named somewhere: in what was called, or in what came back. Where the time of the
item holds nothing but reading, nothing can have made it unnamed.
"""

import re

from planscope.analyzers.actions.kinds import Work, stated
from planscope.analyzers.plans.matching import share, terms
from planscope.analyzers.plans.setbacks import NOTHING, explained
from planscope.analyzers.plans.ticks import Tick, work_between
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage

_ASKED = 4000  # characters of a request that are read
_CALLED = 20_000  # characters of a call, and of its result, in which the file is looked for
_CLAUSE = re.compile(r"[,;\n。；、，]|\.\s|\((?=\w{1,2}\))|\s(?:and|und|et|y|e|en)\s")
_FILE = re.compile(r"(?<![\w/.@~:-])((?:[\w@.~-]{1,80}/){0,12}[\w@-][\w.@-]{0,80}\.[A-Za-z]\w{1,7})(?![\w(/])")
_MAKES = quick(
    r"\b(?:write|creat\w+|add|generat\w+|produc\w+|save|export|draft|compose|document|put (?:it )?in(?:to)?|as"
    r"|schreib\w*|erstell\w*|anleg\w*|erzeug\w*|speicher\w*|verfass\w*|exportier\w*|leg\w*"
    r"|écri\w+|rédig\w+|crée\w*|génér\w+|enregistr\w+|export\w+|produi\w+"
    r"|escrib\w+|cre[ae]\w*|gener\w+|guard\w+|redact\w+|export\w+|escrev\w+|cri[ae]\w*|ger[ae]\w*|salv\w+"
    r"|schrijf\w*|maak\w*|genereer\w*|opsla\w*|aanmaak\w*|exporteer\w*)\b"
    r"|写|创建|生成|新建|保存|导出|撰写|作成|書|出力|生成",
    re.I,
)
_READS = re.compile(
    r"\b(?:psql|sqlite3|mysql|mariadb|duckdb|clickhouse-client)\b[^>\n]{0,200}?"
    r"[\"'](?:\\d\w?|\.schema|\.tables|select|show|describe|desc|explain|pragma)\b[^>\n]*$",
    re.I,
)


def unwritten(run: Run, tick: Tick) -> str:
    """The file that an item is to make, where nothing but reading was done from the moment it was begun to its tick and
    no call of the run up to then, nor its result, names the file; "" where it cannot be told."""
    if tick.begun is None or tick.was != "in_progress":
        return ""
    window = list(work_between(run, tick.begun, tick.update.number))
    if not window or not all(_only_reads(c, w) for c, w in window) or not (path := _to_be_made(run, tick)):
        return ""
    name = path.rsplit("/", 1)[-1].casefold()
    for call, _ in work_between(run, -1, tick.update.number):
        if name in stated(call.arguments, _CALLED).casefold() or name in call.result[:_CALLED].casefold():
            return ""
    denied = NOTHING.search(tick.item.text)
    return "" if denied or explained(run, tick) else path


def _only_reads(call: ToolCall, work: Work) -> bool:
    return work.sort in ("look", "ask") or (work.sort == "run" and bool(_READS.search(work.command[:1000])))


def _to_be_made(run: Run, tick: Tick) -> str:
    """The one file of the item, or of the user's clause about it, where the same clause says that it is to be made."""
    text = tick.item.text[:300]
    own = _FILE.findall(text)
    if own:
        return own[0] if len(own) == 1 and _MAKES.search(text) else ""
    if not terms(text).words:
        return ""
    for step in run.steps[: tick.born]:
        if not isinstance(step, UserMessage) or step.system:
            continue
        for clause in _CLAUSE.split(step.text[:_ASKED]):
            found = _FILE.findall(clause)
            if len(found) == 1 and _MAKES.search(clause) and share(text, clause) >= 0.6:
                return str(found[0])
    return ""
