"""opencode sessions: what `opencode export` writes, a folder `storage` (its message files; their parts are looked for
beside them), streams of its events, and what `opencode run --format json` prints.

Of an event stream, each message and part counts as it stood last, at the line where it was first told of. A message of
several steps is as many answers. A call that its tool completed has failed if it states an exit code that says so. A
sub-agent is a session with a parent. A position is the id of the part, in streams the line from 0.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.opencode_session import Message, mapping, word, write
from planscope.collector.transcripts.recorder import Recorder
from planscope.collector.transcripts.source import Source

NAME = "opencode"
TITLE = "opencode session (export, storage folder, event stream)"
RANK = 50

_EVENTS = ("message.", "session.", "permission.", "todo.", "server.", "file.", "lsp.", "question.")
_PRINTED = frozenset({"text", "tool_use", "step_start", "step_finish", "reasoning", "error"})
_MOST_PARTS = 20_000  # looked for beside one message


def matches(source: Source) -> bool:
    """An export, a file of the storage, or mostly events."""
    document = source.document
    if _export(document) is not None or _stored(document):
        return True
    values = source.values
    return bool(values) and sum(_event(v) is not None or _printed(v) for v in values) * 2 > len(values)


def _export(value: Any) -> list[Any] | None:
    """The messages of an export."""
    messages = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(messages, list) or not messages:
        return None
    return messages if sum(map(_is_message, messages)) * 2 > len(messages) else None


def _is_message(x: Any) -> bool:
    return isinstance(x, dict) and isinstance(x.get("parts"), list) and word(mapping(x.get("info")).get("role")) != ""


def _stored(x: Any) -> bool:
    """A message, part or session of the storage."""
    if not isinstance(x, dict) or not word(x.get("id")).startswith(("msg_", "prt_", "ses_")):
        return False
    return "sessionID" in x or ("projectID" in x and isinstance(x.get("time"), dict))


def _event(x: Any) -> Mapping[str, Any] | None:
    """An event, out of what a program put around it."""
    for inner in (x, mapping(x).get("event"), mapping(x).get("payload")):
        if isinstance(inner, dict) and word(inner.get("type")).startswith(_EVENTS):
            return inner if isinstance(inner.get("properties"), dict) else None
    return None


def _printed(x: Any) -> bool:
    return (
        isinstance(x, dict) and word(x.get("type")) in _PRINTED and "sessionID" in x and ("part" in x or "error" in x)
    )


def keys(source: Source) -> set[str]:
    """The sessions that the file, or its beginning, tells of."""
    x = source.document
    if _export(x) is not None:
        info = mapping(x.get("info")) if isinstance(x, dict) else {}
        return {k for k in (word(info.get("id")),) if k}
    if _stored(x):
        return {k for k in (word(x.get("sessionID")), word(x.get("id")) if "projectID" in x else "") if k}
    return {k for v in source.values if (k := _session_in(v))}


def _session_in(value: Any) -> str:
    """The session that a line of a stream tells of."""
    given = mapping((_event(value) or {}).get("properties"))
    inner = mapping(given.get("part")) or mapping(given.get("info"))
    return word(inner.get("sessionID")) or word(given.get("sessionID")) or word(mapping(value).get("sessionID"))


def read(source: Source) -> Iterator[Span]:
    """Every session in the file."""
    document = source.document
    if (messages := _export(document)) is not None:
        yield from _exported(source, document, messages)
    elif _stored(document):
        source.records_read += 1
        if "role" in document:
            yield from _of_storage(source, document)
    else:
        stream = _Stream(source)
        for number, value in source.records() if document is None else [(0, document)]:
            stream.take(number, value)
        yield from stream.spans()


def _exported(source: Source, document: Any, messages: list[Any]) -> Iterator[Span]:
    info = mapping(document.get("info")) if isinstance(document, dict) else {}
    run = Recorder(
        NAME, source.name, word(info.get("id")) or source.name, parent=word(info.get("parentID")) or None, shared=True
    )
    time: int | None = None
    for n, x in enumerate(messages):
        source.records_read += 1
        if _is_message(x):
            time = write(run, _message(x["info"], x["parts"], n), n, time)
        else:
            source.skip(n, "an entry that is no message")
    yield from run.spans()


def _message(info: Mapping[str, Any], parts: list[Any], n: int) -> Message:
    """A message of an export; a part without an id stands where its message does."""
    message = Message(info)
    for m, part in enumerate(p for p in parts if isinstance(p, dict)):
        key = word(part.get("id"))
        message.parts[key or f"{n}.{m}"] = part
        message.places[key or f"{n}.{m}"] = key or n
    return message


def _of_storage(source: Source, info: Mapping[str, Any]) -> Iterator[Span]:
    """A message of the storage, with the parts from the folder beside: storage/part/<message>/<part>.json."""
    session, own = word(info.get("sessionID")), word(info.get("id"))
    folder = Path(source.path).parent.parent.parent / "part" / own
    parts: list[Any] = []
    if own.startswith("msg_") and "/" not in own and folder.is_dir():
        for path in sorted(folder.glob("*.json"), key=lambda p: (len(p.name), p.name))[:_MOST_PARTS]:
            part = Source(path, path.name).document
            if isinstance(part, dict):
                parts.append(part)
            else:
                source.skip(path.name, "a part that is no JSON object")
    run = Recorder(NAME, source.name, session or source.name, shared=True)
    write(run, _message(info, parts, 0), own, None)
    yield from run.spans()


class _Stream:
    """The sessions of an event stream."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.messages: dict[str, dict[str, Message]] = {}  # by session, by message
        self.first: dict[str, int] = {}  # where a message or part was told of first
        self.parents: dict[str, str] = {}
        self.idle: set[str] = set()

    def take(self, number: int, value: Any) -> None:
        """One line."""
        event = _event(value)
        if event is not None:
            self._event(number, word(event["type"]), event["properties"])
        elif _printed(value):
            part = mapping(value.get("part"))
            self._part(number, {"sessionID": value.get("sessionID"), **part})
        else:
            self.source.skip(number, "a line that is no event")

    def _event(self, number: int, kind: str, given: Mapping[str, Any]) -> None:
        info = mapping(given.get("info"))
        session = word(info.get("sessionID")) or word(given.get("sessionID"))
        if kind == "message.updated" and session:
            message = self._at(number, session, word(info.get("id")))
            message.info = info
            self.idle.discard(session)
        elif kind == "message.part.updated":
            self._part(number, mapping(given.get("part")))
        elif kind == "message.part.delta" and given.get("field") == "text":
            self._more(session, word(given.get("messageID")), word(given.get("partID")), word(given.get("delta")))
        elif kind == "message.removed":
            self.messages.get(session, {}).pop(word(given.get("messageID")), None)
        elif kind in ("session.created", "session.updated") and word(info.get("parentID")):
            self.parents[word(info.get("id"))] = word(info["parentID"])
        elif kind == "session.idle":
            self.idle.add(session)

    def _at(self, number: int, session: str, message: str) -> Message:
        self.first.setdefault(message, number)
        return self.messages.setdefault(session, {}).setdefault(message, Message({}))

    def _part(self, number: int, part: Mapping[str, Any]) -> None:
        key = word(part.get("id")) or f"line{number}"
        message = self._at(number, word(part.get("sessionID")), word(part.get("messageID")))
        message.parts[key] = part
        message.places.setdefault(key, number)

    def _more(self, session: str, message: str, part: str, delta: str) -> None:
        """A part grew; it is told of whole again when it is done, unless the stream ends before."""
        known = self.messages.get(session, {}).get(message)
        if known is not None and part in known.parts and isinstance(known.parts[part].get("text"), str):
            known.parts[part] = {**known.parts[part], "text": known.parts[part]["text"] + delta}

    def spans(self) -> Iterator[Span]:
        """Every session, its messages in the order in which they were told of."""
        for session, messages in self.messages.items():
            key = session or self.source.name
            run = Recorder(NAME, self.source.name, key, parent=self.parents.get(session), shared=True)
            time: int | None = None
            for own, message in messages.items():
                if message.info or message.parts:
                    time = write(run, _known(message), self.first.get(own, 0), time)
            run.about(cut_off=self.source.cut_off or (bool(self.idle) and session not in self.idle))
            yield from run.spans()


def _known(message: Message) -> Message:
    """Only the agent's parts are printed without a message."""
    return message if message.info else Message({"role": "assistant"}, message.parts, message.places)
