"""What was put to the user, agreed to, and then done or reported otherwise. Pure.

The agent lists what it would take and asks; the user says yes and nothing else; calls follow. Each call is held against
the line of the proposal that names its thing: another number than there, another thing of the same list, a thing that
nobody spoke of; and the report against the line, where it gives another thing than was ordered.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import is_change, stated_deep, went_wrong
from planscope.analyzers.assertions.closing import asks, asks_back
from planscope.analyzers.assertions.siblings import beside
from planscope.analyzers.numbers.counts import nights_in
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Agreement:
    """A proposal, the user's plain yes to it, the changes that followed, and the message that reports them."""

    asked: ModelCall
    answer: UserMessage
    calls: tuple[ToolCall, ...]
    report: ModelCall | FinalAnswer | None
    before: tuple[ToolCall, ...]  # all calls before the proposal
    tried: str  # what the changing calls of the turn were told, also those that failed


@dataclass(frozen=True, slots=True)
class Departure:
    """A call, or a report, that departs from what was agreed: `held` where `agreed` was. `report` when it is there."""

    agreement: Agreement
    call: ToolCall
    held: str
    agreed: str
    form: str
    report: ModelCall | FinalAnswer | None = None
    sure: bool = True


_OTHERWISE = re.compile(
    r"\b(?:but|instead|rather|except|without|only|not|no|don['’]?t|another|other|change|also|and|plus|aber"
    r"|statt|lieber"
    r"|außer|ohne|nur|nicht|kein\w*|ander\w*|auch|und|mais|plutôt|sauf|sans|seulement|pas|autre|aussi|et|pero|mejor"
    r"|excepto|sin|solo|sólo|otr[oa]s?|también|y|mas|melhor|exceto|sem|apenas|não|outr[oa]s?|também|e|maar|liever"
    r"|behalve|zonder|alleen|niet|geen|ander\w*|ook|en)\b|但|不过|改|换|除了|只|不要|别|另外|还|也|でも|ただ"
    r"|代わり|以外|だけ|ない|ません"
    r"|他の|別の|も(?:う|追加)",
    re.I,
)
_HARMLESS = quick(
    r"没问题|沒問題|問題(?:は)?(?:あり|ござい)ません|no (?:problem|objections?)|kein problem|pas de problème", re.I
)
_LONGEST = 100  # characters of a plain yes
_MOST = 40_000
_CALLS = 400  # calls before a proposal that are looked at, the latest


def agreements(run: Run) -> tuple[Agreement, ...]:
    """Every proposal with a plain yes. Use it through `run.memo(agreements)`."""
    return tuple(a for n in range(len(run.steps)) if (a := _agreement(run, n)) is not None)


def _agreement(run: Run, n: int) -> Agreement | None:
    user = run.steps[n]
    if not isinstance(user, UserMessage) or user.system or not _plain_yes(user.text):
        return None
    asked = next((s for s in reversed(run.steps[:n]) if isinstance(s, ModelCall | UserMessage) and _speaks(s)), None)
    if not isinstance(asked, ModelCall) or not asks_back(asked.text):
        return None
    table, calls, report, tried = run.memo(works), [], None, ""
    for step in run.steps[n + 1 :]:
        if isinstance(step, UserMessage) and not step.system:
            break
        if isinstance(step, ToolCall) and step.number in table and table[step.number].sort == "act":
            tried += f" {stated_deep(step.arguments)}"
            calls += [step] if _changed(step) else []
        if isinstance(step, ModelCall | FinalAnswer) and step.text.strip() and not getattr(step, "calls", 0):
            report = step
    end = bisect_left(run.tool_calls, asked.number, key=lambda c: c.number)
    before = tuple(c for c in run.tool_calls[max(0, end - _CALLS) : end] if not c.planning)
    return Agreement(asked, user, tuple(calls), report, before, tried) if calls else None


def _speaks(step: ModelCall | UserMessage) -> bool:
    return bool(step.text.strip()) and not (isinstance(step, UserMessage) and step.system)


