"""The dashboard as its users have it: served, and looked at with a browser that reports every error and every request
to elsewhere (tests fail on either, see conftest.watched)."""

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from planscope.api import OpenStore
from planscope.dashboard import queries
from planscope.dashboard.charts import BLUE, GREEN, GREY
from planscope.dashboard.queries import Asked

if TYPE_CHECKING:
    from tests.dashboard.conftest import Watched

PATIENCE = 60_000
MARKS = "[data-testid=stVegaLiteChart] svg .mark-symbol path"
expect.set_options(timeout=PATIENCE)


def run_named(store: OpenStore, text: str) -> str:
    return queries.runs(store, Asked(text=text)).rows[0].id


def at_rest(page: Page) -> None:
    """Waits until Streamlit has drawn."""
    expect(page.get_by_test_id("stApp")).to_be_visible()
    expect(page.locator("[data-testid=stApp][data-test-script-state=running]")).to_have_count(0)


def test_from_the_list_to_the_evidence(watched: "Watched", demo: str, shown: OpenStore) -> None:
    page = watched.page
    page.goto(demo + "?text=recipe")
    table = page.get_by_test_id("stDataFrame").locator("canvas").first
    expect(table).to_be_visible()
    table.click(position={"x": 300, "y": 52}, force=True)  # the grid has a layer of its own above
    expect(page.get_by_text("Move our recipe scaler", exact=False).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"run="))

    flags = page.locator(MARKS)
    expect(flags.first).to_be_visible()
    run = run_named(shown, "recipe")
    second = queries.findings(shown, run)[1]
    flag = flags.nth(1)
    flag.click(position={"x": 5, "y": 5}, force=True)  # on the cloth: its middle is beside the pole, on nothing
    expect(page).to_have_url(re.compile(r"finding=\d"))
    expect(page.get_by_text("chosen")).to_be_visible()

    page.get_by_role("button", name=f"Step {second.evidence[-1].step}").first.click()
    expect(page).to_have_url(re.compile(rf"step={second.evidence[-1].step}"))
    expect(page.get_by_text(f"Step {second.evidence[-1].step} of 0–", exact=False)).to_be_visible()

    page.get_by_role("button", name="All runs").click()
    expect(page.get_by_text("1–1 of 1 runs", exact=False)).to_be_visible()
    assert "run=" not in page.url


def test_a_mark_of_the_lifeline_leads_to_its_step(watched: "Watched", demo: str, shown: OpenStore) -> None:
    page = watched.page
    page.goto(f"{demo}?run={quote(run_named(shown, 'recipe'))}")
    page.locator(MARKS).last.click(force=True)
    expect(page).to_have_url(re.compile(r"step=\d+"))
    expect(page.get_by_role("tab", name="Steps")).to_have_attribute("aria-selected", "true")


def test_lines_are_as_thick_as_the_legend_says(watched: "Watched", demo: str, shown: OpenStore) -> None:
    page = watched.page
    page.goto(f"{demo}?run={quote(run_named(shown, 'recipe'))}")
    expect(page.locator(MARKS).first).to_be_visible()
    lines = page.locator("[data-testid=stVegaLiteChart] svg .mark-rule line")
    drawn = lines.evaluate_all("all => all.map(x => [x.getAttribute('stroke'), +x.getAttribute('stroke-width')])")
    thick = {colour: width for colour, width in drawn if colour in (BLUE, GREEN, GREY)}
    assert thick[BLUE] > thick[GREEN] > thick[GREY]


def test_an_address_leads_to_a_step_of_a_run(watched: "Watched", demo: str, shown: OpenStore) -> None:
    watched.page.goto(f"{demo}?run={quote(run_named(shown, 'recipe'))}&tab=Steps&step=14")
    expect(watched.page.get_by_text("Step 14 of 0–17", exact=False)).to_be_visible()
    expect(watched.page.get_by_text("236 == 240", exact=False).first).to_be_visible()


@pytest.mark.parametrize("tab", ["Findings", "Steps", "Plan"])
def test_hostile_texts_are_shown_as_text(watched: "Watched", evil_demo: str, tab: str) -> None:
    page = watched.page
    page.goto(f"{evil_demo}?run={quote('<b>evil</b>.json')}&tab={tab}&step=4")
    expect(page.locator(MARKS).first).to_be_visible()
    expect(page.get_by_text("<script>document.title='owned'</script>", exact=False).first).to_be_visible()
    at_rest(page)
    assert page.locator("img[src*=evil], img[src=x], a[href*=javascript], b:has-text('evil')").count() == 0
    assert page.locator("strong:has-text('bold')").count() == 0
    assert "owned" not in page.title()
    page.locator(MARKS).last.hover(force=True)
    tip = page.locator("#vg-tooltip-element")
    expect(tip).to_be_visible()
    assert tip.locator("img, script, a").count() == 0


def test_hostile_texts_are_listed_as_text(watched: "Watched", evil_demo: str) -> None:
    page = watched.page
    page.goto(evil_demo)
    expect(page.get_by_test_id("stDataFrame").locator("canvas").first).to_be_visible()
    at_rest(page)
    assert page.locator("img[src*=evil], img[src=x]").count() == 0


def test_the_page_fits_a_small_window_in_the_dark(watched: "Watched", demo: str, shown: OpenStore) -> None:
    page = watched.page
    page.set_viewport_size({"width": 1024, "height": 768})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{demo}?run={quote(run_named(shown, 'recipe'))}")
    expect(page.locator(MARKS).first).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 1024
