"""The things that a request lists with their numbers: "a cable set (2 pieces), monitors (7 pieces)", and what became of
them: one that nothing takes up, or a call that orders another number of it. Pure."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from planscope.analyzers.actions.kinds import stated
from planscope.analyzers.plans.matching import terms
from planscope.analyzers.quick import quick
from planscope.analyzers.requirements import openly, words
from planscope.analyzers.requirements.picked import Pick, cells_of, picks
from planscope.collector.run import FinalAnswer, ModelCall, PlanUpdate, Run, ToolCall, UserMessage

Found = Iterator[tuple[UserMessage, str, str, str]]  # (message, sort, asked, carried)
_LONG = 4_000
_MOST = 2_000_000  # characters of the run that are looked at; of a longer one nothing is said

_ITEM = quick(
    r"(?P<name>[^\W\d_][^()（）,，、;；:：.。!！?？\n]{0,60}?)\s?[(（](?P<numbers>[^()（）\n]{1,60})[)）]", re.I
)
_COUNT = re.compile(r"(?<![\d.,])(\d{1,3})(?![\d.,:]\d)\s?[^\W\d]")
_LEAD = words.words(  # words before the first thing of a list
    r"need|needs|want|is|are|require|for|looking for|order|book|get|buy|us|and|a|an|the|some",
    r"ich|wir|brauchen?|benötigen?|benötige|suchen?|möchten?|ist|und|ein|eine|einen|noch",
    r"faut|cherchons|cherche|besoin de|voulons|veux|et|un|une|des",
    r"necesitamos|necesito|buscamos|busco|queremos|quiero|y|un|una|unos",
    r"precisamos|preciso|queremos|quero|e|um|uma",
    r"nodig|zoeken|zoek|willen|wil|en|een",
    cjk="需要|要用到|准备|想要|使う|ために|向けて|今回は",
)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing of a list, with the numbers in the brackets behind it."""

    name: str
    numbers: tuple[int, ...]


def things_of(text: str) -> list[Thing]:
    """The things of the first list in a text: two or more in one sentence, each with numbers in brackets."""
    for sentence in re.split(r"[.!?]\s|[。！？\n]", text[:_LONG]):
        found = [
            Thing(_bare(m["name"]), tuple(map(int, _COUNT.findall(m["numbers"])))) for m in _ITEM.finditer(sentence)
        ]
        if len(found) >= 2 and all(t.name and t.numbers for t in found):
            return found
    return []


def _bare(name: str) -> str:
    """The name without the words that lead up to it."""
    leads = list(_LEAD.finditer(name))
    return name[leads[-1].end() :].strip(" *_-") if leads else name.strip(" *_-")


