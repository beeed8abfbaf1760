"""The same call told by two spans (framework and provider both instrumented): the outer one counts. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact
from planscope.collector.node import Node
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import ToolCall
from planscope.collector.span import Span


def merge_doubles(nodes: Sequence[Node]) -> None:
    """Takes out what the spans of a run tell a second time: calls inside the same call, and calls with the same id at
    the same time side by side. The call that stays takes over what it lacks."""
    beside: dict[tuple[str, str], Node] = {}
    for node in nodes:
        for fact in node.facts:
            if not isinstance(fact, Chat | ToolCall):
                continue
            outer = _outer(node, fact)
            key = (bare_name(fact.name), fact.call_id) if isinstance(fact, ToolCall) else ("", fact.answer.response_id)
            other = beside.setdefault(key, node) if key[1] else node
            if outer is None and other is not node and _overlap(other.span, node.span):
                outer = other
            if outer is not None and outer.owner is node.owner and _fill(outer, fact):
                node.same_as = outer
                node.facts = tuple(f for f in node.facts if f is not fact)


def _outer(node: Node, fact: Chat | ToolCall) -> Node | None:
    """The span around this one that tells of the same call."""
    around = node.tool if isinstance(fact, ToolCall) else node.chat
    counted = around.same_as or around if around is not None else None
    if around is None or counted is None or not _overlap(counted.span, node.span):
        return None
    if isinstance(fact, ToolCall):
        return counted if same_tool(node, counted) else None
    return counted if _same_chat(fact, counted.fact(Chat)) else None


def same_tool(inner: Node, outer: Node) -> bool:
    """Whether a tool call inside another is the same call, told by a second instrumentation (a protocol's client and
    server, for one)."""
    one, two = inner.fact(ToolCall), outer.fact(ToolCall)
    if one is None or two is None:
        return False
    if one.call_id and two.call_id and one.call_id == two.call_id:
        return True
    return s.MCP_METHOD in inner.span.attributes or bare_name(one.name) == bare_name(two.name)


def _same_chat(inner: Chat, outer: Chat | None) -> bool:
    """Whether a model call inside another is the same call: same response, same usage, or usage told only once."""
    if outer is None:
        return False
    one, two = inner.answer, outer.answer
    if one.response_id and two.response_id:
        return one.response_id == two.response_id
    counts = [(one.input_tokens, two.input_tokens), (one.output_tokens, two.output_tokens)]
    return all(a is None or b is None or a == b for a, b in counts)


def _overlap(one: Span, two: Span) -> bool:
    """Whether two spans ran at the same time, as far as is known."""
    if None in (one.start, one.end, two.start, two.end):
        return True
    return (two.start or 0) <= (one.end or 0) and (one.start or 0) <= (two.end or 0)


def _fill(node: Node, fact: Chat | ToolCall) -> bool:
    """Gives a node's call what it lacks and the other one has; False when it is no longer there."""
    mine = node.fact(type(fact))
    if mine is None:
        return False
    if isinstance(fact, Chat):
        names = ("response_id", "model", "input_tokens", "output_tokens", "cache_read_tokens")
        known = {n: getattr(mine.answer, n) or getattr(fact.answer, n) for n in names}
        full: Fact = replace(
            mine,
            answer=replace(mine.answer, **known),
            sent=mine.sent or fact.sent,
            output=mine.output or fact.output,
            tools=mine.tools | fact.tools,
        )
    else:
        bare = not mine.result and mine.content == "not_captured"
        taken: dict[str, Any] = {"result": fact.result, "data": fact.data, "content": fact.content} if bare else {}
        if mine.status == "unknown" and mine.ended:
            taken["status"] = fact.status
        given = mine.arguments if mine.arguments is not None else fact.arguments
        full = replace(mine, arguments=given, call_id=mine.call_id or fact.call_id, **taken)
    node.facts = tuple(full if f is mine else f for f in node.facts)
    return True
