"""Prices of things that nothing in the run names, and rounded amounts that are called exact."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from planscope.analyzers.claims.claim import GOOD, Claim
from planscope.analyzers.claims.conflict import Conflict
from planscope.analyzers.claims.names import names_of
from planscope.analyzers.claims.stated import claims
from planscope.analyzers.claims.surroundings import Around, surroundings
from planscope.analyzers.claims.things import owners
from planscope.analyzers.numbers.records import Record
from planscope.collector.run import Compaction, Run, ToolCall, UserMessage

OWNERS = 3  # things that have the same price
WHOLE = 2_000_000  # characters of a run in which a name is looked for
_THING = re.compile(
    r"(?:^|[:：|]|[-*•]|\d[.)])[\s*_]{0,4}(?P<name>(?:[A-Z][\w'’-]{2,24}(?: [A-Z0-9][\w'’-]{0,24}){1,3}"
    r"|[\u4e00-\u9fff]{1,6} ?[A-Z]{1,2}\d{2,4}|[A-Z][a-z]{3,24} ?\d{2,4}))[*_]{0,3}\s{0,2}"
    r"(?:[-–—:：|(（,，=]|at|zu|für|à|por|a|voor)\s{0,3}[*_]{0,3}$"
)
_EXACT = re.compile(
    r"(?:\b(?:exactly|precisely|to the (?:cent|penny)|exact (?:total|sum|amount) is|genau|auf den cent(?: genau)?|exakt"
    r"|exactement|au centime près|exactamente|al céntimo|exatamente|ao cêntimo|precies|op de cent)\b"
    r"|正好|准确(?:总额)?是?|精确|ちょうど|正確に)[\s:：*_]{0,4}$",
    re.I,
)


def of_unknown_things(run: Run) -> Iterator[Conflict]:
    """A line of a list gives a name that nowhere stands in the run the price of a thing that the message does not
    name, while other lines name theirs."""
    names = run.memo(names_of)
    if not names.records:
        return
    known = ""
    for found in run.memo(surroundings).values():
        lines = {p.claim.line for p in found if names.named_in(p.claim.line, p.claim.step)}
        for place in found if lines else ():
            name = _unknown(place, run.memo(owners))
            if name and place.claim.line not in lines:
                known = known or _all_text(run)
                if name.split()[0].casefold() not in known and len(known) < WHOLE:
                    owner = run.memo(owners)[place.claim.value][0].names[0]
                    told = f"{name} is in no result; {place.claim.amount.raw} is the price of {owner}"
                    source = place.claim.source
                    steps = (source.step,) if source is not None else ()
                    yield Conflict("unknown-thing", place.claim, told, steps, owner, proven=False)


def _unknown(place: Around, owned: Mapping[Decimal, Sequence[Record]]) -> str:
    """The name before an amount that is the price of things which the text does not name."""
    c = place.claim
    if c.verdict != "found" or c.amount.stance != "stated" or c.amount.total or c.value not in owned:
        return ""
    mine = {n for r in owned[c.value] for n in r.names}
    if len(mine) > OWNERS or any(n in place.text for n in mine):
        return ""
    begin = place.text.rfind("\n", 0, c.amount.start) + 1
    m = _THING.search(place.text[begin : c.amount.start])
    return m["name"] if m else ""


def _all_text(run: Run) -> str:
    said = (s for s in run.steps if isinstance(s, ToolCall | UserMessage | Compaction))
    return " ".join(s.result if isinstance(s, ToolCall) else s.text for s in said)[:WHOLE].casefold()


def rounded_as_exact(run: Run) -> Iterator[Conflict]:
    """An amount that is called exact, is nowhere, and is another one of the same message or before when rounded."""
    for c in run.memo(claims):
        if c.verdict in ("nowhere", "rests") and _EXACT.search(c.amount.label) and c.value % 5 == 0 and c.value:
            near = [o for o in run.memo(claims) if o.step <= c.step and _rounds(o, c)]
            if near:
                message = f"calls {c.amount.raw} exact; it is {near[-1].amount.raw}"
                steps = (near[-1].step,) if near[-1].step < c.step else ()
                yield Conflict("restated-wrong", c, message, steps, near[-1].amount.raw, proven=True)


def _rounds(one: Claim, to: Claim) -> bool:
    gap = abs(one.value - to.value)
    return one.verdict in GOOD and one.unit in ("", to.unit) and 0 < gap <= to.value / 100 and bool(one.value % 5)
