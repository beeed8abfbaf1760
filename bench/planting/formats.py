"""Runs as files: Claude Code sessions, chats, Codex rollouts, OTLP JSON lines; with the place of every piece."""

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from planting.story import Call, Step

BEGIN = datetime(2026, 4, 6, 8, 30, tzinfo=UTC)


@dataclass
class Written:
    """A file's text, and where each piece came to stand: (tag, "text" | "call0" | "result0" ...) -> position."""

    suffix: str
    text: str = ""
    places: dict[tuple[str, str], str] = field(default_factory=dict)


def ident(*parts: object, size: int = 16) -> str:
    """An id that is the same whenever the run is made."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:size]


def dump(value: object) -> str:
    """JSON as it stands in such files."""
    return json.dumps(value, ensure_ascii=False)


def _clock(seed: str) -> Callable[[], datetime]:
    rng, now = random.Random(f"{seed}/clock"), BEGIN + timedelta(minutes=random.Random(seed).randrange(200_000))

    def tick() -> datetime:
        nonlocal now
        now += timedelta(milliseconds=rng.randint(900, 14_000))
        return now

    return tick


def _iso(t: datetime) -> str:
    return t.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_CLAUDE = {
    "read_file": lambda a: ("Read", {"file_path": a["path"]}),
    "edit_file": lambda a: ("Edit", {"file_path": a["path"], "old_string": a["old"], "new_string": a["new"]}),
    "write_file": lambda a: ("Write", {"file_path": a["path"], "content": a["content"]}),
    "run_command": lambda a: ("Bash", {"command": a["command"], "description": "Run a command"}),
}


class _Claude:
    def __init__(self, seed: str) -> None:
        self.seed, self.lines, self.tick = seed, list[str](), _clock(seed)

    def add(self, kind: str, message: Mapping[str, Any] | None, **more: Any) -> str:
        n = len(self.lines)
        about = {"parentUuid": ident(self.seed, n - 1) if n else None, "isSidechain": False, "userType": "external"}
        about |= {"cwd": "/repo", "sessionId": ident(self.seed, size=32), "version": "2.1.90", "gitBranch": "main"}
        body = {"type": kind, **({"message": message} if message else {}), **more}
        self.lines.append(dump({**about, **body, "uuid": ident(self.seed, n), "timestamp": _iso(self.tick())}))
        return str(n)


def claude(seed: str, steps: Sequence[Step]) -> Written:
    """A Claude Code session: one line for each block of a message, results on lines of their own."""
    out, to = Written(".jsonl"), _Claude(seed)
    for n, s in enumerate(steps):
        if s.who == "user":
            out.places[s.tag, "text"] = to.add("user", {"role": "user", "content": str(s.text)})
        elif s.who == "compaction":
            meta = {"trigger": "auto", "preTokens": 155_000 + n}
            to.add("system", None, subtype="compact_boundary", compactMetadata=meta, content="Conversation compacted")
            message = {"role": "user", "content": str(s.text)}
            out.places[s.tag, "text"] = to.add("user", message, isCompactSummary=True)
        else:
            _claude_message(n, s, to, out)
    out.text = "\n".join(to.lines) + "\n"
    return out


def _claude_message(n: int, s: Step, to: _Claude, out: Written) -> None:
    about = {"id": f"msg_{ident(to.seed, n)}", "type": "message", "role": "assistant", "model": "claude-sonnet-4-6"}
    usage = {"input_tokens": 40 + n, "cache_read_input_tokens": 9000 + 210 * n, "output_tokens": 30 + len(str(s.text))}

    def block(part: str, content: dict[str, Any]) -> None:
        out.places[s.tag, part] = to.add("assistant", {**about, "content": [content], "usage": usage})

    if str(s.text):
        block("text", {"type": "text", "text": str(s.text)})
    for k, c in enumerate(s.calls):
        tool, given = _CLAUDE.get(c.tool, lambda a, t=c.tool: (t, dict(a)))(c.arguments)
        block(f"call{k}", {"type": "tool_use", "id": f"toolu_{ident(to.seed, n, k)}", "name": tool, "input": given})
    for k, c in enumerate(s.calls):
        code = "Exit code 1\n" if c.failed and c.tool == "run_command" else ""
        result: dict[str, Any] = {"type": "tool_result", "tool_use_id": f"toolu_{ident(to.seed, n, k)}"}
        result |= {"content": code + c.result, **({"is_error": True} if c.failed else {})}
        more = {"toolUseResult": c.data} if c.data else {}
        out.places[s.tag, f"result{k}"] = to.add("user", {"role": "user", "content": [result]}, **more)


def _visible(c: Call) -> str:
    """A result as text where nothing but the text tells of a failure."""
    if not c.failed:
        return c.result
    return f"{c.result}\nexit code: 1" if c.tool == "run_command" else f"Error: {c.result}"


def chat(seed: str, steps: Sequence[Step]) -> Written:
    """A chat in the OpenAI form: one JSON document."""
    out, messages = Written(".json"), list[dict[str, Any]]()

    def add(tag: str, part: str, message: dict[str, Any]) -> None:
        out.places[tag, part] = str(len(messages))
        messages.append(message)

    for n, s in enumerate(steps):
        if s.who != "agent":
            add(s.tag, "text", {"role": "user", "content": str(s.text)})
            continue
        ids = [f"call_{ident(seed, n, k)}" for k in range(len(s.calls))]
        asked = [
            {"id": i, "type": "function", "function": {"name": c.tool, "arguments": dump(c.arguments)}}
            for i, c in zip(ids, s.calls, strict=True)
        ]
        for k in range(len(s.calls)):
            out.places[s.tag, f"call{k}"] = str(len(messages))
        who = {"name": s.name} if s.name else {}
        more = {"tool_calls": asked} if asked else {}
        add(s.tag, "text", {"role": "assistant", **who, "content": str(s.text) or None, **more})
        for k, c in enumerate(s.calls):
            result = {"role": "tool", "tool_call_id": ids[k], "name": c.tool, "content": _visible(c)}
            add(s.tag, f"result{k}", result)
    document = {"id": f"chat_{ident(seed)}", "model": "made-up-model-2", "messages": messages}
    out.text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return out


class _Codex:
    def __init__(self, seed: str) -> None:
        self.lines, self.tick = list[str](), _clock(seed)

    def add(self, kind: str, payload: Mapping[str, Any]) -> str:
        self.lines.append(dump({"timestamp": _iso(self.tick()), "type": kind, "payload": payload}))
        return str(len(self.lines) - 1)


def codex(seed: str, steps: Sequence[Step]) -> Written:
    """A Codex rollout: an envelope a line; what was said is told twice, as item and as event."""
    out, to = Written(".jsonl"), _Codex(seed)
    meta = {"id": ident(seed, size=32), "cwd": "/repo", "originator": "codex_cli_rs", "cli_version": "0.142.0"}
    to.add("session_meta", {**meta, "timestamp": _iso(to.tick()), "model_provider": "openai"})
    to.add("turn_context", {"cwd": "/repo", "approval_policy": "on-request", "model": "gpt-5.5-codex"})
    for n, s in enumerate(steps):
        if s.who == "compaction":
            out.places[s.tag, "text"] = to.add("compacted", {"message": str(s.text)})
        elif str(s.text):
            mine = s.who == "agent"
            content = [{"type": "output_text" if mine else "input_text", "text": str(s.text)}]
            item = {"type": "message", "role": "assistant" if mine else "user", "content": content}
            out.places[s.tag, "text"] = to.add("response_item", item)
            event = {"type": "agent_message" if mine else "user_message", "message": str(s.text)}
            to.add("event_msg", event)
        for k in range(len(s.calls)):
            _codex_call(f"call_{ident(seed, n, k)}", s, k, to, out)
    out.text = "\n".join(to.lines) + "\n"
    return out


def _codex_call(ident_: str, s: Step, k: int, to: _Codex, out: Written) -> None:
    c = s.calls[k]
    kind, name, given = "function_call", c.tool, dict(c.arguments)
    shell = {"read_file": "cat {path}", "run_command": "{command}"}.get(c.tool)
    output = _visible(c)
    if shell:
        name, given = "shell", {"command": ["bash", "-lc", shell.format(**c.arguments)], "workdir": "/repo"}
        output = dump({"output": c.result, "metadata": {"exit_code": int(c.failed), "duration_seconds": 1.4}})
    payload: dict[str, Any] = {"name": name, "arguments": dump(given)}
    if c.tool in ("edit_file", "write_file"):
        kind = "custom_tool_call"
        gone = "".join(f"-{x}\n" for x in str(c.arguments.get("old", "")).splitlines())
        new = "".join(f"+{x}\n" for x in str(c.arguments.get("new", c.arguments.get("content", ""))).splitlines())
        verb = "Update" if c.tool == "edit_file" else "Add"
        patch = f"*** Begin Patch\n*** {verb} File: {c.arguments['path']}\n@@\n{gone}{new}*** End Patch\n"
        payload = {"status": "completed", "name": "apply_patch", "input": patch}
        output = dump({"output": c.result, "metadata": {"exit_code": int(c.failed), "duration_seconds": 0.1}})
    out.places[s.tag, f"call{k}"] = to.add("response_item", {"type": kind, **payload, "call_id": ident_})
    answer = {"type": f"{kind}_output", "call_id": ident_, "output": output}
    out.places[s.tag, f"result{k}"] = to.add("response_item", answer)


class _Otlp:
    def __init__(self, seed: str) -> None:
        self.seed, self.lines, self.tick = seed, list[str](), _clock(seed)
        self.begin = int(self.tick().timestamp() * 1000) * 10**6

    def span(self, key: object, title: str, attributes: Mapping[str, str], failed: bool = False) -> str:
        end = int(self.tick().timestamp() * 1000) * 10**6
        start = self.begin if key == "root" else end - 600 * 10**6
        at = ident(self.seed, key)
        about: dict[str, Any] = {"traceId": ident(self.seed, size=32), "spanId": at, "name": title, "kind": 1}
        about |= {"startTimeUnixNano": str(start), "endTimeUnixNano": str(end)}
        about |= {} if key == "root" else {"parentSpanId": ident(self.seed, "root")}
        pairs = {"gen_ai.conversation.id": f"conv_{ident(self.seed)}", **attributes}
        about["attributes"] = [{"key": k, "value": {"stringValue": v}} for k, v in pairs.items()]
        about["status"] = {"code": 2} if failed else {}
        resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "agent"}}]}
        scopes = [{"scope": {"name": "opentelemetry.instrumentation.genai"}, "spans": [about]}]
        self.lines.append(dump({"resourceSpans": [{"resource": resource, "scopeSpans": scopes}]}))
        return at


def otlp(seed: str, steps: Sequence[Step]) -> Written:
    """OTLP JSON lines with gen_ai attributes: one span a line; a call of the model is told what is new."""
    out, to, new = Written(".jsonl"), _Otlp(seed), list[dict[str, Any]]()
    waiting: list[str] = []
    for n, s in enumerate(steps):
        if s.who != "agent":
            new.append({"role": "user", "parts": [{"type": "text", "content": str(s.text)}]})
            waiting.append(s.tag)
            continue
        ids = [f"call_{ident(seed, n, k)}" for k in range(len(s.calls))]
        parts: list[dict[str, Any]] = [{"type": "text", "content": str(s.text)}] if str(s.text) else []
        parts += [
            {"type": "tool_call", "id": i, "name": c.tool, "arguments": dict(c.arguments)}
            for i, c in zip(ids, s.calls, strict=True)
        ]
        answer = {"role": "assistant", "parts": parts, "finish_reason": "tool_call" if ids else "stop"}
        about = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "made-up-model-2"}
        about |= {"gen_ai.input.messages": dump(new), "gen_ai.output.messages": dump([answer])}
        place = to.span(n, "chat made-up-model-2", {**about, **({"gen_ai.agent.name": s.name} if s.name else {})})
        out.places |= {(tag, "text"): place for tag in (s.tag, *waiting)}
        new, waiting = [], []
        for k, c in enumerate(s.calls):
            out.places[s.tag, f"asked{k}"] = place
            out.places[s.tag, f"call{k}"] = out.places[s.tag, f"result{k}"] = _otlp_tool(to, n, k, ids[k], c)
            response = {"type": "tool_call_response", "id": ids[k], "response": c.result}
            new.append({"role": "tool", "parts": [response]})
    to.span("root", "invoke_agent", {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "agent"})
    out.text = "\n".join(to.lines) + "\n"
    return out


def _otlp_tool(to: _Otlp, n: int, k: int, at: str, c: Call) -> str:
    about = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": c.tool, "gen_ai.tool.call.id": at}
    about |= {"gen_ai.tool.call.arguments": dump(c.arguments), "gen_ai.tool.call.result": c.result}
    return to.span(
        (n, k), f"execute_tool {c.tool}", about | ({"error.type": "tool_error"} if c.failed else {}), c.failed
    )


FORMATS: dict[str, Callable[[str, Sequence[Step]], Written]] = {
    "claude": claude,
    "chat": chat,
    "codex": codex,
    "otlp": otlp,
}
