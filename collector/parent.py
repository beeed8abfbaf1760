"""A part of `planscope serve` ends when whoever started it is gone, however that came: a kill -9 gives a parent no time
to stop its parts."""

import os
import signal
import threading
import time
from collections.abc import Mapping
from typing import Final

PARENT: Final = "PLANSCOPE_PARENT"  # holds the parent's process id
LOOK: Final = 1.0  # seconds between looks
LAST: Final = 45.0  # seconds in which it has to have ended well


def with_parent(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a part that is to end with this process."""
    return {**environment, PARENT: str(os.getpid())}


def end_with_parent() -> None:
    """From here on this process ends, as by SIGTERM, when the one that started it as its part is gone. Does nothing in
    a process that is nobody's part."""
    parent = os.environ.pop(PARENT, "")  # what this process starts has another parent
    if parent.isdecimal():
        threading.Thread(target=_watch, args=(int(parent),), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:  # an orphan is given another one
        time.sleep(LOOK)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST)
    os._exit(1)
