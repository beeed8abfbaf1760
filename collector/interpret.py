"""Spans → Runs: grouping, order, joining of calls and results, turns, plan versions, state. Pure.

Any order of arrival gives the same runs: spans are de-duplicated and sorted before anything is read from them.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from planscope.collector import plan_tools
from planscope.collector import semconv as s
from planscope.collector.dialects import Call, Chat, Message, Planned, dialect_of
from planscope.collector.dialects.own import Returned
from planscope.collector.plan import PlanBook, PlanVersion
from planscope.collector.resumed import without_copies
from planscope.collector.run import (
    LEFT_OUT,
    Compaction,
    FinalAnswer,
    Interruption,
    ModelCall,
    Part,
    PlanUpdate,
    Run,
    RunState,
    Step,
    ToolCall,
    Trouble,
    UserMessage,
    Verdict,
)
from planscope.collector.span import Place, Span

RUN_GAP = 6 * 3600 * 10**9  # a session silent for so long (nanoseconds) is cut into runs


def runs_of(spans: Iterable[Span], *, run_gap: int = RUN_GAP) -> list[Run]:
    """All runs that these spans tell of, in order of their beginning."""
    kept, doubles = unique(spans)
    groups = group(kept, run_gap)
    runs = [_interpret(key, members, doubles) for key, members in groups.items()]
    return sorted(without_copies([r for r in runs if r.steps or r.troubles]), key=_run_order)


def _run_order(run: Run) -> tuple[str, int, str]:
    start = next((x.started for x in run.steps if x.started is not None), 0)
    return (run.place.file, start, run.id)


# --- de-duplication ------------------------------------------------------------------------------------------------


def unique(spans: Iterable[Span]) -> tuple[list[Span], list[Trouble]]:
    """One span per (trace, span id): the one with an end, then with more attributes, then the later end wins; where
    two differ in content, that is said."""
    best: dict[tuple[str, str], Span] = {}
    troubles: dict[tuple[str, str], Trouble] = {}
    for span in spans:
        key = (span.trace_id, span.span_id)
        other = best.get(key)
        if other is None:
            best[key] = span
            continue
        better, worse = (span, other) if fullness(span) > fullness(other) else (other, span)
        best[key] = better
        if key not in troubles and _conflict(better, worse):
            troubles[key] = Trouble(
                "conflicting-duplicate",
                f"span {span.span_id} came twice with different content; one was kept",
                better.place,
                _difference(better, worse),
            )
    return list(best.values()), list(troubles.values())


def fullness(span: Span) -> tuple[bool, int, int, str]:
    """By what two versions of a span are compared; the greater one is kept. The store keeps to the same order."""
    content = repr(sorted((k, repr(v)) for k, v in span.attributes.items()))
    return (
        span.end not in (None, 0),
        len(span.attributes),
        span.end or 0,
        hashlib.sha256(content.encode("utf-8", "replace")).hexdigest(),
    )


def _conflict(one: Span, two: Span) -> bool:
    """They differ in an attribute that both have: not merely an earlier, less complete version."""
    return bool(_differing(one, two)) or (one.name != two.name and bool(one.name and two.name))


def _differing(one: Span, two: Span) -> list[str]:
    """Attributes that both have with different content; where a text stands does not count as content."""
    both = sorted((one.attributes.keys() & two.attributes.keys()) - {s.RESULT_POSITION})
    return [k for k in both if _content(k, one.attributes[k]) != _content(k, two.attributes[k])]


def _content(key: str, value: Any) -> Any:
    return [text for text, _ in value] if key == s.PARTS else value


def _difference(one: Span, two: Span) -> str:
    for key in _differing(one, two):
        return f"{key}: {str(one.attributes[key])[:120]} | {str(two.attributes[key])[:120]}"
    return f"{one.name} | {two.name}"


# --- grouping ------------------------------------------------------------------------------------------------------


def group(spans: Sequence[Span], run_gap: int) -> dict[str, list[Span]]:
    """Spans by run. Key: what the reader says, else (service, project, conversation) looked up for the whole trace
    since most child spans lack it, else the trace id; cut where it was silent for `run_gap`. Members are in order."""
    sessions = _sessions(spans)
    keyed: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        keyed[_key(span, sessions)].append(span)
    cut: dict[str, list[Span]] = {}
    for key in sorted(keyed):
        pieces = _cut(in_order(keyed[key]), run_gap)
        for n, piece in enumerate(pieces):
            cut[key if n == 0 else f"{key}+{n}"] = piece
    return cut


def _sessions(spans: Sequence[Span]) -> dict[str, str]:
    """Conversation id of each trace: the smallest one any of its spans names, so that order does not matter."""
    named: dict[str, set[str]] = defaultdict(set)
    for span in spans:
        if session := _session(span):
            named[span.trace_id].add(session)
    return {trace: min(ids) for trace, ids in named.items()}


def _session(span: Span) -> str:
    a, r = span.attributes, span.resource
    return str(a.get(s.CONVERSATION) or a.get(s.OI_SESSION) or r.get(s.OI_SESSION) or "")


def _key(span: Span, sessions: Mapping[str, str]) -> str:
    if key := span.attributes.get(s.RUN_KEY):
        return str(key)
    session = _session(span) or sessions.get(span.trace_id, "")
    if not session:
        return span.trace_id
    service, project = span.resource.get(s.SERVICE_NAME, ""), span.resource.get(s.PROJECT, "")
    return "/".join(str(x) for x in (service, project, session) if x)


def _cut(spans: list[Span], run_gap: int) -> list[list[Span]]:
    pieces: list[list[Span]] = [[]]
    last: int | None = None
    for span in spans:
        silent = last is not None and span.start and span.start - last > run_gap
        if pieces[-1] and (silent or span.attributes.get(s.RUN_CUT)):
            pieces.append([])
        pieces[-1].append(span)
        seen = max(span.start or 0, span.end or 0)
        last = max(last or 0, seen) if seen else last
    return pieces


def in_order(spans: Sequence[Span]) -> list[Span]:
    """By time, then parent before child, then by the reader's own order, then by id."""
    by_id = {x.span_id: x for x in spans}
    depths: dict[str, int] = {}

    def depth(span: Span) -> int:
        """How many ancestors began at the very same time."""
        chain: list[Span] = []
        node: Span | None = span
        while node is not None and node.span_id not in depths:
            depths[node.span_id] = -1  # on the path: a cycle ends here
            chain.append(node)
            parent = by_id.get(node.parent_id or "")
            node = parent if parent is not None and parent.start == node.start else None
        base = depths[node.span_id] if node is not None else -1
        for n, member in enumerate(reversed(chain), 1):
            depths[member.span_id] = base + n
        return depths[span.span_id]

    return sorted(spans, key=lambda x: (x.start or 0, depth(x), x.order, x.span_id))


