"""Sessions of pi and of OpenClaw, which is built on it (`~/.pi/agent/sessions/**.jsonl`).

A head says the session; then a line each for messages, changes of the model, compactions. Calls stand in the blocks of
an answer, results are messages of their own. What the user ran in a shell of their own is standing context. A position
is the line, from 0.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.failing import says_failure
from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import text_of
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source, json_value

NAME = "pi"
TITLE = "session of pi or OpenClaw (JSON lines)"
RANK = 15

_ROLES = frozenset({"user", "assistant", "toolResult", "bashExecution", "custom", "system"})


def matches(source: Source) -> bool:
    """A head of a session, then lines with messages."""
    values = [x for x in source.values if isinstance(x, dict)]
    head = bool(values) and values[0].get("type") == "session" and "id" in values[0]
    messages = [x for x in values if _message(x)]
    results = any(_message(x).get("role") == "toolResult" or _has_call(_message(x)) for x in messages)
    return bool(messages) and (head or results)


def _message(x: Mapping[str, Any]) -> Mapping[str, Any]:
    """The message of a line, an empty mapping for any other line."""
    m = x.get("message") if x.get("type") == "message" else None
    role = m.get("role") if isinstance(m, dict) else None
    return m if isinstance(m, dict) and isinstance(role, str) and role in _ROLES else {}


def _blocks(m: Mapping[str, Any], *kinds: str) -> list[Mapping[str, Any]]:
    content = m.get("content")
    return [b for b in content if isinstance(b, dict) and b.get("type") in kinds] if isinstance(content, list) else []


def _has_call(m: Mapping[str, Any]) -> bool:
    return bool(_blocks(m, "toolCall"))


def keys(source: Source) -> set[str]:
    """The session."""
    return {k for x in source.values if isinstance(x, dict) and (k := _session(x))}


def _session(x: Mapping[str, Any]) -> str:
    return _word(x.get("id")) if x.get("type") == "session" else ""


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def read(source: Source) -> Iterator[Span]:
    """The one run of the file."""
    known = next((k for x in source.values if isinstance(x, dict) and (k := _session(x))), "")
    run = Recorder(NAME, source.name, known or source.name, shared=True)
    time: int | None = None
    for number, x in source.records():
        if not isinstance(x, dict):
            source.skip(number, "a JSON value that is no object")
            continue
        time = max((t for t in (time, nanoseconds(x.get("timestamp"))) if t is not None), default=None)
        own = _word(x.get("id"))
        where: dict[str, Any] = {"time": time, "ident": f"{own}:0" if own and x.get("type") != "session" else ""}
        if x.get("type") in ("compaction", "branch_summary"):
            run.compaction(_word(x.get("summary")), number, **where)
        elif m := _message(x):
            _write(source, run, number, m, where)
        elif x.get("type") == "message":
            source.skip(number, "a line without a message")
    run.about(cut_off=source.cut_off)
    yield from run.spans()


def _write(source: Source, run: Recorder, number: int, m: Mapping[str, Any], where: dict[str, Any]) -> None:
    role, text = m["role"], text_of(m.get("content"))
    if role == "assistant":
        _answer(run, number, m, where)
    elif role == "toolResult":
        _result(source, run, number, m, text, where["time"])
    elif role == "bashExecution":
        run.user(f"$ {_word(m.get('command'))}\n{_word(m.get('output'))}", number, system=True, **where)
    elif text.strip():
        run.user(text, number, system=role != "user", **where)


def _answer(run: Recorder, number: int, m: Mapping[str, Any], where: dict[str, Any]) -> None:
    if m.get("provider") == "openclaw":  # what the program sent to the user's chat, told again
        return
    calls = [b for b in _blocks(m, "toolCall") if _word(b.get("name"))]
    texts = [t for b in _blocks(m, "text") if (t := _word(b.get("text"))).strip()]
    texts = [m["content"]] if isinstance(m.get("content"), str) and m["content"].strip() else texts
    run.model(
        [(t, number) for t in texts],
        number,
        thinking="\n".join(t for b in _blocks(m, "thinking") if (t := _word(b.get("thinking")))),
        call_ids=[_word(b.get("id")) for b in calls],
        model=_word(m.get("model")),
        response_id=_word(m.get("responseId")),
        tokens=_tokens(m.get("usage")),
        **where,
    )
    for n, b in enumerate(calls, 1):
        ident = f"{where['ident']}{n}" if where["ident"] else ""
        run.call(b["name"], b.get("arguments"), number, call_id=_word(b.get("id")), time=where["time"], ident=ident)
    if m.get("stopReason") == "aborted":
        run.interruption(number, time=where["time"])


def _result(source: Source, run: Recorder, number: int, m: Mapping[str, Any], text: str, time: int | None) -> None:
    data = json_value(text)
    details = m.get("details")
    failed = m.get("isError") is True or says_failure(text, data)
    failed = failed or (isinstance(details, dict) and details.get("status") == "error")
    cut = isinstance(details, dict) and bool(details.get("truncation") or details.get("truncated"))
    more: dict[str, Any] = {"status": "error" if failed else "ok", "data": data, "time": time, "truncated": cut}
    if not run.result(text, number, call_id=_word(m.get("toolCallId")), name=_word(m.get("toolName")), **more):
        source.skip(number, "a result whose call is not in the file")


def _tokens(usage: Any) -> tuple[int | None, int | None, int | None]:
    """Input with cached tokens (the source counts them apart), output, cache read."""
    if not isinstance(usage, dict):
        return None, None, None
    count = {k: v for k, v in usage.items() if isinstance(v, int)}
    read, written = count.get("cacheRead", 0), count.get("cacheWrite", 0)
    return count.get("input", 0) + read + written, count.get("output"), read
