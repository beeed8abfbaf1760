"""What the commands share: streams that take any text, progress, and answers in words instead of tracebacks."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable
from types import FrameType, TracebackType

PATIENCE = 0.5  # seconds before progress is shown, and between two of its lines


def prepare() -> None:
    """No text may stop the output, whatever the terminal's encoding; and ending a process by SIGTERM is as Ctrl-C."""
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
    """Prints the lines. A reader that goes away early (`| head`) is no trouble."""
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its end


def say(sentence: str) -> None:
    """A sentence for the user beside the output."""
    from planscope.analyzers.report.safe import safe

    print(f"planscope: {safe(sentence)}", file=sys.stderr)


def say_lines(text: str) -> None:
    """The same of a text whose lines belong below each other, as those of a database's complaint do."""
    from planscope.analyzers.report.safe import safe

    print("\n".join(map(safe, f"planscope: {text}".split("\n"))), file=sys.stderr)


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
