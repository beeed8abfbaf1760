"""The pages as Streamlit draws them, without a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from streamlit.testing.v1 import AppTest

import planscope.dashboard
from planscope import api
from planscope.api import OpenStore
from planscope.collector.pieces import Texts
from planscope.collector.rows import row_of
from planscope.collector.sink import Sink
from planscope.collector.span import Place, Span
from planscope.collector.store import Store
from planscope.dashboard import queries
from planscope.dashboard.growing import growing
from planscope.dashboard.queries import Asked

if TYPE_CHECKING:
    from tests.dashboard.conftest import Lamps

APP = Path(planscope.dashboard.__path__[0]) / "app.py"
Draw = Callable[..., AppTest]


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Draws the page of an address: `draw(store, run="...")`."""

    def drawn(store: Path, **address: str) -> AppTest:
        monkeypatch.setenv("PLANSCOPE_STORE", str(store))
        page = AppTest.from_file(str(APP), default_timeout=60)
        for name, value in address.items():
            page.query_params[name] = value
        page.run()
        assert not page.exception
        return page

    return drawn


def words(page: AppTest) -> str:
    """All that a page says outside tables."""
    kinds = ("text", "caption", "code", "info", "warning", "error", "subheader", "button")
    found = [x for kind in kinds for x in page.get(kind)]
    return "\n".join(str(getattr(x, "value", None) or getattr(x, "label", "")) for x in found)


def a_run(store: OpenStore, **asked: str) -> str:
    return queries.runs(store, Asked(**asked)).rows[0].id  # type: ignore[arg-type]


# --- the list of runs ----------------------------------------------------------------------------------------------


def test_runs_are_listed_and_paged(draw: Draw, folder: Path) -> None:
    page = draw(folder)
    assert len(page.dataframe[0].value) == queries.ROWS
    assert "1–25 of 30 runs · " in words(page)
    second = draw(folder, page="2")
    assert len(second.dataframe[0].value) == 5
    assert "26–30 of 30 runs" in words(second)


@pytest.mark.parametrize("number", ["3", "99999999", "-1", "x", ""])
def test_a_page_that_is_none_shows_one_that_is(draw: Draw, folder: Path, number: str) -> None:
    assert "of 30 runs" in words(draw(folder, page=number))


def test_a_filter_is_in_the_address(draw: Draw, folder: Path) -> None:
    page = draw(folder, kind="stale_todo", severity="error")
    table = page.dataframe[0].value
    assert len(table)
    assert all("stale_todo" in kinds for kinds in table["Kinds"])
    assert all("✗" in found for found in table["Findings"])


def test_choosing_a_filter_leads_to_the_first_page(draw: Draw, folder: Path) -> None:
    page = draw(folder, page="2")
    page.selectbox(key="severity").select("none").run()
    table = page.dataframe[0].value
    assert set(table["Findings"]) == {"–"}
    assert words(page).count("1–") == 1
    page.text_input(key="text").input("dust sheets").run()
    assert len(page.dataframe[0].value) == 1


def test_no_run_fits(draw: Draw, folder: Path) -> None:
    assert "No run fits these filters" in words(draw(folder, text="nothing has these words"))


def test_an_empty_store_says_what_to_do(draw: Draw, tmp_path: Path) -> None:
    Store(tmp_path / "store")
    assert "planscope import" in words(draw(tmp_path / "store"))


