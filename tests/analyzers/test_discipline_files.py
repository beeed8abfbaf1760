"""Ticks in files as agents write them, read and checked whole."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from planscope.analyzers.check import check_files, find_files
from planscope.analyzers.detector import Finding, chosen, load_detectors


def found(path: Path) -> list[Finding]:
    detectors = chosen(load_detectors(), ["discipline", "stale_todo"])
    return [f for report in check_files(find_files([path], path.parent), detectors) for f in report.findings]


def _event(n: int, result: str, completed: bool) -> dict[str, object]:
    step = {"id": f"s{n}", "description": "Open the booking page", "completed": completed, "result": result}
    return {
        "path": f"01_planning/{n:03}_system/system.md",
        "seq": n,
        "event": "system",
        "agent": "planning",
        "time": f"2026-03-01T10:00:{n:02}Z",
        "text": "# System",
        "details": [{"executedStep": step, "feedback": "It was not possible to read the page."}],
    }


def test_a_program_flags_a_step_that_met_a_closed_door(tmp_path: Path) -> None:
    page = "Observed output of cmd `browser` executed:\nTitle: Rooms\nAre you a person or a robot?"
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"events": [_event(2, page, True), _event(3, page + " ", True)]}), encoding="utf-8")
    (finding,) = found(path)
    assert finding.form == "completed-despite-error"
    assert finding.severity == "error"
    assert [e.place.position for e in finding.evidence] == ["01_planning/002", "01_planning/003"]
    assert "a person or a robot" in finding.message


def test_a_step_without_the_flag_is_no_tick(tmp_path: Path) -> None:
    page = "Observed output of cmd `browser` executed:\nTitle: Rooms\nAre you a person or a robot?"
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"events": [_event(2, page, False)]}), encoding="utf-8")
    assert found(path) == []


def _line(uuid: str, kind: str, content: Sequence[Mapping[str, object]], **more: object) -> str:
    message = {"role": kind, "content": content, "id": f"m{uuid}"}
    return json.dumps({"type": kind, "uuid": uuid, "sessionId": "s", "message": message, **more})


def test_a_list_of_a_sub_agent_stays_apart_from_its_parent_s(tmp_path: Path) -> None:
    def todo(uuid: str, items: list[tuple[str, str]], **more: object) -> list[str]:
        todos = [{"content": c, "status": s} for c, s in items]
        call = {"type": "tool_use", "id": f"t{uuid}", "name": "TodoWrite", "input": {"todos": todos}}
        answer = {"type": "tool_result", "tool_use_id": f"t{uuid}", "content": "ok"}
        return [_line(uuid, "assistant", [call], **more), _line(f"{uuid}r", "user", [answer], parentUuid=uuid, **more)]

    side = {"isSidechain": True, "agentId": "a1"}
    lines = [_line("u1", "user", [{"type": "text", "text": "Profile, then fix"}])]
    lines += todo("a", [("Profile the pipeline", "in_progress"), ("Fix the worst spot", "pending")])
    lines += [_line("u2", "user", [{"type": "text", "text": "Profile"}], **side)]
    lines += todo("b", [("Run the profiler", "in_progress"), ("Name the spots", "pending")], **side)
    path = tmp_path / "session.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert found(path) == []
