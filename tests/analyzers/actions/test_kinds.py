"""What kind of work a call is, and how tests and builds came out, for the tools of several agents."""

from typing import Any

import pytest

from planscope.analyzers.actions.kinds import command_of, paths_of, work_of
from planscope.analyzers.actions.shell import command_sort, exit_status, failure_line, success_line
from planscope.collector.run import ToolCall, ToolStatus
from planscope.collector.span import Place

HERE = Place("f", "1")


def call(name: str, arguments: Any = None, result: str = "", status: ToolStatus = "ok", data: Any = None) -> ToolCall:
    return ToolCall(name=name, arguments=arguments, result=result, status=status, data=data, place=HERE)


@pytest.mark.parametrize(
    ("name", "arguments", "sort"),
    [
        ("Read", {"file_path": "/a.py"}, "look"),
        ("mcp__fs__read_file", {"path": "a"}, "look"),
        ("search_flights", {}, "look"),
        ("WebFetch", {}, "look"),
        ("Edit", {"file_path": "/a.py"}, "edit"),
        ("apply_patch", "*** Begin Patch", "edit"),
        ("create_file", {}, "edit"),
        ("str_replace_editor", {"command": "view", "path": "/a"}, "look"),
        ("str_replace_editor", {"command": "str_replace", "path": "/a"}, "edit"),
        ("Task", {"prompt": "look around"}, "delegate"),
        ("spawn_agent", {}, "delegate"),
        ("AskUserQuestion", {}, "ask"),
        ("run_tests", {}, "test"),
        ("book_flight", {}, "act"),
        ("send_email", {}, "act"),
        ("python", {"code": "1+1"}, "run"),
        ("Bash", {"command": "ls"}, "look"),
        ("shell", {"command": ["bash", "-lc", "python -m pytest -q"]}, "test"),
        ("exec_command", {"cmd": "cargo build"}, "build"),
        ("run_terminal_cmd", {"command": "npm run deploy"}, "run"),
    ],
)
def test_sort(name: str, arguments: Any, sort: str) -> None:
    assert work_of(call(name, arguments)).sort == sort


@pytest.mark.parametrize(
    ("command", "sort"),
    [
        ("pytest -q", "test"),
        ("cd app && npx vitest run ui/a.spec.ts", "test"),
        ("go test ./... 2>&1 | tail -5", "test"),
        ("npm run test:unit", "test"),
        ("mise run test:ci", "test"),
        ("make -j4 check", "build"),
        ("npm run build", "build"),
        ("ruff check . && mypy", "build"),
        ("cargo clippy", "build"),
        ("git add -A && git commit -m 'x'", "commit"),
        ("git status", "look"),
        ("git log --oneline -- tests", "look"),
        ("gh pr create --title x", "commit"),
        ("sed -n 1,80p a.py", "look"),
        ("sed -i s/a/b/ a.py", "edit"),
        ("echo hello > out.txt", "edit"),
        ("ls 2>/dev/null", "look"),
        ("rm -rf build", "edit"),
        ("cat tests/test_a.py", "look"),
        ("grep -rn pytest .", "look"),
        ("/tmp/my-test enable", "run"),
        ("python run.py", "run"),
        ('git commit -m "run pytest before you push anything"', "commit"),
        ("python - <<'EOF'\npytest\nEOF", "run"),
        ("FOO=1 timeout 60 pytest", "test"),
        ('bash -lc "cd /repo && python -m pytest -q"', "test"),
        ("", "run"),
    ],
)
def test_command_sort(command: str, sort: str) -> None:
    assert command_sort(command) == sort


@pytest.mark.parametrize(
    ("result", "data", "status"),
    [
        ("Exit code 4\ndenied", None, 4),
        ('{"output": "x", "metadata": {"exit_code": 1}}', None, 1),
        ("Chunk\nProcess exited with code 0\nOutput:", None, 0),
        ("<returncode>2</returncode>", None, 2),
        ("fine", {"exitCode": 3}, 3),
        ("the exit code 7 is odd", None, None),
        ("fine", {"code": 200}, None),
        ("fine", None, None),
    ],
)
def test_exit_status(result: str, data: Any, status: int | None) -> None:
    assert exit_status(result, data) == status


