"""What it costs to take spans in: how many a second can be queried, CPU a span by stage, bytes a span.

    python bench/ingest.py              40,000 spans of about 2 KB, sent by 4 senders over HTTP; then stage by stage
    python bench/ingest.py --fresh      how long after its request a span is seen by a query (at 1,000 spans/s)
    python bench/ingest.py --ways       ways to get rows into Parquet without pyarrow (docs/adr: how rows are written)
    python bench/ingest.py --history    a run whose every call repeats the history: bytes stored for bytes that are new

Queryable means: an own process counts them in the store. CPU is the figure to trust; wall time moves with whatever else
the machine does, and senders and counting take their part of it. Nothing is kept.
"""

import argparse
import gzip
import json
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
from otlp_load import PROTOBUF, Collector, Load, post

from planscope.collector import semconv as s
from planscope.collector.compact import compact
from planscope.collector.intake import Intake
from planscope.collector.otlp_body import PROTOBUF as FORM
from planscope.collector.otlp_body import decode
from planscope.collector.pieces import Texts
from planscope.collector.reading import each_table, read_spans
from planscope.collector.rows import rows_of
from planscope.collector.snapshot import snapshot, stored
from planscope.collector.span import Place, Span
from planscope.collector.store import Store, literal
from planscope.collector.tables import SPANS


def cpu(work: Callable[[], object], count: int, repeats: int = 3) -> float:
    """CPU microseconds a span, all threads, the best of several."""

    def used() -> float:
        r = resource.getrusage(resource.RUSAGE_SELF)
        return r.ru_utime + r.ru_stime

    best = float("inf")
    for _ in range(repeats):
        before = used()
        work()
        best = min(best, used() - before)
    return best / count * 1e6


def count(store: Store) -> int:
    """Spans that a query sees."""
    query = f"SELECT count(DISTINCT (trace_id, span_id)) FROM {stored(snapshot(store), 'spans')}"
    return int(store.run(query)[0][0])


# --- over HTTP -----------------------------------------------------------------------------------------------------


