"""Where a page stands, which is in its address: the step, the finding and the tab that are looked at."""

import streamlit as st


def number(name: str) -> int | None:
    """A number of the address, None when there is none."""
    said = st.query_params.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 10 else None


def go(tab: str, **where: int) -> None:
    """Shows a tab, at this step or finding. For callbacks: the page is drawn after them."""
    st.session_state["tab"] = tab
    for name, value in where.items():
        st.query_params[name] = str(value)


def run(run_id: str) -> None:
    """Shows a run from its beginning; filters of the list stay in the address, so that the way back leads to them."""
    _leave()
    st.query_params["run"] = run_id


def all_runs() -> None:
    """Shows the list of runs."""
    _leave()
    st.query_params.pop("run", None)


def _leave() -> None:
    st.session_state["tab"] = "Findings"
    for name in ("step", "finding"):
        st.query_params.pop(name, None)
