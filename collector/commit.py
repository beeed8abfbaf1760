"""Group commit: what several requests brought goes into one durable segment, and each is answered when its part is
there.

One thread writes. What arrives while it is busy waits and is written together next time, so the more there is to do,
the less each span costs.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from planscope.collector.intake import Intake
from planscope.collector.logs import LogRecord, row_of_log
from planscope.collector.redact import Redactor
from planscope.collector.span import Span
from planscope.collector.store import Store, now

LINGER: Final = 0.004  # seconds that the first of a group waits for others
MOST: Final = 8192  # spans in one segment, unless one request has more


class Busy(Exception):
    """The store cannot be written now; later it may."""


@dataclass
class _Waiting:
    spans: Sequence[Span]
    logs: Sequence[LogRecord]
    done: "Future[list[str]]" = field(default_factory=Future)

    @property
    def size(self) -> int:
        return len(self.spans) + len(self.logs)


class Committer:
    """Writes spans and log records to a store, from any number of threads."""

    def __init__(self, store: Store, redactor: Redactor | None = None) -> None:
        self._intake = Intake(store, redactor)
        self.redactor = self._intake.redactor
        self._waiting: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self.stored = 0
        self._thread = threading.Thread(target=self._work, name="commit", daemon=True)
        self._thread.start()

    def submit(self, spans: Sequence[Span], logs: Sequence[LogRecord] = ()) -> "Future[list[str]]":
        """Has them written. The result comes when all is durable and seen by readers: for each span that could not be
        stored, why. It is an exception, Busy, when the store cannot be written now."""
        made = _Waiting(spans, logs)
        if not spans and not logs:
            made.done.set_result([])
            return made.done
        with self._changed:
            if self._closing:
                made.done.set_exception(Busy("the collector is stopping"))
                return made.done
            self._waiting.append(made)
            self._changed.notify()
        return made.done

    def close(self) -> None:
        """Writes what waits, and ends."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while group := self._next():
            self._settle(group)

    def _settle(self, group: Sequence[_Waiting]) -> None:
        try:
            refused = self._write_group(group)
        except Exception as e:
            if len(group) > 1 and not isinstance(e, Busy):  # the trouble of one is not to be that of all
                for x in group:
                    self._settle([x])
                return
            for x in group:
                x.done.set_exception(e)
        else:
            for x, reasons in zip(group, refused, strict=True):
                x.done.set_result(reasons)

    def _next(self) -> list[_Waiting]:
        """What is to be written together; nothing when there will be no more."""
        with self._changed:
            while not self._waiting:
                if self._closing:
                    return []
                self._changed.wait()
            if not self._closing and len(self._waiting) == 1:
                self._linger()
            group = [self._waiting.popleft()]
            left = MOST - group[0].size
            while self._waiting and self._waiting[0].size <= left:
                left -= self._waiting[0].size
                group.append(self._waiting.popleft())
            return group

    def _linger(self) -> None:
        until = time.monotonic() + LINGER
        while (left := until - time.monotonic()) > 0 and not self._closing:
            self._changed.wait(left)

    # --- writing ---------------------------------------------------------------------------------------------------

    def _write_group(self, group: Sequence[_Waiting]) -> list[list[str]]:
        """Writes all of a group, and answers with what was refused of each. Raises Busy."""
        logs = [x for w in group for x in w.logs]
        if logs:
            received = now()
            rows = [row_of_log(self.redactor.record(x), received) for x in logs]
            self._guarded(partial(self._intake.store.add, {"logs": rows}))
        spans = [x for w in group for x in w.spans]
        refused: list[list[str]] = [[] for _ in group]
        try:
            self._write(spans)
        except Busy:
            raise
        except Exception:  # a span that nothing can be done about must not take the others with it
            refused = [self._write_what_goes(w.spans) for w in group]
        self.stored += len(spans) - sum(map(len, refused))
        return refused

    def _write(self, spans: Sequence[Span]) -> None:
        for n in range(0, len(spans), MOST):
            part = spans[n : n + MOST]
            self._guarded(partial(self._intake.add, part))

    def _guarded(self, write: Callable[[], object]) -> None:
        """Does it; raises Busy for what has to do with the disk or memory rather than with what is written."""
        import duckdb

        store = self._intake.store
        try:
            write()
        except (OSError, duckdb.IOException, duckdb.OutOfMemoryException) as e:
            self._intake = Intake(store, self.redactor)  # a text that found no room is not to be in the way of the rest
            raise Busy(f"the store cannot be written: {e}"[:300]) from e
        except (duckdb.FatalException, duckdb.InternalException) as e:
            store.close()  # such a connection is of no more use; the next write makes another
            raise Busy(f"the store cannot be written: {e}"[:300]) from e
        except Exception:
            self._intake = Intake(store, self.redactor)  # forgets waiting texts: one may be the trouble
            raise

    def _write_what_goes(self, spans: Sequence[Span]) -> list[str]:
        """Writes all but the spans that cannot be, found by halving; answers with a reason for each of those."""
        if not spans:
            return []
        try:
            self._write(spans)
        except Busy:
            raise
        except Exception as e:
            if len(spans) == 1:
                return [f"span {spans[0].span_id} cannot be stored ({type(e).__name__})"]
            half = len(spans) // 2
            return self._write_what_goes(spans[:half]) + self._write_what_goes(spans[half:])
        return []
