"""What a call was told, held against the words in which it was agreed to, announced or reported: another thing of the
same list, another time, another day, another number of the same kind. Pure.

The words are given as pieces, the narrowest first; each kind of value is read off the first piece that has one of its
kind. Where a piece names what the call holds as well, or several other things, nothing is said.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.assertions.keyed import numbers_under, spoken
from planscope.analyzers.numbers.counts import in_figures
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.numbers.times import HALF_DAY, clock, times
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall

_MOST = 20_000  # characters of a piece that are looked at
_RECORDS = 50  # of one list
_LISTS = 200  # of one run, the latest
_APART = 10  # minutes: nearer times may be the same, rounded
_WIDE = r"\u3040-\u30ff\u3400-\u9fff"


@dataclass(frozen=True, slots=True)
class Clash:
    """The call holds `held` where the words have `said`; `kind` is thing, time, day or number."""

    kind: str
    held: str
    said: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of things that a result gave at step `number`: of each its short values by key, and those of it alone."""

    number: int
    things: tuple[Mapping[str, str], ...]
    own: tuple[frozenset[str], ...]


def clash(run: Run, call: ToolCall, pieces: Sequence[str], before: str, tried: str) -> Clash | None:
    """The first way in which a call goes against these pieces. `before` is all that was said before it, `tried`
    what the calls of its turn were told."""
    if not isinstance(call.arguments, Mapping):
        return None
    pieces = [p[-_MOST:] for p in pieces if p.strip()]
    return (
        thing(run, call, pieces, tried)
        or time_of_day(call, pieces, before)
        or day(call, pieces, before)
        or number(call, pieces, before)
    )


# --- another of several things -------------------------------------------------------------------------------------


def listings(run: Run) -> tuple[Listed, ...]:
    """The lists of things in results. Use it through `run.memo(listings)`."""
    found: list[Listed] = []
    for call in run.tool_calls:
        if isinstance(call.data, Mapping | list) and not call.planning:
            found += (_listed(call.number, rows) for rows in _rows(call.data, 0))
    return tuple(found[-_LISTS:])


def _index(run: Run) -> dict[str, list[int]]:
    """In which lists a value belongs to one thing alone. Use it through `run.memo(_index)`."""
    found: dict[str, list[int]] = {}
    for n, listed in enumerate(run.memo(listings)):
        for v in frozenset().union(*listed.own):
            found.setdefault(v, []).append(n)
    return found


def _rows(data: Any, depth: int) -> Iterator[list[Mapping[str, Any]]]:
    values = data.values() if isinstance(data, Mapping) else [data] if depth == 0 else ()
    for value in values if depth < 4 else ():
        if isinstance(value, list) and 1 < len(value) <= _RECORDS and all(isinstance(v, Mapping) for v in value):
            yield value
        elif isinstance(value, Mapping):
            yield from _rows(value, depth + 1)


def _listed(number: int, rows: list[Mapping[str, Any]]) -> Listed:
    things = tuple({str(k): s for k, v in r.items() if (s := _short(v))} for r in rows)
    often = Counter(v for t in things for v in set(t.values()))
    return Listed(number, things, tuple(frozenset(v for v in t.values() if often[v] == 1) for t in things))


def _short(value: Any) -> str:
    """A value by which a thing may be called: a short text, or a number of two figures or more."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value).strip()
    wide = re.search(rf"[{_WIDE}]", text)
    return text if (1 if wide else 2) <= len(text) <= 60 else ""


def _naming(value: str) -> bool:
    """Whether a value may be a thing's name or its identifier: capitals, wide letters, or letters with figures."""
    if dates(value) or times(value) or not re.search(r"[^\W\d_]", value):
        return False
    return bool(re.search(rf"[A-ZÀ-Þ{_WIDE}]", value)) or bool(re.search(r"\d", value))


def thing(run: Run, call: ToolCall, pieces: Sequence[str], tried: str) -> Clash | None:
    """A thing of a list, where the words name another one of that list, which no call of the turn takes."""
    told = {
        v for v in map(str, _scalars(call.arguments)) if len(v) <= 60 and (_naming(v) or re.fullmatch(r"\d{4,}", v))
    }
    lists, index = run.memo(listings), run.memo(_index)
    for n in sorted({i for v in told for i in index.get(v, ())}, reverse=True)[:_LISTS]:
        listed = lists[n]
        if listed.number >= call.number:
            continue
        mine = [n for n, own in enumerate(listed.own) if own & told]
        if len(mine) != 1:
            continue
        held = next(v for v in listed.things[mine[0]].values() if v in told and v in listed.own[mine[0]])
        for piece in pieces:
            folded = _even(piece)
            named = [n for n in range(len(listed.own)) if _named(listed, n, folded)]
            if not named:
                continue
            said = _named(listed, named[0], folded)
            other = listed.own[named[0]]
            taken = _even(tried) + " " + _even(call.result)
            if len(named) > 1 or named == mine or any(_stands(v, taken) for v in other):
                return None
            return None if _spoken_of(listed, mine[0], folded) else Clash("thing", held, said)
        return None
    return None


def _named(listed: Listed, n: int, folded: str) -> str:
    """The value of its own by which a text names a thing."""
    return next((v for v in sorted(listed.own[n]) if _naming(v) and _stands(v, folded)), "")


