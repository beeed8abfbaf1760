"""Which task a run worked on, so that runs of two recordings can be paired."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planscope.analyzers.check import RunFacts
from planscope.analyzers.gates.sameness import changing, stamped

DEEPEST = 20  # sub-agents of sub-agents


@dataclass(frozen=True, slots=True)
class Task:
    """`key` is the same in every recording: the task's id with its variant, but for ids made of the time; else what
    names the first request; else the file; "" when there is none of them. `file` is "" for a file whose name changes,
    such as that of a session."""

    key: str
    title: str = ""
    file: str = ""


def tasks_of(runs: Sequence[RunFacts]) -> dict[str, Task]:
    """The task of each run, by id of the run. A sub-agent works on its caller's task, whatever words it was given."""
    known = {r.id: r for r in runs}
    return {r.id: _task(r, known) for r in runs}


def _task(run: RunFacts, known: Mapping[str, RunFacts], depth: int = 0) -> Task:
    caller = known.get(run.parent_id or "")
    if caller is not None and caller is not run and depth < DEEPEST and run.task in ("", caller.task):
        of = _task(caller, known, depth + 1)
        who = run.agent if run.agent and not changing(run.agent) else "sub-agent"
        return Task(of.key and f"{of.key} > {who}", of.title, of.file and f"{of.file} > {who}")
    file = _file(run)
    if run.task and not (stamped(run.task) and run.request):
        key = f"task:{run.task}/{run.variant}" if run.variant else f"task:{run.task}"
        return Task(key, run.title, file)
    variant = f"/{run.variant}" if run.variant else ""
    key = f"request:{run.request}{variant}" if run.request else f"file:{file}{variant}" if file else ""
    return Task(key, run.title, file)


def _file(run: RunFacts) -> str:
    """The name of the file, with the place in it; of an absolute path the last part only."""
    name = run.file.rpartition("/")[2] if run.file.startswith("/") else run.file.removeprefix("./")
    if not name or changing(name):
        return ""
    return name if run.index is None else f"{name}[{run.index}]"


def unique_files(tasks: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The task of each file, of files that only one task is read from."""
    count = Counter(file for files in tasks.values() for file in files)
    return {file: key for key, files in tasks.items() for file in files if count[file] == 1}
