"""Compaction beside a collector: a thread that compacts when segments are many, deletes what is older than it is to be
kept, and rests for longer than it worked."""

import threading
import time
from collections.abc import Callable
from typing import Final

from planscope.collector.compact import compact
from planscope.collector.publish import refresh
from planscope.collector.remove import DAY, older_than, remove
from planscope.collector.store import Store, now

SEGMENTS: Final = 128  # from which it is worth it; each costs every query a little
REST: Final = 4.0  # times as long as a compaction took
LOOK: Final = 1.0  # seconds between looks
HOUR: Final = 3600.0  # seconds between looks for what is too old


class Housekeeper:
    """Compacts a store until it is told to stop. `say` hears of trouble."""

    def __init__(
        self, store: Store, say: Callable[[str], None], *, segments: int = SEGMENTS, keep_days: int | None = None
    ) -> None:
        self._store, self._say, self._segments = Store(store.folder), say, segments
        self._keep_days, self._looked = keep_days, -HOUR
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="compact", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends; a compaction under way is finished first."""
        self._stop.set()
        self._thread.join()

    def _work(self) -> None:
        wait = 0.0
        while not self._stop.wait(wait):
            began = time.monotonic()
            try:
                refresh(self._store)
                if open_segments(self._store) >= self._segments:
                    compact(self._store)
                self._delete_old()
            except Exception as e:  # the store stays as it was; later it may go well
                self._say(f"compaction failed, and will be tried again: {type(e).__name__}: {e}")
                began -= 15.0
            wait = max(LOOK, REST * (time.monotonic() - began))

    def _delete_old(self) -> None:
        if self._keep_days is None or time.monotonic() - self._looked < HOUR:
            return
        done = remove(self._store, older_than(self._store, now() - self._keep_days * DAY))
        if not done.busy:
            self._looked = time.monotonic()


def open_segments(store: Store) -> int:
    """Number of segments that were not compacted yet."""
    folder = store.generation(store.open_generation)
    return sum(not p.name.endswith("-_empty.parquet") for p in folder.glob("*.parquet"))
