"""Checks as JUnit XML, which CI systems show as tests: a suite for each kind, with a case for each run in it, and a
suite for the questions of a gate.

A case fails exactly for what counts against it, so that a viewer is red where the exit code is. What is allowed, or
known, stands in its output. What could not be looked at is skipped, with the reason; a detector that crashed is an
error. Names of cases stay the same from one build to the next as long as those of the files do.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

from planscope.analyzers.check import Check, Report, RunFacts
from planscope.analyzers.detector import Finding
from planscope.analyzers.gates.baseline import rule_of
from planscope.analyzers.gates.ruling import Ruling
from planscope.analyzers.report.safe import safe
from planscope.analyzers.report.settled import because

MOST_CASES: Final = 20_000  # of a file; those that passed or were skipped are the first to be left out
MOST_BYTES: Final = 8 * 2**20  # of what findings say; after that only their cases are there
LONGEST: Final = 2000  # characters of a message

State = Literal["passed", "failure", "error", "skipped"]
_GRAVE: Final[Mapping[State, int]] = {"failure": 0, "error": 1, "passed": 2, "skipped": 2}


@dataclass(frozen=True, slots=True)
class Case:
    """One test as a viewer shows it. `says` is the one line of a state that is not passed, `details` what is below it,
    `output` what a case that passed has to tell besides."""

    suite: str
    name: str
    state: State = "passed"
    says: str = ""
    details: str = ""
    output: str = ""
    file: str = ""


def junit(report: Report, against: Collection[int], rulings: Sequence[Ruling] = (), name: str = "check") -> str:
    """The document. `against` are the findings that fail, as places in the report's list."""
    cases = [*_rulings(rulings), *_unread(report), *_checks(report, against)]
    kept = _most(list(_bounded(_named_once(cases))))
    suites: dict[str, list[Case]] = defaultdict(list)
    for case in kept:
        suites[case.suite].append(case)
    if left_out := len(cases) - len(kept):
        says = f"{left_out} cases are left out: a file holds {MOST_CASES} at most"
        suites["planscope"].append(Case("planscope", "size of this file", "skipped", says))
    counted = _counts(x for s in suites.values() for x in s)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites name={_attr(f'planscope {name}')} {counted}>"]
    for suite, some in suites.items():
        lines += [f"  <testsuite name={_attr(suite)} {_counts(some)}>", *(x for c in some for x in _lines(c))]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


# --- cases ---------------------------------------------------------------------------------------------------------


def _rulings(rulings: Iterable[Ruling]) -> Iterator[Case]:
    states: Mapping[str, State] = {"pass": "passed", "fail": "failure", "undecided": "error"}
    for r in rulings:
        says = r.words if r.outcome != "undecided" else f"could not decide: {r.words}"
        details = "\n".join(r.notes)
        if r.outcome == "pass":
            yield Case("gate", r.name, output="\n".join([says, *r.notes]))
        else:
            yield Case("gate", r.name, states[r.outcome], says, details)


def _unread(report: Report) -> Iterator[Case]:
    for f in report.unread:
        if not f.foreign:
            yield Case("files", f.name, "error", f.problem, file=f.name)


def _checks(report: Report, against: Collection[int]) -> Iterator[Case]:
    runs = {r.id: r for r in report.runs}
    findings: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, f in enumerate(report.findings):
        findings[f.run, f.detector].append(n)
    aside: dict[tuple[str, str], list[str]] = defaultdict(list)
    for a in report.set_aside:
        aside[a.finding.run, a.finding.detector].append(f"{safe(because(a))}\n{_told(a.finding)}")
    for check in sorted(report.checks, key=lambda c: c.kind):
        run = runs.get(check.run)
        name = label(run) if run else check.run
        if check.detector != check.kind.replace("_", "-"):
            name += f" ({check.detector})"
        case = Case(check.kind, name, file=run.file if run else "")
        judged = _judged(case, check, report.findings, findings[check.run, check.detector], against)
        yield replace(judged, output="\n".join(filter(None, [judged.output, *aside[check.run, check.detector]])))


