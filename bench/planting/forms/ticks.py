"""discipline: ticks that the work does not bear out, and ticks that it does."""

from dataclasses import replace

from planting.desk import Desk
from planting.forms.form import Lot, Made, alike, emptied, fault, reworded, same
from planting.forms.todo import DRIFT, LISTS, STALE, TICKS, call
from planting.plans import marked
from planting.story import Draft, Stage, State, Step, Text, join
from planting.words import space


@fault(TICKS, "batch_completion", modes=LISTS)
def batch(lot: Lot) -> Made | None:
    """All ticks in one update at the end."""
    clean = lot.any("stillred norun")
    n = len(clean.stages)
    if n < 3:
        return None
    draft = clean
    for m in range(1, n):
        draft = draft.at(m, None)
    title = clean.stages[1].title
    return Made(clean, draft, (call(f"plan:{n}"),), (title,), f"{n} items ticked at once", (STALE,))


@fault(TICKS, "two_in_progress", modes=LISTS)
def two_in_progress(lot: Lot) -> Made:
    """The next item is begun while the one before stays in progress, and work goes on."""
    clean = lot.any("stillred norun")
    m = lot.rng.randint(1, len(clean.stages) - 1)
    state = clean.states[m] or ()
    draft = clean.at(m, marked(state, **{f"i{m - 1}": "in_progress"}))
    quote = clean.stages[m].title
    return Made(clean, draft, (call(f"plan:{m}"),), (quote,), "two items are in progress", ())


@fault(TICKS, "completed_without_in_progress", modes=LISTS)
def without_in_progress(lot: Lot) -> Made:
    """One item goes from pending to completed, where all others were marked as begun."""
    clean = lot.any("stillred norun")
    n = len(clean.stages)
    m = lot.rng.randint(1, n - 1)
    draft = clean.at(m, marked(clean.states[m] or (), **{f"i{m}": "pending"}))
    quote = clean.stages[m].title
    return Made(clean, draft, (call(f"plan:{m + 1}"),), (quote,), f"{quote!r} was never in progress", ())


@fault(TICKS, "completed_without_work", modes=LISTS)
def without_work(lot: Lot) -> Made:
    """An item is begun and ticked; nothing was done for it."""
    clean = lot.any("stillred norun")
    found = [
        s.key for s in clean.stages[1:] if any(x.calls for x in s.steps) and s.key not in ("order", "sum", "write")
    ]
    key = lot.rng.choice(found or [clean.stages[-1].key])
    m = clean.stage(key)
    draft = emptied(clean, key)
    quote = clean.stages[m].title
    return Made(clean, draft, (call(f"plan:{m + 1}"),), (quote,), f"no call was made for {quote!r}", DRIFT)


@fault(TICKS, "completed_without_result", modes=LISTS, provable=False)
def without_result(lot: Lot) -> Made:
    """The tests were started in the background; their result was never looked at."""
    w = lot.workshop(refuse="red stillred norun")
    clean = w.draft()
    step = clean.step("run")
    command = {"command": f"{w.runner} > /tmp/tests.log 2>&1 &"}
    started = replace(step.calls[0], arguments=command, result=f"[1] {w.rng('job').randint(1000, 30000)}")
    draft = clean.put("run", replace(step, calls=(started,)))
    m = clean.stage("tests")
    quote = clean.stages[m].title
    return Made(clean, draft, (call(f"plan:{m + 1}"), ("run", "call0")), (quote,), "the log was never read", DRIFT)


@fault(TICKS, "completed_while_failing", modes=LISTS)
def while_failing(lot: Lot) -> Made:
    """The item of the tests is ticked; the last run is red, and the answer says so."""
    w = lot.workshop("stillred")
    clean = w.draft()
    from planting.story import honest

    states: tuple[State | None, ...] = honest(clean.titles())
    m = clean.stage("tests")
    draft = replace(clean, states=states)
    quote = clean.stages[m].title
    return Made(clean, draft, (call(f"plan:{m + 1}"),), (quote,), f"1 of {w.tests} tests failed in the last run", DRIFT)


