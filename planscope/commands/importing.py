"""`planscope import`: files into a store."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planscope import console
from planscope.commands.options import GivenPath, check_with, store_option
from planscope.commands.redacting import redact_option, redacted_words, redaction_here
from planscope.commands.watching import state_of, watch

if TYPE_CHECKING:
    from planscope.collector.files import FileFacts
    from planscope.collector.intake import Imported
    from planscope.collector.store import Store


@click.command("import")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GivenPath())
@store_option("Where to keep what is read; made if it is not there.")
@click.option("--root", type=click.Path(path_type=Path), metavar="DIR", help="Give names of files relative to this.")
@redact_option
@click.option("--watch", "watching", is_flag=True, help="Go on, and import files as they appear or grow.")
@click.option("--verbose", "-v", is_flag=True, help="Also name what was passed over and skipped.")
def import_files(
    paths: tuple[Path, ...], store: Path, root: Path | None, plain: bool, watching: bool, verbose: bool
) -> int:
    """Read transcripts and traces into a store: files, or folders with all that is below them.

    \b
    Examples:
      planscope import transcripts/
      planscope import runs/ --root runs --store runs.store
      planscope import old.jsonl new.jsonl.gz --verbose
      planscope import ~/.claude/projects --watch

    What the store holds already is not added again; a file that has grown adds what is new. Findings call a file by
    the path given, or by its path relative to --root.

    Exit code: 0 all is in the store, or a --watch was ended; 2 a path that cannot be read, or nothing to import.
    """
    from planscope.analyzers.files import find_files
    from planscope.collector.intake import import_paths
    from planscope.collector.redact import Redactor
    from planscope.collector.store import Store

    def listed() -> list[tuple[Path, str]]:
        return [(path, name) for path, name in find_files(paths, root) if target.folder not in path.parents]

    names = dict(find_files(paths, root))
    asked = {names[p.absolute()] for p in paths if p.absolute() in names}
    target = Store(store)
    files = listed()
    seen = state_of(files)
    redactor = Redactor(redaction_here(plain, store))
    with console.Progress(len(files), "files") as progress:
        done = import_paths(target, files, redactor=redactor, progress=lambda _: progress.add(1))
    console.write(_report(done, store, verbose))
    console.write(_repeated(target, done, verbose))
    if masked := redacted_words(redactor.counts):
        console.write([masked])
    troubles = [f for f in (x.facts for x in done) if f.problem and (not f.foreign or f.name in asked)]
    for facts in troubles:
        console.say(f"{facts.name}: {facts.problem}")
    nothing = not any(x.spans for x in done)
    if watching:
        return watch(listed, seen, lambda changed: import_paths(target, changed, redactor=redactor))
    if nothing:
        console.say("nothing was imported: no transcript and no trace was found")
    return 2 if nothing or troubles else 0


def _report(done: "Sequence[Imported]", store: Path, verbose: bool) -> Iterator[str]:
    """What was read, what was new, what was left out, and what to do next."""
    from planscope.analyzers.detector import count
    from planscope.analyzers.report.safe import safe

    read = [x for x in done if not x.facts.problem]
    spans, added = sum(x.spans for x in read), sum(x.added for x in read)
    traces = len(frozenset().union(*(x.traces for x in read)))
    there = f", {spans - added} already there" if spans > added else ""
    yield f"{count(len(read), 'file')} read: {count(traces, 'trace')} of {count(spans, 'span')}, {added} new{there}"
    yield from map(safe, _left_out([x.facts for x in done], verbose))
    if spans:
        yield f"next: {check_with(store)}"


def _repeated(target: "Store", done: "Sequence[Imported]", verbose: bool) -> Iterator[str]:
    """What these files tell that others tell too."""
    from planscope.analyzers.detector import count
    from planscope.analyzers.report.safe import safe
    from planscope.collector.repeated import contradictions, copies

    traces = frozenset().union(*(x.traces for x in done))
    dropped = copies(target, traces) if traces else []
    troubles = contradictions(target, traces) if traces else []
    troubles += [t for x in done for t in x.troubles if t not in troubles]
    hint = "" if verbose else " (--verbose names them)"
    if dropped:
        yield f"{count(len(dropped), 'session')} not counted, being the beginning of another one that goes on{hint}"
        yield from (f"  {safe(name)}" for name in (dropped if verbose else ()))
    if troubles:
        yield f"{count(len(troubles), 'span')} told otherwise by another file; one version counts{hint}"
        yield from (f"  {safe(f'{t.place}: {t.message}')}" for t in (troubles if verbose else ()))


def _left_out(files: "Sequence[FileFacts]", verbose: bool) -> Iterator[str]:
    from planscope.analyzers.detector import count

    passed = [f for f in files if f.foreign]
    skipped = [x for f in files for x in f.skipped]
    hint = "" if verbose else " (--verbose names them)"
    if passed:
        reasons = Counter(f.problem.split(" (")[0] for f in passed)
        listed = ", ".join(f"{n} {reason}" for reason, n in reasons.most_common())
        yield f"{count(len(passed), 'file')} passed over: {listed}{hint}"
    yield from (f"  {f.name}: {f.problem}" for f in (passed if verbose else ()))
    if skipped:
        reasons = Counter(x.reason.split(" (")[0] for x in skipped)
        listed = ", ".join(f"{n} {reason}" for reason, n in reasons.most_common())
        yield f"{count(len(skipped), 'record')} skipped: {listed}{hint}"
    yield from (f"  {x.file}:{x.position}: {x.reason}" for x in (skipped if verbose else ()))
