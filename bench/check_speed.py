"""Measures how fast `planscope check` is, on sessions that it makes up: prints figures beside their bars.

python bench/check_speed.py                  all of it, in a temporary folder
python bench/check_speed.py --few            ten transcripts instead of a hundred

Nothing fails by being slow: figures depend on the machine, and tests that measure time are not kept.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANY, BAR_MANY = 100, 60.0  # transcripts of 1 MB; seconds on two processors
BAR_ONE, BAR_MEMORY = 1.5, 500  # seconds and MB for one transcript of 5 MB, with Python's start

WORDS = (
    "parser",
    "total",
    "order",
    "invoice",
    "ticket",
    "error",
    "result",
    "cheapest",
    "fare",
    "build",
    "passed",
    "list",
)


def session(size: int, seed: int) -> Iterator[str]:
    """Lines of a Claude Code session of about so many bytes: reading, editing, testing, a list that follows the work,
    prices, failures, several requests."""
    luck, written, turn = random.Random(seed), 0, 0
    for n in range(10**9):
        if written > size:
            break
        if n % 400 == 0:
            turn += 1
            blocks: Iterator[tuple[str, Any, Any]] = iter([("user", f"Task {turn}: {words(luck, 30)}", None)])
        else:
            blocks = exchange(luck, n, turn)
        for k, (kind, content, data) in enumerate(blocks):
            ids = {"sessionId": f"s{seed}", "uuid": f"{seed}-{n}-{k}", "parentUuid": None, "isSidechain": False}
            when = f"2026-03-0{1 + turn % 9}T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.{k:03}Z"
            message = {"role": kind, "content": content, "id": f"m{seed}-{n}", "model": "made-up-model"}
            more = {"toolUseResult": data} if data else {}
            line = json.dumps({**ids, "timestamp": when, "type": kind, "message": message, **more})
            written += len(line) + 1
            yield line


def exchange(luck: random.Random, n: int, turn: int) -> Iterator[tuple[str, Any, Any]]:
    """A message of the agent, its call, the result."""
    call = f"t{n}"
    if n % 40 == 1:
        items = [f"{luck.choice(WORDS)} {luck.choice(WORDS)} {turn}.{k}" for k in range(6)]
        at = n // 40 % 7
        states = ["completed" if k < at else "in_progress" if k == at else "pending" for k in range(6)]
        todos = [{"content": c, "status": s} for c, s in zip(items, states, strict=True)]
        name, arguments, result = "TodoWrite", {"todos": todos}, "Todos have been modified successfully."
    elif n % 7 == 3:
        name, arguments = "Bash", {"command": f"python -m pytest -q tests/test_{luck.choice(WORDS)}.py"}
        failed = luck.randrange(3)
        result = f"{failed} failed, 31 passed in 2.41s" if failed else "34 passed in 2.38s"
    elif n % 5 == 2:
        name, arguments = "Edit", {"file_path": f"/repo/{luck.choice(WORDS)}.py", "new_string": words(luck, 60)}
        result = "The file was updated."
    else:
        name, arguments = "Read", {"file_path": f"/repo/{luck.choice(WORDS)}.py"}
        result = "\n".join(words(luck, 12) for _ in range(luck.randrange(5, 60)))
    price = f" The {luck.choice(WORDS)} costs {luck.randrange(10**5) / 100:.2f} EUR." if n % 25 == 0 else ""
    said = f"{words(luck, 25)}.{price}"
    yield "assistant", [{"type": "text", "text": said}], None
    yield "assistant", [{"type": "tool_use", "id": call, "name": name, "input": arguments}], None
    block = {"type": "tool_result", "tool_use_id": call, "content": result, "is_error": "failed" in result}
    yield "user", [block], None


def chat(size: int) -> str:
    """A chat as one JSON document: many requests, offers with prices, answers that claim this and that."""
    luck, messages, written = random.Random(1), list[dict[str, Any]](), 0
    while written < size:
        n = len(messages)
        asked = {"id": f"c{n}", "function": {"name": "search", "arguments": json.dumps({"q": words(luck, 5)})}}
        offers = [{"name": words(luck, 2), "price": f"{luck.randrange(9999) / 100:.2f} EUR"} for _ in range(30)]
        more: list[dict[str, Any]] = [
            {"role": "user", "content": words(luck, 60)},
            {"role": "assistant", "content": words(luck, 20), "tool_calls": [asked]},
            {"role": "tool", "tool_call_id": f"c{n}", "content": json.dumps(offers)},
            {
                "role": "assistant",
                "content": f"{words(luck, 20)}. All tests passed. I checked the {luck.choice(WORDS)}.",
            },
        ]
        messages += more
        written += sum(len(json.dumps(m)) for m in more)
    return json.dumps({"messages": messages})


def words(luck: random.Random, count: int) -> str:
    """So many words."""
    return " ".join(luck.choices(WORDS, k=count))


def make(folder: Path, count: int, size: int) -> None:
    """So many sessions of that size."""
    folder.mkdir()
    for seed in range(count):
        (folder / f"{seed:03}.jsonl").write_text("\n".join(session(size, seed)) + "\n")


@dataclass(frozen=True)
class Figures:
    """Wall seconds, seconds of processor time (all processes), and the peak memory of the largest process in MB."""

    wall: float
    processor: float
    memory: float

    def line(self, what: str, bar: str = "") -> str:
        """One line of the table."""
        return f"{what:32}{self.wall:8.2f} s{self.processor:8.2f} s{self.memory:7.0f} MB   {bar}"


def measured(path: Path, *options: str) -> Figures:
    """One check of these files, as a user would run it."""
    command = [
        sys.executable,
        "-m",
        "planscope",
        "check",
        str(path),
        "--format",
        "jsonl",
        "--fail-on",
        "never",
        *options,
    ]
    # as once installed: modules are compiled, outside the checkout
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(path.parent / "compiled")}
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **compiled})
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    if status:
        print(f"ended with {status}", file=sys.stderr)
    return Figures(
        wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    )


def main() -> None:
    """Prints the figures."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--few", action="store_true", help="ten transcripts instead of a hundred")
    count = 10 if ap.parse_args().few else MANY
    with tempfile.TemporaryDirectory() as place:
        make(Path(place, "tiny"), 1, 1000)
        make(Path(place, "one"), 1, 5 * 10**6)
        make(Path(place, "many"), count, 10**6)
        Path(place, "chat.json").write_text(chat(5 * 10**6))
        measured(Path(place, "tiny"))
        print(f"{'':32}{'wall':>10}{'processor':>10}{'memory':>10}")
        print(measured(Path(place, "tiny")).line("start and one tiny transcript"))
        print(measured(Path(place, "one")).line("one transcript of 5 MB", f"bars {BAR_ONE} s wall, {BAR_MEMORY} MB"))
        print(measured(Path(place, "chat.json")).line("one chat of 5 MB"))
        many = measured(Path(place, "many"), "--processes", "2")
        print(many.line(f"{count} of 1 MB, two processes", f"bar {BAR_MANY} s wall for {MANY}"))


if __name__ == "__main__":
    main()
