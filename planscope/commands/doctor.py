"""`planscope doctor`: what was understood of traces, and what was not."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.options import GivenPath, opened, store_option

if TYPE_CHECKING:
    from planscope.collector.doctor import Diagnosis
    from planscope.collector.files import FileFacts
    from planscope.collector.span import Span

SHOWN = 12  # names in a list
OWN = "planscope"  # the dialect of transcripts


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=GivenPath())
@store_option("The store to look into when no PATH is given.")
@click.option("--verbose", "-v", is_flag=True, help="Show all names, and each file that was not read.")
def doctor(paths: tuple[Path, ...], store: Path, verbose: bool) -> int:
    """What is understood of your traces, what is not, and which switch captures what is missing.

    \b
    Examples:
      planscope doctor session.jsonl
      planscope doctor traces/ --verbose
      planscope doctor --store runs.store

    PATH is a file, a folder, or a store. Nothing is written, and nothing is checked: `planscope check` does that.

    Exit code: 0 something was understood, 2 nothing was.
    """
    from planscope.analyzers.report.safe import safe
    from planscope.collector.doctor import diagnose

    most = None if verbose else SHOWN
    stores = [p for p in paths if (p / "VERSION").is_file()] if paths else [store]
    lines: list[str] = []
    spans: list[Span] = []
    for folder in stores:
        from planscope.collector.reading import read_spans

        spans += read_spans(opened(folder))
        lines.append(f"store {folder}")
    found, facts = _read([p for p in paths if p not in stores])
    spans += found
    lines += _files(facts, verbose)
    made = diagnose(spans)
    lines += [*_dialects(made, most), *_steps(made, most), *_missing(made)]
    console.write([safe(x) for x in lines])
    understood = made.runs > 0
    if not understood:
        console.say("nothing was understood: no transcript and no trace of an agent is here")
    elif paths and not stores:
        console.write([f"next: planscope check {' '.join(shlex.quote(str(p)) for p in paths)}"])
    return 0 if understood else 2


def _read(paths: Sequence[Path]) -> "tuple[list[Span], list[FileFacts]]":
    from planscope.analyzers.check import read_job
    from planscope.analyzers.files import Job, find_files

    if not paths:
        return [], []
    files = find_files(paths)
    spans: list[Span] = []
    facts: list[FileFacts] = []
    with console.Progress(len(files), "files") as progress:
        for file in files:
            found, about = read_job(Job((file,)))
            spans += found
            facts += about
            progress.add(1)
    return spans, facts


def _files(facts: "Sequence[FileFacts]", verbose: bool) -> Iterator[str]:
    """Formats with their files and records; what was skipped, and files that were not read, with the reasons."""
    formats = Counter(f.format for f in facts if not f.problem)
    for name, n in formats.most_common():
        records = sum(f.records for f in facts if f.format == name and not f.problem)
        yield f"{name}: {_count(n, 'file')}, {_count(records, 'record')}"
    skipped = Counter(x.reason.split(" (")[0] for f in facts for x in f.skipped)
    for reason, n in skipped.most_common():
        yield f"  skipped: {_count(n, 'record')}: {reason}"
    unread = [f for f in facts if f.problem]
    for reason, n in Counter(f.problem.split(" (")[0] for f in unread).most_common():
        yield f"not read: {_count(n, 'file')}: {reason}"
    if verbose:
        yield from (f"  {f.name}: {f.problem}" for f in unread)


def _dialects(made: "Diagnosis", most: int | None) -> Iterator[str]:
    listed = ", ".join(f"{'of transcripts' if name == OWN else name} {n}" for name, n in made.dialects.most_common())
    yield f"spans: {made.spans}{f' ({listed})' if listed else ''}"
    if made.plain:
        yield f"  in no dialect, kept as nodes of the tree: {_names(made.plain, most)}"
    if made.unread:
        yield f"  attributes that nothing reads: {_names(made.unread, most)}"
    if made.masked:
        yield f"  secrets masked: {made.masked}"


def _steps(made: "Diagnosis", most: int | None) -> Iterator[str]:
    states = ", ".join(f"{state.replace('_', ' ')} {n}" for state, n in made.states.most_common())
    yield f"runs: {made.runs}{f' ({states})' if states else ''}"
    if made.steps:
        yield f"  steps: {', '.join(f'{_words(name)} {n}' for name, n in made.steps.most_common())}"
    if made.plans:
        yield f"  plans came from: {_names(made.plans, most)}"
    elif made.runs:
        yield "  no plan: no todo tool, plan document or planner was met; detectors of lists will be not applicable"
    if made.unplanned:
        yield f"  tools whose names speak of plans and whose calls were not read as one: {_names(made.unplanned, most)}"
    if made.troubles:
        yield f"  trouble in the traces: {_names(made.troubles, most)}"


def _missing(made: "Diagnosis") -> Iterator[str]:
    for x in made.missing:
        yield f"not captured: {x.what}, {x.count} of {x.total}{_of(x.dialect)}"
    for switch in dict.fromkeys(x.switch for x in made.missing if x.switch):
        yield f"  to capture it: {switch}"


def _names(counts: Counter[str], most: int | None) -> str:
    shown = ", ".join(f"{name} {n}" for name, n in counts.most_common(most))
    left = len(counts) - (most or len(counts))
    return f"{shown}{f' and {left} more (--verbose)' if left > 0 else ''}"


def _of(dialect: str) -> str:
    return f" ({'transcripts' if dialect == OWN else dialect})" if dialect else ""


def _words(name: str) -> str:
    """A step's class in words: ToolCall gives "tool calls"."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip() + "s"


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
