"""`planscope store`: what a store holds, and compacting it."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.options import opened, store_option

if TYPE_CHECKING:
    from planscope.collector.reading import StoreFacts


@click.group()
def store() -> None:
    """Look after a store.

    \b
    Examples:
      planscope store info
      planscope store compact --store runs.store
    """


@store.command()
@store_option("The store to look at.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def info(store: Path, form: str) -> None:
    """Tell what a store holds: runs, findings, spans, how old, how large.

    \b
    Examples:
      planscope store info
      planscope store info --store runs.store --format json
    """
    from planscope.analyzers.report.safe import json_line
    from planscope.collector.reading import info as facts_of

    facts = facts_of(opened(store))
    console.write([json_line(asdict(facts))] if form == "json" else _lines(facts))


def _lines(facts: "StoreFacts") -> Iterator[str]:
    from planscope.analyzers.detector import count
    from planscope.analyzers.report.rows import table
    from planscope.analyzers.report.safe import safe

    days = f", from {facts.first} to {facts.last} (UTC)" if facts.first else ""
    wait = f"; {facts.waiting} old files or folders go when no query can be reading them" if facts.waiting else ""
    up = "up to date" if facts.published else "out of date: `planscope store compact` makes it anew"
    yield safe(f"store        {facts.folder} (form {facts.form})")
    yield f"runs         {facts.runs}, with {count(facts.findings, 'finding')}"
    yield f"spans        {facts.spans}{days}"
    yield f"segments     {facts.segments} not compacted{wait}"
    yield f"for DuckDB   {safe(facts.folder)}/planscope.duckdb, {up}"
    yield ""
    rows = [(t.name, t.rows, t.files, t.bytes) for t in facts.tables]
    total = ("all", *(sum(column) for column in list(zip(*rows, strict=True))[1:]))
    yield from table(("table", "rows", "files", "bytes"), [*rows, total])


@store.command()
@store_option("The store to compact.")
def compact(store: Path) -> int:
    """Merge the segments of a store into few large files, each span once. Any number may read and write meanwhile.

    \b
    Examples:
      planscope store compact
      planscope store compact --store runs.store

    `planscope collect` and `planscope serve` do this by themselves. Files that were replaced stay for a quarter of an
    hour, since queries may be reading them, and go at the next compaction.
    """
    from planscope.analyzers.detector import count
    from planscope.collector.compact import compact as compacted
    from planscope.collector.reading import counted

    held = opened(store)
    before = counted(held)
    done = compacted(held)
    if done.busy:
        console.say(f"{store}: somebody else is compacting it; nothing was done")
        return 2
    after = counted(held)
    console.write(
        [
            f"{count(done.segments, 'segment')} merged into {count(done.written, 'file')}; "
            f"{done.deleted} old ones deleted",
            f"before: {count(before[0], 'file')}, {before[1]} bytes",
            f"after:  {count(after[0], 'file')}, {after[1]} bytes",
        ]
    )
    return 0
