"""Pictures of the dashboard over the store of bench/demo_store.py, for README.md and docs/dashboard.md.

    uv run python bench/screenshots.py            into docs/img
    uv run python bench/screenshots.py --all DIR  every page, in both window sizes, light and dark, to look at

Needs Debian's chromium; no browser is downloaded.
"""

import argparse
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from demo_store import demo_store
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from planscope import api
from planscope.dashboard import queries
from planscope.dashboard.queries import Asked
from planscope.dashboard.server import free, start_dashboard

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "img"
READY = "[data-testid=stVegaLiteChart] svg .mark-symbol path, [data-testid=stDataFrame] canvas"
SIZES = ((1440, 900), (1024, 768))


def pages(store: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Names of pictures and the addresses of what they show: the run with most findings."""
    run = queries.runs(api.open(store), Asked(order="findings")).rows[0].id
    step = str(queries.findings(api.open(store), run)[0].evidence[-1].step)
    yield "runs", {}
    yield "run", {"run": run}
    yield "step", {"run": run, "tab": "Steps", "step": step}
    yield "plan", {"run": run, "tab": "Plan"}
    yield "checks", {"run": run, "tab": "Checks"}
    yield "none", {"run": "none"}
    yield "nothing", {"text": "no such words"}


def take(browser: Browser, address: str, file: Path, size: tuple[int, int], scheme: str) -> None:
    """One picture, in few colours to keep it small."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_selector("[data-testid=stAlert], " + READY, timeout=60_000)
    page.wait_for_selector("[data-testid=stApp]:not([data-test-script-state=running])", timeout=60_000)
    page.wait_for_timeout(2500)  # the canvas of a table tells nobody when it is drawn
    page.screenshot(path=file)
    page.close()
    with Image.open(file) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def main() -> None:
    """Makes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="DIR", help="every page in every form, into this folder")
    folder: Path = parser.parse_args().all or IMAGES
    every = folder != IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        store = demo_store(Path(temporary) / "store").folder
        process = start_dashboard(store, port=port)
        try:
            while free("127.0.0.1", port) and process.poll() is None:
                time.sleep(0.2)
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, address in pages(store):
                where = f"http://127.0.0.1:{port}/?{urlencode(address)}"
                if every:
                    for size in SIZES:
                        for scheme in ("light", "dark"):
                            take(browser, where, folder / f"{name}-{size[0]}-{scheme}.png", size, scheme)
                elif name in ("runs", "run", "step"):
                    take(browser, where, folder / f"{name}.png", SIZES[0], "light")
            browser.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
