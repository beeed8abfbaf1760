"""Where arguments and results were not captured, claims cannot be held against them: that is said, not passed over."""

from planscope.analyzers.detector import Abstained, Finding, NotApplicable
from planscope.analyzers.detectors.plan_drift import plan_drift
from planscope.analyzers.detectors.rubber_stamp import rubber_stamp
from planscope.collector.run import ModelCall, Part, Run, ToolCall, Verdict
from planscope.collector.span import Place

PLACE = Place("run.json", "0")


def _said(text: str, number: int) -> ModelCall:
    return ModelCall(parts=(Part(text=text, place=PLACE),), number=number, turn=1, place=PLACE)


def _hidden(number: int) -> ToolCall:
    return ToolCall(name="edit", content="not_captured", number=number, turn=1, place=PLACE)


def test_claims_over_calls_that_were_not_captured() -> None:
    run = Run("r", "otlp", (_hidden(0), _said("All tests pass. I've sent the receipt.", 1)))
    assert [type(o) for o in rubber_stamp.run(run)] == [Abstained]
    assert [type(o) for o in plan_drift.run(run)] == [Abstained]


def test_a_review_is_judged_by_what_it_saw_all_the_same() -> None:
    seen = "Error: ENOENT: no such file or directory"
    review = Verdict(
        name="review", outcome="pass", explanation="Fine.", subject="Write it", seen=seen, number=1, turn=1, place=PLACE
    )
    found = rubber_stamp.run(Run("r", "otlp", (_hidden(0), review)))
    assert [o.form for o in found if isinstance(o, Finding)] == ["success-on-error"]


def test_a_run_of_talk_alone() -> None:
    run = Run("r", "otlp", (_said("Good morning.", 0),))
    assert [type(o) for o in rubber_stamp.run(run)] == [NotApplicable]
    assert [type(o) for o in plan_drift.run(run)] == [NotApplicable]
