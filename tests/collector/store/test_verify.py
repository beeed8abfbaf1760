"""Damage to a store is found and named, and the rest stays readable."""

import random
from pathlib import Path

import pytest

from planscope.collector import semconv as s
from planscope.collector.compact import compact
from planscope.collector.intake import Intake
from planscope.collector.reading import read_spans, run_sql
from planscope.collector.span import Place, Span
from planscope.collector.store import Store
from planscope.collector.verify import verify

DICE = random.Random(20261130)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    for day in range(3):
        Intake(made).add([_span(day, n) for n in range(50)])
    return made


def _span(day: int, n: int) -> Span:
    at = (20_000 + day) * 24 * 3600 * 10**9 + n
    text = "".join(DICE.choices("abcdefghij ", k=1500))
    return Span(f"t{day}", f"s{day}-{n}", None, "x", at, at, Place("", f"{day}-{n}"), {s.TOOL_RESULT: text})


def spoil(path: Path) -> None:
    """Turns some bits in the middle of a file."""
    data = bytearray(path.read_bytes())
    for at in range(len(data) // 3, len(data) // 3 + 200):
        data[at] ^= 0x5A
    path.chmod(0o644)
    path.write_bytes(data)


def test_a_store_without_damage(store: Store) -> None:
    found = verify(store)
    assert (found.damaged, found.missing_texts) == ((), 0)
    assert found.rows >= 150
    compact(store, grace=0)
    assert verify(store).damaged == ()


@pytest.mark.parametrize("compacted", [False, True])
def test_a_damaged_file_is_named_and_the_rest_readable_once_it_is_aside(store: Store, compacted: bool) -> None:
    if compacted:
        compact(store, grace=0)
    bad = store.files("spans")[1]
    spoil(bad)
    (damage,) = verify(store).damaged
    assert damage.file == bad.relative_to(store.folder).as_posix()
    assert damage.reason
    assert bad.exists()
    (moved,) = verify(store, quarantine=True).damaged
    assert (store.folder / moved.moved).exists()
    assert not bad.exists()
    assert len(read_spans(store)) == 100
    assert run_sql(store, "SELECT count(*) FROM spans").rows == [(100,)]
    assert verify(store).damaged == ()
    compact(store, grace=0)
    assert len(read_spans(store)) == 100


def test_a_file_that_is_gone_and_texts_that_are(store: Store) -> None:
    compact(store, grace=0)
    (texts,) = store.files("texts")
    texts.unlink()
    (damage,) = verify(store).damaged
    assert "not there" in damage.reason
    found = verify(store, quarantine=True)
    assert found.missing_texts == 150
    assert verify(store).missing_texts == 150


def test_after_texts_were_lost_they_are_written_again(store: Store) -> None:
    intake = Intake(store)
    intake.add([_span(7, 1)])
    for file in store.files("texts"):
        spoil(file)
    verify(store, quarantine=True)
    again = _span(8, 1)
    intake.add([again])
    assert read_spans(store, traces=["t8"])[0].attributes == again.attributes
