"""Sessions of pi and OpenClaw. The session is made up; its form is that of pi's version 3."""

from collections.abc import Callable
from pathlib import Path

from planscope.collector.run import Compaction, ModelCall, Run, UserMessage

FILE = Path(__file__).parent / "files" / "pi.jsonl"
Read = Callable[..., list[Run]]


def test_a_session(runs: Read) -> None:
    (run,) = runs(FILE)
    assert (run.id, run.format, run.state) == ("pi-boat", "pi", "ended")
    asked = [(x.text, x.system, x.place.position) for x in run.steps if isinstance(x, UserMessage)]
    assert asked == [("Caulk the boat", False, "1"), ("$ pwd\n/boat", True, "6")]
    assert [(c.name, c.status, c.content, c.result) for c in run.tool_calls] == [
        ("bash", "ok", "truncated", "hull"),
        ("read", "error", "present", "ENOENT: no such file"),
    ]
    first, last = (x for x in run.steps if isinstance(x, ModelCall))  # what the program mirrors is no answer
    assert (first.thinking, first.text, first.calls) == ("Where?", "I look.", 2)
    assert (first.input_tokens, first.output_tokens, first.cache_read_tokens) == (15, 4, 10)
    assert last.text == "There is no caulk."
    assert [x.text for x in run.steps if isinstance(x, Compaction)] == ["Looked at the hull."]


def test_a_session_cut_off_in_the_middle_of_a_line(runs: Read, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(FILE.read_bytes()[:-40])
    (run,) = runs(tmp_path / "s.jsonl", skipped=1)
    assert run.state == "cut_off"
