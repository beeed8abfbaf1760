"""The runs that show what there is to see: every move by a sound agent and by one with each fault, sent as any agent's
spans would be."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager

from planscope.collector.sink import Sink
from planscope.harness.agent import Outcome, Trial, run
from planscope.harness.modes.interleaved import Interleaved
from planscope.harness.office_move.scripts import FAULTS, Fault, agent
from planscope.harness.office_move.tasks import MOVES, Move
from planscope.harness.tracing import ToSink, Tracer, over_otlp, tracing

SOUND = "sound"


def demo_runs(
    target: str | Sink,
    clock: Callable[[], int] | None = None,
    trials: Iterable[tuple[Trial, Move, Fault | None]] | None = None,
) -> list[tuple[Trial, Outcome]]:
    """Carries out all runs, or these; their spans go to a collector (its address, without a path) or into a store.
    Answers when all have been handed over, with what came of each. Raises NotSent."""
    exporter = over_otlp(target) if isinstance(target, str) else ToSink(target)
    opened: AbstractContextManager[Tracer] = tracing(exporter, clock=clock) if clock else tracing(exporter)
    with opened as tracer:
        return [(trial, play(move, fault, tracer)) for trial, move, fault in trials or demo_trials()]


def demo_trials() -> Iterator[tuple[Trial, Move, Fault | None]]:
    """Every move, soundly and with each fault. The variant of a run is the name of its fault."""
    for move in MOVES:
        for fault in (None, *FAULTS):
            yield Trial(move.id, fault or SOUND), move, fault


def few_trials() -> Iterator[tuple[Trial, Move, Fault | None]]:
    """Every move soundly, and each fault once: the moves take turns."""
    for n, fault in enumerate((*(None for _ in MOVES), *FAULTS)):
        move = MOVES[n % len(MOVES)]
        yield Trial(move.id, fault or SOUND), move, fault


def play(move: Move, fault: Fault | None, tracer: Tracer) -> Outcome:
    """One run of the demo."""
    return run(move, agent(move, fault), Interleaved, tracer, variant=fault or SOUND)