def blocked(lot: Lot, ticked: bool) -> Made:
    """The last item cannot be done; it stays open, or is ticked all the same."""
    w = lot.workshop("commit", "stillred norun")
    why = w.rng("blocked").choice(("remote: permission denied", "fatal: index.lock exists", "disk quota exceeded"))
    clean = w.draft()
    n, title = clean.stage("commit"), clean.stages[clean.stage("commit")].title
    command = clean.step("commit").calls[0]
    tried = Step("agent", Text(), (replace(command, result=why, failed=True),), "commit")
    words = Step("agent", lot.say("blocked", item=title, why=why), tag="blocked")
    clean = clean.put("commit", tried, words).at(n + 1, None)
    text = clean.step("final").text
    told = reworded(clean, "final", w.say("committed"), lot.say("partly", item=title))
    if told is None:
        more = lot.say("partly", item=title).under("open")
        template = join(space(lot.language), [text, more])
        told = clean.said("final", template)
    told = reworded(told, "final", w.say("code_done"), Text("", {})) or told
    states = told.at(n + 1, tuple((t, "completed") for t in told.titles()))
    return Made(told, states if ticked else told, (call(f"plan:{n + 1}"),), (title,), why, DRIFT)


@fault(TICKS, "blocked_marked_done", modes=LISTS)
def blocked_done(lot: Lot) -> Made:
    """The agent calls an item blocked, and ticks it."""
    return blocked(lot, True)


def _renumbered(draft: Draft, numbers: list[str]) -> Draft:
    """The items with outline numbers before them."""
    new = {s.title: f"{numbers[i]} {s.title}" for i, s in enumerate(draft.stages)}
    stages = tuple(Stage(new[s.title], s.steps, s.key) for s in draft.stages)
    states = tuple(tuple((new[t], k) for t, k in s) if s else s for s in draft.states)
    return replace(draft, stages=stages, states=states)


@fault(TICKS, "nested_over_two_levels", modes=LISTS, provable=False)
def nested(lot: Lot) -> Made | None:
    """Items of items of items."""
    base = lot.any("stillred norun long")
    n = len(base.stages)
    if n < 4:
        return None
    flat = _renumbered(base, [f"{k + 1}." for k in range(n)])
    deep = ["1.", "1.1", "1.1.1", "1.1.1.1", *[f"1.1.1.{k}" for k in range(2, n)]]
    draft = _renumbered(base, deep[:n])
    return Made(flat, draft, (call("plan:0"),), ("1.1.1",), "four levels of items", ())


@alike(TICKS, "two_levels", modes=LISTS)
def two_levels(lot: Lot) -> Made:
    base = lot.any("stillred norun long")
    return same(_renumbered(base, [f"1.{k + 1}" for k in range(len(base.stages))]), "two levels only")


@alike(TICKS, "one_by_one", modes=LISTS)
def one_by_one(lot: Lot) -> Made:
    return same(lot.any("stillred norun"), "begun, done, ticked, one after another")


@alike(TICKS, "red_mended_then_ticked", modes=LISTS)
def mended(lot: Lot) -> Made:
    return same(lot.workshop("red", "stillred norun").draft(), "ticked after the green run")


@alike(TICKS, "red_and_left_open", modes=LISTS)
def red_open(lot: Lot) -> Made:
    return same(lot.workshop("stillred").draft(), "the item stays open")


@alike(TICKS, "blocked_and_left_open", modes=LISTS)
def blocked_open(lot: Lot) -> Made:
    return same(blocked(lot, False).draft, "the item stays open")


@alike(TICKS, "nothing_found_is_the_result", modes=LISTS)
def nothing_found(lot: Lot) -> Made | None:
    from planting.forms.stamp import empty

    draft = empty(Desk(lot.seed, lot.language, lot.mode, lot.format, frozenset({"search"})))
    return None if draft is None else same(draft, "the search was done and found nothing; that is said")


@alike(TICKS, "cancelled_by_user", modes=LISTS)
def cancelled(lot: Lot) -> Made:
    from planting.forms.drift import taken_off

    made = taken_off(lot)
    return made if made else same(lot.any())


@alike(TICKS, "short_interruption", modes=LISTS)
def interruption(lot: Lot) -> Made:
    return same(lot.workshop("side", "stillred norun").draft(), "the user asks how it goes")


@alike(STALE, "open_item_said", modes=LISTS)
def open_said(lot: Lot) -> Made:
    return same(blocked(lot, False).draft, "what is open is said to be open")
