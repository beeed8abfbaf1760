"""Values ⇄ JSON text that gives back exactly what was put in, and that any JSON reader takes.

JSON has no bytes, no NaN, and no text with half a surrogate pair (DuckDB refuses it); traces have all three. Such a
value is written as an object with the key "$type".
"""

import base64
import json
import math
from collections.abc import Mapping
from typing import Any

_TAG = "$type"
_MARK = f'"{_TAG}"'


def encode(value: Any) -> str:
    """JSON text of a value (text, numbers, booleans, None, bytes, lists, mappings with text as keys)."""
    try:
        text = _fast(value)
        if _MARK not in text and whole(text):
            return text
    except (ValueError, TypeError):
        pass
    except RecursionError:
        return _fast({_TAG: "lost", "value": "nested too deeply"})
    return _fast(_tagged(value))


def decode(text: str) -> Any:
    """The value that was encoded."""
    value = json.loads(text)
    return _untagged(value) if _MARK in text else value


def whole(text: str) -> bool:
    """Whether a text can be stored as it is: it holds no half of a surrogate pair."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def clean(text: str) -> str:
    """The text with every half of a surrogate pair replaced."""
    return text if whole(text) else text.encode("utf-8", "replace").decode()


def _bytes(value: Any) -> Any:
    if isinstance(value, bytes | bytearray):
        return {_TAG: "bytes", "value": base64.b64encode(value).decode()}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)


_fast = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"), default=_bytes
).encode


def _tagged(value: Any) -> Any:
    if isinstance(value, str):
        return value if whole(value) else {_TAG: "text", "value": json.dumps(value)}
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {_TAG: "float", "value": repr(value)}
    if isinstance(value, bytes | bytearray):
        return _bytes(value)
    if isinstance(value, Mapping):
        if _TAG not in value and all(isinstance(k, str) and whole(k) for k in value):
            return {k: _tagged(v) for k, v in value.items()}
        return {_TAG: "mapping", "value": [[_tagged(k), _tagged(v)] for k, v in value.items()]}
    if isinstance(value, list | tuple | set | frozenset):
        return [_tagged(v) for v in value]
    return str(value)


def _untagged(value: Any) -> Any:
    if isinstance(value, list):
        return [_untagged(v) for v in value]
    if not isinstance(value, dict):
        return value
    if _TAG not in value:
        return {k: _untagged(v) for k, v in value.items()}
    held: Any = value.get("value")
    match value[_TAG]:
        case "text":
            return json.loads(held)
        case "float":
            return float(held)
        case "bytes":
            return base64.b64decode(held)
        case "mapping":
            return {_untagged(k): _untagged(v) for k, v in held}
        case _:
            return None
