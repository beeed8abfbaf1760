"""What `planscope demo` shows: six invented runs in three formats, made by bench/make_demo.py, and, where the harness
is installed, an agent with a scripted model at work."""

from pathlib import Path

RUNS = Path(__file__).parent / "made-up-runs"  # no name for a package, or setuptools takes it for one


def demo_files() -> list[Path]:
    """The files that ship with the package."""
    return sorted(RUNS.iterdir())


def traces() -> list[Path]:
    """Those that an OpenTelemetry exporter wrote: each line is what it would have sent to a collector."""
    return [f for f in demo_files() if f.name.startswith("otlp-")]


def transcripts() -> list[Path]:
    """Those that are transcripts."""
    return [f for f in demo_files() if f not in traces()]