def test_spans_that_wait_for_their_analysis_are_told_of(draw: Draw, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    span = Span("a1", "b1", None, "chat", 10**18, None, Place("", "b1"), {"gen_ai.operation.name": "chat"})
    store.add({"spans": [row_of(span, Texts(), received=10**18)]})
    assert "No run has been analysed yet" in words(draw(store.folder))


def test_a_run_that_grows_is_listed_and_can_be_opened(draw: Draw, tmp_path: Path, lamps: "Lamps") -> None:
    sink = Sink(tmp_path / "store")
    sink.export(lamps.asks())
    sink.export(lamps.counts(1))
    page = draw(tmp_path / "store")
    assert "1 not analysed yet" in words(page)
    row = page.dataframe[0].value.iloc[0]
    assert (row["State"], row["Findings"]) == ("growing", "…")
    (found,) = growing(api.open(tmp_path / "store"))
    for tab in ("Findings", "Steps", "Plan", "Checks"):
        said = words(draw(tmp_path / "store", run=found.head.id, tab=tab, step="1"))
        assert "still growing" in said
        assert f"{found.head.steps} steps" in said
    assert "is analysed when it has ended" in words(draw(tmp_path / "store", run=found.head.id))


def test_without_a_store_the_page_says_so(draw: Draw, tmp_path: Path) -> None:
    page = draw(tmp_path / "none")
    assert "There is no store to show" in words(page)
    assert "none" in words(page)


# --- one run -------------------------------------------------------------------------------------------------------


def test_a_run_shows_its_findings_with_evidence(draw: Draw, folder: Path, shown: OpenStore) -> None:
    run = a_run(shown, kind="stale_todo", order="findings")
    page = draw(folder, run=run)
    said = words(page)
    for finding in queries.findings(shown, run):
        assert finding.message in said
        for evidence in finding.evidence:
            assert evidence.quote in said


def test_every_run_can_be_drawn_in_every_tab(draw: Draw, folder: Path, shown: OpenStore) -> None:
    kinds = {r.format + r.variant: r.id for n in (1, 2) for r in queries.runs(shown, Asked(page=n)).rows}
    for run in kinds.values():
        for tab in ("Findings", "Steps", "Plan", "Checks"):
            draw(folder, run=run, tab=tab)


def test_a_step_is_shown_with_its_texts(draw: Draw, folder: Path, shown: OpenStore) -> None:
    head = queries.head(shown, a_run(shown, text="recipe"))
    assert head is not None
    run = queries.whole_run(shown, head)
    assert run is not None
    call = next(c for c in run.tool_calls if c.failed)
    page = draw(folder, run=head.id, tab="Steps", step=str(call.number))
    assert call.result in [c.value for c in page.code]
    assert f"Step {call.number} of" in words(page)
    page.button[-1].click().run()  # Later
    assert not page.exception
    assert f"Step {call.number + 1} of" in words(page)


def test_evidence_leads_to_its_step(draw: Draw, folder: Path, shown: OpenStore) -> None:
    run = a_run(shown, text="recipe")
    step = queries.findings(shown, run)[0].evidence[0].step
    page = draw(folder, run=run)
    page.button(key="evidence-0-0").click().run()
    assert f"Step {step} of" in words(page)
    assert page.query_params["step"] in (str(step), [str(step)])


@pytest.mark.parametrize("step", ["7000", "-3", "x", "99999999999999999999"])
def test_a_step_that_is_none_is_no_trouble(draw: Draw, folder: Path, shown: OpenStore, step: str) -> None:
    draw(folder, run=a_run(shown), tab="Steps", step=step)


def test_a_finding_in_the_address_stands_first(draw: Draw, folder: Path, shown: OpenStore) -> None:
    run = a_run(shown, text="recipe")
    second = queries.findings(shown, run)[1]
    texts = [t.value for t in draw(folder, run=run, finding="1").text]
    first = queries.findings(shown, run)[0]
    assert texts.index(second.message) < texts.index(first.message)


def test_what_could_not_be_looked_at_is_no_clean_result(draw: Draw, folder: Path, shown: OpenStore) -> None:
    run = a_run(shown, text="dust sheets")
    assert "had nothing to look at" in words(draw(folder, run=run))
    outcomes = set(draw(folder, run=run, tab="Checks").dataframe[0].value["Outcome"])
    assert {"✓ looked, clean", "– nothing to look at"} <= outcomes


def test_versions_of_the_plan_show_what_changed(draw: Draw, folder: Path, shown: OpenStore) -> None:
    page = draw(folder, run=a_run(shown, text="recipe"), tab="Plan")
    newest = page.dataframe[0].value
    assert "was in progress" in list(newest["Change"])
    assert "✓ completed" in list(newest["Status"])


def test_a_run_that_is_none_is_told(draw: Draw, folder: Path) -> None:
    page = draw(folder, run="<b>none</b>")
    assert "No run in this store has this id" in words(page)
    assert page.code[0].value == "<b>none</b>"
    page.button[0].click().run()
    assert "of 30 runs" in words(page)


# --- hostile texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", ["Findings", "Steps", "Plan", "Checks"])
def test_nothing_of_a_trace_is_taken_for_markdown_or_html(draw: Draw, evil: Path, tab: str) -> None:
    page = draw(evil, run="<b>evil</b>.json", tab=tab, step="4")
    interpreted = ("markdown", "caption", "html", "info", "warning", "error", "success", "expander", "tab", "button",
                   "subheader", "header", "badge", "selectbox", "metric")  # fmt: skip
    for kind in interpreted:
        for element in page.get(kind):
            shown = " ".join(str(getattr(element, a, "")) for a in ("value", "label", "body", "help"))
            assert "evil" not in shown, kind
            assert "onerror" not in shown, kind


def test_what_hides_or_turns_is_written_out(draw: Draw, evil: Path) -> None:
    said = words(draw(evil, run="<b>evil</b>.json", tab="Steps", step="4"))
    assert "onerror=alert(1)" in said
    assert "\\x1b[31m" in said
    assert "\\u202e" in said
    assert not set("\x1b\u202e") & set(said)
