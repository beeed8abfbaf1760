"""Steps: the list, and beside it the one that is looked at, with its arguments and results in full."""

import streamlit as st

from planscope.collector.run import Run, Step, ToolCall
from planscope.dashboard.outline import ABSENT, clock, duration, gist, kind_of, name_of, status_of, texts, where
from planscope.dashboard.pages import at
from planscope.dashboard.visible import LONGEST, cut, line

KINDS = ("all", "tool calls", "failed", "plan updates", "messages", "verdicts")


def draw(run: Run) -> None:
    """Draws the list and the chosen step."""
    chosen = at.number("step")
    if chosen is not None and chosen >= len(run.steps):
        st.warning("This run has no such step; its last one is shown.")
        chosen = len(run.steps) - 1
    wanted = (
        st.segmented_control("Show", KINDS, default="all", key="steps-shown", label_visibility="collapsed") or "all"
    )
    steps = [s for s in run.steps if fits(s, wanted)]
    if chosen is None:
        _table(steps)
        return
    left, right = st.columns([5, 6], gap="medium")
    with left:
        _table(steps)
    with right:
        _step(run.steps[chosen], len(run.steps))


def fits(step: Step, wanted: str) -> bool:
    """Whether a step is of the sort that is wanted."""
    kind = kind_of(step)
    match wanted:
        case "tool calls":
            return isinstance(step, ToolCall)
        case "failed":
            return status_of(step).startswith("✗")
        case "plan updates":
            return kind in ("plan update", "planning call")
        case "messages":
            return kind in ("user", "model", "final answer", "system text")
        case "verdicts":
            return kind == "verdict"
        case _:
            return True


def _table(steps: list[Step]) -> None:
    if not steps:
        st.info("No step of this sort in this run.")
        return
    picked = st.dataframe(
        {
            "#": [s.number for s in steps],
            "Type": [kind_of(s) for s in steps],
            "Name": [line(name_of(s), 40) for s in steps],
            "Outcome": [status_of(s) for s in steps],
            "Says": [gist(s, 120) for s in steps],
            "Time (UTC)": [clock(s.started) for s in steps],
        },
        key=f"steps-{len(steps)}",
        hide_index=True,
        height=520,
        on_select="rerun",
        selection_mode="single-cell",
        alt="Steps",
        column_config={
            "#": st.column_config.NumberColumn(width=50, format="%d"),
            "Says": st.column_config.TextColumn(width="large"),
        },
    )
    cells = picked.get("selection", {}).get("cells", [])
    if cells and 0 <= cells[0][0] < len(steps):
        step = steps[cells[0][0]].number
        if st.session_state.get("steps-picked") != step:
            st.session_state["steps-picked"] = step
            st.query_params["step"] = str(step)
            st.rerun()


def _step(step: Step, count: int) -> None:
    with st.container(border=True, key="step"):
        with st.container(horizontal=True, vertical_alignment="center"):
            _turn("Earlier", ":material/arrow_back:", step.number - 1, count)
            _turn("Later", ":material/arrow_forward:", step.number + 1, count)
            st.text(f"Step {step.number} of 0–{count - 1} · {kind_of(step)}")
        _facts(step)
        found = list(texts(step))
        if not found:
            st.text("This step holds no text.")
        for title, text in found:
            _text(f"{step.number}-{title}", title, text)


def _turn(label: str, icon: str, to: int, count: int) -> None:
    st.button(label, icon=icon, disabled=not 0 <= to < count, on_click=at.go, args=("Steps",), kwargs={"step": to})


def _facts(step: Step) -> None:
    name, status = line(name_of(step), 120), status_of(step)
    if name:
        st.text(name)
    if status.startswith("✗"):
        st.badge(status[2:], icon=":material/close:", color="red")
    elif status:
        st.badge(line(status, 40), color="gray")
    if isinstance(step, ToolCall) and step.content in ABSENT:
        st.warning(ABSENT[step.content])
    took = (
        duration((step.ended - step.started) / 1e9)
        if isinstance(step, ToolCall) and step.ended and step.started
        else ""
    )
    facts = [clock(step.started) and f"{clock(step.started)} UTC", took and f"took {took}", where(step.place)]
    with st.container(key="place-step"):
        st.text(" · ".join(f for f in facts if f))


def _text(key: str, title: str, text: str) -> None:
    everything = st.session_state.get(f"all-{key}", False)
    shown, left = cut(text, len(text) if everything else LONGEST)
    st.caption(title)
    st.code(shown, language=None, wrap_lines=True, height="content" if len(shown) < 1500 else 360)
    if left:
        st.button(f"Show {left:,} more characters", key=f"more-{key}", on_click=_show_all, args=(key,))


def _show_all(key: str) -> None:
    st.session_state[f"all-{key}"] = True
