"""The page of one run: head, lifeline, and below it findings, steps, plan and checks."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from planscope.analyzers.detector import Finding
from planscope.collector.run import Run, ToolCall
from planscope.dashboard import opened, queries
from planscope.dashboard.charts import LEGEND, PICK, lifeline_chart, summary
from planscope.dashboard.lifeline import Lifeline, plan_of
from planscope.dashboard.outline import duration
from planscope.dashboard.pages import at, live, run_checks, run_findings, run_plan, run_steps
from planscope.dashboard.queries import Head
from planscope.dashboard.visible import line, title_of, visible

WIDE = 300  # steps from which on a part of them can be chosen
TABS = ("Findings", "Steps", "Plan", "Checks")
STATES = {
    "ended": "ended",
    "quiet": "quiet: nothing came for ten minutes",
    "cut_off": "cut off: the record stops in the middle",
    "growing": "still growing",
}


def page(run_id: str) -> None:
    """Draws the page of the run with this id."""
    st.button("All runs", icon=":material/arrow_back:", type="tertiary", on_click=at.all_runs)
    marker = opened.marker()
    fresh = next((f for f in opened.fresh(marker) if f.head.id == run_id), None)
    head = fresh.head if fresh else queries.head(opened.store(), run_id)
    if head is None:
        _no_run(run_id)
        return
    if fresh:
        live.watch(marker)
    _title(head)
    run, findings, life = opened.fresh_run(fresh, marker) if fresh else opened.run(head)
    if run is None or life is None:
        st.warning("The spans of this run are no longer in the store; findings and checks are what was kept of it.")
    else:
        _about(head, run)
        _lifeline(life)
    tabs = st.tabs(TABS, key="tab", on_change="rerun", bind="query-params")
    for name, tab in zip(TABS, tabs, strict=True):
        if tab.open:
            with tab:
                _tab(name, head, run, findings, waiting=bool(fresh))


def _no_run(run_id: str) -> None:
    st.warning("No run in this store has this id. It may have been deleted, or its spans belong to another run now.")
    st.code(line(run_id) or "(no id)", language=None)


def _title(head: Head) -> None:
    with st.container(key="task"):
        st.text(title_of(head.title) or "(no request)")
    facts = [
        line(head.agent, 60) and f"agent {line(head.agent, 60)}",
        f"read from {line(head.format, 40)}" if head.file else "received over OTLP",
        STATES.get(head.state, line(head.state)),
        counted(head.steps, "step"),
        counted(head.tool_calls, "tool call") + (f", {head.failed_calls} failed" if head.failed_calls else ""),
        _tokens(head),
        f"started {head.started:%Y-%m-%d %H:%M:%S} UTC" if head.started else "",
        duration(head.seconds) and f"took {duration(head.seconds)}" + (" so far" if head.state == "growing" else ""),
        " ".join(f"{n} {line(v, 60)}" for n, v in (("task", head.task), ("variant", head.variant)) if v),
    ]
    with st.container(key="place-facts"):
        st.text(" · ".join(f for f in facts if f))
    _family(head)


def counted(n: int, word: str) -> str:
    """A number of things."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _tokens(head: Head) -> str:
    if head.input_tokens is None and head.output_tokens is None:
        return ""
    return f"{head.input_tokens or 0:,} tokens in, {head.output_tokens or 0:,} out"


def _family(head: Head) -> None:
    family = queries.related(opened.store(), head)
    if not family:
        return
    with st.expander(f"Started by another run, or has sub-agents ({len(family)})"):
        for n, other in enumerate(family):
            with st.container(horizontal=True, vertical_alignment="center"):
                label = "Run that started this one" if other.parent else "Sub-agent"
                st.button(label, key=f"run-{n}", type="tertiary", on_click=at.run, args=(other.id,))
                st.text(line(f"{other.agent} {other.title}", 110))


