"""Spans that came over the wire → Runs. Pure; rules on who works for whom stand in tree.py, on messages in
conversation.py.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.conversation import Conversation
from planscope.collector.dialects import Chat, Fact, Frame, dialect_of
from planscope.collector.dialects.evaluations import evaluations, is_judge, judged
from planscope.collector.frames import delegation, finals, framed, requests, said_by
from planscope.collector.node import Node, Owner
from planscope.collector.order import cut, in_order
from planscope.collector.planners import planned
from planscope.collector.run import FinalAnswer, ModelCall, Run, RunState, Step, ToolCall, Trouble, UserMessage, Verdict
from planscope.collector.span import Place, Span
from planscope.collector.steps import merge_compactions, numbered, plan_steps, with_verdicts
from planscope.collector.told_in_logs import is_event
from planscope.collector.told_twice import merge_doubles
from planscope.collector.trace_troubles import capture_troubles, step_troubles, tree_troubles
from planscope.collector.transcripts.recorder import TEXT_LIMIT, shortened
from planscope.collector.tree import assign_groups, assign_owners, grown


def runs_of_traces(spans: Sequence[Span], doubles: Sequence[Trouble], run_gap: int) -> list[Run]:
    """All runs that these spans tell of. `doubles` says which of them came twice, with different content."""
    ordered = in_order(spans)
    place = {id(span): n for n, span in enumerate(ordered)}
    order = grown((span, read(span)) for span in ordered)
    assign_groups(order)
    in_time = sorted(order, key=lambda n: place[id(n.span)])
    _cut(in_time, run_gap)
    assign_owners(order)
    nodes: dict[int, list[Node]] = defaultdict(list)
    owners: dict[int, Owner] = {}
    for node in in_time:
        assert node.owner is not None
        owners[id(node.owner)] = node.owner
        nodes[id(node.owner)].append(node)
    known = {(n.span.trace_id, n.span.span_id) for n in order}
    doubted = {t.place: t for t in doubles}
    delegated: dict[int, list[ToolCall]] = defaultdict(list)
    for key, owner in owners.items():
        if owner.started_by is not None and owner.parent is not None:
            delegated[id(owner.parent)].append(delegation(owner, owner.started_by, nodes[key]))
    runs = [_run(owner, nodes[key], delegated[key], doubted, known) for key, owner in owners.items()]
    return _with_known_parents([r for r in runs if r.steps])


def _with_known_parents(runs: Sequence[Run]) -> list[Run]:
    """Runs without the name of a parent that did nothing, and so is no run."""
    ids = {r.id for r in runs}
    lost = {r.id for r in runs if r.parent_id not in ids and r.id.startswith(f"{r.parent_id}/")}
    return [replace(r, parent_id=None) if r.id in lost else r for r in runs]


def settled(span: Span) -> Span:
    """A span announced when it began (under an id of its own, its real id as parent) as the unfinished span that it
    announces; every other span as it is. De-duplication then keeps the finished version of the two."""
    a = span.attributes
    if s.PENDING_TYPE not in a:
        return span
    rest = {k: v for k, v in a.items() if k not in (s.PENDING_TYPE, s.PENDING_PARENT)}
    if a[s.PENDING_TYPE] != "pending_span" or not span.parent_id:
        return replace(span, attributes=rest)
    parent = str(a.get(s.PENDING_PARENT) or "").lower()
    return replace(
        span, span_id=span.parent_id, parent_id=parent if parent.strip("0") else None, end=None, attributes=rest
    )


def read(span: Span) -> list[Fact]:
    """What a span says, by the first dialect that knows it. A record that its dialect cannot bear costs that record."""
    dialect = dialect_of(span)
    try:
        return dialect.read(span) if dialect else []
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError):
        return []


def _cut(in_time: Iterable[Node], run_gap: int) -> None:
    """Parts groups where nothing happened for long."""
    groups: dict[str, list[Node]] = defaultdict(list)
    for node in in_time:
        groups[node.group].append(node)
    for key, members in groups.items():
        rest = iter(members)
        for n, piece in enumerate(cut([x.span for x in members], run_gap)):
            for node in islice(rest, len(piece)):
                node.group = f"{key}+{n}" if n else key


# --- one run -------------------------------------------------------------------------------------------------------


def _run(
    owner: Owner,
    nodes: list[Node],
    delegated: Iterable[ToolCall],
    doubted: Mapping[Place, Trouble],
    known: set[tuple[str, str]],
) -> Run:
    merge_doubles(nodes)
    talk, verdicts = Conversation(), []
    troubles: list[Trouble] = []
    team = len({n.agent.frame.name for n in nodes if n.agent is not None and n.agent.frame}) > 1
    before: dict[int, Node] = {}  # the last model call below each span
    for node in nodes:
        _take(node, talk, before.get(id(node.parent)), team=team or owner.parent is not None)
        if node.fact(Chat) is not None:
            before[id(node.parent)] = node
        verdicts += [_about(v, node) for v in evaluations(node.span)]
        troubles += [t for f in node.facts if isinstance(f, Chat) for t in f.troubles]
    conflicts = [doubted[n.span.place] for n in nodes if n.span.place in doubted]
    steps: list[Step] = [*map(_trimmed, talk.joined({t.place for t in conflicts})), *delegated, *verdicts]
    steps = [*requests(nodes, talk), *steps, *finals(nodes, steps)]
    steps = merge_compactions(sorted(steps, key=lambda x: x.started or 0))
    steps = numbered(plan_steps(with_verdicts(steps)))
    state = _state(nodes, steps, known)
    troubles += conflicts + tree_troubles(nodes, known, ended=state == "ended")
    troubles += step_troubles(steps) + capture_troubles(steps)
    tools = {t for n in nodes for f in n.facts if isinstance(f, Chat | Frame) for t in f.tools} | talk.tools
    return Run(
        id=owner.key,
        format="otlp",
        steps=tuple(steps),
        state=state,
        parent_id=owner.parent.key if owner.parent else _said(nodes, s.RUN_PARENT) or None,
        agent=owner.agent or _said(nodes, s.AGENT_NAME) or next((f.name for _, f in framed(nodes) if f.name), ""),
        tools=frozenset(tools) or None,
        troubles=tuple(sorted(set(troubles), key=lambda t: (t.place.file, t.place.position, t.form, t.message))),
        task=_said(nodes, s.TASK),
        variant=_said(nodes, s.VARIANT),
        trial=_said(nodes, s.TRIAL),
    )


def _said(nodes: Iterable[Node], name: str) -> str:
    """The first value of an attribute that speaks of the run as a whole, on spans or on what they come from."""
    values = (n.span.attributes.get(name, n.span.resource.get(name)) for n in nodes)
    return next((str(v) for v in values if v not in (None, "")), "")


def _take(node: Node, talk: Conversation, before: Node | None, *, team: bool) -> None:
    """The steps that a span is. `before` is the model call before it, below the same span."""
    for fact in node.facts:
        if isinstance(fact, Chat):
            _take_chat(fact, node, talk, before, team=team)
        elif isinstance(fact, Step):
            talk.steps.append(fact)


def _take_chat(chat: Chat, node: Node, talk: Conversation, before: Node | None, *, team: bool) -> None:
    """A model call, by what it was made for. What a check or a tool asks a model for its own purposes is no message of
    the agent: only its usage counts. In a loop of work and review, what was said before is what is reviewed."""
    inside_tool = node.tool is not None and node.tool.owner is node.owner
    agent = node.agent.frame.name if team and node.agent is not None and node.agent.frame else ""
    names = [node.span.name, *reversed(node.frames), agent]
    subject = said_by(before) if before is not None else ""
    verdict = _verdict(chat, names, subject) if not node.judging and not inside_tool else None
    if node.judging or inside_tool or verdict is not None:
        talk.steps.append(chat.answer)
        talk.steps += [verdict] if verdict else []
        return
    talk.take(chat)
    plan = planned(chat, names, planning=node.planning)
    talk.steps += [plan] if plan else []


def _verdict(chat: Chat, names: Sequence[str], subject: str) -> Verdict | None:
    """The verdict in an answer of something that is called a checker; None when it plainly gives none."""
    name = next((n for n in names if n and is_judge(n)), "")
    if not name or any(m.calls for m in chat.output):
        return None
    text = "\n".join(m.text for m in chat.output if m.text.strip())
    found = judged(text)
    if found is None:
        return None
    seen = "\n\n".join(m.text for m in chat.sent if m.role == "user" and m.text.strip())
    at = chat.span.end or chat.span.start
    return Verdict(
        name=name,
        outcome=found[0],
        explanation=found[1],
        subject=subject,
        seen=seen,
        place=chat.span.place,
        started=at,
    )


def _about(verdict: Verdict, node: Node) -> Verdict:
    """A verdict with what was judged: the output of the span that carries it, of the one that a check is linked to, or
    of the one above a mere event."""
    if verdict.subject:
        return verdict
    frame = node.frame
    about = node.judged if frame is not None and frame.kind == "judge" else node if node.facts else node.parent
    return replace(verdict, subject=said_by(about)) if about is not None else verdict


def _trimmed(step: Step) -> Step:
    """A step without the middle of texts that are longer than any reader needs."""
    match step:
        case ToolCall(result=text) if len(text) > TEXT_LIMIT:
            return replace(step, result=shortened(text), content="truncated")
        case ModelCall(parts=parts) if any(len(p.text) > TEXT_LIMIT for p in parts):
            return replace(step, parts=tuple(replace(p, text=shortened(p.text)) for p in parts))
        case UserMessage(text=text) if len(text) > TEXT_LIMIT:
            return replace(step, text=shortened(text))
        case _:
            return step


# --- state ---------------------------------------------------------------------------------------------------------


def _state(nodes: Sequence[Node], steps: Sequence[Step], known: Any) -> RunState:
    """Ended when the uppermost spans of the last trace have ended and are all there; where the uppermost span is
    missing, a closing message tells. Everything else may still grow."""
    own = {id(n) for n in nodes}
    tops = [n for n in nodes if (n.parent is None or id(n.parent) not in own) and not is_event(n.span)]
    tops = [n for n in tops if n.span.trace_id == tops[-1].span.trace_id]  # events say nothing of an end
    if any(not n.span.end for n in tops):
        return "growing"
    for n in tops:
        span = n.span
        lost = span.parent_id and not span.remote_parent and (span.trace_id, span.parent_id) not in known
        if not lost or (n.frame is not None and n.frame.kind in ("agent", "workflow")):
            return "ended"
    told = (x for x in reversed(steps) if isinstance(x, ModelCall | ToolCall | FinalAnswer) and not _mute(x))
    last = next(told, None)
    closing = isinstance(last, FinalAnswer) or (isinstance(last, ModelCall) and not last.calls)
    return "ended" if closing else "growing"


def _mute(step: Step) -> bool:
    return isinstance(step, ModelCall) and not step.text.strip() and not step.calls
