"""Run → rows of the tables that are derived from spans: runs, steps, plan_versions, plan_items, trace_runs. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from planscope.collector.exact import clean, encode
from planscope.collector.pieces import Texts
from planscope.collector.plan import PlanVersion
from planscope.collector.run import (
    Compaction,
    FinalAnswer,
    Interruption,
    ModelCall,
    PlanUpdate,
    Run,
    Step,
    ToolCall,
    UserMessage,
    Verdict,
)
from planscope.collector.span import Place
from planscope.collector.tables import INLINE, PLAN_ITEMS, PLAN_VERSIONS, RUNS, STEPS, TRACE_RUNS, Table

Row = tuple[Any, ...]
TYPES: Mapping[type[Step], str] = {
    UserMessage: "user_message",
    ModelCall: "model_call",
    ToolCall: "tool_call",
    PlanUpdate: "plan_update",
    Verdict: "verdict",
    FinalAnswer: "final_answer",
    Compaction: "compaction",
    Interruption: "interruption",
}


def rows_of(
    run: Run, generation: int, texts: Texts, *, traces: Iterable[str] = (), service: str = ""
) -> dict[str, list[Row]]:
    """All derived rows of a run, by table; large texts go to `texts`."""
    key = {"run_id": clean(run.id), "generation": generation}
    made: dict[str, list[Row]] = {t.name: [] for t in (TRACE_RUNS, RUNS, STEPS, PLAN_VERSIONS, PLAN_ITEMS)}
    made["trace_runs"] = [row(TRACE_RUNS, key, trace_id=t) for t in sorted(set(traces))]
    made["runs"] = [row(RUNS, key, service=service, **place(run.place), **_run(run))]
    for step in run.steps:
        common = {"number": step.number, "turn": step.turn, "type": TYPES[type(step)], "started_ns": step.started}
        made["steps"].append(row(STEPS, key, **common, **place(step.place), **_step(step, texts)))
        if isinstance(step, PlanUpdate):
            of = {"step": step.number, "source": step.version.source, "version": step.version.number}
            made["plan_versions"].append(row(PLAN_VERSIONS, key, **of, **_version(step.version, texts)))
            made["plan_items"] += [row(PLAN_ITEMS, key, **of, **item) for item in _items(step.version)]
    return made


def row(table: Table, of: Mapping[str, Any], /, **values: Any) -> Row:
    """A row in the table's order; columns that are not given are NULL. Raises KeyError for a column that is none."""
    held = {**of, **values}
    if unknown := held.keys() - set(table.names):
        raise KeyError(f"table {table.name} has no column {sorted(unknown)}")
    return tuple(_fit(held.get(name)) for name in table.names)


def _fit(value: Any) -> Any:
    """A value that its column can hold: a number beyond 64 bits is none."""
    if type(value) is str:
        return clean(value)
    return None if type(value) is int and not -(2**63) <= value < 2**63 else value


def place(where: Place) -> dict[str, Any]:
    """The columns that say where something stands."""
    item = None if where.index is None else encode(where.index)
    return {"file": where.file, "item": item, "position": where.position}


def _run(run: Run) -> dict[str, Any]:
    times = [t for x in run.steps for t in (x.started, getattr(x, "ended", None)) if t]
    models = [x for x in run.steps if isinstance(x, ModelCall)]
    title = next((r.text for r in run.requests), "")
    troubles = [{"form": t.form, "message": t.message, **place(t.place), "quote": t.quote} for t in run.troubles]
    return {
        "parent_id": run.parent_id,
        "format": run.format,
        "agent": run.agent,
        "task": run.task,
        "variant": run.variant,
        "trial": run.trial,
        "state": run.state,
        "started_ns": min(times, default=None),
        "ended_ns": max(times, default=None),
        "title": " ".join(title[:2000].split())[:120],
        "steps": len(run.steps),
        "model_calls": len(models),
        "tool_calls": len(run.tool_calls),
        "plan_versions": len(run.plan_updates),
        "failed_calls": sum(c.failed for c in run.tool_calls),
        "input_tokens": _sum(m.input_tokens for m in models),
        "output_tokens": _sum(m.output_tokens for m in models),
        "tools": None if run.tools is None else encode(sorted(run.tools)),
        "troubles": encode(troubles) if troubles else None,
    }


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [c for c in counts if isinstance(c, int)]
    return sum(known) if known else None


def _step(step: Step, texts: Texts) -> dict[str, Any]:
    match step:
        case UserMessage():
            return {"system": step.system, **_text("text", step.text, texts)}
        case FinalAnswer() | Compaction():
            return _text("text", step.text, texts)
        case ModelCall():
            return _model(step, texts)
        case ToolCall():
            return _tool(step, texts)
        case PlanUpdate():
            position = step.result_place.position if step.result_place else None
            return {
                "name": step.version.origin,
                "call_id": step.call_id,
                "result_position": position,
                **_text("result", step.result, texts),
            }
        case Verdict():
            return {
                "name": step.name,
                "status": step.outcome,
                "subject": step.subject[:INLINE],
                **_text("text", step.explanation, texts),
                **_text("seen", step.seen, texts),
            }
        case _:
            return {}


def _model(step: ModelCall, texts: Texts) -> dict[str, Any]:
    return {
        "name": step.model,
        "response_id": step.response_id,
        "calls": step.calls,
        "input_tokens": step.input_tokens,
        "output_tokens": step.output_tokens,
        "cached_tokens": step.cache_read_tokens,
        **_text("text", step.text, texts),
        **_text("thinking", step.thinking, texts),
    }


def _tool(step: ToolCall, texts: Texts) -> dict[str, Any]:
    arguments = step.arguments
    if arguments is not None and not isinstance(arguments, str):
        arguments = encode(arguments)
    return {
        "name": step.name,
        "call_id": step.call_id,
        "ended_ns": step.ended,
        "status": step.status,
        "content": step.content,
        "planning": step.planning,
        "result_position": step.result_place.position if step.result_place else None,
        **_text("arguments", arguments, texts),
        **_text("result", None if step.status == "unknown" and not step.result else step.result, texts),
    }


def _text(column: str, text: str | None, texts: Texts) -> dict[str, Any]:
    """A text in its column, or its beginning, and then the place of the whole."""
    if text is None or len(text) <= INLINE:
        return {column: text}
    whole = clean(text)
    return {column: whole[:INLINE], f"{column}_ref": texts.put(whole)}


def _version(version: PlanVersion, texts: Texts) -> dict[str, Any]:
    return {
        "origin": version.origin,
        "decision": version.decision,
        "items": len(version.items),
        "completed": len(version.with_status("completed")),
        "cancelled": len(version.with_status("cancelled")),
        "open": len(version.open_items),
        **_text("text", version.text, texts),
    }


def _items(version: PlanVersion) -> Iterable[dict[str, Any]]:
    for n, item in enumerate(version.items):
        yield {
            "place": n,
            "key": item.key,
            "text": item.text,
            "status": item.status,
            "owner": item.owner,
            "uncertain": item.uncertain,
        }
