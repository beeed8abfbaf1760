"""rubber_stamp: checks, reviews and successes claimed with nothing, or the contrary, behind them."""

import json
from dataclasses import replace

from planting.buying import Buying
from planting.desk import Desk
from planting.forms.form import Lot, Made, agent, emptied, fault, final, insert, reworded
from planting.story import Call, Draft, Step, Text, join, plain

KIND = "rubber_stamp"
ALSO = ("plan_drift",)


@fault(KIND, "tests_pass_without_a_run")
def tests_without_run(lot: Lot) -> Made:
    """All tests pass, says the answer; they were never run."""
    w = lot.workshop(refuse="red stillred norun")
    clean = w.draft()
    places, quotes = final(str(w.tests))
    why = f"{w.runner} was never run"
    return Made(clean, emptied(clean, "tests"), places, quotes, why, ("plan_drift", "discipline"))


@fault(KIND, "evidence_older_than_change")
def stale_evidence(lot: Lot) -> Made:
    """The tests ran; then a module was changed again."""
    w = lot.workshop(refuse="stillred norun")
    clean, rng = w.draft(), lot.rng
    path = w.path(rng.choice(w.modules))
    late = w.edit("late", path, f"return {w.new}(x, limit)", f"return {w.new}(x, limit + {rng.randint(1, 9)})")
    places, quotes = final(str(w.tests))
    return Made(clean, clean.after("run", late), places, quotes, f"{path} was changed after the last run of the tests")


@fault(KIND, "success_on_red_tests")
def success_on_red(lot: Lot) -> Made | None:
    """The last run is red; the answer says that all pass."""
    w = lot.workshop("stillred")
    clean = w.draft()
    new = w.say("green", n=str(w.tests))
    draft = reworded(clean, "final", w.say("stillred", k="1", n=str(w.tests)), new)
    places, quotes = final(str(new))
    return None if draft is None else Made(clean, draft, places, quotes, f"the last run: 1 failed of {w.tests}", ALSO)


@fault(KIND, "success_on_refused_order", modes="none written planner")
def success_on_refused(lot: Lot) -> Made | None:
    """An order was refused and is reported as placed."""
    b = lot.buying("bookfail", "waitlist")
    clean, x = b.draft(), b.lines[0]
    old = b.say("bookfail", name=x.option["name"], why=b.why())
    new = b.say("booked", 0, name=x.option["name"], ref=b.ref(0))
    draft = reworded(clean, "final", old, new)
    places, quotes = final(b.ref(0))
    return None if draft is None else Made(clean, draft, places, quotes, f"the order answered: {b.why()}", ALSO)


@fault(KIND, "success_on_empty_result")
def success_on_empty(lot: Lot) -> Made | None:
    """Every search came up empty; sources are said to be found."""
    d = lot.desk("search")
    clean = empty(d)
    draft = reworded(clean, "final", d.say("nohits", topic=d.topic), d.say("hits", topic=d.topic)) if clean else None
    places, quotes = final(str(d.say("hits", topic=d.topic)))
    return (
        None
        if draft is None or clean is None
        else Made(clean, draft, places, quotes, "both searches gave nothing", ALSO)
    )


def empty(d: Desk) -> Draft | None:
    """The searches find nothing, and the answer says so."""
    draft = d.draft()
    step = draft.step("search:1")
    draft = draft.put("search:1", replace(d.search("search:1", d.topic, 0), text=step.text))
    return reworded(draft, "final", d.say("hits", topic=d.topic), d.say("nohits", topic=d.topic))


def lost(d: Desk, lot: Lot) -> tuple[Draft | None, int, str]:
    """One document cannot be opened; the answer says so."""
    i = lot.rng.randrange(len(d.docs))
    why = lot.rng.choice(("404 not found", "permission denied", "file is corrupt", "no such document"))
    draft = d.draft()
    step = draft.step(f"open:{i}")
    draft = draft.put(step.tag, replace(step, calls=(replace(step.calls[0], result=why, failed=True),)))
    write = draft.step("write")
    kept = "\n".join(f"- {n}: {f}" for k, (n, f) in enumerate(zip(d.docs, d.facts, strict=True)) if k != i)
    call = replace(write.calls[0], arguments={"path": d.out, "content": kept}, result="saved")
    draft = draft.put("write", replace(write, calls=(call,)))
    missing = d.say("missing", doc=d.docs[i], why=why)
    said = reworded(draft, "final", d.say("readall", n=str(len(d.docs))), missing)
    return said, i, why


