"""The things that stand beside one in a result: other members of its list, other lines of its table. Pure."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from planscope.collector.run import ToolCall

LONG = 100_000  # characters of a result that are looked at
MOST = 200  # members of one list
_DEEP = 8
_CUT = re.compile(r"\s*[,|\t;:：=\"]\s*")


def beside(name: str, call: ToolCall) -> tuple[str, ...]:
    """The names of the things listed together with the thing of this name, () where the result has no such list."""
    if name not in call.result and not isinstance(call.data, Mapping | list):
        return ()
    data = call.data if isinstance(call.data, Mapping | list) else _parsed(call.result)
    return next(_in_data(data, name, 0), ()) if data is not None else _in_lines(call.result[:LONG], name)


def _parsed(text: str) -> Any:
    """JSON in a text that begins like it, else None."""
    if len(text) > LONG or text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _in_data(value: Any, name: str, depth: int) -> Iterator[tuple[str, ...]]:
    if depth > _DEEP:
        return
    if isinstance(value, list):
        members = value[:MOST]
        path = next((p for m in members if (p := _path(m, name, 0)) is not None), None)
        if path and len(members) > 1:
            found = (_follow(m, path) for m in members)
            yield tuple(dict.fromkeys(f for f in found if isinstance(f, str) and f and f != name))
        for m in members:
            yield from _in_data(m, name, depth + 1)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _in_data(inner, name, depth + 1)


def _path(member: Any, name: str, depth: int) -> tuple[str, ...] | None:
    """The keys under which an object holds the name."""
    for key, value in member.items() if isinstance(member, Mapping) and depth < 3 else ():
        if value == name:
            return (key,)
        inner = _path(value, name, depth + 1)
        if inner is not None:
            return (key, *inner)
    return None


def _follow(member: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        member = member.get(key) if isinstance(member, Mapping) else None
    return member


def _in_lines(text: str, name: str) -> tuple[str, ...]:
    """Cells of the other lines at the place where the name stands in its own line."""
    lines = [line for line in text.split("\n")[: 5 * MOST] if len(line) < 600]
    own = next((cells for line in lines if name in line and name in (cells := _cells(line))), None)
    if own is None:
        return ()
    at = own.index(name)
    rows = [cells for line in lines if len(cells := _cells(line)) == len(own)]
    return tuple(dict.fromkeys(r[at] for r in rows if r[at] and r[at] != name)) if len(rows) > 1 else ()


def _cells(line: str) -> list[str]:
    return _CUT.split(line.strip().strip("|").strip())
