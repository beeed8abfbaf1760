"""`planscope demo`: the runs that ship with the package, what has to be found in them, and the command."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from planscope import api
from planscope.analyzers.check import Report, check_files, find_files
from planscope.analyzers.detector import load_detectors
from planscope.cli import cli
from planscope.demo import RUNS, demo_files
from planscope.harness.office_move.scripts import FAULTS

ROOT = Path(__file__).resolve().parent.parent

# (kind, position): the fault as it was planted, wherever else it is reported besides
PLANTED = {
    "chat-estimate.json": {("hallucinated_price", "7")},
    "chat-lamp.json": {("sort_error", "3")},
    "claude-code-recipes.jsonl": {("discipline", "16"), ("rubber_stamp", "18")},
    "otlp-report.jsonl": {("missed_replan", "")},
}
KINDS = {d.kind for d in load_detectors()}
SOUND = {"claude-code-backup.jsonl", "otlp-paint.jsonl"}


@pytest.fixture(scope="module")
def report() -> Report:
    whole = Report()
    for part in check_files(find_files(demo_files(), RUNS), load_detectors()):
        whole.add(part)
    return whole


def test_shipped_runs_are_what_the_script_makes(tmp_path: Path) -> None:
    script = ROOT / "bench" / "make_demo.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    made = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    assert made == {p.name: p.read_bytes() for p in demo_files()}


def test_all_six_are_read(report: Report) -> None:
    assert {f.name for f in report.read} == PLANTED.keys() | SOUND
    assert {r.format for r in report.runs} == {"claude-code", "chat", "otlp"}
    assert len(report.runs) == 6
    assert not [f for f in report.files if f.skipped]


@pytest.mark.parametrize("name", PLANTED)
def test_planted_faults_are_found(report: Report, name: str) -> None:
    found = {(f.kind, e.place.position) for f in report.findings for e in f.evidence if e.place.file == name}
    kinds = {kind for kind, _ in found}
    if not {kind for kind, _ in PLANTED[name]} <= KINDS:
        pytest.skip("there is no detector of this kind yet")
    assert [(kind, at) for kind, at in PLANTED[name] if (kind, at) not in found and (at or kind not in kinds)] == []
    assert kinds == {kind for kind, _ in PLANTED[name]}, "each run has the faults that were planted and no others"


def test_sound_runs_are_clean(report: Report) -> None:
    assert [(f.detector, f.message) for f in report.findings if f.evidence[0].place.file in SOUND] == []
    assert not [c for c in report.checks if c.outcome == "failed"]


# --- the command ---------------------------------------------------------------------------------------------------

# stands in for an install without the extra `harness`
_WITHOUT_SDK = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(("opentelemetry.sdk", "opentelemetry.exporter")):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from planscope.cli import main
main()
"""