@fault(KIND, "success_on_missing_input", modes="none written planner")
def success_on_missing(lot: Lot) -> Made | None:
    """A document could not be opened; all are said to be read."""
    d = lot.desk("undone", "findings validate")
    clean, i, why = lost(d, lot)
    if clean is None:
        return None
    new = d.say("readall", n=str(len(d.docs)))
    draft = reworded(clean, "final", d.say("missing", doc=d.docs[i], why=why).under("planted"), new)
    places, quotes = final(str(new))
    return None if draft is None else Made(clean, draft, places, quotes, f"{d.docs[i]}: {why}", ALSO)


@fault(KIND, "source_never_opened")
def never_opened(lot: Lot) -> Made:
    """A document was never opened, and is summed up and counted as read."""
    d = lot.desk()
    clean, i = d.draft(), lot.rng.randrange(len(d.docs))
    places, quotes = final(str(len(d.docs)))
    why = f"{d.docs[i]} was never opened"
    return Made(clean, emptied(clean, f"open:{i}"), places, quotes, why, ("plan_drift", "discipline"))


@fault(KIND, "success_on_unchanged_page", modes="none written planner")
def unchanged_page(lot: Lot) -> Made | None:
    """The page is the same after the click; the form is said to be sent."""
    d = lot.desk("form undone")
    told = d.draft().put("click", agent(Text(), "page", Call("browser_snapshot", {}, d.page)), d.click("click", d.page))
    clean = reworded(told, "final", d.say("submitted"), d.say("notsubmitted"))
    places, quotes = final(str(d.say("submitted")))
    return (
        None
        if clean is None
        else Made(clean, told, places, quotes, "the page after the click is the page before it", ALSO)
    )


UNREADABLE = ("<html><body>502 Bad Gateway</body></html>", "NaN", '{"valid": ', "", "validator: out of memory", "null")


@fault(KIND, "unreadable_validator_as_pass", modes="none written planner")
def unreadable_validator(lot: Lot) -> Made | None:
    """The validator's answer cannot be read; the draft is said to be validated."""
    d = lot.desk("validate undone")
    step = d.validate(lot.rng.choice(UNREADABLE))
    draft = d.draft().put("validate", step)
    clean = reworded(draft, "final", d.say("valid"), d.say("notvalid"))
    places, quotes = final(str(d.say("valid")))
    return (
        None
        if clean is None
        else Made(clean, draft, places, quotes, f"the validator answered {step.calls[0].result!r}", ALSO)
    )


@fault(KIND, "verdict_flipped_on_same_input")
def verdict_flipped(lot: Lot) -> Made:
    """Refused, asked again with nothing changed, accepted."""
    d = lot.desk("validate")
    clean = d.draft()
    no = json.dumps({"valid": False, "reason": f"{d.docs[-1]} is not cited"})
    first = replace(d.validate(no), tag="validate:no")
    draft = clean.put("validate", first, replace(clean.step("validate"), text=d.say("again", "flip")))
    return Made(clean, draft, (("validate", "call0"), ("final", "text")), (d.out,), f"{no}, then valid, unchanged")


@fault(KIND, "later_check_contradicts", modes="none written planner")
def later_check(lot: Lot) -> Made:
    """The availability check says no; all is said to be available."""
    b = lot.buying("avail", "waitlist bookfail")
    clean, i = b.draft(), lot.rng.choice([i for i, _ in b.used()])
    step = clean.step(f"avail:{i}")
    result = json.dumps({"name": b.lines[i].option["name"], "available": 0, "status": "sold out"}, ensure_ascii=False)
    draft = clean.put(step.tag, replace(step, calls=(replace(step.calls[0], result=result),)))
    places, quotes = final(str(b.say("checked")))
    return Made(clean, draft, (*places, (step.tag, "call0")), quotes, f"the check says: {result}", ALSO)