def other_numbers_of(run: Run, call: ToolCall) -> Found:
    """The call orders a thing of the list in another number than the brackets hold; the user has named none since."""
    pick = next((p for p in run.memo(picks) if p.call is call), None)
    for message in openly.said_before(run, call) if pick and pick.subjects else ():
        for thing in things_of(message.text):
            if pick is None or thing.name.casefold() not in pick.subjects or _numbers_since(run, message):
                continue
            held, asked = Counter(_whole(call)), Counter(thing.numbers)
            gone, new = asked - held, held - asked
            if gone.total() != 1 or new.total() != 1:
                continue
            wanted, carried = min(gone), min(new)
            if wanted % carried == 0 and _in_packs(pick, wanted // carried):
                continue
            if not openly.told_or_agreed(run, message, call, _number(wanted), _number(carried, thing.name)):
                yield message, thing.name, str(wanted), str(carried)


_PACK = r"(?:-?packs?|er\b|x\b|pcs|pieces|count|set|stück|pièces|uds|unidades|stuks|个装|支装|只装|件装|入)"


def _in_packs(pick: Pick, size: int) -> bool:
    """Whether what was picked comes in packs of that size: two packs of six are twelve."""
    texts = (f"{c.key} {c.value}" for _, _, cells in pick.parts for c in cells if not isinstance(c.value, bool))
    each = re.compile(rf"(?<!\d){size}(?!\d)[\s-]?{_PACK}", re.I)
    return any(each.search(t) or (re.search(r"pack|per box|装|入数", t, re.I) and str(size) in t) for t in texts)


def _numbers_since(run: Run, message: UserMessage) -> bool:
    return any(re.search(r"\d", r.text[:_LONG]) for r in run.requests if r.number > message.number)


_AMOUNT = quick(
    r"amount|price|total|cost|sum|id|code|year|date|time|betrag|preis|montant|prix|importe|precio|金额|价|金額|料金",
    re.I,
)


def _whole(call: ToolCall) -> list[int]:
    """The whole numbers that the call was given, without amounts."""
    cells = [c for c in cells_of(call.arguments) if not _AMOUNT.search(c.key)]
    return [c.value for c in cells if isinstance(c.value, int) and not isinstance(c.value, bool) and 0 < c.value < 1000]


def _number(value: int, about: str = "") -> openly.Says:
    pattern = re.compile(rf"(?<![\d.,/:-]){value}(?![\d]|[.,/:-]\d)")
    return lambda text: bool(pattern.search(text)) and (not about or about.casefold() in text.casefold())


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A thing of a list that nothing takes up, while the others are."""

    name: str
    message: UserMessage
    closing: ModelCall | FinalAnswer
    others: tuple[str, ...]


def left_out(run: Run) -> Iterator[LeftOut]:
    """Things of lists that stand in no call, result, plan or answer, where the calls name the others in these words."""
    closing = run.closing
    if closing is None or openly.handed_back(closing.text):
        return
    for message in run.requests[:50]:
        listed = things_of(message.text)
        if not listed or any(_STOPS.search(r.text) for r in run.requests if r.number > message.number):
            continue
        called, said = _after(run, message.number)
        taken = [t for t in listed if t.name.casefold() in called]
        left = [t for t in listed if t not in taken and not _mentioned(t, said)]
        if len(left) == 1 and len(taken) == len(listed) - 1 and not _mentioned(left[0], _later(run, message)):
            yield LeftOut(left[0].name, message, closing, tuple(t.name for t in taken))


_STOPS = words.words(
    r"drop|skip|leave|forget|without|no longer|not need|cancel|remove|only|just",
    r"weg|lass|ohne|streich\w*|nicht mehr|nur|doch kein\w*",
    r"laisse\w*|sans|enlève\w*|plus besoin|seulement",
    r"quita\w*|sin|deja|ya no|solo|sólo|tira\w*|sem|só",
    r"laat|zonder|schrap|alleen",
    cjk="不要|不用|去掉|取消|只要|いりません|不要|なし|だけ",
)


def _later(run: Run, message: UserMessage) -> str:
    return " ".join(r.text[:_LONG] for r in run.requests if r.number > message.number).casefold()


def _after(run: Run, since: int) -> tuple[str, str]:
    """(what the calls after a step were given; all that was said, called, found and planned after it), lower case."""
    called: list[str] = []
    said: list[str] = []
    for step in run.steps[since + 1 :]:
        if isinstance(step, ToolCall):
            called.append(stated(step.arguments))
            said.append(f"{step.name} {step.result[:200_000]}")
        elif isinstance(step, ModelCall | FinalAnswer):
            said.append(step.text)
        elif isinstance(step, PlanUpdate):
            said.append(" ".join([step.version.text, *(i.text for i in step.version.items)]))
        if sum(map(len, said[-1:])) > _MOST:
            return "", ""
    together = " ".join(called).casefold()
    return together, f"{together} {' '.join(said)[:_MOST].casefold()}"


def _mentioned(thing: Thing, text: str) -> bool:
    """Whether the thing, or one of the words of its name, stands in a text."""
    name = thing.name.casefold()
    if not name.isascii() and _CJK.search(name):
        return any(w in text for w in terms(name).words)
    return any(re.search(rf"(?<![^\W_]){re.escape(w)}", text) for w in re.findall(r"[^\W\d_]{3,40}", name))


_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
