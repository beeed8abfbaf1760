"""Plans that models lay down in their answers: below a plan operation any answer is one, elsewhere only a list of steps
in an answer of something that is called a planner. Pure.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from planscope.collector.dialects import Chat, Planned
from planscope.collector.dialects.content import loaded
from planscope.collector.dialects.evaluations import words_of
from planscope.collector.plan import Draft, drafts_of
from planscope.collector.span import Span

_PLANNER = re.compile(r"(?:re)?plan(?:s|ner|ning)?|planer|planung|planificat\w+|planificador|planejador|计划|规划|計画")
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.S)


@lru_cache(4096)
def is_planner(name: str) -> bool:
    """Whether a name (of a span, agent or node) is that of a planner."""
    return any(map(_PLANNER.fullmatch, words_of(name)))


def planned(chat: Chat, names: Iterable[str], *, planning: bool) -> Planned | None:
    """The plan in a model's answer, None when it holds none. `names` are those of the span and of what is around it,
    `planning` says that it was made for a plan operation."""
    text = "\n".join(m.text for m in chat.output if m.text.strip())
    named = next((n for n in names if is_planner(n)), "")
    if not text or any(m.calls for m in chat.output) or not (planning or named):
        return None
    drafts = listed(text, outline=is_planner(chat.span.name))
    if drafts is None and not planning:
        return None
    return _made(chat.span, named or "plan", text, drafts or [])


def _made(span: Span, origin: str, text: str, drafts: list[Draft]) -> Planned:
    return Planned(place=span.place, started=span.end or span.start, origin=origin, text=text, drafts=tuple(drafts))


def listed(text: str, *, outline: bool = False) -> list[Draft] | None:
    """The steps of a plan in JSON (also in a fenced block); None when there are fewer than two. With `outline` the only
    list of titled objects counts, whatever its name is."""
    fenced = _FENCE.search(text)
    data = loaded(fenced[1] if fenced else text)
    if not isinstance(data, Mapping | list):
        return None
    drafts = drafts_of({str(k).lower(): v for k, v in data.items()} if isinstance(data, Mapping) else data)
    if drafts is None and outline and isinstance(data, Mapping):
        lists = [v for v in data.values() if isinstance(v, list) and len(v) > 1 and all(map(_is_titled, v))]
        drafts = drafts_of(lists[0]) if len(lists) == 1 else None
    return drafts if drafts is not None and len(drafts) > 1 else None


def _is_titled(entry: Any) -> bool:
    return isinstance(entry, Mapping) and any(isinstance(entry.get(k), str) for k in ("name", "title", "step", "task"))
