"""What a page says of a step: its type, its name, how it came out, and the texts that it holds. Pure."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from planscope.collector.run import (
    Compaction,
    FinalAnswer,
    Interruption,
    ModelCall,
    PlanUpdate,
    Step,
    ToolCall,
    UserMessage,
    Verdict,
)
from planscope.collector.span import Place
from planscope.dashboard.visible import line

SIGNS = {"error": "✗ error", "rejected": "⊘ refused", "fail": "✗ fail", "unreadable": "? unreadable", "pass": "✓ pass"}
ABSENT = {
    "not_captured": "Arguments or results of this call were not captured by whoever recorded the trace.",
    "redacted": "Arguments or results of this call were redacted before they came here.",
    "truncated": "Arguments or results of this call were cut before they came here.",
}


def kind_of(step: Step) -> str:
    """The type of a step, in words."""
    match step:
        case UserMessage(system=True):
            return "system text"
        case UserMessage():
            return "user"
        case ModelCall():
            return "model"
        case ToolCall(planning=True):
            return "planning call"
        case ToolCall():
            return "tool call"
        case PlanUpdate():
            return "plan update"
        case Verdict():
            return "verdict"
        case FinalAnswer():
            return "final answer"
        case Compaction():
            return "compaction"
        case Interruption():
            return "interruption"
        case _:
            return "step"


def name_of(step: Step) -> str:
    """The tool, model, check or planner of a step, "" where there is none."""
    match step:
        case ToolCall() | Verdict():
            return step.name
        case ModelCall():
            return step.model
        case PlanUpdate():
            return step.version.origin
        case _:
            return ""


def status_of(step: Step) -> str:
    """How a step came out, as a sign and a word; "" when all is well or nothing is known."""
    match step:
        case ToolCall():
            return SIGNS.get(step.status, "" if step.status == "ok" else "no result")
        case Verdict():
            return SIGNS[step.outcome]
        case PlanUpdate(version=version):
            return version.decision
        case _:
            return ""


def gist(step: Step, size: int = 160) -> str:
    """What a step says, on one line."""
    match step:
        case ToolCall():
            return line(arguments_text(step.arguments), size)
        case PlanUpdate():
            done = len(step.version.with_status("completed"))
            return f"{done} of {len(step.version.items)} done" if step.version.items else line(step.version.text, size)
        case ModelCall():
            return line(step.text or step.thinking, size)
        case Verdict():
            return line(step.explanation or step.subject, size)
        case UserMessage() | FinalAnswer() | Compaction():
            return line(step.text, size)
        case _:
            return ""


def texts(step: Step) -> Iterator[tuple[str, str]]:
    """The texts that a step holds, each with its title; those that are empty are left out."""
    for title, text in _texts(step):
        if text.strip():
            yield title, text


def _texts(step: Step) -> Iterator[tuple[str, str]]:
    match step:
        case ToolCall():
            yield "Arguments", arguments_text(step.arguments, indent=2)
            yield "Result", step.result
        case PlanUpdate():
            yield "Plan", step.version.text or "\n".join(f"[{i.status}] {i.text}" for i in step.version.items)
            yield "Answer of the tool", step.result
        case ModelCall():
            yield "Reasoning", step.thinking
            yield "Text", step.text
        case Verdict():
            yield "Explanation", step.explanation
            yield "What was checked", step.subject
            yield "What the checker saw", step.seen
        case UserMessage() | FinalAnswer() | Compaction():
            yield "Text", step.text
        case _:
            pass


def arguments_text(arguments: Any, indent: int | None = None) -> str:
    """Arguments as text: as they came when they are text, else as JSON."""
    if arguments is None or isinstance(arguments, str):
        return arguments or ""
    try:
        return json.dumps(arguments, ensure_ascii=False, indent=indent, default=str)
    except (ValueError, TypeError, RecursionError):
        return "(nested too deeply to be shown)"


def clock(nanoseconds: int | None) -> str:
    """A time in UTC, "" when unknown."""
    if nanoseconds is None or not 0 < nanoseconds < 253_402_300_800 * 10**9:
        return ""
    return datetime.fromtimestamp(nanoseconds / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S")


def duration(seconds: float | None) -> str:
    """A length of time in the two units that tell most, "" when unknown."""
    if seconds is None or not 0 <= seconds < 1e10:
        return ""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, s = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {s} s"


def where(place: Place) -> str:
    """Where something stands in its source, in words."""
    if not place.file:
        return f"span {line(place.position, 60)}"
    return line(str(place), 160)
