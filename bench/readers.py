"""Reads a store in other processes while a collector is written to, and counts errors.

    python bench/readers.py --times 200 --rate 1000

A writer posts spans at that rate, all the time. Meanwhile one process opens planscope.duckdb anew `times` times and
counts spans in it, one asks what the pages of the dashboard ask `times` times, and one counts again and again, for how
soon a span is seen after its request began. Ends with 1 when a reader met an error, or saw fewer spans than before.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
from ingest import spread
from otlp_load import Collector, Load, post

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.api import OpenStore
from planscope.collector.publish import NAME
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.store import Store

BEFORE = 5_000  # spans that are there and analysed when it begins
BATCH = 100
MOST = 120  # seconds of writing; what readers do after that is done without a writer, and the rate says so


class Writer:
    """Posts spans at a rate until it is stopped, from a thread; remembers when each request began."""

    def __init__(self, collector: Collector, rate: int) -> None:
        self.began: list[float] = []
        self.refused = 0
        self._collector, self._pause = collector, BATCH / rate
        self._bodies = [
            b for b, _ in Load(seed=8).bodies(MOST * rate, BATCH)
        ]  # made before: it costs as much as storing
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _work(self) -> None:
        connection, began = self._collector.connect(), time.monotonic()
        for body in self._bodies:
            if self._stop.is_set():
                break
            time.sleep(max(0.0, began + len(self.began) * self._pause - time.monotonic()))
            self.began.append(time.monotonic())
            self.refused += post(connection, body) != 200

    def stop(self) -> None:
        """No more is sent."""
        self._stop.set()
        self._thread.join()


# --- what the other processes do -----------------------------------------------------------------------------------


def opened(folder: Path) -> int:
    """Opens the published file and counts what its view of spans holds."""
    with duckdb.connect(str(folder / NAME), read_only=True) as connection:
        ((spans, runs),) = connection.execute(
            "SELECT (SELECT count(*) FROM spans), (SELECT count(*) FROM runs)"
        ).fetchall()
    if not runs:
        raise LookupError("no runs in the published file")
    return int(spans)


def asked(store: OpenStore) -> int:
    """What the pages ask of the list of runs and of one run; answers with the number of spans. Runs that still grow
    are left out: without an analysis beside it, here these are all that came."""
    from planscope.dashboard import growing, queries

    growing.marker(store)
    page = queries.runs(store, queries.Asked())
    queries.facets(store)
    head = queries.head(store, page.rows[0].id)
    if head is None:
        raise LookupError("a run of the list is not there")
    queries.findings(store, head.id)
    queries.checks(store, head.id)
    queries.related(store, head)
    queries.generation(store, head.id)
    if queries.whole_run(store, head) is None:
        raise LookupError("the spans of a run are not there")
    return queries.spans(store)


def reads(what: str, folder: Path, times: int) -> None:
    """Does one of them again and again; prints how it went as JSON."""
    errors: list[str] = []
    took: list[float] = []
    seen = 0
    work: Callable[[], int] = lambda: opened(folder)  # noqa: E731
    if what == "dashboard":
        store = OpenStore(Store(folder, create=False))
        work = lambda: asked(store)  # noqa: E731
    for _ in range(times):
        began = time.monotonic()
        try:
            spans = work()
        except Exception as e:
            errors.append(f"{type(e).__name__}: {e}"[:200])
            continue
        took.append(time.monotonic() - began)
        if spans < seen:
            errors.append(f"{spans} spans seen after {seen}")
        seen = spans
        time.sleep(0.1)
    print(json.dumps({"errors": errors, "took": took, "seen": seen}))


def child(what: str, folder: Path, times: int) -> "subprocess.Popen[str]":
    """One of the readers, as a process."""
    command = [sys.executable, __file__, "--as", what, "--store", str(folder), "--times", str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


# --- the trial -----------------------------------------------------------------------------------------------------


def trial(folder: Path, times: int, rate: int) -> int:
    """Does it; answers with the number of errors."""
    collector = Collector(folder)
    connection = collector.connect()
    for body, _ in Load().bodies(BEFORE, BATCH):
        post(connection, body)
    analyse(Store(folder), load_detectors())
    store = Store(folder)
    writer = Writer(collector, rate)
    readers = {what: child(what, folder, times) for what in ("published", "dashboard")}
    ages: list[float] = []
    while any(x.poll() is None for x in readers.values()):
        sent = len(writer.began)
        fresh, at = min((rows(store) - BEFORE) // BATCH, sent), time.monotonic()
        ages += [at - writer.began[n] for n in range(len(ages), fresh)]
        time.sleep(0.1)
    writer.stop()
    collector.process.terminate()
    ended = collector.process.wait(60)
    wrong = writer.refused + abs(ended)
    reached = (len(writer.began) - 1) * BATCH / max(1e-9, writer.began[-1] - writer.began[0])
    print(f"{reached:.0f} spans a second posted ({rate} wanted); {writer.refused} requests refused")
    for what, process in readers.items():
        wrong += told(what, json.loads(process.communicate()[0] or '{"errors": ["it died"], "took": [0], "seen": 0}'))
    print(f"  a span is seen by a query after {spread(ages)}")
    return wrong


def rows(store: Store) -> int:
    """Rows of spans that a query sees: no span is sent twice here, and this costs the others least."""
    return int(store.run(f"SELECT count(*) FROM {stored(snapshot(store), 'spans')}")[0][0])


def told(what: str, result: dict[str, Any]) -> int:
    """Prints how a reader fared; answers with the number of its errors."""
    errors, took = result["errors"], sorted(result["took"])
    print(f"  {what:10} {len(took)} times without error, {len(errors)} errors; {spread(took)}; {result['seen']} spans")
    for line in errors[:5]:
        print(f"    {line}")
    return len(errors)


def main() -> int:
    parser = argparse.ArgumentParser(description="Read a store while it is written to.")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--rate", type=int, default=1000, help="spans a second")
    parser.add_argument("--as", dest="what", choices=["published", "dashboard"], help=argparse.SUPPRESS)
    parser.add_argument("--store", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.what:
        reads(options.what, options.store, options.times)
        return 0
    with tempfile.TemporaryDirectory() as made:
        return int(trial(Path(made) / "store", options.times, options.rate) > 0)


if __name__ == "__main__":
    sys.exit(main())
