"""Items that were begun and ticked with nothing done in between, or whose check was started and never looked at. Pure.

"Nothing at all" is strong evidence only where the rest of the list shows how its items are worked on: by calls that
name what the item names. Items that are done by thinking or writing (a sum, a choice) leave it in the message.
"""

import re
from bisect import bisect_left
from itertools import accumulate

from planscope.analyzers.actions.kinds import Work, stated, works
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.plans.matching import checks, is_check, share, terms, words_in
from planscope.analyzers.plans.setbacks import NOTHING
from planscope.analyzers.plans.ticks import Tick, parts, work_between
from planscope.analyzers.quick import quick
from planscope.collector.run import ModelCall, Run, ToolCall, UserMessage

_FEW = 45  # characters of a message beside the names of items: "Good. Now the next one."
_LONGEST = 200_000  # characters of calls that are searched
_LEAST = 2  # other finished items that calls were made for
_TO_BE_SAID = quick(  # it is done by saying something to the user, or by thinking
    r"\b(?:report(?!s?\.)|tell|inform|answer|present|explain|reply|respond|summari[sz]e|user|propose|suggest|decide|think|plan"
    r"|bericht\w*|meld\w+|mitteil\w*|antwort\w*|zusammenfass\w*|erklär\w*|vorschlag\w*|entscheid\w*|überleg\w*"
    r"|rapport\w*|répon\w+|résum\w+|présent\w+|expliqu\w+|propos\w+|décid\w+|respond\w+|resum\w+|inform\w+|explic\w+"
    r"|propon\w+|decid\w+|comunic\w+|relat\w+|samenvat\w*|uitleg\w*|voorstel\w*|beslis\w*)\b"
    r"|汇报|告知|告诉|报告|总结|回复|答复|解释|说明|建议|决定|まとめ|伝え|回答|説明|報告|提案|決め",
    re.I,
)
_BEHIND = quick(r"&\s*$|&\s*(?:disown|echo\b[^\n]*)?\s*$|^\s*nohup\b|\bstart-job\b", re.I)


def untouched(run: Run, tick: Tick) -> bool:
    """Nothing was done for an item from the moment it was begun to its tick, no call before that is about it, and at
    least two other items, and a third of those that are done in the end, have calls about them."""
    if tick.begun is None or tick.was != "in_progress" or _TO_BE_SAID.search(tick.item.text[:300]):
        return False
    between = list(run.between(tick.begun, tick.update.number))
    if any(parts(s) for s in between) or not (own := _own_words(tick)) or _told(run, tick, own):
        return False
    said, numbers, ends = run.memo(_all_said)
    before = bisect_left(numbers, tick.update.number)
    end = ends[before - 1] if before else 0
    if words_in(own, said[max(0, end - _LONGEST) : end]):
        return False
    others = [i for i in run.lists[-1].version.with_status("completed") if i.key != tick.item.key]
    ran = any(w.sort in ("test", "build") for w in run.memo(works).values())
    known = said[:_LONGEST]
    worked = [i for i in others if words_in(terms(i.text).words, known) or (ran and is_check(i.text))]
    return len(worked) >= _LEAST and 3 * len(worked) >= len(others)


def _all_said(run: Run) -> tuple[str, list[int], list[int]]:
    """What all calls of a run say in their names and arguments, with their step numbers and where each ends in it."""
    calls = [c for c in run.tool_calls if not c.planning]
    texts = [f"{c.name} {stated(c.arguments, 4000)}\n" for c in calls]
    return "".join(texts), [c.number for c in calls], list(accumulate(map(len, texts)))


def _own_words(tick: Tick) -> frozenset[str]:
    """What the item is about and no other item of the list is."""
    mine = terms(tick.item.text).words | terms(tick.item.text).names
    rest = [i for i in tick.update.version.items if i.key != tick.item.key]
    return frozenset(mine).difference(*((terms(i.text).words | terms(i.text).names) for i in rest))


def _told(run: Run, tick: Tick, own: frozenset[str]) -> bool:
    """A message says something of weight from before the item was begun to after its tick: what came of it, or why it
    needed nothing. What announces an item by its text does not."""
    assert tick.begun is not None
    first = next((s.number for s in reversed(run.steps[: tick.begun]) if isinstance(s, ModelCall)), tick.begun)
    after = next((s.number for s in run.steps[tick.update.number :] if isinstance(s, ToolCall)), len(run.steps))
    for step in run.steps[first:after]:
        if isinstance(step, UserMessage) and not step.system:
            return True
        if not isinstance(step, ModelCall):
            continue
        said = _without_items(step.text, tick)
        if not step.calls:  # it hands back: what it says may be the very work, unless that is to be on a file
            if not terms(tick.item.text).names or any(_denies(tick.item.text, x) for x in sentences(step.text)):
                return True
            continue
        weighty = len(said) > _few(said) or bool(re.search(r"\d", said))
        if (step.number > tick.begun and weighty) or 2 * words_in(own, said) >= len(own):
            return True
    return False


def _denies(item: str, sentence: str) -> bool:
    return share(item, sentence) >= 0.3 and (unfinished(sentence) or bool(NOTHING.search(sentence)))


def _few(text: str) -> int:
    """Chinese and Japanese say as much in half the characters."""
    return _FEW // 2 if re.search(r"[\u3040-\u30ff\u3400-\u9fff]", text) else _FEW


def _without_items(text: str, tick: Tick) -> str:
    for item in tick.update.version.items:
        text = text.replace(item.text, "")
    return text.strip()


def unseen(run: Run, tick: Tick, since: int) -> tuple[ToolCall, Work] | None:
    """The last check that an item asks for, where it was sent into the background and nothing was looked at since."""
    if not is_check(tick.item.text):
        return None
    window = list(work_between(run, since, tick.update.number))
    last = next((n for n in reversed(range(len(window))) if checks(tick.item.text, window[n][1])), None)
    if last is None or last + 1 < len(window):
        return None
    call, work = window[last]
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    behind = bool(_BEHIND.search(work.command)) or any(
        arguments.get(k) is True for k in ("run_in_background", "background", "is_background", "detach")
    )
    return (call, work) if behind and work.outcome != "red" and len(call.result) <= 400 else None
