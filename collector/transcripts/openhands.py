"""OpenHands histories (before its SDK): a list of events, an object or JSON lines with a `history` (evaluations,
resolver), or one event a file, as a conversation's folder holds them.

An event is an action of the agent or the user, or an observation that names the action which caused it. Actions of one
answer share the provider's response. `finish` closes the run with what it says. What the program does for itself (its
state, what it recalls) is passed over. A position is the index in the history, or the event's id in its own file.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from planscope.collector.failing import bad_exit, says_failure
from planscope.collector.span import Span
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source, json_value

NAME = "openhands"
TITLE = "OpenHands history (list, `history` of an evaluation, or a folder of events)"
RANK = 31

_FIELDS = frozenset(
    {"args", "extras", "source", "cause", "thought", "content", "command", "outputs", "wait_for_response"}
)
_TOOLS = {"run": "execute_bash", "run_ipython": "execute_ipython_cell", "task_tracking": "task_tracker"}
_NO_ARGUMENTS = frozenset(
    {"thought", "action", "id", "timestamp", "source", "message", "timeout", "confirmation_state", "security_risk"}
    | {"is_confirmed", "action_risk", "keep_prompt", "tool_call_metadata", "llm_metrics", "hidden"}
)
_PASSED_OVER = frozenset({"recall", "change_agent_state", "agent_state_changed", "null", "", "condensation_request"})


def matches(source: Source) -> bool:
    """A history, or values with one."""
    values = source.values
    return bool(values) and sum(_history(v) is not None for v in values) * 2 > len(values)


def _is_event(x: Any) -> bool:
    if not isinstance(x, dict):
        return False
    action, observation = isinstance(x.get("action"), str), isinstance(x.get("observation"), str)
    return action != observation and bool(_FIELDS & x.keys())


def _history(value: Any) -> list[Any] | None:
    """The events that a value holds, pairs of action and observation made flat."""
    events = value.get("history", value.get("trajectory")) if isinstance(value, dict) else value
    if _is_event(value):
        return [value]
    if not isinstance(events, list):
        return None
    good = sum(_is_event(x) or _is_pair(x) for x in events)
    return events if good * 2 > len(events) else None


def _is_pair(x: Any) -> bool:
    return isinstance(x, list) and len(x) == 2 and all(map(_is_event, x))


def keys(source: Source) -> set[str]:
    """The folder, of files that hold one event each."""
    return {_folder(source)} if _is_event(source.document) else set()


def _folder(source: Source) -> str:
    return PurePosixPath(source.name).parent.as_posix()


def read(source: Source) -> Iterator[Span]:
    """Every run in the file."""
    if source.document is not None:
        source.records_read += 1
        yield from _of_value(source, source.document, None)
        return
    for number, value in source.records():
        if (_history(value)) is None:
            source.skip(number, "a line without a history")
        else:
            yield from _of_value(source, value, number)


def _of_value(source: Source, value: Any, number: int | None) -> Iterator[Span]:
    alone = _is_event(value)
    about = value if isinstance(value, dict) and not alone else {}
    index: str | int | None = number
    if number is not None:
        given = (about.get(k) for k in ("_index", "instance_id"))
        index = next((g for g in given if isinstance(g, str | int) and not isinstance(g, bool)), number)
    key = _folder(source) if alone else source.name if index is None else f"{source.name}#{index}"
    task = about.get("instance_id")
    run = Recorder(NAME, source.name, key, index=index, task=task if isinstance(task, str) else "")
    history = _History(source, run, alone)
    for n, event in enumerate(_history(value) or []):
        for x in event if _is_pair(event) else [event]:
            if _is_event(x):
                history.take(x["id"] if alone and isinstance(x.get("id"), int) else n, x)
            else:
                source.skip(n if index is None else f"{index}/{n}", "an entry that is no event")
    run.about(closed=history.closed, cut_off=bool(about.get("error")) and not history.closed)
    yield from run.spans()


class _History:
    """One run while its events are gone through."""

    def __init__(self, source: Source, run: Recorder, alone: bool) -> None:
        self.source, self.run, self.alone = source, run, alone
        self.asked: dict[Any, str] = {}  # event id -> call id
        self.closed = False
        self.time: int | None = None

    def take(self, n: int, x: Mapping[str, Any]) -> None:
        """One event."""
        self.time = max((t for t in (self.time, nanoseconds(x.get("timestamp"))) if t is not None), default=None)
        action = x.get("action")
        args = x["args"] if isinstance(x.get("args"), dict) else x
        if not isinstance(action, str):
            self._observed(n, x)
        elif action in _PASSED_OVER:
            pass
        elif action == "system":
            self.run.user(_text(args.get("content")), n, system=True, time=self.time)
        elif action == "condensation":
            self.run.compaction(_text(args.get("summary")), n, time=self.time)
        elif action == "message":
            self._message(n, x, args)
        elif action in ("finish", "reject"):
            self._finish(n, x, args)
        elif x.get("source") != "user":
            self._act(n, action, x, args)

    def _message(self, n: int, x: Mapping[str, Any], args: Mapping[str, Any]) -> None:
        text = _text(args.get("content")) or _text(x.get("message"))
        source = x.get("source")
        agent = source == "agent" if isinstance(source, str) else args.get("wait_for_response") is True
        self.closed = False
        if agent and text.strip():
            self.run.model([(text, n)], n, **self._answer(x))
        elif text.strip():
            self.run.user(text, n, time=self.time)

    def _finish(self, n: int, x: Mapping[str, Any], args: Mapping[str, Any]) -> None:
        outputs = args.get("outputs")
        said = outputs.get("content") if isinstance(outputs, dict) else None
        texts = [_text(args.get("thought")), _text(args.get("final_thought")) or _text(said) or _text(x.get("message"))]
        parts = [(t, n) for t in dict.fromkeys(texts) if t.strip()]
        self.run.model(parts, n, time=self.time, model="")
        self.closed = True

    def _act(self, n: int, action: str, x: Mapping[str, Any], args: Mapping[str, Any]) -> None:
        """An action with which the agent uses a tool."""
        told = x["tool_call_metadata"] if isinstance(x.get("tool_call_metadata"), dict) else {}
        call_id = _text(told.get("tool_call_id"))
        given = _arguments(_message_of(told), call_id)
        call_id = call_id if call_id and not self.alone else f"event{x.get('id', n)}"
        if isinstance(x.get("id"), int | str):
            self.asked[x["id"]] = call_id
        name = _text(told.get("function_name")) or _TOOLS.get(action, action)
        message = _message_of(told)
        thought = _text(args.get("thought")) or _text(message.get("content"))
        parts = [(thought, n)] if thought.strip() else []
        self.closed = False
        self.run.model(parts, n, call_ids=[call_id], **self._answer(x))
        if given is None:
            given = {k: v for k, v in args.items() if k not in _NO_ARGUMENTS and v is not None}
        self.run.call(name, given, n, call_id=call_id, time=self.time)

    def _answer(self, x: Mapping[str, Any]) -> dict[str, Any]:
        """What the provider said of the answer that an action stands in."""
        told = x.get("tool_call_metadata")
        response = told.get("model_response") if isinstance(told, dict) else None
        response = response if isinstance(response, dict) else {}
        usage = response["usage"] if isinstance(response.get("usage"), dict) else {}
        counts = [v if isinstance(v := usage.get(k), int) else None for k in ("prompt_tokens", "completion_tokens")]
        return {
            "response_id": _text(response.get("id")),
            "model": _text(response.get("model")),
            "tokens": (counts[0], counts[1], None),
            "time": self.time,
        }

    def _observed(self, n: int, x: Mapping[str, Any]) -> None:
        kind, content = x["observation"], x.get("content")
        text = content if isinstance(content, str) else _text(x.get("message"))
        if kind in _PASSED_OVER:
            return
        told = x.get("tool_call_metadata")
        call_id = _text(told.get("tool_call_id")) if isinstance(told, dict) else ""
        cause = x.get("cause")
        call_id = call_id or (self.asked.get(cause, "") if isinstance(cause, int | str) else "")
        if self.alone:
            self.run.late_result(text, n, call_id=f"event{cause}", **_outcome(kind, text, x), time=self.time)
        elif (
            not self.run.result(text, n, call_id=call_id, **_outcome(kind, text, x), time=self.time) and kind != "error"
        ):
            self.source.skip(n, "an observation whose action is not in the history")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _message_of(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The model's message that an action was taken from."""
    response = told.get("model_response")
    choices = response.get("choices") if isinstance(response, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return message if isinstance(message, dict) else {}


def _arguments(message: Mapping[str, Any], call_id: str) -> Any:
    calls: Sequence[Any] = message["tool_calls"] if isinstance(message.get("tool_calls"), list) else ()
    for call in calls:
        if isinstance(call, dict) and call.get("id") == call_id and isinstance(call.get("function"), dict):
            return json_value(call["function"].get("arguments"))
    return None


def _outcome(kind: str, text: str, x: Mapping[str, Any]) -> dict[str, Any]:
    """Status and structured result of an observation. An exit code of -1 says that the command still runs."""
    extras = x["extras"] if isinstance(x.get("extras"), dict) else {}
    about = extras["metadata"] if isinstance(extras.get("metadata"), dict) else {}
    codes = (about.get("exit_code"), extras.get("exit_code"), x.get("exit_code"))
    code = next((c for c in codes if isinstance(c, int) and not isinstance(c, bool)), None)
    data = json_value(text)
    if kind == "user_rejected":
        return {"status": "rejected", "data": data}
    if code is not None and kind == "run":
        failed = code != -1 and bad_exit(code, text)
        return {"status": "error" if failed else "ok", "data": {"exit_code": code} if code != -1 else None}
    failed = kind == "error" or extras.get("error") is True or says_failure(text, data)
    return {"status": "error" if failed else "ok", "data": data}
