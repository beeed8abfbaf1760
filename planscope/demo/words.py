"""What `planscope demo` prints: what it is about, the table of runs, some findings in full, and what to do next."""

from collections.abc import Iterator, Sequence
from shlex import quote

from planscope.analyzers.check import Report
from planscope.analyzers.report.safe import safe
from planscope.analyzers.report.text import Style, text_report
from planscope.demo.whole_path import ACTED, Row, Shown

NAME = 40  # characters of a run's name in the table
HARNESS = "pip install 'planscope[harness]'"
PAGES = "pip install 'planscope[dashboard]'"
QUERY = "SELECT kind, count(*) AS findings FROM findings GROUP BY kind"


def opening(store: str) -> Iterator[str]:
    """What is about to happen."""
    yield "Made-up agents at work, some of them with faults. Nothing leaves this machine, and no model is asked: what"
    yield "an agent says is a script, and what follows is computed from its record."
    yield ""
    yield f"store      {safe(store)}"


def happened(shown: Shown) -> Iterator[str]:
    """What came in, and what was found."""
    recorded = sum(r.format == "otlp" for r in shown.rows) - (shown.acted or 0)
    files = sum(bool(r.file) for r in shown.rows)
    agents = f"{recorded} agents' recorded traces"
    if shown.acted is not None:
        agents = f"{shown.acted} runs of an agent with a scripted model, and {agents}"
    yield f"collector  {shown.spans} spans received over OTLP/HTTP: {agents}"
    yield f"import     {files} transcripts"
    faulty = sum(bool(r.findings) for r in shown.rows)
    yield f"analysis   {len(shown.report.findings)} findings in {faulty} of {len(shown.rows)} runs"
    if shown.acted is None:
        yield ""
        yield f"An agent that is at work while you watch needs the OpenTelemetry SDK: {HARNESS}"


def table(rows: Sequence[Row]) -> Iterator[str]:
    """A line for each run."""
    head = ("run", "came as", "steps", "findings")
    lines = [(_name(r), _way(r), str(r.steps), _found(r)) for r in rows]
    wide = [max(len(x[n]) for x in [head, *lines]) for n in range(3)]
    for name, way, steps, found in [head, *lines]:
        yield f"{name:{wide[0]}}  {way:{wide[1]}}  {steps:>{wide[2]}}  {found}"


def _name(row: Row) -> str:
    name = f"{row.task}, {row.variant}" if row.id.startswith(f"{ACTED}/") else row.file or row.title
    return safe(name if len(name) <= NAME else name[: NAME - 1].rstrip() + "…")


def _way(row: Row) -> str:
    return "OTLP" if row.format == "otlp" else "transcript"


def _found(row: Row) -> str:
    counts = ((row.errors, "error"), (row.warnings, "warning"), (row.infos, "info"))
    said = [f"{n} {word}{'s' if n > 1 and word != 'info' else ''}" for n, word in counts if n]
    return f"{', '.join(said)}: {row.kinds}" if said else "none"


def in_full(shown: Shown, style: Style) -> Iterator[str]:
    """The findings of the transcript that has most, and of the traced run that has least to read, as in a report."""
    report = shown.report
    files = [r.id for r in sorted(shown.rows, key=lambda r: -r.findings) if r.file and r.findings]
    traced = [f.run for f in sorted(report.findings, key=lambda f: len(f.evidence)) if f.run not in files]
    wanted = {*files[:1], *traced[:1]}
    part = Report(
        runs=[r for r in report.runs if r.id in wanted], findings=[f for f in report.findings if f.run in wanted]
    )
    lines = list(text_report(part, style))
    yield from lines[: len(lines) - 1 - lines[::-1].index("")]  # without the summary, which is of a part only


def next_steps(store: str, *, prefix: str, pages: bool) -> Iterator[str]:
    """What to do next, as commands that can be copied."""
    here = f"--store {quote(store)}"
    yield "Next:"
    yield ""
    yield from _command("see these runs in the browser", f"{prefix}planscope serve {here}")
    if not pages:
        yield f"  (it needs {PAGES})"
    yield from _command("ask the store a question in SQL", f'{prefix}planscope sql "{QUERY}" {here}')
    yield from _command("read why something is reported, and what to do", f"{prefix}planscope explain stale_todo")
    yield from _command("check your own transcripts: files or folders", f"{prefix}planscope check PATH...")
    yield from _command("check the latest Claude Code session of this folder", f"{prefix}planscope check --last")


def _command(what: str, command: str) -> Iterator[str]:
    yield f"  # {what}"
    yield f"  {command}"
