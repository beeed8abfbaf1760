"""Outcomes of checks, in words, numbers and structures, and on which spans they are read."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from planscope.collector.dialects.evaluations import decision, is_judge, judged, outcome
from planscope.collector.interpret import runs_of
from planscope.collector.run import ModelCall, Run, Verdict
from planscope.collector.told_in_logs import events_of

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("YES - all dates are right", "pass"),
        ("NO - changes needed: the dates", "fail"),
        ("**Approved.** Nothing to add", "pass"),
        ("No issues found, go ahead", None),
        ("No, all is well", None),
        ("Yes, it does", "pass"),
        ("Passing the salt", None),
        ("The plan is good", None),
        ("Verdict: **approved**\nbecause", "pass"),
        ("I read it.\nDecision: needs revision.", "fail"),
        ("not met", "fail"),
        ("Ja. Alles stimmt.", "pass"),
        ("Nein: der Preis fehlt", "fail"),
        ("Nicht bestanden", "fail"),
        ("Oui - tout va bien", "pass"),
        ("Non : le prix manque", "fail"),
        ("Sí. Correcto", "pass"),
        ("Rechazado: falta el precio", "fail"),
        ("Não. Falta o preço", "fail"),
        ("Aprovado", "pass"),
        ("Nee: de prijs ontbreekt", "fail"),
        ("Goedgekeurd.", "pass"),
        ("通过。价格正确", "pass"),
        ("不通过：缺少价格", "fail"),
        ("不合格", "fail"),
        ("はい。問題ありません", "pass"),
        ("却下", "fail"),
        ("结论：通过", "pass"),
        ("", None),
    ],
)
def test_decision(text: str, expected: str | None) -> None:
    assert decision(text) == expected


@pytest.mark.parametrize(
    ("label", "score", "expected"),
    [
        ("pass", None, "pass"), ("Failed", 1.0, "fail"), (True, None, "pass"), (False, 1, "fail"),
        ("relevant", 0.9, "unreadable"), (None, 1.0, "pass"), (None, 0, "fail"), (None, 0.7, "unreadable"),
        ("", None, "unreadable"), (None, None, "unreadable"), (None, float("nan"), "unreadable"),
    ],
)  # fmt: skip
def test_outcome(label: Any, score: Any, expected: str) -> None:
    assert outcome(label, score) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"passed": false, "reason": "no price"}', ("fail", "no price")),
        ('```json\n{"Verdict": "approved", "feedback": ""}\n```', ("pass", "")),
        ('{"is_valid": true, "issues": []}', ("pass", "")),
        ('{"score": 0.4}', None),
        ('{"price": 7}', None),
        ("No issues", None),
    ],
)
def test_judged(answer: str, expected: Any) -> None:
    assert judged(answer) == expected


def test_names_of_checkers() -> None:
    assert [n for n in ("RevisionVerdict", "plan-reviewer", "price_check", "chat m", "overview") if is_judge(n)] == [
        "RevisionVerdict",
        "plan-reviewer",
    ]


# --- on spans ------------------------------------------------------------------------------------------------------


def verdicts(run: Run) -> list[Verdict]:
    return [x for x in run.steps if isinstance(x, Verdict)]


def evaluation(**values: Any) -> dict[str, Any]:
    a = {f"gen_ai.evaluation.{k.replace('_', '.', 1) if k.startswith('score') else k}": v for k, v in values.items()}
    pairs = [
        {"key": k, "value": {"doubleValue": v} if isinstance(v, float) else {"stringValue": v}} for k, v in a.items()
    ]
    return {"name": "gen_ai.evaluation.result", "timeUnixNano": str(1_772_442_500 * 10**9), "attributes": pairs}


def test_an_event_on_the_span_that_was_judged(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    event = evaluation(name="prices", score_value=0.0, explanation="$4 is in no result")
    chat = t.chat(root, "It costs $4.", events=[event])
    t.chat(root, "Sorry, $5.")
    (verdict,) = verdicts(t.run())
    assert (verdict.name, verdict.outcome, verdict.explanation) == ("prices", "fail", "$4 is in no result")
    assert (verdict.subject, verdict.place.position) == ("It costs $4.", chat)
    assert isinstance(t.run().steps[-1], Verdict), "at the time of the event, not of the span"


def test_a_span_of_its_own(trace: "type[Trace]") -> None:
    t = trace()
    a = {
        "gen_ai.operation.name": "evaluation",
        "gen_ai.evaluation.name": "budget",
        "gen_ai.evaluation.score.label": "pass",
    }
    span = t.span("evaluate budget", {**a, "planscope.verdict.seen": "total 900"}, t.agent())
    (verdict,) = verdicts(t.run())
    assert (verdict.name, verdict.outcome, verdict.seen, verdict.place.position) == (
        "budget",
        "pass",
        "total 900",
        span,
    )


def test_annotations_on_a_judged_span(trace: "type[Trace]") -> None:
    t = trace()
    a = {
        "openinference.span.kind": "TOOL", "tool.name": "search", "output.value": "TN-1",
        "annotations.1.annotation.name": "useful", "annotations.1.annotation.label": "no",
        "annotations.1.annotation.explanation": "not asked for",
        "session.evaluations.0.evaluation.name": "polite", "session.evaluations.0.evaluation.score": 1,
    }  # fmt: skip
    t.span("search", a, t.agent())
    found = verdicts(t.run())
    assert [(v.name, v.outcome, v.subject) for v in found] == [("polite", "pass", "TN-1"), ("useful", "fail", "TN-1")]


@pytest.mark.parametrize("kind", ["EVALUATOR", "GUARDRAIL"])
def test_a_checkers_span(trace: "type[Trace]", kind: str) -> None:
    t = trace()
    root = t.agent()
    t.chat(root, "It costs $4.", sent=[trace.user("What does it cost?")])
    output = json.dumps({"passed": False, "reason": "no source"})
    a = {"openinference.span.kind": kind, "input.value": "It costs $4.", "output.value": output}
    check = t.span("price check", a, root, seconds=5)
    t.chat(check, output, sent=[trace.user("You are a judge. Judge: It costs $4.")])
    run = t.run()
    (verdict,) = verdicts(run)
    assert (verdict.name, verdict.outcome, verdict.explanation) == ("price check", "fail", "no source")
    assert verdict.seen == "It costs $4."
    assert [r.text for r in run.requests] == ["What does it cost?"], "what the judge is asked is no request"
    assert run.closing is run.messages[0], "nor is what it says an answer"
    assert sum(x.input_tokens or 0 for x in run.steps if isinstance(x, ModelCall)) == 200


def test_a_checkers_span_without_content_says_nothing(trace: "type[Trace]") -> None:
    t = trace()
    t.span("price check", {"openinference.span.kind": "GUARDRAIL"}, t.agent())
    assert t.runs() == []


def test_a_guardrail_by_status(trace: "type[Trace]") -> None:
    t = trace()
    a = {"gen_ai.operation.name": "guardrail.run", "gen_ai.guardrail.name": "pii", "gen_ai.guardrail.status": "FAILED"}
    t.span("pii.guardrail", a, t.agent())
    assert [(v.name, v.outcome) for v in verdicts(t.run())] == [("pii", "fail")]


def test_a_model_asked_for_a_verdict(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    t.chat(root, "Draft one", name="llm.draft")
    judge = t.chat(root, "NO - too short", name="llm.revision_verdict", sent=[trace.user("Judge draft one")])
    t.chat(root, "Draft two, which is longer", name="llm.draft")
    t.chat(root, "YES - good", name="llm.revision_verdict")
    t.chat(root, "I have looked at the verdict and cannot say", name="llm.revision_verdict")
    run = t.run()
    assert [(v.outcome, v.subject) for v in verdicts(run)] == [
        ("fail", "Draft one"),
        ("pass", "Draft two, which is longer"),
    ]
    assert (verdicts(run)[0].place.position, verdicts(run)[0].seen) == (judge, "Judge draft one")
    assert [m.text for m in run.messages] == ["Draft one", "Draft two, which is longer",
                                              "I have looked at the verdict and cannot say"]  # fmt: skip


def test_the_only_agent_may_be_called_reviewer(trace: "type[Trace]") -> None:
    t = trace()
    t.chat(t.agent("reviewer"), "Yes. Your code is fine.")
    assert verdicts(t.run()) == []
    team = trace("cc" * 16)
    flow = team.span("flow", {"gen_ai.operation.name": "invoke_workflow"}, seconds=900)
    team.chat(team.agent("writer", flow), "def f(): ...")
    team.chat(team.agent("reviewer", flow), "Rejected: no test")
    assert [(v.name, v.outcome) for v in verdicts(team.run())] == [("reviewer", "fail")]


def test_a_check_made_later_belongs_to_what_it_is_linked_to(trace: "type[Trace]") -> None:
    t, later = trace("aa" * 16), trace("bb" * 16, at=60)
    chat = t.chat(t.agent(), "It costs $4.")
    a = {"openinference.span.kind": "EVALUATOR", "evaluations.0.evaluation.name": "prices"}
    check = later.span(
        "evaluate", {**a, "evaluations.0.evaluation.label": "fail"}, links=[{"traceId": "aa" * 16, "spanId": chat}]
    )
    later.chat(check, "fail")
    for spans in ([*t.spans(), *later.spans()], [*later.spans(), *t.spans()]):
        (run,) = runs_of(spans)
        (verdict,) = verdicts(run)
        assert (verdict.outcome, verdict.subject, verdict.place.position) == ("fail", "It costs $4.", check)
        assert run.closing is run.messages[0]
        assert run.state == "ended"


def test_outcomes_and_messages_in_log_records(trace: "type[Trace]") -> None:
    t = trace()
    root = t.agent()
    chat = t.chat(root)
    t.raw[-1]["attributes"] = [a for a in t.raw[-1]["attributes"] if "messages" not in a["key"]]
    at = {"traceId": t.trace, "spanId": chat, "timeUnixNano": t.raw[-1]["endTimeUnixNano"]}
    said = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": "It costs $4."}]}])
    details = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps([trace.user("What does it cost?")])}
    records = [
        {**at, "eventName": "gen_ai.client.inference.operation.details",
         "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in details.items()],
         "body": {"kvlistValue": {"values": [{"key": "gen_ai.output.messages", "value": {"stringValue": said}}]}}},
        {**at, **evaluation(name="prices", score_label="fail"), "eventName": "", "observedTimeUnixNano": "7"},
        {**at, "eventName": "something.else"},
        {"eventName": "gen_ai.evaluation.result"},
    ]  # fmt: skip
    records[1]["attributes"] += [{"key": "event.name", "value": {"stringValue": "gen_ai.evaluation.result"}}]
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": [*records, records[1]]}]}]}
    run = runs_of([*t.spans(), *events_of(logs, "logs.jsonl")])[0]
    assert [r.text for r in run.requests] == ["What does it cost?"]
    assert [m.text for m in run.messages] == ["It costs $4."]
    (verdict,) = verdicts(run)
    assert (verdict.outcome, verdict.subject, verdict.place.position) == ("fail", "It costs $4.", chat)
    assert sum(x.input_tokens or 0 for x in run.steps if isinstance(x, ModelCall)) == 100
    assert run.troubles == ()
