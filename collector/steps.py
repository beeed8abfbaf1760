"""What is made of steps once they stand in order, whatever they were read from: one step for what was told in pieces,
plan updates from planning calls, numbers and turns. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from planscope.collector import plan_tools
from planscope.collector.dialects import Planned
from planscope.collector.dialects.content import dumped
from planscope.collector.dialects.evaluations import is_judge, of_mapping
from planscope.collector.plan import PlanBook, PlanVersion
from planscope.collector.run import Compaction, ModelCall, PlanUpdate, Step, ToolCall, UserMessage, Verdict


def merge_answers(steps: list[Step]) -> list[Step]:
    """One model call per response: sources write a message in pieces (with usage growing), or twice."""
    first: dict[str, int] = {}
    out: list[Step] = []
    for step in steps:
        if not isinstance(step, ModelCall) or not step.response_id or step.response_id not in first:
            if isinstance(step, ModelCall) and step.response_id:
                first[step.response_id] = len(out)
            out.append(step)
            continue
        at = first[step.response_id]
        old = out[at]
        assert isinstance(old, ModelCall)
        out[at] = _merged(old, step)
    return out


def _merged(old: ModelCall, new: ModelCall) -> ModelCall:
    fresh = tuple(p for p in new.parts if p not in old.parts and p.text not in {q.text for q in old.parts})
    ids = tuple(dict.fromkeys(old.call_ids + new.call_ids))
    return replace(
        old,
        parts=old.parts + fresh,
        thinking="\n".join(dict.fromkeys(t for t in (old.thinking, new.thinking) if t)),
        call_ids=ids,
        calls=max(len(ids), old.calls, new.calls),
        model=old.model or new.model,
        input_tokens=_most(old.input_tokens, new.input_tokens),
        output_tokens=_most(old.output_tokens, new.output_tokens),
        cache_read_tokens=_most(old.cache_read_tokens, new.cache_read_tokens),
    )


def _most(one: int | None, two: int | None) -> int | None:
    known = [x for x in (one, two) if x is not None]
    return max(known) if known else None


def with_verdicts(steps: Iterable[Step]) -> list[Step]:
    """After a call of a checking tool, by its name, whose structured result says pass or fail: that verdict. What was
    checked is what the tool was given."""
    out: list[Step] = []
    for step in steps:
        out.append(step)
        if not isinstance(step, ToolCall) or step.status not in ("ok", "error") or not isinstance(step.data, Mapping):
            continue
        found = of_mapping(step.data) if is_judge(step.name) else None
        if found is not None:
            given = dumped(step.arguments)
            place = step.result_place or step.place
            out.append(
                Verdict(
                    name=step.name,
                    outcome=found[0],
                    explanation=found[1],
                    subject=given,
                    place=place,
                    started=step.ended,
                )
            )
    return out


def merge_compactions(steps: Sequence[Step]) -> list[Step]:
    """One step for one compaction: sources write a mark and then the summary."""
    out: list[Step] = []
    for step in steps:
        if isinstance(step, Compaction) and out and isinstance(out[-1], Compaction):
            out[-1] = step if not out[-1].text else out[-1]
        else:
            out.append(step)
    return out


def plan_steps(steps: Iterable[Step]) -> list[Step]:
    """Planning calls become plan updates; those that changed nothing stay calls, marked."""
    book, documents, planner = PlanBook(), PlanBook(), PlanBook()
    last: dict[str, PlanVersion] = {}
    out: list[Step] = []
    for step in steps:
        version: PlanVersion | None = None
        if isinstance(step, ToolCall):
            version = plan_tools.apply(book, documents, step)
            if version is None and plan_tools.is_lost(step):
                version = book.lose(step.name, step.place)
        elif isinstance(step, Planned):
            target = {"planner": planner, "document": documents, "list": book}[step.source]
            if step.source == "list":
                version = book.overwrite(step.drafts, step.origin, step.place)
            else:
                version = target.document(
                    step.text, step.origin, step.place, step.decision, step.drafts, source=step.source
                )
        if version is None:
            planning = isinstance(step, ToolCall) and plan_tools.is_plan_tool(step.name)
            out.append(replace(step, planning=True) if isinstance(step, ToolCall) and planning else step)
            continue
        out.append(
            PlanUpdate(
                version=version,
                before=last.get(version.source),
                call_id=getattr(step, "call_id", ""),
                result_place=getattr(step, "result_place", None),
                result=getattr(step, "result", ""),
                place=step.place,
                started=step.started,
            )
        )
        last[version.source] = version
    return out


def numbered(steps: Sequence[Step]) -> list[Step]:
    """Places in the run and turns: each user message opens one; several in a row open it together."""
    turn, fresh = 0, True
    out: list[Step] = []
    last: dict[str, PlanVersion] = {}  # of each source, with its place in the run
    for n, step in enumerate(steps):
        if isinstance(step, UserMessage) and not step.system:
            turn += 1 if fresh else 0
            fresh = False
        elif not isinstance(step, UserMessage):
            fresh = True
        numbered = replace(step, number=n, turn=turn)
        if isinstance(numbered, PlanUpdate):
            version = replace(numbered.version, step=n)
            numbered = replace(numbered, version=version, before=last.get(version.source))
            last[version.source] = version
        out.append(numbered)
    return out
