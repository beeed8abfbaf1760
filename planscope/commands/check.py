"""`planscope check`: detectors over files or over the runs of a store, and the report of it."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from planscope import console
from planscope.commands.judge import judge_report, ready, runs_again
from planscope.commands.options import GivenPath, detectors_option, store_option
from planscope.commands.redacting import redact_option, redacted_words, redaction_here
from planscope.commands.settled import policy_here, settle_here
from planscope.errors import UsageError

if TYPE_CHECKING:
    from planscope.analyzers.check import Report
    from planscope.analyzers.detector import Detector

NAMED = 5  # growing runs that are named

FORMS = ("text", "jsonl", "json", "junit", "markdown")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=GivenPath())
@click.option("--last", is_flag=True, help="The newest Claude Code session begun in this folder.")
@store_option("The store to check when no PATH is given.")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="Form of output.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind or detector; may be repeated.")
@click.option("--verbose", "-v", is_flag=True, help="Also tell what was clean, skipped, and why not looked at.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info", "never"]),
    default="error",
    show_default=True,
    help="Exit with 1 when there is a finding as grave as this.",
)
@click.option("--root", type=click.Path(path_type=Path), metavar="DIR", help="Give names of files relative to this.")
@redact_option
@detectors_option("Load your own detectors; may be repeated.")
@click.option("--judge", metavar="anthropic[:MODEL]", help="Ask a model what computation leaves open (docs/judge.md).")
@click.option(
    "--explain-clean",
    "explained",
    multiple=True,
    metavar="KIND",
    help="Where detectors of this kind found nothing, tell what they compared; may be repeated.",
)
@click.option("--processes", type=click.IntRange(min=1), metavar="N", help="Default: one for each processor.")
@click.pass_context
def check(
    context: click.Context,
    paths: tuple[Path, ...],
    last: bool,
    store: Path,
    form: str,
    kinds: tuple[str, ...],
    verbose: bool,
    fail_on: str,
    root: Path | None,
    plain: bool,
    extra: tuple[str, ...],
    judge: str | None,
    explained: tuple[str, ...],
    processes: int | None,
) -> int:
    """Check transcripts and traces: files, or folders with all that is below them; without any, the runs of a store.

    \b
    Examples:
      planscope check session.jsonl
      planscope check runs/ --format jsonl --root runs > findings.jsonl
      planscope check runs/ --kind stale_todo --fail-on warning
      planscope check --last --verbose
      planscope check --last --explain-clean rubber_stamp
      planscope check --store runs.store
      planscope check runs/ --judge anthropic     sends text of the traces to a model, and says how much

    Of a store, runs that are new or were looked at by other detectors are analysed; the report is on all of them.

    Exit code: 0 nothing as grave as --fail-on, 1 findings, 2 could not decide, 3 the call makes no sense.
    """
    from planscope.analyzers.gate import answer, undecided

    _sensible(context, bool(paths), last)
    if explained and form not in ("text", "json"):
        raise UsageError(f"--explain-clean is for text and json; --format {form} has no place for it")
    explaining = _explaining(explained, kinds, extra)
    asking = ready(judge) if judge is not None else None
    files = _paths(paths) if paths or last else ()
    if files:
        report, names = checked(files, root, kinds, extra, processes, plain=plain)
        asked = {names[p] for p in paths if p in names}
    else:
        report, asked = _of_store(store, kinds, extra), set()
    answered = asking is None or judge_report(asking, report, runs_again(files, root, store))
    settle_here(report, extra)
    if explaining and not report.interrupted:
        from planscope.analyzers.compared import compare

        report.compared += compare(report, explaining, runs_again(files, root, store))
    whole = console.wrote(output(report, form, verbose, fail_on)) and answered
    if form == "jsonl":
        _say_settled(report, verbose)
    if masked := redacted_words(report.redacted):
        console.say(masked)
    for reason in undecided(report, asked):
        console.say(reason)
    if form != "text" and (foreign := sum(f.foreign and f.name not in asked for f in report.files)):
        console.say(f"{foreign} files passed over, since they are no transcripts")
    return answer(report, fail_on, asked) or (0 if whole else 2)


def _explaining(explained: Sequence[str], kinds: Sequence[str], extra: Sequence[str]) -> "list[Detector]":
    """The detectors that are to tell what they compared. Raises UsageError for one that --kind leaves out."""
    if not explained:
        return []
    from planscope.analyzers.detector import chosen
    from planscope.config import find_settings

    known = loaded((*find_settings(Path.cwd()).detectors, *extra))
    looked_for = {d.id for d in chosen(known, kinds)}
    for name in explained:
        if not looked_for & {d.id for d in chosen(known, [name])}:
            raise UsageError(f"--explain-clean {name}: --kind leaves it out, so it is not looked for")
    return [d for d in chosen(known, explained) if d.id in looked_for]


def _say_settled(report: "Report", verbose: bool) -> None:
    """What was settled about findings, where lines hold those that count and no more."""
    from planscope.analyzers.report.settled import counted

    for note in report.notes:
        console.say(note)
    if aside := counted(report):
        console.say(f"not counted: {aside}{'' if verbose else ' (--verbose adds them, with the reason)'}")


def _sensible(context: click.Context, paths: bool, last: bool) -> None:
    """Raises UsageError for options that exclude each other."""
    given = {
        name
        for name in ("store", "root", "processes")
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    }
    if last and paths:
        raise UsageError("--last takes no paths")
    if "store" in given and (paths or last):
        raise UsageError(f"give {'--last' if last else 'files and folders'}, or --store; not both")
    for name in ("root", "processes"):
        if name in given and not (paths or last):
            raise UsageError(f"--{name} is for files; runs of a store have no use for it. Give a PATH, or leave it out")


def _paths(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """The paths, or those of the last session where none are given."""
    if paths:
        return paths
    from planscope.last import last_session

    return tuple(last_session(Path.cwd()))


def _of_store(folder: Path, kinds: Sequence[str], extra: Sequence[str]) -> "Report":
    """The report on a store; runs that still grow are named."""
    from planscope.analyzers.detector import count
    from planscope.commands.stored import stored_report
    from planscope.config import find_settings

    found = stored_report(folder, loaded((*find_settings(Path.cwd()).detectors, *extra)), kinds)
    if growing := found.growing:
        names = ", ".join(r.file or r.id for r in growing[:NAMED])
        more = f" and {len(growing) - NAMED} more" if len(growing) > NAMED else ""
        are = "grows" if len(growing) == 1 else "grow"
        console.say(
            f"{count(len(growing), 'run')} still {are} and {'is' if len(growing) == 1 else 'are'} not in this report: "
            f"{names}{more} (taken for over after ten minutes without a new span)"
        )
    if not found.report.runs and not growing:
        console.say(f"{folder} holds no run: `planscope import PATH...` reads files into it")
    return found.report


def checked(
    paths: Sequence[Path],
    root: Path | None,
    kinds: Sequence[str],
    extra: Sequence[str],
    processes: int | None,
    *,
    plain: bool = False,
) -> tuple["Report", dict[Path, str]]:
    """The report on all files, and the names that it gives to the paths that were asked for. `plain`: with secrets."""
    from planscope.analyzers.check import Report, check_files, find_files
    from planscope.analyzers.detector import chosen
    from planscope.config import find_settings, options_for

    settings = find_settings(Path.cwd())
    own = (*settings.detectors, *extra)
    known = loaded(own)
    options = options_for(settings, {d.id: {o.name: o.default for o in d.options} for d in known})
    wanted = policy_here(known).looked_for(chosen(known, kinds), kinds)
    report, names = Report(), {}
    try:
        files = find_files(paths, root)
        by_place = dict(files)
        names = {p: by_place[p.absolute()] for p in paths if p.absolute() in by_place}
        parts = check_files(
            files, wanted, extra=own, settings=options, processes=processes, redaction=redaction_here(plain)
        )
        # what a user's detector prints is not to get between the findings
        with closing(parts), redirect_stdout(sys.stderr), console.Progress(len(files), "files") as progress:
            for part in parts:
                report.add(part)
                progress.add(len(part.files))
    except KeyboardInterrupt:
        report.interrupted = True
    return report, names


def loaded(extra: Sequence[str]) -> "list[Detector]":
    """All detectors, with those of dotted modules in the working folder; it comes last, so as to hide nothing."""
    from planscope.analyzers.detector import load_detectors

    if extra and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    with redirect_stdout(sys.stderr):
        return load_detectors(extra)


def output(report: "Report", form: str, verbose: bool, fail_on: str = "error") -> Iterator[str]:
    """The lines of a report in one of the forms. In JUnit, cases fail for findings as grave as `fail_on`."""
    from planscope.analyzers.report.safe import json_line

    if form == "text":
        from planscope.analyzers.report.text import Style, text_report

        yield from text_report(report, Style(console.columns(), console.coloured(), verbose))
    elif form == "jsonl":
        from planscope.analyzers.report.lines import finding_line
        from planscope.analyzers.report.settled import aside_line

        yield from (json_line(finding_line(f)) for f in report.findings)
        yield from (json_line(aside_line(a)) for a in (report.set_aside if verbose else ()))
    elif form == "junit":
        from planscope.analyzers.gate import against
        from planscope.analyzers.report.junit import junit

        yield junit(report, against(report, fail_on)).rstrip("\n")
    elif form == "markdown":
        from planscope.analyzers.report.markdown import markdown

        yield markdown(report, "planscope check", shown=range(len(report.findings))).rstrip("\n")
    else:
        from planscope.analyzers.report.document import document

        yield json_line(document(report))
