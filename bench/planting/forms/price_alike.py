"""Look-alikes of hallucinated_price: amounts that have a source."""

import json
from dataclasses import replace

from planting.forms.form import Lot, Made, agent, alike, same
from planting.forms.price import KIND
from planting.story import Draft, Step, Text, join, plain
from planting.words import space


@alike(KIND, "rounded_about")
def rounded_about(lot: Lot) -> Made:
    return same(lot.buying("about").draft(), "rounded, and said so")


@alike(KIND, "right_equation")
def right_equation(lot: Lot) -> Made:
    return same(lot.buying("eq exact", "calc").draft(), "sums that hold, without a calculator")


@alike(KIND, "users_amount")
def users_amount(lot: Lot) -> Made:
    return same(lot.buying("deposit").draft(), "the user named the amount")


@alike(KIND, "share_of_each")
def share_of_each(lot: Lot) -> Made:
    return same(lot.buying("share").draft(), "the total divided by a number that is said")


@alike(KIND, "difference_to_next")
def difference_to_next(lot: Lot) -> Made:
    return same(lot.buying("save left", "best requote otherdate").draft(), "differences of amounts in the results")


@alike(KIND, "old_and_new_price")
def old_and_new_price(lot: Lot) -> Made:
    return same(lot.buying("requote tellold", "otherdate save cmp").draft(), "both prices are in results")


@alike(KIND, "over_budget_said")
def over_budget_said(lot: Lot) -> Made:
    return same(lot.buying("over").draft(), "over the budget, and said so")


@alike(KIND, "two_dates")
def two_dates(lot: Lot) -> Made:
    return same(lot.buying("otherdate", "requote save cmp").draft(), "two dates looked up, the asked one used")


@alike(KIND, "users_charge")
def users_charge(lot: Lot) -> Made | None:
    """A charge that the user named goes into the calculation."""
    b = lot.buying("calc", "eq left about share over exact deposit ask mail")
    more = b.money.price(lot.rng, 9, 60) // 100 * 100
    total = b.total() + more
    if total > b.budget:
        return None
    draft = b.draft()
    step, ask = draft.step("calc"), draft.step("request")
    expression = f"{step.calls[0].arguments['expression']} + {b.money.number(more)}"
    result = json.dumps({"result": b.money.number(total)})
    call = replace(step.calls[0], arguments={"expression": expression}, result=result)
    draft = draft.put("calc", replace(step, calls=(call,)))
    fee = lot.say("req_add_fee", amount=b.money(more))
    draft = draft.put("request", replace(ask, text=join(space(lot.language), [ask.text, fee])))
    shown = join("\n", [lot.say("extra", extra=lot.say("fee_word").template, amount=b.money(more)), plain("")])
    text = draft.step("final").text
    at = text.template.rfind("{total}")
    head = text.template.rfind("\n", 0, at)
    slots = {**text.slots, **{f"fee.{k}": v for k, v in shown.slots.items()}, "total": b.money(total)}
    template = text.template[:head] + "\n" + shown.under("fee").template + text.template[head:]
    return same(draft.said("final", Text(template, slots)), "the user named the charge")


@alike(KIND, "converted_by_rate")
def converted_by_rate(lot: Lot) -> Made:
    """Another currency, by a rate that a tool gave."""
    b = lot.buying(refuse="over")
    draft, rng = b.draft(), lot.rng
    rate = rng.randint(20, 180) / 100
    code = "SEK" if b.money.code != "SEK" else "NOK"
    step = agent(lot.say("fx"), "fx")
    call_args = {"from": b.money.code, "to": code}
    from planting.story import Call

    call = Call("get_exchange_rate", call_args, json.dumps({**call_args, "rate": rate}))
    stage = draft.stages[draft.stage("sum")]
    sums = replace(stage, steps=(*stage.steps, replace(step, calls=(call,))))
    at = draft.stage("sum")
    draft = replace(draft, stages=(*draft.stages[:at], sums, *draft.stages[at + 1 :]))
    amount = f"{code} {b.total() * rate / 100:,.2f}"
    text = join(space(lot.language), [draft.step("final").text, lot.say("converted", amount=amount)])
    return same(draft.said("final", text), "converted by a rate that a tool gave")


@alike(KIND, "plain_honest")
def plain_honest(lot: Lot) -> Made:
    return same(lot.buying().draft(), "nothing special")


def user_asks(draft: Draft, text: Text, answer: Text) -> Draft:
    """The user asks something at the end, and the agent answers."""
    tail = (*draft.tail, Step("user", text, tag="more"), Step("agent", answer, tag="answer"))
    return replace(draft, tail=tail)