def _spoken_of(listed: Listed, n: int, folded: str) -> bool:
    """Whether a text holds anything that only this thing has: a value, or a longer word of one."""
    others = " ".join(v for m, own in enumerate(listed.own) if m != n for v in own).casefold()
    words = {w for v in listed.own[n] for w in re.findall(rf"[^\W\d_]{{4,}}|[{_WIDE}]{{2}}", v.casefold())}
    return any(_stands(v, folded) for v in listed.own[n]) or any(w in folded and w not in others for w in words)


def _stands(value: str, folded: str) -> bool:
    value = value.casefold()
    if value not in folded:
        return False
    return bool(re.search(rf"(?<![a-z0-9à-ÿ]){re.escape(value)}(?![a-z0-9à-ÿ])", folded))


def _even(text: str) -> str:
    """Case folded, and figures without the marks between thousands."""
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text[:_MOST].casefold())


def _scalars(value: Any, depth: int = 0) -> Iterator[Any]:
    if isinstance(value, Mapping) and depth < 5:
        for v in value.values():
            yield from _scalars(v, depth + 1)
    elif isinstance(value, list) and depth < 5:
        for v in value[:100]:
            yield from _scalars(v, depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


# --- another time, another day -------------------------------------------------------------------------------------

_ZONE = quick(r"zone|(?:^|_)tz(?:$|_)|utc|offset|remind|notif|alarm|due|deadline|expir|created|updated", re.I)


def held_times(call: ToolCall) -> set[int]:
    """The times of day that a call was told; none where it was told a zone as well, or of reminders."""
    pairs = list(call.arguments.items()) if isinstance(call.arguments, Mapping) else []
    if any(_ZONE.search(str(k)) for k, _ in pairs) or _ZONE.search(call.name):
        return set()
    return {t for _, v in pairs if isinstance(v, str) for t in clock(v)}


def time_of_day(call: ToolCall, pieces: Sequence[str], before: str) -> Clash | None:
    """Times of which none is spoken of, where the words name others."""
    held = held_times(call)
    said = next((t for p in pieces if (t := times(p))), set()) if held else set()
    if not said or held & times(before[-_MOST:]) or any(_near(a, b) for a in held for b in said):
        return None
    return Clash("time", _clocks(held), _clocks(said))


def _near(a: int, b: int) -> bool:
    apart = abs(a - b)
    return min(apart, HALF_DAY - apart) < _APART


def _clocks(found: set[int]) -> str:
    return ", ".join(f"{t // 60:02}:{t % 60:02}" for t in sorted(found))


_LATER = quick(
    r"due|expir|valid|until|deadline|remind|follow|created|updated|fällig|frist|échéance|venc|recordat|lembre|verval"
    r"|birth|geburt|naiss|nacim|nasc|到期|截止|提醒|期限|生日",
    re.I,
)
_RELATIVE = quick(
    r"\b(?:today|tomorrow|tonight|yesterday|next|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|nights?"
    r"|weeks?|heute|morgen|übermorgen|nächste\w?|\w+tag|tage?n?|nächte?|wochen?|aujourd['’]hui|demain"
    r"|prochaine?|jours?"
    r"|nuits?|semaines?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|mañana|próxim[oa]|días?"
    r"|noches?|semanas?"
    r"|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoje|amanhã|dias?|noites?|segunda|terça|quarta"
    r"|quinta|sexta"
    r"|vandaag|volgende|dagen|nachten|weken|\w+dag)\b|今天|明天|后天|下周|周[一二三四五六日末]|星期"
    r"|[天晚泊]|今日|明日|来週|曜",
    re.I,
)


def day(call: ToolCall, pieces: Sequence[str], before: str) -> Clash | None:
    """Days that nobody spoke of, where the words name others; nothing where days are spoken of in other ways too."""
    pairs = call.arguments.items() if isinstance(call.arguments, Mapping) else ()
    texts = [v for k, v in pairs if isinstance(v, str) and len(v) <= 40 and not _LATER.search(str(k))]
    held = {d for v in texts for d in dates(v)} if not _LATER.search(call.name) else set()
    said = next(((d, p) for p in pieces if (d := dates(p))), None) if held else None
    if said is None or held & said[0] or held & dates(before[-_MOST:]) or _RELATIVE.search(said[1]):
        return None
    return Clash("day", _days(held), _days(said[0]))


def _days(found: set[tuple[int, int]]) -> str:
    return ", ".join(f"{m:02}-{d:02}" for m, d in sorted(found))


# --- another number ------------------------------------------------------------------------------------------------


def number(call: ToolCall, pieces: Sequence[str], before: str) -> Clash | None:
    """A whole number that nobody spoke of, where the words give another under the words of its key."""
    pairs = call.arguments.items() if isinstance(call.arguments, Mapping) else ()
    for key, value in pairs:
        if isinstance(value, bool) or not re.fullmatch(r"\d{1,3}", str(value)) or not spoken(str(key)):
            continue
        said = next((n for p in pieces if (n := numbers_under(str(key), in_figures(p)))), set())
        if len(said) != 1 or int(value) in said or _has(int(value), in_figures(before[-_MOST:])):
            continue
        return Clash("number", f"{key} {value}", f"{key} {next(iter(said))}")
    return None


def _has(value: int, text: str) -> bool:
    return bool(re.search(rf"(?<![\d.,]){value}(?!\d|[.,]\d)", text))