# --- one run -------------------------------------------------------------------------------------------------------


@dataclass
class _Gathering:
    """What is being collected about one run; lives only inside _interpret."""

    steps: list[Step] = field(default_factory=list)
    seen_messages: set[str] = field(default_factory=set)
    tools: set[str] = field(default_factory=set)
    wanted: list[tuple[Call, Chat]] = field(default_factory=list)
    results: dict[str, str] = field(default_factory=dict)
    returned: dict[str, Returned] = field(default_factory=dict)


def _interpret(key: str, spans: Sequence[Span], doubles: Sequence[Trouble]) -> Run:
    gathered = _Gathering()
    about: dict[str, Any] = {}
    for span in spans:
        _about(span, about)
        dialect = dialect_of(span)
        for fact in dialect.read(span) if dialect else ():
            if isinstance(fact, Chat):
                _take_chat(fact, gathered)
            elif isinstance(fact, Returned):
                gathered.returned.setdefault(fact.call_id, fact)
            else:
                gathered.steps.append(fact)
    _join_calls(gathered)
    steps = _merge_compactions(_merge_answers(_with_results(gathered)))
    steps = _number(_plan_steps(steps))
    own = {x.span_id for x in spans}
    troubles = [t for t in doubles if t.place.position in own or any(t.place == x.place for x in spans)]
    troubles += _span_troubles(spans, ended=True) if not _from_file(spans) else []
    troubles += _step_troubles(steps)
    tools = gathered.tools | set(about.get("tools", ()))
    return Run(
        id=key,
        format=str(about.get("format", "")),
        steps=tuple(steps),
        state=_state(steps, spans, about),
        parent_id=about.get("parent"),
        agent=str(about.get("agent", "")),
        tools=frozenset(tools) if tools or about.get("tools_known") else None,
        troubles=tuple(sorted(set(troubles), key=lambda t: (t.place.file, t.place.position, t.form))),
        task=str(about.get("task", "")),
        variant=str(about.get("variant", "")),
        trial=str(about.get("trial", "")),
    )


