"""`planscope check --judge` as a user meets it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from planscope.cli import run

Sends = Mapping[str, Callable[..., Any]]
QUOTE = "Every shelf wears its blue tag"
TODO = [
    {"content": "Write the exporter", "status": "completed"},
    {"content": "Label the shelves", "status": "pending"},
    {"content": "Sweep the yard", "status": "pending"},
]


def chat(said: str = f"{QUOTE} by now.") -> dict[str, Any]:
    def call(n: int, name: str, arguments: Any, result: str) -> list[dict[str, Any]]:
        asked = {"id": f"c{n}", "function": {"name": name, "arguments": json.dumps(arguments)}}
        return [
            {"role": "assistant", "content": "", "tool_calls": [asked]},
            {"role": "tool", "tool_call_id": f"c{n}", "content": result},
        ]

    return {
        "messages": [
            {"role": "user", "content": "Write the exporter and label the shelves"},
            *call(0, "TodoWrite", {"todos": TODO}, "ok"),
            *call(1, "read_note", {"note": "shelves"}, "blue labels"),
            {"role": "assistant", "content": said},
        ]
    }


@pytest.fixture
def folder(server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with one run, which computation finds nothing in and has two questions about."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    (here / "run.json").write_text(json.dumps(chat()))
    return here


@pytest.fixture
def done(server: Any, sends: Sends) -> None:
    """A judge that takes the first item for done."""
    first = "Label the shelves"
    server.reply = lambda body, n: (
        sends["answer"]("done", QUOTE) if first in body["messages"][0]["content"] else sends["answer"]("cannot_tell")
    )


def check(*arguments: str) -> int:
    return run(["check", "run.json", *arguments])


def test_it_says_before_what_goes_where_and_after_what_it_cost(
    folder: Path, server: Any, done: None, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = '[judge]\nmodel = "small-model"\n[prices.small-model]\ninput = 1\noutput = 5\ncurrency = "EUR"\n'
    (folder / "planscope.toml").write_text(prices)
    assert check("--judge", "anthropic") == 0
    out, err = capsys.readouterr()
    before, after = [line for line in err.splitlines() if "the judge:" in line]
    assert "2 questions of about" in before
    assert f"go to 127.0.0.1:{server.port} (anthropic:small-model), with text of the traces as it is" in before
    assert "EUR" in before
    assert "2 asked in 2 requests, 0 from before, 1 abstained (cannot tell), 1 finding" in after
    assert "1,000 tokens sent, 80 received, 0.0014 EUR" in after
    assert "stale-todo.left-open-judged" in out
    assert "judged by anthropic:small-model, not computed" in " ".join(out.split())
    assert {b["model"] for b in server.bodies} == {"small-model"}


def test_without_prices_it_tells_tokens_alone(folder: Path, done: None, capsys: pytest.CaptureFixture[str]) -> None:
    check("--judge", "anthropic:x")
    assert "1,000 tokens sent, 80 received\n" in capsys.readouterr().err


def test_the_second_time_nothing_is_sent(
    folder: Path, server: Any, done: None, capsys: pytest.CaptureFixture[str]
) -> None:
    check("--judge", "anthropic")
    first = capsys.readouterr().out
    check("--judge", "anthropic")
    out, err = capsys.readouterr()
    assert out == first
    assert len(server.bodies) == 2
    assert "0 asked in 0 requests, 2 from before" in err
    assert "go to" not in err, "nothing does"


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)])
def test_a_judged_finding_is_a_warning_to_the_exit_code(folder: Path, done: None, fail_on: str, code: int) -> None:
    assert check("--judge", "anthropic", "--fail-on", fail_on) == code


@pytest.mark.parametrize("form", ["text", "jsonl", "json", "junit", "markdown"])
def test_all_forms_of_output_hold_it(folder: Path, done: None, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    check("--judge", "anthropic", "--format", form)
    out = capsys.readouterr().out
    assert "judged by anthropic:" in " ".join(out.split())
    if form == "jsonl":
        line = json.loads(out)
        assert (line["form"], line["rule"], line["severity"]) == ("left-open-judged", "stale-todo", "warning")
        assert "judged by anthropic:" in line["evidence"][0]["note"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ('[stale-todo]\nseverity = "error"', 1),  # which the fault would be if it were computed
        ('[stale-todo]\nseverity = { left-open-judged = "error" }', 1),
        ('[stale-todo]\nseverity = { left-open-judged = "info" }', 0),
        ('[[ignore]]\nfinding = "stale-todo.left-open-judged"\nreason = "we sweep on Sundays"', 0),
    ],
)
def test_settings_may_tone_it_down_or_set_it_aside_and_never_make_it_an_error(
    folder: Path, done: None, settings: str, code: int
) -> None:
    (folder / "planscope.toml").write_text(settings)
    assert check("--judge", "anthropic", "--fail-on", "error") == 0
    assert check("--judge", "anthropic", "--fail-on", "warning") == code


def test_without_the_option_nothing_is_asked(folder: Path, server: Any, done: None) -> None:
    assert check() == 0
    assert server.bodies == []


def test_runs_of_a_store_are_asked_about_too(
    folder: Path, server: Any, done: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", "run.json", "--store", "s"]) == 0
    assert run(["check", "--store", "s", "--judge", "anthropic", "--fail-on", "warning"]) == 1
    assert "left-open-judged" in capsys.readouterr().out
    assert len(server.bodies) == 2
    assert run(["check", "--store", "s", "--fail-on", "warning"]) == 0, "what is judged is not stored"


def test_only_kinds_that_are_asked_for(folder: Path, server: Any, done: None) -> None:
    assert check("--judge", "anthropic", "--kind", "rubber_stamp") in (0, 2)
    assert server.bodies == []


def test_the_most_questions_are_kept_and_told(
    folder: Path, server: Any, done: None, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "planscope.toml").write_text("[judge]\nmax_questions = 1\n")
    check("--judge", "anthropic")
    assert len(server.bodies) == 1
    assert "1 question more is not asked, since max_questions is 1" in capsys.readouterr().err


def test_nothing_to_ask_is_said(folder: Path, server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "run.json").write_text(json.dumps(chat("Shall I go on with the shelves?")))
    assert check("--judge", "anthropic") == 0
    assert "the judge has nothing to be asked" in capsys.readouterr().err


# --- when it cannot be asked ---------------------------------------------------------------------------------------


def test_without_a_key_nothing_is_begun(
    folder: Path, server: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert check("--judge", "anthropic") == 2
    out, err = capsys.readouterr()
    assert (out, server.bodies) == ("", [])
    assert "set ANTHROPIC_API_KEY" in err


def test_without_the_client_it_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)  # as if it were not installed
    assert check("--judge", "anthropic") == 3
    assert "pip install 'anthropic>=2,<3'" in capsys.readouterr().err
    assert check() == 0, "everything else works without it"


@pytest.mark.parametrize(("name", "said"), [("antropic", "did you mean"), ("anthropic:", "names no model"), ("", "no")])
def test_a_judge_that_there_is_not(
    folder: Path, server: Any, name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("--judge", name) == 3
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "settings",
    [
        "judge = 1",
        "[judge]\nmodle = 'x'",
        "[judge]\nmax_questions = 'many'",
        "[judge]\nmax_tokens = 0",
        "[judge]\nmax_tokens = true",
        "[judge]\nparallel = 1000",
        "[judge]\nmodel = ''",
        "prices = 7",
        "[prices.claude-haiku-5-5]\ninput = 'dear'",
    ],
)
def test_settings_that_make_no_sense(
    folder: Path, server: Any, settings: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "planscope.toml").write_text(settings)
    assert check("--judge", "anthropic") == 3
    assert "planscope.toml: " in capsys.readouterr().err
    assert server.bodies == []


def test_a_key_that_is_not_accepted_leaves_what_is_computed_and_decides_nothing(
    folder: Path, server: Any, sends: Sends, capsys: pytest.CaptureFixture[str]
) -> None:
    server.reply = lambda body, n: sends["error"](401, "authentication_error")
    assert check("--judge", "anthropic") == 2
    out, err = capsys.readouterr()
    assert "run.json" in out or "1 run" in out
    assert "the judge could not be asked: the key was not accepted (HTTP 401)" in err
    assert "no-key-at-all" not in out + err


def test_a_service_in_trouble_changes_no_exit_code(
    folder: Path, server: Any, sends: Sends, capsys: pytest.CaptureFixture[str]
) -> None:
    server.reply = lambda body, n: sends["message"]("As a poet, I would rather not.")
    assert check("--judge", "anthropic", "--fail-on", "info") == 0
    assert "2 abstained (2 × the reply is no JSON of the form asked for), 0 findings" in capsys.readouterr().err


def test_ctrl_c_leaves_what_is_computed(folder: Path, server: Any, sends: Sends) -> None:
    server.reply = lambda body, n: sends["raw"](b"{}", delay=60.0)
    command = [sys.executable, "-m", "planscope", "check", "run.json", "--judge", "anthropic", "--format", "json"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ.copy())
    while not server.bodies and child.poll() is None:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert child.returncode == 2
    assert "Traceback" not in err
    assert "2 abstained (2 × interrupted)" in err
    told = json.loads(out)
    assert told["interrupted"] is True
    assert [r["file"] for r in told["runs"]] == ["run.json"]


def test_forms_of_the_judge_can_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    from planscope.analyzers.judge import FORMS

    for form in FORMS:
        assert run(["explain", form]) == 0
    assert run(["explain", "stale-todo.left-open-judged"]) == 0
    assert "left-open" in capsys.readouterr().out
