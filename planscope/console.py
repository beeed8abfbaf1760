"""What the commands share: streams that take any text, progress, and answers in words instead of tracebacks."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import FrameType, TracebackType

from planscope.errors import Unwritable

PATIENCE = 0.5  # seconds before progress is shown, and between two of its lines


def prepare() -> None:
    """No text may stop the output, whatever the terminal's encoding; what goes to a closed stream goes nowhere; and
    ending a process by SIGTERM is as Ctrl-C."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:  # else the next file that is opened would take its place
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)  # Python has None for a closed one
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)


def terminal() -> bool:
    """Whether somebody reads the output on a screen."""
    return sys.stdout.isatty()


def coloured() -> bool:
    """Whether the report is to be in colour: on a terminal, unless NO_COLOR is set or the terminal knows none."""
    return terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """How wide lines may be: as the terminal is; 100 where there is none."""
    return max(40, shutil.get_terminal_size((100, 24)).columns)


def write(lines: Iterable[str]) -> None:
    """Prints the lines. A reader that goes away early (`| head`) is no trouble. Raises Unwritable for a full disk."""
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _drop()
    except OSError as e:
        _drop()
        raise Unwritable(f"the output cannot be written: {e.strerror or e}") from e


def wrote(lines: Iterable[str]) -> bool:
    """The same, for commands that have an answer all the same: says what was wrong, and whether all went well."""
    try:
        write(lines)
    except Unwritable as e:
        say(str(e))
        return False
    return True


def _drop() -> None:
    """From here on output goes nowhere; or Python would complain at its end of what it could not write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(sentence: str) -> None:
    """A sentence for the user beside the output."""
    from planscope.analyzers.report.safe import safe

    with suppress(OSError):  # there is nobody left to tell
        print(f"planscope: {safe(sentence)}", file=sys.stderr, flush=True)


def say_lines(text: str) -> None:
    """The same of a text whose lines belong below each other, as those of a database's complaint do."""
    from planscope.analyzers.report.safe import safe

    with suppress(OSError):
        print("\n".join(map(safe, f"planscope: {text}".split("\n"))), file=sys.stderr, flush=True)


class Progress:
    """A line on a terminal that tells how far long work has come, and is gone at its end."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what, self._done = total, what, 0
        self._shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._next = time.monotonic() + PATIENCE
        self._written = False

    def __enter__(self) -> "Progress":
        return self

    def add(self, count: int) -> None:
        """So much more is done."""
        self.reach(self._done + count, self._total)

    def reach(self, done: int, total: int) -> None:
        """So much is done of so much."""
        self._done, self._total = done, total
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + PATIENCE
            self._written = True
            print(f"\r{self._done} of {self._total} {self._what}", end="", file=sys.stderr, flush=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
