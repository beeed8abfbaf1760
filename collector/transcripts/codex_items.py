"""What stands in one item of a Codex rollout: texts, calls, outputs. Pure.

An output is a text, a list of texts, or an object; commands give theirs with a header ("Process exited with code 2",
"Output:") or inside JSON beside their `metadata`. The header holds a new id and time at each call, so it is taken
off; the exit code goes into the structured result.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planscope.collector.failing import bad_exit, says_failure
from planscope.collector.transcripts.source import json_value

_HEADER = re.compile(r"(?:[^\n]{0,300}\n){0,12}?Output:(?:\n|$)")
_HEADED = re.compile(
    r"(?:Chunk ID|Wall time|Exit code|Process (?:exited|running)|Script (?:completed|failed|terminated|running)"
    r"|Total output lines|Original token count|Command)\b"
)
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) *(-?\d{1,6})", re.M)
_REFUSED = re.compile(
    r"\s*(?:\w{0,20}[ _]?command |\w{1,20} )?(?:rejected by (?:the )?user|aborted by (?:the )?user|declined|denied by)"
    r"|\s*(?:aborted\s*$|user rejected|approval (?:denied|required))",
    re.I,
)
_FAILED = re.compile(
    r"\s*(?:[\w.]{1,40} (?:verification )?failed\b|unsupported (?:custom tool )?call|sandbox error|failed in sandbox"
    r"|failed to |unknown tool|command timed out|Script (?:failed|terminated)|tool call error)",
    re.I,
)
_CUT = re.compile(r"…\d{1,9} (?:tokens|chars|characters|lines) truncated…|\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]")
_STANDING = re.compile(r"\s*<([A-Za-z][\w -]{2,60})>.*</\1>\s*$", re.S)
_INSTRUCTIONS = re.compile(r"\s*(?:# AGENTS\.md instructions\b|<user_instructions>|<environment_context>)")
_SUMMARY = re.compile(r"\s*Another language model started to solve this problem")
_REQUEST = re.compile(r"^## My request for Codex:\s*\n", re.M)


@dataclass(frozen=True, slots=True)
class Output:
    """What came of a call. `running` is true while the program goes on."""

    text: str
    data: Any
    status: str
    truncated: bool
    running: bool = False


def text_of(content: Any) -> str:
    """The text of a message's content, of an output's pieces, or of a summary."""
    if isinstance(content, str):
        return content
    pieces = content if isinstance(content, list) else []
    texts = (p if isinstance(p, str) else p.get("text") if isinstance(p, dict) else None for p in pieces)
    return "\n".join(t for t in texts if isinstance(t, str) and t)


def is_standing(text: str) -> bool:
    """Whether a message in the user's name was put there by the program: instructions, what the environment is, what
    a hook or a shell said."""
    return bool(_INSTRUCTIONS.match(text) or _SUMMARY.match(text) or (text.lstrip()[:1] == "<" and _wrapped(text)))


def _wrapped(text: str) -> bool:
    return bool(_STANDING.match(text))


def request_in(text: str) -> str:
    """What the user typed, of a message that an editor put its own context before."""
    m = _REQUEST.search(text)
    return text[m.end() :] if m else text


def call_of(item: Mapping[str, Any]) -> tuple[str, Any] | None:
    """(tool, arguments) of a calling item, None for any other."""
    kind = item.get("type")
    if not isinstance(kind, str) or not kind.endswith("_call"):
        return None
    given_name = item.get("name")
    name = given_name if isinstance(given_name, str) else ""
    if kind == "function_call":
        given = item.get("arguments")
        space = item.get("namespace")
        loaded = given if isinstance(given, dict) else json_value(given)
        full = f"{space}__{name}" if isinstance(space, str) and space and not name.startswith(space) else name
        return (full, given if loaded is None else loaded) if name else None
    if kind == "custom_tool_call":
        given = item.get("input")
        return (name, {"input": given} if isinstance(given, str) else given) if name else None
    given = next((item[k] for k in ("action", "arguments", "query") if item.get(k) is not None), None)
    return name or kind.removesuffix("_call"), given if isinstance(given, dict) else {"input": given} if given else {}


def output_of(value: Any) -> Output:
    """What an output item's `output` says."""
    success = value.get("success") if isinstance(value, dict) else None
    if isinstance(value, dict):
        value = next((value[k] for k in ("content", "content_items", "output") if value.get(k) is not None), value)
    pieces = [p for p in (_pieces(value)) if p]
    text = "\n".join(pieces)
    found = _headed(pieces) or _in_json(text) or _plain(text)
    if success is False and found.status == "ok":
        return Output(found.text, found.data, "error", found.truncated)
    return found


def _pieces(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [p if isinstance(p, str) else str(p.get("text") or "") for p in value if isinstance(p, str | dict)]
    return [] if value is None else [str(value)]


def _headed(pieces: list[str]) -> Output | None:
    """An output under a header."""
    first = pieces[0] if pieces else ""
    m = _HEADER.match(first) if _HEADED.match(first) else None
    if m is None:
        return None
    rest = [p for p in (first[m.end() :], *pieces[1:]) if p]
    text, header = "\n".join(rest), m[0]
    inner = _in_json(rest[0]) if len(rest) == 1 else None
    code = _EXIT.search(header)
    failed = bool(re.match(r"Script (?:failed|terminated)", header))
    running = bool(re.match(r"Script running|.{0,300}^Process running", header, re.M | re.S))
    if inner is not None and code is None and not failed:
        return Output(inner.text, inner.data, inner.status, inner.truncated, running)
    data = {"exit_code": int(code[1])} if code else None
    failed = failed or (bool(code) and bad_exit(int(code[1]) if code else 0, text))
    return Output(text, data, "error" if failed else "ok", bool(_CUT.search(first)), running)


def _in_json(text: str) -> Output | None:
    """An output inside JSON beside what is said of it."""
    value = json_value(text)
    if not isinstance(value, dict) or not isinstance(value.get("output"), str):
        return None
    about = value.get("metadata") if isinstance(value.get("metadata"), dict) else value
    code = about.get("exit_code") if isinstance(about, dict) else None
    said = value["output"]
    if not isinstance(code, int) or isinstance(code, bool):
        return None
    return Output(said, {"exit_code": code}, "error" if bad_exit(code, said) else "ok", bool(_CUT.search(said)))


def _plain(text: str) -> Output:
    data = json_value(text)
    if _REFUSED.match(text[:200]):
        return Output(text, data, "rejected", False)
    failed = bool(_FAILED.match(text[:200])) or says_failure(text, data)
    code = _EXIT.search(text[:2000]) if _HEADED.match(text) else None
    if code is not None and data is None:
        rest = text[code.end() :]
        return Output(text, {"exit_code": int(code[1])}, "error" if bad_exit(int(code[1]), rest) else "ok", False)
    return Output(text, data, "error" if failed else "ok", bool(_CUT.search(text)))
