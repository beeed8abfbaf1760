"""The lifeline of a run: items of the plan as rows, their status along the steps, tool calls on the item that they
serve, and findings as flags. Pure data; charts.py draws it.

A call stands on an item if it *names* it (analyzers/plans/matching.py), else on the item that is in progress
*meanwhile*; with neither it is off plan. That is a picture, not a judgement: detectors have stricter rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from planscope.analyzers.actions.kinds import Work, works
from planscope.analyzers.detector import Finding
from planscope.analyzers.plans.matching import serves
from planscope.collector.plan import PlanItem, PlanVersion
from planscope.collector.run import Compaction, Interruption, PlanUpdate, Run, Step, ToolCall, Verdict
from planscope.dashboard.outline import gist, kind_of, name_of
from planscope.dashboard.visible import line

MOST_ROWS = 40  # items drawn
COMPARED = 30  # items of one version that a call is compared with
COMPARISONS = 60_000  # in all: in a run of very many calls, each is compared with fewer items, the current ones first

Sign = Literal[
    "call", "meanwhile", "failed", "refused", "user", "answer", "pass", "fail", "break",
    "in_progress", "completed", "cancelled", "blocked", "dropped", "reopened", "error", "warning", "info",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """A row: findings, talk (messages and verdicts), item (of the plan), or calls (those on no item)."""

    kind: Literal["findings", "talk", "item", "calls"]
    label: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """The status of an item from one step to another."""

    row: int
    first: int
    last: int
    status: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to click on. `finding` is its place among the findings, -1 for everything else."""

    row: int
    step: int
    sign: Sign
    words: str
    finding: int = -1


@dataclass(frozen=True, slots=True)
class Lifeline:
    """The picture; `left_out` items have no row."""

    rows: tuple[Row, ...]
    segments: tuple[Segment, ...]
    marks: tuple[Mark, ...]
    steps: int
    left_out: int = 0


def lifeline(run: Run, findings: Sequence[Finding]) -> Lifeline:
    """The lifeline of a run with these findings."""
    updates = plan_of(run)
    items = _items(updates)
    shown = items[:MOST_ROWS]
    rows = [
        *([Row("findings", "Findings")] if findings else []),
        Row("talk", "Messages and checks"),
        *(Row("item", line(i.text, 56), i.key) for i in shown),
        Row("calls", "Off plan" if items else "Tool calls"),
    ]
    at = {r.key or r.kind: n for n, r in enumerate(rows)}
    off = at["calls"]
    marks = [
        *_flags(findings, at),
        *_talk(run, at["talk"]),
        *_changes(updates, at),
        *(_call(c, at.get(key, off), sure) for c, key, sure in attributed(run, updates)),
    ]
    last = len(run.steps) - 1
    segments = tuple(s for s in _segments(updates, last) if s[0] in at)
    drawn = tuple(Segment(at[key], a, b, status) for key, a, b, status in segments)
    return Lifeline(tuple(rows), drawn, tuple(marks), len(run.steps), len(items) - len(shown))


def plan_of(run: Run) -> tuple[PlanUpdate, ...]:
    """The updates of the plan that is drawn: the todo list, else another source whose versions have items."""
    for source in ("list", "planner", "document"):
        found = tuple(u for u in run.plan_updates if u.version.source == source and u.version.items)
        if found:
            return tuple(u for u in run.plan_updates if u.version.source == source)
    return ()


def _items(updates: Sequence[PlanUpdate]) -> list[PlanItem]:
    """Each item once, in the order in which they came up, with its last text."""
    found: dict[str, PlanItem] = {}
    for update in updates:
        found.update({i.key: i for i in update.version.items})
    return list(found.values())


