"""Analysis beside a store that grows: what ends is analysed, what fails is tried again, a signal ends it."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.live import Progress, added, keep_analysing, round_of, spawn
from planscope.analyzers.stored import Analysis, analyse
from planscope.collector import semconv as s
from planscope.collector.intake import Intake
from planscope.collector.interpret import runs_of
from planscope.collector.reading import run_sql
from planscope.collector.span import Place, Span
from planscope.collector.store import Store

PATIENCE = 60.0  # seconds; a machine may be slow


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def agent(trace: str, *, ended: bool) -> list[Span]:
    """A run of one call and an answer; without its root span it has not ended."""
    begin = 10**18

    def span(n: int, parent: str | None, a: dict[str, Any]) -> Span:
        ident = f"{trace}{n}"
        resource = {s.SERVICE_NAME: "desk"}
        return Span(trace, ident, parent, "x", begin + n, begin + n + 1, Place("", ident), a, resource)

    said = [{"role": "assistant", "parts": [{"type": "text", "content": "All done."}]}]
    children = [
        span(1, f"{trace}0", {s.OPERATION: "execute_tool", s.TOOL_NAME: "find", s.TOOL_RESULT: "7:15"}),
        span(2, f"{trace}0", {s.OPERATION: "chat", s.REQUEST_MODEL: "m", s.OUTPUT_MESSAGES: said}),
    ]
    root = span(0, None, {s.OPERATION: "invoke_agent", s.AGENT_NAME: "booker"})
    return [*children, root] if ended else children[:1]


class Loop:
    """The loop in a thread, with hardly any pauses."""

    def __init__(self, store: Store, hold: Callable[[], Analysis], **options: Any) -> None:
        self.heard: list[str] = []
        self.done = Progress()
        self._stop = threading.Event()

        def work() -> None:
            self.done = keep_analysing(store, hold, self._stop, say=self.heard.append, look=0.01, **options)

        self._thread = threading.Thread(target=work)
        self._thread.start()

    def stop(self) -> Progress:
        self._stop.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.done


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


def runs(store: Store) -> list[tuple[Any, ...]]:
    return run_sql(Store(store.folder), "SELECT state, steps FROM runs ORDER BY ALL").rows


def test_runs_are_written_as_they_end(store: Store, tmp_path: Path) -> None:
    intake = Intake(Store(store.folder))
    loop = Loop(store, round_of(store, tmp_path))
    try:
        intake.add(agent("a", ended=False))
        until(lambda: len(added(store)) == 1)  # type: ignore[arg-type]
        assert runs(store) == []
        intake.add(agent("a", ended=True)[1:])
        until(lambda: len(runs(store)) == 1)
        intake.add(agent("b", ended=True))
        until(lambda: len(runs(store)) == 2)
        assert {state for state, _ in runs(store)} == {"ended"}
        assert run_sql(store, "SELECT count(*) > 0 FROM checks").rows == [(True,)]
    finally:
        done = loop.stop()
    assert (done.runs, done.failed, loop.heard) == (2, 0, [])


def test_a_run_that_falls_quiet_is_written_though_nothing_is_added(store: Store, tmp_path: Path) -> None:
    Intake(store).add(agent("a", ended=False))
    loop = Loop(store, round_of(store, tmp_path, quiet=2 * 10**9), again=0.2)
    try:
        until(lambda: runs(store) == [("quiet", 1)])
    finally:
        loop.stop()


def test_no_round_without_a_reason(store: Store) -> None:
    held: list[int] = []

    def hold() -> Analysis:
        held.append(1)
        return Analysis()

    loop = Loop(store, hold)
    until(lambda: len(held) == 1)
    time.sleep(0.3)
    assert len(held) == 1
    Intake(Store(store.folder)).add(agent("a", ended=True))
    until(lambda: len(held) == 2)
    assert loop.stop().rounds == 2


def test_a_round_that_fails_is_held_again(store: Store) -> None:
    held: list[int] = []

    def hold() -> Analysis:
        held.append(1)
        if len(held) < 3:
            raise OSError("disk full")
        return Analysis()

    loop = Loop(store, hold)
    until(lambda: len(held) == 3)
    done = loop.stop()
    assert (done.rounds, done.failed) == (1, 2)
    assert "disk full" in loop.heard[0]


def test_a_trace_that_cannot_be_analysed_costs_the_others_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(spans: list[Span]) -> Any:
        if any(x.trace_id == "bad" for x in spans):
            raise ZeroDivisionError("of a trace")
        return runs_of(spans)

    monkeypatch.setattr("planscope.analyzers.stored.runs_of", some)
    for trace in ("a", "bad", "c"):
        Intake(store).add(agent(trace, ended=True))
    heard: list[str] = []
    hold = round_of(store, tmp_path, say=heard.append)
    assert hold().written == 2
    assert hold().written == 0
    assert len(heard) == 1, "told once"
    assert "trace bad cannot be analysed: ZeroDivisionError" in heard[0]
    with pytest.raises(ZeroDivisionError):
        analyse(store, [])


@pytest.fixture
def process(store: Store) -> Iterator["subprocess.Popen[bytes]"]:
    made = spawn(store.folder)
    yield made
    if made.poll() is None:
        made.kill()
    made.wait(PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_process_ends_on_a_signal(store: Store, process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    Intake(store).add(agent("a", ended=True))
    until(lambda: len(runs(store)) == 1)
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0


def test_a_store_that_cannot_be_opened_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "VERSION").write_text("99")
    command = [sys.executable, "-m", "planscope.analyzers.live", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "newer planscope" in done.stderr
