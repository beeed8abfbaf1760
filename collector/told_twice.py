"""The same call told by two spans (framework and provider both instrumented): the outer one counts. And by a span and
an event of the same program: the span counts. Pure."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact
from planscope.collector.node import Node
from planscope.collector.plan_tools import bare_name
from planscope.collector.run import ToolCall
from planscope.collector.span import Span
from planscope.collector.told_in_logs import is_event

_SLACK = 2 * 10**9  # nanoseconds between what a span and an event say of the same moment
_LOOKED_AT = 32  # calls of one name among which an event without an id looks for its own


def merge_doubles(nodes: Sequence[Node]) -> None:
    """Takes out what the spans of a run tell a second time: calls inside the same call, calls with the same id at the
    same time side by side, and events that tell of a call which has a span, or another event. The call that stays takes
    over what it lacks."""
    events = [n for n in nodes if is_event(n.span)]
    spans = [n for n in nodes if not is_event(n.span)] if events else nodes
    _merge_spans(spans)
    if events:
        _merge_events(events, spans)
    for node in nodes:  # what only a name or an id could have told whose it is, and nothing around it took it
        node.facts = tuple(f for f in node.facts if not isinstance(f, ToolCall) or f.name)


def _merge_spans(nodes: Sequence[Node]) -> None:
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


def _merge_events(events: Sequence[Node], spans: Sequence[Node]) -> None:
    told = _Told(spans)
    for node in events:
        for fact in node.facts:
            if not isinstance(fact, Chat | ToolCall):
                continue
            other = told.find(node, fact)
            if other is not None and _fill(other, fact):
                node.same_as = other
                node.facts = tuple(f for f in node.facts if f is not fact)
            else:
                told.add(node, fact)


class _Told:
    """Calls that are known, by id and by name. Lives only while the events of a run are being merged."""

    def __init__(self, spans: Sequence[Node]) -> None:
        self._by_id: dict[tuple[str, str], Node] = {}
        self._named: dict[str, list[tuple[int, int, Node]]] = defaultdict(list)  # begin, number, node
        self._taken: set[tuple[int, str]] = set()  # a call and the name of an event that was found to tell of it
        self._count = 0
        for node in spans:
            for fact in node.facts:
                if isinstance(fact, Chat | ToolCall):
                    self.add(node, fact)

    def add(self, node: Node, fact: Chat | ToolCall) -> None:
        """A call that stands for itself."""
        name, given = _mark(fact)
        if given:
            self._by_id.setdefault((name, given), node)
        self._count += 1
        entry = (node.span.start or 0, self._count, node)
        calls = self._named[name]
        calls.insert(bisect_right(calls, entry[:2], key=lambda x: x[:2]), entry)

    def find(self, node: Node, fact: Chat | ToolCall) -> Node | None:
        """The call that an event tells of, if it is known: by its id, else by its name (a model call's usage) and time;
        a call is told of once by events of one name."""
        name, given = _mark(fact)
        found = self._by_id.get((name, given)) if given else None
        if found is None:
            found = next((n for n in self._near(name, node.span) if self._fits(n, node, fact)), None)
        if found is not None:
            self._taken.add((id(found), node.span.name))
        return found

    def _near(self, name: str, span: Span) -> Iterator[Node]:
        calls = self._named.get(name, [])
        end = bisect_right(calls, (span.end or span.start or 0) + _SLACK, key=lambda x: x[0])
        for _, _, node in reversed(calls[max(0, end - _LOOKED_AT) : end]):
            if (node.span.end or node.span.start or 0) + _SLACK >= (span.start or 0):
                yield node

    def _fits(self, node: Node, event: Node, fact: Chat | ToolCall) -> bool:
        other = node.fact(type(fact))
        if other is None or node.span.name == event.span.name or (id(node), event.span.name) in self._taken:
            return False
        if isinstance(fact, ToolCall):
            both = fact.arguments is not None and other.arguments is not None
            return not (fact.call_id and other.call_id) and not (both and fact.arguments != other.arguments)
        if fact.answer.response_id and other.answer.response_id:
            return False
        return fact.answer.input_tokens is not None and _same_usage(fact, other)


def _mark(fact: Chat | ToolCall) -> tuple[str, str]:
    return (bare_name(fact.name), fact.call_id) if isinstance(fact, ToolCall) else ("", fact.answer.response_id)


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
    if (one.call_id and two.call_id and one.call_id == two.call_id) or not one.name:
        return True
    return s.MCP_METHOD in inner.span.attributes or bare_name(one.name) == bare_name(two.name)


def _same_chat(inner: Chat, outer: Chat | None) -> bool:
    """Whether a model call inside another is the same call: same response, same usage, or usage told only once."""
    if outer is None:
        return False
    one, two = inner.answer, outer.answer
    if one.response_id and two.response_id:
        return one.response_id == two.response_id
    return _same_usage(inner, outer)


def _same_usage(inner: Chat, outer: Chat) -> bool:
    one, two = inner.answer, outer.answer
    counts = [(one.input_tokens, two.input_tokens), (one.output_tokens, two.output_tokens)]
    return all(a is None or b is None or a == b for a, b in counts)


def _overlap(one: Span, two: Span) -> bool:
    """Whether two spans ran at the same time, as far as is known."""
    if None in (one.start, one.end, two.start, two.end):
        return True
    return (two.start or 0) <= (one.end or 0) and (one.start or 0) <= (two.end or 0)


def _is_part(one: Any, two: Any) -> bool:
    """Whether arguments are missing, or hold only some of what the others hold."""
    if one is None or not (isinstance(one, Mapping) and isinstance(two, Mapping)):
        return one is None
    return len(one) < len(two) and all(k in two for k in one)


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
        if mine.status == "unknown" and (mine.ended or fact.ended):
            taken["status"] = fact.status
        given = fact.arguments if _is_part(mine.arguments, fact.arguments) else mine.arguments
        full = replace(mine, arguments=given, call_id=mine.call_id or fact.call_id, **taken)
    node.facts = tuple(full if f is mine else f for f in node.facts)
    return True
