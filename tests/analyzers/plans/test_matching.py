"""Which actions and sentences belong to which item, and which do not."""

from typing import Any

import pytest

from planscope.analyzers.actions.kinds import work_of
from planscope.analyzers.plans.matching import checks, is_check, names_item, seeks_failure, serves, share, terms
from planscope.collector.run import ToolCall
from planscope.collector.span import Place


def strength(item: str, name: str, arguments: Any) -> str:
    call = ToolCall(name=name, arguments=arguments, status="ok", place=Place("f", "1"))
    return serves(item, call, work_of(call))


@pytest.mark.parametrize(
    ("item", "name", "arguments"),
    [
        ("Update root.go", "Edit", {"file_path": "/r/cmd/root.go", "new_string": "x"}),
        ("Change `encodeText` to return an error", "Edit", {"file_path": "a.go", "old_string": "func encodeText("}),
        ("Add the --force flag", "Edit", {"file_path": "a.go", "new_string": 'flag("--force")'}),
        (
            "Move the summary code into its own package",
            "Task",
            {"prompt": "Move all summary code to a package of its own"},
        ),
        ("Run the tests", "Bash", {"command": "pytest -q"}),
        ("Tests ausführen", "Bash", {"command": "npm test"}),
        ("运行测试", "Bash", {"command": "go test ./..."}),
        ("Lancer les tests", "run_tests", {}),
        ("预订上海酒店两晚", "book_hotel", {"note": "预订 上海酒店 两晚"}),
    ],
)
def test_plainly_work_on_the_item(item: str, name: str, arguments: Any) -> None:
    assert strength(item, name, arguments) == "strong"


@pytest.mark.parametrize(
    ("item", "name", "arguments", "expected"),
    [
        ("Update root.go", "Edit", {"file_path": "/r/cmd/wiring.go"}, "weak"),
        ("Update the encodeText function", "Edit", {"file_path": "a.go", "old_string": "encodeTextual("}, "weak"),
        ("Write the migration note", "Edit", {"file_path": "decode.py", "new_string": "x"}, ""),
        ("Write the migration note", "Bash", {"command": "ls notes"}, "weak"),
        ("Write tests for the parser", "Bash", {"command": "pytest -q"}, ""),
        ("Run the linter", "Bash", {"command": "pytest -q"}, ""),
        ("Add and update the code", "Edit", {"file_path": "code.py"}, ""),
    ],
)
def test_not_plainly(item: str, name: str, arguments: Any, expected: str) -> None:
    assert strength(item, name, arguments) == expected


@pytest.mark.parametrize(
    ("item", "sentence", "named"),
    [
        ("Task 1: State machine", "Task 1 is complete.", True),
        ("Task 1: State machine", "Task 2 is complete.", False),
        ("Task 1: State machine", "The state machine is done.", True),
        ("Refactor the summary code", "Refactored summary code into a package", True),
        ("Refactor the summary code", "The code is fine", False),
        ("Update root.go", "I changed `root.go` as well", True),
        ("导出月度报表", "月度报表已导出", True),
        ("导出月度报表", "年度计划已导出", False),
        ("Migrationshinweis schreiben", "Der Migrationshinweis für die Nutzer steht", False),
        ("Hinweis zur Migration der Nutzer", "Der Hinweis zur Migration steht", True),
    ],
)
def test_names_item(item: str, sentence: str, named: bool) -> None:
    assert names_item(item, sentence) is named


@pytest.mark.parametrize(
    "item",
    [
        "Run tests and lint",
        "Run the full test suite",
        "Make sure all tests pass",
        "Lint",
        "Run tests and fix any failures",
        "Fix the failing tests",
        "Tests ausführen",
        "Exécuter la suite de tests",
        "Ejecutar las pruebas",
        "Rodar os testes",
        "Tests draaien",
        "运行单元测试",
        "テストを実行する",
    ],
)
def test_items_that_are_checks(item: str) -> None:
    assert is_check(item)


@pytest.mark.parametrize(
    "item",
    [
        "Write tests for the parser",
        "Add unit tests",
        "Tests schreiben",
        "编写测试",
        "Format dates in the report page",
        "",
    ],
)
def test_items_that_are_none(item: str) -> None:
    assert not is_check(item)


def test_items_for_which_red_is_right() -> None:
    assert seeks_failure("Write a failing test first")
    assert seeks_failure("复现问题")
    assert not seeks_failure("Fix the failing test")


def test_a_check_of_another_kind_is_not_the_item_s() -> None:
    lint = work_of(ToolCall(name="Bash", arguments={"command": "ruff check"}, place=Place("f", "1")))
    assert checks("Run lint", lint)
    assert checks("Run tests and lint", lint)
    assert not checks("Run the tests", lint)


def test_terms() -> None:
    found = terms("Task 3: update `load_all()` in pkg/io.py, see --dry-run")
    assert found.labels == {"3"}
    assert {"load_all", "io.py", "--dry-run"} <= found.names


def test_share_counts_content_words_only() -> None:
    assert share("Add the new parser", "the new one") == 0.0
    assert share("Parser for dates", "dates and a parser") == 1.0


def test_huge_texts_take_little_time() -> None:
    assert strength("Update root.go", "Edit", {"file_path": "a.py", "new_string": "a." * 400_000}) == ""
    assert not names_item("Update root.go", "/" * 200_000)
