"""Numbers and days that the user named, where the call carries others that nobody spoke of: people, rooms, nights, the
day. Pure."""

import re
from collections.abc import Iterator
from datetime import date

from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.numbers.counts import counts_in, nights_in, people_in, rooms_in
from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.picked import acting, cells_of, entries
from planscope.analyzers.requirements.sorts import KEYS
from planscope.collector.run import Run, ToolCall, UserMessage

Found = Iterator[tuple[UserMessage, str, str, str]]  # (message, sort, asked, carried)

_CHILDREN = quick(
    r"child|kid|baby|infant|toddler|teen|adult|kind(?:er)?\b|erwachsen|enfant|bébé|adulte|niñ|adult|crianç"
    r"|bebê|kinderen|volwassen|儿童|小孩|孩子|婴儿|老人|大人|成人|子ども|子供|幼児",
    re.I,
)
_MORE_PEOPLE = quick(
    r"more|less|join|extra|plus|minus|each|per|dazu|mehr|weniger|je\b|más|mais|meer|再|多|少|另|每"
    r"|追加|ずつ",
    re.I,
)


def other_numbers(run: Run, call: ToolCall) -> Found:
    """People or rooms: one number is named, the call holds another under a key for them, and nobody spoke of it."""
    for sort, count in (("people", people_in), ("rooms", rooms_in)):
        message = next((m for m in openly.said_before(run, call) if len(m.text) <= 4_000 and count(m.text)), None)
        if message is None:
            continue
        asked = count(message.text)
        rest = "\n".join(r.text[:4_000] for r in run.requests if r.number < call.number)
        if len(asked) != 1 or _CHILDREN.search(rest) or _MORE_PEOPLE.search(rest) or openly.loose(message.text):
            continue
        if count(rest) != asked:
            continue
        found = _held(call, sort)
        if len(found) != 1 or asked & found or asked & _whole_numbers(call):
            continue
        held, wanted = min(found), min(asked)
        if not held or _number(held)(rest) or held in counts_in(rest) or _spoken(run, call, held):
            continue
        if wanted in {held * n for n in _whole_numbers(call)} or _in_parts(run, call, sort):
            continue
        if not openly.told_or_agreed(run, message, call, _number(wanted), _number(held)):
            yield message, sort, str(wanted), str(held)


def _in_parts(run: Run, call: ToolCall, sort: str) -> bool:
    """Whether another acting call holds such a number too: several may share what was asked."""
    return sum(1 for c in run.memo(acting) if c.number > call.number - 200 and _held(c, sort)) > 1


def _spoken(run: Run, call: ToolCall, number: int) -> bool:
    """Whether a result before the call holds the number under a key of counts (a room for 4): it may be a limit."""
    return any(
        isinstance(c.value, int)
        and c.value == number
        and re.search(r"max|limit|capacity|available|left|上限|剩余|定員", c.key, re.I)
        for e in run.memo(entries)[-400:]
        if e.call.number < call.number
        for c in e.cells
    )


def _held(call: ToolCall, sort: str) -> set[int]:
    found = set()
    for c in cells_of(call.arguments):
        if re.search(r"\bper\b|each|max|min", c.key) or isinstance(c.value, bool):
            continue
        if KEYS[sort].search(c.key.removesuffix(" (length)")):
            if isinstance(c.value, int) and c.value < 1000:
                found.add(c.value)
            elif isinstance(c.value, str) and re.fullmatch(r"\d{1,3}", c.value.strip()):
                found.add(int(c.value))
            elif isinstance(c.value, tuple):
                found.add(len(c.value))
    return found


def _whole_numbers(call: ToolCall) -> set[int]:
    numbers = {int(n) for n in re.findall(r"(?<![\d-])\d{1,3}(?![\d-])", stated(call.arguments)[:4_000])}
    lengths = {c.value for c in cells_of(call.arguments) if c.key.endswith("(length)")}
    return numbers | lengths | {len(c.value) for c in cells_of(call.arguments) if isinstance(c.value, tuple)}


def _number(value: int) -> openly.Says:
    pattern = re.compile(rf"(?<!\d){value}(?!\d)")
    return lambda text: bool(pattern.search(text))


# --- nights and days -----------------------------------------------------------------------------------------------

_FIRST = quick(
    r"check ?in|from date|start|arrival date|anreise|arrivée|arrivee|entrada|llegada|aankomst"
    r"|^(?:from|von|vom|ab|du|desde|de|van)$|入住|チェックイン",
    re.I,
)
_LAST = quick(
    r"check ?out|to date|end|departure date|abreise|départ|depart|salida|saída|saida|vertrek"
    r"|^(?:to|bis|au|hasta|até|ate|tot)$|until|退房|离店|チェックアウト",
    re.I,
)


