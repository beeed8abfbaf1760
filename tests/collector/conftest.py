"""What the tests of the readers share: a writer of Claude Code lines, and reading files into runs as a check does."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.check import read_job
from planscope.analyzers.files import Job
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Session:
    """Lines of one Claude Code session (or of one of its sub-agents), each a second after the one before."""

    def __init__(self, session: str = "s-main", agent: str = "", start: int = 0) -> None:
        self.session, self.agent, self.seconds = session, agent, start
        self.lines: list[dict[str, Any]] = []

    def line(self, kind: str, message: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Adds a line of this type that follows the one before."""
        self.seconds += 1
        made: dict[str, Any] = {
            "type": kind,
            "uuid": f"{self.session}-{self.agent or 'm'}-{len(self.lines)}",
            "parentUuid": self.lines[-1]["uuid"] if self.lines else None,
            "sessionId": self.session,
            "isSidechain": bool(self.agent),
            "timestamp": (START + timedelta(seconds=self.seconds)).isoformat().replace("+00:00", "Z"),
        }
        made |= {"agentId": self.agent} if self.agent else {}
        made |= {"message": dict(message)} if message is not None else {}
        self.lines.append({**made, **more})
        return self.lines[-1]

    def user(self, text: Any, **more: Any) -> None:
        """The user (or the program in the user's name) says something."""
        self.line("user", {"role": "user", "content": text}, **more)

    def say(self, *blocks: Any, id: str = "", usage: Mapping[str, int] | None = None, **more: Any) -> None:
        """The agent answers: texts, or blocks as they stand."""
        content = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
        message = {"id": id or f"msg-{self.session}-{self.agent}-{len(self.lines)}", "role": "assistant", "model": "m"}
        self.line("assistant", {**message, "content": content, **({"usage": usage} if usage else {})}, **more)

    def call(self, name: str, given: Any, result: Any = "ok", *, data: Any = None, error: bool = False) -> None:
        """The agent calls a tool; `result` None leaves it without one."""
        call_id = f"toolu-{self.session}-{self.agent}-{len(self.lines)}"
        self.say({"type": "tool_use", "id": call_id, "name": name, "input": given})
        if result is not None:
            block = {"type": "tool_result", "tool_use_id": call_id, "content": result}
            more = {"toolUseResult": data} if data is not None else {}
            self.user([{**block, **({"is_error": True} if error else {})}], **more)

    def write(self, path: Path) -> Path:
        """Writes the lines into a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in self.lines), encoding="utf-8")
        return path


@pytest.fixture
def session() -> type[Session]:
    """The writer of sessions."""
    return Session


@pytest.fixture
def runs() -> Callable[..., list[Run]]:
    """Reads files together; nothing may have been skipped or refused."""

    def read(*paths: Path, skipped: int = 0) -> list[Run]:
        spans, facts = read_job(Job(tuple((p, p.name) for p in paths)))
        assert [f.problem for f in facts if f.problem] == []
        assert sum(len(f.skipped) for f in facts) == skipped
        return runs_of(spans)

    return read
