"""Whether an option can be had, as its own fields say. Pure."""

import re
from functools import lru_cache

from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.numbers.money_words import spaced
from planscope.analyzers.picks.options import Option
from planscope.analyzers.quick import quick
from planscope.collector.run import Run, UserMessage

_W = r"(?:^|[^a-z])"
_E = r"(?:$|[^a-z])"
_FLAG = quick(
    rf"{_W}(?:available|availability|in ?stock|bookable|open|active|libre|libres|livre|frei|vrij|disponible"
    rf"|disponibles|disponivel|disponível"
    rf"|verfügbar|verfugbar"
    rf"|beschikbaar|lieferbar|on ?sale|purchasable){_E}|有货|可订|空室|在庫",
    re.I,
)
_OFF_FLAG = quick(
    rf"{_W}(?:sold ?out|unavailable|out ?of ?stock|discontinued|full|agotado|esgotado|épuisé|complet){_E}|售罄|满房",
    re.I,
)
_LEFT = quick(
    rf"{_W}(?:seats?|stock|left|available|availability|remaining|inventory|quantity ?available|plazas|asientos"
    rf"|plätze|bestand|vrij|lugares"
    rf"|vagas|places|voorraad|estoque|existencias|available ?seats|available ?units|units ?available|on ?hand"
    rf"|dispo|rooms ?(?:left|available)"
    rf"){_E}|余票|余位|余量|库存|剩余|残|空席|在庫",
    re.I,
)
_SAYS = quick(  # keys of texts that may say it; "breakfast: not available" does not
    rf"{_W}(?:status|state|note|notes|remarks?|comments?|badge|message|name|title|estado|nota|hinweis|remarque"
    rf"|opmerking|stock|label"
    rf"|inventory|obs){_E}|状态|备注|説明|备考|備考|状況|状态",
    re.I,
)
_CAPACITY = quick(rf"{_W}(?:max|total|capacity|sleeps|per|min){_E}", re.I)
GONE = quick(
    r"\b(?:sold[- ]?out|out of stock|unavailable|not available|no longer available|no availability|fully booked"
    r"|fully reserved|no seats"
    r"|no rooms|discontinued|cancell?ed|waitlist(?: only)?|backorder|temporarily closed|permanently closed"
    r"|expired|withdrawn|abgelaufen|expirée?|caducad[oa]|vencid[oa]|verlopen"
    r"|ausverkauft|ausgebucht"
    r"|nicht verfügbar|nicht lieferbar|vergriffen|belegt|épuisée?s?|complet|indisponible|rupture de stock"
    r"|agotad[oa]s?|sin plazas"
    r"|no disponible|sin stock|completo|esgotad[oa]s?|indisponível|sem estoque|sem vagas|uitverkocht|volgeboekt"
    r"|niet beschikbaar"
    r"|niet op voorraad)\b|售罄|过期|无票|无货|缺货|满房|已满|客满|订满|停售|下架|不可订|无房|満室|満席|売り切れ|売切"
    r"|完売|在庫切れ|在庫なし|期限切れ|空室なし|空席なし",
    re.I,
)
_NO = frozenset(
    {"no", "false", "none", "0", "n", "unavailable", "nein", "non", "nee", "não", "nao", "否", "无", "×", "なし"}
)


def gone(option: Option, among: str = "", needed: int = 1) -> str:
    """The field that says that the option cannot be had ("rooms_left: 0"), "" when none does. `among`: the class whose
    price counts, for fields such as seats by class. `needed`: how many are wanted."""
    for key, value in option.fields.items():
        last, of_class = _parted(key)
        if of_class:
            if last == spaced(among) and _out(value, needed):
                return f"{key}: {value}"
        elif _of_field(last, value, needed):
            return f"{key}: {value}"
    return ""


