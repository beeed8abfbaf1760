"""Whether one cell of a record keeps to a clause: yes, no, or not the same thing (None). Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from planscope.analyzers.numbers import money_words
from planscope.analyzers.numbers.money import priced
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.numbers.records import decimal
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements.clauses import Clause, topic_key, unit_after
from planscope.analyzers.requirements.clock import clocks
from planscope.analyzers.requirements.picked import Cell
from planscope.analyzers.requirements.sorts import FEATURES, KEYS

NIGHT = 5 * 60  # before five it may be the next day


@dataclass(frozen=True, slots=True)
class Reading:
    """What a cell says about a clause. `sure`: a computation, no guess about what the cell means."""

    kept: bool
    cell: Cell
    value: Decimal
    sure: bool = True

    def __str__(self) -> str:
        shown = ", ".join(self.cell.value[:8]) if isinstance(self.cell.value, tuple) else str(self.cell.value)
        return f"{self.cell.key}: {shown[:80]}"


_LIMIT = quick(
    r"(?:^|\s)(?:by|before|after|latest|earliest|until|window|filter|sort|order|sort by|policy|note|comment)(?:\s|$)",
    re.I,
)


def readings(clause: Clause, cells: Sequence[Cell], *, arguments: bool, plain: bool) -> list[Reading]:
    """What the cells of one record say about the clause. `arguments`: these are those of a call; `plain`: one
    person, one night and one piece are asked for, so that any price is that of the one thing."""
    found: list[Reading] = []
    for c in cells:
        if len(c.key) > 120 or money_words.is_limit(c.key) or _LIMIT.search(c.key):
            continue
        reading = _reading(clause, c, cells, arguments, plain)
        if reading is not None:
            found.append(reading)
    return found


def _reading(clause: Clause, c: Cell, cells: Sequence[Cell], arguments: bool, plain: bool) -> Reading | None:
    match clause.sort:
        case "arrive" | "depart":
            return _time(clause, c)
        case "price":
            return None if arguments else _price(clause, c, cells, plain)
        case "stars":
            return _stars(clause, c)
        case "stops":
            return _stops(clause, c)
        case "measure":
            return _measure(clause, c)
        case _:
            return _feature(clause, c)


def _judged(clause: Clause, c: Cell, value: Decimal, *, sure: bool = True) -> Reading:
    kept = value <= clause.value if clause.op == "most" else value >= clause.value
    return Reading(kept, c, value, sure)


def _time(clause: Clause, c: Cell) -> Reading | None:
    if not isinstance(c.value, str) or len(c.value) > 40 or not KEYS[clause.sort].search(c.key):
        return None
    found = list(clocks(c.value))
    if len(found) != 1 or re.search(r"\+\s?\d(?!\d)|next day|次日|翌日", c.value):
        return None
    minutes = found[0].minutes
    if minutes < NIGHT <= clause.value and clause.op == "least":
        return None
    return _judged(clause, c, Decimal(minutes))


_NOT_THE_PRICE = quick(
    r"(?:^|\s)(?:old|original|list|deposit|tax(?:es)?|fee|fees|was|before|rrp|uvp|discount\w*|sav\w+|currency"
    r"|class|range|type|level|tier|plan"
    r"|refund\w*|extra|surcharge|insurance|bag|bags|credit|balance|points|anzahlung|kaution|gebühr|rabatt"
    r"|per km|index|rank|change|difference)(?:\s|$)|押金|定金|原价",
    re.I,
)
_PER = quick(r"(?:^|\s)(?:per|each|unit|pro|par|por|nightly|night|person|pp|room|je)(?:\s|$)|每|单价|人均|泊", re.I)
_ALL = quick(r"total|amount|gesamt|summe|montant|importe|totaal|charged|grand|合计|总|総|合計", re.I)
ONE = quick(
    r"(?<![^\W_])(?:each|apiece|a room|a piece|per|a night|a head|pro|je|jeweils|par|chacun\w*|por|cada|elk"
    r"|ieder|pp|p\.p\.|nightly)(?![^\W_])|/|每|一晚|人均|各|泊|1人|一人",
    re.I,
)


def _price(clause: Clause, c: Cell, cells: Sequence[Cell], plain: bool) -> Reading | None:
    if not KEYS["price"].search(c.key) or _NOT_THE_PRICE.search(c.key) or isinstance(c.value, tuple):
        return None
    per, whole = bool(_PER.search(c.key)), bool(_ALL.search(c.key))
    one = bool(ONE.search(clause.words))
    if (one and not per) or (not plain and not per and not (clause.topic == "total" and whole)):
        return None
    value, unit = _amount(c.value)
    unit = unit or next(
        (
            _amount_unit(x)
            for x in cells
            if re.search(r"currency|währung|devise|moneda|moeda|valuta|币种|通貨", x.key, re.I)
        ),
        "",
    )
    if value is None or not same_unit(clause.unit, unit):
        return None
    return _judged(clause, c, value)


def _amount(value: Any) -> tuple[Decimal | None, str]:
    if isinstance(value, str):
        found = list(priced(value, explicit=True)) if len(value) <= 40 else []
        if len(found) == 1:
            return found[0].number.value, found[0].unit
        bare = list(numbers(value)) if len(value) <= 20 and not re.search(r"[A-Za-z]{2}", value) else []
        return (bare[0].value, "") if len(bare) == 1 else (None, "")
    return decimal(value), ""


def _amount_unit(c: Cell) -> str:
    return str(c.value).upper() if isinstance(c.value, str) and len(c.value) <= 4 else "?"


_LIKE = {"$": "USD", "US$": "USD", "RMB": "CNY", "€": "EUR", "£": "GBP"}


def same_unit(a: str, b: str) -> bool:
    """Whether two currencies may be the same one; an unknown one may be any."""
    a, b = _LIKE.get(a, a), _LIKE.get(b, b)
    return not a or not b or a == b or ({a, b} & {"¥", "￥"} != set() and {a, b} <= {"¥", "￥", "CNY", "JPY"})


def _stars(clause: Clause, c: Cell) -> Reading | None:
    if not KEYS["stars"].search(c.key) or re.search(
        r"review|user|guest|rating(?! )$|bewert|评分|口コミ", c.key.replace("star rating", "stars"), re.I
    ):
        return None
    raw = re.match(r"\s?([1-5](?:\.5)?)(?![\d.])", str(c.value)) if not isinstance(c.value, bool | tuple) else None
    return _judged(clause, c, Decimal(raw[1])) if raw else None


def _stops(clause: Clause, c: Cell) -> Reading | None:
    if isinstance(c.value, bool):
        if KEYS["direct"].search(c.key) and (clause.value == 0 or c.value):
            return Reading(c.value, c, Decimal(not c.value))
        return None
    if not KEYS["stops"].search(c.key.removesuffix(" (length)")) or isinstance(c.value, tuple):
        return None
    text = str(c.value).strip().lower()
    if re.fullmatch(r"(?:non-?stop|direct|none|direkt|directo|direto|直飞|直达|なし)", text):
        return Reading(True, c, Decimal(0))
    number = re.match(r"([0-5])(?!\d)(?!\s?(?:h|min|:))", text)
    return _judged(clause, c, Decimal(number[1])) if number else None


# --- measures ------------------------------------------------------------------------------------------------------

_KEY_UNITS = {
    "GB": "gb",
    "TB": "tb",
    "inch": "inch|inches|zoll",
    "m²": "m2|sqm|qm",
    "lumen": "lumens?|lm",
    "W": "watts?",
    "mAh": "mah",
    "Hz": "hz",
    "litres": "litres?|liters?",
}
_FACTORS = {("GB", "TB"): Decimal(1000), ("TB", "GB"): Decimal("0.001")}
_PLACES = (
    r"cent(?:er|re|rum)|zentrum|centro|downtown|old town|altstadt|市中心|中心|中心部",
    r"station|bahnhof|gare|estaci[oó]n|estação|车站|火车站|地铁|駅|metro|subway|u-bahn|hbf",
    r"airport|flughafen|aéroport|aeropuerto|aeroporto|luchthaven|机场|空港",
    r"beach|strand|plage|playa|praia|sea|海滩|ビーチ|海",
    r"venue|office|campus|conference|fair|messe|bureau|oficina|escritório|kantoor|公司|会场|展馆|会場|会社",
)


def _measure(clause: Clause, c: Cell) -> Reading | None:
    if isinstance(c.value, bool | tuple) or (clause.topic and not topic_key(clause.topic).search(c.key)):
        return None
    value, unit = _with_unit(c, clause.unit)
    if value is None or (unit != clause.unit and (unit, clause.unit) not in _FACTORS):
        return None
    if clause.unit == "km":
        if not re.search(r"distan|entfern|afstand|距离|距離|km", c.key, re.I) or re.search(
            r"radius|range|mileage|freikm|per km|included", c.key, re.I
        ):
            return None
        place = [p for p in _PLACES if re.search(p, c.key, re.I)]
        if place and not any(re.search(p, clause.words, re.I) for p in place):
            return None
        return _judged(clause, c, value, sure=bool(place))
    rate = (
        Decimal(1)
        if unit == clause.unit
        else 1 / _FACTORS[clause.unit, unit]
        if (clause.unit, unit) in _FACTORS
        else Decimal(1)
    )
    return _judged(clause, c, value * rate)


def _with_unit(c: Cell, wanted: str) -> tuple[Decimal | None, str]:
    if isinstance(c.value, str):
        if len(c.value) > 40:
            return None, ""
        text = re.sub(r"(?<=\d)(?=[A-Za-z])", " ", c.value)
        found = [(n.value, unit_after(text, n.end)) for n in numbers(text)]
        fit = [(v, u) for v, u in found if u == wanted or (u, wanted) in _FACTORS]
        if len(fit) == 1:
            return fit[0]
        if len(found) != 1 or found[0][1] or not re.fullmatch(r"\s?[\d.,]+\s?", text):
            return None, ""
        return (found[0][0], wanted) if _key_unit(c.key, wanted) else (None, "")
    value = decimal(c.value)
    if value is None:
        return None, ""
    unit = next((u for u in (wanted, *(a for a, b in _FACTORS if b == wanted)) if _key_unit(c.key, u)), "")
    if not unit and wanted == "km" and re.search(r"(?:^|\s)(?:m|meters?|metres?)(?:\s|$)", c.key, re.I):
        return value / 1000, "km"
    return (value, unit) if unit else (None, "")


def _key_unit(key: str, unit: str) -> bool:
    return bool(re.search(rf"(?<![a-z])(?:{_KEY_UNITS.get(unit, unit)})(?![a-z])", key, re.I))


# --- features ------------------------------------------------------------------------------------------------------

_NO = quick(
    r"\W*(?:no|none|not (?:included|available|allowed|refundable)|without|false|nein|ohne|nicht \w+"
    r"|non(?:[- ]refundable)?|aucune?|no incluid[oa]|não|nee|niet \w+|room only|excluded"
    r"|不含|无|没有|不可|不允许|なし|不可能)\W*",
    re.I,
)
_YES = re.compile(
    r"\W*(?:yes|included|allowed|free|true|ja|oui|s[ií]|sim|inklusive|inbegriffen|compris|incluid[oa]"
    r"|incluíd[oa]|inbegrepen|含|有|可|あり|付き|込み|available|buffet|full)",
    re.I,
)
_LISTS = quick(
    r"(?:^|\s)(?:amenities|features|facilities|services|equipment|includes?|included|ausstattung|équipements"
    r"|servicios|serviços|comodidades|voorzieningen)$|设施|设备|服务|設備|アメニティ",
    re.I,
)
_BOARD = quick(r"(?:^|\s)(?:board|board type|meals?|meal plan|verpflegung|pension|régimen|regime)$|餐食|食事", re.I)


def _feature(clause: Clause, c: Cell) -> Reading | None:
    said, cjk, key = FEATURES[clause.topic]
    own = re.search(
        rf"(?:^|\s)(?:{key})(?:\s(?:included|allowed|available|free|incl|inklusive))?$|^(?:has |is "
        rf"|with )?(?:{key})$|{cjk}",
        c.key,
        re.I,
    )
    spoken = rf"(?<![^\W_])(?:{said}|{key})(?![^\W_])|{cjk}"
    if isinstance(c.value, tuple):
        if not _LISTS.search(c.key) or len(c.value) < 3:
            return None
        held = any(re.search(spoken, v[:80].replace("_", " "), re.I) for v in c.value)
        return Reading(held, c, Decimal(held), sure=False)
    if own and isinstance(c.value, bool):
        return Reading(c.value, c, Decimal(c.value))
    if isinstance(c.value, str) and len(c.value) <= 40:
        if own and (_NO.fullmatch(c.value) or _YES.match(c.value)):
            return Reading(not _NO.fullmatch(c.value), c, Decimal(not _NO.fullmatch(c.value)))
        if clause.topic in ("breakfast", "dinner") and _BOARD.search(c.key):
            if re.search(spoken, c.value, re.I) or re.search(
                r"full board|all inclusive|vollpension|half board|halbpension", c.value, re.I
            ):
                return Reading(True, c, Decimal(1))
            return Reading(False, c, Decimal(0)) if _NO.fullmatch(c.value) else None
    return None
