"""A store with everything that planscope brings: the runs of `planscope demo` and those of the reference agents,
analysed. For the tests of the dashboard and its screenshots.

    uv run python bench/demo_store.py FOLDER
"""

import sys
from collections.abc import Callable
from pathlib import Path

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.collector.intake import import_paths
from planscope.collector.sink import Sink
from planscope.collector.store import Store
from planscope.demo import RUNS, demo_files
from planscope.harness.demo import demo_runs

START = 1_772_442_000 * 10**9  # 2 March 2026, 9 o'clock UTC


def demo_store(folder: Path) -> Store:
    """Makes the store in this folder."""
    store = Store(folder)
    list(import_paths(store, [(f, f.name) for f in demo_files()]))
    demo_runs(Sink(store), clock=_ticks())
    analyse(store, load_detectors(), quiet=0)
    return store


def _ticks() -> Callable[[], int]:
    now = START

    def tick() -> int:
        nonlocal now
        now += 700_000_000
        return now

    return tick


if __name__ == "__main__":
    print(demo_store(Path(sys.argv[1])).folder)
    print(f"made from {RUNS.name} and the runs of the harness")
