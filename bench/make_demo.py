"""Makes the six runs of `planscope demo`: invented stories, each written in one of three formats.

python bench/make_demo.py            writes planscope/demo/runs
python bench/make_demo.py FOLDER     writes there

A test keeps the shipped files equal to what this script makes. What is found in them is said in tests/test_demo.py.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

RUNS = Path(__file__).resolve().parent.parent / "planscope" / "demo" / "runs"
BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Call:
    """A use of a tool. `data` is the structured result that some formats keep beside the text."""

    tool: str
    arguments: dict[str, Any]
    result: str
    failed: bool = False
    data: Any = None


@dataclass(frozen=True)
class Say:
    """A message of the agent, with the tools that it asks for."""

    text: str
    calls: tuple[Call, ...] = ()


Story = Sequence[str | Say]  # a text alone is the user's


def ident(*parts: object, size: int = 16) -> str:
    """An id that is the same whenever the script runs."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:size]


# --- formats -------------------------------------------------------------------------------------------------------


def claude_code(name: str, story: Story) -> str:
    """A Claude Code session: one line for each block of a message, results on lines of their own."""
    lines: list[str] = []

    def add(kind: str, message: dict[str, Any], **more: Any) -> None:
        n = len(lines)
        about = {"parentUuid": ident(name, n - 1) if n else None, "isSidechain": False, "cwd": "/repo"}
        when = (BEGIN + timedelta(seconds=7 * n)).isoformat().replace("+00:00", ".000Z")
        ids = {"sessionId": ident(name), "uuid": ident(name, n), "timestamp": when}
        lines.append(json.dumps({**about, **ids, "type": kind, "message": message, **more}, ensure_ascii=False))

    for n, step in enumerate(story):
        if isinstance(step, str):
            add("user", {"role": "user", "content": step})
            continue
        blocks: list[dict[str, Any]] = [{"type": "text", "text": step.text}] if step.text else []
        ids = [f"toolu_{ident(name, n, k)}" for k in range(len(step.calls))]
        for at, c in zip(ids, step.calls, strict=True):
            blocks.append({"type": "tool_use", "id": at, "name": c.tool, "input": c.arguments})
        for block in blocks:
            about = {"id": f"msg_{ident(name, n)}", "role": "assistant", "model": "made-up-model"}
            add("assistant", {**about, "content": [block], "usage": {"input_tokens": 900 + n, "output_tokens": 60}})
        for at, c in zip(ids, step.calls, strict=True):
            result = {"type": "tool_result", "tool_use_id": at, "content": c.result, "is_error": c.failed}
            more = {"toolUseResult": c.data} if c.data else {}
            add("user", {"role": "user", "content": [result]}, **more)
    return "\n".join(lines) + "\n"


def chat(name: str, story: Story) -> str:
    """A chat in the OpenAI form: one JSON document."""
    messages: list[dict[str, Any]] = []
    for n, step in enumerate(story):
        if isinstance(step, str):
            messages.append({"role": "user", "content": step})
            continue
        asked = [
            {
                "id": f"call_{ident(name, n, k)}",
                "type": "function",
                "function": {"name": c.tool, "arguments": json.dumps(c.arguments)},
            }
            for k, c in enumerate(step.calls)
        ]
        messages.append({"role": "assistant", "content": step.text, **({"tool_calls": asked} if asked else {})})
        for a, c in zip(asked, step.calls, strict=True):
            messages.append({"role": "tool", "tool_call_id": a["id"], "content": c.result})
    return json.dumps({"model": "made-up-model", "messages": messages}, ensure_ascii=False, indent=1) + "\n"


