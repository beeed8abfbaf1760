"""Messages and tools as the OpenTelemetry convention for generative AI writes them into a span. Pure."""

import json
from collections.abc import Iterable
from typing import Any

from planscope.harness.messages import Message, ToolSpec


def messages_json(messages: Iterable[Message]) -> str:
    """Messages as parts: text, calls, results."""
    return as_json([_message(m) for m in messages])


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        part = {"type": "tool_call_response", "id": message.call_id, "response": message.text}
        return {"role": "tool", "parts": [part | ({"is_error": True} if message.error else {})]}
    parts: list[dict[str, Any]] = [{"type": "text", "content": message.text}] if message.text else []
    parts += [{"type": "tool_call", "id": c.id, "name": c.name, "arguments": c.arguments} for c in message.calls]
    return {"role": message.role, "parts": parts}


def definitions_json(tools: Iterable[ToolSpec]) -> str:
    """What tools there are."""
    return as_json(
        [{"type": "function", "name": t.name, "description": t.description, "parameters": t.schema} for t in tools]
    )


def as_json(value: Any) -> str:
    """A value as one attribute; what JSON has no form for, as text."""
    return json.dumps(value, ensure_ascii=False, default=str)
