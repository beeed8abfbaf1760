"""One message of a chat file, in whichever spelling, as what it says: text, thinking, calls, results. Pure.

Spellings: OpenAI chat (`tool_calls`, the old `function_call`), tau2 (arguments as objects, tools of the simulated
user), Anthropic content blocks (`tool_use`, `tool_result`), items of OpenAI's responses (`function_call`,
`function_call_output`), parts of the AI SDK (`tool-call`, `tool-result`), LangChain messages (`type: human`). Texts are
kept as they stand, for findings quote them.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.collector.failing import says_failure
from planscope.collector.transcripts.source import json_value
from planscope.collector.transcripts.written_calls import is_observation, observation_failed, tagged_calls

_ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
    "ai": "assistant",
    "human": "user",
    "exit": "system",  # mini-swe-agent says with it how the run ended
}
_TYPES = {"system": "system", "human": "user", "ai": "assistant", "tool": "tool", "function": "tool"}  # LangChain
_FROM = {  # ShareGPT
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "system": "system",
    "observation": "tool",
    "tool": "tool",
    "function_response": "tool",
}
_CALLS = ("tool_use", "function_call", "tool-call", "server_tool_use", "custom_tool_call")
_RESULTS = ("tool_result", "function_call_output", "tool-result", "custom_tool_call_output")
_TRUNCATED = re.compile(
    r"\[?TRUNCATED: original length \d+|\[truncated\]\s*$|<truncated>\s*$"
    r"|\.\.\. ?\[\d+ (?:chars|characters|bytes) truncated\]",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A call: arguments as a mapping where they can be read as one, else as they stand."""

    name: str
    arguments: Any
    id: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A result. `own_id` is the message's, which some take from the call; `data` the result as a JSON value."""

    text: str
    call_id: str
    own_id: str
    name: str
    data: Any
    failed: bool
    truncated: bool


@dataclass(frozen=True, slots=True)
class Said:
    """What a message says. Calls and results of a user who has tools too are left out: they are not the agent's."""

    role: str
    text: str = ""
    thinking: str = ""
    calls: tuple[Asked, ...] = ()
    results: tuple[Answered, ...] = ()


def plain(x: Any) -> Any:
    """A message out of the wrapping in which LangChain serialises it, or in the words of others (`from` and `value`,
    `text` for content); any other value as it is."""
    if not isinstance(x, dict):
        return x
    if "role" in x:
        return {**x, "content": x["text"]} if "content" not in x and isinstance(x.get("text"), str) else x
    if isinstance(x.get("value"), str) and (role := _FROM.get(_word(x.get("from")))):
        return {**x, "role": role, "content": x["value"]}
    inner, name = x.get("kwargs"), x.get("id")
    if x.get("lc") == 1 and isinstance(inner, dict) and isinstance(name, list) and name:
        return {**inner, "type": str(name[-1]).removesuffix("Chunk").removesuffix("Message").lower()}
    inner = x.get("data")
    return {**inner, "type": x["type"]} if _word(x.get("type")) in _TYPES and isinstance(inner, dict) else x


def role_of(x: Any) -> str:
    """system, user, assistant or tool; "" for what is no message."""
    x = plain(x)
    if not isinstance(x, dict):
        return ""
    if "role" not in x:
        if x.get("type") in _CALLS and "name" in x and ("call_id" in x or "arguments" in x):
            return "assistant"
        if x.get("type") in _RESULTS and "call_id" in x:
            return "tool"
        return _TYPES.get(_word(x.get("type")), "") if "content" in x else ""
    holds = "content" in x or "tool_calls" in x or "function_call" in x or "tool_messages" in x
    return _ROLES.get(_word(x["role"]), "") if holds else ""


