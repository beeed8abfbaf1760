"""What is asked, and what is not since computation decides it or a part of the evidence would be missing."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from planscope.analyzers.check import check_run
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.judge.question import Decided, Invalid, Question, decided, key_of, prompt, size, tokens
from planscope.analyzers.judge.questions import questions
from planscope.analyzers.testing import run_of

Steps = Sequence[Mapping[str, Any]]
DETECTORS = load_detectors()


def asked(steps: Steps, tools: Sequence[str] | None = None) -> list[Question]:
    run = run_of(steps, tools=tools)
    findings, checks = check_run(run, DETECTORS)
    return questions(run, findings, checks)


def forms(steps: Steps) -> list[str]:
    return [q.form for q in asked(steps)]


LEFT_OPEN: Steps = [
    {"user": "Write the exporter and label the shelves"},
    {"todo": ["x Write the exporter", ". Label the shelves", ". Sweep the yard"]},
    {"call": {"tool": "read_note", "args": {"note": "shelves"}, "result": "blue labels"}},
    {"say": "Every shelf wears its blue tag by now."},
]


def test_open_items_are_asked_about_where_the_last_message_is_in_words_of_its_own() -> None:
    first, second = asked(LEFT_OPEN)
    assert first.form == second.form == "left-open-judged"
    assert first.severity == "warning"
    assert [m.name for m in first.materials] == ["message", "item"]
    assert first.material("item").text == "Label the shelves"
    assert first.quote_from == "message"


@pytest.mark.parametrize(
    "said",
    [
        "The labels are not printed yet: Label the shelves is still open. Sweep the yard is still open, too.",
        "Shall I go on with the shelves?",
        "Two of the items remain open.",
    ],
)
def test_items_that_the_message_plainly_calls_open_are_not_asked_about(said: str) -> None:
    assert forms([*LEFT_OPEN[:-1], {"say": said}]) == []


def test_a_computed_finding_is_not_asked_about_again() -> None:
    steps = [*LEFT_OPEN[:-1], {"say": "Everything is done: all items are completed."}]
    findings, _ = check_run(run_of(steps), DETECTORS)
    assert "left-open" in [f.form for f in findings]
    assert forms(steps) == []


def test_only_detectors_that_looked_are_asked_for() -> None:
    run = run_of(LEFT_OPEN)
    findings, checks = check_run(run, [d for d in DETECTORS if d.kind != "stale_todo"])
    assert questions(run, findings, checks) == []


def failing(*arguments: Mapping[str, Any]) -> Steps:
    calls = [
        {"call": {"tool": "book_hall", "args": a, "error": "hall unknown: see the list of halls"}} for a in arguments
    ]
    return [{"user": "Book the big hall"}, *calls, {"say": "I could not book it."}]


def test_a_failure_that_comes_again_under_other_arguments_is_asked_about() -> None:
    [question] = asked(failing({"hall": "big", "day": "Monday"}, {"hall": "big one", "day": "Tuesday"}))
    assert question.form == "same-error-varied-call-judged"
    assert "big one" in question.material("second call").text
    assert question.quote_from == "error"


def test_the_same_call_again_is_computed_and_not_asked_about() -> None:
    assert forms(failing({"hall": "big"}, {"hall": "big"})) == []


def claiming(*calls: Mapping[str, Any], said: str = "Fixed. All tests pass.") -> Steps:
    return [{"user": "Mend the parser"}, *({"call": c} for c in calls), {"say": said}]


def test_tests_said_to_pass_are_asked_about_where_only_an_unknown_command_ran() -> None:
    [question] = asked(
        claiming(
            {"tool": "Read", "args": {"file_path": "parser.py"}, "result": "def parse(): ..."},
            {"tool": "bash", "args": {"command": "./everything.sh"}, "result": "ok"},
        )
    )
    assert question.form == "check-without-look-judged"
    assert question.severity == "info"
    assert "everything.sh" in question.material("calls").text
    assert "parser.py" not in question.material("calls").text, "reading runs no tests"


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "bash", "args": {"command": "pytest -q"}, "result": "3 passed"},
        {"tool": "Task", "args": {"prompt": "test it"}, "result": "done"},
        {"tool": "bash", "args": {"command": "./everything.sh"}, "result": "o", "cut": True},
    ],
)
def test_checks_are_not_asked_about_where_they_were_made_or_part_of_the_evidence_is_missing(
    call: Mapping[str, Any],
) -> None:
    assert forms(claiming(call)) == []


def test_too_many_calls_to_show_are_no_question() -> None:
    calls = [{"tool": "bash", "args": {"command": f"./step-{n}.sh {'x' * 200}"}, "result": "ok"} for n in range(40)]
    assert forms(claiming(*calls)) == []


def test_an_action_is_asked_about_where_only_a_general_tool_may_have_done_it() -> None:
    post = {"tool": "http_request", "args": {"url": "https://desk.example/outbox/send"}, "result": "{}"}
    [question] = asked(claiming(post, said="I have sent the receipt to you."))
    assert question.form == "claimed-action-not-executed-judged"
    assert "outbox" in question.material("calls").text


def test_an_action_with_its_own_tool_is_not_asked_about() -> None:
    mail = {"tool": "send_email", "args": {"to": "a@b.example"}, "result": "queued"}
    assert forms(claiming(mail, said="I have sent the receipt to you.")) == []


PLANNED: Steps = [
    {"user": "Move the office"},
    {"plan": "1. Order the boxes\n2. Water the ferns in the atrium\n3. Hand over the keys"},
    {"call": {"tool": "order_goods", "args": {"goods": "boxes", "order": "boxes"}, "result": "ok"}},
    {"call": {"tool": "handover", "args": {"what": "hand over the keys"}, "result": "ok"}},
    {"say": "Everything is done: all steps of the plan are complete."},
]


def test_steps_of_an_approved_plan_with_no_call_of_their_own_are_asked_about() -> None:
    asks = [q for q in asked(PLANNED) if q.form == "planned-step-skipped-judged"]
    assert "Water the ferns in the atrium" in [q.material("step").text for q in asks]
    assert all("order_goods" in q.material("calls").text for q in asks)


def test_plans_are_not_asked_about_while_something_is_said_to_be_open() -> None:
    assert forms([*PLANNED[:-1], {"say": "The boxes are ordered; the ferns are still open."}]) == []


REQUEST = "Please do this: 1. Book the hall for Monday 2. Order ten lamps 3. Prepare a toast on behalf of grandmother"


def test_parts_of_a_request_that_hardly_come_again_are_asked_about() -> None:
    steps: Steps = [
        {"user": REQUEST},
        {"call": {"tool": "book_hall", "args": {"hall": "hall", "day": "Monday"}, "result": "ok"}},
        {"call": {"tool": "order", "args": {"lamps": "ten lamps"}, "result": "ok"}},
        {"say": "The hall is booked for Monday, and ten lamps are ordered. Grandmother was there."},
    ]
    asks = [q for q in asked(steps) if q.form == "request-passed-over-judged"]
    assert [q.material("part").text for q in asks] == ["Prepare a toast on behalf of grandmother"]


def test_parts_that_come_again_in_the_answer_are_not_asked_about() -> None:
    steps: Steps = [
        {"user": REQUEST},
        {"call": {"tool": "book_hall", "args": {"hall": "hall", "day": "Monday"}, "result": "ok"}},
        {"call": {"tool": "order", "args": {"lamps": "ten lamps"}, "result": "ok"}},
        {"say": "The hall is booked for Monday, ten lamps are ordered. A toast on behalf of grandmother: prepared."},
    ]
    assert forms(steps) == []


def test_a_run_gives_few_questions_of_a_form_and_each_is_short() -> None:
    items = [f". Item about topic{n} {'word ' * 200}" for n in range(5)]
    steps: Steps = [{"user": "Go"}, {"todo": items}, {"call": "look"}, {"say": "A poem instead. " * 300}]
    asks = asked(steps)
    assert len(asks) == 3
    assert all(size(q) < 2_500 for q in asks)
    assert "characters left out" in asks[0].material("message").text


# --- prompts and replies -------------------------------------------------------------------------------------------


def question() -> Question:
    return asked(LEFT_OPEN)[0]


def test_pieces_of_the_trace_stand_between_marks_and_never_in_our_sentence() -> None:
    q = question()
    system, text = prompt(q, "f3nc3")
    assert text.count("f3nc3") == 4
    sentence = text.split("<</f3nc3 item>>")[1]
    assert "shel" not in sentence + system
    assert "<<f3nc3 item>>\nLabel the shelves\n<</f3nc3 item>>" in text


def test_the_key_depends_on_all_that_is_told_and_on_the_model() -> None:
    first, second = asked(LEFT_OPEN)
    assert key_of(first, "a") == key_of(question(), "a")
    assert len({key_of(first, "a"), key_of(first, "b"), key_of(second, "a")}) == 3


@pytest.mark.parametrize(
    "quote", ["Every shelf wears its blue tag", "Every shelf\n wears its", "Every shelf wears its blue tag by now."]
)
def test_a_reply_in_the_form_asked_for_counts(quote: str) -> None:
    import json

    found = decided(question(), json.dumps({"answer": "done", "quote": quote}))
    assert found == Decided("done", " ".join(quote.split()))


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "done",
        "yes, it is done",
        '```json\n{"answer": "done", "quote": "Every shelf wears its"}\n```',
        '{"answer": "done", "quote": "Every shelf wears its"} and more',
        '{"answer": "done"}',
        '{"answer": "done", "quote": "Every shelf wears its", "why": "because"}',
        '{"answer": "open", "answer": "done", "quote": "Every shelf wears its"}',
        '{"answer": "certainly", "quote": "Every shelf wears its"}',
        '{"answer": ["done"], "quote": "Every shelf wears its"}',
        '{"answer": "done", "quote": null}',
        '{"answer": "done", "quote": ""}',
        '{"answer": "done", "quote": "a"}',
        '{"answer": "done", "quote": "every shelf wears its"}',
        '{"answer": "done", "quote": "The shelves are labelled."}',
        '{"answer": "done", "quote": "Label the shelves"}',
        '{"answer": "open", "quote": "words of nobody"}',
        "[" * 100_000,
        '[{"answer": "done", "quote": "Every shelf wears its"}]',
    ],
)
def test_any_other_reply_does_not_count(reply: str) -> None:
    assert isinstance(decided(question(), reply), Invalid)


def test_an_answer_that_is_no_fault_needs_no_quotation() -> None:
    assert decided(question(), '{"answer": "cannot_tell", "quote": ""}') == Decided("cannot_tell", "")
    assert decided(question(), '{"answer": "open", "quote": ""}') == Decided("open", "")


def test_tokens_of_chinese_are_not_taken_for_a_quarter() -> None:
    assert tokens("abcdefgh") == 3
    assert tokens("全部完成") == 4


@pytest.mark.parametrize(
    "steps",
    [
        failing({"hall": "big " * 5000}, {"hall": "small " * 5000}),
        claiming(*[{"tool": "bash", "args": {"command": f"./s{n}.sh"}, "result": "long " * 2000} for n in range(12)]),
        claiming({"tool": "bash", "args": {"command": "./s.sh"}}, said="All tests pass. " + "And so on. " * 3000),
    ],
)
def test_no_question_is_long_whatever_the_trace_holds(steps: Steps) -> None:
    asks = asked(steps)
    assert asks
    assert all(size(q) < 2_500 for q in asks)
