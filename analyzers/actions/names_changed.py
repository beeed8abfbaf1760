"""A name that the user took back, and that later calls go on putting in: "DocStore, not KeyStore". Pure.

Only what leaves no doubt is read: the user denies, word beside word, a name that the request held and that calls have
put in already, and names another one that nobody had named before; then a call puts the old name in again. A call that
takes the old name out (as the text to be replaced, as a removed line of a patch) does what was asked.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage

_LONGEST = 600  # characters: longer messages are new requests, not corrections
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,60}(?:[.-][A-Za-z0-9_]{1,40}){0,4}")
_DENIED_BEFORE = quick(
    r"(?:\b(?:instead of|rather than|in place of|not|no longer|forget(?: about)?|drop|ditch|scrap|replace|without"
    r"|statt|anstatt|anstelle von|nicht(?: mehr)?|kein\w{0,2}|vergiss|vergessen sie|ohne|weg von"
    r"|au lieu d[e'’]|plutôt que?|à la place d[e'’]|pas|oublie[zr]?|abandonne[zr]?|laisse[zr]? tomber|sans"
    r"|remplace[zr]?"
    r"|en vez de|en lugar de|no|olvid[ae]\w{0,2}|deja|descart[ae]|sin|reemplaza|sustituye"
    r"|em vez de|ao invés de|não|esqueça|esquece|sem|in plaats van|niet|geen|vergeet|zonder)"
    r"(?: (?:use|using|to|the|le|la|el|o|de|den|das|die|het))?\s?"
    r"|(?:不要|不用|别用|不再用|不是|而不是|放弃|取消|别|代替|把)\s?)"
    r"[`'\"“„«「]?$",
    re.I,
)
_DENIED_AFTER = quick(
    r"^[`'\"”“»」]?\s?(?:ではなく|じゃなく|でなく|の代わり|は(?:やめ|使わ|なし)|をやめ|就?(?:不用|不要|算了)|换成|改成|改为|改用"
    r"|is out\b|nicht mehr\b|fällt weg\b)"
)
_TAKEN_OUT = quick(r"^(?:old|from|search|find|remove|delete|before|pattern|original|source)", re.I)
_PATCH = quick(r"^(?:\*\*\* Begin Patch|@@|diff --git|--- )", re.M)


@dataclass(frozen=True, slots=True)
class Passed:
    """The message, the two names, the calls that put the old one in again, and the first that puts in the new one."""

    asked: UserMessage
    old: str
    new: str
    calls: tuple[ToolCall, ...]
    taken_up: ToolCall | None


def passed_over(run: Run) -> Iterator[Passed]:
    """At most one for each message. Two calls with the old name are needed where the new one is taken up after them:
    the first may have been on its way."""
    for message in run.requests:
        if message.turn > 1 and len(message.text) <= _LONGEST:
            for old in _denied(message.text):
                if (found := _passed(run, message, old)) is not None:
                    yield found
                    break


def _denied(text: str) -> Iterator[str]:
    for m in _TOKEN.finditer(text):
        if _DENIED_BEFORE.search(text[max(0, m.start() - 40) : m.start()]) or _DENIED_AFTER.search(
            text[m.end() :][:20]
        ):
            yield m[0]


def _passed(run: Run, message: UserMessage, old: str) -> Passed | None:
    named = any(_holds(r.text, old) for r in run.requests if r.number < message.number)
    if not named or not any(puts(c, old) for c in _acting(run, 0, message.number)):
        return None
    end = next((r.number for r in run.requests if r.number > message.number), len(run.steps))
    new = _new_names(run, message, old, end)
    taken = next((c for c in _acting(run, message.number, end) if any(puts(c, n) for n in new)), None)
    last = taken.number if taken else end
    again = tuple(c for c in _acting(run, message.number, last) if puts(c, old))
    return Passed(message, old, new[0], again, taken) if new and len(again) > (taken is not None) else None


def _new_names(run: Run, message: UserMessage, old: str, end: int) -> list[str]:
    """Names in the message that nobody had said or used before; those first that somebody uses or says afterwards."""
    words = [m[0] for m in _TOKEN.finditer(message.text) if m[0] != old]
    before = "\n".join([getattr(s, "text", "") for s in run.steps[: message.number]])
    before += "\n".join(stated(c.arguments, 4000) for c in run.tool_calls if c.number < message.number)
    fresh = [w for w in dict.fromkeys(words) if not _holds(before, w)]
    after = "\n".join(f"{getattr(s, 'text', '')}\n{_said(s)}" for s in run.steps[message.number + 1 : end])
    known = [w for w in fresh if _holds(after, w)]
    shaped = [w for w in fresh if re.search(r"[a-z][A-Z]|[_\d.]", w) and w not in known]
    return known or shaped


def _said(step: object) -> str:
    return stated(step.arguments, 4000) if isinstance(step, ToolCall) else ""


def _acting(run: Run, first: int, last: int) -> Iterator[ToolCall]:
    table = run.memo(works)
    for call in run.tool_calls:
        if first < call.number < last and call.number in table and table[call.number].sort in ("edit", "act"):
            yield call


def puts(call: ToolCall, name: str) -> bool:
    """Whether a call puts a name in: in a text it writes or a value it gives, and not as what it takes out."""
    given = call.arguments if isinstance(call.arguments, Mapping) else {"": call.arguments}
    for key, value in given.items():
        text = stated(value) if not isinstance(value, str) else value[:20_000]
        if name not in text or _TAKEN_OUT.match(str(key)):
            continue
        if _PATCH.search(text):
            text = "\n".join(line for line in text.splitlines() if line.startswith("+"))
        if _holds(text, name):
            return True
    return False


def _holds(text: str, name: str) -> bool:
    at = text.find(name)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(name) : at + len(name) + 1]
        if not re.search(r"[A-Za-z0-9_]", around):
            return True
        at = text.find(name, at + 1)
    return False
