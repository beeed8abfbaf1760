"""Two things of which one look-up gave the same, and of which one is said to be well and the other not. Pure.

The two calls differ in one value only, which names the thing; their results are the same, that value aside. Where any
other call or result of the run tells of one of them, it may be what the verdict rests on, and nothing is said.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions import deed_words as words
from planscope.analyzers.assertions.backing import is_change, said, told, went_wrong
from planscope.analyzers.assertions.closing import asks
from planscope.analyzers.assertions.series import Gap
from planscope.collector.run import Run, ToolCall


@dataclass(frozen=True, slots=True)
class Twins:
    """Things, by name, of which a look-up gave the same, each with its call."""

    calls: Mapping[str, ToolCall]


_SHORT, _MOST = 20, 40_000
_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n|;\s|；")
_CLAUSE = re.compile(
    r",\s|，|\b(?:but|while|whereas|aber|während|mais|tandis|pero|mientras|mas|enquanto|maar|terwijl)\b|而|但"
)
_GOOD_MARK, _BAD_MARK = re.compile(r"[✓✔✅]"), re.compile(r"[✗✘❌]")


def same_results(run: Run) -> Iterator[Gap]:
    """Each pair once."""
    for twins in run.memo(_twins):
        verdicts: dict[str, bool] = {}
        last = max(c.number for c in twins.calls.values())
        for step, place, text in said(run):
            if len(text) > _MOST or not any(v in text for v in twins.calls):
                continue
            for name, good, sentence in _verdicts(text, twins):
                verdicts[name] = good
                bad = next((n for n, g in verdicts.items() if not g), "")
                fine = next((n for n, g in verdicts.items() if g), "")
                if bad and fine and step.number > last:
                    one, other = twins.calls[fine], twins.calls[bad]
                    why = f"{one.name} gave the same for {fine} as for {bad}: {' '.join(one.result.split())[:120]!r}"
                    yield Gap(step, place, text, sentence, "verdict-flipped", why, (one, other))
                    break
            else:
                continue
            break


def _twins(run: Run) -> list[Twins]:
    table = run.memo(works)
    groups: dict[tuple[str, int, tuple[str, ...]], dict[str, ToolCall]] = defaultdict(dict)
    for call in run.tool_calls:
        work = table.get(call.number)
        if work is None or work.sort in ("edit", "commit", "delegate", "ask") or call.content != "present":
            continue
        if call.status != "ok" or len(call.result) < _SHORT or went_wrong(call) or is_change(call.name):
            continue
        tokens = _tokens(call, work.command)
        for at, value in enumerate(tokens if 0 < len(tokens) <= 12 else ()):
            groups[(call.name, at, (*tokens[:at], *tokens[at + 1 :]))][value] = call
    found = []
    for calls in groups.values():
        alike: dict[str, dict[str, ToolCall]] = defaultdict(dict)
        for value, call in calls.items() if 1 < len(calls) <= 100 else ():
            name = value.split("=", 1)[-1].strip("\"'")
            if 2 <= len(name) <= 60 and not name.startswith("-"):
                alike[call.result.replace(name, "\0")[:_MOST]][name] = call
        found += [Twins(same) for same in alike.values() if 1 < len(same) <= 10]
    return [t for t in found[:20] if not _told_elsewhere(run, t)]


def _tokens(call: ToolCall, command: str) -> tuple[str, ...]:
    if command:
        return tuple(command.split())
    given = call.arguments if isinstance(call.arguments, Mapping) else {}
    return tuple(
        f"{k}={v}" if isinstance(v, str | int) else f"{k}={json.dumps(v, default=str)}"
        for k, v in sorted(given.items())
    )


def _told_elsewhere(run: Run, twins: Twins) -> bool:
    own = {c.number for c in twins.calls.values()}
    given = run.memo(told)
    others = [c for c in run.tool_calls if c.number not in own]
    return any(_names(n, c.result) or _names(n, given[c.number]) for c in others for n in twins.calls)


def _names(name: str, text: str) -> bool:
    return name in text and bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))


def _verdicts(text: str, twins: Twins) -> Iterator[tuple[str, bool, str]]:
    """(thing, well or not, sentence) where a sentence or a clause speaks of one of the things only."""
    for sentence in _END.split(text):
        if not sentence or len(sentence) > 1000 or asks(sentence):
            continue
        named = [n for n in twins.calls if _names(n, sentence)]
        pieces = [sentence] if len(named) == 1 else _CLAUSE.split(sentence) if named else []
        for piece in pieces:
            mine = [n for n in named if _names(n, piece)]
            good = _well(piece.replace(mine[0], " ")) if len(mine) == 1 else None
            if good is not None:
                yield mine[0], good, sentence.strip()


def _well(clause: str) -> bool | None:
    bad = bool(words.FAILS.search(clause) or _BAD_MARK.search(clause))
    m = words.PASSES.search(clause) or words.GOOD.search(clause) or _GOOD_MARK.search(clause)
    if bad:
        bare = words.FAILS.sub(" ", clause)
        return None if words.PASSES.search(bare) else False
    return True if m and not words.DENIED.search(words.PASSES.sub(" ", words.GOOD.sub(" ", clause))) else None
