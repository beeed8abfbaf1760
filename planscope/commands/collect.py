"""`planscope collect`: the collector alone."""

from pathlib import Path

import click

from planscope import console
from planscope.commands.options import store_option
from planscope.commands.redacting import redact_option, redaction_here

GRPC_PORT = 4317


@click.command()
@store_option("Where to keep what comes in; made if it is not there.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=4318, show_default=True, help="0 takes a free one.")
@click.option(
    "--grpc-port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="For OTLP over gRPC, with planscope[grpc].  [default: 4317, unless that is taken; a free one with --port 0]",
)
@click.option("--no-grpc", is_flag=True, help="Take OTLP over HTTP alone.")
@click.option(
    "--token",
    envvar="PLANSCOPE_TOKEN",
    show_envvar=True,
    default="",
    metavar="TOKEN",
    help="Take only what brings this token. Needed to listen beyond this machine.",
)
@click.option(
    "--max-body", type=click.IntRange(1, 1024), default=64, show_default=True, metavar="MIB", help="Size of a request."
)
@click.option(
    "--keep-days", type=click.IntRange(1), metavar="DAYS", help="Delete what is older; by default all is kept."
)
@redact_option
@click.option("--segments", type=click.IntRange(1), default=128, hidden=True)  # compact from so many on; for trials
def collect(
    store: Path,
    host: str,
    port: int,
    grpc_port: int | None,
    no_grpc: bool,
    token: str,
    max_body: int,
    keep_days: int | None,
    plain: bool,
    segments: int,
) -> None:
    """Receive spans and log records of any agent with OpenTelemetry (OTLP over HTTP or gRPC) into a store.

    \b
    Examples:
      planscope collect
      planscope collect --store runs/ --port 0
      planscope collect --grpc-port 4400
      OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 python agent.py      (in another terminal)

    Prints one line when it is ready, and runs until Ctrl-C; what is under way is stored before it ends.
    """
    from planscope.collector.parent import end_with_parent
    from planscope.collector.reception import Rules
    from planscope.collector.serving import Grpc, serve
    from planscope.collector.store import Store

    def ready(address: str) -> None:
        console.write([f"planscope collect: ready on {address}, storing in {store} (Ctrl-C stops)"])

    end_with_parent()
    limit = max_body * 2**20
    target = Store(store)
    rules = Rules(
        token=token,
        host=host,
        limit=limit,
        held=4 * limit,
        segments=segments,
        keep_days=keep_days,
        redaction=redaction_here(plain, store),
    )
    wanted = grpc_port if grpc_port is not None else (GRPC_PORT if port else 0)
    grpc = None if no_grpc else Grpc(host, wanted, needed=grpc_port is not None)
    serve(target, port, rules, ready, console.say, grpc)