def _judged(
    case: Case, check: Check, findings: Sequence[Finding], places: Iterable[int], against: Collection[int]
) -> Case:
    if check.outcome == "failed":
        return replace(case, state="error", says=f"{check.detector} crashed: {check.reason}")
    if check.outcome in ("not_applicable", "abstained"):
        return replace(case, state="skipped", says=f"{check.outcome.replace('_', ' ')}: {check.reason}")
    failing = [findings[n] for n in places if n in against]
    output = "\n".join(_told(findings[n]) for n in places if n not in against)
    if not failing:
        return replace(case, output=f"allowed:\n{output}" if output else "")
    more = f" (and {len(failing) - 1} more)" if len(failing) > 1 else ""
    says = f"{rule_of(failing[0])}: {failing[0].message[:LONGEST]}{more}"
    return replace(case, state="failure", says=says, details="\n".join(map(_told, failing)), output=output)


def label(run: RunFacts) -> str:
    """What a run is called: its file and place in it; else its task; else its id."""
    if run.file:
        return run.file if run.index is None else f"{run.file} [{run.index}]"
    return f"{run.task} {run.variant}".strip() or run.id


def _told(f: Finding) -> str:
    lines = [f"{f.severity} {rule_of(f)}: {f.message[:LONGEST]}"]
    lines += [f"  at {e.place}  {f'{e.note}: ' if e.note else ''}“{e.quote}”" for e in f.evidence[:6]]
    return "\n".join(map(safe, lines))


# --- bounds --------------------------------------------------------------------------------------------------------


def _named_once(cases: Iterable[Case]) -> Iterator[Case]:
    """Two runs of one name, as trials have, are told apart by number: viewers keep the last of equal names."""
    seen: Counter[tuple[str, str]] = Counter()
    for case in cases:
        seen[case.suite, case.name] += 1
        number = seen[case.suite, case.name]
        yield case if number == 1 else replace(case, name=f"{case.name} #{number}")


def _bounded(cases: Iterable[Case]) -> Iterator[Case]:
    held = 0
    for case in cases:
        held += len((case.says + case.details + case.output).encode("utf-8", "replace"))
        left_out = "left out: this file would be too large; `planscope check --format jsonl` gives all"
        short = replace(case, says=case.says[:200], details=left_out if case.details else "", output="")
        yield case if held <= MOST_BYTES else short


def _most(cases: list[Case]) -> list[Case]:
    if len(cases) <= MOST_CASES:
        return cases
    keep = sorted(range(len(cases)), key=lambda n: (_GRAVE[cases[n].state], n))[:MOST_CASES]
    return [cases[n] for n in sorted(keep)]


# --- XML -----------------------------------------------------------------------------------------------------------


def _lines(case: Case) -> Iterator[str]:
    where = f" file={_attr(case.file)}" if case.file else ""
    head = f'    <testcase classname={_attr(f"planscope.{case.suite}")} name={_attr(case.name)}{where} time="0"'
    if case.state == "passed" and not case.output:
        yield f"{head}/>"
        return
    yield f"{head}>"
    if case.state == "skipped":
        yield f"      <skipped message={_attr(case.says)}/>"
    elif case.state != "passed":
        yield f"      <{case.state} message={_attr(case.says)}>{_text(case.details)}</{case.state}>"
    if case.output:
        yield f"      <system-out>{_text(case.output)}</system-out>"
    yield "    </testcase>"


def _counts(cases: Iterable[Case]) -> str:
    count = Counter(c.state for c in cases)
    figures = {"tests": count.total(), "failures": count["failure"], "errors": count["error"]}
    return " ".join(f'{k}="{v}"' for k, v in {**figures, "skipped": count["skipped"], "time": 0}.items())


def _attr(text: str) -> str:
    return quoteattr(safe(text[: 2 * LONGEST]))


def _text(text: str) -> str:
    return escape("\n".join(map(safe, text.split("\n"))))