def _plain_yes(text: str) -> bool:
    """Whether a message is short and neither asks, nor counts, nor wants anything else."""
    bare = _HARMLESS.sub(" ", text)
    return (
        0 < len(text.strip()) <= _LONGEST
        and not re.search(r"\d", text)
        and not asks(text)
        and not _OTHERWISE.search(bare)
    )


def _changed(call: ToolCall) -> bool:
    return is_change(call.name) and call.status == "ok" and not went_wrong(call)


def departures(run: Run) -> Iterator[Departure]:
    """At most one for each call and each report's line."""
    for agreement in run.memo(agreements):
        last = bisect_right(run.requests, agreement.answer.number, key=lambda r: r.number)
        spoken = "\n".join(r.text[:_MOST] for r in run.requests[max(0, last - 100) : last])[-_MOST:]
        for call in agreement.calls:
            found = _counted(agreement, call, spoken) or _dated(agreement, call, spoken)
            found = found or _other(agreement, call, spoken) or _extra(agreement, call, spoken)
            if found is not None:
                yield found
            elif (told := _told_otherwise(agreement, call)) is not None:
                yield told


def _named(call: ToolCall, agreement: Agreement) -> tuple[str, str]:
    """(name, line): the argument that names a thing, and the last line of the proposal that holds it."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    for value in arguments.values():
        if isinstance(value, str) and is_name(value):
            lines = [x for x in agreement.asked.text[-_MOST:].splitlines() if stands(value, x)]
            if lines:
                return value, lines[-1]
    return "", ""


def is_name(value: str) -> bool:
    """Whether a value may be the name of a thing: it has letters, and is no address and no date."""
    letters = re.sub(r"[\W\d_]", "", value)
    wide = re.search(r"[\u3040-\u30ff\u3400-\u9fff]", value)
    return len(letters) >= (2 if wide else 4) and len(value) <= 80 and "@" not in value and not dates(value)


def stands(value: str, text: str) -> bool:
    """Whether a text holds a value, not as a part of a longer word."""
    return bool(re.search(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])", text, re.I))


# --- another number or day -----------------------------------------------------------------------------------------


def _counted(a: Agreement, call: ToolCall, spoken: str) -> Departure | None:
    """A whole number where the look-ups for the thing and its line in the proposal have another under the same key."""
    name, line = _named(call, a)
    for key, value in call.arguments.items() if name else ():
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1000:
            continue
        known = _under(key, a.before)
        if not known or value in known or _has(value, line) or _has(value, spoken):
            continue
        meant = [n for n in known if isinstance(n, int) and _has(n, line) and _has(n, spoken)]
        if len(meant) == 1 and not _has(value, call.result):
            return Departure(a, call, f"{key} {value}", f"{key} {meant[0]}", "other-than-confirmed")
    return None


def _under(key: str, calls: tuple[ToolCall, ...]) -> list[object]:
    """What earlier calls were given under a key."""
    given = (c.arguments.get(key) for c in calls if isinstance(c.arguments, Mapping))
    return [v for v in given if isinstance(v, int | str) and not isinstance(v, bool)]


def _has(number: object, text: str) -> bool:
    return bool(re.search(rf"(?<![\d.,]){number}(?!\d|[.,]\d)", text[:_MOST]))


def _dated(a: Agreement, call: ToolCall, spoken: str) -> Departure | None:
    """A day where the user named one only, all look-ups were made for that, and the other stands nowhere."""
    name, _ = _named(call, a)
    wanted = dates(spoken)
    for key, value in call.arguments.items() if name and len(wanted) == 1 else ():
        held = dates(value) if isinstance(value, str) and len(value) <= 40 else set()
        looked = [dates(v) for v in _under(key, a.before) if isinstance(v, str)]
        if len(held) != 1 or held == wanted or len(looked) < 2 or any(d != wanted for d in looked):
            continue
        seen = f"{a.asked.text} {call.result}" + " ".join(c.result for c in a.before)
        if held & dates(seen[:400_000]) or _within_stay(wanted, held, f"{spoken}\n{a.asked.text}"):
            continue
        (want_month, want_day), (month, day) = *wanted, *held
        agreed = f"{want_month:02}-{want_day:02}"
        return Departure(a, call, f"{month:02}-{day:02}", agreed, "other-than-confirmed", sure=False)
    return None


def _within_stay(wanted: set[tuple[int, int]], held: set[tuple[int, int]], text: str) -> bool:
    """Whether the day may be one of the nights spoken of, or the day of the way back."""
    (month, day), (other_month, other) = *wanted, *held
    apart = (other_month - month) * 30 + other - day
    return any(0 < apart <= nights for nights in nights_in(text))


# --- another thing -------------------------------------------------------------------------------------------------


def _other(a: Agreement, call: ToolCall, spoken: str) -> Departure | None:
    """Another member of a list than the one that the proposal names, which no call takes."""
    name = _unnamed(call, a, spoken)[0]
    for look in reversed(a.before) if name else ():
        kin = [k for k in beside(name, look) if is_name(k) and stands(k, a.asked.text[-_MOST:])]
        if len(kin) == 1 and not stands(kin[0], a.tried):
            return Departure(a, call, name, kin[0], "other-than-confirmed")
    return None


def _extra(a: Agreement, call: ToolCall, spoken: str) -> Departure | None:
    """A thing that stands nowhere, where other calls of the same turn name things of the proposal by the same key."""
    name, alike = _unnamed(call, a, spoken)
    if not alike:
        return None
    held = " ".join(f"{stated_deep(c.arguments)} {c.result[:_MOST]}" for c in a.before)
    if _alike(name, f"{a.asked.text} {spoken} {held}"[:400_000]):
        return None
    listed = ", ".join(n for c in a.calls if (n := _named(c, a)[0]))
    return Departure(a, call, name, listed, "scope-beyond-confirmed", sure=False)


def _unnamed(call: ToolCall, a: Agreement, spoken: str) -> tuple[str, bool]:
    """(the argument of a call that names what neither the proposal nor the user named, whether another call of the turn
    names a thing of the proposal by the same key); "" when there is none."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {}
    for key, value in arguments.items():
        if not isinstance(value, str) or not is_name(value) or stands(value, f"{a.asked.text} {spoken}"[-_MOST:]):
            continue
        others = [c.arguments.get(key) for c in a.calls if c is not call and isinstance(c.arguments, Mapping)]
        alike = any(isinstance(o, str) and is_name(o) and stands(o, a.asked.text) for o in others)
        if alike or not others:
            return value, alike
    return "", False


