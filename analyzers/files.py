"""Which files to read, and which of them together: paths → files → jobs. Reads no more than it takes to tell."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from planscope.collector.transcripts import keys_of, reader_of
from planscope.collector.transcripts.source import Source

NOT_ENTERED = frozenset({".git", ".planscope", "node_modules", ".venv", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Job:
    """Files that are read together, because they may hold pieces of the same run."""

    files: tuple[tuple[Path, str], ...]


def find_files(paths: Sequence[Path], root: Path | None = None) -> list[tuple[Path, str]]:
    """(file, name) for every file given or below a folder given, in order, each once. The name is relative to `root`,
    else the path as given. A path that does not exist is in the list too: reading it will say so."""
    found: dict[Path, str] = {}
    for path in paths:
        for file in _below(path) if path.is_dir() else [path]:
            found.setdefault(file.absolute(), _name(file, root))
    return list(found.items())


def _below(folder: Path) -> Iterator[Path]:
    closed: list[Path] = []  # folders that may not be looked into
    for here, folders, names in os.walk(folder, onerror=lambda e: closed.append(Path(e.filename))):
        folders[:] = sorted(f for f in folders if f not in NOT_ENTERED)
        yield from (Path(here) / n for n in sorted(names))
    yield from closed


def _name(file: Path, root: Path | None) -> str:
    if root is None:
        return file.as_posix()
    try:
        return file.absolute().relative_to(root.absolute()).as_posix()
    except ValueError:
        return file.as_posix()


def jobs_of(files: Iterable[tuple[Path, str]]) -> list[Job]:
    """Files that name the same run go together; the others alone."""
    given = list(files)
    if len(given) <= 1:
        return [Job((f,)) for f in given]
    leaders = list(range(len(given)))  # of each file: an earlier one of its group, or itself

    def leader(n: int) -> int:
        while leaders[n] != n:
            leaders[n] = leaders[leaders[n]]
            n = leaders[n]
        return n

    owner: dict[str, int] = {}
    for n, file in enumerate(given):
        for key in sorted(_keys(*file)):
            one, two = sorted((leader(owner.setdefault(key, n)), leader(n)))
            leaders[two] = one
    groups: dict[int, list[tuple[Path, str]]] = {}
    for n, file in enumerate(given):
        groups.setdefault(leader(n), []).append(file)
    return [Job(tuple(g)) for g in groups.values()]


def _keys(path: Path, name: str) -> set[str]:
    """What names the runs inside; nothing for a file that cannot be read, which will be said when it is its turn."""
    source = Source(path, name)
    try:
        reader = reader_of(source) if path.is_file() else None
        return keys_of(reader, source) if reader else set()
    except Exception:
        return set()
