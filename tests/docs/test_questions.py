"""The worked questions answer what they ask, on runs whose answers were counted by hand; the notebook runs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.cli import run
from planscope.collector.intake import import_paths
from planscope.collector.questions import questions
from planscope.collector.reading import run_sql
from planscope.collector.store import Store

ROOT = Path(__file__).resolve().parents[2]
SQL = {q.name: q.sql for q in questions()}


class Chat:
    """Messages of a chat with tool calls."""

    def __init__(self, request: str) -> None:
        self.messages: list[dict[str, Any]] = [{"role": "user", "content": request}]

    def call(self, tool: str, result: str, **arguments: Any) -> "Chat":
        number = f"c{len(self.messages)}"
        function = {"name": tool, "arguments": json.dumps(arguments)}
        call = {"id": number, "type": "function", "function": function}
        self.messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
        self.messages.append({"role": "tool", "tool_call_id": number, "content": result})
        return self

    def todos(self, **states: str) -> "Chat":
        return self.call("write_todos", "ok", todos=[{"content": k, "status": v} for k, v in states.items()])

    def end(self, text: str) -> "Chat":
        self.messages.append({"role": "assistant", "content": text})
        return self


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("asked")
    busy = (
        Chat("Find the price of the lamp and order it.")
        .todos(find="in_progress", order="pending")
        .call("search", "Error: timeout", q="lamp")
        .call("search", "Error: timeout", q="lamp")
        .call("search", '{"name": "lamp", "price": 20.5}', q="lamp, brass")
        .todos(find="completed", order="in_progress")
        .call("order", '{"id": 7, "total": 20.5}', name="lamp")
        .todos(find="completed", order="in_progress", tell="pending")
        .end("The lamp is ordered for $31.99.")
    )
    calm = Chat("What time is it?").call("clock", "12:00").end("It is 12:00.")
    for name, chat in (("busy", busy), ("calm", calm)):
        (folder / f"{name}.json").write_text(json.dumps(chat.messages))
    made = Store(folder / "store")
    import_paths(made, [(folder / f"{n}.json", f"{n}.json") for n in ("busy", "calm")])
    analyse(made, load_detectors(()), quiet=0)
    yield made
    made.close()


def ask(store: Store, name: str) -> list[dict[str, Any]]:
    answer = run_sql(store, SQL[name])
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


@pytest.mark.parametrize("name", SQL)
def test_every_question_is_answered(store: Store, name: str) -> None:
    run_sql(store, SQL[name])
    assert not SQL[name].endswith(";")


def test_there_are_fifteen_and_each_says_what_it_asks() -> None:
    assert len(SQL) >= 15
    assert all(q.title.endswith("?") and q.note for q in questions())


def test_tools_that_fail(store: Store) -> None:
    found = {x["tool"]: (x["calls"], x["failed"], x["percent"]) for x in ask(store, "tools_that_fail")}
    assert found == {"search": (3, 2, 66.7), "order": (1, 0, 0.0), "clock": (1, 0, 0.0)}


def test_plan_revisions_and_what_answers_a_failure(store: Store) -> None:
    busy, calm = ask(store, "plan_revisions")
    assert (busy["run_id"], busy["versions"], busy["failures"]) == ("busy.json", 3, 1)
    assert (calm["run_id"], calm["versions"], calm["triggers"]) == ("calm.json", 0, 0)
    assert [(x["event"], x["events"]) for x in ask(store, "time_to_replan")] == [("failure", 1)]


def test_cost_of_the_list(store: Store) -> None:
    (row,) = ask(store, "cost_of_the_list")
    assert (row["run_id"], row["updates"], row["other_calls"], row["percent_of_calls"]) == ("busy.json", 3, 4, 42.9)


def test_how_long_a_plan_lasts(store: Store) -> None:
    (row,) = ask(store, "how_long_a_plan_lasts")
    assert (row["source"], row["plans"], row["still_valid_at_the_end"]) == ("list", 2, 1)


def test_items_open_at_the_end_and_the_life_of_others(store: Store) -> None:
    assert [(x["text"], x["status"]) for x in ask(store, "open_at_the_end")] == [
        ("order", "in_progress"),
        ("tell", "pending"),
    ]
    ((text, calls, failed),) = [
        (x["text"], x["calls_meanwhile"], x["of_these_failed"]) for x in ask(store, "life_of_items")
    ]
    assert (text, calls, failed) == ("find", 3, 2)


def test_the_same_call_again_and_amounts_from_nowhere(store: Store) -> None:
    ((tool, calls, failed),) = [(x["tool"], x["calls"], x["failed"]) for x in ask(store, "same_call_again")]
    assert (tool, calls, failed) == ("search", 2, 2)
    assert [x["raw"] for x in ask(store, "amounts_from_nowhere")] == ["$31.99"]


def test_what_could_not_be_checked_names_reasons(store: Store) -> None:
    rows = ask(store, "what_could_not_be_checked")
    assert all(x["reason"] for x in rows)
    assert sum(x["runs"] for x in rows if x["detector"] == "stale-todo") == 1


def test_the_command_asks_and_lists_them(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sql", "--question", "tools_that_fail", "--store", str(store.folder), "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "tool,calls,failed,percent,runs"
    assert run(["sql", "--question", "?"]) == 0
    assert "What share of calls" in capsys.readouterr().out
    assert run(["sql", "--question", "tools_that_fial"]) == 3
    assert "did you mean 'tools_that_fail'" in capsys.readouterr().err
    assert run(["sql", "FROM runs", "--question", "slow_tools"]) == 3


def test_the_notebook_runs(store: Store, tmp_path: Path) -> None:
    cells = json.loads((ROOT / "docs" / "questions.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    env = {"PLANSCOPE_STORE": str(store.folder), "PATH": "", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "hallucinated-price" in done.stdout
