"""Other programs read the store while the collector runs; bench/read_by_others.py does it with more of them."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from planscope.collector.publish import NAME

from .conftest import Running, body, raw

BEFORE = 20

DUCKDB = """
import json, sys, duckdb
with duckdb.connect(sys.argv[1] + "/planscope.duckdb", read_only=True) as c:
    print(json.dumps([c.execute("SELECT count(*) FROM spans").fetchall()[0][0] for _ in range(3)]))
"""
PANDAS = """
import json, sys, duckdb
with duckdb.connect(sys.argv[1] + "/planscope.duckdb", read_only=True) as c:
    frames = [c.execute("SELECT trace_id, span_id, name FROM spans").df() for _ in range(3)]
assert all(list(f.columns) == ["trace_id", "span_id", "name"] for f in frames)
print(json.dumps([len(f.drop_duplicates()) for f in frames]))
"""
OURS = """
import json, sys, planscope
store = planscope.open(sys.argv[1])
print(json.dumps([int(store.sql("SELECT count(*) AS n FROM spans").n[0]) for _ in range(3)]))
"""
FILES = """
import glob, json, sys, duckdb
print(json.dumps([duckdb.execute(
    "SELECT count(DISTINCT (trace_id, span_id)) FROM read_parquet($1, union_by_name = true)",
    [[*glob.glob(sys.argv[1] + "/hot/*/spans-*.parquet"), *glob.glob(sys.argv[1] + "/cold/spans/*.parquet")]]
).fetchall()[0][0] for _ in range(3)]))
"""


@pytest.fixture
def busy(collector: Running) -> Iterator[Running]:
    """A collector that is written to all the time."""
    assert collector.send(body(*(raw(n) for n in range(1, BEFORE + 1)))).status == 200
    stop = threading.Event()

    def write() -> None:
        number = BEFORE
        while not stop.is_set():
            number += 1
            assert collector.send(body(raw(number))).status == 200

    writer = threading.Thread(target=write)
    writer.start()
    yield collector
    stop.set()
    writer.join()


@pytest.mark.parametrize("program", [DUCKDB, PANDAS, OURS, FILES], ids=["duckdb", "pandas", "planscope", "parquet"])
def test_a_program_of_another_process_reads_on(busy: Running, program: str) -> None:
    folder = busy.store.folder
    done = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen == sorted(seen)
    assert seen[0] >= BEFORE
    assert not Path(folder / f"{NAME}.wal").exists()