def _from_file(spans: Sequence[Span]) -> bool:
    """Whether a transcript reader made these spans: their parents are message links, not a call tree."""
    return any(s.STEP in x.attributes for x in spans)


def _about(span: Span, about: dict[str, Any]) -> None:
    """What a span says about the run as a whole."""
    a, r = span.attributes, span.resource
    about.setdefault("format", span.scope if s.STEP in a else "otlp")
    for name, attribute in (("task", s.TASK), ("variant", s.VARIANT), ("trial", s.TRIAL), ("parent", s.RUN_PARENT)):
        value = a.get(attribute, r.get(attribute))
        if value not in (None, ""):
            about.setdefault(name, str(value))
    if agent := a.get(s.AGENT_NAME) or a.get(s.OI_AGENT):
        about.setdefault("agent", agent)
    if s.RUN_TOOLS in a:
        about["tools_known"] = True
        about.setdefault("tools", set()).update(a[s.RUN_TOOLS])
    for flag, attribute in (("cut_off", s.RUN_CUT_OFF), ("closed", s.CLOSED)):
        if a.get(attribute):
            about[flag] = True


def _take_chat(chat: Chat, g: _Gathering) -> None:
    """The new messages of a model call, then its answer. A chat is usually sent its whole history again, so messages
    seen before in this run are passed over."""
    g.tools |= chat.tools
    for message in chat.sent:
        for call_id, name, text in message.results:
            g.results.setdefault(call_id or f"name:{name}", text)
        mark = hashlib.sha256(f"{message.role}\0{message.text}".encode("utf-8", "replace")).hexdigest()
        if message.role not in ("user", "system") or not message.text.strip() or mark in g.seen_messages:
            continue
        g.seen_messages.add(mark)
        g.steps.append(
            UserMessage(
                text=message.text, system=message.role == "system", place=chat.span.place, started=chat.span.start
            )
        )
    calls = [c for m in chat.output for c in m.calls]
    g.wanted += [(c, chat) for c in calls]
    g.steps.append(
        replace(
            chat.answer,
            parts=tuple(Part(text=m.text, place=chat.span.place) for m in chat.output if m.text.strip()),
            thinking="\n".join(m.thinking for m in chat.output if m.thinking),
            call_ids=tuple(c.id for c in calls if c.id),
            calls=len(calls),
        )
    )