class Sending:
    """Bodies sent by several senders at once, each until it is taken; how long each answer took."""

    def __init__(self, collector: Collector, bodies: Sequence[bytes], senders: int, zipped: bool, signal: str) -> None:
        self.waits: list[float] = []
        self._collector, self._signal = collector, signal
        self._headers = {**PROTOBUF, **({"content-encoding": "gzip"} if zipped else {})}
        self._todo, self._lock = iter(bodies), threading.Lock()
        threads = [threading.Thread(target=self._send) for _ in range(senders)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.waits.sort()

    def _send(self) -> None:
        connection = self._collector.connect()
        while True:
            with self._lock:
                body = next(self._todo, None)
            if body is None:
                connection.close()
                return
            began = time.perf_counter()
            while post(connection, body, self._headers, self._signal) == 503:
                time.sleep(0.5)
            self.waits.append(time.perf_counter() - began)


def throughput(folder: Path, spans: int, senders: int, zipped: bool) -> None:
    """Prints spans a second until all can be queried, and the collector's CPU for one."""
    bodies = [b for b, _ in Load().bodies(spans)]
    sent = sum(map(len, bodies))
    bodies = [gzip.compress(b, 6) for b in bodies] if zipped else bodies
    collector = Collector(folder / "store")
    store = Store(folder / "store")
    start = collector.cpu()
    Sending(collector, bodies, senders, False, "metrics")  # these are read and forgotten
    received = collector.cpu() - start
    before, began = collector.cpu(), time.perf_counter()
    waits = Sending(collector, bodies, senders, zipped, "traces").waits
    acknowledged = time.perf_counter() - began
    while count(store) < spans:
        time.sleep(0.05)
    queryable = time.perf_counter() - began
    used, peak = collector.cpu() - before, collector.peak()
    collector.process.terminate()
    ended = collector.process.wait(60)
    print(f"{spans} spans, {sent / spans:.0f} bytes each on the wire, {senders} senders{', gzip' if zipped else ''}")
    print(f"  acknowledged {spans / acknowledged:8.0f} spans/s    queryable {spans / queryable:8.0f} spans/s")
    print(f"  collector    {used / spans * 1e6:8.1f} us CPU a span    {peak:.0f} MB at most    ended with {ended}")
    print(f"  answer       {statistics.median(waits) * 1e3:8.0f} ms median    {waits[-1] * 1e3:.0f} ms longest")
    before_it = sum(x[3] for x in each_table(store)) / spans
    compact(store, grace=0)
    after = sum(x[3] for x in each_table(store)) / spans
    print(f"  stored       {after:8.0f} bytes a span when compacted, {before_it:.0f} at the end of this")
    print("CPU a span by stage")
    print(f"  HTTP         {received / spans * 1e6:8.1f} us (reading bodies and answering)")


def stages(folder: Path, spans: int, batch: int) -> None:
    """Prints what each stage costs by itself, in this process."""
    bodies = [b for b, _ in Load().bodies(spans, batch)]
    decoded = [decode(b, FORM).spans for b in bodies]
    number = 0

    def add() -> None:
        nonlocal number
        number += 1
        intake = Intake(Store(folder / f"stages{number}"))
        for part in decoded:
            intake.add(part)

    columns = cpu(lambda: [rows_of(part, Texts(), received=0) for part in decoded], spans)
    zipped = [gzip.compress(b, 6) for b in bodies]
    print(f"  gunzip       {cpu(lambda: [gzip.decompress(b) for b in zipped], spans):8.1f} us (when sent with gzip)")
    print(f"  decode       {cpu(lambda: [decode(b, FORM) for b in bodies], spans):8.1f} us")
    print(f"  columns      {columns:8.1f} us")
    print(f"  write        {cpu(add, spans) - columns:8.1f} us (segments of {batch} spans)")
    last = Store(folder / f"stages{number}")
    print(f"  compact      {cpu(lambda: compact(last, grace=0), spans, 1):8.1f} us (a span that is compacted)")
    print(f"  read back    {cpu(lambda: read_spans(last), spans, 1):8.1f} us")


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
    print(f"{len(bodies)} requests of 100 spans, 10 a second; seen by a query after {spread(ages)}")


def spread(ages: Sequence[float]) -> str:
    """Median, 99th percentile and longest."""
    a = sorted(ages)
    return f"{statistics.median(a):.2f} s median, {a[int(len(a) * 0.99)]:.2f} s p99, {a[-1]:.2f} s longest"


# --- ways to write -------------------------------------------------------------------------------------------------


def ways(folder: Path, spans: int) -> None:
    """Prints what each way to get rows into Parquet costs."""
    made = [x for b, _ in Load().bodies(spans) for x in decode(b, FORM).spans]
    rows = rows_of(made, Texts(), received=0)
    types = {c.name: c.type for c in SPANS.columns}
    connection = duckdb.connect(config={"threads": 1})
    to = f"TO {literal(folder / 'x.parquet')} (FORMAT parquet, COMPRESSION zstd)"
    encode = json.JSONEncoder(check_circular=False).encode

    def lines() -> None:
        with (folder / "x.ndjson").open("w") as file:
            file.writelines(encode(dict(zip(types, row, strict=True))) + "\n" for row in rows)
        source = f"read_json({literal(folder / 'x.ndjson')}, format='newline_delimited', columns={types!r})"
        connection.execute(f"COPY (SELECT * FROM {source}) {to}")

    def text() -> None:
        whole = "[" + ",".join(encode(dict(zip(types, row, strict=True))) for row in rows) + "]"
        form = literal(f"[{json.dumps(types)}]")
        connection.execute(f"COPY (SELECT unnest(from_json($1, {form}), recursive := true)) {to}", [whole])

    def appender() -> None:
        columns = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
        connection.execute(f"CREATE OR REPLACE TEMP TABLE t ({columns})")
        with connection.appender("t") as rows_in:
            rows_in.append_rows(rows)
        connection.execute(f"COPY t {to}")

    def lists() -> None:
        values = ", ".join(f'unnest(${n}::{kind}[]) AS "{name}"' for n, (name, kind) in enumerate(types.items(), 1))
        connection.execute(f"COPY (SELECT {values}) {to}", [list(x) for x in zip(*rows, strict=True)])

    store = Store(folder / "store")
    tried = {
        "NDJSON file": lines, "JSON text": text, "Appender": appender, "lists": lists,
        "lists, as chosen": lambda: store.write(SPANS, rows),
    }  # fmt: skip
    print(f"{spans} rows of table spans into one zstd Parquet file")
    for name, work in tried.items():
        print(f"  {name:16} {cpu(work, spans):6.1f} us")


# --- a history that is repeated ------------------------------------------------------------------------------------


def history(folder: Path, calls: int) -> None:
    """Prints what a run costs whose every call sends all that was said before."""
    load = Load()
    said = [{"role": "system", "parts": [{"type": "text", "content": load.text(3000)}]}]
    made = []
    for n in range(calls):
        role = ("user", "assistant", "tool")[n % 3]
        said.append({"role": role, "parts": [{"type": "text", "content": load.text(900)}]})
        at = 1_700_000_000 * 10**9 + n * 10**9
        a = {s.OPERATION: "chat", s.INPUT_MESSAGES: json.dumps(said)}
        made.append(Span("1" * 32, f"{n:016x}", None, "chat", at, at + 1, Place("", f"{n:016x}"), a))
    raw = sum(len(a) for x in made if isinstance(a := x.attributes[s.INPUT_MESSAGES], str))
    whole = [json.dumps(said)[n : n + 1000] for n in range(0, len(json.dumps(said)), 1000)]
    file = folder / "distinct.parquet"
    query = f"COPY (SELECT unnest($1::VARCHAR[]) AS a) TO {literal(file)} (FORMAT parquet, COMPRESSION zstd)"
    duckdb.execute(query, [whole])
    distinct = file.stat().st_size
    print(f"{calls} calls, {raw / 1e6:.0f} MB sent, {distinct / 1e3:.0f} kB distinct text when compressed")
    for batch in (calls, 10):
        store = Store(folder / f"history{batch}")
        intake = Intake(store)
        for n in range(0, calls, batch):
            intake.add(made[n : n + batch])
        before = sum(x[3] for x in each_table(store)) / distinct
        compact(store, grace=0)
        after = sum(x[3] for x in each_table(store)) / distinct
        print(f"  {batch:4} a segment: {before:.2f} times that, compacted {after:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What it costs to take spans in.")
    parser.add_argument("--spans", type=int, default=40_000)
    parser.add_argument("--batch", type=int, default=2048, help="spans in a segment, where stages are measured alone")
    parser.add_argument("--senders", type=int, default=4)
    parser.add_argument("--gzip", action="store_true")
    for other in ("--fresh", "--ways", "--history"):
        parser.add_argument(other, action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if options.fresh:
            freshness(Path(made), 60)
        elif options.ways:
            ways(Path(made), min(options.spans, 8192))
        elif options.history:
            history(Path(made), 300)
        else:
            throughput(Path(made), options.spans, options.senders, options.gzip)
            stages(Path(made), min(options.spans, 10_240), options.batch)


if __name__ == "__main__":
    main()
