"""A gate's answer for people: the findings for which it fails, then each question with its figures, the answer last."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from planscope.analyzers.check import Report
from planscope.analyzers.detector import count
from planscope.analyzers.gates.ruling import Ruling
from planscope.analyzers.gates.verdict import Verdict
from planscope.analyzers.report.text import Style, findings_text, settled_lines, summary

ANSWERS: Final = ("passed", "failed", "could not decide")  # by exit code
WORDS: Final = {"pass": "passed", "fail": "failed", "undecided": "could not decide"}
_COLOURS: Final = {"pass": "dim", "fail": "error", "undecided": "warning"}


def gate_text(report: Report, verdict: Verdict, style: Style) -> Iterator[str]:
    """The lines of the answer. With all details, the findings that are allowed are among them."""
    shown = [f for n, f in enumerate(report.findings) if style.verbose or n in verdict.against]
    yield from findings_text(replace(report, findings=shown), style)
    yield from settled_lines(report, style)
    for ruling in verdict.rulings:
        yield from _ruling(ruling, style)
    if verdict.rulings:
        yield ""
    yield from style.block(f"read: {summary(report, style.verbose)}", "", "dim", rest="  ")
    if verdict.against:
        yield style.paint(
            "planscope explain NAME tells why something is reported, and what to do (NAME as above)", "dim"
        )
    allowed = len(report.findings) - len(verdict.against)
    if allowed and not style.verbose:
        words = f"{allowed} of {count(len(report.findings), 'finding')} allowed or known; --verbose shows all"
        yield from style.block(words, "", "dim")
    colour = ("head", "error", "warning")[verdict.code]
    yield style.paint(f"gate: {ANSWERS[verdict.code]} (exit code {verdict.code})", colour)


def _ruling(ruling: Ruling, style: Style) -> Iterator[str]:
    word = WORDS[ruling.outcome]
    head, *rest = style.block(f"{word}  {ruling.name}: {ruling.words}", "", rest="    ")
    yield style.paint(word, _COLOURS[ruling.outcome]) + head[len(word) :]
    yield from rest
    for note in ruling.notes:
        yield from style.block(f"- {note}", "    ", "dim", rest="      ")