@pytest.mark.parametrize(
    "result",
    [
        "FF\n2 failed, 210 passed in 3.1s",
        "--- FAIL: TestA (0.01s)\nFAIL",
        "Tests:       1 failed, 4 passed, 5 total",
        "test result: FAILED. 3 passed; 1 failed;",
        "Tests run: 5, Failures: 1, Errors: 0\nBUILD FAILURE",
        "10 examples, 1 failure",
        "FAILED (failures=1)",
        "not ok 3 - adds",
        "src/a.ts(1,2): error TS2304: Cannot find name",
        "error[E0425]: cannot find value",
        "make: *** [all] Error 2",
        "Found 3 errors.",
        "✖ 3 problems (3 errors, 0 warnings)",
        "SyntaxError: invalid syntax",
        "bash: pytest: command not found",
        "\x1b[31m1 failed\x1b[0m, 2 passed",
        '{"output": "1 failed, 2 passed", "metadata": {"exit_code": 1}}',
    ],
)
def test_failure_line(result: str) -> None:
    assert failure_line(result)


@pytest.mark.parametrize(
    "result",
    [
        "212 passed in 3.1s",
        "Tests: 0 failed, 5 passed",
        "test result: ok. 3 passed; 0 failed;",
        "Tests run: 5, Failures: 0, Errors: 0",
        "10 examples, 0 failures",
        "test_handles_2_errors PASSED",
        "=== RUN Test_3_errors_are_kept\n--- PASS: Test_3_errors_are_kept\nok pkg 0.1s",
        "Found 0 errors.",
        "✖ 4 problems (0 errors, 4 warnings)",
        "console.error\n  Warning: SyntaxError: bad JSON handled\nTests: 20 passed, 20 total",
        "",
    ],
)
def test_no_failure_line(result: str) -> None:
    assert failure_line(result) == ""


def test_success_line() -> None:
    assert success_line("..\n24 passed in 1s") == "24 passed"
    assert success_line("nothing collected") == ""


@pytest.mark.parametrize(
    ("name", "command", "result", "status", "outcome"),
    [
        ("Bash", "pytest | tail -3", "2 failed, 1 passed", "ok", "red"),
        ("Bash", "pytest", "3 passed", "ok", "green"),
        ("Bash", "pytest", "", "ok", "unknown"),
        ("Bash", "pytest", "Exit code 1\n2 failed", "error", "red"),
        ("Bash", "pytest", "The user refused", "rejected", "unknown"),
        ("Bash", "cat log.txt", "2 failed, 1 passed", "ok", "unknown"),
        (
            "shell",
            "pytest",
            '{"output": "1 failed is the name of a test", "metadata": {"exit_code": 0}}',
            "ok",
            "green",
        ),
        ("shell", "pytest | tail -1", '{"output": "1 failed", "metadata": {"exit_code": 0}}', "ok", "red"),
        ("Bash", "upload x", "Exit code 4\ndenied", "error", "red"),
    ],
)
def test_outcome(name: str, command: str, result: str, status: ToolStatus, outcome: str) -> None:
    assert work_of(call(name, {"command": command}, result, status)).outcome == outcome


def test_paths() -> None:
    assert paths_of(call("Edit", {"file_path": "/r/a.py", "old_string": "b.py"})) == ("/r/a.py",)
    assert paths_of(call("apply_patch", "*** Begin Patch\n*** Update File: app/x.py\n@@")) == ("app/x.py",)
    assert work_of(call("Bash", {"command": "pytest tests/test_a.py -k 'x'"})).paths == ("tests/test_a.py",)
    assert paths_of(call("Edit", None)) == ()


def test_command_of_lists_and_texts() -> None:
    assert command_of(call("shell", {"command": ["bash", "-lc", "ls -la"]})) == "ls -la"
    assert command_of(call("shell", {"command": ["ls", "-la"]})) == "ls -la"
    assert command_of(call("bash", "ls")) == "ls"
    assert command_of(call("Read", {"command": "ls"})) == ""


def test_hostile_output_is_read_in_little_time() -> None:
    assert failure_line("a " * 2_000_000) == ""
    assert command_sort("a/" * 500_000) in ("run", "look")
    assert command_sort('"' + "\\" * 500_000) == "run"
