"""Checks, and a gate's answer, as Markdown: for the summary of a CI job, or a comment.

Whatever comes from a trace stands between backticks, more of them than it holds itself: there it is no HTML, link,
image, mention or reference. The size is bounded, and what was left out is said.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from planscope.analyzers.check import Report, RunFacts
from planscope.analyzers.detector import SEVERITIES, Finding
from planscope.analyzers.gates.baseline import rule_of
from planscope.analyzers.gates.ruling import Ruling
from planscope.analyzers.report.junit import label
from planscope.analyzers.report.safe import safe
from planscope.analyzers.report.settled import listed
from planscope.analyzers.report.text import summary

MOST_BYTES: Final = 900_000  # GitHub takes 1 MiB for the summary of a step
MOST_FINDINGS: Final = 200
MOST_EVIDENCE: Final = 3
MOST_ASIDE: Final = 50  # findings that do not count
LONGEST: Final = 600  # characters of a text
_SIGNS: Final = {"pass": "✅", "fail": "❌", "undecided": "⚠️"}
_TICKS = re.compile("`+")


def markdown(
    report: Report,
    title: str,
    *,
    shown: Collection[int],
    rulings: Sequence[Ruling] = (),
    new: Collection[int] = (),
) -> str:
    """The document. `title` is ours; `shown` are the findings to tell, as places in the report's list, and those in
    `new` are marked."""
    head = _cut([f"## {title}", "", *(line for r in rulings for line in _ruling(r)), *([""] if rulings else ())])
    foot = [*_settled(report), "", code(summary(report, told=True)), ""]
    room = MOST_BYTES - sum(map(_size, (*head, *foot))) - 500
    lines: list[str] = []
    told = 0
    for heading, number, block in _blocks(report, shown, new):
        room -= sum(map(_size, (heading, *block)))
        if room < 0 or told >= MOST_FINDINGS:
            break
        told += 1
        lines += [*(["", heading, ""] if number == 0 else ()), *block]
    if told < len(shown):
        left = len(shown) - told
        lines += ["", f"**{left} more findings are left out here**, since such a page may not be too large."]
    return "\n".join([*head, *lines, *foot])


def _settled(report: Report) -> list[str]:
    """What was settled about findings; at most so many of those that do not count."""
    told = [code(line) for line in listed(report)]
    lines = [code(note) for note in report.notes] + told[:MOST_ASIDE]
    more = [f"and {len(told) - MOST_ASIDE} more that do not count"] if len(told) > MOST_ASIDE else []
    return _cut(["", *(f"- {line}" for line in [*lines, *more])]) if lines else []


def _ruling(ruling: Ruling) -> Iterator[str]:
    word = " could not decide:" if ruling.outcome == "undecided" else ""
    yield f"- {_SIGNS[ruling.outcome]} {code(ruling.name)}:{word} {code(ruling.words)}"
    yield from (f"  - {code(note)}" for note in ruling.notes)


def _blocks(report: Report, shown: Collection[int], new: Collection[int]) -> Iterator[tuple[str, int, list[str]]]:
    """(heading of its run, number within the run, lines) of each finding, the gravest runs first."""
    of: dict[str, list[int]] = defaultdict(list)
    for n in sorted(shown, key=lambda n: (SEVERITIES.index(report.findings[n].severity), n)):
        of[report.findings[n].run].append(n)
    runs = {r.id: r for r in report.runs}
    for run_id, places in of.items():
        for number, n in enumerate(places):
            yield _heading(runs.get(run_id), run_id), number, _finding(report.findings[n], n in new)


def _heading(run: RunFacts | None, run_id: str) -> str:
    if run is None:
        return f"### {code(run_id)}"
    task = f"\n\nTask: {code(run.title)}" if run.title else ""
    return f"### {code(label(run))}{task}"


def _finding(f: Finding, new: bool) -> list[str]:
    lines = [f"- **{f.severity}**{' (new)' if new else ''} {code(rule_of(f))}: {code(f.message)}"]
    for e in f.evidence[:MOST_EVIDENCE]:
        note = f"{code(e.note)}: " if e.note else ""
        lines.append(f"  - at {code(e.place.position)} {note}{code(e.quote)}")
    if len(f.evidence) > MOST_EVIDENCE:
        lines.append(f"  - and {len(f.evidence) - MOST_EVIDENCE} more places")
    return lines


def code(text: str) -> str:
    """Any text as it is, on one line, where Markdown means nothing."""
    flat = safe(" ".join(text.split()) or " ")
    flat = flat if len(flat) <= LONGEST else f"{flat[:LONGEST]}…"
    fence = "`" * (max((len(t) for t in _TICKS.findall(flat)), default=0) + 1)
    return f"{fence} {flat} {fence}" if "`" in flat or not flat.strip() else f"{fence}{flat}{fence}"


def _cut(lines: Iterable[str]) -> list[str]:
    """The lines that fit into a page of their own; more than that only somebody writes who has hundreds of limits."""
    kept: list[str] = []
    room = MOST_BYTES // 4
    for line in lines:
        room -= _size(line)
        if room < 0:
            return [*kept, "", "**More is left out here**, since such a page may not be too large.", ""]
        kept.append(line)
    return kept


def _size(line: str) -> int:
    return len(line.encode("utf-8", "replace")) + 8
