"""A gate as a whole: what is asked, and the answer with its reasons."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from planscope.analyzers.check import Report
from planscope.analyzers.gate import FAIL, PASS, UNDECIDED, Answer, undecided
from planscope.analyzers.gates.baseline import Baseline
from planscope.analyzers.gates.comparison import compare, rule
from planscope.analyzers.gates.limits import NO_ERROR, Limit, measure
from planscope.analyzers.gates.ruling import Ruling

ENOUGH: Final = "enough to decide on"


@dataclass(frozen=True, slots=True)
class Question:
    """Limits, a baseline, or both; without either, that there is no error. `fail_on`: how grave a new finding has to
    be; `exact`: a known finding in other words counts as new."""

    limits: tuple[Limit, ...] = ()
    min_runs: int = 1
    baseline: Baseline | None = None
    fail_on: str = "info"
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to all of it. `against` are the findings for which it fails, as places in the report's list; `new`
    those that the baseline does not have, None without one."""

    code: Answer
    rulings: tuple[Ruling, ...]
    against: frozenset[int] = frozenset()
    new: frozenset[int] | None = None


def decide(report: Report, question: Question, asked: Collection[str] = (), troubles: Iterable[str] = ()) -> Verdict:
    """One failed ruling fails the gate; else one that is undecided leaves it undecided. `asked` names the files that
    the user named one by one; `troubles` say what is missing from the report."""
    rulings = list(_enough(report, question, (*troubles, *undecided(report, asked))))
    compared = compare(report, question.baseline, question.exact) if question.baseline else None
    limits = question.limits or (() if compared else (NO_ERROR,))
    if report.runs:
        rulings += [measure(limit, report, question.min_runs) for limit in limits]
        rulings += [rule(report, compared, question.fail_on)] if compared else []
    outcomes = {r.outcome for r in rulings}
    code = FAIL if "fail" in outcomes else UNDECIDED if "undecided" in outcomes else PASS
    against = frozenset(n for r in rulings for n in r.against)
    return Verdict(code, tuple(rulings), against, frozenset(compared.new) if compared else None)


def _enough(report: Report, question: Question, reasons: tuple[str, ...]) -> Iterator[Ruling]:
    """Whether there is enough to go by: runs, all that was asked for read, no detector crashed."""
    runs = len(report.runs)
    if runs and runs < question.min_runs:
        reasons += (f"{runs} of at least {question.min_runs} runs (--min-runs)",)
    if reasons:
        yield Ruling(ENOUGH, "undecided", "no", reasons)
    elif question.min_runs > 1:
        yield Ruling(ENOUGH, "pass", f"{runs} runs, at least {question.min_runs} are needed")
