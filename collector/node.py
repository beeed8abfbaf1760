"""A span in its call tree, and the run that it belongs to: what interpretation fills in from the top down. No logic."""

from dataclasses import dataclass, field
from typing import Any

from planscope.collector.dialects import Chat, Fact, Frame
from planscope.collector.run import ToolCall
from planscope.collector.span import Span


@dataclass(slots=True, eq=False)
class Owner:
    """A run in the making: who worked in it, and for whom."""

    key: str
    agent: str = ""
    parent: "Owner | None" = None
    started_by: "Node | None" = None  # the agent's span, when no tool call of its caller stands for it


@dataclass(slots=True, eq=False)
class Node:
    """A span in its tree. Lives only while spans are being interpreted; filled in from the top down.

    agent    the nearest span of a named agent, itself included
    tool     the nearest tool call around it within the same agent
    chat     the nearest model call around it
    frames   names of the nodes and checks around it within the same agent, nearest last
    same_as  the span that tells of the same call and counts in its place
    judged   the span that a check made later is linked to
    planning, judging  it is done for a plan operation, for a check
    """

    span: Span
    facts: tuple[Fact, ...]
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    depth: int = 0
    session: str = ""
    group: str = ""
    agent: "Node | None" = None
    tool: "Node | None" = None
    chat: "Node | None" = None
    frames: tuple[str, ...] = ()
    same_as: "Node | None" = None
    judged: "Node | None" = None
    planning: bool = False
    judging: bool = False
    owner: Owner | None = None

    def fact(self, kind: type[Any]) -> Any:
        """Its first fact of a kind, None when it has none."""
        return next((f for f in self.facts if isinstance(f, kind)), None)

    @property
    def frame(self) -> Frame | None:
        """The frame it is, if any."""
        found: Frame | None = self.fact(Frame)
        return found

    @property
    def is_agent(self) -> bool:
        """Whether it is the span of an agent with a name."""
        frame = self.frame
        return frame is not None and frame.kind == "agent" and bool(frame.name)

    @property
    def works(self) -> bool:
        """Whether it is a model call or tool call."""
        return any(isinstance(f, Chat | ToolCall) for f in self.facts)
