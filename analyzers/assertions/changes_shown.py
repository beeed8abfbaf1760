"""What a result shows to have been changed: the files and lines of a difference, the count of rows. Pure."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.actions.shell import plain_output
from planscope.collector.run import Run, ToolCall


@dataclass(frozen=True, slots=True)
class Shown:
    """Files that a difference shows; how many lines were taken out or replaced in each (a run of new lines counts as
    one); one of them to quote."""

    files: frozenset[str]
    lines: Mapping[str, int] = field(default_factory=dict)
    sample: str = ""


_MOST = 200_000
_STAT = re.compile(r"^ (\S[^|\n]{0,200}?) +\| +(?:\d+|Bin)\b", re.M)
_SUM = re.compile(r"^ ?(\d+) files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?", re.M)
_STATUS = re.compile(r"^(?: ?[MADRT]{1,2}|[MADRT] |[MADRT]\t)\s*(\S[^\n]{0,200})$", re.M)


def shown(run: Run) -> list[tuple[Shown, ToolCall]]:
    """Differences that calls printed, in order. Use it through `run.memo(shown)`."""
    table = run.memo(works)
    found = []
    for call in run.tool_calls:
        command = table[call.number].command if call.number in table else ""
        if call.content != "present" or (not command and "diff" not in call.name.lower()):
            continue
        difference = _difference(plain_output(call.result)[:_MOST], command)
        if difference is not None:
            found.append((difference, call))
    return found


def _difference(text: str, command: str) -> Shown | None:
    if re.search(r"^@@ ", text, re.M):
        return _unified(text)
    if (m := _SUM.search(text)) and "show" not in command and "log" not in command:
        files = frozenset(_STAT.findall(text))
        count = min(int(m[2] or 0), int(m[3] or 0))
        return Shown(files, {"": count}, " ".join(m[0].split()))
    if re.search(r"\bgit (?:status|diff)\b[^|;&]*(?:-s\b|--short|--porcelain|--name-status)", command):
        files = frozenset(f.strip() for f in _STATUS.findall(text))
        return Shown(files) if files else None
    return None


def _unified(text: str) -> Shown:
    lines: dict[str, int] = {}
    files: set[str] = set()
    at, taken, added, sample = "", 0, 0, ""
    for line in [*text.split("\n"), "@@"]:
        if line.startswith(("@@", "diff --git ", "--- ", "+++ ")):
            if taken or added:
                lines[at] = lines.get(at, 0) + max(taken, 1)
            taken = added = 0
            if line.startswith("+++ ") or (line.startswith("--- ") and "/dev/null" not in line):
                at = re.sub(r"^[ab]/", "", line[4:].split("\t")[0].strip())
                files |= {at} - {"/dev/null"}
        elif line.startswith("-"):
            taken += 1
            sample = line[1:].strip()[:60]
        elif line.startswith("+"):
            added += 1
    return Shown(frozenset(files), lines, repr(sample) if sample else "")


_ROWS = re.compile(
    r"^(?:UPDATE|DELETE|INSERT 0) (\d+)$|\b(\d+) rows? (?:affected|updated|deleted|changed|modified)\b"
    r"|\b(?:replaced|made) (\d+) (?:occurrences?|replacements?)\b|\b(\d+) replacements?\b"
    r"|\b(\d+) Zeilen (?:geändert|betroffen)",
    re.I | re.M,
)
_COUNT_KEYS = re.compile(
    r"(?:\w+_)?(?:affected|updated|modified|changed|replaced|deleted|cancell?ed|removed|archived|geändert|geaendert"
    r"|gelöscht|modifiés?|supprimés?|modificad[oa]s|eliminad[oa]s|actualizad[oa]s|alterad[oa]s|removid[oa]s|gewijzigd"
    r"|verwijderd|更新数|修改|変更数)(?:_(?:rows|count|records|items|ids|lines))?|modifiedCount|deletedCount"
    r"|rowCount",
    re.I,
)


def affected(call: ToolCall) -> tuple[int, str]:
    """(how many things a call says that it changed, its words); (0, "") when it does not say."""
    data = data_of(call)
    for key, value in data.items() if isinstance(data, Mapping) else ():
        if not _COUNT_KEYS.fullmatch(str(key)):
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            return value, f"{key}: {value}"
        if isinstance(value, list):
            return len(value), f"{key}: {json.dumps(value, ensure_ascii=False, default=str)[:80]}"
    m = _ROWS.search(plain_output(call.result)[:20_000])
    return (int(next(g for g in m.groups() if g)), " ".join(m[0].split())) if m else (0, "")


def data_of(call: ToolCall) -> Any:
    """A result as an object or a list: as the source gives it, or read from JSON text; else None."""
    if call.data is not None or call.result.lstrip()[:1] not in ("{", "[") or len(call.result) > 50_000:
        return call.data
    try:
        return json.loads(call.result)
    except (ValueError, RecursionError):
        return None
