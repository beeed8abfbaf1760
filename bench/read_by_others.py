"""Has other programs read a store while a collector is written to, and prints what read what, in which version.

    python bench/read_by_others.py

Needs `uv` and a package registry: each reader is installed into an environment of its own, which is thrown away. A
reader that cannot be installed is said and left out. Ends with 1 when one read something else than what was there.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from otlp_load import Collector, Load, post

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.collector.publish import NAME
from planscope.collector.store import Store

BEFORE = 2_000  # spans that are there, and analysed, when it begins
QUESTION = "SELECT (SELECT count(*) FROM spans) AS spans, (SELECT count(*) FROM runs) AS runs"


@dataclass(frozen=True)
class Other:
    """A reader: packages to install, and a program that prints its version, spans and runs. In it, DB stands for the
    published file and FOLDER for the store."""

    name: str
    packages: tuple[str, ...]
    program: str


DUCKDB = (
    "import duckdb; c = duckdb.connect(DB, read_only=True); "
    f"print(duckdb.__version__, *c.execute({QUESTION!r}).fetchall()[0])"
)
FRAME = (
    "import duckdb, pandas; c = duckdb.connect(DB, read_only=True); "
    f"f = c.sql({QUESTION!r}).df(); print(pandas.__version__, f.spans[0], f.runs[0])"
)
FILES = (
    "import glob; files = lambda t: [*glob.glob(f'{FOLDER}/hot/*/{t}-*.parquet'), "
    "*glob.glob(f'{FOLDER}/cold/{t}/*.parquet')]; "
)
PARQUET = FILES + (
    "import pandas; of = lambda t, *c: pandas.concat([pandas.read_parquet(p, columns=list(c)) for p in files(t)]); "
    "s, r = of('spans', 'trace_id', 'span_id'), of('runs', 'run_id'); "
    "print(pandas.__version__, len(s.drop_duplicates()), r.run_id.nunique())"
)
POLARS = FILES + (
    "import polars as p; of = lambda t, *c: p.scan_parquet(files(t)).select(c).unique().collect().height; "
    "print(p.__version__, of('spans', 'trace_id', 'span_id'), of('runs', 'run_id'))"
)
CLI = (
    "import subprocess, shutil, os, sys; e = os.path.join(os.path.dirname(sys.executable), 'duckdb'); "
    "v = subprocess.run([e, '--version'], capture_output=True, text=True, check=True).stdout.split()[0]; "
    f"r = subprocess.run([e, '-readonly', '-csv', '-noheader', DB, {QUESTION!r}], capture_output=True, text=True); "
    "print(v, *r.stdout.strip().split(','), r.stderr.strip()[:200])"
)
OTHERS = (
    Other("duckdb 1.4 (Python)", ("duckdb>=1.4,<1.5",), DUCKDB),
    Other("duckdb 1.5 (Python)", ("duckdb>=1.5,<1.6",), DUCKDB),
    Other("duckdb 2 (Python)", ("duckdb>=2,<3",), DUCKDB),
    Other("pandas over duckdb", ("duckdb>=2,<3", "pandas"), FRAME),
    Other("pandas over pyarrow", ("pandas", "pyarrow"), PARQUET),
    Other("polars", ("polars",), POLARS),
    Other("duckdb command line", ("duckdb-cli",), CLI),
)


def asked(other: Other, store: Path) -> str:
    """What a reader prints, or why it printed nothing."""
    named = f"DB = {str(store / NAME)!r}; FOLDER = {str(store)!r}; "
    packages = [x for p in other.packages for x in ("--with", p)]
    command = ["uv", "run", "--no-project", "--quiet", "--python", sys.executable, *packages, "python", "-c"]
    environment = {k: v for k, v in os.environ.items() if k != "VIRTUAL_ENV"}
    try:
        done = subprocess.run(
            [*command, named + other.program], capture_output=True, text=True, timeout=300, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as e:
        return f"not read: {type(e).__name__}"
    return done.stdout.strip() or f"not read: {(done.stderr.strip().splitlines() or ['nothing said'])[-1][:160]}"


def trial(folder: Path) -> int:
    """Does it; answers with the number of readers that read something wrong."""
    collector, wrong = Collector(folder), 0
    connection = collector.connect()
    for body, _ in Load().bodies(BEFORE, 100):
        post(connection, body)
    runs = analyse(Store(folder), load_detectors()).written
    stop, sent = threading.Event(), [BEFORE]

    def write() -> None:
        mine = collector.connect()
        load = Load(seed=9)
        while not stop.is_set():
            for body, ids in load.bodies(50, 50):
                post(mine, body)
                sent[0] += len(ids)
            time.sleep(0.1)

    writer = threading.Thread(target=write)
    writer.start()
    print(f"{'read by':22} version, spans, runs (of {runs}); spans that were there before and after")
    for other in OTHERS:
        least = sent[0]
        said = asked(other, folder)
        most = sent[0] + 50  # the request under way
        values = said.split()
        right = len(values) == 3 and least <= int(values[1]) <= most and int(values[2]) == runs
        wrong += not right and not said.startswith("not read")
        print(f"{other.name:22} {said}   [{least}, {most}]{'' if right else '   <-- wrong'}", flush=True)
    stop.set()
    writer.join()
    collector.process.terminate()
    return wrong + abs(collector.process.wait(60))


def main() -> int:
    argparse.ArgumentParser(description="Have other programs read a store while it is written to.").parse_args()
    with tempfile.TemporaryDirectory() as made:
        return int(trial(Path(made) / "store") > 0)


if __name__ == "__main__":
    sys.exit(main())
