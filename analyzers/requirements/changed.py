"""A value that the user changed, where the call carries the one that stood before and the new one nowhere. Pure."""

import re
from collections.abc import Iterator

from planscope.analyzers.actions.changes_asked import CHANGE, changes_of, values
from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clock import as_clock, minutes_in
from planscope.analyzers.requirements.picked import cells_of
from planscope.analyzers.requirements.sorts import KEYS
from planscope.collector.run import Run, ToolCall, UserMessage

Found = Iterator[tuple[UserMessage, str, str, str]]  # (message, sort, asked, carried)

_AGAIN = words.words(
    r"after all|again|make it|has to be|should be|needs to be|now|actually|changed|updated?",
    r"doch|wieder|jetzt|nun|muss|soll",
    r"finalement|maintenant|en fait|de nouveau",
    r"al final|ahora|de nuevo|mejor|tiene que ser",
    r"afinal|agora|de novo|melhor|tem que ser",
    r"toch|weer|nu|moet",
    cjk="还是|改|换|变|重新|やっぱり|変更|に変え",
)


def passed_over_values(run: Run, call: ToolCall) -> Found:
    """The call carries the old value of what the user's last message changed, and the new one nowhere."""
    message = next(iter(openly.said_before(run, call)), None)
    if message is None or message.turn < 2 or len(message.text) > 4_000:
        return
    prior = next((a.text for a in reversed(run.answers) if a.number < message.number), "")
    earlier = "\n".join(r.text[:4_000] for r in run.requests if r.number < message.number)[-8_000:]
    old = f"{earlier}\n{prior[:8_000]}"
    yield from _old_times(run, call, message, prior, old)
    yield from _old_values(run, call, message, old)
    yield from _old_day(run, call, message, old)


def _old_times(run: Run, call: ToolCall, message: UserMessage, prior: str, old: str) -> Found:
    asked, carried = minutes_in(message.text), _times_of(call)
    changes = _AGAIN.search(message.text) or "time" in changes_of(message.text)
    if len(asked) != 1 or not changes or not carried or asked & _all_times(run, message):
        return
    if not carried <= minutes_in(old) or asked & carried or len(minutes_in(prior)) > 4 or openly.loose(message.text):
        return
    if not openly.told_or_agreed(
        run, message, call, lambda t: bool(asked & minutes_in(t)), lambda t: bool(carried & minutes_in(t))
    ):
        yield message, "time", as_clock(min(asked)), ", ".join(map(as_clock, sorted(carried)))


def _times_of(call: ToolCall) -> set[int]:
    cells = cells_of(call.arguments)
    return {m for c in cells if isinstance(c.value, str) and len(c.value) <= 30 for m in minutes_in(c.value)}


def _all_times(run: Run, message: UserMessage) -> set[int]:
    return {m for c in openly.calls_after(run, message) for m in minutes_in(stated(c.arguments)[:2_000])}


def _old_values(run: Run, call: ToolCall, message: UserMessage, old: str) -> Found:
    earlier = values(old)
    for sort, new in changes_of(message.text).items():
        before = [v for v in earlier.get(sort, []) if v != new]
        later = openly.calls_after(run, message)
        if sort == "time" or len(before) != 1 or any(new in _plain(c, sort) for c in later):
            continue
        numbered = sort.startswith("count")
        held = before[0] in _plain(call, sort) and (not numbered or _counted(call, before[0]))
        if held and not openly.told_or_agreed(run, message, call, _word(new), _word(before[0])):
            yield message, sort, new, before[0]


def _old_day(run: Run, call: ToolCall, message: UserMessage, old: str) -> Found:
    """The day, however it is written: the call is for the one that stood before, no other call for the same thing is
    for the new one, and the answer does not speak of the old one."""
    asked, before = dates(message.text), dates(old)
    if len(asked) != 1 or len(before) != 1 or asked == before:
        return
    sentence = next((s for s in re.split(r"(?<=[.!?])\s|[。！？\n]", message.text) if asked & dates(s)), "")
    changes = (_AGAIN.search(sentence) or CHANGE.search(sentence)) and not _OTHER_WAY.search(sentence)
    if not changes or dates(stated(call.arguments)[:4_000]) != before or openly.loose(sentence):
        return
    if any(
        asked <= dates(stated(c.arguments)[:4_000]) and not _of_another(c, call)
        for c in openly.calls_after(run, message)
    ):
        return
    report = next((a for a in run.answers if a.number > call.number), None)
    if report is None or before & dates(report.text[:8_000]):
        return
    (month, day), (old_month, old_day) = min(asked), min(before)
    if not openly.told_or_agreed(
        run, message, call, lambda t: bool(asked & dates(t)), lambda t: bool(before & dates(t))
    ):
        yield message, "date", f"{month:02}-{day:02}", f"{old_month:02}-{old_day:02}"


_OTHER_WAY = words.words(  # the new day may be that of another leg, or the end
    r"return\w*|back|until|till|through|to|also|too|until|leave|leaving|extend",
    r"zurück|rück\w+|bis|auch|verlänger\w*|heim\w*",
    r"retour|rentr\w*|jusqu\w*|aussi|prolong\w*",
    r"vuelta|volver|regres\w*|hasta|también|volta|voltar|até|também|prolong\w*",
    r"terug|tot|ook|verleng\w*",
    cjk="返|回|到|至|也|为止|帰|まで|も|延",
)


def _of_another(call: ToolCall, other: ToolCall) -> bool:
    """Whether two calls name different things: under one key, texts that are neither days nor times."""
    theirs = {c.key: c.value for c in cells_of(other.arguments)}
    return call.name != other.name or any(
        isinstance(theirs.get(c.key), str) and c.value != theirs[c.key]
        for c in cells_of(call.arguments)
        if isinstance(c.value, str) and not dates(c.value) and not minutes_in(c.value)
    )


def _plain(call: ToolCall, sort: str) -> list[str]:
    text = stated(call.arguments)[:4_000]
    return values(text).get(sort, []) if sort == "date" else re.findall(r"\d{2,5}", text)


def _counted(call: ToolCall, value: str) -> bool:
    """Whether the value stands under a key that counts people, rooms or nights."""
    keys = [KEYS[k] for k in ("people", "rooms", "nights")]
    return any(str(c.value) == value and any(k.search(c.key) for k in keys) for c in cells_of(call.arguments))


def _word(value: str) -> openly.Says:
    pattern = re.compile(rf"(?<!\d){re.escape(value)}(?!\d)")
    month, _, day = value.partition("-")
    wanted = {(int(month), int(day))} if day else set()
    return lambda text: bool(pattern.search(text) or (wanted and wanted & dates(text)))
