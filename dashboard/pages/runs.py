"""The page of runs: filter, sort, page, open."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Any

import streamlit as st

from planscope.analyzers.detector import KINDS
from planscope.dashboard import opened, queries
from planscope.dashboard.growing import listed
from planscope.dashboard.outline import duration
from planscope.dashboard.pages import at, live
from planscope.dashboard.queries import ORDERS, Asked, RunPage, RunRow
from planscope.dashboard.visible import line, title_of

ABOUT = (
    "A run is one agent's work on one task. Findings are places where its plan, its work and its answer do not agree, "
    "computed from the record of the run. The page follows the store while you look at it."
)
ANY = ""
SIGNS = "✗ errors, ▲ warnings, ○ infos, – nothing found"
SEVERITIES = {"": "any", "error": "with errors", "warning": "with warnings", "info": "with infos", "none": "none found"}
ORDER_WORDS = {
    "newest": "newest first",
    "findings": "most findings",
    "steps": "most steps",
    "title": "task",
    "oldest": "oldest first",
}


def page() -> None:
    """Draws the page."""
    st.subheader("Runs", anchor=False, help=ABOUT)
    marker = opened.marker()
    live.watch(marker)
    asked = _asked(marker)
    found = opened.runs(asked, marker)
    rows, new = listed(found, opened.fresh(marker), asked)
    if not rows:
        _nothing(asked)
        return
    st.caption(_summary(found, len(new)))
    _table(found.number, rows, new)
    if found.pages > 1:
        st.pagination(found.pages, key="page", bind="query-params")


def _summary(found: RunPage, new: int) -> str:
    first = (found.number - 1) * queries.ROWS + 1
    said = [f"{new} not analysed yet"] if new else []
    if found.rows:
        said.append(f"{first}–{first + len(found.rows) - 1} of {found.total} runs")
    return " · ".join([*said, SIGNS, "times are UTC", "click a row to open it"])


def _asked(marker: str) -> Asked:
    """The filters; they are in the address too, so that a view can be sent to somebody."""
    there = opened.facets(marker)
    kinds = [ANY, *(k for k in KINDS if k in there.kinds)]
    formats = [ANY, *there.formats]
    text, kind, severity, form, order = st.columns([3, 2, 2, 2, 2])
    with text:
        said = st.text_input(
            "Text", key="text", bind="query-params", on_change=_first_page, max_chars=200,
            placeholder="task, agent, file, message of a finding",
        )  # fmt: skip
    with kind:
        of_kind = _choice("Kind of finding", kinds, "kind", {ANY: "any", **{k: k for k in kinds[1:]}})
    with severity:
        grave = _choice("Severity of findings", list(SEVERITIES), "severity", SEVERITIES)
    with form:
        of_format = _choice("Format", formats, "format", {ANY: "any", **{f: line(f, 40) for f in formats[1:]}})
    with order:
        by = _choice("Sort by", list(ORDERS), "sort", ORDER_WORDS)
    number = st.session_state.get("page", st.query_params.get("page", "1"))
    return Asked(
        of_kind, grave, of_format, said or "", by if by in ORDERS else "newest",
        int(number) if str(number).isdecimal() and len(str(number)) < 8 else 1,
    )  # fmt: skip


def _choice(label: str, options: list[Any], key: str, words: dict[str, str]) -> Any:
    return st.selectbox(
        label, options, key=key, bind="query-params", format_func=lambda o: words.get(o, o), on_change=_first_page
    )


def _first_page() -> None:
    st.session_state["page"] = 1  # goes into the address, which is bound to it


def _table(number: int, rows: tuple[RunRow, ...], new: set[str]) -> None:
    st.session_state["listed"] = [r.id for r in rows]  # a click speaks of the rows as they were drawn
    key = f"runs-{number}"
    st.dataframe(
        columns_of(rows, new),
        key=key,
        hide_index=True,
        height="content",
        on_select=partial(_opened, key),
        selection_mode="single-cell",
        alt="Runs",
        column_config={
            "Findings": st.column_config.TextColumn(width=80, help=f"{SIGNS}, … not analysed yet"),
            "Task": st.column_config.TextColumn(width=330),
            "Took": st.column_config.TextColumn(width=85),
            "Format": st.column_config.TextColumn(width=100),
            "Steps": st.column_config.NumberColumn(width=60, format="%d"),
            "Plan": st.column_config.TextColumn(width=60, help="items of the todo list that are completed"),
            "Kinds": st.column_config.TextColumn(width=150),
            "Failed calls": st.column_config.NumberColumn("Failed", width=65, help="tool calls that failed"),
        },
    )


def _opened(key: str) -> None:
    """Opens the run of the row that was clicked. A callback: the list may be another one when it is drawn again."""
    state: Any = st.session_state.get(key, {})
    cells = state.get("selection", {}).get("cells", [])
    listed = st.session_state.get("listed", [])
    if cells and 0 <= cells[0][0] < len(listed):
        at.run(listed[cells[0][0]])


def columns_of(rows: tuple[RunRow, ...], new: Collection[str] = ()) -> dict[str, list[Any]]:
    """The rows as columns of text; those of `new` have not been analysed."""
    columns: dict[str, list[Any]] = {
        "Findings": ["…" if r.id in new else severities(r.errors, r.warnings, r.infos) for r in rows],
        "Kinds": [r.kinds for r in rows],
        "Task": [title_of(r.title) or "(no request)" for r in rows],
        "Agent": [line(r.agent, 40) for r in rows],
        "State": [r.state.replace("_", " ") for r in rows],
        "Steps": [r.steps for r in rows],
        "Plan": ["" if r.items is None else f"{r.done} / {r.items}" for r in rows],
        "Failed calls": [r.failed_calls for r in rows],
        "Started (UTC)": [_minute(r.started) for r in rows],
        "Took": [duration(r.seconds) for r in rows],
        "Format": [line(r.format, 40) for r in rows],
        "Variant": [line(r.variant, 40) for r in rows],
    }
    return {name: column for name, column in columns.items() if name != "Variant" or any(column)}


def severities(errors: int, warnings: int, infos: int) -> str:
    """How many findings there are of each severity, with a sign for each."""
    said = [f"{sign} {n}" for sign, n in (("✗", errors), ("▲", warnings), ("○", infos)) if n]
    return "  ".join(said) or "–"


def _minute(when: datetime | None) -> str:
    return when.strftime("%Y-%m-%d %H:%M") if when else ""


def _nothing(asked: Asked) -> None:
    if asked != Asked(order=asked.order, page=asked.page):
        st.info("No run fits these filters. Take one of them back to see more.", icon=":material/filter_alt_off:")
        return
    waiting = queries.spans(opened.store())
    if waiting:
        st.info(
            "No run has been analysed yet, and nothing has come for ten minutes. `planscope serve` analyses a store "
            "while it serves the pages; `planscope check` without a path does it once.",
            title="Spans are here, runs are not",
        )
        return
    st.info(
        "Import transcripts with `planscope import PATH`, or point an agent's OTLP exporter at the collector "
        "(`planscope serve` says where it listens).",
        title="This store is empty",
    )
