"""The spans of the harness. The only file that imports OpenTelemetry; names of attributes come from semconv.

    invoke_agent {agent}
    ├── chat {model}                 one for every model call, with all that it was sent
    ├── execute_tool {tool}          one for every tool call
    ├── execute_tool TodoWrite       besides, an event with the list as it stands now
    └── execute_tool write_draft_plan
        └── plan {agent}             the draft's number, and why it was written
            └── evaluate {name}      one for every validator, with a gen_ai.evaluation.result

Every span carries the conversation, the task, the variant and the trial: backends cut traces apart, and whoever looks
at one span should know what it belongs to.
"""

import base64
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped,unused-ignore]
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.trace import SpanKind, Status, StatusCode

import planscope
from planscope.collector import semconv as s
from planscope.collector.sink import Sink
from planscope.errors import NotSent
from planscope.harness.messages import Call, Message, Model, Reply, Result, ToolSpec
from planscope.harness.wire import as_json, definitions_json, messages_json

SERVICE = "planscope-harness"
AGENT = "planner"
_OF_THE_RUN = (s.CONVERSATION, s.TASK, s.VARIANT, s.TRIAL, s.MODE)
_QUEUE = 65_536  # spans that wait to be sent; the SDK drops what comes when its queue is full, and says nothing


class Recorded:
    """A span that is open: what is known at its end is said by these methods."""

    def __init__(self, span: trace.Span, clock: Callable[[], int]) -> None:
        self._span, self._clock = span, clock

    def failed(self, kind: str, message: str) -> None:
        """It failed: what kind of failure, and why."""
        self._span.set_attribute(s.ERROR_TYPE, kind)
        self._span.set_status(Status(StatusCode.ERROR, message))

    def reply(self, reply: Reply) -> None:
        """What the model answered."""
        self._span.set_attribute(s.OUTPUT_MESSAGES, messages_json([Message("assistant", reply.text, reply.calls)]))
        self._span.set_attribute(s.FINISH_REASONS, ["tool_calls" if reply.calls else "stop"])
        for name, count in ((s.INPUT_TOKENS, reply.input_tokens), (s.OUTPUT_TOKENS, reply.output_tokens)):
            if count is not None:
                self._span.set_attribute(name, count)

    def answer(self, text: str) -> None:
        """What the agent handed back."""
        self._span.set_attribute(s.OUTPUT_MESSAGES, messages_json([Message("assistant", text)]))

    def result(self, result: Result) -> None:
        """What the tool gave back. By the convention a result is an attribute, a failure is a status."""
        if result.error:
            self.failed(result.error, result.text)
        else:
            self._span.set_attribute(s.TOOL_RESULT, result.text)

    def verdict(self, name: str, passed: bool, explanation: str, *, subject: str, seen: str) -> None:
        """What a validator found."""
        attributes: dict[str, str | float] = {
            s.EVALUATION_NAME: name,
            s.EVALUATION_LABEL: "pass" if passed else "fail",
            s.EVALUATION_SCORE: 1.0 if passed else 0.0,
            s.EVALUATION_EXPLANATION: explanation,
            s.VERDICT_SUBJECT: subject,
            s.VERDICT_SEEN: seen,
            s.EVALUATOR_TYPE: "code",
        }
        self._span.add_event(s.EVALUATION_EVENT, attributes, self._clock())


class Tracer:
    """Makes the spans of runs. Any number of runs may use one at the same time."""

    def __init__(self, provider: TracerProvider, clock: Callable[[], int] = time.time_ns) -> None:
        self._tracer = provider.get_tracer(s.SCOPE, planscope.__version__, s.SCHEMA_URL)
        self._clock = clock

    @contextmanager
    def run(
        self, request: str, task: str, variant: str, trial: int, mode: str, tools: Sequence[ToolSpec] = ()
    ) -> Iterator[Recorded]:
        """A whole run: a trace of its own, which also names its conversation."""
        attributes = {
            s.AGENT_NAME: AGENT,
            s.INPUT_MESSAGES: messages_json([Message("user", request)]),
            s.TOOL_DEFINITIONS: definitions_json(tools),
            s.TASK: task,
            s.VARIANT: variant,
            s.TRIAL: str(trial),
            s.MODE: mode,
        }
        with self._span(f"{s.OP_AGENT} {AGENT}", s.OP_AGENT, attributes, Context()) as recorded:
            here = trace.get_current_span()
            here.set_attribute(s.CONVERSATION, trace.format_trace_id(here.get_span_context().trace_id))
            yield recorded

    @contextmanager
    def model_call(self, model: Model, sent: Sequence[Message], tools: Sequence[ToolSpec]) -> Iterator[Recorded]:
        """A call of a model."""
        attributes = {
            s.PROVIDER: model.provider,
            s.REQUEST_MODEL: model.name,
            s.RESPONSE_MODEL: model.name,
            s.INPUT_MESSAGES: messages_json(sent),
            s.TOOL_DEFINITIONS: definitions_json(tools),
        }
        with self._span(f"{s.OP_CHAT} {model.name}", s.OP_CHAT, attributes, kind=SpanKind.CLIENT) as recorded:
            yield recorded

    @contextmanager
    def tool_call(self, call: Call) -> Iterator[Recorded]:
        """A use of a tool."""
        attributes = {
            s.TOOL_NAME: call.name,
            s.TOOL_CALL_ID: call.id,
            s.TOOL_TYPE: "function",
            s.TOOL_ARGUMENTS: as_json(call.arguments),
        }
        with self._span(f"{s.OP_TOOL} {call.name}", s.OP_TOOL, attributes) as recorded:
            yield recorded

    @contextmanager
    def plan(self, version: int, trigger: str = "") -> Iterator[Recorded]:
        """The writing of a plan: its number, and why it was written ("" when that is not known)."""
        conversation = _of_the_run().get(s.CONVERSATION, "")
        attributes: dict[str, Any] = {
            s.AGENT_NAME: AGENT,
            s.PLAN_ID: f"{conversation}/draft",
            s.PLAN_VERSION: version,
            **({s.PLAN_TRIGGER: trigger} if trigger else {}),
            **({s.PLAN_PARENT: version - 1} if version > 1 else {}),
        }
        with self._span(f"{s.OP_PLAN} {AGENT}", s.OP_PLAN, attributes) as recorded:
            yield recorded

    @contextmanager
    def validator(self, name: str) -> Iterator[Recorded]:
        """A check of something by a validator."""
        with self._span(f"evaluate {name}", s.OP_EVALUATION, {}) as recorded:
            yield recorded

    def todo_updated(self, items: Sequence[Mapping[str, object]], version: int) -> None:
        """Says on the span of the call that is being carried out what the list is now."""
        counts = Counter(str(i["status"]) for i in items)
        attributes: dict[str, str | int] = {s.TODO_ITEMS: as_json(items), s.TODO_VERSION: version}
        attributes |= {s.TODO_COUNTS + status: n for status, n in counts.items()}
        trace.get_current_span().add_event(s.TODO_EVENT, attributes, self._clock())

    @contextmanager
    def _span(
        self,
        name: str,
        operation: str,
        attributes: Mapping[str, Any],
        context: Context | None = None,
        kind: SpanKind = SpanKind.INTERNAL,
    ) -> Iterator[Recorded]:
        carried = {} if context is not None else _of_the_run()
        whole = {s.OPERATION: operation, **carried, **attributes}
        span = self._tracer.start_span(name, context, kind, whole, start_time=self._clock())
        recorded = Recorded(span, self._clock)
        try:
            with trace.use_span(span, record_exception=False, set_status_on_exception=False):
                yield recorded
        except BaseException as e:
            recorded.failed(type(e).__name__, str(e))
            raise
        finally:
            span.end(self._clock())


