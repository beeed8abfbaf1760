"""Comparisons in words that the figures beside them, or those of the results, contradict: "A at 120 is cheaper than
B at 110", "the new fare is higher", "both cost the same". Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.numbers.money import Amount, amounts, without_code
from planscope.analyzers.picks.better import names_of
from planscope.analyzers.picks.fields import keys_for, value_of
from planscope.analyzers.picks.options import Listing, Option
from planscope.analyzers.picks.orders import orders_in
from planscope.analyzers.picks.said import Said, is_void, messages
from planscope.analyzers.quick import quick
from planscope.collector.run import Run

MOST = 20  # of one run
SENTENCE = 500
_LINES = 200  # lines of a message in which labels are looked for
_CLOSE = 8  # characters between an amount and the comparative: "20 € cheaper" is a difference

_LESS = (
    r"(?:cheaper|less expensive|lower|less|more affordable|lower priced) than|undercuts?|is below|beats|sits below"
    r"|(?:günstiger|billiger|niedriger|preiswerter|weniger) als|unterbietet|liegt unter|moins ch[eè]re?s? que"
    r"|inférieure?s? à"
    r"|en dessous de|plus bas(?:se)? que|más barat[oa]s? que|menos car[oa]s? que|más baj[oa]s? que"
    r"|inferior(?:es)? a(?:l)?|por debajo de"
    r"|mais barat[oa]s? (?:do )?que|mais baix[oa]s? (?:do )?que|abaixo d[oae]|(?:goedkoper|lager"
    r"|voordeliger) dan|ligt onder"
)
_MORE = (
    r"(?:more expensive|pricier|dearer|costlier|higher|more) than|is above|exceeds"
    r"|(?:teurer|höher|mehr) als|liegt über|plus ch[eè]re?s? que|supérieure?s? à|au-dessus de|plus élevée?s? que"
    r"|más car[oa]s? que"
    r"|más alt[oa]s? que|superior(?:es)? a(?:l)?|por encima de|mais car[oa]s? (?:do )?que"
    r"|mais alt[oa]s? (?:do )?que|acima d[oae]"
    r"|(?:duurder|hoger) dan|ligt boven"
)
_LESS_ASIAN = r"低于|低於|少于|小于|を下回|より安|より低|比[^，。]{0,40}(?:便宜|低|划算|实惠)"
_MORE_ASIAN = r"高于|高於|多于|大于|を上回|より高|比[^，。]{0,40}(?:贵|高)"
_COMPARED = quick(rf"(?<![^\W_])(?:(?P<less>{_LESS})|(?P<more>{_MORE}))(?![^\W_])", re.I)
_COMPARED_ASIAN = quick(rf"(?P<less>{_LESS_ASIAN})|(?P<more>{_MORE_ASIAN})")
_AWAY = quick(r"budget|limit|maxim|预算|上限|予算|ceiling|cap\b|allow|threshold|presupuesto|orçamento", re.I)
_SAME = quick(
    r"\b(?:same (?:price|cost|fare|rate|amount)|equally (?:priced|expensive|cheap)|identical(?:ly)? pric\w*"
    r"|cost the same|costs the same"
    r"|gleich teuer|gleich viel|denselben preis|derselbe preis|même prix|mismo precio|cuestan lo mismo"
    r"|mesmo preço|custam o mesmo|dezelfde prijs"
    r"|even duur)\b|价格(?:相同|一样)|同价|同じ(?:価格|値段|料金)|同額",
    re.I,
)
_VERB = quick(r"\b(?:is|are|ist|est|es|é|und|unt|lie)|[)）]")
_NEW = quick(r"\b(?:new|neue[rsn]?|nouve(?:au|lle)|nuev[oa]|nov[oa]|nieuwe?)\b|新", re.I)
_OLD = quick(
    r"\b(?:current|old|original|previous|existing|aktuelle[rsn]?|alte[rsn]?|bisherige[rsn]?|ursprüngliche[rsn]?"
    r"|actuel(?:le)?|ancien(?:ne)?|initial"
    r"|actual|anterior|atual|huidige?|oude|oorspronkelijke)\b|原|旧|当前|現在|元の",
    re.I,
)
_WHAT = (
    r"(?:fare|price|cost|total|rate|flight|ticket|order|item|preis|tarif|flug|prix|vol"
    r"|precio|tarifa|vuelo|preço|voo|prijs|vlucht)"
)
_NEW_IS = quick(
    rf"\bnew (?:\w+ )?{_WHAT}(?: \w+)? (?:is|will be|would be|being|comes out)(?: (?:also|actually|slightly"
    rf"|indeed|therefore|\w+ly))? (?P<en>higher|lower|cheaper"
    rf"|more expensive|less expensive)\b"
    rf"|\bneue[rs]? {_WHAT}(?:preis)? (?:ist|wäre|liegt)(?: \w+)? (?P<de>höher|niedriger|günstiger|teurer|billiger)\b"
    rf"|\bnouve(?:au|lle) {_WHAT} est(?: \w+)? (?P<fr>plus (?:élevée?|ch[eè]re?)|moins (?:élevée?|ch[eè]re?))\b"
    rf"|\b(?:nuev[oa] {_WHAT} es|nov[oa] {_WHAT} é)(?: \w+)? (?P<es>más (?:alt[oa]|car[oa])|más (?:baj[oa]"
    rf"|barat[oa])|mais (?:alt[oa]|car[oa])|mais (?:baix[oa]|barat[oa]))\b"
    rf"|\bnieuwe {_WHAT} is(?: \w+)? (?P<nl>hoger|lager|goedkoper|duurder)\b"
    r"|新(?:票价|价格|费用|航班|订单|运费|料金)[^，。\d]{0,6}(?:更|较|比较)(?P<zh>高|低|贵|便宜)",
    re.I,
)
_UP = quick(r"higher|more|höher|teurer|élev|ch[eè]r|alt|car|hoger|duur|高|贵", re.I)
_DOWN = quick(r"lower|less|cheaper|niedrig|günstig|billig|moins|baj|barat|baix|lager|goedkoop|goedkoper|低|便宜", re.I)


@dataclass(frozen=True, slots=True)
class Misjudged:
    """A comparison with the two figures that contradict it; `listing` when they are those of a result."""

    said: Said
    sentence: str
    why: str
    sure: bool = True
    listing: Listing | None = None


def misjudged(run: Run) -> tuple[Misjudged, ...]:
    """Every comparison in the agent's words that figures contradict."""
    found: list[Misjudged] = []
    for said in messages(run):
        if not _speaks(said.text):
            continue
        text = without_code(said.text)
        for sentence in re.split(r"\n|(?<=[.!?])\s+|(?<=[。！？])", text):
            if 6 < len(sentence) <= SENTENCE:
                found += _of_sentence(run, said, sentence, text)
        if len(found) >= MOST:
            break
    return tuple(found[:MOST])