class _Trace:
    """The spans of one trace as they end: one OTLP JSON line each."""

    def __init__(self, name: str) -> None:
        self.name, self.lines = name, list[str]()
        self.begin = self.clock = int(BEGIN.timestamp()) * 10**9

    def span(self, key: object, title: str, seconds: int, attributes: dict[str, str], *, failed: bool = False) -> None:
        """One more span; the one with the key "root" began with the trace."""
        start, self.clock = self.begin if key == "root" else self.clock, self.clock + seconds * 10**9
        parent = {} if key == "root" else {"parentSpanId": ident(self.name, "root")}
        about = {"traceId": ident(self.name, size=32), "spanId": ident(self.name, key), **parent, "name": title}
        about |= {"kind": 1, "startTimeUnixNano": str(start), "endTimeUnixNano": str(self.clock)}
        pairs = {"gen_ai.conversation.id": f"conv_{ident(self.name)}", **attributes}
        about["attributes"] = [{"key": k, "value": {"stringValue": v}} for k, v in pairs.items()]
        about["status"] = {"code": 2, "message": "tool failed"} if failed else {}
        resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "demo-agent"}}]}
        scopes = [{"scope": {"name": "demo"}, "spans": [about]}]
        self.lines.append(_text({"resourceSpans": [{"resource": resource, "scopeSpans": scopes}]}))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def otlp(name: str, story: Story) -> str:
    """OTLP JSON lines with gen_ai attributes: one span a line, children before their parent, as exporters send them."""
    trace, sent = _Trace(name), list[dict[str, Any]]()
    for n, step in enumerate(story):
        if isinstance(step, str):
            sent.append({"role": "user", "parts": [{"type": "text", "content": step}]})
            continue
        ids = [f"call_{ident(name, n, k)}" for k in range(len(step.calls))]
        parts: list[dict[str, Any]] = [{"type": "text", "content": step.text}] if step.text else []
        for at, c in zip(ids, step.calls, strict=True):
            parts.append({"type": "tool_call", "id": at, "name": c.tool, "arguments": c.arguments})
        answer = {"role": "assistant", "parts": parts, "finish_reason": "tool_call" if ids else "stop"}
        about = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "made-up-model"}
        messages = {"gen_ai.input.messages": _text(sent), "gen_ai.output.messages": _text([answer])}
        trace.span(n, "chat made-up-model", 3, {**about, **messages})
        sent.append({"role": "assistant", "parts": parts})
        for at, c in zip(ids, step.calls, strict=True):
            about = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": c.tool, "gen_ai.tool.call.id": at}
            content = {"gen_ai.tool.call.arguments": _text(c.arguments), "gen_ai.tool.call.result": c.result}
            more = {"error.type": "tool_error"} if c.failed else {}
            trace.span((n, at), f"execute_tool {c.tool}", 1, {**about, **content, **more}, failed=c.failed)
            sent.append({"role": "tool", "parts": [{"type": "tool_call_response", "id": at, "response": c.result}]})
    trace.span("root", "invoke_agent demo", 0, {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "demo"})
    return "\n".join(trace.lines) + "\n"


# --- the stories ---------------------------------------------------------------------------------------------------


def use(tool: str, result: Any, *, failed: bool = False, **arguments: Any) -> Call:
    """A call whose result is text, or data written as JSON."""
    return Call(tool, arguments, result if isinstance(result, str) else json.dumps(result), failed)


def todo(*items: str) -> Call:
    """A TodoWrite: ". text" pending, "> text" in progress, "x text" completed."""
    states = {".": "pending", ">": "in_progress", "x": "completed"}
    todos = [{"content": i[2:], "status": states[i[0]], "activeForm": f"Working: {i[2:]}"} for i in items]
    return Call("TodoWrite", {"todos": todos}, "Todos have been modified successfully.")


def task(number: int, subject: str) -> Call:
    """A TaskCreate."""
    data = {"task": {"id": str(number), "subject": subject}}
    return Call("TaskCreate", {"subject": subject}, f"Task #{number} created successfully: {subject}", data=data)


def move(number: int, old: str, new: str) -> Call:
    """A TaskUpdate."""
    data = {"success": True, "taskId": str(number), "statusChange": {"from": old, "to": new}}
    return Call("TaskUpdate", {"taskId": str(number), "status": new}, f"Updated task #{number} status", data=data)


RED = """tests/test_units.py ..F.....F..
FAILED tests/test_units.py::test_cups_to_millilitres - assert 236 == 240
FAILED tests/test_units.py::test_unknown_unit - KeyError: 'pinch'
2 failed, 9 passed in 0.41s"""

TICKED_WHILE_RED: Story = (
    "Move our recipe scaler to metric units. All tests have to pass before you stop.",
    Say(
        "I will convert the units, adapt the scaler, then run the tests.",
        (todo("> Convert the unit table", ". Adapt the scaler", ". Run the test suite until it passes"),),
    ),
    Say("", (use("Read", "CUP = 236\nSPOON = 15\n", file_path="/repo/units.py"),)),
    Say("", (use("Edit", "The file was updated.", file_path="/repo/units.py", old_string="236", new_string="240"),)),
    Say("", (todo("x Convert the unit table", "> Adapt the scaler", ". Run the test suite until it passes"),)),
    Say("", (use("Edit", "The file was updated.", file_path="/repo/scaler.py", old_string="cups", new_string="ml"),)),
    Say("", (todo("x Convert the unit table", "x Adapt the scaler", "> Run the test suite until it passes"),)),
    Say("", (use("Bash", f"Exit code 1\n{RED}", command="python -m pytest -q", failed=True),)),
    Say("", (todo("x Convert the unit table", "x Adapt the scaler", "x Run the test suite until it passes"),)),
    Say("The recipe scaler is metric now. The unit table and the scaler are converted, and all tests pass."),
)

