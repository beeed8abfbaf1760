"""The call tree of spans as they came over the wire: which session each belongs to, which agent's run, and what it was
done for. Pure; every pass is linear, whatever the tree looks like.

Rules
- A trace belongs to the session that its uppermost spans name; without one it stands for itself.
- An agent that another agent calls is a run of its own: below a tool call, or below an agent of another name that
  itself works (asks a model, uses tools). Agents side by side below something that does no work itself (a workflow, a
  pipeline) are one run, a team: one plans, another acts, a third checks, and only together do they make sense. Except
  that members who keep todo lists are runs of their own, or their lists would seem to overwrite each other.
- A tool call in which models are asked and tools are used is an agent too, whether or not a span says so.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Fact
from planscope.collector.node import Node, Owner
from planscope.collector.plan_tools import is_list_tool
from planscope.collector.run import ToolCall
from planscope.collector.span import Span
from planscope.collector.told_twice import same_tool

# --- building ------------------------------------------------------------------------------------------------------


def grown(spans: Iterable[tuple[Span, Sequence[Fact]]]) -> list[Node]:
    """Nodes of all spans, parents before children, siblings in the order given. A span that is its own ancestor is
    taken as a root."""
    nodes = {(x.trace_id, x.span_id): Node(x, tuple(facts)) for x, facts in spans}
    for node in nodes.values():
        node.parent = nodes.get((node.span.trace_id, node.span.parent_id or "")) or _judged(node, nodes)
    _put_below_tools(nodes.values())
    for node in nodes.values():
        if node.parent is not None:
            node.parent.children.append(node)
    order: list[Node] = []
    seen: set[int] = set()
    roots = [n for n in nodes.values() if n.parent is None]
    for root in (*roots, *sorted(nodes.values(), key=lambda n: (n.span.trace_id, n.span.span_id))):
        if id(root) in seen:
            continue
        if root.parent is not None:  # what no root leads to lies on a circle
            root.parent.children.remove(root)
            root.parent = None
        stack = [root]
        seen.add(id(root))
        while stack:
            order.append(node := stack.pop())
            node.depth = node.parent.depth + 1 if node.parent is not None else 0
            fresh = [c for c in node.children if id(c) not in seen]
            seen.update(map(id, fresh))
            stack += reversed(fresh)
    return order


def _put_below_tools(nodes: Iterable[Node]) -> None:
    """One instrumentation has agents that are called as tools beside their caller, below the workflow. Such an agent
    hangs below the one call of a sibling during which it ran; where there are several, it stays where it is."""
    beside: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        if node.span.scope == s.TL_FLAT and node.span.start and node.span.end and node.parent is not None:
            calls = node.fact(ToolCall) is not None
            above = node.parent.parent if calls and node.parent.is_agent else node.parent if node.is_agent else None
            if above is not None and above.frame is not None and above.frame.kind == "workflow":
                beside[id(above)].append(node)
    for members in beside.values():
        running: list[Node] = []
        for node in sorted(members, key=lambda n: (n.span.start or 0, n.is_agent, n.span.span_id)):
            running = [t for t in running if (t.span.end or 0) >= (node.span.start or 0)]
            if not node.is_agent:
                running = [*running[-7:], node]  # more at a time than anybody could tell apart
                continue
            around = [t for t in running if (t.span.end or 0) >= (node.span.end or 0) and t.parent is not node]
            node.parent = around[0] if len(around) == 1 else node.parent


def _judged(node: Node, nodes: Mapping[tuple[str, str], Node]) -> Node | None:
    """What a check that was made later, in a trace of its own, looked at: it hangs below that."""
    frame = node.frame
    if node.span.parent_id or frame is None or frame.kind != "judge" or len(node.span.links) != 1:
        return None
    link = node.span.links[0]
    node.judged = nodes.get((link.trace_id, link.span_id))
    return node.judged


def assign_groups(order: Sequence[Node]) -> None:
    """Gives each node its group: (service, project, session) of its trace, else the trace."""
    named: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for node in order:
        node.session = (node.parent.session if node.parent else "") or session_of(node.span)
        if node.session:
            resource = node.span.resource
            where = (str(resource.get(s.SERVICE_NAME, "")), str(resource.get(s.PROJECT, "")))
            named[node.span.trace_id, node.session].add(where)
    fallback: dict[str, str] = {}
    for trace, session in named:
        fallback[trace] = min(session, fallback.get(trace, session))
    for node in order:
        if node.parent is not None and node.parent.session == node.session:
            node.group = node.parent.group
            continue
        trace = node.span.trace_id
        session = node.session or fallback.get(trace, "")
        origin = min(named[trace, session]) if session else ()
        node.group = "/".join(x for x in (*origin, session) if x) or trace


def session_of(span: Span) -> str:
    """The session or conversation that a span names, "" for none."""
    a = span.attributes
    return str(next((a[k] for k in s.SESSIONS if a.get(k)), None) or span.resource.get(s.OI_SESSION) or "")


# --- whose work it is ----------------------------------------------------------------------------------------------


def assign_owners(order: Sequence[Node]) -> None:
    """Gives each node its surroundings and its run. Groups are final by then."""
    for node in order:
        _surround(node)
    working = _working(order)
    loops = _loops(order)
    mains: dict[str, Owner] = {}
    for node in order:
        up = node.parent if node.parent is not None and node.parent.group == node.group else None
        owner = up.owner if up is not None else None
        if owner is None:
            owner = mains.setdefault(node.group, Owner(node.group))
        if up is not None and id(up) in loops and not node.is_agent:
            owner = loops[id(up)] = loops[id(up)] or _sub(owner, up, _tool_name(up), None)
        node.owner = _called(node, up, owner, working) if node.is_agent else owner
    _part_lists(order)


def _surround(node: Node) -> None:
    up = node.parent if node.parent is not None and node.parent.group == node.group else None
    if up is not None:
        node.agent, node.tool, node.chat, node.frames = up.agent, up.tool, up.chat, up.frames
        node.planning, node.judging = up.planning, up.judging
        if up.fact(ToolCall) is not None:
            node.tool, node.planning, node.chat = up, False, None
        if up.fact(Chat) is not None:
            node.chat = up
    frame = node.frame
    if frame is None:
        return
    if node.is_agent:
        node.agent, node.tool, node.chat, node.frames, node.planning = node, None, None, (), False
    elif frame.kind == "plan":
        node.planning = True
    if frame.kind == "judge":
        node.judging = True
    if frame.kind in ("chain", "judge", "plan") and frame.name:
        node.frames = (*node.frames[-2:], frame.name)


def _working(order: Iterable[Node]) -> set[int]:
    """Agents (their spans) that ask models or use tools themselves."""
    return {id(n.agent) for n in order if n.works and n.agent is not None}


def _loops(order: Iterable[Node]) -> dict[int, Owner | None]:
    """Tool calls below which models are asked and tools are used, with no agent's span in between."""
    asked: set[int] = set()
    used: set[int] = set()
    for n in order:
        if n.tool is not None and not n.judging:
            if n.fact(Chat) is not None:
                asked.add(id(n.tool))
            elif n.fact(ToolCall) is not None and not same_tool(n, n.tool):
                used.add(id(n.tool))
    return dict.fromkeys(asked & used)


