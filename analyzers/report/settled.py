"""What was set aside, in words: how many findings and why, and each of them with its reason."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from planscope.analyzers.aside import SetAside, Why
from planscope.analyzers.check import Report
from planscope.analyzers.gates.baseline import rule_of
from planscope.analyzers.report.lines import finding_line

HOW: Final[Mapping[Why, str]] = {"ignored": "ignored by the settings", "dismissed": "dismissed in a review"}


def counted(report: Report) -> str:
    """How many findings do not count, by why; "" for none."""
    found = Counter(a.why for a in report.set_aside)
    return ", ".join(f"{found[why]} {words}" for why, words in HOW.items() if found[why])


def because(aside: SetAside) -> str:
    """Why one of them does not count."""
    until = f" (until {aside.until})" if aside.until else ""
    who = f" by {aside.who}" if aside.who else ""
    return f"{HOW[aside.why]}{who}: {aside.reason}{until}"


def listed(report: Report) -> Iterator[str]:
    """One sentence for each of them."""
    names = {r.id: r.file or r.id for r in report.runs}
    for a in report.set_aside:
        f = a.finding
        where = f"{names.get(f.run, f.run)} at {f.evidence[0].place.position}"
        yield f"{because(a)}: {f.severity} {rule_of(f)} in {where}: {f.message}"


def aside_line(aside: SetAside) -> dict[str, Any]:
    """One of them for programs: the finding, and `set_aside` with `why`, `reason`, `who` and `until`."""
    about = {"why": aside.why, "reason": aside.reason, "who": aside.who, "until": aside.until}
    return {**finding_line(aside.finding), "set_aside": about}
