"""Findings with their evidence: what is claimed beside what it rests on."""

from collections.abc import Sequence

import streamlit as st

from planscope.analyzers.check import Check
from planscope.analyzers.detector import Evidence, Finding
from planscope.dashboard.outline import where
from planscope.dashboard.pages import at
from planscope.dashboard.visible import line, visible

ON_A_PAGE = 10
SIDE_BY_SIDE = 3
MARKS = {
    "error": ("error", ":material/flag:", "red"),
    "warning": ("warning", ":material/warning:", "orange"),
    "info": ("info", ":material/info:", "blue"),
}


def draw(findings: Sequence[Finding], checks: Sequence[Check]) -> None:
    """Draws the findings; the one that the address names stands first."""
    if not findings:
        st.info(_none_found(checks), icon=":material/check_circle:")
        return
    numbers = list(range(len(findings)))
    chosen = at.number("finding")
    if chosen is not None and chosen < len(findings):
        numbers = [chosen, *(n for n in numbers if n != chosen)]
    pages = -(-len(numbers) // ON_A_PAGE)
    page = st.pagination(pages, key="finding-page") if pages > 1 else 1
    for n in numbers[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]:
        _finding(n, findings[n], n == chosen)
    st.caption("`planscope explain KIND` tells what a detector looks for, why, and what it cannot see.")


def _none_found(checks: Sequence[Check]) -> str:
    looked = sum(c.outcome == "clean" for c in checks)
    could_not = sum(c.outcome in ("abstained", "failed") for c in checks)
    nothing = sum(c.outcome == "not_applicable" for c in checks)
    said = f"Nothing found: {looked} of {len(checks)} detectors looked and found this run clean"
    said += f", {nothing} had nothing to look at" if nothing else ""
    said += f", {could_not} could not look" if could_not else ""
    return said + ". The tab Checks says why."


def _finding(number: int, finding: Finding, chosen: bool) -> None:
    word, icon, colour = MARKS.get(finding.severity, MARKS["info"])
    with st.container(border=True, key=f"finding-{number}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge(word, icon=icon, color=colour)  # type: ignore[arg-type]
            st.text(f"{line(finding.kind, 40)} · {line(finding.form or finding.detector, 60)}")
            if chosen:
                st.badge("chosen", icon=":material/left_click:", color="gray")
        st.text(visible(finding.message))
        shown = finding.evidence
        for begin in range(0, len(shown), SIDE_BY_SIDE):
            beside = shown[begin : begin + SIDE_BY_SIDE]
            columns = st.columns(len(beside) if begin == 0 else SIDE_BY_SIDE)
            for n, (column, evidence) in enumerate(zip(columns, beside, strict=False), begin):
                with column:
                    _evidence(f"{number}-{n}", evidence)


def _evidence(key: str, evidence: Evidence) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            f"Step {int(evidence.step)}", key=f"evidence-{key}", icon=":material/arrow_forward:", type="tertiary",
            on_click=at.go, args=("Steps",), kwargs={"step": max(0, int(evidence.step))},
        )  # fmt: skip
        st.text(line(evidence.note, 60))
    st.code(visible(evidence.quote) or "(nothing quoted)", language=None, wrap_lines=True)
    with st.container(key=f"place-{key}"):
        st.text(where(evidence.place))
