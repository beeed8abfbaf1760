"""The lifeline of a run, and the chart that is made of it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from planscope.analyzers.detector import Evidence, Finding
from planscope.collector.plan import PlanItem, PlanVersion, Status
from planscope.collector.run import PlanUpdate, Run, Step, ToolCall, UserMessage, Verdict
from planscope.collector.span import Place
from planscope.dashboard.charts import SIGNS, lifeline_chart, summary
from planscope.dashboard.lifeline import MOST_ROWS, Lifeline, Mark, lifeline

HERE = Place("run.json", "0")


def user(text: str = "Please") -> UserMessage:
    return UserMessage(place=HERE, text=text)


def call(name: str, status: Any = "ok", **arguments: Any) -> ToolCall:
    return ToolCall(place=HERE, name=name, arguments=arguments, result="x", status=status)


def plan(source: Any = "list", **items: Status) -> PlanUpdate:
    made = tuple(PlanItem(k, k.replace("_", " "), s) for k, s in items.items())
    return PlanUpdate(place=HERE, version=PlanVersion(0, source, "TodoWrite", made, HERE))


def a_run(*steps: Step) -> Run:
    return Run("r", "chat", tuple(replace(s, number=n) for n, s in enumerate(steps)))


def finding(step: int, severity: Any = "error") -> Finding:
    return Finding("is wrong", (Evidence(HERE, step, "quoted"),), severity, "form", "d", "stale_todo")


def row_of(life: Lifeline, mark: Mark) -> str:
    return life.rows[mark.row].label


def signs(life: Lifeline, row: str) -> list[tuple[int, str]]:
    return sorted((m.step, m.sign) for m in life.marks if row_of(life, m) == row)


def test_items_are_rows_with_their_status_along_the_steps() -> None:
    run = a_run(
        user(),
        plan(write_parser="in_progress", write_docs="pending"),
        call("Edit", file_path="parser.py"),
        plan(write_parser="completed", write_docs="in_progress"),
        call("Edit", file_path="guide.md"),
    )
    life = lifeline(run, [])
    assert [r.label for r in life.rows] == ["Messages and checks", "write parser", "write docs", "Off plan"]
    held = [(life.rows[s.row].label, s.first, s.last, s.status) for s in life.segments]
    assert sorted(held) == [
        ("write docs", 1, 3, "pending"),
        ("write docs", 3, 4, "in_progress"),
        ("write parser", 1, 3, "in_progress"),
        ("write parser", 3, 4, "completed"),
    ]
    assert (1, "in_progress") in signs(life, "write parser")
    assert (3, "completed") in signs(life, "write parser")


def test_calls_stand_on_the_item_they_name_then_on_the_one_in_progress_then_off_plan() -> None:
    run = a_run(
        call("search"),
        plan(Book_a_hotel_in_Lyon="pending", Find_a_train="in_progress"),
        call("book_hotel", city="Lyon"),
        call("calculate", expression="1+1"),
        plan(Book_a_hotel_in_Lyon="completed", Find_a_train="completed"),
        call("send_mail", to="somebody"),
    )
    life = lifeline(run, [])
    assert (2, "call") in signs(life, "Book a hotel in Lyon")
    assert (3, "meanwhile") in signs(life, "Find a train")
    assert signs(life, "Off plan") == [(0, "meanwhile"), (5, "meanwhile")]


def test_failed_and_refused_calls_are_told_apart() -> None:
    life = lifeline(a_run(call("a", "error"), call("b", "rejected"), call("c")), [])
    assert signs(life, "Tool calls") == [(0, "failed"), (1, "refused"), (2, "meanwhile")]


def test_items_that_vanish_and_come_back() -> None:
    run = a_run(plan(a="pending", b="completed"), plan(b="in_progress"), plan(a="pending", b="completed"))
    life = lifeline(run, [])
    assert signs(life, "a") == [(1, "dropped")]
    assert [(s.first, s.last) for s in life.segments if life.rows[s.row].label == "a"] == [(0, 1), (2, 2)]
    assert (1, "in_progress") in signs(life, "b")


def test_findings_are_flags_that_know_their_place() -> None:
    life = lifeline(a_run(user(), call("a")), [finding(1), finding(0, "warning"), finding(-1, "info")])
    flags = [(m.step, m.sign, m.finding) for m in life.marks if row_of(life, m) == "Findings"]
    assert flags == [(1, "error", 0), (0, "warning", 1), (0, "info", 2)]


def test_verdicts_and_messages_have_a_row() -> None:
    verdict = Verdict(place=HERE, name="check", outcome="fail")
    assert signs(lifeline(a_run(user(), verdict), []), "Messages and checks") == [(0, "user"), (1, "fail")]


def test_another_plan_is_drawn_where_there_is_no_list() -> None:
    run = a_run(plan("planner", first="unknown", second="unknown"), call("a"))
    assert [r.label for r in lifeline(run, []).rows][1:3] == ["first", "second"]


def test_a_long_plan_is_drawn_in_part_and_that_is_said() -> None:
    items: dict[str, Status] = {f"item_{n}": "pending" for n in range(MOST_ROWS + 7)}
    life = lifeline(a_run(plan(**items)), [])
    assert life.left_out == 7
    assert sum(r.kind == "item" for r in life.rows) == MOST_ROWS
    lifeline_chart(life)


def test_a_run_without_steps_is_drawn() -> None:
    life = lifeline(Run("r", "chat", ()), [])
    assert life.marks == ()
    assert lifeline_chart(life)["layer"]
    assert "0 steps" in summary(life)


# --- the chart -----------------------------------------------------------------------------------------------------


def values(spec: dict[str, Any]) -> Sequence[dict[str, Any]]:
    found: Sequence[dict[str, Any]] = spec["layer"][-1]["data"]["values"]
    return found


def test_equal_texts_of_items_have_rows_of_their_own() -> None:
    items = tuple(PlanItem(str(n), "Fix it", "pending") for n in range(3))
    update = PlanUpdate(place=HERE, version=PlanVersion(0, "list", "t", items, HERE))
    spec = lifeline_chart(lifeline(a_run(update), []))
    domain = spec["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    assert len(set(domain)) == len(domain) == 5


def test_a_window_shows_its_steps_alone() -> None:
    life = lifeline(a_run(*(call("a") for _ in range(50))), [])
    assert [v["step"] for v in values(lifeline_chart(life, window=(10, 12)))] == [10, 11, 12]


def test_texts_are_data_and_nowhere_else() -> None:
    text = "datum.x'; alert(1) //"
    items: dict[str, Status] = {text: "pending"}
    spec = lifeline_chart(lifeline(a_run(user(text), plan(**items), call(text)), []), selected=1)
    for layer in spec["layer"]:
        layer["data"] = {}
        if "y" in layer["encoding"]:
            layer["encoding"]["y"]["scale"] = {}  # the labels of the rows: values as well
    assert "alert" not in json.dumps(spec)


def test_every_sign_has_a_shape_beside_its_colour() -> None:
    looks = {(shape, filled, colour): sign for sign, (colour, shape, filled, _) in SIGNS.items()}
    same = [s for s, (_, shape, filled, _) in SIGNS.items() if (shape, filled) == ("circle", True)]
    assert len(looks) >= len(SIGNS) - 3  # completed and pass, failed and fail mean the same
    assert same == ["call"]


@pytest.mark.parametrize("steps", [10, 4000])
def test_many_marks_are_drawn_on_a_canvas(steps: int) -> None:
    spec = lifeline_chart(lifeline(a_run(*(call("a") for _ in range(steps))), []))
    assert spec["usermeta"]["embedOptions"]["renderer"] == ("canvas" if steps > 1500 else "svg")