def _called(node: Node, up: Node | None, owner: Owner, working: set[int]) -> Owner:
    """The run of an agent's invocation: a new one when it was called by an agent that does something itself."""
    name = node.frame.name if node.frame else ""
    if up is None:
        owner.agent = owner.agent or name
        return owner
    tool = up if up.fact(ToolCall) is not None else up.tool
    if tool is not None:
        return _sub(owner, node, name, None)
    caller = up.agent
    if caller is None or id(caller) not in working or (caller.frame and caller.frame.name == name):
        owner.agent = owner.agent or name
        return owner
    return _sub(owner, node, name, node)


def _sub(owner: Owner, node: Node, name: str, started_by: Node | None) -> Owner:
    return Owner(f"{owner.key}/{node.span.span_id}", name, owner, started_by)


def _tool_name(node: Node) -> str:
    call: ToolCall = node.fact(ToolCall)
    return call.name


def _part_lists(order: Iterable[Node]) -> None:
    """Members of a team that keep todo lists become runs of their own."""
    keepers: dict[int, dict[str, list[Node]]] = defaultdict(lambda: defaultdict(list))
    for node in order:
        if node.agent is not None and node.agent.frame is not None and node.owner is not None:
            keepers[id(node.owner)][node.agent.frame.name].append(node)
    for members in keepers.values():
        listing = [name for name, nodes in members.items() if any(map(_keeps_list, nodes))]
        for name in listing if len(listing) > 1 else ():
            owner = members[name][0].owner
            assert owner is not None
            owner.agent = ""
            own = Owner(f"{owner.key}/{name}", name, owner)
            for node in members[name]:
                node.owner = own


def _keeps_list(node: Node) -> bool:
    call = node.fact(ToolCall)
    return call is not None and is_list_tool(call.name)
