"""Histories rendered by SpecStory. The history is made up; its form is that of Markdown v2.1."""

from collections.abc import Callable
from pathlib import Path

from planscope.collector.run import ModelCall, Run

FILE = Path(__file__).parent / "files" / "specstory.md"
Read = Callable[..., list[Run]]


def test_a_history(runs: Read) -> None:
    (run,) = runs(FILE)
    assert (run.id, run.format, run.state) == ("01-kiln", "specstory", "ended")
    assert [(x.text, x.place.position) for x in run.requests] == [("Heat the kiln", "8")]
    shown = [(c.name, c.arguments, c.status, c.content, c.place.position) for c in run.tool_calls]
    assert shown == [
        ("exec_command", {"command": "cat kiln"}, "error", "present", "24"),
        ("apply_patch", {"input": "+hot"}, "unknown", "not_captured", "45"),
    ]
    assert run.tool_calls[0].result.startswith("cat: kiln: No such file\n_**User")
    assert run.tool_calls[0].data == {"exit_code": 1}
    (plan,) = run.plan_updates
    assert [(i.text, i.status) for i in plan.version.items] == [("Look", "completed"), ("Heat", "pending")]
    first, last = (x for x in run.steps if isinstance(x, ModelCall))
    assert (first.text, first.thinking, first.model) == ("I look at the kiln.", "**How hot?**", "m-1")
    assert last.text == "There is no kiln."


def test_a_history_that_stops_within_a_tool(runs: Read, tmp_path: Path) -> None:
    text = FILE.read_text("utf-8")
    (tmp_path / "h.md").write_text(text[: text.index("No such file")], encoding="utf-8")
    (run,) = runs(tmp_path / "h.md")
    assert run.state == "cut_off"
