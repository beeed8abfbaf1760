"""Amounts of money in text: what is one, what it says, and what is none."""

from decimal import Decimal

import pytest

from planscope.analyzers.numbers.money import amounts, without_code
from planscope.analyzers.numbers.numerals import numbers


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$1,234.50", "1234.50", "$"),
        ("1.234,50 €", "1234.50", "EUR"),
        ("1234.5 元", "1234.5", "CNY"),
        ("￥1,256", "1256", "¥"),
        ("¥300/person", "300", "¥"),
        ("7.50 dollars", "7.50", "$"),
        ("250 Kč", "250", "CZK"),
        ("£12", "12", "GBP"),
        ("R$ 1.234,56", "1234.56", "BRL"),
        ("kr 500", "500", "KR"),
        ("500 kr", "500", "KR"),
        ("₹1,23,456.00", "123456.00", "INR"),
        ("1 250 €", "1250", "EUR"),
        ("12 500 Kč", "12500", "CZK"),
        ("１，２００円", "1", None),  # a full-width comma parts a list in Chinese and Japanese
        ("3万円", "30000", "JPY"),
        ("CHF 1'250.–", "1250", "CHF"),
        ("50,- €", "50", "EUR"),
        ("USD500", "500", "USD"),
        ("Rs. 500", "500", "INR"),
        ("$5k", "5000", "$"),
        ("1.2 million USD", "1200000", "USD"),
        ("128.000원", "128000", "KRW"),
    ],
)
def test_an_amount_with_a_currency(text: str, value: str, unit: str | None) -> None:
    found = amounts(text)
    if unit is None:
        assert [a.value for a in found] != [Decimal(value)]
        return
    assert [(a.value, a.unit, a.explicit) for a in found] == [(Decimal(value), unit, True)]


@pytest.mark.parametrize(
    "text",
    [
        "price: 364",
        '"total_cost": 364',
        "Ticket price (RMB)：364",
        "The fee is 364",
        "总费用为 364",
        "Preis: 364",
        "precio = 364",
    ],
)
def test_a_bare_number_that_words_call_money(text: str) -> None:
    assert [(a.value, a.explicit) for a in amounts(text)] == [(Decimal(364), False)]
    assert amounts(text, explicit=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "87% of 1,240 users",
        "at 14:35 on 2026-03-02 and 12.03.2026",
        "version 2.14.1, address 10.0.0.12",
        "booking KR204, room B-12, item ZM-140",
        "the price rose by 12%",
        "cost: 5 items",
        "2026年3月2日",
        "https://example.com/price=364",
        "the fare changed in 2026",
    ],
)
def test_what_is_no_money(text: str) -> None:
    assert amounts(text) == []


def test_a_separator_with_three_digits_may_be_read_in_two_ways() -> None:
    (number,) = numbers("1.250")
    assert number.readings == (Decimal(1250), Decimal("1.250"))


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("it is $300", "stated"),
        ("about $300", "about"),
        ("约300元", "about"),
        ("300元左右", "about"),
        ("under $300", "bound"),
        ("300元以内", "bound"),
        ("bis zu 300 €", "bound"),
        ("a budget of $300", "bound"),
        ("for example $300", "example"),
        ("If you pay $300 then", "example"),
        ("£3.10 + £4.20", "stated"),
        ("Total Estimated Budget: $300", "stated"),
    ],
)
def test_how_an_amount_is_meant(text: str, stance: str) -> None:
    assert amounts(text)[0].stance == stance


def test_both_ends_of_a_range_and_no_difference() -> None:
    assert [(a.value, a.stance) for a in amounts("$1,200-1,800")] == [
        (Decimal(1200), "range"),
        (Decimal(1800), "range"),
    ]
    assert [a.stance for a in amounts("$833 - $500 = $333")] == ["stated"] * 3


def test_a_total_a_price_for_one_and_what_is_taken_off() -> None:
    total, one = amounts("New total price: $241 (previously $3,538 per passenger)")
    assert (total.total, total.one, one.total, one.one) == (True, False, False, True)
    price, coupon = amounts("Rug $146.00\nCoupon: -$20.00")
    assert (price.minus, coupon.minus) == (False, True)
    assert [a.minus for a in amounts("- $40\n- $50")] == [False, False]


def test_columns_of_a_table_by_their_heading() -> None:
    found = amounts("| Room | Price (€) | Area |\n|---|---|---|\n| Oak | 118.00 | 24 |\n| Elm | 96.50 | 21 |")
    assert [(a.value, a.unit, a.head) for a in found] == [
        (Decimal("118.00"), "EUR", "Price (€)"),
        (Decimal("96.50"), "EUR", "Price (€)"),
    ]


def test_a_column_that_mostly_holds_other_things_is_none_of_money() -> None:
    table = "| Check | Cost centre |\n|---|---|\n| a | S-55 |\n| b | blocked |\n| c | yes |\n| d | 7731 |"
    assert amounts(table) == []


def test_code_is_blanked_out_and_all_else_stays_in_place() -> None:
    text = "It is $5.\n```\nprice = $9\n```\nAnd `$7` is $6."
    plain = without_code(text)
    assert len(plain) == len(text)
    assert [a.raw for a in amounts(plain)] == ["$5", "$6"]


def test_a_sign_belongs_to_the_number_in_front_of_it() -> None:
    assert [a.raw for a in amounts("639,90 € + 324,50 € + 42,00 €")] == ["639,90 €", "324,50 €", "42,00 €"]


@pytest.mark.parametrize(
    "text", ["1," * 20_000, "111 " * 20_000, "$" * 20_000, "1.1" * 20_000, "| 1 " * 5_000, "price: " * 9_000]
)
def test_hostile_texts_end(text: str) -> None:
    amounts(text)
