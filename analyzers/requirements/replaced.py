"""Values that the user gave last and that the acting call replaces by others: dates, times, numbers of people, rooms
and nights, things of a list. Pure.

Either the user changed a value and the call carries the old one (`changed`), or it carries one that nobody spoke of
(`counted`), or another thing than the one named (`other_things`). None of the calls after it carries what was asked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.changed import passed_over_values
from planscope.analyzers.requirements.counted import another_day, other_nights, other_numbers
from planscope.analyzers.requirements.listed import other_numbers_of
from planscope.analyzers.requirements.other_things import another_thing
from planscope.analyzers.requirements.picked import acting
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a call carries instead of what the user gave last, and the answer that follows."""

    message: UserMessage
    call: ToolCall
    sort: str
    asked: str
    carried: str
    report: ModelCall | FinalAnswer


_FINDERS = (passed_over_values, other_numbers, other_nights, another_day, another_thing, other_numbers_of)
_UNDO = quick(r"cancel|undo|void|storno|stornier|annul|anul|取消|キャンセル", re.I)


def replaced(run: Run) -> Iterator[Replaced]:
    """For each acting call that is reported, the values of the user's last words on it that it replaces."""
    for call in run.memo(acting)[-80:]:
        report = next((a for a in run.answers if a.number > call.number), None)
        if report is None or run.closing is None or _undone(run, call):
            continue
        for find in _FINDERS:
            for message, sort, asked, carried in find(run, call):
                yield Replaced(message, call, sort, asked, carried, report)


def _undone(run: Run, call: ToolCall) -> bool:
    return any(_UNDO.search(c.name) for c in run.tool_calls if c.number > call.number)
