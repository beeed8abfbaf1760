"""Event logs of plan-and-execute agents (Open-Manus-TS and others of its shape): one JSON object with `events`.

An event is {path, seq, event, agent, time, text, details[]}. A planner lays down a plan; other agents execute its
steps; the planner reviews each (`executedStep`, `feedback`) and may lay down another plan (`updatedPlan`). Of a step
that was executed, what its tools printed is a ToolCall's result; what the agent wrote itself is a ModelCall's text,
for its own words are no source. The `completed` flag of an executed step is set by the program whatever came of it (it
is kept beside the result): the review's words are the verdict. A position is the beginning of the event's path
("01_planning/005"), else its place in the list.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planscope.collector.judgement import outcome_of
from planscope.collector.span import Span
from planscope.collector.transcripts.recorder import Recorder, nanoseconds
from planscope.collector.transcripts.source import Source

NAME = "open-manus"
TITLE = "event log of a plan-and-execute agent (Open-Manus-TS)"
RANK = 40

_KNOWN = frozenset(
    {"executedStep", "executed_step", "updatedPlan", "updated_plan", "feedback", "plan", "request", "planId"}
)
_TOOL_AGENT = re.compile(r"brows|search|scrap|fetch|crawl|shell|terminal|file|sql|database|python|(?:^|_)api", re.I)
_OWN_WORDS = re.compile(
    r"\b(?:simulat\w*|imagin\w*|hypothetical\w*|I(?:'ll| will| would| need| can|'m| am)\b|let(?:'s| me| us)\b"
    r"|here(?:'s| is) how"
    r"|assum\w*|simulier\w*|ich werde|je vais|voy a|vou )|模拟|假设|我将|我会|シミュ|仮に",
    re.I,
)
_BY_TOOL = re.compile(
    r"^\s*\[[A-Z][A-Z_]+\]|^\s*(?:Observed output of|Observation:|Tool output|Cmd `?[\w.-]+`? (?:completed|failed))",
    re.M,
)
_PIECE = re.compile(r"^\s*(?:Observed output of cmd `[^`\n]*` executed:|Observation:|Tool output:?)[ \t]*\n?", re.M)
_FAILED = re.compile(r"\s*(?:Error\b|Traceback \(most recent|Cmd `?[\w.-]+`? failed|Failed to )", re.I)
_CUT = re.compile(r"\[(?:content |output )?truncated[^\]\n]{0,40}\]\s*$", re.I)
_PREFIX = re.compile(r"[^/]+/\d+")
_STARTED = re.compile(
    r"^Orchestrator selecting (\S+) to execute: (.+)|^(?:Executing|Starting) (?:plan )?step: (.+)", re.S
)
_RANKS = {"user_input": 0, "agent_selection": 2, "completion": 3, "error": 3}
_CLOCK = re.compile(r"\s*(\d{1,4})/(\d{1,2})/(\d{1,4}),? +(\d{1,2}):(\d{2}):(\d{2})\s*([AaPp])?")


def matches(source: Source) -> bool:
    """A document with events of which some carry a plan, a review or a request."""
    return bool(source.values) and _events(source.values[0]) is not None and len(source.values) == 1


def _events(document: Any) -> list[Any] | None:
    events = document.get("events") if isinstance(document, dict) else document
    if not isinstance(events, list):
        return None
    good = [e for e in events if isinstance(e, dict) and isinstance(e.get("event"), str)]
    known = any(_KNOWN & d.keys() for e in good for d in _details(e))
    return events if known and len(good) * 2 > len(events) else None


def read(source: Source) -> Iterator[Span]:
    """The one run of the file."""
    document = source.values[0]
    events = _events(document) or []
    given = document.get("run") if isinstance(document, dict) else ""
    log = _Log(Recorder(NAME, source.name, source.name, task=given if isinstance(given, str) else ""))
    for n, event in enumerate(events):
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            source.skip(n, "an entry that is no event")
    ordered = _in_order(events)
    source.records_read += len(ordered)
    log.unheard = _without_result(ordered)
    for event in ordered:
        log.take(event)
    log.end()
    yield from log.recorder.spans()


@dataclass(frozen=True, slots=True)
class _Event:
    """An event with its position and time; `details` are its mappings, `said` its text without the heading."""

    position: str
    kind: str
    agent: str
    time: int | None
    details: tuple[Mapping[str, Any], ...]
    said: str


def _in_order(events: Sequence[Any]) -> list[_Event]:
    """By time, then by the log's own number; what has no time (reports, an index) stays behind what came before it.
    Times are whole seconds and numbers count within a folder: in one second, a review goes before the next step."""
    rows: list[tuple[int, int, int, int, _Event]] = []
    last = 0
    for n, e in enumerate(events):
        if not isinstance(e, dict) or not isinstance(e.get("event"), str):
            continue
        time = _time(e.get("time"))
        last = last if time is None else time
        seq = e.get("seq")
        kind, said = e["event"], _said(e.get("text"))
        event = _Event(_position(e, n), kind, str(e.get("agent") or ""), time, tuple(_details(e)), said)
        rows.append((last, _RANKS.get(kind, 1), seq if isinstance(seq, int) else n, n, event))
    return [row[4] for row in sorted(rows, key=lambda r: r[:4])]


def _position(event: Mapping[str, Any], n: int) -> str:
    path = event.get("path")
    if not isinstance(path, str) or not path:
        return str(n)
    prefix = _PREFIX.match(path)
    return prefix[0] if prefix else path


def _details(event: Mapping[str, Any]) -> list[dict[str, Any]]:
    value = event.get("details")
    return [d for d in (value if isinstance(value, list) else [value]) if isinstance(d, dict)]


def _time(value: Any) -> int | None:
    """Also "3/25/2025, 9:40:44 PM", in whatever zone it was written: only the order counts."""
    found = _CLOCK.match(value) if isinstance(value, str) else None
    if found is None:
        return nanoseconds(value)
    first, second, year, hour, minute, moment = (int(x) for x in found.groups()[:6])
    if first > 31:
        year, month, day = first, second, year
    else:
        month, day = (second, first) if first > 12 else (first, second)
    if found[7]:
        hour = hour % 12 + (12 if found[7] in "Pp" else 0)
    return nanoseconds(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{moment:02}")


def _said(text: Any) -> str:
    """The body of an event's Markdown: what stands under its second-level heading."""
    if not isinstance(text, str):
        return ""
    _, heading, rest = text.partition("\n## ")
    body = rest.partition("\n")[2] if heading else text
    return re.split(r"\n## |\n\*\*Reason\*\*", body, maxsplit=1)[0].strip()


