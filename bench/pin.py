"""Pin every dependency: hashes in constraints.txt and, made from it, the constraints that uv reads.

    uv run python bench/pin.py              pin what pyproject.toml asks for, keeping pins that still hold
    uv run python bench/pin.py --upgrade    the same, at the newest versions
    uv run python bench/pin.py --check      change nothing; end with 1 when the two files disagree

uv honours `[tool.uv] constraint-dependencies` without a lock file; uv.lock itself is not committed, since it
names the hosts that somebody's packages came from. pip users get the same pins, with hashes checked, by
`pip install --require-hashes -r constraints.txt` and then `pip install --no-deps .`.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
PYPROJECT = ROOT / "pyproject.toml"
BEGIN = "# --- pins: made by bench/pin.py from constraints.txt, do not edit by hand "
BUILD = ("setuptools",)  # what [build-system] requires


def compile_constraints(*, upgrade: bool) -> None:
    """Resolve base, extras and the dev group for all platforms from Python 3.11 up, into constraints.txt."""
    command = ["uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--python-version", "3.11"]
    command += ["--all-extras", "--group", "dev", "--generate-hashes"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--upgrade"] if upgrade else []
    command += ["--output-file", CONSTRAINTS.name, PYPROJECT.name]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def pins(text: str) -> list[str]:
    """The requirements of a constraints file, without their hashes."""
    lines = (line.strip().removesuffix("\\").strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(("#", "--hash="))]


def table(requirements: list[str]) -> str:
    """The `[tool.uv]` table that holds these pins."""
    build = [pin for pin in requirements if re.split(r"[=\s;]", pin)[0] in BUILD]
    lines = [BEGIN.ljust(108, "-"), "", "[tool.uv]"]
    for key, values in (("constraint-dependencies", requirements), ("build-constraint-dependencies", build)):
        lines += [f"{key} = [", *(f'    "{value}",' for value in values), "]"]
    return "\n".join(lines) + "\n"


def with_pins(pyproject: str, constraints: str) -> str:
    """The text of pyproject.toml with its last table made anew from the text of constraints.txt."""
    return pyproject.partition(BEGIN)[0].rstrip() + "\n\n" + table(pins(constraints))


def main() -> int:
    parser = argparse.ArgumentParser(description="Pin every dependency.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    parser.add_argument("--check", action="store_true", help="change nothing, compare the two files")
    options = parser.parse_args()
    if not options.check:
        compile_constraints(upgrade=options.upgrade)
    before = PYPROJECT.read_text(encoding="utf-8")
    after = with_pins(before, CONSTRAINTS.read_text(encoding="utf-8"))
    if options.check:
        if before != after:
            print("pyproject.toml and constraints.txt disagree: run `uv run python bench/pin.py`")
        return int(before != after)
    PYPROJECT.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
