"""Spans of any-agent: the standard's names but for what calls are given and give back, which stands under names of its
own, and an answer's tool calls as a list of names and arguments.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Fact, genai
from planscope.collector.dialects.content import loaded
from planscope.collector.span import Span

NAME = "any_agent"
RANK = 70  # before the standard, whose names it mostly has


def matches(span: Span) -> bool:
    """Spans that say by its name what came back."""
    a = span.attributes
    return s.ANY_OUTPUT in a and a.get(s.OPERATION) in ("call_llm", "execute_tool")


def read(span: Span) -> list[Fact]:
    """What the span says, by the standard's names."""
    a: dict[str, Any] = dict(span.attributes)
    back = a.pop(s.ANY_OUTPUT)
    if a[s.OPERATION] == "execute_tool":
        a |= {s.TOOL_ARGUMENTS: a.get(s.TOOL_ARGUMENTS, a.get(s.ANY_TOOL_ARGS)), s.TOOL_RESULT: back}
    else:
        a |= {s.OPERATION: "chat", s.OUTPUT_MESSAGES: [_message(back)]}
    return genai.read(replace(span, attributes=a))


def _message(back: Any) -> dict[str, Any]:
    """The answer: tool calls, or a text (which may be JSON)."""
    listed = loaded(back)
    if not (isinstance(listed, list) and listed and all(isinstance(x, Mapping) and "tool.name" in x for x in listed)):
        return {"role": "assistant", "content": back if isinstance(back, str) else str(back)}
    calls = [{"function": {"name": x["tool.name"], "arguments": x.get("tool.args", "{}")}} for x in listed]
    return {"role": "assistant", "content": "", "tool_calls": calls}
