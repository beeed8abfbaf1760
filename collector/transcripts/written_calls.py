"""Calls that an agent writes into its text, and results that come back as a message of the user. Pure.

Agents without a tool interface write an action (a fenced command, "Action: name", a `<tool_call>`) and are given what
came of it in the next message. Taken as they stand, such a message would be a request of the user, and the agent would
never have called a tool. An action counts only if the next message is what came of one.
"""

import re
from dataclasses import dataclass
from typing import Any

from planscope.collector.failing import says_failure
from planscope.collector.transcripts.source import json_value

_REACH = 20_000  # characters at the end of a message in which its action stands
_TAGGED = re.compile(r"<tool_call>\s{0,9}(\{[^<]{0,20000}\})\s{0,9}</tool_call>")
_FENCE = re.compile(r"^```([\w+-]{0,30})[ \t]{0,9}\n(.*?)^```", re.S | re.M)
_ACTION = re.compile(
    r"^\**Action:?\**:?[ \t]{0,9}(\w[\w.-]{0,60})[ \t]{0,9}(?:[\[(](.{0,4000})[\])])?[ \t]{0,9}$", re.M
)
_INPUT = re.compile(r"^\**Action Input:?\**:?[ \t]{0,9}(.{0,4000})", re.M)
_OBSERVED = re.compile(
    r"\s{0,9}(?:<(?:returncode|output|observation|tool_response|tool_output|execution_result)>"
    r"|(?:observation|(?:tool|execution|command) (?:output|result|response))s?:"
    r"|(?:观察|观察结果|执行结果|工具结果)[:：]|exitcode: -?\d{1,6} \(execution (?:succeeded|failed)\))",
    re.I,
)
_CODE = re.compile(r"\s{0,9}(?:<returncode>\s{0,9}(-?\d{1,6})\s{0,9}</returncode>|exitcode: (-?\d{1,6}) \(execution )")
_SHELLS = re.compile(r"(?:bash|sh|shell|zsh|console|\w{0,20}bash_command)?", re.I)


@dataclass(frozen=True, slots=True)
class Written:
    """An action: the tool's name and its arguments, as a mapping where they can be read as one."""

    name: str
    arguments: Any


def tagged_calls(text: str) -> list[Written]:
    """Calls in `<tool_call>` tags, which nothing else looks like."""
    values = [json_value(m) for m in _TAGGED.findall(text)] if "<tool_call>" in text else []
    return [
        Written(v["name"], v.get("arguments", v.get("parameters")))
        for v in values
        if isinstance(v, dict) and isinstance(v.get("name"), str)
    ]


def action_of(text: str) -> Written | None:
    """The action with which a message ends: "Action: name", else its last fenced block."""
    end = text[-_REACH:]
    actions = _ACTION.findall(end)
    if actions:
        name, inline = actions[-1]
        given = _INPUT.findall(end)
        raw = given[-1].strip() if given else inline.strip()
        loaded = json_value(raw)
        return Written(name, {"input": raw} if loaded is None else loaded)
    blocks = _FENCE.findall(end)
    if not blocks:
        return None
    language, code = blocks[-1]
    return Written("bash" if _SHELLS.fullmatch(language) else language, {"command": code.strip()})


def is_observation(text: str) -> bool:
    """Whether a message says of itself that it is what came of an action."""
    return bool(_OBSERVED.match(text))


def observation_failed(text: str) -> bool:
    """Whether what came of an action is a failure: a return code, else what the result says."""
    code = _CODE.match(text)
    if code:
        return int(code[1] or code[2]) != 0
    said = _OBSERVED.match(text)
    return says_failure(text[said.end() :] if said else text)
