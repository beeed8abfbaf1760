"""Kills collectors, importers, compaction and analysis on one store at random (kill -9), starts them anew, and counts.

    python bench/kill_parts.py --times 50

Two collectors are sent to, four importers read files, two compactors and the analysis go on, and a reader looks all the
time. What was acknowledged (a request answered with 200, an import that ended with 0) must be there in the end, whole,
and nothing twice. Ends with 1 when something is wrong.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kill_collector import Senders
from otlp_load import Collector

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.collector.compact import compact
from planscope.collector.files import read_file
from planscope.collector.reading import read_spans, run_sql
from planscope.collector.store import Store

FILES = 40  # that each importer reads, a few at a time
OURS = [sys.executable, "-m"]


def chat(path: Path, name: str) -> None:
    """A transcript of some calls."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": f"count the lamps of {name}"}]
    for n in range(12):
        call = {"id": f"{name}-{n}", "type": "function", "function": {"name": "find", "arguments": f'{{"n": {n}}}'}}
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"{name}-{n}", "content": f"lamp {n} of {name} " * 80},
        ]
    path.write_text(json.dumps({"messages": [*messages, {"role": "assistant", "content": "Twelve."}]}))


class Part:
    """A command that is begun again whenever it ends or is killed; it may say what it did when it ended well."""

    def __init__(self, name: str, make: Callable[[], list[str]], done: Callable[[], None] = lambda: None) -> None:
        self.name, self._make, self._done = name, make, done
        self._lock, self._stop = threading.Lock(), threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self.kills, self.ended, self.complaints = 0, 0, list[str]()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                self.process = subprocess.Popen(self._make(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            _, said = self.process.communicate()
            if self.process.returncode == 0:
                self._done()
                self.ended += 1
            elif self.process.returncode not in (-9, -15, 2) or b"Traceback" in said:
                self.complaints.append(f"{self.name} ended with {self.process.returncode}: {said.decode()[-300:]}")

    def kill(self) -> None:
        with self._lock:
            if self.process is not None:
                self.process.kill()
                self.kills += 1

    def stop(self) -> None:
        self._stop.set()
        if self.process is not None:
            self.process.terminate()
        self._thread.join()


def importer(folder: Path, name: str, imported: set[Path]) -> Part:
    """Imports a few files more each time, those from before among them."""
    place = folder / name
    place.mkdir()
    given: list[Path] = []

    def make() -> list[str]:
        if len(given) < FILES:
            given.append(place / f"{len(given)}.json")
            chat(given[-1], f"{name}-{len(given)}")
        return [*OURS, "planscope", "import", str(place), "--root", str(folder), "--store", str(folder / "store")]

    return Part(name, make, lambda: imported.update(given))


def trial(folder: Path, times: int, dice: random.Random) -> int:
    """Does it; answers with the number of things that were wrong."""
    store = folder / "store"
    Store(store)
    imported: set[Path] = set()
    parts = [importer(folder, f"importer{n}", imported) for n in range(4)]
    squeeze = [*OURS, "planscope", "store", "compact", "--store", str(store)]
    parts += [Part(f"compactor{n}", lambda: squeeze) for n in range(2)]
    parts.append(Part("live", lambda: [*OURS, "planscope.analyzers.live", str(store), "--quiet", "0.5"]))
    senders = [Senders(times * 600), Senders(times * 600, seed=8)]
    for sender in senders:
        sender.collector = Collector(store, "--segments", "12")
    reads = 0
    for _ in range(times):
        time.sleep(dice.uniform(0.05, 0.8))
        at = dice.randrange(len(parts) + len(senders))
        if at < len(parts):
            parts[at].kill()
        else:
            sender = senders[at - len(parts)]
            assert sender.collector is not None
            sender.collector.process.kill()
            sender.collector.process.communicate()
            sender.collector = Collector(store, "--segments", "12")
        ((rows, distinct),) = run_sql(
            Store(store), "SELECT count(*), count(DISTINCT (trace_id, span_id)) FROM spans"
        ).rows
        reads += 1
        if rows != distinct:
            print(f"a reader saw {rows} rows of {distinct} spans")
            return 1
    for sender in senders:
        sender.stop()
        assert sender.collector is not None
        sender.collector.process.terminate()
        sender.collector.process.wait(60)
    for part in parts:
        part.stop()
    kills = {p.name: p.kills for p in parts} | {"collectors": times - sum(p.kills for p in parts)}
    print(f"kills: {kills}; {reads} reads beside it")
    return report(folder, senders, imported) + sum(len(p.complaints) for p in parts if not print(*p.complaints, end=""))


def report(folder: Path, senders: list[Senders], imported: set[Path]) -> int:
    """What is there in the end, after a last compaction and analysis."""
    store = Store(folder / "store")
    compact(store, grace=0)
    analyse(store, load_detectors(), quiet=0)
    there = read_spans(store)
    ids = {x.span_id for x in there}
    sent = set().union(*(s.acknowledged for s in senders))
    expected = [x for path in sorted(imported) for x in read_file(path, str(path.relative_to(folder)))[0]]
    lost = len(sent - ids) + sum(x.span_id not in ids for x in expected)
    twice = len(there) - len({(x.trace_id, x.span_id) for x in there})
    ((runs, distinct),) = run_sql(store, "SELECT count(*), count(DISTINCT run_id) FROM runs").rows
    print(f"acknowledged: {len(sent)} spans sent, {len(imported)} files imported with {len(expected)} spans")
    print(f"in the end {len(there)} spans, {lost} lost, {twice} twice; {runs} runs, {runs - distinct} twice")
    return int(lost + twice + runs - distinct)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill whatever works on a store, again and again.")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=None, help="for who is killed when")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        return int(trial(Path(made), options.times, random.Random(options.seed)) > 0)


if __name__ == "__main__":
    sys.exit(main())
