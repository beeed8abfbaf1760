"""Plan versions: states, items from payloads, and which item of one version is which of the next."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from planscope.collector.plan import (
    Draft,
    PlanBook,
    PlanVersion,
    Status,
    changes,
    document_items,
    drafts_of,
    normal,
    plan_texts,
    status_of,
)
from planscope.collector.span import Place

HERE = Place("x", "0")


@pytest.mark.parametrize(
    ("words", "state"),
    [
        (["pending", "todo", "TODO", "not started", "to-do", "open", False, "待办", "未着手", "offen"], "pending"),
        (["in_progress", "In Progress", "inprogress", "doing", "进行中", "in Arbeit", "en cours"], "in_progress"),
        (
            ["completed", "done", "Complete", True, "true", "已完成", "完了", "erledigt", "terminé", "feito"],
            "completed",
        ),
        (["cancelled", "canceled", "deleted", "skipped", "已取消", "annulé"], "cancelled"),
        (["blocked", "on hold", "on_hold", "阻塞"], "blocked"),
        ([None, "", "x" * 10_000, "perhaps", 3, ["done"], {"a": 1}], "unknown"),
    ],
)
def test_states(words: Sequence[Any], state: Status) -> None:
    assert {str(w)[:20]: status_of(w) for w in words} == {str(w)[:20]: state for w in words}


ITEMS = [{"content": "dig", "status": "completed"}, {"content": "plant", "status": "pending"}]


@pytest.mark.parametrize(
    "payload",
    [
        ITEMS,
        json.dumps(ITEMS),
        {"todos": ITEMS},
        {"todos": json.dumps(ITEMS)},
        json.dumps({"todos": ITEMS}),
        {"plan": [{"step": "dig", "status": "completed"}, {"step": "plant", "status": "pending"}]},
        {"items": [{"text": "dig", "completed": True}, {"text": "plant", "completed": False}]},
        {"task_list": [{"title": "dig", "status": "done"}, {"title": "plant", "status": "todo"}]},
        {"items": 2, "tasks": [{"task": "dig", "done": True}, {"task": "plant", "done": False}]},
        {"todos": "- [x] dig\n- [ ] plant\n"},
        {"todos": ["[x] dig", "[ ] plant"]},
        {"todos": ["✅ dig", "⬜ plant"]},
    ],
)
def test_items_of_payloads(payload: Any) -> None:
    assert drafts_of(payload) == [Draft("dig", "completed"), Draft("plant", "pending")]


@pytest.mark.parametrize(
    "payload", [None, "dig", 3, {}, {"plan": "1. dig"}, {"todos": "["}, [3, None], {"todos": [{}]}]
)
def test_what_is_no_list_of_items(payload: Any) -> None:
    assert drafts_of(payload) is None


def test_an_empty_list_is_an_empty_plan() -> None:
    assert drafts_of({"todos": []}) == []
    assert PlanBook().overwrite([], "t", HERE).items == ()


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("1. Buy milk", "buy  milk!"),
        ("- [x] Buy milk", "Buy milk"),
        ("(2) Buy milk", "Buy milk."),
        ("Step 3: Buy milk", "buy milk"),
        ("1、买牛奶", "买牛奶"),
        ("第一步：买牛奶", "买牛奶。"),
        ("① 牛乳を買う", "牛乳を買う"),
        ("Schritt 2: Milch kaufen", "Milch kaufen"),
    ],
)
def test_numbers_bullets_and_case_do_not_count(one: str, two: str) -> None:
    assert normal(one) == normal(two) != ""


def test_numbers_inside_count() -> None:
    assert normal("2.5 litres of milk") != normal("5 litres of milk")
    assert normal("...") == ""


def pair(old: Sequence[Draft | str], new: Sequence[Draft | str]) -> list[str]:
    """Which old item each new one goes on: its text, "" for none."""
    book = PlanBook()
    before = book.overwrite([d if isinstance(d, Draft) else Draft(d, "pending") for d in old], "t", HERE)
    after = book.overwrite([d if isinstance(d, Draft) else Draft(d, "pending") for d in new], "t", HERE)
    texts = {i.key: i.text for i in before.items}
    return [texts.get(i.key, "") for i in after.items]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Fix the parser", "Fix parser error handling"),
        ("Write unit tests", "Write unit tests for the parser"),
        ("Ask for the date", "Ask for the exact date"),
        ("Run tests", "Run the tests"),
        ("Implement caching", "Implement caching layer with TTL"),
        ("修复解析器", "修复解析器的错误处理"),
        ("调研竞品", "调研竞品（三家）"),
        ("编写单元测试", "编写解析器的单元测试"),
        ("ホテルを予約する", "駅前のホテルを予約する"),
        ("Hotel buchen", "Hotel am Bahnhof buchen"),
        ("Réserver l'hôtel", "Réserver l'hôtel près de la gare"),
    ],
)
def test_a_reworded_item_is_the_same(old: str, new: str) -> None:
    """Also where it stands elsewhere in the list."""
    assert pair([old, "zzz"], [new, "zzz"])[0] == old
    assert pair([old, "zzz", "yyy"], ["zzz", "yyy", new])[2] == old


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Write tests", "Write docs"),
        ("Test module 1", "Test module 2"),
        ("Book flight", "Book hotel"),
        ("写测试", "写文档"),
        ("预订酒店", "预订机票"),
        ("编写登录页面", "编写注册页面"),
        ("Tests schreiben", "Dokumentation schreiben"),
    ],
)
def test_another_item_is_another(old: str, new: str) -> None:
    assert pair([old, "zzz"], ["zzz", new]) == ["zzz", ""]
    assert pair([old, new], [new]) == [new]


def test_the_same_text_wins_over_likeness_and_each_old_item_serves_once() -> None:
    assert pair(["Write tests for A", "Write tests for B"], ["Write tests for B", "Write tests for A"]) == [
        "Write tests for B",
        "Write tests for A",
    ]
    assert pair(["Run tests"], ["Run tests", "Run tests"]) == ["Run tests", ""]
    assert pair(["Run the tests", "Run the lint"], ["Run all the tests", "Run the tests"]) == ["", "Run the tests"]


def test_a_number_that_changes_in_its_place_is_a_rewording() -> None:
    assert pair(["Book for 2 people", "Pay"], ["Book for 3 people", "Pay"]) == ["Book for 2 people", "Pay"]


def test_a_finished_item_is_not_reworded_into_an_open_one() -> None:
    done = Draft("Write tests for the login", "completed")
    assert pair([done, "Ship"], ["Write tests for the logout", "Ship"]) == ["", "Ship"]
    assert pair([done, "Ship"], ["Write tests for the login", "Ship"])[0] == done.text


def test_the_producers_ids_help() -> None:
    old, new = Draft("Ask Ann", "pending", "a"), Draft("Ask the manager Ann", "pending", "a")
    assert pair([old, "x", "y"], ["x", "y", new])[2] == "Ask Ann"
    assert pair([Draft("Dig", "pending", "1")], [Draft("Ship the boxes", "pending", "1")]) == [""]


def test_identity_by_likeness_is_marked_uncertain() -> None:
    book = PlanBook()
    book.overwrite([Draft("Fix the parser", "pending"), Draft("Ship", "pending")], "t", HERE)
    after = book.overwrite([Draft("Fix parser error handling", "pending"), Draft("Ship", "pending")], "t", HERE)
    assert [i.uncertain for i in after.items] == [True, False]


def test_a_list_of_thousands_is_compared_by_text_alone() -> None:
    old = [f"item {n} of the very long list" for n in range(3000)]
    kept = pair(old, [*old[:1000], *(f"other {n} of the very long list" for n in range(3000))])
    assert kept[:1000] == old[:1000]
    assert set(kept[1000:]) == {""}


def test_increments_and_checkpoints() -> None:
    book = PlanBook()
    book.create(Draft("dig", "pending", "1"), "t", HERE)
    book.create(Draft("plant", "pending", "2"), "t", HERE)
    moved = book.update("1", "t", HERE, status="completed")
    assert moved is not None
    assert [(i.text, i.status) for i in moved.items] == [("dig", "completed"), ("plant", "pending")]
    assert book.update("1", "t", HERE, status="completed") is None
    assert book.update("9", "t", HERE, status="completed") is None
    assert book.checkpoint([Draft("plant", "pending", "2")], "t", HERE) is None
    seen = book.checkpoint([Draft("plant", "completed", "2"), Draft("water", "pending", "3")], "t", HERE)
    assert seen is not None
    assert [(i.text, i.status) for i in seen.items] == [
        ("dig", "completed"),
        ("plant", "completed"),
        ("water", "pending"),
    ]
    assert book.update("3", "t", HERE, text="water twice", owner="ann") is not None
    assert (book.items[2].text, book.items[2].owner) == ("water twice", "ann")
    book.clear()
    assert book.items == ()
    assert book.update("3", "t", HERE, status="completed") is None


def test_steps_of_a_plan_written_as_text() -> None:
    numbered = "# Plan\n\nSome words.\n1. Dig\n   - by hand\n2) **Plant**\nStep 3: Water\n- a remark\n"
    assert [d.text for d in document_items(numbered)] == ["Dig", "Plant", "Water"]
    assert [d.text for d in document_items("- Dig\n- [ ] Plant\n    - roses\n* Water\n-\n")] == [
        "Dig",
        "Plant",
        "Water",
    ]
    assert [d.text for d in document_items("一、挖坑\n二、种树\n第三步：浇水\n")] == ["挖坑", "种树", "浇水"]
    assert [(d.text, d.status) for d in document_items("- [x] Dig\n- Plant\n")] == [
        ("Dig", "completed"),
        ("Plant", "unknown"),
    ]
    assert document_items("We dig. Then we plant.") == []
    assert document_items("-" + " " * 500_000 + "\n" + "-" + " " * 500_000) == []


def test_documents_keep_their_own_items_and_decisions() -> None:
    book = PlanBook()
    one = book.document("1. Dig\n2. Plant", "ExitPlanMode", HERE, "rejected")
    two = book.document("1. Dig deep\n2. Plant\n3. Water", "ExitPlanMode", HERE, "approved")
    assert (one.decision, two.decision, one.source) == ("rejected", "approved", "document")
    assert [i.key for i in two.items][:2] == [i.key for i in one.items]


def test_changes_between_versions() -> None:
    book = PlanBook()
    versions: list[PlanVersion] = [
        book.overwrite([Draft("dig", "pending"), Draft("plant", "pending")], "t", HERE),
        book.overwrite([Draft("dig", "completed"), Draft("water", "pending")], "t", HERE),
    ]
    told = [(c.before and c.before.text, c.after and (c.after.text, c.after.status)) for c in changes(*versions)]
    assert told == [("dig", ("dig", "completed")), (None, ("water", "pending")), ("plant", None)]
    assert [c.after and c.after.text for c in changes(None, versions[0])] == ["dig", "plant"]
    assert sorted(plan_texts(versions).values()) == ["dig", "plant", "water"]
    assert versions[1].item("i1") is not None
    assert versions[1].item("i9") is None
    assert [i.text for i in versions[1].open_items] == ["water"]
    assert [i.text for i in versions[1].with_status("completed")] == ["dig"]
