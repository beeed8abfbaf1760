"""Streamlit in a process of its own that ends with the one that started it.

`python -m planscope.dashboard.part run ...` takes what `streamlit run ...` takes.
"""

import runpy
import sys

from planscope.collector.parent import end_with_parent

if __name__ == "__main__":
    end_with_parent()
    sys.argv[0] = "streamlit"
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
