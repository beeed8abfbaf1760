"""A report against a baseline: what is new, known, said in other words, and no longer seen."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from planscope.analyzers.check import Report
from planscope.analyzers.detector import SEVERITIES, Finding
from planscope.analyzers.gates.baseline import Baseline, Known, print_of, rule_of
from planscope.analyzers.gates.limits import LOOKED
from planscope.analyzers.gates.ruling import Ruling
from planscope.analyzers.gates.tasks import Task, tasks_of, unique_files

NAMED = 5  # of a list in a sentence

Group = tuple[str, str, str]  # task, kind, rule


@dataclass(frozen=True, slots=True)
class Comparison:
    """Places in the report's list of findings: `new`, `known`, `reworded` (known, in other words), and `unpaired`, of
    runs without a task. `fixed` are known findings whose detector looked at their task again and saw nothing,
    `unseen` those that no detector could look for; `paired` counts runs whose task the baseline has, `nameless` those
    without any, and `missing` names tasks of the baseline that no run is of."""

    new: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    reworded: tuple[int, ...] = ()
    unpaired: tuple[int, ...] = ()
    fixed: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    paired: int = 0
    nameless: int = 0
    missing: tuple[str, ...] = ()


def compare(report: Report, baseline: Baseline, exact: bool = False) -> Comparison:
    """Every finding is in one of the four lists."""
    tasks = _paired(report, baseline)
    sorted_out = _Sorted()
    of: dict[tuple[str, Group], list[int]] = defaultdict(list)
    for n, f in enumerate(report.findings):
        if key := tasks.get(f.run, ""):
            of[f.run, (key, f.kind, rule_of(f))].append(n)
        else:
            sorted_out.unpaired.append(n)
    for (_, group), places in of.items():
        sorted_out.take(report.findings, places, group, baseline.known.get(group), exact)
    for f in (a.finding for a in report.set_aside):  # known still, though it does not count
        if key := tasks.get(f.run, ""):
            sorted_out.seen.add(((key, f.kind, rule_of(f)), print_of(f, key)))
    gone = _gone(baseline, sorted_out)
    looked = {(tasks.get(c.run), c.kind, c.detector) for c in report.checks if c.outcome in LOOKED}
    again = [(k.task, k.kind, k.rule.partition(".")[0]) in looked for k, _ in gone]
    present = set(tasks.values())
    return Comparison(
        new=tuple(sorted(sorted_out.new)),
        known=tuple(sorted(sorted_out.known)),
        reworded=tuple(sorted(sorted_out.reworded)),
        unpaired=tuple(sorted_out.unpaired),
        fixed=tuple(_worded(*g, baseline) for g, looked_again in zip(gone, again, strict=True) if looked_again),
        unseen=tuple(
            _worded(*g, baseline)
            for g, looked_again in zip(gone, again, strict=True)
            if not looked_again and g[0].task in present
        ),
        paired=sum(key in baseline.titles for key in tasks.values()),
        nameless=sum(not key for key in tasks.values()),
        missing=tuple(title or key for key, title in baseline.titles.items() if key not in present),
    )


@dataclass
class _Sorted:
    """Findings sorted out so far; and of each group the fingerprints that were seen, and how many of it in one run."""

    new: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    reworded: list[int] = field(default_factory=list)
    unpaired: list[int] = field(default_factory=list)
    seen: set[tuple[Group, str]] = field(default_factory=set)
    most: Counter[Group] = field(default_factory=Counter)

    def take(
        self, findings: Sequence[Finding], places: Iterable[int], group: Group, old: Known | None, exact: bool
    ) -> None:
        """Sorts out the findings that one run has of a group."""
        if old is None:
            self.new += places
            return
        same, other = _told_apart(findings, places, old)
        room = 0 if exact else max(0, old.at_most - len(same))
        fit = [n for n in other if not _graver(findings[n], old)][:room]
        self.known += same
        self.reworded += fit
        self.new += [n for n in other if n not in fit]
        self.seen |= {(group, print_of(findings[n], old.task)) for n in same}
        self.most[group] = max(self.most[group], len(same) + len(fit))


def _paired(report: Report, baseline: Baseline) -> dict[str, str]:
    """The key of each run's task; of one that the baseline does not have, the one that it read from the same file."""
    by_file = unique_files(baseline.files)
    tasks = tasks_of(report.runs)

    def key(task: Task) -> str:
        by_name = not task.key.startswith("task:") and task.key not in baseline.titles
        return by_file.get(task.file, task.key) if by_name else task.key

    return {run: key(task) for run, task in tasks.items()}


