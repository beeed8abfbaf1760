"""One thing of a list, where the user named another of the same list. Pure."""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.picked import acting, cells_of, entries
from planscope.collector.run import Run, ToolCall, UserMessage

Found = Iterator[tuple[UserMessage, str, str, str]]  # (message, sort, asked, carried)
_LONG = 4_000
_SWAPS = quick(
    r"exchange|modify|change|replace|swap|update|switch|return|troc|tausch|umtausch|échange|cambi|ruil|换|交換|変更",
    re.I,
)
_SHORT = 40  # characters of a message that only agrees


def another_thing(run: Run, call: ToolCall) -> Found:
    """The user's last words on a list that was found name one thing of it; the call names another, and nobody told."""
    if _SWAPS.search(call.name):
        return  # what is given up is named as well
    given = {str(c.value).casefold() for c in cells_of(call.arguments) if isinstance(c.value, str)}
    messages = [m for m in openly.said_before(run, call) if len(m.text) <= _LONG]
    for members in _groups(run, call):
        own = [frozenset(n for n in m if not any(n in o for o in members if o is not m)) for m in members]
        mine = [o for o in own if o & given]
        if len(mine) != 1:
            continue
        message, meant = _meant(messages, own)
        if message is None or len(meant) != 1 or meant[0] is mine[0] or _taken(run, message, mine[0], meant[0]):
            continue
        held = min(mine[0] & given)
        wanted = next(n for n in sorted(meant[0]) if _named(n, message.text.casefold()))
        if not openly.told_or_agreed(run, message, call, _name(wanted), _name(held)):
            yield message, "choice", wanted, held
            return


def _groups(run: Run, call: ToolCall) -> list[list[frozenset[str]]]:
    """The names of the things of each list that was found before the call (the latest twenty lists)."""
    return [g for step, g in run.memo(_lists) if step < call.number][-20:]


def _lists(run: Run) -> list[tuple[int, list[frozenset[str]]]]:
    groups: dict[tuple[int, int], list[frozenset[str]]] = {}
    for e in run.memo(entries):
        if e.siblings > 1:
            groups.setdefault((e.call.number, e.group), []).append(e.names)
    return [(step, g) for (step, _), g in groups.items() if 1 < len(g) <= 60]


def _meant(messages: list[UserMessage], own: list[frozenset[str]]) -> tuple[UserMessage | None, list[frozenset[str]]]:
    """The latest message that names a thing of the list, with the things that it names."""
    for message in messages:
        low = message.text.casefold()
        meant = [o for o in own if any(_named(n, low) for n in o)]
        if meant:
            return message, meant
        if len(low) > _SHORT or _tokens(low) & frozenset().union(*(_tokens(n) for o in own for n in o)):
            break  # it says more than yes, or names a thing by a part of its name
    return None, []


def _tokens(text: str) -> frozenset[str]:
    """The words of a text, in Chinese and Japanese its characters (but for kana, which are endings)."""
    return frozenset(re.findall(r"[a-zà-ÿ0-9]{3,40}|[\u3400-\u9fff]", text[:400]))


def _taken(run: Run, message: UserMessage, mine: frozenset[str], meant: frozenset[str]) -> bool:
    """Whether the user spoke of what was taken too, or an acting call took what was meant as well."""
    low = message.text.casefold()
    calls = [c for c in run.memo(acting) if c.number > message.number][:200]
    later = " ".join(stated(c.arguments)[:4_000] for c in calls).casefold()
    return any(n in low for n in mine) or any(n in later for n in meant)


def _name(name: str) -> openly.Says:
    return lambda text: name in text.casefold()


_INSTEAD_OF = quick(
    r"(?:instead of|rather than|statt|anstatt|au lieu de|en (?:vez|lugar) de|em vez de|in plaats van|而不是"
    r"|代替)\s?\S{0,6}\s?$"
)


def _named(name: str, low: str) -> bool:
    """Whether a text names a thing plainly: not denied, not as what is replaced, with no condition in the sentence."""
    if len(name) < (2 if not name.isascii() else 4):
        return False
    at = low.find(name)
    if at < 0:
        return False
    if name.isascii() and ((low[at - 1 : at] or " ").isalnum() or low[at + len(name) : at + len(name) + 1].isalnum()):
        return False
    left = re.split(r"[.!?]\s|[。！？\n]", low[:at])[-1]
    right = re.split(r"[.!?](?:\s|$)|[。！？\n]", low[at + len(name) :])[0]
    sentence = f"{left} {right}"
    asks = low[at + len(name) + len(right) :][:1] in ("?", "？") or right.endswith(("か", "吗", "呢"))
    loose = asks or words.IF.search(sentence) or words.SOFT.search(sentence)
    return not loose and not words.NOT.search(left[-24:]) and not _INSTEAD_OF.search(left[-40:])
