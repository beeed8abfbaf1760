"""What is said between agent, model and tools. Pure data; nothing of any provider's form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that a model asks for. `arguments` is what the model gave, which may be anything."""

    id: str
    name: str
    arguments: Any = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave back: text for the model. `error` is the kind of failure ("" for success), `text` then says
    what went wrong."""

    text: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation. An assistant's may hold calls; a tool's holds the result of one call."""

    role: Role
    text: str = ""
    calls: tuple[Call, ...] = ()
    call_id: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer: text, and the tools that it wants; without calls it hands back. Tokens where they are known."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it; `schema` is the JSON schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


class Model(Protocol):
    """Whatever answers. `provider` and `name` stand in the trace."""

    provider: str
    name: str

    def ask(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        """The next message of the assistant."""
