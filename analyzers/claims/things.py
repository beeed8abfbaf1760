"""What results say of a thing over time, and what the agent says it costs: another thing's price, one that a later
result replaced, one of another date, or another amount than was paid for it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.fields import shown
from planscope.analyzers.claims.held import holdings
from planscope.analyzers.claims.missed import one_edit
from planscope.analyzers.claims.names import Names, names_of
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import counts_in, scalars
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Run, ToolCall

CLOSE = 40  # characters between a name and its price
ROW = 200  # characters of a table's row before an amount
OFTEN = 40  # records with the same amount that are kept
SEEN = 100  # results of one thing, the latest
_BREAK = re.compile(r"[,;.，；。]\s|[。；，]")
_COMPARED = re.compile(
    r"\b(?:than|compared|instead|versus|vs|unlike|whereas|was|before|previously|earlier|originally|als|statt|gegenüber"
    r"|vorher|zuvor|bisher|que|contre|avant|auparavant|antes|em vez|en vez|in plaats|eerst|eerder|more|less|cheaper"
    r"|saves?|refund|mehr|weniger|günstiger|teurer|de (?:plus|moins|más|menos|mais)|meer|minder|goedkoper|duurder)\b"
    r"|比|而不是|原价|之前|より|以前|便宜|贵|安い|高い",
    re.I,
)
_JOINED = re.compile(  # before the name: the amount may be of several
    r"\b(?:like|similar|wie|and|und|et|y|e|en|or|oder|ou|with|mit|avec|con|com|met|plus|total)\b|和|与|と|含|加", re.I
)
_SEARCHED = re.compile(r"^q$|query|search|text|term|keyword", re.I)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Priced:
    """One result's price of a thing."""

    value: Decimal
    key: str
    record: Record
    call: ToolCall


def owners(run: Run) -> dict[Decimal, list[Record]]:
    """The named records that hold an amount. Use it as `run.memo(owners)`."""
    found: dict[Decimal, list[Record]] = {}
    for r in run.memo(holdings).records:
        for value in {v for _, v in r.money if v} if r.names else ():
            known = found.setdefault(value, [])
            if len(known) < OFTEN:
                known.append(r)
    return found


def of_other_things(run: Run) -> Iterator[Conflict]:
    """Amounts that follow the name of one thing, and that the results have for something else."""
    names = run.memo(names_of)
    if not names.records:
        return
    for found in run.memo(surroundings).values():
        for place in found:
            c = place.claim
            if c.amount.stance != "stated" or c.amount.total:
                continue
            from_result = c.verdict == "found" and c.source is not None and c.source.origin == "result"
            if from_result or c.verdict in _ELSEWHERE:
                name = _name_before(place, names)
                if name and from_result:
                    yield from _looked_at(run, place, name, names)
                elif name:
                    yield from _misquoted(run, place, name, names)


_ELSEWHERE = frozenset(("derived", "nowhere", "weak"))


def _misquoted(run: Run, place: Around, name: str, names: Names) -> Iterator[Conflict]:
    """What stands where the thing's price belongs is one slip away from it, whatever else would give it."""
    claim, own = place.claim, _prices(run, name, names, place.claim.step)
    values = {p.value for p in own}
    if len(values) != 1 or shown(own[-1].value, place.text):
        return
    right = own[-1].value
    multiple = claim.value % right == 0 or right % max(claim.value, Decimal(1)) == 0
    short = claim.amount.places == 0 and right != right.to_integral_value()  # the cents are left out in speaking
    if not multiple and not short and one_edit(claim.value, right):
        message = f"says {claim.amount.raw} for {name}; the result has {right}"
        yield Conflict("restated-wrong", claim, message, (own[-1].call.number,), name, proven=True)


