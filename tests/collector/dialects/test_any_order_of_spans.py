"""Traces give the same runs in any order of arrival, and however they are split over files."""

import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planscope.analyzers.check import read_job
from planscope.analyzers.files import jobs_of
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run

if TYPE_CHECKING:
    from tests.collector.dialects.conftest import Trace

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.jsonl.gz"))
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

# a span: what it is, its parent among those before (or none, or one that is lost), when it begins, how long it takes
SPAN = st.tuples(
    st.sampled_from(["agent", "agent two", "chat", "tool", "todo", "chain", "judge", "plain", "pending"]),
    st.integers(-2, 5),
    st.integers(0, 4),
    st.integers(0, 3),
)


def written(trace: "type[Trace]", script: Sequence[tuple[str, int, int, int]]) -> "list[dict[str, Any]]":
    """One export for each span of a script; two traces of one session."""
    traces = [trace("aa" * 16), trace("bb" * 16)]
    for t in traces:
        t.ids = iter(range(1, 100))  # type: ignore[assignment]
    exports = []
    for n, (kind, above, start, length) in enumerate(script):
        t = traces[n % 2]
        t.clock = start
        before = [x["spanId"] for x in t.raw]
        parent = "f" * 16 if above == -2 else before[above % len(before)] if before and above >= 0 else ""
        more: dict[str, Any] = {"seconds": length}
        if kind.startswith("agent"):
            t.agent(kind, parent, conversation="c" if n % 3 else "", **more)
        elif kind == "chat":
            history = [trace.user("Go"), trace.said("Yes."), trace.user(f"More {start}")][: start + 1]
            t.chat(parent, f"Step {n}", [(f"k{start}", "search", {"q": start})] if length else [], history, **more)
        elif kind == "tool":
            t.tool(parent, "search", {"q": start}, "found" if length else None, f"k{start}" if n % 2 else "", **more)
        elif kind == "todo":
            t.tool(parent, "write_todos", {"todos": [{"content": f"step {n}", "status": "pending"}]}, **more)
        elif kind == "pending":
            t.span("begun", {"logfire.span_type": "pending_span"}, parent or "e" * 16, **more)
        else:
            kinds = {"chain": "CHAIN", "judge": "EVALUATOR", "plain": ""}
            t.span(kind, {"openinference.span.kind": kinds[kind], "output.value": "passed"}, parent, **more)
        exports.append(t.export(t.raw[-1:]))
    return exports


def read(*files: Sequence[dict[str, Any]]) -> list[list[Run]]:
    """The runs of these files, one list for each job that they make."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for n, exports in enumerate(f for f in files if f):
            path = Path(folder) / f"{n}.jsonl"
            path.write_text("".join(json.dumps(x) + "\n" for x in exports), encoding="utf-8")
            paths.append((path, "trace"))
        return [runs_of(read_job(job)[0]) for job in jobs_of(paths)]


@quick
@given(script=st.lists(SPAN, min_size=1, max_size=12), seed=st.integers(0, 2**16), at=st.integers(0, 12))
def test_any_order_and_any_split(trace: "type[Trace]", script: Any, seed: int, at: int) -> None:
    exports = written(trace, script)
    (expected,) = read(exports) or [[]]
    shuffled = list(exports)
    random.Random(seed).shuffle(shuffled)
    assert read(shuffled) == [expected]
    split = read(shuffled[:at], shuffled[at:])
    by_id = {r.id: r for runs in split for r in runs}
    if len(split) == 1:
        assert split == [expected]
    else:  # pieces that name nothing in common cannot be joined
        assert set(by_id) <= {r.id for r in expected} | {x["traceId"] for x in _spans(exports)}


def _spans(exports: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [s for e in exports for r in e["resourceSpans"] for c in r["scopeSpans"] for s in c["spans"]]


@quick
@given(sample=st.sampled_from(SAMPLES), seed=st.integers(0, 2**16))
def test_published_packages(sample: Path, seed: int) -> None:
    import gzip

    exports = [json.loads(x) for x in gzip.decompress(sample.read_bytes()).splitlines()]
    (expected,) = read(exports)
    random.Random(seed).shuffle(exports)
    assert read(exports[:3], exports[3:]) == [expected]
