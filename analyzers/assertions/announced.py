"""Searches that the agent announces and does not make, and then reports on as if it had. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from planscope.analyzers.assertions.closing import asks
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class Skipped:
    """What was announced (`said`, at `plan`) and what of it was never called; `answer` reports all the same."""

    plan: ModelCall
    said: str
    tool: str
    missing: tuple[str, ...]
    made: int
    calls: tuple[ToolCall, ...]
    answer: ModelCall | FinalAnswer


_INTENT = quick(
    r"\b(?:I['’]ll|I will|let me|let['’]s|I['’]m going to|I am going to|start by|then|next|ich werde|lass mich"
    r"|je vais|voy a|vou|ik (?:ga|zal))\b|我(?:将|会|来|先)|首先"
    r"|します|しましょう|ます。",
    re.I,
)
_TOKEN = re.compile(
    r"(?<![\w-])(?:[A-Z]{3}|#?[A-Z0-9][A-Z0-9-]{3,15})(?![\w-])|(?<![\w-])[A-ZÀ-Ý][\w'’à-ÿ-]{2,24}(?![\w-])"
)
_MOST = 60  # announced values looked at in one message


def skipped(run: Run) -> Iterator[Skipped]:
    """Announced searches of which some were made and some were not, in one turn that ends with an answer."""
    for answer in run.answers:
        turn = [s for s in run.steps[: answer.number] if s.turn == answer.turn and not isinstance(s, UserMessage)]
        plans = [s for s in turn if isinstance(s, ModelCall) and s.calls and _INTENT.search(s.text)]
        for plan in plans[:3]:
            calls = [s for s in turn if isinstance(s, ToolCall) and s.number > plan.number and not s.planning]
            found = _skipped(run, plan, calls, answer)
            if found is not None:
                yield found
                break


def _skipped(run: Run, plan: ModelCall, calls: Sequence[ToolCall], answer: ModelCall | FinalAnswer) -> Skipped | None:
    by_tool: dict[str, list[Mapping[str, Any]]] = {}
    for call in calls:
        if isinstance(call.arguments, Mapping):
            by_tool.setdefault(call.name, []).append(call.arguments)
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])|(?<=[。！？])|\n", plan.text[:8000]):
        if asks(sentence) or not _INTENT.search(sentence):
            continue
        tokens = list(dict.fromkeys(_TOKEN.findall(sentence)))[:_MOST]
        for tool, arguments in by_tool.items():
            of_tool = tuple(c for c in calls if c.name == tool)
            grid = _grid(arguments, tokens) if len(arguments) >= 3 else None
            if grid is not None:
                return Skipped(plan, sentence, tool, grid[0], grid[1], of_tool, answer)
            left = _left_out(arguments, tokens, sentence, calls, answer)
            if left:
                return Skipped(plan, sentence, tool, left, len(arguments), of_tool, answer)
    return None


_JOINED = re.compile(r"\W{0,3}(?:and|or|und|oder|et|ou|y|o|e|en|of|sowie|和|及|と)?\W{0,2}(?:[^\W\d]+ ){0,3}\W{0,2}")


def _left_out(
    arguments: Sequence[Mapping[str, Any]],
    tokens: Sequence[str],
    sentence: str,
    calls: Sequence[ToolCall],
    answer: ModelCall | FinalAnswer,
) -> tuple[str, ...]:
    """Values that stand in one list with called ones, were never called and are in no result, and are reported on."""
    for key in dict.fromkeys(k for a in arguments for k in a):
        used = [t for t in tokens if any(a.get(key) == t for a in arguments)]
        if len(used) < 2:
            continue
        told = [c.result for c in calls] + [str(c.arguments) for c in calls]
        rest = [
            t for t in tokens if t.isupper() == used[0].isupper() and t not in used and not any(t in x for x in told)
        ]
        found = tuple(
            t for t in rest if _beside(t, used, sentence) and re.search(rf"(?<!\w){re.escape(t)}(?!\w)", answer.text)
        )
        if found:
            return found
    return ()


def _beside(token: str, used: Sequence[str], sentence: str) -> bool:
    """Whether a token stands next to a called one in the same list."""
    at = sentence.find(token)
    for other in used:
        place = sentence.find(other)
        gap = sentence[at + len(token) : place] if at < place else sentence[place + len(other) : at]
        if gap and _JOINED.fullmatch(gap):
            return True
    return False


def _grid(arguments: Sequence[Mapping[str, Any]], tokens: Sequence[str]) -> tuple[tuple[str, ...], int] | None:
    """(combinations never called, combinations called) of two announced lists, where each value was used and at least
    two thirds of the combinations were."""
    used = {
        key: [t for t in tokens if any(a.get(key) == t for a in arguments)]
        for key in dict.fromkeys(k for a in arguments for k in a)
    }
    lists = [(k, v) for k, v in used.items() if len(v) >= 2]
    for (one, left), (two, right) in combinations(lists, 2):
        if set(left) & set(right) or len(left) * len(right) < 4:
            continue
        called = {(a.get(one), a.get(two)) for a in arguments}
        wanted = list(product(left, right))
        missing = [p for p in wanted if p not in called]
        if missing and len(missing) * 3 <= len(wanted):
            return tuple(f"{a} {b}" for a, b in missing), len(wanted) - len(missing)
    return None
