"""`planscope demo`: the whole path, from agents at work to findings."""

import importlib.util
import os
import tempfile
from pathlib import Path

import click

from planscope import console
from planscope.commands.serve import serve as serve_command

HOST = "127.0.0.1"


@click.command()
@click.option(
    "--store",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where to keep the runs; made if it is not there.  [default: a new one in the temporary folder]",
)
@click.option("--serve", is_flag=True, help="Then open the dashboard on these runs, until Ctrl-C.")
@click.pass_context
def demo(context: click.Context, store: Path | None, serve: bool) -> int:
    """See planscope at work: agents send their traces to a collector, transcripts are read, and all is analysed.

    \b
    Examples:
      planscope demo
      planscope demo --serve
      planscope demo --store demo-store/

    Takes some seconds. Everything comes with planscope, and nothing leaves this machine. Exit code: 0.
    """
    from planscope.analyzers.report.text import Style
    from planscope.collector.store import Store
    from planscope.dashboard.server import command
    from planscope.demo import words
    from planscope.demo.whole_path import whole_path

    if serve:
        command(HOST)  # tells that Streamlit is missing, before anything is done
    folder = Store(store or Path(tempfile.mkdtemp(prefix="planscope-demo-"))).folder
    console.write(words.opening(str(folder)))
    shown = whole_path(folder)
    console.write(words.happened(shown))
    console.write(["", *words.table(shown.rows), ""])
    console.write(words.in_full(shown, Style(console.columns(), console.coloured())))
    console.write(["", *words.next_steps(str(folder), prefix=_prefix(), pages=_has("streamlit"))])
    if serve:
        console.write([""])
        context.invoke(serve_command, store=folder, host=HOST, port=_port(8501), otlp_port=_port(4318))
    return 0


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _prefix() -> str:
    """What stands before `planscope` for whoever started us by `uv run`."""
    return "uv run " if "UV_RUN_RECURSION_DEPTH" in os.environ else ""


def _port(wanted: int) -> int:
    """That port, or one that is free."""
    import socket

    from planscope.dashboard.server import free

    if free(HOST, wanted):
        return wanted
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
