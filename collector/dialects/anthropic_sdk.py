"""Anthropic's SDK, which traces its own requests and tool runner. A request holds only the messages that are new; a
tool's result stands as content blocks under a name of its own.
"""

from planscope.collector import semconv as s
from planscope.collector.dialects import Fact, genai
from planscope.collector.dialects.content import first
from planscope.collector.span import Span

NAME = "anthropic_sdk"
RANK = 46


def matches(span: Span) -> bool:
    """Spans of its scope, or with a tool's result in its way."""
    return span.scope.startswith(s.ANTHROPIC_SCOPE) or s.ANTHROPIC_RESULT in span.attributes


def read(span: Span) -> list[Fact]:
    """What the span says: requests and the runner by the standard's names, tools with the result where it is kept."""
    a = span.attributes
    kind, _, rest = span.name.partition(" ")
    if a.get(s.OPERATION) != "execute_tool" and not kind.endswith("tool_use"):
        return genai.read(span)
    name = str(first(a, s.TOOL_NAME) or rest or span.name)
    given, outcome = a.get(s.TOOL_ARGUMENTS), first(a, s.ANTHROPIC_RESULT, s.TOOL_RESULT)
    return [genai.tool_call(span, name, str(a.get(s.TOOL_CALL_ID) or ""), given, outcome, first(a, s.TOOL_SCHEMA))]
