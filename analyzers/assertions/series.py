"""What is said of all of several things ("all three are renewed", "every site is verified") although the call for one
of them failed, came back empty, or was never made. Pure.

The things are known by the values with which one tool was called again and again. What may have been made good in
another way, by another tool or a later call, counts as made good.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions import series_words as words
from planscope.analyzers.assertions.backing import name_words, said, went_wrong
from planscope.analyzers.assertions.closing import sentences, unfinished
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall
from planscope.collector.span import Place


@dataclass(frozen=True, slots=True)
class Gap:
    """A sentence about all of several things, why it is not so of one, and the calls that show it."""

    step: ModelCall | FinalAnswer
    place: Place
    message: str
    sentence: str
    form: str
    why: str
    calls: tuple[ToolCall, ...]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a tool: the single values it was given by key, whether it did what it was for, whether it only
    looks."""

    call: ToolCall
    values: Mapping[str, frozenset[str]]
    given: frozenset[str]  # all its values
    done: bool
    looks: bool

    @property
    def empty(self) -> bool:
        """Its result holds nothing."""
        return self.call.status == "ok" and self.call.result.strip() in ("", "{}", "null", "None")


_MOST = 60  # uses of one tool that are compared
_SENTENCE = 2000  # characters of one that is read
_LONG = 80  # characters of a value that names a thing


def uses(run: Run) -> dict[str, list[Use]]:
    """Uses by tool, in order; shells, editors and other agents are left out. Use it through `run.memo(uses)`."""
    found: dict[str, list[Use]] = {}
    table = run.memo(works)
    for call in run.tool_calls:
        work = table.get(call.number)
        if (
            work is None
            or work.command
            or work.sort not in ("look", "act", "test", "build")
            or call.content != "present"
        ):
            continue
        fails = went_wrong(call) or call.status == "unknown"
        values = _values(call.arguments)
        given = frozenset[str]().union(*values.values())
        found.setdefault(call.name, []).append(Use(call, values, given, not fails, work.sort == "look"))
    return found


def _values(arguments: Any) -> dict[str, frozenset[str]]:
    found = {}
    for key, value in arguments.items() if isinstance(arguments, Mapping) else ():
        plain = frozenset(_plain(v) for v in (value if isinstance(value, list) else [value])[:100])
        if plain - {""}:
            found[str(key)] = plain - {""}
    return found


def _plain(value: Any) -> str:
    text = str(value).strip().casefold() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    return text if len(text) <= _LONG else ""


def gaps(run: Run) -> Iterator[Gap]:
    """At most one for each message. None where a shell, a script or another agent may have done what is missing."""
    if any(w.sort in ("run", "delegate") for w in run.memo(works).values()):
        return
    for step, place, text in said(run):
        if not any(p.search(text) for p in (words.OF_ALL, words.CHECKED, words.COMPLETE)):
            continue
        before = {name: _until(us, step.number) for name, us in run.memo(uses).items()}
        for sentence in sentences(text):
            if len(sentence) > _SENTENCE or unfinished(sentence):
                continue
            found = _gap(text, sentence, before, step.turn)
            if found is not None:
                yield Gap(step, place, text, sentence, *found)
                break


def _until(us: list[Use], number: int) -> list[Use]:
    end = bisect_left(us, number, key=lambda u: u.call.number)
    return us[max(0, end - _MOST) : end]


Found = tuple[str, str, tuple[ToolCall, ...]]
Before = Mapping[str, list[Use]]


def _gap(text: str, sentence: str, before: Before, turn: int) -> Found | None:
    checked = bool(words.CHECKED.search(sentence))
    honest = hedged(text) or bool(words.BUT.search(sentence))
    found = _never_run(sentence, before) if checked and words.OWN.search(sentence) else None
    if found is None and not honest and words.OF_ALL.search(sentence) and (checked or words.DONE.search(sentence)):
        found = _failed(text, sentence, before, turn) or (_left_out(sentence, before) if checked else None)
    if found is None and not honest and words.COMPLETE.search(sentence):
        found = _blank(sentence, before)
    return found


