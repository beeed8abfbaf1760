"""Span attributes → facts about a run; one file per convention.

A dialect is a module with `NAME`, `matches(span) -> bool` and `read(span) -> list[Fact]`. It is asked span by span
(traces mix conventions); the first that matches reads. A fact is a Step, or a Chat: a model call with the messages it
was sent, of which interpretation takes only what is new; or a Frame around other spans.
"""

import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, Protocol

from planscope.collector.plan import Draft
from planscope.collector.run import ModelCall, Step, Trouble
from planscope.collector.span import Span


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call as a model's message asks for it; arguments as they stand there."""

    name: str
    arguments: Any
    id: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat: role user, assistant, system, tool or summary (of what a compaction left out).
    `results` are (call id, tool name, text); `failed` names those that say they failed, by call id, else by tool."""

    role: str
    text: str = ""
    thinking: str = ""
    calls: tuple[Call, ...] = ()
    results: tuple[tuple[str, str, str], ...] = ()
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chat:
    """A model call with what it was sent and what it answered. `answer` carries usage and ids, its parts and calls are
    filled from `output`."""

    span: Span
    answer: ModelCall
    sent: tuple[Message, ...] = ()
    output: tuple[Message, ...] = ()
    tools: frozenset[str] = field(default_factory=frozenset)
    compacted: bool = False  # the context was summarised before this call
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A span that encloses the work of others. By it interpretation tells agents apart and knows what a model call was
    made for.

    kind    agent (one invocation of an agent), workflow (of several), chain (a node of a graph or pipeline),
            plan (planning goes on inside), judge (a check goes on inside)
    name    the agent's (or workflow's, node's) name, "" when it has none: an agent without a name is no other agent
    sent    what it was given; `output` what it gave back
    """

    span: Span
    kind: Literal["agent", "workflow", "chain", "plan", "judge"]
    name: str = ""
    sent: tuple[Message, ...] = ()
    output: tuple[Message, ...] = ()
    tools: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned(Step):
    """A plan laid down other than by a tool call (a planner's output, a plan span); interpretation gives its items
    their identity."""

    source: Literal["document", "planner", "list"] = "planner"
    origin: str = ""
    text: str = ""
    drafts: tuple[Draft, ...] = ()
    decision: Literal["", "approved", "rejected"] = ""


Fact = Step | Chat | Frame


class Dialect(Protocol):
    """What a module in this folder offers."""

    NAME: str
    RANK: int

    def matches(self, span: Span) -> bool:
        """Whether this convention wrote the span."""

    def read(self, span: Span) -> list[Fact]:
        """What the span says, in order; empty when it is only a node of the tree."""


@cache
def dialects() -> Sequence[Dialect]:
    """All dialects, the most specific first (`RANK`, small first)."""
    names = [m.name for m in pkgutil.iter_modules(__path__)]
    found: list[Any] = [importlib.import_module(f"{__name__}.{n}") for n in names]
    return sorted((m for m in found if hasattr(m, "matches")), key=lambda m: (m.RANK, m.NAME))


def dialect_of(span: Span) -> Dialect | None:
    """The dialect that reads this span, None for a plain span."""
    return next((d for d in dialects() if d.matches(span)), None)
