"""What published packages and exporters really send, posted to a running `planscope collect`: todo calls, failed
bookings and sums of tokens are those known for the sample agent. Every sample tells of the same small agent (it plans,
searches, plans again where its framework allows it, fails to book, answers), four model calls of 100 tokens each.

The samples lie beside this checkout and not in it, so this is skipped where they are missing; the rules themselves are
tested on spans made for that, in tests/collector/dialects.
"""

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.collector.files import read_file
from planscope.collector.interpret import runs_of
from planscope.collector.reading import run_sql
from planscope.collector.run import ModelCall, Run
from planscope.collector.store import Store

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "otel_samples"
GENERATED = SAMPLES / "generated"
CAPTURES = SAMPLES / "otlp_http_captures"

pytestmark = pytest.mark.skipif(not GENERATED.is_dir(), reason="the samples (../shared/otel_samples) are not here")


@dataclass(frozen=True)
class Golden:
    """What is known of a sample: calls of the todo tool, bookings with their outcome, model calls, input tokens."""

    todos: int
    models: int
    tokens: int
    bookings: tuple[str, ...] = ("error",)


RETRIED = ("error", "ok")  # one package lets the model mend a call that failed
GOLDEN = {
    # the conventions of OpenTelemetry for generative AI
    "anthropic_sdk": Golden(1, 4, 400),
    "google_adk_default": Golden(1, 4, 400),
    "google_adk_v1": Golden(1, 4, 400),
    "langgraph_otel_genai": Golden(2, 0, 0),
    "openai_agents_otel_genai": Golden(1, 0, 0),
    "otel_util_genai": Golden(2, 1, 120),
    "pydantic_ai_v2": Golden(1, 4, 280, RETRIED),
    "pydantic_ai_v5": Golden(1, 4, 280, RETRIED),
    "strands_latest": Golden(1, 4, 400),
    "strands_legacy": Golden(1, 4, 400),
    # OpenInference
    "langgraph_openinference": Golden(2, 4, 400),
    "openai_agents_openinference": Golden(1, 4, 400),
    # conventions of their own
    "langfuse_sdk": Golden(1, 1, 100),
    "langgraph_langsmith_otel": Golden(2, 4, 400),
    "langgraph_openllmetry": Golden(2, 4, 400),
    "openai_agents_openllmetry": Golden(1, 4, 400),
    "traceloop_decorators": Golden(1, 0, 0),
}
CAPTURED = ("json", "proto_gzip", "proto_plain")


