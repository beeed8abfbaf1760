"""Tries to break a store: processes that add, compact and read it at once, and are killed at random.

    python bench/store_trial.py --seconds 600 --adders 4

What `add` has returned from must be seen by every reader from then on, exactly once, also after kill -9 at any moment;
what is derived must be seen whole or not at all; and the store must open. Ends with 1 when something was amiss.
"""

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb  # before the processes part, so that none has to load it

from planscope.collector.compact import compact
from planscope.collector.derived import row
from planscope.collector.intake import Intake
from planscope.collector.publish import NAME
from planscope.collector.reading import Reader, read_spans
from planscope.collector.span import Place, Span
from planscope.collector.store import Store, now
from planscope.collector.tables import CURRENT, FINDINGS, RUNS

DAY = 24 * 3600 * 10**9


def span(worker: str, number: int) -> Span:
    """A span that says who added it; a quarter have a large text that others repeat."""
    text = f"{number % 7} " * 900 if number % 4 == 0 else "short"
    name = f"{worker}-{number}"
    at = DAY * (20_000 + number % 3) + number
    return Span(f"t{worker}", name, None, "chat", at, at + 1, Place("", name), {"gen_ai.tool.call.result": text})


def add(folder: Path, worker: str) -> None:
    """Adds batches for ever and notes each that is acknowledged; some are sent twice."""
    store = Store(folder / "store")
    intake, dice, number = Intake(store), random.Random(worker), 0
    with (folder / "acks" / worker).open("a") as acks:
        while True:
            batch = [span(worker, number + n) for n in range(dice.randint(1, 20))]
            intake.add(batch)
            if dice.random() < 0.2:
                intake.add(batch)
            of = {"run_id": worker, "generation": now()}
            store.add(
                {
                    "runs": [row(RUNS, of, state="ended")],
                    "findings": [row(FINDINGS, of, number=n) for n in range(3)],
                    "current": [row(CURRENT, of, gone=False)],
                }
            )
            number += len(batch)
            acks.write(f"{number}\n")
            acks.flush()


def squeeze(folder: Path, _: str) -> None:
    """Compacts for ever."""
    while True:
        compact(Store(folder / "store"), grace=3.0)
        time.sleep(0.2)


def acknowledged(folder: Path) -> dict[str, int]:
    """How many spans of each worker are acknowledged."""
    found = {}
    for path in (folder / "acks").iterdir():
        lines = [x for x in path.read_text().split("\n")[:-1] if x]
        found[path.name] = int(lines[-1]) if lines else 0
    return found


def problems(folder: Path, reader: Reader) -> Iterator[str]:
    """What is amiss now. What is acknowledged is asked for before the store is."""
    before = acknowledged(folder)
    rows = reader.query("SELECT trace_id, span_id, count(*) AS n FROM spans GROUP BY ALL").rows
    seen = {(trace, name): n for trace, name, n in rows}
    lost = [f"{w}-{n}" for w, count in before.items() for n in range(count) if (f"t{w}", f"{w}-{n}") not in seen]
    if lost:
        yield f"{len(lost)} acknowledged spans are not there, {lost[0]} for one"
    if twice := [k for k, n in seen.items() if n != 1]:
        yield f"{len(twice)} spans are there twice, {twice[0]} for one"
    query = "SELECT r.run_id, count(*) FROM runs AS r JOIN findings AS f USING (run_id) GROUP BY ALL"
    counts = dict(reader.query(query).rows)
    if odd := {k: n for k, n in counts.items() if n != 3}:
        yield f"runs with findings missing or mixed: {odd}"
    if missing := [w for w, count in before.items() if count and w not in counts]:
        yield f"runs that are not there: {missing}"


def read(folder: Path, _: str) -> None:
    """Reads for ever, in both ways; what is amiss is written down."""
    reader, rounds = Reader(Store(folder / "store")), 0
    while True:
        for problem in problems(folder, reader):
            (folder / "amiss").open("a").write(problem + "\n")
        published = folder / "store" / NAME
        if published.exists():
            with duckdb.connect(str(published), read_only=True) as connection:
                n, distinct = connection.execute("SELECT count(*), count(DISTINCT span_id) FROM spans").fetchall()[0]
                if n != distinct:
                    (folder / "amiss").open("a").write(f"published: {n} rows of {distinct} spans\n")
        rounds += 1
        (folder / "reads").write_text(str(rounds))
        time.sleep(0.05)


def work(what: str, folder: Path, name: str) -> None:
    """What a process does until it is killed; what it has to complain of goes to a file."""
    try:
        {"add": add, "squeeze": squeeze, "read": read}[what](folder, name)
    except BaseException:
        (folder / f"{name}.log").write_text(traceback.format_exc())
        raise


def trial(folder: Path, seconds: float, adders: int, seed: int) -> int:
    """Starts everything, kills and restarts at random, and looks at what is left."""
    fork = multiprocessing.get_context("fork")  # so that a new process is at work at once
    dice, made, kills = random.Random(seed), 0, 0
    (folder / "acks").mkdir()

    def start(what: str) -> Any:
        nonlocal made
        made += 1
        process = fork.Process(target=work, args=(what, folder, f"{what}{made}"))
        process.start()
        return process

    running = [(what, start(what)) for what in ["add"] * adders + ["squeeze"] * 2 + ["read"]]
    end = time.monotonic() + seconds
    while time.monotonic() < end or (not any(acknowledged(folder).values()) and time.monotonic() < end + 60):
        time.sleep(dice.uniform(0.05, 0.8))
        at = dice.randrange(len(running) - 1)  # the reader lives
        what, process = running[at]
        process.kill()
        process.join()
        running[at] = (what, start(what))
        kills += 1
    for _, process in running:
        process.kill()
        process.join()
    return report(folder, kills)


def report(folder: Path, kills: int) -> int:
    """The end: what was amiss on the way, and what is amiss now, before and after a last compaction."""
    store = Store(folder / "store")
    amiss = (folder / "amiss").read_text().splitlines() if (folder / "amiss").exists() else []
    amiss += list(problems(folder, Reader(store)))
    compact(store, grace=0)
    amiss += [f"after compaction: {p}" for p in problems(folder, Reader(store))]
    if any(x != span(x.trace_id[1:], int(x.span_id.rpartition("-")[2])) for x in read_spans(store)):
        amiss.append("a span came back changed")
    complaints = [f"{p.name}: {t[-1]}" for p in folder.glob("*.log") if (t := p.read_text().splitlines())]
    acks = acknowledged(folder)
    reads = (folder / "reads").read_text() if (folder / "reads").exists() else "0"
    print(json.dumps({"acknowledged": sum(acks.values()), "kills": kills, "reads": int(reads or 0)}))
    for line in [*amiss, *complaints]:
        print(line)
    return int(bool(amiss or complaints))


def main() -> int:
    parser = argparse.ArgumentParser(description="Try to break a store.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--adders", type=int, default=4)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        return trial(Path(made), options.seconds, options.adders, options.seed)


if __name__ == "__main__":
    sys.exit(main())
