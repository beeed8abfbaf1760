"""Where Claude Code keeps its sessions, and which was the newest one of a folder."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from planscope.errors import Unreadable


def sessions_folder(folder: Path) -> Path:
    """Where the sessions begun in this folder are kept: everything but letters and digits of its path becomes '-'."""
    home = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    return home / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(folder))


def last_session(folder: Path) -> list[Path]:
    """The newest session begun in this folder, and the files of its sub-agents. Raises Unreadable without one."""
    place = sessions_folder(folder)
    sessions = [f for f in place.glob("*.jsonl") if not f.name.startswith("agent-") and f.stat().st_size]
    if not sessions:
        hint = "start planscope in the folder where the agent was started, or give the path of a transcript"
        raise Unreadable(f"no Claude Code session of {folder} (looked in {place}); {hint}")
    newest = max(sessions, key=lambda f: (f.stat().st_mtime, f.name))
    return [newest, *sorted(_sub_agents(newest))]


def _sub_agents(session: Path) -> Iterator[Path]:
    """Files of a session's sub-agents: in a folder of the session's name, or (older) beside it, naming it inside."""
    yield from (session.parent / session.stem).rglob("*.jsonl")
    mark = f'"{session.stem}"'.encode()
    for file in session.parent.glob("agent-*.jsonl"):
        with file.open("rb") as stream:
            if mark in stream.readline(2**20):
                yield file
