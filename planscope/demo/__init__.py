"""The runs behind `planscope demo`: six invented ones in three formats, made by bench/make_demo.py."""

from collections.abc import Iterator
from pathlib import Path

RUNS = Path(__file__).parent / "made-up-runs"  # no name for a package, or setuptools takes it for one


def demo_files() -> list[Path]:
    """The files that ship with the package."""
    return sorted(RUNS.iterdir())


def opening_words() -> Iterator[str]:
    """What the demo is about to do."""
    yield "Six runs of agents that come with planscope, made up for this purpose: four have faults, two are sound."
    yield "Nothing is sent anywhere, and no model is asked: what follows is computed from the runs."
    yield ""


def closing_words() -> Iterator[str]:
    """What to do next."""
    yield ""
    yield "Next:"
    yield "  planscope check PATH...    your own transcripts: files or folders, the format is recognised"
    yield "  planscope check --last     the latest Claude Code session begun in this folder"
    yield "  planscope explain NAME     why something is reported, and what to do about it (NAME as above)"
    yield "  planscope check --help     output for programs, exit codes, your own detectors"
