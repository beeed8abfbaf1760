"""The loop: ask the model, carry out the tools that it asks for, until it hands back or a limit is reached.

`run` repeats `step`; `step` is `execute(query())`. A mode overrides what the model sees and which tools there are. What
ends a run is an exception that says how (`Handed`, `OutOf`). The conversation is kept whatever happens: where a path is
given it is on disk even when a model crashes in the middle.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from planscope.harness.messages import Message, Model, Reply, Result
from planscope.harness.tools import Tool
from planscope.harness.tracing import Tracer
from planscope.harness.validation import Validator

Ending = Literal["answered", "turns", "tokens", "unfinished"]


class World(Protocol):
    """What a task is about: tools that look and act, validators of a plan, and the state that is left at the end."""

    def tools(self) -> Sequence[Tool]:
        """The tools there are."""

    def validators(self) -> Sequence[Validator]:
        """What a draft plan has to pass."""

    def state(self) -> Mapping[str, Any]:
        """How things stand, as JSON can hold it: by this a run is scored."""


class Task(Protocol):
    """Something to be done in a world."""

    @property
    def id(self) -> str:
        """By what its runs are paired."""

    @property
    def request(self) -> str:
        """What the user asks for."""

    def world(self) -> World:
        """A new world to do it in."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: model calls, and tokens in all (where the model tells them)."""

    turns: int = 60
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """Which try this is, for pairing: of which task, by which variant, the how-manieth."""

    task: str
    variant: str = "default"
    number: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run."""

    trajectory: tuple[Message, ...]
    answer: str
    state: Mapping[str, Any]
    ending: Ending


class Handed(Exception):
    """The model handed back; the message is its answer."""


class OutOf(Exception):
    """A limit is reached: turns or tokens."""

    def __init__(self, what: Literal["turns", "tokens"]) -> None:
        super().__init__(f"out of {what}")
        self.what: Literal["turns", "tokens"] = what


@dataclass
class Agent:
    """One run. `instructions` come first in what the model is sent; `history` is all that was said."""

    model: Model
    world: World
    tracer: Tracer
    limits: Limits = field(default_factory=Limits)
    name = "plain"
    instructions = "Carry out what the user asks for with the tools that you have. Answer when it is done."

    def __post_init__(self) -> None:
        self.history: list[Message] = []
        self.turns = self.tokens = 0
        self.tools = {t.name: t for t in (*self.planning_tools(), *self.world.tools())}
        self.specs = [t.spec for t in self.tools.values()]

    def planning_tools(self) -> Sequence[Tool]:
        """Tools that the mode adds to those of the world."""
        return ()

    def view(self) -> Sequence[Message]:
        """What the model is sent for the next turn."""
        return (Message("system", self.instructions), *self.history)

    def run(self, request: str, trial: Trial, keep: Path | None = None) -> Outcome:
        """Works on a request until it is answered or a limit is reached. What a model raises goes through, after the
        conversation has been written to `keep`."""
        answer = ""
        ending: Ending = "unfinished"
        self.history.append(Message("user", request))
        try:
            with self.tracer.run(request, trial.task, trial.variant, trial.number, self.name, self.specs) as span:
                try:
                    while True:
                        self.step()
                except Handed as e:
                    answer, ending = str(e), "answered"
                    span.answer(answer)
                except OutOf as e:
                    ending = e.what
                    span.failed(f"out_of_{e.what}", str(e))
        finally:
            outcome = Outcome(tuple(self.history), answer, self.world.state(), ending)
            if keep is not None:
                save(outcome, trial, keep)
        return outcome

    def step(self) -> None:
        """One turn: an answer of the model, and what it asks for."""
        self.execute(self.query())

    def query(self) -> Reply:
        """The model's next answer."""
        self._check_limits()
        self.turns += 1
        sent = self.view()
        with self.tracer.model_call(self.model, sent, self.specs) as span:
            reply = self.model.ask(sent, self.specs)
            span.reply(reply)
        self.tokens += (reply.input_tokens or 0) + (reply.output_tokens or 0)
        self.history.append(Message("assistant", reply.text, reply.calls))
        return reply

    def execute(self, reply: Reply) -> None:
        """Carries out all that one answer asks for, in its order, before the model is asked again: worlds have a state,
        so calls at the same time would make runs that cannot be repeated."""
        if not reply.calls:
            raise Handed(reply.text)
        for call in reply.calls:
            with self.tracer.tool_call(call) as span:
                tool = self.tools.get(call.name)
                result = tool(call.arguments) if tool else self._unknown(call.name)
                span.result(result)
            self.history.append(Message("tool", result.text, call_id=call.id, error=result.error))

    def _unknown(self, name: str) -> Result:
        return Result(f"there is no tool {name!r}; there are {', '.join(self.tools)}", "unknown_tool")

    def _check_limits(self) -> None:
        if self.turns >= self.limits.turns:
            raise OutOf("turns")
        if self.limits.tokens is not None and self.tokens >= self.limits.tokens:
            raise OutOf("tokens")


def run(
    task: Task,
    model: Model,
    mode: type[Agent],
    tracer: Tracer,
    *,
    variant: str = "default",
    trial: int = 1,
    limits: Limits | None = None,
    keep: Path | None = None,
) -> Outcome:
    """One run of a task, in a world of its own. `variant` and `trial` say which one it is, `keep` is where the
    conversation is written."""
    agent = mode(model, task.world(), tracer, limits or Limits())
    return agent.run(task.request, Trial(task.id, variant, trial), keep)


def save(outcome: Outcome, trial: Trial, path: Path) -> None:
    """Writes a run to a file, as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**asdict(trial), **asdict(outcome)}, ensure_ascii=False, indent=1), encoding="utf-8")
