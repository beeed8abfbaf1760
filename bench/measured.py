"""Keeps what was measured: bench/measured.json, which docs/detectors.md prints.

    planscope eval --labels LABELS PATH --format json > e.json
    python bench/measured.py "planted, seed 7" e.json --what "made by bench/plant.py --seed 7"

writes the figures of one set of runs, in place of those that the set had. `--drop NAME` takes a set out. Then run
bench/make_docs.py. Nothing of the runs goes in but figures.

    {"format": ..., "sets": [{"name", "what", "planscope",
        "kinds":    {kind: {"recall": [k, n], "alarms": [k, n], "precision": [k, n]}},   alarms: of clean runs
        "labels":   {kind: {form of the label: [k, n]}},
        "findings": {"detector.form": {"hits": n, "false_alarms": n}}}]}
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from planscope.analyzers.detector import KINDS
from planscope.analyzers.stats import Share

FILE = Path(__file__).resolve().parent / "measured.json"
FORMAT = "planscope measured 1"
LOW = 0.5  # a form that is found less often is named


def load(path: Path = FILE) -> list[dict[str, Any]]:
    """The sets that were measured, none where there is no file."""
    if not path.exists():
        return []
    held = json.loads(path.read_text(encoding="utf-8"))
    if held.get("format") != FORMAT:
        raise SystemExit(f"{path}: the format is {held.get('format')!r}, and should be {FORMAT!r}")
    sets: list[dict[str, Any]] = held["sets"]
    return sets


def figures(name: str, what: str, e: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of an evaluation, as `planscope eval --format json` prints it."""
    names = {"recall": "recall", "alarms": "clean_pairs_with_false_alarms", "precision": "precision"}
    labels: dict[str, dict[str, list[int]]] = {}
    for f in e["forms"]:
        labels.setdefault(f["kind"], {})[f["form"]] = _pair(f["recall"])
    return {
        "name": name,
        "what": what,
        "planscope": e["planscope"],
        "kinds": {k: {short: _pair(f[long]) for short, long in names.items()} for k, f in e["kinds"].items()},
        "labels": labels,
        "findings": {
            rule: {"hits": of.get("hit", 0), "false_alarms": of.get("false alarm", 0)}
            for rule, of in e["rules"].items()
        },
    }


def _pair(share: Mapping[str, Any]) -> list[int]:
    return [share["k"], share["n"]]


def keep(sets: list[dict[str, Any]], path: Path = FILE) -> None:
    """Writes the file, in an order that makes for small diffs."""
    held = {"format": FORMAT, "sets": sorted(sets, key=lambda s: s["name"])}
    path.write_text(json.dumps(held, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


# --- as a page -----------------------------------------------------------------------------------------------------


def section(sets: list[dict[str, Any]]) -> Iterator[str]:
    """The figures as Markdown: by kind, by form of the label, by form of the finding; nothing without a set."""
    if not sets:
        return
    yield from ("## What was measured", "")
    yield "`planscope eval` on labelled runs; behind each share its 95 % interval, and `~` before one of fewer than"
    yield "ten. [eval.md](eval.md) tells how it is measured, and how to do it on your own runs. Made-up runs show what"
    yield "rules cover; how often such faults occur, and what else is found, only runs of your own can tell."
    yield ""
    yield from (f"- *{s['name']}*: {s['what']} (planscope {s['planscope']})" for s in sets)
    heads = " | ".join(f"{s['name']}: recall | false alarms, of clean runs" for s in sets)
    yield from ("", f"| kind | {heads} |", f"| --- |{' --- | --- |' * len(sets)}")
    for kind in KINDS:
        of = [s["kinds"].get(kind, {"recall": [0, 0], "alarms": [0, 0]}) for s in sets]
        if any(f["recall"][1] or f["alarms"][1] for f in of):
            yield _line(kind, (f"{_words(f['recall'])} | {_words(f['alarms'])}" for f in of))
    yield from ("", *_by_label(sets), "", *_low(sets), "", *_by_finding(sets))


def _by_label(sets: list[dict[str, Any]]) -> Iterator[str]:
    yield f"| form of the label | {' | '.join(s['name'] for s in sets)} |"
    yield f"| --- |{' --- |' * len(sets)}"
    for kind in KINDS:
        for form in sorted({form for s in sets for form in s["labels"].get(kind, {})}):
            cells = (_words(s["labels"].get(kind, {}).get(form, [0, 0])) for s in sets)
            yield _line(f"{kind}.{form}", cells)


def _low(sets: list[dict[str, Any]]) -> Iterator[str]:
    """Forms that are found less often than every other time, by name: what not to rely on."""
    low = [
        f"`{kind}.{form}` ({k} of {n}, {s['name']})"
        for s in sets
        for kind, forms in s["labels"].items()
        for form, (k, n) in sorted(forms.items())
        if n and k / n < LOW
    ]
    yield (
        f"Found less than every other time: {', '.join(low)}."
        if low
        else "No form is found less than every other time."
    )


def _by_finding(sets: list[dict[str, Any]]) -> Iterator[str]:
    heads = " | ".join(f"{s['name']}: hits | false alarms" for s in sets)
    yield f"| form of the finding | {heads} |"
    yield f"| --- |{' --- | --- |' * len(sets)}"
    for rule in sorted({rule for s in sets for rule in s["findings"]}):
        of = [s["findings"].get(rule, {"hits": 0, "false_alarms": 0}) for s in sets]
        yield _line(rule, (f"{f['hits']} | {f['false_alarms']}" for f in of))


def _line(name: str, cells: Iterable[str]) -> str:
    return f"| `{name}` | {' | '.join(cells)} |"


def _words(pair: list[int]) -> str:
    return Share(*pair).words


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="what the set of runs is called")
    parser.add_argument("evaluation", nargs="?", type=Path, help="what `planscope eval --format json` printed")
    parser.add_argument("--what", default="", help="a clause on where the runs are from")
    parser.add_argument("--drop", action="store_true", help="take the set out")
    parser.add_argument("--file", type=Path, default=FILE, help="instead of bench/measured.json")
    given = parser.parse_args()
    if given.drop == (given.evaluation is not None):
        parser.error("give an evaluation, or --drop")
    before = load(given.file)
    old = next((s for s in before if s["name"] == given.name), None)
    rest = [s for s in before if s is not old]
    if given.drop:
        keep(rest, given.file)
        return 0
    what = given.what or (old["what"] if old else "")
    if not what:
        parser.error("a new set: say where its runs are from, --what")
    keep([*rest, figures(given.name, what, json.loads(given.evaluation.read_text(encoding="utf-8")))], given.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
