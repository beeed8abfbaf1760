"""What readers write down, and the runs that come of it."""

from typing import Any

import pytest

from planscope.collector.interpret import RUN_GAP, runs_of
from planscope.collector.run import Compaction, ModelCall, PlanUpdate, Run, ToolCall
from planscope.collector.transcripts.recorder import TEXT_LIMIT, Recorder, nanoseconds, shortened

DAY = 86_400 * 10**9


def recorder(file: str = "x", key: str = "k", **more: Any) -> Recorder:
    """A recorder of one run."""
    return Recorder("case", file, key, **more)


def only(*recorders: Recorder) -> Run:
    """The one run that these recorders have written down."""
    (run,) = runs_of(s for r in recorders for s in r.spans())
    return run


def test_spans_can_be_had_again() -> None:
    r = recorder(task="t", trial="1", agent="a", parent="p", tools=["b", "a"])
    r.user("Hello", 0)
    r.model([("Hi", 1)], 1)
    assert r.spans() == r.spans()
    run = only(r)
    assert (run.task, run.trial, run.agent, run.parent_id, run.tools) == ("t", "1", "a", "p", frozenset({"a", "b"}))


def test_the_same_ident_is_the_same_record_whichever_file_holds_it() -> None:
    one, two = recorder("a.jsonl"), recorder("b.jsonl")
    for r in (one, two):
        r.user("Hello", 0, ident="u1")
    two.model([("Hi", 1)], 1, ident="u2", after="u1")
    assert {s.span_id for s in one.spans()} < {s.span_id for s in two.spans()}
    assert [type(x).__name__ for x in only(one, two).steps] == ["UserMessage", "ModelCall"]
    assert recorder("a").spans() == []


def test_the_same_record_with_other_content_is_said() -> None:
    one, two = recorder("a.jsonl"), recorder("b.jsonl")
    one.user("Hello", 0, ident="u1")
    two.user("Hello you", 0, ident="u1")
    assert [t.form for t in only(one, two).troubles] == ["conflicting-duplicate"]


def test_results_find_their_calls() -> None:
    r = recorder()
    r.model([], 0)
    r.call("lost", {}, 0)
    r.model([], 1)
    for name in ("look", "book", "pay"):
        r.call(name, {}, 1, call_id="p" if name == "pay" else "")
    assert r.waits_for("p")
    assert not r.waits_for("")
    assert r.result("booked", 2, name="book")
    assert r.result("seen", 3, call_id="unknown")
    assert not r.result("?", 4, call_id="unknown")
    assert r.result("paid", 5, call_id="p", data={"a": 1}, truncated=True)
    assert not r.result("again", 6, call_id="p")
    calls = only(r).tool_calls
    assert [(c.name, c.result, c.status) for c in calls] == [
        ("lost", "", "unknown"),
        ("look", "seen", "ok"),
        ("book", "booked", "ok"),
        ("pay", "paid", "ok"),
    ]
    assert (calls[3].content, calls[3].data) == ("truncated", {"a": 1})


def test_a_result_in_another_file_is_joined_and_does_not_replace_one() -> None:
    one, two = recorder("a.jsonl"), recorder("b.jsonl")
    one.call("look", {}, 0, call_id="c1")
    one.call("book", {}, 1, call_id="c2")
    one.result("booked", 2, call_id="c2")
    two.late_result("seen", 0, call_id="c1", status="error", ident="r1")
    two.late_result("other", 1, call_id="c2", ident="r2")
    run = only(one, two)
    assert [(c.result, c.status) for c in run.tool_calls] == [("seen", "error"), ("booked", "ok")]
    assert run.tool_calls[0].result_place is not None
    assert run.tool_calls[0].result_place.file == "b.jsonl"
    assert runs_of(two.spans()) == []


def test_very_long_texts_lose_their_middle_and_nothing_else() -> None:
    assert shortened("x" * TEXT_LIMIT) == "x" * TEXT_LIMIT
    text = "begin" + "x" * (3 * TEXT_LIMIT) + "end"
    r = recorder()
    r.user(text, 0)
    r.model([(text, 1)], 1, thinking=text)
    r.call("write", {"text": text, "n": 1}, 1, call_id="c")
    r.result(text, 2, call_id="c")
    run = only(r)
    call, said = run.tool_calls[0], run.messages[0]
    kept = [run.requests[0].text, said.text, said.thinking, call.arguments["text"], call.result]
    assert all(t.startswith("begin") and t.endswith("end") and len(t) < 1.1 * TEXT_LIMIT for t in kept)
    assert (call.content, call.arguments["n"]) == ("truncated", 1)
    assert run.troubles == ()  # it was we who cut


def test_what_the_file_cut_is_a_trouble() -> None:
    r = recorder()
    r.call("look", {}, 0, call_id="c")
    r.result("oak, el", 1, call_id="c", truncated=True)
    assert [t.form for t in only(r).troubles] == ["truncated-result"]


