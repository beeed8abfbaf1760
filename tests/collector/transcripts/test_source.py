"""Files as they should not be: each costs what is wrong with it and nothing more."""

import gzip
import json
import os
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

from planscope.analyzers.check import FileFacts, read_job
from planscope.analyzers.files import find_files, jobs_of
from planscope.collector.interpret import runs_of
from planscope.collector.run import Run
from planscope.collector.transcripts.source import DEPTH_LIMIT, Source, json_value, line_values
from planscope.errors import Unreadable

if TYPE_CHECKING:
    from tests.collector.conftest import Session

CHAT = [{"role": "user", "content": "Is oak free?"}, {"role": "assistant", "content": "Yes."}]
RUN = json.dumps({"messages": CHAT})


def looked_at(path: Path) -> tuple[list[Run], list[FileFacts]]:
    """Runs and facts of everything at a path, read as a check reads it."""
    runs: list[Run] = []
    facts: list[FileFacts] = []
    for job in jobs_of(find_files([path], path if path.is_dir() else path.parent)):
        spans, found = read_job(job)
        runs, facts = runs + runs_of(spans), facts + found
    return runs, facts


def reasons(facts: list[FileFacts]) -> list[str]:
    """What was skipped, as place and reason."""
    return [f"{s.position}: {s.reason}" for f in facts for s in f.skipped]


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., Path]:
    """Writes bytes (lines of runs by default) into a file."""

    def write(*parts: bytes, name: str = "runs.jsonl") -> Path:
        (tmp_path / name).write_bytes(b"".join(parts))
        return tmp_path / name

    return write


GOOD = RUN.encode() + b"\n"

DAMAGED: dict[str, tuple[list[bytes], int, list[str]]] = {
    "truncated last line": ([GOOD, GOOD, GOOD[:50]], 2, ["2: incomplete last line"]),
    "a broken line": ([GOOD, b'{"messages": [\n', GOOD], 2, ["1: no valid JSON"]),
    "two objects on a line": ([GOOD, GOOD[:-1] + GOOD], 3, []),
    "an object and a half": ([GOOD, GOOD[:-1] + GOOD[:30] + b"\n", GOOD], 3, ["1: the rest of the line"]),
    "a log's prefix": ([GOOD, b"INFO saved " + GOOD], 2, []),
    "invalid UTF-8": ([GOOD, GOOD.replace(b"Is oak", b"Is \xff\xfe\xe4")], 2, []),
    "NUL bytes": ([GOOD, b"\0\0\0\0\n", b"\0\0" + GOOD], 2, ["1: nothing but NUL bytes"]),
    "an array on a line": ([GOOD, json.dumps(CHAT).encode() + b"\n", b"[1, 2]\n"], 2, ["2: a line without messages"]),
    "bare values": ([GOOD, GOOD, b'"text"\n', b"17\n", GOOD], 3, ["2: a line without", "3: a line without"]),
    "BOM and CRLF": ([b"\xef\xbb\xbf", GOOD.replace(b"\n", b"\r\n") * 2, b"\r\n", GOOD], 3, []),
    "too deep": ([GOOD, b'{"messages": ' + b"[" * 10_000 + b"]" * 10_000 + b"}\n", GOOD], 2, ["1: nested too deeply"]),
    "rather deep": ([GOOD, b'{"x": ' + b"[" * 900 + b"]" * 900 + b"}\n", GOOD], 2, ["1: nested too deeply"]),
    "half a surrogate pair": ([GOOD, GOOD.replace(b"Is oak", b"Is \\ud83d oak")], 2, []),
    "no end of line": ([GOOD, GOOD[:-1]], 2, []),
    "a huge number": ([GOOD, b'{"messages": ' + b"9" * 6000 + b"}\n", GOOD], 2, ["1: no valid JSON"]),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_damage_costs_its_record_only(damage: str, lines: Callable[..., Path]) -> None:
    parts, good, skipped = DAMAGED[damage]
    runs, (facts,) = looked_at(lines(*parts))
    assert (len(runs), facts.format, facts.problem) == (good, "chat", "")
    assert len(facts.skipped) == len(skipped)
    assert all(got.startswith(want) for got, want in zip(reasons([facts]), skipped, strict=True))
    for run in runs:
        "".join(m.text for m in run.requests).encode()  # no half of a surrogate pair is left
        assert run.requests[0].text.startswith("Is ")


@pytest.mark.parametrize("damage", ["truncated last line", "a broken line"])
def test_only_a_file_that_ends_in_a_record_is_cut_off(
    damage: str, session: "type[Session]", lines: Callable[..., Path]
) -> None:
    s = session()
    s.user("Mend the gate")
    s.say("Done.")
    good = "".join(json.dumps(x) + "\n" for x in s.lines).encode()
    broken = b'{"type": "assistant", "mess'
    path = lines(good, broken) if damage == "truncated last line" else lines(good[:-1], b"\n", broken, b"\n")
    (run,), _ = looked_at(path)
    assert run.state == ("cut_off" if damage == "truncated last line" else "ended")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("empty.jsonl", b"", "empty file"),
        ("blank.jsonl", b"\n \n", "nothing but white space"),
        ("hollow.jsonl.gz", gzip.compress(GOOD * 200)[:20], "compressed data is damaged"),
        ("notes.md", b"# Plan\n\n1. Mend the gate\n" * 100, "unknown format"),
        ("image.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4000, "unknown format"),
        ("half.json", json.dumps({"messages": CHAT}, indent=1).encode()[:-20], "unknown format"),
        ("other.json", b'{"rows": [1, 2, 3]}', "unknown format"),
        ("deep.json", b"[" * 10_000 + b"]" * 10_000, "unknown format"),
        ("log.jsonl", GOOD * 3 + b"done\n" * 9, "most of it could not be read"),
        ("mixed.jsonl", GOOD * 50 + b'{"event": "x"}\n' * 70, "most of it could not be read"),
    ],
)
def test_files_that_are_no_transcripts(name: str, content: bytes, problem: str, lines: Callable[..., Path]) -> None:
    runs, (facts,) = looked_at(lines(content, name=name))
    assert runs == []
    assert problem in facts.problem
    assert facts.format == ""


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    runs, (facts,) = looked_at(tmp_path / "gone.jsonl")
    assert (runs, facts.problem) == ([], "no such file or folder")
    assert looked_at(tmp_path) == ([], [])


