"""Worked questions to a store: one file each in asked/, whose first line is the question and whose further comment
says how it is meant. docs/sql.md is made from them."""

from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Question:
    """A question, what is to be said of it, and the SQL that answers it from the views."""

    name: str
    title: str
    note: str
    sql: str


@cache
def questions() -> tuple[Question, ...]:
    """All questions, in their order."""
    folder = resources.files(__package__).joinpath("asked")
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return tuple(_question(f.name, f.read_text(encoding="utf-8")) for f in files)


def _question(file: str, text: str) -> Question:
    lines = text.splitlines()
    comment = [line.removeprefix("--").strip() for line in lines[: _comments(lines)]]
    sql = "\n".join(lines[len(comment) :]).strip()
    return Question(file.removesuffix(".sql").partition("_")[2], comment[0], " ".join(comment[1:]), sql)


def _comments(lines: list[str]) -> int:
    return next((n for n, line in enumerate(lines) if not line.startswith("--")), len(lines))