def planscope(*words: str, code: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    how = ["-c", code] if code else ["-m", "planscope"]
    return subprocess.run(
        [sys.executable, *how, *words], capture_output=True, text=True, encoding="utf-8", env={**os.environ, **env}
    )


def numbers(out: str) -> dict[str, int]:
    """The figures that the demo prints."""
    whole = re.search(
        r"(?P<spans>\d+) spans received over OTLP/HTTP.*?(?P<transcripts>\d+) transcripts\n"
        r"analysis +(?P<findings>\d+) findings in (?P<faulty>\d+) of (?P<runs>\d+) runs\n",
        out, re.S,
    )  # fmt: skip
    assert whole is not None, out
    return {name: int(value) for name, value in whole.groupdict().items()}


def in_store(store: Path) -> dict[str, int]:
    """The same by SQL."""
    asked = {
        "spans": "SELECT count(*) FROM spans WHERE file = ''",
        "transcripts": "SELECT count(DISTINCT file) FROM runs WHERE file <> ''",
        "findings": "SELECT count(*) FROM findings",
        "faulty": "SELECT count(DISTINCT run_id) FROM findings",
        "runs": "SELECT count(*) FROM runs",
    }
    return {name: api.open(store).rows(query).rows[0][0] for name, query in asked.items()}


def processes_on(store: Path) -> list[str]:
    """Command lines of processes that were started for this store."""
    lines = [p.read_bytes().replace(b"\0", b" ").decode() for p in Path("/proc").glob("[0-9]*/cmdline") if p.exists()]
    return [x for x in lines if str(store) in x]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> "tuple[Path, subprocess.CompletedProcess[str]]":
    """The whole path gone, in an environment that would lead it astray."""
    store = tmp_path_factory.mktemp("demo") / "store"
    astray = {"OTEL_SDK_DISABLED": "true", "PLANSCOPE_TOKEN": "x", "HTTP_PROXY": "http://127.0.0.1:9"}
    return store, planscope("demo", "--store", str(store), **astray)


def test_what_is_printed_is_what_the_store_holds(shown: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    store, done = shown
    assert (done.returncode, done.stderr) == (0, "")
    said = numbers(done.stdout)
    assert said == in_store(store)
    table = done.stdout.partition("\n\nrun ")[2].partition("\n\n")[0].splitlines()[1:]
    assert len(table) == said["runs"]
    assert sum(int(n) for line in table for n in re.findall(r"  (\d+) errors?: ", line)) == said["findings"]
    assert sum(line.endswith("  none") for line in table) == said["runs"] - said["faulty"]


def test_each_fault_that_was_acted_is_found_and_sound_runs_are_clean(
    shown: "tuple[Path, subprocess.CompletedProcess[str]]",
) -> None:
    store, _ = shown
    kinds = "SELECT r.variant, f.kind FROM runs r LEFT JOIN findings f USING (run_id) WHERE r.variant <> ''"
    found = dict(api.open(store).rows(kinds).rows)
    assert found.pop("sound") is None
    assert found.keys() == set(FAULTS)
    assert None not in found.values()
    forms = api.open(store).rows("SELECT DISTINCT format FROM runs").rows
    assert {f[0] for f in forms} == {"otlp", "chat", "claude-code"}


def test_the_collector_is_gone(shown: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    assert processes_on(shown[0]) == []


def test_commands_that_come_next_can_be_copied(shown: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    store, done = shown
    commands = [shlex.split(x)[1:] for x in re.findall(r"^  (?:uv run )?(planscope .*)$", done.stdout, re.M)]
    assert {c[0] for c in commands} == {"serve", "sql", "explain", "check"}
    for command in commands:
        if command[0] in {"sql", "explain"} & cli.commands.keys():
            asked = planscope(*command)
            assert asked.returncode == 0, asked.stderr
            assert "stale" in asked.stdout
    assert sum(str(store) in c for c in commands) == 2


def test_without_the_sdk_it_says_what_to_install(tmp_path: Path) -> None:
    done = planscope("demo", "--store", str(tmp_path / "store"), code=_WITHOUT_SDK)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install 'planscope[harness]'" in done.stdout
    said = numbers(done.stdout)
    assert said == in_store(tmp_path / "store")
    assert said["runs"] == 6
    assert said["spans"] > 0


def test_a_store_of_ones_own_keeps_what_it_has(shown: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    store, first = shown
    again = planscope("demo", "--store", str(store), code=_WITHOUT_SDK)
    assert numbers(again.stdout)["runs"] == 6
    assert in_store(store) == numbers(first.stdout)


def test_the_store_is_a_new_one_in_the_temporary_folder(tmp_path: Path) -> None:
    done = planscope("demo", code=_WITHOUT_SDK, TMPDIR=str(tmp_path), PLANSCOPE_STORE=str(tmp_path / "mine"))
    (made,) = tmp_path.iterdir()
    assert f"planscope serve --store {made}" in done.stdout
    assert in_store(made) == numbers(done.stdout)


def test_a_place_where_no_store_can_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = planscope("demo", "--store", str(tmp_path / "file" / "store"))
    assert done.returncode == 2
    assert "no store can be made here" in done.stderr
