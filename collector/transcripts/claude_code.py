"""Claude Code session files (`~/.claude/projects/<folder>/<session>.jsonl`, and its sub-agents' files), and what
`claude -p --output-format stream-json` prints.

One line per finished content block: lines of one message share `message.id` and are merged later by it. Sub-agents
(`isSidechain`) are runs of their own, in this file or beside it. Lines repeated by resumed sessions carry the same
`uuid`. Order is by time, and for equal times by the chain of `parentUuid`. The lines may also come as one JSON list.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
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
_IDS = frozenset({"uuid", "sessionId", "session_id", "parentUuid", "leafUuid", "messageId", "cwd", "timestamp"})
# lines that may stand before the first message, and what makes them known
_BEFORE = {"summary": "leafUuid", "file-history-snapshot": "messageId", "queue-operation": "sessionId"}
_REFUSED = re.compile(
    r"The user doesn't want to (?:proceed|take this action)|^\[Request interrupted by user|^(?:Error: )?User rejected"
    r"|Sibling tool call errored|The user wants to clarify|Tool use was cancelled|^Cancelled: parallel tool call"
    r"|^Permission to use \w+|requested permissions? to |haven't granted (?:it|this) |^(?:Pre|Post)ToolUse\S* hook\b"
    r"|hook (?:blocked|denied|returned blocking)|^<tool_use_error>(?:Permission|Blocked)",
    re.I,
)
_INTERRUPTED = re.compile(r"^\s*\[Request interrupted by user")
_CONTEXT = re.compile(
    r"^\s*<(?:system-reminder|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout"
    r"|bash-stderr|user-memory-input|task-notification|user-prompt-submit-hook|ide_selection|ide_opened_file)\b"
)
_CLEARED = re.compile(r"<command-name>\s*/?clear\s*</command-name>")
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")


def matches(source: Source) -> bool:
    """Lines of a session among the first, and not among others of unknown kinds."""
    values = [x for _, x in _inner(source.document)] or source.values
    known = [x for x in values if isinstance(x, dict) and isinstance(x.get("type"), str) and (_is_line(x) or _about(x))]
    return len(known) * 2 > len(values) and any(_is_line(x) or _BEFORE.get(x["type"], "") in x for x in known)


def _is_line(x: Any) -> bool:
    """A message of the user or the agent."""
    if not isinstance(x, dict) or x.get("type") not in ("user", "assistant"):
        return False
    message = x.get("message")
    if not isinstance(message, dict) or "content" not in message:
        return False
    return message.get("role") == x["type"] or bool(_IDS & x.keys())


def _about(x: Mapping[str, Any]) -> bool:
    """Any other line of a session: there are many kinds, and new ones with each version."""
    return bool(_IDS & x.keys()) and not isinstance(x.get("message"), str)


def _inner(document: Any) -> list[tuple[int, Any]]:
    """Lines that were put into one JSON list, or into a list inside an object."""
    lists = [document] if isinstance(document, list) else []
    lists = [v for v in document.values() if isinstance(v, list)] if isinstance(document, dict) else lists
    found = next((v for v in lists if sum(map(_is_line, v)) * 2 > len(v)), [])
    return list(enumerate(found))


def keys(source: Source) -> set[str]:
    """The session id, for a session may be spread over files; and the first line's, which a resumed session repeats."""
    lines = [x for x in source.values if isinstance(x, dict)]
    first = next((x["uuid"] for x in lines if _is_line(x) and isinstance(x.get("uuid"), str)), None)
    return {_session(x) for x in lines if _session(x)} | ({first} if first else set())


def _session(x: Mapping[str, Any]) -> str:
    return str(x.get("sessionId") or x.get("session_id") or "")


def read(source: Source) -> Iterator[Span]:
    """Every run in the file: the main agent's and each sub-agent's."""
    inner = _inner(source.document)
    source.records_read += len(inner)
    session = _Session(source, next((k for x in source.values if isinstance(x, dict) and (k := _session(x))), ""))
    for number, value in inner or source.records():
        if isinstance(value, dict):
            session.line(number, value)
        else:
            source.skip(number, "a JSON value that is no object")
    return session.spans()


