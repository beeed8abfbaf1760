"""Files → Spans; one file per format, found by content.

A reader is a module with
    NAME      its format's name
    TITLE     one line for people: what writes such files
    matches(source) -> bool          by content (source.values: the first JSON lines, or the one document)
    read(source) -> Iterator[Span]   everything that it understands; what it cannot read goes to source.skip(...)
    keys(source) -> set[str]         optional: what names the runs inside, so that files of one run are read together
A new format is one new file; `RANK` (small first) decides where two could match.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Protocol

from planscope.collector.span import Span
from planscope.collector.transcripts.source import Source


class Reader(Protocol):
    """What a module in this folder offers."""

    NAME: str
    TITLE: str
    RANK: int

    def matches(self, source: Source) -> bool:
        """Whether the file is in this format."""

    def read(self, source: Source) -> Iterator[Span]:
        """The file's spans."""


@cache
def readers() -> Sequence[Reader]:
    """All readers, in the order in which they are asked."""
    found: list[Any] = [importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)]
    return sorted((m for m in found if hasattr(m, "matches")), key=lambda m: (m.RANK, m.NAME))


def reader_of(source: Source) -> Reader | None:
    """The reader for this file, None when the format is unknown."""
    return next((r for r in readers() if r.matches(source)), None)


def keys_of(reader: Reader, source: Source) -> set[str]:
    """Names of the runs inside, for joining files; empty when the format has no runs that span files."""
    keys = getattr(reader, "keys", None)
    found: set[str] = {f"{reader.NAME}:{k}" for k in keys(source)} if keys else set()
    return found
