"""One file → its spans, and what became of it. Nothing that is in a file raises."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from planscope.collector.span import Span
from planscope.collector.transcripts import reader_of
from planscope.collector.transcripts.source import Skipped, Source
from planscope.errors import PlanscopeError, Unreadable


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What became of one file: its format ("" when unknown), records read and skipped, a problem in words.

    `foreign` is true for a file that is no transcript (empty, or in no format that we read), as many in a folder are;
    other problems mean that something which may well be one could not be read.
    """

    name: str
    format: str
    records: int = 0
    skipped: tuple[Skipped, ...] = ()
    problem: str = ""
    foreign: bool = False


def read_file(path: Path, name: str) -> tuple[Sequence[Span], FileFacts]:
    """The spans of a file, and what became of it. `name` is what findings call it."""
    try:
        return _read(path, name)
    except FileNotFoundError:
        if path.is_symlink():
            return (), FileFacts(name, "", problem="a link to a file that does not exist", foreign=True)
        problem = "no such file or folder"
    except (Unreadable, OSError) as e:
        problem = (getattr(e, "strerror", None) or str(e)).removeprefix(f"{name}: ")
    except Exception as e:  # a reader that fails on a hostile file must not cost the others
        problem = f"cannot be read ({words(e)})"
    return (), FileFacts(name, "", problem=problem)


def _read(path: Path, name: str) -> tuple[Sequence[Span], FileFacts]:
    source = Source(path, name)
    if path.stat().st_size == 0 and path.is_file():
        return (), FileFacts(name, "", problem="empty file", foreign=True)
    if not path.is_file():
        return (), FileFacts(name, "", problem="neither a file nor a folder that can be read", foreign=True)
    reader = reader_of(source)
    if reader is None:
        return (), FileFacts(name, "", problem=_unknown(source), foreign=True)
    found = list(reader.read(source))
    if source.mostly_skipped:
        problem = f"looks like {reader.NAME}, but most of it could not be read ({source.skipped[0].reason})"
        return (), FileFacts(name, "", problem=problem, foreign=True)
    return found, FileFacts(name, reader.NAME, source.records_read, tuple(source.skipped))


def _unknown(source: Source) -> str:
    """Says of a file that no reader knows what it looks like."""
    first = next(iter(source.values), None)
    if isinstance(first, dict):
        return f"unknown format (JSON with the keys {', '.join(repr(k) for k in list(first)[:5]) or 'none'})"
    if first is not None:
        return f"unknown format (JSON: {'an empty list' if first == [] else _KINDS.get(type(first), 'a value')})"
    begin = source.beginning()
    if begin.startswith(("{", "[")):
        return "unknown format (no complete JSON value)"
    if not begin and source.skipped:
        return f"nothing in it could be read ({source.skipped[0].reason})"
    return f"unknown format (no JSON: begins with {begin!r})" if begin else "nothing but white space"


_KINDS = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "true or false"}


def words(error: BaseException) -> str:
    """What was raised and where, in one line."""
    if isinstance(error, PlanscopeError):
        return str(error)
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f", in line {last.tb_lineno} of {Path(last.tb_frame.f_code.co_filename).name}" if last else ""
    return f"{type(error).__name__}: {error}"[:300] + where
