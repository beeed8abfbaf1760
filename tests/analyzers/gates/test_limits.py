"""Limits: how they are written and refused, what counts, and what cannot be decided."""

from dataclasses import replace
from fractions import Fraction

import pytest

from planscope.analyzers.check import Check, Report
from planscope.analyzers.gates.limits import measure, parse
from planscope.analyzers.gates.ruling import Ruling
from planscope.analyzers.gates.verdict import Question, decide
from planscope.errors import UnknownName, UsageError
from tests.analyzers.gates.made import facts, finding, report

KINDS = {"stale-todo": "stale_todo", "plan-drift": "plan_drift", "mine": "discipline"}
FORMS = {"stale-todo": ["left-open", "not-updated"], "plan-drift": ["items-dropped"]}
FOUR = [facts(n) for n in "abcd"]


def ruled(text: str, found: Report, min_runs: int = 1) -> Ruling:
    return measure(parse(text, KINDS, FORMS), found, min_runs)


def test_counts_and_shares_differ_and_both_are_said() -> None:
    found = report(FOUR, finding("a"), finding("a", "another"), finding("b"))
    assert ruled("stale_todo=2", found).words == "3 findings in 2 of 4 runs, limit 2"
    assert ruled("stale_todo=2", found).outcome == "fail"
    assert ruled("stale_todo=3", found).outcome == "pass"
    assert ruled("stale_todo=25%", found).words == "2 of 4 runs (50 %), limit 25 %"
    assert ruled("stale_todo=25%", found).outcome == "fail"
    assert ruled("stale_todo=50%", found).outcome == "pass"
    assert ruled("plan_drift=0", found).words == "no finding in 4 runs, limit 0"


def test_a_share_is_compared_exactly() -> None:
    thirds = report(FOUR[:3], finding("a"))
    assert ruled("stale_todo=33.3%", thirds).outcome == "fail"
    assert ruled("stale_todo=33.4%", thirds).outcome == "pass"
    assert parse("stale_todo=0.1%", KINDS, FORMS).most == Fraction(1, 10)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("all", 4), ("error", 2), ("warning", 1), ("info", 1), ("stale_todo", 3), ("stale-todo", 3), ("plan-drift", 1),
        ("stale_todo.error", 2), ("stale_todo.left-open", 2), ("stale-todo.left-open.error", 1), ("stale_todo.info", 0),
    ],
)  # fmt: skip
def test_what_a_name_counts(name: str, count: int) -> None:
    found = report(
        FOUR, finding("a"), finding("b", severity="warning"), finding("c", form="not-updated"),
        finding("d", severity="info", detector="plan-drift", form="items-dropped"),
    )  # fmt: skip
    below = ruled(f"{name}={count - 1}", found) if count else None
    assert ruled(f"{name}={count}", found).outcome == "pass"
    assert below is None or (below.outcome, len(below.against)) == ("fail", count)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("stale_todos=1", "did you mean 'stale_todo'?"), ("eror=1", "did you mean 'error'?"),
        ("stale_todo.left-opn=1", "did you mean 'left-open'?"), ("stale_todo.eror=0", "did you mean 'error'?"),
    ],
)  # fmt: skip
def test_unknown_names_are_refused_with_the_nearest(text: str, says: str) -> None:
    with pytest.raises(UnknownName, match=says.replace("?", r"\?")):
        parse(text, KINDS, FORMS)


@pytest.mark.parametrize(
    "text", ["", "error", "=3", "error=", "error=-1", "error=1.5", "error=x", "error=101%", "error.stale_todo=1",
             "error=٣", "error=1e3", "error=%", "error==3"],
)  # fmt: skip
def test_what_is_no_limit_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match=r"stale_todo|100%"):
        parse(text, KINDS, FORMS)


def test_a_detector_that_lists_no_forms_may_have_any() -> None:
    assert parse("mine.whatever=1", KINDS, FORMS).form == "whatever"


def test_nothing_is_green_that_was_not_looked_at() -> None:
    blind = report(FOUR[:2], a="abstained", b="not_applicable")
    ruling = ruled("stale_todo=5", blind)
    assert ruling.outcome == "undecided"
    assert "1 run could not be looked at (abstained for a reason)" in ruling.notes
    assert "1 run had nothing of the kind (not_applicable for a reason)" in ruling.notes
    assert ruled("mine=5", report(FOUR)).notes == ("no detector of this kind was run",)
    assert ruled("mine=5", report(FOUR)).outcome == "undecided"


def test_a_look_at_the_trace_alone_is_no_look_at_the_agent() -> None:
    blind = report(FOUR[:1], a="abstained")
    blind.checks.append(Check("a", "data-quality", "data_quality", "clean"))
    assert decide(blind, Question()).code == 2
    assert ruled("data_quality=0", blind).outcome == "pass"
    found = replace(finding("a"), detector="data-quality", kind="data_quality")
    blind.findings.append(found)
    assert ruled("all=50%", blind).words == "1 of 1 run (100 %), limit 50 %"


def test_detectors_that_could_not_look_are_named_though_others_could() -> None:
    half = report(FOUR)
    half.checks[0] = replace(half.checks[0], outcome="abstained", reason="no content")
    assert ruled("error=0", half).outcome == "pass"
    assert ruled("error=0", half).notes == ("stale-todo could not look at 1 run (no content)",)


def test_runs_without_anything_of_the_kind_do_not_thin_out_a_share() -> None:
    found = report(FOUR, finding("a"), c="not_applicable", d="abstained")
    assert ruled("stale_todo=30%", found).words == "1 of 2 runs (50 %), limit 30 %"
    assert ruled("stale_todo=30%", found).outcome == "fail"


def test_a_share_of_too_few_runs_says_so() -> None:
    assert any("one run is 25 %" in n for n in ruled("plan_drift=10%", report(FOUR)).notes)
    few = ruled("plan_drift=10%", report(FOUR, c="abstained", d="abstained"), min_runs=3)
    assert (few.outcome, "needs 3 runs" in few.words) == ("undecided", True)
    bad = report(FOUR, finding("a"), c="abstained", d="abstained")
    assert ruled("stale_todo=10%", bad, min_runs=3).outcome == "undecided"
    assert ruled("stale_todo=0%", bad, min_runs=3).outcome == "fail", "no number of runs would make it none"


def test_one_failed_question_outweighs_one_that_is_open_and_that_one_all_that_passed() -> None:
    limits = tuple(parse(t, KINDS, FORMS) for t in ("stale_todo=0", "mine=0"))
    assert decide(report(FOUR, finding("a")), Question(limits)).code == 1
    assert decide(report(FOUR), Question(limits)).code == 2
    assert decide(report(FOUR), Question(limits[:1])).code == 0
    assert decide(report(FOUR), Question(limits[:1], min_runs=5)).code == 2
    assert decide(report(FOUR), Question(limits[:1]), troubles=["a trace is broken"]).code == 2
    assert decide(Report(), Question()).code == 2


def test_by_default_there_may_be_no_error() -> None:
    assert decide(report(FOUR, finding("a", severity="warning")), Question()).code == 0
    verdict = decide(report(FOUR, finding("b", severity="info"), finding("a")), Question())
    assert (verdict.code, verdict.against) == (1, frozenset({1}))
