"""`planscope serve`: collector, analysis and dashboard as one command."""

import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import click

from planscope import console
from planscope.commands.options import store_option
from planscope.commands.redacting import redact_option
from planscope.errors import PlanscopeError, UsageError

PATIENCE = 60.0  # seconds until all parts have to answer
DRAIN = 40.0  # seconds that a part has to end well
LOOK = 0.2  # seconds between looks at the parts

Parts = Mapping[str, "subprocess.Popen[bytes]"]


@click.command()
@store_option("Where runs are kept; made if it is not there.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on, of this machine alone.")
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="Of the dashboard.")
@click.option("--otlp-port", type=click.IntRange(1, 65535), default=4318, show_default=True, help="Of the collector.")
@click.option(
    "--keep-days", type=click.IntRange(1), metavar="DAYS", help="Delete what is older; by default all is kept."
)
@redact_option
def serve(store: Path, host: str, port: int, otlp_port: int, keep_days: int | None, plain: bool) -> None:
    """Start the collector, the analysis of runs as they end, and the dashboard.

    \b
    Examples:
      planscope serve
      planscope serve --store runs/ --port 8600 --otlp-port 4400
      OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 python agent.py      (in another terminal)

    Ctrl-C stops all of it; what is under way is stored before it ends.
    """
    from planscope.collector.store import Store
    from planscope.dashboard.server import command, free, start_dashboard

    command(host, port)  # tells what is wrong with the host, or missing, before anything is started
    for number, option in ((port, "--port"), (otlp_port, "--otlp-port")):
        if not free(host, number):
            raise UsageError(f"port {number} of {host} is taken; choose another one with {option}")
    Store(store)
    ours = [sys.executable, "-m"]
    parts: dict[str, subprocess.Popen[bytes]] = {}
    try:
        parts["collector"] = _start(
            [
                *ours,
                "planscope",
                "collect",
                "--store",
                str(store),
                "--host",
                host,
                "--port",
                str(otlp_port),
                *(["--keep-days", str(keep_days)] if keep_days else []),
                *(["--no-redact"] if plain else []),
            ]
        )
        parts["analysis"] = _start([*ours, "planscope.analyzers.live", str(store)])
        parts["dashboard"] = start_dashboard(store, host, port)
        _ready(parts, (host, port), (host, otlp_port))
        console.write(
            [
                f"planscope serve: dashboard at http://{host}:{port}",
                f"                 send OTLP to http://{host}:{otlp_port}",
                f"                 runs are kept in {store} (Ctrl-C stops)",
            ]
        )
        _watch(parts)
    except KeyboardInterrupt:
        console.say("stopping")
    finally:
        _stop(parts)


def _start(what: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(what, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _ready(parts: Parts, *addresses: tuple[str, int]) -> None:
    """Waits until somebody listens on all addresses."""
    from planscope.dashboard.server import free

    until = time.monotonic() + PATIENCE
    while any(free(*a) for a in addresses):
        _alive(parts)
        if time.monotonic() > until:
            raise PlanscopeError(f"not all parts were ready after {PATIENCE:g} seconds")
        time.sleep(LOOK)


def _watch(parts: Parts) -> None:
    while True:
        _alive(parts)
        time.sleep(LOOK)


def _alive(parts: Parts) -> None:
    for name, process in parts.items():
        if process.poll() is not None:
            raise PlanscopeError(f"the {name} has ended (exit code {process.returncode}), so the rest is stopped too")


def _stop(parts: Parts) -> None:
    """Asks all parts to end, and waits; whoever does not is ended."""
    for process in parts.values():
        process.terminate()
    until = time.monotonic() + DRAIN
    for process in parts.values():
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
