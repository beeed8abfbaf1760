"""The command line. Commands import what they need when they run: starting is most of what a small check costs."""

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

import planscope
from planscope import console
from planscope.commands.collect import collect
from planscope.commands.serve import serve
from planscope.errors import PlanscopeError, UnknownName, UsageError, nearest

if TYPE_CHECKING:
    from planscope.analyzers.check import Report
    from planscope.analyzers.detector import Detector

USAGE, UNDECIDED = 3, 2
ENVIRONMENT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def main() -> NoReturn:
    """Runs a command and ends with its exit code, never with a traceback."""
    console.prepare()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command: 0 or 1 as it decided, 2 when it could not, 3 for a call that makes no sense."""
    try:
        code = cli.main(args=list(arguments), prog_name="planscope", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as e:
        e.show()
        return USAGE
    except UsageError as e:
        console.say(str(e))
        return USAGE
    except PlanscopeError as e:
        console.say(str(e))
    except (click.Abort, KeyboardInterrupt):
        console.say("interrupted")
    except Exception as e:
        console.say(f"a mistake in planscope itself, please report it: {type(e).__name__}: {e}")
    return UNDECIDED


@click.group(context_settings=ENVIRONMENT)
@click.version_option(planscope.__version__, prog_name="planscope", message="%(prog)s %(version)s")
def cli() -> None:
    """Finds where an agent's plan and an agent's work part, by computing it from traces and transcripts.

    \b
    Examples:
      planscope demo                     see it at work
      planscope check transcripts/       check files and folders
      planscope check --last             check the latest Claude Code session of this folder
    """


cli.add_command(collect)
cli.add_command(serve)


@cli.command()
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
@click.option(
    "--detectors", "extra", multiple=True, metavar="MODULE_OR_FILE", help="Load your own detectors; may be repeated."
)
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
    report, names = _checked(paths, root, kinds, extra, processes)
    asked = {names[p] for p in paths if p in names}
    console.write(_output(report, form, verbose))
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


def _checked(
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
    known = _loaded(own)
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


def _loaded(extra: Sequence[str]) -> "list[Detector]":
    """All detectors, with those of dotted modules in the working folder; it comes last, so as to hide nothing."""
    from planscope.analyzers.detector import load_detectors

    if extra and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    with redirect_stdout(sys.stderr):
        return load_detectors(extra)


def _output(report: "Report", form: str, verbose: bool) -> Iterator[str]:
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


@cli.command()
@click.option("--detectors", "extra", multiple=True, metavar="MODULE_OR_FILE", help="Load your own detectors too.")
def detectors(extra: tuple[str, ...]) -> None:
    """List all detectors by kind, each with the first line of its manual.

    \b
    Example:
      planscope detectors
    """
    from planscope.analyzers.report.manual import listing
    from planscope.config import find_settings

    own = (*find_settings(Path.cwd()).detectors, *extra)
    console.write(listing(_loaded(own), console.columns()))


@cli.command()
@click.argument("name", metavar="DETECTOR")
@click.option("--detectors", "extra", multiple=True, metavar="MODULE_OR_FILE", help="Load your own detectors too.")
def explain(name: str, extra: tuple[str, ...]) -> None:
    """Print the manual of a detector, or of all detectors of a kind: the rule, an example, options, limits.

    \b
    Examples:
      planscope explain stale_todo
      planscope explain NAME.FORM         as a report names it
    """
    from planscope.analyzers.detector import KINDS
    from planscope.analyzers.report.manual import manual
    from planscope.config import find_settings

    known = _loaded((*find_settings(Path.cwd()).detectors, *extra))
    wanted = [d for d in known if name.split(".")[0] in (d.id, d.kind)]
    if not wanted:
        names: Collection[str] = {d.id for d in known} | set(KINDS)
        if name in KINDS:
            raise UnknownName(f"there is no detector of the kind {name!r} yet")
        raise UnknownName(f"no detector or kind is called {name!r}{nearest(name, names)}")
    console.write(line for d in wanted for line in manual(d))


@cli.command()
def demo() -> int:
    """Check six runs that come with planscope: four with faults, two without.

    \b
    Example:
      planscope demo
    """
    from planscope.demo import closing_words, demo_files, opening_words

    console.write(opening_words())
    report, _ = _checked(demo_files(), demo_files()[0].parent, (), (), 1)
    console.write(_output(report, "text", verbose=False))
    console.write(closing_words())
    return UNDECIDED if report.interrupted else 0