@lru_cache(maxsize=4096)  # the same few keys come in every record
def _parted(key: str) -> tuple[str, bool]:
    """The last words of a key, and whether those before it tell what is left of each class."""
    head = spaced(key.rsplit(".", 1)[0]) if "." in key else ""
    return spaced(key.rsplit(".", 1)[-1]), bool(head and (_LEFT.search(head) or _FLAG.search(head)))


_TODAY = re.compile(
    r"(?:today(?:['’]s date)?|current date|heute|(?:aktuelles )?datum|aujourd['’]hui|date du jour|hoy"
    r"|fecha actual|hoje|data de hoje"
    r"|vandaag|今天|今日|当前日期|本日)[^\W\d]*\W{0,4}(?:is|ist|nous sommes|est|es|é|date|den|der|le|el|是"
    r"|は)?\W{0,3}"
    r"(?:\w{3,10},?\s(?:the |der |den |le )?)?(\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th|\.|er)?(?: de"
    r"| of)? [^\W\d_]{3,10}(?: de)?,? \d{4}"
    r"|[^\W\d_]{3,10} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}年\d{1,2}月\d{1,2}日)",
    re.I,
)
_UNTIL = re.compile(
    r"^(?:valid|valid (?:until|to|till|through)|expires?(?: on| at)?|expiry(?: date)?|expiration(?: date)?"
    r"|offer (?:ends|until)|good until"
    r"|gültig bis|gueltig bis|valable jusqu\w*|valid[eo] hasta|válido hasta|vence|vencimiento|válido até"
    r"|valido ate|validade|geldig tot)$"
    r"|有效期(?:至|到)?|截止|有効期限",
    re.I,
)


def today(run: Run) -> str:
    """The day on which the run takes place, as it is told in it (2026-06-04), "" when it is not. Use it through
    `run.memo(today)`."""
    texts = [s.text[:4000] for s in run.steps[:40] if isinstance(s, UserMessage)]
    found = {d for t in texts for m in _TODAY.finditer(t) if (d := _iso(m[1]))}
    return found.pop() if len(found) == 1 else ""


def _iso(text: str) -> str:
    days = dates(text)
    year = re.search(r"\d{4}", text)
    return f"{year[0]}-{min(days)[0]:02}-{min(days)[1]:02}" if year and len(days) == 1 else ""


def expired(option: Option, day: str) -> str:
    """The field that says that an offer was good until a day before `day` only, "" when none does."""
    if not day:
        return ""
    for key, value in option.fields.items():
        if isinstance(value, str) and _UNTIL.search(spaced(key.rsplit(".", 1)[-1])):
            m = re.match(r"\d{4}-\d{2}-\d{2}", value)
            if m and m[0] < day:
                return f"{key}: {value}"
    return ""


def _of_field(last: str, value: object, needed: int) -> bool:
    off, flag, left, says = told = _tells(last)
    if not any(told):
        return False
    if off:
        return value is True
    if flag and (value is False or (isinstance(value, str) and value.strip().lower() in _NO)):
        return True
    if left:
        return _out(value, needed)
    return says and isinstance(value, str) and len(value) <= 80 and bool(GONE.search(value))


@lru_cache(maxsize=4096)  # the same few keys come in every record
def _tells(last: str) -> tuple[bool, bool, bool, bool]:
    """Whether a key is that of a flag for what is gone, a flag for what can be had, what is left, a text that tells."""
    left = bool(_LEFT.search(last) and not _CAPACITY.search(last))
    return bool(_OFF_FLAG.search(last)), bool(_FLAG.search(last)), left, bool(_SAYS.search(last))


def _out(value: object, needed: int) -> bool:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value < needed
    return isinstance(value, str) and (value.strip() == "0" or bool(GONE.search(value)))


@lru_cache(maxsize=4096)
def tells_stock(key: str) -> bool:
    """Whether a field is about whether, or how many, can be had."""
    plain = spaced(key)
    return bool(_FLAG.search(plain) or _OFF_FLAG.search(plain) or _LEFT.search(plain))
