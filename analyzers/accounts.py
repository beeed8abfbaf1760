"""What analysis knows of a run beside findings, as rows of the store: claims, and triggers of replanning."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from planscope.analyzers.claims.stated import claims
from planscope.analyzers.plans.triggers import triggers
from planscope.collector.derived import Row, place, row
from planscope.collector.run import Run
from planscope.collector.tables import CLAIMS, REPLAN_TRIGGERS

SHOWN = 300  # characters of a text that a row quotes


def account_rows(run: Run, key: Mapping[str, Any]) -> dict[str, list[Row]]:
    """Rows by table for one generation of a run (`key` holds run_id and generation)."""
    made: dict[str, Callable[[Run, Mapping[str, Any]], Iterator[Row]]] = {
        "claims": _claims,
        "replan_triggers": _triggers,
    }
    return {table: _rows(make, run, key) for table, make in made.items()}


def _rows(make: Callable[[Run, Mapping[str, Any]], Iterator[Row]], run: Run, key: Mapping[str, Any]) -> list[Row]:
    try:
        return list(make(run, key))
    except Exception:  # the detectors that stand on the same ground say so: their check has failed
        return []


def _claims(run: Run, key: Mapping[str, Any]) -> Iterator[Row]:
    for n, c in enumerate(run.memo(claims)):
        a, source = c.amount, c.source
        yield row(
            CLAIMS, key, number=n, step=c.step, value=float(a.value), unit=a.unit, raw=a.raw, stance=a.stance,
            argument=c.argument, verdict=c.verdict, how=c.how, line=c.line[:SHOWN],
            source_step=source.step if source else None, source_value=float(source.value) if source else None,
            source_key=source.key if source else None, **place(c.place),
        )  # fmt: skip


def _triggers(run: Run, key: Mapping[str, Any]) -> Iterator[Row]:
    for n, t in enumerate(triggers(run)):
        yield row(
            REPLAN_TRIGGERS, key, number=n, event=t.event, step=t.step.number, words=t.words[:SHOWN],
            response=t.response, delay=t.delay, answer_step=t.answer.number if t.answer else None,
            **place(t.step.place),
        )  # fmt: skip
