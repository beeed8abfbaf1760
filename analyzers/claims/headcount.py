"""Bills that count one for several: the fare of one in a total for three adds up, and is wrong; so does one night of
three."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from planscope.analyzers.claims.basis import alike
from planscope.analyzers.claims.bills import COUNTED, Bill, bills
from planscope.analyzers.claims.claim import Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.held import Holdings, holdings
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.statements import statements
from planscope.analyzers.numbers import money_words as words
from planscope.analyzers.numbers.counts import days_between, nights_in, people_in, rooms_in, scalars
from planscope.analyzers.numbers.money import Amount, amounts
from planscope.analyzers.numbers.records import Column
from planscope.analyzers.quick import quick
from planscope.collector.run import Run

TRIPS = (1, 2)  # a price for one may be counted once, or there and back
ROOMS = range(1, 5)


@dataclass(frozen=True, slots=True)
class Unit:
    """A price for one person or one night: one that a result marks so, or the sum of those that the message marks."""

    value: Decimal
    how: str
    step: int

    def times(self, k: int) -> str:
        """The price so many times, as written."""
        return self.how if k == 1 else f"({self.how}) × {k}" if " " in self.how else f"{self.how} × {k}"


def uncounted(run: Run) -> Iterator[Conflict]:
    """Lines of a bill for several people that hold the price for one; lodging for several nights that holds the price
    of one; totals that are a record's price for one. How many there are must be plain: the user names one number."""
    held = run.memo(holdings)
    said = " \n".join(r.text for r in run.requests)
    party, nights, rooms = people_in(said), nights_in(said) | _stay(run), rooms_in(said)
    for bill in run.memo(bills):
        if bill.sum != bill.total.value or bill.total.amount.one or words.FOR_ONE.search(bill.head):
            continue
        if len(party) == 1:
            yield from _people(bill, _for_a_person(bill, held), min(party))
        if len(nights) == 1:
            yield from _nights(bill, _for_a_night(bill, held), min(nights), {1} | rooms - nights)
    yield from _for_one(run, held)


def _people(bill: Bill, units: list[Unit], n: int) -> Iterator[Conflict]:
    """The first line that holds the price for one; where another counts everybody, that is proof."""
    counted = any(_is_multiple(c.value, units, n, TRIPS) for c in bill.lines)
    for c in bill.lines:
        if words.FOR_ONE.search(c.line) or COUNTED.search(c.line) or _is_multiple(c.value, units, n, TRIPS):
            continue
        found = next(((u, k) for u in units for k in TRIPS if u.value * k == c.value and k < n), None)
        if found is not None:
            unit, k = found
            right = f"and the total {bill.total.value + c.value * (n - 1):f} instead of {bill.total.amount.raw}"
            cost = f"that is the price for one ({unit.times(k)}), for {n} it is {c.value * n}, {right}"
            yield _conflict(c, f"counts {c.amount.raw} in a total for {n}; {cost}", unit, proven=counted)
            return


def _nights(bill: Bill, units: list[Unit], n: int, rooms: Iterable[int]) -> Iterator[Conflict]:
    """The first line that holds one night's price, for one room or all of them."""
    for c in bill.lines:
        if words.TO_SHARE.search(c.line) or COUNTED.search(c.line) or _is_multiple(c.value, units, n, ROOMS):
            continue
        found = next(((u, k) for u in units for k in rooms if u.value * k == c.value), None)
        if found is not None:
            cost = f"that is the price of one ({found[0].times(found[1])}), for {n} it is {c.value * n}"
            yield _conflict(c, f"counts {c.amount.raw} in a total for {n} nights; {cost}", found[0], proven=False)
            return


def _is_multiple(value: Decimal, units: Iterable[Unit], n: int, more: Iterable[int]) -> bool:
    return any(value == u.value * n * k for u in units for k in more)


def _conflict(c: Claim, message: str, unit: Unit, *, proven: bool) -> Conflict:
    return Conflict("wrong-total", c, message, (unit.step,) if unit.step < c.step else (), unit.how, proven)


# --- prices for one ------------------------------------------------------------------------------------------------


