"""Codex CLI sessions (`~/.codex/sessions/**/rollout-*.jsonl`), also of the first versions, which have no envelope.

A line is {timestamp, type, payload}. The items of the model (`response_item`) count; events that repeat them
(`agent_message`, `user_message`) only where a file holds no items of that side. Consecutive items of the model are one
answer. In code mode the agent writes a program that calls the tools: it is scanned for calls that can be read without
running it. A program that holds one such call counts as that call; one that holds several is a call of its own, which
keeps the result, and what it calls has none. A list that a program sends counts where it is written out and sent
once; else what became of each item is unknown from there on.

A message in the user's name that the program put there (instructions, environment) is standing context. History that a
session repeats (resumed, forked, sub-agents) is counted once. A position is the line, from 0.
"""

from collections.abc import Iterator
from typing import Any

from planscope.collector.span import Span
from planscope.collector.transcripts.codex_rollout import Rollout, head_of, parent_of, session_of, word
from planscope.collector.transcripts.source import Source

NAME = "codex"
TITLE = "Codex CLI session (rollout JSON lines)"
RANK = 12

_LINES = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"})
_ITEMS = frozenset({"message", "reasoning", "function_call", "function_call_output", "local_shell_call"})
_ITEMS_TOO = frozenset({"custom_tool_call", "custom_tool_call_output", "web_search_call", "ghost_snapshot"})


def matches(source: Source) -> bool:
    """Lines of a rollout, or items under a head without a type."""
    values = [x for x in source.values if isinstance(x, dict)]
    lines = [x for x in values if word(x.get("type")) in _LINES and isinstance(x.get("payload"), dict)]
    if len(lines) * 2 > len(source.values):
        return True
    head = values[0] if values else {}
    bare = [x for x in values if word(x.get("type")) in _ITEMS | _ITEMS_TOO or x.get("record_type") == "state"]
    first = "type" not in head and {"id", "timestamp"} <= head.keys() and bool({"instructions", "git"} & head.keys())
    return first and (len(bare) + 1) * 2 > len(source.values)


def keys(source: Source) -> set[str]:
    """The session, the one it goes on with, and the one that started it."""
    metas = [m for x in source.values if isinstance(x, dict) and (m := head_of(x)) is not None]
    return {k for m in metas for k in (session_of(m), word(m.get("forked_from_id")), parent_of(m)) if k}


def read(source: Source) -> Iterator[Span]:
    """The one run of the file."""
    records: list[tuple[int, dict[str, Any]]] = []
    for number, value in source.records():
        if isinstance(value, dict):
            records.append((number, value))
        else:
            source.skip(number, "a JSON value that is no object")
    return Rollout(source, records).spans()
