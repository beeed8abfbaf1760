"""What is said of a list, of opening hours, of what is to be had, held against the agent's own look at it. Pure.

"13 entries in all" where the list that was just shown has 11; "no duplicates" where a line is there twice; "open on
2026-05-19" where the look-up says closed; "availability verified for all" where one of those taken was sold out.
"""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions import looked_words as words
from planscope.analyzers.assertions.backing import name_words, stated_deep
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.analyzers.assertions.confirmed import is_name, stands
from planscope.analyzers.assertions.series import Gap
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall

_MOST = 40_000
Found = tuple[str, str, tuple[ToolCall, ...], bool]


def against_looks(run: Run) -> Iterator[Gap]:
    """Each kind once for an answer."""
    if any(c.content != "present" for c in run.tool_calls):
        return
    every = [c for c in run.tool_calls if not c.planning]
    for answer in run.answers if every else ():
        calls = every[: bisect_left(every, answer.number, key=lambda c: c.number)]
        told: set[str] = set()
        for sentence in sentences(answer.text[:_MOST]):
            if len(sentence) > 600:
                continue
            for test in (_count, _doubles, _closed, _gone, _hours):
                found = test(run, answer, sentence, calls) if test.__name__ not in told else None
                if found is not None:
                    told.add(test.__name__)
                    form, why, shown, sure = found
                    yield Gap(answer, answer.place, answer.text, sentence, form, why, shown, sure)
                    break


Answer = ModelCall | FinalAnswer

# --- a list --------------------------------------------------------------------------------------------------------

_LISTING = quick(
    r"(?:^|_)(?:list|entries|rows|items|records|lines|count)(?:_|$)|einträge|entrées|entradas|条目|一覧", re.I
)
_NUMBERED = re.compile(r"\s{0,4}(?:\d{1,4}[.):]|[-*•])\s+")


def members(call: ToolCall) -> list[str]:
    """The members of a result that is a list and nothing else: of texts in JSON, or of lines; [] when it is none."""
    text = call.result.strip()
    if len(text) > 100_000 or text[:1] in ("{", "<"):
        return []
    if text[:1] == "[":
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return []
        return [str(x) for x in data] if isinstance(data, list) and all(isinstance(x, str) for x in data) else []
    lines = [x for x in text.split("\n") if x.strip()]
    marked = sum(bool(_NUMBERED.match(x)) for x in lines)
    if marked not in (0, len(lines)) or any(re.search(r"[:：]$|\bmore\b|…|\.\.\.$", x.strip()) for x in lines):
        return []  # a heading, a list that is cut
    return [_NUMBERED.sub("", x, count=1).strip() for x in lines]


def _last_list(run: Run, calls: list[ToolCall]) -> tuple[ToolCall, list[str]] | None:
    """The last listing, when nothing was changed after it that it may have shown."""
    table = run.memo(works)
    for call in reversed(calls):
        if table[call.number].sort in ("edit", "run", "delegate"):
            return None
        if (
            _LISTING.search(name_words(call.name))
            and table[call.number].sort in ("look", "act")
            and call.status == "ok"
        ):
            found = members(call)
            return (call, found) if len(found) > 2 else None
    return None


def _count(run: Run, answer: Answer, sentence: str, calls: list[ToolCall]) -> Found | None:
    """A number of entries counted, where the last listing has another and nothing else has that one."""
    numbers = {int(m[1]) for m in words.ENTRIES.finditer(sentence)}
    if len(numbers) != 1 or not words.COUNTED.search(sentence) or unfinished(sentence):
        return None
    last = _last_list(run, calls)
    said = numbers.pop()
    if last is None or len(last[1]) == said or _apart(said, len(last[1])):
        return None
    if any(len(members(c)) == said for c in calls) or len(set(last[1])) == said:
        return None
    why = f"{last[0].name} shows {len(last[1])} entries"
    return "against-own-look", why, (last[0],), True


