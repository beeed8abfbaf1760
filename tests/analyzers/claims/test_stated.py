"""What an agent's amounts rest on, and what a run holds."""

from decimal import Decimal
from typing import Any

import pytest

from planscope.analyzers.actions.coding import is_coding
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.numbers.counts import counts_in, nights_in, people_in, percents_in, rooms_in
from planscope.analyzers.numbers.records import walk
from planscope.analyzers.numbers.tables import rows_of
from planscope.analyzers.testing import run_of


def _verdicts(*steps: dict[str, Any]) -> dict[str, str]:
    return {c.amount.raw: c.verdict for c in run_of(steps).memo(claims)}


def _ask(result: Any, say: str, user: str = "What does it cost?") -> dict[str, str]:
    return _verdicts({"user": user}, {"call": {"tool": "look", "result": result}}, {"say": say})


def test_verdicts() -> None:
    shop = [{"name": "Oak", "price": 412.0}, {"name": "Elm", "price": 355.5}]
    assert _ask(shop, "Oak is $412, Elm $355.50, both $767.50; Ash is $123.45, at most $900.") == {
        "$412": "found",
        "$355.50": "found",
        "$767.50": "derived",
        "$123.45": "nowhere",
        "$900": "loose",
    }


def test_a_bare_number_in_a_text_is_weak_ground() -> None:
    found = _ask("Page 300 of the guide.", "A night is $150, two nights $300.")
    assert found == {"$150": "nowhere", "$300": "weak"}


def test_a_sum_of_what_is_nowhere_is_no_second_fault() -> None:
    found = _ask("No prices here.", "- Train: $412\n- Hut: $987\n- Total: $1,399")
    assert found == {"$412": "nowhere", "$987": "nowhere", "$1,399": "rests"}


def test_a_premise_is_not_proven_by_its_conclusion() -> None:
    found = _ask({"total": 300}, "$150 × 2 = $300")
    assert found["$150"] == "nowhere"


def test_an_echo_is_no_source() -> None:
    found = _verdicts(
        {"user": "Pay it."},
        {"call": {"tool": "pay", "args": {"amount": 655.75}, "result": {"status": "ok", "amount": 655.75}}},
        {"say": "Paid $655.75."},
    )
    assert set(found.values()) == {"nowhere"}


def test_what_is_searched_by_is_no_echo() -> None:
    found = _verdicts(
        {"user": "A cheap room."},
        {"call": {"tool": "rooms", "args": {"max_price": 80}, "result": [{"name": "Inn", "price": 80}]}},
        {"say": "The Inn is $80."},
    )
    assert found == {"$80": "found"}


def test_a_result_after_the_statement_is_no_ground() -> None:
    found = _verdicts(
        {"user": "How much?"},
        {"say": "It is $312.40."},
        {"user": "Sure?"},
        {"call": {"tool": "look", "result": {"price": 312.40}}},
        {"say": "Yes."},
    )
    assert found == {"$312.40": "nowhere"}


def test_a_missing_result_leaves_it_open() -> None:
    found = _verdicts({"user": "How much?"}, {"call": {"tool": "look", "pending": True}}, {"say": "It is $312.40."})
    assert found == {"$312.40": "unknown"}


@pytest.mark.parametrize(
    ("result", "say"),
    [
        ({"price": 89.95}, "It is $90."),
        ({"price": 1798.6515}, "It is $1,798.65."),
        ({"amount": 129999, "currency": "usd"}, "It is $1,299.99."),
        ({"revenue": 1234567.89}, "It is $1.23 million."),
        ([{"n": "a", "price": 120}, {"n": "b", "price": 150}, {"n": "c", "price": 171}], "The average is $147."),
        ([{"n": "a", "qty": 3, "price": 45.5}, {"n": "b", "qty": 2, "price": 310}], "The total is $756.50."),
        ("kind,amount\nfood,34.20\ntravel,79.50\nfood,18.75", "For food: $52.95."),
        ("| kind | amount |\n|---|---|\n| food | 34.20 |\n| travel | 79.50 |\n| food | 18.75 |", "For food: $52.95."),
        ({"goal": 25000, "raised": 18350}, "You have $18,350 of $25,000, $6,650 to go."),
        ({"price": 498, "discount_percent": 15}, "With 15% off it is $423.30."),
        ({"from": "EUR", "rate": 1.0869}, "€500 are $543.45."),
    ],
)
def test_what_people_make_of_a_result(result: Any, say: str) -> None:
    assert "nowhere" not in _ask(result, say, "How much for 500 euros?").values()


