"""Importing files: once, however often; what a file tells anew counts."""

import json
from pathlib import Path
from typing import Any

import pytest

from planscope.collector.compact import compact
from planscope.collector.files import read_file
from planscope.collector.intake import import_paths
from planscope.collector.interpret import runs_of
from planscope.collector.reading import read_spans, run_sql
from planscope.collector.run import Run
from planscope.collector.sink import Sink
from planscope.collector.span import Place, Span
from planscope.collector.store import Store
from planscope.errors import UsageError

ROOT = Path(__file__).parents[3]
CHAT: list[dict[str, Any]] = [
    {"role": "user", "content": "Find a train"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "function": {"name": "find", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "7:15, 41 EUR"},
    {"role": "assistant", "content": "At 7:15, for 41 EUR."},
]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def write(path: Path, messages: list[dict[str, Any]], tail: str = "") -> tuple[Path, str]:
    path.write_text("".join(json.dumps(m) + "\n" for m in messages) + tail, encoding="utf-8")
    return path, path.name


def run(store: Store) -> Run:
    (found,) = runs_of(read_spans(store))
    return found


def segments(store: Store) -> int:
    return len(store.files("spans")) + len(store.files("texts"))


def test_the_same_file_again_changes_nothing(store: Store, tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", CHAT)
    (first,) = import_paths(store, [file])
    assert (first.facts.format, first.spans, first.added) == ("chat", 4, 4)
    before = segments(store)
    (again,) = import_paths(Store(store.folder), [file])
    assert (again.spans, again.added, segments(store)) == (4, 0, before)
    compact(store, grace=0)
    assert import_paths(store, [file])[0].added == 0


def test_a_file_that_has_grown_adds_what_is_new(store: Store, tmp_path: Path) -> None:
    import_paths(store, [write(tmp_path / "a.jsonl", CHAT[:2])])
    assert run(store).tool_calls[0].result == ""
    (grown,) = import_paths(store, [write(tmp_path / "a.jsonl", CHAT)])
    assert grown.added == 2  # the call, which has its result now, and the answer
    assert [c.result for c in run(store).tool_calls] == ["7:15, 41 EUR"]
    assert run_sql(store, "SELECT count(*) FROM spans").rows == [(4,)]
    compact(store, grace=0)
    assert [c.result for c in run(store).tool_calls] == ["7:15, 41 EUR"]


def test_what_a_file_says_last_counts_also_when_it_says_less(store: Store, tmp_path: Path) -> None:
    import_paths(store, [write(tmp_path / "a.jsonl", CHAT[:3], tail='{"role": "assist')])
    longer = [*CHAT[:2], {**CHAT[2], "content": "a much longer result"}]
    import_paths(store, [write(tmp_path / "a.jsonl", longer)])
    assert run(store).tool_calls[0].result == "a much longer result"
    import_paths(store, [write(tmp_path / "a.jsonl", CHAT)])
    for _ in range(2):
        assert run(store).tool_calls[0].result == "7:15, 41 EUR"
        assert run(store) == runs_of(read_spans(fresh(tmp_path)))[0]
        compact(store, grace=0)


def fresh(tmp_path: Path) -> Store:
    """A store that saw only the last state of the file."""
    made = Store(tmp_path / "fresh")
    import_paths(made, [(tmp_path / "a.jsonl", "a.jsonl")])
    return made


def test_files_that_cannot_be_read_cost_only_themselves(store: Store, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("hello")
    heard: list[str] = []
    done = import_paths(
        store,
        [(tmp_path / "gone.jsonl", "gone.jsonl"), (tmp_path / "b.txt", "b.txt"), write(tmp_path / "a.jsonl", CHAT)],
        progress=lambda x: heard.append(x.facts.name),
    )
    assert [(f.name, bool(f.problem), f.foreign) for f in (x.facts for x in done)] == [
        ("gone.jsonl", True, False),
        ("b.txt", True, True),
        ("a.jsonl", False, False),
    ]
    assert heard == ["gone.jsonl", "b.txt", "a.jsonl"]


def test_sink_adds_spans_and_rows(store: Store) -> None:
    sink = Sink(store.folder)
    span = Span("t", "s", None, "n", 1, 2, Place("", "s"), {"a": 1})
    assert sink.spans([span]) == 1
    assert sink.spans([span]) == 1
    assert read_spans(store) == [span]
    sink.rows("findings", [{"run_id": "r", "generation": 1, "number": 0}])
    assert len(store.files("findings")) == 1
    with pytest.raises(UsageError, match="no column"):
        sink.rows("findings", [{"nothing": 1}])
    with pytest.raises(UsageError, match="no table"):
        sink.rows("nothing", [{}])


@pytest.mark.parametrize("file", sorted((ROOT / "planscope" / "demo").rglob("*.json*")), ids=lambda p: p.name)
def test_runs_out_of_the_store_are_those_out_of_the_file(store: Store, file: Path) -> None:
    spans, _ = read_file(file, file.name)
    expected = runs_of(spans)
    assert expected
    import_paths(store, [(file, file.name)])
    assert runs_of(read_spans(store)) == expected
    compact(store, grace=0)
    assert runs_of(read_spans(store)) == expected
