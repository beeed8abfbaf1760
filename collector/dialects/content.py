"""What attribute values hold, whatever the convention: arguments, results, lists flattened into names, and
whether a value is all there. Pure; no dialect of its own.
"""

import ast
import contextlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from planscope.collector.otlp import text as clean
from planscope.collector.run import Content

_REPR_LIMIT = 200_000  # characters of a Python repr that are still parsed


def first(attributes: Mapping[str, Any], *names: str) -> Any:
    """The first of these attributes that says something; None when none does."""
    return next((v for n in names if (v := attributes.get(n)) not in (None, "")), None)


def loaded(value: Any) -> Any:
    """A list or mapping that was written as JSON (or as a Python repr) in a text; everything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return _cleaned(json.loads(value)) if "\\u" in value else json.loads(value)
    except (ValueError, RecursionError):
        pass
    if len(value) <= _REPR_LIMIT and "'" in value:
        try:
            found = ast.literal_eval(value.strip())  # literals only: nothing is executed
            return found if isinstance(found, dict | list) else value
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            pass
    return value


def _cleaned(value: Any) -> Any:
    """Without halves of surrogate pairs, which JSON may escape and UTF-8 cannot write."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(k): _cleaned(v) for k, v in value.items()}
    return [_cleaned(v) for v in value] if isinstance(value, list) else value


def unquoted(text: str) -> str:
    """A text that was written as JSON, quotes and all, as it was before; every other text as it is."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        with contextlib.suppress(ValueError):
            return clean(json.loads(text))
    return text


def dumped(value: Any) -> str:
    """A value as text: texts as they are, nothing for None, JSON for the rest."""
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return str(value)


# --- flattened lists -----------------------------------------------------------------------------------------------


def flattened(attributes: Mapping[str, Any], prefix: str) -> list[Any]:
    """The list that stands in names such as `prefix.0.message.role`, ordered by number: numbers may begin at 1 and
    leave gaps. A list given as one value (or as JSON) is accepted too."""
    whole = loaded(attributes.get(prefix))
    if isinstance(whole, list):
        return whole
    tree: dict[str, Any] = {}
    start = prefix + "."
    for name, value in attributes.items():
        if name.startswith(start):
            node = tree
            *folders, leaf = name[len(start) :].split(".")
            for folder in folders:
                below = node.get(folder)
                if not isinstance(below, dict):  # `a` and `a.b` may both be there: the longer one says more
                    below = node[folder] = {}
                node = below
            node.setdefault(leaf, value)
    return _by_number(tree)


def _by_number(tree: Mapping[str, Any]) -> list[Any]:
    numbered = sorted((int(k), v) for k, v in tree.items() if k.isdecimal() and len(k) < 9 and isinstance(v, Mapping))
    return [v for _, v in numbered]


def items(value: Any) -> list[Any]:
    """The members of a flattened list inside a member (`contents`, `tool_calls`), or of a plain list."""
    return value if isinstance(value, list) else _by_number(value) if isinstance(value, Mapping) else []


# --- arguments and results -----------------------------------------------------------------------------------------


def arguments(raw: Any, schema: Any = None) -> Any:
    """What a tool was called with: a mapping where it can be read as one, else the text. A bare value of a tool whose
    schema has a single property is that property. None when not captured."""
    value = loaded(raw)
    if isinstance(value, Mapping):
        if "input_str" in value:  # a wrapper of LangChain callbacks; `inputs` is the parsed form
            inner = value.get("inputs") or loaded(value["input_str"])
            return inner if isinstance(inner, Mapping) else value
        if set(value) != {"args", "kwargs"} or not isinstance(value["kwargs"], Mapping):
            return value
        given = items(value["args"])
        if len(given) != 1 or value["kwargs"]:
            return {**{f"arg{n}": x for n, x in enumerate(given)}, **value["kwargs"]}
        value = given[0]  # the name of the only one is lost
    names = _properties(schema)
    if value is not None and len(names) == 1:
        return {names[0]: value}
    return value


def _properties(schema: Any) -> list[str]:
    schema = loaded(schema)
    if not isinstance(schema, Mapping):
        return []
    properties = schema.get("properties", schema.get("parameters"))
    if isinstance(properties, Mapping) and isinstance(properties.get("properties"), Mapping):
        properties = properties["properties"]
    return [str(k) for k in properties] if isinstance(properties, Mapping) else []


def result(raw: Any) -> tuple[str, Any]:
    """A tool's result as text, with its structured form where it has one. Envelopes of frameworks (serialised
    messages, content blocks, state updates) are taken off; a plain JSON result keeps its own spelling."""
    value = loaded(raw)
    inner = _unwrapped(value, 0)
    if inner is value and isinstance(raw, str):
        said, data = raw, value
    else:
        said, data = dumped(inner), inner
    said = unquoted(said)
    return said, data if isinstance(data, Mapping | list) else structured(said)


def id_inside(outcome: Any) -> str:
    """The call's id from the message into which a framework wrapped its result, "" when there is none."""
    data = loaded(outcome) if isinstance(outcome, str) and "tool_call_id" in outcome else None
    if isinstance(data, Mapping) and isinstance(data.get("output"), Mapping):
        data = data["output"]
    inner = data.get("data", data.get("kwargs", data)) if isinstance(data, Mapping) else None
    if isinstance(inner, Mapping) and isinstance(inner.get("update"), Mapping):
        found = items(inner["update"].get("messages"))
        inner = found[0] if len(found) == 1 and isinstance(found[0], Mapping) else {}
        inner = inner.get("data", inner.get("kwargs", inner))
    return str(inner.get("tool_call_id") or "") if isinstance(inner, Mapping) else ""


