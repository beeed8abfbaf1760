"""OpenHands histories and events of its SDK. The runs are made up; their forms are those of OpenHands 0.9 to 0.40 and
of its SDK 1.x."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from planscope.collector.run import Compaction, ModelCall, Run, UserMessage

FILES = Path(__file__).parent / "files"
Read = Callable[..., list[Run]]


def test_a_history(runs: Read) -> None:
    (run,) = runs(FILES / "openhands.json")
    assert (run.format, run.state) == ("openhands", "ended")
    asked = [(x.text, x.system, x.place.position) for x in run.steps if isinstance(x, UserMessage)]
    assert asked == [("You mend things.", True, "0"), ("Oil the hinge", False, "1")]
    assert [(c.place.position, c.name, c.status, c.data) for c in run.tool_calls] == [
        ("4", "execute_bash", "ok", {"exit_code": 0}),
        ("5", "execute_bash", "error", {"exit_code": 2}),
        ("8", "str_replace_editor", "error", None),
        ("12", "execute_bash", "ok", None),  # it still runs
    ]
    assert run.tool_calls[2].arguments == {
        "command": "str_replace",
        "path": "/hinge.md",
        "old_str": "a",
        "new_str": "b",
    }
    assert run.tool_calls[0].result == ""
    (plan,) = run.plan_updates
    assert [(i.text, i.status) for i in plan.version.items] == [("Find oil", "in_progress"), ("Oil", "pending")]
    answers = [x for x in run.steps if isinstance(x, ModelCall)]
    assert (answers[0].text, answers[0].calls, answers[0].input_tokens) == ("I look around.", 2, 50)
    assert run.closing is not None
    assert (run.closing.text, run.closing.place.position) == ("I stop here.\nThere is no oil.", "15")


def test_lines_of_histories_without_ids_and_of_pairs(runs: Read) -> None:
    one, two = runs(FILES / "openhands+lines.jsonl")
    assert ([x.place.index for x in (one, two)], one.task, two.task) == ([7, "hinge-8"], "hinge-7", "hinge-8")
    assert [x.text for x in one.requests] == ["Oil the hinge", "The left one"]
    assert [x.text for x in one.answers] == ["Which hinge?", "The left hinge is oiled."]
    (call,) = one.tool_calls
    assert (call.name, call.arguments, call.result) == ("execute_bash", {"command": "ls"}, "can")
    assert ([c.result for c in two.tool_calls], two.state) == (["can"], "cut_off")


def test_a_folder_of_events(runs: Read, tmp_path: Path) -> None:
    folder = tmp_path / "events"
    folder.mkdir()
    for event in json.loads((FILES / "openhands.json").read_text("utf-8")):
        (folder / f"{event['id']}.json").write_text(json.dumps(event), encoding="utf-8")
    (whole,) = runs(FILES / "openhands.json")
    (run,) = runs(*sorted(folder.iterdir()))
    assert [(c.name, c.status, c.result) for c in run.tool_calls] == [
        (c.name, c.status, c.result) for c in whole.tool_calls
    ]
    assert run.closing is not None
    assert (run.closing.place.file, run.closing.place.position) == ("15.json", "15")


def test_events_of_the_sdk(runs: Read) -> None:
    (run,) = runs(FILES / "openhands-sdk.jsonl")
    assert (run.format, run.state) == ("openhands-sdk", "ended")
    assert [(c.name, c.arguments, c.status) for c in run.tool_calls] == [
        ("terminal", {"command": "ls"}, "ok"),
        ("terminal", {"command": "ls /oil"}, "error"),
        ("file_editor", {"command": "view", "path": "/no"}, "error"),
        ("terminal", {"command": "rm -r /"}, "rejected"),
    ]
    (plan,) = run.plan_updates
    assert [(i.text, i.status) for i in plan.version.items] == [("Find oil", "completed"), ("Oil", "pending")]
    first = next(x for x in run.steps if isinstance(x, ModelCall))
    assert (first.thinking, first.text, first.calls) == ("Where is it?", "I look around.", 2)
    assert [x.text for x in run.steps if isinstance(x, Compaction)] == ["Looked around."]
    assert run.closing is not None
    assert (run.closing.text, run.closing.place.position) == ("There is no oil.", "13")


def test_a_folder_of_events_of_the_sdk(runs: Read, tmp_path: Path) -> None:
    lines = (FILES / "openhands-sdk.jsonl").read_text("utf-8").splitlines()
    for n, line in enumerate(lines):
        (tmp_path / f"event-{n:05}-{json.loads(line)['id']}.json").write_text(line, encoding="utf-8")
    (run,) = runs(*sorted(tmp_path.iterdir()))
    assert [(c.status, c.place.position) for c in run.tool_calls] == [
        ("ok", "2"), ("error", "3"), ("error", "8"), ("rejected", "10"),
    ]  # fmt: skip
    assert run.state == "ended"


@pytest.mark.parametrize(("status", "state"), [("finished", "ended"), ("error", "cut_off"), ("stuck", "cut_off")])
def test_how_the_program_says_that_it_ended(runs: Read, tmp_path: Path, status: str, state: str) -> None:
    lines = (FILES / "openhands-sdk.jsonl").read_text("utf-8").replace('"finished"', f'"{status}"')
    (tmp_path / "e.jsonl").write_text(lines, encoding="utf-8")
    (run,) = runs(tmp_path / "e.jsonl")
    assert run.state == state
