"""Findings held against labels: the measure itself, also against the script that defines it where that is at hand."""

import importlib.util
import json
import os
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from planscope.analyzers.evaluation import Evaluation, agrees, evaluate, judged
from planscope.analyzers.labels import Labels, read_labels
from planscope.analyzers.stats import Share, wilson
from planscope.errors import Unreadable

CORPUS = Path(os.environ.get("PLANSCOPE_CORPUS", "nowhere"))  # a folder with score.py, labels.json, traces/ ...


def said(tmp_path: Path, labels: Any, clean: Any = (), ambiguous: Any = ()) -> Labels:
    for name, entries in (("labels", labels), ("clean", clean), ("ambiguous", ambiguous)):
        (tmp_path / f"{name}.json").write_text(json.dumps(entries if isinstance(entries, str) else list(entries)))
    return read_labels(tmp_path / "labels.json")


def finding(file: str, kind: str, *steps: object, index: Any = None, **more: Any) -> dict[str, Any]:
    return {"file": file, "index": index, "kind": kind, "rule": kind.replace("_", "-"), "steps": list(steps), **more}


def measured(labels: Labels, *findings: Mapping[str, Any]) -> Evaluation:
    return evaluate(labels, judged(findings, labels))


LABEL = {"trace": "s/a.json", "kind": "stale_todo", "sub_rule": "left_open_at_end", "steps": ["7"]}
CLEAN = {"trace": "s/b.json", "kind": "stale_todo"}


@pytest.mark.parametrize(
    ("found", "hit", "near", "precision"),
    [
        (finding("s/a.json", "stale_todo", "7"), 1, 1, (1, 1)),
        (finding("traces/s/a.json.gz", "stale_todo", 3, 7), 1, 1, (1, 1)),
        (finding("s/a.json", "stale_todo", "8"), 0, 1, (0, 0)),
        (finding("s/a.json", "discipline", "7"), 0, 0, (0, 0)),
        (finding("s/a.json", "plan_drift", "9"), 0, 0, (0, 0)),
        (finding("t/a.json", "stale_todo", "7"), 0, 0, (0, 0)),
        (finding("s/b.json", "stale_todo", "1"), 0, 0, (0, 1)),
    ],
)
def test_what_a_finding_is(
    tmp_path: Path, found: dict[str, Any], hit: int, near: int, precision: tuple[int, int]
) -> None:
    result = measured(said(tmp_path, [LABEL], [CLEAN]), found)
    assert (result.all.recall, result.all.any_step) == (Share(hit, 1), Share(near, 1))
    assert result.all.precision == Share(*precision)
    assert result.forms["stale_todo", "left_open_at_end"].recall == Share(hit, 1)
    assert result.kinds["stale_todo"].alarms == Share(precision[1] - precision[0], 1)


def test_more_positions_and_kinds_that_do_as_well(tmp_path: Path) -> None:
    label = {**LABEL, "also": ["Ab01"], "partner": ["6"], "alt_kinds": ["discipline"]}
    labels = said(tmp_path, [label], [{**CLEAN, "kind": "discipline"}])
    for found in (
        finding("s/a.json", "discipline", "7"),
        finding("s/a.json", "stale_todo", "AB01"),
        finding("s/a.json", "stale_todo", 6),
    ):
        assert measured(labels, found).all.recall == Share(1, 1)


def test_which_run_of_a_file_counts_where_labels_say_it(tmp_path: Path) -> None:
    labels = said(tmp_path, [{**LABEL, "index": 3}], [{"trace": "s/a.json", "index": "4", "kind": "stale_todo"}])
    result = measured(
        labels,
        finding("s/a.json", "stale_todo", "7", index=4),
        finding("s/a.json", "stale_todo", "7"),  # of no run in particular
    )
    assert (result.all.recall.k, result.all.alarms.k, result.all.findings) == (0, 1, 1)
    assert measured(labels, finding("s/a.json", "stale_todo", "7", index="3")).all.recall.k == 1
    alone = said(tmp_path, [LABEL])
    assert measured(alone, finding("s/a.json", "stale_todo", "7", index=9)).all.recall.k == 1


def test_what_is_ambiguous_counts_in_neither_part(tmp_path: Path) -> None:
    pair = {"trace": "s/a.json", "kind": "stale_todo"}
    found = finding("s/a.json", "stale_todo", "7")
    everywhere = measured(said(tmp_path, [LABEL], [{**pair}], [pair]), found)
    assert (everywhere.all.recall.n, everywhere.all.alarms.n) == (0, 0)
    assert everywhere.rules["stale-todo"] == {"ambiguous": 1}
    at_another = measured(said(tmp_path, [LABEL], [], [{**pair, "steps": [9]}]), found)
    assert at_another.all.recall == Share(1, 1)


