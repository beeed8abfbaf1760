"""An evaluation for people and for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import planscope
from planscope.analyzers.evaluation import Evaluation, Figures, Judged
from planscope.analyzers.labels import Label, Pair
from planscope.analyzers.report.rows import table
from planscope.analyzers.report.safe import safe
from planscope.analyzers.stats import Share, wilson

HEADS = ("recall", "any place", "precision", "false alarms", "not judged")


def evaluation_text(e: Evaluation, screen: int | None, verbose: bool = False) -> Iterator[str]:
    """Tables by kind, form and set; with all details also what was missed and each false alarm."""
    yield from table(("kind", *HEADS), [*(_row(k, f) for k, f in e.kinds.items()), _row("all", e.all)], screen)
    yield ""
    rows = [(f"{kind}.{form or '-'}", f.recall.words, f.any_step.words) for (kind, form), f in e.forms.items()]
    yield from table(("form of the label", *HEADS[:2]), rows, screen) if rows else ()
    if len(e.sets) > 1:
        yield ""
        yield from table(("set", *HEADS), [_row(s or "-", f) for s, f in e.sets.items()], screen)
    yield ""
    words = ("hit", "false alarm", "other step", "elsewhere", "ambiguous")
    found = [(rule, *(of.get(w, 0) for w in words)) for rule, of in e.rules.items()]
    yield from table(("finding", "hits", "false alarms", "other place", "elsewhere", "ambiguous"), found, screen)
    if verbose:
        yield ""
        yield from (safe(f"missed: {_label_words(x)}") for x in e.missed)
        yield from (safe(f"found at another place: {_label_words(x)}") for x in e.elsewhere)
        yield from (safe(f"false alarm: {_alarm_words(p, f)}") for p, f in e.false_alarms)


def _row(name: str, f: Figures) -> Sequence[Any]:
    return name, f.recall.words, f.any_step.words, f.precision.words, f.alarms.words, f.unjudged


def _label_words(x: Label) -> str:
    which = f" [{x.index}]" if x.index is not None else ""
    return f"{x.id}: {x.kind}{f'.{x.form}' if x.form else ''} in {x.trace}{which} at {', '.join(sorted(x.steps))}"


def _alarm_words(pair: Pair, f: Judged) -> str:
    which = f" [{pair.index}]" if pair.index is not None else ""
    return f"{pair.id}: {f.severity} {f.rule} in {pair.trace}{which} at {', '.join(sorted(f.steps))}"


# --- for programs --------------------------------------------------------------------------------------------------


def evaluation_document(e: Evaluation) -> dict[str, Any]:
    """All of it as one JSON document; a share is an object of `k`, `n`, `share` and `wilson95`."""
    return {
        "planscope": planscope.__version__,
        "all": _figures(e.all),
        "kinds": {k: _figures(f) for k, f in e.kinds.items()},
        "forms": [
            {"kind": kind, "form": form, "recall": share(f.recall), "any_step": share(f.any_step)}
            for (kind, form), f in e.forms.items()
        ],
        "sets": {s: _figures(f) for s, f in e.sets.items()},
        "rules": {rule: dict(of) for rule, of in e.rules.items()},
        "missed": [_label(x) for x in e.missed],
        "hit_at_another_step": [_label(x) for x in e.elsewhere],
        "false_alarms": [_alarm(p, f) for p, f in e.false_alarms],
    }


def share(s: Share) -> Mapping[str, Any]:
    """A share for programs."""
    return {"k": s.k, "n": s.n, "share": s.value, "wilson95": list(wilson(s.k, s.n)) if s.n else None}


def _figures(f: Figures) -> dict[str, Any]:
    return {
        "recall": share(f.recall),
        "any_step": share(f.any_step),
        "precision": share(f.precision),
        "clean_pairs_with_false_alarms": share(f.alarms),
        "false_alarms": f.false_alarms,
        "findings": f.findings,
        "not_judged": f.unjudged,
    }


def _label(x: Label) -> dict[str, Any]:
    about = {"id": x.id, "trace": x.trace, "index": x.index, "kind": x.kind}
    return {**about, "form": x.form, "steps": sorted(x.steps)}


def _alarm(pair: Pair, f: Judged) -> dict[str, Any]:
    about = {"clean": pair.id, "trace": pair.trace, "index": pair.index, "kind": pair.kind}
    return {**about, "rule": f.rule, "severity": f.severity, "steps": sorted(f.steps)}