def _join_calls(g: _Gathering) -> None:
    """Tool spans take what they lack (arguments, id) from the model's message; calls without a span of their own
    become steps, with the result that later messages hold."""
    unused = list(g.wanted)
    for n, step in enumerate(g.steps):
        if not isinstance(step, ToolCall):
            continue
        match = _wanted(step, unused)
        if match is None:
            continue
        unused.remove(match)
        call = match[0]
        arguments = step.arguments if isinstance(step.arguments, Mapping) or call.arguments is None else call.arguments
        g.steps[n] = replace(step, arguments=arguments, call_id=step.call_id or call.id)
    for call, chat in unused:
        result = g.results.get(call.id) if call.id else g.results.get(f"name:{call.name}")
        place = chat.span.place
        made = ToolCall(
            name=call.name,
            call_id=call.id,
            arguments=call.arguments,
            result=result or "",
            status="unknown" if result is None else "ok",
            place=place,
            started=chat.span.end or chat.span.start,
        )
        at = next((i for i, x in enumerate(g.steps) if isinstance(x, ModelCall) and x.place == place), len(g.steps) - 1)
        while at + 1 < len(g.steps) and isinstance(g.steps[at + 1], ToolCall) and g.steps[at + 1].place == place:
            at += 1
        g.steps.insert(at + 1, made)


def _wanted(step: ToolCall, wanted: Sequence[tuple[Call, Chat]]) -> tuple[Call, Chat] | None:
    if step.call_id:
        by_id = next((w for w in wanted if w[0].id == step.call_id), None)
        if by_id is not None:
            return by_id
    before = [w for w in wanted if w[0].name == step.name and (w[1].span.start or 0) <= (step.started or 0)]
    same = [w for w in before if not (step.call_id and w[0].id and step.call_id != w[0].id)]
    return same[0] if same else None


def _with_results(g: _Gathering) -> list[Step]:
    """The steps, calls without a result having taken the one that stands in another file."""
    if not g.returned:
        return g.steps
    return [
        replace(
            x, result=r.result, data=r.data, status=r.status, result_place=r.place, ended=r.ended, content=r.content
        )
        if isinstance(x, ToolCall) and x.status == "unknown" and (r := g.returned.get(x.call_id)) is not None
        else x
        for x in g.steps
    ]


def _merge_compactions(steps: Sequence[Step]) -> list[Step]:
    """One step for one compaction: sources write a mark and then the summary."""
    out: list[Step] = []
    for step in steps:
        if isinstance(step, Compaction) and out and isinstance(out[-1], Compaction):
            out[-1] = step if not out[-1].text else out[-1]
        else:
            out.append(step)
    return out


def _merge_answers(steps: list[Step]) -> list[Step]:
    """One model call per response: sources write a message in pieces (with usage growing), or twice."""
    first: dict[str, int] = {}
    out: list[Step] = []
    for step in steps:
        if not isinstance(step, ModelCall) or not step.response_id or step.response_id not in first:
            if isinstance(step, ModelCall) and step.response_id:
                first[step.response_id] = len(out)
            out.append(step)
            continue
        at = first[step.response_id]
        old = out[at]
        assert isinstance(old, ModelCall)
        out[at] = _merged(old, step)
    return out


def _merged(old: ModelCall, new: ModelCall) -> ModelCall:
    fresh = tuple(p for p in new.parts if p not in old.parts and p.text not in {q.text for q in old.parts})
    ids = tuple(dict.fromkeys(old.call_ids + new.call_ids))
    return replace(
        old,
        parts=old.parts + fresh,
        thinking="\n".join(dict.fromkeys(t for t in (old.thinking, new.thinking) if t)),
        call_ids=ids,
        calls=max(len(ids), old.calls, new.calls),
        model=old.model or new.model,
        input_tokens=_most(old.input_tokens, new.input_tokens),
        output_tokens=_most(old.output_tokens, new.output_tokens),
        cache_read_tokens=_most(old.cache_read_tokens, new.cache_read_tokens),
    )


def _most(one: int | None, two: int | None) -> int | None:
    known = [x for x in (one, two) if x is not None]
    return max(known) if known else None


