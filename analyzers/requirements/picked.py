"""What was picked: booked, ordered or reserved by a call, with the record of it in the results; or the one thing of a
list that the last answer names. Pure."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import name_words, went_wrong
from planscope.analyzers.numbers import money_words
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.numbers.tables import rows_of
from planscope.analyzers.picks.lines import records_in
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.clauses import classes_of
from planscope.analyzers.requirements.clock import clocks
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall

ACTS = quick(
    r"(?:^|_)(?:book|reserve|order|buy|purchase|hold|schedule|place|rent|hire|issue|checkout|pay|subscribe"
    r"|register|enrol|enroll|sign_up|create_(?:\w+_)?"
    r"(?:order|booking|reservation|appointment|event|meeting)|add_to_cart|add_event|modify|change|update"
    r"|exchange|move|switch|reschedule"
    r"|buche\w*|buchen|reservier\w*|bestell\w*|kauf\w*|miet\w*|reserv[ae]r?\w*|comprar|pedir|agendar|marcar"
    r"|programar|alquilar|alugar|criar_pedido|réserver"
    r"|reserver|commander|acheter|louer|boek\w*|bestel\w*|huur|koop|plan_afspraak)(?:_|$)|预订|预定|订购|下单|购买|订票"
    r"|预约|予約|注文|購入|手配",
    re.I,
)
UNDOES = quick(r"cancel|void|undo|delete|remove|release|refund|stornier|annul|anul|geannul|取消|退订|キャンセル", re.I)
_ASIDE = quick(
    r"remind|notif|sms|alarm|note|task|todo|ticket_(?:status|comment)|log|mail|message|address|profile"
    r"|payment|issue_(?:status|comment)|status|label|config|setting|record|field|row|document|file|page"
    r"|comment|password|address",
    re.I,
)
_NAMES = quick(
    r"(?:^|[^a-z])(?:id|name|title|code|no|nr|number|num|sku|model|ref|flight|train|hotel|room|product|item"
    r"|option|offer|slot|plan|menu|listing|venue"
    r"|nummer|naam|nom|nombre|nome|titel|artikel|zug|flug|vol|vuelo|voo|vlucht|trein|tren|trem)(?:$|[^a-z])|名"
    r"|编号|番号|车次|航班|便名|号$",
    re.I,
)
_PLAIN = re.compile(r"[^\W_]")
DEEP = 12
MOST = 4_000  # records of one run that are looked at, the latest
_BIG = 400_000  # characters of a result that is read as JSON here


@dataclass(frozen=True, slots=True)
class Cell:
    """A scalar of a record: the key as words (with those of the objects around it), and the value."""

    key: str
    value: Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One object of a result: its cells, the texts that name it, and in how many it stands side by side."""

    call: ToolCall
    cells: tuple[Cell, ...]
    names: frozenset[str]
    siblings: int
    group: int  # the same for all that stand in one list


@dataclass(frozen=True, slots=True)
class Pick:
    """What was picked. `call` is what booked it (None where only the answer names it); `parts` are the arguments, the
    result and the record found before, each with where it stands."""

    call: ToolCall | None
    parts: tuple[tuple[ToolCall, bool, tuple[Cell, ...]], ...]  # (call, whether these are its arguments, cells)
    classes: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()  # what was looked for when it was found, in the words of the user
    report: ModelCall | FinalAnswer | None = field(default=None)

    @property
    def number(self) -> int:
        """The step at which it was picked."""
        return self.call.number if self.call else self.report.number if self.report else -1


def cells_of(value: Any, prefix: str = "", depth: int = 0, *, empty: bool = False) -> Iterator[Cell]:
    """The scalars of an object and of the objects in it; lists are left out, but for lists of short texts. With `empty`
    also what holds nothing: null, empty objects and lists."""
    if depth > DEEP or not isinstance(value, Mapping):
        return
    for raw, inner in value.items():
        key = f"{prefix} {money_words.spaced(str(raw))}".strip()
        if empty and (inner is None or inner == [] or inner == {}):
            yield Cell(key, None)
        elif isinstance(inner, Mapping):
            yield from cells_of(inner, key, depth + 1, empty=empty)
        elif isinstance(inner, list):
            if inner and len(inner) <= 60 and all(isinstance(x, str) for x in inner):
                yield Cell(key, tuple(inner))
            elif inner and len(inner) <= 60:
                yield Cell(f"{key} (length)", len(inner))
        elif inner is not None:
            yield Cell(key, inner)


