"""Model Context Protocol: a tool's call as client and server see it. One call may be told three times, by the agent, by
the client and by the server; the outermost counts (told_twice.py).
"""

from collections.abc import Mapping
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Fact, genai
from planscope.collector.dialects.content import first, loaded
from planscope.collector.span import Span

NAME = "mcp"
RANK = 33

_CALL = "tools/call"


def matches(span: Span) -> bool:
    """Spans that name the protocol's method, and those that hold a request to a tool."""
    return s.MCP_METHOD in span.attributes or s.MCP_ARGUMENTS in span.attributes


def read(span: Span) -> list[Fact]:
    """What the span says; only calls of tools are steps. The request's own id is none of the call: it counts from 1 in
    every session."""
    a = span.attributes
    request = loaded(first(a, s.MCP_ARGUMENTS, s.TL_INPUT))
    method = str(first(a, s.MCP_METHOD) or _method(request) or "")
    if method != _CALL:
        return []
    named = _params(request)
    name = str(first(a, s.TOOL_NAME) or named.get("name") or span.name.removeprefix(_CALL).strip() or span.name)
    given = first(a, s.TOOL_ARGUMENTS)
    if given is None:
        given = named.get("arguments", request if not named else None)
    outcome = first(a, s.TOOL_RESULT, s.MCP_RESULT, s.TL_OUTPUT)
    return [genai.tool_call(span, name, str(a.get(s.TOOL_CALL_ID) or ""), given, outcome, first(a, s.TOOL_SCHEMA))]


def _method(request: Any) -> Any:
    return request.get("method", _CALL) if isinstance(request, Mapping) else None


def _params(request: Any) -> Mapping[str, Any]:
    """The tool's name and arguments in a request, with or without what is around them."""
    if isinstance(request, Mapping) and isinstance(request.get("params"), Mapping):
        request = request["params"]
    return request if isinstance(request, Mapping) and "arguments" in request and "name" in request else {}
