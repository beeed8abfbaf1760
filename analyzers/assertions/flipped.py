"""A validator that said no and, asked again about the same thing with nothing changed in between, yes. Pure."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.backing import name_words
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Flipped:
    """The call that said yes, and the one before it that said no."""

    passed: ToolCall
    failed: ToolCall


_VALIDATES = quick(
    r"(?:^|_)(?:validate|validator|verify|review|lint|audit|proofread|judge|grade)(?:_|$)|validier|prüf|pruef"
    r"|vérif|valider"
    r"|validar|revisar|verificar|valideer|校验|验证|审核|検証|査読"
)
_CHANGES_BY_ITSELF = quick(  # what becomes so by waiting
    r"payment|order|status|health|deploy|job|build|pipeline|email|phone|account|identity|domain|dns|token"
    r"|login|connection"
)
_KEYS = ("valid", "is_valid", "passed", "pass", "approved", "ok", "gültig", "valide", "válido")


def flipped(run: Run) -> Iterator[Flipped]:
    """Each pair once; anything but a look between the two makes it another matter."""
    table = run.memo(works)
    open_noes: dict[tuple[str, str], ToolCall] = {}
    for step in run.steps:
        if isinstance(step, UserMessage) and not step.system:
            open_noes.clear()
        if not isinstance(step, ToolCall) or step.number not in table:
            continue
        outcome = _outcome(step) if _VALIDATES.search(name_words(step.name)) else None
        key = (step.name, json.dumps(step.arguments, sort_keys=True, default=str)[:4000])
        if outcome is None:
            if table[step.number].sort != "look":
                open_noes.clear()
        elif not outcome:
            open_noes[key] = step
        elif (no := open_noes.pop(key, None)) is not None:
            yield Flipped(step, no)


def _outcome(call: ToolCall) -> bool | None:
    """Yes or no, None when the result says neither."""
    data: Any = call.data
    if data is None and call.result.lstrip()[:1] == "{" and len(call.result) < 20_000:
        try:
            data = json.loads(call.result)
        except (ValueError, RecursionError):
            return None
    if call.status != "ok" or not isinstance(data, Mapping) or _CHANGES_BY_ITSELF.search(name_words(call.name)):
        return None
    said = [v for k, v in data.items() if str(k).lower() in _KEYS and isinstance(v, bool)]
    return said[0] if len(said) == 1 else None
