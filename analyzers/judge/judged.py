"""Answers of the judge as findings, which say that they are judged, by whom, and on which words. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from planscope.analyzers.check import Report
from planscope.analyzers.detector import Finding, quote
from planscope.analyzers.judge.ask import Answer
from planscope.analyzers.judge.question import shown


def finding_of(answer: Answer, judge: str) -> Finding | None:
    """The finding that an answer makes, None when it makes none."""
    if answer.decided is None or not answer.fault:
        return None
    q, words = answer.question, answer.decided.quote
    source = q.material(q.quote_from)
    by = f"judged by {judge}"
    if source is q.materials[0]:
        evidence = [shown(source, words, f"{source.evidence.note}, {by}")]
    else:
        evidence = [q.materials[0].evidence, shown(source, words, f"{source.evidence.note}, {by}")]
    evidence += [m.evidence for m in q.materials[1:] if m is not source and m.evidence not in evidence]
    message = f"{q.says}; {by}, not computed, on the words “{quote(words, size=160)}”"
    return Finding(message, tuple(evidence), q.severity, q.form, q.detector, q.kind, q.run)


def add_to(report: Report, answers: Iterable[Answer], judge: str) -> int:
    """Puts the findings into a report, each with those of its run; how many they are. What was computed stays."""
    found = [f for f in (finding_of(a, judge) for a in answers) if f is not None]
    order = {run.id: n for n, run in enumerate(report.runs)}
    report.findings[:] = sorted([*report.findings, *found], key=lambda f: order.get(f.run, len(order)))
    judged = {(f.run, f.detector) for f in found}
    report.checks[:] = [
        replace(c, outcome="found", reason="") if (c.run, c.detector) in judged else c for c in report.checks
    ]
    return len(found)
