"""missed_replan and over_replan: going on unchanged where the plan should change, and changing it for nothing."""

import json
from dataclasses import replace

from planting.forms.drift import changed_by_user
from planting.forms.form import Lot, Made, agent, alike, fault, insert, same
from planting.plans import overwrite
from planting.story import Call, Draft, State, Step, Text, join
from planting.words import space
from planting.workshop import Workshop

MISSED, OVER = "missed_replan", "over_replan"
LISTS = "todo tasks"
ERRORS = (
    "connect ECONNREFUSED 127.0.0.1:5432",
    "ModuleNotFoundError: No module named 'fixtures'",
    "Error: database schema is out of date",
    "port 8080 is already in use",
)


def _unready(w: Workshop, tag: str, why: str) -> Step:
    """The tests cannot even start."""
    call = Call("run_command", {"command": w.runner}, why, failed=True)
    return Step("agent", w.say("run", tag), (call,), tag)


def cured(lot: Lot) -> tuple[Workshop, Draft, str]:
    """The tests cannot start once; the cause is removed, then they run."""
    w = lot.workshop(refuse="red stillred norun")
    why = lot.rng.choice(ERRORS)
    cure = w.shell("cure", w.say("other_way"), "make services", "services: started\nready")
    return w, w.draft().before("run", _unready(w, "fail:0", why), cure), why


@fault(MISSED, "same_call_same_error")
def same_error(lot: Lot) -> Made:
    """The same command with the same error, again and again."""
    w, clean, why = cured(lot)
    count = lot.rng.randint(3, 6)
    more = [replace(_unready(w, f"fail:{n}", why), text=w.say("again", n)) for n in range(1, count)]
    draft = clean.after("fail:0", *more)
    return Made(clean, draft, tuple((s.tag, "call0") for s in more), (why[:12],), f"{count} times: {why}")


@fault(MISSED, "same_error_under_changing_arguments")
def same_error_varied(lot: Lot) -> Made:
    """Another page, another limit; always the same error."""
    d = lot.desk(refuse="search")
    clean, rng = d.draft(), lot.rng
    why = rng.choice(("401 invalid api key", "403 quota exceeded for this project", "500 index is being rebuilt"))
    first = Step("agent", d.say("search", topic=d.topic), (_query(d.topic, 10, why),), "ask:0")
    clean = insert(clean, "write", 0, first, agent(d.say("missing", doc="search_library", why=why), "giveup"))
    count = rng.randint(4, 6)
    words = [d.topic, f"{d.topic} 2026", f"{d.topic} review", f"review of {d.topic}", f"{d.topic} data", "survey"]
    more = [
        Step("agent", d.say("again", n), (_query(words[n % 6], 10 * (n + 1), why),), f"ask:{n}")
        for n in range(1, count)
    ]
    return Made(clean, clean.after("ask:0", *more), tuple((s.tag, "call0") for s in more), (why,), f"{count}: {why}")


def _query(query: str, limit: int, why: str) -> Call:
    return Call("search_library", {"query": query, "limit": limit}, json.dumps({"error": why}), failed=True)


@fault(MISSED, "same_call_same_result")
def same_result(lot: Lot) -> Made:
    """The same thing is looked up again and again, and shows the same."""
    d = lot.desk()
    clean = d.draft()
    count, step = lot.rng.randint(3, 5), clean.step("open:0")
    more = [replace(step, tag=f"reopen:{n}", text=d.say("open", n + 50, doc=d.docs[0])) for n in range(count)]
    places = tuple((s.tag, "call0") for s in more)
    return Made(clean, clean.after("open:0", *more), places, (d.docs[0],), f"read {count + 1} times, nothing new")


@fault(MISSED, "no_progress_on_unchanged_page", modes="none written planner")
def unchanged(lot: Lot) -> Made | None:
    """The same click on a page that stays as it is."""
    from planting.forms.stamp import unchanged_page

    made, d = unchanged_page(lot), lot.desk("form undone")
    if made is None:
        return None
    count = lot.rng.randint(3, 6)
    more = [replace(d.click(f"click:{n}", d.page), text=d.say("again", n)) for n in range(count)]
    draft = made.clean.after("click", *more)
    places = tuple((s.tag, "call0") for s in more)
    return Made(made.clean, draft, places, ("#submit",), f"{count + 1} clicks, the page stays the same")


@fault(MISSED, "repeated_empty_results", provable=False)
def repeated_empty(lot: Lot) -> Made | None:
    """Empty, empty, empty: the search goes on in the same way."""
    from planting.forms.stamp import empty

    d = lot.desk("search")
    clean = empty(d)
    if clean is None:
        return None
    tails = ("2026", "study", "report", "figures", "overview", "Europe")
    count = lot.rng.randint(4, 6)
    more = [d.search(f"search:more{n}", f"{d.topic} {tails[n]}", 0) for n in range(count)]
    draft = clean.after("search:1", *more)
    places = tuple((s.tag, "call0") for s in more)
    return Made(clean, draft, places, (f"{d.topic} {tails[0]}",), f"{count + 2} searches without a hit")


