"""Chats in the OpenAI form and its kin: one chat as JSON, lists of runs, JSON lines of either, tau-bench, tau2 and
AgentRx results, mini-swe-agent trajectories.

A run is any object that holds a list of messages (`messages`, `traj`, `trajectory`, `conversation`, ...), or a bare
list of messages. A file of several runs gives each its own index: `_index`, else its id, else its place. A position
is the index of the message. The order of the list counts, whatever the times say. A result is a failure when it is
marked as one, or says so itself.

The identity of a run is the file's name with the run's own id (else task and trial, else place): ids in such files
name a task more often than a run, and to take two runs for one would be worse than to know one run by two names.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import Said, observed, role_of, said_by
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source
from planscope.collector.transcripts.written_calls import Written, action_of, is_observation

NAME = "chat"
TITLE = "chat messages in the OpenAI form (JSON or JSON lines; tau-bench, tau2, AgentRx, mini-swe-agent)"
RANK = 80

_LISTS = ("messages", "traj", "trajectory", "conversation", "conversations", "history", "chat", "items")
_INSIDE = ("runs", "simulations", "results", "trajectories", "data")  # where an object keeps its runs
_IDS = ("_index", "id", "run_id", "instance_id")
_STOPPED = ("user_stop", "agent_stop")  # tau2: one of the two said that it is over


def matches(source: Source) -> bool:
    """A run, a list of runs, or a list of messages, among the first values."""
    values = source.values
    if any(isinstance(v, dict) and _other_format(v) for v in values):
        return False
    return sum(bool(_runs(v)) for v in values) * 2 > len(values) or _bare(source)


def _other_format(x: Mapping[str, Any]) -> bool:
    """Formats with a step list of their own beside the messages, where a position means something else."""
    steps = x.get("trajectory")
    return isinstance(steps, list) and bool(steps) and not _is_chat(steps)


def _bare(source: Source) -> bool:
    """JSON lines that are messages themselves: one run."""
    lines = source.values
    return len(lines) > 1 and _is_chat(lines)


def _is_chat(values: Sequence[Any]) -> bool:
    """Mostly messages, and at least one from an agent or a user (odd entries are counted, not fatal)."""
    roles = [role_of(v) for v in values]
    return sum(map(bool, roles)) * 2 > len(roles) and any(r in ("user", "assistant") for r in roles)


_Run = tuple[dict[str, Any], list[Any], int | None]  # a run, its messages, its place in a list


def _run_in(x: Any, at: int | None = None) -> _Run | None:
    """The run that an object is, None when it holds no messages."""
    lists = (x.get(name) for name in _LISTS) if isinstance(x, dict) else ()
    messages = next((v for v in lists if isinstance(v, list) and v and _is_chat(v)), None)
    return None if messages is None else (x, messages, at)


def _runs(value: Any) -> list[_Run]:
    """The runs in a value: one run, a list of runs, or a list of messages."""
    if isinstance(value, list):
        if value and _is_chat(value):
            return [({}, value, None)]
        found = [run for n, x in enumerate(value) if (run := _run_in(x, n)) is not None]
        return found if len(found) * 2 > len(value) else []
    one = _run_in(value)
    return [one] if one is not None else _runs(inside) if (inside := _inside(value)) else []


def _inside(value: Any) -> list[Any] | None:
    """The list of runs in an object, None when it holds none."""
    lists = (value.get(name) for name in _INSIDE) if isinstance(value, dict) else ()
    return next((v for v in lists if isinstance(v, list) and any(_run_in(x) for x in v)), None)


def read(source: Source) -> Iterator[Span]:
    """Every run in the file."""
    seen: set[str] = set()
    if source.document is not None and (runs := _runs(source.document)):
        good = {n for _, _, n in runs}
        listed = source.document if isinstance(source.document, list) else _inside(source.document) or []
        for n in (n for n in range(len(listed)) if None not in good and n not in good):
            source.skip(n, "an entry without messages")
        for run, messages, at in runs:
            source.records_read += 1
            yield from _run(source, run, messages, at, seen)
    elif _bare(source):
        numbered = list(source.records())
        yield from _run(source, {}, [v for _, v in numbered], None, seen, [n for n, _ in numbered])
    else:
        for number, value in source.records():
            runs = _runs(value)
            if not runs:
                source.skip(number, "a line without messages")
            for run, messages, _ in runs:
                yield from _run(source, run, messages, number, seen)


def _run(
    source: Source,
    run: Mapping[str, Any],
    messages: Sequence[Any],
    at: int | None,
    seen: set[str],
    positions: Sequence[int] | None = None,
) -> Iterator[Span]:
    own = _own_id(run)
    index = None if at is None else at if own is None else own
    task, trial = (_label(run.get(name)) for name in ("task_id", "trial"))
    key = source.name if at is None else _key(source, task if own is None else str(own), trial, at, seen)
    tools = _tools(run.get("tools", run.get("functions")))
    recorder = Recorder(NAME, source.name, key, index=index, task=task, trial=trial, tools=tools)
    last: int | None = None
    observed_before = handed_in = False
    action: tuple[int, Written] | None = None  # what the message before asks for in its text, and where
    for n, message in enumerate(messages):
        position = positions[n] if positions else n
        where = str(position) if index is None else f"{index}/{position}"
        role = role_of(message)
        if not role:
            source.skip(where, "an entry that is no message")
            continue
        # the list says what came after what: a message without a time, or with an earlier one, is not moved
        last = max((t for t in (last, _time(message)) if t is not None), default=None)
        said = said_by(message, role)
        end = observed_before and n + 1 == len(messages)  # what it hands in at the end is given back without a mark
        if said.role == "user" and action is not None and (is_observation(said.text) or end):
            place, written = action
            observed_before, handed_in = True, end and not is_observation(said.text)
            recorder.call(written.name, written.arguments, place, time=last, ident=f"{place}:1")
            said = observed(said.text)
        for _ in range(write_message(recorder, said, message, position, last, _label(run.get("model")))):
            source.skip(where, "a result whose call is not in the run")
        found = action_of(said.text) if said.role == "assistant" and not said.calls else None
        action = None if found is None else (position, found)
    status = _exit_status(run)
    closed = handed_in or run.get("termination_reason") in _STOPPED or status == "submitted"
    recorder.about(closed=closed, cut_off=status == "stopped")
    yield from recorder.spans()


def _exit_status(run: Mapping[str, Any]) -> str:
    """Of mini-swe-agent: submitted, or stopped by a limit or an error; "" when it does not say."""
    info = run.get("info")
    given = info.get("exit_status") if isinstance(info, dict) else None
    if not isinstance(given, str) or not given:
        return ""
    return "submitted" if given.lower().startswith("submitted") else "stopped"


def _own_id(run: Mapping[str, Any]) -> str | int | None:
    values = (run.get(name) for name in _IDS)
    return next((v for v in values if isinstance(v, str | int) and not isinstance(v, bool) and v != ""), None)


def _key(source: Source, own: str, trial: str, at: int, seen: set[str]) -> str:
    """The run's identity: the same when the file is written anew with more runs, unless only the place tells them
    apart. Where a file gives two runs the same id, the place is added."""
    named = f"{own}/{trial}" if own and trial else own or str(at)
    key = f"{source.name}#{named}"
    key = key if key not in seen else f"{key}@{at}"
    seen.add(key)
    return key


def _label(value: Any) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _time(message: Mapping[str, Any]) -> int | None:
    return nanoseconds(message.get("timestamp") or message.get("created_at"))


def _tools(tools: Any) -> list[str] | None:
    if not isinstance(tools, list):
        return None
    inner = [t.get("function", t) if isinstance(t, dict) else t for t in tools]
    names = [t.get("name") if isinstance(t, dict) else t for t in inner]
    return [n for n in names if isinstance(n, str)]


def write_message(
    recorder: Recorder, said: Said, m: Mapping[str, Any], position: int, time: int | None, model: str
) -> int:
    """Writes one message down; gives the number of results that no call waited for. Spans are named by the message's
    place, so that the run is the same in any copy of the file."""
    lost = 0
    for answered in said.results:
        call_id = answered.call_id or (answered.own_id if recorder.waits_for(answered.own_id) else "")
        lost += not recorder.result(
            answered.text, position, call_id=call_id, name=answered.name, data=answered.data,
            status="error" if answered.failed else "ok", time=time, truncated=answered.truncated,
        )  # fmt: skip
    where: dict[str, Any] = {"time": time, "ident": f"{position}:0"}
    if said.role in ("system", "user") and said.text.strip():
        recorder.user(said.text, position, system=said.role == "system", **where)
    elif said.role == "assistant":
        recorder.model(
            [(said.text, position)] if said.text.strip() else [],
            position,
            thinking=said.thinking,
            call_ids=[c.id or f"#{position}.{n}" for n, c in enumerate(said.calls)],
            model=_label(m.get("model")) or model,
            tokens=_tokens(m.get("usage")),
            **where,
        )
        for n, c in enumerate(said.calls, 1):
            recorder.call(c.name, c.arguments, position, call_id=c.id, time=time, ident=f"{position}:{n}")
    return lost


def _tokens(usage: Any) -> tuple[int | None, int | None, int | None]:
    def count(*names: str) -> int | None:
        return next((usage[n] for n in names if isinstance(usage.get(n), int)), None)

    if not isinstance(usage, dict):
        return None, None, None
    return count("prompt_tokens", "input_tokens"), count("completion_tokens", "output_tokens"), None
