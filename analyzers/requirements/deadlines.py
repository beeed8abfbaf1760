"""A day by which something has to be there, and the record of what was ordered tells a later one. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.numbers.moments import dates
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.clauses import LONG
from planscope.analyzers.requirements.picked import Cell, cells_of, picks, structured
from planscope.analyzers.requirements.withheld import deciding
from planscope.collector.run import FinalAnswer, ModelCall, Run, ToolCall, UserMessage

Day = tuple[int, int]  # month, day


@dataclass(frozen=True, slots=True)
class Late:
    """What was asked in which words, the call and the cell that tells another day, and the answer."""

    asked: str
    words: str
    message: UserMessage
    call: ToolCall
    cell: Cell
    report: ModelCall | FinalAnswer


_BY = re.compile(
    r"(?<![^\W_])(?:by|before|no later than|not later than|at the latest(?: on)?|until|bis(?: zum"
    r"| spätestens)?|vor(?: dem)?"
    r"|spätestens(?: am)?|avant(?: le)?|au plus tard(?: le)?|pour le|antes del?|a más tardar(?: el)?|para el"
    r"|antes de|até(?: o| dia)?"
    r"|o mais tardar(?: em)?|voor|uiterlijk(?: op)?|tegen)\s(?:(?:\w+day|\w+tag|the|den|le|el|dia|o),?\s)?$",
    re.I,
)
_BY_AFTER = re.compile(
    r"\s?(?:之前|以前|前(?!后)|までに|より前|at the latest|or (?:earlier|before)|spätestens|au plus tard"
    r"|a más tardar|uiterlijk)"
)
_STRICT = re.compile(r"before|vor\b|vor dem|avant|antes|voor|前", re.I)
_NEEDS = words.words(
    r"deliver\w*|arriv\w*|there|here|ship\w*|need\w*|receive\w*|get(?:s)? (?:here|there|it)|ready|in (?:my"
    r"|our) hands|due|finish\w*|complete\w*",
    r"geliefert|liefer\w*|ankomm\w*|da sein|hier sein|dort sein|brauch\w*|fertig|eintreff\w*|erhalten",
    r"livr\w+|arriv\w*|là|besoin|reç\w+|recev\w+|prête?s?|entreg\w+|lleg\w*|necesit\w*|reciba\w*|listo|chegar"
    r"|chegue|precis\w*|pronto|receber",
    r"gelever\w*|lever\w*|bezorg\w*|aankom\w*|er zijn|hier zijn|nodig|klaar|binnen zijn",
    cjk="送到|到货|收到|送达|交付|需要|完成|届|着|必要|納品|間に合",
)
_KEY = re.compile(
    r"(?:^|\s)(?:delivery|delivers|delivered|deliver by|eta|arrival|arrives|arrive|estimated (?:delivery"
    r"|arrival)|expected(?: delivery| on)?"
    r"|ready(?: on| by| at)?|due|completion|lieferung|liefertermin|liefertag|lieferdatum|ankunft|livraison"
    r"|arrivée|entrega|llegada|chegada"
    r"|levering|leverdatum|bezorging|aankomst)(?: (?:date|day|on|datum|am|at|estimate|estimated|fecha|data))*$"
    r"|送达|到货|交付|预计|お届け|配達|納品|到着",
    re.I,
)


def late(run: Run) -> Iterator[Late]:
    """Each message's deadline once: what was ordered comes later, nothing that was ordered comes in time."""
    if run.closing is None or openly.handed_back(run.closing.text):
        return
    calls = run.memo(deciding)
    requests = run.requests[-60:] if calls else ()
    for n, message in enumerate(requests):
        if len(message.text) > LONG or any(dates(r.text) for r in requests[n + 1 :]):
            continue
        for day, strict, piece in _asked(message.text):
            found = list(_told(run, message, [c for c in calls if c.number > message.number]))
            wrong = [(c, x, d) for c, x, d in found if _after(d, day, strict)]
            if len(found) == len(wrong) and wrong and not _open(run, message, day, wrong[0][2]):
                call, cell, _ = wrong[0]
                report = next((a for a in run.answers if a.number > call.number), None)
                if report is not None:
                    what = f"{'before' if strict else 'by'} {day[0]:02}-{day[1]:02}"
                    yield Late(what, piece, message, call, cell, report)
                return


def _asked(text: str) -> Iterator[tuple[Day, bool, str]]:
    """(day, whether it has to be before it, words) of the only deadline of a message."""
    if len(dates(text)) != 1:
        return
    for sentence in re.split(r"\n|(?<=[^\d][.!?;])\s(?=[A-ZÀ-Ý])|[。！？；]", text):
        found = dates(sentence)
        loose = words.SOFT.search(sentence) or words.IF.search(sentence) or sentence.rstrip().endswith(("?", "？"))
        if len(found) != 1 or loose or not _NEEDS.search(sentence):
            continue
        for m in _A_DAY.finditer(sentence):
            if dates(m[0]) == found:
                left = _BY.search(sentence[max(0, m.start() - 40) : m.start()])
                right = _BY_AFTER.match(sentence[m.end() : m.end() + 20])
                if left or right:
                    yield min(found), bool(_STRICT.search((left or right or [""])[0])), sentence.strip()[:200]
                    return


_A_DAY = re.compile(
    r"\d{4}-\d{2}-\d{2}|[A-Z][a-zé]{2,9}\.? \d{1,2}(?:st|nd|rd|th)?\b|\d{1,2}(?:st|nd|rd|th|\.|er|º)?(?: de"
    r"| of)? [^\W\d_]{3,10}|\d{1,2}月\d{1,2}[日号]"
)


def _told(run: Run, message: UserMessage, calls: list[ToolCall]) -> Iterator[tuple[ToolCall, Cell, Day]]:
    """The days that the records of what was ordered tell, each with its call and cell."""
    records = [(c, cells_of(structured(c))) for c in calls]
    own = [(c, x, d) for c, cells in records for x in cells if (d := _day(x)) is not None]
    if own:
        yield from own
        return
    for pick in run.memo(picks):
        if pick.call and pick.call.number > message.number:
            for call, given, cells in pick.parts:
                yield from ((call, x, d) for x in cells if not given and (d := _day(x)) is not None)


def _day(cell: Cell) -> Day | None:
    if not isinstance(cell.value, str) or len(cell.value) > 40 or not _KEY.search(cell.key):
        return None
    found = dates(cell.value)
    return max(found) if found else None


def _after(day: Day, limit: Day, strict: bool) -> bool:
    """Whether a day is later (within half a year: years are often left out)."""
    gap = (day[0] - limit[0]) * 31 + day[1] - limit[1]
    return 0 < gap < 180 or (strict and gap == 0)


def _open(run: Run, message: UserMessage, limit: Day, day: Day) -> bool:
    def actual(text: str) -> bool:
        return day in dates(text)

    def asked(text: str) -> bool:
        return limit in dates(text)

    told = any(actual(a.text) for a in run.answers if a.number > message.number)
    if told and openly.admitted(run, message.number, asked, actual, None):
        return True
    first = next((c.number for c in run.memo(deciding) if c.number > message.number), message.number)
    return openly.admitted(run, message.number, asked, lambda _: False, None) or openly.confirmed(
        run, message.number, first, actual
    )
