"""The runs of a store, for commands that check either files or a store."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from planscope import console
from planscope.commands.options import opened
from planscope.commands.settled import policy_here

if TYPE_CHECKING:
    from planscope.analyzers.check import Report, RunFacts
    from planscope.analyzers.detector import Detector


@dataclass
class Stored:
    """The report on all runs that a store holds and have ended, and the runs that have not."""

    report: "Report"
    growing: "list[RunFacts]" = field(default_factory=list)


def stored_report(folder: Path, known: "Sequence[Detector]", kinds: Sequence[str]) -> Stored:
    """Analyses what is new in a store with all detectors, and reports what those of these kinds found in all of it.
    Raises Unreadable when there is no store."""
    from planscope.analyzers.check import FileFacts
    from planscope.analyzers.detector import chosen
    from planscope.analyzers.recall import recall
    from planscope.analyzers.stored import analyse
    from planscope.collector.files import words
    from planscope.collector.units import Unit
    from planscope.config import find_settings, options_for

    wanted = {d.id for d in policy_here(known).looked_for(chosen(known, kinds), kinds)}
    options = options_for(find_settings(Path.cwd()), {d.id: {o.name: o.default for o in d.options} for d in known})
    store = opened(folder)
    unread: list[FileFacts] = []
    growing: list[RunFacts] = []
    interrupted = False

    def failed(unit: Unit, error: Exception) -> None:
        unread.append(FileFacts(f"trace {unit.name}", "", problem=f"cannot be analysed ({words(error)})"))

    try:
        # what a user's detector prints is not to get between the findings
        with redirect_stdout(sys.stderr), console.Progress(0, "traces") as progress:
            growing = analyse(store, known, options, failed=failed, progress=progress.reach).unfinished
    except KeyboardInterrupt:
        interrupted = True
    report = recall(store, wanted)
    report.files += unread
    report.interrupted = interrupted
    return Stored(report, growing)
