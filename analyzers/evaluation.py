"""Findings held against labels: what was hit, what was missed, what was found where nothing is. Pure.

A label is hit by a finding on the same run, of its kind (or of a kind that the label allows beside it), of which one
position at least agrees. A false alarm is a finding of a kind on a run that is clean of it. What is neither was not
judged, since labels name no more than what somebody saw. What is ambiguous counts in neither part.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from planscope.analyzers.labels import Label, Labels, Pair, Run, set_of, step_name, trace_name
from planscope.analyzers.stats import Share

Word = Literal["hit", "other step", "false alarm", "ambiguous", "elsewhere"]


@dataclass(slots=True)
class Judged:
    """A finding as `planscope check --format jsonl` prints it, with what became of it."""

    run: Run
    kind: str
    rule: str
    severity: str
    steps: frozenset[str]
    word: Word = "elsewhere"


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a group: recall at the place and anywhere in the run; false alarms on clean pairs; `precision` is the share of
    hits among the findings that hit a label or are a false alarm; `unjudged` are those that are neither."""

    recall: Share
    any_step: Share
    alarms: Share
    precision: Share
    false_alarms: int
    findings: int
    unjudged: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All figures: by kind, by (kind, form of the label), by set, by rule of the findings. `missed` were not found on
    their run at all, `elsewhere` at another place of it; `false_alarms` come with the clean pair that they are on."""

    kinds: Mapping[str, Figures]
    all: Figures
    forms: Mapping[tuple[str, str], Figures]
    sets: Mapping[str, Figures]
    rules: Mapping[str, Mapping[str, int]]
    missed: tuple[Label, ...] = ()
    elsewhere: tuple[Label, ...] = ()
    false_alarms: tuple[tuple[Pair, Judged], ...] = ()


@dataclass
class _Held:
    """Labels and pairs that count, with what was found on them."""

    labels: list[tuple[Label, bool, bool]] = field(default_factory=list)  # hit, found anywhere
    pairs: list[tuple[Pair, list[Judged]]] = field(default_factory=list)


def judged(lines: Iterable[Mapping[str, Any]], labels: Labels) -> list[Judged]:
    """Findings of the kinds that labels speak of. Which run of a file it is counts where a label says it."""
    indexed = {e.trace for e in labels.entries if e.index is not None}
    kinds = set(labels.kinds)
    found = []
    for x in lines:
        if x["kind"] not in kinds:
            continue
        trace, index = trace_name(x["file"]), x.get("index")
        if trace in indexed and index is None:
            continue  # it says of no run in particular that something is wrong
        rule = f"{x.get('rule') or ''}.{x['form']}" if x.get("form") else str(x.get("rule") or "")
        run = (trace, str(index) if trace in indexed else None)
        steps = frozenset(map(step_name, x.get("steps") or ()))
        found.append(Judged(run, x["kind"], rule, x.get("severity") or "warning", steps))
    return found


def evaluate(labels: Labels, findings: Sequence[Judged]) -> Evaluation:
    """Holds findings against labels; `word` of each finding is set."""
    indexed = {e.trace for e in labels.entries if e.index is not None}

    def run_of(e: Label | Pair) -> Run:
        return e.trace, e.index if e.trace in indexed else None

    vague: dict[tuple[Run, str], list[frozenset[str]]] = defaultdict(list)
    for a in labels.ambiguous:
        vague[run_of(a), a.kind].append(a.steps)

    def is_vague(run: Run, kind: str, steps: frozenset[str]) -> bool:
        return any(not only or only & steps for only in vague.get((run, kind), ()))

    by_run: dict[Run, list[Judged]] = defaultdict(list)
    for f in findings:
        f.word = "elsewhere"
        by_run[f.run].append(f)
    held = _Held()
    for label in labels.labels:
        if not is_vague(run_of(label), label.kind, label.steps):
            held.labels.append((label, *_found(label, by_run[run_of(label)])))
    for pair in labels.clean:
        if (run_of(pair), pair.kind) not in vague:
            on = [f for f in by_run[run_of(pair)] if f.kind == pair.kind]
            for f in on:
                f.word = "false alarm"
            held.pairs.append((pair, on))
    for f in findings:
        if f.word in ("elsewhere", "other step") and is_vague(f.run, f.kind, f.steps):
            f.word = "ambiguous"
    return _figures(labels, held, findings)


def _found(label: Label, findings: Iterable[Judged]) -> tuple[bool, bool]:
    """Whether a label is hit, and whether anything of its kind is on its run; marks the findings."""
    hit = near = False
    for f in findings:
        if f.kind != label.kind and f.kind not in label.alt_kinds:
            continue
        near = True
        if agrees(label.steps, f.steps):
            hit, f.word = True, "hit"
        elif f.word != "hit":
            f.word = "other step"
    return hit, near


def agrees(wanted: Iterable[str], given: frozenset[str]) -> bool:
    """Whether one of the positions is among those given. One with a slash may be the beginning of a path."""
    return any(w in given or ("/" in w and any(_below(w, g) for g in given)) for w in wanted)


def _below(beginning: str, path: str) -> bool:
    return path.startswith(beginning) and not path[len(beginning)].isdigit()


# --- figures -------------------------------------------------------------------------------------------------------


def _figures(labels: Labels, held: _Held, findings: Sequence[Judged]) -> Evaluation:
    forms = sorted({(x.kind, x.form) for x in labels.labels}, key=lambda f: (labels.kinds.index(f[0]), f[1]))
    sets = sorted({set_of(e.trace) for e in labels.labels} | {set_of(e.trace) for e in labels.clean})
    rules: dict[str, Counter[str]] = defaultdict(Counter)
    for f in findings:
        rules[f.rule][f.word] += 1
    return Evaluation(
        kinds={
            k: _of(
                [x for x in held.labels if x[0].kind == k],
                [p for p in held.pairs if p[0].kind == k],
                [f for f in findings if f.kind == k],
            )
            for k in labels.kinds
        },
        all=_of(held.labels, held.pairs, findings),
        forms={f: _of([x for x in held.labels if (x[0].kind, x[0].form) == f], (), ()) for f in forms},
        sets={
            s: _of(
                [x for x in held.labels if set_of(x[0].trace) == s],
                [p for p in held.pairs if set_of(p[0].trace) == s],
                [f for f in findings if set_of(f.run[0]) == s],
            )
            for s in sets
        },
        rules={rule: dict(sorted(c.items())) for rule, c in sorted(rules.items())},
        missed=tuple(x for x, _, near in held.labels if not near),
        elsewhere=tuple(x for x, hit, near in held.labels if near and not hit),
        false_alarms=tuple((pair, f) for pair, on in held.pairs for f in on),
    )


def _of(
    labels: Sequence[tuple[Label, bool, bool]], pairs: Sequence[tuple[Pair, list[Judged]]], findings: Sequence[Judged]
) -> Figures:
    words = Counter(f.word for f in findings)
    return Figures(
        Share(sum(hit for _, hit, _ in labels), len(labels)),
        Share(sum(near for _, _, near in labels), len(labels)),
        Share(sum(bool(on) for _, on in pairs), len(pairs)),
        Share(words["hit"], words["hit"] + words["false alarm"]),
        sum(len(on) for _, on in pairs),
        len(findings),
        words["elsewhere"] + words["other step"],
    )
