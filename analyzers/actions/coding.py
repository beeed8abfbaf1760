"""Whether a run is coding work: it reads and writes files or runs commands. Amounts in its texts are then mostly those
of a program under work, not prices of anything."""

from planscope.collector.plan_tools import bare_name
from planscope.collector.run import Run

_NAMES = """
    bash shell sh execcommand exec runcommand execute executebash localshell terminal edit write multiedit notebookedit
    applypatch strreplaceeditor strreplacebasededittool readfile writefile editfile createfile read cat grep glob
    viewfile openfile searchandreplace pythoninterpreter ipython ipythoncell executeipythoncell gotoline scrolldown
    submit
"""
_TOOLS = frozenset(_NAMES.split())


def is_coding(run: Run) -> bool:
    """Whether at least a third of its calls, and two of them, are of tools for files and commands."""
    calls = run.tool_calls
    used = sum(bare_name(c.name) in _TOOLS for c in calls)
    return used >= 2 and used * 3 >= len(calls)
