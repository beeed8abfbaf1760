"""Limits of a gate, `stale_todo=3` or `plan_drift=10%`: how they are written, and what a report says to them."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planscope.analyzers.check import Check, Report
from planscope.analyzers.detector import KINDS, SEVERITIES, Finding, count
from planscope.analyzers.gates.ruling import Ruling
from planscope.errors import UnknownName, UsageError, nearest

ALL: Final = "all"
TRACE: Final = "data_quality"  # the kind of what is wrong with a trace, whatever the agent did
LOOKED: Final = frozenset({"found", "clean"})
_COUNT = re.compile(r"\d{1,9}")
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)\s?%")
_EXAMPLE: Final = "write a number of findings or a share of runs, as in stale_todo=3 or plan_drift=10%"

Forms = Mapping[str, Sequence[str]]  # of each detector; none for one whose manual lists none


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many findings, or so large a share of the runs that could be looked at (`share`, in percent). What it
    counts: findings of this kind, detector, form and severity, where any is not ""."""

    name: str
    most: Fraction
    share: bool = False
    kind: str = ""
    detector: str = ""
    form: str = ""
    severity: str = ""

    def counts(self, finding: Finding) -> bool:
        """Whether it speaks of this finding."""
        said = ((self.form, finding.form), (self.severity, finding.severity))
        return self._of(finding.kind, finding.detector) and all(want in ("", is_) for want, is_ in said)

    def concerns(self, check: Check) -> bool:
        """Whether this check could have found what it speaks of. A look at the trace alone is no look at the agent."""
        of_trace = check.kind == TRACE and not (self.kind or self.detector)
        return self._of(check.kind, check.detector) and not of_trace

    def _of(self, kind: str, detector: str) -> bool:
        return self.kind in ("", kind) and self.detector in ("", detector)

    @property
    def words(self) -> str:
        """The number that is allowed."""
        return f"{_decimal(self.most)} %" if self.share else str(self.most)


NO_ERROR: Final = Limit("error", Fraction(0), severity="error")


# --- how they are written ------------------------------------------------------------------------------------------


def parse(text: str, kinds: Mapping[str, str], forms: Forms) -> Limit:
    """A limit as it is written, NAME=NUMBER or NAME=SHARE%. NAME is a severity, `all`, a kind or a detector; after a
    kind or detector there may be a form, then a severity, with dots. `kinds` gives the kind of each detector. Raises
    UsageError, and UnknownName with the nearest name."""
    name, equals, most = (part.strip() for part in text.partition("="))
    if not equals or not name:
        raise UsageError(f"limit {text!r}: {_EXAMPLE}")
    share = _SHARE.fullmatch(most)
    if not share and not (_COUNT.fullmatch(most) and most.isascii()):
        raise UsageError(f"limit {text!r}: {most!r} is no number of findings and no share; {_EXAMPLE}")
    number = Fraction(share[1] if share else most)
    if share and number > 100:
        raise UsageError(f"limit {text!r}: a share is 100% at most")
    return Limit(name, number, bool(share), **named(name, kinds, forms, f"limit {name!r}"))


def named(name: str, kinds: Mapping[str, str], forms: Forms, where: str) -> dict[str, str]:
    """The fields of a limit that its name sets. Raises UnknownName and UsageError, which begin with `where`."""
    first, *rest = name.split(".")
    if first in (*SEVERITIES, ALL):
        if rest:
            raise UsageError(f"{where}: a severity comes last, as in stale_todo.error")
        return {} if first == ALL else {"severity": first}
    known = {*SEVERITIES, ALL, *KINDS, *kinds.values(), *kinds}
    if first not in known:
        raise UnknownName(f"{where}: no kind, detector or severity is called {first!r}{nearest(first, known)}")
    found = {"detector" if first in kinds else "kind": first}
    if rest and rest[-1] in SEVERITIES:
        found["severity"] = rest.pop()
    if rest:
        found["form"] = ".".join(rest)
        detectors = [d for d, kind in kinds.items() if first in (d, kind)]
        listed = {form for d in detectors for form in forms.get(d, ())}
        if found["form"] not in listed and all(forms.get(d) for d in detectors):
            close = nearest(found["form"], listed | set(SEVERITIES))
            raise UnknownName(f"{where}: {first} has no form {found['form']!r}{close}")
    return found


