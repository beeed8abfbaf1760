"""What is wrong with a trace itself, as Troubles. Pure.

Forms: orphan, shared-trace, conflicting-duplicate, truncated-result, truncated-messages, dropped-attributes, odd-times,
odd-name, unfinished, redacted, not-captured.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from planscope.collector.dialects import Chat
from planscope.collector.node import Node
from planscope.collector.plan_tools import is_lost
from planscope.collector.run import LEFT_OUT, ModelCall, Step, ToolCall, Trouble
from planscope.collector.span import Span

_MOST = 5  # files named


def tree_troubles(nodes: Sequence[Node], known: Collection[tuple[str, str]], *, ended: bool) -> list[Trouble]:
    """Troubles of the spans of a run. A missing parent and a missing end mean something only once the run has ended,
    since spans are sent when they end, children first."""
    found = [*(_orphans(nodes, known) if ended else ()), *_shared(nodes)]
    for node in nodes:
        span = node.span
        if span.start and span.end and span.end < span.start:
            found.append(_trouble("odd-times", f"span {span.name!r} ends {_gap(span)} before it starts", span))
        elif not span.start:
            found.append(_trouble("odd-times", f"span {span.name!r} has no start time", span))
        elif ended and not span.end:
            found.append(_trouble("unfinished", f"span {span.name!r} never ended, though its run did", span))
        if not span.name:
            found.append(_trouble("odd-name", f"span {span.span_id} has no name", span))
        if span.dropped and any(isinstance(f, Chat | ToolCall) for f in node.facts):
            what = f"{span.dropped} attributes or events of span {span.name!r} were dropped by a limit of its emitter"
            found.append(_trouble("dropped-attributes", what, span))
    return found


def _orphans(nodes: Sequence[Node], known: Collection[tuple[str, str]]) -> list[Trouble]:
    """Spans whose parent is missing. Where a trace has no other root, they are its upper end, and nothing is lost."""
    lost = [
        n
        for n in nodes
        if n.span.parent_id and not n.span.remote_parent and (n.span.trace_id, n.span.parent_id) not in known
    ]
    rooted = {n.span.trace_id for n in nodes if not n.span.parent_id}
    found = [
        _trouble("orphan", f"parent span {n.span.parent_id} of {n.span.name!r} is not in the trace", n.span)
        for n in lost
        if n.span.trace_id in rooted
    ]
    own = [n.span for n in nodes if n.span.parent_id == n.span.span_id]
    return found + [_trouble("orphan", f"span {x.name!r} names itself as its parent", x) for x in own]


def _shared(nodes: Sequence[Node]) -> list[Trouble]:
    """Traces that begin in several files. Of a trace that was written to several, one holds its uppermost span; where
    more do, their programs may have nothing in common but an id that is not as unique as it should be."""
    roots: dict[str, dict[str, Span]] = defaultdict(dict)
    for n in nodes:
        if not n.span.parent_id and n.span.place.file:
            roots[n.span.trace_id].setdefault(n.span.place.file, n.span)
    return [
        _trouble("shared-trace", f"trace {trace} begins in {len(files)} files ({_listed(files)}), read as one", span)
        for trace, files in roots.items()
        if len(files) > 1
        for span in (files[min(files)],)
    ]


def _listed(files: Collection[str]) -> str:
    shown = sorted(files)[:_MOST]
    return ", ".join(shown) + (", ..." if len(files) > _MOST else "")


def _gap(span: Span) -> str:
    return f"{((span.start or 0) - (span.end or 0)) / 1e9:.3f} s"


def _trouble(form: str, message: str, span: Span) -> Trouble:
    return Trouble(form, message, span.place, span.name or span.span_id)


def step_troubles(steps: Iterable[Step]) -> list[Trouble]:
    """Results that were cut."""
    return [
        Trouble(
            "truncated-result", f"the result of {x.name} is cut: what it held is not all here", x.place, x.result[-160:]
        )
        for x in steps
        if isinstance(x, ToolCall) and x.content == "truncated" and LEFT_OUT not in x.result
    ]


def capture_troubles(steps: Sequence[Step]) -> list[Trouble]:
    """Content that was kept out of a trace: replaced by a mark, or not captured at all (a setting, off by default)."""
    calls = [x for x in steps if isinstance(x, ToolCall)]
    found = [
        Trouble("redacted", f"content of {x.name} was replaced by a mark", x.place, x.result[:160])
        for x in calls
        if x.content == "redacted"
    ]
    if calls and all(x.content == "not_captured" for x in calls):
        what = (
            "no result of a tool" if any(x.arguments for x in calls) else "nothing that tools were given or gave back"
        )
        message = f"{what} is in the trace, by any name that is read"
        found.append(Trouble("not-captured", message, calls[0].place, calls[0].name))
    lost = next((x for x in calls if x.planning and is_lost(x)), None)
    if lost is not None:
        message = f"what {lost.name} wrote is not in the trace, so the list is not known"
        found.append(Trouble("not-captured", message, lost.place, lost.name))
    chats = [x for x in steps if isinstance(x, ModelCall)]
    if chats and not any(x.parts or x.calls or x.thinking for x in chats):
        what = "no message of a model is in the trace, by any name that is read"
        found.append(Trouble("not-captured", what, chats[0].place, chats[0].model))
    return found