def _name_before(place: Around, names: Names) -> str:
    """The one thing whose name an amount follows closely, "" when there is none or several."""
    left = place.left
    if not left.strip(" |*") and place.claim.line.startswith("|"):
        begin = place.text.rfind("\n", 0, place.claim.amount.start) + 1
        left = place.text[max(begin, place.claim.amount.start - ROW) : place.claim.amount.start]
    found = {n for r in names.named_in(left, place.claim.step) if r.money for n in r.names if n in left}
    found = {n for n in found if not any(n != m and n in m for m in found)}
    if len(found) != 1:
        return ""
    name = found.pop()
    between = left[left.rfind(name) + len(name) :]
    rest = left.replace(name, " ")
    if re.search(r'[=":]\s?"?$', between) and '"' in left:
        return ""  # a result that is quoted
    if (
        len(between) > CLOSE
        or _BREAK.search(between)
        or counts_in(between)
        or _COMPARED.search(rest)
        or _JOINED.search(rest)
    ):
        return ""
    return "" if _COMPARED.search(place.right[:CLOSE].split(".")[0]) else name


def _looked_at(run: Run, place: Around, name: str, names: Names) -> Iterator[Conflict]:
    claim = place.claim
    own = _prices(run, name, names, claim.step)
    here = [p for p in own if p.value == claim.value]
    if not own:
        return
    if not here:
        yield from _anothers(run, place, name, own)
        return
    newer = [p for p in own if p.key == here[-1].key and p.call.number > here[-1].call.number]
    if newer and newer[-1].value != claim.value and not shown(newer[-1].value, place.text):
        was, now = here[-1], newer[-1]
        if _same_question(was.call, now.call):
            told = f"{claim.amount.raw} for {name}; a later result ({now.call.name}) has {now.value}"
            yield Conflict("superseded", claim, f"gives {told}", (now.call.number,), name, proven=False)
            return
    yield from _of_another_date(run, place, name, own, here)


def _prices(run: Run, name: str, names: Names, step: int) -> list[Priced]:
    """The price of a thing in each result, where the result has one only."""
    found: dict[tuple[int, str], list[Priced]] = {}
    for _, r in names.records[name][-SEEN:]:
        call = run.steps[r.step]
        if r.step < step and isinstance(call, ToolCall):
            for key, value in r.money:
                if value and _is_price(key):
                    found.setdefault((r.step, _last(key)), []).append(Priced(value, _last(key), r, call))
    return [ps[0] for _, ps in sorted(found.items()) if len({p.value for p in ps}) == 1]


def _last(key: str) -> str:
    """A key without what it lies in; an amount in an object is a price like any other."""
    return "price" if key.endswith(("amount", "value")) else key.rsplit(".", 1)[-1]


@lru_cache(maxsize=2048)
def _is_price(key: str) -> bool:
    return words.named(key.rsplit(".", 1)[-1]) and not words.is_limit(key)


def _anothers(run: Run, place: Around, name: str, own: Sequence[Priced]) -> Iterator[Conflict]:
    """A price that the same list has for another thing."""
    claim, mine = place.claim, own[-1]
    if any(shown(p.value, place.text) for p in own):
        return
    for r in run.memo(owners).get(claim.value, ()):
        beside = r.step == mine.record.step and r.group == mine.record.group and name not in r.names
        if beside and any(v == claim.value and _is_price(k) and _last(k) == mine.key for k, v in r.money):
            values = f"the result has {mine.value} for it, and {claim.value} for {r.names[0]}"
            message = f"gives {claim.amount.raw} for {name}; {values}"
            yield Conflict("other-things-price", claim, message, (mine.record.step,), name, proven=True)
            return


def _same_question(one: ToolCall, other: ToolCall) -> bool:
    """Whether two calls ask about the same: what both were given agrees, but for words that are searched for."""
    a, b = _given(one), _given(other)
    dates = _dates(one), _dates(other)
    return all(a[k] == b[k] for k in a.keys() & b.keys()) and (not all(dates) or dates[0] == dates[1])


def _given(call: ToolCall) -> dict[str, str]:
    """What a call was given, but for words that are searched for."""
    given = ((k, str(v)) for k, v in scalars(call.arguments))
    return {k: v for k, v in given if len(v) < 30 and not _SEARCHED.search(k)}


def _dates(call: ToolCall) -> tuple[str, ...]:
    return tuple(d for _, v in scalars(call.arguments) if isinstance(v, str) for d in _DATE.findall(v))


