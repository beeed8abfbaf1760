"""Runs come in, and grow, while somebody looks at the pages: what is shown follows, and the reader's place stays."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.collector.intake import import_paths
from planscope.collector.store import Store
from planscope.demo import transcripts
from planscope.demo.whole_path import collecting

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from tests.dashboard.conftest import Lamps, Watched

expect.set_options(timeout=60_000)  # machines that test are busy


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with a few analysed runs, long enough to be scrolled in a low window."""
    made = Store(tmp_path / "store")
    import_paths(made, [(f, f.name) for f in transcripts()])
    analyse(made, load_detectors())
    return made


@pytest.fixture
def collector(store: Store) -> Iterator[str]:
    with collecting(store.folder) as address:
        yield address


@pytest.fixture
def pages(store: Store, serving: "Callable[[Path], AbstractContextManager[int]]") -> Iterator[str]:
    with serving(store.folder) as port:
        yield f"http://127.0.0.1:{port}/"


def send(collector: str, export: object) -> None:
    body, kind = json.dumps(export).encode(), {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{collector}/v1/traces", body, kind), timeout=30).close()


def cell(page: Page, text: str) -> Locator:
    """A cell of the list: the grid is a canvas, with a table inside for those who do not see it."""
    return page.locator("[data-testid=stDataFrame] canvas [role=gridcell]").get_by_text(text, exact=True)


def place(page: Page) -> float:
    found: float = page.get_by_test_id("stMain").evaluate("x => x.scrollTop")
    return found


def test_a_run_comes_in_and_grows_in_the_list(
    pages: str, collector: str, store: Store, lamps: "Lamps", watched: "Watched"
) -> None:
    page = watched.page
    page.set_viewport_size({"width": 1100, "height": 300})
    page.goto(pages + "?sort=task")
    expect(page.get_by_text("1–4 of 4 runs", exact=False)).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").locator("canvas").first).to_be_visible()
    words = page.get_by_label("Text")
    words.press_sequentially("lam")  # and not sent yet
    page.get_by_test_id("stMain").evaluate("x => x.scrollTo(0, 90)")
    scrolled = place(page)
    assert scrolled > 0

    send(collector, lamps.asks())
    expect(page.get_by_text("1 not analysed yet", exact=False)).to_have_count(1)
    expect(cell(page, "growing")).to_have_count(1)
    expect(cell(page, "3")).to_have_count(1)
    send(collector, lamps.counts(2))
    expect(cell(page, "3")).to_have_count(0)
    assert place(page) == scrolled
    expect(words).to_have_value("lam")
    expect(words).to_be_focused()
    assert "sort=task" in page.url

    words.press("Enter")
    expect(page.get_by_text("1 not analysed yet · 1–1 of 1 runs", exact=False)).to_have_count(1)
    send(collector, lamps.ends())
    analyse(store, load_detectors())
    expect(page.get_by_text("1–2 of 2 runs", exact=False)).to_have_count(1)
    expect(cell(page, "growing")).to_have_count(0)
    expect(words).to_have_value("lam")


def test_a_run_that_grows_is_read_while_it_does(
    pages: str, collector: str, store: Store, lamps: "Lamps", watched: "Watched"
) -> None:
    page = watched.page
    send(collector, lamps.asks())
    page.goto(pages)
    expect(cell(page, "growing")).to_have_count(1)
    table = page.get_by_test_id("stDataFrame").locator("canvas").first
    table.click(position={"x": 300, "y": 52}, force=True)  # it is the first
    expect(page.get_by_text("still growing · 3 steps", exact=False)).to_be_visible()
    page.get_by_role("tab", name="Steps").click()
    send(collector, lamps.counts(2))
    expect(page.get_by_text("still growing · 4 steps", exact=False)).to_be_visible()
    expect(page.get_by_role("tab", name="Steps")).to_have_attribute("aria-selected", "true")
    send(collector, lamps.ends())
    analyse(store, load_detectors())
    expect(page.get_by_text("otlp · ended", exact=False)).to_be_visible()
    page.get_by_role("tab", name="Checks").click()
    expect(page.get_by_test_id("stDataFrame").locator("canvas").first).to_be_visible()
