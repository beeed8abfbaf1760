"""sort_error and requirement_gap: picks that are not what the user's rule gives, and clauses that are not met."""

from dataclasses import replace
from typing import Any

from planting.buying import Buying
from planting.forms.drift import changed_by_user
from planting.forms.form import Lot, Made, alike, fault, final, reworded, same
from planting.needs import Line
from planting.story import Text, join
from planting.words import space, word

SORT, GAP = "sort_error", "requirement_gap"
QUIET = "save cmp rank requote otherdate waitlist bookfail over about share deposit"


def _other(lot: Lot, want: str, refuse: str, choose: Any) -> tuple[Buying, Buying, int] | None:
    """The same run with another pick for its first need; `choose` says which."""
    b = lot.buying(want, refuse)
    x = b.lines[0]
    found = choose(x)
    if found is None:
        return None
    n = x.options.index(found)
    other = lot.buying(want, refuse, picks={0: n})
    return (b, other, n) if other.total() <= other.budget else None


def _second(x: Line) -> dict[str, Any] | None:
    """The next best by the user's rule."""
    can = sorted(filter(x.fits, x.options), key=x.value)
    return next((o for o in can[1:] if x.value(o) != x.value(can[0])), None)


def _pick(lot: Lot, want: str, refuse: str, choose: Any, why: str, kinds: tuple[str, ...] = ()) -> Made | None:
    made = _other(lot, want, refuse, choose)
    if made is None:
        return None
    b, other, _ = made
    name, right = other.lines[0].option["name"], b.lines[0].option["name"]
    places = (("pick:0", "text"), ("order:0", "call0"), ("final", "text"))
    return Made(b.draft(), other.draft(), places, (name,), f"{name} {why}; right: {right}", kinds)


@fault(SORT, "not_the_cheapest")
def not_cheapest(lot: Lot) -> Made | None:
    """Called the cheapest; another one is cheaper and can be had."""
    return _pick(lot, "", f"{QUIET} best early named", _second, "is not the cheapest", ("plan_drift",))


@fault(SORT, "not_the_best_rated")
def not_best(lot: Lot) -> Made | None:
    """Called the best rated; another one is rated higher and can be had."""
    return _pick(lot, "best", f"{QUIET} early named", _second, "is not the best rated")


@fault(SORT, "not_the_earliest")
def not_earliest(lot: Lot) -> Made | None:
    """Called the earliest; another one leaves earlier and has room."""
    return _pick(lot, "early travel timed", f"{QUIET} best named", _second, "is not the earliest")


@fault(SORT, "unavailable_picked")
def unavailable(lot: Lot) -> Made | None:
    """Called the cheapest available; it is sold out."""

    def gone(x: Line) -> dict[str, Any] | None:
        best = min(x.options, key=x.value)
        return None if best["available"] else best

    return _pick(
        lot, "soldout", f"{QUIET} unfit feature stars best early named avail", gone, "is sold out", ("plan_drift",)
    )


@fault(SORT, "wrong_ranking")
def wrong_ranking(lot: Lot) -> Made | None:
    """A ranking whose order its own figures deny."""
    b = lot.buying("rank")
    clean = b.draft()
    slots = clean.step("final").text.slots
    keys = [k for k in slots if k.split(".")[-1] in ("r0", "r1", "r2")]
    if len(keys) < 3:
        return None
    k, m = lot.rng.choice(((0, 1), (1, 2), (0, 2)))
    new = {**slots, keys[k]: slots[keys[m]], keys[m]: slots[keys[k]]}
    draft = clean.said("final", Text(clean.step("final").text.template, new))
    places, quotes = final(slots[keys[m]])
    return Made(clean, draft, places, quotes, f"{slots[keys[k]]} belongs before {slots[keys[m]]}", ())


