"""One thing of a list, where the user named another of the same list. Pure."""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.picked import cells_of, entries
from planscope.collector.run import Run, ToolCall, UserMessage

Found = Iterator[tuple[UserMessage, str, str, str]]  # (message, sort, asked, carried)


def another_thing(run: Run, call: ToolCall) -> Found:
    """The user's last message names one thing of a list that was found, and the call names another of the same list."""
    message = next(iter(openly.said_before(run, call)), None)
    if message is None or len(message.text) > 2_000 or openly.loose(message.text):
        return
    low = message.text.casefold()
    given = {str(c.value).casefold(): c for c in cells_of(call.arguments) if isinstance(c.value, str)}
    groups: dict[tuple[int, int], list[frozenset[str]]] = {}
    for e in run.memo(entries):
        if e.siblings > 1 and e.call.number < call.number:
            groups.setdefault((e.call.number, e.group), []).append(e.names)
    for members in [g for g in groups.values() if 1 < len(g) <= 60][-20:]:
        own = [
            frozenset(n for n in m if len(n) > 1 and not any(n in o for o in members if o is not m)) for m in members
        ]
        mine = [o for o in own if o & given.keys()]
        meant = [o for o in own if any(_named(n, low) for n in o)]
        if len(mine) != 1 or len(meant) != 1 or mine[0] is meant[0]:
            continue
        held = min(mine[0] & given.keys())
        wanted = next(n for n in sorted(meant[0]) if _named(n, low))
        later = " ".join(stated(c.arguments)[:4_000] for c in openly.calls_after(run, message)).casefold()
        if any(n in low for n in mine[0]) or any(n in later for n in meant[0]):
            continue
        if not openly.told_or_agreed(run, message, call, _name(wanted), _name(held)):
            yield message, "choice", wanted, held
            return


def _name(name: str) -> openly.Says:
    return lambda text: name in text.casefold()


def _named(name: str, low: str) -> bool:
    if len(name) < (2 if not name.isascii() else 4):
        return False
    at = low.find(name)
    if at < 0:
        return False
    if name.isascii() and (low[at - 1 : at].isalnum() or low[at + len(name) : at + len(name) + 1].isalnum()):
        return False
    return not words.NOT.search(low[max(0, at - 24) : at]) and not re.search(
        r"(?:instead of|rather than|statt|anstatt|au lieu de|en (?:vez|lugar) de|em vez de|in plaats van|而不是"
        r"|代替)\s?\S{0,6}\s?$",
        low[:at][-32:],
    )
