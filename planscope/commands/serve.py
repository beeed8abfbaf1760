"""`planscope serve`: collector, analysis and dashboard as one command."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import click

from planscope import console
from planscope.commands.collect import GRPC_PORT
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
    "--grpc-port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Of the collector over gRPC, with planscope[grpc].  [default: 4317, unless that is taken]",
)
@click.option("--no-grpc", is_flag=True, help="Take OTLP over HTTP alone.")
@click.option(
    "--keep-days", type=click.IntRange(1), metavar="DAYS", help="Delete what is older; by default all is kept."
)
@redact_option
def serve(
    store: Path,
    host: str,
    port: int,
    otlp_port: int,
    grpc_port: int | None,
    no_grpc: bool,
    keep_days: int | None,
    plain: bool,
) -> None:
    """Start the collector, the analysis of runs as they end, and the dashboard.

    \b
    Examples:
      planscope serve
      planscope serve --store runs/ --port 8600 --otlp-port 4400
      OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 python agent.py      (in another terminal)

    Ctrl-C stops all of it; what is under way is stored before it ends.
    """
    from planscope.collector.store import Store
    from planscope.collector.writable import check_writable
    from planscope.dashboard.server import command, start_dashboard

    command(host, port)  # tells what is wrong with the host, or missing, before anything is started
    grpc = _grpc_port(host, grpc_port, no_grpc)
    _all_free(host, {"--port": port, "--otlp-port": otlp_port, "--grpc-port": grpc})
    check_writable(Store(store))
    ours = [sys.executable, "-m"]
    collect = [*ours, "planscope", "collect", "--store", str(store), "--host", host, "--port", str(otlp_port)]
    collect += ["--grpc-port", str(grpc)] if grpc else ["--no-grpc"]
    collect += ["--keep-days", str(keep_days)] if keep_days else []
    collect += ["--no-redact"] if plain else []
    parts: dict[str, subprocess.Popen[bytes]] = {}
    try:
        parts["collector"] = _start(collect)
        parts["analysis"] = _start([*ours, "planscope.analyzers.live", str(store)])
        parts["dashboard"] = start_dashboard(store, host, port)
        _ready(parts, (host, port), (host, otlp_port))
        also = f", gRPC to {host}:{grpc}" if grpc else ""
        console.write(
            [
                f"planscope serve: dashboard at http://{host}:{port}",
                f"                 send OTLP to http://{host}:{otlp_port}{also}",
                f"                 runs are kept in {store} (Ctrl-C stops)",
            ]
        )
        _watch(parts)
    except KeyboardInterrupt:
        console.say("stopping")
    finally:
        _stop(parts)


def _grpc_port(host: str, asked: int | None, off: bool) -> int:
    """Where gRPC is taken, 0 for nowhere; says why when that was not asked for."""
    from planscope.collector.receiver_grpc import MISSING, installed
    from planscope.dashboard.server import free

    if off:
        return 0
    if not installed():
        console.say(MISSING)
        return 0
    if asked is None and not free(host, GRPC_PORT):
        console.say(f"gRPC is off, since port {GRPC_PORT} is taken: --grpc-port names another")
        return 0
    return asked or GRPC_PORT


def _all_free(host: str, ports: Mapping[str, int]) -> None:
    """Raises UsageError for a port that is taken, or given twice."""
    from planscope.dashboard.server import free

    seen: set[int] = set()
    for option, number in ports.items():
        if number and (number in seen or not free(host, number)):
            raise UsageError(f"port {number} of {host} is taken; choose another one with {option}")
        seen.add(number)


def _start(what: list[str]) -> "subprocess.Popen[bytes]":
    """Starts a part, which ends when this process does, even by kill -9."""
    from planscope.collector.parent import with_parent

    environment = with_parent(os.environ)
    return subprocess.Popen(what, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


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
