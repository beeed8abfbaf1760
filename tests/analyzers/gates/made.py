"""Reports made up for tests of gates."""

from planscope.analyzers.check import Check, FileFacts, Report, RunFacts
from planscope.analyzers.detector import Evidence, Finding, Severity
from planscope.analyzers.gates.sameness import request_key
from planscope.collector.span import Place


def facts(name: str, request: str | None = None, **more: str) -> RunFacts:
    """A run; its request is its own unless one is given, none for ""."""
    asked = f"Please {name}" if request is None else request
    file, parent = more.get("file", f"{name}.json"), more.get("parent")
    about = ("chat", more.get("agent", ""), parent, "ended", 4, 1, 0, asked)
    return RunFacts(name, file, None, *about, more.get("task", ""), more.get("variant", ""), request_key(asked))


def finding(
    run: str, message: str = "3 items are left open", severity: Severity = "error", *, form: str = "left-open",
    detector: str = "stale-todo", position: str = "7",
) -> Finding:  # fmt: skip
    evidence = (Evidence(Place(f"{run}.json", position), 3, "the list", "said"),)
    return Finding(message, evidence, severity, form, detector, detector.replace("-", "_"), run)


def report(runs: list[RunFacts], *findings: Finding, **outcomes: str) -> Report:
    """The runs were looked at by stale-todo and plan-drift; `outcomes` says how that went where it was not clean, by
    run: `a="abstained"`."""
    found = {(f.run, f.detector) for f in findings}
    checks = []
    for run in runs:
        for d in ("stale-todo", "plan-drift"):
            outcome = "found" if (run.id, d) in found else outcomes.get(run.id, "clean")
            reason = "" if outcome in ("found", "clean") else f"{outcome} for a reason"
            checks.append(Check(run.id, d, d.replace("-", "_"), outcome, reason))  # type: ignore[arg-type]
    return Report([FileFacts(r.file, "chat", 1) for r in runs], runs, list(findings), checks)
