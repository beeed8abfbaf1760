"""Claude Code session files (`~/.claude/projects/<folder>/<session>.jsonl`, and its sub-agents' files).

One line per finished content block: lines of one message share `message.id` and are merged later by it. Sub-agents
(`isSidechain`) are runs of their own, in this file or beside it. Lines repeated by resumed sessions carry the same
`uuid`. Order is by time, and for equal times by the chain of `parentUuid`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source

NAME = "claude-code"
TITLE = "Claude Code session (JSON lines)"
RANK = 10

# Only what says how a call ended or what a planning tool did; whole files and patches stay out of memory.
_KEPT = (
    "task",
    "tasks",
    "success",
    "statusChange",
    "plan",
    "exitCode",
    "interrupted",
    "status",
    "returnCodeInterpretation",
)
_REFUSED = re.compile(
    r"The user doesn't want to (?:proceed|take this action)|^\[Request interrupted by user|^User rejected"
    r"|Sibling tool call errored|The user wants to clarify|Tool use was cancelled|^Cancelled: parallel tool call",
    re.I,
)
_INTERRUPTED = re.compile(r"^\s*\[Request interrupted by user")
_CONTEXT = re.compile(
    r"^\s*<(?:system-reminder|local-command-stdout|local-command-stderr|local-command-caveat|bash-stdout)\b"
)


def matches(source: Source) -> bool:
    """A user or assistant line of a session, among the first lines."""
    return any(isinstance(x, dict) and _is_line(x) for x in source.values)


def _is_line(x: Mapping[str, Any]) -> bool:
    return (
        x.get("type") in ("user", "assistant")
        and isinstance(x.get("message"), dict)
        and ("sessionId" in x or "uuid" in x)
    )


def keys(source: Source) -> set[str]:
    """The session id: a session may be spread over files."""
    return {str(x["sessionId"]) for x in source.values if isinstance(x, dict) and x.get("sessionId")}


def read(source: Source) -> Iterator[Span]:
    """Every run in the file: the main agent's and each sub-agent's."""
    session = _Session(source)
    for number, value in source.records():
        if not isinstance(value, dict):
            source.skip(number, "a JSON value that is no object")
        else:
            session.line(number, value)
    for recorder in session.runs.values():
        recorder.about(cut_off=source.cut_off)
        yield from recorder.spans()


class _Session:
    """What is known while going through the lines."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.runs: dict[str, Recorder] = {}
        self.last_ident: dict[str, str] = {}  # uuid -> ident of the last span at or above it
        self.roots: dict[str, str] = {}  # uuid of a side-chain line -> uuid where its chain begins
        self.time: int | None = None

    def line(self, number: int, x: dict[str, Any]) -> None:
        uuid, parent = str(x.get("uuid") or f"line{number}"), str(x.get("parentUuid") or "")
        self.last_ident[uuid] = self.last_ident.get(parent, "")
        if x.get("isSidechain"):
            self.roots[uuid] = self.roots.get(parent, uuid)
        self.time = nanoseconds(x.get("timestamp")) or self.time
        kind = x.get("type")
        if kind == "assistant" and isinstance(x.get("message"), dict):
            self._assistant(number, uuid, x)
        elif kind == "user" and isinstance(x.get("message"), dict):
            self._user(number, uuid, x)
        elif kind == "system" and x.get("subtype") == "compact_boundary":
            self._write(x, uuid).compaction("", number, **self._where(uuid))
        elif (
            kind == "attachment"
            and isinstance(x.get("attachment"), dict)
            and x["attachment"].get("type") == "queued_command"
        ):
            self._write(x, uuid).user(_text(x["attachment"].get("prompt")), number, **self._where(uuid))
        elif kind in ("assistant", "user"):
            self.source.skip(number, f"{kind} line without a message")

    def _write(self, x: Mapping[str, Any], uuid: str) -> Recorder:
        """The run that a line belongs to."""
        session = str(x.get("sessionId") or self.source.name)
        key, parent, agent = session, None, "main"
        if x.get("isSidechain"):
            chain = str(x.get("agentId") or self.roots.get(uuid, uuid))
            key, parent, agent = f"{session}/{chain}", session, chain
        if key not in self.runs:
            self.runs[key] = Recorder(NAME, self.source.name, key, parent=parent, agent=agent)
        return self.runs[key]

    def _where(self, uuid: str, piece: int = 0) -> dict[str, Any]:
        """Time, own ident and what it follows, for one span of a line."""
        ident = f"{uuid}:{piece}"
        where = {"time": self.time, "ident": ident, "after": self.last_ident.get(uuid, "")}
        self.last_ident[uuid] = ident
        return where

    def _assistant(self, number: int, uuid: str, x: dict[str, Any]) -> None:
        message = x["message"]
        run = self._write(x, uuid)
        blocks = _blocks(message.get("content"))
        if x.get("isApiErrorMessage"):
            run.interruption(number, **self._where(uuid))
            return
        if message.get("model") == "<synthetic>":
            return
        calls = [b for b in blocks if b.get("type") in ("tool_use", "server_tool_use") and b.get("name")]
        run.model(
            [(b["text"], number) for b in blocks if b.get("type") == "text" and isinstance(b.get("text"), str)],
            number,
            thinking="\n".join(str(b["thinking"]) for b in blocks if b.get("type") == "thinking" and b.get("thinking")),
            call_ids=[str(b.get("id") or "") for b in calls],
            model=str(message.get("model") or ""),
            response_id=str(message.get("id") or ""),
            tokens=_tokens(message.get("usage")),
            **self._where(uuid),
        )
        for n, b in enumerate(calls, 1):
            run.call(str(b["name"]), b.get("input"), number, call_id=str(b.get("id") or ""), **self._where(uuid, n))

    def _user(self, number: int, uuid: str, x: dict[str, Any]) -> None:
        run, content = self._write(x, uuid), x["message"].get("content")
        texts = [content] if isinstance(content, str) else []
        for block in _blocks(content):
            if block.get("type") == "tool_result":
                self._result(number, run, block, x.get("toolUseResult"))
            elif block.get("type") == "text" and isinstance(block.get("text"), str):
                texts.append(block["text"])
        for n, text in enumerate(texts):
            if _INTERRUPTED.match(text):
                run.interruption(number, **self._where(uuid, n))
            elif x.get("isCompactSummary"):
                run.compaction(text, number, **self._where(uuid, n))
            elif text.strip():
                standing = bool(x.get("isMeta")) or bool(_CONTEXT.match(text))
                run.user(text, number, system=standing, **self._where(uuid, n))

    def _result(self, number: int, run: Recorder, block: Mapping[str, Any], structured: Any) -> None:
        text = _text(block.get("content"))
        status = "ok"
        if block.get("is_error"):
            status = "rejected" if _REFUSED.search(text[:600]) else "error"
        data = {k: structured[k] for k in _KEPT if k in structured} if isinstance(structured, dict) else None
        call_id = str(block.get("tool_use_id") or "")
        if not run.result(text, number, call_id=call_id, data=data or None, status=status, time=self.time):
            self.source.skip(number, "a result whose call is not in the file")


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []


def _text(content: Any) -> str:
    """A result's or prompt's text; images and other blocks are named, not kept."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    pieces = []
    for b in content:
        if isinstance(b, str):
            pieces.append(b)
        elif isinstance(b, dict):
            pieces.append(str(b.get("text", "")) if b.get("type") == "text" else f"[{b.get('type', 'block')}]")
    return "\n".join(pieces)


def _tokens(usage: Any) -> tuple[int | None, int | None, int | None]:
    """Input with cached tokens (the source counts them apart), output, cache read."""
    if not isinstance(usage, dict):
        return None, None, None
    count = {k: v for k, v in usage.items() if isinstance(v, int)}
    cached = count.get("cache_read_input_tokens", 0)
    total = count.get("input_tokens", 0) + cached + count.get("cache_creation_input_tokens", 0)
    return total, count.get("output_tokens"), cached
