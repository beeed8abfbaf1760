"""Traces of published packages: the same agent, read alike whichever package told of it."""

from pathlib import Path

import pytest

from planscope.analyzers.check import check_run
from planscope.analyzers.detector import chosen, load_detectors
from planscope.collector.interpret import runs_of
from planscope.collector.run import ModelCall, Run
from planscope.collector.transcripts import reader_of
from planscope.collector.transcripts.source import Source

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(SAMPLES.glob("*.jsonl.gz"))
WITHOUT_MODEL = {"langgraph_otel_genai", "openai_agents_otel_genai"}  # these tell of tools only
ANSWERED = {"openai_agents_openinference", "pydantic_ai_v5", "google_adk_default", "strands_latest", "strands_legacy"}
TOKENS = {"otel_util_genai": 120, "pydantic_ai_v5": 280, **dict.fromkeys(WITHOUT_MODEL, 0)}


def name(path: Path) -> str:
    return path.name.partition(".")[0]


def read(path: Path) -> Run:
    source = Source(path, path.name)
    reader = reader_of(source)
    assert reader is not None
    assert reader.NAME == "otlp"
    (run,) = runs_of(reader.read(source))
    assert source.skipped == []
    return run


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_plan_is_seen(path: Path) -> None:
    run = read(path)
    first = run.lists[0].version
    assert [(i.text, i.status) for i in first.items] == [("Search flights", "in_progress"), ("Book hotel", "pending")]
    if name(path).startswith("langgraph") or name(path) == "otel_util_genai":
        assert [i.status for i in run.lists[1].version.items] == ["completed", "in_progress"]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_calls_have_arguments_results_and_outcome(path: Path) -> None:
    run = read(path)
    search, *bookings = run.tool_calls
    assert (search.name, search.status, search.arguments["to"]) == ("search_flights", "ok", "PEK")
    assert '"MU77"' in search.result
    assert "640" in search.result
    assert bookings[0].name == "book_hotel"
    assert bookings[0].failed
    assert bookings[0].arguments == {"id": 7}
    assert bookings[0].result
    assert [b.status for b in bookings[1:]] == (["ok"] if name(path) == "pydantic_ai_v5" else [])
    assert all(c.content == "present" for c in run.tool_calls)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_usage_is_counted_once(path: Path) -> None:
    calls = [x for x in read(path).steps if isinstance(x, ModelCall)]
    assert sum(x.input_tokens or 0 for x in calls) == TOKENS.get(name(path), 400)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_request_and_answer(path: Path) -> None:
    run = read(path)
    asked = [] if name(path) == "openai_agents_otel_genai" else ["Plan a 2 day trip under 1500"]
    assert [r.text for r in run.requests] == asked
    assert (run.state, run.agent, run.parent_id) == ("ended", "planner", None)
    if name(path) in ANSWERED:
        assert run.closing is not None
        assert run.closing.text.startswith("Flight MU77 for 640")
        assert len(run.answers) == 1


@pytest.mark.parametrize("path", FILES, ids=name)
def test_nothing_is_wrong_with_them(path: Path) -> None:
    run = read(path)
    findings, _ = check_run(run, chosen(load_detectors(), ["data_quality"]))
    assert (run.troubles, findings) == ((), [])
