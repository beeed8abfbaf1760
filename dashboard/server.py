"""Starts the dashboard: Streamlit as a process of its own, with every setting given on its command line.

Streamlit reads settings from the working folder and listens on all interfaces unless told otherwise, hence the flags
and a working folder of our own. Nothing here imports Streamlit.
"""

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from planscope.collector.parent import with_parent
from planscope.errors import PlanscopeError, UsageError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HERE = Path(__file__).parent

_SETTINGS: Mapping[str, str] = {
    "server.headless": "true",  # opens no browser, asks for no address
    "server.fileWatcherType": "none",
    "server.runOnSave": "false",
    "server.enableXsrfProtection": "true",
    "server.enableCORS": "true",
    "server.enableStaticServing": "false",
    "server.enableAgentApi": "false",
    "browser.gatherUsageStats": "false",
    "runner.magicEnabled": "false",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": "false",
    "client.toolbarMode": "minimal",
    "client.showSidebarNavigation": "false",
    "logger.level": "error",
    "logger.hideWelcomeMessage": "true",
}


def command(host: str = "127.0.0.1", port: int = 8501) -> list[str]:
    """The command that serves the pages. Raises UsageError for an address that others can reach, PlanscopeError when
    Streamlit is not installed."""
    if host not in LOOPBACK:
        raise UsageError(
            f"the dashboard has no log-in, so it is served to this machine alone, not on {host}; "
            f"from another one: ssh -L {port}:127.0.0.1:{port} HOST"
        )
    if importlib.util.find_spec("streamlit") is None:
        raise PlanscopeError("the dashboard needs Streamlit: pip install 'planscope[dashboard]'")
    settings = {
        **_SETTINGS,
        "server.address": host,
        "server.port": str(port),
        "browser.serverAddress": host,
    }
    flags = [f"--{name}={value}" for name, value in settings.items()]
    flags += [f"--server.allowedHosts={name}" for name in LOOPBACK]  # a list is given piece by piece
    # -P: neither the working folder nor the pages' own may hide a module of that name
    return [sys.executable, "-P", "-m", "planscope.dashboard.part", "run", str(HERE / "app.py"), *flags]


def environment(store: Path | str) -> dict[str, str]:
    """What the process has to know: the store, and none of Streamlit's settings that may be set around us."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("STREAMLIT_")}
    return {**kept, "PLANSCOPE_STORE": str(Path(store).absolute())}


def start_dashboard(store: Path | str, host: str = "127.0.0.1", port: int = 8501) -> "subprocess.Popen[bytes]":
    """Starts the dashboard and does not wait; it ends with this process. Raises UsageError when the port is taken."""
    what = command(host, port)
    if not free(host, port):
        raise UsageError(f"port {port} of {host} is taken; choose another one with --port")
    return subprocess.Popen(what, env=with_parent(environment(store)), cwd=HERE, stdin=subprocess.DEVNULL)


def serve_dashboard(store: Path | str, host: str = "127.0.0.1", port: int = 8501) -> int:
    """Serves the dashboard until it is stopped; answers with the exit code of the process."""
    process = start_dashboard(store, host, port)
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()


def free(host: str, port: int) -> bool:
    """Whether a port can be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
