"""Tool calls inside a program that an agent wrote (Codex's code mode): found by reading it, never by running it. Pure.

The program is JavaScript that calls `tools.<name>(...)`. Strings and comments are passed over; an argument is read
where it is a literal, and stays unknown where it is computed.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

_LIMIT = 500_000  # characters; longer programs are not looked into
_DEPTH = 40  # levels of brackets in an argument
_PIECE = re.compile(
    # each begins and ends, or runs to the end of its line or of all: none is looked for twice from the same place
    r"""(?P<text>"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|\\?\Z)|'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\\?\Z)|`(?:[^`\\]|\\.)*(?:`|\\?\Z))"""
    r"""|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))"""
    r"""|(?P<regex>(?<=[(,=:\[!&|?{};])\s{0,9}/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,99}\]){1,200}/[a-z]{0,9})""",
    re.S,
)
_CALL = re.compile(r"(?<![\w$.])tools((?:\s*\.\s*[A-Za-z_$][\w$]*)+)\s*\(")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_SPACE = re.compile(r"(?:\s|//[^\n]*(?:\n|$)|/\*.*?\*/)*", re.S)
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.S)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "undefined": None}


@dataclass(frozen=True, slots=True)
class Nested:
    """A call inside a program. `arguments` is the first argument's value; `known` is false where it is computed."""

    name: str
    arguments: Any
    known: bool


def nested_calls(code: str) -> list[Nested]:
    """The calls of tools that a program holds, in the order in which they are written."""
    if len(code) > _LIMIT or "tools" not in code:
        return []
    pieces = [m.span() for m in _PIECE.finditer(code)]
    begins = [b for b, _ in pieces]
    found = []
    for m in _CALL.finditer(code):
        n = bisect_right(begins, m.start()) - 1
        if n >= 0 and m.start() < pieces[n][1]:
            continue  # inside a string or a comment
        found.append(_nested(code, re.sub(r"\s", "", m[1])[1:], m.end()))
    return found


def mentions(code: str, name: str) -> int:
    """How often a program speaks of a tool outside of strings, also as `tools["name"]`."""
    bare = _PIECE.sub(lambda m: m[0] if m[0][1:-1] == name else '""', code[:_LIMIT])
    return len(
        re.findall(rf"(?<![\w$\"'`]){re.escape(name)}(?![\w$\"'`])|\[\s*[\"'`]{re.escape(name)}[\"'`]\s*\]", bare)
    )


def _nested(code: str, name: str, at: int) -> Nested:
    try:
        at = _after_space(code, at)
        if code[at : at + 1] == ")":
            return Nested(name, {}, True)
        value, at = _value(code, at, 0)
        at = _after_space(code, at)
        known = code[at : at + 1] in (")", ",")
        return Nested(name, value if known else None, known)
    except _Computed:
        return Nested(name, None, False)


class _Computed(Exception):
    """The argument is no literal."""


def _after_space(code: str, at: int) -> int:
    m = _SPACE.match(code, at)
    return m.end() if m else at


def _value(code: str, at: int, depth: int) -> tuple[Any, int]:
    """(value, where it ends) of the literal that begins at `at`. Raises _Computed."""
    first = code[at : at + 1]
    if depth > _DEPTH:
        raise _Computed
    if first == "{":
        return _mapping(code, at + 1, depth)
    if first == "[":
        return _list(code, at + 1, depth)
    if first in ("'", '"', "`"):
        return _text(code, at)
    if m := _NUMBER.match(code, at):
        said = m[0].replace("_", "")
        return (float(said) if re.search(r"[.eE]", said) else int(said)), m.end()
    m = _WORD.match(code, at)
    if m is None or m[0] not in _WORDS:
        raise _Computed
    return _WORDS[m[0]], m.end()


def _text(code: str, at: int) -> tuple[str, int]:
    """A string, or several joined by +."""
    texts: list[str] = []
    while True:
        m = _PIECE.match(code, at)
        said = m["text"] if m is not None else None
        whole = said and len(said) > 1 and said[-1] == said[0]
        if m is None or not said or not whole or (said[0] == "`" and re.search(r"(?<!\\)\$\{", said)):
            raise _Computed
        texts.append(_ESCAPE.sub(_unescaped, said[1:-1]))
        further = _after_space(code, m.end())
        if code[further : further + 1] != "+":
            return "".join(texts), m.end()
        at = _after_space(code, further + 1)


def _unescaped(m: re.Match[str]) -> str:
    digits = m[1] or m[2] or m[3]
    if not digits:
        return _ESCAPED.get(m[4], m[4])
    number = int(digits, 16)
    return chr(number) if number < 0xD800 or 0xE000 <= number < 0x110000 else "\ufffd"


def _list(code: str, at: int, depth: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    at = _after_space(code, at)
    while code[at : at + 1] != "]":
        value, at = _value(code, at, depth + 1)
        values.append(value)
        at = _comma(code, at, "]")
    return values, at + 1


def _mapping(code: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    values: dict[str, Any] = {}
    at = _after_space(code, at)
    while code[at : at + 1] != "}":
        if m := _WORD.match(code, at) or re.compile(r"\d+").match(code, at):
            key, at = m[0], m.end()
        elif code[at : at + 1] in ("'", '"'):
            key, at = _text(code, at)
        else:
            raise _Computed
        at = _after_space(code, at)
        if code[at : at + 1] != ":":
            raise _Computed
        values[key], at = _value(code, _after_space(code, at + 1), depth + 1)
        at = _comma(code, at, "}")
    return values, at + 1


def _comma(code: str, at: int, end: str) -> int:
    """Where the next entry begins, or the bracket that ends the list."""
    at = _after_space(code, at)
    if code[at : at + 1] == ",":
        return _after_space(code, at + 1)
    if code[at : at + 1] != end:
        raise _Computed
    return at