# --- one of them failed --------------------------------------------------------------------------------------------


def _failed(text: str, sentence: str, before: Before, turn: int) -> Found | None:
    """One of the same turn, for after it the user may have done without."""
    number = words.number_of_all(sentence)
    for name, us in before.items():
        for use in us:
            if use.done or use.call.status == "rejected" or use.call.turn != turn:
                continue
            if _means(text, sentence, use, us, number) and not _made_good(use, before, number):
                well = f"; {_done(us)} of {number} went well" if number else ""
                why = f"{name} {_short(use)} failed and was not made good: {_line(use.call.result)!r}{well}"
                return "success-on-error", why, (use.call,)
    return None


def _means(text: str, sentence: str, use: Use, us: list[Use], number: int) -> bool:
    """Whether what is said of all is said of what this use was for."""
    own = _own_values(use, us)
    named = any(words.names(v, sentence) for v in own)
    if (number and _done(us) >= number) or (not named and any(words.names(v, text) for v in own)):
        return False  # spoken of elsewhere in the message
    if use.looks and not words.CHECKED.search(sentence):
        return False
    if named or words.speaks_of(use.call.name, sentence):
        return True
    return number > 1 and not use.looks and number == len({u.given for u in us})


def _done(us: list[Use]) -> int:
    return len({u.given for u in us if u.done and not u.empty})


def _made_good(use: Use, before: Before, number: int) -> bool:
    """Whether a later call may have done what this one failed to do."""
    for name, us in before.items():
        for later in us:
            if later.call.number <= use.call.number or not later.done:
                continue
            if name == use.call.name:
                if not number or later.given == use.given or _holds_several(later.call.data):
                    return True
            elif later.looks:
                continue
            elif words.things(name) & words.things(use.call.name) or _marked(use, before) & later.given:
                return True
    return False


def _holds_several(data: Any) -> bool:
    """Whether a result tells of several things."""
    values = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    return any(isinstance(v, list | Mapping) for v in values)


def _marked(use: Use, before: Before) -> set[str]:
    """Values that look like the name of one thing (letters and digits), but for those with which the tool was always
    called."""
    others = [u.given for u in before[use.call.name] if u is not use]
    always = others[0].intersection(*others) if others else frozenset()
    named = {v for v in use.given if re.search(r"\d", v) and re.search(r"[^\W\d_]", v) and " " not in v and len(v) > 3}
    return named - always


def _own_values(use: Use, us: list[Use]) -> set[str]:
    """The values by which this use differs from the others of the tool."""
    others = [u.given for u in us if u is not use]
    return {v for v in use.given if len(v) > 2 and not v.isdigit() and not any(v in o for o in others)}


# --- one of them was left out --------------------------------------------------------------------------------------


def _left_out(sentence: str, before: Before) -> Found | None:
    number = words.number_of_all(sentence)
    for name, us in before.items():
        checks = words.CHECKS.search(name_words(name))
        if not checks and not all(u.looks for u in us):
            continue
        for key in {k for u in us for k in u.values}:
            if not checks and len({u.values.get(key) for u in us}) < 2:
                continue
            seen = frozenset().union(*(u.values.get(key, frozenset()) for u in us if u.done and not u.empty))
            whole, by = _whole(name, seen, before)
            rest = sorted(m for m in whole - seen if not _looked_at(m, before))
            if rest and (not number or number > len(seen)):
                listed = ", ".join(rest[:4])
                why = f"{name} was called for {', '.join(sorted(seen)[:4])} and not for {listed} ({by.call.name})"
                return "check-without-look", why, (by.call, next(u.call for u in reversed(us) if u.done))
    return None


