"""`collect` and `serve` on a store that cannot be written: one sentence and exit code 2, before anything is started."""

import ctypes
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from planscope.collector.store import Store

PATIENCE = 60.0
DAC_OVERRIDE = 1  # what lets root write where nobody may


def as_others_are() -> None:
    """Of root's rights, takes the one by which it writes what it may not; others have none to lose."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(24, DAC_OVERRIDE) != 0:
        raise OSError("no such right can be taken")


def run(command: str, store: Path, before: Callable[[], None] | None = None) -> "subprocess.CompletedProcess[str]":
    ports = ["--port", "0"] if command == "collect" else ["--port", str(port()), "--otlp-port", str(port())]
    words = [sys.executable, "-m", "planscope", command, "--store", str(store), "--no-grpc", *ports]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, preexec_fn=before)


def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


DAMAGE: dict[str, Callable[[Path], object]] = {
    "no manifest": lambda s: (s / "manifest.json").unlink(),
    "a manifest that is none": lambda s: (s / "manifest.json").write_text('{"first": '),
    "no number": lambda s: (s / "VERSION").write_text("seven"),
    "newer": lambda s: (s / "VERSION").write_text("99"),
    "an epoch that is none": lambda s: (s / "epoch").write_text("soon"),
    "no segments": lambda s: shutil.rmtree(s / "hot"),
    "no generation": lambda s: shutil.rmtree(s / "hot" / "g000001"),
    "no folder to write in": lambda s: shutil.rmtree(s / "tmp"),
    "a file for a folder": lambda s: (s / "tmp").rename(s / "away").with_name("tmp").write_text(""),
}


@pytest.mark.parametrize("command", ["collect", "serve"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_store(tmp_path: Path, command: str, damage: str) -> None:
    Store(tmp_path / "store")
    DAMAGE[damage](tmp_path / "store")
    told(run(command, tmp_path / "store"), tmp_path / "store")


@pytest.mark.skipif(sys.platform != "linux", reason="rights are taken as Linux does")
@pytest.mark.parametrize("command", ["collect", "serve"])
def test_a_store_that_may_not_be_written(tmp_path: Path, command: str) -> None:
    Store(tmp_path / "store")
    for folder, _, files in os.walk(tmp_path / "store"):
        for name in files:
            (Path(folder) / name).chmod(0o444)
        Path(folder).chmod(0o555)
    done = run(command, tmp_path / "store", as_others_are)
    for folder, _, _ in os.walk(tmp_path / "store"):
        Path(folder).chmod(0o755)
    told(done, tmp_path / "store")
    assert "Permission denied" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="rights are taken as Linux does")
def test_a_folder_in_which_no_store_can_be_made(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    done = run("collect", tmp_path / "store", as_others_are)
    tmp_path.chmod(0o755)
    told(done, tmp_path / "store")


def told(done: "subprocess.CompletedProcess[str]", store: Path) -> None:
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("planscope: ")
    assert str(store) in line
    assert "mistake in planscope" not in line
