"""What the spans of agents themselves hold: the request, the final answer, and what an agent is to its caller. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from planscope.collector.conversation import Conversation
from planscope.collector.dialects import Chat, Frame
from planscope.collector.dialects.content import state_of
from planscope.collector.dialects.failures import failure
from planscope.collector.node import Node, Owner
from planscope.collector.run import FinalAnswer, ModelCall, Step, ToolCall, UserMessage


def framed(nodes: Iterable[Node]) -> Iterator[tuple[Node, Frame]]:
    """Agents, workflows, and the root of a pipeline."""
    for node in nodes:
        frame = node.frame
        if frame is not None and (
            frame.kind in ("agent", "workflow") or (frame.kind == "chain" and not node.span.parent_id)
        ):
            yield node, frame


def requests(nodes: Sequence[Node], talk: Conversation) -> list[Step]:
    """The user's request from the outermost span that holds one, in traces whose chats hold none."""
    seen: set[str] = set(talk.asked)
    told = {f.text for n in nodes for f in n.facts if isinstance(f, UserMessage)}  # by an event beside the span
    found: list[Step] = []
    for node, frame in framed(nodes):
        if node.span.trace_id not in seen and (steps := talk.request(frame.sent, node.span)):
            seen.add(node.span.trace_id)
            found += [x for x in steps if not (isinstance(x, UserMessage) and x.text in told)]
    return found


def finals(nodes: Sequence[Node], steps: Iterable[Step]) -> list[Step]:
    """The final answer from the outermost span that holds one, unless a model's message of the same trace holds it."""
    traces = {n.span.place: n.span.trace_id for n in nodes}
    held: dict[str, list[str]] = defaultdict(list)
    for x in steps:
        if isinstance(x, ModelCall) and x.text.strip():
            held[traces.get(x.place, "")].append(_letters(x.text))
    best: dict[str, tuple[int, int, Node, str]] = {}
    for node, frame in framed(nodes):
        text = next((m.text for m in reversed(frame.output) if m.text.strip()), "")
        rank = (node.depth, -(node.span.end or 0))
        other = best.get(node.span.trace_id)
        if text and node.span.end and (other is None or rank < other[:2]):
            best[node.span.trace_id] = (*rank, node, text)
    found: list[Step] = []
    for trace, (_, _, node, text) in best.items():
        letters = _letters(text)
        if letters and not any(letters in h or (h in letters and 2 * len(h) >= len(letters)) for h in held[trace]):
            found.append(FinalAnswer(text=text, place=node.span.place, started=node.span.end))
    return found


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text)


def delegation(owner: Owner, node: Node, nodes: Iterable[Node]) -> ToolCall:
    """What an agent's run is to its caller when no tool call stands for it: a call of that agent."""
    frame, span = node.frame, node.span
    asked = [m.text for m in frame.sent if m.role == "user" and m.text.strip()] if frame else []
    said = [x for x in (said_by(n) for n in (node, *nodes)) if x]
    answer = said[0] if said and said_by(node) else said[-1] if said else ""
    why = failure(span)
    return ToolCall(
        name=owner.agent,
        arguments={"task": asked[-1]} if asked else None,
        result=answer or why,
        status="error" if why else "ok" if span.end else "unknown",
        content=state_of((answer or why or None,)),
        place=span.place,
        started=span.start,
        ended=span.end,
    )


def said_by(node: Node) -> str:
    """What a span gave out, as text."""
    for fact in node.facts:
        if isinstance(fact, Chat | Frame):
            return "\n".join(m.text for m in fact.output if m.text)
        if isinstance(fact, ToolCall):
            return fact.result
    return ""
