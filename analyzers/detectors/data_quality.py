"""What is wrong with the trace itself: lost parents, two versions of one span, cut or hidden content."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from planscope.analyzers.detector import Evidence, Finding, Severity, detector, quote
from planscope.collector.run import Run, Trouble
from planscope.collector.span import Place

_MOST = 5  # places shown of each form

# form -> (severity, what several of them have in common)
_FORMS: Mapping[str, tuple[Severity, str]] = {
    "orphan": ("warning", "spans have a parent that is not in the trace"),
    "conflicting-duplicate": ("warning", "spans came twice with different content"),
    "shared-trace": ("info", "traces begin in several files, and are read as one"),
    "truncated-result": ("warning", "results are cut"),
    "truncated-messages": ("warning", "messages are cut and cannot be read"),
    "odd-times": ("warning", "spans have times that cannot be"),
    "dropped-attributes": ("info", "spans lost attributes or events to a limit of their emitter"),
    "unfinished": ("info", "spans never ended, though their run did"),
    "odd-name": ("info", "spans have no name"),
    "redacted": ("info", "contents were replaced by a mark"),
    "not-captured": ("info", "places without content"),
}


@detector("data_quality")
def data_quality(run: Run, *, shown: int = _MOST) -> Iterable[Finding]:
    """What is wrong with the trace itself: lost parents, two versions of one span, cut or hidden content.

    ## What it finds
    One finding for each form, however often it occurs, with the first places (`shown` of them):
    - `orphan`: spans whose parent is nowhere in an ended trace that has another root, so that it is unknown whose work
      they were. Warning.
    - `conflicting-duplicate`: the same span twice with different content; only one can be true. Says in which
      attributes they differ, and where the other one stands. Warning.
    - `shared-trace`: several files each hold an uppermost span of the same trace. They are read as one run; where they
      have nothing to do with each other, their trace ids are not unique. Info.
    - `truncated-result`, `truncated-messages`: results and messages that were cut by a size limit, of an emitter or of
      the tool itself: what a claim rests on may have stood there. Warning.
    - `odd-times`: spans that end before they begin, or have no beginning, so that their order is uncertain. Warning.
    - `dropped-attributes`: an emitter dropped attributes or events of a model call or tool call (most allow 128 a span,
      and message lists written out one name for each field soon need more). Info.
    - `unfinished`, `odd-name`: spans without an end in an ended run, spans without a name. Info.
    - `redacted`, `not-captured`: content was replaced by a mark; or nothing of it stands under any name that is read:
      it was never recorded, or in a convention that planscope does not know (then please report which). Info.

    ## Why it matters
    Every other finding rests on what the trace holds. Where part of it is missing, the other detectors abstain, and a
    run that shows nothing is not a run in which nothing was wrong.

    ## Example
    the result of search_catalogue is cut: what it held is not all here

    ## How to fix
    Raise the limits of the emitter (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT, OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT). Capture
    content where you may (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY). Let programs flush their spans
    before they exit, and pass the trace context on to every process and thread. Give span ids once.

    ## When it abstains
    Never: a trace can always be looked at. A parent that is said to be in another process is no orphan, nor is the
    upper end of a trace without any root, nor anything in a run that may still grow.
    """
    forms: dict[str, list[Trouble]] = defaultdict(list)
    for trouble in run.troubles:
        forms[trouble.form].append(trouble)
    numbers: dict[Place, int] = {}
    for step in run.steps:
        numbers.setdefault(step.place, step.number)
    for form in sorted(forms, key=_rank):
        yield _finding(form, forms[form], numbers, shown)


def _rank(form: str) -> tuple[int, str]:
    known = list(_FORMS)
    return (known.index(form) if form in known else len(known), form)


def _finding(form: str, troubles: Sequence[Trouble], numbers: Mapping[Place, int], shown: int) -> Finding:
    severity, several = _FORMS.get(form, ("warning", f"places with {form}"))
    first = troubles[0].message
    return Finding(
        message=first if len(troubles) == 1 else f"{len(troubles)} {several}; the first: {first}",
        evidence=tuple(
            Evidence(t.place, numbers.get(t.place, -1), quote(t.quote or t.message), form)
            for t in troubles[: max(1, shown)]
        ),
        severity=severity,
        form=form,
    )
