"""SWE-agent trajectories (`.traj`): {environment, trajectory: [{action, observation, thought, ...}], history, info}.

A step of the trajectory is what the agent thought, the command that it gave, and what came of it. Commands are shell
commands, or the agent's own (`open`, `edit`, ...), which are taken for tools. The task and the system text stand in the
history only, whose demonstrations are passed over; their position is "history/" and the index there. The position of
everything else is the index in the trajectory. Results have no flag: one is a failure when it says so.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planscope.collector.failing import says_failure, shell_failed
from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import text_of
from planscope.collector.transcripts.recorder import Recorder
from planscope.collector.transcripts.source import Source, json_value

NAME = "swe-agent"
TITLE = "SWE-agent trajectory (.traj)"
RANK = 30

_OWN = frozenset(
    {"open", "goto", "create", "edit", "insert", "append", "scroll_up", "scroll_down", "set_cursors", "search_dir"}
    | {"search_file", "find_file", "submit", "str_replace_editor", "view_image", "filemap", "exit_forfeit"}
)
_WITH_PATH = frozenset({"open", "create", "str_replace_editor"})
_NOT_APPLIED = re.compile(
    r"\s*(?:Your (?:proposed )?(?:edit|changes?)\b[^\n]{0,80}(?:has introduced|not (?:been )?applied|was rejected)"
    r"|No replacement (?:was )?performed|No edit was performed|The command \S+ failed|File \S+ not found\s*$"
    r"|No file open|Invalid (?:range|line|`))",
    re.I,
)


def matches(source: Source) -> bool:
    """A document with a trajectory of actions and observations, or mostly lines of such."""
    values = source.values
    return bool(values) and sum(_steps(v) is not None for v in values) * 2 > len(values)


def _steps(document: Any) -> list[Any] | None:
    steps = document.get("trajectory") if isinstance(document, dict) else None
    if not isinstance(steps, list):
        return None
    good = [x for x in steps if isinstance(x, dict) and isinstance(x.get("action"), str) and "observation" in x]
    told = isinstance(document.get("info"), dict) and isinstance(document.get("history"), list)
    return steps if len(good) * 2 > len(steps) or (not steps and told) else None


def read(source: Source) -> Iterator[Span]:
    """The run of the file, or of each line."""
    if source.document is not None:
        yield from _run(source, source.document, None)
        return
    for number, value in source.records():
        if _steps(value) is None:
            source.skip(number, "a line without a trajectory")
        else:
            given = (value.get(k) for k in ("_index", "instance_id"))
            named = next((g for g in given if isinstance(g, str | int) and not isinstance(g, bool)), number)
            yield from _run(source, value, named)


def _run(source: Source, document: Mapping[str, Any], index: str | int | None) -> Iterator[Span]:
    steps = _steps(document) or []
    history = document.get("history")
    history = history if isinstance(history, list) else []
    source.records_read += len(steps) if index is None else 0
    key = source.name if index is None else f"{source.name}#{index}"
    task = document.get("instance_id")
    run = Recorder(NAME, source.name, key, index=index, task=task if isinstance(task, str) else "")
    _task(run, history)
    functions = _Functions(history)
    for n, step in enumerate(steps):
        if isinstance(step, dict) and isinstance(step.get("action"), str):
            _step(run, n, step, functions)
        else:
            source.skip(n if index is None else f"{index}/{n}", "an entry that is no step")
    info = document.get("info")
    info = info if isinstance(info, dict) else {}
    status = info.get("exit_status")
    handed_in = status == "submitted" if isinstance(status, str) else bool(info.get("submission"))
    run.about(closed=handed_in, cut_off=not handed_in)
    yield from run.spans()


def _task(run: Recorder, history: Sequence[Any]) -> None:
    """What stands before the agent's first answer: system text, demonstrations, the task."""
    for n, message in enumerate(history):
        if not isinstance(message, dict) or message.get("role") not in ("system", "user"):
            return
        text = text_of(message.get("content"))
        shown = message.get("is_demo") or message.get("message_type") == "demonstration"
        if text.strip() and not shown:
            run.user(text, f"history/{n}", system=message["role"] == "system")


class _Functions:
    """The functions that the agent called, in the order of its actions."""

    def __init__(self, history: Sequence[Any]) -> None:
        answers = [m for m in history if isinstance(m, dict) and m.get("role") == "assistant" and not m.get("is_demo")]
        self.waiting = [(m.get("action"), m.get("tool_calls")) for m in answers]
        self.next = 0

    def of(self, action: str) -> tuple[str, Any] | None:
        """(name, arguments) of the function behind an action."""
        for n in range(self.next, len(self.waiting)):
            given, calls = self.waiting[n]
            if given != action:
                continue
            self.next = n + 1
            call = calls[0] if isinstance(calls, list) and calls else None
            function = call.get("function") if isinstance(call, dict) else None
            if not isinstance(function, dict) or not isinstance(function.get("name"), str):
                return None
            loaded = json_value(function.get("arguments"))
            return (function["name"], loaded) if isinstance(loaded, dict) else None
        return None


def _step(run: Recorder, n: int, step: Mapping[str, Any], functions: _Functions) -> None:
    action, observation = step["action"], step.get("observation")
    said = next((t for k in ("thought", "response") if isinstance(t := step.get(k), str) and t.strip()), "")
    called = bool(action.strip())
    run.model([(said, n)] if said else [], n, call_ids=[str(n)] if called else [])
    if not called:
        return
    name, arguments = functions.of(action) or _command(action)
    run.call(name, arguments, n, call_id=str(n))
    if isinstance(observation, str):
        data = json_value(observation)
        failed = bool(_NOT_APPLIED.match(observation)) or says_failure(observation, data) or shell_failed(observation)
        run.result(observation, n, call_id=str(n), data=data, status="error" if failed else "ok")


def _command(action: str) -> tuple[str, Any]:
    """(tool, arguments) of an action that is written out."""
    word, _, rest = action.strip().partition(" ")
    word, broken, below = word.partition("\n")
    rest = f"{below} {rest}" if broken else rest
    if word not in _OWN:
        return "bash", {"command": action.strip()}
    given: dict[str, Any] = {"input": rest.strip()}
    words = rest.split(maxsplit=2)
    if word == "str_replace_editor" and len(words) > 1:
        given = {"command": words[0], "path": words[1].strip("\"'"), "input": words[2] if len(words) > 2 else ""}
    elif word in _WITH_PATH and words:
        given["path"] = words[0].strip("\"'")
    return word, given
