"""The pieces of a made-up run: texts with slots, calls, stages of work, and the plan as it stands at each moment."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

_SLOT = re.compile(r"\{([a-z0-9_.]+)\}")


@dataclass(frozen=True)
class Text:
    """Words with named slots, so that a fault changes one value and leaves the wording alone."""

    template: str = ""
    slots: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return _SLOT.sub(lambda m: self.slots.get(m[1], m[0]), self.template)

    def having(self, **new: str) -> "Text":
        """The same with other values; names are written with __ for the dot."""
        return Text(self.template, {**self.slots, **{k.replace("__", "."): v for k, v in new.items()}})

    def under(self, prefix: str) -> "Text":
        """The same with all slots renamed, so that two texts can be joined."""
        return Text(
            _SLOT.sub(lambda m: "{" + f"{prefix}.{m[1]}" + "}" if m[1] in self.slots else m[0], self.template),
            {f"{prefix}.{k}": v for k, v in self.slots.items()},
        )


def plain(text: str) -> Text:
    """Words without slots (braces in them stay as they are)."""
    return Text("{plain}", {"plain": text}) if text else Text()


def join(sep: str, texts: Iterable[Text]) -> Text:
    """Texts one after another; slots of one name and two values are told apart by a number."""
    template, slots = list[str](), dict[str, str]()
    for n, text in enumerate(t for t in texts if t.template):
        clash = any(slots.get(k, v) != v for k, v in text.slots.items())
        t = text.under(f"p{n}") if clash else text
        template.append(t.template)
        slots |= t.slots
    return Text(sep.join(template), slots)


@dataclass(frozen=True)
class Call:
    """A use of a tool with what came back."""

    tool: str
    arguments: Mapping[str, Any]
    result: str
    failed: bool = False
    data: Any = None  # what some formats keep beside the text of the result


@dataclass(frozen=True)
class Step:
    """One message: of the user, of the agent (with its calls), or the summary after a compaction."""

    who: str
    text: Text = field(default_factory=Text)
    calls: tuple[Call, ...] = ()
    tag: str = ""
    name: str = ""  # of the agent that speaks, where there are several


Item = tuple[str, str]  # title, status
State = tuple[Item, ...]


@dataclass(frozen=True)
class Stage:
    """The work for one item of the plan."""

    title: str
    steps: tuple[Step, ...]
    key: str = ""


@dataclass(frozen=True)
class Draft:
    """A run before its plan is woven in. states[i] holds before stage i, the last before the tail; None: no update."""

    seed: str
    language: str
    domain: str
    mode: str  # none, todo, tasks, written, planner
    format: str  # claude, chat, codex, otlp
    head: tuple[Step, ...]
    stages: tuple[Stage, ...]
    tail: tuple[Step, ...]
    states: tuple[State | None, ...] = ()

    def titles(self) -> list[str]:
        """The items of the plan."""
        return [s.title for s in self.stages]

    def steps(self) -> Sequence[Step]:
        """All steps without the plan's."""
        return [*self.head, *(x for s in self.stages for x in s.steps), *self.tail]

    def step(self, tag: str) -> Step:
        """The step with this tag."""
        return next(s for s in self.steps() if s.tag == tag)

    def has(self, tag: str) -> bool:
        """Whether a step has this tag."""
        return any(s.tag == tag for s in self.steps())

    def put(self, tag: str, *new: Step) -> "Draft":
        """The step with this tag replaced by others, or taken away."""

        def swap(steps: Iterable[Step]) -> tuple[Step, ...]:
            return tuple(y for s in steps for y in (new if s.tag == tag else (s,)))

        stages = tuple(replace(s, steps=swap(s.steps)) for s in self.stages)
        return replace(self, head=swap(self.head), stages=stages, tail=swap(self.tail))

    def after(self, tag: str, *new: Step) -> "Draft":
        """More steps after the one with this tag."""
        return self.put(tag, self.step(tag), *new)

    def before(self, tag: str, *new: Step) -> "Draft":
        """More steps before the one with this tag."""
        return self.put(tag, *new, self.step(tag))

    def said(self, tag: str, text: Text) -> "Draft":
        """Another text at this tag."""
        return self.put(tag, replace(self.step(tag), text=text))

    def slots(self, tag: str, **new: str) -> "Draft":
        """Other values in the text at this tag."""
        return self.said(tag, self.step(tag).text.having(**new))

    def stage(self, key: str) -> int:
        """The place of the stage with this key."""
        return next(n for n, s in enumerate(self.stages) if s.key == key)

    def at(self, moment: int, state: State | None) -> "Draft":
        """The plan as it stands at one moment."""
        return replace(self, states=(*self.states[:moment], state, *self.states[moment + 1 :]))


def honest(titles: Sequence[str]) -> tuple[State, ...]:
    """The plan at every moment when it is kept as it should be."""
    n = len(titles)
    kinds = ("completed", "in_progress", "pending")
    return tuple(tuple((t, kinds[(i >= m) + (i > m)]) for i, t in enumerate(titles)) for m in range(n + 1))
