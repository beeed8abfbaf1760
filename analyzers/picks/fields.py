"""What a field of an option is about, and its value as a number that can be compared: money, minutes, a time, a rating.
Pure."""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache, partial

from planscope.analyzers.numbers.currency import CODES
from planscope.analyzers.numbers.money_words import named, spaced
from planscope.analyzers.numbers.numerals import numbers
from planscope.analyzers.picks.options import Listing, Option, Scalar
from planscope.analyzers.quick import quick

_W = r"(?:^|[^a-z])"
_E = r"(?:$|[^a-z])"
KEYS: Mapping[str, re.Pattern[str]] = {
    "price": quick(
        rf"{_W}(?:price|prices|fare|fares|cost|net|gross|total|amount|rate|nightly|usd|eur|gbp|cny|chf|jpy|adult"
        rf"|economy|business"
        rf"|precio|precios|importe|preis|preise|kosten|betrag|prix|tarif|montant|preço|preco|valor|prijs|bedrag){_E}"
        r"|价|費|费用|金额|料金|運賃|値段|税込",
        re.I,
    ),
    "duration": quick(
        rf"{_W}(?:duration|minutes|mins?|hours|travel ?time|journey ?time|flight ?time|elapsed|eta"
        rf"|delivery ?days|lead ?time|latency|runtime|ms|seconds"
        rf"|dauer|fahrzeit|reisezeit|durée|duree|duración|duracion|duração|duracao|duur|reistijd|trip ?time){_E}"
        r"|时长|耗时|用时|所要|時間$",
        re.I,
    ),
    "time": quick(
        rf"{_W}(?:depart|departs|departure|dep|leaves|start|starts|slot|time|when|from ?time|abfahrt|abflug"
        rf"|hora|uhrzeit|heure|horário|horario|tijd|départ|salida|saida|saída"
        rf"|partida|vertrek|begin|beginn){_E}|出发|起飞|出発|开始|発",
        re.I,
    ),
    "arrival": quick(
        rf"{_W}(?:arrive|arrives|arrival|arr|ankunft|arrivée|llegada|chegada|aankomst){_E}|到达|抵达|到着|着", re.I
    ),
    "rating": quick(
        rf"{_W}(?:rating|score|review ?score|user ?rating|guest ?rating|bewertung|note|valoración|puntuación"
        rf"|avaliação|nota"
        rf"|beoordeling){_E}|评分|評価|口コミ点",
        re.I,
    ),
    "distance": quick(
        rf"{_W}(?:distance|dist|km|miles|meters|metres|walk|walking|minutes ?walk|entfernung|distancia|distância"
        rf"|afstand){_E}|距离|距離|徒歩",
        re.I,
    ),
    "weight": quick(rf"{_W}(?:weight|grams?|kg|gewicht|poids|peso){_E}|重", re.I),
    "size": quick(
        rf"{_W}(?:size|area|m2|sqm|capacity|volume|litres|liters|größe|surface|superficie|tamaño|área"
        rf"|oppervlakte){_E}|面积|容量|面積",
        re.I,
    ),
    "age": quick(
        rf"{_W}(?:year|released?|release ?date|published|built|date|baujahr|année|año|ano|bouwjaar|created){_E}|年",
        re.I,
    ),
}
_NO_PRICE = quick(
    rf"{_W}(?:reviews?|rating|score|stars?|seats?|stock|left|available|availability|count|qty|quantity|min|max"
    rf"|rooms|id|distance"
    rf"|duration|minutes|discount|saving|savings|tax|taxes|vat|fee|fees|shipping|delivery|deposit|baggage|bag"
    rf"|plazas|points|miles"
    rf"|currency|class|cabin|nights|days|pct|percent){_E}|人数|库存|评|税|运费|押金|余",
    re.I,
)
_COUNTS = quick(rf"{_W}(?:count|number|num|reviews|votes|total|anzahl|nb|max|min){_E}|数", re.I)
MONEY_SIDE = quick(
    rf"{_W}(?:tax|taxes|vat|fee|fees|shipping|delivery ?(?:cost|fee)|surcharge|deposit|price|prices|fare|cost"
    rf"|total|gross|net|discount|coupon"
    rf"|cashback|rebate|saving|savings|baggage ?fee|cleaning|resort|setup|per|unit|currency|quantity|pack|pieces"
    rf"|kosten|versand|gebühr"
    rf"|porte|envío|frais|livraison|frete|taxa|verzend\w*|hoa ?\w*){_E}|税|运费|送料|押金|优惠|折扣|单位|价|料金"
    rf"|手续费|币",
    re.I,
)
_HM = re.compile(
    r"^\s*(?:PT)?(?:(\d{1,3})\s?(?:h|hrs?|hours?|std|stunden?|小时|時間|uur|horas?|heures?)\.?)?[\s,:]{0,2}"
    r"(?:(\d{1,4})\s?(?:m|mins?|minutes?|minuten|minutos?|分钟?|分|')?\.?)?\s*$",
    re.I,
)
_CLOCK = quick(
    r"^\s*(?:(\d{4})-(\d{2})-(\d{2})[T ])?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s?([ap]\.?m\.?)?(?:Z"
    r"|[+-]\d{2}:?\d{2})?\s*(?:\+(\d))?\s*$",
    re.I,
)
_DAY = re.compile(r"^\s*(\d{4})-(\d{2})-(\d{2})\s*$")
_OUT_OF = quick(
    r"^\s*([\d.,]{1,5})\s?(?:/|out of|von|sur|de|van)\s?(?:5|10|100)\b|^\s*([\d.,]{1,4})\s?(?:★|⭐|stars?|点"
    r"|分)",
    re.I,
)


