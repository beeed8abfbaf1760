"""An opencode session as spans: messages with their parts, wherever they were read from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from planscope.collector.failing import bad_exit
from planscope.collector.transcripts.recorder import Recorder, nanoseconds

_REFUSED = ("rejected permission", "user rejected", "user dismissed", "has specified a rule which prevents", "aborted")


@dataclass
class Message:
    """A message as it stood at the end: what is known of it, its parts in order, and where each stands."""

    info: Mapping[str, Any]
    parts: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    places: dict[str, str | int] = field(default_factory=dict)


@dataclass
class Step:
    """What one answer of the model holds: a message may consist of several."""

    texts: list[tuple[str, str | int]] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    tools: list[tuple[str | int, Mapping[str, Any]]] = field(default_factory=list)
    tokens: Any = None


def write(run: Recorder, message: Message, at: str | int, last: int | None) -> int | None:
    """Writes a message down; gives the latest time so far. `at` is where a message without parts stands."""
    info = message.info
    times = mapping(info.get("time"))
    time = max((t for t in (last, nanoseconds(times.get("created"))) if t is not None), default=None)
    parts = list(message.parts.items())
    if info.get("role") == "user":
        for key, part in parts:
            _user(run, message.places[key], part, time)
        return time
    steps = _steps(message, parts)
    if info.get("summary") is True or info.get("mode") == "compaction":
        run.compaction(
            "\n".join(t for s in steps for t, _ in s.texts), message.places.get(parts[0][0], at) if parts else at
        )
    else:
        for n, step in enumerate(steps):
            time = _answer(run, info, n, step, time)
    if word(mapping(info.get("error")).get("name")) == "MessageAbortedError":
        run.interruption(at, time=time)
    return time


def _user(run: Recorder, at: str | int, part: Mapping[str, Any], time: int | None) -> None:
    text = word(part.get("text"))
    if part.get("type") == "compaction":
        run.compaction("", at, time=time)
    elif part.get("type") == "text" and text.strip():
        run.user(text, at, system=bool(part.get("synthetic") or part.get("ignored")), time=time)
    elif part.get("type") == "subtask" and word(part.get("prompt")).strip():
        run.user(word(part["prompt"]), at, time=time)


def _steps(message: Message, parts: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Step]:
    """The answers in a message. A text that comes after a tool's result is another answer, marked or not."""
    steps = [Step()]
    for key, part in parts:
        kind, at, now = part.get("type"), message.places[key], steps[-1]
        begins = kind == "step-start" or (kind in ("text", "reasoning") and now.tools)
        if begins and (now.texts or now.thinking or now.tools):
            steps.append(Step())
        if kind == "text" and word(part.get("text")).strip() and not part.get("synthetic"):
            steps[-1].texts.append((word(part["text"]), at))
        elif kind == "reasoning":
            steps[-1].thinking.append(word(part.get("text")))
        elif kind == "tool":
            steps[-1].tools.append((at, part))
        elif kind == "step-finish":
            steps[-1].tokens = part.get("tokens")
    return [s for s in steps if s.texts or s.tools or any(s.thinking)]


def _answer(run: Recorder, info: Mapping[str, Any], n: int, step: Step, time: int | None) -> int | None:
    at = step.texts[0][1] if step.texts else step.tools[0][0] if step.tools else word(info.get("id"))
    own = word(info.get("id"))
    run.model(
        step.texts,
        at,
        thinking="\n".join(t for t in step.thinking if t),
        call_ids=[_call_id(p, place) for place, p in step.tools],
        model=word(info.get("modelID")),
        response_id=f"{own}/{n}" if own and n else own,
        tokens=_tokens(step.tokens if step.tokens is not None else info.get("tokens") if n == 0 else None),
        time=time,
    )
    for place, part in step.tools:
        state = mapping(part.get("state"))
        times = mapping(state.get("time"))
        time = max((t for t in (time, nanoseconds(times.get("start"))) if t is not None), default=None)
        run.call(word(part.get("tool")), state.get("input"), place, call_id=_call_id(part, place), time=time)
        time = _result(run, place, part, state, time)
    return time


def _call_id(part: Mapping[str, Any], place: str | int) -> str:
    return word(part.get("callID")) or f"#{place}"


def _result(
    run: Recorder, place: str | int, part: Mapping[str, Any], state: Mapping[str, Any], time: int | None
) -> int | None:
    status = state.get("status")
    if status not in ("completed", "error"):
        return time
    end = nanoseconds(mapping(state.get("time")).get("end"))
    end = max((t for t in (time, end) if t is not None), default=None)
    about = mapping(state.get("metadata"))
    text = word(state.get("output")) if status == "completed" else word(state.get("error"))
    code = about.get("exit")
    code = code if isinstance(code, int) and not isinstance(code, bool) else None
    data = {"exit_code": code} if code is not None else None
    if status == "error":
        result = "rejected" if any(w in text.lower()[:400] for w in _REFUSED) else "error"
    else:
        result = "error" if code is not None and bad_exit(code, text) else "ok"
    cut = about.get("truncated") is True
    run.result(text, place, call_id=_call_id(part, place), data=data, status=result, time=end, truncated=cut)
    return end


def _tokens(tokens: Any) -> tuple[int | None, int | None, int | None]:
    """Input with cached tokens (the source counts them apart), output, cache read."""
    if not isinstance(tokens, dict):
        return None, None, None
    cache = mapping(tokens.get("cache"))
    read, written, fresh = (
        v if isinstance(v, int) else 0 for v in (cache.get("read"), cache.get("write"), tokens.get("input"))
    )
    out = tokens.get("output")
    return read + written + fresh, out if isinstance(out, int) else None, read


def mapping(value: Any) -> Mapping[str, Any]:
    """The value when it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def word(value: Any) -> str:
    """The value when it is a text, else ""."""
    return value if isinstance(value, str) else ""
