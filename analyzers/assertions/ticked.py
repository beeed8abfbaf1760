"""Requirements ticked as met ("| at least 65 W | yes | ✓ |") although the data that were fetched say otherwise. Pure.

Only where one record is spoken of, one of its fields is plainly the one meant (every word of its name stands in the
requirement, units by any of their names), and its value lies on the wrong side of the bound.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from planscope.analyzers.assertions.backing import said, went_wrong
from planscope.analyzers.quick import quick
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall
from planscope.collector.span import Place


@dataclass(frozen=True, slots=True)
class Ticked:
    """A line that ticks a requirement, the field and value that contradict it, and the call that gave them; None where
    both stand in the line itself."""

    step: ModelCall | FinalAnswer
    place: Place
    message: str
    line: str
    field: str
    value: str
    call: ToolCall | None


@dataclass(frozen=True, slots=True)
class Bound:
    """A requirement with one number: at least (`least`) or at most so much of something."""

    least: bool
    limit: Decimal
    unit: str
    words: frozenset[str]


_TICK = quick(r"[✓✔✅☑]|\|\s*(?:ok|yes|met|pass(?:ed)?|ja|erfüllt|oui|sí|si|sim|是|符合|满足|満たす|○)\s*\|?\s*$", re.I)
_CROSS = re.compile(r"[✗✘❌☒⚠]|\b(?:no|not|nein|nicht|non|não|nee|niet)\b|不|未|ない", re.I)
_N = r"(?P<{0}>\d{{1,7}}(?:[.,]\d{{1,3}})?)"
_LEAST = quick(
    rf"(?:\b(?:at least|min(?:imum|\.)?(?: of)?|not less than|over|more than|from|mindestens|mind\.|ab|au moins"
    rf"|al menos"
    rf"|como mínimo|mínimo(?: de)?|pelo menos|no mínimo|minstens|ten minste|minimaal)\b|[≥>]=?|至少|不低于|不少于|最低"
    rf"|少なくとも)\s*"
    rf"(?:[$€£¥]\s?)?{_N.format('a')}"
    rf"|{_N.format('b')}\s*-?(?P<c>[^\W\d_]{{1,8}}|\")?\s*(?:or (?:more|above|better|over|larger)|and (?:up"
    rf"|more)|\+|oder mehr"
    r"|ou plus|o más|ou mais|of meer|以上|及以上)",
    re.I,
)
_MOST = quick(
    rf"(?:\b(?:at most|max(?:imum|\.)?(?: of)?|up to|no more than|less than|under|below|within|höchstens|max\."
    rf"|maximal|bis zu"
    rf"|unter|innerhalb von|au plus|moins de|sous|como máximo|máximo(?: de)?|hasta|menos de|no máximo|até"
    rf"|abaixo de|hoogstens"
    rf"|maximaal|onder|binnen)\b|[≤<]=?|不超过|不高于|最多|低于|最高)\s*(?:[$€£¥]\s?)?{_N.format('a')}"
    rf"|{_N.format('b')}\s*-?(?P<c>[^\W\d_]{{1,8}}|\")?\s*(?:or (?:less|below|under|fewer)|oder weniger"
    rf"|ou moins|o menos|ou menos"
    r"|of minder|以内|以下|之内)",
    re.I,
)
_TOTAL = quick(r"\b(?:total|sum|all|together|gesamt\w*|summe|zusammen|somme|suma|soma|totaal)\b|总|合计|合計", re.I)
_UNITS = (
    "w watt watts", "kg kilo kilos kilogram kilograms", "g gram grams gramm", "cm", "mm", "km", "l liter litre litres",
    "ml", "gb", "tb", "mb", "mah", "lumen lm", "inch inches zoll pulgadas polegadas pouces", "v volt volts", "hz hertz",
    "days day tage tagen jours días dias dagen 天 日", "hours hour h stunden heures horas uur 小时 時間",
    "minutes minute min minuten minutos 分钟 分", "years year jahre ans años anos jaar 年", "dpi", "rpm", "db",
    "mbit mbps",
    "people persons personen personnes personas pessoas 人", "stars sterne étoiles estrellas estrelas sterren 星",
    "price cost preis prix precio preço prijs 价格 価格 料金 $ € £ ¥",
)  # fmt: skip
_UNIT = {name: n for n, names in enumerate(_UNITS) for name in names.split()}


def ticked(run: Run) -> Iterator[Ticked]:
    """At most one for each message."""
    for step, place, text in said(run):
        if not _TICK.search(text) or len(text) > 40_000:
            continue
        for line in text.splitlines():
            if (own := _own_row(line)) is not None:
                yield Ticked(step, place, text, line.strip(), *own, None)
                break
            bound = bound_of(line) if _TICK.search(line) and not _CROSS.search(line) and len(line) < 400 else None
            found = _against(run, bound, text, step.number) if bound is not None else None
            if found is not None:
                yield Ticked(step, place, text, line.strip(), *found)
                break


_QUANTITY = re.compile(
    r"\W{0,4}?(?P<s>[$€£¥]?)\s?(?P<n>\d{1,7}(?:[.,]\d{1,3})?)\s?-?(?P<u>[^\W\d_]{0,12}|%|[$€£¥])\W{0,4}"
)


def _own_row(line: str) -> tuple[str, str] | None:
    """(bound, value) where a ticked row of a table states both, in the same unit, and the value breaks the bound."""
    if line.count("|") < 3 or len(line) > 400 or not _TICK.search(line) or _CROSS.search(line):
        return None
    cells = [c.strip() for c in line.strip().strip("|").split("|")]
    bounds = [(n, b) for n, c in enumerate(cells) if (b := bound_of(c)) is not None]
    if len(bounds) != 1:
        return None
    at, bound = bounds[0]
    beside = [m for c in cells[at + 1 : at + 2] if (m := _QUANTITY.fullmatch(c)) is not None]
    if not beside or _LEAST.search(beside[0][0]) or _MOST.search(beside[0][0]):
        return None
    value, unit = _decimal(beside[0]["n"]), (beside[0]["s"] or beside[0]["u"]).casefold()
    same = unit == bound.unit or (unit in _UNIT and bound.unit in _UNIT and _UNIT[unit] == _UNIT[bound.unit])
    if value is None or not same:
        return None
    return (cells[at], cells[at + 1]) if (value < bound.limit if bound.least else value > bound.limit) else None


@lru_cache(maxsize=1024)
def bound_of(line: str) -> Bound | None:
    """The bound that a line, or the first cell of a row, states; None when it has none, or more than one number."""
    cell = next((c for c in line.strip().strip("|").split("|") if c.strip()), "") if "|" in line else line
    found = [(least, m) for least, p in ((True, _LEAST), (False, _MOST)) for m in [p.search(cell)] if m]
    if len(found) != 1 or _TOTAL.search(cell):
        return None
    least, m = found[0]
    number = m["a"] or m["b"]
    rest = cell[m.end() :] if m["a"] else m["c"] or ""
    money = re.search(r"[$€£¥]", m[0])
    unit = money[0] if money else (re.match(r"\s*-?([^\W\d_]{1,10})", rest) or ["", ""])[1].casefold()
    limit = _decimal(number)
    words = frozenset(re.findall(r"[^\W\d_]+", cell.casefold()))
    others = re.findall(r"\d+", cell.replace(number, " ", 1))
    return Bound(least, limit, unit, words) if limit is not None and not others else None


def _decimal(text: str) -> Decimal | None:
    if re.fullmatch(r"\d{1,3}[.,]\d{3}", text):
        return None  # thousands or thousandths
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation:
        return None


def _against(run: Run, bound: Bound, text: str, number: int) -> tuple[str, str, ToolCall] | None:
    spoken = {}
    for name, record, call in run.memo(_records):
        if call.number < number and name in text:
            spoken[name] = (record, call)
    if len(spoken) != 1:
        return None
    record, call = next(iter(spoken.values()))
    fields = [(k, d) for k, v in record.items() if _meant(str(k), bound) and (d := _value(v)) is not None]
    if len(fields) != 1:
        return None
    key, value = fields[0]
    short = value < bound.limit if bound.least else value > bound.limit
    return (str(key), str(record[key]), call) if short else None


def _records(run: Run) -> list[tuple[str, Mapping[str, Any], ToolCall]]:
    """(name, record, call) of every result that is one flat record with a name."""
    found = []
    for call in run.tool_calls:
        data = call.data if isinstance(call.data, Mapping) and not went_wrong(call) else {}
        if len(data) > 3 and not any(isinstance(v, Mapping) for v in data.values()):
            names = (data.get(k) for k in ("name", "title", "titel", "nombre", "nom", "nome", "naam", "名称", "名前"))
            found += [(n, data, call) for n in names if isinstance(n, str) and len(n) > 2][:1]
    return found[-200:]


def _meant(key: str, bound: Bound) -> bool:
    """Whether a field's name holds nothing but words of the requirement, its unit among them."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).casefold()
    tokens = re.findall(r"[^\W\d_]+", spaced)
    units = [t for t in tokens if t in _UNIT]
    same = bound.unit in _UNIT and any(_UNIT[t] == _UNIT[bound.unit] for t in units)
    return same and all(t in bound.words or (t in _UNIT and _UNIT[t] == _UNIT[bound.unit]) for t in tokens)


def _value(value: Any) -> Decimal | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return Decimal(str(value))
    m = re.fullmatch(r"\D{0,4}(\d{1,7}(?:[.,]\d{1,3})?)\D{0,8}", value) if isinstance(value, str) else None
    return _decimal(m[1]) if m else None
