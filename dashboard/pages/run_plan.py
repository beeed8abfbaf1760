"""Versions of the plan, each with what changed."""

import streamlit as st

from planscope.collector.plan import PlanItem
from planscope.collector.run import PlanUpdate, Run
from planscope.dashboard.outline import clock
from planscope.dashboard.pages import at
from planscope.dashboard.visible import line, visible

ON_A_PAGE = 15
SOURCES = {"list": "todo list", "planner": "a planner's output", "document": "plan document"}
SIGNS = {
    "pending": "○ pending",
    "in_progress": "▶ in progress",
    "completed": "✓ completed",
    "cancelled": "✗ cancelled",
    "blocked": "■ blocked",
    "unknown": "? unknown",
}


def draw(run: Run) -> None:
    """Draws the versions, newest first."""
    updates = list(reversed(run.plan_updates))
    if not updates:
        st.info(
            "No plan was found in this run: no todo tool was called, and no plan document or planner's output is in "
            "the trace. Detectors of todo lists do not apply to it; the tab Checks says so."
        )
        return
    pages = -(-len(updates) // ON_A_PAGE)
    page = st.pagination(pages, key="plan-page") if pages > 1 else 1
    for update in updates[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]:
        _version(update, newest=update is updates[0])


def _version(update: PlanUpdate, *, newest: bool) -> None:
    version = update.version
    done, count = len(version.with_status("completed")), len(version.items)
    told = f"Version {version.number} · step {update.number} · {done} of {count} completed"
    with st.expander(f"{told} · {version.decision}" if version.decision else told, expanded=newest):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                f"Step {update.number}", key=f"plan-{update.number}", icon=":material/arrow_forward:", type="tertiary",
                on_click=at.go, args=("Steps",), kwargs={"step": update.number},
            )  # fmt: skip
            when = clock(update.started)
            facts = [SOURCES[version.source], line(version.origin, 60), f"{when} UTC" if when else "no time"]
            st.text(" · ".join(f for f in facts if f))
        if version.text:
            st.code(visible(version.text[:20_000]), language=None, wrap_lines=True)
        if version.items:
            before = {i.key: i for i in update.before.items} if update.before else {}
            gone = [i for k, i in before.items() if version.item(k) is None]
            changes = [changed(i, before, first=update.before is None) for i in version.items]
            items = [*version.items, *gone]
            columns = {
                "Status": [SIGNS[i.status] for i in items],
                "Item": [line(i.text, 400) for i in items],
                "Change": [*changes, *("left out" for _ in gone)],
                "Owner": [line(i.owner, 40) for i in items],
            }
            st.dataframe(
                {name: column for name, column in columns.items() if name != "Owner" or any(column)},
                key=f"items-{update.number}",
                hide_index=True,
                height="content",
                alt="Items of this version",
                column_config={"Item": st.column_config.TextColumn(width="large")},
            )


def changed(item: PlanItem, before: dict[str, PlanItem], *, first: bool) -> str:
    """What became of an item since the version before, "" when nothing."""
    old = before.get(item.key)
    if first:
        return ""
    if old is None:
        return "new"
    words = [] if old.status == item.status else [f"was {old.status.replace('_', ' ')}"]
    words += [] if old.text == item.text else [f"reworded from “{line(old.text, 120)}”"]
    return ", ".join(words)