def other_nights(run: Run, call: ToolCall) -> Found:
    """The nights that the user names are not those between arrival and departure, nor the number in the call."""
    message = next((m for m in openly.said_before(run, call) if len(m.text) <= 4_000 and nights_in(m.text)), None)
    rest = "\n".join(r.text[:4_000] for r in run.requests if r.number < call.number)
    if message is None or len(nights_in(rest)) != 1 or openly.loose(message.text) or _MORE_NIGHTS.search(rest):
        return
    asked = min(nights_in(rest))
    days = _stay(call)
    given = _held(call, "nights")
    found = {days} if days else given
    if len(found) != 1 or asked in found or run.memo(_stays) != 1:
        return
    held = min(found)
    if re.search(rf"(?<!\d){held}(?!\d)\s?(?:nights?|nächte|nuits?|noches|noites|nachten|晚|夜|泊)", rest, re.I):
        return
    if days and len(dates(rest)) > 1:
        return  # the user gives both days: which of the two is meant cannot be told
    if not openly.told_or_agreed(run, message, call, _number(asked), _number(held)):
        yield message, "nights", str(asked), str(held)


_MORE_NIGHTS = quick(
    r"more|extra|another|longer|shorter|each|split|then|mehr|weiter|länger|je\b|dann|puis"
    r"|chaque|luego|cada|depois|daarna|elk|然后|再|各|多|それから|ずつ",
    re.I,
)


def _stays(run: Run) -> int:
    """How many calls book a stay. Use it through `run.memo(_stays)`."""
    return sum(bool(_stay(c) or _held(c, "nights")) for c in run.memo(acting))


def _stay(call: ToolCall) -> int:
    """Days between arrival and departure of a stay, 0 where the call does not hold both."""
    ends: list[int] = []
    for pattern in (_FIRST, _LAST):
        texts = [c.value for c in cells_of(call.arguments) if isinstance(c.value, str) and pattern.search(c.key)]
        found = [_ordinal(t) for t in texts]
        if len(found) != 1 or not found[0]:
            return 0
        ends.append(found[0])
    return ends[1] - ends[0] if 0 < ends[1] - ends[0] < 60 else 0


def _ordinal(text: str) -> int:
    m = re.match(r"(\d{4})-(\d{2})-(\d{2})", text)
    try:
        return date(int(m[1]), int(m[2]), int(m[3])).toordinal() if m else 0
    except ValueError:
        return 0


_DAY_KEY = quick(
    r"(?:^|\s)(?:date|day|departure date|depart(?:ure)?|check ?in|start(?: date)?|when|datum|tag|anreise"
    r"|abreise|abfahrt|jour|date de départ|fecha|día|data|dia"
    r"|dag|vertrek)(?:\s|$)|日期|出发|入住|日付|出発日",
    re.I,
)
_RELATIVE = quick(
    r"\b(?:today|tomorrow|tonight|yesterday|next|weekend|day (?:before|after)|days?|nights?|weeks?|earlier"
    r"|later|until|through|following|return\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|heute|morgen|übermorgen|nächste\w?|wochenende|tage?|nächte|wochen?|bis|zurück|rück\w+|(?:mon|diens"
    r"|mitt|donners|frei|sams|sonn)\w*tag|mittwoch"
    r"|aujourd['’]hui|demain|prochaine?|jours?|nuits?|semaines?|retour|lundi|mardi|mercredi|jeudi|vendredi"
    r"|samedi|dimanche|hoy|mañana|próxim[oa]|días?|noches?|semanas?|vuelta|lunes|martes|miércoles"
    r"|jueves|viernes|sábado|domingo|hoje|amanhã|dias?|noites?|volta|segunda|terça|quarta|quinta|sexta"
    r"|vandaag|volgende|dagen|nachten|weken|terug|maandag|dinsdag|woensdag|donderdag|vrijdag"
    r"|zaterdag|zondag|born|birth\w*|expires?|valid|since|bought|ordered|paid|charged|geboren|gültig|né|née"
    r"|nacid\w|nascid\w)\b"
    r"|今天|明天|后天|下周|周[一二三四五六日末]|星期|晚|天|周|返|回|至|到|出生|有效|今日|明日|翌日|来週|[月火水木金土日]曜|泊|日間|帰り|生まれ",
    re.I,
)


