"""Functions decorated with traceloop's SDK: workflows, agents, tasks and tools with the arguments and the value of the
function. Spans of its instrumentations also have OpenTelemetry's names, and are read by those.
"""

from planscope.collector import semconv as s
from planscope.collector.dialects import Fact, Frame, genai
from planscope.collector.dialects.content import first
from planscope.collector.dialects.messages import exchanged
from planscope.collector.span import Span

NAME = "traceloop"
RANK = 90


def matches(span: Span) -> bool:
    """Spans that say their kind, and nothing that the standard has a name for."""
    return s.TL_KIND in span.attributes


def read(span: Span) -> list[Fact]:
    """What the span says."""
    a = span.attributes
    kind = str(a[s.TL_KIND]).lower()
    given, back = a.get(s.TL_INPUT), a.get(s.TL_OUTPUT)
    name = str(first(a, s.TL_NAME) or span.name.removesuffix(f".{kind}"))
    if kind == "tool":
        name = str(first(a, s.TOOL_NAME) or name)
        return [genai.tool_call(span, name, str(first(a, s.TOOL_CALL_ID) or ""), given, back)]
    asked, answered = tuple(exchanged(given)), tuple(exchanged(back, "assistant"))
    if kind == "agent":
        return [Frame(span, "agent", name, asked, answered)]
    return [Frame(span, "workflow" if kind == "workflow" else "chain", name, asked, answered)]