def test_silence_cuts_no_transcript() -> None:
    r = recorder()
    r.user("Hello", 0, time=DAY)
    r.user("Still there?", 1, time=DAY + 2 * RUN_GAP)
    assert [x.id for x in runs_of(r.spans())] == ["k"]


def test_turns_and_numbers() -> None:
    r = recorder()
    r.user("rules", 0, system=True)
    r.user("Hello", 1)
    r.user("and more", 2)
    r.model([("Hi", 3)], 3)
    r.user("rules again", 4, system=True)
    r.user("Next", 5)
    assert [(x.number, x.turn) for x in only(r).steps] == [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 2)]


@pytest.mark.parametrize(
    ("last", "state"),
    [
        ("answer", "ended"),
        ("thanks", "ended"),
        ("call", "cut_off"),
        ("interruption", "cut_off"),
        ("closed", "ended"),
        ("cut", "cut_off"),
        ("final", "ended"),
        ("silent", "cut_off"),
    ],
)
def test_states(last: str, state: str) -> None:
    r = recorder()
    r.user("Hello", 0)
    r.model([("Done.", 1)], 1)
    if last in ("call", "closed"):
        r.call("look", {}, 2, call_id="c")
    if last == "thanks":
        r.user("Thanks", 2)
        r.user("context", 3, system=True)
    if last == "interruption":
        r.interruption(2)
    if last == "final":
        r.call("look", {}, 2, call_id="c")
        r.final("42", 3)
    if last == "silent":
        r.model([], 2, thinking="hm")
    r.about(closed=last == "closed", cut_off=last == "cut")
    assert only(r).state == state


def test_planning_calls_become_updates_and_fruitless_ones_stay_calls() -> None:
    r = recorder()
    for n, (name, given, status) in enumerate(
        [
            ("TodoWrite", {"todos": [{"content": "dig", "status": "pending"}]}, "ok"),
            ("TodoWrite", {"todos": "?"}, "error"),
            ("ExitPlanMode", {"plan": "1. Dig"}, "rejected"),
            ("TodoWrite", {"todos": [{"content": "dig", "status": "completed"}]}, "ok"),
            ("look", {}, "ok"),
        ]
    ):
        r.call(name, given, n, call_id=f"c{n}")
        r.result("told", n, call_id=f"c{n}", status=status)
    r.compaction("", 5)
    r.compaction("so far: dug", 6)
    r.compaction("", 7)
    run = only(r)
    kinds = [type(x) for x in run.steps]
    assert kinds == [PlanUpdate, ToolCall, PlanUpdate, PlanUpdate, ToolCall, Compaction]
    assert [c.planning for c in run.tool_calls] == [True, False]
    assert [u.before and u.before.step for u in run.plan_updates] == [None, None, 0]
    assert [u.version.step for u in run.lists] == [0, 3]
    assert (run.plan_updates[0].result, run.plan_updates[0].call_id) == ("told", "c0")
    assert run.steps[-1].place.position == "6"


def test_pieces_of_a_message_are_merged_at_its_first() -> None:
    r = recorder()
    r.model([("Let me look.", 0)], 0, response_id="m1", tokens=(5, 1, None), call_ids=["c1"])
    r.call("look", {}, 0, call_id="c1")
    r.model([("Let me look.", 1), ("And book.", 1)], 1, response_id="m1", tokens=(5, 9, 2), call_ids=["c2"], model="m")
    r.call("book", {}, 1, call_id="c2")
    run = only(r)
    (said,) = (x for x in run.steps if isinstance(x, ModelCall))
    assert (said.text, said.calls, said.call_ids) == ("Let me look.\nAnd book.", 2, ("c1", "c2"))
    assert (said.input_tokens, said.output_tokens, said.cache_read_tokens, said.model) == (5, 9, 2, "m")
    assert [type(x) for x in run.steps] == [ModelCall, ToolCall, ToolCall]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2026-03-02T09:00:00Z", 1772442000),
        ("2026-03-02T10:00:00.000+01:00", 1772442000),
        ("2026-03-02T09:00:00", 1772442000),
        (1772442000, 1772442000),
        (1772442000.0, 1772442000),
        ("1772442000", 1772442000),
        (1772442000_000, 1772442000),
        (1772442000_000_000, 1772442000),
        (1772442000_000_000_000, 1772442000),
        ("20260302", 1772409600),
    ],
)
def test_moments(value: Any, seconds: int) -> None:
    assert nanoseconds(value) == seconds * 10**9


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        True,
        "soon",
        0,
        -5,
        1e300,
        float("nan"),
        float("inf"),
        "9999-12-31T00:00:00Z",
        2**70,
        [],
        {},
        "0001-01-01",
    ],
)
def test_what_is_no_moment(value: Any) -> None:
    assert nanoseconds(value) is None