class _Session:
    """What is known while going through the lines."""

    def __init__(self, source: Source, session: str) -> None:
        self.source = source
        self.session = session or source.name
        self.runs: dict[str, Recorder] = {}
        self.parents: dict[str, str] = {}  # uuid of every line -> uuid of the line that it follows
        self.first: dict[str, str] = {}  # uuid of a line -> ident of its first span
        self.chains: dict[str, str] = {}  # uuid of a side-chain line -> uuid where its chain begins
        self.last: dict[str, str] = {}  # key of a run -> uuid of its last line
        self.answered: set[str] = set()
        self.early: list[tuple[Recorder, str, dict[str, Any]]] = []  # results that stand before their calls
        self.time: int | None = None

    def line(self, number: int, x: dict[str, Any]) -> None:
        uuid = str(x.get("uuid") or f"line{number}")
        self.time = nanoseconds(x.get("timestamp")) or self.time
        kind, message = x.get("type"), x.get("message")
        parent = str(x.get("parentUuid") or x.get("logicalParentUuid") or "")
        if x.get("isSidechain"):
            self.chains[uuid] = self.chains.get(parent, uuid)
        run = self._write(x, uuid) if kind in ("user", "assistant", "system", "attachment", "result") else None
        self.parents[uuid] = parent or (self.last.get(run.key, "") if run and "parentUuid" not in x else "")
        if run is None:
            return
        self.last[run.key] = uuid
        if kind in ("user", "assistant") and not isinstance(message, dict):
            self.source.skip(number, f"{kind} line without a message")
        elif isinstance(message, dict) and not isinstance(message.get("content"), str | list):
            self.source.skip(number, f"{kind} message whose content is neither a text nor a list")
        elif kind == "assistant":
            self._assistant(number, uuid, x, run)
        elif kind == "user":
            self._user(number, uuid, x, run)
        else:
            self._other(number, uuid, x, run)

    def spans(self) -> Iterator[Span]:
        """What was written down, once all lines are known."""
        for run, ident, result in self.early:
            if run.result(**result):
                self.answered.add(result["call_id"])
            elif result["call_id"] not in self.answered:
                self.source.skip(result["position"], "a result whose call is not in this file")
                run.late_result(**result, ident=ident)
        for run in self.runs.values():
            run.about(cut_off=self.source.cut_off)
            yield from run.spans(self._ident)

    def _ident(self, uuid: str) -> str:
        """The span that what follows this line is to follow: the line's own first, else that of the nearest line
        before it that has one. A line of another file is taken to have one."""
        seen: list[str] = []
        at = uuid
        while at and at not in self.first and at in self.parents:
            seen.append(at)
            before, self.parents[at] = self.parents[at], ""  # a circle ends where it began
            at = before
        found = (self.first.get(at) or f"{at}:0") if at else ""
        for x in seen:
            self.parents[x] = at
        return found

    def _write(self, x: Mapping[str, Any], uuid: str) -> Recorder:
        """The run that a line belongs to."""
        session = _session(x) or self.session
        key, parent, agent = session, None, "main"
        if x.get("isSidechain") or x.get("parent_tool_use_id"):
            agent = str(x.get("agentId") or x.get("parent_tool_use_id") or self.chains.get(uuid, uuid))
            key, parent = f"{session}/{agent}", session
        if key not in self.runs:
            self.runs[key] = Recorder(NAME, self.source.name, key, parent=parent, agent=agent)
        return self.runs[key]

    def _where(self, uuid: str, piece: int = 0) -> dict[str, Any]:
        """Time, own ident and what it follows, for one span of a line."""
        ident = f"{uuid}:{piece}"
        self.first.setdefault(uuid, ident)
        return {"time": self.time, "ident": ident, "after": self.parents[uuid]}

    def _assistant(self, number: int, uuid: str, x: dict[str, Any], run: Recorder) -> None:
        message = x["message"]
        blocks = _blocks(message.get("content"))
        if x.get("isApiErrorMessage"):
            run.interruption(number, **self._where(uuid))
            return
        if message.get("model") == "<synthetic>":
            return
        calls = [b for b in blocks if b.get("type") in _CALLS and b.get("name")]
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
        self._results(number, uuid, blocks, None, run)

    def _user(self, number: int, uuid: str, x: dict[str, Any], run: Recorder) -> None:
        blocks = _blocks(x["message"].get("content"))
        self._results(number, uuid, blocks, x.get("toolUseResult"), run)
        texts = [b["text"] for b in blocks if b.get("type") == "text" and isinstance(b.get("text"), str)]
        for n, text in enumerate(t for t in texts if t.strip()):
            where = self._where(uuid, n)
            if _INTERRUPTED.match(text):
                run.interruption(number, **where)
            elif x.get("isCompactSummary"):
                run.compaction(text, number, **where)
            else:
                standing = bool(x.get("isMeta")) or bool(_CONTEXT.match(text))
                cleared = not x.get("isSidechain") and bool(_CLEARED.search(text[:400]))
                run.user(text, number, system=standing, fresh=cleared, **where)

    def _other(self, number: int, uuid: str, x: dict[str, Any], run: Recorder) -> None:
        """Lines that are no message: the few kinds that say something about the run."""
        attached = x.get("attachment")
        if x.get("subtype") == "compact_boundary":
            run.compaction("", number, **self._where(uuid))
        elif x.get("subtype") == "init" and isinstance(x.get("tools"), list):
            run.offered(t for t in x["tools"] if isinstance(t, str))
        elif x.get("type") == "result" and isinstance(x.get("subtype"), str):
            run.about(closed=x["subtype"] == "success", cut_off=x["subtype"] != "success")
        elif isinstance(attached, dict) and attached.get("type") == "queued_command":
            text = _text(attached.get("prompt"))
            asked = attached.get("commandMode") in (None, "prompt") and not _CONTEXT.match(text)
            if text.strip():
                run.user(text, number, system=not asked, **self._where(uuid))

    def _results(self, number: int, uuid: str, blocks: Iterable[Mapping[str, Any]], extra: Any, run: Recorder) -> None:
        for n, block in enumerate(b for b in blocks if str(b.get("type", "")).endswith("tool_result")):
            text = _text(block.get("content"))
            data = {k: extra[k] for k in _KEPT if k in extra} if isinstance(extra, dict) else {}
            status = "rejected" if data.get("interrupted") is True else "ok"
            if block.get("is_error"):
                refused = _REFUSED.search(text[:600]) or (isinstance(extra, str) and _REFUSED.search(extra[:600]))
                status = "rejected" if refused else "error"
            result: dict[str, Any] = {
                "text": text,
                "position": number,
                "call_id": str(block.get("tool_use_id") or ""),
                "data": data or None,
                "status": status,
                "time": self.time,
            }
            if run.result(**result):
                self.answered.add(result["call_id"])
            else:
                self.early.append((run, f"{uuid}:r{n}", result))


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []


def _text(content: Any) -> str:
    """A result's or prompt's text; images and other blocks are named, not kept."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict) and "type" not in content:
        return json.dumps(content, ensure_ascii=False)  # a result handed over as data
    if not isinstance(content, list):
        content = [content] if isinstance(content, dict) else []
    pieces = []
    for b in content:
        if isinstance(b, str):
            pieces.append(b)
        elif isinstance(b, dict):
            told = [b[k] for k in ("text", "title", "url") if isinstance(b.get(k), str)]
            pieces.append(" ".join(told) if told else f"[{b.get('type', 'block')}]")
    return "\n".join(pieces)


def _tokens(usage: Any) -> tuple[int | None, int | None, int | None]:
    """Input with cached tokens (the source counts them apart), output, cache read."""
    if not isinstance(usage, dict):
        return None, None, None
    count = {k: v for k, v in usage.items() if isinstance(v, int)}
    cached = count.get("cache_read_input_tokens", 0)
    total = count.get("input_tokens", 0) + cached + count.get("cache_creation_input_tokens", 0)
    return total, count.get("output_tokens"), cached
