"""What the tests of the dashboard share: a store with the runs of the demo and of the harness, one whose texts are made
to break out of a page, and a browser that looks at a dashboard as it is served."""

import http.client
import importlib.util
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from planscope import api
from planscope.analyzers.detector import load_detectors
from planscope.analyzers.stored import analyse
from planscope.api import OpenStore
from planscope.collector.intake import import_paths
from planscope.collector.store import Store
from planscope.dashboard.server import start_dashboard

ROOT = Path(__file__).resolve().parents[2]

EVIL = (
    "<img src=x onerror=alert(1)><script>document.title='owned'</script> ![a](http://evil.invalid/x.png) "
    "[click](javascript:alert(1)) **bold** :red[red] $x^2$ :material/home: \x1b[31mred\x1b[0m \u202egnp.exe\u202c"
)


def _demo_store(folder: Path) -> Store:
    spec = importlib.util.spec_from_file_location("demo_store", ROOT / "bench" / "demo_store.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    make: Callable[[Path], Store] = module.demo_store
    return make(folder)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store with thirty runs, analysed. It is only read."""
    return _demo_store(tmp_path_factory.mktemp("dashboard") / "store").folder


@pytest.fixture
def shown(folder: Path) -> OpenStore:
    """That store, opened."""
    return api.open(folder)


def write_evil(folder: Path) -> Path:
    """A store with one run, in which every text that a page may show is hostile."""

    def call(n: int, name: str, arguments: object) -> dict[str, object]:
        made = {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        return {"role": "assistant", "content": EVIL, "tool_calls": [made]}

    def todos(*statuses: str) -> dict[str, object]:
        return {"todos": [{"content": f"{EVIL} {n}", "status": s, "id": str(n)} for n, s in enumerate(statuses)]}

    messages: list[dict[str, object]] = [
        {"role": "user", "content": f"{EVIL} please"},
        call(1, "TodoWrite", todos("in_progress", "pending")),
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        call(2, "look_up", {"what": EVIL}),
        {"role": "tool", "tool_call_id": "c2", "content": f"Error: {EVIL}"},
        call(3, "TodoWrite", todos("completed", "completed")),
        {"role": "tool", "tool_call_id": "c3", "content": "ok"},
        {"role": "assistant", "content": f"All done, I verified it: the total is 1,234.56 EUR. {EVIL}"},
    ]
    source = folder / "evil.json"
    source.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    store = Store(folder / "store")
    import_paths(store, [(source, "<b>evil</b>.json")])
    analyse(store, load_detectors(), quiet=0)
    return store.folder


@pytest.fixture(scope="session")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of that store."""
    return write_evil(tmp_path_factory.mktemp("evil"))


class Lamps:
    """An agent at work, span by span, as its exporter sends them: a parent comes after its children."""

    def __init__(self, trace: str = "5b8efff798038103d269b633813fc60c") -> None:
        self.trace = trace
        self.begun = time.time_ns()
        self._sent = 0

    def _export(self, name: str, parent: str | None, span: str, **attributes: object) -> dict[str, object]:
        self._sent += 1
        held = {"gen_ai.conversation.id": self.trace, "gen_ai.agent.name": "counter", **attributes}
        texts = {k: v if isinstance(v, str) else json.dumps(v) for k, v in held.items()}
        at = self.begun if parent is None else self.begun + 1000 * self._sent
        made = {
            "traceId": self.trace, "spanId": span, "name": name, "startTimeUnixNano": str(at),
            "endTimeUnixNano": str(self.begun + 1000 * self._sent + 500),
            "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in texts.items()],
        }  # fmt: skip
        made |= {"parentSpanId": parent} if parent else {}
        service = {"attributes": [{"key": "service.name", "value": {"stringValue": "lamp-shop"}}]}
        return {"resourceSpans": [{"resource": service, "scopeSpans": [{"spans": [made]}]}]}

    def asks(self) -> dict[str, object]:
        """Its first model call, which tells what the user wants."""
        said = [{"role": "user", "parts": [{"type": "text", "content": "Please count the lamps in the cellar"}]}]
        call = {"type": "tool_call", "id": "c1", "name": "count", "arguments": {"what": "lamps"}}
        attributes = {"gen_ai.input.messages": said, "gen_ai.output.messages": [{"role": "assistant", "parts": [call]}]}
        return self._export("chat m", "00f067aa0ba902b7", "a" * 16, **{"gen_ai.operation.name": "chat", **attributes})

    def counts(self, n: int) -> dict[str, object]:
        """A tool call."""
        attributes = {
            "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count", "gen_ai.tool.call.id": f"c{n}",
            "gen_ai.tool.call.arguments": {"what": "lamps"}, "gen_ai.tool.call.result": "three",
        }  # fmt: skip
        return self._export("execute_tool count", "00f067aa0ba902b7", f"{n:016x}", **attributes)

    def ends(self) -> dict[str, object]:
        """Its root, with the answer."""
        said = [{"role": "assistant", "parts": [{"type": "text", "content": "There are three lamps."}]}]
        attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": said}
        return self._export("invoke_agent counter", None, "00f067aa0ba902b7", **attributes)


@pytest.fixture
def lamps() -> Lamps:
    """An agent at work."""
    return Lamps()


# --- served, and looked at -----------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 60  # seconds: machines that test are busy


class Watched:
    """A page of a browser, with what went wrong on it and where it wanted to go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", lambda m: self.errors.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("dialog", lambda d: self.errors.append(f"dialog: {d.message}"))
        page.on("request", lambda r: self.elsewhere.append(r.url) if not _here(r.url) else None)


def _here(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def watched(chromium: Browser) -> Iterator[Watched]:
    """A page that is still blank. What it has to say at the end must be nothing."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = Watched(context.new_page())
    yield page
    context.close()
    assert page.errors == []
    assert page.elsewhere == []


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answer(port: int, path: str = "/_stcore/health", **headers: str) -> int:
    """The status that a path is answered with, 0 when nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


@contextmanager
def serving(store: Path) -> Iterator[int]:
    """The port of a dashboard over this store."""
    port = free_port()
    process: subprocess.Popen[bytes] = start_dashboard(store, port=port)
    try:
        until = time.monotonic() + PATIENCE
        while answer(port) != 200:
            assert process.poll() is None, "the dashboard has ended"
            assert time.monotonic() < until, "the dashboard does not answer"
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(name="serving")
def serving_fixture() -> Callable[[Path], AbstractContextManager[int]]:
    """Serves a dashboard over a store."""
    return serving


@pytest.fixture(scope="session")
def demo(folder: Path) -> Iterator[str]:
    """The address of a dashboard over the store with thirty runs."""
    with serving(folder) as port:
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture(scope="session")
def evil_demo(evil: Path) -> Iterator[str]:
    """The address of a dashboard over the store with hostile texts."""
    with serving(evil) as port:
        yield f"http://127.0.0.1:{port}/"