def _whole(name: str, seen: frozenset[str], before: Before) -> tuple[frozenset[str], Use]:
    """The values with which another, changing tool was used, where they are those seen and more."""
    for other, us in before.items():
        if other == name or all(u.looks for u in us) or not seen:
            continue
        for key in {k for u in us for k in u.values}:
            values = frozenset().union(*(u.values.get(key, frozenset()) for u in us))
            if seen < values:
                missing = values - seen
                return values, next(u for u in reversed(us) if u.values.get(key, frozenset()) & missing)
    return frozenset(), Use(ToolCall(name="", place=Place("", "")), {}, frozenset(), False, True)


def _looked_at(member: str, before: Before) -> bool:
    return any(u.looks and u.done and not u.empty and member in u.given for us in before.values() for u in us)


# --- nothing in it, or blanks --------------------------------------------------------------------------------------


def _blank(sentence: str, before: Before) -> Found | None:
    """A thing called complete, and handed on, whose data were empty or had blanks when last looked at."""
    whole = bool(words.OF_ALL.search(sentence))
    last: dict[str, Use] = {}
    for us in before.values():
        for use in us:
            if use.looks and len(use.given) == 1 and use.call.status == "ok":
                member = next(iter(use.given))
                if member not in last or last[member].call.number < use.call.number:
                    last[member] = use
    for member, use in last.items():
        handed = next((u for us in before.values() for u in us if _hands_on(u, use, member)), None)
        if handed is None or _worked_on(before, use, handed, member):
            continue
        if not words.names(member, sentence) and not (whole and words.speaks_of(use.call.name, sentence)):
            continue
        if use.empty and any(not u.empty for u in before[use.call.name]):
            why = f"{use.call.name} {member} came back empty"
            return "success-on-empty", f"{why}, and {handed.call.name} was called for it", (handed.call, use.call)
        if blanks := words.blanks(use.call.data):
            return "placeholders-accepted", f"{member} still holds {', '.join(blanks[:3])}", (handed.call, use.call)
    return None


def _worked_on(before: Before, look: Use, handed: Use, member: str) -> bool:
    """Whether something other than a check was done with a thing between the look and its being handed on."""
    return any(
        look.call.number < u.call.number < handed.call.number
        and not u.looks
        and member in u.given
        and not words.CHECKS.search(name_words(name))
        for name, us in before.items()
        for u in us
    )


def _hands_on(later: Use, look: Use, member: str) -> bool:
    return (
        later.done
        and not later.looks
        and member in later.given
        and later.call.number > look.call.number
        and bool(words.HANDS_ON.search(name_words(later.call.name)))
    )


# --- a single thing said to have been run --------------------------------------------------------------------------


def _never_run(sentence: str, before: Before) -> Found | None:
    """One thing that a sentence names, and says was run or checked, is the only one of its kind that the tool was not
    called for: what the tool needs for it stands in the result of a look at it."""
    for name, us in before.items():
        if not words.RUNS.search(name_words(name)) or not words.speaks_of(name, sentence):
            continue
        run_for = {v for u in us if u.done for v in u.given}
        for look in (u for others in before.values() for u in others if u.looks and u.call.name != name):
            data = look.call.data if isinstance(look.call.data, Mapping) else {}
            if not any(words.names(v, sentence) for v in look.given):
                continue
            for key, value in data.items():
                kin = _field(before[look.call.name], key)
                mine = _plain(value)
                if mine and mine not in run_for and run_for and run_for < kin:
                    why = f"{name} was called for {', '.join(sorted(run_for)[:4])} and not for {mine}"
                    return "check-without-look", why, (look.call,)
    return None


def _field(us: list[Use], key: str) -> set[str]:
    """What the results of a tool hold under one key."""
    return {_plain(u.call.data.get(key)) for u in us if isinstance(u.call.data, Mapping)} - {""}


def _short(use: Use) -> str:
    return ", ".join(sorted(use.given))[:80]


def _line(text: str) -> str:
    return " ".join(text.split())[:160]
