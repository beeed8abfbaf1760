"""The formats in which bench/make_demo.py writes its stories: Claude Code sessions, chats, OTLP JSON lines."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Call:
    """A use of a tool. `data` is the structured result that some formats keep beside the text."""

    tool: str
    arguments: dict[str, Any]
    result: str
    failed: bool = False
    data: Any = None


@dataclass(frozen=True)
class Say:
    """A message of the agent, with the tools that it asks for."""

    text: str
    calls: tuple[Call, ...] = ()


Story = Sequence[str | Say]  # a text alone is the user's


def ident(*parts: object, size: int = 16) -> str:
    """An id that is the same whenever the script runs."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:size]


def claude_code(name: str, story: Story) -> str:
    """A Claude Code session: one line for each block of a message, results on lines of their own."""
    lines: list[str] = []

    def add(kind: str, message: dict[str, Any], **more: Any) -> None:
        n = len(lines)
        about = {"parentUuid": ident(name, n - 1) if n else None, "isSidechain": False, "cwd": "/repo"}
        when = (BEGIN + timedelta(seconds=7 * n)).isoformat().replace("+00:00", ".000Z")
        ids = {"sessionId": ident(name), "uuid": ident(name, n), "timestamp": when}
        lines.append(json.dumps({**about, **ids, "type": kind, "message": message, **more}, ensure_ascii=False))

    for n, step in enumerate(story):
        if isinstance(step, str):
            add("user", {"role": "user", "content": step})
            continue
        blocks: list[dict[str, Any]] = [{"type": "text", "text": step.text}] if step.text else []
        ids = [f"toolu_{ident(name, n, k)}" for k in range(len(step.calls))]
        for at, c in zip(ids, step.calls, strict=True):
            blocks.append({"type": "tool_use", "id": at, "name": c.tool, "input": c.arguments})
        for block in blocks:
            about = {"id": f"msg_{ident(name, n)}", "role": "assistant", "model": "made-up-model"}
            add("assistant", {**about, "content": [block], "usage": {"input_tokens": 900 + n, "output_tokens": 60}})
        for at, c in zip(ids, step.calls, strict=True):
            result = {"type": "tool_result", "tool_use_id": at, "content": c.result, "is_error": c.failed}
            more = {"toolUseResult": c.data} if c.data else {}
            add("user", {"role": "user", "content": [result]}, **more)
    return "\n".join(lines) + "\n"


def chat(name: str, story: Story) -> str:
    """A chat in the OpenAI form: one JSON document."""
    messages: list[dict[str, Any]] = []
    for n, step in enumerate(story):
        if isinstance(step, str):
            messages.append({"role": "user", "content": step})
            continue
        functions = [{"name": c.tool, "arguments": json.dumps(c.arguments)} for c in step.calls]
        asked = [
            {"id": f"call_{ident(name, n, k)}", "type": "function", "function": f} for k, f in enumerate(functions)
        ]
        messages.append({"role": "assistant", "content": step.text, **({"tool_calls": asked} if asked else {})})
        for a, c in zip(asked, step.calls, strict=True):
            messages.append({"role": "tool", "tool_call_id": a["id"], "content": c.result})
    return json.dumps({"model": "made-up-model", "messages": messages}, ensure_ascii=False, indent=1) + "\n"


class _Trace:
    """The spans of one trace as they end: one OTLP JSON line each."""

    def __init__(self, name: str) -> None:
        self.name, self.lines = name, list[str]()
        self.begin = self.clock = int(BEGIN.timestamp()) * 10**9

    def span(self, key: object, title: str, seconds: int, attributes: dict[str, str], *, failed: bool = False) -> None:
        """One more span; the one with the key "root" began with the trace."""
        start, self.clock = self.begin if key == "root" else self.clock, self.clock + seconds * 10**9
        parent = {} if key == "root" else {"parentSpanId": ident(self.name, "root")}
        about: dict[str, Any] = {
            "traceId": ident(self.name, size=32),
            "spanId": ident(self.name, key),
            **parent,
            "name": title,
        }
        about |= {"kind": 1, "startTimeUnixNano": str(start), "endTimeUnixNano": str(self.clock)}
        pairs = {"gen_ai.conversation.id": f"conv_{ident(self.name)}", **attributes}
        about["attributes"] = [{"key": k, "value": {"stringValue": v}} for k, v in pairs.items()]
        about["status"] = {"code": 2, "message": "tool failed"} if failed else {}
        resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "demo-agent"}}]}
        scopes = [{"scope": {"name": "demo"}, "spans": [about]}]
        self.lines.append(_text({"resourceSpans": [{"resource": resource, "scopeSpans": scopes}]}))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def otlp(name: str, story: Story) -> str:
    """OTLP JSON lines with gen_ai attributes: one span a line, children before their parent, as exporters send them."""
    trace, sent = _Trace(name), list[dict[str, Any]]()
    for n, step in enumerate(story):
        if isinstance(step, str):
            sent.append({"role": "user", "parts": [{"type": "text", "content": step}]})
            continue
        ids = [f"call_{ident(name, n, k)}" for k in range(len(step.calls))]
        parts: list[dict[str, Any]] = [{"type": "text", "content": step.text}] if step.text else []
        for at, c in zip(ids, step.calls, strict=True):
            parts.append({"type": "tool_call", "id": at, "name": c.tool, "arguments": c.arguments})
        answer = {"role": "assistant", "parts": parts, "finish_reason": "tool_call" if ids else "stop"}
        about = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "made-up-model"}
        messages = {"gen_ai.input.messages": _text(sent), "gen_ai.output.messages": _text([answer])}
        trace.span(n, "chat made-up-model", 3, {**about, **messages})
        sent.append({"role": "assistant", "parts": parts})
        for at, c in zip(ids, step.calls, strict=True):
            about = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": c.tool, "gen_ai.tool.call.id": at}
            content = {"gen_ai.tool.call.arguments": _text(c.arguments), "gen_ai.tool.call.result": c.result}
            more = {"error.type": "tool_error"} if c.failed else {}
            trace.span((n, at), f"execute_tool {c.tool}", 1, {**about, **content, **more}, failed=c.failed)
            sent.append({"role": "tool", "parts": [{"type": "tool_call_response", "id": at, "response": c.result}]})
    trace.span("root", "invoke_agent demo", 0, {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "demo"})
    return "\n".join(trace.lines) + "\n"
