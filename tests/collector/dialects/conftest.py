"""What the tests of traces share: a writer of spans as they come over the wire, and reading them into runs."""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from planscope.collector import otlp
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.span import Span

SECOND = 10**9
START = 1_772_442_000 * SECOND


def any_value(x: Any) -> dict[str, Any]:
    """A value as OTLP writes it in JSON."""
    if isinstance(x, bool):
        return {"boolValue": x}
    if isinstance(x, int):
        return {"intValue": str(x)}
    if isinstance(x, float):
        return {"doubleValue": x}
    if isinstance(x, list):
        return {"arrayValue": {"values": [any_value(v) for v in x]}}
    if isinstance(x, dict):
        return {"kvlistValue": {"values": pairs(x)}}
    return {"stringValue": x}


def pairs(attributes: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Attributes as OTLP writes them."""
    return [{"key": k, "value": any_value(v)} for k, v in attributes.items()]


class Trace:
    """Spans of one trace, each a second after the one before. Methods give the id of the span that they write."""

    ids = itertools.count(1)

    def __init__(self, trace: str = "ab" * 16, service: str = "shop", at: int = 0, **resource: Any) -> None:
        self.trace, self.clock = trace, at
        self.resource = {"service.name": service, **resource}
        self.raw: list[dict[str, Any]] = []

    def span(self, name: str, attributes: Mapping[str, Any], parent: str = "", **more: Any) -> str:
        """Any span: `seconds` it takes, further OTLP fields as they stand."""
        self.clock += 1
        begin = START + self.clock * SECOND
        made = {
            "traceId": self.trace,
            "spanId": f"{next(self.ids):016x}",
            "parentSpanId": parent,
            "name": name,
            "startTimeUnixNano": str(begin),
            "endTimeUnixNano": str(begin + int(more.pop("seconds", 0.5) * SECOND)),
            "attributes": pairs(attributes),
            "flags": 256,
        }
        self.raw.append({**made, **more})
        return str(self.raw[-1]["spanId"])

    def agent(self, name: str = "shopper", parent: str = "", *, conversation: str = "", **more: Any) -> str:
        """An agent's invocation, by default as long as all that follows."""
        a = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name}
        a |= {"gen_ai.conversation.id": conversation} if conversation else {}
        return self.span(
            f"invoke_agent {name}", {**a, **more.pop("attributes", {})}, parent, **{"seconds": 900, **more}
        )

    def chat(
        self,
        parent: str,
        text: str = "",
        calls: Sequence[tuple[str, str, Any]] = (),
        sent: Sequence[Mapping[str, Any]] = (),
        **more: Any,
    ) -> str:
        """A model call: what it says, the (id, tool, arguments) that it asks for, the messages that it was sent."""
        parts: list[dict[str, Any]] = [{"type": "text", "content": text}] if text else []
        parts += [{"type": "tool_call", "id": i, "name": n, "arguments": a} for i, n, a in calls]
        a = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "m",
            "gen_ai.usage.input_tokens": 100,
            "gen_ai.usage.output_tokens": 20,
            "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": parts}]),
        }
        a |= {"gen_ai.input.messages": json.dumps(list(sent))} if sent else {}
        name = more.pop("name", "chat m")
        return self.span(name, {**a, **more.pop("attributes", {})}, parent, **more)

    def tool(self, parent: str, name: str, given: Any = None, result: Any = "ok", id: str = "", **more: Any) -> str:
        """A tool's execution."""
        a = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
        a |= {"gen_ai.tool.call.id": id} if id else {}
        a |= {"gen_ai.tool.call.arguments": json.dumps(given)} if given is not None else {}
        a |= {"gen_ai.tool.call.result": result if isinstance(result, str) else json.dumps(result)} if result else {}
        return self.span(f"execute_tool {name}", {**a, **more.pop("attributes", {})}, parent, **more)

    def export(self, raw: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """The spans (or those given) as one export."""
        spans = list(self.raw if raw is None else raw)
        scope = {"scope": {"name": "test"}, "spans": spans}
        return {"resourceSpans": [{"resource": {"attributes": pairs(self.resource)}, "scopeSpans": [scope]}]}

    def spans(self) -> list[Span]:
        """The spans as they are read."""
        found = list(otlp.spans_of(self.export(), "trace.jsonl"))
        assert all(isinstance(x, Span) for x in found)
        return [x for x in found if isinstance(x, Span)]

    def runs(self) -> list[Run]:
        """The runs that these spans tell of."""
        return runs_of(self.spans())

    def run(self) -> Run:
        """The one run that they tell of."""
        (run,) = self.runs()
        return run

    @staticmethod
    def user(text: str) -> dict[str, Any]:
        """A user's message in a history."""
        return {"role": "user", "parts": [{"type": "text", "content": text}]}

    @staticmethod
    def said(text: str, *calls: tuple[str, str, Any]) -> dict[str, Any]:
        """An assistant's message in a history."""
        parts: list[dict[str, Any]] = [{"type": "text", "content": text}] if text else []
        parts += [{"type": "tool_call", "id": i, "name": n, "arguments": a} for i, n, a in calls]
        return {"role": "assistant", "parts": parts}

    @staticmethod
    def answered(call_id: str, result: Any) -> dict[str, Any]:
        """A tool's result in a history."""
        return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call_id, "response": result}]}


@pytest.fixture
def trace() -> type[Trace]:
    """The writer of traces."""
    return Trace
