"""What it costs to store spans: CPU microseconds a span of about 2 KB, all threads, best of several.

    python bench/ingest.py              encode, write, compact, read back
    python bench/ingest.py --ways       ways to get rows into Parquet without pyarrow (docs/adr: how rows are written)
    python bench/ingest.py --history    a run whose every call repeats the history: bytes stored for bytes that are new

CPU time hardly depends on what else the machine does; wall time does, and is not given.
"""

import argparse
import json
import random
import resource
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb

from planscope.collector import semconv as s
from planscope.collector.compact import compact
from planscope.collector.intake import Intake
from planscope.collector.pieces import Texts
from planscope.collector.reading import each_table, read_spans
from planscope.collector.rows import row_of
from planscope.collector.span import Place, Span
from planscope.collector.store import Store, literal
from planscope.collector.tables import SPANS

DICE = random.Random(1)
WORDS = ["".join(DICE.choices("abcdefghijklmnopqrstuvwxyz", k=DICE.randint(3, 9))) for _ in range(8000)]


def prose(size: int) -> str:
    """A text of about that many characters, which compresses about as prose does."""
    return " ".join(DICE.choices(WORDS, k=max(1, size // 7)))


def spans(count: int) -> Iterator[Span]:
    """Spans of agents: half tools, a third model calls, the rest nodes of the tree."""
    for n in range(count):
        trace, at = f"{n // 40:032x}", 1_700_000_000 * 10**9 + n * 10**6
        if n % 6 < 3:
            a = {s.OPERATION: "execute_tool", s.TOOL_NAME: f"tool{n % 9}", s.TOOL_CALL_ID: f"call_{n}",
                 s.TOOL_ARGUMENTS: prose(200), s.TOOL_RESULT: prose(DICE.randint(600, 3000))}  # fmt: skip
        elif n % 6 < 5:
            out = [{"role": "assistant", "parts": [{"type": "text", "content": prose(1400)}]}]
            a = {s.OPERATION: "chat", s.REQUEST_MODEL: "m", s.OUTPUT_MESSAGES: json.dumps(out), s.INPUT_TOKENS: n}
        else:
            a = {s.OPERATION: "invoke_agent", s.AGENT_NAME: "booker", "input": prose(1500)}
        extra = {"server.address": "localhost", "server.port": 8080, "http.response.status_code": 200}
        yield Span(trace, f"{n:016x}", None, "span", at, at + 10**6, Place("", f"{n:016x}"), {**a, **extra},
                   {s.SERVICE_NAME: "desk", "service.version": "1.2"}, "scope", 1)  # fmt: skip


def cpu(work: Callable[[], object], count: int, repeats: int = 3) -> float:
    """CPU microseconds a span, the best of several."""

    def used() -> float:
        r = resource.getrusage(resource.RUSAGE_SELF)
        return r.ru_utime + r.ru_stime

    best = float("inf")
    for _ in range(repeats):
        before = used()
        work()
        best = min(best, used() - before)
    return best / count * 1e6


# --- the store -----------------------------------------------------------------------------------------------------


def stages(folder: Path, count: int, batch: int) -> None:
    """Prints what each stage costs."""
    made = list(spans(count))
    size = sum(len(json.dumps(dict(x.attributes))) for x in made) / count
    print(f"{count} spans of {size:.0f} bytes of attributes, {batch} a segment")
    print(f"  encode     {cpu(lambda: [row_of(x, Texts()) for x in made], count):6.1f} us")
    number = 0

    def store() -> None:
        nonlocal number
        number += 1
        intake = Intake(Store(folder / str(number)))
        for n in range(0, count, batch):
            intake.add(made[n : n + batch])

    print(f"  encode+add {cpu(store, count):6.1f} us")
    last = Store(folder / str(number))
    print(f"  compact    {cpu(lambda: compact(last, grace=0), count, 1):6.1f} us")
    print(f"  read back  {cpu(lambda: read_spans(last), count, 1):6.1f} us")
    print(f"  stored     {sum(x[3] for x in each_table(last)) / count:6.0f} bytes a span")


# --- ways to write -------------------------------------------------------------------------------------------------


def ways(folder: Path, count: int) -> None:
    """Prints what each way to get rows into Parquet costs."""
    rows = [row_of(x, Texts()) for x in spans(count)]
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
    print(f"{count} rows of table spans into one zstd Parquet file")
    for name, work in tried.items():
        print(f"  {name:16} {cpu(work, count):6.1f} us")


# --- a history that is repeated ------------------------------------------------------------------------------------


def history(folder: Path, calls: int) -> None:
    """Prints what a run costs whose every call sends all that was said before."""
    said = [{"role": "system", "parts": [{"type": "text", "content": prose(3000)}]}]
    made = []
    for n in range(calls):
        said.append({"role": ("user", "assistant", "tool")[n % 3], "parts": [{"type": "text", "content": prose(900)}]})
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
    parser = argparse.ArgumentParser(description="What it costs to store spans.")
    parser.add_argument("--spans", type=int, default=8192)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--ways", action="store_true")
    parser.add_argument("--history", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if options.ways:
            ways(Path(made), options.spans)
        elif options.history:
            history(Path(made), 300)
        else:
            stages(Path(made), options.spans, options.batch)


if __name__ == "__main__":
    main()
