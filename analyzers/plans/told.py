"""Items that a message which hands the work back speaks of, after as many calls as there are items. Pure.

No word says that they are done. But whoever hands back, says of nothing that it is open, asks nothing, and tells of
what the items are about, holds them for done; the list says something else.
"""

from collections.abc import Iterable, Sequence

from planscope.analyzers.actions.kinds import Work, stated
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.plans.matching import share, worked_on
from planscope.collector.plan import PlanItem
from planscope.collector.run import ToolCall

_COVERED = 0.6  # share of the open items that have to be spoken of or worked on
_MOSTLY = 0.6  # share of an item's words that a call has to hold to be about it
_RESULT = 400  # characters of its result that count
_WORDS = 0.5  # share of an item's words that a sentence has to hold to speak of it


def covered(
    items: Sequence[PlanItem], text: str, since: Iterable[tuple[ToolCall, Work]]
) -> list[tuple[PlanItem, str, ToolCall | None]]:
    """The open items of which the message or the calls since tell, with the sentence, or with the last call about it;
    nothing where too few are told of, where fewer calls went well than there are items, or where the last check or
    action failed."""
    since = list(since)
    done = [(c, w) for c, w in since if w.sort not in ("look", "ask")]
    good = [(c, w) for c, w in since if c.status == "ok" and w.outcome != "red"]
    if len(good) < max(2, len(items)) or (done and (done[-1][1].outcome == "red" or done[-1][0].failed)):
        return []
    said = [s for s in sentences(text) if not unfinished(s)]
    found: list[tuple[PlanItem, str, ToolCall | None]] = []
    for item in items:
        sentence = next((s for s in said if share(item.text, s) >= _WORDS), "")
        if sentence:
            found.append((item, sentence, None))
        elif call := _last_about(item, items, good):
            found.append((item, "", call))
    told = any(sentence for _, sentence, _ in found)
    return found if told and len(found) >= _COVERED * len(items) else []


def _last_about(item: PlanItem, items: Sequence[PlanItem], good: Sequence[tuple[ToolCall, Work]]) -> ToolCall | None:
    """The last call that holds a word which only this item has, or did something and holds most words of it (with what
    came of it)."""
    if item.key in worked_on(items, good):
        return next((c for c, w in reversed(good) if item.key in worked_on(items, [(c, w)])), None)
    acts = [c for c, w in good if w.changes]
    return next((c for c in reversed(acts) if share(item.text, _said_by(c)) >= _MOSTLY), None)


def _said_by(call: ToolCall) -> str:
    return f"{call.name} {stated(call.arguments, 2000)} {call.result[:_RESULT]}"
