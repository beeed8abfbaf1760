"""`planscope check`: detectors over files, and the report of it."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.options import detectors_option
from planscope.errors import UsageError

if TYPE_CHECKING:
    from planscope.analyzers.check import Report
    from planscope.analyzers.detector import Detector


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(path_type=Path, readable=False))
@click.option("--last", is_flag=True, help="The newest Claude Code session begun in this folder.")
@click.option("--format", "form", type=click.Choice(["text", "jsonl", "json"]), default="text", help="Form of output.")
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
@detectors_option("Load your own detectors; may be repeated.")
@click.option("--processes", type=click.IntRange(min=1), metavar="N", help="Default: one for each processor.")
def check(
    paths: tuple[Path, ...],
    last: bool,
    form: str,
    kinds: tuple[str, ...],
    verbose: bool,
    fail_on: str,
    root: Path | None,
    extra: tuple[str, ...],
    processes: int | None,
) -> int:
    """Check transcripts and traces: files, or folders with all that is below them.

    \b
    Examples:
      planscope check session.jsonl
      planscope check runs/ --format jsonl --root runs > findings.jsonl
      planscope check runs/ --kind stale_todo --fail-on warning
      planscope check --last --verbose

    Exit code: 0 nothing as grave as --fail-on, 1 findings, 2 could not decide, 3 the call makes no sense.
    """
    from planscope.analyzers.gate import answer, undecided

    paths = _paths(paths, last)
    report, names = checked(paths, root, kinds, extra, processes)
    asked = {names[p] for p in paths if p in names}
    console.write(output(report, form, verbose))
    for reason in undecided(report, asked):
        console.say(reason)
    if form != "text" and (foreign := sum(f.foreign and f.name not in asked for f in report.files)):
        console.say(f"{foreign} files passed over, since they are no transcripts")
    return answer(report, fail_on, asked)


def _paths(paths: tuple[Path, ...], last: bool) -> tuple[Path, ...]:
    if last == bool(paths):
        raise UsageError("--last takes no paths" if last else "which files? Give files or folders, or --last")
    if not last:
        return paths
    from planscope.last import last_session

    return tuple(last_session(Path.cwd()))


def checked(
    paths: Sequence[Path],
    root: Path | None,
    kinds: Sequence[str],
    extra: Sequence[str],
    processes: int | None,
) -> tuple["Report", dict[Path, str]]:
    """The report on all files, and the names that it gives to the paths that were asked for."""
    from planscope.analyzers.check import Report, check_files, find_files
    from planscope.analyzers.detector import chosen
    from planscope.config import find_settings, options_for

    settings = find_settings(Path.cwd())
    own = (*settings.detectors, *extra)
    known = loaded(own)
    options = options_for(settings, {d.id: {o.name: o.default for o in d.options} for d in known})
    wanted = chosen(known, kinds)
    report, names = Report(), {}
    try:
        files = find_files(paths, root)
        by_place = dict(files)
        names = {p: by_place[p.absolute()] for p in paths if p.absolute() in by_place}
        parts = check_files(files, wanted, extra=own, settings=options, processes=processes)
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


def output(report: "Report", form: str, verbose: bool) -> Iterator[str]:
    """The lines of a report in one of the forms."""
    from planscope.analyzers.report.safe import json_line

    if form == "text":
        from planscope.analyzers.report.text import Style, text_report

        yield from text_report(report, Style(console.columns(), console.coloured(), verbose))
    elif form == "jsonl":
        from planscope.analyzers.report.lines import finding_line

        yield from (json_line(finding_line(f)) for f in report.findings)
    else:
        from planscope.analyzers.report.document import document

        yield json_line(document(report))
