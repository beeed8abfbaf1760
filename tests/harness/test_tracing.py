"""The spans of a run: the whole tree, the same each time; and that they arrive, by the real exporter, or it is said."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped,unused-ignore]
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from planscope.api import open as open_store
from planscope.collector import otlp
from planscope.collector import semconv as s
from planscope.collector.interpret import runs_of
from planscope.collector.sink import Sink
from planscope.collector.span import Span
from planscope.errors import NotSent
from planscope.harness.agent import run
from planscope.harness.demo import demo_runs, play
from planscope.harness.models.scripted import Scripted, ScriptEnded
from planscope.harness.modes.interleaved import Interleaved
from planscope.harness.office_move.scripts import agent
from planscope.harness.office_move.tasks import MOVES
from planscope.harness.tracing import over_otlp, tracing

if TYPE_CHECKING:
    from tests.harness.conftest import Kept

OUTLINE = """
invoke_agent planner
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-1 [planscope.todo.updated]
  chat scripted
  execute_tool search_suppliers name=search_suppliers id=call-2
  chat scripted
  execute_tool get_quote name=get_quote id=call-3
  execute_tool get_quote name=get_quote id=call-4
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-5 [planscope.todo.updated]
  chat scripted
  execute_tool search_suppliers name=search_suppliers id=call-6
  chat scripted
  execute_tool get_quote name=get_quote id=call-7
  execute_tool get_quote name=get_quote id=call-8
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-9 [planscope.todo.updated]
  chat scripted
  execute_tool calculate name=calculate id=call-10
  chat scripted
  execute_tool write_draft_plan name=write_draft_plan id=call-11
    plan planner version=1 trigger=initial
      evaluate within-budget [gen_ai.evaluation.result]
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-12 [planscope.todo.updated]
  chat scripted
  execute_tool book_supplier name=book_supplier id=call-13 type=tool_error
  chat scripted
  execute_tool calculate name=calculate id=call-14
  chat scripted
  execute_tool write_draft_plan name=write_draft_plan id=call-15
    plan planner version=2 parent_version=1
      evaluate within-budget [gen_ai.evaluation.result]
  chat scripted
  execute_tool book_supplier name=book_supplier id=call-16
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-17 [planscope.todo.updated]
  chat scripted
  execute_tool book_supplier name=book_supplier id=call-18
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-19 [planscope.todo.updated]
  chat scripted
  execute_tool TodoWrite name=TodoWrite id=call-20 [planscope.todo.updated]
  chat scripted
""".strip()
SAID = (s.TOOL_NAME, s.TOOL_CALL_ID, s.ERROR_TYPE, s.PLAN_VERSION, s.PLAN_PARENT, s.PLAN_TRIGGER)


def test_the_whole_tree_of_a_run(kept: "Kept") -> None:
    play(MOVES[0], None, kept.tracer)
    assert kept.outline(*SAID) == OUTLINE


def test_a_run_is_the_same_each_time(keeping: "Callable[[], AbstractContextManager[Kept]]") -> None:
    told = []
    for _ in range(2):
        with keeping() as kept:
            play(MOVES[1], "repeated-booking", kept.tracer)
            told.append([span.to_json() for span in kept.spans])
    assert told[0] == told[1]


def test_every_span_says_what_it_belongs_to(kept: "Kept") -> None:
    for trial in (1, 2):
        run(MOVES[2], agent(MOVES[2]), Interleaved, kept.tracer, variant="careful", trial=trial)
    by_trace: dict[int, set[tuple[object, ...]]] = {}
    for span in kept.spans:
        a = span.attributes or {}
        assert span.context is not None
        said = tuple(a.get(k) for k in (s.TASK, s.VARIANT, s.TRIAL, s.MODE, s.CONVERSATION))
        by_trace.setdefault(span.context.trace_id, set()).add(said)
    root = {trace: f"{trace:032x}" for trace in by_trace}
    expected = [{("archive", "careful", n, "interleaved", root[t])} for n, t in zip("12", by_trace, strict=True)]
    assert list(by_trace.values()) == expected


def test_a_list_is_told_as_an_event(kept: "Kept") -> None:
    play(MOVES[0], None, kept.tracer)
    told = [dict(x.events[0].attributes or {}) for x in kept.named("execute_tool TodoWrite")]
    assert [e[s.TODO_VERSION] for e in told] == [1, 2, 3, 4, 5, 6, 7]
    assert [e.get(s.TODO_COUNTS + "completed", 0) for e in told] == [0, 1, 2, 3, 4, 5, 6]
    assert json.loads(str(told[0][s.TODO_ITEMS]))[0] == {"content": "Get quotes for movers", "status": "in_progress"}


def test_a_failure_is_a_status_and_no_result(kept: "Kept") -> None:
    play(MOVES[0], None, kept.tracer)
    failed, *_ = kept.named("execute_tool book_supplier")
    assert not failed.status.is_ok
    assert failed.status.description == "Kessler Transport has nothing free on 2026-05-09"
    assert s.TOOL_RESULT not in (failed.attributes or {})


# --- over the wire -------------------------------------------------------------------------------------------------


class _Keeps(BaseHTTPRequestHandler):
    """A collector of one's own: keeps what it is sent and answers as told."""

    bodies: list[tuple[str, str, bytes]]
    status = 200

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.bodies.append((self.path, self.headers["Content-Type"], body))
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def _collector(answer: int = 200) -> Iterator[tuple[str, list[tuple[str, str, bytes]]]]:
    bodies: list[tuple[str, str, bytes]] = []
    handler: type[_Keeps] = type("Keeps", (_Keeps,), {"bodies": bodies, "status": answer})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", bodies
        server.shutdown()
        thread.join()


