"""The workflow that docs/gate.md hands out does what it says: its own commands are run, as GitHub runs them."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
RUNS = ROOT / "planscope" / "demo" / "made-up-runs"
SOUND = ("claude-code-backup.jsonl", "otlp-paint.jsonl")
REGRESSION = "claude-code-recipes.jsonl"
WORKFLOW = yaml.safe_load((ROOT / "docs" / "github-workflow.yml").read_text(encoding="utf-8"))
AGENT = '#!/bin/sh\ncp recorded/* "$1" 2>/dev/null || true\n'  # stands for tests that let an agent work


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that has pip, and what planscope depends on, but not planscope."""
    folder = tmp_path_factory.mktemp("environment")
    try:
        venv.create(folder, with_pip=True)
    except subprocess.CalledProcessError:
        pytest.skip("this Python cannot make an environment with pip")
    site = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This package as pip takes it. It is built from a copy: building leaves traces in its folder."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("planscope", "collector", "analyzers", "dashboard", "harness"):
        shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(copy / "out"), str(copy)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr[-2000:]
    return next((copy / "out").glob("*.whl"))


def commands() -> dict[str, str]:
    """The commands of each step that has any."""
    return {s["name"]: s["run"] for s in WORKFLOW["jobs"]["gate"]["steps"] if "run" in s}


def run(script: str, folder: Path, python: Path, wheel: Path) -> subprocess.CompletedProcess[str]:
    """One step, as GitHub runs it on Linux."""
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_IGNORE_INSTALLED": "1"}
    env = {**os.environ, **offline, **WORKFLOW["env"], "PLANSCOPE": str(wheel), "VIRTUAL_ENV": str(python.parent)}
    env |= {"PATH": f"{python}:{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    env.pop("PYTHONPATH", None)
    return subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=env, capture_output=True, text=True)


def job(folder: Path, python: Path, wheel: Path) -> int:
    """The agent's tests and the gate, from a fresh checkout; answers with the gate's code."""
    shutil.rmtree(folder / "transcripts", ignore_errors=True)
    for left in ("planscope.xml", "summary.md"):
        (folder / left).unlink(missing_ok=True)
    tests = run(commands()["Run the agent's tests"], folder, python, wheel)
    assert tests.returncode == 0, tests.stderr
    gate = run(commands()["Gate"], folder, python, wheel)
    print(gate.stdout, gate.stderr)
    assert "Traceback" not in gate.stderr
    return gate.returncode


def test_green_red_with_a_regression_green_without_it_undecided_on_nothing(
    tmp_path: Path, python: Path, wheel: Path
) -> None:
    (tmp_path / "run-agent-tests").write_text(AGENT)
    (tmp_path / "run-agent-tests").chmod(0o755)
    recorded = tmp_path / "recorded"
    recorded.mkdir()
    installed = run(commands()["Install planscope"], tmp_path, python, wheel)
    assert installed.returncode == 0, installed.stderr
    assert len(commands()) == 3, "every command of the workflow is run here"

    assert job(tmp_path, python, wheel) == 2
    assert "could not decide" in (tmp_path / "summary.md").read_text()

    for name in SOUND:
        shutil.copy(RUNS / name, recorded)
    assert job(tmp_path, python, wheel) == 0
    assert ET.parse(tmp_path / "planscope.xml").getroot().get("failures") == "0"

    shutil.copy(RUNS / REGRESSION, recorded)
    assert job(tmp_path, python, wheel) == 1
    assert int(ET.parse(tmp_path / "planscope.xml").getroot().get("failures", 0)) > 0
    assert "success-on-error" in (tmp_path / "summary.md").read_text()

    (recorded / REGRESSION).unlink()
    assert job(tmp_path, python, wheel) == 0

    (recorded / SOUND[0]).unlink()
    assert job(tmp_path, python, wheel) == 2, "one run is not the two that are asked for"


def test_the_workflow_says_nothing_that_github_would_refuse() -> None:
    assert set(WORKFLOW["jobs"]) == {"gate"}
    for step in WORKFLOW["jobs"]["gate"]["steps"]:
        assert ("run" in step) != ("uses" in step)
    assert json.dumps(WORKFLOW["permissions"]) == '{"contents": "read"}'
    uploads = [s for s in WORKFLOW["jobs"]["gate"]["steps"] if "upload-artifact" in s.get("uses", "")]
    assert uploads[0]["with"]["path"] in commands()["Gate"]
