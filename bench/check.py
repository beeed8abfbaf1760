"""Measures how analysis grows: steps a second over many runs, one long run, and each detector's share.

python bench/check.py                1,000,000 steps in 20,000 runs, beside 10,000 steps and nothing; long runs; shares
python bench/check.py --steps 100000

A step has about 1 KB of text, every third one states amounts, results go up to 4 KB; runs are chats of 50 steps with a
list of tasks, prices, failures, tests and claims. The time is that of `planscope check` over their files, two
processes, with Python's start and reading. Bars: 150 s for 1,000,000 steps on two processors; at most 1.15 times what
10,000 steps would make of it; a run of 30,000 steps at most 1.3 times linear; no detector above 30 %; 1.5 GiB.
"""

import argparse
import json
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from check_speed import WORDS, measured, words

from planscope.analyzers.check import check_run, read_job
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.files import Job
from planscope.collector.interpret import runs_of

RUN = 50  # steps of one run
BESIDE = 10_000  # steps of the small measurement
LONG = (1_000, 10_000, 30_000)


def chat(luck: random.Random, steps: int) -> dict[str, Any]:
    """A chat of about so many steps: one request, and work until it is said to be done."""
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": f"Order the parts. Budget 5,000 EUR. {prose(luck, 4)}"}
    ]
    items = [f"{luck.choice(WORDS)} {luck.choice(WORDS)} {k}" for k in range(6)]
    done = 0
    while len(messages) < steps - 2:
        n = len(messages)
        name, arguments, result = work(luck, n, items, done)
        done = min(done + (name == "write_todos"), 6)
        asked = {"id": f"c{n}", "function": {"name": name, "arguments": json.dumps(arguments)}}
        messages.append({"role": "assistant", "content": prose(luck, 12, prices=n % 10 < 3), "tool_calls": [asked]})
        messages.append({"role": "tool", "tool_call_id": f"c{n}", "content": result})
    messages.append(
        {"role": "assistant", "content": f"Everything is ordered, and all tests pass. {prose(luck, 10, True)}"}
    )
    return {"messages": messages}


def work(luck: random.Random, n: int, items: list[str], done: int) -> tuple[str, Any, str]:
    """A call and its result."""
    if n % 16 == 1:
        states = ["completed" if k < done else "in_progress" if k == done else "pending" for k in range(6)]
        todos = [{"content": c, "status": s} for c, s in zip(items, states, strict=True)]
        return "write_todos", {"todos": todos}, "Updated todo list"
    if n % 7 == 3:
        failed = luck.randrange(3)
        return (
            "bash",
            {"command": f"pytest -q tests/test_{luck.choice(WORDS)}.py"},
            f"{failed} failed, 31 passed in 2.41s",
        )
    if n % 5 == 2:
        return (
            "order_part",
            {"part": luck.choice(WORDS), "amount": luck.randrange(10**5) / 100},
            '{"status": "ordered"}',
        )
    if n % 3 == 0:
        offers = [
            {"name": words(luck, 2), "price": f"{luck.randrange(99_999) / 100:.2f} EUR",
             "in_stock": luck.random() < 0.9, "rating": luck.randrange(50) / 10, "note": words(luck, 4)}
            for _ in range(luck.randrange(2, 25))
        ]  # fmt: skip
        return "search_parts", {"q": words(luck, 3)}, json.dumps(offers)
    return "read_page", {"url": f"https://shop.example/{n}"}, prose(luck, luck.randrange(5, 50))


def prose(luck: random.Random, sentences: int, prices: bool = False) -> str:
    """Sentences of about 80 characters, some with amounts."""
    made = [f"The {words(luck, luck.randrange(8, 14))}." for _ in range(sentences)]
    for k in range(0, sentences, 3) if prices else ():
        made[k] = f"The {luck.choice(WORDS)} costs {luck.randrange(99_999) / 100:.2f} EUR, {words(luck, 7)}."
    return " ".join(made)


def write(folder: Path, steps: int) -> None:
    """Runs of that many steps together, a file each."""
    folder.mkdir()
    for seed in range(max(1, steps // RUN) if steps else 0):
        (folder / f"{seed:05}.json").write_text(json.dumps(chat(random.Random(seed), RUN)))
    (folder / "empty.json").write_text(json.dumps({"messages": [{"role": "user", "content": "Hello"}]}))


def growth(place: Path, steps: int) -> None:
    """Prints the time for nothing, for a few and for many steps."""
    taken = {}
    for count in (0, BESIDE, steps):
        write(place / str(count), count)
        figures = measured(place / str(count), "--processes", "2")
        taken[count] = figures.wall
        print(figures.line(f"{count:,} steps"))
    linear = steps / BESIDE * (taken[BESIDE] - taken[0]) + taken[0]
    print(f"{taken[steps] / linear:6.2f} times what {BESIDE:,} steps make of it (bar 1.15)")


def long_runs() -> None:
    """Prints processor seconds for one run of each length, and how they grow."""
    first = 0.0
    for steps in LONG:
        run = made_run(steps)
        begin = time.process_time()
        check_run(run, load_detectors(()))
        taken = time.process_time() - begin
        first = first or taken / steps
        print(f"one run of {steps:6,} steps   {taken:7.2f} s   {taken / steps / first:5.2f} times linear (bar 1.3)")


def made_run(steps: int, seed: int = 1) -> Any:
    """One run of that many steps, as read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "long.json")
        path.write_text(json.dumps(chat(random.Random(seed), steps)))
        spans, _ = read_job(Job(((path, path.name),)))
    return runs_of(spans)[0]


def shares(count: int = 100) -> None:
    """Prints what each stage and detector costs a step. Facts that several share are charged to the first to ask."""
    taken: dict[str, float] = {}
    steps = 0
    for run in (made_run(RUN, seed) for seed in range(count)):
        steps += len(run.steps)
        for d in load_detectors(()):
            begin = time.process_time()
            check_run(run, [d])
            taken[d.id] = taken.get(d.id, 0) + time.process_time() - begin
    whole = sum(taken.values())
    for name, seconds in sorted(taken.items(), key=lambda x: -x[1]):
        print(f"  {name:20} {seconds / steps * 1e6:8.1f} us a step   {seconds / whole:6.1%} (bar 30 %)")


def main() -> None:
    """Prints the figures."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--steps", type=int, default=1_000_000)
    ap.add_argument("--shares", action="store_true", help="only what each detector costs")
    given = ap.parse_args()
    shares()
    if given.shares:
        return
    long_runs()
    with tempfile.TemporaryDirectory() as place:
        growth(Path(place), given.steps)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(f"largest process {peak:.0f} MB (bar 1536), {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
