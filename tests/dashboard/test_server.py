"""How the dashboard is served: to this machine alone, with every setting given."""

import base64
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from planscope.dashboard.server import command, environment, free, start_dashboard
from planscope.errors import UsageError

HANDSHAKE = (
    "GET /_stcore/stream HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{more}\r\n"
)


@pytest.fixture(scope="module")
def port(demo: str) -> int:
    return int(demo.rsplit(":", 1)[1].strip("/"))


def opened(port: int, host: str, more: str = "") -> int:
    """The status with which the stream of pages answers who comes by this name."""
    key = base64.b64encode(b"0123456789abcdef").decode()
    with socket.create_connection(("127.0.0.1", port), timeout=10) as stream:
        stream.sendall(HANDSHAKE.format(host=host, key=key, more=more).encode())
        return int(stream.recv(1000).split()[1])


def test_it_answers_to_the_names_of_this_machine_alone(port: int) -> None:
    assert opened(port, f"127.0.0.1:{port}") == 101
    assert opened(port, f"localhost:{port}") == 101
    assert opened(port, f"rebound.example:{port}") == 403


def test_other_sites_cannot_read_the_pages(port: int) -> None:
    assert opened(port, f"127.0.0.1:{port}", "Origin: http://elsewhere.example\r\n") == 403


def test_it_listens_on_loopback_alone(port: int) -> None:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        address, state = line.split()[1], line.split()[3]
        if state == "0A" and int(address.split(":")[1], 16) == port:
            assert address.startswith("0100007F")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.org", ""])
def test_others_are_not_served(host: str) -> None:
    with pytest.raises(UsageError, match="no log-in"):
        command(host)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not free("127.0.0.1", port)
        with pytest.raises(UsageError, match=f"port {port} .* is taken"):
            start_dashboard(tmp_path, port=port)


def test_settings_around_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "0.0.0.0")
    monkeypatch.chdir(tmp_path)
    given = environment("store")
    assert "STREAMLIT_SERVER_ADDRESS" not in given
    assert given["PLANSCOPE_STORE"] == str(tmp_path / "store")


def test_what_is_not_drawn_needs_no_streamlit() -> None:
    modules = "charts, growing, lifeline, outline, queries, server, visible"
    code = f"import sys; from planscope.dashboard import {modules}; assert 'streamlit' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
