"""TodoWrite: the agent's own list of work. The tool keeps what it is given and answers with the list before and after;
it has no logic of its own. Whether the list is kept well is for the detectors to say.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypedDict

from planscope.harness.tools import Tool

Status = Literal["pending", "in_progress", "completed", "cancelled"]

DESCRIPTION = """Write your list of work anew. Give the whole list each time: what you leave out is gone.

- Write the list before you begin, one item for each thing that can be done and checked by itself.
- Exactly one item is in_progress while you work: set it before the first call that serves it.
- Set it to completed as soon as it is done, before you begin the next; never several at once afterwards.
- Completed means done: a call that failed, or was not made, completes nothing. Leave such an item in_progress, or say
  in a new item what is in the way.
- Cancel what will not be done; do not drop it silently.
- Before you hand back, look at the list: no item may be open of which you say that it is done."""


class Item(TypedDict):
    """One item of the list."""

    content: str
    status: Status


class TodoList:
    """The list as it stands. `on_update` is told of each new one (the tracer's event)."""

    def __init__(self, on_update: Callable[[Sequence[Item], int], None] = lambda items, version: None) -> None:
        self.items: list[Item] = []
        self.version = 0
        self._on_update = on_update

    def write(self, todos: list[Item]) -> dict[str, list[Item]]:
        """Takes the new list; answers with the old one and the new one."""
        old, self.items = self.items, todos
        self.version += 1
        self._on_update(todos, self.version)
        return {"oldTodos": old, "newTodos": todos}

    def tool(self) -> Tool:
        """The tool that a model sees."""
        made = Tool.of(self.write, "TodoWrite")
        return Tool(type(made.spec)(made.name, DESCRIPTION, made.spec.schema), made.function)

    def __str__(self) -> str:
        """The list as the model is shown it."""
        return "\n".join(f"{n}. [{i['status']}] {i['content']}" for n, i in enumerate(self.items, 1))
