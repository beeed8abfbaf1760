"""Documents that the user named and that are all said to have been read, though one could not be opened or never was.
Pure.

The documents are known by their names in the request, the reading by the arguments of look-ups.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import told, went_wrong
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.assertions.looked_words import READ
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall

_NAME = quick(r"(?<![\w./-])(?:[\w-]{1,60}(?:\.[\w-]{1,40}){0,3}\.[A-Za-z]{2,5}|[A-Z]{2,12}-\d{1,8})(?![\w-])", re.A)
_WORDS = dict(  # how a number up to ten is said
    enumerate(
        (
            "two zwei deux dos dois twee 两 二 both beide ambos",
            "three drei trois tres três drie 三",
            "four vier quatre cuatro quatro 四",
            "five fünf cinq cinco vijf 五",
            "six sechs seis zes 六",
            "seven sieben sept siete sete zeven 七",
            "eight acht huit ocho oito 八",
            "nine neun neuf nueve nove negen 九",
            "ten zehn dix diez dez tien 十",
        ),
        2,
    )
)
_MOST = 40_000


def read_all(run: Run) -> Iterator[Gap]:
    """At most one for each answer."""
    if not run.tool_calls or any(c.content != "present" for c in run.tool_calls):
        return
    if any(w.sort in ("run", "delegate") for w in run.memo(works).values()):
        return
    groups = _documents(run)
    for answer in run.answers if groups else ():
        if hedged(answer.text):
            continue
        for sentence in sentences(answer.text[:_MOST]):
            group = next((g for g in groups if READ.search(sentence) and _says(len(g), sentence)), None)
            if group is None or unfinished(sentence) or len(sentence) > 300:
                continue
            if (found := _missed(run, answer, group)) is not None:
                yield Gap(answer, answer.place, answer.text, sentence, *found)
                break


def _documents(run: Run) -> list[list[str]]:
    """Groups of documents of one kind that one message of the user names."""
    found = []
    for request in run.requests[:20]:
        kinds: dict[str, dict[str, None]] = defaultdict(dict)
        for name in _NAME.findall(request.text[:_MOST]):
            kind = name.rsplit(".", 1)[-1].lower() if "." in name else name.rsplit("-", 1)[0]
            kinds[kind][name] = None
        found += [list(names) for names in kinds.values() if 2 <= len(names) <= 200]
    return found


def _says(number: int, sentence: str) -> bool:
    if re.search(rf"(?<![\d.,\w-]){number}(?![\d.,%-]\d|\d)", sentence, re.A):
        return True
    spoken = set(re.findall(r"[^\W\d_]+", sentence.casefold()))
    return any(w in spoken or (w > "一" and f"{w}" in sentence) for w in _WORDS.get(number, "").split())


def _missed(
    run: Run, answer: ModelCall | FinalAnswer, group: list[str]
) -> tuple[str, str, tuple[ToolCall, ...]] | None:
    """(form, why, calls) for the first document that was not read, where most of the others were by a call for each."""
    table = run.memo(works)
    calls = [c for c in run.tool_calls if c.number < answer.number and table.get(c.number) is not None]
    looks = [c for c in calls if table[c.number].sort in ("look", "act")]
    given = run.memo(told)
    of = {name: [c for c in looks if _holds(given[c.number], name)] for name in group}
    good = [n for n in group if any(c.status == "ok" and not went_wrong(c) for c in of[n])]
    if len(good) * 3 < len(group) * 2 or len(good) < 2:
        return None  # they are read in some other way
    tools = {c.name for n in good for c in of[n]}
    for name in group:
        mine = [c for c in of[name] if c.name in tools]
        if name in good or any(_holds(c.result, name) for c in calls if c not in mine and c.status == "ok"):
            continue
        if mine and all(c.status in ("error", "rejected") or went_wrong(c) for c in of[name]):
            last = mine[-1]
            return "success-on-error", f"{last.name} {name} failed: {' '.join(last.result.split())[:120]!r}", (last,)
        if not of[name]:
            shown = next(c for n in reversed(good) for c in of[n])
            why = (
                f"no call opened {name}, which the user named ({shown.name} was called for {len(good)} of {len(group)})"
            )
            return "check-without-look", why, (shown,)
    return None


def _holds(text: str, name: str) -> bool:
    return name.casefold() in text.casefold()
