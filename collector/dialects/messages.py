"""Messages of a chat, in whichever form they were written down, as Message. Pure; no dialect of its own.

Known forms: parts (OpenTelemetry, Gemini), content with tool_calls (OpenAI chat), items (OpenAI responses), content
blocks (Anthropic, Bedrock, Vercel), serialised messages (LangChain). What is of no known form is passed over.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from planscope.collector.dialects import Call, Message
from planscope.collector.dialects.content import arguments, dumped, items, loaded, result, unquoted
from planscope.collector.dialects.failures import says_error

_ROLES = {
    **dict.fromkeys(("human", "user", "HumanMessage", "HumanMessageChunk"), "user"),
    **dict.fromkeys(("ai", "assistant", "model", "bot", "AIMessage", "AIMessageChunk"), "assistant"),
    **dict.fromkeys(("system", "developer", "SystemMessage"), "system"),
    **dict.fromkeys(("tool", "function", "ipython", "ToolMessage", "FunctionMessage"), "tool"),
    "compaction": "summary",
}


def messages(value: Any, role: str = "user") -> list[Message]:
    """All messages of a value: a list (or the JSON of one, or an object that holds one), a single message, a text.
    `role` is whose it is where it does not say so."""
    value = loaded(value)
    if isinstance(value, str):
        return [Message(role, value)] if value.strip() else []
    if isinstance(value, Mapping):
        inner = value.get("messages", value.get("input") if isinstance(value.get("input"), list) else None)
        value = loaded(inner) if inner is not None else [value]
    if isinstance(value, list) and value and isinstance(value[0], list):  # one list for each prompt of a batch
        value = value[0]
    if not isinstance(value, list):
        return []
    found = [m for x in value if (m := message(x, role)) is not None]
    return _with_ids(found)


def answers(value: Any) -> list[Message]:
    """The answer in a model's response: its choices, generations, output items or content; else messages."""
    value = loaded(value)
    if isinstance(value, Mapping):
        for key in ("choices", "generations", "candidates"):
            if isinstance(value.get(key), list) and value[key]:
                choice = value[key][0][0] if isinstance(value[key][0], list) and value[key][0] else value[key][0]
                inner = choice.get("message", choice.get("content", choice)) if isinstance(choice, Mapping) else choice
                return messages(inner, "assistant")
        if isinstance(value.get("output"), list):
            return messages(value["output"], "assistant")
        if isinstance(value.get("output"), Mapping):
            return answers(value["output"].get("message", value["output"]))
        if not {"role", "content", "parts", "text", "messages", "kwargs", "data"} & set(value):
            return [Message("assistant", dumped(value))]
    return messages(value, "assistant")


_REQUEST = ("input", "query", "question", "prompt", "task", "goal", "request", "message", "user_input", "text", "topic")
_ANSWER = ("output", "answer", "final_answer", "response", "result", "final_output", "text", "content", "message")


def exchanged(value: Any, role: str = "user") -> list[Message]:
    """What a program was given or gave back: a text, a state that holds messages, the arguments of a function, or an
    object in which one name says where the request (for an assistant: the answer) is."""
    if isinstance(value, str):
        value = unquoted(value)
    data = loaded(value)
    if isinstance(data, Mapping) and set(data) == {"args", "kwargs"}:
        value = data = arguments(data)
    if isinstance(data, Mapping) and not {"messages", "role", "content"} & set(data):
        low = {str(k).lower(): v for k, v in data.items()}
        keys = _ANSWER if role == "assistant" else _REQUEST
        said = next((low[k] for k in keys if isinstance(low.get(k), str) and low[k].strip()), None)
        texts = [v for v in data.values() if isinstance(v, str) and v.strip()]
        said = said if said is not None or len(texts) != 1 else texts[0]
        return [Message(role, said if said is not None else dumped(value))] if data else []
    found = messages(value, role)
    return [m for m in found if m.text or m.calls or m.results] if isinstance(data, Mapping | list) else found


