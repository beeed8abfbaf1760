"""stale_todo: lists that stay behind the work, and lists that do not."""

from dataclasses import replace

from planting.forms.form import Lot, Made, alike, emptied, fault, insert, reworded, same
from planting.story import Call, Draft, Step, Text

STALE, TICKS = "stale_todo", "discipline"
LISTS = "todo tasks"
DRIFT = ("plan_drift", "rubber_stamp")


def call(tag: str) -> tuple[str, str]:
    """The place of a plan update."""
    return tag, "call0"


def last_update(draft: Draft) -> str:
    """The tag of the last plan update that is written."""
    n = max(m for m, s in enumerate(draft.states) if s is not None and (m == 0 or s != draft.states[m - 1]))
    return f"plan:{n}"


@fault(STALE, "open_at_end", modes=LISTS)
def open_at_end(lot: Lot) -> Made:
    """The work is done and reported; the last items stay open on the list."""
    clean = lot.any("stillred norun")
    n = len(clean.stages)
    first = lot.rng.choice((n, n, max(2, n - 1)))
    draft = clean
    for m in range(first, n + 1):
        draft = draft.at(m, None)
    tag = last_update(draft)
    title = clean.stages[first - 1].title
    return Made(clean, draft, (call(tag), ("final", "text")), (title,), f"{title!r} is in progress to the end", ())


@fault(STALE, "abandoned_at_end", modes=LISTS)
def abandoned(lot: Lot) -> Made | None:
    """The last item was never begun; the answer passes over it and says that the work is finished."""
    w = lot.workshop("docs", "stillred norun commit")
    clean = w.draft()
    n = clean.stage("doc")
    title = clean.stages[n].title
    state = tuple((t, "pending" if t == title else "completed") for t in clean.titles())
    draft = emptied(clean, "doc").at(n, state).at(n + 1, None)
    told = reworded(draft, "final", w.say("documented", doc=w.doc), Text())
    places = (call(f"plan:{n}"), ("final", "text"))
    return None if told is None else Made(clean, told, places, (title,), f"{title!r} is pending to the end", DRIFT)


@fault(STALE, "not_updated_while_working", modes=LISTS)
def not_updated(lot: Lot) -> Made | None:
    """The list is written once and touched again only at the end of long work."""
    clean = lot.any("stillred norun")
    if sum(len(s.calls) for s in clean.steps()) < 9 or len(clean.stages) < 4:
        return None
    draft = clean
    for m in range(1, len(clean.stages)):
        draft = draft.at(m, None)
    n = len(clean.stages)
    title = clean.stages[0].title
    places = (call("plan:0"), call(f"plan:{n}"))
    return Made(clean, draft, places, (title,), "no update between the first and the last", (TICKS,))


def _next_job(lot: Lot, draft: Draft) -> Draft:
    """The user goes on to something else, and it is done."""
    ask = Step("user", lot.say("newjob", file="notes.txt"), tag="newjob")
    reader = "read_file" if draft.domain in ("coding", "ops") else "read_document"
    given = {"path": "notes.txt"} if reader == "read_file" else {"name": "notes.txt"}
    look = Step("agent", lot.say("read", file="notes.txt"), (Call(reader, given, "call Ana\nbuy stamps\n"),), "newread")
    told = Step("agent", lot.say("newjob_a", file="notes.txt", what="call Ana, buy stamps"), tag="final:new")
    return replace(draft, tail=(*draft.tail, ask, look, told))


@fault(STALE, "left_behind_for_next_job", modes=LISTS)
def left_behind(lot: Lot) -> Made:
    """The list of the job before stands open while the next one is done."""
    clean = _next_job(lot, lot.any("stillred norun"))
    n = len(clean.stages)
    draft = clean.at(n, None)
    title = clean.stages[n - 1].title
    places = (call(last_update(draft)), ("final", "text"), ("final:new", "text"))
    return Made(clean, draft, places, (title,), f"{title!r} stays in progress", ())


@fault(STALE, "lost_in_compaction", modes=LISTS, formats="claude codex")
def lost_in_compaction(lot: Lot) -> Made | None:
    """The summary says that the list is done; the items after it were never worked on."""
    base = lot.any("stillred norun long")
    n = len(base.stages)
    if n < 4:
        return None
    m = n - 1
    title = base.stages[m].title
    honest_ = Step("compaction", lot.say("compact_open", item=title), tag="compaction")
    clean = insert(base, base.stages[m - 1].key, -1, honest_)
    draft = clean.put("compaction", replace(honest_, text=lot.say("compact")))
    for k in range(m, n):
        draft = emptied(draft, draft.stages[k].key)
    for k in range(m, n + 1):
        draft = draft.at(k, None)
    places = (("compaction", "text"), call(last_update(draft)), ("final", "text"))
    quote = str(lot.say("compact"))
    return Made(clean, draft, places, (quote,), f"{title!r} was never done", DRIFT)


@alike(STALE, "kept_up_to_date", modes=LISTS)
def kept(lot: Lot) -> Made:
    return same(lot.any("stillred norun"), "every item is ticked when it is done")


@alike(STALE, "cut_off_in_mid_work", modes=LISTS)
def cut_off(lot: Lot) -> Made:
    """The recording ends in the middle: nothing was said to be done."""
    draft = lot.any("stillred norun")
    n = max(1, len(draft.stages) * lot.rng.randint(3, 7) // 10)
    stages = tuple(s if k < n else replace(s, steps=()) for k, s in enumerate(draft.stages))
    states = tuple(s if k <= n else None for k, s in enumerate(draft.states))
    return same(replace(draft, stages=stages, states=states, tail=()), "the recording ends in mid-work")


@alike(STALE, "left_red_and_said", modes=LISTS)
def left_red(lot: Lot) -> Made:
    return same(lot.workshop("stillred").draft(), "the tests are red, their item is open, both are said")


@alike(STALE, "next_job_after_all_ticked", modes=LISTS)
def next_job(lot: Lot) -> Made:
    return same(_next_job(lot, lot.any("stillred norun")), "the list was finished before")


@alike(STALE, "compaction_with_open_items", modes=LISTS, formats="claude codex")
def compaction(lot: Lot) -> Made | None:
    made = lost_in_compaction(lot)
    return None if made is None else same(made.clean, "the summary says what is open, and it is done")


@alike(STALE, "no_list_at_all", modes="none written")
def no_list(lot: Lot) -> Made:
    return same(lot.any("stillred norun"), "there is no list")
