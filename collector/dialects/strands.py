"""Strands Agents. By default one event per message and OpenTelemetry's names of before; with the newest names a call's
arguments and result are attributes, and messages stand in `operation.details` events. Agents and cycles of the loop
repeat the usage of the model calls inside.
"""

from planscope.collector import semconv as s
from planscope.collector.dialects import Fact, Frame, Message, genai
from planscope.collector.dialects.content import first
from planscope.collector.span import Span

NAME = "strands"
RANK = 44

_TEAMS = ("invoke_swarm", "invoke_graph", "invoke_multiagent")
_CYCLE = "execute_event_loop_cycle"


def matches(span: Span) -> bool:
    """Spans of its tracer."""
    return span.scope == s.STRANDS_SCOPE or first(span.attributes, s.PROVIDER, s.SYSTEM) == s.STRANDS_SYSTEM


def read(span: Span) -> list[Fact]:
    """What the span says."""
    a = span.attributes
    operation = str(a.get(s.OPERATION) or "")
    if operation in _TEAMS or span.name in _TEAMS:
        name = str(first(a, s.WORKFLOW_NAME, s.AGENT_NAME) or "")
        return [Frame(span, "workflow", name, tuple(genai.sent(span)), tuple(genai.output(span)))]
    if operation == _CYCLE or span.name == _CYCLE:
        return []
    facts = genai.read(span)
    return [_instructed(span, f) if isinstance(f, Frame) else f for f in facts]


def _instructed(span: Span, frame: Frame) -> Frame:
    """With the agent's instructions, where they stand under a name of their own."""
    said = span.attributes.get(s.STRANDS_PROMPT)
    if not isinstance(said, str) or not said.strip() or any(m.role == "system" for m in frame.sent):
        return frame
    sent = (Message("system", said), *frame.sent)
    return Frame(frame.span, frame.kind, frame.name, sent, frame.output, frame.tools)
