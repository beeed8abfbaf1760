"""Files that said "generated, do not edit" when the agent read them, and that it edits nevertheless. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.quick import quick
from planscope.collector.run import ModelCall, Run, ToolCall, UserMessage

_HEAD = 600  # characters of a file in which such a line stands
_MARK = quick(
    r"do not (?:edit|modify|change)|don['’]t edit|nicht (?:bearbeiten|ändern|editieren)|ne pas (?:modifier|éditer)"
    r"|no (?:editar|modificar|edite|modifique)|não (?:editar|edite|modifique)|niet (?:bewerken|wijzigen)"
    r"|(?:请勿|不要|勿)(?:手动)?(?:编辑|修改|改动)|編集(?:しない|禁止)|変更しない",
    re.I,
)
_MADE = quick(
    r"generat|overwrit|generiert|erzeugt|überschr|généré|écras|generad|sobrescri|gerado|gegenereerd|overschr"
    r"|生成|覆盖|上書き",
    re.I,
)
_FILE = quick(r"[\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,12}\.\w{1,8}")


@dataclass(frozen=True, slots=True)
class Unheeded:
    """The look at a file that showed the line, the edit of the same file, and the line."""

    look: ToolCall
    edit: ToolCall
    path: str
    line: str


def unheeded(run: Run) -> Iterator[Unheeded]:
    """At most one for each file. Left out: files that the user named, edits after which something was run that may make
    the file anew or from whose source the change comes, and files of which the agent says that they are generated."""
    table = run.memo(works)
    shown: dict[str, tuple[ToolCall, str]] = {}
    told: set[str] = set()
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or call.status != "ok" or len(work.paths) != 1:
            continue
        path = work.paths[0]
        if work.sort == "look" and (line := _marked(call.result[:_HEAD])):
            shown.setdefault(path, (call, line))
        elif work.sort == "edit" and path in shown and path not in told:
            told.add(path)
            look, line = shown[path]
            if not _accounted(run, path, line, look):
                yield Unheeded(look, call, path, line)


def _marked(head: str) -> str:
    """The line that says that the file is generated and not to be edited, "" when none does."""
    mark = _MARK.search(head)
    if mark is None:
        return ""
    begin, end = head.rfind("\n", 0, mark.start()) + 1, head.find("\n", mark.end())
    line = head[begin : end if end >= 0 else len(head)]
    return line.strip() if _MADE.search(line) else ""


def _accounted(run: Run, path: str, line: str, look: ToolCall) -> bool:
    """Whether the source that the line names is touched too, or anyone says a word of it."""
    name = path.rsplit("/", 1)[-1]
    sources = {f.rsplit("/", 1)[-1] for f in _FILE.findall(line)} - {name}
    table = run.memo(works)
    if any(isinstance(s, UserMessage) and not s.system and name in s.text for s in run.steps):
        return True
    for step in run.steps[look.number + 1 :]:
        if isinstance(step, ModelCall) and (any(s in step.text for s in sources) or _MADE.search(step.text)):
            return True
        if isinstance(step, ToolCall) and step.number in table:
            work = table[step.number]
            said = f"{work.command} {' '.join(work.paths)}"
            if any(s in said for s in sources) or (work.command and re.search(r"gen(?:erate)?\b|codegen|protoc", said)):
                return True
    return False
