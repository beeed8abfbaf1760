"""Spans → Runs: de-duplication, and the runs of transcripts (those of traces are made in traces.py). Pure.

Any order of arrival gives the same runs: spans are de-duplicated and sorted before anything is read from them.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from planscope.collector import semconv as s
from planscope.collector.dialects import Chat, Frame, dialect_of
from planscope.collector.dialects.own import Returned
from planscope.collector.order import begins_of, cut, in_order
from planscope.collector.resumed import without_copies, without_inherited
from planscope.collector.run import (
    FinalAnswer,
    Interruption,
    ModelCall,
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
from planscope.collector.steps import merge_answers, merge_compactions, numbered, plan_steps, with_verdicts
from planscope.collector.told_in_logs import attached
from planscope.collector.trace_troubles import step_troubles
from planscope.collector.traces import runs_of_traces, settled

_COMPARED = 100_000  # characters of two values that are looked through for a difference
RUN_GAP = 6 * 3600 * 10**9  # a session silent for so long (nanoseconds) is cut into runs


def runs_of(spans: Iterable[Span], *, run_gap: int = RUN_GAP) -> list[Run]:
    """All runs that these spans tell of, in order of their beginning."""
    kept, doubles = unique(map(settled, spans))
    transcripts = [x for x in kept if s.STEP in x.attributes]
    runs = [_interpret(key, members, doubles) for key, members in group(transcripts).items()]
    runs += runs_of_traces(attached(x for x in kept if s.STEP not in x.attributes), doubles, run_gap)
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
        mine, others = fullness(span), fullness(other)
        better, worse = (span, other) if mine > others else (other, span)
        if mine == others and span.place.file < other.place.file:  # whichever file was read first
            better, worse = span, other
        best[key] = better
        if key not in troubles and _conflict(better, worse):
            troubles[key] = _told_otherwise(better, worse)
    return list(best.values()), list(troubles.values())


def fullness(span: Span) -> tuple[bool, int, int, str]:
    """By what two versions of a span are compared; the greater one is kept. The store keeps to the same order."""
    content = "\0".join([f"{k}\0{v if type(v) is str else repr(v)}" for k, v in sorted(span.attributes.items())])
    return (
        span.end not in (None, 0),
        len(span.attributes),
        span.end or 0,
        hashlib.sha256(content.encode("utf-8", "replace")).hexdigest(),
    )


def _conflict(one: Span, two: Span) -> bool:
    """They differ in an attribute that both have: not merely an earlier, less complete version."""
    if s.STEP not in one.attributes and bool(one.end) != bool(two.end):
        return False  # sent when it began, and again when it had ended
    return bool(_differing(one, two)) or (one.name != two.name and bool(one.name and two.name))


def _differing(one: Span, two: Span) -> list[str]:
    """Attributes that both have with different content; where a text stands does not count as content."""
    both = sorted((one.attributes.keys() & two.attributes.keys()) - {s.RESULT_POSITION})
    return [k for k in both if _content(k, one.attributes[k]) != _content(k, two.attributes[k])]


def _content(key: str, value: Any) -> Any:
    if key == s.PARTS and isinstance(value, list):
        return [part[:1] for part in value if isinstance(part, list)]
    return value


def _told_otherwise(kept: Span, other: Span) -> Trouble:
    """The trouble that a span is told in two ways: how they differ, and where the other one stands."""
    differing = _differing(kept, other)
    where = f"; the other is {other.place}" if other.place.file and other.place != kept.place else ""
    return Trouble(
        "conflicting-duplicate",
        f"span {kept.span_id} came twice with different {', '.join(differing[:3]) or 'names'}; one was kept{where}",
        kept.place,
        _difference(kept, other, differing),
    )


def _difference(one: Span, two: Span, differing: Sequence[str]) -> str:
    for key in differing:
        first, second = (str(x.attributes[key]) for x in (one, two))
        pairs = zip(first[:_COMPARED], second[:_COMPARED], strict=False)
        same = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
        begin = same - 40 if same > 60 else 0  # long values may begin alike
        return f"{key}: {first[begin : begin + 120]} | {second[begin : begin + 120]}"
    return f"{one.name} | {two.name}"


# --- grouping ------------------------------------------------------------------------------------------------------


def group(spans: Sequence[Span]) -> dict[str, list[Span]]:
    """Spans of transcripts by run, and cut, as their reader says; silence cuts none (ADR 8). Members in order."""
    keyed: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        keyed[str(span.attributes.get(s.RUN_KEY) or span.trace_id)].append(span)
    begins = begins_of(spans)
    pieces: dict[str, list[Span]] = {}
    ordered = without_inherited({key: in_order(keyed[key], begins) for key in sorted(keyed)})
    for key, members in ordered.items():
        for n, piece in enumerate(cut(members, None)):
            pieces[key if n == 0 else f"{key}+{n}"] = piece
    return pieces


# --- one run -------------------------------------------------------------------------------------------------------


def _interpret(key: str, spans: Sequence[Span], doubles: Sequence[Trouble]) -> Run:
    steps: list[Step] = []
    returned: dict[str, Returned] = {}
    about: dict[str, Any] = {}
    for span in spans:
        _about(span, about)
        dialect = dialect_of(span)
        for fact in dialect.read(span) if dialect else ():
            if isinstance(fact, Returned):
                returned.setdefault(fact.call_id, fact)
            elif not isinstance(fact, Chat | Frame):
                steps.append(fact)
    steps = merge_compactions(merge_answers(_with_results(steps, returned)))
    steps = numbered(plan_steps(with_verdicts(steps)))
    places = {x.place for x in spans}
    troubles = [t for t in doubles if t.place in places] + step_troubles(steps)
    tools = frozenset(about.get("tools", ()))
    return Run(
        id=key,
        format=str(about.get("format", "")),
        steps=tuple(steps),
        state=_state(steps, about),
        parent_id=about.get("parent"),
        agent=str(about.get("agent", "")),
        tools=tools if tools or about.get("tools_known") else None,
        troubles=tuple(sorted(set(troubles), key=lambda t: (t.place.file, t.place.position, t.form))),
        task=str(about.get("task", "")),
        variant=str(about.get("variant", "")),
        trial=str(about.get("trial", "")),
    )


_ABOUT = frozenset({s.TASK, s.VARIANT, s.TRIAL, s.RUN_PARENT, s.AGENT_NAME, s.RUN_TOOLS, s.RUN_CUT_OFF, s.CLOSED})


def _about(span: Span, about: dict[str, Any]) -> None:
    """What a span says about the run as a whole."""
    a, r = span.attributes, span.resource
    about.setdefault("format", span.scope)
    if not r and not (_ABOUT & a.keys()):
        return
    for name, attribute in (("task", s.TASK), ("variant", s.VARIANT), ("trial", s.TRIAL), ("parent", s.RUN_PARENT)):
        value = a.get(attribute, r.get(attribute))
        if value not in (None, ""):
            about.setdefault(name, str(value))
    if agent := a.get(s.AGENT_NAME):
        about.setdefault("agent", agent)
    if isinstance(a.get(s.RUN_TOOLS), list | tuple):
        about["tools_known"] = True
        about.setdefault("tools", set()).update(x for x in a[s.RUN_TOOLS] if isinstance(x, str))
    for flag, attribute in (("cut_off", s.RUN_CUT_OFF), ("closed", s.CLOSED)):
        if a.get(attribute):
            about[flag] = True


def _with_results(steps: list[Step], returned: Mapping[str, Returned]) -> list[Step]:
    """The steps, calls without a result having taken the one that stands in another file."""
    if not returned:
        return steps
    return [
        replace(
            x, result=r.result, data=r.data, status=r.status, result_place=r.place, ended=r.ended, content=r.content
        )
        if isinstance(x, ToolCall) and x.status == "unknown" and (r := returned.get(x.call_id)) is not None
        else x
        for x in steps
    ]


def _state(steps: Sequence[Step], about: Mapping[str, Any]) -> RunState:
    """Ended: it says so, or the last thing is a message that asks for no tool. Cut off: the file stops in mid-work, or
    the user stopped it there."""
    if about.get("cut_off"):
        return "cut_off"
    if about.get("closed"):
        return "ended"
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


def place_of(run: Run, number: int) -> Place:
    """Where step `number` stands."""
    return run.steps[number].place


__all__ = ["fullness", "group", "in_order", "place_of", "runs_of", "unique"]
