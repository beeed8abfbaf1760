"""`planscope gate` and `planscope baseline`: the question for a CI, and what it may compare with."""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from planscope import console
from planscope.commands.check import checked, loaded
from planscope.commands.options import GivenPath, detectors_option, store_option
from planscope.commands.settled import settle_here
from planscope.errors import PlanscopeError, Unreadable, UsageError

if TYPE_CHECKING:
    from planscope.analyzers.check import Report
    from planscope.analyzers.gates.baseline import Baseline
    from planscope.analyzers.gates.limits import Limit
    from planscope.analyzers.gates.verdict import Question, Verdict
    from planscope.config import GateSettings, Settings

STDOUT = Path("-")
SUMMARY = "GITHUB_STEP_SUMMARY"
_paths = click.argument("paths", nargs=-1, metavar="[PATH...]", type=GivenPath())
_kinds = click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind or detector.")
_root = click.option(
    "--root", type=click.Path(path_type=Path), metavar="DIR", help="Give names of files relative to it."
)
_processes = click.option("--processes", type=click.IntRange(min=1), metavar="N", help="Default: one a processor.")
_file = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command()
@_paths
@store_option("The store to gate when no PATH is given.")
@click.option(
    "--max", "limits", multiple=True, metavar="NAME=N",
    help="At most N findings, or N% of the runs. NAME: error, warning, info, all, a kind or detector; after one of "
    "these a form or severity (stale_todo.error). May be repeated.  [default: error=0, unless there is a baseline]",
)  # fmt: skip
@click.option("--min-runs", type=click.IntRange(min=1), metavar="N", help="Decide on no fewer.  [default: 1]")
@click.option("--baseline", type=_file, metavar="FILE", help="No findings that this file does not know.")
@click.option(
    "--fail-on-new", type=click.Choice(["error", "warning", "info"]), help="How grave a new one is.  [default: info]"
)
@click.option("--exact", is_flag=True, help="A known finding in other words is a new one.")
@click.option("--junit", type=_file, metavar="FILE", help="Write JUnit XML there; - is standard output.")
@click.option("--markdown", type=_file, metavar="FILE", help="Write Markdown there; - is standard output.")
@_kinds
@click.option("--verbose", "-v", is_flag=True, help="Also show findings that are allowed, and what was clean.")
@_root
@detectors_option("Load your own detectors; may be repeated.")
@_processes
@click.pass_context
def gate(
    context: click.Context,
    paths: tuple[Path, ...],
    store: Path,
    limits: tuple[str, ...],
    min_runs: int | None,
    baseline: Path | None,
    fail_on_new: str | None,
    exact: bool,
    junit: Path | None,
    markdown: Path | None,
    kinds: tuple[str, ...],
    verbose: bool,
    root: Path | None,
    extra: tuple[str, ...],
    processes: int | None,
) -> int:
    """Pass or fail: may this go in, going by what agents did? For a CI.

    \b
    Examples:
      planscope gate runs/                                        no error
      planscope gate runs/ --max error=0 --max plan_drift=10%
      planscope gate runs/ --min-runs 20 --junit planscope.xml
      planscope baseline runs/ -o known.json && planscope gate runs/ --baseline known.json

    Reads PATHs, or the store when none is given. Settings stand in [tool.planscope.gate]; docs/gate.md tells more.

    Exit code: 0 passed, 1 failed, 2 could not decide, 3 the call makes no sense.
    """
    from planscope.analyzers.gate import UNDECIDED
    from planscope.analyzers.gates.verdict import decide
    from planscope.config import GateSettings, find_settings

    if junit == STDOUT and markdown == STDOUT:
        raise UsageError("--junit - and --markdown - cannot both have standard output")
    _not_both(context, paths)
    settings = find_settings(Path.cwd())
    given = GateSettings(limits, min_runs, baseline, fail_on_new or "", exact)
    question = _question(settings, given, extra)
    report, asked, troubles = _examined(paths, store, settings, root, kinds, extra, processes)
    verdict = decide(report, question, asked, troubles)
    _show(report, verdict, verbose, aside=STDOUT in (junit, markdown))
    whole = _written(report, verdict, junit, markdown)
    return verdict.code if whole or verdict.code else UNDECIDED


@click.command()
@_paths
@store_option("The store to read when no PATH is given.")
@click.option("-o", "--output", type=_file, metavar="FILE", help="Where to write it; - is standard output.")
@_kinds
@_root
@detectors_option("Load your own detectors; may be repeated.")
@_processes
@click.pass_context
def baseline(
    context: click.Context,
    paths: tuple[Path, ...],
    store: Path,
    output: Path | None,
    kinds: tuple[str, ...],
    root: Path | None,
    extra: tuple[str, ...],
    processes: int | None,
) -> int:
    """Write down what is known to be wrong, so that `planscope gate --baseline` fails for nothing but what is new.

    \b
    Examples:
      planscope baseline runs/ -o known.json
      git diff known.json                         what became better or worse since

    Exit code: 0 written, 2 not written (something could not be read, or there was nothing), 3 the call makes no sense.
    """
    from planscope.analyzers.gate import undecided
    from planscope.analyzers.gates.baseline import baseline_of, written
    from planscope.analyzers.gates.tasks import tasks_of
    from planscope.config import find_settings

    _not_both(context, paths)
    settings = find_settings(Path.cwd())
    target = output or settings.gate.baseline
    if target is None:
        raise UsageError("where to? Give -o FILE, or set baseline in [tool.planscope.gate]")
    report, asked, troubles = _examined(paths, store, settings, root, kinds, extra, processes)
    if reasons := [*troubles, *undecided(report, asked)]:
        raise PlanscopeError(f"no baseline was written, since it would not be whole: {'; '.join(reasons)}")
    made = baseline_of(report)
    if not made.titles:
        raise PlanscopeError("no baseline was written: no run names its task, by planscope.task.id, request or file")
    _write(target, written(made))
    known = sum(k.at_most for k in made.known.values())
    console.say(f"{target} is written; tasks: {len(made.titles)}, runs: {len(report.runs)}, known findings: {known}")
    if nameless := sum(not t.key for t in tasks_of(report.runs).values()):
        console.say(f"runs left out, since they name no task by planscope.task.id, request or file: {nameless}")
    return 0