def _segments(updates: Sequence[PlanUpdate], end: int) -> Iterator[tuple[str, int, int, str]]:
    """Key, first step, last step and status; equal ones in a row are one."""
    begun: dict[str, tuple[int, str]] = {}
    for update in updates:
        now = {i.key: i.status for i in update.version.items}
        for key, (first, status) in list(begun.items()):
            if now.get(key) != status:
                yield key, first, update.number, status
                del begun[key]
        for key, status in now.items():
            begun.setdefault(key, (update.number, status))
    for key, (first, status) in begun.items():
        yield key, first, max(end, first), status


def _changes(updates: Sequence[PlanUpdate], at: Mapping[str, int]) -> Iterator[Mark]:
    """Where the status of an item changed."""
    before: dict[str, PlanItem] = {}
    for update in updates:
        now = {i.key: i for i in update.version.items}
        for key, item in now.items():
            old = before.get(key)
            sign = _sign_of_change(old.status if old else "", item.status)
            if sign and key in at:
                yield Mark(at[key], update.number, sign, f"{item.status.replace('_', ' ')}: {line(item.text, 90)}")
        for key, item in before.items():
            if key not in now and key in at:
                yield Mark(at[key], update.number, "dropped", f"no longer in the plan: {line(item.text, 80)}")
        before = now


def _sign_of_change(old: str, new: str) -> Sign | None:
    if old == new:
        return None
    match new:
        case "in_progress" | "completed" | "cancelled" | "blocked":
            return new
        case _:
            return "reopened" if old else None


def attributed(run: Run, updates: Sequence[PlanUpdate]) -> Iterator[tuple[ToolCall, str, bool]]:
    """Each call with the key of the item that it stands on, "" for none, and whether it names the item."""
    table = run.memo(works)
    waiting = list(updates)
    version: PlanVersion | None = None
    most = max(3, min(COMPARED, COMPARISONS // max(1, len(run.tool_calls))))
    for call in run.tool_calls:
        while waiting and waiting[0].number < call.number:
            version = waiting.pop(0).version
        work = table.get(call.number)
        if work is not None:
            key, sure = _item_of(call, work, version, most) if version else ("", False)
            yield call, key, sure


def _item_of(call: ToolCall, work: Work, version: PlanVersion, most: int) -> tuple[str, bool]:
    current = version.with_status("in_progress")
    others = [*version.with_status("pending", "blocked"), *version.with_status("completed", "unknown")]
    weak = ""
    for item in [*current, *others][:most]:
        strength = serves(item.text, call, work)
        if strength == "strong":
            return item.key, True
        if strength and item.status == "in_progress":
            weak = weak or item.key
    return weak or (current[0].key if current else ""), False


def _call(call: ToolCall, row: int, sure: bool) -> Mark:
    sign: Sign = "call" if sure else "meanwhile"
    if call.status in ("error", "rejected"):
        sign = "failed" if call.failed else "refused"
    return Mark(row, call.number, sign, f"{line(name_of(call), 40)} {gist(call, 90)}".strip())


def _talk(run: Run, row: int) -> Iterator[Mark]:
    """What the user said, answers, verdicts, and where the thread was cut."""
    for request in run.requests:
        yield Mark(row, request.number, "user", f"user: {gist(request, 90)}")
    for answer in run.answers:
        yield Mark(row, answer.number, "answer", f"answer: {gist(answer, 90)}")
    for step in run.steps:
        sign = _sign_of(step)
        if sign:
            yield Mark(row, step.number, sign, f"{kind_of(step)}: {line(name_of(step), 40)} {gist(step, 80)}")


def _sign_of(step: Step) -> Sign | None:
    match step:
        case Verdict(outcome="pass"):
            return "pass"
        case Verdict():
            return "fail"
        case Compaction() | Interruption():
            return "break"
        case _:
            return None


def _flags(findings: Sequence[Finding], at: Mapping[str, int]) -> Iterator[Mark]:
    for n, finding in enumerate(findings):
        step = finding.evidence[0].step
        words = f"{finding.severity}: {finding.kind} {finding.form} — {line(finding.message, 120)}"
        yield Mark(at["findings"], max(step, 0), finding.severity, words, n)
