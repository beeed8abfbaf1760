"""Planning and acting in turns: the agent keeps a living list, and puts a draft up to be checked before it commits.

The list as it stands is shown at the end of every turn's messages. It is not kept in the history: only the newest
counts, and what stands before it stays the same from turn to turn, so that a provider's cache of it holds.
"""

from collections.abc import Sequence

from planscope.harness.agent import Agent
from planscope.harness.messages import Message
from planscope.harness.todo import TodoList
from planscope.harness.tools import Tool
from planscope.harness.validation import DraftBoard


class Interleaved(Agent):
    """The loop with TodoWrite and, where the world has validators, write_draft_plan."""

    name = "interleaved"
    instructions = (
        "Carry out what the user asks for with the tools that you have. Keep a list of the work with TodoWrite and "
        "change it as you learn. Before you commit to anything, put your plan up with write_draft_plan and mend it "
        "until its checks pass. Give only figures that a tool has given you. Answer when it is done, and say openly "
        "what is not."
    )

    def planning_tools(self) -> Sequence[Tool]:
        """TodoWrite, and write_draft_plan where there is something to check a draft with."""
        self.todos = TodoList(self.tracer.todo_updated)
        self.board = DraftBoard(self.world.validators(), self.tracer)
        return (self.todos.tool(), self.board.tool()) if self.world.validators() else (self.todos.tool(),)

    def view(self) -> Sequence[Message]:
        """Everything said so far, and the list at the end."""
        shown = f"Your list of work:\n{self.todos}" if self.todos.items else "Your list of work is empty."
        return (*super().view(), Message("system", shown))
