"""The command line. Commands import what they need when they run: starting is most of what a small check costs."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

import planscope
from planscope import console
from planscope.commands.check import check
from planscope.commands.collect import collect
from planscope.commands.demo import demo
from planscope.commands.doctor import doctor
from planscope.commands.evaluating import evaluate
from planscope.commands.explain import detectors, explain
from planscope.commands.gate import baseline, gate
from planscope.commands.importing import import_files
from planscope.commands.review import review
from planscope.commands.serve import serve
from planscope.commands.sql import sql
from planscope.commands.store import store
from planscope.errors import PlanscopeError, UsageError

USAGE, UNDECIDED = 3, 2
ENVIRONMENT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def main() -> NoReturn:
    """Runs a command and ends with its exit code, never with a traceback."""
    console.prepare()
    code = run(sys.argv[1:])
    whole = console.wrote(())  # also what is not written by us, as help is
    sys.exit(code if whole or code else UNDECIDED)


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command: 0 or 1 as it decided, 2 when it could not, 3 for a call that makes no sense."""
    try:
        code = cli.main(args=list(arguments), prog_name="planscope", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as e:
        with suppress(OSError):
            e.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        console.say("interrupted")
    except Exception as e:
        console.say(_words(e))
        return USAGE if isinstance(e, UsageError) else UNDECIDED
    return UNDECIDED


def _words(error: Exception) -> str:
    """What went wrong, for a user."""
    if isinstance(error, PlanscopeError):
        return str(error)
    if isinstance(error, OSError):
        try:
            Path.cwd()
        except OSError:
            return "the folder that this was started in does not exist any more; change to another one"
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    if isinstance(error, RuntimeError) and str(error) == "Query interrupted":  # what DuckDB makes of Ctrl-C
        return "interrupted"
    database = sys.modules.get("duckdb")
    if database is not None and isinstance(error, database.Error):
        return f"DuckDB cannot work on the store: {error}"
    return f"a mistake in planscope itself, please report it: {type(error).__name__}: {error}"


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


REPORTS = (check, gate, baseline, review, evaluate)
for command in (demo, import_files, *REPORTS, detectors, explain, sql, store, collect, serve, doctor):
    cli.add_command(command)
