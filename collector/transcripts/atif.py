"""ATIF trajectories (Harbor's interchange form, into which it turns the logs of many agents).

A step is of the system, the user or the agent; the agent's hold its calls and, as `observation`, their results.
Steps copied from the trajectory that this one continues are passed over. Trajectories of sub-agents are runs of their
own. Results have no flag: one is a failure when it says so. A position is the index of the step.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.failing import says_failure, shell_failed
from planscope.collector.plan_tools import bare_name
from planscope.collector.span import Span
from planscope.collector.transcripts.chat_message import spoken, text_of
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source, json_value

NAME = "atif"
TITLE = "ATIF trajectory (Harbor)"
RANK = 33

_ENDS = frozenset({"finish", "submit", "marktaskcomplete", "taskcomplete", "completetask", "attemptcompletion", "done"})
_REDACTED = re.compile(r"\s*[<\[(]{0,2}(?:__)?redacted(?:__)?[>\])]{0,2}\s*", re.I)
_DEEPEST = 8  # sub-agents of sub-agents


def matches(source: Source) -> bool:
    """A document that says its version of the schema, and has steps."""
    return _is_trajectory(source.document)


def _is_trajectory(x: Any) -> bool:
    if not isinstance(x, dict) or not isinstance(x.get("steps"), list):
        return False
    named = str(x.get("schema_version", "")).startswith("ATIF")
    return named or any(isinstance(s, dict) and "step_id" in s and "source" in s for s in x["steps"][:3])


def keys(source: Source) -> set[str]:
    """The session, which may go on in another file."""
    x = source.document
    return (
        {k for k in (_word(x.get("session_id")), _word(x.get("trajectory_id"))) if k} if isinstance(x, dict) else set()
    )


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def read(source: Source) -> Iterator[Span]:
    """The run of the file, and those of its sub-agents."""
    yield from _trajectory(source, source.document, None, "", 0)


def _trajectory(source: Source, x: Mapping[str, Any], parent: str | None, path: str, depth: int) -> Iterator[Span]:
    key = _word(x.get("session_id")) or _word(x.get("trajectory_id")) or source.name
    key = f"{parent}/{_word(x.get('trajectory_id')) or path}" if parent is not None else key
    about = x["agent"] if isinstance(x.get("agent"), dict) else {}
    agent = _word(about.get("name")) if parent is not None else ""
    run = Recorder(NAME, source.name, key, parent=parent, agent=agent, tools=_tools(about), shared=True)
    time: int | None = None
    ends = False
    for n, step in enumerate(x["steps"]):
        at = f"{path}{n}"
        source.records_read += 1
        if not isinstance(step, dict) or step.get("source") not in ("system", "user", "agent"):
            source.skip(at, "a step of nobody that is known")
        elif not step.get("is_copied_context"):
            time = max((t for t in (time, nanoseconds(step.get("timestamp"))) if t is not None), default=None)
            for _ in range(_step(run, at, step, time)):
                source.skip(at, "a result whose call is not in the trajectory")
            ends = any(bare_name(_word(c.get("function_name"))) in _ENDS for c in _calls(step))
    run.about(closed=ends)
    yield from run.spans()
    inner = x.get("subagent_trajectories")
    for n, sub in enumerate(inner if isinstance(inner, list) and depth < _DEEPEST else ()):
        if _is_trajectory(sub):
            yield from _trajectory(source, sub, key, f"{path}sub{n}/", depth + 1)
        else:
            source.skip(f"{path}sub{n}", "an entry that is no trajectory")


def _tools(agent: Mapping[str, Any]) -> list[str] | None:
    given = agent.get("tool_definitions")
    if not isinstance(given, list):
        return None
    inner = [t.get("function", t) for t in given if isinstance(t, dict)]
    return [t["name"] for t in inner if isinstance(t, dict) and isinstance(t.get("name"), str)]


def _step(run: Recorder, at: str, step: Mapping[str, Any], time: int | None) -> int:
    """Writes a step down; gives the number of results that no call waited for."""
    text = text_of(step.get("message"))
    text = "" if _REDACTED.fullmatch(text[:40]) else text
    extra = step["extra"] if isinstance(step.get("extra"), dict) else {}
    if step["source"] == "agent":
        return _agent(run, at, step, text, time)
    if step["source"] == "system" and extra.get("context_management"):
        run.compaction(text, at, time=time)
    elif text.strip():
        run.user(text, at, system=step["source"] == "system", time=time)
    return _results(run, at, step, time)


def _calls(step: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    raw = step.get("tool_calls")
    return [c for c in raw if isinstance(c, dict) and _word(c.get("function_name"))] if isinstance(raw, list) else []


def _agent(run: Recorder, at: str, step: Mapping[str, Any], text: str, time: int | None) -> int:
    calls = _calls(step)
    ids = [_word(c.get("tool_call_id")) or f"#{at}.{n}" for n, c in enumerate(calls)]
    metrics = step["metrics"] if isinstance(step.get("metrics"), dict) else {}
    names = ("prompt_tokens", "completion_tokens", "cached_tokens")
    counts = [v if isinstance(v := metrics.get(k), int) else None for k in names]
    thought, said = spoken(text)
    run.model(
        [(said, at)] if said.strip() else [],
        at,
        thinking=_word(step.get("reasoning_content")) or thought,
        call_ids=ids,
        model=_word(step.get("model_name")),
        tokens=(counts[0], counts[1], counts[2]),
        time=time,
    )
    for call_id, c in zip(ids, calls, strict=True):
        given = c.get("arguments")
        hidden = isinstance(given, str) and bool(_REDACTED.fullmatch(given[:40]))
        content = "redacted" if hidden else "present"
        run.call(c["function_name"], None if hidden else given, at, call_id=call_id, time=time, content=content)
    return _results(run, at, step, time)


def _results(run: Recorder, at: str, step: Mapping[str, Any], time: int | None) -> int:
    seen = step["observation"] if isinstance(step.get("observation"), dict) else {}
    results = seen.get("results")
    lost = 0
    for r in results if isinstance(results, list) else ():
        if isinstance(r, dict):
            text = text_of(r.get("content"))
            data = json_value(text)
            status = "error" if says_failure(text, data) or shell_failed(text) else "ok"
            call_id = _word(r.get("source_call_id"))
            found = run.result(text, at, call_id=call_id, data=data, status=status, time=time)
            lost += not found and bool(call_id)
    return lost