def _read(bodies: list[tuple[str, str, bytes]]) -> list[Span]:
    exports = [MessageToDict(ExportTraceServiceRequest.FromString(body)) for _, _, body in bodies]
    return [x for e in exports for x in otlp.spans_of(e) if isinstance(x, Span)]


def test_spans_arrive_over_otlp() -> None:
    with _collector() as (address, bodies):
        done = demo_runs(address)
    assert {(path, kind) for path, kind, _ in bodies} == {("/v1/traces", "application/x-protobuf")}
    runs = runs_of(_read(bodies))
    assert {(r.task, r.variant, r.trial) for r in runs} == {(t.task, t.variant, "1") for t, _ in done}
    assert len(runs) == len(done) == 24
    assert {r.state for r in runs} == {"ended"}
    assert {x.scope for x in _read(bodies)} == {"planscope"}


def test_spans_that_nobody_took_are_no_success() -> None:
    with _collector(answer=400) as (address, bodies), pytest.raises(NotSent, match="44 spans could not be handed"):
        _play(address)
    assert bodies


def test_a_failure_inside_is_not_covered_by_one_of_sending() -> None:
    with _collector(answer=400) as (address, _), pytest.raises(ScriptEnded):
        _play(address, Scripted([]))


def _play(address: str, model: Scripted | None = None) -> None:
    with tracing(over_otlp(address, timeout=1)) as tracer:
        run(MOVES[0], model or agent(MOVES[0]), Interleaved, tracer)


def test_spans_go_into_a_store_without_a_server(tmp_path: Path) -> None:
    done = demo_runs(Sink(tmp_path / "store"))
    held = runs_of(open_store(tmp_path / "store").spans())
    assert {(r.task, r.variant) for r in held} == {(t.task, t.variant) for t, _ in done}
    assert all(r.closing is not None for r in held)
    spans = open_store(tmp_path / "store").spans()
    assert {len(i) for x in spans for i in (x.trace_id, x.span_id, x.parent_id) if i} == {16, 32}
    assert all(int(x.span_id, 16) for x in spans)  # as they would be over the wire


def test_runs_side_by_side_do_not_mix(kept: "Kept") -> None:
    threads = [threading.Thread(target=play, args=(move, None, kept.tracer)) for move in MOVES]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    tasks: dict[int, set[object]] = {}
    for span in kept.spans:
        assert span.context is not None
        tasks.setdefault(span.context.trace_id, set()).add((span.attributes or {}).get(s.TASK))
    assert sorted(map(str, tasks.values())) == sorted(str({m.id}) for m in MOVES)
    traces = {x.context.span_id: x.context.trace_id for x in kept.spans if x.context is not None}
    parents = [(x.parent, x.context) for x in kept.spans if x.parent is not None and x.context is not None]
    assert all(traces.get(parent.span_id) == own.trace_id for parent, own in parents)
