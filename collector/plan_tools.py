"""Tools that carry a plan, whoever wrote them: which calls change it, and how. Pure.

A tool is known by its name (prefixes such as ``mcp__server__`` or ``functions.`` do not count) and by the shape of
what it was called with; a tool of another name whose arguments are a list of items with states counts too.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from planscope.collector.plan import Draft, PlanBook, PlanVersion, Status, drafts_of, status_of
from planscope.collector.run import ToolCall

OVERWRITES = frozenset(
    {"todowrite", "writetodos", "todowritetool", "updateplan", "tasktracker", "updatetodos", "settodos", "writetodo"}
    | {"managetodolist", "updatetodolist", "todoupdate", "todolistwrite", "writetodolist", "createtodolist", "settodo"}
)
DOCUMENTS = frozenset({"exitplanmode", "writedraftplan", "proposeplan", "submitplan", "createplan", "writeplan"})
LISTINGS = frozenset({"tasklist", "taskget", "todoread", "readtodos", "trackerlisttasks", "trackergettask", "todolist"})
CREATES = frozenset({"taskcreate", "trackercreatetask", "addtodo", "createtodo"})
UPDATES = frozenset({"taskupdate", "trackerupdatetask", "updatetodo", "completetodo", "deletetodo", "removetodo"})
_DOES: dict[str, Status] = {"completetodo": "completed", "deletetodo": "cancelled", "removetodo": "cancelled"}


def bare_name(name: str) -> str:
    """A tool's name without its prefix, case and separators: ``mcp__x__Todo_Write`` gives ``todowrite``."""
    last = re.split(r"__|[./:]", name)[-1]
    return re.sub(r"[^a-z0-9]", "", last.lower())


def is_plan_tool(name: str) -> bool:
    """Whether a tool of this name keeps or shows a plan."""
    bare = bare_name(name)
    return any(bare in names for names in (OVERWRITES, DOCUMENTS, LISTINGS, CREATES, UPDATES))


def is_list_tool(name: str) -> bool:
    """Whether a tool of this name keeps a todo list."""
    return is_plan_tool(name) and bare_name(name) not in DOCUMENTS


def apply(book: PlanBook, documents: PlanBook, call: ToolCall) -> PlanVersion | None:
    """The version that this call made of the agent's list (`book`) or of its plan document (`documents`); None when it
    changed nothing: not a planning tool, a failed or refused update, a listing that says nothing new."""
    bare = bare_name(call.name)
    if bare in DOCUMENTS:
        return _document(documents, call)
    if call.status in ("error", "rejected"):
        return None
    if bare in LISTINGS:
        return _listing(book, call)
    whole = _list_shaped(call)
    if bare in CREATES:
        return _create(book, call)
    if bare in UPDATES and not whole:
        return _update(book, call)
    if (bare in OVERWRITES and _says_update(call)) or whole:
        drafts = drafts_of(call.arguments)
        return None if drafts is None else book.overwrite(drafts, call.name, call.place)
    return None


def is_lost(call: ToolCall) -> bool:
    """Whether a call wrote a list, and what it wrote is not in the trace: kept out, cut, or replaced by a mark."""
    bare = bare_name(call.name)
    writes = (bare in OVERWRITES and _says_update(call)) or bare in CREATES or bare in UPDATES
    readable = isinstance(call.arguments, Mapping | list)
    return writes and call.status == "ok" and not readable and (call.arguments is None or call.content != "present")


def _says_update(call: ToolCall) -> bool:
    """Trackers with one tool for all take a command; only writing ones change the list."""
    arguments = call.arguments
    command = arguments.get("command", "") if isinstance(arguments, Mapping) else ""
    return str(command).lower() not in ("view", "read", "list", "get")


