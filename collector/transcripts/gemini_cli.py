"""Gemini CLI sessions (`~/.gemini/tmp/<project>/chats/session-*.json`, newer ones `.jsonl`).

An answer holds its calls with their results. In the newer form a record with a known id replaces the earlier one,
`$set` changes what is said of the session (or all its messages, when they were compressed), `$rewindTo` takes back
what follows. A call that the user refused counts as refused. A position is the index of the message, or the line of its
record's last version.
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from planscope.collector.failing import says_failure
from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import text_of
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source, json_value

NAME = "gemini-cli"
TITLE = "Gemini CLI session (JSON or JSON lines)"
RANK = 16

_TYPES = frozenset({"user", "gemini", "info", "error", "warning"})


def matches(source: Source) -> bool:
    """A session of a project with its messages, or lines of one."""
    x = source.document
    if isinstance(x, dict) and _is_head(x):
        messages = x.get("messages")
        return isinstance(messages, list) and all(_is_message(m) for m in messages[:5])
    values = [v for v in source.values if isinstance(v, dict)]
    return bool(values) and _is_head(values[0]) and sum(map(_is_record, values)) * 2 > len(source.values)


def _is_head(x: Mapping[str, Any]) -> bool:
    return _word(x.get("sessionId")) != "" and "projectHash" in x


def _is_message(x: Any) -> bool:
    return isinstance(x, dict) and isinstance(x.get("type"), str) and x["type"] in _TYPES


def _is_record(x: Mapping[str, Any]) -> bool:
    return _is_message(x) or "$set" in x or "$rewindTo" in x or _is_head(x)


def keys(source: Source) -> set[str]:
    """The session."""
    return {_word(x["sessionId"]) for x in source.values[:1] if isinstance(x, dict) and _is_head(x)}


def read(source: Source) -> Iterator[Span]:
    """The one run of the file."""
    head: dict[str, Any] = {}
    messages: list[tuple[int, Any]] = []
    if isinstance(source.document, dict):
        head = source.document
        given = head.get("messages")
        messages = list(enumerate(given)) if isinstance(given, list) else []
        source.records_read += len(messages)
    else:
        messages = _in_force(source, head)
    session = _word(head.get("sessionId")) or source.name
    parent = PurePosixPath(source.name).parent.name if head.get("kind") == "subagent" else ""
    run = Recorder(NAME, source.name, session, parent=parent or None, shared=True)
    time: int | None = None
    for n, m in messages:
        if not _is_message(m):
            source.skip(n, "an entry that is no message")
            continue
        time = max((t for t in (time, nanoseconds(m.get("timestamp"))) if t is not None), default=None)
        text = text_of(m.get("content"))
        if m["type"] == "gemini":
            _answer(run, n, m, text, time)
        elif m["type"] == "user" and text.strip():
            run.user(text, n, system=text.lstrip().startswith("<session_context>"), time=time)
    run.about(cut_off=source.cut_off)
    yield from run.spans()


def _in_force(source: Source, head: dict[str, Any]) -> list[tuple[int, Any]]:
    """The messages that count at the end of the lines; what is said of the session goes into `head`."""
    messages: dict[str, tuple[int, Any]] = {}
    for number, x in source.records():
        if not isinstance(x, dict):
            source.skip(number, "a JSON value that is no object")
        elif isinstance(x.get("$set"), dict):
            head.update({k: v for k, v in x["$set"].items() if k != "messages"})
            if isinstance(x["$set"].get("messages"), list):
                messages = {_key(m, f"{number}.{n}"): (number, m) for n, m in enumerate(x["$set"]["messages"])}
        elif "$rewindTo" in x:
            known = list(messages)
            at = known.index(x["$rewindTo"]) if x["$rewindTo"] in known else len(known)
            for key in known[at:]:
                del messages[key]
        elif _is_message(x):
            messages[_key(x, str(number))] = (number, x)
        elif _is_head(x):
            head.update(x)
        else:
            source.skip(number, "a record of an unknown kind")
    return list(messages.values())


def _key(message: Any, otherwise: str) -> str:
    return (_word(message.get("id")) if isinstance(message, dict) else "") or otherwise


def _answer(run: Recorder, n: int, m: Mapping[str, Any], text: str, time: int | None) -> None:
    raw, thoughts, tokens = m.get("toolCalls"), m.get("thoughts"), m.get("tokens")
    calls = [c for c in raw if isinstance(c, dict) and _word(c.get("name"))] if isinstance(raw, list) else []
    ids = [_word(c.get("id")) or f"#{n}.{i}" for i, c in enumerate(calls)]
    good = [t for t in thoughts if isinstance(t, dict)] if isinstance(thoughts, list) else []
    tokens = tokens if isinstance(tokens, dict) else {}
    counts = [v if isinstance(v := tokens.get(k), int) else None for k in ("input", "output", "cached")]
    run.model(
        [(text, n)] if text.strip() else [],
        n,
        thinking="\n".join(f"{_word(t.get('subject'))}: {_word(t.get('description'))}" for t in good),
        call_ids=ids,
        model=_word(m.get("model")),
        response_id=_word(m.get("id")),
        tokens=(counts[0], counts[1], counts[2]),
        time=time,
    )
    for call_id, c in zip(ids, calls, strict=True):
        run.call(c["name"], c.get("args"), n, call_id=call_id, time=time)
        status = c.get("status")
        if status in ("success", "error", "cancelled"):
            said, data = _result(c)
            failed = status == "error" or says_failure(said, data)
            outcome = "rejected" if status == "cancelled" else "error" if failed else "ok"
            run.result(said, n, call_id=call_id, data=data, status=outcome, time=time)


def _result(call: Mapping[str, Any]) -> tuple[str, Any]:
    """(text, structured result) of a call: what the model was given, else what the user was shown."""
    parts = call["result"] if isinstance(call.get("result"), list) else [call.get("result")]
    texts: list[str] = []
    data: Any = None
    for part in parts:
        given = part.get("functionResponse") if isinstance(part, dict) else None
        response = given.get("response") if isinstance(given, dict) else None
        if isinstance(response, dict):
            said = response.get("output", response.get("error"))
            texts.append(said if isinstance(said, str) else "")
            data = response if not isinstance(said, str) else json_value(said)
        elif isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            texts.append(part["text"])
    text = "\n".join(t for t in texts if t)
    return text or _word(call.get("resultDisplay")), data


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


__all__ = ["keys", "matches", "read"]
