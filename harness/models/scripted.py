"""A model that plays a script. It needs no network and says the same each time: for tests, demos and planted faults.

It is called "scripted" wherever it appears; nobody shall take its runs for those of a real model.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from planscope.harness.messages import Call, Message, Reply, ToolSpec


@dataclass(frozen=True, slots=True)
class Say:
    """One turn: a text, and tools to call as (name, arguments)."""

    text: str = ""
    calls: tuple[tuple[str, Any], ...] = ()
    input_tokens: int | None = None
    output_tokens: int | None = None


class Seen:
    """What happened so far, for turns that depend on it."""

    def __init__(self, messages: Sequence[Message]) -> None:
        names = {c.id: c.name for m in messages for c in m.calls}
        self._results = [(names.get(m.call_id, ""), m.text) for m in messages if m.role == "tool"]

    def result(self, tool: str, number: int = -1) -> Any:
        """What a tool gave back (the last time, or the how-manieth): as data where it is JSON, else as text. Raises
        LookupError when it was not called so often."""
        texts = [text for name, text in self._results if name == tool]
        try:
            text = texts[number]
        except IndexError:
            raise LookupError(f"{tool} was called {len(texts)} times") from None
        try:
            return json.loads(text)
        except ValueError:
            return text


Turn = Say | Callable[[Seen], Say]


class Scripted:
    """Plays turns one after the other. Raises ScriptEnded when it is asked once more."""

    provider = "planscope"
    name = "scripted"

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = list(turns)
        self._asked = self._called = 0

    def ask(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        """The next turn of the script."""
        if self._asked == len(self._turns):
            raise ScriptEnded(f"the script has only {self._asked} turns, and none of them handed back")
        turn = self._turns[self._asked]
        self._asked += 1
        said = turn(Seen(messages)) if callable(turn) else turn
        calls = tuple(Call(self._id(), name, arguments) for name, arguments in said.calls)
        return Reply(said.text, calls, said.input_tokens, said.output_tokens)

    def _id(self) -> str:
        self._called += 1
        return f"call-{self._called}"


class ScriptEnded(Exception):
    """A script was asked for a turn that it does not have."""
