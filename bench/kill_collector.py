"""Kills a collector at work again and again (kill -9, at random moments), starts it anew, and counts.

    python bench/kill_collector.py --times 20

Senders do as exporters do: what was not acknowledged they send again. In the end every span that was acknowledged must
be there, whole, and none may be seen twice. Compaction goes on meanwhile, far more often than it would by itself. Ends
with 1 when something is wrong.
"""

import argparse
import http.client
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

from otlp_load import Collector, Load, post

from planscope.collector.reading import read_spans, run_sql
from planscope.collector.store import Store

SENDERS = 3
BATCH = 40


class Senders:
    """Threads that send bodies one after the other, each until it is acknowledged, to whatever collector there is."""

    def __init__(self, spans: int, seed: int = 7) -> None:
        self._bodies = iter(Load(seed=seed, size=1500).bodies(spans, BATCH))
        self._lock = threading.Lock()
        self.collector: Collector | None = None
        self.acknowledged: set[str] = set()
        self.again = 0
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._send) for _ in range(SENDERS)]
        for thread in self._threads:
            thread.start()

    def _send(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                body, ids = next(self._bodies, (b"", []))
            if not body:
                return
            while not self._stop.is_set() and not self._taken(body):
                self.again += 1
                time.sleep(0.05)
            else:
                if not self._stop.is_set():
                    self.acknowledged.update(ids)

    def _taken(self, body: bytes) -> bool:
        collector = self.collector
        if collector is None:
            return False
        connection = collector.connect()
        try:
            return post(connection, body) == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def stop(self) -> None:
        """No more is sent."""
        self._stop.set()
        for thread in self._threads:
            thread.join()


def trial(folder: Path, times: int, dice: random.Random) -> int:
    """Does it; answers with the number of things that were wrong."""
    store, senders, wrong = folder / "store", Senders(times * 20_000), 0
    for n in range(times):
        senders.collector = Collector(store, "--segments", "12")
        time.sleep(dice.uniform(0.1, 1.5))
        senders.collector.process.kill()
        senders.collector.process.communicate()
        senders.collector = None
        known = set(senders.acknowledged)
        lost = len(known - seen(store))
        wrong += lost
        print(f"kill {n + 1}: {len(known)} acknowledged, {lost} lost, {senders.again} sent again", flush=True)
    senders.collector = Collector(store, "--segments", "12")
    time.sleep(1.0)
    senders.stop()
    senders.collector.process.terminate()
    ended = senders.collector.process.wait(60)
    ids = [x.span_id for x in read_spans(Store(store))]  # whole: a large text that is missing would be an error
    lost, twice = len(senders.acknowledged - set(ids)), len(ids) - len(set(ids))
    ((rows,),) = run_sql(Store(store), "SELECT count(*) FROM spans").rows
    print(f"in the end {len(senders.acknowledged)} acknowledged, {lost} lost, {len(ids)} there, {twice} twice,")
    print(f"{rows} in view spans; the last collector ended with {ended}")
    return wrong + lost + twice + abs(rows - len(ids)) + abs(ended)


def seen(store: Path) -> set[str]:
    """Ids of spans that a query sees."""
    return {x.span_id for x in read_spans(Store(store))}


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a collector at work, again and again.")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None, help="for the moments of the kills")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        return int(trial(Path(made), options.times, random.Random(options.seed)) > 0)


if __name__ == "__main__":
    sys.exit(main())
