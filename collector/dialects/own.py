"""planscope's own dialect: what the transcript readers make of their files, one span a step."""

from dataclasses import dataclass
from typing import Any, cast

from planscope.collector import semconv as s
from planscope.collector.dialects import Fact, Planned
from planscope.collector.plan import drafts_of
from planscope.collector.run import (
    Compaction,
    Content,
    FinalAnswer,
    Interruption,
    ModelCall,
    Part,
    Step,
    ToolCall,
    ToolStatus,
    UserMessage,
    Verdict,
)
from planscope.collector.span import Place, Span

NAME = "planscope"
RANK = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Step):
    """The result of a call that stands in another file; interpretation gives it to the call."""

    call_id: str
    result: str
    data: Any
    status: ToolStatus
    ended: int | None
    content: Content


def matches(span: Span) -> bool:
    """Spans that name the step they are."""
    return s.STEP in span.attributes


def read(span: Span) -> list[Fact]:
    """The one step this span is."""
    a = span.attributes
    kind = a[s.STEP]
    step: Step | None = None
    if kind == s.STEP_TOOL:
        step = _tool(span)
    elif kind == s.STEP_MODEL:
        step = _model(span)
    elif kind == s.STEP_USER:
        step = UserMessage(text=a[s.TEXT], system=bool(a.get(s.SYSTEM_TEXT)), place=span.place, started=span.start)
    elif kind == s.STEP_VERDICT:
        step = _verdict(span)
    elif kind == s.STEP_FINAL:
        step = FinalAnswer(text=a[s.TEXT], place=span.place, started=span.start)
    elif kind == s.STEP_COMPACTION:
        step = Compaction(text=a.get(s.TEXT, ""), place=span.place, started=span.start)
    elif kind == s.STEP_INTERRUPTION:
        step = Interruption(place=span.place, started=span.start)
    elif kind == s.STEP_PLAN:
        return [_planned(span)]
    elif kind == s.STEP_RESULT:
        return [_returned(span)]
    return [] if step is None else [step]


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    position = a.get(s.RESULT_POSITION)
    return ToolCall(
        name=a.get(s.TOOL_NAME, ""),
        call_id=a.get(s.TOOL_CALL_ID, ""),
        arguments=a.get(s.TOOL_ARGUMENTS),
        result=a.get(s.TOOL_RESULT, ""),
        data=a.get(s.RESULT_DATA),
        status=cast(ToolStatus, a.get(s.TOOL_STATUS, "unknown")),
        result_place=None if position is None else Place(span.place.file, position, span.place.index),
        place=span.place,
        started=span.start,
        ended=span.end,
        content=cast(Content, a.get(s.CONTENT, "present")),
    )


def _returned(span: Span) -> Returned:
    a = span.attributes
    return Returned(
        call_id=a.get(s.TOOL_CALL_ID, ""),
        result=a.get(s.TOOL_RESULT, ""),
        data=a.get(s.RESULT_DATA),
        status=cast(ToolStatus, a.get(s.TOOL_STATUS, "unknown")),
        ended=span.end,
        content=cast(Content, a.get(s.CONTENT, "present")),
        place=span.place,
        started=span.start,
    )


def _model(span: Span) -> ModelCall:
    a = span.attributes
    parts = tuple(
        Part(text=text, place=Place(span.place.file, position, span.place.index))
        for text, position in a.get(s.PARTS, ())
    )
    ids = tuple(a.get(s.CALL_IDS, ()))
    return ModelCall(
        parts=parts,
        thinking=a.get(s.THINKING, ""),
        call_ids=ids,
        calls=len(ids),
        model=a.get(s.RESPONSE_MODEL, ""),
        response_id=a.get(s.RESPONSE_ID, ""),
        input_tokens=a.get(s.INPUT_TOKENS),
        output_tokens=a.get(s.OUTPUT_TOKENS),
        cache_read_tokens=a.get(s.CACHE_READ_TOKENS),
        place=span.place,
        started=span.start,
    )


def _verdict(span: Span) -> Verdict:
    a = span.attributes
    outcome: Any = a.get(s.EVALUATION_LABEL, "unreadable")
    return Verdict(
        name=a.get(s.EVALUATION_NAME, ""),
        outcome=outcome,
        explanation=a.get(s.EVALUATION_EXPLANATION, ""),
        subject=a.get(s.VERDICT_SUBJECT, ""),
        seen=a.get(s.VERDICT_SEEN, ""),
        place=span.place,
        started=span.start,
    )


def _planned(span: Span) -> Planned:
    a = span.attributes
    return Planned(
        place=span.place,
        started=span.start,
        source=a.get(s.PLAN_SOURCE, "planner"),
        origin=a.get(s.PLAN_ORIGIN, ""),
        text=a.get(s.PLAN_TEXT, ""),
        drafts=tuple(drafts_of(a.get(s.PLAN_ITEMS)) or ()),
    )