def test_what_is_no_file_in_a_folder_is_named_and_the_rest_read(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(RUN, encoding="utf-8")
    (tmp_path / "link.json").symlink_to(tmp_path / "gone.json")
    (tmp_path / "circle.json").symlink_to(tmp_path / "circle.json")
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "zero").symlink_to("/dev/zero")
    runs, facts = looked_at(tmp_path)
    assert len(runs) == 1
    assert {f.name for f in facts if f.problem} == {"link.json", "circle.json", "pipe.json", "zero"}
    with pytest.raises(Unreadable, match="no regular file"):
        Source(tmp_path / "pipe.json", "pipe.json").open()


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.99])
def test_damaged_compression_costs_what_comes_after(kept: float, lines: Callable[..., Path]) -> None:
    noise = random.Random(7)  # so that there is something to compress in pieces
    texts = [noise.randbytes(3000).hex() for _ in range(40)]
    whole = gzip.compress(b"".join(RUN.replace("oak", text).encode() + b"\n" for text in texts))
    runs, (facts,) = looked_at(lines(whole[: int(len(whole) * kept)], name="runs.jsonl.gz"))
    assert 0 < len(runs) < 40
    assert "compressed data is damaged" in reasons([facts])[-1]
    broken = bytearray(whole)
    broken[len(whole) // 2 : len(whole) // 2 + 40] = b"\xff" * 40
    runs, (facts,) = looked_at(lines(bytes(broken), name="runs.jsonl.gz"))
    assert len(runs) < 40
    assert facts.skipped or facts.problem
    assert looked_at(lines(b"\x1f\x8bnothing", name="runs.jsonl.gz"))[1][0].problem


def test_compressed_files_are_read_as_others(lines: Callable[..., Path]) -> None:
    assert len(looked_at(lines(gzip.compress(GOOD * 3), name="a.jsonl.gz"))[0]) == 3
    assert len(looked_at(lines(gzip.compress(json.dumps(CHAT, indent=2).encode()), name="a.json.gz"))[0]) == 1


BIG = {  # a beginning, and what is repeated 500 times
    "plain": ("", "x" * 100_000),
    "escaped": ("", "ab\\n" * 25_000),
    "base64": ("", "QUJD" * 25_000),
    "wide": ("\U0001f600", "x" * 100_000),
}


@pytest.mark.parametrize("kind", BIG)
def test_a_line_of_50_mb_stays_under_500_mb(kind: str, session: "type[Session]", tmp_path: Path) -> None:
    s = session()
    s.user("Show it")
    s.call("Read", {"file_path": "big"}, "HERE")
    s.say("Shown.")
    path = tmp_path / "big.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for x in s.lines:
            before, here, after = json.dumps(x).partition("HERE")
            out.write(before + (BIG[kind][0] if here else ""))
            out.writelines(BIG[kind][1] for _ in range(500 if here else 0))
            out.write(after + "\n")
    code = """
        import resource, sys
        from pathlib import Path
        from planscope.analyzers.check import read_job
        from planscope.analyzers.files import find_files, jobs_of
        from planscope.collector.interpret import runs_of
        (job,) = jobs_of(find_files([Path(sys.argv[1])]))
        spans, facts = read_job(job)
        (run,) = runs_of(spans)
        (call,) = run.tool_calls
        assert not facts[0].skipped and call.content == "truncated" and len(call.result) < 3_000_000, facts
        assert run.troubles == () and run.state == "ended"
        if sys.platform == "linux":  # getrusage would tell how large the process was that this one came from
            (size,) = (x.split()[1] for x in open("/proc/self/status") if x.startswith("VmHWM"))
            print(int(size) // 1024)
        else:
            print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 2**20)
    """
    told = subprocess.run([sys.executable, "-c", textwrap.dedent(code), path], capture_output=True, text=True)
    assert told.stderr == ""
    assert int(told.stdout) < 500


def test_a_longer_line_is_passed_over(monkeypatch: pytest.MonkeyPatch, lines: Callable[..., Path]) -> None:
    monkeypatch.setattr("planscope.collector.transcripts.source.LINE_LIMIT", 200)
    runs, (facts,) = looked_at(lines(GOOD, GOOD[:-2] + b" " * 900 + b"}\n", GOOD))
    assert len(runs) == 2
    assert reasons([facts]) == ["1: line longer than 0 MiB"]


def test_a_file_that_unpacks_without_end_is_left(monkeypatch: pytest.MonkeyPatch, lines: Callable[..., Path]) -> None:
    monkeypatch.setattr("planscope.collector.transcripts.source.FILE_LIMIT", 1000)
    source = Source(lines(gzip.compress(GOOD * 1000), name="a.jsonl.gz"), "a.jsonl.gz")
    assert 3 < len(list(source.records())) < 40
    assert "the rest is left out" in source.skipped[-1].reason


def test_a_file_of_empty_lines_is_not_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch, lines: Callable[..., Path]
) -> None:
    monkeypatch.setattr("planscope.collector.transcripts.source.BLANK_LIMIT", 1000)
    runs, (facts,) = looked_at(lines(b"\n" * 2000, GOOD * 3))
    assert (runs, facts.problem) == ([], "nothing but white space")
    assert looked_at(lines(b"\n" * 900, GOOD * 3))[0]


def test_values_of_a_line() -> None:
    assert line_values(b' {"a": 1} , {"b": 2}\n') == ([{"a": 1}, {"b": 2}], "")
    assert line_values(b"\xef\xbb\xbf[1]")[0] == [[1]]
    assert line_values(b" \r\n") == ([], "")
    assert line_values(b"1 2")[0] == []
    nested: Any = "[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT
    assert json_value(nested[1:-1]) is not None
    assert json_value(f"[{nested}]") is None
    assert json_value("17") is None


def test_a_file_is_opened_no_more_than_it_takes(monkeypatch: pytest.MonkeyPatch, lines: Callable[..., Path]) -> None:
    opened: list[str] = []
    original = Source.open

    def counted(source: Source) -> IO[bytes]:
        opened.append(source.name)
        return original(source)

    monkeypatch.setattr(Source, "open", counted)
    looked_at(lines(GOOD * 3))
    assert len(opened) == 2  # once to tell what it is, once to read it
    opened.clear()
    looked_at(lines(RUN.encode()))
    assert len(opened) == 1
