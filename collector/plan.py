"""Plan versions and the life of each item. Pure: payloads in, PlanVersions out.

No convention carries the state of a plan, so it is rebuilt from what planning tools were called with and answered
(the producers are listed in PLAN_TOOLS). A list is either *overwritten* whole at each call, or *incremented* item by
item; either way a PlanVersion is the whole plan as it stood after the update.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from planscope.collector.plan_text import SAME, likeness, marked, step_lines
from planscope.collector.plan_text import Status as Status
from planscope.collector.plan_text import normal as normal
from planscope.collector.plan_text import status_of as status_of
from planscope.collector.span import Place

OPEN: frozenset[str] = frozenset({"pending", "in_progress", "blocked"})
_TEXT_KEYS = ("content", "step", "title", "subject", "description", "text", "task", "name")
_STATE_KEYS = ("status", "completed", "state", "done", "checked")
_LIST_KEYS = ("todos", "plan", "task_list", "items", "entries", "steps", "tasks", "todo_list", "newTodos")


_MOST_PAIRS = 10_000  # of texts compared for likeness at one update; a plan that is larger is compared by text alone
_REOPENED = 95  # of 100: how alike an open item must be to a finished one to be the same


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One item. `key` is its identity across versions (also when reworded); `owner` who works on it, if named.

    `uncertain` is true when the identity rests on similarity alone.
    """

    key: str
    text: str
    status: Status
    owner: str = ""
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class PlanVersion:
    """The plan as it stood after one update.

    number    0-based within its plan (one plan for each agent and source)
    source    list (a todo tool), document (plan mode, a draft), planner (a planner's output)
    origin    the tool or planner that wrote it
    text      a document's text, "" for lists
    decision  of a document put up for approval: approved, rejected; "" when nobody was asked or the answer is unknown
    """

    number: int
    source: Literal["list", "document", "planner"]
    origin: str
    items: tuple[PlanItem, ...]
    place: Place
    step: int = -1
    text: str = ""
    decision: Literal["", "approved", "rejected"] = ""

    def item(self, key: str) -> PlanItem | None:
        """The item with that identity, or None when this version does not hold it."""
        return next((i for i in self.items if i.key == key), None)

    def with_status(self, *statuses: Status) -> tuple[PlanItem, ...]:
        """Items in one of these states, in order."""
        return tuple(i for i in self.items if i.status in statuses)

    @property
    def open_items(self) -> tuple[PlanItem, ...]:
        """Items neither completed nor cancelled (nor of unknown state)."""
        return tuple(i for i in self.items if i.status in OPEN)


@dataclass(frozen=True, slots=True)
class Draft:
    """An item as a payload gives it, before it has an identity; `id` is the producer's own, "" when it has none."""

    text: str
    status: Status
    id: str = ""
    owner: str = ""


def drafts_of(payload: Any) -> list[Draft] | None:
    """Items of a whole-list payload (a mapping with one of the known list keys, the list itself, either as JSON text,
    or lines with boxes); None when the payload holds no list of items. An empty list is an empty plan, not None."""
    value = _loaded(payload)
    if isinstance(value, Mapping):
        lists = (_loaded(value[k]) for k in _LIST_KEYS if k in value)
        value = next((x for x in lists if isinstance(x, list)), None)
    if not isinstance(value, list):
        return None
    drafts = [d for d in map(_draft, value) if d is not None]
    return drafts if drafts or not value else None


