"""`planscope store`: what a store holds, and compacting it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.options import opened, store_option
from planscope.errors import UsageError

if TYPE_CHECKING:
    from planscope.collector.reading import StoreFacts
    from planscope.collector.store import Store


@click.group()
def store() -> None:
    """Look after a store.

    \b
    Examples:
      planscope store info
      planscope store compact --store runs.store
      planscope store verify
      planscope store delete --run RUN
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


@store.command()
@store_option("The store to look through.")
@click.option("--quarantine", is_flag=True, help="Move damaged files aside, so that the rest can be read.")
def verify(store: Path, quarantine: bool) -> int:
    """Read every file of a store from beginning to end, and tell which are damaged.

    \b
    Examples:
      planscope store verify
      planscope store verify --store runs.store --quarantine

    Exit code: 0 all is whole, 2 something is damaged or missing.
    """
    from planscope.analyzers.detector import count
    from planscope.analyzers.report.safe import safe
    from planscope.collector.verify import verify as looked_through

    found = looked_through(opened(store), quarantine=quarantine)
    lines = [f"{count(found.files, 'file')} read, {count(found.rows, 'row')}"]
    for d in found.damaged:
        lines.append(safe(f"damaged: {d.file}: {d.reason}") + (f"; now {d.moved}" if d.moved else ""))
    if found.missing_texts:
        lines.append(f"missing: {count(found.missing_texts, 'text')} that rows name and no file holds")
    console.write(lines)
    if found.damaged and not quarantine:
        console.say("--quarantine moves damaged files aside; the rest can be read then")
    return 2 if found.damaged or found.missing_texts else 0


@store.command()
@store_option("The store to delete from.")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="A run, by its id or a trace; may be repeated.")
@click.option("--older-than", "days", type=click.IntRange(min=0), metavar="DAYS", help="All that is older.")
@click.option(
    "--keep-size", "megabytes", type=click.IntRange(min=0), metavar="MB", help="The oldest, until so much is left."
)
@click.option("--now", "at_once", is_flag=True, help="Delete the bytes at once; queries that are running may fail.")
@click.option("--dry-run", is_flag=True, help="Tell what would go, and delete nothing.")
def delete(
    store: Path, runs: tuple[str, ...], days: int | None, megabytes: int | None, at_once: bool, dry_run: bool
) -> int:
    """Take runs out of a store for good: their spans, all that was derived of them, and texts that nothing else needs.

    \b
    Examples:
      planscope store delete --run 5f3a... --dry-run
      planscope store delete --run 5f3a... --now
      planscope store delete --older-than 90
      planscope store delete --keep-size 2000

    Runs in the same traces go together, a sub-agent's with the agent's. Without --now the bytes stay for a quarter of
    an hour, since queries may be reading them, and go at the next compaction. A run that still grows comes back with
    what arrives.

    Exit code: 0 done, 2 there is no such run, or somebody else compacts the store, 3 nothing was named.
    """
    from planscope.analyzers.detector import count
    from planscope.collector.remove import remove
    from planscope.collector.store import GRACE

    if not runs and days is None and megabytes is None:
        raise UsageError("say what to delete: --run RUN, --older-than DAYS, or --keep-size MB")
    held = opened(store)
    traces, gone, unknown = _doomed(held, runs, days, megabytes)
    for name in unknown:
        console.say(f"no run and no trace is called {name!r}")
    if dry_run or not traces:
        console.write([f"{count(len(traces), 'trace')} would go", *(f"  run {r}" for r in sorted(gone))])
        return 2 if unknown else 0
    done = remove(held, traces, grace=0 if at_once else GRACE)
    if done.busy:
        console.say(f"{store}: somebody else is compacting it; nothing was deleted, try again")
        return 2
    later = "" if at_once else "; their bytes go at a compaction after a quarter of an hour (--now: at once)"
    console.write(
        [f"{count(done.runs, 'run')} deleted, {count(done.spans, 'span')} in {count(done.traces, 'trace')}{later}"]
    )
    return 2 if unknown else 0


def _doomed(
    held: "Store", runs: Sequence[str], days: int | None, megabytes: int | None
) -> tuple[set[str], set[str], list[str]]:
    """(traces, runs) that go, and the names that nothing has."""
    from planscope.collector.remove import DAY, beyond_size, older_than, traces_of
    from planscope.collector.store import now

    traces: set[str] = set()
    gone: set[str] = set()
    unknown: list[str] = []
    for name in runs:
        found, also = traces_of(held, name)
        traces |= found
        gone |= also
        unknown += [] if found else [name]
    if days is not None:
        traces |= older_than(held, now() - days * DAY)
    if megabytes is not None:
        traces |= beyond_size(held, megabytes * 10**6)
    return traces, gone, unknown


@store.command()
@click.argument("target", metavar="TARGET", type=click.Path(path_type=Path))
@store_option("The store to export.")
@click.option("--force", is_flag=True, help="Replace what is there.")
def export(target: Path, store: Path, force: bool) -> None:
    """Write a store for others. The name of TARGET says as what.

    \b
    Examples:
      planscope store export runs.duckdb           one native DuckDB file, which needs nothing else
      planscope store export runs.jsonl.gz         spans as OTLP in JSON lines, for any backend; import reads them
      planscope store export runs/                 a folder of Parquet files
    """
    from planscope.analyzers.detector import count
    from planscope.collector import export as exporting

    held = opened(store)
    name = target.name.lower()
    if target.exists() and not force and not (target.is_dir() and not any(target.iterdir())):
        raise UsageError(f"{target} is there already; --force replaces it")
    if target.is_dir() or not target.suffix:
        console.write([f"{count(exporting.to_parquet(held, target), 'Parquet file')} in {target}"])
    elif name.endswith((".duckdb", ".db")):
        console.write([f"{count(exporting.to_duckdb(held, target), 'table')} in {target}"])
    elif name.endswith((".jsonl", ".jsonl.gz")):
        with console.Progress(exporting.trace_count(held), "traces") as progress:
            written = exporting.to_otlp(held, target, progress.add)
        console.write([f"{count(written, 'span')} in {target}"])
    else:
        raise UsageError(f"{target}: give a name that ends with .duckdb, .jsonl or .jsonl.gz, or a folder")