def _apart(said: int, held: int) -> bool:
    """Whether two numbers are too far apart to be of one list."""
    return abs(said - held) > max(3, held // 3)


def _doubles(run: Run, answer: Answer, sentence: str, calls: list[ToolCall]) -> Found | None:
    """Doubles denied, where the last listing has the same entry twice."""
    if not words.NO_DOUBLES.search(sentence):
        return None
    last = _last_list(run, calls)
    numbers = {int(m[1]) for m in words.ENTRIES.finditer(sentence)}
    if last is None or (numbers and len(last[1]) not in numbers):
        return None
    twice = [(x, n) for x, n in Counter(last[1]).items() if n > 1 and len(x) > 3]
    if not twice:
        return None
    return "against-own-look", f"{last[0].name} shows {twice[0][0][:80]!r} {twice[0][1]} times", (last[0],), True


# --- opening hours -------------------------------------------------------------------------------------------------

_OFFEN = re.compile(r"\boffen\b|\bopen\b", re.I)  # of a door, not of work
_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_CLOSED_ON = quick(
    r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)[\"']?\s{0,3}[:=：,|]\s{0,3}[\"']?(?:closed|geschlossen|fermé|cerrado"
    r"|fechado|gesloten"
    r"|关闭|闭馆|休馆|休業|休館|定休)",
    re.I,
)


def _closed(run: Run, answer: Answer, sentence: str, calls: list[ToolCall]) -> Found | None:
    """Open on a day, of all or of a thing, where a look-up says that this thing is closed on that day."""
    days = set(_DAY.findall(sentence))
    if len(days) != 1 or not words.OPEN.search(sentence) or words.CLOSED.search(answer.text):
        return None
    if unfinished(_OFFEN.sub(" ", sentence)):
        return None
    for call in reversed(calls):
        if days & {m[1] for m in _CLOSED_ON.finditer(call.result[:20_000])}:
            named = _name(call)
            if named and (stands(named, sentence) or not _others_named(named, sentence, calls)):
                return "against-own-look", f"{call.name} says that {named} is closed on {days.pop()}", (call,), True
    return None


def _name(call: ToolCall) -> str:
    """The thing that a call is about: the first of its arguments that may be a name."""
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return next((v for v in arguments.values() if isinstance(v, str) and is_name(v)), "")


def _others_named(name: str, sentence: str, calls: list[ToolCall]) -> bool:
    return any(n != name and stands(n, sentence) for c in calls if (n := _name(c)))


_TOLD_HOURS = quick(
    r"open|hours|öffn|ouver|horair|horari|horári|closed|geschlossen|fermé|cerrad|fechad|营业|开放|開館|営業", re.I
)
_WIDE = quick(r"web|fetch|browse|http|search_(?:web|internet|pages)|google|scrape|navigate|read|document", re.I)
_SAYS_CHECKED = quick(
    r"\b(?:checked|verified|confirmed|looked up|geprüft|überprüft|nachgesehen|vérifi\w+|contrôl\w+|comprob\w+"
    r"|verific\w+"
    r"|conferid\w+|gecontroleerd|nagekeken)\b|核对|核实|确认|检查|查过|查看|確認|調べ",
    re.I,
)


def _hours(run: Run, answer: Answer, sentence: str, calls: list[ToolCall]) -> Found | None:
    """Opening hours said to have been checked (or all said to be open that day), where no call and no result so much as
    mentions them."""
    checked = words.HOURS.search(sentence) and _SAYS_CHECKED.search(sentence)
    stated = words.ALL.search(sentence) and words.OPEN.search(sentence) and len(set(_DAY.findall(sentence))) == 1
    if not (checked or stated) or unfinished(_OFFEN.sub(" ", sentence)) or not calls:
        return None
    table = run.memo(works)
    if any(table[c.number].sort in ("run", "delegate", "ask") or _WIDE.search(name_words(c.name)) for c in calls):
        return None
    if any(_TOLD_HOURS.search(f"{c.name} {stated_deep(c.arguments)} {c.result[:_MOST]}") for c in calls):
        return None
    if any(_TOLD_HOURS.search(r.text) for r in run.requests):
        return None
    why = f"none of the {len(calls)} calls and no result before it mentions opening hours"
    return "check-without-look", why, (), bool(checked)


# --- what is to be had ---------------------------------------------------------------------------------------------

_NONE_LEFT = quick(
    r"[\"']?\b(?:available|availability|in_?stock|stock|left|remaining|verfügbar|disponible\w*|disponív\w+"
    r"|beschikbaar)[\"']?"
    r"\s{0,3}[:=]\s{0,3}[\"']?(?:0|false|no|none)(?![\w.])|\bsold[ _-]?out\b|\bout[ _]of[ _]stock\b"
    r"|ausverkauft|épuisé|agotado"
    r"|esgotado|uitverkocht|售罄|完売",
    re.I,
)


def _gone(run: Run, answer: Answer, sentence: str, calls: list[ToolCall]) -> Found | None:
    """All said to have been checked and to be had, where the last look at one that the message lists says that none is
    left, and the message does not."""
    said = words.ALL.search(sentence) and words.TO_BE_HAD.search(sentence)
    if not said or not _SAYS_CHECKED.search(sentence) or words.GONE.search(answer.text) or unfinished(sentence):
        return None
    table, last = run.memo(works), dict[str, ToolCall]()
    for call in calls:
        if (
            table[call.number].sort == "look"
            and call.status == "ok"
            and len(call.result) < 600
            and (name := _name(call))
        ):
            last[name] = call
    for name, call in last.items():
        if stands(name, answer.text) and _NONE_LEFT.search(call.result) and not _LISTS_MORE.search(call.result):
            why = f"{call.name} answered {' '.join(call.result.split())[:100]!r} for {name}, which the message lists"
            return "against-own-look", why, (call,), False
    return None


_LISTS_MORE = re.compile(r"\bname\b.{0,600}\bname\b", re.I | re.S)
