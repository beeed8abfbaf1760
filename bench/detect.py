"""Runs the detectors over what bench/plant.py made, and tells what they found, missed, and wrongly found.

python bench/detect.py DIR                      tables: recall by kind and form, false alarms, rules
python bench/detect.py DIR --show FORM          also the misses of one form (or the false alarms of a look-alike)
python bench/detect.py DIR --findings FILE      measure findings that were made before (jsonl)

A label is hit by a finding of its kind (or of a kind that the label allows beside it) in the same file that names one
of its places; "any" counts hits that name no place of it too. Intervals are Wilson's, 95%.
"""

import argparse
import json
import math
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True)
class Found:
    """One label with the findings that speak of it."""

    label: dict[str, Any]
    hits: tuple[dict[str, Any], ...]  # the kind and the place agree
    near: tuple[dict[str, Any], ...]  # the kind agrees


def wilson(k: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95% interval of a share."""
    if not n:
        return 0.0, 1.0
    p, square = k / n, z * z
    middle = (p + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(p * (1 - p) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(k: int, n: int) -> str:
    """`18/20  90% [70-97]`."""
    if not n:
        return "-"
    low, high = wilson(k, n)
    return f"{k}/{n} {100 * k / n:3.0f}% [{100 * low:.0f}-{100 * high:.0f}]"


def check(folder: Path) -> list[dict[str, Any]]:
    """All findings in the folder's traces, by the command that users have."""
    traces = str(folder / "traces")
    command = [sys.executable, "-m", "planscope", "check", traces, "--root", traces, "--format", "jsonl"]
    done = subprocess.run([*command, "--fail-on", "never"], capture_output=True, text=True, check=False)
    (folder / "findings.jsonl").write_text(done.stdout, encoding="utf-8")
    (folder / "check.log").write_text(done.stderr, encoding="utf-8")
    told = done.stderr.strip()
    if done.returncode == 3 or (done.returncode and not done.stdout.strip()):
        sys.exit(f"planscope check ended with {done.returncode}: {told[-600:]}")
    if done.returncode:  # some of it could not be looked at: recall below is of all that was planted
        print(f"planscope check ended with {done.returncode}; see {folder / 'check.log'}: {told[-300:]}\n")
    return read(folder / "findings.jsonl")


def read(path: Path) -> list[dict[str, Any]]:
    """Findings from JSON lines."""
    return [json.loads(x) for x in path.read_text(encoding="utf-8").splitlines() if x.strip()]


def judge(labels: Iterable[dict[str, Any]], findings: Iterable[dict[str, Any]]) -> list[Found]:
    """Every label with what was found about it."""
    of_file = defaultdict(list)
    for f in findings:
        of_file[f["file"]].append(f)
    out = []
    for label in labels:
        kinds, places = {label["kind"], *label["alt_kinds"]}, {*label["steps"], *label["partner"]}
        near = tuple(f for f in of_file[label["trace"]] if f["kind"] in kinds)
        hits = tuple(f for f in near if places & {str(s) for s in f["steps"]})
        out.append(Found(label, hits, near))
    return out


def as_error(found: Found) -> bool:
    """Whether a hit has the gravest severity."""
    return any(f["severity"] == "error" for f in found.hits)


def recall_table(found: Sequence[Found]) -> list[str]:
    """Recall by kind, then by form."""
    head = f"{'kind / form':44s} {'hit':24s} {'any place':>10s} {'as error':24s}"
    lines = ["RECALL", head]
    for kind in dict.fromkeys(f.label["kind"] for f in found):
        mine = [f for f in found if f.label["kind"] == kind]
        for name, some in (
            (kind, mine),
            ("  provable", [f for f in mine if f.label["provable"]]),
            ("  other", [f for f in mine if not f.label["provable"]]),
        ):
            lines += [_recall(name, some)] if some else []
        for form in dict.fromkeys(f.label["form"] for f in mine):
            mark = "  - " if next(f for f in mine if f.label["form"] == form).label["provable"] else "  ~ "
            lines.append(_recall(mark + form, [f for f in mine if f.label["form"] == form]))
    return lines


def _recall(name: str, some: Sequence[Found]) -> str:
    hit, n = sum(bool(f.hits) for f in some), len(some)
    errors = sum(as_error(f) for f in some)
    near = sum(bool(f.near) for f in some)
    return f"{name:44s} {share(hit, n):24s} {near:>6d}/{n:<4d} {share(errors, n):24s}"


def alarm_table(clean: Sequence[dict[str, Any]], findings: Sequence[dict[str, Any]]) -> list[str]:
    """False alarms on honest runs: on those that look like the kind, and on all."""
    of = defaultdict(list)
    for f in findings:
        of[f["file"], f["kind"]].append(f)
    lines = ["", "FALSE ALARMS for each 100 honest runs (runs with one: share)"]
    lines.append(
        f"{'kind':22s} {'runs with one':24s} {'errors':>7s} {'warn':>7s} {'info':>7s}   looking like it: runs with one"
    )
    for kind in dict.fromkeys(c["kind"] for c in clean):
        mine = [c for c in clean if c["kind"] == kind]
        own = [c for c in mine if c["own"]]
        counts = Counter(f["severity"] for c in mine for f in of[c["trace"], kind])
        with_one = sum(bool(of[c["trace"], kind]) for c in mine)
        each = " ".join(f"{100 * counts[s] / len(mine):7.2f}" for s in SEVERITIES)
        alike = share(sum(bool(of[c["trace"], kind]) for c in own), len(own))
        lines.append(f"{kind:22s} {share(with_one, len(mine)):24s} {each}   {alike}")
    lines += ["", "look-alikes with a false alarm of their kind (others have none)"]
    for form in dict.fromkeys((c["kind"], c["form"]) for c in clean if c["own"]):
        own = [c for c in clean if c["own"] and (c["kind"], c["form"]) == form]
        bad = sum(bool(of[c["trace"], form[0]]) for c in own)
        lines += [f"  {form[0]:20s} {form[1]:34s} {share(bad, len(own))}"] if bad else []
    return lines


def rule_table(
    found: Sequence[Found], clean: Sequence[dict[str, Any]], findings: Sequence[dict[str, Any]]
) -> list[str]:
    """What each rule's findings were: hits, right kind elsewhere, other findings on planted runs, false alarms."""
    honest = {(c["trace"], c["kind"]) for c in clean}
    hits = {id(f) for x in found for f in x.hits}
    near = {id(f) for x in found for f in x.near} - hits
    rows: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for f in findings:
        what = "hit" if id(f) in hits else "near" if id(f) in near else "other"
        what = "false" if (f["file"], f["kind"]) in honest else what
        rows[f["rule"], str(f.get("form") or f.get("sub_rule") or "")][what] += 1
    lines = ["", "RULES", f"{'rule / form':52s} {'hit':>6s} {'near':>6s} {'other':>6s} {'false':>6s}"]
    for (rule, form), c in sorted(rows.items()):
        lines.append(f"{rule + ' ' + form:52s} {c['hit']:6d} {c['near']:6d} {c['other']:6d} {c['false']:6d}")
    return lines


def by(found: Sequence[Found], key: str) -> list[str]:
    """Recall along one property of the runs."""
    lines = ["", f"by {key}"]
    for value in sorted({str(f.label[key]) for f in found}):
        some = [f for f in found if str(f.label[key]) == value]
        lines.append(f"  {value:20s} {share(sum(bool(f.hits) for f in some), len(some))}")
    return lines


def show(
    form: str, found: Sequence[Found], clean: Sequence[dict[str, Any]], findings: Sequence[dict[str, Any]]
) -> None:
    """The misses of a form, or the false alarms on a look-alike."""
    for f in found:
        if f.label["form"] == form and not f.hits:
            x = f.label
            print(f"\nMISSED {x['trace']} {x['steps']} {x['quotes']}\n  {x['evidence']}")
            for other in f.near:
                print(f"  near: {other['rule']} {other['steps']} {other.get('message', '')[:160]}")
    for c in clean:
        if c["form"] == form and c["own"]:
            for x in findings:
                if x["file"] == c["trace"] and x["kind"] == c["kind"]:
                    print(f"\nFALSE ALARM {c['trace']} {x['severity']} {x['steps']}\n  {x.get('message', '')[:300]}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="what bench/plant.py wrote")
    parser.add_argument("--show", metavar="FORM", action="append", default=[])
    parser.add_argument("--findings", type=Path, help="findings made before")
    given = parser.parse_args()
    if not (given.folder / "labels.json").is_file():
        parser.error(f"{given.folder} has no labels.json: make it with bench/plant.py -o {given.folder}")
    labels = json.loads((given.folder / "labels.json").read_text(encoding="utf-8"))
    clean = json.loads((given.folder / "clean.json").read_text(encoding="utf-8"))
    findings = read(given.findings) if given.findings else check(given.folder)
    found = judge(labels, findings)
    lines = [*recall_table(found), *alarm_table(clean, findings), *rule_table(found, clean, findings)]
    for key in ("language", "format", "mode", "domain"):
        lines += by(found, key)
    print("\n".join(lines))
    for form in given.show:
        show(form, found, clean, findings)


if __name__ == "__main__":
    main()
