"""A baseline: what is known to be wrong, by task, so that a gate can ask for nothing worse. JSON in stable order.

A finding is *known* when the baseline has it for the same task: the same kind, detector and form, and a message of the
same essence (see sameness.py). Equal findings in one run are counted, and those beyond the most that any run of the
baseline had are new. Unless it is to be exact, a finding in other words takes the place of a known one of its form and
task that is not seen any more: a model says the same thing differently each time.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from planscope.analyzers.check import Report
from planscope.analyzers.detector import SEVERITIES, Finding
from planscope.analyzers.gates.sameness import essence, fingerprint
from planscope.analyzers.gates.tasks import Task, tasks_of
from planscope.analyzers.report.safe import safe
from planscope.errors import Unreadable

FORMAT: Final = "planscope baseline 1"


@dataclass(frozen=True, slots=True)
class Known:
    """Findings of one form in one task: at most so many in a run, the gravest of this severity; and of each fingerprint
    its message and how many there were in a run at most."""

    task: str
    kind: str
    rule: str
    severity: str
    at_most: int
    messages: Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Baseline:
    """The tasks of its runs with title and files, and what is known of them by (task, kind, rule)."""

    titles: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: Mapping[tuple[str, str, str], Known] = field(default_factory=dict)


def rule_of(finding: Finding) -> str:
    """Detector and form, as reports name them."""
    return f"{finding.detector}.{finding.form}" if finding.form else finding.detector


def print_of(finding: Finding, task: str) -> str:
    """The fingerprint of a finding in a task."""
    return fingerprint(task, finding.kind, rule_of(finding), safe(essence(finding.message)))


# --- made of a report ----------------------------------------------------------------------------------------------


def baseline_of(report: Report) -> Baseline:
    """What a report found, as the baseline for later ones. Runs without a task are left out: nothing can be paired with
    them."""
    tasks = tasks_of(report.runs)
    mine = [t for t in tasks.values() if t.key]
    files: dict[str, set[str]] = defaultdict(set)
    for task in mine:
        files[task.key] |= {task.file} - {""}
    grouped: dict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for f in report.findings:
        if key := tasks.get(f.run, Task("")).key:
            grouped[key, f.kind, rule_of(f)].append(f)
    titles = {t.key: safe(t.title).rstrip("… ") for t in sorted(mine, key=lambda t: t.title, reverse=True)}
    return Baseline(
        titles,
        {key: tuple(sorted(names)) for key, names in files.items()},
        {key: _known(key, findings) for key, findings in grouped.items()},
    )


def _known(key: tuple[str, str, str], findings: Iterable[Finding]) -> Known:
    by_run: dict[str, Counter[str]] = defaultdict(Counter)
    messages: dict[str, str] = {}
    gravest = SEVERITIES[-1]
    for f in findings:
        mark = print_of(f, key[0])
        by_run[f.run][mark] += 1
        messages[mark] = safe(essence(f.message))
        gravest = min(gravest, f.severity, key=SEVERITIES.index)
    most = {mark: (text, max(c[mark] for c in by_run.values())) for mark, text in messages.items()}
    return Known(*key, gravest, max(c.total() for c in by_run.values()), most)


# --- as a file -----------------------------------------------------------------------------------------------------


def written(baseline: Baseline) -> str:
    """The text of the file: the same for the same findings, whatever order they came in."""
    tasks = [
        {"task": key, "title": title, "files": list(baseline.files.get(key, ()))}
        for key, title in sorted(baseline.titles.items())
    ]
    known = [
        {
            "task": k.task,
            "kind": k.kind,
            "rule": k.rule,
            "severity": k.severity,
            "at_most": k.at_most,
            "findings": [
                {"fingerprint": mark, "at_most": most, "message": message}
                for mark, (message, most) in sorted(k.messages.items(), key=lambda m: (m[1], m[0]))
            ],
        }
        for _, k in sorted(baseline.known.items())
    ]
    # what a terminal or an editor could be confused by is escaped already, by `safe`; keys hold words of their sender
    text = json.dumps({"format": FORMAT, "tasks": tasks, "known": known}, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def read(text: str, name: str) -> Baseline:
    """The baseline in the text of a file. Raises Unreadable, which says what to do."""
    try:
        held = json.loads(text)
        if held["format"] != FORMAT:
            raise ValueError(f"its format is {held['format']!r}, this planscope reads {FORMAT!r}")
        known = [_read_known(k) for k in held["known"]]
        return Baseline(
            {str(t["task"]): str(t["title"]) for t in held["tasks"]},
            {str(t["task"]): tuple(str(f) for f in t["files"]) for t in held["tasks"]},
            {(k.task, k.kind, k.rule): k for k in known},
        )
    except RecursionError:
        problem = "it is nested too deeply"
    except KeyError as e:
        problem = f"{e.args[0]!r} is missing"
    except (ValueError, TypeError) as e:
        problem = str(e)
    raise Unreadable(f"{name} is no baseline ({problem}); write it anew with `planscope baseline PATH... -o {name}`")


def _read_known(held: Mapping[str, Any]) -> Known:
    if held["severity"] not in SEVERITIES:
        raise ValueError(f"unknown severity {held['severity']!r}")
    messages = {str(f["fingerprint"]): (str(f["message"]), int(f["at_most"])) for f in held["findings"]}
    task, kind, rule = (str(held[name]) for name in ("task", "kind", "rule"))
    return Known(task, kind, rule, held["severity"], int(held["at_most"]), messages)
