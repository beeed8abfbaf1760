"""Inspect AI logs. The samples are made up; their form is that of logs of version 2."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from planscope.collector.run import ModelCall, Run
from planscope.collector.transcripts import inspect_log, reader_of
from planscope.collector.transcripts.source import Source

FILE = Path(__file__).parent / "files" / "inspect.json"
Read = Callable[..., list[Run]]


def archive(path: Path, *, broken: bool = False) -> Path:
    """The same samples as an archive."""
    document = json.loads(FILE.read_text("utf-8"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("_journal/start.json", "{}")
        for sample in document["samples"]:
            made.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        if broken:
            made.writestr("samples/9_epoch_1.json", '{"id": 9, "mess')
    return path


def test_samples(runs: Read) -> None:
    one, two = runs(FILE)
    assert [(x.place.index, x.task, x.trial, x.state) for x in (one, two)] == [
        ("1_epoch_1", "1", "1", "ended"),
        ("1_epoch_2", "1", "2", "cut_off"),
    ]
    assert [x.text for x in one.requests] == ["Open the box"]
    assert [(c.name, c.arguments, c.status, c.result, c.place.position) for c in one.tool_calls] == [
        ("bash", {"cmd": "ls"}, "ok", "box\n", "2"),
        ("python", {"code": "1/0"}, "error", "Command timed out before completing.", "2"),
    ]
    assert next(x.thinking for x in one.steps if isinstance(x, ModelCall)) == "A lid?"


def test_an_archive_tells_the_same(runs: Read, tmp_path: Path) -> None:
    found = runs(archive(tmp_path / "log.eval"))
    assert [(r.place.index, r.state, len(r.steps)) for r in found] == [
        (r.place.index, r.state, len(r.steps)) for r in runs(FILE)
    ]


def test_a_sample_that_cannot_be_read_costs_itself(runs: Read, tmp_path: Path) -> None:
    assert len(runs(archive(tmp_path / "log.eval", broken=True), skipped=1)) == 2


def test_other_archives_and_torn_ones(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as made:
        made.writestr("a.txt", "b")
    whole = archive(tmp_path / "log.eval").read_bytes()
    for name, raw in {
        "torn": whole[: len(whole) // 2],
        "head": whole[:4],
        "flipped": whole[:90] + b"\0\0\0" + whole[93:],
    }.items():
        (tmp_path / name).write_bytes(raw)
    for name in ("other.zip", "torn", "head", "flipped"):
        source = Source(tmp_path / name, name)
        reader = reader_of(source)
        assert reader is None or reader is inspect_log
        list(inspect_log.read(source))
