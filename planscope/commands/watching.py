"""`planscope import --watch`: files are imported as they appear or grow, until Ctrl-C."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from planscope import console

if TYPE_CHECKING:
    from planscope.collector.intake import Imported

LOOK: Final = 1.0  # seconds between looks
Files = Sequence[tuple[Path, str]]
State = dict[Path, tuple[int, int]]


def state_of(files: Files) -> State:
    """By what it is known that a file has changed."""
    found: State = {}
    for path, _ in files:
        try:
            known = path.stat()
        except OSError:
            continue
        found[path] = (known.st_mtime_ns, known.st_size)
    return found


def watch(list_files: Callable[[], Files], seen: State, read: Callable[[Files], "Sequence[Imported]"]) -> int:
    """Imports what is not as it was `seen`, one line for each such file; ends with 0 on Ctrl-C."""
    from planscope.analyzers.report.safe import safe

    console.say("watching for files that appear or grow (Ctrl-C stops)")
    try:
        while True:
            files = list_files()
            now = state_of(files)  # before they are read: what comes meanwhile is for the next look
            changed = [(path, name) for path, name in files if path in now and now[path] != seen.get(path)]
            seen = now
            for done in read(changed) if changed else ():
                console.write([safe(_line(done))])
            time.sleep(LOOK)
    except KeyboardInterrupt:
        return 0


def _line(done: "Imported") -> str:
    from planscope.analyzers.detector import count

    if done.facts.problem:
        return f"{done.facts.name}: {done.facts.problem}"
    return f"{done.facts.name}: {count(done.spans, 'span')}, {done.added} new"
