"""How fast spans get into a store over HTTP, and what each stage costs.

    python bench/ingest_http.py                  40,000 spans of about 2 KB from 4 senders, compaction included
    python bench/ingest_http.py --fresh          how long after its request a span is seen by a query (at 1,000 spans/s)

Queryable means: an own process counts them in the store. CPU is the figure to trust; wall time moves with whatever else
the machine does, and senders and counting take their part of it.
"""

import argparse
import gzip
import statistics
import tempfile
import threading
import time
from pathlib import Path

from ingest import cpu
from otlp_load import PROTOBUF, Collector, Load, post

from planscope.collector.compact import compact
from planscope.collector.intake import Intake
from planscope.collector.otlp_body import PROTOBUF as FORM
from planscope.collector.otlp_body import decode
from planscope.collector.pieces import Texts
from planscope.collector.reading import each_table
from planscope.collector.rows import row_of
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.store import Store


def count(store: Store) -> int:
    """Spans that a query sees."""
    query = f"SELECT count(DISTINCT (trace_id, span_id)) FROM {stored(snapshot(store), 'spans')}"
    return int(store.run(query)[0][0])


def throughput(folder: Path, spans: int, senders: int, zipped: bool) -> None:
    """Prints spans a second until all can be queried, and the collector's CPU for one."""
    bodies = [b for b, _ in Load().bodies(spans)]
    sent = sum(map(len, bodies))
    headers = {**PROTOBUF, **({"content-encoding": "gzip"} if zipped else {})}
    bodies = [gzip.compress(b, 6) for b in bodies] if zipped else bodies
    collector = Collector(folder / "store")
    store = Store(folder / "store")
    waits: list[float] = []
    todo, lock = iter(bodies), threading.Lock()

    def send() -> None:
        connection = collector.connect()
        while True:
            with lock:
                body = next(todo, None)
            if body is None:
                return
            began = time.perf_counter()
            while post(connection, body, headers) == 503:
                time.sleep(0.5)
            waits.append(time.perf_counter() - began)

    before, began = collector.cpu(), time.perf_counter()
    threads = [threading.Thread(target=send) for _ in range(senders)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    acknowledged = time.perf_counter() - began
    while count(store) < spans:
        time.sleep(0.05)
    queryable = time.perf_counter() - began
    used, peak = collector.cpu() - before, collector.peak()
    collector.process.terminate()
    ended = collector.process.wait(60)
    waits.sort()
    print(f"{spans} spans, {sent / spans:.0f} bytes each on the wire, {senders} senders{', gzip' if zipped else ''}")
    print(f"  acknowledged {spans / acknowledged:8.0f} spans/s    queryable {spans / queryable:8.0f} spans/s")
    print(f"  collector    {used / spans * 1e6:8.1f} us CPU a span    {peak:.0f} MB at most    ended with {ended}")
    print(f"  answer       {statistics.median(waits) * 1e3:8.0f} ms median    {waits[-1] * 1e3:.0f} ms longest")
    compact(store, grace=0)
    print(f"  stored       {sum(x[3] for x in each_table(store)) / spans:8.0f} bytes a span when compacted")


def stages(folder: Path, spans: int) -> None:
    """Prints what each stage costs by itself, in this process."""
    bodies = [b for b, _ in Load().bodies(spans)]
    decoded = [decode(b, FORM).spans for b in bodies]
    number = 0

    def add() -> None:
        nonlocal number
        number += 1
        intake = Intake(Store(folder / f"stages{number}"))
        for part in decoded:
            intake.add(part)

    columns = cpu(lambda: [row_of(x, Texts()) for part in decoded for x in part], spans)
    zipped = [gzip.compress(b, 6) for b in bodies]
    print("CPU a span by stage, batches of 512")
    print(f"  gunzip       {cpu(lambda: [gzip.decompress(b) for b in zipped], spans):8.1f} us (when sent with gzip)")
    print(f"  decode       {cpu(lambda: [decode(b, FORM) for b in bodies], spans):8.1f} us")
    print(f"  columns      {columns:8.1f} us")
    print(f"  write        {cpu(add, spans) - columns:8.1f} us")
    print(f"  compact      {cpu(lambda: compact(Store(folder / f'stages{number}'), grace=0), spans, 1):8.1f} us")


def freshness(folder: Path, seconds: int) -> None:
    """Prints how long it takes from the begin of a request until another process's query sees its spans."""
    collector = Collector(folder / "store")
    store = Store(folder / "store")
    bodies = [b for b, _ in Load().bodies(seconds * 1000, 100)]
    sent: list[float] = []

    def send() -> None:
        connection, began = collector.connect(), time.perf_counter()
        for n, body in enumerate(bodies):
            time.sleep(max(0.0, began + n / 10 - time.perf_counter()))
            sent.append(time.perf_counter())
            post(connection, body)

    sender = threading.Thread(target=send)
    sender.start()
    ages: list[float] = []
    while len(ages) < len(bodies):
        seen, at = count(store) // 100, time.perf_counter()
        ages += [at - sent[n] for n in range(len(ages), seen)]
        time.sleep(0.02)
    sender.join()
    collector.process.terminate()
    collector.process.wait(60)
    ages.sort()
    print(f"{len(bodies)} requests of 100 spans, 10 a second; seen by a query after")
    print(
        f"  {statistics.median(ages):.2f} s median, {ages[int(len(ages) * 0.99)]:.2f} s p99, {ages[-1]:.2f} s longest"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast spans get into a store over HTTP.")
    parser.add_argument("--spans", type=int, default=40_000)
    parser.add_argument("--senders", type=int, default=4)
    parser.add_argument("--gzip", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if options.fresh:
            freshness(Path(made), 60)
        else:
            throughput(Path(made), options.spans, options.senders, options.gzip)
            stages(Path(made), min(options.spans, 10_240))


if __name__ == "__main__":
    main()
