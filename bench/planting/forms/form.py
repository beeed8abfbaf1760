"""What a form of fault is: a function from a lot (seed, language, mode, format) to a run with the fault in it."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from planting.buying import Buying
from planting.desk import Desk
from planting.story import Call, Draft, Step, Text
from planting.words import say
from planting.workshop import Workshop

KINDS = (
    "hallucinated_price",
    "rubber_stamp",
    "plan_drift",
    "stale_todo",
    "discipline",
    "missed_replan",
    "over_replan",
    "sort_error",
    "requirement_gap",
)
Place = tuple[str, str]  # tag of a step, and which part: text, call0, result0, ...


@dataclass(frozen=True)
class Lot:
    """What chance gave one run."""

    seed: str
    language: str
    mode: str
    format: str

    @property
    def rng(self) -> random.Random:
        """Chance for what is planted."""
        return random.Random(f"{self.seed}/plant")

    def say(self, intent: str, *purpose: object, **slots: str) -> Text:
        """Words of this run's language."""
        return say(self.language, intent, random.Random(f"{self.seed}/form/{intent}/{purpose}"), **slots)

    def buying(self, want: str = "", refuse: str = "", **decisions: object) -> Buying:
        """Options looked up, picked, ordered, reported."""
        wants, nots = frozenset(want.split()), frozenset(refuse.split())
        return Buying(self.seed, self.language, self.mode, self.format, wants, nots, **decisions)  # type: ignore[arg-type]

    def workshop(self, want: str = "", refuse: str = "") -> Workshop:
        """Files changed, tests run."""
        wants, nots = frozenset(want.split()), frozenset(refuse.split())
        return Workshop(self.seed, self.language, self.mode, self.format, wants, nots)

    def desk(self, want: str = "", refuse: str = "") -> Desk:
        """Documents read and summed up."""
        wants, nots = frozenset(want.split()), frozenset(refuse.split())
        return Desk(self.seed, self.language, self.mode, self.format, wants, nots)

    def any(self, refuse: str = "") -> Draft:
        """One of the three, honestly done."""
        kind = self.rng.randrange(3)
        if kind == 0:
            return self.buying(refuse=f"bookfail waitlist {refuse}").draft()
        return self.workshop(refuse=refuse).draft() if kind == 1 else self.desk(refuse=refuse).draft()


@dataclass(frozen=True)
class Made:
    """A run, its clean twin, where the fault is (none in a look-alike), and the words that show it."""

    clean: Draft
    draft: Draft
    places: tuple[Place, ...] = ()
    quotes: tuple[str, ...] = ()
    evidence: str = ""
    alt_kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Form:
    """One form. `provable`: a computation over the run can prove it."""

    kind: str
    name: str
    make: Callable[[Lot], Made | None]
    fault: bool = True
    provable: bool = True
    modes: tuple[str, ...] = ("none", "todo", "tasks", "written", "planner")
    formats: tuple[str, ...] = ("claude", "chat", "codex", "otlp")


FORMS: list[Form] = []
Maker = Callable[[Lot], Made | None]


def fault(
    kind: str, name: str, *, provable: bool = True, modes: str = "", formats: str = ""
) -> Callable[[Maker], Maker]:
    """Registers a form of fault."""

    def keep(make: Maker) -> Maker:
        form = Form(kind, name, make, provable=provable)
        FORMS.append(_limited(form, modes, formats))
        return make

    return keep


def alike(kind: str, name: str, *, modes: str = "", formats: str = "") -> Callable[[Maker], Maker]:
    """Registers a look-alike of a kind."""

    def keep(make: Maker) -> Maker:
        FORMS.append(_limited(Form(kind, name, make, fault=False), modes, formats))
        return make

    return keep


def _limited(form: Form, modes: str, formats: str) -> Form:
    form = replace(form, modes=tuple(modes.split())) if modes else form
    return replace(form, formats=tuple(formats.split())) if formats else form


def same(draft: Draft, evidence: str = "") -> Made:
    """A look-alike: nothing is changed."""
    return Made(draft, draft, evidence=evidence)


def agent(text: Text, tag: str, *calls: Call) -> Step:
    """A step of the agent."""
    return Step("agent", text, tuple(calls), tag)


def final(*quotes: str) -> tuple[tuple[Place, ...], tuple[str, ...]]:
    """A fault in the closing answer."""
    return (("final", "text"),), quotes


def texts(places: Iterable[str]) -> tuple[Place, ...]:
    """The texts at some tags."""
    return tuple((t, "text") for t in places)


def insert(draft: Draft, key: str, at: int, *steps: Step) -> Draft:
    """Steps put into a stage at a place."""
    n = draft.stage(key)
    stage = draft.stages[n]
    at = len(stage.steps) if at < 0 else at
    more = replace(stage, steps=(*stage.steps[:at], *steps, *stage.steps[at:]))
    return replace(draft, stages=(*draft.stages[:n], more, *draft.stages[n + 1 :]))


def emptied(draft: Draft, key: str) -> Draft:
    """A stage whose work is not done; its item stays in the plan."""
    n = draft.stage(key)
    return replace(draft, stages=(*draft.stages[:n], replace(draft.stages[n], steps=()), *draft.stages[n + 1 :]))


def reworded(draft: Draft, tag: str, old: Text, new: Text) -> Draft | None:
    """One statement of a text put in place of another, None where it is not there as it was made."""
    text = draft.step(tag).text
    for candidate in (old, old.under("planted"), *(old.under(f"p{n}") for n in range(14)), *_nested(old)):
        if candidate.template and candidate.template in text.template and _agrees(candidate, text):
            marked = new.under("planted")
            slots = {**text.slots, **marked.slots}
            template = text.template.replace(candidate.template, marked.template, 1)
            if not new.template:  # nothing is left behind but an empty line of a list
                template = template.replace("\n- \n", "\n").removesuffix("\n- ").replace("\n\n", "\n").strip()
            return draft.said(tag, Text(template, slots))
    return None


def _nested(old: Text) -> Iterable[Text]:
    return (old.under(f"p{n}").under(f"p{m}") for n in range(14) for m in range(14))


def _agrees(part: Text, whole: Text) -> bool:
    return all(whole.slots.get(k) == v for k, v in part.slots.items())