def _for_a_person(bill: Bill, held: Holdings) -> list[Unit]:
    found = _marked(held, bill.total.step, is_per_person)
    ones = [a for a in amounts(bill.text) if a.one and a.value >= 1]
    for group in alike(bill.text, ones):
        shown = " + ".join(map(str, group[:4])) + (" + …" if len(group) > 4 else "")
        found.append(Unit(sum(group, Decimal(0)), shown, bill.total.step))
    return found


def _for_a_night(bill: Bill, held: Holdings) -> list[Unit]:
    found = _marked(held, bill.total.step, is_per_night)
    return found + [Unit(a.value, a.raw, bill.total.step) for a in amounts(bill.text) if _per_night(bill.text, a)]


def _marked(held: Holdings, step: int, marks: Callable[[str], bool]) -> list[Unit]:
    """Amounts in results under a key that says what they are for."""
    sources = (s for found in held.sources.values() for s in found)
    good = (s for s in sources if s.step < step and s.origin == "result" and s.value >= 1 and s.key and marks(s.key))
    return [Unit(s.value, str(s.value), s.step) for s in good]


def is_per_person(key: str) -> bool:
    """Whether a key names a price for one person ("price_per_person", "adult", "人均")."""
    plain = words.spaced(key.rsplit(".", 1)[-1]).lower()
    return bool(words.FOR_ONE.search(plain)) or plain in ("adult", "per person", "pro person", "成人", "成人票")


_NIGHTLY = quick(r"per.?night|nightly|pro.?nacht|par.?nuit|por.?(?:noche|noite)|per.?nacht|每晚|1泊", re.I)
_EACH_NIGHT = quick(
    r"\s?(?:/\s?(?:room\s?/\s?)?|per\s+|pro\s+|par\s+|por\s+|a\s+)(?:night|nacht|nuit|noche|noite|晚|泊)", re.I
)


def is_per_night(key: str) -> bool:
    """Whether a key names a price for one night."""
    return bool(_NIGHTLY.search(key))


def _per_night(text: str, a: Amount) -> bool:
    return bool(_EACH_NIGHT.match(text[a.end : a.end + 20]))


def _stay(run: Run) -> set[int]:
    """Nights between the two dates that a call for lodging was given."""
    found: set[int] = set()
    for call in run.tool_calls:
        keys = {k.lower().replace("_", "") for k, _ in scalars(call.arguments)}
        if any("checkin" in k for k in keys) and any("checkout" in k for k in keys):
            found |= days_between(str(dict(scalars(call.arguments))))
    return found


# --- records -------------------------------------------------------------------------------------------------------


def _for_one(run: Run, held: Holdings) -> Iterator[Conflict]:
    """A total that is the sum of a record's prices for one, when a list of people stands beside them and the text names
    the record."""
    texts = run.memo(statements)
    for claim in run.memo(claims):
        if claim.amount.total and not claim.argument and claim.verdict == "derived" and not claim.amount.one:
            past = [c for c in held.columns if c.step < claim.step]
            found = next((f for c in past if (f := _column_for_one(c, claim, texts[claim.message].text))), None)
            if found is not None:
                yield found


def _column_for_one(column: Column, claim: Claim, text: str) -> Conflict | None:
    party = max((n for key, n in column.sizes if is_people(key)), default=1)
    whole = sum(column.values, Decimal(0))
    named = any(n in text for n in column.names)
    if party < 2 or whole != claim.value or not named or str(whole * party) in text.replace(",", ""):
        return None
    shown = f"{' + '.join(map(str, column.values))} for one of {party} ({whole * party} for all)"
    message = f"gives {claim.amount.raw} as the total; that is {shown}"
    return Conflict("wrong-total", claim, message, (column.step,), str(column.values[0]), proven=False)


_PEOPLE = quick(r"passenger|guest|travel|people|person|adult|乘客|旅客|客人|passag|reisende", re.I)


def is_people(key: str) -> bool:
    """Whether a list under this key is one of people."""
    return bool(_PEOPLE.search(words.spaced(key)))