def _of_the_run() -> dict[str, Any]:
    """What every span of a run says, from the span around."""
    around = trace.get_current_span()
    held = (around.attributes or {}) if isinstance(around, ReadableSpan) else {}
    return {k: held[k] for k in _OF_THE_RUN if k in held}


# --- where spans go ------------------------------------------------------------------------------------------------


class _Watched(SpanExporter):
    """An exporter that counts what it could not hand over: the SDK only writes that to a log."""

    def __init__(self, inner: SpanExporter) -> None:
        self.inner = inner
        self.lost = 0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        outcome = SpanExportResult.FAILURE
        try:
            outcome = self.inner.export(spans)
        finally:
            self.lost += len(spans) if outcome is not SpanExportResult.SUCCESS else 0
        return outcome

    def shutdown(self) -> None:
        self.inner.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self.inner.force_flush(timeout_millis)


class ToSink(SpanExporter):
    """Into a store of this machine, without a server in between."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Hands the spans over in the form in which they would go over the wire."""
        export: dict[str, Any] = MessageToDict(encode_spans(spans))
        for span in (x for r in export.get("resourceSpans", ()) for c in r["scopeSpans"] for x in c["spans"]):
            _write_ids_in_hex(span)
        self._sink.export(export)
        return SpanExportResult.SUCCESS


def _write_ids_in_hex(span: dict[str, Any]) -> None:
    """As OTLP has ids in JSON; protobuf writes every bytes field in base64."""
    for held in (span, *span.get("links", ())):
        for name in ("traceId", "spanId", "parentSpanId"):
            if name in held:
                held[name] = base64.b64decode(held[name]).hex()


def over_otlp(endpoint: str, *, timeout: float = 10) -> SpanExporter:
    """An exporter to a collector, by OTLP over HTTP. `endpoint` is its address without a path."""
    return OTLPSpanExporter(endpoint=endpoint.rstrip("/") + "/v1/traces", timeout=timeout)


@contextmanager
def tracing(
    exporter: SpanExporter,
    *,
    service: str = SERVICE,
    clock: Callable[[], int] = time.time_ns,
    ids: IdGenerator | None = None,
    at_once: bool = False,
) -> Iterator[Tracer]:
    """A tracer whose spans go to this exporter, all of them by the end of the block. Raises NotSent when some could
    not be handed over. `at_once` sends each span as it ends, in the calling thread."""
    watched = _Watched(exporter)
    provider = TracerProvider(resource=Resource({s.SERVICE_NAME: service}), id_generator=ids, shutdown_on_exit=False)
    provider.add_span_processor(
        SimpleSpanProcessor(watched) if at_once else BatchSpanProcessor(watched, _QUEUE, schedule_delay_millis=1000)
    )
    try:
        yield Tracer(provider, clock)
    finally:
        provider.shutdown()
    if watched.lost:
        raise NotSent(f"{watched.lost} spans could not be handed over; is the collector there?")


class CountingIds(IdGenerator):
    """Ids that count up, so that the spans of a run can be compared with what is expected."""

    def __init__(self, first: int = 1) -> None:
        self._next = first

    def generate_span_id(self) -> int:
        """The next span's id."""
        self._next += 1
        return self._next - 1

    def generate_trace_id(self) -> int:
        """The next trace's id."""
        return self.generate_span_id()


class Ticks:
    """A clock that goes on by one step each time it is read (nanoseconds)."""

    def __init__(self, start: int = 1_767_258_000_000_000_000, step: int = 1_000_000) -> None:
        self._now, self._step = start, step

    def __call__(self) -> int:
        """The time now."""
        self._now += self._step
        return self._now
