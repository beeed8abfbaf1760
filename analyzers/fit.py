"""What a detector answers with, made sure of: a user's function may yield anything, and a report has to print it."""

from collections.abc import Iterable
from typing import Any

from planscope.analyzers.detector import SEVERITIES, Abstained, Evidence, Finding, NotApplicable
from planscope.collector.span import Place
from planscope.errors import BadDetector


def refuse_unfit(outcomes: Iterable[Any]) -> None:
    """Raises BadDetector for what a report could not print."""
    for x in outcomes:
        if isinstance(x, Finding):
            _refuse_unfit_finding(x)
        elif not isinstance(x, NotApplicable | Abstained):
            raise BadDetector(f"answered with a {type(x).__name__}; a Finding, NotApplicable or Abstained is needed")
        elif not _texts(x.reason):
            raise BadDetector(f"the reason of {type(x).__name__} must be text: {x.reason!r}"[:300])


def _refuse_unfit_finding(x: Any) -> None:
    if not _texts(x.message, x.form):
        raise BadDetector(f"message and form of a finding must be text: {x.message!r}, {x.form!r}"[:300])
    if not isinstance(x.evidence, tuple | list) or not all(isinstance(e, Evidence) for e in x.evidence):
        raise BadDetector(f"the evidence of a finding must be a tuple of Evidence: {x.message!r}"[:300])
    if not x.evidence:
        raise BadDetector(f"a finding without evidence: {x.message!r}"[:300])
    if not all(map(_fit, x.evidence)):
        raise BadDetector(f"a place, step, quote or note of the wrong type in the evidence of {x.message!r}"[:300])
    if x.severity not in SEVERITIES:
        raise BadDetector(f"unknown severity {x.severity!r}; there are {', '.join(SEVERITIES)}")


def _fit(e: Any) -> bool:
    """Whether a piece of evidence can be printed and stored."""
    placed = isinstance(e.place, Place) and _texts(e.place.file, e.place.position)
    return placed and _texts(e.quote, e.note) and isinstance(e.step, int)


def _texts(*values: Any) -> bool:
    return all(isinstance(v, str) for v in values)
