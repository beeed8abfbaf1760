"""`planscope eval`: how much of what somebody labelled is found, and what is found where nothing is."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from planscope import console
from planscope.commands.check import checked
from planscope.commands.options import GivenPath, detectors_option
from planscope.errors import Unreadable, UsageError, nearest

if TYPE_CHECKING:
    from planscope.analyzers.evaluation import Evaluation
    from planscope.analyzers.labels import Labels

_BOUND = re.compile(r"(\w+)=(\d{1,3}(?:\.\d{1,9})?%?)(?::(\d{1,3}(?:\.\d{1,9})?%?))?")
_file = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class Bound:
    """What is asked of a kind, or of `all`: so much recall, and so few clean runs with a false alarm."""

    kind: str
    recall: float
    alarms: float | None = None


@click.command("eval")
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=GivenPath())
@click.option("--labels", type=_file, required=True, metavar="FILE", help="What is wrong where.")
@click.option("--clean", type=_file, metavar="FILE", help="What is clean.  [default: clean.json beside the labels]")
@click.option("--ambiguous", type=_file, metavar="FILE", help="What is neither.  [default: ambiguous.json beside]")
@click.option("--findings", type=_file, metavar="FILE", help="Hold these findings (jsonl) against them; no check.")
@click.option("--set", "sets", multiple=True, metavar="SET", help="Only traces in this first folder; may be repeated.")
@click.option(
    "--fail-under", "bounds", multiple=True, metavar="KIND=RECALL[:ALARMS]",
    help="End with 1 unless recall is as high, and the share of clean runs with a false alarm as low. KIND may be all.",
)  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--verbose", "-v", is_flag=True, help="Also list what was missed, and each false alarm.")
@click.option("--root", type=click.Path(path_type=Path), metavar="DIR", help="What the labels' names are relative to.")
@detectors_option()
@click.option("--processes", type=click.IntRange(min=1), metavar="N", help="Default: one a processor.")
def evaluate(
    paths: tuple[Path, ...],
    labels: Path,
    clean: Path | None,
    ambiguous: Path | None,
    findings: Path | None,
    sets: tuple[str, ...],
    bounds: tuple[str, ...],
    form: str,
    verbose: bool,
    root: Path | None,
    extra: tuple[str, ...],
    processes: int | None,
) -> int:
    """Measure recall, precision and false alarms on runs that you labelled yourself.

    \b
    Examples:
      planscope eval --labels runs/labels.json
      planscope eval --labels labels.json runs/ --verbose
      planscope eval --labels labels.json runs/ --fail-under stale_todo=0.8:0.02 --fail-under all=60%
      planscope check runs/ --root runs --format jsonl > f.jsonl; planscope eval --labels labels.json --findings f.jsonl

    Without a PATH the traces are in the folder traces beside the labels, else beside them. docs/eval.md tells how to
    label runs, and how they are measured.

    Exit code: 0 measured, 1 a bound of --fail-under is not met, 2 something cannot be read, 3 the call makes no sense.
    """
    from planscope.analyzers.evaluation import evaluate as hold
    from planscope.analyzers.evaluation import judged
    from planscope.analyzers.labels import read_labels, set_of, trace_name

    asked = [_bound(b) for b in bounds]
    said = read_labels(labels, clean, ambiguous)
    if findings is not None:
        if paths or root:
            raise UsageError("give files and folders, or --findings; not both")
        lines, names, whole = _lines(findings), None, True
    else:
        lines, names, whole = _checked(paths or _beside(labels), root, extra, processes, said)
    if sets:
        said = said.where(lambda trace: set_of(trace) in sets)
    present = said.where(lambda trace: names is None or trace in names)
    _complain(said, present, labels, sets, names)
    wanted = [x for x in lines if not sets or set_of(trace_name(x["file"])) in sets]
    result = hold(present, judged(wanted, present))
    met = [_met(b, result) for b in asked]
    _show(result, form, verbose, [(b, ok) for b, ok in zip(asked, met, strict=True)])
    return 1 if not all(met) else 0 if whole else 2


# --- what is measured ----------------------------------------------------------------------------------------------


def _beside(labels: Path) -> tuple[Path, ...]:
    folder = labels.parent / "traces"
    return (folder if folder.is_dir() else labels.parent,)


def _checked(
    paths: Sequence[Path], root: Path | None, extra: Sequence[str], processes: int | None, said: "Labels"
) -> tuple[list[dict[str, Any]], set[str], bool]:
    """The findings, names of all files there are, and whether all of them could be looked at that should. Faults in one
    that cannot be read count as missed."""
    from planscope.analyzers.gate import undecided
    from planscope.analyzers.labels import trace_name
    from planscope.analyzers.report.lines import finding_line

    if root is None:
        root = paths[0] if len(paths) == 1 and paths[0].is_dir() else None
    report, names = checked(paths, root, (), extra, processes)
    asked = {names[p] for p in paths if p in names}
    labelled = {e.trace for e in said.entries}
    asked |= {f.name for f in report.unread if trace_name(f.name) in labelled}
    reasons = list(undecided(report, asked))
    for reason in reasons:
        console.say(reason)
    return [finding_line(f) for f in report.findings], {trace_name(f.name) for f in report.files}, not reasons


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as e:
        raise Unreadable(f"{path}: cannot be read ({getattr(e, 'strerror', '') or e})") from e
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            x = json.loads(line)
            if not isinstance(x["kind"], str) or not isinstance(x["file"], str):
                raise ValueError("kind and file must be text")
            if not isinstance(x.get("steps") or [], list):
                raise ValueError("steps must be a list")
        except (ValueError, KeyError, TypeError, RecursionError) as e:
            what = f"{e.args[0]!r} is missing" if isinstance(e, KeyError) else str(e)
            raise Unreadable(f"{path}, line {number}: no finding as check --format jsonl prints it ({what})") from e
        if "set_aside" not in x:
            found.append(x)
    return found


def _complain(said: "Labels", present: "Labels", file: Path, sets: Sequence[str], names: Iterable[str] | None) -> None:
    """Says what is left out. Raises UsageError where nothing is left."""
    if not said.labels and not said.clean:
        what = f" in the set{'s' * (len(sets) > 1)} {', '.join(sets)}" if sets else ""
        raise UsageError(f"{file}: there is no label and no clean run{what}")
    if not present.labels and not present.clean:
        example, have = said.entries[0].trace, next(iter(sorted(names or ())), "")
        known = f"the files read are called as {have!r}" if have else "no file was read"
        raise UsageError(
            f"no label is about a file that was read: labels speak of {example!r}, {known}; "
            "--root DIR says what names are relative to"
        )
    gone = sorted({e.trace for e in said.entries} - {e.trace for e in present.entries})
    if gone:
        more = f" and {len(gone) - 5} more" if len(gone) > 5 else ""
        console.say(f"labels of files that are not here are left out: {', '.join(gone[:5])}{more}")


# --- bounds, and what is printed -----------------------------------------------------------------------------------


def _bound(text: str) -> Bound:
    from planscope.analyzers.detector import KINDS

    match = _BOUND.fullmatch(text.strip())
    if not match:
        raise UsageError(f"--fail-under {text!r}: write KIND=RECALL or KIND=RECALL:ALARMS, as in stale_todo=0.8:2%")
    if match[1] not in (*KINDS, "all"):
        raise UsageError(f"--fail-under {text!r}: there is no kind {match[1]!r}{nearest(match[1], KINDS)}")
    recall, alarms = (_number(x) if x else None for x in match.group(2, 3))
    if (recall or 0) > 1 or (alarms or 0) > 1:
        raise UsageError(f"--fail-under {text!r}: a share is at most 1, or 100%")
    return Bound(match[1], recall or 0.0, alarms)


def _number(text: str) -> float:
    return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)


def _met(bound: Bound, result: "Evaluation") -> bool:
    """A bound with nothing to judge it by is met only by nothing at all: recall 0, any alarms."""
    figures = result.all if bound.kind == "all" else result.kinds.get(bound.kind)
    recall = (figures.recall.value if figures else None) or 0.0
    alarms = figures.alarms.value if figures else None
    quiet = bound.alarms is None or (1.0 if alarms is None else alarms) <= bound.alarms + 1e-9
    return recall >= bound.recall - 1e-9 and quiet


def _show(result: "Evaluation", form: str, verbose: bool, bounds: Sequence[tuple[Bound, bool]]) -> None:
    from planscope.analyzers.report.evaluated import evaluation_document, evaluation_text
    from planscope.analyzers.report.safe import json_line

    if form == "json":
        rows = [{"kind": b.kind, "recall": b.recall, "alarms": b.alarms, "met": ok} for b, ok in bounds]
        console.write([json_line({**evaluation_document(result), "fail_under": rows})])
    else:
        console.write(evaluation_text(result, console.columns() if console.terminal() else None, verbose))
    for bound, ok in bounds:
        alarms = "" if bound.alarms is None else f", false alarms on {100 * bound.alarms:g}% of clean runs at most"
        console.say(f"{'met' if ok else 'NOT met'}: {bound.kind}, recall of {100 * bound.recall:g}% at least{alarms}")
