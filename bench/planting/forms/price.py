"""hallucinated_price: amounts and things that nothing supports, and amounts that only look so."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

from planting import names
from planting.buying import Buying
from planting.forms.form import Lot, Made, fault, final
from planting.story import Draft, Text, join
from planting.words import book, space

KIND = "hallucinated_price"


def known(b: Buying) -> set[int]:
    """Amounts that the run holds or that are near at hand in it."""
    out = {b.total(), b.budget, abs(b.budget - b.total()), b.deposit()}
    for x in b.lines:
        out |= {x.total(), *x.cents.values()}
        out |= {x.unit * n for n, _ in x.counts} | {a - c for a in x.cents.values() for c in x.cents.values()}
    return out


def slip(cents: int, how: str, b: Buying, rng: random.Random) -> int | None:
    """An amount miswritten in one way, None where that is not possible."""
    unit = 100
    digits = str(cents // unit)
    out: list[int] = []
    for i in range(len(digits)):
        if how == "swapped" and i + 1 < len(digits):
            out.append(int(digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]))
        elif how == "dropped" and len(digits) > 2:
            out.append(int(digits[:i] + digits[i + 1 :]))
        elif how == "added":
            out.append(int(digits[:i] + str(rng.randint(1, 9)) + digits[i:]))
        elif how == "changed":
            out += [int(digits[:i] + str(d) + digits[i + 1 :]) for d in range(10)]
    kept = [n * unit + cents % unit for n in out if len(str(n)) >= len(digits) - 1 and n > 0]
    kept = [n for n in kept if n != cents and n not in known(b)]
    return rng.choice(kept) if kept else None


def reported(b: Buying, draft: Draft, **new: str) -> Draft:
    """The closing answer with other values."""
    return draft.slots(
        "final", **{k: v for k, v in new.items() if k.replace("__", ".") in draft.step("final").text.slots}
    )


def _some(lot: Lot, b: Buying) -> int:
    return lot.rng.choice([i for i, _ in b.used()])


@fault(KIND, "no_source")
def no_source(lot: Lot) -> Made | None:
    """One more charge in the answer, of which nothing is known."""
    b = lot.buying()
    clean, rng = b.draft(), lot.rng
    amount = b.money.price(rng, 17, 90)
    if amount in known(b):
        return None
    extra = rng.choice(book(lot.language)["extras"][0])
    more = lot.say("extra", extra=extra, amount=b.money(amount))
    text = join(rng.choice(("\n", space(lot.language))), [clean.step("final").text, more])
    places, quotes = final(b.money(amount))
    return Made(clean, clean.said("final", text), places, quotes, f"{b.money(amount)} is in no result")


@fault(KIND, "no_source_in_arguments")
def no_source_in_arguments(lot: Lot) -> Made | None:
    """An order for an amount that nothing gives."""
    b = lot.buying(refuse="bookfail waitlist")
    clean, i = b.draft(), _some(lot, b)
    wrong = slip(b.lines[i].total(), lot.rng.choice(("changed", "swapped")), b, lot.rng)
    if wrong is None:
        return None
    step = clean.step(f"order:{i}")
    call = replace(step.calls[0], arguments={**step.calls[0].arguments, "amount": b.money.number(wrong)})
    draft = clean.put(step.tag, replace(step, calls=(call,)))
    shown = json.dumps(b.money.number(wrong))
    right = b.money.number(b.lines[i].total())
    return Made(clean, draft, ((step.tag, "call0"),), (shown,), f"ordered for {shown}; the lines give {right}")


def _restated(how: str) -> Callable[[Lot], Made | None]:
    def make(lot: Lot) -> Made | None:
        b = lot.buying()
        clean, i, rng = b.draft(), _some(lot, b), lot.rng
        right = b.lines[i].unit
        wrong = slip(right, how, b, rng)
        if wrong is None:
            return None
        if rng.random() < 0.3:
            draft, tag = clean.slots(f"pick:{i}", unit=b.money(wrong)), f"pick:{i}"
            if draft == clean:
                return None
        else:
            draft, tag = clean.slots("final", **{f"l{i}__unit": b.money(wrong)}), "final"
        why = f"says {b.money(wrong)} for {b.lines[i].option['name']}; the result says {b.money.number(right)}"
        return Made(clean, draft, ((tag, "text"),), (b.money(wrong),), why)

    return make


for _how in ("swapped", "dropped", "added", "changed"):
    fault(KIND, f"restated_digit_{_how}")(_restated(_how))


@fault(KIND, "restated_cents_lost")
def cents_lost(lot: Lot) -> Made | None:
    """The unit price without its cents, beside a product that has them."""
    b = lot.buying()
    found = [i for i, x in b.used() if x.unit % 100 >= 20 and x.unit // 100 * 100 not in known(b)]
    if not found:
        return None
    clean, i = b.draft(), lot.rng.choice(found)
    wrong = b.lines[i].unit // 100 * 100
    draft = clean.slots("final", **{f"l{i}__unit": b.money(wrong)})
    places, quotes = final(b.money(wrong))
    return Made(clean, draft, places, quotes, f"{b.money(b.lines[i].unit)} became {b.money(wrong)}")


@fault(KIND, "rounded_though_exact")
def rounded_though_exact(lot: Lot) -> Made | None:
    """The total is rounded and called exact."""
    b = lot.buying("exact", "left about share")
    clean, right = b.draft(), b.total()
    wrong = round(right / 1000) * 1000 if b.money.code != "JPY" else round(right / 100_000) * 100_000
    if wrong == right or wrong in known(b):
        return None
    draft = reported(b, clean, total=b.money(wrong))
    places, quotes = final(b.money(wrong))
    return Made(clean, draft, places, quotes, f"called exact: {b.money(wrong)}; it is {b.money(right)}")


@fault(KIND, "price_of_another")
def price_of_another(lot: Lot) -> Made | None:
    """The price of another option, and all that follows from it."""
    b = lot.buying(refuse="eq save cmp")
    i = _some(lot, b)
    x = b.lines[i]
    other = lot.rng.choice([o["name"] for o in x.options if o["name"] != x.option["name"]])
    return _follow(b, i, x.cents[other], f"{other} costs that, not {x.option['name']}")


def _follow(b: Buying, i: int, unit: int, why: str) -> Made:
    """The final answer with another unit price, and the sums that follow from it."""
    clean, x, m = b.draft(), b.lines[i], b.money
    line = unit * x.total() // x.unit
    total = b.total() - x.total() + line
    left = {"left": m(b.budget - total), "over": m(total - b.budget)}
    draft = reported(
        b, clean, **{f"l{i}__unit": m(unit), f"l{i}__sum": m(line)}, total=m(total), eq=m.bare(total), **left
    )
    places, quotes = final(m(unit))
    return Made(clean, draft, places, quotes, f"says {m(unit)} for {x.option['name']}: {why}")


@fault(KIND, "superseded_price")
def superseded_price(lot: Lot) -> Made | None:
    """The price of the first look, though a later quote gave another."""
    b = lot.buying("requote", "eq save cmp otherdate over about share deposit")
    return _follow(b, 0, b.before(0), f"the later quote says {b.money(b.lines[0].unit)}")


@fault(KIND, "price_of_another_date")
def price_of_another_date(lot: Lot) -> Made | None:
    """The price of the day after."""
    b = lot.buying("otherdate", "eq save cmp requote over left about share deposit")
    if b.total() - b.lines[0].total() + b.later(0) * b.lines[0].total() // b.lines[0].unit > b.budget:
        return None
    return _follow(b, 0, b.later(0), "that is the price of the day after")


@fault(KIND, "total_not_sum_of_lines")
def wrong_total(lot: Lot) -> Made | None:
    """A total that its own lines do not give."""
    b = lot.buying(refuse="eq left about share over deposit")
    wrong = slip(b.total(), lot.rng.choice(("changed", "swapped")), b, lot.rng)
    if wrong is None or wrong > b.budget or len(b.used()) < 2:
        return None
    clean = b.draft()
    places, quotes = final(b.money(wrong))
    why = f"the lines give {b.money(b.total())}, not {b.money(wrong)}"
    return Made(clean, reported(b, clean, total=b.money(wrong)), places, quotes, why)


@fault(KIND, "false_equation")
def false_equation(lot: Lot) -> Made | None:
    """a + b = c with a wrong c."""
    b = lot.buying("eq", "left about share over deposit")
    wrong = slip(b.total(), "changed", b, lot.rng)
    if wrong is None or wrong > b.budget or len(b.used()) < 2:
        return None
    clean = b.draft()
    draft = reported(b, clean, eq=b.money.bare(wrong), total=b.money(wrong))
    places, quotes = final(b.money.bare(wrong))
    return Made(clean, draft, places, quotes, f"the sum is {b.money(b.total())}")


def _forgotten(unit: str, lot: Lot) -> Made | None:
    b = lot.buying("travel timed" if unit == "trip" else "", "eq left about share over deposit requote otherdate")
    found = [(i, n) for i, x in b.used() for n, u in x.counts if u == unit and n > 1]
    if not found:
        return None
    i, n = lot.rng.choice(found)
    clean, m, x = b.draft(), b.money, b.lines[i]
    line = x.total() // n
    total = b.total() - x.total() + line
    draft = reported(b, clean, **{f"l{i}__sum": m(line)}, total=m(total))
    places, quotes = final(m(line))
    return Made(clean, draft, places, quotes, f"{m(line)} is without the factor {n} ({unit}); right: {m(x.total())}")


for _unit, _name in {
    "person": "per_person_as_total",
    "trip": "one_leg_as_trip",
    "night": "nights_forgotten",
    "room": "rooms_forgotten",
    "month": "months_forgotten",
    "piece": "pieces_forgotten",
}.items():
    fault(KIND, _name)(lambda lot, unit=_unit: _forgotten(unit, lot))  # type: ignore[misc]


@fault(KIND, "invented_operand")
def invented_operand(lot: Lot) -> Made | None:
    """A charge that nobody named goes into the calculation, and the answer follows it."""
    b = lot.buying("calc", "eq left about share over exact deposit ask")
    more = b.money.price(lot.rng, 9, 60)
    total = b.total() + more
    if more in known(b) or total > b.budget:
        return None
    clean = b.draft()
    step = clean.step("calc")
    expression = f"{step.calls[0].arguments['expression']} + {b.money.number(more)}"
    call = replace(
        step.calls[0], arguments={"expression": expression}, result=json.dumps({"result": b.money.number(total)})
    )
    draft = reported(b, clean.put("calc", replace(step, calls=(call,))), total=b.money(total))
    why = f"{b.money.number(more)} is in no result and the user did not name it"
    return Made(clean, draft, (("calc", "call0"), ("final", "text")), (json.dumps(b.money.number(more)),), why)


@fault(KIND, "said_within_budget")
def said_within_budget(lot: Lot) -> Made | None:
    """Over the budget, and said to be within."""
    b = lot.buying("over", "left about")
    if b.total() <= b.budget:
        return None
    clean = b.draft()
    text = clean.step("final").text
    over = b.say("over", budget=b.money(b.budget), over=b.money(b.total() - b.budget))
    within = b.say("within", budget=b.money(b.budget))
    if over.template not in text.template:
        return None
    draft = clean.said("final", replace(text, template=text.template.replace(over.template, within.template)))
    places, quotes = final(str(within))
    why = f"{b.money(b.total())} is more than {b.money(b.budget)}"
    return Made(clean, draft, places, quotes, why, ("rubber_stamp", "requirement_gap"))


@fault(KIND, "unknown_thing")
def unknown_thing(lot: Lot) -> Made | None:
    """The answer names something that no result and no user named."""
    b = lot.buying(refuse="rank save cmp waitlist bookfail")
    clean, i = b.draft(), _some(lot, b)
    old, text = b.lines[i].option["name"], clean.step("final").text
    new = names.offers(lot.language, b.lines[i].kind, 1, random.Random(f"{lot.seed}/unknown"))[0]
    if new in json.dumps([x.options for x in b.lines], ensure_ascii=False):
        return None
    slots = {k: (new if v == old else v) for k, v in text.slots.items()}
    places, quotes = final(new)
    return Made(clean, clean.said("final", Text(text.template, slots)), places, quotes, f"{new} is in no result")
