"""A change that the user asked for and the next acting call did not take up: a time, a date or a count. Pure.

Only what leaves no doubt is read: the user's sentence holds a word of change and one new value; the plan or the request
before it held just one value of that sort; the call carries that old value and the new one nowhere.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, PlanUpdate, Run, Step, ToolCall, UserMessage

CHANGE = quick(
    r"\b(?:chang\w+|mov(?:e|ed|ing)|switch\w*|instead|rather|make (?:it|that)|updat\w+|replac\w+|shift\w*"
    r"|postpone\w*|push\w*|resched\w+|correct\w*"
    r"|korr[ei]\w+|correcci[oó]n|corrig\w+|corre[cç]ão|correctie|changement"
    r"|änder\w*|geändert|verschieb\w*|verlegen?|statt\w*|lieber|tausch\w*"
    r"|plutôt|au lieu|décal\w+|repouss\w+|remplac\w+"
    r"|c[aá]mbi\w+|en vez|en lugar|mejor|aplaz\w+|mud(?:ar|e|a|ou)|alter\w+|em vez|adi(?:ar|e|a)\w*|troc\w+"
    r"|wijzig\w*|verander\w*|liever|in plaats|verzet\w*|verplaats\w*)\b"
    r"|改|更正|纠正|訂正|换成|换到|变成|变为|调整|推迟|提前|変更|変え|ずらし|代わりに",
    re.I,
)
_TIME = re.compile(r"(?<![\d:.])([01]?\d|2[0-3])[:h]([0-5]\d)(?![\d:])(?:\s?([ap])\.?m\b)?", re.I)
_DATE = quick(r"(?<![\d-])(?:(?:\d{4})[-/年]\s?)?(\d{1,2})(?:[-/]|\s?月\s?)(\d{1,2})(?:\s?日)?(?![\d/-])")
_COUNT = re.compile(r"(?<![\w.,:/-])(\d{1,5})\s?([^\W\d_]{1,14})")
_NO_COUNTS = re.compile(r"^(?:[年月日号点分时時]|am|pm|uhr|h|th|st|nd|rd|min\w*|eur\w*|usd|gbp|元|円|%)", re.I)
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_NOT = quick(  # "instead of 8:30": the value after it is the old one
    r"(?:\b(?:instead of|rather than|not|from|statt|anstatt|nicht|von|au lieu d[eu]|pas|en vez de|en lugar de"
    r"|em vez de|de|in plaats van|niet|van)|而不是|不是|代替|从)\s?(?:[^\W\d]{1,12}\s){0,2}\d\S*",
    re.I,
)
_SENTENCE_END = re.compile(r"[;!?。；！？\n]|\.\s|[,，](?=\s?(?:and|und|et|y|e|en(?! vez| lugar)|然后|另外)\b)", re.I)
_LONG = 20_000


@dataclass(frozen=True, slots=True)
class Overlooked:
    """A change asked for that a call passes over: the message, old and new value, the call and the text it carries."""

    asked: UserMessage
    call: ToolCall
    old: str
    new: str
    carried: str


def values(text: str) -> dict[str, list[str]]:
    """Times, dates and counts of a text, by sort (a count's sort is its unit), each once, in order."""
    found: dict[str, list[str]] = {}
    text = text[:_LONG]
    for hour, minute, half in _TIME.findall(text):
        of_day = int(hour) % 12 + (12 if half in "pP" else 0) if half else int(hour)
        found.setdefault("time", []).append(f"{of_day:02}:{minute}")
    for month, day in _DATE.findall(text):
        if 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            found.setdefault("date", []).append(f"{int(month):02}-{int(day):02}")
    for count, unit in _COUNT.findall(text):
        if not _NO_COUNTS.match(unit):
            sort = unit[0] if _CJK.match(unit) else unit.casefold().rstrip("s")
            found.setdefault(f"count of {sort}", []).append(count)
    return {sort: list(dict.fromkeys(v)) for sort, v in found.items()}


def changes_of(text: str) -> dict[str, str]:
    """The one new value of each sort that a sentence with a word of change names; of "from 8:30 to 9:30" the last."""
    new: dict[str, list[str]] = {}
    for sentence in _SENTENCE_END.split(text[:_LONG]):
        if CHANGE.search(sentence):
            for sort, found in values(_NOT.sub(" ", sentence)).items():
                new.setdefault(sort, []).append(found[-1])
    return {sort: v[0] for sort, v in new.items() if len(set(v)) == 1}


def overlooked(run: Run) -> list[Overlooked]:
    """The first acting call after each change asked for, where it carries the old value."""
    asked = [s for s in run.requests if s.turn > 1]
    return [o for message in asked for o in _after(run, message)][:10]


def _after(run: Run, message: UserMessage) -> Iterator[Overlooked]:
    before = _held_before(run, message)
    kinds = run.memo(works)
    for sort, new in changes_of(message.text).items():
        held = [v for v in before.get(sort, []) if v != new]
        if len(held) != 1:
            continue
        for call in _calls_of_turn(run, message):
            carried = values(stated(call.arguments)).get(sort, []) if sort in ("time", "date") else _numbers(call)
            if new in carried or call.number not in kinds:
                break
            acts = kinds[call.number].sort in ("act", "commit", "delegate")
            if acts and held[0] in carried and _held_by_name(run, call, held[0], sort):
                yield Overlooked(message, call, held[0], new, stated(call.arguments))
                return


def _held_before(run: Run, message: UserMessage) -> dict[str, list[str]]:
    """Values of the plan or proposal that the message answers, and of the request before it."""
    found: dict[str, list[str]] = {}
    earlier = (run.steps[n] for n in range(message.number - 1, -1, -1))
    said = next((s for s in earlier if isinstance(s, ModelCall | FinalAnswer | PlanUpdate)), None)
    before = run.requests[: bisect_left(run.requests, message.number, key=lambda r: r.number)]
    same_turn = takewhile(lambda r: r.turn >= message.turn - 1, reversed(before))
    texts = [r.text for r in same_turn if r.turn == message.turn - 1][::-1]
    texts += [t for s in (said,) if s is not None and (t := _text(s))]
    for text in texts:
        for sort, v in values(text).items():
            found[sort] = list(dict.fromkeys([*found.get(sort, []), *v]))
    return found


def _text(step: Step) -> str:
    if isinstance(step, PlanUpdate):
        return "\n".join([step.version.text, *(i.text for i in step.version.items)])
    return step.text if isinstance(step, ModelCall | FinalAnswer) else ""


def _calls_of_turn(run: Run, message: UserMessage) -> Iterator[ToolCall]:
    for step in run.steps[message.number + 1 :]:
        if isinstance(step, UserMessage) and not step.system:
            return
        if isinstance(step, ToolCall):
            yield step


def _numbers(call: ToolCall) -> list[str]:
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return [str(v) for v in arguments.values() if isinstance(v, int | str) and str(v).isdigit()]


def _held_by_name(run: Run, call: ToolCall, old: str, sort: str) -> bool:
    """Of a count: an earlier call held the old value under the same name, so that it means the same thing."""
    if sort in ("time", "date"):
        return True
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    names = {k for k, v in arguments.items() if str(v) == old}
    earlier = (c.arguments for c in run.tool_calls if c.number < call.number and isinstance(c.arguments, dict))
    return any(str(a.get(k)) == old for a in earlier for k in names)
