"""Runs are the same however their records lie in files: any order within a time, any split over files, any re-read."""

import dataclasses
import json
import random
import tempfile
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planscope.analyzers.check import check_run, read_job
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.files import find_files, jobs_of
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.span import Place

if TYPE_CHECKING:
    from tests.collector.conftest import Session

# the writer of sessions comes from a fixture that keeps no state
quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

STATES = st.sampled_from(["pending", "in_progress", "completed"])
TODOS = st.lists(
    st.tuples(st.sampled_from(["dig", "dig deep", "plant", "水やり", "浇水", "write it up"]), STATES), max_size=4
)
EVENTS = st.one_of(
    st.tuples(st.just("user"), st.sampled_from(["Mend the gate", "and the fence", "[Request interrupted by user]"])),
    st.tuples(st.just("say"), st.lists(st.sampled_from(["Looking.", "It costs 12.50 EUR.", "All done."]), max_size=3)),
    st.tuples(st.just("call"), st.sampled_from(["ok", "Exit code 1", "costs 12.50"])),
    st.tuples(st.just("todo"), TODOS),
    st.tuples(st.just("task"), st.tuples(st.integers(1, 3), STATES)),
    st.tuples(st.just("progress"), st.none()),
)
SCRIPT = st.lists(st.tuples(EVENTS, st.booleans(), st.sampled_from(["", "", "a1"])), min_size=2, max_size=14)


def written(session: "type[Session]", script: Sequence[Any]) -> list[dict[str, Any]]:
    """The lines that a script makes: (event, whether the clock stands still, sub-agent or main agent)."""
    writers = {a: session(agent=a) for a in ("", "a1")}
    lines: list[dict[str, Any]] = []
    created = 0
    writers[""].user("Mend the garden")
    lines += writers[""].lines
    clock = writers[""].seconds
    for (kind, what), same_time, agent in script:
        s = writers[agent]
        before = len(s.lines)
        s.seconds = clock - (1 if same_time and clock > 1 else 0)
        if kind == "user":
            s.user(what)
        elif kind == "say":
            for text in what:  # one message over several lines
                s.say(text, id=f"m{len(lines)}")
        elif kind == "call":
            s.call("Bash", {"command": "make"}, what, error=what.startswith("Exit"))
        elif kind == "todo":
            s.call("TodoWrite", {"todos": [{"content": t, "status": x} for t, x in what]})
        elif kind == "task":
            created += 1
            s.call("TaskCreate", {"subject": f"task {created}"}, f"Task #{created} created")
            s.call("TaskUpdate", {"taskId": str(what[0]), "status": what[1]}, "Updated")
        else:
            s.line("progress", data={})
        fresh = s.lines[before:]
        for x in fresh if same_time else ():
            x["timestamp"] = fresh[0]["timestamp"]
        lines += fresh
        clock = max(clock, s.seconds)
    return lines


def read(*files: Sequence[Mapping[str, Any]], names: Sequence[str] = ("b.jsonl", "a.jsonl")) -> list[Run]:
    """Writes each list of lines into a file, and reads the folder as a check does."""
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in zip(names, files, strict=False):
            path = Path(folder) / name
            path.write_text("".join(json.dumps(x) + "\n" for x in lines), encoding="utf-8")
        jobs = jobs_of(find_files([Path(folder)], Path(folder)))
        return [run for job in jobs for run in runs_of(read_job(job)[0])]


def bare(x: Any) -> Any:
    """A run, step or version without the places where things stand."""
    if isinstance(x, Place):
        return None
    if dataclasses.is_dataclass(x):
        values = {f.name: bare(getattr(x, f.name)) for f in dataclasses.fields(x) if f.name != "_memo"}
        return type(x).__name__, values
    if isinstance(x, tuple | list):
        return [bare(v) for v in x]
    return {k: bare(v) for k, v in x.items()} if isinstance(x, dict) else x


def told(runs: Sequence[Run]) -> list[Any]:
    """What runs hold and what is found in them, apart from places."""
    out = []
    for run in sorted(runs, key=lambda r: r.id):
        found, checks = check_run(run, load_detectors())
        findings = sorted((f.detector, f.form, f.severity, [e.quote for e in f.evidence]) for f in found)
        out.append((bare(run), findings, [(c.detector, c.outcome) for c in checks]))
    return out


@quick
@given(script=SCRIPT, seed=st.integers(0, 99))
def test_any_order_of_lines_within_a_time(script: Sequence[Any], seed: int, session: "type[Session]") -> None:
    lines = written(session, script)
    turned = random.Random(seed)
    groups = [list(g) for _, g in groupby(lines, key=lambda x: x["timestamp"])]
    shuffled = [x for g in groups for x in turned.sample(g, len(g))]
    assert told(read(shuffled)) == told(read(lines))


@quick
@given(script=SCRIPT, where=st.floats(0, 1), swapped=st.booleans())
def test_any_split_of_a_session_into_two_files(
    script: Sequence[Any], where: float, swapped: bool, session: "type[Session]"
) -> None:
    lines = written(session, script)
    at = round(where * len(lines))
    halves = (lines[at:], lines[:at]) if swapped else (lines[:at], lines[at:])
    assert told(read(*halves)) == told(read(lines))


@quick
@given(script=SCRIPT)
def test_reading_again_gives_the_same(script: Sequence[Any], session: "type[Session]") -> None:
    lines = written(session, script)
    assert read(lines) == read(lines)
    assert told(read(lines, lines)) == told(read(lines))


CHATS = st.lists(
    st.lists(
        st.one_of(
            st.fixed_dictionaries({"role": st.just("user"), "content": st.sampled_from(["Book oak", "and elm"])}),
            st.fixed_dictionaries({"role": st.just("assistant"), "content": st.sampled_from(["Done.", "12 EUR"])}),
            st.fixed_dictionaries({"role": st.just("tool"), "content": st.sampled_from(["Error: no", "free"])}),
            TODOS.map(
                lambda items: {
                    "role": "assistant",
                    "function_call": {
                        "name": "write_todos",
                        "arguments": {"todos": [{"content": t, "status": x} for t, x in items]},
                    },
                }
            ),
        ),
        min_size=1,
        max_size=6,
    ).map(lambda messages: [{"role": "user", "content": "Hello"}, *messages]),
    min_size=2,
    max_size=5,
)


@quick
@given(chats=CHATS, where=st.floats(0, 1))
def test_any_split_of_a_list_of_chats(chats: Sequence[Any], where: float) -> None:
    listed = [{"id": f"r{n}", "messages": c} for n, c in enumerate(chats)]
    at = round(where * len(listed))

    def without_names(runs: Sequence[Run]) -> list[Any]:
        return sorted(told([dataclasses.replace(r, id="") for r in runs]), key=repr)

    assert without_names(read(listed[:at], listed[at:])) == without_names(read(listed))
