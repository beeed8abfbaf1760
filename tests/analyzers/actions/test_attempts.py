"""Attempts that repeat each other, in runs that cases cannot tell of: several calls of one message, and times."""

from planscope.analyzers.actions.attempts import failing_groups, idle_rows
from planscope.analyzers.actions.repeats import impatient
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.transcripts.recorder import Recorder

SECOND = 10**9


def run_with(messages: list[list[str]], *, gap: int = 1, error: str = "Error: room A is closed") -> Run:
    """A run in which each message asks for calls (by argument) that all fail, `gap` seconds apart."""
    r = Recorder("case", "case", "case")
    r.user("Book", 0, time=SECOND)
    at, number = 2, 0
    for message in messages:
        ids = [f"c{number + n}" for n in range(len(message))]
        r.model([], number, call_ids=ids, time=at * SECOND, ident=f"m{number}")
        for n, room in enumerate(message):
            r.call("book", {"room": room}, number, call_id=ids[n], time=at * SECOND, ident=ids[n])
            r.result(error, number, call_id=ids[n], status="error", time=at * SECOND)
            number += 1
        at += gap
    (run,) = runs_of(r.spans())
    return run


def test_calls_of_one_message_are_one_attempt() -> None:
    assert failing_groups(run_with([["A", "A", "A"]])) == []
    (group,) = failing_groups(run_with([["A", "A"], ["A"]]))
    assert len(group) == 2


def test_waiting_for_what_may_pass() -> None:
    at_once = run_with([["A"]] * 6, error="Error: request timed out")
    patient = run_with([["A"]] * 6, error="Error: request timed out", gap=60)
    assert len(impatient(failing_groups(at_once)[0])) == 6
    assert len(impatient(failing_groups(patient)[0])) == 1


def test_failures_are_no_idle_rows() -> None:
    assert idle_rows(run_with([["A"]] * 6)) == []
