"""The report for people: findings by run, the most serious first, each with its values, quotations and places."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from planscope.analyzers.check import Check, FileFacts, Report, RunFacts
from planscope.analyzers.detector import SEVERITIES, Evidence, Finding, count
from planscope.analyzers.report.safe import safe, wrapped
from planscope.analyzers.report.settled import counted, listed
from planscope.collector.span import Place

LONGEST_MESSAGE = 2000  # characters; detectors keep theirs short, a user's may quote a whole file
MOST_EVIDENCE = 6  # quotations of a finding; --verbose gives all
MOST_COMPARED = 12  # pieces of an account; --verbose gives all
NAMED = 5  # files named in the summary; --verbose names all
_SILENT = {"clean": "nothing found", "not_applicable": "not applicable", "failed": "crashed"}
_CODES = {"error": "1;31", "warning": "1;33", "info": "1;36", "head": "1", "dim": "2"}


@dataclass(frozen=True, slots=True)
class Style:
    """How wide the report may be, whether in colour, and whether with all details."""

    columns: int = 100
    colour: bool = False
    verbose: bool = False

    def paint(self, text: str, name: str) -> str:
        """The text in the colour of that name."""
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.colour and text else text

    def block(self, text: str, indent: str, name: str = "", rest: str | None = None) -> Iterator[str]:
        """Lines of an untrusted text, escaped and wrapped."""
        for line in wrapped(safe(text), self.columns, indent, rest):
            yield self.paint(line, name) if name else line


def text_report(report: Report, style: Style) -> Iterator[str]:
    """The lines of the report, the summary last."""
    yield from findings_text(report, style)
    yield from _compared_lines(report, style)
    yield from settled_lines(report, style)
    if style.verbose:
        yield from _file_lines(report.files, style)
    yield from style.block(summary(report, style.verbose), "", "head" if report.findings else "")


def findings_text(report: Report, style: Style) -> Iterator[str]:
    """The findings by run."""
    grouped: dict[str, list[Finding]] = defaultdict(list)
    for f in report.findings:
        grouped[f.run].append(f)
    checks: dict[str, list[Check]] = defaultdict(list)
    for c in report.checks if style.verbose else ():
        checks[c.run].append(c)
    for run in _by_weight(report.runs, grouped):
        found = grouped.get(run.id, [])
        if not found and not style.verbose:
            continue
        yield from _run_lines(run, style)
        for f in sorted(found, key=lambda x: (SEVERITIES.index(x.severity), x.evidence[0].step)):
            yield ""
            yield from _finding_lines(f, run, style)
        yield from _check_lines(checks.get(run.id, []), style)
        yield ""


def _by_weight(runs: Iterable[RunFacts], grouped: Mapping[str, Sequence[Finding]]) -> list[RunFacts]:
    """The run with the gravest finding first, then the one with more of them; else in the order of the files."""

    def weight(run: RunFacts) -> tuple[int, ...]:
        count = Counter(f.severity for f in grouped.get(run.id, ()))
        return tuple(-count[s] for s in SEVERITIES)

    return sorted(runs, key=weight)


def _run_lines(run: RunFacts, style: Style) -> Iterator[str]:
    which = "" if run.index is None else f" [{run.index}]"
    agent = f", sub-agent {run.agent}" if run.parent_id else ""
    ended = "" if run.state == "ended" else f", {run.state.replace('_', ' ')}"
    named = ", ".join(x for x in (run.task, run.variant) if x)
    name = run.file or (f"{named} · {run.id}" if named else run.id)  # what came over the network is in no file
    yield from style.block(f"{name}{which}{agent} ({run.format}, {count(run.steps, 'step')}{ended})", "", "head")
    if run.title:
        yield from style.block(f"task: {run.title}", "", "dim")


def _finding_lines(f: Finding, run: RunFacts, style: Style) -> Iterator[str]:
    name = safe(f"{f.detector}.{f.form}" if f.form else f.detector)
    kind = "" if f.kind == f.detector.replace("-", "_") else f"  {f.kind}"
    yield f"  {style.paint(f.severity, f.severity)}  {style.paint(name, 'head')}{style.paint(kind, 'dim')}"
    yield from style.block(f.message[:LONGEST_MESSAGE], "    ")
    shown = list(_alike(f.evidence))
    for (note, quote), places in shown if style.verbose else shown[:MOST_EVIDENCE]:
        where = ", ".join(_where(p, run) for p in places)
        yield from style.block(f"at {where}  {f'{note}: ' if note else ''}“{quote}”", "      ", rest="        ")
    if len(shown) > MOST_EVIDENCE and not style.verbose:
        yield f"      and {len(shown) - MOST_EVIDENCE} more (--verbose)"


def _alike(evidence: Iterable[Evidence]) -> Iterator[tuple[tuple[str, str], list[Place]]]:
    """Evidence that says the same in a row, as a call repeated six times does, with all its places."""
    for said, group in groupby(evidence, key=lambda e: (e.note, e.quote)):
        yield said, [e.place for e in group]


def _where(place: Place, run: RunFacts) -> str:
    """The position alone when it is in the file and run that the heading names."""
    here = (place.file, place.index) == (run.file, run.index)
    return place.position if here else str(place)


def _check_lines(checks: Sequence[Check], style: Style) -> Iterator[str]:
    clean = [c.detector for c in checks if c.outcome == "clean"]
    if clean:
        yield from style.block(f"clean: {', '.join(clean)}", "  ", "dim", rest="    ")
    for c in checks:
        if c.outcome not in ("clean", "found"):
            words = c.outcome.replace("_", " ")
            yield from style.block(f"{words}: {c.detector} ({c.reason})", "  ", "dim", rest="    ")


def _compared_lines(report: Report, style: Style) -> Iterator[str]:
    """What detectors that found nothing compared, by run."""
    runs = {r.id: r for r in report.runs}
    for run_id, some in groupby(report.compared, key=lambda c: c.run):
        yield from _run_lines(runs[run_id], style)
        for c in some:
            yield from style.block(
                f"{_SILENT.get(c.outcome, c.outcome)}: {c.detector}: {c.sentence}", "  ", rest="    "
            )
            shown = c.details if style.verbose else c.details[:MOST_COMPARED]
            for detail in shown:
                yield from style.block(f"- {detail}", "    ", "dim", rest="      ")
            if len(shown) < len(c.details):
                yield f"    - and {len(c.details) - len(shown)} more (--verbose)"
        yield ""


def settled_lines(report: Report, style: Style) -> Iterator[str]:
    """What was settled about findings: notes, and with all details each that does not count, with its reason."""
    lines = [*report.notes, *(listed(report) if style.verbose else ())]
    for line in lines:
        yield from style.block(line[:LONGEST_MESSAGE], "", "dim", rest="  ")
    if lines:
        yield ""


def _file_lines(files: Iterable[FileFacts], style: Style) -> Iterator[str]:
    for f in files:
        what = f.problem or f"{f.format}, {count(f.records, 'record')}"
        yield from style.block(f"{f.name}: {what}", "", "dim", rest="  ")
        for x in f.skipped:
            yield from style.block(f"{x.file}:{x.position}: skipped, {x.reason}", "  ", "dim", rest="    ")


def summary(report: Report, verbose: bool = False, *, told: bool = False) -> str:
    """One line: what was found, read, passed over, and what could not be looked at. `told`: what was set aside is
    listed beside it."""
    parts = [_found(report), *([f"{count(len(report.read), 'file')} read"] if report.files else [])]
    if aside := counted(report):
        parts.insert(1, f"{aside}{'' if verbose or told else ' (--verbose lists them)'}")
    parts += _unread(report.unread, verbose)
    skipped = Counter(x.reason.split(" (")[0] for f in report.files for x in f.skipped)
    if skipped:
        reasons = ", ".join(f"{n} {reason}" for reason, n in skipped.most_common(NAMED))
        parts.append(f"{count(skipped.total(), 'record')} skipped: {reasons}")
    for outcome, words in (("not_applicable", "not applicable"), ("abstained", "abstained"), ("failed", "crashed")):
        by_detector = Counter(c.detector for c in report.checks if c.outcome == outcome)
        if by_detector:
            parts.append(f"{words}: {', '.join(f'{d} {n}' for d, n in sorted(by_detector.items()))}")
    return ("interrupted, so far: " if report.interrupted else "") + "; ".join(parts)


def _found(report: Report) -> str:
    if not report.runs:
        return "nothing was checked: no run was found"
    if not report.checks:
        return f"{count(len(report.runs), 'run')} not checked"
    if not report.findings:
        return f"no findings in {count(len(report.runs), 'run')}"
    by_severity = Counter(f.severity for f in report.findings)
    grades = ", ".join(count(by_severity[s], s) for s in SEVERITIES if by_severity[s])
    with_findings = len({f.run for f in report.findings})
    runs = "1 run" if len(report.runs) == 1 else f"{with_findings} of {len(report.runs)} runs"
    return f"{count(len(report.findings), 'finding')} ({grades}) in {runs}"


def _unread(files: Sequence[FileFacts], verbose: bool) -> Iterator[str]:
    for (foreign, reason), n in sorted(Counter((f.foreign, _reason(f)) for f in files).items()):
        names = [f.name for f in files if (f.foreign, _reason(f)) == (foreign, reason)]
        shown = names if verbose else names[:NAMED]
        more = f" and {n - len(shown)} more" if len(shown) < n else ""
        yield f"{n} {'passed over' if foreign else 'not read'} ({reason}): {', '.join(shown)}{more}"


def _reason(f: FileFacts) -> str:
    return f.problem.split(" (")[0]
