"""What `codex exec --json` prints: one event a line, {type: thread.started | turn.* | item.* | error, ...}.

An item is told of when it starts, changes and ends; it is one step, which stands where it was first told of, and its
result where it ended. The prompt is not in the stream. A list says of each item only whether it is done. A position is
the line, from 0.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.failing import bad_exit, says_failure
from planscope.collector.span import Span
from planscope.collector.transcripts.codex_items import text_of
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source

NAME = "codex-exec"
TITLE = "events of `codex exec --json` (JSON lines)"
RANK = 13

_EVENTS = ("thread.", "turn.", "item.")
_CALLS = ("command_execution", "file_change", "mcp_tool_call", "web_search", "collab_tool_call", "dynamic_tool_call")


def matches(source: Source) -> bool:
    """Mostly events of a thread, and one that says which thread, turn or item."""
    values = [x for x in source.values if isinstance(x, dict)]
    known = [x for x in values if _word(x.get("type")).startswith(_EVENTS) or x.get("type") == "error"]
    sure = any("thread_id" in x or isinstance(x.get("item"), dict) or x["type"] == "turn.started" for x in known)
    return sure and len(known) * 2 > len(source.values)


def keys(source: Source) -> set[str]:
    """The threads that begin in the first lines."""
    return {k for x in source.values if isinstance(x, dict) and (k := _word(x.get("thread_id")))}


def read(source: Source) -> Iterator[Span]:
    """The runs of the file: one for each thread."""
    stream: _Stream | None = None
    for number, x in source.records():
        if not isinstance(x, dict):
            source.skip(number, "a JSON value that is no object")
            continue
        thread = _word(x.get("thread_id")) if x.get("type") == "thread.started" else ""
        if stream is None or (thread and thread != stream.thread):
            if stream is not None:
                yield from stream.spans(False)
            stream = _Stream(source, thread)
        stream.take(number, x)
    if stream is not None:
        yield from stream.spans(source.cut_off)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


class _Stream:
    """One thread while its events are gone through."""

    def __init__(self, source: Source, thread: str) -> None:
        self.source, self.thread = source, thread
        self.run = Recorder(NAME, source.name, thread or source.name, shared=True)
        self.begun: set[str] = set()
        self.ended: set[str] = set()
        self.plan: Any = None
        self.thinking: list[str] = []
        self.turn = 0
        self.closed = self.failed = False

    def take(self, number: int, x: Mapping[str, Any]) -> None:
        """One event."""
        kind, item = _word(x.get("type")), x.get("item")
        if kind == "turn.started":
            self.turn += 1
            self.closed = self.failed = False
        elif kind == "turn.completed":
            self.closed = True
        elif kind == "turn.failed":
            self.failed = True
        elif kind.startswith("item.") and not isinstance(item, dict):
            self.source.skip(number, "an item event without an item")
        elif kind.startswith("item.") and isinstance(item, dict):
            self._item(number, kind, item, nanoseconds(x.get("timestamp")))

    def spans(self, cut_off: bool) -> Iterator[Span]:
        """What was written down."""
        self.run.about(closed=self.closed and not cut_off, cut_off=cut_off or self.failed)
        yield from self.run.spans()

    def _item(self, number: int, event: str, item: Mapping[str, Any], time: int | None) -> None:
        what = _word(item.get("type") or item.get("item_type"))
        key = f"{self.turn}/{item.get('id') or number}"  # ids begin anew when a thread is resumed
        done = event == "item.completed" and key not in self.ended
        if done:
            self.ended.add(key)
        if what == "todo_list":
            self._list(number, item.get("items"), time)
        elif what in _CALLS:
            if key not in self.begun:
                self.begun.add(key)
                name, arguments = _call(what, item)
                heard = "present" if what != "web_search" else "not_captured"
                self.run.call(name, arguments, number, call_id=key, time=time, content=heard)
            if done and what != "web_search":
                self._ended(number, what, item, key, time)
        elif done and what in ("agent_message", "assistant_message") and _word(item.get("text")).strip():
            thinking, self.thinking = "\n".join(self.thinking), []
            self.run.model([(item["text"], number)], number, thinking=thinking, time=time)
        elif done and what == "reasoning":
            self.thinking.append(_word(item.get("text")))

    def _list(self, number: int, items: Any, time: int | None) -> None:
        if isinstance(items, list) and items != self.plan:
            self.plan = items
            self.run.plan(items, number, source="list", origin="todo_list", time=time)

    def _ended(self, number: int, what: str, item: Mapping[str, Any], key: str, time: int | None) -> None:
        text, data = _result(what, item)
        code = item.get("exit_code")
        if item.get("status") == "declined":
            status = "rejected"
        elif isinstance(code, int) and what == "command_execution":
            status = "error" if bad_exit(code, text) else "ok"
        else:
            failed = item.get("status") == "failed" or bool(item.get("error")) or says_failure(text, data)
            status = "error" if failed else "ok"
        self.run.result(text, number, call_id=key, data=data, status=status, time=time)


def _call(what: str, item: Mapping[str, Any]) -> tuple[str, Any]:
    """(tool, arguments) of an item that is a call."""
    if what == "command_execution":
        return what, {"command": item.get("command")}
    if what == "file_change":
        changes = item.get("changes")
        paths = [c.get("path") for c in changes if isinstance(c, dict)] if isinstance(changes, list) else []
        return "apply_patch", {"paths": [p for p in paths if isinstance(p, str)], "changes": changes}
    if what == "web_search":
        return what, {"query": item.get("query")}
    names = [n for k in ("server", "namespace", "tool", "name") if (n := _word(item.get(k)))]
    given = item.get("arguments", {k: v for k, v in item.items() if k not in ("id", "type", "status", "result")})
    return "__".join(names) or what, given


def _result(what: str, item: Mapping[str, Any]) -> tuple[str, Any]:
    """(text, structured result) of an item that has ended."""
    if what == "command_execution":
        code = item.get("exit_code")
        return _word(item.get("aggregated_output")), {"exit_code": code} if isinstance(code, int) else None
    error = item.get("error")
    if isinstance(error, dict | str) and error:
        return _word(error.get("message")) if isinstance(error, dict) else error, None
    result = item.get("result")
    if isinstance(result, dict):
        data = result.get("structured_content")
        return text_of(result.get("content")), data if isinstance(data, dict) else None
    return _word(result) or text_of(item.get("content_items")), None