def _of_another_date(
    run: Run, place: Around, name: str, own: Sequence[Priced], here: Sequence[Priced]
) -> Iterator[Conflict]:
    """A price of one date, where the thing is booked, or asked for, on another."""
    claim = place.claim
    other = [p for p in own if p.value != claim.value and p.key == here[-1].key and p.call.name == here[-1].call.name]
    mine = {_dates(p.call) for p in here}
    if not other or len(mine) != 1 or not (dates := mine.pop()):
        return
    meant = [
        p
        for p in other
        if _dates(p.call) and _dates(p.call) != dates and _is_meant(run, name, _dates(p.call), dates, claim)
    ]
    if meant and not shown(meant[-1].value, place.text) and not any(d in place.text for d in dates):
        p = meant[-1]
        told = f"that is the price of {' to '.join(dates)}; for {' to '.join(_dates(p.call))} the result has {p.value}"
        yield Conflict(
            "other-dates-price", claim, f"gives {claim.amount.raw} for {name}; {told}", (p.call.number,), name, False
        )


def _is_meant(run: Run, name: str, dates: tuple[str, ...], others: tuple[str, ...], claim: Claim) -> bool:
    """Whether the thing was booked or asked about by name on these dates and not on the others, or the user names
    them and not the others."""
    named = [c for c in run.tool_calls if c.number < claim.step and any(v == name for _, v in scalars(c.arguments))]
    on = {_dates(c) for c in named if _dates(c)}
    said = " ".join(r.text for r in run.requests if r.number < claim.step)
    asked = all(d in said for d in dates) and not any(d in said for d in others if d not in dates)
    return asked or (any(set(d) <= set(dates) for d in on) and not any(set(d) & (set(others) - set(dates)) for d in on))


# --- what was paid -------------------------------------------------------------------------------------------------

_PAID = re.compile(
    r"amount|total|price|paid|charge|cost|payment|betrag|preis|montant|importe|valor|bedrag|金额|总价|金額", re.I
)


def other_than_paid(run: Run) -> Iterator[Conflict]:
    """A line names the one thing that a call paid or booked for an amount, and gives a price, a count and an outcome
    that is another."""
    names = run.memo(names_of)
    paid: dict[str, tuple[Decimal, int]] = {}
    twice: set[str] = set()
    for call in run.tool_calls:
        if not call.failed:
            amounts = [
                Decimal(str(v)) for k, v in scalars(call.arguments) if _PAID.search(k) and isinstance(v, int | float)
            ]
            things = [v for _, v in scalars(call.arguments) if isinstance(v, str) and v in names.records]
            if len(amounts) == 1 and len(set(things)) == 1 and amounts[0] > 0:
                twice |= {things[0]} & paid.keys()
                paid[things[0]] = (amounts[0], call.number)
    paid = {n: p for n, p in paid.items() if n not in twice}
    if not paid:
        return
    for found in run.memo(surroundings).values():
        lines: dict[str, list[Claim]] = {}
        for place in found:
            lines.setdefault(place.claim.line, []).append(place.claim)
        for line, said in lines.items():
            yield from _against(line, said, paid, found[0].text)


def _against(line: str, said: Sequence[Claim], paid: dict[str, tuple[Decimal, int]], text: str) -> Iterator[Conflict]:
    things = [n for n in paid if n in line]
    if len(things) != 1 or len(said) != 2 or any(c.amount.stance != "stated" or c.amount.total for c in said):
        return
    amount, step = paid[things[0]]
    unit, outcome = (c.value for c in said)
    counts = counts_in(line.split(things[0], 1)[-1], large=True)
    fits = any(unit * n == outcome for n in counts) or any(unit * n * m == outcome for n in counts for m in counts)
    if step < said[0].step and fits and amount not in (unit, outcome) and not shown(amount, text):
        message = f"gives {said[1].amount.raw} for {things[0]}; {amount} was paid for it"
        yield Conflict("other-than-paid", said[1], message, (step,), str(amount), proven=True)