def _plan_steps(steps: Iterable[Step]) -> list[Step]:
    """Planning calls become plan updates; those that changed nothing stay calls, marked."""
    book, documents, planner = PlanBook(), PlanBook(), PlanBook()
    last: dict[str, PlanVersion] = {}
    out: list[Step] = []
    for step in steps:
        version: PlanVersion | None = None
        if isinstance(step, ToolCall):
            version = plan_tools.apply(book, documents, step)
        elif isinstance(step, Planned):
            target = {"planner": planner, "document": documents, "list": book}[step.source]
            if step.source == "list":
                version = book.overwrite(step.drafts, step.origin, step.place)
            else:
                version = target.document(
                    step.text, step.origin, step.place, step.decision, step.drafts, source=step.source
                )
        if version is None:
            planning = isinstance(step, ToolCall) and plan_tools.is_plan_tool(step.name)
            out.append(replace(step, planning=True) if isinstance(step, ToolCall) and planning else step)
            continue
        out.append(
            PlanUpdate(
                version=version,
                before=last.get(version.source),
                call_id=getattr(step, "call_id", ""),
                result_place=getattr(step, "result_place", None),
                result=getattr(step, "result", ""),
                place=step.place,
                started=step.started,
            )
        )
        last[version.source] = version
    return out


def _number(steps: Sequence[Step]) -> list[Step]:
    """Places in the run and turns: each user message opens one; several in a row open it together."""
    turn, fresh = 0, True
    out: list[Step] = []
    for n, step in enumerate(steps):
        if isinstance(step, UserMessage) and not step.system:
            turn += 1 if fresh else 0
            fresh = False
        elif not isinstance(step, UserMessage):
            fresh = True
        numbered = replace(step, number=n, turn=turn)
        if isinstance(numbered, PlanUpdate):
            numbered = replace(numbered, version=replace(numbered.version, step=n))
        out.append(numbered)
    return out


def _state(steps: Sequence[Step], spans: Sequence[Span], about: Mapping[str, Any]) -> RunState:
    """Ended: it says so, its root span is closed, or the last thing is a message that asks for no tool. Cut off: the
    file stops in mid-work, or the user stopped it there."""
    if about.get("cut_off"):
        return "cut_off"
    if about.get("closed"):
        return "ended"
    if not _from_file(spans):
        ids = {x.span_id for x in spans}
        roots = [x for x in spans if not x.parent_id or x.parent_id not in ids]
        return "ended" if roots and all(x.end for x in roots) else "growing"
    tail = [x for x in steps if not (isinstance(x, UserMessage) and x.system)]
    while tail and isinstance(tail[-1], UserMessage):
        tail.pop()
    match tail[-1] if tail else None:
        case ModelCall() as last:
            return "ended" if last.text.strip() and not last.calls else "cut_off"
        case FinalAnswer() | Verdict():
            return "ended"
        case Interruption() | ToolCall() | PlanUpdate():
            return "cut_off"
        case _:
            return "ended"


def _span_troubles(spans: Sequence[Span], *, ended: bool) -> list[Trouble]:
    """Orphans and odd times of a call tree."""
    ids = {x.span_id for x in spans}
    orphans = [x for x in spans if x.parent_id and x.parent_id not in ids]
    found = []
    for span in orphans if len(orphans) < len(spans) and ended else ():
        found.append(
            Trouble(
                "orphan", f"parent span {span.parent_id} of {span.name!r} is not in the trace", span.place, span.name
            )
        )
    for span in spans:
        if span.start and span.end and span.end < span.start:
            found.append(Trouble("odd-times", f"span {span.name!r} ends before it starts", span.place, span.name))
        if not span.name:
            found.append(Trouble("odd-name", "span without a name", span.place, span.span_id))
    return found


def _step_troubles(steps: Iterable[Step]) -> list[Trouble]:
    return [
        Trouble(
            "truncated-result", f"the result of {x.name} is cut: what it held is not all here", x.place, x.result[-160:]
        )
        for x in steps
        if isinstance(x, ToolCall) and x.content == "truncated" and LEFT_OUT not in x.result
    ]


def place_of(run: Run, number: int) -> Place:
    """Where step `number` stands."""
    return run.steps[number].place


__all__ = ["Message", "fullness", "group", "in_order", "place_of", "runs_of", "unique"]