def _about(head: Head, run: Run) -> None:
    request = next((r.text for r in run.requests), "")
    with st.expander("Task, source, and what is missing" if missing(head, run) else "Task and source"):
        st.code(visible(request[:4000]) or "(no request in this run)", language=None, wrap_lines=True)
        st.text(f"Source: {line(head.file, 200) or 'received over the network'}")
        st.text(f"Plan: {plan_words(run)}")
        st.text(f"Run: {line(head.id, 200)}")
        for sentence in missing(head, run):
            st.text(f"• {sentence}")


def plan_words(run: Run) -> str:
    """Where the plan that is drawn comes from."""
    updates = plan_of(run)
    if not updates:
        return "none was found in this run, so every call stands in one row"
    first = updates[0].version
    tool = line(first.origin, 60) or "an unnamed tool"
    return f"{run_plan.SOURCES[first.source]}, written by {tool}, {len(updates)} versions"


def missing(head: Head, run: Run) -> list[str]:
    """What the trace does not hold, in sentences."""
    calls: Sequence[ToolCall] = run.tool_calls
    said = []
    for content, word in (("not_captured", "not captured"), ("redacted", "redacted"), ("truncated", "cut")):
        count = sum(c.content == content for c in calls)
        if count:
            said.append(f"Arguments or results of {count} of {len(calls)} tool calls were {word}.")
    unknown = sum(c.status == "unknown" for c in calls)
    if unknown:
        said.append(f"{unknown} of {len(calls)} tool calls have no result in the trace.")
    if head.started is None:
        said.append("The source has no times; steps are in the order of the source.")
    if head.input_tokens is None and head.output_tokens is None:
        said.append("No numbers of tokens were captured.")
    return [*said, *(f"{line(t.form, 40)}: {line(t.message, 300)}" for t in head.troubles[:20])]


# --- lifeline ------------------------------------------------------------------------------------------------------


def _lifeline(life: Lifeline) -> None:
    window = None
    if life.steps > WIDE:
        window = st.slider("Steps shown", 0, life.steps - 1, (0, life.steps - 1), key="window")
    chosen = at.number("step")
    st.vega_lite_chart(
        None,
        lifeline_chart(life, selected=chosen, window=window),
        key="lifeline",
        on_select=_picked,
        selection_mode=PICK,
        alt=summary(life),
    )
    more = f" {life.left_out} further plan items are not drawn." if life.left_out else ""
    st.caption(LEGEND + ". Click a mark to see it below." + more)


def _picked() -> None:
    state: Any = st.session_state.get("lifeline", {})
    points = state.get("selection", {}).get(PICK, [])
    if not points:
        return
    finding = points[0].get("finding", -1)
    if isinstance(finding, int | float) and finding >= 0:
        at.go("Findings", finding=int(finding))
    else:
        at.go("Steps", step=int(points[0].get("step", 0)))


def _waiting(head: Head, known: bool) -> str:
    """Why there are no findings yet, or not all."""
    if head.state == "growing":
        said = "This run is still growing. It is analysed when it has ended, or when nothing has come for ten minutes"
    else:
        said = "This run has not been analysed yet. `planscope serve` does that within seconds"
    return said + (
        ". What is shown was found in an earlier state of it." if known else "; what is found is shown here."
    )


def _tab(name: str, head: Head, run: Run | None, findings: tuple[Finding, ...], *, waiting: bool) -> None:
    if waiting and name in ("Findings", "Checks"):
        st.info(_waiting(head, bool(findings)), icon=":material/hourglass_top:")
    if waiting and not findings and name in ("Findings", "Checks"):
        return
    if name == "Findings":
        run_findings.draw(findings, queries.checks(opened.store(), head.id))
    elif name == "Checks":
        run_checks.draw(queries.checks(opened.store(), head.id))
    elif run is None:
        st.info("Import the source again to see this: its spans are no longer in the store.")
    elif name == "Steps":
        run_steps.draw(run)
    else:
        run_plan.draw(run)
