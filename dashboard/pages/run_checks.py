"""Which detectors looked at the run, and how that went: "nothing found" and "could not look" are never the same."""

from collections.abc import Sequence

import streamlit as st

from planscope.analyzers.check import Check
from planscope.dashboard.visible import line

OUTCOMES = {
    "found": "⚑ found",
    "clean": "✓ looked, clean",
    "not_applicable": "– nothing to look at",
    "abstained": "? could not look",
    "failed": "✗ the detector failed",
}


def draw(checks: Sequence[Check]) -> None:
    """Draws the table of checks."""
    if not checks:
        st.info("No detector has looked at this run yet. `planscope check` without a path analyses the store.")
        return
    order = list(OUTCOMES)
    rows = sorted(checks, key=lambda c: (order.index(c.outcome) if c.outcome in order else -1, c.detector))
    st.dataframe(
        {
            "Detector": [line(c.detector, 60) for c in rows],
            "Kind": [c.kind for c in rows],
            "Outcome": [OUTCOMES.get(c.outcome, c.outcome) for c in rows],
            "Why": [line(c.reason, 300) for c in rows],
        },
        hide_index=True,
        height="content",
        alt="Checks",
        column_config={"Why": st.column_config.TextColumn(width="large")},
    )