def entries(run: Run) -> tuple[Entry, ...]:
    """Every object in a list of a result, in order. Use it through `run.memo(entries)`."""
    found: list[Entry] = []
    for call in run.tool_calls:
        if call.status not in ("error", "rejected") and call.content == "present":
            value = structured(call)
            if isinstance(value, Mapping):
                cells = tuple(cells_of(value))
                found.append(Entry(call, cells, _names(cells), 1, -1))
            found += islice(_entries(call, value, 0), MOST)
            found = found[-MOST:]
    return tuple(found)


def structured(call: ToolCall) -> Any:
    """The result as data, also where it came as JSON text, as a table, or as lines of one form."""
    if call.data is not None:
        return call.data
    text = call.result.strip()
    if text[:1] in ("{", "[") and len(text) <= _BIG:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass
    return records_in(call.result) or rows_of(call.result) or None  # lines with commas may look like a table


def _entries(call: ToolCall, value: Any, group: int, depth: int = 0) -> Iterator[Entry]:
    if depth > DEEP:
        return
    if isinstance(value, Mapping):
        for n, inner in enumerate(value.values()):
            if isinstance(inner, list | Mapping):
                yield from _entries(call, inner, group * 31 + n + 1, depth + 1)
    elif isinstance(value, list):
        objects = [x for x in value[:MOST] if isinstance(x, Mapping)]
        for x in objects:
            cells = tuple(cells_of(x))
            yield Entry(call, cells, _names(cells), len(objects), group)
        for n, x in enumerate(objects):
            yield from _entries(call, dict(x), group * 31 + n + 7, depth + 1)


def _names(cells: tuple[Cell, ...]) -> frozenset[str]:
    found = set()
    if cells and isinstance(cells[0].value, str) and 2 <= len(cells[0].value) <= 60 and not any(clocks(cells[0].value)):
        found.add(cells[0].value.casefold())  # what comes first is most often the name
    for c in cells:  # what a key says last is what it is: "offer price currency" is no offer
        if isinstance(c.value, str) and 2 <= len(c.value) <= 60 and _NAMES.search(c.key.rsplit(" ", 1)[-1]):
            found.add(c.value.casefold())
        elif (
            isinstance(c.value, int)
            and not isinstance(c.value, bool)
            and c.value > 99
            and _NAMES.search(c.key.rsplit(" ", 1)[-1])
        ):
            found.add(str(c.value))
    return frozenset(n for n in found if _PLAIN.search(n))


def all_names(run: Run) -> frozenset[str]:
    """The names of all things that results hold. Use it through `run.memo(all_names)`."""
    return frozenset(n for e in run.memo(entries) for n in e.names if len(n) > 3 or not n.isascii())


def acting(run: Run) -> tuple[ToolCall, ...]:
    """Calls that booked, ordered or changed something and went well. Use it through `run.memo(acting)`."""
    table = run.memo(works)
    return tuple(
        c
        for c in run.tool_calls
        if c.number in table
        and table[c.number].sort == "act"
        and c.status == "ok"
        and c.content == "present"
        and isinstance(c.arguments, Mapping)
        and ACTS.search(name_words(c.name))
        and not _ASIDE.search(name_words(c.name))
        and not UNDOES.search(name_words(c.name))
        and not went_wrong(c)
    )


def picks(run: Run) -> tuple[Pick, ...]:
    """What was booked; where nothing was, the one thing that the answer names. Use it through `run.memo(picks)`."""
    booked = tuple(_booked(run, c) for c in run.memo(acting)[-60:])
    return booked or tuple(_recommended(run))


