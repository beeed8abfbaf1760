"""Text from traces made fit for a terminal: what could move the cursor, hide itself or turn the reading direction is
shown by its code. Words in any script stay as they are."""

import json
import re
import unicodedata
from typing import Any

# Controls (C0, DEL, C1), line and paragraph separators, marks that are invisible or turn the direction, the tag
# characters, lone surrogates, and two that are no characters (XML refuses them). The joiners U+200C and U+200D stay:
# Persian, Hindi and emoji are written with them.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def safe(text: str) -> str:
    """The text on one line, with every character that is not to reach a terminal written as an escape (`\\x1b`)."""
    return _UNSAFE.sub(lambda m: _escape(ord(m[0])), text)


def _escape(code: int) -> str:
    short = {9: "\\t", 10: "\\n", 13: "\\r"}.get(code)
    return short or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}")


def json_line(value: Any) -> str:
    """The value as JSON on one line; the same characters are escaped, which a JSON parser takes back."""
    return _UNSAFE.sub(lambda m: _json_escape(m[0]), json.dumps(value, ensure_ascii=False))


def _json_escape(char: str) -> str:
    return "\\u007f" if char == "\x7f" else json.dumps(char)[1:-1]  # DEL counts as printable to json


def width(text: str) -> int:
    """Columns that the text takes on a terminal: wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in "\u200c\u200d\ufe0e\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrapped(text: str, columns: int, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most so many columns, broken at spaces, and inside a word only where it is longer than a line (as a
    sentence in Chinese is). `first` and `rest` begin the first line and the others."""
    rest = first if rest is None else rest
    lines, line, used = [], first, width(first)
    empty = True
    for word in text.split(" "):
        if not empty and used + 1 + width(word) > columns:
            lines.append(line)
            line, used, empty = rest, width(rest), True
        if not empty:
            line, used = line + " ", used + 1
        for char in word if used + width(word) > columns else [word]:
            if used + width(char) > columns and not empty:
                lines.append(line)
                line, used = rest, width(rest)
            line, used, empty = line + char, used + width(char), False
    return [x.rstrip(" ") or x for x in (*lines, line)]
