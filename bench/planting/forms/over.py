"""over_replan: plans written anew for nothing, and plans that change for a reason."""

import random
from dataclasses import replace

from planting.forms.form import Lot, Made, alike, fault, insert, same
from planting.forms.replan import LISTS, MISSED, OVER, cured, found
from planting.plans import overwrite
from planting.story import Draft, Stage, State, Step, Text, join, plain
from planting.words import say, space


def _retitled(draft: Draft, m: int, lot: Lot) -> State:
    """The list of one moment in other words and another order."""
    rng = random.Random(f"{lot.seed}/retitle/{m}")
    state = list(draft.states[m] or ())
    tails = {"en": ("properly", "carefully", "step by step", "in detail"), "zh": ("（仔细）", "（逐步）", "（详细）")}
    tails |= {"de": ("sorgfältig", "Schritt für Schritt", "im Detail"), "es": ("con cuidado", "paso a paso")}
    tails |= {"fr": ("avec soin", "pas à pas", "en détail"), "ja": ("（丁寧に）", "（順に）", "（詳しく）")}
    words = [f"{t} {rng.choice(tails[lot.language])}" for t, _ in state]
    new = [(w, s) for w, (_, s) in zip(words, state, strict=True)]
    rest = [x for x in new if x[1] == "pending"]
    rng.shuffle(rest)
    return tuple([x for x in new if x[1] != "pending"] + rest)


@fault(OVER, "list_made_anew_at_every_step", modes="todo")
def anew(lot: Lot) -> Made | None:
    """At every update the whole list comes in other words and another order, for no reason."""
    clean = lot.any("stillred norun long")
    n = len(clean.stages)
    if n < 4:
        return None
    draft = clean
    for m in range(1, n):
        draft = draft.at(m, _retitled(clean, m, lot))
    places = tuple((f"plan:{m}", "call0") for m in range(1, n))
    quote = (draft.states[1] or (("", ""),))[-1][0]
    return Made(clean, draft, places, (quote,), f"{n - 1} lists in other words", ())


@fault(OVER, "back_and_forth", modes="todo")
def back_and_forth(lot: Lot) -> Made | None:
    """Plan A, plan B, plan A, plan B, with nothing learnt between."""
    clean = lot.any("stillred norun long")
    n = len(clean.stages)
    if n < 5:
        return None
    state = clean.states[1] or ()
    done = [x for x in state if x[1] != "pending"]
    rest = [x for x in state if x[1] == "pending"]
    other = (*done, *reversed(rest))
    steps = [
        Step("agent", lot.say("replan", k), (overwrite(clean, other if k % 2 == 0 else state),), f"swing:{k}")
        for k in range(lot.rng.choice((4, 6)))
    ]
    draft = insert(clean, clean.stages[1].key, 0, *steps)
    places = tuple((s.tag, "call0") for s in steps)
    return Made(clean, draft, places, (rest[-1][0],), "the order of the rest swings to and fro", (MISSED,))


@fault(OVER, "restart_for_a_small_trigger", modes="todo", provable=False)
def restart(lot: Lot) -> Made | None:
    """The user asks how it goes; everything done is set back, and the work is done again."""
    base = lot.workshop(refuse="stillred norun long side").draft()
    m = lot.rng.randint(2, 3)
    if len(base.stages) < 4:
        return None
    ask = Step("user", lot.say("side_q"), tag="side:q")
    told = Step("agent", lot.say("side_a", item=base.stages[m].title), tag="side:a")
    clean = insert(base, base.stages[m].key, 0, ask, told)
    fresh: State = tuple((t, "in_progress" if i == 0 else "pending") for i, t in enumerate(clean.titles()))
    again = [Step("agent", lot.say("replan"), (overwrite(clean, fresh),), "restart")]
    for k in range(m):
        again += [replace(s, tag=f"again:{s.tag}") for s in clean.stages[k].steps]
        state = tuple(
            (t, ("completed", "in_progress", "pending")[(i >= k + 1) + (i > k + 1)])
            for i, t in enumerate(clean.titles())
        )
        again.append(Step("agent", Text(), (overwrite(clean, state),), f"redo:{k}"))
    draft = clean.after("side:a", *again)
    return Made(
        clean, draft, (("restart", "call0"),), (clean.stages[0].title,), "all done items are set back", (MISSED,)
    )


@fault(OVER, "plan_written_anew_each_turn", modes="written none")
def anew_in_words(lot: Lot) -> Made | None:
    """A plan in words before every stage, each time another, with nothing learnt."""
    draft = lot.any("stillred norun long")
    n = len(draft.stages)
    if n < 4:
        return None
    clean, places = draft, list[tuple[str, str]]()
    for m in range(1, min(n, 6)):
        stages = [*draft.titles()[m:]]
        random.Random(f"{lot.seed}/{m}").shuffle(stages)
        lines = "\n".join(f"{k + 1}. {t}" for k, t in enumerate(stages))
        words = join("\n", [say(lot.language, "replan", random.Random(f"{lot.seed}{m}")), plain(lines)])
        draft = insert(draft, draft.stages[m].key, 0, Step("agent", words, tag=f"words:{m}"))
        places.append((f"words:{m}", "text"))
    return Made(clean, draft, tuple(places), (clean.titles()[-1],), "another order each time", ())


@alike(OVER, "list_grows_by_what_is_found", modes="todo")
def grows(lot: Lot) -> Made:
    """One more item, because a result named one more file."""
    w, draft, path = found(lot)
    title = str(w.say("i_change", "extra", mod=path))
    n = draft.stage("tests")
    words = w.say("found_more", thing=path)
    steps = (replace(w.edit("extra", path, w.old, w.new), text=words), w.run("run:again"))
    stages = (*draft.stages[: n + 1], Stage(title, steps, "extra"), *draft.stages[n + 1 :])
    titles = [s.title for s in stages]
    states: list[State | None] = []
    for m in range(len(stages) + 1):
        known = [t for t in titles if t != title or m > n]
        done = {t: i for i, t in enumerate(titles)}
        kinds = ("completed", "in_progress", "pending")
        states.append(tuple((t, kinds[(done[t] >= m) + (done[t] > m)]) for t in known))
    text = join(space(lot.language), [draft.step("final").text, w.say("more_done", thing=path)])
    return same(replace(draft, stages=stages, states=tuple(states)).said("final", text), "a result gave the reason")


@alike(OVER, "plan_follows_the_user", modes=LISTS)
def follows_user(lot: Lot) -> Made:
    from planting.forms.drift import taken_off

    made = taken_off(lot)
    return made if made else same(lot.any())


@alike(OVER, "ticks_at_every_step", modes=LISTS)
def ticks(lot: Lot) -> Made:
    return same(lot.any("stillred norun"), "many updates, all of them ticks")


@alike(OVER, "order_changed_once", modes="todo")
def reordered(lot: Lot) -> Made | None:
    """The rest is put in another order once, because of a failure."""
    w, draft, why = cured(lot)
    if "docs" not in w.flags:
        return None
    words = w.say("replan_why", why=why)
    state = draft.states[draft.stage("tests")] or ()
    pending = [x for x in state if x[1] == "pending"]
    new = (*[x for x in state if x[1] != "pending"], *reversed(pending))
    return same(draft.after("fail:0", Step("agent", words, (overwrite(draft, new),), "reorder")), "once, for a reason")


@alike(OVER, "plan_written_once", modes="written planner")
def once(lot: Lot) -> Made:
    return same(lot.any("stillred norun"), "one plan, carried out")