def _booked(run: Run, call: ToolCall) -> Pick:
    arguments = tuple(cells_of(call.arguments))
    parts = [(call, True, arguments)]
    result = structured(call)
    if isinstance(result, Mapping):
        parts.append((call, False, tuple(cells_of(result))))
    found = [e for given in _given(call.arguments) for e in _matching(run, given, call.number)]
    parts += [(e.call, False, e.cells) for e in found]
    spoken = " ".join([money_words.spaced(call.name), *(c.key for _, _, cells in parts for c in cells)])
    kinds = classes_of(spoken) or classes_of(" ".join(money_words.spaced(e.call.name) for e in found))
    names = frozenset(n for e in found for n in e.names)
    return Pick(call, tuple(parts), kinds, names, subjects(run, found))


def subjects(run: Run, found: Iterable[Entry]) -> frozenset[str]:
    """What was looked for when these were found, where the user named it in the same words."""
    said = run.memo(_said)
    asked = {c.value.casefold() for e in found for c in cells_of(e.call.arguments) if isinstance(c.value, str)}
    return frozenset(w for w in asked if 2 <= len(w) <= 60 and not any(clocks(w)) and not dates(w) and w in said)


def _said(run: Run) -> str:
    return "\n".join(r.text[:20_000] for r in run.requests[:200]).casefold()


def _given(arguments: Any) -> Iterator[set[str]]:
    """The texts and numbers by which arguments may name what they are about: of the whole, and of each listed thing."""
    cells = tuple(cells_of(arguments))
    given = {str(c.value).casefold() for c in cells if isinstance(c.value, str | int)}
    yield given | {v.casefold() for c in cells if isinstance(c.value, tuple) for v in c.value}
    for value in arguments.values() if isinstance(arguments, Mapping) else ():
        for item in value[:30] if isinstance(value, list) else ():
            if isinstance(item, Mapping):
                yield {str(c.value).casefold() for c in cells_of(item) if isinstance(c.value, str | int)}


def _matching(run: Run, given: set[str], before: int) -> Iterator[Entry]:
    """Of the latest results before the call, the one record that an argument names, where it is one."""
    named = [e for e in run.memo(entries) if e.call.number < before and e.names & given]
    calls = list(dict.fromkeys(e.call.number for e in reversed(named)))[:3]
    for number in calls:
        same = [(e, len(_texts(e) & given)) for e in named if e.call.number == number]
        most = max(n for _, n in same)
        best = [e for e, n in same if n == most]
        if len(best) == 1:
            yield best[0]


def _texts(entry: Entry) -> set[str]:
    return {str(c.value).casefold() for c in entry.cells if isinstance(c.value, str | int)}


def _recommended(run: Run) -> Iterator[Pick]:
    """The one thing of a list that the closing answer names: all others are not spoken of."""
    closing = run.closing
    if closing is None or len(closing.text) > 20_000:
        return
    low = closing.text.casefold()
    groups: dict[tuple[int, int], list[Entry]] = {}
    for e in run.memo(entries):
        if e.siblings > 1 and e.names:
            groups.setdefault((e.call.number, e.group), []).append(e)
    for members in [g for g in groups.values() if len(g) <= 200][-40:]:
        own = [(e, _own_names(e, members)) for e in members]
        named = [e for e, names in own if any(holds(low, n) for n in names)]
        if len(named) == 1 and len(members) > 1:
            e = named[0]
            kinds = classes_of(" ".join([e.call.name.replace("_", " "), *(c.key for c in e.cells)]))
            yield Pick(None, ((e.call, False, e.cells),), kinds, e.names, subjects(run, [e]), closing)


def _own_names(entry: Entry, members: list[Entry]) -> frozenset[str]:
    """The names of an entry that no other in its list has."""
    rest = [m.names for m in members if m is not entry]
    return frozenset(n for n in entry.names if len(n) > 2 and not any(n in r for r in rest))


def holds(low: str, name: str) -> bool:
    """Whether a text (in lower case) holds a name as words of its own."""
    at = low.find(name)
    while at >= 0:
        before, after = low[at - 1 : at], low[at + len(name) : at + len(name) + 1]
        bounded = not name[0].isascii() or not (before.isalnum() and before.isascii())
        if bounded and (not name[-1].isascii() or not (after.isalnum() and after.isascii())):
            return True
        at = low.find(name, at + 1)
    return False
