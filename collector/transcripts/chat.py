"""Chats in the OpenAI message form: one chat as JSON, lists of runs, JSON lines of either, tau-bench and AgentRx results.

A run is any object that holds a list of messages (`messages`, `traj`, `trajectory`, `conversation`, ...), or a bare
list of messages. A file of several runs gives each its own index: `_index`, else its id, else its place. A position
is the index of the message. Results that begin with "Error" are failures, since the form has no flag for it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.recorder import Recorder, digest, nanoseconds
from planscope.collector.transcripts.source import Source

NAME = "chat"
TITLE = "chat messages in the OpenAI form (JSON or JSON lines; tau-bench and AgentRx results)"
RANK = 80

_LISTS = ("messages", "traj", "trajectory", "conversation", "history", "chat")
_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_ERROR = re.compile(r"^\s*(?:Error\b|\{\"error\"|Traceback \(most recent call last\))", re.I)
_TRUNCATED = re.compile(
    r"\[?TRUNCATED: original length \d+|\[truncated\]\s*$|<truncated>\s*$|\.\.\. ?\[\d+ (?:chars|characters|bytes) truncated\]",
    re.I,
)


def matches(source: Source) -> bool:
    """A run, a list of runs, or a list of messages, among the first values."""
    values = source.values
    if any(isinstance(v, dict) and _other_format(v) for v in values):
        return False
    return sum(bool(_runs(v)) for v in values) * 2 > len(values) or _bare(source)


def _other_format(x: Mapping[str, Any]) -> bool:
    """Formats with a step list of their own beside the messages, where a position means something else."""
    steps = x.get("trajectory")
    return isinstance(steps, list) and bool(steps) and not _is_chat(steps)


def _bare(source: Source) -> bool:
    """JSON lines that are messages themselves: one run."""
    lines = [v for v in source.values if isinstance(v, dict)]
    return len(lines) > 1 and len(lines) == len(source.values) and all(map(_is_message, lines))


def _is_message(x: Any) -> bool:
    return (
        isinstance(x, dict)
        and x.get("role") in _ROLES
        and ("content" in x or "tool_calls" in x or "function_call" in x)
    )


def _messages(x: Any) -> list[Any] | None:
    """The messages of a run, None when it is none."""
    if not isinstance(x, dict):
        return None
    for name in _LISTS:
        value = x.get(name)
        if isinstance(value, list) and value and _is_chat(value):
            return value
    return None


def _is_chat(values: Sequence[Any]) -> bool:
    """Mostly messages, and at least one from an agent or a user (odd entries are counted, not fatal)."""
    good = sum(map(_is_message, values))
    return good > 0 and good * 2 >= len(values)


def _runs(value: Any) -> list[tuple[Any, Any]]:
    """(run, place in a list or None) for one run, a list of runs, or a list of messages."""
    if isinstance(value, list):
        if value and _is_chat(value):
            return [({"messages": value}, None)]
        return [(x, n) for n, x in enumerate(value) if _messages(x)]
    if _messages(value):
        return [(value, None)]
    if isinstance(value, dict):
        for name in ("runs", "simulations", "results", "trajectories", "data"):
            inner = value.get(name)
            if isinstance(inner, list) and any(map(_messages, inner)):
                return [(x, n) for n, x in enumerate(inner) if _messages(x)]
    return []


def read(source: Source) -> Iterator[Span]:
    """Every run in the file."""
    if source.values and source.values[0] is source.__dict__.get("document"):
        document = source.document
        runs = _runs(document)
        if isinstance(document, list) and runs and runs[0][1] is not None:
            good = {n for _, n in runs}
            for n in range(len(document)):
                if n not in good:
                    source.skip(n, "an entry without messages")
        source.records_read += len(runs)
        for run, n in runs:
            yield from _run(source, run, n)
    elif _bare(source):
        numbered = list(source.records())
        yield from _run(source, {"messages": [v for _, v in numbered]}, None, [n for n, _ in numbered])
    else:
        yield from _lines(source)


def _lines(source: Source) -> Iterator[Span]:
    for number, value in source.records():
        runs = _runs(value)
        if not runs:
            source.skip(number, "a line without messages")
        for run, _ in runs:
            yield from _run(source, run, number)


def _run(
    source: Source, run: Mapping[str, Any], at: int | None, positions: Sequence[int] | None = None
) -> Iterator[Span]:
    messages = _messages(run) or []
    index = None if at is None else _index(run, at)
    recorder = Recorder(
        NAME,
        source.name,
        f"{source.name}#{index}" if index is not None else source.name,
        index=index,
        task=str(run.get("task_id", "") if run.get("task_id") is not None else ""),
        trial=str(run.get("trial", "") if run.get("trial") is not None else ""),
        tools=_tools(run.get("tools")),
    )
    model = run.get("model")
    for n, message in enumerate(messages):
        position = positions[n] if positions else n
        if not _is_message(message):
            source.skip(position if index is None else f"{index}/{position}", "an entry that is no message")
            continue
        _message(recorder, message, position, model if isinstance(model, str) else "")
    yield from recorder.spans()


def _index(run: Mapping[str, Any], at: int) -> str | int:
    for name in ("_index", "id", "run_id", "instance_id"):
        value = run.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return value
    return at


def _tools(tools: Any) -> list[str] | None:
    if not isinstance(tools, list):
        return None
    names = []
    for t in tools:
        inner = t.get("function", t) if isinstance(t, dict) else t
        name = inner.get("name") if isinstance(inner, dict) else inner
        if isinstance(name, str):
            names.append(name)
    return names


def _message(recorder: Recorder, m: Mapping[str, Any], position: int, model: str) -> None:
    role, text = m.get("role"), _text(m.get("content"))
    time = nanoseconds(m.get("timestamp") or m.get("created_at"))
    if role in ("system", "developer", "user"):
        if text.strip():
            recorder.user(text, position, system=role != "user", time=time)
    elif role == "assistant":
        calls = _calls(m)
        usage = m.get("usage") if isinstance(m.get("usage"), dict) else {}
        recorder.model(
            [(text, position)] if text.strip() else [],
            position,
            thinking=_text(m.get("reasoning_content") or m.get("reasoning") or ""),
            call_ids=[c[2] or f"#{position}.{n}" for n, c in enumerate(calls)],
            model=str(m.get("model") or model),
            tokens=_tokens(usage),
            time=time,
        )
        for name, arguments, call_id in calls:
            recorder.call(name, arguments, position, call_id=call_id, time=time)
    else:
        status = "error" if _failed(m, text) else "ok"
        call_id = str(m.get("tool_call_id") or "")
        cut = bool(_TRUNCATED.search(text[-400:]))
        recorder.result(text, position, call_id=call_id, data=_json(text), status=status, time=time, truncated=cut)


def _failed(m: Mapping[str, Any], text: str) -> bool:
    return m.get("error") is True or m.get("status") == "error" or m.get("is_error") is True or bool(_ERROR.match(text))


def _calls(m: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    """(name, arguments, id) of each call that a message asks for, in today's form and in the old one."""
    found = []
    raw = m.get("tool_calls")
    for call in raw if isinstance(raw, list) else ():
        if isinstance(call, dict):
            inner = call.get("function") if isinstance(call.get("function"), dict) else call
            name = inner.get("name")
            if isinstance(name, str):
                found.append((name, _arguments(inner.get("arguments")), str(call.get("id") or "")))
    old = m.get("function_call")
    if isinstance(old, dict) and isinstance(old.get("name"), str) and not found:
        found.append((old["name"], _arguments(old.get("arguments")), ""))
    return found


def _arguments(value: Any) -> Any:
    loaded = _json(value) if isinstance(value, str) else value
    return value if loaded is None else loaded


def _json(text: Any) -> Any:
    """A text as a JSON object or list, None when it is none."""
    if not isinstance(text, str) or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = [c if isinstance(c, str) else c.get("text", "") for c in content if isinstance(c, str | dict)]
        return "\n".join(t for t in texts if isinstance(t, str) and t)
    return ""


def _tokens(usage: Any) -> tuple[int | None, int | None, int | None]:
    def count(*names: str) -> int | None:
        return next((usage[n] for n in names if isinstance(usage.get(n), int)), None)

    return count("prompt_tokens", "input_tokens"), count("completion_tokens", "output_tokens"), None


__all__ = ["digest", "matches", "read"]
