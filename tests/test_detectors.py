"""Every detector against its cases, and the rules that every detector keeps to."""

import re
from pathlib import Path

import pytest

from planscope.analyzers.detector import KINDS, SECTIONS, Detector, load_detectors
from planscope.analyzers.testing import Case, cases, failures
from planscope.collector.run import Run

FOLDER = Path(__file__).parent / "analyzers" / "detectors"
DETECTORS = load_detectors()


def _all_cases() -> list[tuple[Detector, Case]]:
    found = []
    for d in DETECTORS:
        for path in sorted(FOLDER.glob(f"{d.id.replace('-', '_')}*.yaml")):
            found += [(d, c) for c in cases(path)]
    return found


@pytest.mark.parametrize(("detector", "case"), _all_cases(), ids=lambda x: x.id if isinstance(x, Detector) else x.name)
def test_case(detector: Detector, case: Case) -> None:
    assert failures(detector, case) == []


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda d: d.id)
def test_rules_for_detectors(detector: Detector) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", detector.id)
    assert detector.kind in KINDS
    assert [s for s in SECTIONS if f"## {s}" not in detector.manual] == []
    assert all(o.default is not None and o.type for o in detector.options)
    mine = [c for d, c in _all_cases() if d is detector]
    assert any(c.finds for c in mine), "no case that fires"
    assert any(not c.finds for c in mine), "no near-miss"


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda d: d.id)
def test_silent_on_an_empty_run(detector: Detector) -> None:
    outcomes = detector.run(Run("empty", "case", ()))
    assert len(outcomes) <= 1
    assert not any(hasattr(o, "message") for o in outcomes)