def said_by(x: Mapping[str, Any], role: str) -> Said:
    """What a message says; `role` is what `role_of` says of it."""
    x = plain(x)
    if x.get("type") in _CALLS and "role" not in x:
        return Said("assistant", calls=tuple(_call(x)))
    several = x.get("tool_messages")
    if role == "tool" and isinstance(several, list):
        return Said("tool", results=tuple(r for m in several if isinstance(m, dict) for r in said_by(m, role).results))
    content = x.get("content", x.get("output"))
    blocks = [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []
    results = [r for b in blocks if b.get("type") in _RESULTS for r in _result(b)]
    if role == "tool":
        return Said("tool", results=tuple(results or _result(x)) if _agents(x) else ())
    calls = [c for b in blocks if b.get("type") in _CALLS for c in _call(b)]
    raw = x.get("tool_calls")
    known = {c.id for c in calls if c.id}
    calls += [c for y in (raw if isinstance(raw, list) else ()) for c in _call(y) if c.id not in known]
    old = x.get("function_call")
    if isinstance(old, dict) and not calls:
        calls += _call(old)
    text, thought = text_of(content), ""
    if role == "assistant":
        thought, text = spoken(text)
    if role == "assistant" and not calls:
        calls = [Asked(c.name, c.arguments, "") for c in tagged_calls(text)]
    if role == "user" and not results and text.lstrip().startswith("<tool_response>"):
        return observed(text)
    thinking = "\n".join(t for b in blocks if b.get("type") in ("thinking", "reasoning") and (t := _thought(b)))
    return Said(
        role,
        text,
        thinking or text_of(x.get("reasoning_content") or x.get("reasoning") or "") or thought,
        tuple(calls) if role == "assistant" else (),
        tuple(results),
    )


def spoken(text: str) -> tuple[str, str]:
    """(what was thought, what was said) in an answer that a model began with its thoughts; the mark at their beginning
    may be missing, since some prompts hold it."""
    begins = text.lstrip().startswith("<think>")
    if "</think>" not in text or ("<think>" in text and not begins):
        return "", text
    thought, _, said = text.rpartition("</think>")
    return thought.lstrip().removeprefix("<think>").strip(), said.strip()


def observed(text: str) -> Said:
    """A message of the user that is what came of an action written as text: the results in it."""
    pieces = [p for p in text.split("<tool_response>") if p.strip()] if "<tool_response>" in text else [text]
    pieces = [p.split("</tool_response>")[0].strip() for p in pieces]
    return Said("tool", results=tuple(_told(p) for p in pieces))


def _told(text: str) -> Answered:
    data = json_value(text)
    failed = observation_failed(text) if is_observation(text) else says_failure(text, data)
    return Answered(text, "", "", "", data, failed, bool(_TRUNCATED.search(text[-400:])))


def text_of(content: Any) -> str:
    """The text of a content: as it stands, or its parts; other parts and values are not text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    told = [
        b if isinstance(b, str) else b.get("text", "")
        for b in content
        if isinstance(b, str) or (isinstance(b, dict) and b.get("type") not in ("thinking", "reasoning"))
    ]
    return "\n".join(t for t in told if isinstance(t, str) and t)


def _agents(x: Mapping[str, Any]) -> bool:
    """Whether a call or result is the agent's own."""
    return _word(x.get("requestor")) != "user"


def _call(x: Any) -> Iterator[Asked]:
    if not isinstance(x, dict) or not _agents(x):
        return
    inner = x.get("function")
    inner = inner if isinstance(inner, dict) else x
    name = inner.get("name") or inner.get("toolName") or x.get("function")
    given = next((inner[k] for k in ("arguments", "input", "args", "parameters") if inner.get(k) is not None), None)
    call_id = x.get("call_id") or x.get("toolCallId") or x.get("id") or ""
    if isinstance(name, str):
        loaded = json_value(given)
        yield Asked(name, given if loaded is None else loaded, _word(call_id))


def _result(x: Mapping[str, Any]) -> Iterator[Answered]:
    if not _agents(x):
        return
    given = next((x[k] for k in ("content", "output", "result") if x.get(k) is not None), "")
    if isinstance(given, dict) and given.get("type") in ("text", "json", "error-text", "error-json"):
        given = given.get("value", given)  # the AI SDK says what kind of output it is
    text = given if isinstance(given, str) else text_of(given) or _dumped(given)
    data = given if isinstance(given, dict) else json_value(text)
    flags = (x.get("error"), x.get("is_error"), x.get("isError"))
    told = _of_error(x.get("error"))
    text = text or told
    failed = any(f is True for f in flags) or bool(told) or x.get("status") in ("error", "failed")
    yield Answered(
        text,
        _word(next((x[k] for k in ("tool_call_id", "tool_use_id", "call_id", "toolCallId") if x.get(k)), "")),
        _word(x.get("id") or ""),
        _word(x.get("name") or x.get("toolName") or ""),
        data,
        failed or says_failure(text, data),
        bool(_TRUNCATED.search(text[-400:])),
    )


def _of_error(error: Any) -> str:
    """What an error that stands beside a result says, with its type where it says nothing."""
    if not isinstance(error, dict):
        return ""
    return next((error[k] for k in ("message", "type") if isinstance(error.get(k), str) and error[k]), "")


def _thought(b: Mapping[str, Any]) -> str:
    return next((b[k] for k in ("thinking", "text", "reasoning") if isinstance(b.get(k), str)), "")


def _word(value: Any) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _dumped(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)