@dataclass
class _Parts:
    """What is being collected of one message."""

    texts: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    results: list[tuple[str, str, str]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    summary: bool = False

    def called(self, name: Any, given: Any, call_id: Any) -> None:
        if name:
            self.calls.append(Call(str(name), arguments(given), str(call_id or "")))

    def answered(self, call_id: Any, name: Any, raw: Any, failed: bool = False) -> None:
        text, data = result(raw)
        self.results.append((str(call_id or ""), str(name or ""), text))
        if failed or says_error(text, data):
            self.failed.append(str(call_id or name or ""))


def message(value: Any, role: str = "user") -> Message | None:
    """One message; None when it is none."""
    if isinstance(value, str):
        return Message(role, value) if value.strip() else None
    if not isinstance(value, Mapping):
        return None
    x, role = _plain(value, role)
    parts = _Parts()
    blocks = loaded(x.get("parts", x.get("content", x.get("contents"))))
    if x.get("type") in _ITEMS:
        blocks = [x]
    if role == "tool" and not _holds_results(blocks):
        parts.answered(x.get("tool_call_id") or x.get("id"), x.get("name"), blocks, x.get("status") == "error")
    else:
        _blocks(blocks, parts)
    if not blocks:
        _block(x, parts)  # an item that is no message (a call, a result), or a bare text
    for call in items(loaded(x.get("tool_calls"))):
        _tool_call(call, parts)
    old = x.get("function_call")
    if isinstance(old, Mapping) and not parts.calls:
        parts.called(old.get("name"), old.get("arguments"), "")
    if isinstance(x.get("reasoning_content"), str):
        parts.thinking.append(x["reasoning_content"])
    return Message(
        role="summary" if parts.summary else role,
        text="\n".join(t for t in parts.texts if t),
        thinking="\n".join(t for t in parts.thinking if t),
        calls=tuple(parts.calls),
        results=tuple(parts.results),
        failed=tuple(parts.failed),
    )


def _plain(value: Mapping[str, Any], role: str) -> tuple[Mapping[str, Any], str]:
    """A message without the envelope of a framework, and its role."""
    kind = ""
    if isinstance(value.get("kwargs"), Mapping):  # {"lc": 1, "id": [.., "AIMessage"], "kwargs": {..}}
        path = value.get("id")
        kind = str(path[-1]) if isinstance(path, list) and path else ""
        value = value["kwargs"]
    elif isinstance(value.get("data"), Mapping) and value.get("type") in _ROLES:
        kind, value = str(value["type"]), value["data"]
    elif isinstance(value.get("message"), Mapping):
        value = value["message"]
    said = next(
        (str(v) for v in (value.get("role"), value.get("type"), kind) if isinstance(v, str) and v in _ROLES), kind
    )
    given = value.get("role")
    return value, _ROLES.get(said, str(given) if isinstance(given, str) and given else role)


_RESULTS = ("tool_call_response", "tool_result", "server_tool_call_response", "function_call_output")
_WRAPPED_RESULTS = ("toolResult", "functionResponse", "function_response")
_ITEMS = ("function_call", "reasoning", *_RESULTS)  # they stand among messages, and are none


def _holds_results(blocks: Any) -> bool:
    """Whether the content is a list of results with ids of their own, and not itself the result."""
    return isinstance(blocks, list) and any(
        isinstance(b, Mapping)
        and (
            b.get("type") in (*_RESULTS, "tool-result")
            or {"toolResult", "functionResponse", "function_response"} & set(b)
        )
        for b in blocks
    )


def _blocks(blocks: Any, parts: _Parts) -> None:
    if isinstance(blocks, str):
        parts.texts.append(blocks)
    for b in items(blocks):
        if isinstance(b, str):
            parts.texts.append(b)
        elif isinstance(b, Mapping):
            inner = b.get("message_content")
            _block(inner if isinstance(inner, Mapping) else b, parts)


def _block(b: Mapping[str, Any], parts: _Parts) -> None:
    """One part, block or item."""
    kind = b.get("type")
    if kind in ("tool_call", "tool_use", "server_tool_call", "server_tool_use", "function_call"):
        inner = b.get("function", b.get("server_tool_call", b))
        inner = inner if isinstance(inner, Mapping) else b
        given = inner.get("arguments", inner.get("input", inner.get("args")))
        parts.called(b.get("name") or inner.get("name"), given, b.get("call_id") or b.get("id"))
    elif kind in _RESULTS:
        given = next((b[k] for k in ("response", "result", "content", "output", f"{kind}") if b.get(k) is not None), "")
        call_id = b.get("tool_use_id") or b.get("call_id") or b.get("id")
        parts.answered(call_id, b.get("name"), given, b.get("is_error") is True)
    elif kind in ("tool-call", "tool-result"):
        _named_part(b, parts)
    elif kind in ("reasoning", "thinking"):
        said = next((b[k] for k in ("content", "thinking", "reasoning", "text", "summary") if b.get(k)), "")
        parts.thinking.append(result(said)[0])
    elif kind == "compaction":
        parts.summary = True
        parts.texts.append(dumped(b.get("content")))
    elif isinstance(call := _first_of(b, "toolUse", "functionCall", "function_call"), Mapping):
        given = _first_of(call, "input", "args", "arguments")
        parts.called(call.get("name"), given, call.get("toolUseId", call.get("id")))
    elif isinstance(done := _first_of(b, *_WRAPPED_RESULTS), Mapping):
        call_id = done.get("toolUseId", done.get("id"))
        given = done.get("content", done.get("response"))
        parts.answered(call_id, done.get("name"), given, done.get("status") == "error")
    else:
        _said(b, parts)


def _first_of(b: Mapping[str, Any], *names: str) -> Any:
    return next((b[n] for n in names if b.get(n) is not None), None)


def _named_part(b: Mapping[str, Any], parts: _Parts) -> None:
    """A call or result as Vercel's SDK writes it; newer versions tell of a result what it is."""
    call_id, name = b.get("toolCallId"), b.get("toolName")
    if b.get("type") == "tool-call":
        parts.called(name, b.get("input", b.get("args")), call_id)
        return
    given = b.get("output", b.get("result"))
    typed = isinstance(given, Mapping) and {"type", "value"} <= set(given)
    failed = b.get("isError") is True or (typed and str(given["type"]).startswith("error"))
    parts.answered(call_id, name, given["value"] if typed else given, failed)


def _said(b: Mapping[str, Any], parts: _Parts) -> None:
    text = next((b[k] for k in ("text", "content", "refusal") if isinstance(b.get(k), str)), None)
    if text is not None:
        parts.texts.append(text)
    elif isinstance(b.get("type"), str) and b["type"] in ("image", "image_url", "blob", "file", "uri", "audio"):
        parts.texts.append(f"[{b['type']}]")


def _tool_call(call: Any, parts: _Parts) -> None:
    if not isinstance(call, Mapping):
        return
    call = call["tool_call"] if isinstance(call.get("tool_call"), Mapping) else call
    inner = call["function"] if isinstance(call.get("function"), Mapping) else call
    given = inner.get("arguments", inner.get("args"))
    already = {c.id for c in parts.calls if c.id}
    if not (call.get("id") and str(call["id"]) in already):  # the content blocks may hold the same calls
        parts.called(inner.get("name"), given, call.get("id"))


def _with_ids(found: Iterable[Message]) -> list[Message]:
    """Results without an id or a name belong to the calls before them, in order."""
    out: list[Message] = []
    waiting: list[Call] = []
    for m in found:
        if m.calls:
            waiting = list(m.calls)
        if any(not (call_id or name) for call_id, name, _ in m.results):
            results = []
            for call_id, name, text in m.results:
                if not (call_id or name) and waiting:
                    call = waiting.pop(0)
                    call_id, name = call.id, call.name
                results.append((call_id, name, text))
            m = replace(m, results=tuple(results))
        out.append(m)
    return out
