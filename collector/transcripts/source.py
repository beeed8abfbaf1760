"""One file as readers see it: its lines or its JSON document, with everything that could not be read counted.

Files are hostile: lines of any length, nesting of any depth, bytes that are no text, compressed data that ends in the
middle. What is wrong with a record costs that record.
"""

import gzip
import json
import re
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any, cast

from planscope.errors import Unreadable

HEAD_RECORDS = 40  # values that a format is recognised by
HEAD_BYTES = 2**20  # a longer line is not among them, unless it is the first
BLANK_LIMIT = 4 * 2**20  # bytes of white space after which a file is not looked into any further
DOCUMENT_LIMIT = 512 * 2**20  # bytes; larger JSON documents are refused rather than loaded
LINE_LIMIT = 64 * 2**20  # bytes; a longer line is counted and passed over
FILE_LIMIT = 4 * 2**30  # bytes, decompressed; what lies beyond is counted and left out
WIDE_LIMIT = 16 * 2**20  # bytes; in longer texts, characters that would need four bytes each in memory are replaced
DEPTH_LIMIT = 200  # levels of nesting; deeper values would exhaust the stack of whoever walks through them

_WIDE = re.compile(rb"[\xf0-\xf7][\x80-\xbf]{3}")
_SPACE = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was not read: where (0-based line, or place in a document), and why."""

    file: str
    position: str
    reason: str


@dataclass
class Source:
    """A file to read. `name` is how findings call it (relative to the root where one is given)."""

    path: Path
    name: str
    skipped: list[Skipped] = field(default_factory=list)
    cut_off: bool = False  # the last record is incomplete
    records_read: int = 0
    _values: int = 0  # on the lines
    _broken: int = 0  # lines that held no JSON

    def skip(self, position: str | int, reason: str) -> None:
        """Counts a record that could not be read."""
        self.skipped.append(Skipped(self.name, str(position), reason))

    @property
    def mostly_skipped(self) -> bool:
        """Whether most of the lines were skipped: then the file is not what its beginning made it look like."""
        lines = self._values + self._broken
        return lines > 2 and len({x.position for x in self.skipped if x.position.isdecimal()}) * 2 > lines

    def open(self) -> IO[bytes]:
        """The file's bytes, decompressed. Raises Unreadable, also for what is no file (a pipe would never end)."""
        try:
            if not stat.S_ISREG(self.path.stat().st_mode):
                raise Unreadable(f"{self.name}: no regular file")
            stream = self.path.open("rb", buffering=2**18)
            if stream.read(2) != b"\x1f\x8b":
                stream.seek(0)
                return stream
            stream.close()
            return cast(IO[bytes], gzip.open(self.path))  # closes the file with itself, as GzipFile(fileobj) does not
        except OSError as e:
            raise Unreadable(f"{self.name}: cannot be read ({e.strerror or e})") from e

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Physical lines with their number from 0. Only LF ends a line."""
        with self.open() as stream:
            number = size = 0
            try:
                while line := stream.readline(LINE_LIMIT):
                    size += len(line)
                    if len(line) == LINE_LIMIT and not line.endswith(b"\n"):
                        size += _pass_over(stream)
                        self.skip(number, f"line longer than {LINE_LIMIT >> 20} MiB")
                    else:
                        yield number, line
                    if size > FILE_LIMIT:
                        self.skip(number + 1, f"the file is longer than {FILE_LIMIT >> 30} GiB; the rest is left out")
                        return
                    number += 1
            except (OSError, EOFError, zlib.error) as e:
                self.cut_off = True
                self.skip(number, f"compressed data is damaged from here on ({e})")

    def beginning(self, size: int = 40) -> str:
        """The first characters of the first line that holds any, "" when there is none near the begin."""
        blank = 0
        for _, raw in self.lines():
            if not raw.isspace():
                return raw.lstrip()[:size].decode("utf-8", "replace").strip()
            blank += len(raw)
            if blank > BLANK_LIMIT:
                break
        return ""

    def records(self) -> Iterator[tuple[int, Any]]:
        """JSON values with the number of their line. A line may hold several; what is no JSON is counted, and an
        incomplete last line also marks the file as cut off."""
        bad: tuple[int, str, bool] | None = None
        for number, raw in self.lines():
            if bad is not None:
                self.skip(bad[0], bad[1])
                bad = None
            values, problem = line_values(raw)
            for value in values:
                self.records_read += 1
                self._values += 1
                yield number, value
            if problem:
                self._broken += not values
                bad = (number, problem, raw.endswith(b"\n"))
        if bad is not None:
            number, problem, finished = bad
            self.cut_off = self.cut_off or not finished
            self.skip(number, problem if finished else f"incomplete last line ({problem})")

    @cached_property
    def head(self) -> list[Any]:
        """The first values of a file of JSON lines; empty when it is no such file. Nothing is counted as skipped."""
        whole, values = self._start
        return self._first_values()[1] if whole and not values else values

    @cached_property
    def document(self) -> Any:
        """The file as one JSON object or list, None when it is none."""
        whole, values = self._start
        if not whole:
            return None
        value = values[0] if values else self._parsed()
        return value if isinstance(value, dict | list) else None

    @cached_property
    def values(self) -> list[Any]:
        """What to recognise the format by: the first JSON lines, or the one document."""
        return self.head if self.document is None else [self.document]

    @cached_property
    def _start(self) -> tuple[bool, list[Any]]:
        return self._first_values(stop_at_document=True)

    def _first_values(self, *, stop_at_document: bool = False) -> tuple[bool, list[Any]]:
        """(whether the file looks like one document, its first values). A document is a single line, or begins with a
        line that is no value by itself; then nothing more is read."""
        probe = Source(self.path, self.name)
        values: list[Any] = []
        lines = bad = size = blank = 0
        for _, raw in probe.lines():
            blank += len(raw) if raw.isspace() else 0
            if blank > BLANK_LIMIT:
                break
            if raw.isspace() or (values and len(raw) > HEAD_BYTES):
                lines += not raw.isspace()
                continue
            lines, size = lines + 1, size + len(raw)
            found, problem = line_values(raw)
            if stop_at_document and lines == 1 and not found and raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
                return True, []
            values += found
            bad += bool(problem)
            if len(values) >= HEAD_RECORDS or bad >= HEAD_RECORDS or (lines > 1 and size > HEAD_BYTES and values):
                break
        return lines == len(values) == 1, values

    def _parsed(self) -> Any:
        with self.open() as stream:
            try:
                raw = stream.read(DOCUMENT_LIMIT + 1)
            except (OSError, EOFError, zlib.error):
                return None
        return None if len(raw) > DOCUMENT_LIMIT else json_value(_decoded(raw))


def json_value(text: Any) -> Any:
    """A text as JSON object or list; None when it is none, or nested too deeply."""
    if not isinstance(text, str) or text[:80].lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return None if _too_deep(text, value) else _mended(text, value)


def line_values(raw: bytes) -> tuple[list[Any], str]:
    """All JSON values on a line, and what was wrong with the rest ("" when nothing). A line of white space holds none.
    Text before the first object (a log's prefix) is passed over."""
    text = _decoded(raw)
    if not text or text.isspace():
        return [], "nothing but NUL bytes" if b"\0" in raw else ""
    try:
        value = json.loads(text)
        return ([], "nested too deeply") if _too_deep(text, value) else ([_mended(text, value)], "")
    except RecursionError:
        return [], "nested too deeply"
    except ValueError as e:
        return _several(text) or ([], f"no valid JSON ({e})")


def _several(text: str) -> tuple[list[Any], str] | None:
    """Values that follow one another on a line; None when it does not begin with one."""
    values: list[Any] = []
    decoder = json.JSONDecoder()
    at = max(text.find('{"'), 0) if text.lstrip()[:1] not in ("{", "[") else 0
    at = _after_space(text, at)
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except (RecursionError, ValueError) as e:
            problem = "it is nested too deeply" if isinstance(e, RecursionError) else f"it is no valid JSON ({e})"
            return (values, f"the rest of the line was not read: {problem}") if values else None
        if not isinstance(value, dict | list) or _too_deep(text, value):
            return (values, "the rest of the line was not read") if values else None
        values.append(_mended(text, value))
        at = _after_space(text, end)
    return values, ""


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _decoded(raw: bytes) -> str:
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    if b"\0" in raw:
        raw = raw.replace(b"\0", b"")
    if len(raw) > WIDE_LIMIT and not raw.isascii():
        raw = _WIDE.sub("\ufffd".encode(), raw)
    return raw.decode("utf-8", "replace")


def _too_deep(text: str, value: Any) -> bool:
    """Whether a value has more levels than we can walk; texts with few brackets need no look."""
    if text.count("[") + text.count("{") <= DEPTH_LIMIT:
        return False
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEPTH_LIMIT:
            return True
        below = [x for x in level if isinstance(x, dict | list)]
        level = [y for x in below for y in (x.values() if isinstance(x, dict) else x)]
    return False


def _mended(text: str, value: Any) -> Any:
    """The value without halves of surrogate pairs, which no encoder takes; JSON can only hold them escaped."""
    return _whole(value) if "\\ud" in text or "\\uD" in text else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_whole(k): _whole(v) for k, v in value.items()}
    return [_whole(v) for v in value] if isinstance(value, list) else value


def _pass_over(stream: IO[bytes]) -> int:
    """Reads to the end of the line; gives the number of bytes, and up before the limit for a whole file."""
    size = 0
    while size < FILE_LIMIT and (rest := stream.readline(LINE_LIMIT)):
        size += len(rest)
        if rest.endswith(b"\n"):
            break
    return size
