"""Lots → runs → files, labels and the list of clean runs."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from planting.formats import FORMATS, Written
from planting.forms import forms
from planting.forms.form import Form, Lot, Made, Place
from planting.plans import numbered, weave
from planting.story import Draft, Step, join, plain
from planting.words import LANGUAGES

_WEIGHTS = (30, 15, 9, 8, 8, 8)  # of the languages: English first
_FORMATS_OF = {
    "none": ("claude", "chat", "codex", "otlp"),
    "todo": ("claude", "chat", "codex", "otlp"),
    "tasks": ("claude", "claude", "chat", "otlp"),
    "written": ("claude", "chat", "codex", "otlp"),
    "planner": ("chat", "otlp"),
}


@dataclass(frozen=True)
class Planted:
    """A form with the lot that it was made from."""

    form: Form
    lot: Lot
    made: Made


def lots(form: Form, seed: str) -> Iterator[Lot]:
    """Lots for a form, one after another; the same for the same seed."""
    n = 0
    modes = [m for m in form.modes if set(_FORMATS_OF[m]) & set(form.formats)]
    while True:
        rng = random.Random(f"{seed}/{form.kind}/{form.name}/{n}")
        mode = rng.choice(modes)
        written = rng.choice([f for f in _FORMATS_OF[mode] if f in form.formats])
        language = rng.choices(LANGUAGES, _WEIGHTS)[0]
        yield Lot(f"{seed}.{form.kind}.{form.name}.{n}", language, mode, written)
        n += 1


def plant(form: Form, seed: str, count: int) -> list[Planted]:
    """So many runs of one form. Lots in which it cannot be planted are passed over."""
    out: list[Planted] = []
    for tried, lot in enumerate(lots(form, seed)):
        if len(out) == count:
            break
        if tried > 60 * (count + 1):
            raise RuntimeError(f"{form.kind}/{form.name} can hardly ever be planted")
        made = form.make(lot)
        if made is not None:
            out.append(Planted(form, lot, made))
    return out


def spread(chosen: Sequence[Form], total: int) -> Iterator[tuple[Form, int]]:
    """So many in all, shared evenly."""
    for n, form in enumerate(chosen):
        yield form, total // len(chosen) + (n < total % len(chosen))


def sequence(draft: Draft) -> list[Step]:
    """The steps of a run as they are written: words without a call join the agent's next message."""
    out: list[Step] = []
    for step in weave(numbered(draft)):
        last = out[-1] if out else None
        joins = last and last.who == step.who == "agent" and last.name == step.name == "" and not last.calls
        if last and joins and not last.tag.split(" ")[-1].startswith("final"):
            text = join("\n\n", [plain(str(last.text)), plain(str(step.text))])
            out[-1] = replace(step, text=text, tag=f"{last.tag} {step.tag}")
        else:
            out.append(step)
    return out


def write(draft: Draft) -> Written:
    """The file of a run, with the places of all its tags."""
    written = FORMATS[draft.format](draft.seed, sequence(draft))
    for (tags, part), position in list(written.places.items()):
        for tag in tags.split(" "):
            if part == "text" or tag == tags.split(" ")[-1]:
                written.places.setdefault((tag, part), position)
    return written


def label(number: int, trace: str, planted: Planted, written: Written) -> dict[str, Any]:
    """One entry of labels.json, in the form of the corpus, with what was planted beside."""
    made, places = planted.made, written.places
    steps, partner = list[str](), list[str]()
    for tag, part in _spelled_out(made.places, planted.lot.mode, written):
        steps.append(places[tag, part])
        if part != "text":
            twin = part.replace("call", "result") if part.startswith("call") else part.replace("result", "call")
            partner += [places[tag, p] for p in (twin, f"asked{part[-1]}") if (tag, p) in places]
    steps = list(dict.fromkeys(steps))
    about: dict[str, Any] = {"id": f"P{number:05d}", "trace": trace, "index": None, "kind": planted.form.kind}
    about |= {"sub_rule": planted.form.name, "steps": steps}
    about |= {"partner": [p for p in dict.fromkeys(partner) if p not in steps]}
    about |= {"where": f"{written_in(planted.lot.format)}: {', '.join(steps)}", "evidence": made.evidence}
    titles = made.draft.titles() if planted.lot.mode == "tasks" else []
    quotes = ["taskId" if q in titles else q for q in made.quotes]  # an update names its task by number only
    about |= {"quotes": quotes, "confidence": "high" if planted.form.provable else "medium"}
    about |= {"alt_kinds": list(made.alt_kinds), "provable": planted.form.provable}
    return {**about, **_nature(planted, made.draft)}


def _spelled_out(places: Sequence[Place], mode: str, written: Written) -> Iterator[Place]:
    """With task tools one update of the plan is several calls."""
    for tag, part in places:
        yield tag, part
        n = 1
        while mode == "tasks" and tag.startswith("plan:") and (tag, f"call{n}") in written.places:
            yield tag, f"call{n}"
            n += 1


def written_in(form: str) -> str:
    """What a position is in a format."""
    return {"chat": "index in messages (0-based)", "otlp": "span id"}.get(form, "line (0-based)")


def _nature(planted: Planted, draft: Draft) -> dict[str, Any]:
    lot = planted.lot
    about = {"form": planted.form.name, "language": lot.language, "mode": lot.mode, "format": lot.format}
    return {**about, "domain": draft.domain, "seed": lot.seed}


def build(folder: Path, seed: str, kinds: Sequence[str], plants: int, lookalikes: int, twins: bool = False) -> None:
    """Everything for these kinds: traces/, labels.json, clean.json."""
    labels, clean = list[dict[str, Any]](), list[dict[str, Any]]()
    for kind in kinds:
        mine = [f for f in forms() if f.kind == kind]
        for form, count in spread([f for f in mine if f.fault], plants):
            for n, planted in enumerate(plant(form, seed, count)):
                stem = f"{kind}/{form.name}-{n:03d}"
                written = write(planted.made.draft)
                _save(folder, stem + written.suffix, written.text)
                labels.append(label(len(labels), stem + written.suffix, planted, written))
                if twins:
                    twin = write(planted.made.clean)
                    _save(folder, f"{stem}.twin{twin.suffix}", twin.text)
                    clean += _clean(f"{stem}.twin{twin.suffix}", planted, kinds)
        for form, count in spread([f for f in mine if not f.fault], lookalikes):
            for n, planted in enumerate(plant(form, seed, count)):
                written = write(planted.made.draft)
                name = f"{kind}/like-{form.name}-{n:03d}{written.suffix}"
                _save(folder, name, written.text)
                clean += _clean(name, planted, kinds)
    for name, rows in (("labels.json", labels), ("clean.json", clean)):
        for number, row in enumerate(rows):
            row["id"] = row["id"] or f"N{number:05d}"
        lines = ",\n".join(json.dumps(r, ensure_ascii=False) for r in rows)
        (folder / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _save(folder: Path, name: str, text: str) -> None:
    path = folder / "traces" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _clean(name: str, planted: Planted, kinds: Sequence[str]) -> Iterator[dict[str, Any]]:
    """An honest run is clean for every kind; `own` marks the kind that it looks like."""
    for kind in kinds:
        entry = {"id": "", "trace": name, "index": None, "kind": kind, "note": planted.made.evidence}
        yield {**entry, "own": kind == planted.form.kind, **_nature(planted, planted.made.draft)}
