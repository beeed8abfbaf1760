"""Triggers of replanning, and what is kept of claims: by runs made of steps, and through a real store."""

from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.plans.triggers import triggers
from planscope.analyzers.stored import analyse
from planscope.analyzers.testing import run_of
from planscope.collector.intake import Intake
from planscope.collector.reading import run_sql
from planscope.collector.store import Store
from planscope.collector.transcripts.recorder import Recorder

PLAN = {"todo": ["> Read the feed", ". Write the parser", ". Publish the page"]}
FAIL = {"call": {"tool": "read_feed", "args": {"url": "x"}, "error": "404 not found"}}


@pytest.mark.parametrize(
    ("then", "response", "delay"),
    [
        ([{"call": "look"}, {"say": "I stop."}], "none", None),
        ([{"call": "look"}, {"todo": ["x Read the feed", "> Write the parser", ". Publish the page"]}], "no_op", 1),
        (
            [{"call": "look x2"}, {"todo": ["> Read the mirror", ". Write the parser", ". Publish the page"]}],
            "micro_revision",
            2,
        ),
        ([{"todo": ["> Ask for the feed", ". Parse by hand", ". Mail the page"]}], "rewrite", 0),
        (
            [{"todo": ["> Read the feed", ". Write the parser", ". Publish the page"]}, {"call": "look"},
             {"todo": ["> Read the mirror", ". Write the parser", ". Publish the page"]}],
            "micro_revision",
            1,
        ),
    ],
)  # fmt: skip
def test_what_the_plan_does_about_a_failure(then: list[dict[str, Any]], response: str, delay: int | None) -> None:
    run = run_of([{"user": "Make the page"}, PLAN, FAIL, *then])
    (found,) = triggers(run)
    assert (found.event, found.response, found.delay) == ("failure", response, delay)


def test_one_cause_is_one_trigger_and_other_events_are_others() -> None:
    run = run_of(
        [
            {"user": "Make the page"},
            PLAN,
            FAIL,
            FAIL,
            {"call": {"tool": "Bash", "args": {"command": "pytest -q"}, "result": "1 failed, 3 passed"}},
            {"say": "One test is red."},
            {"user": "Leave the mirror out, please"},
            {"todo": ["> Ask for the feed", ". Parse by hand", ". Mail the page"]},
            {"say": "Done."},
        ]
    )
    found = triggers(run)
    assert [(t.event, t.response) for t in found] == [
        ("failure", "rewrite"),
        ("check_failed", "rewrite"),
        ("user", "rewrite"),
    ]
    assert "mirror" in found[2].words


def test_a_run_without_a_plan_has_none() -> None:
    assert triggers(run_of([{"user": "Make the page"}, FAIL, {"say": "It is not there."}])) == []


def test_claims_and_triggers_are_kept(tmp_path: Path) -> None:
    r = Recorder("chat", "trip.json", "trip")
    r.user("Book a room, then a train", 0)
    r.model([("", 1)], 1, call_ids=["a", "b"])
    r.call("write_todos", {"todos": [{"content": "Book a room", "status": "in_progress"}]}, 1, call_id="a")
    r.result("ok", 2, call_id="a")
    r.call("find_rooms", {"city": "Lyon"}, 1, call_id="b")
    r.result('{"room": "R1", "price": "80.00 EUR"}', 3, call_id="b", data={"room": "R1", "price": "80.00 EUR"})
    r.model([("", 4)], 4, call_ids=["c"])
    r.call("book_room", {"room": "R1"}, 4, call_id="c")
    r.result("error: sold out", 5, call_id="c", status="error")
    r.model([("R1 would have been 80.00 EUR, the fee is 7.50 EUR.", 6)], 6)
    store = Store(tmp_path / "store")
    Intake(store).add(r.spans())
    analyse(store, load_detectors(()))
    answer = run_sql(store, "SELECT raw, unit, value, verdict, source_step, source_value, position FROM claims")
    kept = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    assert [(c["value"], c["unit"], c["verdict"], c["position"]) for c in kept] == [
        (80.0, "EUR", "found", "6"),
        (7.5, "EUR", "nowhere", "6"),
    ]
    assert kept[0]["source_value"] == 80.0
    assert kept[1]["source_step"] is None
    (trigger,) = run_sql(store, "SELECT event, response, delay, words, position FROM replan_triggers").rows
    assert trigger == ("failure", "none", None, "error: sold out", "4")
