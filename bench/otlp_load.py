"""What the measurements of the collector share: agent-like traces as OTLP bodies, and a collector as a process."""

import http.client
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from planscope.collector import semconv as s

PROTOBUF = {"content-type": "application/x-protobuf"}


@dataclass
class Load:
    """Makes traces of 20 to 120 spans, roots last as tracers send them, with about `size` bytes of attributes a span;
    the same for the same seed."""

    seed: int = 7
    size: int = 2048
    dice: random.Random = field(init=False)
    words: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.words = [
            "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz", k=self.dice.randint(3, 9))) for _ in range(4000)
        ]

    def text(self, size: int) -> str:
        """Words of about that many characters, which compress about as prose does."""
        return " ".join(self.dice.choices(self.words, k=max(1, size // 7)))

    def spans(self, count: int) -> Iterator[Span]:
        """So many spans, trace after trace."""
        number, left = 0, count
        while left > 0:
            of_this = min(left, self.dice.randint(20, 120))
            yield from self._trace(number, of_this)
            number, left = number + 1, left - of_this

    def bodies(self, count: int, batch: int = 512) -> list[tuple[bytes, list[str]]]:
        """The same as bodies of requests, with the span ids in each."""
        made, group = [], []
        for span in self.spans(count):
            group.append(span)
            if len(group) == batch:
                made.append(_body(group))
                group = []
        return [*made, _body(group)] if group else made

    def _trace(self, number: int, count: int) -> Iterator[Span]:
        trace, root = self.dice.randbytes(16), self.dice.randbytes(8)
        begin = time.time_ns() - 24 * 3600 * 10**9 + number * 3 * 10**9
        at, parent = begin + 10**6, root
        for n in range(1, count):
            own, took = self.dice.randbytes(8), self.dice.randrange(1, 2000) * 10**6
            name = "chat" if n % 3 == 1 else "execute_tool"
            yield self._span(name, trace, own, root if name == "chat" else parent, at, at + took, n)
            parent, at = (own if name == "chat" else parent), at + took
        yield self._span("invoke_agent", trace, root, b"", begin, at, 0)

    def _span(self, kind: str, trace: bytes, own: bytes, parent: bytes, start: int, end: int, number: int) -> Span:
        a: dict[str, Any] = {s.OPERATION: kind}
        if kind == "chat":
            said = [{"role": "assistant", "parts": [{"type": "text", "content": self.text(self.size // 2)}]}]
            a |= {s.REQUEST_MODEL: "m", s.INPUT_TOKENS: self.dice.randrange(500, 60000), s.OUTPUT_TOKENS: 40,
                  s.OUTPUT_MESSAGES: json.dumps(said)}  # fmt: skip
        elif kind == "execute_tool":
            a |= {s.TOOL_NAME: f"tool{number % 9}", s.TOOL_CALL_ID: f"call_{number}"}
            a |= {s.TOOL_ARGUMENTS: json.dumps({"note": self.text(64)}), s.TOOL_RESULT: self.text(self.size // 2)}
        else:
            a |= {s.AGENT_NAME: "planner", "input.value": self.text(self.size // 2)}
        a["app.context"] = self.text(max(7, self.size - sum(len(k) + len(str(v)) for k, v in a.items())))
        made = Span(trace_id=trace, span_id=own, parent_span_id=parent, name=kind, kind=1,
                    start_time_unix_nano=start, end_time_unix_nano=end)  # fmt: skip
        made.attributes.extend(pairs(a))
        return made


def pairs(values: Mapping[str, Any]) -> list[KeyValue]:
    """Attributes of plain types."""
    return [
        KeyValue(key=k, value=AnyValue(int_value=v) if isinstance(v, int) else AnyValue(string_value=v))
        for k, v in values.items()
    ]


def _body(spans: Sequence[Span]) -> tuple[bytes, list[str]]:
    request = ExportTraceServiceRequest()
    group = request.resource_spans.add()
    group.resource.attributes.extend(pairs({s.SERVICE_NAME: "bench-agent", "service.version": "1.0"}))
    scoped = group.scope_spans.add()
    scoped.scope.name = "bench"
    scoped.spans.extend(spans)
    return request.SerializeToString(), [x.span_id.hex() for x in spans]


class Collector:
    """`planscope collect` as a process of its own, on a free port."""

    def __init__(self, store: Path, *options: str) -> None:
        command = [sys.executable, "-m", "planscope", "collect", "--store", str(store), "--port", "0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "ready on" not in line:
            raise RuntimeError(f"the collector did not start: {line}{self.process.communicate()[1]}")
        self.port = int(line.partition("127.0.0.1:")[2].split(",")[0])

    def connect(self) -> http.client.HTTPConnection:
        """A connection to it."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def cpu(self) -> float:
        """Seconds of processor time that it took so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def peak(self) -> float:
        """MB of memory that it took at most so far (Linux)."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.partition("VmHWM:")[2].split()[0]) / 1000


def post(
    connection: http.client.HTTPConnection, body: bytes, headers: Mapping[str, str] = PROTOBUF, signal: str = "traces"
) -> int:
    """Sends a body to /v1/traces (or to that of another signal); answers with the status."""
    connection.request("POST", f"/v1/{signal}", body, dict(headers))
    answer = connection.getresponse()
    answer.read()
    return answer.status
