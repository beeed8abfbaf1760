"""planscope's own dialect: what the transcript readers make of their files, one span a step.

Spans of this dialect may also come over the network, from anyone: whatever is of another type than ours is not read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

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
    where: dict[str, Any] = {"place": span.place, "started": span.start}
    match a[s.STEP]:
        case s.STEP_TOOL:
            return [_tool(span)]
        case s.STEP_MODEL:
            return [_model(span)]
        case s.STEP_USER:
            return [UserMessage(text=_text(a, s.TEXT), system=bool(a.get(s.SYSTEM_TEXT)), **where)]
        case s.STEP_VERDICT:
            return [_verdict(span)]
        case s.STEP_FINAL:
            return [FinalAnswer(text=_text(a, s.TEXT), **where)]
        case s.STEP_COMPACTION:
            return [Compaction(text=_text(a, s.TEXT), **where)]
        case s.STEP_INTERRUPTION:
            return [Interruption(**where)]
        case s.STEP_PLAN:
            return [_planned(span)]
        case s.STEP_RESULT:
            return [_returned(span)]
    return []


def _text(attributes: Mapping[str, Any], name: str) -> str:
    value = attributes.get(name)
    return value if isinstance(value, str) else ""


def _count(attributes: Mapping[str, Any], name: str) -> int | None:
    value = attributes.get(name)
    return value if isinstance(value, int) else None


def _one_of(attributes: Mapping[str, Any], name: str, kind: Any, default: str) -> Any:
    """A word that is one of a Literal's, else the default."""
    value = attributes.get(name, default)
    return value if value in get_args(kind) else default


def _tool(span: Span) -> ToolCall:
    a = span.attributes
    position = a.get(s.RESULT_POSITION)
    return ToolCall(
        name=_text(a, s.TOOL_NAME),
        call_id=_text(a, s.TOOL_CALL_ID),
        arguments=a.get(s.TOOL_ARGUMENTS),
        result=_text(a, s.TOOL_RESULT),
        data=a.get(s.RESULT_DATA),
        status=_one_of(a, s.TOOL_STATUS, ToolStatus, "unknown"),
        result_place=None if position is None else Place(span.place.file, str(position), span.place.index),
        place=span.place,
        started=span.start,
        ended=span.end,
        content=_one_of(a, s.CONTENT, Content, "present"),
    )


def _returned(span: Span) -> Returned:
    a = span.attributes
    return Returned(
        call_id=_text(a, s.TOOL_CALL_ID),
        result=_text(a, s.TOOL_RESULT),
        data=a.get(s.RESULT_DATA),
        status=_one_of(a, s.TOOL_STATUS, ToolStatus, "unknown"),
        ended=span.end,
        content=_one_of(a, s.CONTENT, Content, "present"),
        place=span.place,
        started=span.start,
    )


def _model(span: Span) -> ModelCall:
    a = span.attributes
    parts = a.get(s.PARTS)
    ids = a.get(s.CALL_IDS)
    ids = tuple(x for x in ids if isinstance(x, str)) if isinstance(ids, list | tuple) else ()
    return ModelCall(
        parts=tuple(_parts(parts, span.place)) if isinstance(parts, list | tuple) else (),
        thinking=_text(a, s.THINKING),
        call_ids=ids,
        calls=len(ids),
        model=_text(a, s.RESPONSE_MODEL),
        response_id=_text(a, s.RESPONSE_ID),
        input_tokens=_count(a, s.INPUT_TOKENS),
        output_tokens=_count(a, s.OUTPUT_TOKENS),
        cache_read_tokens=_count(a, s.CACHE_READ_TOKENS),
        place=span.place,
        started=span.start,
    )


def _parts(parts: Iterable[Any], place: Place) -> Iterator[Part]:
    for part in parts:
        match part:
            case [str(text), position]:
                yield Part(text=text, place=Place(place.file, str(position), place.index))
            case _:
                pass


def _verdict(span: Span) -> Verdict:
    a = span.attributes
    return Verdict(
        name=_text(a, s.EVALUATION_NAME),
        outcome=_one_of(a, s.EVALUATION_LABEL, Literal["pass", "fail", "unreadable"], "unreadable"),
        explanation=_text(a, s.EVALUATION_EXPLANATION),
        subject=_text(a, s.VERDICT_SUBJECT),
        seen=_text(a, s.VERDICT_SEEN),
        place=span.place,
        started=span.start,
    )


def _planned(span: Span) -> Planned:
    a = span.attributes
    return Planned(
        place=span.place,
        started=span.start,
        source=_one_of(a, s.PLAN_SOURCE, Literal["document", "planner", "list"], "planner"),
        origin=_text(a, s.PLAN_ORIGIN),
        text=_text(a, s.PLAN_TEXT),
        drafts=tuple(drafts_of(a.get(s.PLAN_ITEMS)) or ()),
    )
