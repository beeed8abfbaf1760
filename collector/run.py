"""Run and its Steps: one agent's work on one task, as detectors see it. Pure data; no attribute names, no I/O."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar

from planscope.collector.plan import PlanVersion
from planscope.collector.span import Place

ToolStatus = Literal["ok", "error", "rejected", "unknown"]
Content = Literal["present", "truncated", "redacted", "not_captured"]
RunState = Literal["growing", "ended", "cut_off", "quiet"]
T = TypeVar("T")
LEFT_OUT = "[planscope left out"  # begins what stands for the middle of a text that was too long to keep


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that happened. `number` is its place in the run, `turn` how many user messages came before or with it,
    `started` UTC nanoseconds or None."""

    number: int = -1
    turn: int = 0
    started: int | None = None
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage(Step):
    """What the user (or whoever handed the task over) said. `system` is true for system text and standing context."""

    text: str
    system: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of a model's text and where it stands."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall(Step):
    """One answer of a model. Tokens: `input_tokens` includes cached ones; None when not captured."""

    parts: tuple[Part, ...] = ()
    thinking: str = ""
    call_ids: tuple[str, ...] = ()  # of the tools it asked for
    calls: int = 0  # how many tools it asked for (ids may be missing)
    model: str = ""
    response_id: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None

    @property
    def text(self) -> str:
        """All its text."""
        return "\n".join(p.text for p in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall(Step):
    """One use of a tool that did not change the plan.

    arguments  a mapping where they could be read as one, else the raw text, None when not captured
    result     the result as text, "" when there is none; `data` its structured form where the source has one
    status     ok; error (it failed); rejected (a user or a guard refused it: not a failure); unknown (no result seen)
    content    whether arguments and result are all there
    planning   it used a planning tool but changed nothing (a listing, a failed update): no work on the task
    """

    name: str
    call_id: str = ""
    arguments: Any = None
    result: str = ""
    data: Any = None
    status: ToolStatus = "unknown"
    result_place: Place | None = None
    ended: int | None = None
    content: Content = "present"
    planning: bool = False

    @property
    def failed(self) -> bool:
        """It ended in an error (a refusal by the user is none)."""
        return self.status == "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanUpdate(Step):
    """The plan changed (or was written again, or was put up for approval)."""

    version: PlanVersion
    before: PlanVersion | None = None  # the version of the same plan that it replaces
    call_id: str = ""
    result_place: Place | None = None
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Step):
    """One check's outcome. `subject` what was checked, `seen` what the checker saw ("" when unknown)."""

    name: str
    outcome: Literal["pass", "fail", "unreadable"]
    explanation: str = ""
    subject: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer(Step):
    """An answer that the source marks as final and that no model call holds already."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction(Step):
    """The context was summarised; `text` is the summary, "" when unknown."""

    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruption(Step):
    """The user stopped the agent in the middle of its work."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong with the trace itself: form (orphan, conflicting-duplicate, truncated-result, odd-times, ...),
    a sentence with the values, and where."""

    form: str
    message: str
    place: Place
    quote: str = ""


@dataclass(frozen=True)
class Run:
    """One agent's work on one task.

    id            stable across re-reads and orders of arrival
    parent_id     the run that started it, for sub-agents
    format        what it was read from: claude-code, chat, otlp, ...
    tools         names of the tools offered to the agent, None when the source does not say
    state         see design: rules about the end speak only on ended runs
    troubles      what is wrong with the trace itself
    """

    id: str
    format: str
    steps: tuple[Step, ...]
    state: RunState = "ended"
    parent_id: str | None = None
    agent: str = ""
    tools: frozenset[str] | None = None
    troubles: tuple[Trouble, ...] = ()
    task: str = ""
    variant: str = ""
    trial: str = ""
    _memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def memo(self, fact: "Callable[[Run], T]") -> T:
        """A fact about this run that several detectors need, computed once."""
        if fact not in self._memo:
            self._memo[fact] = fact(self)
        result: T = self._memo[fact]
        return result

    def __getstate__(self) -> dict[str, Any]:
        kept = {k: v for k, v in self.__dict__.items() if k in self.__dataclass_fields__}
        return {**kept, "_memo": {}}

    @property
    def place(self) -> Place:
        """Where the run begins."""
        return self.steps[0].place if self.steps else Place("", "")

    @cached_property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """Every tool call that was not a plan update, in order."""
        return tuple(s for s in self.steps if isinstance(s, ToolCall))

    @cached_property
    def plan_updates(self) -> tuple[PlanUpdate, ...]:
        """Every plan update, in order."""
        return tuple(s for s in self.steps if isinstance(s, PlanUpdate))

    @cached_property
    def lists(self) -> tuple[PlanUpdate, ...]:
        """Updates of the todo list (documents and planners' output left out)."""
        return tuple(u for u in self.plan_updates if u.version.source == "list")

    @cached_property
    def messages(self) -> tuple[ModelCall, ...]:
        """Model calls that said something."""
        return tuple(s for s in self.steps if isinstance(s, ModelCall) and s.text.strip())

    @cached_property
    def requests(self) -> tuple[UserMessage, ...]:
        """What the user said, without system text."""
        return tuple(s for s in self.steps if isinstance(s, UserMessage) and not s.system)

    @cached_property
    def answers(self) -> tuple[ModelCall | FinalAnswer, ...]:
        """The messages with which the agent handed back to the user: text with no tool call, at each turn's end."""
        found: list[ModelCall | FinalAnswer] = []
        pending: ModelCall | FinalAnswer | None = None
        for step in self.steps:
            match step:
                case ModelCall(parts=(), thinking="", calls=0):
                    pass  # usage alone: what a check or a tool asked a model for
                case ModelCall():
                    pending = step if step.text.strip() and not step.calls else None
                case FinalAnswer():
                    pending = step
                case ToolCall() | PlanUpdate() | Interruption():
                    pending = None
                case UserMessage(system=False):
                    if pending is not None:
                        found.append(pending)
                    pending = None
                case _:
                    pass
        return (*found, pending) if pending is not None else tuple(found)

    @property
    def closing(self) -> ModelCall | FinalAnswer | None:
        """The last message of an ended run, None when it did not end with one."""
        if self.state not in ("ended", "quiet") or not self.answers:
            return None
        return self.answers[-1]

    def between(self, first: int, last: int) -> Iterator[Step]:
        """Steps after number `first` and before number `last`."""
        return iter(self.steps[first + 1 : last])
