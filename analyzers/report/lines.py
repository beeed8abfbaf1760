"""One finding a line, as JSON: the form that other programs rely on."""

from typing import Any

from planscope.analyzers.detector import Finding

MOST_STEPS = 5


def positions(finding: Finding) -> list[str]:
    """Source positions of the evidence in the file and run of the first one, primary first, each once, five at most."""
    first = finding.evidence[0].place
    same = [e.place.position for e in finding.evidence if (e.place.file, e.place.index) == (first.file, first.index)]
    return list(dict.fromkeys(same))[:MOST_STEPS]


def finding_line(finding: Finding) -> dict[str, Any]:
    """The keys `file`, `index`, `kind`, `rule`, `severity`, `steps` are promised; others may be added."""
    place = finding.evidence[0].place
    return {
        "file": place.file,
        "index": place.index,
        "kind": finding.kind,
        "rule": finding.detector,
        "form": finding.form,
        "severity": finding.severity,
        "steps": positions(finding),
        "run": finding.run,
        "message": finding.message,
        "evidence": [
            {"file": e.place.file, "position": e.place.position, "note": e.note, "quote": e.quote}
            for e in finding.evidence
        ],
    }