def _decimal(number: Fraction) -> str:
    return f"{float(number):.1f}".removesuffix(".0")


# --- what a report says to them ------------------------------------------------------------------------------------


def measure(limit: Limit, report: Report, min_runs: int = 1) -> Ruling:
    """Whether a report keeps to the limit. Undecided when no detector concerned could look at a run, and for a share
    when fewer than `min_runs` runs could be looked at."""
    hits = [n for n, f in enumerate(report.findings) if limit.counts(f)]
    found = {report.findings[n].run for n in hits}
    seen = _seen(report, [c for c in report.checks if limit.concerns(c)], found)
    looked, runs = seen.count("looked"), len(found)
    notes = tuple(_notes(limit, report, seen, looked))
    if not looked:
        return Ruling(limit.name, "undecided", "could not be looked at in any run", notes)
    if not limit.share:
        fits = len(hits) <= limit.most
        where = f" in {runs} of {count(looked, 'run')}" if hits else f" in {count(looked, 'run')}"
        words = f"{count(len(hits), 'finding') if hits else 'no finding'}{where}, limit {limit.words}"
    else:
        fits = runs * 100 <= limit.most * looked
        words = f"{runs} of {count(looked, 'run')} ({_decimal(Fraction(runs * 100, looked))} %), limit {limit.words}"
        if looked < min_runs and (fits or limit.most):
            return Ruling(
                limit.name, "undecided", f"{words}; a share needs {count(min_runs, 'run')} (--min-runs)", notes
            )
    return Ruling(limit.name, "pass" if fits else "fail", words, notes, () if fits else tuple(hits))


def _seen(report: Report, checks: Iterable[Check], found: Collection[str]) -> list[str]:
    """Of each run, whether a check could look: looked, else blind (abstained, crashed), else nothing of the kind."""
    outcomes: dict[str, set[str]] = {r.id: {"found"} if r.id in found else set() for r in report.runs}
    for c in checks:
        outcomes.setdefault(c.run, set()).add(c.outcome)
    return [
        "looked" if had & LOOKED else "blind" if had & {"abstained", "failed"} else "nothing" if had else "unasked"
        for had in outcomes.values()
    ]


def _notes(limit: Limit, report: Report, seen: Sequence[str], looked: int) -> Iterator[str]:
    if blind := seen.count("blind"):
        yield f"{count(blind, 'run')} could not be looked at{_reason(limit, report, ('abstained', 'failed'))}"
    if nothing := seen.count("nothing"):
        yield f"{count(nothing, 'run')} had nothing of the kind{_reason(limit, report, ('not_applicable',))}"
    if not (limit.kind or limit.detector):
        yield from _blind_detectors(limit, report)
    if seen and seen.count("unasked") == len(seen):
        yield "no detector of this kind was run"
    if limit.share and looked and 0 < limit.most * looked < 100:
        one = _decimal(Fraction(100, looked))
        yield f"with {count(looked, 'run')} this limit allows none: one run is {one} % of them"


def _blind_detectors(limit: Limit, report: Report) -> Iterator[str]:
    """Detectors that abstained on runs which others could look at."""
    given = Counter((c.detector, c.reason) for c in report.checks if limit.concerns(c) and c.outcome == "abstained")
    for detector, runs in sorted(Counter(c for c, _ in given.elements()).items()):
        reasons = [(n, reason) for (d, reason), n in given.items() if d == detector]
        yield f"{detector} could not look at {count(runs, 'run')} ({max(reasons)[1]})"


def _reason(limit: Limit, report: Report, outcomes: Sequence[str]) -> str:
    """The reason that was given most often, in brackets."""
    given = Counter(c.reason for c in report.checks if limit.concerns(c) and c.outcome in outcomes and c.reason)
    return f" ({given.most_common(1)[0][0]})" if given else ""
