"""When two failures are the same, and what an error is like."""

import pytest

from planscope.analyzers.actions.failures import (
    asks_again,
    call_key,
    cosmetic_key,
    fruitless,
    loose_key,
    named,
    outcome_key,
    passing,
    refused,
    states_a_rule,
)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("2026-01-05T10:00:00Z failed", "2026-01-05T11:30:12.5Z failed"),
        ("failed after 1.25 s", "failed after 900 ms"),
        ("job 3fa85f64-5717-4562-b3fc-2c963f66afa6 failed", "job 9b2d1c00-1111-4562-b3fc-2c963f66afa6 failed"),
        ("request_id=ab12-9 refused", "request_id=zz99-1 refused"),
        ("File  not\nfound", "file not found"),
        ("at 0x7f3c2a10", "at 0x55d0beef"),
    ],
)
def test_same_outcome(one: str, two: str) -> None:
    assert outcome_key(one) == outcome_key(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("total is 95, paid 80", "total is 95, paid 90"),
        ("flight QK77 is full", "flight QK78 is full"),
        ("a" * 9000 + "x", "a" * 9500 + "x"),
    ],
)
def test_other_outcome(one: str, two: str) -> None:
    assert outcome_key(one) != outcome_key(two)


def test_errors_of_one_sort_differ_in_numbers_and_quotations_only() -> None:
    assert loose_key("total is 95, paid 80") == loose_key("total is 1,002, paid 957")
    assert loose_key('no column "a"') == loose_key('no column "b"')
    assert loose_key("no such table") != loose_key("no such column")


def test_the_same_call() -> None:
    assert call_key("book", {"a": 1, "b": " x "}) == call_key("Book", {"b": "x", "a": 1, "explanation": "once more"})
    assert call_key("Bash", {"command": "ls", "description": "a"}) == call_key("Bash", {"command": "ls"})
    assert call_key("Task", {"prompt": "p", "description": "a"}) != call_key("Task", {"prompt": "p"})
    assert call_key("book", {"a": 1}) != call_key("book", {"a": 2})


def test_the_same_call_but_for_its_looks() -> None:
    assert cosmetic_key("f", {"": ""}) == cosmetic_key("f", {"": {}}) == cosmetic_key("f", {})
    assert cosmetic_key("f", {"q": "Red  shoes!"}) == cosmetic_key("f", {"q": "red shoes"})
    assert cosmetic_key("f", {"q": "red shoes"}) != cosmetic_key("f", {"q": "blue shoes"})


def test_values_that_an_error_names() -> None:
    assert named("flight QK77 not available", {"legs": [{"flight": "QK77"}, {"flight": "QK7"}]}) == {"qk77"}
    assert named("order not found", {"order": "W1"}) == frozenset()


@pytest.mark.parametrize(
    "error",
    [
        "Request timed out",
        "HTTP 503",
        "429 Too Many Requests",
        "connection reset by peer",
        "请求超时",
        "database is locked",
    ],
)
def test_may_pass(error: str) -> None:
    assert passing(error)


@pytest.mark.parametrize("error", ["flight QK77 not available", "room 429 is closed", "total is 500, paid 400"])
def test_will_not_pass(error: str) -> None:
    assert not passing(error)


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ("Are you a robot?", "blocked"),
        ("HTTP 403", "blocked"),
        ("请完成人机验证", "blocked"),
        ("", "empty"),
        ("[]", "empty"),
        ("No results found", "empty"),
        ("没有找到", "empty"),
        ("Room 403, 80 a night", ""),
        ("A long report on CAPTCHA. " * 400, ""),
        ("3 results", ""),
    ],
)
def test_fruitless(result: str, why: str) -> None:
    assert fruitless(result) == why


def test_refusals() -> None:
    assert refused("Permission to use Bash with command rm x has been denied.")
    assert refused("The request was rejected by the user")
    assert not refused("Permission denied: /etc/shadow")


@pytest.mark.parametrize(
    "error",
    [
        "an open order cannot be exchanged",
        "the name must be unique",
        "数量不能超过 8",
        "8名を超える予約はできません",
        "La cantidad debe ser 8",
    ],
)
def test_rules(error: str) -> None:
    assert states_a_rule(error)


def test_not_being_there_is_no_rule() -> None:
    assert not states_a_rule("order unknown")
    assert not states_a_rule("cannot " * 200)


@pytest.mark.parametrize(
    "message",
    [
        "try again",
        "I've restarted the server",
        "bitte noch einmal",
        "réessaie",
        "inténtalo de nuevo",
        "tente novamente",
        "probeer het opnieuw",
        "再试一次",
        "もう一度お願いします",
        "权限已经加上了",
    ],
)
def test_asking_again(message: str) -> None:
    assert asks_again(message)


@pytest.mark.parametrize("message", ["Yes, please proceed", "I want the evening flight", "那就周五", "Ja, gerne"])
def test_not_asking_again(message: str) -> None:
    assert not asks_again(message)


def test_hostile_texts() -> None:
    """Millions of characters that nearly match: only the beginning and the end are looked at."""
    for piece in ("a1" * 10, "2026-01-01T", "permission to use ", "f" * 39 + " ", '"', "9.9.9,", "no results were "):
        text = piece * 400_000
        outcome_key(text), loose_key(text), passing(text), refused(text), fruitless(text), states_a_rule(text)
        named(text, {"a": [piece] * 5000})
        asks_again(text)
        cosmetic_key("f", {"a": text[:100_000]})
