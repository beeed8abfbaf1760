"""What a project has settled about findings, in its settings: how grave they are, detectors that are off, and findings
that are ignored, each with a reason.

    [tool.planscope.stale-todo]                    # a detector, or a kind
    severity = { left-open = "info" }              # of a form; severity = "info" of all its findings
    off = true                                     # not looked for, unless --kind names it

    [[tool.planscope.ignore]]
    finding = "hallucinated-price.wrong-total"     # as reports name it; a kind or a detector will do
    file = "runs/old/*.json"                       # optional, as are task, words and fingerprint
    reason = "deposits are paid in cash"
    until = 2031-12-31                             # the last day on which it counts
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any, Final

from planscope.analyzers.aside import SetAside
from planscope.analyzers.check import Report, RunFacts
from planscope.analyzers.detector import KINDS, SEVERITIES, Detector, Finding, Severity
from planscope.analyzers.gates.baseline import print_of
from planscope.analyzers.gates.limits import Limit, named
from planscope.analyzers.gates.tasks import Task, tasks_of
from planscope.analyzers.judge import FORMS as JUDGED
from planscope.analyzers.report.manual import forms
from planscope.config import Settings
from planscope.errors import UnknownName, UsageError, nearest

KEYS: Final = ("finding", "file", "task", "words", "fingerprint", "reason", "until")
SHORTEST: Final = 6  # characters of a fingerprint


@dataclass(frozen=True, slots=True)
class Ignore:
    """One entry: it speaks of findings that fit all that it gives. `until` is the last day on which it counts."""

    what: Limit
    reason: str
    file: str = ""
    task: str = ""
    words: str = ""
    fingerprint: str = ""
    until: date | None = None

    @property
    def name(self) -> str:
        """What it ignores, in few words."""
        given = ((k, getattr(self, k)) for k in ("file", "task", "words", "fingerprint"))
        return ", ".join([self.what.name, *(f"{k} {v!r}" for k, v in given if v)])


@dataclass(frozen=True, slots=True)
class Policy:
    """All of it, checked: severities by (detector, form), "" for every form; what is off; what is ignored."""

    severities: Mapping[tuple[str, str], Severity] = field(default_factory=dict)
    off: frozenset[str] = frozenset()
    ignored: tuple[Ignore, ...] = ()

    def looked_for(self, wanted: Sequence[Detector], kinds: Collection[str]) -> list[Detector]:
        """Of these detectors those that are not off; one that was asked for by name is looked for all the same."""
        return [d for d in wanted if d.id not in self.off or d.id in kinds or d.kind in kinds]


# --- read from the settings ----------------------------------------------------------------------------------------


def policy_of(settings: Settings, detectors: Sequence[Detector]) -> Policy:
    """The policy in the settings. Raises UnknownName for a name that does not exist, with the nearest one, and
    UsageError for a value that makes no sense."""
    severities: dict[tuple[str, str], Severity] = {}
    off: set[str] = set()
    # kinds first: what is said of one detector goes before what is said of its kind
    for name, table in sorted(settings.rules.items(), key=lambda r: r[0] not in KINDS):
        mine = [d for d in detectors if name in (d.id, d.kind)]
        if not mine and name not in KINDS:
            close = nearest(name, {*KINDS, *(d.id for d in detectors)})
            raise UnknownName(f"{settings.file}: {name!r} is neither a detector, a kind nor a setting{close}")
        if not isinstance(table.get("off", False), bool):
            raise UsageError(f"{settings.file}: {name}.off = {table['off']!r} is neither true nor false")
        off |= {d.id for d in mine if table.get("off")}
        for d in mine:
            severities |= {(d.id, form): s for form, s in _severities(f"{settings.file}: {name}", table, mine)}
    return Policy(severities, frozenset(off), tuple(_ignores(settings, detectors)))


def _severities(where: str, table: Mapping[str, Any], mine: Sequence[Detector]) -> Iterator[tuple[str, Severity]]:
    given = table.get("severity", {})
    known = {form for d in mine for form in (*forms(d), *_judged(d))}
    for form, severity in (given if isinstance(given, Mapping) else {"": given}).items():
        if form and form not in known and all(forms(d) for d in mine):
            raise UnknownName(f"{where}.severity: there is no form {form!r}{nearest(form, known)}")
        if severity not in SEVERITIES:
            raise UsageError(f"{where}.severity = {severity!r}; there are {', '.join(SEVERITIES)}")
        yield form, severity


def _ignores(settings: Settings, detectors: Sequence[Detector]) -> Iterator[Ignore]:
    kinds, named_forms = {d.id: d.kind for d in detectors}, {d.id: [*forms(d), *_judged(d)] for d in detectors}
    if not isinstance(settings.ignore, list) or not all(isinstance(x, dict) for x in settings.ignore):
        raise UsageError(f"{settings.file}: ignore must be a list of tables, each begun with [[tool.planscope.ignore]]")
    for number, entry in enumerate(settings.ignore, 1):
        where = f"{settings.file}: ignore, entry {number}"
        for key, value in entry.items():
            if key not in KEYS:
                raise UnknownName(f"{where} has no key {key!r}{nearest(key, KEYS)}")
            if key != "until" and (not isinstance(value, str) or not value.strip()):
                raise UsageError(f"{where}: {key} = {value!r} must be a text that is not empty")
        if "reason" not in entry:
            raise UsageError(f'{where}: a reason is needed, as in reason = "deposits are paid in cash"')
        if not {"finding", "fingerprint"} & entry.keys():
            raise UsageError(f'{where}: say which finding, as in finding = "stale-todo.left-open"')
        if len(entry.get("fingerprint", "0" * SHORTEST)) < SHORTEST:
            raise UsageError(f"{where}: at least {SHORTEST} characters of the fingerprint are needed")
        name = entry.get("finding", "all")
        what = Limit(name, Fraction(0), False, **named(name, kinds, named_forms, where))
        texts = {k: entry[k].strip() for k in ("reason", "file", "task", "words", "fingerprint") if k in entry}
        yield Ignore(what, until=_day(entry.get("until"), where), **texts)


def _day(given: Any, where: str) -> date | None:
    try:
        day = date.fromisoformat(given) if isinstance(given, str) else given
        if day is None or type(day) is date:
            return day
    except ValueError:
        pass
    raise UsageError(f"{where}: until = {given!s} is no date; write until = 2031-12-31")


# --- applied to a report -------------------------------------------------------------------------------------------


def settle(report: Report, policy: Policy, today: date) -> None:
    """Gives the findings of a report the severities that are set, and sets aside those that are ignored. What is off,
    and which entries have expired, is noted in the report."""
    runs = {r.id: r for r in report.runs}
    tasks = tasks_of(report.runs) if policy.ignored else {}
    kept: list[Finding] = []
    for f in (_graded(f, policy) for f in report.findings):
        entry = next((i for i in policy.ignored if not _over(i, today) and speaks_of(i, f, runs, tasks)), None)
        if entry is None:
            kept.append(f)
        else:
            until = entry.until.isoformat() if entry.until else ""
            report.set_aside.append(SetAside(f, "ignored", entry.reason, until=until))
    report.findings[:] = kept
    if policy.off:
        report.notes.append(f"off by the settings: {', '.join(sorted(policy.off))}")
    for i in policy.ignored:
        if _over(i, today):
            again = sum(speaks_of(i, f, runs, tasks) for f in kept)
            counts = f", and {again} of its findings count again" if again else ""
            report.notes.append(f"no longer ignored: {i.name} ({i.reason}) expired on {i.until}{counts}")


def _graded(f: Finding, policy: Policy) -> Finding:
    of_all = policy.severities.get((f.detector, ""), f.severity)
    severity = policy.severities.get((f.detector, f.form), of_all)
    if f.form in JUDGED and severity == "error":
        severity = f.severity  # what a model says proves nothing, whatever its detector's own findings are worth
    return f if severity == f.severity else replace(f, severity=severity)


def _judged(d: Detector) -> list[str]:
    """The forms that the judge adds to a detector's."""
    return [form for form, detector in JUDGED.items() if detector == d.id]


def _over(entry: Ignore, today: date) -> bool:
    return entry.until is not None and entry.until < today


def speaks_of(entry: Ignore, f: Finding, runs: Mapping[str, RunFacts], tasks: Mapping[str, Task]) -> bool:
    """Whether an entry is about this finding, whatever the day."""
    task, run = tasks.get(f.run, Task("")), runs.get(f.run)
    if not entry.what.counts(f) or entry.words.casefold() not in f.message.casefold():
        return False
    files = {run.file if run else "", f.evidence[0].place.file}
    if entry.file and not any(fnmatchcase(x, g) for x in files for g in (entry.file, f"*/{entry.file}")):
        return False
    if entry.task and not any(fnmatchcase(x, entry.task) for x in (run.task if run else "", task.key, task.title)):
        return False
    return not entry.fingerprint or print_of(f, task.key).startswith(entry.fingerprint.lower())