_PATTERNS = {"compared": _COMPARED, "asian": _COMPARED_ASIAN, "same": _SAME, "new": _NEW_IS}


def _speaks(text: str) -> bool:
    """Whether a message compares anywhere: where none of its words is there, no sentence is looked at."""
    return any(p.search(text) for p in _PATTERNS.values())


def compares(run: Run) -> bool:
    """Whether the agent names an extreme or compares two prices at all."""
    return any(
        orders_in(m.text) or _COMPARED.search(m.text) or _COMPARED_ASIAN.search(m.text) or _SAME.search(m.text)
        for m in messages(run)
    )


def _of_sentence(run: Run, said: Said, sentence: str, text: str) -> Iterator[Misjudged]:
    if m := _COMPARED.search(sentence) or _COMPARED_ASIAN.search(sentence):
        if not is_void(sentence, m.start()) and not _AWAY.search(sentence):
            yield from _compared(run, said, sentence, m)
    elif m := _NEW_IS.search(sentence):
        if not is_void(sentence, m.start()):
            yield from _new_and_old(said, sentence, text, m)
    elif (m := _SAME.search(sentence)) and not is_void(sentence, m.start()):
        yield from _equal(run, said, sentence)


def _compared(run: Run, said: Said, sentence: str, m: re.Match[str]) -> Iterator[Misjudged]:
    """Two amounts, one on each side; or two options by name, one on each side, and no amount at all."""
    less = bool(m["less"])
    priced = amounts(sentence, explicit=True)
    if len(priced) == 2 and _parted(sentence, priced[0], priced[1], m):
        a, b = priced
        if _like(a, b) and _wrong(a.value, b.value, less):
            yield Misjudged(said, sentence, f"{a.raw} against {b.raw}")
    elif not priced and not re.search(r"\d", sentence[m.end() :][:6]) and not m[0].startswith("比"):
        yield from _by_name(run, said, sentence, m, less)


