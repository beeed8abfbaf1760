"""What is read as a measurable clause, and what is left alone; times of day."""

import pytest

from planscope.analyzers.requirements.clauses import clauses_of
from planscope.analyzers.requirements.clock import clocks, minutes_in
from planscope.analyzers.requirements.listed import Thing, things_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a flight that arrives before 10:00", ["arrive by 10:00"]),
        ("The train must not leave before 14:17", ["depart after 14:17"]),
        ("nothing arriving after 21:00", ["arrive by 21:00"]),
        ("Ankunft spätestens um 10:30 Uhr", ["arrive by 10:30"]),
        ("départ à 10:19 ou plus tard", ["depart after 10:19"]),
        ("que salga después de las 17:30", ["depart after 17:30"]),
        ("voo que chegue antes das 10h", ["arrive by 10:00"]),
        ("aankomst uiterlijk om 11:00", ["arrive by 11:00"]),
        ("下午3点前到达", ["arrive by 15:00"]),
        ("9:30までに到着する便", ["arrive by 09:30"]),
        ("a hotel for at most 300 EUR", ["at most 300 EUR"]),
        ("höchstens 1.250 €", ["at most 1250 EUR"]),
        ("预算5000元", ["at most 5000 CNY"]),
        ("eine Unterkunft, nichts unter 4 Sternen", ["at least 4 stars"]),
        ("vuelo sin escalas", ["non-stop"]),
        ("at least 16 GB of RAM and at least 2 TB SSD", ["at least 16 GB", "at least 2 TB"]),
        ("within 1.5 km of the station", ["at most 1.5 km"]),
        ("un hôtel avec petit-déjeuner", ["breakfast"]),
        ("酒店要含早餐", ["breakfast"]),
    ],
)
def test_a_clause_is_read(text: str, expected: list[str]) -> None:
    assert [str(c) for c in clauses_of(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "preferably non-stop",
        "possibly, if it is under 300 EUR",
        "arrive around 10:00",
        "a flight before 10:00",  # it may leave or arrive
        "arrive before 6:30",  # in the morning or in the evening
        "with or without breakfast",
        "I booked a 4-star hotel last year",
        "he wrote: 'a 4-star hotel with breakfast, at most 300 EUR'",
        "at least 16 GB",  # of memory or of the disk
        "最好是直飞",
        "できれば朝食付き",
    ],
)
def test_no_must_is_left_alone(text: str) -> None:
    assert clauses_of(text) == ()


def test_a_long_message_is_pasted_for_the_most_part() -> None:
    assert clauses_of("a 4-star hotel. " + "x " * 4000) == ()


def test_times_in_many_ways() -> None:
    texts = ["7 pm", "19:00", "19 Uhr", "19h", "晚上7点", "19時", "2026-05-12T19:00:00", "7:00 p.m."]
    assert [minutes_in(t) for t in texts] == [{19 * 60}] * len(texts)
    assert list(clocks("3時間 2小时 1.5 h 16:9% v1.2")) == []


def test_things_of_a_list_with_their_numbers() -> None:
    assert things_of("Hi! We need lamps (2 pieces), a desk (1 piece, 3 drawers). Thanks (2)") == [
        Thing("lamps", (2,)),
        Thing("desk", (1, 3)),
    ]
    assert things_of("Call me (2 times)") == []
