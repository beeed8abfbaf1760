"""A wish beside the thing itself (a seat by the window, a card, a diet, a colour, express delivery) that the record of
what was booked, ordered or sent explicitly does not hold, and nobody says so. Pure.

Only what the record itself says counts: the slot of the wish is there and is empty, or holds another value of the same
kind. No other call of the run may hold what was asked, and no answer may tell that it is open.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.actions.kinds import stated, works
from planscope.analyzers.assertions.backing import name_words, went_wrong
from planscope.analyzers.assertions.closing import admits_open, sentences, unfinished
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import classes_of
from planscope.analyzers.requirements.picked import UNDOES, Cell, cells_of, picks, structured
from planscope.analyzers.requirements.wishes import Wish, wishes
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall

_MOST = 60  # deciding calls of one run, the latest


@dataclass(frozen=True, slots=True)
class Withheld:
    """A wish, the call whose record does not hold it, the cell that says so, and the answer that follows."""

    wish: Wish
    call: ToolCall
    in_arguments: bool
    cell: Cell
    report: ModelCall | FinalAnswer

    @property
    def asked(self) -> str:
        """What was asked, for a message."""
        return f"{self.wish.slot.name}: {self.wish.value}" if self.wish.value else self.wish.slot.name


def withheld(run: Run) -> Iterator[Withheld]:
    """Each slot once."""
    calls = run.memo(deciding)
    closing = run.closing
    if not calls or closing is None or openly.handed_back(closing.text) or admits_open(closing.text):
        return
    whole = openly.claims_all(closing.text)
    told: set[str] = set()
    for wish in wishes(run):
        if wish.slot.name in told or (wish.soft and not whole):
            continue
        later = [c for c in calls if c.number > wish.message.number]
        found = _against(run, wish, later)
        if found is not None and not _open(run, wish, found[0]):
            told.add(wish.slot.name)
            yield Withheld(wish, *found, closing)


# --- records -------------------------------------------------------------------------------------------------------

_NOTHING = re.compile(
    r"\W{0,3}(?:no|none|null|nil|n/?a|off|false|not \w{2,14}|un(?:assigned|selected|specified|set)|nothing"
    r"|without|empty"
    r"|nein|keine?[rns]?|nicht \w{2,18}|ohne|non(?: \w{2,14})?|aucune?|sans|pas \w{2,14}|ningun[oa]?"
    r"|no \w{3,16}|sin \w{3,16}"
    r"|nenhuma?|não(?: \w{3,16})?|nao|sem \w{3,16}|nee|geen|niet \w{3,16}|zonder|nvt|entfällt|无|没有"
    r"|未\S{1,4}|不\S{1,4}"
    r"|なし|無し|未\S{1,4}|指定なし|-{1,3}|—|–)\W{0,3}",
    re.I,
)
_DEFAULT = re.compile(
    r"\W{0,3}(?:standard|regular|normal|default|basic|any|random(?:ly)?(?: assigned)?|auto\w*(?:[- ]assigned)?"
    r"|no preference"
    r"|estándar|normale?|padrão|standaard|beliebig|egal|普通|标准|标准餐|通常|任意|随机|おまかせ)(?: (?:meal"
    r"|seat|menu|food|kost))?\W{0,3}",
    re.I,
)
_BARE = frozenset({"food", "seat", "delivery"})  # of which the usual value is none of those asked for


def deciding(run: Run) -> tuple[ToolCall, ...]:
    """Calls that booked, ordered, made or sent something and went well. Use it through `run.memo(deciding)`."""
    table = run.memo(works)
    return tuple(
        c
        for c in run.tool_calls
        if c.number in table
        and (table[c.number].sort == "act" or _PAYS.search(name_words(c.name)))
        and c.status == "ok"
        and c.content == "present"
        and not UNDOES.search(name_words(c.name))
        and not _LOOKS.search(name_words(c.name))
        and not went_wrong(c)
    )[-_MOST:]


_PAYS = re.compile(r"(?:^|_)check_?out(?:_|$)", re.I)
_LOOKS = re.compile(
    r"(?:^|_)(?:search|find|list|lookup|check|query|availab\w*|quote|estimate|preview|validate|status|details"
    r"|options|track"
    r"|suche?n?|buscar|recherche\w*|chercher|zoek\w*|procurar|disponib\w*|dispo|verfügbar\w*"
    r"|beschikbaar\w*)(?:_|$)|查询|搜索|検索",
    re.I,
)


def _against(run: Run, wish: Wish, calls: list[ToolCall]) -> tuple[ToolCall, bool, Cell] | None:
    """The record that speaks against a wish, where none of the calls after it holds what was asked."""
    if any(_carried(wish, c) for c in calls) or _taken_up(run, wish, {c.number for c in calls}):
        return None
    parts = [(c, given, cells) for c in calls for given, cells in _records(c)]
    if wish.slot.item and len(calls) > 1:
        return None
    found: list[tuple[ToolCall, bool, Cell]] = []
    for call, given, cells in parts:
        for cell in cells:
            if len(cell.key) > 80 or _KEY_ASIDE.search(cell.key) or not wish.slot.keys.search(cell.key):
                continue
            verdict = _verdict(wish, cell, given)
            if verdict is True:
                return None
            if verdict is False:
                found.append((call, given, cell))
    found += [] if found else list(_chosen(run, wish))
    kept = [f for f in found if _same_kind(wish, f[0])]
    return min(kept, key=lambda f: f[1]) if kept else None


_KEY_ASIDE = re.compile(
    r"(?:^|\s)(?:price|cost|fee|fees|total|count of|payment card|last4|max|min|available|left|policy|allowed"
    r"|error|warnings?"
    r"|id|url|date|time|at|until|deadline)(?:\s|$)",
    re.I,
)


def _records(call: ToolCall) -> Iterator[tuple[bool, tuple[Cell, ...]]]:
    """(whether these are the arguments, cells) of a call."""
    yield True, tuple(cells_of(call.arguments, empty=True))
    result = structured(call)
    if isinstance(result, list) and len(result) == 1:
        result = result[0]
    yield False, tuple(cells_of(result, empty=True)) if isinstance(result, dict) else ()


def _verdict(wish: Wish, cell: Cell, given: bool) -> bool | None:
    """Whether a cell of the slot meets the wish, None when it does not tell."""
    value: Any = cell.value
    empty = value is None or value is False or value == ""
    if isinstance(value, tuple):
        value = ", ".join(value[:20])
    if isinstance(value, bool) and wish.value:
        named = [v for v, p in wish.slot.values.items() if p.search(cell.key)]
        return None if not named else value is (wish.value in named)
    if empty:
        return None if given and value is not False else False
    if isinstance(value, bool):
        return True
    if isinstance(value, int | float):
        return None if wish.value else value != 0
    text = str(value).replace("_", " ")[:200]
    if len(text) <= 40 and _NOTHING.fullmatch(text) and not _says(wish, text):
        return False
    if not wish.value:
        return True if len(text) > 0 else None
    held = [v for v, p in wish.slot.values.items() if p.search(text)]
    if wish.value in held or any(wish.slot.covers.get(v) == wish.value for v in held):
        return True
    if len(held) == 1 or (wish.slot.name in _BARE and _DEFAULT.fullmatch(text)):
        return False
    return None


def _says(wish: Wish, text: str) -> bool:
    return bool(wish.value) and bool(wish.slot.values[wish.value].search(text))


def _carried(wish: Wish, call: ToolCall) -> bool:
    """Whether the arguments of a call hold the wish in words: in a note to the hotel, perhaps."""
    text = stated(call.arguments)[:20_000].replace("_", " ")
    pattern = wish.slot.values[wish.value] if wish.value else wish.slot.said
    values = " \n ".join(str(c.value) for c in cells_of(call.arguments) if isinstance(c.value, str | tuple))
    return bool(pattern.search(values.replace("_", " "))) if values else bool(pattern.search(text) and not wish.value)


def _taken_up(run: Run, wish: Wish, known: set[int]) -> bool:
    """Whether another call after the wish may have seen to it: its name or arguments speak of it."""
    table = run.memo(works)
    for c in openly.calls_after(run, wish.message):
        changes = c.number in table and table[c.number].changes
        if (
            c.number not in known
            and changes
            and wish.slot.said.search(f"{name_words(c.name)} {stated(c.arguments)[:4_000]}")
        ):
            return True
        if c.number in known and not wish.value and wish.slot.keys.search(name_words(c.name).replace("_", " ")):
            return not any(wish.slot.keys.search(x.key) for _, cells in _records(c) for x in cells)
    return False


def _chosen(run: Run, wish: Wish) -> Iterator[tuple[ToolCall, bool, Cell]]:
    """The record, found before, of the option that was booked holds another value of the slot."""
    if not wish.value:
        return
    later = [p for p in run.memo(picks) if p.call and p.call.number > wish.message.number]
    if len(later) != 1:
        return
    for call, given, cells in later[0].parts:
        for cell in cells if call is not later[0].call and not given else ():
            if len(cell.key) <= 80 and not _KEY_ASIDE.search(cell.key) and wish.slot.keys.search(cell.key):
                verdict = _verdict(wish, cell, False)
                if verdict is True:
                    return
                if verdict is False and isinstance(cell.value, str) and not _NOTHING.fullmatch(cell.value):
                    yield call, False, cell


def _same_kind(wish: Wish, call: ToolCall) -> bool:
    """Whether the sentence of the wish and the record may be about the same kind of thing."""
    asked = classes_of(wish.words)
    about = classes_of(f"{name_words(call.name)} {stated(call.arguments)[:2_000]}".replace("_", " "))
    return not asked or not about or bool(asked & about)


# --- open ----------------------------------------------------------------------------------------------------------


def _open(run: Run, wish: Wish, call: ToolCall) -> bool:
    """Whether the agent tells that the wish is open or not met, or speaks of it as of something still to come."""
    since = wish.message.number
    topic = wish.slot.said

    def _topic(text: str) -> bool:
        return bool(topic.search(text))

    if openly.admitted(run, since, _topic, lambda _: False, topic):
        return True
    for step in openly.told(run, call.number):
        for s in sentences(step.text[: openly.LONG]):
            if topic.search(s) and (unfinished(s) or _TO_COME.search(s)):
                return True
    return False


_TO_COME = words.words(
    r"at check[- ]?in|request(?:ed)? (?:for|that)|asked for|on (?:arrival|site|request)|pending|may|might"
    r"|you can|subject to",
    r"beim check[- ]?in|vor ort|angefragt|anfrage|auf anfrage|können sie|kannst du",
    r"sur place|à l'arrivée|sur demande|demandée?|vous pouvez|tu peux",
    r"al (?:llegar|hacer el check)|bajo petición|solicitad[oa]|puede[ns]?",
    r"na chegada|no check-in|sob pedido|solicitad[oa]|você pode",
    r"bij (?:aankomst|het inchecken)|op aanvraag|aangevraagd|je kunt|u kunt",
    cjk="到店|到达后|现场|已申请|可以在|申请|当日|現地|リクエスト|申請",
)
