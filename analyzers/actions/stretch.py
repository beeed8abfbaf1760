"""Findings with the stretch of a run that they are about, so that one fault is told of once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from planscope.analyzers.actions.attempts import Attempt
from planscope.analyzers.detector import Evidence, Finding, Severity, in_result

MOST = 10  # repeats quoted in one finding


@dataclass(frozen=True, slots=True)
class Found:
    """A finding with the stretch of the run that it is about."""

    finding: Finding
    first: int
    last: int

    def overlaps(self, other: "Found") -> bool:
        """By more than half of the shorter one."""
        shorter = min(self.last - self.first, other.last - other.first) + 1
        return min(self.last, other.last) - max(self.first, other.first) + 1 > shorter / 2


def one_for_each(found: Sequence[Found]) -> Iterator[Finding]:
    """Of findings about the same stretch, the first (they come in order of how sure they are); in order of the run."""
    kept: list[Found] = []
    for f in found:
        if not any(f.overlaps(k) for k in kept):
            kept.append(f)
    yield from (k.finding for k in sorted(kept, key=lambda k: k.first))


def made(form: str, severity: Severity, message: str, evidence: Iterable[Evidence], steps: Iterable[int]) -> Found:
    """A finding about the stretch from the first to the last of these steps."""
    numbers = list(steps)
    return Found(Finding(message, tuple(evidence), severity, form), min(numbers), max(numbers))


def calls_again(group: Sequence[Attempt], note: str) -> list[Evidence]:
    """The repeats, then what they repeat."""
    return [*(in_result(a.call, note) for a in group[1 : MOST + 1]), in_result(group[0].call, "first time")]


def numbers(group: Sequence[Attempt]) -> list[int]:
    """The step numbers of attempts."""
    return [a.call.number for a in group]
