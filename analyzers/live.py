"""Analyses the runs of a store as they end or fall quiet: a process of its own beside collectors and importers.

    python -m planscope.analyzers.live STORE

Each round is an ordinary analysis, which leaves alone what it has seen; a round is held when something was added, or
when a growing run may have fallen quiet meanwhile. What fails is told and tried again; SIGTERM and Ctrl-C end it at any
moment, since runs are written whole or not at all.
"""

import argparse
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from planscope.analyzers.stored import QUIET, Analysis, analyse
from planscope.collector.parent import end_with_parent
from planscope.collector.snapshot import snapshot
from planscope.collector.store import Store
from planscope.collector.units import Unit
from planscope.errors import PlanscopeError

LOOK: Final = 1.0  # seconds between looks at the store
AGAIN: Final = 30.0  # seconds after which growing runs are looked at though nothing was added
REST: Final = 3.0  # times as long as a round took: it shares its machine with the agents
PATIENCE: Final = 60.0  # seconds of rest after failures, at most

Round = Callable[[], Analysis]


@dataclass
class Progress:
    """What a loop did: rounds held and failed, runs and findings written."""

    rounds: int = 0
    failed: int = 0
    runs: int = 0
    findings: int = 0


def keep_analysing(
    store: Store,
    hold: Round,
    stop: threading.Event,
    *,
    say: Callable[[str], None] = lambda _: None,
    look: float = LOOK,
    again: float = AGAIN,
) -> Progress:
    """Holds rounds until it is told to stop; survives whatever a round raises."""
    done = Progress()
    seen: object = None
    due, wait, failures = 0.0, 0.0, 0
    while not stop.wait(wait):
        began = time.monotonic()
        try:
            state = added(store)
            if state != seen or began >= due:
                found = hold()
                done.rounds += 1
                done.runs += found.written
                done.findings += len(found.report.findings)
                due = time.monotonic() + again if found.growing else float("inf")
                seen = state  # as it was before the round: what came during it is for the next
            failures = 0
        except Exception as e:
            if stop.is_set():
                break
            failures += 1
            done.failed += 1
            say(f"analysis failed, and will be tried again: {type(e).__name__}: {e}"[:500])
        rest = max(look, REST * (time.monotonic() - began))
        wait = min(PATIENCE, rest * 2**failures) if failures else rest
    return done


def added(store: Store) -> object:
    """Something that is another when spans were added. Cheap: it reads names of files only."""
    return tuple(snapshot(store)["spans"])


def round_of(store: Store, folder: Path, quiet: int = QUIET, say: Callable[[str], None] = lambda _: None) -> Round:
    """One analysis with all detectors and settings of the project in this folder. What cannot be analysed is told
    once, and costs the rest nothing."""
    from planscope.analyzers.detector import load_detectors
    from planscope.config import find_settings, options_for

    settings = find_settings(folder)
    detectors = load_detectors(settings.detectors)
    options = options_for(settings, {d.id: {o.name: o.default for o in d.options} for d in detectors})
    told: set[str] = set()

    def failed(unit: Unit, error: Exception) -> None:
        if unit.name not in told:
            told.add(unit.name)
            say(f"trace {unit.name} cannot be analysed: {type(error).__name__}: {error}"[:500])

    return lambda: analyse(store, detectors, options, quiet=quiet, failed=failed)


# --- as a process --------------------------------------------------------------------------------------------------


class _Told(BaseException):
    """A signal came. No Exception, so that nothing takes it for a failure of its own."""


def main(arguments: list[str] | None = None) -> int:
    """Analyses until SIGTERM or Ctrl-C; then ends with 0."""
    parser = argparse.ArgumentParser(prog="python -m planscope.analyzers.live", description="Analyse runs as they end.")
    parser.add_argument("store", type=Path, help="folder of the store")
    parser.add_argument("--quiet", type=float, default=QUIET / 1e9, help="seconds after which a growing run is over")
    options = parser.parse_args(arguments)

    over = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        for s in (signal.SIGTERM, signal.SIGINT):
            signal.signal(s, signal.SIG_IGN)  # once is enough
        over.set()  # DuckDB turns what is raised in the middle of a query into an error of its own
        raise _Told

    try:
        for s in (signal.SIGTERM, signal.SIGINT):
            signal.signal(s, stop)
        end_with_parent()
        store = Store(options.store)
        hold = round_of(store, Path.cwd(), int(options.quiet * 1e9), _say)
        print(f"analysing the runs in {options.store} as they end", flush=True)
        keep_analysing(store, hold, over, say=_say)
    except _Told:
        return 0
    except PlanscopeError as e:
        _say(str(e))
        return 2
    return 0


def _say(sentence: str) -> None:
    print(f"planscope: {sentence}", file=sys.stderr, flush=True)


def spawn(store: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Starts it as a process of its own, which the caller is to terminate."""
    return subprocess.Popen([sys.executable, "-m", "planscope.analyzers.live", str(store), *options])


if __name__ == "__main__":
    sys.exit(main())
