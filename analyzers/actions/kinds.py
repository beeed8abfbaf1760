"""What kind of work a tool call is and how a test or build came out, from any agent's tool names and commands. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from planscope.analyzers.actions.shell import (
    command_sort,
    exit_status,
    failure_count,
    failure_line,
    success_line,
    without_literals,
)
from planscope.analyzers.quick import quick
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import Run, ToolCall

Sort = Literal["look", "edit", "test", "build", "run", "commit", "delegate", "ask", "act"]
Outcome = Literal["green", "red", "unknown"]


@dataclass(frozen=True, slots=True)
class Work:
    """What a call did.

    sort      look (read, search, list), edit (write files), test, build (compile, lint, check, format), run (any other
              command), commit (commit, push, pull request), delegate (to another agent), ask (the user), act (any other
              tool: it may change the world)
    command   the shell command, "" for other tools
    query     what is asked in a language of databases, "" for other calls
    paths     files that the arguments name
    exit      the exit status where one is stated
    outcome   red: the call failed, a status other than 0 is stated, or a test or build says that it failed;
              green: a test or build says that it passed, or status 0; else unknown (also when refused or cut)
    why       the words that `outcome` rests on
    """

    sort: Sort
    command: str = ""
    query: str = ""
    paths: tuple[str, ...] = ()
    exit: int | None = None
    outcome: Outcome = "unknown"
    why: str = ""

    @property
    def program(self) -> str:
        """The text by which the call says in a language of its own what is to be done."""
        return self.command or self.query

    @property
    def changes(self) -> bool:
        """It may have changed something (looking, asking and checking do not)."""
        return self.sort in ("edit", "run", "commit", "delegate", "act")


_SHELLS = frozenset(
    {
        "bash",
        "sh",
        "zsh",
        "exec",
        "run",
        "cmd",
        "shell",
        "terminal",
        "execute",
        "execcommand",
        "runcommand",
        "runterminalcmd",
        "executecommand",
        "localshell",
        "containerexec",
        "runinterminal",
        "powershell",
        "executebash",
        "cmdrun",
    }
)
_EDIT = quick(
    r"^(?:multi)?edit|^write|^create(?:new)?file|^apply(?:patch|diff|edit)|^strreplace|^(?:search)?replace"
    r"|^insert|^notebookedit"
    r"|^save(?:file|to)|^(?:delete|remove|move|rename|append|update|overwrite)(?:to)?file|^file(?:write"
    r"|edit|create)|^patch"
    r"|^overwrite|editfile$"
)
_LOOK = quick(
    r"^(?:read|view|open|get|list|ls$|glob|grep|find|search|lookup|fetch|browse|query|show|describe|cat$"
    r"|inspect|check|web"
    r"|codebase|file(?:read|search|glob)|goto|scroll|screenshot|calculate|think|tree|stat|count|retrieve|load|explore"
    r"|navigate|bashoutput|toolsearch)|search$|fetch$"
)
_DELEGATE = quick(r"^(?:task$|agent$|runagent|spawn|delegate|subagent|dispatch|handoff|transferto)|subagent$")
_ASK = quick(r"^ask|^requestuserinput|^question$|askuser|^clarify")
_PATH_KEYS = (
    "file_path",
    "path",
    "filePath",
    "filename",
    "file",
    "notebook_path",
    "target_file",
    "relative_path",
    "paths",
)
_COMMAND_KEYS = ("command", "cmd", "script", "CommandLine", "input", "code", "commands")
_QUERY_KEYS = ("query", "sql", "statement", "sql_query", "q", "code", "input")
_SQL = quick(
    r"\s*(?:--[^\n]*\s+)?(?:select\s|with\s+\w+\s+as\s*\(|insert\s+into\s|update\s+[\w.\"`]+\s+set\s|delete\s+from\s"
    r"|(?:create|alter|drop|truncate)\s+(?:table|view|index|database|schema)\s|explain\s+(?:analyze\s+)?select\s"
    r"|show\s+(?:tables|columns|databases)|describe\s+\w|pragma\s+\w)",
    re.I,
)
_SQL_LOOKS = quick(r"\s*(?:--[^\n]*\s+)?(?:select|with|explain|show|describe|pragma)\b", re.I)
_PATH = quick(r"(?<![\w/.@~-])(?:[\w@.~-]{0,200}/){0,30}[\w@-][\w.@-]{0,200}\.[A-Za-z]\w{0,7}\b")
_PATCHED = quick(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.M)


def works(run: Run) -> dict[int, Work]:
    """Work by step number, for every tool call that is no planning; take it by `run.memo(works)`."""
    return {c.number: work_of(c) for c in run.tool_calls if not c.planning}


def calls_of_turns(run: Run) -> dict[int, list[ToolCall]]:
    """The calls of each turn, without those of planning tools; take it by `run.memo(calls_of_turns)`."""
    found: dict[int, list[ToolCall]] = {}
    for c in run.tool_calls:
        if not c.planning:
            found.setdefault(c.turn, []).append(c)
    return found


def work_of(call: ToolCall) -> Work:
    """What this call did, as far as its name, arguments and result say."""
    command = command_of(call)
    query = "" if command else query_of(call)
    sort: Sort = command_sort(command) if command else _query_sort(query) if query else _tool_sort(call)
    status = exit_status(call.result, call.data)
    outcome, why = _outcome(call, command, sort, status)
    return Work(sort, command, query, paths_of(call, command), status, outcome, why)


def command_of(call: ToolCall) -> str:
    """The shell command of a call, "" when it is none. A list such as `["bash", "-lc", "..."]` gives its script."""
    bare = bare_name(call.name)
    if bare not in _SHELLS and not re.search(r"shell|bash|terminal|command", bare):
        return ""
    arguments = call.arguments
    if isinstance(arguments, str):
        return arguments
    if not isinstance(arguments, Mapping):
        return ""
    value = next((arguments[k] for k in _COMMAND_KEYS if arguments.get(k)), "")
    if isinstance(value, list):
        words = [str(w) for w in value]
        return words[-1] if len(words) > 1 and words[-2] in ("-c", "-lc", "/c", "-Command") else " ".join(words)
    return str(value)


def query_of(call: ToolCall) -> str:
    """The SQL of a call, "" when it has none."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {"query": call.arguments}
    texts = (v for k in _QUERY_KEYS if isinstance(v := arguments.get(k), str))
    return next((t for t in texts if _SQL.match(t)), "")


