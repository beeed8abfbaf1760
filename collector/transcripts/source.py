"""One file as readers see it: its lines or its JSON document, with everything that could not be read counted."""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any, cast

from planscope.errors import Unreadable

HEAD_RECORDS = 40
DOCUMENT_LIMIT = 512 * 2**20  # bytes; larger JSON documents are refused rather than loaded
LINE_LIMIT = 128 * 2**20  # bytes; a longer line is counted and passed over


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

    def skip(self, position: str | int, reason: str) -> None:
        """Counts a record that could not be read."""
        self.skipped.append(Skipped(self.name, str(position), reason))

    def open(self) -> IO[bytes]:
        """The file's bytes, decompressed. Raises Unreadable."""
        try:
            stream = self.path.open("rb")
            if stream.read(2) != b"\x1f\x8b":
                stream.seek(0)
                return stream
            stream.close()
            return cast(IO[bytes], gzip.open(self.path))  # closes the file with itself, as GzipFile(fileobj) does not
        except OSError as e:
            raise Unreadable(f"{self.name}: cannot be read ({e.strerror or e})") from e

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Physical lines with their number from 0, line ends removed. Only LF ends a line."""
        with self.open() as stream:
            number = 0
            try:
                while line := stream.readline(LINE_LIMIT):
                    if len(line) == LINE_LIMIT and not line.endswith(b"\n"):
                        self._pass_over(stream)
                        self.skip(number, f"line longer than {LINE_LIMIT >> 20} MiB")
                    else:
                        yield number, line
                    number += 1
            except (OSError, EOFError, zlib.error) as e:
                self.cut_off = True
                self.skip(number, f"compressed data is damaged from here on ({e})")

    @staticmethod
    def _pass_over(stream: IO[bytes]) -> None:
        while (rest := stream.readline(LINE_LIMIT)) and not rest.endswith(b"\n"):
            pass

    def records(self) -> Iterator[tuple[int, Any]]:
        """JSON values with the number of their line. A line may hold several; what is no JSON is counted, and an
        incomplete last line also marks the file as cut off."""
        bad: tuple[int, str, bool] | None = None
        for number, raw in self.lines():
            if bad is not None:
                self.skip(bad[0], bad[1])
                bad = None
            text = raw.decode("utf-8", "replace").replace("\0", "").strip().lstrip("\ufeff")
            if not text:
                continue
            values, problem = _values(text)
            for value in values:
                self.records_read += 1
                yield number, value
            if problem:
                bad = (number, problem, raw.endswith(b"\n"))
        if bad is not None:
            number, problem, finished = bad
            self.cut_off = self.cut_off or not finished
            self.skip(number, problem if finished else f"incomplete last line ({problem})")

    @cached_property
    def head(self) -> list[Any]:
        """The first values of a file of JSON lines; empty when it is no such file. Nothing is counted as skipped."""
        probe = Source(self.path, self.name)
        values: list[Any] = []
        for seen, (_, value) in enumerate(probe.records()):
            values.append(value)
            if seen + 1 >= HEAD_RECORDS or len(probe.skipped) > HEAD_RECORDS:
                break
        return values

    @cached_property
    def document(self) -> Any:
        """The file as one JSON value, None when it is none."""
        with self.open() as stream:
            try:
                raw = stream.read(DOCUMENT_LIMIT + 1)
            except (OSError, EOFError, zlib.error):
                return None
        if len(raw) > DOCUMENT_LIMIT or not raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return None
        try:
            return json.loads(raw.decode("utf-8-sig", "replace").replace("\0", ""))
        except (ValueError, RecursionError):
            return None

    @cached_property
    def values(self) -> list[Any]:
        """What to recognise the format by: the first JSON lines, or the one document."""
        document = self.document if self._looks_whole() else None
        return [document] if document is not None else self.head

    def _looks_whole(self) -> bool:
        """Whether the first line is not a JSON value of its own with more of the kind after it."""
        numbers = []
        for number, raw in self.lines():
            text = raw.strip().lstrip(b"\xef\xbb\xbf")
            if not text:
                continue
            numbers.append(number)
            if len(numbers) == 1 and not _values(text.decode("utf-8", "replace"))[0]:
                return True
            if len(numbers) > 1:
                return False
        return True


def _values(text: str) -> tuple[list[Any], str]:
    """All JSON values on a line, and what was wrong with the rest ("" when nothing)."""
    try:
        return [json.loads(text)], ""
    except RecursionError:
        return [], "nested too deeply"
    except ValueError:
        pass
    values: list[Any] = []
    at, decoder = 0, json.JSONDecoder()
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except RecursionError:
            return values, "nested too deeply"
        except ValueError as e:
            return values, f"no valid JSON ({e})" if not values else f"rest of the line is no valid JSON ({e})"
        if not isinstance(value, dict | list):
            return values, "no valid JSON"
        values.append(value)
        at = end
        while at < len(text) and text[at] in " \t\r,":
            at += 1
    return values, ""
