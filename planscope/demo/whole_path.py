"""The whole path of a run: agents send their spans to a collector over OTLP, transcripts are imported beside them, and
what is in the store is analysed."""

import importlib.util
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planscope.analyzers.check import Report
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.recall import recall
from planscope.analyzers.stored import analyse
from planscope.api import OpenStore
from planscope.collector.intake import import_paths
from planscope.collector.store import Store, now
from planscope.demo import traces, transcripts
from planscope.errors import PlanscopeError

DRAIN = 40.0  # seconds that the collector has to end well
RECORDED, ACTED = "demo-agent", "planscope-harness"  # services: of the traces that ship with us, and of the harness
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy of the environment

_ROWS = """
WITH counts AS (
    SELECT
        run_id,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'info') AS infos,
        string_agg(DISTINCT kind, ', ' ORDER BY kind) AS kinds
    FROM findings GROUP BY run_id
)
SELECT
    run_id, format, file, task, variant, title, steps,
    coalesce(errors, 0), coalesce(warnings, 0), coalesce(infos, 0), coalesce(kinds, '')
FROM runs LEFT JOIN counts USING (run_id)
WHERE list_contains($1::VARCHAR[], file) OR service = $2 OR (service = $3 AND epoch_ns(started) >= $4)
ORDER BY file, service DESC, started, run_id
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A run of the demo, as the table shows it."""

    id: str
    format: str
    file: str
    task: str
    variant: str
    title: str
    steps: int
    errors: int
    warnings: int
    infos: int
    kinds: str

    @property
    def findings(self) -> int:
        """How many there are."""
        return self.errors + self.warnings + self.infos


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of the demo: spans that the collector took, runs that were acted out meanwhile (None without the
    harness), the rows of all runs, and the report."""

    spans: int
    acted: int | None
    rows: Sequence[Row]
    report: Report


def whole_path(folder: Path) -> Shown:
    """Goes the whole path with the store in this folder, which is made if it is not there."""
    store, began = Store(folder), now()
    with collecting(folder) as address, _plain_environment():
        acted = act(address)
        for file in traces():
            _post(address, file)
        spans = int(json.load(_DIRECT.open(f"{address}/health", timeout=30))["stored_spans"])
    import_paths(store, [(f, f.name) for f in transcripts()])
    analyse(store, load_detectors())
    found = OpenStore(store).rows(_ROWS, [[f.name for f in transcripts()], RECORDED, ACTED, began])
    rows = [Row(*r) for r in found.rows]
    return Shown(spans, acted, rows, _of(recall(store), {r.id for r in rows}))


def _of(report: Report, runs: set[str]) -> Report:
    """The part of a report that speaks of these runs: a store that was there before has others."""
    mine = [r for r in report.runs if r.id in runs]
    return Report(
        files=[f for f in report.files if f.name in {r.file for r in mine}],
        runs=mine,
        findings=[f for f in report.findings if f.run in runs],
        checks=[c for c in report.checks if c.run in runs],
    )


# --- agents --------------------------------------------------------------------------------------------------------


def has_harness() -> bool:
    """Whether the OpenTelemetry SDK is installed, with which the harness sends spans."""
    try:
        return importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:  # a parent of it is missing
        return False


def act(address: str) -> int | None:
    """Has the harness carry out its tasks, traced to this address; answers with the number of runs."""
    if not has_harness():
        return None
    from planscope.harness.demo import demo_runs, few_trials

    return len(demo_runs(address, trials=few_trials()))


def _post(address: str, file: Path) -> None:
    """Sends what an exporter wrote to a file, in one request."""
    lines = file.read_text(encoding="utf-8").splitlines()
    export = {"resourceSpans": [part for line in lines for part in json.loads(line)["resourceSpans"]]}
    body, kind = json.dumps(export).encode(), {"Content-Type": "application/json"}
    _DIRECT.open(urllib.request.Request(f"{address}/v1/traces", body, kind), timeout=30).close()


@contextmanager
def _plain_environment() -> Iterator[None]:
    """Without what a user has set for exporters of their own, or for proxies: it would lead the spans elsewhere."""
    before = dict(os.environ)
    for name in [n for n in os.environ if n.startswith("OTEL_")]:
        del os.environ[name]
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


# --- the collector -------------------------------------------------------------------------------------------------


@contextmanager
def collecting(store: Path) -> Iterator[str]:
    """The address of a collector on a free port, a process of its own, which is ended in order. Raises PlanscopeError
    when it does not start or does not end well."""
    what = [sys.executable, "-m", "planscope", "collect", "--store", str(store), "--port", "0"]
    process = subprocess.Popen(
        what, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=_collectors_environment()
    )
    try:
        yield _address(process)
    finally:
        process.terminate()
        try:
            process.wait(DRAIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
    if process.returncode:
        raise PlanscopeError(f"the collector did not end as it should (exit code {process.returncode})")


def _collectors_environment() -> Mapping[str, Any]:
    return {k: v for k, v in os.environ.items() if k not in ("PLANSCOPE_TOKEN", "PLANSCOPE_STORE")}


def _address(process: "subprocess.Popen[str]") -> str:
    line = process.stdout.readline() if process.stdout else ""
    address = next((w.strip(",") for w in line.split() if w.startswith("http://")), "")
    if not address:
        raise PlanscopeError("the collector did not start; `planscope collect` on its own may say more")
    return address
