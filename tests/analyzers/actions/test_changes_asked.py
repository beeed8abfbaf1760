"""Values of a text, and the changes that a user asks for."""

import pytest

from planscope.analyzers.actions.changes_asked import changes_of, values


def test_values() -> None:
    assert values("At 8:30 or 9:05 pm, on 2026-10-23, 24 people")["time"] == ["08:30", "21:05"]
    assert values("10 月 23 日")["date"] == ["10-23"]
    assert values("24 people and 3 rooms") == {"count of people": ["24"], "count of room": ["3"]}
    assert values("24 人") == {"count of 人": ["24"]}
    assert values("version 1.24.30, port 8080:80") == {}


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("Please move the bus to 09:30.", {"time": "09:30"}),
        ("Change it from 8:30 to 9:30", {"time": "09:30"}),
        ("Bitte auf 9:30 verschieben", {"time": "09:30"}),
        ("Cámbialo a las 9:30, en vez de las 8:30. Gracias", {"time": "09:30"}),
        ("Bitte statt 8:30 lieber 9:30", {"time": "09:30"}),
        ("不要 08:30，改成 09:30", {"time": "09:30"}),
        ("人数变成 26 人，出发时间改到 09:30", {"count of 人": "26", "time": "09:30"}),
        ("出発を 09:30 に変更してください", {"time": "09:30"}),
        ("The bus leaves at 09:30.", {}),
        ("Change the bus to 09:30. Move lunch to 12:30.", {}),
    ],
)
def test_changes(message: str, changes: dict[str, str]) -> None:
    assert changes_of(message) == changes