def _query_sort(query: str) -> Sort:
    return "look" if _SQL_LOOKS.match(query) else "act"


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def paths_of(call: ToolCall, command: str = "") -> tuple[str, ...]:
    """Files that a call's arguments name: by key, in a patch, or in a command."""
    arguments = call.arguments
    found: list[str] = []
    text = arguments[:200_000] if isinstance(arguments, str) else ""
    if isinstance(arguments, Mapping):
        for value in (arguments.get(k) for k in _PATH_KEYS):
            found += [value] if isinstance(value, str) else [v for v in _several(value) if isinstance(v, str)]
        text = next((v[:200_000] for k in ("input", "patch", "diff") if isinstance(v := arguments.get(k), str)), "")
    found += _PATCHED.findall(text)
    if command:
        found += _PATH.findall(without_literals(command)[:4000])
    return tuple(dict.fromkeys(p for p in found if p and len(p) < 400))


def _tool_sort(call: ToolCall) -> Sort:
    bare = bare_name(call.name)
    said = str(call.arguments.get("command", "")).lower() if isinstance(call.arguments, Mapping) else ""
    if "editor" in bare or "edittool" in bare:
        return "look" if said in ("view", "read", "open") else "edit"
    kinds: tuple[tuple[re.Pattern[str], Sort], ...] = (
        (_ASK, "ask"),
        (_DELEGATE, "delegate"),
        (_EDIT, "edit"),
        (re.compile(r"^(?:run)?(?:unit|integration)?tests?$|^pytest|^runtests?"), "test"),
        (re.compile(r"^(?:run)?(?:build|lint|compile|typecheck)"), "build"),
        (re.compile(r"^git(?:commit|push)|^commit|createpullrequest"), "commit"),
        (_LOOK, "look"),
        (re.compile(r"python|runcode|executecode|jupyter|^repl$|coderepl"), "run"),
    )
    return next((sort for pattern, sort in kinds if pattern.search(bare)), "act")


def _outcome(call: ToolCall, command: str, sort: Sort, status: int | None) -> tuple[Outcome, str]:
    if call.status in ("rejected", "unknown") and status is None:
        return "unknown", ""
    if call.failed or status:
        line = failure_line(call.result) if sort in ("test", "build") else ""
        return "red", line or (f"exit status {status}" if status else call.result.strip()[:160])
    if sort not in ("test", "build") or (status == 0 and not re.search(r"[|;]", command)):
        return ("green", success_line(call.result)) if status == 0 else ("unknown", "")
    if (line := failure_line(call.result)) or (
        line := failure_count(call.result, call.data)
    ):  # a pipe hides the status: `pytest | tail` ends with 0
        return "red", line
    line = success_line(call.result)
    return ("green", line) if line or status == 0 else ("unknown", "")


def stated(arguments: Any, limit: int = 20_000) -> str:
    """Everything that a call's arguments say, nested values too, as one text for comparing words."""
    pieces: list[str] = []
    waiting = [arguments]
    size = 0
    while waiting and size < limit:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += reversed(list(value.values()))
        elif isinstance(value, list):
            waiting += reversed(value)
        elif value is not None and not isinstance(value, bool):
            pieces.append(str(value)[: limit - size])
            size += len(pieces[-1])
    return "\n".join(pieces)