# --- what is asked -------------------------------------------------------------------------------------------------


def _not_both(context: click.Context, paths: Sequence[Path]) -> None:
    if paths and context.get_parameter_source("store") == ParameterSource.COMMANDLINE:
        raise UsageError("give files and folders, or --store; not both")


def _question(settings: "Settings", given: "GateSettings", extra: Sequence[str]) -> "Question":
    """What the command line says, else the settings. A limit takes the place of those of the same name there."""
    from planscope.analyzers.gates.verdict import Question

    ours = settings.gate
    known = loaded((*settings.detectors, *extra))
    limits = _limits(given.limits, known)
    named = {x.name for x in limits}
    try:
        limits += [x for x in _limits(ours.limits, known) if x.name not in named]
    except UsageError as e:
        raise type(e)(f"{settings.file}: gate: {e}") from e
    where = given.baseline or ours.baseline
    return Question(
        tuple(limits),
        given.min_runs or ours.min_runs or 1,
        _baseline(where) if where else None,
        given.fail_on_new or ours.fail_on_new or "info",
        given.exact or ours.exact,
    )


def _limits(texts: Iterable[str], known: Iterable[object]) -> "list[Limit]":
    from planscope.analyzers.detector import Detector
    from planscope.analyzers.gates.limits import parse
    from planscope.analyzers.report.manual import forms

    detectors = [d for d in known if isinstance(d, Detector)]
    kinds, named = {d.id: d.kind for d in detectors}, {d.id: forms(d) for d in detectors}
    return [parse(text, kinds, named) for text in texts]


def _baseline(file: Path) -> "Baseline":
    from planscope.analyzers.gates.baseline import read

    try:
        text = sys.stdin.buffer.read() if file == STDOUT else file.read_bytes()
    except OSError as e:
        write = f"write one with `planscope baseline PATH... -o {file}`"
        raise Unreadable(f"the baseline {file} cannot be read ({e.strerror}); {write}") from e
    return read(text.decode("utf-8", "replace"), str(file))


# --- what is looked at ---------------------------------------------------------------------------------------------


def _examined(
    paths: Sequence[Path],
    store: Path,
    settings: "Settings",
    root: Path | None,
    kinds: Sequence[str],
    extra: Sequence[str],
    processes: int | None,
) -> tuple["Report", set[str], list[str]]:
    """The report on files or a store, names of the files that were asked for, and what is missing from it."""
    if paths:
        report, names = checked(paths, root, kinds, extra, processes)
        settle_here(report, extra)
        return report, {names[p] for p in paths if p in names}, []
    from planscope.commands.stored import stored_report

    found = stored_report(store, loaded((*settings.detectors, *extra)), kinds)
    settle_here(found.report, extra)
    growing = len(found.growing)
    runs = "1 run has" if growing == 1 else f"{growing} runs have"
    goes_on = f"{runs} not ended (taken for over after ten minutes without a new span; gate again then)"
    return found.report, set(), [goes_on] if growing else []


# --- what is told --------------------------------------------------------------------------------------------------


def _show(report: "Report", verdict: "Verdict", verbose: bool, aside: bool) -> None:
    """Prints the answer; to standard error where standard output is taken by a report."""
    from planscope.analyzers.report.gate_text import gate_text
    from planscope.analyzers.report.text import Style

    lines = gate_text(report, verdict, Style(console.columns(), console.coloured() and not aside, verbose))
    if aside:
        print("\n".join(lines), file=sys.stderr)
    else:
        console.write(lines)


def _written(report: "Report", verdict: "Verdict", junit: Path | None, markdown: Path | None) -> bool:
    """Writes the reports that are asked for. Says what could not be written, and whether all was."""
    from planscope.analyzers.report.gate_text import ANSWERS
    from planscope.analyzers.report.junit import junit as junit_of
    from planscope.analyzers.report.markdown import markdown as markdown_of

    texts: list[tuple[Path, str]] = []
    if junit:
        texts.append((junit, junit_of(report, verdict.against, verdict.rulings, "gate")))
    if markdown:
        title, new = f"planscope gate: {ANSWERS[verdict.code]}", verdict.new or ()
        page = markdown_of(report, title, shown=verdict.against, rulings=verdict.rulings, new=new)
        texts.append((markdown, page))
    whole = True
    for file, text in texts:
        try:
            _write(file, text)
        except PlanscopeError as e:
            console.say(str(e))
            whole = False
    return whole


def _write(file: Path, text: str) -> None:
    """Writes a file, with the folders above it; adds to the summary of a GitHub step, which other commands share."""
    if file == STDOUT:
        console.write(text.rstrip("\n").split("\n"))
        return
    summary = os.environ.get(SUMMARY, "")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a" if summary and file == Path(summary) else "w", encoding="utf-8") as f:
            f.write(text)
    except OSError as e:
        raise PlanscopeError(f"{file} cannot be written: {e.strerror}") from e
