"""Keeps a page up to date while it is looked at: it is drawn again when the store has changed, and not otherwise."""

import streamlit as st

from planscope.dashboard import opened

LOOK = 2.0  # seconds between looks at the store


@st.fragment(run_every=LOOK)
def watch(drawn: str) -> None:
    """Looks whether the store is still as it was drawn. The page as a whole is drawn again, so that there is one way of
    drawing it; widgets keep what the reader has put into them, and their place."""
    if st.session_state.get("watched") != drawn:  # called by the page itself, just now
        st.session_state["watched"] = drawn
    elif opened.marker() != drawn:
        st.rerun()