def _loaded(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            pass
    if isinstance(value, str):
        lines = step_lines(value)
        return (
            [{"text": text, "status": state} for text, state in lines]
            if any(x != "unknown" for _, x in lines)
            else None
        )
    return value


def _draft(item: Any) -> Draft | None:
    if isinstance(item, str):
        text, box = marked(item)
        return Draft(text, box) if text else None
    if not isinstance(item, Mapping):
        return None
    text = next((str(item[k]) for k in _TEXT_KEYS if isinstance(item.get(k), str) and item[k].strip()), "")
    if not text:
        return None
    state = next((item[k] for k in _STATE_KEYS if item.get(k) is not None), None)
    given = item.get("id", item.get("taskId", ""))
    owner = item.get("owner", item.get("assignee", ""))
    return Draft(text, status_of(state), str(given or ""), str(owner or ""))


class PlanBook:
    """The plan of one agent as it grows: give it payloads, it gives versions with stable item identities.

    It is the one mutable thing here and lives only while a run is being interpreted.
    """

    def __init__(self) -> None:
        self._items: list[PlanItem] = []
        self._known: dict[str, str] = {}  # a producer's own id -> key
        self._next_key = 1
        self._count = 0

    @property
    def items(self) -> tuple[PlanItem, ...]:
        """The items as they stand now."""
        return tuple(self._items)

    def overwrite(self, drafts: Sequence[Draft], origin: str, place: Place) -> PlanVersion:
        """The whole list replaced; items keep their identity when their text is the same or nearly so."""
        self._items = self._match(drafts)
        self._known = {d.id: i.key for d, i in zip(drafts, self._items, strict=True) if d.id}
        return self._version("list", origin, place)

    def create(self, draft: Draft, origin: str, place: Place) -> PlanVersion:
        """One item added (the producer's id, if any, is remembered)."""
        item = PlanItem(self._fresh(draft), draft.text, draft.status, draft.owner)
        self._items = [i for i in self._items if i.key != item.key] + [item]
        return self._version("list", origin, place)

    def update(
        self, given_id: str, origin: str, place: Place, *, status: Status | None = None, text: str = "", owner: str = ""
    ) -> PlanVersion | None:
        """One item changed by its producer's id; None when no such item is known or nothing changed."""
        key = self._known.get(given_id)
        old = next((i for i in self._items if i.key == key), None)
        if old is None:
            return None
        new = replace(old, status=status or old.status, text=text or old.text, owner=owner or old.owner)
        if new == old:
            return None
        self._items = [new if i.key == key else i for i in self._items]
        return self._version("list", origin, place)

    def checkpoint(self, drafts: Sequence[Draft], origin: str, place: Place) -> PlanVersion | None:
        """A listing by the producer, by which other agents' changes become known; None when it says nothing new.

        Items that it leaves out stay: producers tidy completed items away, so absence is not deletion.
        """
        before = tuple(self._items)
        for d in drafts:
            key = self._known.get(d.id)
            if key is None:
                self._items.append(PlanItem(self._fresh(d), d.text, d.status, d.owner))
            else:
                self._items = [
                    replace(i, status=d.status if d.status != "unknown" else i.status) if i.key == key else i
                    for i in self._items
                ]
        return self._version("list", origin, place) if tuple(self._items) != before else None

    def lose(self, origin: str, place: Place) -> PlanVersion | None:
        """The list was written anew, and what was written is not known: its items may have any state by now. None when
        there was no list."""
        if all(i.status == "unknown" for i in self._items):
            return None
        self._items = [replace(i, status="unknown") for i in self._items]
        return self._version("list", origin, place)

    def clear(self) -> None:
        """The list was lost (a new session, a compaction that dropped it)."""
        self._items, self._known = [], {}

    def document(
        self,
        text: str,
        origin: str,
        place: Place,
        decision: Literal["", "approved", "rejected"] = "",
        drafts: Sequence[Draft] = (),
        source: Literal["document", "planner"] = "document",
    ) -> PlanVersion:
        """A plan written as text, or laid down by a planner; items are the drafts given, else its numbered lines."""
        self._items = self._match(drafts or document_items(text))
        return replace(self._version(source, origin, place), text=text, decision=decision)

    def _version(self, source: Literal["list", "document", "planner"], origin: str, place: Place) -> PlanVersion:
        version = PlanVersion(self._count, source, origin, tuple(self._items), place)
        self._count += 1
        return version

    def _fresh(self, draft: Draft) -> str:
        key = f"i{self._next_key}"
        self._next_key += 1
        if draft.id:
            self._known[draft.id] = key
        return key

    def _match(self, drafts: Sequence[Draft]) -> list[PlanItem]:
        """Same text first, then the pairs that are most alike; each old item serves once."""
        same: dict[str, list[PlanItem]] = {}
        for item in self._items:
            same.setdefault(normal(item.text), []).append(item)
        old: dict[int, tuple[PlanItem, bool]] = {}  # place of a draft -> the item that it goes on, whether uncertain
        for n, d in enumerate(drafts):
            if waiting := same.get(normal(d.text)):
                old[n] = (waiting.pop(0), False)
        left = [i for waiting in same.values() for i in waiting]
        fresh = [n for n in range(len(drafts)) if n not in old]
        for n, item in self._pairs(drafts, fresh, left):
            old[n] = (item, True)
        return [
            PlanItem(old[n][0].key, d.text, d.status, d.owner, uncertain=old[n][1])
            if n in old
            else PlanItem(self._fresh(d), d.text, d.status, d.owner)
            for n, d in enumerate(drafts)
        ]

    def _pairs(
        self, drafts: Sequence[Draft], fresh: Sequence[int], left: Sequence[PlanItem]
    ) -> Iterator[tuple[int, PlanItem]]:
        """Drafts that reword an old item, with it, most alike first. The same place in the list adds a little, the
        producer's own id more. A finished item is tidied away rather than reworded into an open one."""
        if len(fresh) * len(left) > _MOST_PAIRS:
            return
        places = {i.key: n for n, i in enumerate(self._items)}
        scored = []
        for n in fresh:
            d = drafts[n]
            for item in left:
                score = likeness(d.text, item.text)
                reopened = item.status in ("completed", "cancelled") and d.status in OPEN
                if not (reopened and score < _REOPENED):
                    score += 6 * (places[item.key] == n) + 15 * bool(d.id and self._known.get(d.id) == item.key)
                    scored.append((-score, n, places[item.key], item))
        taken: set[int | str] = set()
        for score, n, _, item in sorted(scored, key=lambda x: x[:3]):
            if -score >= SAME and n not in taken and item.key not in taken:
                taken |= {n, item.key}
                yield n, item


def document_items(text: str) -> list[Draft]:
    """The steps of a plan written as text: its numbered lines, else its top-level bullets. State unknown without a
    box."""
    return [Draft(said, state) for said, state in step_lines(text)]


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one item between two versions; None for `before` means added, None for `after` removed."""

    key: str
    before: PlanItem | None
    after: PlanItem | None


def changes(before: PlanVersion | None, after: PlanVersion) -> list[Change]:
    """Every item that was added, removed, reworded or moved to another state, in the order of the new list."""
    old = {i.key: i for i in before.items} if before else {}
    new = {i.key: i for i in after.items}
    moved = [Change(k, old.get(k), i) for k, i in new.items() if old.get(k) != i]
    return moved + [Change(k, i, None) for k, i in old.items() if k not in new]


def plan_texts(versions: Iterable[PlanVersion]) -> dict[str, str]:
    """Last known text of every item that ever stood in one of these versions."""
    return {i.key: i.text for v in versions for i in v.items}
