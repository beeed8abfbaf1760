"""The command line. Commands import what they need when they run: starting is most of what a small check costs."""

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import planscope
from planscope import console
from planscope.commands.check import check
from planscope.commands.collect import collect
from planscope.commands.demo import demo
from planscope.commands.explain import detectors, explain
from planscope.commands.gate import baseline, gate
from planscope.commands.importing import import_files
from planscope.commands.serve import serve
from planscope.commands.sql import sql
from planscope.commands.store import store
from planscope.errors import PlanscopeError, UsageError

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


for command in (demo, import_files, check, gate, baseline, detectors, explain, sql, store, collect, serve):
    cli.add_command(command)