def another_day(run: Run, call: ToolCall) -> Found:
    """One day is named in all that was said; the call holds another that nobody spoke of, and none holds that day."""
    said = "\n".join(r.text[:4_000] for r in run.requests if r.number < call.number)
    asked, held = dates(said), _day_of(call)
    if len(asked) != 1 or len(held) != 1 or not _plainly(said, asked):
        return
    given = [dates(stated(c.arguments)[:2_000]) for c in run.tool_calls[:400] if c.number != call.number]
    if any(asked & days for days in (*given, dates(stated(call.arguments)[:2_000]))):
        return
    agreed = given.count(held) >= 2 and not any(days - held for days in given)
    if not (agreed and _bare(said, asked)) and (_RELATIVE.search(said) or not _booked_for(said, asked, call)):
        return  # the day of something else, or one that days are counted from
    agent = "\n".join(a.text[:8_000] for a in run.answers if a.number < call.number)
    message = next(m for m in openly.said_before(run, call) if dates(m.text))
    day, other = min(asked), min(held)
    number = re.compile(rf"(?<!\d){day[1]}(?!\d)")
    tells = openly.told_or_agreed(run, message, call, lambda t: bool(number.search(t)), lambda t: bool(held & dates(t)))
    if not tells and not held & dates(agent):
        yield message, "date", f"{day[0]:02}-{day[1]:02}", f"{other[0]:02}-{other[1]:02}"


_DATE_WORDS = words.words(
    r"the|date|day|is|it|its|for|we|are|talking|about|on|at|will|be",
    r"termin|datum|ist|es|geht|um|der|am|für|das",
    r"la|le|jour|c|est|pour|ce|sera",
    r"fecha|para|el|día|a|data|é|de|o|dia",
    r"het|op|voor|dag|van|von",
)
_BOOKS = words.words(
    r"book|reserve|schedule|fly|travel|leav(?:e|ing)|depart\w*|appointment|ticket\w*|table|room|flight|train|ferry",
    r"buche\w*|reservier\w*|termin|flug|zug|fähre|tisch|zimmer|abfahrt|abreise",
    r"réserve\w*|rendez-vous|vol|train|billets?|table|chambre|part\w*",
    r"reserv\w*|cita|vuelo|tren|billetes?|mesa|habitación|consulta|voo|quarto|comboio|marc\w*",
    r"boek\w*|reserveer\w*|afspraak|vlucht|trein|tafel|kamer|vertrek\w*",
    cjk="订|预约|预定|出发|航班|车票|予約|出発|便",
)
_GOODS = quick(
    r"order|deliver|rent|hire|purchase|buy|pay|ship|invoice|bestell|kauf|miet|liefer|command|achet"
    r"|pedid|compr|alquil|koop|huur|购|付|租|注文|購入"
)


def _bare(said: str, asked: set[tuple[int, int]]) -> bool:
    """Whether the sentence with the day says nothing but that this is the day."""
    named = [s for s in re.split(r"(?<=[.!?])\s|[。！？\n]", said) if asked & dates(s)]
    rest = [re.findall(r"[^\W\d_]", _DATE_WORDS.sub(" ", s)) for s in named]
    return all(len(r) <= 8 and all(c > "\u3000" for c in r) for r in rest)


def _booked_for(said: str, asked: set[tuple[int, int]], call: ToolCall) -> bool:
    """Whether the sentence with the day asks for what the call books (goods come on another day than they are for)."""
    named = [s for s in re.split(r"(?<=[.!?])\s|[。！？\n]", said) if asked & dates(s)]
    return not _GOODS.search(call.name.casefold()) and any(_BOOKS.search(s) for s in named)


def _day_of(call: ToolCall) -> set[tuple[int, int]]:
    cells = [c for c in cells_of(call.arguments) if isinstance(c.value, str) and len(c.value) <= 30]
    return {d for c in cells if _DAY_KEY.search(c.key) for d in dates(c.value)}


_TALKING = re.compile(r"\b(?:talk|speak|think|ask)ing about\b", re.I)  # that "about" is no guess


def _plainly(said: str, asked: set[tuple[int, int]]) -> bool:
    """Whether every sentence that names the day names it alone: nothing is counted from it, no condition is set."""
    named = [s for s in re.split(r"(?<=[.!?])\s|[。！？\n]", said) if asked & dates(s)]
    named = [_TALKING.sub(" ", s) for s in named]
    return bool(named) and not any(_RELATIVE.search(s) or openly.loose(s) for s in named)
