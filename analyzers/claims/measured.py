"""Figures that are told as found out and stand nowhere in the run. Pure.

measured    "p95 went from 840 ms to 95 ms": measurements in a unit that no text of the run holds, in any unit of the
            kind, rounded or as a sum or difference of two
after_misses  every look-up failed or came back empty, and the answer has figures all the same
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from planscope.analyzers.actions.hedges import hedged
from planscope.analyzers.actions.kinds import works
from planscope.analyzers.assertions.act_words import SAYS
from planscope.analyzers.assertions.backing import stated_deep, went_wrong
from planscope.analyzers.assertions.closing import asks, sentences
from planscope.analyzers.quick import quick
from planscope.collector.run import Compaction, FinalAnswer, ModelCall, Run, Step, ToolCall, UserMessage


@dataclass(frozen=True, slots=True)
class FromNowhere:
    """The message and the sentence that state `figures`; `calls`: those that came back with nothing, if it is that."""

    step: ModelCall | FinalAnswer
    sentence: str
    figures: tuple[str, ...]
    calls: tuple[ToolCall, ...] = ()


_N = r"(?<![\w.,:/#-])(?P<n>\d{1,7}(?:[.,]\d{1,3})?)"
_KINDS: dict[str, dict[str, float]] = {  # units by kind, each with what it comes to in the smallest
    "time": {"µs": 1e-3, "us": 1e-3, "ms": 1, "milliseconds": 1, "s": 1e3, "sec": 1e3, "secs": 1e3, "seconds": 1e3,
             "sekunden": 1e3, "secondes": 1e3, "segundos": 1e3, "seconden": 1e3, "秒": 1e3, "毫秒": 1, "ミリ秒": 1},
    "size": {"kb": 1, "kib": 1, "mb": 1e3, "mib": 1e3, "gb": 1e6, "gib": 1e6},
    "rate": {"req/s": 1, "rps": 1, "qps": 1, "tps": 1, "fps": 1, "ops/s": 1, "requests/s": 1, "rows/s": 1,
             "requests per second": 1},
}  # fmt: skip
_UNIT = {unit: (kind, factor) for kind, units in _KINDS.items() for unit, factor in units.items()}
_MEASURE = re.compile(rf"{_N}\s?(?P<u>{'|'.join(sorted(map(re.escape, _UNIT), key=len, reverse=True))})(?![\w/])", re.I)
_TOLD = re.compile(
    r"\b(?:p50|p90|p95|p99|went from|dropped|fell|down (?:from|to)|improved|reduced|cut|sped|measured|benchmark\w*"
    r"|load[- ]test\w*|before\b.{0,60}\bafter|now takes|takes now|instead of|baseline|median|throughput|latency"
    r"|gemessen\w*|vorher|nachher|gesunken|statt|mesurée?s?|avant|après|passée? de|medid[oa]s?|medición|antes|después"
    r"|\d\s?\w{1,8} (?:to|auf|à|a|para|naar) \d"
    r"|depois|bajó|caiu|gemeten|daarvoor|daarna)\b|测得|实测|从.{0,12}降|降到|降至|压测|基准|計測|測定|短縮",
    re.I,
)
_NOT_TOLD = quick(
    r"\b(?:expect\w*|should|would|could|might|may|about|around|roughly|approx\w*|estimat\w*|typical\w*|usually|target"
    r"|goal|limit|timeout|time-out|budget|threshold|interval|every|delay|ttl|retr\w+|wait\w*|sleep|debounce|default"
    r"|up to|at least|at most|less than|under|below|over|will|if|configur\w*|setting|set to|poll\w*|max(?:imum)?"
    r"|min(?:imum)?"
    r"|erwart\w*|etwa|ungefähr|sollte|ziel|environ|devrait|objectif|debería|aproximad\w+|cerca de|deveria|ongeveer)\b"
    r"|[~≈<>≤≥]|约|大约|预计|目标|超时|約|およそ|予定",
    re.I,
)
_ANY = re.compile(r"(?<![A-Za-z_])\d+(?:[.,]\d+)*")
_WHOLE = 2_000_000  # characters of one run that are looked through for a figure


def measured(run: Run) -> Iterator[FromNowhere]:
    """Answers with two measurements or more in one sentence that stand nowhere before it; the first for each answer."""
    table = run.memo(works)
    for answer in run.answers:
        found = list(_measurements(answer.text)) if len(answer.text) < 40_000 and _MEASURE.search(answer.text) else []
        if not found:
            continue
        prior = [s for s in run.steps if s.number < answer.number]
        if any(isinstance(s, Compaction) or (isinstance(s, ToolCall) and s.content != "present") for s in prior):
            return
        if not any(isinstance(s, ToolCall) and not s.planning for s in prior):
            continue
        if any(s.number in table and table[s.number].sort == "delegate" for s in prior):
            continue
        held = _held(prior, {n for n, w in table.items() if w.sort == "edit"})
        for sentence, figures in found:
            lost = tuple(f"{n} {u}" for n, u in figures if not _known(n, u, held))
            own = SAYS["measure"].search(sentence) is not None  # then one figure from nowhere is enough
            if lost and (own or (len(lost) > 1 and len(lost) == len(figures))):
                yield FromNowhere(answer, sentence, lost)
                break


def _measurements(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for sentence in sentences(text):
        if (
            not (_TOLD.search(sentence) or SAYS["measure"].search(sentence))
            or _NOT_TOLD.search(sentence)
            or asks(sentence)
        ):
            continue
        figures = list(dict.fromkeys((m["n"], m["u"].casefold()) for m in _MEASURE.finditer(sentence)))
        kinds = {_UNIT[u][0] for _, u in figures}
        if len(figures) > 1 and len(kinds) == 1:
            yield sentence, figures


def _held(steps: Sequence[Step], edits: set[int]) -> list[float]:
    """Every number that anybody but the agent's own prose, in messages and in files, wrote down before, in all
    readings."""
    texts = (
        f"{s.result} {'' if s.number in edits else stated_deep(s.arguments)}" if isinstance(s, ToolCall) else s.text
        for s in steps
        if isinstance(s, ToolCall | UserMessage)
    )
    found: set[str] = set()
    left = _WHOLE
    for text in texts:
        found.update(m[0] for m in _ANY.finditer(text[:left]))
        left -= len(text)
        if left <= 0:
            break
    return sorted({v for raw in found for v in _readings(raw)})


@lru_cache(maxsize=4096)
def _readings(raw: str) -> tuple[float, ...]:
    if len(raw) > 15:
        return ()
    bare = raw.replace(",", ".")
    if bare.count(".") > 1:
        return (float(raw.replace(",", "").replace(".", "")),)
    values = [float(bare)]
    if "." in bare and len(bare.rsplit(".", 1)[1]) == 3:
        values.append(float(bare.replace(".", "")))
    return tuple(values)


def _known(number: str, unit: str, held: list[float]) -> bool:
    """Whether some number of the run is the figure: in any unit of the kind, rounded, or the sum or difference of two
    (the latter where the run holds few numbers, or it would explain everything)."""
    factors = set(_KINDS[_UNIT[unit][0]].values()) | {1024.0, 60_000.0}
    own = _UNIT[unit][1]
    wanted = [v * own / f for v in _readings(number) for f in factors]
    if any(_near(w, h) for w in wanted for h in held):
        return True
    few = held if len(held) <= 40 else []
    return any(_near(w, abs(a - b)) or _near(w, a + b) for w in wanted for a in few for b in few)


def _near(one: float, two: float) -> bool:
    return abs(one - two) <= 0.02 * max(abs(one), abs(two))


_EMPTY = re.compile(
    r"\s*(?:\[\s*\]|\{\s*\}|null|none|no (?:results?|matches|records?|data)[^\n]{0,60}|0 results?[^\n]{0,40}"
    r"|nothing found[^\n]{0,40}|not found[^\n]{0,60}|未找到[^\n]{0,40}|没有找到[^\n]{0,40})?\s*",
    re.I,
)
_FIGURE = re.compile(r"(?<![\w.,:/#-])\d{1,3}(?:[.,]?\d{1,3})*(?:\s?%)?(?![\w/-])")
_MISSING = quick(
    r"\b(?:example|sample|illustrat\w*|hypothetical\w*|placeholder|template|general\w*|typical\w*|estimate\w*"
    r"|assum\w*"
    r"|unavailable|beispiel\w*|exemple|ejemplo|exemplo|voorbeeld|annahme)\b|示例|假设|例として",
    re.I,
)


def after_misses(run: Run) -> Iterator[FromNowhere]:
    """The first answer with three figures or more that nothing before it holds, though calls failed or were empty and
    no other call gave a number to reckon with."""
    for answer in run.answers[:1]:
        calls = [c for c in run.tool_calls if c.number < answer.number and not c.planning]
        missed = [c for c in calls if _missed(c)]
        if not missed or any(c.content != "present" for c in calls):
            return
        if sum(len(_ALONE.findall(c.result[:4000])) for c in calls if c not in missed) > 2:
            return
        if len(answer.text) > 40_000 or hedged(answer.text) or _MISSING.search(answer.text):
            return
        given = " ".join(s.text for s in run.steps if isinstance(s, UserMessage) and s.number < answer.number)
        given += " ".join(f"{c.result} {stated_deep(c.arguments)}" for c in calls)
        known = set(_ANY.findall(given[:_WHOLE]))
        told = [m[0].strip() for m in _FIGURE.finditer(re.sub(r"(?m)^\s*\d+[.)]", "", answer.text))]
        lost = [f for f in dict.fromkeys(told) if not set(_ANY.findall(f)) & known]
        if len(lost) >= 3:
            sentence = next((s for s in sentences(answer.text) if lost[0] in s), answer.text[:100])
            yield FromNowhere(answer, sentence, tuple(lost[:6]), tuple(missed[-3:]))


_ALONE = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)*(?![\w-])")


def _missed(call: ToolCall) -> bool:
    return went_wrong(call) or (call.status == "ok" and bool(_EMPTY.fullmatch(call.result[:400])) and not call.data)
