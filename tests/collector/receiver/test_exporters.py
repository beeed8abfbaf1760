"""Exporters as they are in the world: OpenTelemetry's own for Python, and bodies that such exporters sent."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
from opentelemetry.trace import Status, StatusCode

from planscope.collector.interpret import runs_of

from .conftest import Running

CAPTURES = Path(os.environ.get("PLANSCOPE_SAMPLES", "nowhere")) / "otlp_http_captures"


def agent(provider: TracerProvider) -> None:
    """A small run, as an instrumented agent makes it."""
    tracer = provider.get_tracer("agent", "1.0")
    with tracer.start_as_current_span("invoke_agent booker") as root:
        root.set_attributes({"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "booker"})
        for n in range(3):
            with tracer.start_as_current_span("execute_tool find") as call:
                call.set_attributes({"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "find"})
                call.set_attributes({"gen_ai.tool.call.id": f"c{n}", "gen_ai.tool.call.result": f"7:{n}5, 41 EUR"})
                call.set_attribute("stops", ["Ulm", "Köln"])
                if n == 2:
                    call.set_status(Status(StatusCode.ERROR, "sold out"))
                    call.record_exception(ValueError("sold out"))


@pytest.mark.parametrize("compression", [Compression.NoCompression, Compression.Gzip])
@pytest.mark.parametrize("processor", [SimpleSpanProcessor, BatchSpanProcessor])
def test_opentelemetry_for_python(
    start: Callable[..., Running], compression: Compression, processor: type[SimpleSpanProcessor | BatchSpanProcessor]
) -> None:
    collector = start(token="t")
    exporter = OTLPSpanExporter(
        f"http://127.0.0.1:{collector.port}/v1/traces", headers={"x-api-key": "t"}, compression=compression, timeout=30
    )
    provider = TracerProvider(resource=Resource.create({"service.name": "desk"}))
    provider.add_span_processor(processor(exporter))
    agent(provider)
    provider.shutdown()
    spans = collector.spans()
    assert [x.name for x in spans] == ["execute_tool find"] * 3 + ["invoke_agent booker"]
    failed = next(x for x in spans if x.status == 2)
    assert (failed.status_message, failed.attributes["stops"]) == ("sold out", ["Ulm", "Köln"])
    assert failed.events[0].name == "exception"
    assert {x.resource["service.name"] for x in spans} == {"desk"}
    (run,) = runs_of(spans)
    assert [c.result for c in run.tool_calls][:2] == ["7:05, 41 EUR", "7:15, 41 EUR"]
    assert run.state == "ended"


@pytest.mark.skipif(
    not CAPTURES.is_dir(), reason="needs bodies that exporters sent: PLANSCOPE_SAMPLES names their folder"
)
def test_bodies_that_exporters_sent(collector: Running) -> None:
    bodies = sorted(p for p in CAPTURES.iterdir() if not p.name.endswith(".headers.json"))
    assert bodies
    for path in bodies:
        sent = json.loads((CAPTURES / f"{'.'.join(path.name.split('.')[:2])}.headers.json").read_text())
        headers = {
            k: v for k, v in sent.get("headers", sent).items() if k.lower() in ("content-type", "content-encoding")
        }
        answer = collector.send(path.read_bytes(), headers)
        assert (answer.status, answer.body in (b"", b"{}")) == (200, True), path.name
    assert len(collector.spans()) > 0
    assert len(runs_of(collector.spans())) > 0