def _list_shaped(call: ToolCall) -> bool:
    """A `todos` or `task_list` of items that each have a text and a known state: a todo tool under another name."""
    arguments = call.arguments
    if not isinstance(arguments, Mapping):
        return False
    names = ("todos", "task_list", *(("entries",) if arguments.get("sessionUpdate") == "plan" else ()))  # of editors
    drafts = drafts_of({k: arguments[k] for k in names if k in arguments})
    return bool(drafts) and all(d.status != "unknown" for d in drafts or ())


def _document(book: PlanBook, call: ToolCall) -> PlanVersion | None:
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    text = next((v for k in ("plan", "draft", "text", "content") if isinstance(v := arguments.get(k), str)), "")
    data = call.data if isinstance(call.data, Mapping) else {}
    text = text or (data["plan"] if isinstance(data.get("plan"), str) else "")
    drafts = drafts_of(arguments) or () if not text else ()
    asked = bare_name(call.name) == "exitplanmode"
    if call.status == "rejected":
        decision: Literal["", "approved", "rejected"] = "rejected"
    elif call.status == "error":
        return None
    else:
        decision = "approved" if asked and call.status == "ok" else ""
    return book.document(text, call.name, call.place, decision, drafts)


def _create(book: PlanBook, call: ToolCall) -> PlanVersion | None:
    """One item more, or several when it was given a list."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    given = drafts_of([dict(arguments)]) or drafts_of(arguments)
    if not given or call.status == "unknown":
        return None
    made: PlanVersion | None = None
    for draft in given:
        state = draft.status if draft.status != "unknown" else "pending"
        known = draft.id if len(given) > 1 else _created_id(call)
        made = book.create(Draft(draft.text, state, known, draft.owner), call.name, call.place)
    return made


def _created_id(call: ToolCall) -> str:
    """The id of a new item stands only in the result: structured, or in its words ("Task #3 created")."""
    data = call.data if isinstance(call.data, Mapping) else {}
    task = data.get("task", data)
    if isinstance(task, Mapping) and task.get("id") is not None:
        return str(task["id"])
    found = re.search(r"#\s*(\w+)|\bid[\"']?\s*[:=]\s*[\"']?(\w+)|\btask\s+([0-9a-f]{6})\b", call.result, re.I)
    return next(x for x in found.groups() if x) if found else ""


def _update(book: PlanBook, call: ToolCall) -> PlanVersion | None:
    a = call.arguments if isinstance(call.arguments, Mapping) else {}
    data = call.data if isinstance(call.data, Mapping) else {}
    given = next((str(a[k]) for k in ("taskId", "task_id", "id", "todoId") if a.get(k) is not None), "")
    if not given or data.get("success") is False or call.status == "unknown":
        return None
    state = _DOES.get(bare_name(call.name))
    if a.get("status"):
        state = status_of(a["status"])
    if state == "unknown":  # a word that we do not know changes nothing that we know
        state = None
    text = next((str(a[k]) for k in ("subject", "title", "content") if a.get(k)), "")
    return book.update(
        given.lstrip("#"), call.name, call.place, status=state, text=text, owner=str(a.get("owner") or "")
    )


_LINE = re.compile(r"\s{0,4}#?(\w{1,40})[.:]?\s{0,4}\[(\w{1,20})\]\s{1,4}(\S.{0,400})")
_BLOCKED = re.compile(r"\[blocked by .{0,200}\]$")


def _listing(book: PlanBook, call: ToolCall) -> PlanVersion | None:
    if call.status != "ok":
        return None
    drafts = drafts_of(call.data) if isinstance(call.data, Mapping | list) else None
    if drafts is None:
        found = [m for line in call.result.splitlines() if (m := _LINE.match(line))]
        drafts = [Draft(_BLOCKED.sub("", m[3].rstrip()).rstrip(), status_of(m[2]), m[1]) for m in found]
    known = [d for d in drafts if d.id and d.status != "unknown"]
    return book.checkpoint(known, call.name, call.place) if known else None


def offered(names: Any) -> bool:
    """Whether a list of offered tool names holds a todo tool."""
    return any(is_list_tool(str(n)) for n in names or ())