def test_the_users_own_numbers_are_reckoned_with() -> None:
    found = _ask("ok", "That is $520 for the work, with materials $565.60.", "6.5 hours at 80, and 45.60 for materials")
    assert set(found.values()) == {"derived"}


def test_ids_seats_and_places_are_no_source() -> None:
    held = run_of([{"user": "x"}, {"call": {"tool": "t", "result": {"zip": 43120, "seats": 41, "price": 7.5}}}]).memo(
        holdings
    )
    assert held.find(Decimal("7.5"), 9) is not None
    assert held.find(Decimal(43120), 9) is None
    assert held.find(Decimal(41), 9) is None


def test_records_and_columns() -> None:
    found = walk(
        {"id": "QX12", "flights": [{"no": "KR11", "price": 140}, {"no": "KR12", "price": 101}], "passengers": [{}, {}]}
    )
    assert [r.names for r in found.records if r.names] == [("QX12",), ("KR11",), ("KR12",)]
    column = next(c for c in found.columns if c.key == "flights.price")
    assert (column.values, dict(column.sizes)["passengers"]) == ((Decimal(140), Decimal(101)), 2)


def test_deep_and_odd_data_end() -> None:
    deep: Any = 1
    for _ in range(300):
        deep = {"a": [deep]}
    walk(deep)
    walk([{"price": 1e308}, {"price": float("nan")}, {"price": float("inf")}, None, "x", [[]]])


def test_tables_in_text() -> None:
    assert rows_of("a,b,c\n1,2,3\n4,5,6") == [{"a": "1", "b": "2", "c": "3"}, {"a": "4", "b": "5", "c": "6"}]
    assert rows_of("Hello, dear, friend\nthis is prose") == []
    assert rows_of("") == []


def test_counts() -> None:
    assert counts_in("1. two rooms for three nights, 2026-05-01 to 2026-05-04, $45") == {2, 3}
    assert counts_in("三晚两间，往返") == {2, 3}
    assert people_in("We are 3 adults") == {3}
    assert people_in("我们三个成年人") == {3}
    assert people_in("Wir sind fünf Personen") == {5}
    assert nights_in("4 nights, 三晚") == {3, 4}
    assert rooms_in("两间大床房, 2 rooms") == {2}
    assert percents_in("10 % Rabatt, 8.5折") == {Decimal(10), Decimal(15)}


def test_coding_work_is_known_by_its_tools() -> None:
    edit: dict[str, Any] = {"call": {"tool": "mcp__fs__Edit", "result": "ok"}}
    assert is_coding(run_of([{"user": "x"}, edit, edit]))
    assert not is_coding(run_of([{"user": "x"}, edit, {"call": "search_flights"}, {"call": "book"}, {"call": "pay"}]))


def test_of_very_many_amounts_in_one_text_only_some_are_followed_up() -> None:
    listed = ", ".join(f"Inn {n} at ${123.45 + n:.2f}" for n in range(800))
    run = run_of([{"user": "find an inn"}, {"call": {"tool": "search", "result": "none"}}, {"say": listed}])
    verdicts = [c.verdict for c in claims(run)]
    assert len(verdicts) == 800
    assert verdicts.count("loose") > 600  # the work for one text has a bound, however long it is


def test_a_record_of_very_many_amounts_does_not_fill_the_memory() -> None:
    prices = {f"KR{n}": 50 + n for n in range(5000)}
    run = run_of([{"user": "which fare?"}, {"call": {"tool": "fares", "result": prices}}, {"say": "It is $123.45."}])
    assert [c.verdict for c in claims(run)] == ["nowhere"]
