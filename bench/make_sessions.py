"""Writes made-up Claude Code sessions of a given size, for measuring: the same seed gives the same files.

python bench/make_sessions.py FOLDER [--count 100] [--size 1.0] [--seed 1]

A session is a mix of what real ones hold: requests, messages over several lines, thinking, todo lists, edits with the
structured result beside the text, commands with output of up to 4 KB, failures, progress lines. All words are ours.
"""

import argparse
import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_NOUNS = re.findall(
    r"\w+", "gate fence parser ledger garden invoice greenhouse kettle hinge seed bucket orchard path shed lantern"
)
_VERBS = re.findall(r"\w+", "mend check measure paint write test split join clean count move label sort trim open")
_TOOLS = (("Bash", 5), ("Edit", 3), ("Read", 4), ("Grep", 2), ("TodoWrite", 1))
_STATES = ("completed", "in_progress", "pending")


class Writer:
    """One session; `lines` yields it line by line, without end."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.session = f"{seed:08x}-0000-4000-8000-{self.random.getrandbits(48):012x}"
        self.moment = datetime(2026, 3, 2, 9, tzinfo=UTC)
        self.count = 0
        self.before: str | None = None
        self.todo = [self.words(4) for _ in range(6)]
        self.done = 0

    def words(self, count: int) -> str:
        """A sentence of that many words."""
        return " ".join(self.random.choice(_VERBS if n % 3 == 0 else _NOUNS) for n in range(count))

    def output(self, most: int) -> str:
        """Lines as a command prints them."""
        size, made = self.random.randint(20, most), 0
        lines = []
        while made < size:
            lines.append(f"{self.random.randint(1, 999):4d}  {self.words(self.random.randint(3, 12))}")
            made += len(lines[-1])
        return "\n".join(lines)

    def line(self, kind: str, **more: Any) -> str:
        """A line that follows the one before."""
        self.count += 1
        self.moment += timedelta(milliseconds=self.random.randint(5, 9000))
        uuid = f"{self.session[:8]}-{self.count:08d}"
        made = {
            "parentUuid": self.before,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/someone/garden",
            "sessionId": self.session,
            "version": "2.1.0",
            "gitBranch": "main",
            "type": kind,
            **more,
            "uuid": uuid,
            "timestamp": self.moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        self.before = uuid
        return json.dumps(made, ensure_ascii=False, separators=(",", ":"))

    def said(self, message: str, block: dict[str, Any]) -> str:
        """A line with one block of a message."""
        usage = {"input_tokens": 9, "cache_read_input_tokens": self.count * 40, "output_tokens": 60}
        content = {"model": "model-x", "id": message, "type": "message", "role": "assistant", "content": [block]}
        return self.line("assistant", message={**content, "stop_reason": None, "usage": usage}, requestId="r")

    def lines(self) -> Iterator[str]:
        """The session."""
        yield self.line("user", message={"role": "user", "content": f"Please {self.words(30)}."})
        while True:
            message = f"msg_{self.session[:8]}{self.count:06d}"
            if self.random.random() < 0.4:
                yield self.said(message, {"type": "thinking", "thinking": self.words(80), "signature": "c2ln" * 40})
            if self.random.random() < 0.6:
                yield self.said(message, {"type": "text", "text": f"I {self.words(25)}."})
            if self.random.random() < 0.04:
                yield self.said(message, {"type": "text", "text": f"Done: {self.words(60)}."})
                yield self.line("user", message={"role": "user", "content": f"Now {self.words(20)}."})
                continue
            yield from self.call(message)

    def call(self, message: str) -> Iterator[str]:
        """A call with its result."""
        name = self.random.choices([t for t, _ in _TOOLS], [n for _, n in _TOOLS])[0]
        call_id = f"toolu_{self.session[:8]}{self.count:06d}"
        given, text, extra = self.tool(name)
        yield self.said(message, {"type": "tool_use", "id": call_id, "name": name, "input": given})
        while self.random.random() < 0.5:
            yield self.line("progress", data={"type": "hook_progress", "command": self.words(5)}, toolUseID=call_id)
        failed = name == "Bash" and self.random.random() < 0.1
        block = {"type": "tool_result", "tool_use_id": call_id, "content": f"Exit code 1\n{text}" if failed else text}
        block |= {"is_error": True} if failed else {}
        yield self.line("user", message={"role": "user", "content": [block]}, toolUseResult=extra)

    def tool(self, name: str) -> tuple[Any, str, Any]:
        """Arguments, result and structured result."""
        file = f"/home/someone/garden/{self.random.choice(_NOUNS)}.py"
        if name == "Bash":
            text = self.output(4000)
            return {"command": f"make {self.words(2)}"}, text, {"stdout": text, "stderr": "", "interrupted": False}
        if name == "Edit":
            old, new = self.output(300), self.output(600)
            extra = {"filePath": file, "oldString": old, "newString": new, "originalFile": self.output(4000)}
            return {"file_path": file, "old_string": old, "new_string": new}, f"The file {file} was updated.", extra
        if name == "TodoWrite":
            self.done = (self.done + 1) % (len(self.todo) + 1)
            states = [_STATES[0 if n < self.done else 1 if n == self.done else 2] for n in range(len(self.todo))]
            items = [{"content": t, "status": x, "activeForm": t} for t, x in zip(self.todo, states, strict=True)]
            return {"todos": items}, "Todos have been modified successfully", {"oldTodos": [], "newTodos": items}
        text = self.output(4000)
        return {"file_path": file, "pattern": self.words(2)}, text, {"type": "text", "file": {"content": text}}


def write(path: Path, size: int, seed: int) -> int:
    """Writes a session of at least that many bytes; gives its size."""
    made = 0
    with path.open("w", encoding="utf-8") as out:
        for line in Writer(seed).lines():
            made += out.write(line + "\n")
            if made >= size:
                return made
    return made


def main() -> None:
    """Writes the files."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder", type=Path)
    ap.add_argument("--count", type=int, default=100)
    ap.add_argument("--size", type=float, default=1.0, help="megabytes of each file")
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    a.folder.mkdir(parents=True, exist_ok=True)
    for n in range(a.count):
        write(a.folder / f"session-{n:03d}.jsonl", int(a.size * 2**20), a.seed + n)


if __name__ == "__main__":
    main()
