"""Planted faults are where their labels say, and nothing else differs from the clean run."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

BENCH = str(Path(__file__).parents[2] / "bench")
sys.path.insert(0, BENCH)  # scripts beside a package of their own; they are no part of planscope
from planting import make, words  # type: ignore[import-not-found]  # noqa: E402
from planting.buying import Buying  # type: ignore[import-not-found]  # noqa: E402
from planting.forms import forms  # type: ignore[import-not-found]  # noqa: E402
from planting.plans import numbered, weave  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(BENCH)

FAULTS = [f for f in forms() if f.fault]
ALIKE = [f for f in forms() if not f.fault]
REQUESTED = "hallucinated_price rubber_stamp plan_drift stale_todo discipline missed_replan over_replan sort_error"


def name(form: Any) -> str:
    return f"{form.kind}/{form.name}"


@cache
def planted(form: Any) -> list[Any]:
    return list(make.plant(form, "test", 2))


def pieces(written: Any) -> dict[str, str]:
    """Position → what stands there, read back from the file alone."""
    if written.suffix == ".json":
        messages = json.loads(written.text)["messages"]
        return {str(n): json.dumps(m, ensure_ascii=False) for n, m in enumerate(messages)}
    lines = written.text.splitlines()
    if "resourceSpans" not in lines[0]:
        return {str(n): line for n, line in enumerate(lines)}
    return {span["spanId"]: line for line in lines for span in spans(json.loads(line))}


def spans(export: Any) -> Iterator[Any]:
    for r in export["resourceSpans"]:
        for scope in r["scopeSpans"]:
            yield from scope["spans"]


def flat(text: str) -> str:
    """Without the layers of quoting that JSON in JSON puts on."""
    return text.replace("\\", "").replace('"', "")


def test_every_kind_has_faults_and_look_alikes() -> None:
    kinds = {*REQUESTED.split(), "requirement_gap"}
    assert {f.kind for f in FAULTS} == {f.kind for f in ALIKE} == kinds
    assert len({name(f) for f in forms()}) == len(forms())


@pytest.mark.parametrize("form", FAULTS, ids=name)
def test_label_points_at_what_was_planted(form: Any) -> None:
    for p in planted(form):
        written = make.write(p.made.draft)
        label = make.label(1, "x", p, written)
        there = pieces(written)
        assert label["steps"], label
        assert {*label["steps"], *label["partner"]} <= set(there), label
        text = flat("\n".join(there[s] for s in [*label["steps"], *label["partner"]]))
        for quote in label["quotes"]:
            assert flat(quote.replace("\n", "\\n")) in text.replace("\n", "\\n"), (quote, text[-600:])
        assert label["kind"] not in label["alt_kinds"]
        assert label["evidence"]


def alike(one: list[str], other: list[str]) -> int:
    """How many steps are the same from the beginning."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@pytest.mark.parametrize("form", FAULTS, ids=name)
def test_twin_differs_only_where_it_was_planted(form: Any) -> None:
    """Few steps differ, and what is said to be the fault is one of them, or stands because of one that is gone."""
    for p in planted(form):
        clean, bad = weave(numbered(p.made.clean)), weave(numbered(p.made.draft))
        assert clean != bad, p.lot.seed
        keys = [[repr(s) for s in steps] for steps in (clean, bad)]
        before, after = alike(*keys), alike(*(k[::-1] for k in keys))
        assert before >= 1, p.lot.seed
        assert before + after < len(clean) or len(bad) > len(clean), p.lot.seed
        same = set(keys[0]) & set(keys[1])
        assert len(same) >= 3, p.lot.seed
        tags = [s.tag for s in bad]
        last = max(tags.index(tag) for tag, _ in p.made.places)
        assert last >= before, "the fault lies in what differs, or in what follows it"
        assert clean[0] == bad[0], "what the user asks for is the same"


@pytest.mark.parametrize("form", ALIKE, ids=name)
def test_look_alikes_are_made_and_written(form: Any) -> None:
    for p in planted(form):
        assert p.made.clean == p.made.draft
        written = make.write(p.made.draft)
        assert len(pieces(written)) >= 3
        assert "{@" not in written.text


def test_same_seed_same_bytes_and_other_seed_other_bytes(tmp_path: Path) -> None:
    for folder, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        (tmp_path / folder).mkdir()
        make.build(tmp_path / folder, seed, ["sort_error", "stale_todo"], 12, 12, twins=True)
    a, b, c = ({p.relative_to(tmp_path / d): p.read_bytes() for p in files(tmp_path / d)} for d in "abc")
    assert a == b
    assert a != c
    labels = json.loads((tmp_path / "a" / "labels.json").read_text(encoding="utf-8"))
    clean = json.loads((tmp_path / "a" / "clean.json").read_text(encoding="utf-8"))
    assert len(labels) == 24
    assert len({x["id"] for x in labels}) == 24
    assert {(tmp_path / "a" / "traces" / x["trace"]).is_file() for x in [*labels, *clean]} == {True}
    assert sum(x["own"] for x in clean if ".twin" not in x["trace"]) == 24
    assert {x["form"] for x in labels} == {f.name for f in FAULTS if f.kind in ("sort_error", "stale_todo")}


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def test_runs_differ_in_language_mode_format_domain_and_length() -> None:
    lots = [p for f in forms() for p in planted(f)]
    assert {p.lot.language for p in lots} == set(words.LANGUAGES)
    assert {p.lot.format for p in lots} == {"claude", "chat", "codex", "otlp"}
    assert {p.lot.mode for p in lots} == {"none", "todo", "tasks", "written", "planner"}
    assert len({p.made.draft.domain for p in lots}) >= 8
    lengths = [sum(len(s.calls) or 1 for s in weave(p.made.draft)) for p in lots]
    assert min(lengths) < 15
    assert max(lengths) > 150


def test_all_languages_say_the_same_things_in_several_ways() -> None:
    intents = set(words.book("en"))
    for language in words.LANGUAGES:
        assert set(words.book(language)) == intents
        for statement in ("green", "mailed", "booked", "within", "checked", "readall", "pick_cheapest", "look", "done"):
            assert words.wordings(language, statement) >= 8, (language, statement)


def test_planting_knows_nothing_of_the_analyzers() -> None:
    for path in Path(BENCH, "planting").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "planscope" not in text, path
        assert "analyzers" not in text, path


@pytest.mark.parametrize("number", range(60))
def test_honest_purchases_are_honest(number: int) -> None:
    """Picks, sums and what is said of the budget, worked out here again from what the tools show."""
    wants = ("", "best", "early travel timed", "soldout", "unfit", "stars", "over", "feature", "after travel timed")
    b = Buying(f"honest{number}", "en", "none", "chat", frozenset(wants[number % len(wants)].split()))
    total = 0
    for line in b.lines:
        can = [o for o in line.options if o["available"] > 0]
        if line.need:
            can = [o for o in can if o[line.need[0]] >= line.need[1]]
        assert line.option in can
        by = {"best": "rating", "early": "departs"}.get(line.rule, "price")
        best = max if line.rule == "best" else min
        assert line.option[by] == best(o[by] for o in can)
        amount = line.cents[line.option["name"]]
        for n, _ in line.counts:
            amount *= n
        total += amount
    assert total == b.total()
    text = str(b.final())
    assert b.money(total) in text
    over = [w for w in ("exceeds your budget", "above the", "over budget", "Unfortunately the limit") if w in text]
    assert bool(over) == (total > b.budget)
