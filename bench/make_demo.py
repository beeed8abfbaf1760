"""Makes the six runs of `planscope demo`: invented stories, each written in one of three formats.

python bench/make_demo.py            writes planscope/demo/made-up-runs
python bench/make_demo.py FOLDER     writes there

A test keeps the shipped files equal to what this script makes. What is found in them is said in tests/test_demo.py.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from demo_formats import Call, Say, Story, chat, claude_code, otlp

RUNS = Path(__file__).resolve().parent.parent / "planscope" / "demo" / "made-up-runs"


def use(tool: str, result: Any, *, failed: bool = False, **arguments: Any) -> Call:
    """A call whose result is text, or data written as JSON."""
    return Call(tool, arguments, result if isinstance(result, str) else json.dumps(result), failed)


def todo(*items: str) -> Call:
    """A TodoWrite: ". text" pending, "> text" in progress, "x text" completed."""
    states = {".": "pending", ">": "in_progress", "x": "completed"}
    todos = [{"content": i[2:], "status": states[i[0]], "activeForm": f"Working: {i[2:]}"} for i in items]
    return Call("TodoWrite", {"todos": todos}, "Todos have been modified successfully.")


def task(number: int, subject: str) -> Call:
    """A TaskCreate, with the id that its result gives."""
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
    {"model": model, "price": f"{price} EUR", "lumen": lumen, "in_stock": True}
    for model, price, lumen in (("Lyra", "64.90", 800), ("Orrin", "52.40", 820), ("Tessel", "58.00", 900))
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
