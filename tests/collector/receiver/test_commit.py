"""Group commit: answered when durable, together when there is much to do, and no trouble of one is that of others."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from planscope.collector.commit import Busy, Committer
from planscope.collector.intake import Intake
from planscope.collector.logs import LogRecord
from planscope.collector.reading import read_spans
from planscope.collector.span import Place, Span
from planscope.collector.store import Store

from .conftest import JSON, Running, body, raw

PATIENCE = 60.0


def span(n: int, text: str = "x") -> Span:
    return Span("1" * 32, f"{n:016x}", None, f"span{n}", 10**18 + n, 10**18 + n, Place("", f"{n:016x}"), {"a": text})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def test_what_is_answered_is_there(store: Store) -> None:
    committer = Committer(Store(store.folder))
    for n in range(5):
        assert committer.submit([span(n)]).result(PATIENCE) == []
        assert len(read_spans(Store(store.folder))) == n + 1
    assert committer.stored == 5
    committer.close()


def test_many_at_once_share_segments(store: Store) -> None:
    committer = Committer(Store(store.folder))
    with store.lock(exclusive=True):  # nothing can be renamed into the store meanwhile
        first = committer.submit([span(0)])
        time.sleep(0.2)
        waiting = [committer.submit([span(n)]) for n in range(1, 200)]
        assert not first.done()
    assert [x.result(PATIENCE) for x in (first, *waiting)] == [[]] * 200
    committer.close()
    assert len(read_spans(store)) == 200
    assert len(store.files("spans")) == 2


def test_closing_writes_what_waits_and_takes_no_more(store: Store) -> None:
    committer = Committer(Store(store.folder))
    waiting = [committer.submit([span(n)]) for n in range(50)]
    committer.close()
    assert all(x.done() for x in waiting)
    assert len(read_spans(store)) == 50
    with pytest.raises(Busy):
        committer.submit([span(99)]).result(PATIENCE)
    assert committer.submit([]).result(PATIENCE) == []


def test_a_span_that_cannot_be_stored_is_rejected_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Intake.add

    def fails(self: Intake, spans: Sequence[Span]) -> int:
        if any(x.name == "span7" for x in spans):
            raise ValueError("nothing to be done")
        return add(self, spans)

    monkeypatch.setattr(Intake, "add", fails)
    committer = Committer(Store(store.folder))
    with store.lock(exclusive=True):
        first = committer.submit([span(0)])
        time.sleep(0.1)
        both = [committer.submit([span(n) for n in range(1, 20)]), committer.submit([span(20)])]
    assert [x.result(PATIENCE) for x in (first, both[1])] == [[], []]
    (reason,) = both[0].result(PATIENCE)
    assert f"{7:016x}" in reason
    committer.close()
    assert {x.name for x in read_spans(store)} == {f"span{n}" for n in range(21) if n != 7}


def test_a_log_record_that_cannot_be_stored_is_no_trouble_of_others(store: Store) -> None:
    bad = LogRecord(2**64, "e", 0, "", "", "", None, {})  # no decoder makes such a time
    committer = Committer(Store(store.folder))
    with store.lock(exclusive=True):
        first = committer.submit([span(0)])
        time.sleep(0.1)
        one, other = committer.submit([], [bad]), committer.submit([span(1)])
    assert [x.result(PATIENCE) for x in (first, other)] == [[], []]
    assert not isinstance(one.exception(PATIENCE), Busy | None), "to come again would not help"
    committer.close()
    assert len(read_spans(store)) == 2


def test_a_store_that_cannot_be_written_is_a_matter_of_time(collector: Running) -> None:
    assert collector.send(body(raw(1))).status == 200
    folder = collector.store.folder / "tmp"
    folder.rename(folder.with_name("away"))
    folder.write_text("no folder")
    large = raw(2, attributes=[{"key": "input.value", "value": {"stringValue": "word " * 2000}}])
    answer = collector.send(body(large))
    assert (answer.status, int(answer.headers["retry-after"]) > 0) == (503, True)
    assert "cannot be written" in answer.json["message"]
    assert str(folder) not in answer.json["message"], "where the store is, is nobody's business"
    assert any("cannot be written" in x for x in collector.said)
    folder.unlink()
    folder.with_name("away").rename(folder)
    assert collector.send(body(large)).status == 200
    one, two = collector.spans()
    assert (one.name, len(two.attributes["input.value"])) == ("span1", 10_000)


def test_requests_at_once(start: Callable[..., Running]) -> None:
    collector = start(segments=6)  # compacted all the time
    answers: list[int] = []

    def send(sender: int) -> None:
        connection = collector.connect()
        for n in range(15):
            connection.request(
                "POST", "/v1/traces", body(*(raw(n * 10 + k + 1, trace=sender) for k in range(10))), JSON
            )
            answer = connection.getresponse()
            answer.read()
            answers.append(answer.status)
        connection.close()

    threads = [threading.Thread(target=send, args=(k,)) for k in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert answers == [200] * 90
    assert len({(x.trace_id, x.span_id) for x in collector.spans()}) == len(collector.spans()) == 900


def test_the_future_of_nothing_is_done(store: Store) -> None:
    committer = Committer(store)
    done: Future[list[str]] = committer.submit([], [])
    assert done.done()
    committer.close()
