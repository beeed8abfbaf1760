"""The script that Streamlit runs: which page, and what is shown when there is no store."""

import streamlit as st

from planscope.dashboard import opened
from planscope.dashboard.pages import run, runs
from planscope.errors import PlanscopeError

# drawn here, since Streamlit's own icons come from the network
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 4h6M5 8h6M9 12h6" stroke="#3b7ddd" '
    'stroke-width="2.5" stroke-linecap="round"/></svg>'
)
STYLE = """<style>
.block-container {padding: 2.2rem 2.5rem 3rem;}
.st-key-task [data-testid="stText"] {font-size: 1.15rem; font-weight: 600; font-family: inherit;}
[class*="st-key-place"] [data-testid="stText"] {font-size: 0.85rem; opacity: 0.75;}
[data-testid="stText"] {overflow-wrap: anywhere;}
</style>"""  # ours alone: nothing of a trace is ever put into HTML


def main() -> None:
    """Draws the run that the address names, or the list. One page with parameters, not a path for each: from a deeper
    path Streamlit's own files are asked for in vain before they are found."""
    st.set_page_config(page_title="planscope", page_icon=ICON, layout="wide")
    st.html(STYLE)
    try:
        opened.store()
    except PlanscopeError as e:
        st.error("There is no store to show.", icon=":material/error:")
        st.text(str(e))
        st.text("Make one with `planscope import PATH --store DIR`, or start `planscope serve --store DIR`.")
        return
    if "run" in st.query_params:
        run.page(st.query_params["run"])
    else:
        runs.page()


main()
