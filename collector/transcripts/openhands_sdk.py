"""Events of the OpenHands SDK: a list, JSON lines, or one event a file, as a conversation's folder holds them.

An event says its `kind`. Actions of one answer share `llm_response_id`; an observation names the call that it answers.
Times have no zone and are taken for UTC. A position is the index in the list, the line, or the number in the name of
an event's own file.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from planscope.collector.failing import bad_exit, says_failure
from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import spoken, text_of
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source, json_value

NAME = "openhands-sdk"
TITLE = "events of the OpenHands SDK (list, JSON lines, or a folder of events)"
RANK = 32

_ENDS = {"finished": "closed", "error": "cut_off", "stuck": "cut_off"}
_NUMBER = re.compile(r"\d{1,9}")


def matches(source: Source) -> bool:
    """Mostly events, by their kinds."""
    values = _events(source.document) or source.values
    return bool(values) and sum(map(_is_event, values)) * 2 > len(values)


def _is_event(x: Any) -> bool:
    if not isinstance(x, dict) or not isinstance(x.get("kind"), str) or "timestamp" not in x or "source" not in x:
        return False
    kind: str = x["kind"]
    return kind.endswith(("Event", "Observation")) or kind.startswith("Condensation")


def _events(document: Any) -> list[Any] | None:
    found = document.get("events") if isinstance(document, dict) and not _is_event(document) else document
    return found if isinstance(found, list) else None


def keys(source: Source) -> set[str]:
    """The folder, of files that hold one event each."""
    return {_folder(source)} if _is_event(source.document) else set()


def _folder(source: Source) -> str:
    return PurePosixPath(source.name).parent.as_posix()


def read(source: Source) -> Iterator[Span]:
    """The one run."""
    listed = _events(source.document)
    if _is_event(source.document):
        number = _NUMBER.search(PurePosixPath(source.name).name)
        events: Iterator[tuple[int, Any]] = iter([(int(number[0]) if number else 0, source.document)])
        key, alone = _folder(source), True
    else:
        events = iter(enumerate(listed)) if listed is not None else source.records()
        key, alone = source.name, False
    conversation = _Conversation(source, Recorder(NAME, source.name, key), alone)
    for n, event in events:
        source.records_read += listed is not None or alone
        if isinstance(event, dict) and isinstance(event.get("kind"), str):
            conversation.take(n, event)
        else:
            source.skip(n, "an entry that is no event")
    flag = "cut_off" if source.cut_off else _ENDS.get(conversation.status, "")
    conversation.run.about(**({flag: True} if flag else {}))
    yield from conversation.run.spans()


class _Conversation:
    """The run while its events are gone through."""

    def __init__(self, source: Source, run: Recorder, alone: bool) -> None:
        self.source, self.run, self.alone = source, run, alone
        self.status = ""
        self.time: int | None = None

    def take(self, n: int, x: Mapping[str, Any]) -> None:
        """One event."""
        self.time = max((t for t in (self.time, nanoseconds(x.get("timestamp"))) if t is not None), default=None)
        kind = x["kind"]
        if kind == "ActionEvent":
            self._act(n, x)
        elif kind == "MessageEvent":
            self._message(n, x)
        elif kind in ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation"):
            self._observed(n, kind, x)
        elif kind == "SystemPromptEvent":
            prompt = x.get("system_prompt")
            text = _text(prompt.get("text")) if isinstance(prompt, dict) else _text(prompt)
            self.run.user(text, n, system=True, time=self.time)
        elif kind == "Condensation":
            self.run.compaction(_text(x.get("summary")), n, time=self.time)
        elif kind in ("PauseEvent", "InterruptEvent"):
            self.run.interruption(n, time=self.time)
        elif kind == "ConversationStateUpdateEvent" and x.get("key") == "execution_status":
            self.status = _text(x.get("value"))

    def _message(self, n: int, x: Mapping[str, Any]) -> None:
        message = x.get("llm_message")
        text = text_of(message.get("content")) if isinstance(message, dict) else ""
        if x.get("source") == "agent":
            thought, said = spoken(text)
            if said:
                self.run.model([(said, n)], n, thinking=thought, **self._answer(x))
        elif text.strip():
            self.run.user(text, n, system=x.get("source") != "user", time=self.time)

    def _answer(self, x: Mapping[str, Any]) -> dict[str, Any]:
        return {"response_id": _text(x.get("llm_response_id")), "time": self.time}

    def _act(self, n: int, x: Mapping[str, Any]) -> None:
        action = x["action"] if isinstance(x.get("action"), dict) else {}
        call = x["tool_call"] if isinstance(x.get("tool_call"), dict) else {}
        thought, said = spoken(text_of(x.get("thought")))
        thinking = _text(x.get("reasoning_content")) or thought
        name, call_id = _text(x.get("tool_name")) or _text(call.get("name")), _text(x.get("tool_call_id"))
        ends = action.get("kind") == "FinishAction" or name == "finish"
        said = "\n".join(t for t in (said, _text(action.get("message")) if ends else "") if t)
        parts = [(said, n)] if said.strip() else []
        if ends:
            self.run.model(parts, n, thinking=thinking, time=self.time)
            return
        call_id = call_id or f"event{n}"
        self.run.model(parts, n, thinking=thinking, call_ids=[call_id], **self._answer(x))
        given = json_value(call.get("arguments"))
        given = given if isinstance(given, dict) else action
        arguments = {k: v for k, v in given.items() if k not in ("kind", "security_risk", "summary")}
        self.run.call(name, arguments, n, call_id=call_id, time=self.time)

    def _observed(self, n: int, kind: str, x: Mapping[str, Any]) -> None:
        seen = x["observation"] if isinstance(x.get("observation"), dict) else {}
        name, call_id = _text(x.get("tool_name")), _text(x.get("tool_call_id"))
        if name == "finish" or seen.get("kind") == "FinishObservation":
            return
        text = text_of(seen.get("content")) or _text(seen.get("output"))
        text = text or _text(x.get("error")) or _text(x.get("rejection_reason"))
        more: dict[str, Any] = {**_outcome(kind, text, seen), "time": self.time, "call_id": call_id}
        if self.alone:
            self.run.late_result(text, n, **more)
        elif not self.run.result(text, n, name=name, **more):
            self.source.skip(n, "an observation whose action is not in the file")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _outcome(kind: str, text: str, seen: Mapping[str, Any]) -> dict[str, Any]:
    """Status and structured result of an observation. An exit code of -1 says that the command still runs."""
    about = seen["metadata"] if isinstance(seen.get("metadata"), dict) else {}
    codes = (seen.get("exit_code"), about.get("exit_code"))
    code = next((c for c in codes if isinstance(c, int) and not isinstance(c, bool)), None)
    data: Any = json_value(text)
    if kind == "UserRejectObservation":
        return {"status": "rejected", "data": None}
    if seen.get("is_error") is True or kind == "AgentErrorEvent":
        return {"status": "error", "data": data}
    if code is not None:
        data = {"exit_code": code} if code != -1 else None
        return {"status": "error" if code != -1 and bad_exit(code, text) else "ok", "data": data}
    return {"status": "error" if says_failure(text, data) else "ok", "data": data}
