"""opencode sessions. The session is made up; its form is that of opencode 1.2 to 1.19."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from planscope.collector.run import Compaction, Interruption, ModelCall, Run, UserMessage

FILES = Path(__file__).parent / "files"
Read = Callable[..., list[Run]]


def told(run: Run) -> list[Any]:
    """What the calls of the made up session tell, without their places."""
    return [(c.name, c.status, c.data, c.result) for c in run.tool_calls]


def test_an_export(runs: Read) -> None:
    (run,) = runs(FILES / "opencode.json")
    assert (run.id, run.format, run.state, run.parent_id) == ("ses_shed", "opencode", "ended", None)
    asked = [(x.text, x.system, x.place.position) for x in run.steps if isinstance(x, UserMessage)]
    assert asked == [("Paint the shed", False, "prt_1"), ("<context/>", True, "prt_2")]
    assert told(run) == [
        ("bash", "error", {"exit_code": 2}, "make: *** no rule"),
        ("read", "error", None, "Error: File not found: /no"),
        ("edit", "rejected", None, "The user rejected permission to use this specific tool call."),
        ("webfetch", "unknown", None, ""),
    ]
    assert [c.place.position for c in run.tool_calls] == ["prt_7", "prt_11", "prt_12", "prt_13"]
    (plan,) = run.plan_updates
    assert (plan.place.position, [i.status for i in plan.version.items]) == ("prt_6", ["in_progress", "pending"])
    one, two, three = (x for x in run.steps if isinstance(x, ModelCall))
    assert (one.text, one.thinking, one.calls, one.model) == ("I plan it.", "Which colour?", 2, "m-1")
    assert (one.input_tokens, one.output_tokens, one.cache_read_tokens) == (42, 5, 30)
    assert (two.text, two.calls, two.input_tokens, three.text) == (
        "It failed; I look.",
        3,
        None,
        "The shed is not painted.",
    )
    assert [x.text for x in run.steps if isinstance(x, Compaction)] == ["So far nothing is painted."]


def test_an_event_stream_tells_the_same(runs: Read) -> None:
    (run,), (whole,) = runs(FILES / "opencode+events.jsonl"), runs(FILES / "opencode.json")
    assert (told(run), run.state, run.parent_id) == (told(whole), "ended", "ses_above")
    assert [x.text for x in run.messages] == [x.text for x in whole.messages]
    lines = (FILES / "opencode+events.jsonl").read_text("utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if '"prt_7"' in line)
    assert run.tool_calls[0].place.position == str(first)


def test_a_storage_folder(runs: Read, tmp_path: Path) -> None:
    document = json.loads((FILES / "opencode.json").read_text("utf-8"))
    storage = tmp_path / "storage"
    files = {storage / "session" / "p" / "ses_shed.json": document["info"]}
    for message in document["messages"]:
        info = message["info"]
        files[storage / "message" / "ses_shed" / f"{info['id']}.json"] = info
        files |= {storage / "part" / info["id"] / f"{p['id']}.json": p for p in message["parts"]}
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    (run,) = runs(*files)
    assert told(run) == told(runs(FILES / "opencode.json")[0])
    assert (run.state, run.tool_calls[0].place.file, run.tool_calls[0].place.position) == (
        "ended",
        "msg_2.json",
        "prt_7",
    )


def test_the_user_stopped_it(runs: Read, tmp_path: Path) -> None:
    document = json.loads((FILES / "opencode.json").read_text("utf-8"))
    document["messages"][3]["info"]["error"] = {"name": "MessageAbortedError", "data": {}}
    (tmp_path / "a.json").write_text(json.dumps(document), encoding="utf-8")
    (run,) = runs(tmp_path / "a.json")
    assert isinstance(run.steps[-1], Interruption)
    assert run.state == "cut_off"


def test_what_is_printed_while_it_runs(runs: Read, tmp_path: Path) -> None:
    document = json.loads((FILES / "opencode.json").read_text("utf-8"))
    kinds = {"text": "text", "tool": "tool_use", "step-start": "step_start", "step-finish": "step_finish"}
    parts = [p for m in document["messages"][1:] for p in m["parts"] if p["type"] in kinds]
    lines = [{"type": kinds[p["type"]], "timestamp": 1, "sessionID": "ses_shed", "part": p} for p in parts]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines), encoding="utf-8")
    (run,) = runs(tmp_path / "p.jsonl")
    assert [c.status for c in run.tool_calls] == ["error", "error", "rejected", "unknown"]
    assert run.closing is not None
    assert run.closing.text == "The shed is not painted."