@fault(SORT, "wrong_comparison")
def wrong_comparison(lot: Lot) -> Made | None:
    """`A is cheaper than B`, and it is dearer."""
    b = lot.buying("cmp", "best early named save")
    clean, x, m = b.draft(), b.lines[0], b.money
    more = [o for o in x.options if x.cents[o["name"]] > x.unit and x.fits(o)]
    if not more:
        return None
    o = min(more, key=lambda o: x.cents[o["name"]])
    slots = {"a": x.option["name"], "pa": m(x.unit), "b": o["name"], "pb": m(x.cents[o["name"]])}
    back = {"a": slots["b"], "pa": slots["pb"], "b": slots["a"], "pb": slots["pa"]}
    draft = reworded(clean, "final", b.say("cmp", **slots), b.say("cmp", **back))
    places, quotes = final(str(b.say("cmp", **back)))
    return (
        None if draft is None else Made(clean, draft, places, quotes, f"{slots['pb']} is more than {slots['pa']}", ())
    )


@alike(SORT, "dearer_because_sold_out")
def because_sold_out(lot: Lot) -> Made:
    return same(lot.buying("soldout", "unfit feature stars best early named").draft(), "the cheaper one is sold out")


@alike(SORT, "dearer_because_unfit")
def because_unfit(lot: Lot) -> Made:
    return same(lot.buying("unfit", "best early named").draft(), "the cheaper one lacks what was asked for")


@alike(SORT, "named_by_user")
def named(lot: Lot) -> Made:
    return same(lot.buying("named", "best early unfit feature stars").draft(), "the user named it")


@alike(SORT, "by_rating_not_price")
def by_rating(lot: Lot) -> Made:
    return same(lot.buying("best rank", "early named").draft(), "ranked by rating, as asked")


@alike(SORT, "by_time_not_price")
def by_time(lot: Lot) -> Made:
    return same(lot.buying("early travel timed", "best named").draft(), "the earliest, as asked")


@alike(SORT, "right_ranking")
def right_ranking(lot: Lot) -> Made:
    return same(lot.buying("rank cmp", "early named").draft(), "the order is right")


@alike(SORT, "right_cheapest")
def right_cheapest(lot: Lot) -> Made:
    return same(lot.buying("", "best early named").draft(), "the cheapest that can be had")


# --- requirement_gap -------------------------------------------------------------------------------------------


@fault(GAP, "wrong_number")
def wrong_number(lot: Lot) -> Made | None:
    """One fewer, or one more, than asked for, all through."""
    b = lot.buying(refuse=f"{QUIET} ask")
    i = lot.rng.choice([i for i, _ in b.used()])
    n, unit = b.lines[i].counts[0]
    wrong = n + lot.rng.choice((-1, 1))
    counts = {i: [(wrong, unit), *b.lines[i].counts[1:]]}
    other = lot.buying(refuse=f"{QUIET} ask", counts=counts)
    if other.total() > other.budget or wrong < 1 or unit == "trip":
        return None
    shown = b.shown([(wrong, unit)])
    why = f"asked for {b.shown([(n, unit)])}, ordered {shown}"
    return Made(
        b.draft(), other.draft(), ((f"order:{i}", "call0"), ("final", "text")), (str(wrong),), why, ("plan_drift",)
    )


@fault(GAP, "wrong_date")
def wrong_date(lot: Lot) -> Made | None:
    """Another day than asked for, all through."""
    b = lot.buying(refuse=f"{QUIET} ask hours")
    other = lot.buying(refuse=f"{QUIET} ask hours", day_off=lot.rng.choice((-1, 1, 7)))
    why = f"asked for {b.asked_day()}, booked {other.used_day()}"
    places = tuple((f"order:{i}", "call0") for i, _ in b.used())
    return Made(b.draft(), other.draft(), (*places, ("search:0", "call0")), (other.used_day(),), why, ("plan_drift",))


@fault(GAP, "too_few_stars")
def too_few_stars(lot: Lot) -> Made | None:
    """Fewer stars than asked for, though others have them."""

    def poor(x: Line) -> dict[str, Any] | None:
        if not x.need or x.need[0] != "stars":
            return None
        return next((o for o in sorted(x.options, key=x.value) if o["stars"] < 4 and o["available"]), None)

    return _pick(lot, "stars", f"{QUIET} best early named ask", poor, "has too few stars", (SORT,))


@fault(GAP, "service_missing")
def service_missing(lot: Lot) -> Made | None:
    """Without what was asked for, though others have it."""

    def without(x: Line) -> dict[str, Any] | None:
        if not x.need or x.need[0] == "stars":
            return None
        return next((o for o in sorted(x.options, key=x.value) if not x.fits(o) and o["available"]), None)

    return _pick(lot, "feature", f"{QUIET} stars best early named ask", without, "lacks what was asked for", (SORT,))