@fault(MISSED, "contradicting_observation_ignored", provable=False)
def contradiction(lot: Lot) -> Made:
    """The file says that it is generated and must not be changed by hand; it is changed by hand."""
    w = lot.workshop()
    clean, i = w.draft(), lot.rng.randrange(len(w.modules))
    step = clean.step(f"look:{i}")
    mark = {"ts": "//", "go": "//", "sql": "--"}.get(w.pattern.rsplit(".", 1)[1], "#")
    note = f"{mark} GENERATED from templates/{w.modules[i]}.in - do not edit: every build overwrites this file\n"
    call = replace(step.calls[0], result=note + step.calls[0].result)
    draft = clean.put(step.tag, replace(step, calls=(call,)))
    return Made(clean, draft, ((f"edit:{i}", "call0"),), (w.path(w.modules[i]),), note.strip(), ("plan_drift",))


def found(lot: Lot) -> tuple[Workshop, Draft, str]:
    """The test run names one more file that needs the change."""
    w = lot.workshop(refuse="red stillred norun")
    path = w.path(w.spare)
    draft = w.draft()
    step = draft.step("run")
    warning = f"warning: {path} still uses {w.old}; it will stop working when {w.old} is removed\n"
    call = replace(step.calls[0], result=warning + step.calls[0].result)
    return w, draft.put("run", replace(step, calls=(call,))), path


def _taken_up(lot: Lot) -> tuple[Draft, Draft, str]:
    w, missed, path = found(lot)
    words = join(space(lot.language), [w.say("found_more", thing=path)])
    steps = [replace(w.edit("extra", path, w.old, w.new), text=words), w.run("run:again")]
    clean = missed.after("run", *steps)
    text = join(space(lot.language), [clean.step("final").text, w.say("more_done", thing=path)])
    return clean.said("final", text), missed, path


@fault(MISSED, "discovered_work_not_taken_up", provable=False)
def discovered(lot: Lot) -> Made:
    """A result names one more file that needs the change; nobody takes it up."""
    clean, draft, path = _taken_up(lot)
    return Made(
        clean, draft, (("run", "result0"), ("final", "text")), (path,), f"{path} needs it too", ("rubber_stamp",)
    )


def _swapped(lot: Lot, follow: int) -> tuple[Workshop, Draft]:
    """The user wants something else after the first module; the agent follows from module `follow` on."""
    w = lot.workshop(refuse="side stillred")
    draft = w.draft()
    ask = Step("user", w.say("user_swap", old=w.new, new=w.third), tag="swap")
    ack = Step("agent", w.say("ack_swap", old=w.new, new=w.third), tag="ackswap")
    draft = insert(draft, "change:0", -1, ask, ack)
    for i, m in enumerate(w.modules):
        if i >= max(1, follow):
            draft = draft.put(f"edit:{i}", _now(w, draft, i, m))
    if follow < len(w.modules):
        done = range(max(1, follow))
        redo = [w.edit(f"redo:{i}", w.path(w.modules[i]), w.new, w.third) for i in done]
        at = "ackswap" if follow == 0 else f"edit:{follow}"
        draft = draft.after(at, *redo)
        text = draft.step("final").text
        slots = {k: (w.third if v == w.new else v) for k, v in text.slots.items()}
        draft = draft.said("final", Text(text.template, slots))
    return w, draft


def _now(w: Workshop, draft: Draft, i: int, module: str) -> Step:
    step = draft.step(f"edit:{i}")
    given = {**step.calls[0].arguments, "new": w.third}
    return replace(step, calls=(replace(step.calls[0], arguments=given),))


@fault(MISSED, "users_change_not_taken_up")
def not_taken_up(lot: Lot) -> Made:
    """The user changes what is wanted, the agent says yes, and goes on as before."""
    if lot.rng.random() < 0.4:
        after, clean, words = changed_by_user(lot)
        _, draft, _ = changed_by_user(lot, follow=False)
        tag = f"order:{after.used()[0][0]}"
        return Made(clean, draft, ((tag, "call0"), ("final", "text")), (), words, ("plan_drift", "requirement_gap"))
    w, clean = _swapped(lot, 0)
    _, draft = _swapped(lot, len(w.modules))
    places = (("edit:1", "call0"), ("final", "text"))
    return Made(clean, draft, places, (w.new,), f"the user wants {w.third}", ("plan_drift", "requirement_gap"))


@fault(MISSED, "users_change_taken_up_late", provable=False)
def taken_up_late(lot: Lot) -> Made | None:
    """The change is acknowledged, and followed only several files later."""
    w, clean = _swapped(lot, 0)
    if len(w.modules) < 4:
        return None
    _, draft = _swapped(lot, 3)
    return Made(
        clean, draft, (("edit:1", "call0"), ("edit:2", "call0")), (w.new,), "late by two files", ("plan_drift",)
    )


