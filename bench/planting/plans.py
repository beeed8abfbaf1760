"""The plan of a run as its agent keeps it: todo tool, task tools, written plan, planner with reviewer, or none."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from planting.story import Call, Draft, Item, State, Step, Text, join, plain
from planting.words import say

MODES = ("none", "todo", "tasks", "written", "planner")
OPEN = ("pending", "in_progress")
NO_FOLLOW = frozenset({"written", "planner", "none"})


def weave(draft: Draft) -> list[Step]:
    """All steps of a run, the plan's among them as plan:0, plan:1, ..."""
    steps = list(draft.head)
    before: State = ()
    for n in range(len(draft.stages) + 1):
        state = draft.states[n] if n < len(draft.states) else None
        steps += _moment(draft, n, before, state)
        before = before if state is None else state
        steps += draft.stages[n].steps if n < len(draft.stages) else draft.tail
    return [s for s in steps if s.who != "nothing"]


def _moment(draft: Draft, n: int, before: State, state: State | None) -> Iterator[Step]:
    if state is None or draft.mode == "none":
        return
    rng = random.Random(f"{draft.seed}/plan/{n}")
    if draft.mode == "written":
        if n == 0:
            numbered = "\n".join(f"{i + 1}. {t}" for i, (t, _) in enumerate(state))
            yield Step("agent", join("\n", [say(draft.language, "plan_head", rng), plain(numbered)]), tag="plan:0")
    elif draft.mode == "planner":
        yield from _planner(draft, n, state, rng)
    elif state != before:
        now = next((t for t, s in state if s == "in_progress"), "")
        text = say(draft.language, "list_note", rng, item=now) if now else Text()
        if draft.mode == "todo":
            yield Step("agent", text, (overwrite(draft, state),), f"plan:{n}")
        else:
            yield from _tasks(draft, n, before, state, text)


def _planner(draft: Draft, n: int, state: State, rng: random.Random) -> Iterator[Step]:
    if n == 0:
        plan = {"plan": [{"id": i + 1, "step": t} for i, (t, _) in enumerate(state)]}
        yield Step("agent", plain(json.dumps(plan, ensure_ascii=False)), tag="plan:0", name="planner")
    else:
        stage = draft.stages[n - 1]
        calls = [c for x in stage.steps for c in x.calls]
        if not calls or any(_unclear(c) for c in calls):
            return  # nothing to be seen: no verdict
        refused = calls[-1].failed or any(c.failed for x in stage.steps for c in x.calls if x.tag.startswith("order:"))
        shown = [c for c in calls if c.failed == refused]
        runs = [c for c in shown if c.tool == "run_command"]
        seen = _seen((runs or shown)[-1].result)
        words = say(draft.language, "review_no" if refused else "review_ok", rng, item=stage.title, fact=seen)
        verdict = {"step": n, "verdict": "fail" if refused else "pass", "reason": str(words)}
        yield Step("agent", plain(json.dumps(verdict, ensure_ascii=False)), tag=f"plan:{n}", name="reviewer")


def _unclear(call: Call) -> bool:
    """A result that neither bears out nor denies that something was done."""
    return call.tool == "browser_click" or "waitlisted" in call.result or call.result.strip() in ("", "[]", "0 results")


def _seen(result: str) -> str:
    """A bit of what a result shows."""
    return (result.strip().splitlines() or [""])[0][:60]


def overwrite(draft: Draft, state: Sequence[Item]) -> Call:
    """The whole list written anew, by the tool of this format."""
    rng = random.Random(f"{draft.seed}/list-tool")
    if draft.format == "codex":
        return Call("update_plan", {"plan": [{"step": t, "status": s} for t, s in state]}, "Plan updated")
    items: list[dict[str, Any]] = [{"content": t, "status": s} for t, s in state]
    if draft.format == "claude":
        for x in items:
            x["activeForm"] = x["content"]
        return Call("TodoWrite", {"todos": items}, "Todos have been modified successfully. Please proceed.")
    tool = rng.choice(("write_todos", "todowrite", "todo_write", "TodoWrite"))
    told = {"write_todos": f"Updated todo list to {items}", "todowrite": json.dumps(items, ensure_ascii=False)}
    return Call(tool, {"todos": items}, told.get(tool, "Todo list updated."))


def create(number: int, title: str) -> Call:
    """A new task."""
    data = {"task": {"id": str(number), "subject": title}}
    arguments = {"subject": title, "description": title}
    return Call("TaskCreate", arguments, f"Task #{number} created successfully: {title}", data=data)


def move(number: int, old: str, new: str) -> Call:
    """A task in another state."""
    status = {"from": old, "to": new}
    data = {"success": True, "taskId": str(number), "updatedFields": ["status"], "statusChange": status}
    return Call("TaskUpdate", {"taskId": str(number), "status": new}, f"Updated task #{number} status", data=data)


def _tasks(draft: Draft, n: int, before: State, state: State, text: Text) -> Iterator[Step]:
    """What differs between two states as task calls; ids go by the order in which titles first came."""
    known = list(dict.fromkeys(t for s in draft.states[:n] if s for t, _ in s))
    old, calls = dict(before), list[Call]()
    for title, status in state:
        if title not in known:
            known.append(title)
            calls.append(create(len(known), title))
        was = old.get(title, "pending")
        if status != was:
            calls.append(move(known.index(title) + 1, was, status))
    calls.sort(key=lambda c: c.tool != "TaskCreate")
    gone = [t for t in old if t not in dict(state)]
    calls += [move(known.index(t) + 1, old[t], "deleted") for t in gone]
    if calls:
        yield Step("agent", text, tuple(calls), f"plan:{n}")


def without(state: State, *titles: str) -> State:
    """The list with some items gone."""
    return tuple(x for x in state if x[0] not in titles)


def also(state: State, title: str, status: str) -> State:
    """The list with one more item."""
    return (*state, (title, status))


def marked(state: State, **status_of: str) -> State:
    """The list with items, by place (`i3`), in other states."""
    return tuple((t, status_of.get(f"i{i}", s)) for i, (t, s) in enumerate(state))


def numbered(draft: Draft) -> Draft:
    """Every stage step with a tag of its own, so that places can be named."""
    count = 0

    def name(s: Step) -> Step:
        nonlocal count
        count += 1
        return s if s.tag else replace(s, tag=f"step:{count}")

    stages = tuple(replace(g, steps=tuple(name(s) for s in g.steps)) for g in draft.stages)
    return replace(draft, head=tuple(map(name, draft.head)), stages=stages, tail=tuple(map(name, draft.tail)))