def keys_for(aspect: str, listing: Listing) -> list[str]:
    """Fields of a listing that may hold the aspect, those that every option has."""
    return listing.memo(_KEYS_FOR[aspect])


def _fitting(aspect: str, listing: Listing) -> list[str]:
    pattern = KEYS[aspect]
    found = []
    for key in sorted(listing.keys):
        plain = spaced(key)
        last = spaced(key.rsplit(".", 1)[-1])
        if aspect == "price":
            fits = bool(pattern.search(plain) or named(last) or _coded(last)) and not _NO_PRICE.search(last)
        else:
            fits = bool(pattern.search(last)) and not (aspect in ("rating", "duration") and _COUNTS.search(last))
        if fits and any(reading(aspect, o.fields[key]) is not None for o in listing.options):
            found.append(key)
    return found


_KEYS_FOR = {aspect: partial(_fitting, aspect) for aspect in KEYS}


def _coded(last: str) -> bool:
    return bool(re.search(rf"(?:^|\s)(?:{CODES})$", last, re.I))


@lru_cache(maxsize=8192, typed=True)
def reading(aspect: str, value: Scalar) -> Decimal | None:
    """A field's value as a number of that aspect, None when it cannot be read in one way only."""
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        number = Decimal(str(value))
        return number if number.is_finite() and number >= 0 and aspect not in ("time", "arrival") else None
    if aspect in ("time", "arrival"):
        return _moment(value)
    if aspect == "duration":
        return _minutes(value)
    if aspect == "age" and (m := _DAY.match(value)):
        return Decimal(m[1] + m[2] + m[3])
    if aspect == "rating" and (m := _OUT_OF.match(value)):
        return Decimal((m[1] or m[2]).replace(",", ".").rstrip("."))
    if aspect in ("distance", "weight") and (m := _SMALL.match(value)):
        small = _alone(m[1])
        return None if small is None else small / 1000
    return _alone(value)


_SMALL = re.compile(
    r"^\s*([\d.,]{1,9})\s?(?:m|meters?|metres?|meter|mètres?|metros?|米|メートル|g|grams?|gramm|grammes?"
    r"|gramos?)\s*$",
    re.I,
)


def _alone(value: str) -> Decimal | None:
    """The number of a text that holds one only ("118,75 €", "5.4 km")."""
    found = list(numbers(value)) if len(value) <= 40 else []
    if len(found) != 1:
        m = re.fullmatch(r"\s*([\d.,]{1,8})\s?(?:km|mi|m|kg|g|lb|l|m²|m2)\s*", value, re.I)
        found = list(numbers(m[1])) if m else []
        if m and not value.strip().lower().endswith(("km", "kg")) and re.search(r"\d\s?(?:m|g)\s*$", value, re.I):
            return None if not found else found[0].value / 1000
    if len(found) != 1 or (found[0].also is not None and not _grouped(value)):
        return None
    return found[0].value


def _grouped(value: str) -> bool:
    """Whether a lone separator with three digits behind it parts groups: a currency beside it says that it is money."""
    return not value.strip().replace(".", "").replace(",", "").isdecimal()


def _minutes(value: str) -> Decimal | None:
    if (m := re.match(r"^\s*(\d{1,3}):(\d{2})\s*$", value)) is not None:
        return Decimal(int(m[1]) * 60 + int(m[2]))
    m = _HM.match(value)
    if m is None or not (m[1] or m[2]):
        return None
    if m[2] and not m[1] and value.strip().isdecimal():
        return Decimal(m[2])
    return Decimal(int(m[1] or 0) * 60 + int(m[2] or 0))


def _moment(value: str) -> Decimal | None:
    m = _CLOCK.match(value)
    if m is None:
        return None
    hour = int(m[4]) % 12 + 12 if m[6] and m[6][0] in "pP" else int(m[4]) % 12 if m[6] else int(m[4])
    day = int(m[1]) * 372 + int(m[2]) * 31 + int(m[3]) if m[1] else 0
    return Decimal(((day + int(m[7] or 0)) * 24 + hour) * 60 + int(m[5]))


def value_of(option: Option, key: str, aspect: str) -> Decimal | None:
    """An option's value under a key."""
    return reading(aspect, option.fields.get(key))
