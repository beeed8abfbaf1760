"""What the last analysis of a store found, as the report that a check of files gives: for output, gates and pages."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from planscope.analyzers.aside import SetAside
from planscope.analyzers.check import Check, FileFacts, Report, RunFacts
from planscope.analyzers.detector import Evidence, Finding
from planscope.analyzers.gates.sameness import request_key
from planscope.analyzers.reviews import Mark, Reviewed, marks, reviewed, reviews
from planscope.collector.exact import decode
from planscope.collector.pieces import joined
from planscope.collector.snapshot import Files, current, snapshot, stored
from planscope.collector.span import Place
from planscope.collector.store import Store

_RUNS = "run_id, file, item, format, agent, parent_id, state, steps, tool_calls, plan_versions, title, task, variant"
_FINDINGS = "run_id, detector, kind, form, severity, message, evidence, fingerprint, digest"
_CHECKS = "run_id, detector, kind, outcome, reason"


def recall(store: Store, detectors: Collection[str] | None = None) -> Report:
    """Runs, findings and checks that count, in order of time; of these detectors only, where some are given. Findings
    that were dismissed in a review are set aside."""
    files = snapshot(store)
    runs = store.run(f"SELECT {_RUNS} FROM {current(files, 'runs')} ORDER BY file, started_ns, run_id")
    place = {r[0]: n for n, r in enumerate(runs)}
    checks = store.run(f"SELECT {_CHECKS} FROM {current(files, 'checks')} ORDER BY detector")
    requests = _requests(store, files)
    wanted = (lambda d: True) if detectors is None else set(detectors).__contains__
    found = [x for x in _findings(store, files) if wanted(x.finding.detector)]
    found.sort(key=lambda x: place.get(x.finding.run, -1))
    held = {(x.finding.run, x.finding.detector) for x in found}
    return Report(
        files=[FileFacts(name, form) for name, form in dict.fromkeys((r[1], r[3]) for r in runs) if name],
        runs=[_facts(*r, requests.get(r[0], "")) for r in runs],
        findings=[x.finding for x in found if x.state != "dismissed"],
        checks=[
            _still_held(Check(*r), held) for r in sorted(checks, key=lambda r: place.get(r[0], -1)) if wanted(r[1])
        ],
        set_aside=[
            SetAside(x.finding, "dismissed", x.review.reason, x.review.who)
            for x in found
            if x.state == "dismissed" and x.review
        ],
    )


def _still_held(check: Check, held: Collection[tuple[str, str]]) -> Check:
    """The check, failed where it found something and the store has it no more: silence would pass for health."""
    if check.outcome != "found" or (check.run, check.detector) in held:
        return check
    return replace(check, outcome="failed", reason="what it found is not in the store any more: a file is lost")


def findings_of(store: Store) -> list[Reviewed]:
    """All findings that count with the last review of each, run by run in order of the files."""
    files = snapshot(store)
    order = store.run(f"SELECT run_id FROM {current(files, 'runs')} ORDER BY file, started_ns, run_id")
    place = {run: n for n, (run,) in enumerate(order)}
    return sorted(_findings(store, files), key=lambda x: place.get(x.finding.run, -1))


def _findings(store: Store, files: Files) -> list[Reviewed]:
    rows = store.run(f"SELECT {_FINDINGS} FROM {current(files, 'findings')} ORDER BY run_id, number")
    found = [(_finding(r[:-2]), Mark(*r[-2:])) for r in rows]
    if any(m.fingerprint is None for _, m in found):  # written by an earlier planscope
        found = list(_marked([f for f, _ in found]))
    return reviewed(found, reviews(store, files))


def _marked(findings: Sequence[Finding]) -> Iterator[tuple[Finding, Mark]]:
    for _, some in groupby(findings, key=lambda f: f.run):
        of_run = list(some)
        yield from zip(of_run, marks(of_run), strict=True)


def _requests(store: Store, files: Files) -> dict[str, str]:
    """The key of each run's first request. Long ones are put together again from their pieces."""
    steps = f"{current(files, 'steps')} WHERE type = 'user_message' AND system IS NOT TRUE"
    wanted = "run_id, arg_min(text, number), arg_min(coalesce(text_ref, ''), number)"
    first = store.run(f"SELECT {wanted} FROM {steps} GROUP BY run_id")
    hashes = sorted({h for _, _, ref in first for h in ref.split()})
    listed = f"SELECT hash, text FROM {stored(files, 'texts')} WHERE hash IN (SELECT unnest(?))"
    pieces = dict(store.run(listed, [hashes])) if hashes else {}
    return {run: request_key(_whole(text or "", ref, pieces)) for run, text, ref in first}


def _whole(text: str, ref: str, pieces: Mapping[str, str]) -> str:
    return joined(ref, pieces) if ref and all(h in pieces for h in ref.split()) else text


def _facts(run: str, file: str, item: str | None, *rest: Any) -> RunFacts:
    form, agent, parent, state, steps, tool_calls, plan_versions, title, task, variant, request = rest
    about = (state, steps, tool_calls, plan_versions, title[:80], task, variant, request)
    return RunFacts(run, file, _item(item), form, agent, parent, *about)


def _item(item: str | None) -> Any:
    return None if item is None else decode(item)


def _finding(row: tuple[Any, ...]) -> Finding:
    run, detector, kind, form, severity, message, evidence = row
    places = tuple(
        Evidence(Place(e["file"], e["position"], _item(e["item"])), e["step"], e["quote"], e["note"])
        for e in decode(evidence)
    )
    return Finding(message, places, severity, form, detector, kind, run)
