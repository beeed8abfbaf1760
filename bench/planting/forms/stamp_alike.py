"""Look-alikes of rubber_stamp: what was looked at, or was not and is said not to be."""

import json
from dataclasses import replace

from planting.forms.form import Lot, Made, alike, same
from planting.forms.stamp import KIND, UNREADABLE, empty, entries, hours, lost, unchanged_page
from planting.story import Text, join
from planting.words import space


@alike(KIND, "red_then_green")
def red_then_green(lot: Lot) -> Made:
    return same(lot.workshop("red", "stillred norun").draft(), "red, mended, run again, green")


@alike(KIND, "only_notes_after_tests")
def notes_after_tests(lot: Lot) -> Made:
    return same(lot.workshop("docs", "stillred norun").draft(), "after the tests only a note was changed")


@alike(KIND, "not_tested_and_said")
def not_tested(lot: Lot) -> Made:
    return same(lot.workshop("norun", "stillred").draft(), "not tested, and said so")


@alike(KIND, "still_red_and_said")
def still_red(lot: Lot) -> Made:
    return same(lot.workshop("stillred").draft(), "still red, and said so")


@alike(KIND, "missing_and_said", modes="none written planner")
def missing_said(lot: Lot) -> Made | None:
    clean, _, _ = lost(lot.desk("undone", "findings validate"), lot)
    return None if clean is None else same(clean, "one document could not be opened, and that is said")


@alike(KIND, "empty_and_said")
def empty_said(lot: Lot) -> Made | None:
    clean = empty(lot.desk("search"))
    return None if clean is None else same(clean, "nothing was found, and that is said")


@alike(KIND, "empty_then_found")
def empty_then_found(lot: Lot) -> Made:
    return same(lot.desk("search").draft(), "the second search found something")


@alike(KIND, "unreadable_then_valid")
def unreadable_then_valid(lot: Lot) -> Made:
    """The validator is asked again and gives a verdict."""
    d = lot.desk("validate")
    first = replace(d.validate(lot.rng.choice(UNREADABLE)), tag="validate:odd")
    again = replace(d.draft().step("validate"), text=d.say("again", "valid"))
    return same(d.draft().put("validate", first, again), "no verdict at first, then one")


@alike(KIND, "flipped_after_change")
def flipped_after_change(lot: Lot) -> Made:
    """Refused, changed, accepted."""
    d = lot.desk("validate")
    draft = d.draft()
    first = replace(d.validate(json.dumps({"valid": False, "reason": f"{d.docs[-1]} is not cited"})), tag="validate:no")
    write = d.write()
    text = write.calls[0].arguments["content"] + f"\n\n[{d.docs[-1]}]"
    more = replace(write, tag="rewrite", calls=(replace(write.calls[0], arguments={"path": d.out, "content": text}),))
    return same(draft.put("validate", first, more, draft.step("validate")), "the draft was changed in between")


@alike(KIND, "form_that_answers")
def form_that_answers(lot: Lot) -> Made:
    return same(lot.desk("form").draft(), "the page says thank you")


@alike(KIND, "form_that_does_not", modes="none written planner")
def form_that_does_not(lot: Lot) -> Made | None:
    made = unchanged_page(lot)
    return None if made is None else same(made.clean, "the page does not react, and that is said")


@alike(KIND, "hours_looked_up")
def hours_looked_up(lot: Lot) -> Made | None:
    b = lot.buying("travel")
    return same(hours(b, lot.rng.random() < 0.6), "looked up and told as it is") if "museum" in b.kinds else None


@alike(KIND, "entries_counted")
def entries_counted(lot: Lot) -> Made:
    return same(entries(lot.desk(), lot.rng.random() < 0.3)[0], "the list is as told")


@alike(KIND, "reviewed_one_by_one", modes="planner")
def reviewed(lot: Lot) -> Made:
    return same(lot.any(), "the reviewer names what it saw")


@alike(KIND, "available_and_checked")
def available(lot: Lot) -> Made:
    return same(lot.buying("avail").draft(), "every item was looked at")


def apart(lot: Lot, *parts: Text) -> Text:
    """Sentences of this language put together."""
    return join(space(lot.language), parts)
