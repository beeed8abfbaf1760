"""Items that vanish from a todo list, or are called off, unworked while the work is then said to be complete. Pure."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.closing import claims_done, claims_whole, finished, sentences, unfinished
from planscope.analyzers.assertions.series_words import number_of_all
from planscope.analyzers.plans.matching import COMMON, is_check, names_item, serves, stem, terms
from planscope.analyzers.quick import quick
from planscope.collector.plan import OPEN, PlanItem, changes
from planscope.collector.run import FinalAnswer, ModelCall, PlanUpdate, Run, UserMessage


@dataclass(frozen=True, slots=True)
class Dropped:
    """Open items that one update left out or called off; `before` is the last update that held them, `closing` the
    message that says that all is done, `claim` its words."""

    items: tuple[PlanItem, ...]
    update: PlanUpdate
    before: PlanUpdate
    closing: ModelCall | FinalAnswer
    claim: str


def dropped(run: Run) -> Iterator[Dropped]:
    """Updates that do nothing but leave out open items, unworked, before the work is called complete."""
    if run.closing is None or not run.lists:
        return
    for before, update in zip(run.lists, run.lists[1:], strict=False):
        closing = next((a for a in run.answers if a.number > update.number), None)
        claim = claims_whole(closing.text) or claims_done(closing.text) if closing else ""
        if closing is None or not claim or _list_at(run, closing.number).version.open_items:
            continue
        lost, off = _lost(before, update), _called_off(before, update)
        if not (lost or off) or any(isinstance(s, UserMessage) for s in run.between(before.number, update.number)):
            continue
        items = tuple(i for i in lost if not _accounted(run, i, before, closing))
        items += tuple(i for i in off if _told_done(run, i, before, closing))
        if items:
            yield Dropped(items, update, before, closing, claim)


def _list_at(run: Run, number: int) -> PlanUpdate:
    """The list as it stood last before a step."""
    return run.lists[max(0, bisect_left(run.lists, number, key=lambda u: u.number) - 1)]


def _lost(before: PlanUpdate, update: PlanUpdate) -> list[PlanItem]:
    """Open items that an update leaves out; none where it puts in others (a new plan) or clears the list."""
    moved = changes(before.version, update.version)
    if not update.version.items or any(c.before is None for c in moved):
        return []
    return [c.before for c in moved if c.after is None and c.before is not None and c.before.status in OPEN]


def _called_off(before: PlanUpdate, update: PlanUpdate) -> list[PlanItem]:
    """Open items that an update marks as cancelled."""
    moved = changes(before.version, update.version)
    return [
        c.before for c in moved if c.before and c.after and c.before.status in OPEN and c.after.status == "cancelled"
    ]


def _told_done(run: Run, item: PlanItem, before: PlanUpdate, closing: ModelCall | FinalAnswer) -> bool:
    """Whether an item that was called off is told among what is done: by its words, or by the number of all items."""
    if _counted_in(run, item, before, closing):
        return True
    later = [i for u in run.lists if u.number > before.number for i in u.version.items]
    again = any(i.status != "cancelled" and (i.key == item.key or names_item(item.text, i.text)) for i in later)
    if again or _worked_for(run, item):
        return False
    since = [s for m in run.messages if m.number > before.number for s in sentences(m.text)]
    mine, count = terms(item.text).words, len(before.version.items)
    spoken = [s for s in (*since, *sentences(closing.text)) if mine & terms(s).words]
    if any(_EXPLAINS.search(s) or unfinished(s) for s in spoken):
        return False
    told = [s for s in sentences(closing.text) if not unfinished(s) and (finished(s) or claims_whole(s))]
    return any(number_of_all(s) == count > 1 or _holds_most(item.text, s) for s in told)


def _counted_in(run: Run, item: PlanItem, before: PlanUpdate, closing: ModelCall | FinalAnswer) -> bool:
    """Whether the last message gives as many files as the list named of one kind, with that of the item, which no call
    but a look touched, and never as many as there are without it."""
    kinds = {f: f.rsplit(".", 1)[-1] for i in before.version.items for f in files_in(i.text)}
    mine = files_in(item.text)
    if len(mine) != 1:
        return False
    name = next(iter(mine))
    since = [s for m in (*run.messages, closing) if m.number > before.number for s in sentences(m.text)]
    later = [i for u in run.lists if u.number > before.number for i in u.version.items]
    if any(name in s for s in since) or any(name in i.text and i.status != "cancelled" for i in later):
        return False  # spoken of, or taken up again
    kin = {f for f, kind in kinds.items() if kind == kinds.get(name)}
    table = run.memo(works)
    touched = (c for c in run.tool_calls if c.number in table and table[c.number].sort != "look")
    if len(kin) < 2 or any(name in f"{table[c.number].paths} {c.arguments}" for c in touched):
        return False
    numbers = [_NUMBER.findall(s) for s in sentences(closing.text) if not unfinished(s) and not _OF_TESTS.search(s)]
    given = {int(n) for found in numbers for n in found}
    return len(kin) in given and len(kin) - 1 not in given


_NUMBER = re.compile(r"(?<![\d.,:/#\w-])(\d{1,3})(?![\d.,:/%]\d|[\w%-])", re.A)
_FILES = quick(r"(?<![\w./-])[\w./-]{1,120}\.[A-Za-z]{1,5}(?![\w-])", re.A)


def files_in(text: str) -> set[str]:
    """Paths of files that a text names."""
    return set(_FILES.findall(text))


def _accounted(run: Run, item: PlanItem, before: PlanUpdate, closing: ModelCall | FinalAnswer) -> bool:
    """Whether the item was worked on, came back, or was spoken of when or after it went."""
    if _came_back(run, item, before):
        return True
    if _worked_for(run, item):
        return True
    spoken = [s.text for s in run.messages if s.number > _born(run, item) and s.number < closing.number]
    if any(_speaks_of(item.text, s) for text in spoken for s in sentences(text)):
        return True
    ending = [s for s in sentences(closing.text) if _speaks_of(item.text, s)]
    return bool(ending) and not (
        _only_told_done(item, ending, bool(claims_whole(closing.text))) and _left_no_trace(run, item)
    )


def _only_told_done(item: PlanItem, spoken: list[str], whole: bool) -> bool:
    """Whether all that is said of an item is that it is done, with no reason why it was not to be; where the `whole` is
    said to be done, a line of a list with its words alone says so."""
    for sentence in spoken:
        mine = [c for c in re.split(r"[,;:、，；：]", sentence) if _holds_most(item.text, c)] or [sentence]
        if any(map(_EXPLAINS.search, mine)) or unfinished(sentence):
            return False
        listed = whole and bool(mine_words := set(_words(sentence))) and mine_words <= set(_words(item.text))
        if not (finished(sentence) or claims_whole(sentence) or listed):
            return False
    return True


def _left_no_trace(run: Run, item: PlanItem) -> bool:
    """Whether no call can have been the item's work: each is of a tool made for one thing, and none is about the item;
    or tests were to be written, and neither a test was run nor a file of tests touched."""
    table, since = run.memo(works), _born(run, item)
    later = [c for c in run.tool_calls if c.number > since and c.number in table]
    if _OF_TESTS.search(item.text):
        told = [f"{c.name} {table[c.number].program} {table[c.number].paths}" for c in later]
        if (which := _which_tests(item.text)) and not is_check(item.text):
            said = " ".join(f"{t} {stated(c.arguments)}" for t, c in zip(told, later, strict=True)).casefold()
            return not any(w in said for w in which) and not any(table[c.number].sort == "delegate" for c in later)
        ran = any(table[c.number].sort in ("test", "delegate") for c in later)
        return not ran and not any(map(_OF_TESTS.search, told))
    if any(table[c.number].sort not in ("act", "look") for c in later):
        return False
    return bool(later) and not any(serves(item.text, c, table[c.number]) for c in later)


_OF_TESTS = quick(r"(?:^|[^a-z])(?:tests?|specs?|e2e|pruebas|tester|testen)(?:[^a-z]|$)|测试|テスト", re.I)


def _which_tests(item: str) -> tuple[str, ...]:
    """What tells these tests from others: "e2e", the thing that they are of."""
    named = [
        w
        for w in re.findall(r"[^\W_][\w-]{2,40}", item.casefold())
        if w not in COMMON and not _OF_TESTS.search(f" {w} ")
    ]
    if _END_TO_END.search(item):
        return (*named, "playwright", "cypress", "selenium", "puppeteer", "e2e", "end-to-end", "browser")
    return tuple(map(stem, named))


_END_TO_END = re.compile(r"e2e|end[- ]to[- ]end", re.I)


def _born(run: Run, item: PlanItem) -> int:
    return next((u.number for u in run.lists if u.version.item(item.key)), 0)


def _worked_for(run: Run, item: PlanItem) -> bool:
    """Whether a call since the item stands in the list is plainly work for it, by what it does not share with another
    item: a name in two of them does not tell which is worked on."""
    table, since = run.memo(works), _born(run, item)
    others = {i.text for u in run.lists for i in u.version.items if i.key != item.key}
    shared = frozenset(n for t in others for n in terms(t).names) & terms(item.text).names
    own = _without(item.text, shared) if shared != terms(item.text).names or terms(item.text).words else item.text
    later = [c for c in run.tool_calls if c.number > since and c.number in table]
    worked = [c for c in later if table[c.number].sort in ("edit", "delegate", "act")]
    return any(serves(own, c, table[c.number]) == "strong" for c in worked)


def _without(text: str, names: frozenset[str]) -> str:
    return (
        re.sub("|".join(map(re.escape, sorted(names, key=len, reverse=True))), " ", text, flags=re.I) if names else text
    )


_EXPLAINS = quick(
    r"\b(?:already|existing|exists?|not needed|no need|unnecessary|not necessary|needless|skip\w*|instead"
    r"|duplicate\w*|obsolete|out of scope|drop\w*"
    r"|later|separate(?:ly)?|covered|bereits|schon|vorhanden|unnötig|nicht nötig|entfällt|stattdessen"
    r"|überflüssig|déjà|inutile|pas nécessaire|existe\w*"
    r"|ya|innecesari[oa]|no hace falta|já|desnecessári[oa]|al|overbodig|niet nodig|bestaat)\b|已经|不需要|无需"
    r"|跳过|改为|既に|不要|スキップ",
    re.I,
)


def _speaks_of(item: str, sentence: str) -> bool:
    """Whether a sentence says most of an item's words, or some of them together with why it is not needed."""
    if _holds_most(item, sentence):
        return True
    mine = terms(item).words
    return bool(_EXPLAINS.search(sentence)) and len(mine & terms(sentence).words) >= max(1, min(2, len(mine)))


def _holds_most(item: str, sentence: str) -> bool:
    wanted = set(_words(item))
    return bool(wanted) and len(wanted & set(_words(sentence))) >= 0.8 * len(wanted)


def _words(text: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", text).casefold()
    mixed = re.findall(r"(?<![\w.])[a-z]{1,6}\d{1,4}[a-z]{1,6}(?![\w.])", text.casefold())  # "e2e", "i18n"
    return mixed + [stem(w) for w in re.findall(r"[^\W\d_]{4,}|[\u3040-\u30ff\u3400-\u9fff]", spaced)]


def _came_back(run: Run, item: PlanItem, before: PlanUpdate) -> bool:
    """Whether a later list holds it again, or a new item that says the same."""
    known = {i.key for i in before.version.items} - {item.key}
    later = [i for u in run.lists if u.number > before.number for i in u.version.items if i.key not in known]
    return any(i.key == item.key or names_item(item.text, i.text) for i in later)