@fault(MISSED, "replan_that_changes_nothing", modes="todo")
def no_op_replan(lot: Lot) -> Made:
    """The agent says that it replans, writes the same list, and fails in the same way."""
    w, clean, why = cured(lot)
    at = clean.stage("tests")
    state: State = clean.states[at] or ()
    replan = Step("agent", w.say("replan"), (overwrite(clean, state),), "replan")
    again = replace(_unready(w, "fail:1", why), text=w.say("again"))
    more = (replan, again, replace(replan, tag="replan:2", text=w.say("replan", 2)), replace(again, tag="fail:2"))
    places = (("replan", "call0"), ("fail:1", "call0"), ("replan:2", "call0"), ("fail:2", "call0"))
    return Made(clean, clean.after("fail:0", *more), places, (why[:12],), "the same list, the same error", (OVER,))


# --- look-alikes of missed_replan ------------------------------------------------------------------------------


@alike(MISSED, "cause_removed")
def cause_removed(lot: Lot) -> Made:
    return same(cured(lot)[1], "one failure, then the cause is removed")


@alike(MISSED, "polling_a_job")
def polling(lot: Lot) -> Made:
    """A job is asked for until it is done: the same call, and for a while the same answer."""
    w = lot.workshop(refuse="red stillred norun")
    job, rng = f"job-{lot.rng.randint(100, 999)}", lot.rng
    shown = ["running", "running", "running", *(["running 60 %"] if rng.random() < 0.5 else []), "finished"]
    calls = [Call("get_job_status", {"id": job}, json.dumps({"id": job, "status": s})) for s in shown]
    steps = [Step("agent", w.say("wait", n), (c,), f"poll:{n}") for n, c in enumerate(calls)]
    start = w.shell("start", Text(), "make build-async", f"submitted {job}")
    return same(w.draft().before("run", start, *steps), "waiting for a job that runs")


@alike(MISSED, "pages_of_results")
def pages(lot: Lot) -> Made:
    """One page after another."""
    d = lot.desk(refuse="search")
    steps = []
    for n in range(1, 5):
        rows = [{"name": f"{d.facts[0].split(',')[0]} {n}{k}", "page": n} for k in range(3)]
        call = Call(
            "search_library", {"query": d.topic, "page": n}, json.dumps(rows if n < 4 else [], ensure_ascii=False)
        )
        steps.append(Step("agent", d.say("search", n, topic=d.topic), (call,), f"page:{n}"))
    return same(insert(d.draft(), "write", 0, *steps), "the pages differ")


@alike(MISSED, "changed_and_tried_again")
def changed_again(lot: Lot) -> Made:
    return same(lot.buying("retry").draft(), "refused, changed, accepted")


@alike(MISSED, "waited_and_tried_again")
def waited(lot: Lot) -> Made:
    """Too many requests: a pause, then it works."""
    d = lot.desk()
    step = d.draft().step("open:1")
    busy = replace(step, tag="busy", calls=(replace(step.calls[0], result="429 too many requests", failed=True),))
    pause = agent(d.say("wait"), "pause", Call("sleep", {"seconds": 30}, "ok"))
    return same(d.draft().before("open:1", busy, pause), "a pause, then it works")


@alike(MISSED, "users_change_taken_up")
def taken_up(lot: Lot) -> Made:
    return same(_swapped(lot, 0)[1], "the change is followed at once")


@alike(MISSED, "found_and_taken_up")
def found_and_taken(lot: Lot) -> Made:
    return same(_taken_up(lot)[0], "found, done, told")


@alike(MISSED, "tests_run_after_each_change")
def run_each_time(lot: Lot) -> Made:
    """The same command with the same green result, after every change."""
    w = lot.workshop(refuse="red stillred norun long")
    draft = w.draft()
    for i in range(len(w.modules)):
        step = w.run("run")
        draft = draft.after(f"edit:{i}", replace(step, tag=f"run:{i}", text=w.say("run", i)))
    return same(draft, "each run looks at another change")


@alike(MISSED, "red_green_red_green")
def red_green(lot: Lot) -> Made:
    """Two different failures, each mended."""
    w = lot.workshop("red", "stillred norun")
    draft = w.draft()
    first = draft.step("run:red")
    other = first.calls[0].result.replace(w.why, "expected 5, got 4")
    again = replace(first, tag="run:red2", calls=(replace(first.calls[0], result=other),), text=w.say("run", "r2"))
    path = w.path(w.modules[-1])
    fix = replace(w.edit("fix2", path, "limit)", "limit + 1)"), text=w.say("fix", 2, file=path))
    return same(draft.after("fix", again, fix), "another failure each time, mended each time")