SOUND_TASKS: Story = (
    "Add a --quiet option to the backup tool and mention it in the README.",
    Say("Two pieces of work.", (task(1, "Add the --quiet option"), task(2, "Mention --quiet in the README"))),
    Say("", (move(1, "pending", "in_progress"),)),
    Say("", (use("Read", "parser.add_argument('--verbose')\n", file_path="/repo/backup.py"),)),
    Say(
        "",
        (
            use(
                "Edit",
                "The file was updated.",
                file_path="/repo/backup.py",
                old_string="--verbose",
                new_string="--quiet",
            ),
        ),
    ),
    Say("", (use("Bash", "14 passed in 0.92s", command="python -m pytest -q"),)),
    Say("The tests pass.", (move(1, "in_progress", "completed"),)),
    Say("", (move(2, "pending", "in_progress"),)),
    Say(
        "",
        (
            use(
                "Edit",
                "The file was updated.",
                file_path="/repo/README.md",
                old_string="--verbose",
                new_string="--quiet",
            ),
        ),
    ),
    Say("", (move(2, "in_progress", "completed"),)),
    Say("The backup tool has a --quiet option, described in the README. The 14 tests pass."),
)

WRONG_TOTAL: Story = (
    "What would a two-day workshop for eight people in the old mill cost, with lunch and a bus? In euros, please.",
    Say("", (use("venue_price", {"venue": "Old Mill", "days": 2, "price": "1240.00 EUR"}, venue="Old Mill", days=2),)),
    Say("", (use("catering_price", {"meal": "lunch", "per_person_and_day": "38.50 EUR"}, meal="lunch"),)),
    Say("", (use("bus_price", {"seats": 12, "return_trip": "460.00 EUR"}, seats=8),)),
    Say(
        "Here is the estimate:\n"
        "- Old Mill, two days: 1,240.00 EUR\n"
        "- Lunch, 8 people × 2 days × 38.50 EUR = 616.00 EUR\n"
        "- Bus, return trip: 460.00 EUR\n"
        "\n"
        "Total: 2,361.00 EUR"
    ),
)

LAMPS = [
    {"model": "Lyra", "price": "64.90 EUR", "lumen": 800, "in_stock": True},
    {"model": "Orrin", "price": "52.40 EUR", "lumen": 820, "in_stock": True},
    {"model": "Tessel", "price": "58.00 EUR", "lumen": 900, "in_stock": True},
    {"model": "Wick", "price": "71.25 EUR", "lumen": 1100, "in_stock": True},
]

DEARER_CALLED_CHEAPEST: Story = (
    "Find the cheapest reading lamp with at least 800 lumen that is in stock.",
    Say("", (use("search_lamps", {"lamps": LAMPS}, minimum_lumen=800, in_stock=True),)),
    Say("The cheapest reading lamp with at least 800 lumen in stock is the Tessel at 58.00 EUR (900 lumen)."),
)

LOCKED = "403 Forbidden: the folder 'reports' is read-only for this account"
UPLOAD = use("upload_file", LOCKED, failed=True, path="march.pdf", folder="reports")

SAME_ERROR_AGAIN: Story = (
    "Make the March report and put it into the folder 'reports'.",
    Say("", (use("make_report", {"file": "march.pdf", "pages": 6}, month="2026-03"),)),
    Say("Now I upload it.", (UPLOAD,)),
    *(Say("I try again.", (UPLOAD,)) for _ in range(5)),
    Say("The March report is made (march.pdf, 6 pages), but I could not upload it: the folder 'reports' is read-only."),
)

PARTS = {"paint": "84.00 EUR", "brushes": "19.50 EUR", "dust_sheets": "12.00 EUR"}


def steps(first: str, second: str) -> dict[str, Any]:
    """Arguments of a list of two items in these states."""
    texts = ("Look up the prices", "Place the order")
    return {"todos": [{"content": t, "status": s} for t, s in zip(texts, (first, second), strict=True)]}


SOUND_ORDER: Story = (
    "Order paint, brushes and dust sheets for the hall and tell me what it costs.",
    Say("", (use("write_todos", "Updated todo list", **steps("in_progress", "pending")),)),
    Say("", (use("price_list", PARTS, items=["paint", "brushes", "dust_sheets"]),)),
    Say("", (use("write_todos", "Updated todo list", **steps("completed", "in_progress")),)),
    Say("", (use("place_order", {"order": "A-3107", "total": "115.50 EUR"}, items=list(PARTS)),)),
    Say("", (use("write_todos", "Updated todo list", **steps("completed", "completed")),)),
    Say(
        "Order A-3107 is placed:\n- paint 84.00 EUR\n- brushes 19.50 EUR\n- dust sheets 12.00 EUR\n\nTotal: 115.50 EUR"
    ),
)


def files() -> Iterator[tuple[str, str]]:
    """Name and content of every run."""
    yield "claude-code-recipes.jsonl", claude_code("claude-code-recipes", TICKED_WHILE_RED)
    yield "claude-code-backup.jsonl", claude_code("claude-code-backup", SOUND_TASKS)
    yield "chat-estimate.json", chat("chat-estimate", WRONG_TOTAL)
    yield "chat-lamp.json", chat("chat-lamp", DEARER_CALLED_CHEAPEST)
    yield "otlp-report.jsonl", otlp("otlp-report", SAME_ERROR_AGAIN)
    yield "otlp-paint.jsonl", otlp("otlp-paint", SOUND_ORDER)


def main() -> None:
    """Writes the files."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