def _without_result(events: Sequence[_Event]) -> set[int]:
    """Which events start a step whose result the log does not hold (only some steps are reviewed)."""
    waiting: dict[str, list[int]] = {}
    for n, event in enumerate(events):
        if (started := _started(event)) is not None:
            waiting.setdefault(started[1], []).append(n)
        for detail in event.details:
            step = _step(detail)
            starts = waiting.get(str(step.get("description", "")).strip()) if step else None
            if starts:
                starts.pop()
    return {n for starts in waiting.values() for n in starts}


def _started(event: _Event) -> tuple[str, str] | None:
    """(agent, step) when the event says that a step is started."""
    found = _STARTED.match(event.said)
    return (found[1] or event.agent, (found[2] or found[3]).strip()) if found else None


def _step(detail: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The executed step that a detail tells of, with its result; None when it tells of none."""
    step = detail.get("executedStep", detail.get("executed_step"))
    if step is None and "result" in detail and isinstance(detail.get("step"), dict):
        step = {**detail["step"], "result": detail["result"]}
    return step if isinstance(step, dict) else None


class _Log:
    """What has been written down of a run so far."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.unheard: set[int] = set()
        self.count = -1
        self.plan: Any = None
        self.done: set[tuple[str, str]] = set()  # (step id, result) written already: it may be told of twice
        self.closed = False

    def take(self, event: _Event) -> None:
        """One event."""
        self.count += 1
        r, at = self.recorder, event.position
        if event.kind == "user_input":
            said = next((d["request"] for d in event.details if isinstance(d.get("request"), str)), event.said)
            r.user(said, at, time=event.time)
        elif self.count in self.unheard and (started := _started(event)) is not None:
            r.call(started[0], {"step": started[1]}, at, time=event.time, content="not_captured")
        elif event.kind == "completion" and event.said:
            self.closed = True
            r.final(event.said, at, time=event.time)
        elif event.kind == "error" and event.said:
            self.closed = True
            r.verdict("fail", at, name="error", explanation=event.said, time=event.time)
        for detail in event.details:
            self._detail(event, detail)

    def _detail(self, event: _Event, detail: Mapping[str, Any]) -> None:
        r, at = self.recorder, event.position
        updated = detail.get("updatedPlan", detail.get("updated_plan"))
        feedback = detail.get("feedback")
        step = _step(detail)
        if step is not None:
            self._executed(event, step, feedback if isinstance(feedback, str) else "", redone=updated is not None)
        elif isinstance(review := detail.get("reviewResult"), str) and not _BY_TOOL.search(review):
            r.verdict(outcome_of(review), at, explanation=review, time=event.time)
        elif isinstance(reason := detail.get("reason"), str) and event.said:
            r.model([(f"{event.said}\n{reason}", at)], at, time=event.time)
        if isinstance(written := detail.get("planMarkdown"), str) and not _BY_TOOL.search(written):
            r.plan([], at, origin=event.agent, text=written, time=event.time)
        self._plan(event, updated if updated is not None else detail.get("plan"))

    def _executed(self, event: _Event, step: Mapping[str, Any], feedback: str, *, redone: bool) -> None:
        r, at = self.recorder, event.position
        described, result = str(step.get("description") or step.get("text") or ""), _text(step.get("result"))
        mark = (str(step.get("id", described)), result)
        agent = str(step.get("assignedAgent") or step.get("agent") or event.agent)
        if mark not in self.done and _printed(agent, result):
            r.call(agent, {"step": described}, at, call_id=f"{at}:{len(self.done)}", time=event.time)
            status, cut = _status(result), bool(_CUT.search(result))
            flag = {"completed": True} if step.get("completed") is True else None
            call_id = f"{at}:{len(self.done)}"
            r.result(result, at, call_id=call_id, data=flag, status=status, time=event.time, truncated=cut)
        elif mark not in self.done and result.strip():
            r.model([(result, at)], at, time=event.time)
        self.done.add(mark)
        if feedback:
            outcome = outcome_of(feedback, redone=redone)
            r.verdict(outcome, at, explanation=feedback, subject=described, seen=result, time=event.time)

    def _plan(self, event: _Event, plan: Any) -> None:
        """A plan laid down; the same one shown again (when its execution begins) is no new version."""
        items = plan.get("steps") if isinstance(plan, dict) else None
        if not isinstance(items, list) or items == self.plan:
            return
        self.plan = items
        title = str(plan.get("title") or plan.get("description") or "")
        drafts = [{k: v for k, v in i.items() if k != "id"} if isinstance(i, dict) else i for i in items]
        self.recorder.plan(drafts, event.position, origin=event.agent, text=title, time=event.time)

    def end(self) -> None:
        """Says whether the log closes: one that holds neither a completion nor an error was left in mid-work."""
        self.recorder.about(closed=self.closed, cut_off=not self.closed)


def _printed(agent: str, result: str) -> bool:
    """Whether a result is what a tool gave: it says so, or its agent only works tools and does not speak of itself."""
    if _BY_TOOL.search(result):
        return True
    return bool(_TOOL_AGENT.search(agent) and result.strip()) and not _OWN_WORDS.search(result[:4000])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _status(result: str) -> str:
    """An error when all that the tools printed are errors; with one good piece it is none for certain."""
    pieces = [p for p in _PIECE.split(result) if p.strip()]
    return "error" if pieces and all(map(_FAILED.match, pieces)) else "ok"
