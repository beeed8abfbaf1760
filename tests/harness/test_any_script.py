"""Whatever a model does, the spans tell all of it: every call, update, draft and check has its span, in its place, with
its ids; and reading them back gives the same story."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opentelemetry.sdk.trace import ReadableSpan

from planscope.collector import semconv as s
from planscope.collector.run import ModelCall, PlanUpdate, ToolCall, Verdict
from planscope.harness.agent import Limits, Outcome, run
from planscope.harness.models.scripted import Say, Scripted
from planscope.harness.modes.interleaved import Interleaved
from planscope.harness.office_move.tasks import MOVES

if TYPE_CHECKING:
    from tests.harness.conftest import Kept

WORDS = st.sampled_from(["movers", "pack", "load", "报价", "Ø"])
ITEMS = st.fixed_dictionaries({"content": WORDS, "status": st.sampled_from(["pending", "in_progress", "completed"])})
LINES = st.fixed_dictionaries({"what": WORDS, "amount": st.sampled_from([100.0, 250.5, 900.01])})
DRAFTS = st.fixed_dictionaries({"plan": WORDS, "lines": st.lists(LINES, max_size=2), "total": st.just(100.0)})
CALLS = st.one_of(
    st.tuples(st.just("TodoWrite"), st.fixed_dictionaries({"todos": st.lists(ITEMS, max_size=3)})),
    st.tuples(st.just("TodoWrite"), st.just({"todos": "none"})),
    st.tuples(st.just("write_draft_plan"), DRAFTS),
    st.tuples(st.just("calculate"), st.fixed_dictionaries({"expression": st.sampled_from(["1 + 1", "1 / 0"])})),
    st.tuples(st.just("get_quote"), st.just({"supplier": "Klarwasser", "date": "2026-05-09", "hours": 4})),
    st.tuples(st.sampled_from(["teleport", "book_supplier"]), st.just({"quote": "Q-999"})),
    st.tuples(st.just("search_suppliers"), st.one_of(st.none(), st.text(max_size=5), st.just({"service": "tea"}))),
)
TURNS = st.lists(st.builds(Say, WORDS | st.just(""), st.lists(CALLS, min_size=1, max_size=4).map(tuple)), max_size=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(turns=TURNS, limit=st.sampled_from([3, 60]))
def test_any_script(keeping: "Callable[[], AbstractContextManager[Kept]]", turns: list[Say], limit: int) -> None:
    with keeping() as kept:
        model = Scripted([*turns, Say("All that I could do.")])
        outcome = run(MOVES[0], model, Interleaved, kept.tracer, limits=Limits(turns=limit))
        _spans_tell_all(kept, outcome)
        _read_back(kept, outcome)


def _spans_tell_all(kept: "Kept", outcome: Outcome) -> None:
    asked = [c for m in outcome.trajectory for c in m.calls]
    told = {m.call_id: m for m in outcome.trajectory if m.role == "tool"}
    root = kept.spans[0]
    tools = [x for x in kept.spans if _is(x, s.OP_TOOL)]
    assert [(_a(x)[s.TOOL_CALL_ID], _a(x)[s.TOOL_NAME]) for x in tools] == [(c.id, c.name) for c in asked]
    assert len([x for x in kept.spans if _is(x, s.OP_CHAT)]) == sum(m.role == "assistant" for m in outcome.trajectory)
    for span in tools:
        message = told[_a(span)[s.TOOL_CALL_ID]]
        assert span.status.is_ok == (not message.error)
        assert (_a(span).get(s.TOOL_RESULT) or span.status.description) == message.text
        kept_list = _a(span)[s.TOOL_NAME] == "TodoWrite" and not message.error
        assert [e.name for e in span.events] == ([s.TODO_EVENT] if kept_list else [])
    for span in kept.spans[1:]:
        parent = next(x for x in kept.spans if span.parent and x.context and x.context.span_id == span.parent.span_id)
        if _is(span, s.OP_PLAN):
            assert _a(parent)[s.TOOL_NAME] == "write_draft_plan"
        elif _is(span, s.OP_EVALUATION):
            assert _is(parent, s.OP_PLAN)
        else:
            assert parent is root
    drafts = [c for c in asked if c.name == "write_draft_plan" and not told[c.id].error]
    assert [_is(x, s.OP_PLAN) for x in kept.spans].count(True) == len(drafts)
    assert [_is(x, s.OP_EVALUATION) for x in kept.spans].count(True) == len(drafts)


def _read_back(kept: "Kept", outcome: Outcome) -> None:
    (found,) = kept.runs()
    asked = [c for m in outcome.trajectory for c in m.calls]
    told = {m.call_id: m for m in outcome.trajectory if m.role == "tool"}
    steps: list[Any] = [x for x in found.steps if isinstance(x, ToolCall | PlanUpdate)]
    assert [x.call_id for x in steps] == [c.id for c in asked]
    for step, call in zip(steps, asked, strict=True):
        done = not told[call.id].error
        assert isinstance(step, PlanUpdate) == (call.name in ("TodoWrite", "write_draft_plan") and done)
        assert step.result == told[call.id].text
        if isinstance(step, ToolCall):
            assert (step.name, step.status) == (call.name, "ok" if done else "error")
    said = [x.text for x in found.steps if isinstance(x, ModelCall)]
    assert said == [m.text for m in outcome.trajectory if m.role == "assistant"]
    assert [r.text for r in found.requests] == [MOVES[0].request]
    assert len([x for x in found.steps if isinstance(x, Verdict)]) == len(kept.named("evaluate within-budget"))
    assert found.state == "ended"
    if outcome.ending == "answered":
        assert found.closing is not None
        assert found.closing.text == outcome.answer


def _a(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def _is(span: ReadableSpan, operation: str) -> bool:
    return bool(_a(span)[s.OPERATION] == operation)