class Posted:
    """A store that a collector process filled, a service for each sample, and what queries say of one."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def rows(self, query: str, sample: str) -> list[tuple[Any, ...]]:
        text = query.replace("$run", f"run_id IN (SELECT run_id FROM runs WHERE service = '{sample}')")
        return run_sql(self.store, text).rows


@pytest.fixture(scope="module")
def posted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Posted]:
    """All samples, posted and analysed."""
    folder = tmp_path_factory.mktemp("golden") / "store"
    command = [sys.executable, "-m", "planscope", "collect", "--store", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert found is not None
            _post_all(int(found[1]))
        finally:
            process.terminate()
            process.communicate()
    store = Store(folder)
    analyse(store, load_detectors(), quiet=0)
    yield Posted(store)
    store.close()


def _post_all(port: int) -> None:
    for sample in GOLDEN:
        for line in (GENERATED / f"{sample}.traces.jsonl").read_bytes().splitlines():
            _post(port, _renamed(line, sample), {"content-type": "application/json"})
    for capture in CAPTURED:  # bodies and headers as they came, so that the three have one name
        for headers in sorted(CAPTURES.glob(f"{capture}.*.headers.json")):
            (body,) = (p for p in CAPTURES.glob(headers.name.replace("headers.json", "*")) if p != headers)
            said = json.loads(headers.read_text())["headers"]
            _post(port, body.read_bytes(), {k: v for k, v in said.items() if k.lower() not in ("host", "connection")})


def _renamed(line: bytes, sample: str) -> bytes:
    """An export under a service of its own, since samples share sessions."""
    export = json.loads(line)
    for group in export["resourceSpans"]:
        kept = [a for a in group.get("resource", {}).get("attributes", []) if a["key"] != "service.name"]
        named = {"key": "service.name", "value": {"stringValue": sample}}
        group["resource"] = {**group.get("resource", {}), "attributes": [*kept, named]}
    return json.dumps(export).encode()


def _post(port: int, body: bytes, headers: dict[str, str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/v1/traces", body, headers)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) in ((200, b"{}"), (200, b""))
    connection.close()


@pytest.mark.parametrize("sample", GOLDEN)
def test_one_run_that_ended(posted: Posted, sample: str) -> None:
    assert posted.rows("SELECT state, parent_id FROM runs WHERE $run", sample) == [("ended", None)]


@pytest.mark.parametrize("sample", GOLDEN)
def test_every_todo_call_has_its_two_items(posted: Posted, sample: str) -> None:
    query = "SELECT version, count(*) FROM plan_items WHERE source = 'list' AND $run GROUP BY ALL ORDER BY ALL"
    assert posted.rows(query, sample) == [(n, 2) for n in range(GOLDEN[sample].todos)]
    query = "SELECT text, status FROM plan_items WHERE source = 'list' AND version = 0 AND $run ORDER BY place"
    assert posted.rows(query, sample) == [("Search flights", "in_progress"), ("Book hotel", "pending")]


@pytest.mark.parametrize("sample", GOLDEN)
def test_failed_bookings_are_flagged(posted: Posted, sample: str) -> None:
    query = "SELECT name, status FROM tool_calls WHERE $run ORDER BY number"
    bookings = [("book_hotel", status) for status in GOLDEN[sample].bookings]
    assert posted.rows(query, sample) == [("search_flights", "ok"), *bookings]


@pytest.mark.parametrize("sample", GOLDEN)
def test_tokens_are_summed_once(posted: Posted, sample: str) -> None:
    query = "SELECT count(input_tokens), coalesce(sum(input_tokens), 0) FROM model_calls WHERE $run"
    known = (GOLDEN[sample].models, GOLDEN[sample].tokens)
    assert posted.rows(query, sample) == [known]
    query = "SELECT coalesce(input_tokens, 0) FROM runs WHERE $run"
    assert posted.rows(query, sample) == [(known[1],)]


def test_bodies_of_exporters_are_the_same_agent_three_times(posted: Posted) -> None:
    """Protobuf, compressed or not, and JSON; child and parent come in separate requests."""
    assert posted.rows("SELECT agent, state FROM runs WHERE $run", "capture") == [("planner", "ended")] * len(CAPTURED)
    query = "SELECT text, status, count(*) FROM plan_items WHERE $run GROUP BY ALL ORDER BY ALL"
    assert posted.rows(query, "capture") == [("Book hotel", "pending", 3), ("Search flights", "in_progress", 3)]
    assert posted.rows("SELECT name, outcome FROM verdicts WHERE $run", "capture") == [("budget", "pass")] * 3
    query = """SELECT DISTINCT json_extract_string(attributes, '$."big.int"') FROM spans
        WHERE service = 'capture' AND agent = 'planner'"""
    assert posted.rows(query, "capture") == [("9007199254740993",)]


# --- every file, as the readers see it -----------------------------------------------------------------------------

FIRST = [("Search flights", "in_progress"), ("Book hotel", "pending")]
BOOKED = ("book_hotel", {"id": 7})
CHECKED = ("Bash", {"command": "python check_budget.py"})
READ = {  # file -> todo calls, the failed call, input tokens of model calls
    **{f"generated/{name}.traces.jsonl": (x.todos, BOOKED, x.tokens) for name, x in GOLDEN.items()},
    "generated/openai_agents_native.jsonl": (1, BOOKED, 400),
    "synthetic/claude_code.logs.jsonl": (1, CHECKED, 100),
    "synthetic/codex.logs.jsonl": (1, ("exec_command", {"cmd": "python check_budget.py"}), 100),
    "synthetic/codex_rollout_classic.jsonl": (1, None, 100),
    "synthetic/gemini_cli_chat.jsonl": (1, None, 100),
    "synthetic/opencode_export.json": (1, ("bash", CHECKED[1]), 100),
}
READ_TOGETHER = ("claude_code.traces.jsonl", "claude_code_fragmented.traces.jsonl")


def _runs(*names: str) -> list[Run]:
    return runs_of([span for name in names for span in read_file(SAMPLES / name, name)[0]])


def _known(run: Run) -> tuple[int, Any, int]:
    failed = next(((c.name, c.arguments) for c in run.tool_calls if c.failed), None)
    return len(run.lists), failed, sum(x.input_tokens or 0 for x in run.steps if isinstance(x, ModelCall))


@pytest.mark.parametrize("name", READ)
def test_todo_calls_errors_arguments_and_tokens_of_files(name: str) -> None:
    (run,) = _runs(name)
    assert _known(run) == READ[name]
    assert [(i.text, i.status) for i in run.lists[0].version.items] == FIRST


@pytest.mark.parametrize("name", READ_TOGETHER)
def test_spans_of_claude_code_with_its_log_events(name: str) -> None:
    """Arguments come from the events, results from the spans, and nothing counts twice."""
    (run,) = _runs(f"synthetic/{name}", "synthetic/claude_code.logs.jsonl")
    assert _known(run) == (1, CHECKED, 100)
    assert run.lists[0].result == "Todos have been modified successfully."