def hours(b: Buying, opens: bool) -> Draft:
    """The opening hours of the museum are looked up, and told as they are."""
    i = b.kinds.index("museum")
    name, draft = b.lines[i].option["name"], b.draft()
    shown = "10:00-18:00" if opens else "closed"
    call = Call(
        "get_opening_hours", {"name": name}, json.dumps({"name": name, b.used_day(): shown}, ensure_ascii=False)
    )
    draft = insert(draft, f"find:{i}", -1, agent(b.say("hours", name=name), "hours", call))
    told = b.say("open_day", day=b.used_day()) if opens else b.say("closed_day", name=name, day=b.used_day())
    return draft.said("final", join("\n", [draft.step("final").text, told]))


@fault(KIND, "opening_hours_not_looked_up")
def hours_not_looked_up(lot: Lot) -> Made | None:
    """Opening hours are ticked as checked; nobody looked."""
    b = lot.buying("travel")
    if "museum" not in b.kinds:
        return None
    clean = hours(b, True)
    places, quotes = final(str(b.say("open_day", day=b.used_day())))
    return Made(clean, clean.put("hours"), places, quotes, "no result holds opening hours", ALSO)


@fault(KIND, "opening_hours_contradicted")
def hours_contradicted(lot: Lot) -> Made | None:
    """The hours say closed; the tick says open."""
    b = lot.buying("travel")
    if "museum" not in b.kinds:
        return None
    clean, told = hours(b, False), b.say("open_day", day=b.used_day())
    name = b.lines[b.kinds.index("museum")].option["name"]
    draft = reworded(clean, "final", b.say("closed_day", name=name, day=b.used_day()), told)
    places, quotes = final(str(told))
    return None if draft is None else Made(clean, draft, places, quotes, f"{name} is closed on {b.used_day()}", ALSO)


def entries(d: Desk, twice: bool) -> tuple[Draft, int, str]:
    """A list of entries is printed, one of them twice or none, and told as it is."""
    rng = d.rng("entries")
    rows = [f"{d.facts[k % len(d.facts)].split(',')[0]} #{rng.randint(100, 999)}" for k in range(rng.randint(6, 12))]
    rows = list(dict.fromkeys(rows))
    name = rows[1]
    if twice:
        rows.insert(rng.randint(3, len(rows)), name)
    shown = rng.choice((json.dumps(rows), "\n".join(rows), "\n".join(f"{n + 1}. {r}" for n, r in enumerate(rows))))
    draft = insert(d.draft(), "write", -1, agent(Text(), "entries", Call("list_entries", {"path": d.out}, shown)))
    told = d.say("dup", name=name) if twice else d.say("nodup", n=str(len(rows)))
    return draft.said("final", join("\n", [draft.step("final").text, told])), len(rows), name


@fault(KIND, "duplicates_denied")
def duplicates_denied(lot: Lot) -> Made | None:
    """No duplicates, says the tick; one entry stands there twice."""
    d = lot.desk()
    clean, n, name = entries(d, True)
    told = d.say("nodup", n=str(n))
    draft = reworded(clean, "final", d.say("dup", name=name), told)
    places, quotes = final(str(told))
    return None if draft is None else Made(clean, draft, places, quotes, f"{name} is there twice", ALSO)


@fault(KIND, "count_contradicted")
def count_contradicted(lot: Lot) -> Made | None:
    """The count in the answer is not that of the list."""
    d = lot.desk()
    draft, n, _ = entries(d, False)
    wrong = n + lot.rng.choice((-2, -1, 1, 2, 3))
    told = d.say("count", n=str(n))
    clean = reworded(draft, "final", d.say("nodup", n=str(n)), told)
    bad = reworded(draft, "final", d.say("nodup", n=str(n)), d.say("count", n=str(wrong)))
    places, quotes = final(str(d.say("count", n=str(wrong))))
    return (
        None
        if clean is None or bad is None
        else Made(clean, bad, places, quotes, f"the list has {n} entries, not {wrong}", ALSO)
    )


@fault(KIND, "all_stamped_in_one_breath", provable=False)
def one_breath(lot: Lot) -> Made:
    """Every item gets the same words in one message, without a look."""
    draft = lot.any()
    word = str(lot.say("stamp_ok"))
    lines = "\n".join(f"{n + 1}. {t}: {word}" for n, t in enumerate(draft.titles()))
    step = Step("agent", plain(lines), tag="final:review", name="reviewer" if lot.format in ("chat", "otlp") else "")
    return Made(draft, draft.before("final", step), (("final:review", "text"),), (word,), "no look between the stamps")