def _parted(sentence: str, a: Amount, b: Amount, m: re.Match[str]) -> bool:
    """Whether the comparative stands between the two amounts and the first is no difference ("20 € cheaper than"). In
    Chinese and Japanese what is compared with may stand before the word ("比 B 的 110 元便宜", "B の110円より安い")."""
    if m[0].startswith("比"):
        return a.end <= m.start() and m.start() < b.start and b.end <= m.end()
    if m[0].startswith(("を", "より")):
        return b.end <= m.start() <= b.end + 3
    if not a.end <= m.start() < m.end() <= b.start:
        return False
    return m.start() - a.end >= _CLOSE or bool(_VERB.search(sentence[a.end : m.start() + 3]) or not m[0][0].isascii())


def _like(a: Amount, b: Amount) -> bool:
    return (
        a.unit == b.unit
        and a.one == b.one
        and a.stance == "stated"
        and b.stance in ("stated", "bound")
        and not (a.minus or b.minus)
    )


def _wrong(a: Decimal, b: Decimal, less: bool) -> bool:
    return a > b if less else a < b


def _by_name(run: Run, said: Said, sentence: str, m: re.Match[str], less: bool) -> Iterator[Misjudged]:
    pair = _two(run, said, sentence)
    if pair is None:
        return
    listing, a, b, at_a, at_b = pair
    keys = keys_for("price", listing)
    if not (at_a <= m.start() and at_b >= m.end()) or len(keys) != 1 or m.start() - at_a > 60 or at_b - m.end() > 30:
        return
    x, y = value_of(a, keys[0], "price"), value_of(b, keys[0], "price")
    if x is not None and y is not None and _wrong(x, y, less):
        yield Misjudged(said, sentence, f"{a.name} has {keys[0]} {x:f}, {b.name} {y:f}", listing.sure, listing)


def _two(run: Run, said: Said, sentence: str) -> tuple[Listing, Option, Option, int, int] | None:
    """The two options of one listing that a sentence names, with the end of the first and the start of the second."""
    named = run.memo(names_of).named(sentence, said.step)
    starts = sorted({(n.start, n.end) for n in named})
    if len(starts) != 2 or len({id(n.listing) for n in named}) != 1:
        return None  # the same names in several results: their figures may differ
    first, second = (next(n for n in named if n.start == s) for s, _ in starts)
    same = first.option.names == second.option.names
    return None if same else (first.listing, first.option, second.option, first.end, second.start)


def _new_and_old(said: Said, sentence: str, text: str, m: re.Match[str]) -> Iterator[Misjudged]:
    """One amount labelled as new and one as old in the lines of the same message."""
    new, old = _labelled(text, _NEW, _OLD), _labelled(text, _OLD, _NEW)
    words = next(g for g in m.groups() if g)
    up, down = bool(_UP.search(words)) and not _DOWN.search(words), bool(_DOWN.search(words))
    if len(new) != 1 or len(old) != 1 or up == down or not _like(new[0], old[0]):
        return
    if _wrong(new[0].value, old[0].value, down):
        yield Misjudged(said, sentence, f"the message gives {new[0].raw} for the new, {old[0].raw} for the old")


def _labelled(text: str, label: re.Pattern[str], other: re.Pattern[str]) -> list[Amount]:
    found = []
    for line in text.split("\n")[:_LINES]:
        priced = amounts(line[:SENTENCE], explicit=True) if label.search(line) and not other.search(line) else []
        if len(priced) == 1 and label.search(line[: priced[0].start]):
            found.append(priced[0])
        elif priced:
            return []  # several in one line: which is meant is open
    return found


def _equal(run: Run, said: Said, sentence: str) -> Iterator[Misjudged]:
    """Two options said to cost the same whose figures in the only listing that holds them differ."""
    priced = amounts(sentence, explicit=True)
    pair = _two(run, said, sentence)
    if (
        priced
        or pair is None
        or not re.search(r"\b(?:both|and|beide|und|les deux|et|amb[oa]s|y|e|en)\b|[和与都と]", sentence, re.I)
    ):
        return
    listing, a, b, _, _ = pair
    keys = keys_for("price", listing)
    x, y = (value_of(o, keys[0], "price") for o in (a, b)) if len(keys) == 1 else (None, None)
    if x is not None and y is not None and x != y:
        yield Misjudged(said, sentence, f"{a.name} has {keys[0]} {x:f}, {b.name} {y:f}", listing.sure, listing)