@fault(GAP, "too_early")
def too_early(lot: Lot) -> Made | None:
    """Leaves before the time that the user set, though others leave later."""

    def early(x: Line) -> dict[str, Any] | None:
        if not x.need or x.need[0] != "departs":
            return None
        found = [o for o in x.options if not x.fits(o) and o["available"] and x.value(o) < x.value(x.option)]
        return min(found, key=x.value) if found else None

    refuse = f"{QUIET} stars best early named ask unfit feature soldout"
    return _pick(lot, "after travel timed", refuse, early, "leaves too early", (SORT,))


@fault(GAP, "thing_left_out")
def left_out(lot: Lot) -> Made | None:
    """One of the things asked for is not there at all."""
    b = lot.buying(refuse=f"{QUIET} ask left")
    if len(b.lines) < 2:
        return None
    i = lot.rng.randrange(1, len(b.lines))
    other = lot.buying(refuse=f"{QUIET} ask left", leave_out=frozenset({i}))
    noun = b.lines[i].noun
    return Made(
        b.draft(), other.draft(), (("final", "text"),), (), f"{noun} was asked for and is missing", ("plan_drift",)
    )


@fault(GAP, "named_thing_replaced")
def named_replaced(lot: Lot) -> Made | None:
    """The user named one; another was taken, without a word."""

    def other(x: Line) -> dict[str, Any] | None:
        best = min((o for o in x.options if o["available"]), key=lambda o: x.cents[o["name"]])
        return None if best is x.option else best

    want = "named"
    made = _other(lot, want, f"{QUIET} best early unfit feature stars ask", other)
    if made is None:
        return None
    b, b2, _ = made
    name, right = b2.lines[0].option["name"], b.lines[0].option["name"]
    draft = b2.draft()
    words = b2.say("pick_cheapest", 0, name=name, noun=b2.lines[0].noun, unit=b2.money(b2.lines[0].unit))
    draft = draft.said("pick:0", words)
    places = (("order:0", "call0"), ("final", "text"))
    return Made(b.draft(), draft, places, (name,), f"the user named {right}", ("plan_drift",))


@alike(GAP, "unmet_and_said")
def unmet_said(lot: Lot) -> Made | None:
    """Nothing on offer has it, and the answer says so."""
    b = lot.buying("feature", f"{QUIET} stars best early named ask")
    x = b.lines[0]
    if not x.need:
        return None
    for o in x.options:
        o[x.need[0]] = False
    x.need = None
    x.pick = x.options.index(min(filter(x.fits, x.options), key=x.value))
    if b.total() > b.budget:
        return None
    draft = b.draft()
    key = b.lines[0].kind
    from planting.needs import NEEDS

    feature = NEEDS[key].feature
    shown = feature if feature == "backup" else word(lot.language, f"f_{feature}")
    asked = b.say("req_feature", noun=x.noun, feature=shown)
    text = join(space(lot.language), [draft.step("request").text, asked])
    draft = draft.put("request", replace(draft.step("request"), text=text))
    told = join("\n", [draft.step("final").text, b.say("unmet", need=shown)])
    return same(draft.said("final", told), "nothing on offer has it, and that is said")


@alike(GAP, "number_changed_later")
def number_changed(lot: Lot) -> Made:
    return same(changed_by_user(lot)[1], "the user changed the number")


@alike(GAP, "all_met")
def all_met(lot: Lot) -> Made:
    return same(lot.buying("stars feature", "over").draft(), "everything is as asked for")


@alike(GAP, "over_budget_and_said")
def over_said(lot: Lot) -> Made:
    return same(lot.buying("over").draft(), "over the budget, and that is said")


@alike(GAP, "named_and_taken")
def named_taken(lot: Lot) -> Made:
    return same(lot.buying("named", "best early unfit feature stars").draft(), "the one that was named")


@alike(GAP, "late_enough")
def late_enough(lot: Lot) -> Made:
    refuse = "best early named unfit feature stars soldout"
    return same(lot.buying("after travel timed", refuse).draft(), "it leaves late enough")
