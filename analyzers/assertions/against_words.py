"""Findings about calls that go against what was agreed to, announced or asked for, and about reports that tell another
thing than was done. What is found is in the modules named; here it is put into words."""

from collections.abc import Iterator

from planscope.analyzers.assertions.agreed import differing
from planscope.analyzers.assertions.confirmed import Departure, departures
from planscope.analyzers.assertions.departed import Departed, departed
from planscope.analyzers.assertions.parts import WholeTaken, wholes_taken
from planscope.analyzers.assertions.scope import Beyond, only_said, other_taken, whole_taken
from planscope.analyzers.assertions.scope_edits import TooFar, too_far
from planscope.analyzers.detector import Evidence, Finding, Severity, at, in_result
from planscope.collector.run import Run


def against_words(run: Run) -> Iterator[Finding]:
    held: set[int] = set()
    for b in (*only_said(run), *whole_taken(run), *other_taken(run)):
        yield Finding(_scope_message(b), _scope_evidence(b), "warning", b.form)
        held.add(b.call.number)
    for w in wholes_taken(run):
        if w.call.number not in held:
            held.add(w.call.number)
            yield _whole(w)
    yield from map(_too_far, too_far(run))
    for d in differing(run):
        message = f"{d.call.name} holds {short(d.held, 80)!r}; agreed was, and reported is, {short(d.agreed, 80)!r}"
        said = at(d.report, d.report.text, "reported", around=d.agreed)
        yield Finding(message, (at(d.call, str(d.call.arguments), "called"), said), "error", "other-than-confirmed")
        held.add(d.call.number)
    for gone in departures(run):
        yield _departure(gone)
        held.add(gone.call.number)
    yield from (_departed(other) for other in departed(run) if other.call.number not in held)


def _whole(w: WholeTaken) -> Finding:
    message = f"says {short(w.sentence)!r}; {w.call.name} names no part, so {', '.join(w.rest[:4])} went with it"
    called = at(w.call, str(w.call.arguments), "called")
    said = at(w.said, w.said.text, "said", around=w.sentence[:80])
    shown = (in_result(w.call),) if w.shown else ()
    return Finding(message, (called, said, *shown), "error" if w.shown else "warning", "scope-beyond-confirmed")


def _too_far(f: TooFar) -> Finding:
    message = f"says {short(f.sentence)!r}; {f.call.name} changed {f.more}"
    called = at(f.call, str(f.call.arguments), "called")
    said = at(f.said, f.said.text, "said", around=f.sentence[:80])
    report = (at(f.report, f.report.text, "reported"),) if f.report is not None else ()
    return Finding(message, (called, said, *report), "error" if report else "warning", "scope-beyond-stated")


def _departed(d: Departed) -> Finding:
    called = at(d.call, str(d.call.arguments), "called")
    words = at(d.asked, d.asked.text, "said", around=d.clash.said.split(", ")[0])
    if d.form == "claim-contradicts-result":
        message = f"says {d.clash.said!r}; {d.call.name} was told {d.clash.held!r}"
        return Finding(message, (words, called), "error", d.form)
    how = "agreed to" if d.form == "other-than-confirmed" else "announced"
    message = f"{d.call.name} holds {short(d.clash.held, 80)!r}; {how} was {short(d.clash.said, 80)!r}"
    report = (at(d.report, d.report.text, "reported"),) if d.report is not None else ()
    return Finding(message, (called, words, *report), "error" if report else "warning", d.form)


def _departure(d: Departure) -> Finding:
    asked = at(d.agreement.asked, d.agreement.asked.text, "agreed to", around=d.agreed.split(",")[0])
    called = at(d.call, str(d.call.arguments), "called")
    severity: Severity = "error" if d.sure else "warning"
    if d.report is not None:
        message = f"reports {short(d.held, 80)!r} where {short(d.agreed, 80)!r} was agreed to and {d.call.name} took it"
        said = at(d.report, d.report.text, "reported", around=d.held)
        return Finding(message, (said, asked, called), severity, d.form)
    message = f"{d.call.name} holds {short(d.held, 80)!r}; agreed to was {short(d.agreed, 80)!r}"
    if d.form == "scope-beyond-confirmed":
        message = (
            f"{d.call.name} takes {short(d.held, 80)!r}, which nobody named; agreed to was {short(d.agreed, 80)!r}"
        )
    return Finding(message, (called, asked), severity, d.form)


def _scope_message(b: Beyond) -> str:
    if b.form == "scope-beyond-stated":
        return f"says {short(b.sentence)!r}; {b.call.name} also holds {', '.join(b.more)}"
    if b.form == "other-than-confirmed":
        return f"asks about {b.sentence} and is told yes; {b.call.name} names {', '.join(b.more)}"
    return f"asks {short(b.sentence)!r}; {b.call.name} names no part, so {', '.join(b.more[:4])} went with it"


def _scope_evidence(b: Beyond) -> tuple[Evidence, ...]:
    said = at(b.said, b.said.text, "said", around=b.sentence[:80])
    called = at(b.call, str(b.call.arguments), "called")
    return (said, called) if b.form == "scope-beyond-stated" else (called, said)


def short(text: str, size: int = 140) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= size else flat[: size - 1] + "…"