def _alike(name: str, text: str) -> bool:
    """Whether a text holds the name or one of its longer words."""
    folded = text.casefold()
    words = [w for w in re.findall(r"[^\W\d_]{4,}", name.casefold()) if not re.search(r"[\u3040-\u9fff]", w)]
    wide = re.findall(r"[\u30a0-\u30ff]{2,}|[\u3400-\u9fff]{2}", name)
    return name.casefold() in folded or any(w in folded for w in (*words, *wide))


# --- another thing reported ----------------------------------------------------------------------------------------


def _told_otherwise(a: Agreement, call: ToolCall) -> Departure | None:
    """The report gives, under the label under which a thing was agreed to and then ordered, another of its list."""
    name, line = _named(call, a)
    label = _label(line.split(name)[0]) if name and name in line else ""
    if not label or a.report is None:
        return None
    rows = [x for x in a.report.text[-_MOST:].splitlines() if _label(x[: len(label) + 12]).startswith(label)]
    if len(rows) != 1 or stands(name, rows[0]):
        return None
    for look in reversed(a.before):
        for other in beside(name, look):
            if is_name(other) and stands(other, rows[0]) and not stands(other, f"{line} {a.tried}"):
                return Departure(a, call, other, name, "claim-contradicts-result", a.report)
    return None


def _label(text: str) -> str:
    """The words before a name in a line of a list or a row of a table."""
    bare = re.sub(r"[*_`|#>•-]|^\s{0,8}\d{1,3}[.)]", " ", text)
    return " ".join(bare.split()).rstrip(" :：,，–—(").casefold()
