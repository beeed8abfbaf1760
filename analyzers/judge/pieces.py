"""Pieces of a run in the form in which the judge is shown them. Pure."""

import json
from collections.abc import Sequence

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.detector import Evidence, at
from planscope.analyzers.judge.question import Material, tokens
from planscope.collector.run import Compaction, Run, ToolCall

MOST_TOKENS = 1_000  # of a list of calls; with the rest a question stays below about 2,000
_ARGUMENTS, _RESULT = 300, 160  # characters of each call


def every_call(run: Run, calls: Sequence[ToolCall]) -> Material | None:
    """All these calls as one piece, a line each. None where something that may hold the answer would be missing from
    it: the calls are too many, were not captured, were handed to another agent, or stand before a summary. Whoever
    sees only a part cannot say that nothing was done."""
    table = run.memo(works)
    if not calls or any(isinstance(s, Compaction) for s in run.steps):
        return None
    if any(c.content != "present" or (c.number in table and table[c.number].sort == "delegate") for c in calls):
        return None
    lines, used = [], 0
    for n, call in enumerate(calls, 1):
        lines.append(f"{n}. {call_line(call)}")
        used += tokens(lines[-1]) + 1
        if used > MOST_TOKENS:
            return None
    return Material("calls", "\n".join(lines), _places(calls))


def _places(calls: Sequence[ToolCall]) -> Evidence:
    last = calls[-1]
    return at(last, f"{last.name} {arguments(last)}", "the last call before it")


def call_line(call: ToolCall) -> str:
    """A call on one line: its name, arguments, and the beginning of what came of it."""
    came = "" if call.status == "unknown" else f" -> {call.status}: {_cut(call.result, _RESULT)}"
    return f"{call.name} {_cut(arguments(call), _ARGUMENTS)}{came}"


def arguments(call: ToolCall) -> str:
    """The arguments as text."""
    if call.arguments is None or isinstance(call.arguments, str):
        return call.arguments or ""
    return json.dumps(call.arguments, ensure_ascii=False, default=str)


def _cut(text: str, most: int) -> str:
    flat = " ".join(text[: most * 4].split())
    return flat if len(flat) <= most and len(text) <= most * 4 else f"{flat[:most]} […]"