@pytest.mark.parametrize(
    ("wanted", "given", "is_so"),
    [
        ({"01_planning/011"}, {"01_planning/011/x"}, True),
        ({"01_planning/01"}, {"01_planning/011"}, False),
        ({"12"}, {"120"}, False),
        (set(), {"1"}, False),
    ],
)
def test_positions_agree(wanted: set[str], given: set[str], is_so: bool) -> None:
    assert agrees(wanted, frozenset(given)) is is_so


@pytest.mark.parametrize(
    ("k", "n", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (8, 10, 0.4902, 0.9433), (0, 0, 0.0, 1.0)]
)
def test_intervals_are_those_of_the_literature(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        ({"a": 1}, "must be a list of objects"),
        ([3], "entry 1: it is no object"),
        ([LABEL, {"kind": "stale_todo"}], "entry 2: 'steps' is missing"),
        ([{**LABEL, "kind": "stale_tood"}], "did you mean 'stale_todo'?"),
        ([{**LABEL, "steps": []}], "steps is empty"),
        ([{**LABEL, "steps": "7"}], "steps must be a list"),
        ([{**LABEL, "trace": ""}], "trace must be the name of a file"),
        ([{**LABEL, "alt_kinds": ["x"]}], "there is no kind 'x'"),
    ],
)
def test_labels_that_cannot_be_read(tmp_path: Path, labels: Any, says: str) -> None:
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(Unreadable, match=r"labels\.json") as e:
        read_labels(tmp_path / "labels.json")
    assert says in str(e.value)


# --- against the script that defines the measure -------------------------------------------------------------------


def made_up(labels: Labels) -> list[dict[str, Any]]:
    """Findings of every sort: at the place and beside it, of other kinds, on clean runs, on runs of no label."""
    luck = random.Random(7)
    found = []
    for e in labels.entries:
        for _ in range(luck.randrange(3)):
            kinds = [e.kind, e.kind, luck.choice(labels.kinds), "requirement_gap"]
            steps = luck.sample(sorted(e.steps) or ["1"], 1) if luck.random() < 0.6 else [str(luck.randrange(60))]
            index = e.index if luck.random() < 0.9 else luck.choice([None, "999", 10])
            trace = e.trace if luck.random() < 0.95 else f"traces/{e.trace}.gz"
            found.append(finding(trace, luck.choice(kinds), *steps, index=index, severity="error"))
    return found


@pytest.mark.skipif(not (CORPUS / "score.py").exists(), reason="PLANSCOPE_CORPUS names no folder with score.py")
def test_figures_are_those_of_the_script(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("score", CORPUS / "score.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    labels = read_labels(CORPUS / "labels.json")
    findings = made_up(labels)
    assert len(findings) > 100
    given = os.environ.get("PLANSCOPE_CORPUS_FINDINGS")  # real ones, as `planscope check --format jsonl` prints them
    if given:
        findings += [json.loads(x) for x in Path(given).read_text(encoding="utf-8").splitlines()]
    (tmp_path / "f.jsonl").write_text("".join(json.dumps(f) + "\n" for f in findings))
    script.main(["--findings", str(tmp_path / "f.jsonl"), "--json", str(tmp_path / "out.json"), "--quiet"])
    theirs = json.loads((tmp_path / "out.json").read_text())
    ours = measured(labels, *findings)

    def shares(block: Mapping[str, Any]) -> list[tuple[int, int]]:
        return [(block[k]["k"], block[k]["n"]) for k in ("recall", "recall_any_step", "false_positive_pairs")]

    for name, figures in [*ours.kinds.items(), ("all", ours.all)]:
        block = theirs["all"] if name == "all" else theirs["kinds"][name]
        assert [(s.k, s.n) for s in (figures.recall, figures.any_step, figures.alarms)] == shares(block), name
        assert (figures.false_alarms, figures.findings) == (block["false_alarms"], block["findings"]), name
        if figures.recall.n:
            assert list(wilson(figures.recall.k, figures.recall.n)) == pytest.approx(block["recall"]["wilson95"])
    for name, figures in ours.sets.items():
        block = theirs["by_set"][name]
        assert [(s.k, s.n) for s in (figures.recall, figures.any_step, figures.alarms)] == shares(block), name
    assert [x.id for x in ours.missed] == theirs["missed"]
    assert [x.id for x in ours.elsewhere] == theirs["hit_at_another_step"]
    assert len(ours.false_alarms) == len(theirs["false_alarm_list"])
