"""A baseline: what is the same fault in another recording, what is not, and what cannot be told."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from planscope.analyzers.check import Report, RunFacts
from planscope.analyzers.gates.baseline import Baseline, baseline_of, read, written
from planscope.analyzers.gates.comparison import Comparison, compare, rule
from planscope.analyzers.gates.sameness import essence, request_key
from planscope.analyzers.gates.verdict import Question, decide
from planscope.errors import Unreadable
from tests.analyzers.gates.made import facts, finding, report

RUNS = [facts("a"), facts("b")]
OLD = report(RUNS, finding("a"))


def kept(found: Report) -> Baseline:
    """As it is read again from its file."""
    return read(written(baseline_of(found)), "known.json")


def against(old: Report, now: Report, exact: bool = False) -> Comparison:
    return compare(now, kept(old), exact)


def messages(found: Report, places: Iterable[int]) -> list[str]:
    return [found.findings[n].message for n in places]


def renamed(runs: list[RunFacts]) -> list[RunFacts]:
    return [replace(r, id=f"{r.id}-again", file=f"other/{r.id}-copy.json") for r in runs]


def test_the_same_is_known() -> None:
    compared = against(OLD, OLD)
    assert (compared.known, compared.new, compared.fixed, compared.paired) == ((0,), (), (), 2)


def test_another_recording_is_known_by_its_request() -> None:
    now = report(renamed(RUNS), finding("a-again", position="99"))
    assert (against(OLD, now).known, against(OLD, now).paired) == ((0,), 2)


def test_other_amounts_times_and_ids_are_the_same_fault() -> None:
    old = report(RUNS, finding("a", "says 1,208.10 EUR; call toolu_01ab4c9d of 2026-03-01T10:00:00Z says 1,208.01"))
    now = report(RUNS, finding("a", "says 96 EUR; call toolu_99ff0a1b of 2026-04-02T23:59:59Z says 12"))
    assert against(old, now).known == (0,)
    assert against(old, now, exact=True).known == (0,)


def test_a_second_of_the_same_is_new() -> None:
    now = report(RUNS, finding("a"), finding("a", position="9"))
    assert (against(OLD, now).known, against(OLD, now).new) == ((0,), (1,))


def test_the_same_in_another_task_is_new_and_the_old_one_fixed() -> None:
    compared = against(OLD, report(RUNS, finding("b")))
    assert compared.new == (0,)
    assert compared.fixed == ("stale-todo.left-open in 'Please a': # items are left open",)


def test_other_words_take_the_place_of_a_known_one_unless_it_is_to_be_exact() -> None:
    now = report(RUNS, finding("a", "the agent leaves three items behind"))
    assert (against(OLD, now).reworded, against(OLD, now).new, against(OLD, now).fixed) == ((0,), (), ())
    [note] = rule(now, against(OLD, now), "info").notes
    assert "the agent leaves three items behind" in note
    assert (against(OLD, now, exact=True).new, len(against(OLD, now, exact=True).fixed)) == ((0,), 1)
    more = report(RUNS, finding("a", "the agent leaves three items behind"), finding("a"))
    assert messages(more, against(OLD, more).new) == ["the agent leaves three items behind"]


def test_another_form_is_new() -> None:
    assert against(OLD, report(RUNS, finding("a", form="not-updated"))).new == (0,)


def test_graver_than_known_is_new_and_lighter_is_not() -> None:
    light = report(RUNS, finding("a", severity="warning"))
    assert against(light, OLD).new == (0,)
    assert against(OLD, light).known == (0,)


def test_trials_of_a_task_are_measured_one_by_one() -> None:
    trials = [facts(f"t{n}", "Please a") for n in range(3)]
    now = report(trials, *(finding(r.id) for r in trials))
    assert against(OLD, now).new == ()
    now = report(trials, finding("t0"), finding("t1"), finding("t1"))
    assert against(OLD, now).new == (2,)
    worded = report(trials, *(finding(r.id, f"words {'x' * n}") for n, r in enumerate(trials, 1)))
    several = report([facts("a")], *(finding("a", f"other {w}") for w in ("so", "and so")))
    assert len(against(worded, several).new) == 1, "three ways to say one fault are no leave for three"
    assert against(worded, report([facts("a")], finding("a", "words x"))).fixed == ()


def test_a_task_has_its_id_before_all_else() -> None:
    old = report([facts("a", "Plan a trip", task="t1"), facts("b", "Plan a trip", task="t2")], finding("a"))
    now = report([facts("x", "Plan a journey", task="t1"), facts("y", "Plan a trip", task="t2")], finding("x"))
    assert against(old, now).known == (0,)
    moved = report([facts("x", "Plan a trip", task="t1"), facts("y", "Plan a trip", task="t2")], finding("y"))
    assert against(old, moved).new == (0,)
    variant = report([facts("x", "Plan a trip", task="t1", variant="new")], finding("x"))
    assert against(old, variant).new == (0,)


def test_an_id_made_of_the_time_names_a_recording_and_no_task() -> None:
    old = report([facts("a", "Plan a trip", task="2025-03-26T09-51-29_a")], finding("a"))
    now = report([facts("b", "Plan a trip", task="2025-04-01T10-00-00_b")], finding("b"))
    assert against(old, now).known == (0,)
    dated = report([facts("a", "Plan a trip", task="trip-2026-03-01")], finding("a"))
    assert against(dated, report([facts("b", "Plan a trip", task="trip-2026-03-02")], finding("b"))).new == (0,)


def test_a_request_that_was_reworded_is_known_by_its_file() -> None:
    now = report([facts("a", "Kindly do a")], finding("a"))
    assert against(OLD, now).known == (0,)
    session = "0b0c7d1e-1111-4222-8333-444455556666.jsonl"
    old = report([facts("a", file=session)], finding("a"))
    assert session not in written(baseline_of(old)), "the next session has another name"


def test_a_sub_agent_has_its_callers_task() -> None:
    def runs(words: str) -> list[RunFacts]:
        return [facts("a"), facts("s", words, parent="a", agent="researcher", file="s.json")]

    old = report(runs("Look up the opening hours"), finding("s"))
    now = report(runs("Find out when they are open"), finding("s"))
    assert against(old, now).known == (0,)
    assert against(old, report(runs("Find out"), finding("a"))).new == (0,)


def test_without_a_task_nothing_is_paired_and_it_is_said() -> None:
    nameless = [facts("a", "", file=""), facts("b", "", file="")]
    compared = compare(report(nameless, finding("a")), kept(OLD))
    assert (compared.unpaired, compared.new, compared.nameless) == ((0,), (), 2)
    ruling = rule(report(nameless, finding("a")), compared, "info")
    assert ruling.outcome == "undecided"
    assert "2 of 2 runs name no task" in ruling.notes[0]
    mixed = report([facts("a"), facts("n", "", file="")], finding("a"))
    assert rule(mixed, compare(mixed, kept(OLD)), "info").outcome == "pass", "nothing was found in the nameless one"


def test_a_baseline_of_other_tasks_decides_nothing() -> None:
    strange = report([facts("x"), facts("y")])
    ruling = rule(strange, compare(strange, kept(OLD)), "info")
    assert ruling.outcome == "undecided"
    assert "nothing is paired" in ruling.notes[0]
    found = report([facts("x")], finding("x"))
    assert rule(found, compare(found, kept(OLD)), "info").outcome == "fail"


def test_fixed_is_said_of_what_was_looked_at_only() -> None:
    assert against(OLD, report(RUNS)).fixed != ()
    blind = against(OLD, report(RUNS, a="abstained"))
    assert (blind.fixed, len(blind.unseen)) == ((), 1)
    gone = against(OLD, report(RUNS[1:]))
    assert (gone.fixed, gone.unseen, gone.missing) == ((), (), ("Please a",))


def test_new_findings_fail_as_grave_as_asked_for() -> None:
    now = report(RUNS, finding("a"), finding("b", severity="warning"))
    codes = {g: decide(now, Question(baseline=kept(OLD), fail_on=g)).code for g in ("error", "warning", "info")}
    assert codes == {"error": 0, "warning": 1, "info": 1}


def test_a_baseline_takes_the_place_of_the_limit_that_is_set_by_default() -> None:
    assert decide(OLD, Question()).code == 1
    assert decide(OLD, Question(baseline=kept(OLD))).code == 0


# --- the file ------------------------------------------------------------------------------------------------------


def test_the_file_does_not_depend_on_the_order_of_runs_and_changes_with_what_is_found_only() -> None:
    findings = [finding("a"), finding("b", "x"), finding("a", "y", "warning")]
    text = written(baseline_of(report(RUNS, *findings)))
    assert written(baseline_of(report(RUNS[::-1], *findings[::-1]))) == text
    fewer = written(baseline_of(report(RUNS, *findings[:2])))
    assert set(fewer.splitlines()) - set(text.splitlines()) == {'   "at_most": 1,', '     "at_most": 1,'} - set(
        text.splitlines()
    )
    assert all(word not in text for word in ('"run"', "position", "a-again"))


def test_hostile_words_make_a_file_that_can_be_read_and_shown() -> None:
    hostile = '\x00\x1b[2J"\\ \ud800 \u202e ]]> <script> 日本'
    old = report([facts("a", hostile, task=hostile)], finding("a", hostile))
    text = written(baseline_of(old))
    assert "\x1b" not in text
    assert "日本" in text
    assert compare(old, read(text.encode().decode(), "f")).known == (0,)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", "3", '{"format": 1}', '{"format": "planscope baseline 9"}', "[" * 100_000, "<<<<<<< HEAD",
     '{"format": "planscope baseline 1", "tasks": [], "known": [{}]}',
     '{"format": "planscope baseline 1", "tasks": 3, "known": []}',
     '{"format": "planscope baseline 1", "tasks": ["x"], "known": []}',
     '{"format": "planscope baseline 1", "tasks": [{"task": "", "title": "", "files": 3}], "known": []}'],
)  # fmt: skip
def test_what_is_no_baseline_says_what_to_do(text: str) -> None:
    with pytest.raises(Unreadable, match=r"planscope baseline PATH\.\.\. -o known\.json"):
        read(text, "known.json")


# --- what is the same ----------------------------------------------------------------------------------------------


def test_requests_are_told_apart_by_words_and_numbers_but_not_by_the_day() -> None:
    one = request_key("Today is 2026-03-01 09:12. Book a table for 2 in /tmp/pytest-12/x")
    assert one == request_key("Today is 2027-11-30  17:45.\nBook a table for 2 in /tmp/pytest-99/y")
    assert one != request_key("Today is 2026-03-01 09:12. Book a table for 3 in /tmp/pytest-12/x")
    assert request_key(" \n") == ""


def test_words_of_a_message_stay() -> None:
    assert (
        essence('The list is left with "Send 3 invoices" at 12 %') == 'the list is left with "send # invoices" at # %'
    )
    assert essence("Gesamt: 1.208,10 €") == essence("Gesamt: 96 €")
    assert essence("合计 1,208 元") == essence("合计 96 元")


def test_long_texts_take_time_in_proportion() -> None:
    for text in ("1" * 10**6, "1.," * 10**6, "a1-" * 10**6, "2026-01-01T" * 10**5, "/tmp/" * 10**6, "0f" * 10**6):
        essence(text)
        request_key(text)