def _told_apart(findings: Sequence[Finding], places: Iterable[int], old: Known) -> tuple[list[int], list[int]]:
    """Those of a run that the baseline has word for word, as often as it has them, and the others."""
    left = {mark: most for mark, (_, most) in old.messages.items()}
    same, other = [], []
    for n in places:
        mark = print_of(findings[n], old.task)
        if left.get(mark, 0) > 0 and not _graver(findings[n], old):
            left[mark] -= 1
            same.append(n)
        else:
            other.append(n)
    return same, other


def _graver(finding: Finding, old: Known) -> bool:
    return SEVERITIES.index(finding.severity) < SEVERITIES.index(old.severity)


def _gone(baseline: Baseline, now: _Sorted) -> list[tuple[Known, str]]:
    """What is known and was not seen in any run, with its message; no more than a run has less of it than before."""
    gone = []
    for group, known in baseline.known.items():
        absent = [text for mark, (text, _) in known.messages.items() if (group, mark) not in now.seen]
        gone += [(known, text) for text in absent[: max(0, known.at_most - now.most[group])]]
    return gone


def _worded(known: Known, text: str, baseline: Baseline) -> str:
    return f"{known.rule} in {baseline.titles.get(known.task) or known.task!r}: {text}"


# --- as an answer --------------------------------------------------------------------------------------------------


def rule(report: Report, compared: Comparison, fail_on: str) -> Ruling:
    """Fails for a new finding as grave as `fail_on`; undecided when nothing could be paired, or a finding could not."""
    grave = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    against = tuple(n for n in compared.new if report.findings[n].severity in grave)
    lighter = len(compared.new) - len(against)
    same = len(compared.known) + len(compared.reworded)
    parts = [f"{len(against) or 'none'}", f"{same} known", f"{len(compared.fixed)} fixed"]
    if compared.reworded:
        parts[1] += f" ({len(compared.reworded)} of them in other words)"
    if lighter:
        parts.insert(1, f"{lighter} less grave than {fail_on}")
    notes = tuple(_notes(report, compared))
    if against:
        return Ruling("new findings", "fail", ", ".join(parts), notes, against)
    if compared.unpaired or not compared.paired:
        return Ruling("new findings", "undecided", ", ".join(parts), notes)
    return Ruling("new findings", "pass", ", ".join(parts), notes)


def _notes(report: Report, compared: Comparison) -> Iterator[str]:
    runs = len(report.runs)
    if compared.nameless:
        yield (
            f"{compared.nameless} of {runs} runs name no task, so they are paired with nothing: set the attribute "
            f"planscope.task.id, or record the user's request"
        )
    if runs and not compared.paired and compared.nameless < runs:
        yield "nothing is paired: no run is of a task in the baseline; write the baseline anew if the tasks are others"
    elif new := runs - compared.paired - compared.nameless:
        yield f"{new} of {runs} runs are of tasks that the baseline does not have; all that is found in them is new"
    reworded = [report.findings[n] for n in compared.reworded]
    for words, told in (
        ("in other words than the baseline (new with --exact)", [f"{rule_of(f)}: {f.message[:200]}" for f in reworded]),
        ("fixed, so the baseline can be written anew", compared.fixed),
        ("known, and not looked for this time", compared.unseen),
        ("tasks of the baseline without a run here", compared.missing),
    ):
        if told:
            more = f", and {len(told) - NAMED} more" if len(told) > NAMED else ""
            yield f"{words}: {'; '.join(told[:NAMED])}{more}"