def structured(text: str) -> Any:
    """The list or mapping that a text is, None when it is none."""
    data = loaded(text)
    return data if isinstance(data, Mapping | list) else None


def _unwrapped(value: Any, depth: int) -> Any:
    if depth > 8:
        return value
    if isinstance(value, Mapping):
        inside = _inside(value)
        return value if inside is None else _unwrapped(loaded(inside), depth + 1)
    if isinstance(value, list) and value and all(isinstance(b, Mapping) and _is_block(b) for b in value):
        return "\n".join(_block(b) for b in value)
    return value


def _inside(value: Mapping[str, Any]) -> Any:
    """What an envelope holds, None when it is none."""
    if value.get("lc") is not None and isinstance(value.get("kwargs"), Mapping):
        return value["kwargs"].get("content")
    if isinstance(value.get("data"), Mapping) and value.get("type") == "tool":
        return value["data"].get("content")
    if "tool_call_id" in value and "content" in value:
        return value["content"]
    if isinstance(value.get("update"), Mapping) and isinstance(value["update"].get("messages"), list):
        texts = [dumped(_unwrapped(m, 1)) for m in value["update"]["messages"]]
        return [{"type": "text", "text": t} for t in texts]
    if "output" in value and set(value) <= {"output", "kwargs"}:  # kwargs: how a callback was called
        return value["output"]
    if isinstance(value.get("content"), list) and set(value) <= {"content", "isError", "structuredContent", "_meta"}:
        return value["content"]
    return None


def _is_block(block: Mapping[str, Any]) -> bool:
    """A piece of content as models exchange it, not a row of data that happens to have a `text`."""
    kind = block.get("type")
    if kind in ("text", "image", "json", "audio", "resource", "image_url", "document"):
        return True
    return set(block) in ({"text"}, {"json"})


def _block(block: Mapping[str, Any]) -> str:
    if isinstance(block.get("text"), str):
        return str(block["text"])
    return dumped(block["json"]) if "json" in block else f"[{block.get('type', 'block')}]"


# --- whether it is all there ---------------------------------------------------------------------------------------

_MARKED = frozenset(
    {"<redacted>", "[redacted]", "__redacted__", "redacted", "<replaced>", "<not specified>", "[filtered]", "<elided>"}
)
_CUT = re.compile(
    r"truncated: original length \d+"
    r"|[\[(<{][^\[\](){}<>\n]{0,60}\b(?:truncated|clipped)\b[^\[\](){}<>\n]{0,80}[\])>}][\s\"'\]}]*$"
    r"|(?:\.\.\.|…)\s*(?:truncated|clipped)[\s\"'\]}]*$",
    re.I,
)
_TAIL = 400  # characters at the end in which a mark of cutting stands


def is_cut(value: Any) -> bool:
    """Whether a text was cut by a size limit: it says so at its end, or it is JSON that stops in the middle."""
    if not isinstance(value, str):
        return False
    tail = value[-_TAIL:].lower()
    marked = ("truncated" in tail or "clipped" in tail) and _CUT.search(tail)
    return bool(marked) or (len(value) >= 100 and stops_short(value))


_OPENS = re.compile(r"\s*(?:\{\s*\"|\[\s*[\[{\"])")


def stops_short(value: str) -> bool:
    """Whether a JSON object or list ends before it is closed."""
    if value[-1:] in ("}", "]") or value.rstrip()[-1:] in ("}", "]") or not _OPENS.match(value):
        return False
    try:
        json.JSONDecoder().raw_decode(value.lstrip())
    except RecursionError:
        return False
    except json.JSONDecodeError as e:
        return e.msg.startswith("Unterminated string") or len(value) - e.pos <= 16
    return False


def is_redacted(value: Any) -> bool:
    """Whether a value was replaced by a mark."""
    return isinstance(value, str) and len(value) < 20 and value.strip().lower() in _MARKED


def state_of(values: Iterable[Any]) -> Content:
    """What became of a tool's arguments and result on their way into the trace."""
    given = [v for v in values if v is not None]
    if not given:
        return "not_captured"
    if any(map(is_cut, given)):
        return "truncated"
    return "redacted" if any(map(is_redacted, given)) else "present"
