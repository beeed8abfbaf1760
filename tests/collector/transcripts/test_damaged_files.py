"""Whatever is wrong with a file of a known format costs what is wrong, never more: cut off, compressed, with a mark at
its beginning, or with any value replaced by one of another type."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.check import read_job
from planscope.analyzers.files import jobs_of
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.transcripts import reader_of
from planscope.collector.transcripts.source import Source

FILES = sorted((Path(__file__).parent / "files").iterdir())
WRONG: tuple[Any, ...] = (None, 3, -1.5, True, "", "x", [], {}, [[]], [None, 7, "y"], {"a": {"b": [1]}}, [{}])


def name_of(path: Path) -> str:
    """The format that the file is named for."""
    return path.name.split(".")[0].split("+")[0]


def read(path: Path) -> tuple[list[Run], Source]:
    """The runs of a file, whatever format it is taken for."""
    source = Source(path, path.name)
    reader = reader_of(source)
    return (runs_of(reader.read(source)) if reader else []), source


def steps(runs: list[Run]) -> list[Any]:
    """What counts of runs: kinds and places of their steps."""
    return [(r.state, [(type(x).__name__, x.place.position) for x in r.steps]) for r in runs]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_the_format_is_known_by_its_content(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "anything.bin"
    other.write_bytes(path.read_bytes())
    reader = reader_of(Source(other, other.name))
    assert reader is not None
    assert name_of(path) == reader.NAME
    runs, source = read(other)
    assert runs
    assert all(r.steps for r in runs)
    assert source.skipped == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_compressed_and_marked(path: Path, tmp_path: Path) -> None:
    plain, _ = read(path)
    raw = path.read_bytes()
    for name, content in {"a.gz": gzip.compress(raw), "b": b"\xef\xbb\xbf" + raw}.items():
        if raw[:2] == b"PK":
            continue
        (tmp_path / name).write_bytes(content)
        assert steps(read(tmp_path / name)[0]) == steps(plain)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_cut_anywhere(path: Path, tmp_path: Path) -> None:
    raw = path.read_bytes()
    for size in {*range(0, len(raw), max(len(raw) // 60, 1)), len(raw) - 1}:
        (tmp_path / "cut").write_bytes(raw[:size])
        read(tmp_path / "cut")
    (tmp_path / "cut").write_bytes(gzip.compress(raw)[:-20])
    read(tmp_path / "cut")


@pytest.mark.parametrize("path", [f for f in FILES if f.suffix in (".json", ".jsonl")], ids=lambda p: p.name)
def test_values_of_other_types(path: Path, tmp_path: Path) -> None:
    chance = random.Random(path.name)
    text = path.read_text("utf-8")
    documents = [json.loads(x) for x in text.splitlines()] if path.suffix == ".jsonl" else [json.loads(text)]
    places = [(n, *p) for n, d in enumerate(documents) for p in _places(d)]
    for place in places if len(places) < 100 else chance.sample(places, 100):
        for wrong in chance.sample(WRONG, 2):
            changed = json.loads(json.dumps(documents))
            at = changed
            for key in place[:-1]:
                at = at[key]
            at[place[-1]] = wrong
            lines = [json.dumps(x) + "\n" for x in changed]
            (tmp_path / "wrong").write_text("".join(lines), encoding="utf-8")
            read(tmp_path / "wrong")


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, x in inner:
        yield (*above, key)
        yield from _places(x, (*above, key))


SESSIONS = ("codex", "codex-exec", "gemini-cli", "opencode", "pi", "atif")


@pytest.mark.parametrize("path", [f for f in FILES if f.stem in SESSIONS], ids=lambda p: p.name)
def test_a_copy_beside_it_is_no_second_time(path: Path, tmp_path: Path) -> None:
    """Also one that stops earlier: the record of a session as it stood before."""
    alone, _ = read(path)
    (tmp_path / "a").write_bytes(path.read_bytes())
    (tmp_path / "b").write_bytes(path.read_bytes())
    files = [(tmp_path / n, n) for n in "ab"]
    assert len(jobs_of(files)) == 1
    if path.suffix == ".jsonl":
        lines = path.read_bytes().splitlines(keepends=True)
        (tmp_path / "b").write_bytes(b"".join(lines[: len(lines) * 2 // 3]))
    spans, _ = read_job(jobs_of(files)[0])
    assert steps(runs_of(spans)) == steps(alone)
